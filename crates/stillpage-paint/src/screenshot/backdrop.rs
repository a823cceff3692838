//! Backdrops: what is behind a box, filtered.
//!
//! <https://drafts.fxtf.org/filter-effects-2/#BackdropFilterProperty>

use tiny_skia::{Pixmap, Transform};

use super::canvas::Canvas;
use super::clip::Clipped;
use super::filter;
use super::path::{rounded, scale_of};
use crate::geometry::Rect;
use crate::layout::{DrawnBox, radii, snapped};
use crate::style::computed::Effects;

/// Steps of a pixel and a function.
const PIXEL_STEPS: u64 = 120;

/// Filters what has been painted so far in the area of a box.
pub(super) fn draw(canvas: &mut Canvas<'_>, drawn: &DrawnBox<'_>, (transform, clipped): (Transform, &Clipped)) {
    let style = drawn.style;
    let functions = style.paint_effects.as_deref().and_then(|effects| effects.backdrop.as_deref());
    let Some(functions) = functions.filter(|_| style.effects.contains(Effects::BACKDROP_FILTER)) else { return };
    let area = snapped(&drawn.area);
    let reached = canvas.reached(&area, transform, clipped);
    if reached.is_empty() || canvas.is_idle() {
        return;
    }
    let scale = scale_of(canvas.to_picture());
    let functions = filter::used(functions, style, |_| None);
    let margin = filter::reach(&functions, scale);
    let pixels = (reached.width + 2.0 * margin) as u64 * (reached.height + 2.0 * margin) as u64;
    if !canvas.budget().spend(pixels * PIXEL_STEPS * functions.len() as u64) {
        return;
    }
    let Some(behind) = canvas.copied(&reached) else { return };
    let Some(mut around) = mirrored(&behind, margin as u32) else { return };
    filter::apply(&mut around, &functions, (0, 0), scale);
    let corners = radii(style, area.size());
    let path = rounded(&area, corners.as_deref());
    let place = Rect::new(reached.x - margin, reached.y - margin, 0.0, 0.0);
    canvas.replace(path.as_ref(), &around, (place.x, place.y), style.opacity.clamp(0.0, 1.0), (transform, clipped));
}

/// An image with a margin in which it is mirrored. Chrome: what is around a box does not come into its backdrop.
fn mirrored(image: &Pixmap, margin: u32) -> Option<Pixmap> {
    let (width, height) = (image.width(), image.height());
    let mut data = Vec::with_capacity((width + 2 * margin) as usize * (height + 2 * margin) as usize * 4);
    let inside = |at: u32, length: u32| {
        let at = (i64::from(at) - i64::from(margin)).rem_euclid(2 * i64::from(length));
        let at = u32::try_from(at).unwrap_or_default();
        (if at >= length { 2 * length - 1 - at } else { at }) as usize
    };
    for y in 0..height + 2 * margin {
        let row = inside(y, height) * width as usize;
        for x in 0..width + 2 * margin {
            let at = (row + inside(x, width)) * 4;
            data.extend_from_slice(image.data().get(at..at + 4)?);
        }
    }
    Pixmap::from_vec(data, tiny_skia::IntSize::from_wh(width + 2 * margin, height + 2 * margin)?)
}
