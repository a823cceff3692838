//! Shadows of boxes.

use tiny_skia::{FillRule, Mask, Transform};

use super::background::Boxes;
use super::blur::soften;
use super::canvas::{Canvas, GlyphMask};
use super::clip::Clipped;
use super::path::{inner_radii, inset, rounded, scale_of};
use crate::geometry::{Point, Rect, Sides, Size};
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
    let extent = (area.width + 2.0 * margin) * (area.height + 2.0 * margin);
    if area.is_empty() || extent > MAX_PIXELS || canvas.is_idle() || !canvas.budget().spend(1000 + extent as u64 * 40) {
        return;
    }
    let (left, top) = (area.x - margin, area.y - margin);
    let (width, height) = ((area.width + 2.0 * margin) as u32, (area.height + 2.0 * margin) as u32);
    let local = transform.post_translate(-left, -top);
    let covered = |area: &Rect, corners: Option<&[Size; 4]>| -> Option<Mask> {
        let mut mask = Mask::new(width, height)?;
        if let Some(path) = rounded(area, corners) {
            mask.fill_path(&path, FillRule::Winding, true, local);
        }
        Some(mask)
    };
    let (Some(mut cast), Some(own)) = (covered(&cast, cast_corners.as_ref()), covered(&edge, corners.as_ref())) else {
        return;
    };
    if shadow.inset {
        cast.data_mut().iter_mut().for_each(|byte| *byte = 255 - *byte);
    }
    let mut coverage: Vec<f32> = cast.data().iter().map(|byte| f32::from(*byte) / 255.0).collect();
    soften(&mut coverage, width as usize, blur / 2.0);
    // It is not seen through the box, and an inner one not outside of it.
    for (covered, own) in coverage.iter_mut().zip(own.data()) {
        let own = f32::from(*own) / 255.0;
        *covered *= if shadow.inset { own } else { 1.0 - own };
    }
    let mask = GlyphMask { left: 0, top: 0, width: width as usize, coverage };
    canvas.blend(&mask, (left as i32, top as i32), color, clipped);
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
