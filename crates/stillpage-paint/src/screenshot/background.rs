//! Backgrounds: the colour, and the layers on it.

use tiny_skia::{FillRule, Paint, Pixmap, Transform};

use super::canvas::Canvas;
use super::clip::Clipped;
use super::gradient::{self, ColorRamp};
use super::image::{self, Images};
use super::lists::PaintLists;
use super::path::{inner_radii, inset, rounded, scale_of};
use super::rounded_box;
use crate::dom::{Dom, NodeId};
use crate::geometry::{Rect, Sides, Size};
use crate::style::ComputedStyle;
use crate::style::computed::{BackgroundBox, BackgroundLayer, BackgroundRepeat, BackgroundSize, Gradient, PaintImage};

/// The boxes of an element that its background refers to.
pub(super) struct Boxes<'a> {
    /// The border box.
    pub(super) border: Rect,
    /// The radii of its corners.
    pub(super) corners: Option<&'a [Size; 4]>,
    /// Widths of the borders.
    pub(super) border_widths: Sides<f32>,
    /// Widths of the padding.
    pub(super) padding_widths: Sides<f32>,
    /// Only what is seen through text is painted, by way of the clip; else all but that.
    pub(super) is_text: bool,
}

impl Boxes<'_> {
    /// One of the boxes.
    pub(super) fn area(&self, which: BackgroundBox) -> Rect {
        let padding = inset(&self.border, &self.border_widths);
        match which {
            BackgroundBox::Border => self.border,
            BackgroundBox::Padding => padding,
            BackgroundBox::Content => inset(&padding, &self.padding_widths),
            BackgroundBox::Text => self.border,
        }
    }

    /// The radii of its corners.
    pub(super) fn corners(&self, which: BackgroundBox) -> Option<[Size; 4]> {
        let corners = self.corners?;
        Some(match which {
            BackgroundBox::Border | BackgroundBox::Text => *corners,
            BackgroundBox::Padding => inner_radii(corners, &self.border_widths),
            BackgroundBox::Content => inner_radii(&inner_radii(corners, &self.border_widths), &self.padding_widths),
        })
    }
}

/// Steps of a pixel to pass a stop of a gradient.
const STOP_STEPS: u64 = 6;

/// Paints the background of a style.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    (style, lists): (&ComputedStyle, &PaintLists),
    boxes: &Boxes<'_>,
    (images, dom, document): (&mut Images, &Dom, NodeId),
    at: (Transform, &Clipped),
) {
    let clip = lists.color_clip;
    let is_painted = |clip: BackgroundBox| (clip == BackgroundBox::Text) == boxes.is_text;
    if let Some(color) = style.used_color(style.background_color).filter(|_| is_painted(clip)) {
        rounded_box::fill(canvas, (&boxes.area(clip), boxes.corners(clip).as_ref()), color, at);
    }
    for layer in lists.background.iter().rev().filter(|layer| is_painted(layer.clip)) {
        if canvas.is_idle() {
            return;
        }
        draw_layer(canvas, (style, layer), boxes, (&mut *images, dom, document), at);
    }
}

/// Paints a layer of a background or of a mask.
pub(super) fn draw_layer(
    canvas: &mut Canvas<'_>,
    (style, layer): (&ComputedStyle, &BackgroundLayer),
    boxes: &Boxes<'_>,
    (images, dom, document): (&mut Images, &Dom, NodeId),
    at: (Transform, &Clipped),
) {
    let origin = boxes.area(layer.origin);
    let clip = boxes.area(layer.clip);
    let (painted, resolution) = layer.image.at(scale_of(canvas.to_picture()));
    let image = match painted {
        PaintImage::None | PaintImage::Set(_) => return,
        PaintImage::Url(url) => match images.of_url(dom, document, url, canvas.budget()) {
            Some(image) => Some(image),
            None => return,
        },
        PaintImage::Gradient(_) => None,
    };
    let natural = image.as_ref().map(|image| {
        let natural = image.natural(origin.size());
        Size::new(natural.width / resolution, natural.height / resolution)
    });
    let size = tile_size(&layer.size, natural, &origin);
    if size.width < 0.5 || size.height < 0.5 || origin.is_empty() || clip.is_empty() {
        return;
    }
    let tile = Rect::new(
        origin.x + layer.position.0.resolve(origin.width - size.width),
        origin.y + layer.position.1.resolve(origin.height - size.height),
        size.width,
        size.height,
    );
    // What of the clip the tiles reach.
    let (repeats_x, repeats_y) = (repeats(layer.repeat.0), repeats(layer.repeat.1));
    let seen = Rect::from_edges(
        if repeats_x { clip.x } else { clip.x.max(tile.x) },
        if repeats_y { clip.y } else { clip.y.max(tile.y) },
        if repeats_x { clip.right() } else { clip.right().min(tile.right()) },
        if repeats_y { clip.bottom() } else { clip.bottom().min(tile.bottom()) },
    );
    if seen.is_empty() {
        return;
    }
    let corners = boxes.corners(layer.clip).filter(|_| seen == clip);
    let path = rounded(&seen, corners.as_ref());
    let single = tile.intersect(&seen) == seen;
    if let PaintImage::Gradient(gradient) = painted {
        // Each pixel looks for its stop.
        let reached = canvas.reached(&seen, at.0, at.1);
        let pixels = reached.width as u64 * reached.height as u64;
        canvas.budget().spend(pixels * gradient.stops.len() as u64 * STOP_STEPS);
    }
    match (painted, &image) {
        (PaintImage::Gradient(gradient), _) if single => {
            if let Some(ramp) = ColorRamp::of(gradient, &tile, style, at.0) {
                canvas.fill_rows(path.as_ref(), ramp.is_opaque(), at, |first, out| ramp.write(first, out));
            } else if let Some(shader) = gradient::shader(gradient, &tile, style) {
                canvas.fill(path.as_ref(), shader, FillRule::Winding, at);
            }
        }
        (PaintImage::Gradient(gradient), _) => {
            let stops = gradient.stops.len() as u64 * STOP_STEPS;
            canvas.budget().spend(tile.width as u64 * tile.height as u64 * (10 + stops));
            if let Some(drawn) = gradient_tile(gradient, &tile, style).filter(|_| !canvas.is_idle()) {
                image::paint_pixels(canvas, &drawn, &tile, path.as_ref(), true, at);
            }
        }
        (_, Some(drawn)) => image::paint(canvas, drawn, &tile, path.as_ref(), !single, at),
        _ => {}
    }
}

/// A gradient of the size of a tile, in pixels, to be repeated.
pub(super) fn gradient_tile(gradient: &Gradient, tile: &Rect, style: &ComputedStyle) -> Option<Pixmap> {
    /// Limit: px of a side.
    const MOST: f32 = 2000.0;
    let (width, height) = (tile.width.round().clamp(1.0, MOST), tile.height.round().clamp(1.0, MOST));
    let mut pixels = Pixmap::new(width as u32, height as u32)?;
    let area = Rect::new(0.0, 0.0, width, height);
    let paint = Paint { shader: gradient::shader(gradient, &area, style)?, ..Paint::default() };
    pixels.fill_rect(tiny_skia::Rect::from_xywh(0.0, 0.0, width, height)?, &paint, Transform::identity(), None);
    Some(pixels)
}

fn repeats(repeat: BackgroundRepeat) -> bool {
    // Approx: tiles are neither stretched nor spaced out.
    repeat != BackgroundRepeat::NoRepeat
}

/// The size of an image of a background.
fn tile_size(size: &BackgroundSize, natural: Option<Size>, origin: &Rect) -> Size {
    let scaled = |natural: Size, by: f32| Size::new(natural.width * by, natural.height * by);
    let whole = origin.size();
    match (size, natural) {
        (BackgroundSize::Cover | BackgroundSize::Contain, None) => whole,
        (BackgroundSize::Cover | BackgroundSize::Contain, Some(natural)) => {
            let (x, y) = (whole.width / natural.width.max(1.0), whole.height / natural.height.max(1.0));
            scaled(natural, if *size == BackgroundSize::Cover { x.max(y) } else { x.min(y) })
        }
        (BackgroundSize::Lengths(width, height), natural) => {
            let width = width.as_ref().map(|width| width.resolve(whole.width));
            let height = height.as_ref().map(|height| height.resolve(whole.height));
            match (width, height, natural) {
                (Some(width), Some(height), _) => Size::new(width, height),
                (None, None, Some(natural)) => natural,
                (Some(width), None, Some(natural)) => scaled(natural, width / natural.width.max(1.0)),
                (None, Some(height), Some(natural)) => scaled(natural, height / natural.height.max(1.0)),
                (width, height, None) => Size::new(width.unwrap_or(whole.width), height.unwrap_or(whole.height)),
            }
        }
    }
}
