//! The picture that is painted on, with groups and clips.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use tiny_skia::{FillRule, IntRect, Mask, Paint, Path, Pixmap, Shader, Transform};

use super::blend::{Ink, blend_evenly, blend_row, is_whole, keep_covered, over, paint_rows, rows};
use super::clip::{Clipped, corners_of, picture_bounds};
use super::coverage::{GlyphMask, Lines};
use super::layer::{Layer, Mix};
use super::path::{cut_rectangle, scale_of, skia_color, steps, whole_pixels};
use super::svg_filter::{FilterImage, SvgFilter};
use crate::dom::NodeId;
use crate::geometry::{Point, Projection, Rect};
use crate::limits::Budget;
use crate::page::Page;
use crate::style::ComputedStyle;
use crate::style::computed::Srgb;

/// Limit: pixels that a path is wide or high.
const MAX_EXTENT: f32 = 1e9;
/// Limit: groups inside of each other that are painted as such.
const MAX_GROUPS: usize = 8;
/// Limit: pixels of all groups together; each takes the memory of a picture.
const MAX_GROUP_PIXELS: usize = 100_000_000;
/// Limit: bytes of masks of clips that are kept.
const MAX_MASKS: usize = 32 << 20;

/// A space that is painted in: from it to the picture, and the part of the picture that it leaves; `None` for all of it.
pub(super) type Space = (Transform, Option<Rc<Clipped>>);

/// A picture that is being painted.
pub(super) struct Canvas<'a> {
    page: &'a Page,
    /// The picture, and a layer for each level of groups.
    layers: Vec<Layer>,
    /// The mixes of the groups that are open with what is below.
    open: Vec<Mix>,
    /// Groups beyond the limit, which are painted without their opacity.
    ignored: usize,
    /// Groups that are not seen, and those in them.
    hidden: usize,
    /// From the viewport to the picture.
    to_picture: Transform,
    /// The part of the picture that is painted in; `None` for all of it.
    room: Option<Rc<Clipped>>,
    clips: FxHashMap<u32, Rc<Clipped>>,
    /// Bytes of the masks in `clips`.
    mask_bytes: usize,
    /// The elements that clip the window, and nothing in a picture of more than the window.
    windows: [Option<NodeId>; 3],
    budget: Rc<Budget>,
    /// Patterns and markers that it is in.
    nesting: u8,
}

impl<'a> Canvas<'a> {
    /// A canvas of a size in pixels, whose corner is a point of the viewport; `None` if there is no room for it.
    pub(super) fn new(
        page: &'a Page,
        (width, height): (u32, u32),
        (corner, scale): (Point, f32),
        budget: Rc<Budget>,
    ) -> Option<Self> {
        let (dom, viewport) = (page.dom(), page.device().viewport);
        let is_window = corner == Point::ZERO
            && width as f32 <= (viewport.width * scale).ceil()
            && height as f32 <= (viewport.height * scale).ceil();
        let windows = [Some(dom.document()), dom.document_element(dom.document()), dom.body(dom.document())];
        Some(Self {
            page,
            layers: vec![Layer::new((width, height))?],
            open: Vec::new(),
            ignored: 0,
            hidden: 0,
            to_picture: Transform::from_translate(-corner.x, -corner.y).post_scale(scale, scale),
            room: None,
            clips: FxHashMap::default(),
            mask_bytes: 0,
            windows: if is_window { [None; 3] } else { windows },
            budget,
            nesting: 0,
        })
    }

    /// All of the picture, in pixels.
    pub(super) fn bounds(&self) -> Rect {
        self.layers.first().map_or(Rect::ZERO, Layer::bounds)
    }

    /// From the viewport to the picture.
    pub(super) fn to_picture(&self) -> Transform {
        self.to_picture
    }

    /// The steps that may be taken.
    pub(super) fn budget(&self) -> &Rc<Budget> {
        &self.budget
    }

    /// The number of patterns and markers that are being painted in each other.
    pub(super) fn nesting(&self) -> u8 {
        self.nesting
    }

    pub(super) fn nest(&mut self, nesting: u8) {
        self.nesting = nesting;
    }

    /// True if nothing more is painted: the steps are used up, or the group is not seen.
    pub(super) fn is_idle(&self) -> bool {
        self.hidden > 0 || self.budget.is_exceeded()
    }

    pub(super) fn begin_group(&mut self, style: &ComputedStyle, read: impl Fn(&str) -> Option<SvgFilter>) {
        if self.is_idle() || style.opacity <= 0.0 || !self.budget.spend(Mix::steps_to_read(style)) {
            self.hidden += 1;
            return;
        }
        let mix = Mix::of(style, read);
        let level = self.open.len() + 1;
        if self.ignored == 0 && level <= MAX_GROUPS && self.has_layer(level) {
            self.open.push(mix);
        } else {
            self.ignored += 1;
        }
    }

    /// The images that the filters of the innermost group ask for.
    pub(super) fn filter_images(&self) -> Vec<Rc<FilterImage>> {
        self.open.last().filter(|_| self.is_in_group()).map_or_else(Vec::new, Mix::images)
    }

    /// True if there is a layer of a level, or room for it.
    fn has_layer(&mut self, level: usize) -> bool {
        let size = self.bounds();
        if size.width as usize * size.height as usize * level > MAX_GROUP_PIXELS {
            return false;
        }
        if self.layers.len() <= level {
            self.layers.extend(Layer::new((size.width as u32, size.height as u32)));
        }
        self.layers.len() > level
    }

    /// True if the innermost group is one whose pixels can be changed before it ends.
    pub(super) fn is_in_group(&self) -> bool {
        self.hidden == 0 && self.ignored == 0 && !self.open.is_empty()
    }

    /// The area that the innermost group has painted, in whole pixels.
    pub(super) fn painted(&self) -> Rect {
        self.layers.get(self.open.len()).map_or(Rect::ZERO, Layer::painted)
    }

    /// Paints apart from the picture, and returns the coverage of an area by what was painted, row by row; `None` if there is no
    /// room or there are no steps for that.
    pub(super) fn coverage(
        &mut self,
        area: &Rect,
        by_luminance: bool,
        paint: impl FnOnce(&mut Self),
    ) -> Option<Vec<u8>> {
        let level = self.begin_coverage(area)?;
        paint(self);
        self.take_coverage(level, area, by_luminance)
    }

    /// Begins to paint apart from the picture; its level, or `None` if there is no room or there are no steps for that.
    pub(super) fn begin_coverage(&mut self, area: &Rect) -> Option<usize> {
        let level = self.open.len() + 1;
        if !self.has_layer(level) || !self.budget.spend(area.width as u64 * area.height as u64 * 8) {
            return None;
        }
        self.open.push(Mix::plain());
        Some(level)
    }

    /// Ends painting apart: the coverage of an area by what was painted, row by row.
    pub(super) fn take_coverage(&mut self, level: usize, area: &Rect, by_luminance: bool) -> Option<Vec<u8>> {
        self.open.pop();
        Some(self.layers.get_mut(level)?.take_coverage(area, by_luminance))
    }

    /// Paints in another space and in a part of the picture from now on; returns those before.
    pub(super) fn enter(&mut self, (to_picture, room): Space) -> Space {
        (std::mem::replace(&mut self.to_picture, to_picture), std::mem::replace(&mut self.room, room))
    }

    /// Leaves of an area of the innermost group what a coverage has of it.
    pub(super) fn keep_covered(&mut self, area: &Rect, coverage: &[u8]) {
        let Some(layer) = self.layers.get_mut(self.open.len()) else { return };
        let lines = coverage.chunks((area.width as usize).max(1));
        rows(&mut layer.pixels, area).zip(lines).for_each(|(row, line)| keep_covered(row, line));
    }

    pub(super) fn end_group(&mut self) {
        if self.hidden > 0 {
            self.hidden -= 1;
        } else if self.ignored > 0 {
            self.ignored -= 1;
        } else if let Some(mut mix) = self.open.pop() {
            let scale = scale_of(self.to_picture);
            let (lower, upper) = self.layers.split_at_mut(self.open.len() + 1);
            if let (Some(below), Some(top)) = (lower.last_mut(), upper.first_mut()) {
                if !self.budget.spend(top.extent(&mix, scale) * mix.steps()) {
                    mix.leave_out_filters();
                }
                top.mix_into(below, &mix, scale);
            }
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

    /// True if it is known which part of the picture a clip of the layout leaves.
    pub(super) fn knows(&self, clip: u32) -> bool {
        self.clips.contains_key(&clip)
    }

    /// Remembers the part of the picture that a clip of the layout leaves.
    pub(super) fn know(&mut self, clip: u32, known: Clipped) {
        self.clips.insert(clip, Rc::new(known));
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
        let mut known = found.unwrap_or_else(|| Rc::new(self.unclipped()));
        for (index, clip) in chain.into_iter().rev() {
            if !self.windows.contains(&Some(clip.node)) {
                let transform = self.transform(&clip.to_viewport);
                known = Rc::new(known.narrowed(clip, transform, &self.budget));
                self.mask_bytes += known.mask.as_ref().map_or(0, |mask| mask.bytes());
            }
            if self.mask_bytes > MAX_MASKS {
                self.clips.clear();
                self.mask_bytes = 0;
            }
            self.clips.insert(index, Rc::clone(&known));
        }
        known
    }

    /// True if something of an area may be seen.
    pub(super) fn shows(&self, area: &Rect, transform: Transform, clipped: &Clipped) -> bool {
        corners_of(area, transform).overlaps(&clipped.area)
    }

    /// The whole pixels of an area that may be seen.
    pub(super) fn reached(&self, area: &Rect, transform: Transform, clipped: &Clipped) -> Rect {
        corners_of(area, transform).intersect(&clipped.area)
    }

    /// The part of an area that may be seen, in its own coordinates.
    pub(super) fn seen(&self, area: &Rect, (transform, clipped): (Transform, &Clipped)) -> Option<Rect> {
        let reached = self.reached(area, transform, clipped);
        let back = transform.invert().filter(|_| !reached.is_empty())?;
        Some(corners_of(&reached, back).intersect(area))
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
        let bounds = picture_bounds(path, transform);
        // What is so much larger than the picture cannot be drawn in the numbers of the painter.
        if bounds.width > MAX_EXTENT || bounds.height > MAX_EXTENT {
            return;
        }
        let reached = bounds.intersect(&clipped.area);
        let each = if matches!(shader, Shader::SolidColor(_)) { 2 } else { 12 };
        if reached.is_empty() || self.is_idle() || !self.budget.spend(steps(path, transform, &reached, each)) {
            return;
        }
        let within = reached == bounds.intersect(&self.bounds());
        let Some(layer) = self.layers.get_mut(self.open.len()) else { return };
        layer.paint(&reached);
        if let (Shader::SolidColor(color), None) = (&shader, &clipped.mask)
            && let Some(area) = whole_pixels(path, transform)
        {
            let color = color.premultiply().to_color_u8();
            paint_rows(rows(&mut layer.pixels, &area.intersect(&reached)), color);
            return;
        }
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        if clipped.mask.is_none() {
            if within {
                layer.pixels.fill_path(path, &paint, rule, transform, None);
                return;
            }
            if let Some(cut) = cut_rectangle(path, transform, &reached) {
                layer.pixels.fill_path(&cut, &paint, rule, transform, None);
                return;
            }
        }
        if !self.budget.spend(reached.width as u64 * reached.height as u64 * 4) {
            return;
        }
        // Painted apart, then through the clip.
        let Some(mut apart) = Pixmap::new(reached.width as u32, reached.height as u32) else { return };
        apart.fill_path(path, &paint, rule, transform.post_translate(-reached.x, -reached.y), None);
        let length = apart.width() as usize * 4;
        let (column, first) = (reached.x as usize, reached.y as usize);
        let parts = rows(&mut layer.pixels, &reached).zip(apart.data_mut().chunks_exact_mut(length));
        for (row, (lower, upper)) in (first..).zip(parts) {
            if let Some(mask) = &clipped.mask {
                keep_covered(upper, mask.row(column, row));
            }
            over(lower, upper, 1.0);
        }
    }

    /// Fills a path with premultiplied pixels that are written row by row, from a pixel of the picture on: its column and row.
    pub(super) fn fill_rows(
        &mut self,
        path: Option<&Path>,
        is_opaque: bool,
        (transform, clipped): (Transform, &Clipped),
        mut write: impl FnMut((usize, usize), &mut [u8]),
    ) {
        let Some(path) = path else { return };
        let whole = whole_pixels(path, transform);
        let bounds = whole.unwrap_or_else(|| picture_bounds(path, transform));
        let reached = bounds.intersect(&clipped.area);
        if bounds.width > MAX_EXTENT || bounds.height > MAX_EXTENT || reached.is_empty() || self.is_idle() {
            return;
        }
        if !self.budget.spend(steps(path, transform, &reached, 8)) {
            return;
        }
        let covered = match whole {
            Some(_) => None,
            None => {
                let Some(mut mask) = Mask::new(reached.width as u32, reached.height as u32) else { return };
                let transform = transform.post_translate(-reached.x, -reached.y);
                mask.fill_path(path, FillRule::Winding, true, transform);
                Some(mask)
            }
        };
        let Some(layer) = self.layers.get_mut(self.open.len()) else { return };
        layer.paint(&reached);
        let (column, first, width) = (reached.x as usize, reached.y as usize, reached.width as usize);
        let mut line = vec![0; width * 4];
        for (at, row) in rows(&mut layer.pixels, &reached).enumerate() {
            if is_opaque && covered.is_none() && clipped.mask.is_none() {
                write((column, first + at), row);
                continue;
            }
            write((column, first + at), &mut line);
            if let Some(mask) = &covered {
                keep_covered(&mut line, &mask.data()[at * width..]);
            }
            if let Some(mask) = &clipped.mask {
                keep_covered(&mut line, mask.row(column, first + at));
            }
            over(row, &line, 1.0);
        }
    }

    /// Paints a colour through the coverage of a glyph.
    pub(super) fn blend(&mut self, mask: &GlyphMask, (x, y): (i32, i32), color: Srgb, clipped: &Clipped) {
        let height = mask.coverage.len().checked_div(mask.width).unwrap_or(0);
        self.blend_lines((x, y, mask.width, height), mask, color, clipped);
    }

    /// Paints a colour through the coverage of the pixels of an area: its corner, its width and its height.
    pub(super) fn blend_lines(
        &mut self,
        (x, y, width, height): (i32, i32, usize, usize),
        mut lines: impl Lines,
        color: Srgb,
        clipped: &Clipped,
    ) {
        let (x, y) = (x as f32, y as f32);
        let reached = Rect::new(x, y, width as f32, height as f32).intersect(&clipped.area);
        let steps = 100 + reached.width as u64 * reached.height as u64 * 6;
        if reached.is_empty() || self.is_idle() || !self.budget.spend(steps) {
            return;
        }
        let Some(layer) = self.layers.get_mut(self.open.len()) else { return };
        layer.paint(&reached);
        let (left, top) = ((reached.x - x) as usize, (reached.y - y) as usize);
        let color = skia_color(color).premultiply();
        let ink = Ink::new(color);
        let alike = lines.alike();
        let alike = alike.start.saturating_sub(left)..alike.end.saturating_sub(left).min(reached.width as usize);
        for (at, pixels) in rows(&mut layer.pixels, &reached).enumerate() {
            let covered = lines.line(top + at).get(left..).unwrap_or_default();
            let clip = clipped.mask.as_ref().map(|mask| mask.row(reached.x as usize, reached.y as usize + at));
            let clip = clip.filter(|clip| !is_whole(clip, pixels.len() / 4));
            if alike.len() < 2 || clip.is_some() {
                blend_row(pixels, covered, clip, &ink);
                continue;
            }
            let (before, rest) = pixels.split_at_mut(alike.start * 4);
            let (same, after) = rest.split_at_mut(alike.len() * 4);
            blend_row(before, covered, None, &ink);
            blend_evenly(same, covered.get(alike.start).copied().unwrap_or_default(), color);
            blend_row(after, covered.get(alike.end..).unwrap_or_default(), None, &ink);
        }
    }

    /// A copy of an area of what the innermost group has painted, in whole pixels.
    pub(super) fn copied(&self, area: &Rect) -> Option<Pixmap> {
        let layer = self.layers.get(self.open.len())?;
        let area = IntRect::from_xywh(area.x as i32, area.y as i32, area.width as u32, area.height as u32)?;
        layer.pixels.clone_rect(area)
    }

    /// Replaces what is in a path by the pixels of an image that begins at a corner; by a share of it.
    pub(super) fn replace(
        &mut self,
        path: Option<&Path>,
        image: &Pixmap,
        (x, y): (f32, f32),
        share: f32,
        (transform, clipped): (Transform, &Clipped),
    ) {
        let Some(covered) = path.and_then(|path| clipped.within(path, transform, &self.budget)) else { return };
        let Some(layer) = self.layers.get_mut(self.open.len()) else { return };
        layer.paint(&covered.area);
        let Some(mask) = &covered.mask else { return };
        let (column, first) = (covered.area.x as usize, covered.area.y as usize);
        let length = image.width() as usize * 4;
        for (row, lower) in (first..).zip(rows(&mut layer.pixels, &covered.area)) {
            let start = (row as f32 - y) as usize * length + (column as f32 - x) as usize * 4;
            let upper = image.data().get(start..).unwrap_or_default();
            let parts = lower.chunks_exact_mut(4).zip(upper.chunks_exact(4)).zip(mask.row(column, row));
            for ((lower, upper), covered) in parts {
                let share = f32::from(*covered) / 255.0 * share;
                for (byte, new) in lower.iter_mut().zip(upper) {
                    *byte = (f32::from(*byte) * (1.0 - share) + f32::from(*new) * share + 0.5) as u8;
                }
            }
        }
    }

    /// Fills all of the picture.
    pub(super) fn flood(&mut self, color: tiny_skia::Color) {
        if let Some(layer) = self.layers.first_mut() {
            layer.pixels.fill(color);
        }
    }

    /// All of the picture, or the part of it that is painted in, unclipped.
    pub(super) fn unclipped(&self) -> Clipped {
        self.room.as_deref().cloned().unwrap_or_else(|| Clipped::new(self.bounds(), None))
    }

    /// Returns the pixels, with all groups ended.
    pub(super) fn into_pixels(mut self) -> Option<Pixmap> {
        (self.hidden, self.ignored) = (0, 0);
        while !self.open.is_empty() {
            self.end_group();
        }
        Some(self.layers.into_iter().next()?.pixels)
    }
}
