//! Boxes with rounded corners in one colour, of which the corners alone are drawn pixel by pixel.

use tiny_skia::{FillRule, Transform};

use super::canvas::Canvas;
use super::clip::Clipped;
use super::nine_patch::{NinePatch, PatchLines};
use super::path::{rounded, whole_pixels};
use crate::geometry::{Rect, Size};
use crate::style::computed::Srgb;

/// A box and the radii of its corners.
type Shape<'a> = (&'a Rect, Option<&'a [Size; 4]>);

/// Fills a box.
pub(super) fn fill(canvas: &mut Canvas<'_>, (area, corners): Shape<'_>, color: Srgb, at: (Transform, &Clipped)) {
    let is_drawn = is_rounded(corners) && blend(canvas, (area, corners), None, color, at);
    if !is_drawn {
        canvas.fill_color(rounded(area, corners).as_ref(), color, FillRule::Winding, at);
    }
}

/// Fills what lies between a box and one that is inside of it; false if that is better done with a path.
pub(super) fn between(
    canvas: &mut Canvas<'_>,
    outer: Shape<'_>,
    inner: Shape<'_>,
    color: Srgb,
    at: (Transform, &Clipped),
) -> bool {
    if is_rounded(outer.1) {
        return blend(canvas, outer, Some(inner), color, at);
    }
    let is_whole = |area: &Rect| rounded(area, None).is_some_and(|path| whole_pixels(&path, at.0).is_some());
    if is_rounded(inner.1) || !is_whole(outer.0) || !is_whole(inner.0) {
        return false;
    }
    let (outer, inner) = (outer.0, inner.0);
    for side in [
        Rect::from_edges(outer.x, outer.y, outer.right(), inner.y),
        Rect::from_edges(outer.x, inner.y, inner.x, inner.bottom()),
        Rect::from_edges(inner.right(), inner.y, outer.right(), inner.bottom()),
        Rect::from_edges(outer.x, inner.bottom(), outer.right(), outer.bottom()),
    ] {
        canvas.fill_color(rounded(&side, None).as_ref(), color, FillRule::Winding, at);
    }
    true
}

fn is_rounded(corners: Option<&[Size; 4]>) -> bool {
    corners.is_some_and(|corners| corners.iter().any(|corner| corner.width > 0.0 && corner.height > 0.0))
}

/// Paints a colour through the coverage of a box, without that of one inside; false where most of the pixels are corners.
fn blend(
    canvas: &mut Canvas<'_>,
    outer: Shape<'_>,
    inner: Option<Shape<'_>>,
    color: Srgb,
    (transform, clipped): (Transform, &Clipped),
) -> bool {
    let reached = canvas.reached(outer.0, transform, clipped);
    let (left, top, width, height) = (reached.x, reached.y, reached.width as usize, reached.height as usize);
    let local = transform.post_translate(-left, -top);
    let kept = |shape: Shape<'_>| NinePatch::kept(shape, local, (width, height), 0.0);
    if reached.is_empty() || color.alpha() <= 0.0 || canvas.is_idle() {
        return true;
    }
    let pixels = kept(outer) + inner.map_or(0, kept);
    if pixels * 2 > width * height || !canvas.budget().spend(1000 + pixels as u64 * 4) {
        return false;
    }
    let patch = |shape: Shape<'_>| NinePatch::new(shape, local, (width, height), 0.0);
    let Some(own) = patch(outer) else { return false };
    let within = inner.and_then(patch);
    if within.is_none() && inner.is_some() {
        return false;
    }
    let lines = PatchLines::new(own, within, width, u16::saturating_sub);
    canvas.blend_lines((left as i32, top as i32, width, height), lines, color, clipped);
    true
}
