//! The picture that is painted on, with groups and clips.

use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tiny_skia::{FillRule, Mask, Paint, Path, Pixmap, PixmapPaint, Shader, Transform};

use super::path::{clip_path, skia_color};
use crate::dom::NodeId;
use crate::error::Error;
use crate::geometry::{Point, Projection, Rect};
use crate::layout::Clip;
use crate::page::Page;
use crate::safe_text::{PageText, safe};
use crate::style::computed::Srgb;

/// Limit: groups inside of each other that are painted as such.
const MAX_GROUPS: usize = 8;
/// Limit: pixels of all groups together; each takes the memory of a picture.
const MAX_GROUP_PIXELS: usize = 100_000_000;
/// Limit: bytes of masks of clips that are kept.
const MAX_MASKS: usize = 32 << 20;

/// A picture that is being painted.
pub(super) struct Canvas<'a> {
    page: &'a Page,
    /// Pictures that are painted on each other, with the opacity of each.
    groups: Vec<(Pixmap, f32)>,
    /// Groups beyond the limit, which are painted without their opacity.
    ignored: usize,
    /// From the viewport to the picture.
    to_picture: Transform,
    clips: FxHashMap<u32, Rc<Clipped>>,
    /// Bytes of the masks in `clips`.
    mask_bytes: usize,
    /// The elements that clip the window, and nothing in a picture of more than the window.
    windows: [Option<NodeId>; 3],
}

/// The part of the picture that a clip and those around it leave.
pub(super) struct Clipped {
    /// In whole pixels.
    area: Rect,
    /// The mask of rounded corners and polygons.
    mask: Option<Mask>,
    /// Both as a mask, made when something reaches out of the area.
    cut: OnceCell<Option<Mask>>,
}

impl Clipped {
    fn new(area: Rect, mask: Option<Mask>) -> Self {
        Self { area, mask, cut: OnceCell::new() }
    }
}

impl<'a> Canvas<'a> {
    /// A canvas of a size in pixels, whose corner is a point of the viewport; `None` if there is no room for it.
    pub(super) fn new(page: &'a Page, (width, height): (u32, u32), corner: Point, scale: f32) -> Option<Self> {
        let (dom, viewport) = (page.dom(), page.device().viewport);
        let is_window = corner == Point::ZERO
            && width as f32 <= (viewport.width * scale).ceil()
            && height as f32 <= (viewport.height * scale).ceil();
        let windows = [Some(dom.document()), dom.document_element(dom.document()), dom.body(dom.document())];
        Some(Self {
            page,
            groups: vec![(Pixmap::new(width, height)?, 1.0)],
            ignored: 0,
            to_picture: Transform::from_translate(-corner.x, -corner.y).post_scale(scale, scale),
            clips: FxHashMap::default(),
            mask_bytes: 0,
            windows: if is_window { [None; 3] } else { windows },
        })
    }

    /// All of the picture, in pixels.
    pub(super) fn bounds(&self) -> Rect {
        let size = self.groups.first().map_or((0, 0), |(pixels, _)| (pixels.width(), pixels.height()));
        Rect::new(0.0, 0.0, size.0 as f32, size.1 as f32)
    }

    /// From the viewport to the picture.
    pub(super) fn to_picture(&self) -> Transform {
        self.to_picture
    }

    pub(super) fn begin_group(&mut self, opacity: f32) {
        let pixels = (self.bounds().width * self.bounds().height) as usize;
        if self.ignored > 0 || self.groups.len() > MAX_GROUPS || pixels * self.groups.len() > MAX_GROUP_PIXELS {
            self.ignored += 1;
            return;
        }
        match self.groups.last().and_then(|(pixels, _)| Pixmap::new(pixels.width(), pixels.height())) {
            Some(pixels) => self.groups.push((pixels, opacity)),
            None => self.ignored += 1,
        }
    }

    pub(super) fn end_group(&mut self) {
        if self.ignored > 0 {
            self.ignored -= 1;
            return;
        }
        if self.groups.len() < 2 {
            return;
        }
        if let Some((top, opacity)) = self.groups.pop()
            && let Some((below, _)) = self.groups.last_mut()
        {
            let paint = PixmapPaint { opacity, ..PixmapPaint::default() };
            below.draw_pixmap(0, 0, top.as_ref(), &paint, Transform::identity(), None);
        }
    }

    /// From the coordinates of a projection to the picture. Approx: perspective is left out.
    pub(super) fn transform(&self, projection: &Projection) -> Transform {
        let (o, x, y) = (
            projection.apply(Point::ZERO),
            projection.apply(Point::new(1.0, 0.0)),
            projection.apply(Point::new(0.0, 1.0)),
        );
        Transform::from_row(x.x - o.x, x.y - o.y, y.x - o.x, y.y - o.y, o.x, o.y).post_concat(self.to_picture)
    }

    /// Returns the part of the picture that a clip of the layout leaves.
    pub(super) fn clipped(&mut self, clip: Option<u32>) -> Rc<Clipped> {
        let mut chain = Vec::new();
        let mut next = clip;
        let mut found = None;
        while let Some(index) = next {
            if let Some(known) = self.clips.get(&index) {
                found = Some(Rc::clone(known));
                break;
            }
            let Some(clip) = self.page.layout().clip(index) else { break };
            chain.push((index, clip));
            next = clip.parent.filter(|&parent| parent < index);
        }
        let mut known = found.unwrap_or_else(|| Rc::new(Clipped::new(self.bounds(), None)));
        for (index, clip) in chain.into_iter().rev() {
            if !self.windows.contains(&Some(clip.node)) {
                known = Rc::new(self.narrowed(&known, clip));
            }
            if self.mask_bytes > MAX_MASKS {
                self.clips.clear();
                self.mask_bytes = 0;
            }
            self.clips.insert(index, Rc::clone(&known));
        }
        known
    }

    /// Narrows the part that the clips around a clip leave by the clip itself.
    fn narrowed(&mut self, around: &Clipped, clip: &Clip) -> Clipped {
        let transform = self.transform(&clip.to_viewport);
        let path = clip_path(clip);
        if clip.polygon.is_none() && clip.radii.is_none() && !transform.has_skew() {
            // Chrome: what overflows is cut off at whole pixels.
            let own = path.and_then(|path| path.transform(transform)).map_or(Rect::ZERO, |path| {
                let bounds = path.bounds();
                let whole = |px: f32| (px + 0.5).floor();
                Rect::from_edges(
                    whole(bounds.left()),
                    whole(bounds.top()),
                    whole(bounds.right()),
                    whole(bounds.bottom()),
                )
            });
            return Clipped::new(around.area.intersect(&own), around.mask.clone());
        }
        let size = self.bounds();
        let Some(mut mask) = Mask::new(size.width as u32, size.height as u32) else {
            return Clipped::new(around.area, around.mask.clone());
        };
        self.mask_bytes += mask.data().len();
        let mut area = Rect::ZERO;
        if let Some(path) = &path {
            mask.fill_path(path, FillRule::Winding, true, transform);
            area = picture_bounds(path, transform);
        }
        if let Some(outer) = &around.mask {
            for (own, outer) in mask.data_mut().iter_mut().zip(outer.data()) {
                *own = (u16::from(*own) * u16::from(*outer) / 255) as u8;
            }
        }
        Clipped::new(around.area.intersect(&area), Some(mask))
    }

    /// True if something of an area may be seen.
    pub(super) fn shows(&self, area: &Rect, transform: Transform, clipped: &Clipped) -> bool {
        corners_of(area, transform).overlaps(&clipped.area)
    }

    /// The whole pixels of an area that may be seen.
    pub(super) fn reached(&self, area: &Rect, transform: Transform, clipped: &Clipped) -> Rect {
        corners_of(area, transform).intersect(&clipped.area)
    }

    pub(super) fn fill_color(&mut self, path: Option<&Path>, color: Srgb, rule: FillRule, at: (Transform, &Clipped)) {
        if color.alpha() > 0.0 {
            self.fill(path, Shader::SolidColor(skia_color(color)), rule, at);
        }
    }

    pub(super) fn fill(
        &mut self,
        path: Option<&Path>,
        shader: Shader<'_>,
        rule: FillRule,
        (transform, clipped): (Transform, &Clipped),
    ) {
        let Some(path) = path else { return };
        let Some((pixels, _)) = self.groups.last_mut() else { return };
        let bounds = picture_bounds(path, transform);
        if !bounds.overlaps(&clipped.area) {
            return;
        }
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        let within = clipped.area.intersect(&bounds) == bounds;
        let mask = if within {
            clipped.mask.as_ref()
        } else {
            let size = (pixels.width(), pixels.height());
            let cut = clipped.cut.get_or_init(|| cut(clipped.mask.as_ref(), &clipped.area, size));
            let Some(cut) = cut else { return };
            Some(cut)
        };
        pixels.fill_path(path, &paint, rule, transform, mask);
    }

    /// Paints a colour through the coverage of pixels, row by row.
    pub(super) fn blend(&mut self, mask: &GlyphMask, corner: (i32, i32), color: Srgb, clipped: &Clipped) {
        let Some((pixels, _)) = self.groups.last_mut() else { return };
        let row_length = pixels.width() as i32;
        let inside = |from: f32, to: f32| from as i32..to as i32;
        let (columns, rows) =
            (inside(clipped.area.x, clipped.area.right()), inside(clipped.area.y, clipped.area.bottom()));
        let coverage = clipped.mask.as_ref().map(Mask::data);
        let source = skia_color(color).premultiply();
        let source = [source.red(), source.green(), source.blue(), source.alpha()];
        let alpha = source[3];
        let data = pixels.data_mut();
        for (row, line) in (corner.1..).zip(mask.coverage.chunks(mask.width)) {
            if !rows.contains(&row) {
                continue;
            }
            for (column, covered) in (corner.0..).zip(line) {
                if *covered <= 0.0 || !columns.contains(&column) {
                    continue;
                }
                let index = (row * row_length + column) as usize;
                let seen = covered * coverage.map_or(1.0, |coverage| f32::from(coverage[index]) / 255.0);
                for (byte, source) in data[index * 4..index * 4 + 4].iter_mut().zip(source) {
                    let value = source * seen * 255.0 + f32::from(*byte) * (1.0 - alpha * seen);
                    *byte = (value + 0.5) as u8;
                }
            }
        }
    }

    /// Fills all of the picture.
    pub(super) fn flood(&mut self, color: tiny_skia::Color) {
        if let Some((pixels, _)) = self.groups.last_mut() {
            pixels.fill(color);
        }
    }

    /// All of the picture, unclipped.
    pub(super) fn unclipped(&self) -> Clipped {
        Clipped::new(self.bounds(), None)
    }

    /// The picture as a PNG file.
    pub(super) fn encode(mut self) -> Result<Vec<u8>, Error> {
        while self.groups.len() > 1 {
            self.ignored = 0;
            self.end_group();
        }
        let internal = |reason: &str| Error::Internal { reason: safe!("the picture: {}", PageText::of(reason)) };
        let Some((pixels, _)) = self.groups.pop() else { return Err(internal("it was not painted")) };
        let (width, height) = (pixels.width(), pixels.height());
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, width, height);
        encoder.set_compression(png::Compression::Fast);
        encoder.set_depth(png::BitDepth::Eight);
        let is_opaque = pixels.pixels().iter().all(|pixel| pixel.is_opaque());
        let data = pixels.take_demultiplied();
        let data = if is_opaque {
            encoder.set_color(png::ColorType::Rgb);
            data.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
        } else {
            encoder.set_color(png::ColorType::Rgba);
            data
        };
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&data));
        written.map_err(|error| internal(&error.to_string()))?;
        Ok(out)
    }
}

/// A glyph in pixels.
pub(super) struct GlyphMask {
    /// From the origin of the glyph.
    pub(super) left: i32,
    /// See `left`.
    pub(super) top: i32,
    /// Pixels of a row.
    pub(super) width: usize,
    /// From 0 to 1, row by row.
    pub(super) coverage: Vec<f32>,
}

/// The whole pixels that a path may reach.
fn picture_bounds(path: &Path, transform: Transform) -> Rect {
    let bounds = path.bounds();
    corners_of(&Rect::from_edges(bounds.left(), bounds.top(), bounds.right(), bounds.bottom()), transform)
}

fn corners_of(area: &Rect, transform: Transform) -> Rect {
    let mut corners =
        [(area.x, area.y), (area.right(), area.y), (area.x, area.bottom()), (area.right(), area.bottom())]
            .map(|(x, y)| tiny_skia::Point::from_xy(x, y));
    transform.map_points(&mut corners);
    let (mut left, mut top, mut right, mut bottom) = (f32::MAX, f32::MAX, f32::MIN, f32::MIN);
    for corner in corners {
        (left, top) = (left.min(corner.x), top.min(corner.y));
        (right, bottom) = (right.max(corner.x), bottom.max(corner.y));
    }
    Rect::from_edges(left.floor(), top.floor(), right.ceil(), bottom.ceil())
}

/// A mask of an area in whole pixels, and of what another mask leaves of it.
fn cut(mask: Option<&Mask>, area: &Rect, (width, height): (u32, u32)) -> Option<Mask> {
    let mut out = match mask {
        Some(mask) => mask.clone(),
        None => {
            let mut full = Mask::new(width, height)?;
            full.data_mut().fill(255);
            full
        }
    };
    let (columns, rows) = (area.x as usize..area.right() as usize, area.y as usize..area.bottom() as usize);
    for (y, row) in out.data_mut().chunks_mut(width as usize).enumerate() {
        if rows.contains(&y) {
            row[..columns.start.min(width as usize)].fill(0);
            row[columns.end.min(width as usize)..].fill(0);
        } else {
            row.fill(0);
        }
    }
    Some(out)
}
