//! Shadows of boxes.

use tiny_skia::Transform;

use super::background::Boxes;
use super::blend::upper;
use super::canvas::Canvas;
use super::clip::Clipped;
use super::coverage::Lines;
use super::nine_patch::{BoxLines, NinePatch, PatchLines};
use super::path::{inner_radii, inset, scale_of};
use super::soft_box::SoftBox;
use crate::geometry::{Point, Sides, Size};
use crate::style::ComputedStyle;
use crate::style::computed::{BackgroundBox, Shadow};

/// Limit: pixels of a shadow that is painted.
const MAX_PIXELS: f32 = 16_000_000.0;
/// Limit: px of a blur.
const MAX_BLUR: f32 = 300.0;
/// Limit: pixels of a blur.
const MAX_BLUR_PIXELS: f32 = 900.0;

/// Paints the shadows of a box that are outside of it, or those inside.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    (style, shadows): (&ComputedStyle, &[Shadow]),
    boxes: &Boxes<'_>,
    is_inside: bool,
    at: (Transform, &Clipped),
) {
    for shadow in shadows.iter().rev().filter(|shadow| shadow.inset == is_inside) {
        one(canvas, style, boxes, shadow, at);
    }
}

fn one(
    canvas: &mut Canvas<'_>,
    style: &ComputedStyle,
    boxes: &Boxes<'_>,
    shadow: &Shadow,
    (transform, clipped): (Transform, &Clipped),
) {
    let Some(color) = style.used_color(shadow.color).filter(|color| color.alpha() > 0.0) else { return };
    let which = if shadow.inset { BackgroundBox::Padding } else { BackgroundBox::Border };
    let (edge, corners) = (boxes.area(which), boxes.corners(which));
    let grow = if shadow.inset { shadow.spread } else { -shadow.spread };
    let cast = inset(&edge, &Sides::all(grow)).translate(Point::new(shadow.x, shadow.y));
    let cast_corners = corners.map(|corners| spread(&corners, grow));
    let blur = shadow.blur.min(MAX_BLUR);
    // Where there is something of it, in px of the page and then in pixels.
    let reach = if shadow.inset { edge } else { inset(&cast, &Sides::all(-1.5 * blur - 1.0)) };
    let area = canvas.reached(&reach, transform, clipped);
    let scale = scale_of(transform);
    let blur = (blur * scale).min(MAX_BLUR_PIXELS);
    let margin = (blur * 1.5).ceil() + 1.0;
    let (left, top) = (area.x - margin, area.y - margin);
    let (width, height) = ((area.width + 2.0 * margin) as usize, (area.height + 2.0 * margin) as usize);
    let local = transform.post_translate(-left, -top);
    let shape = (&cast, cast_corners.as_ref());
    // What is alike in a box is blurred once, and the rest of the pixels only painted.
    let steps =
        || NinePatch::kept(shape, local, (width, height), blur / 2.0) as u64 * 30 + (width * height) as u64 * 10;
    if area.is_empty()
        || width as f32 * height as f32 > MAX_PIXELS
        || canvas.is_idle()
        || !canvas.budget().spend(1000 + steps())
    {
        return;
    }
    let Some(own) = NinePatch::new((&edge, corners.as_ref()), local, (width, height), 0.0) else { return };
    let place = (left as i32, top as i32, width, height);
    if let Some(cast) = SoftBox::new(shape, local, (width, height), blur / 2.0) {
        canvas.blend_lines(place, seen(cast, own, width, shadow.inset), color, clipped);
    } else if let Some(cast) = NinePatch::new(shape, local, (width, height), blur / 2.0) {
        canvas.blend_lines(place, seen(cast, own, width, shadow.inset), color, clipped);
    }
}

/// The coverage that is seen of a shadow: not through its box, and of an inner one not outside of the box.
fn seen(cast: impl BoxLines, own: NinePatch, width: usize, is_inset: bool) -> impl Lines {
    let own = if is_inset { own } else { own.inverted() };
    // An inner one is cast by all that is around.
    let mix = move |cast: u16, own: u16| upper(if is_inset { u16::MAX - cast } else { cast }, own);
    PatchLines::new(cast, Some(own), width, mix)
}

/// The radii of a shadow that is larger or smaller than its box; square corners stay.
fn spread(corners: &[Size; 4], by: f32) -> [Size; 4] {
    let spread = inner_radii(corners, &Sides::all(by));
    let mut out = *corners;
    for (out, spread) in out.iter_mut().zip(spread) {
        if out.width > 0.0 && out.height > 0.0 {
            *out = spread;
        }
    }
    out
}
