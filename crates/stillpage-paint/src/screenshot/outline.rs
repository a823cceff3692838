//! Outlines of boxes, and the ring around what has the focus.

use tiny_skia::Transform;

use super::border::paint_sides;
use super::canvas::Canvas;
use super::clip::Clipped;
use super::path::{inner_radii, inset};
use crate::geometry::{Rect, Sides, Size};
use crate::layout::{DrawnOutline, radii, snapped};
use crate::style::computed::{BorderStyle, OutlineStyle, Srgb};

/// Chrome: the lines of a focus ring, the one in its colour and the one around it, px.
const RING: f32 = 2.0;
const AROUND_RING: f32 = 1.0;
/// Chrome: the grey of a ring, in the light and in the dark scheme: `-webkit-focus-ring-color`.
const RING_COLOR: f32 = 16.0;
const DARK_RING_COLOR: f32 = 238.0;
/// Chrome: how far a ring lies outside of a box without a border, px. From a border it takes as much.
const OUTSIDE: f32 = 1.0;
/// Chrome: the radius of a ring around a box with square corners, px.
const RING_RADIUS: f32 = 3.0;

/// Paints an outline.
pub(super) fn draw(canvas: &mut Canvas<'_>, drawn: &DrawnOutline<'_>, at: (Transform, &Clipped)) {
    let area = snapped(&drawn.area);
    let corners = radii(drawn.style, area.size());
    let offset = drawn.offset;
    if drawn.is_focus_ring {
        let color = if drawn.style.is_dark { DARK_RING_COLOR } else { RING_COLOR };
        return focus_ring(canvas, drawn, (&area, corners.as_deref(), offset), Some(Srgb::new([color; 3], 1.0)), at);
    }
    let Some(paint) = drawn.style.paint.as_deref() else { return };
    let color = drawn.style.used_color(paint.outline_color);
    let style = match paint.outline_style {
        OutlineStyle::None | OutlineStyle::Unset => return,
        OutlineStyle::Auto => return focus_ring(canvas, drawn, (&area, corners.as_deref(), offset), color, at),
        OutlineStyle::Dotted => BorderStyle::Dotted,
        OutlineStyle::Dashed => BorderStyle::Dashed,
        OutlineStyle::Solid => BorderStyle::Solid,
        OutlineStyle::Double => BorderStyle::Double,
        OutlineStyle::Groove => BorderStyle::Groove,
        OutlineStyle::Ridge => BorderStyle::Ridge,
        OutlineStyle::Inset => BorderStyle::Inset,
        OutlineStyle::Outset => BorderStyle::Outset,
    };
    let width = paint.outline_width;
    let grown = Sides::all(-(width + offset));
    let around = inset(&area, &grown);
    let corners = corners.map(|corners| inner_radii(&corners, &grown));
    paint_sides(canvas, [(width, style, color); 4], &around, &Sides::all(width), corners.as_ref(), at);
}

/// Paints the ring of `outline-style: auto`, whose lines are of one width, in a line that sets it off from what is around.
fn focus_ring(
    canvas: &mut Canvas<'_>,
    drawn: &DrawnOutline<'_>,
    (area, corners, offset): (&Rect, Option<&[Size; 4]>, f32),
    color: Option<Srgb>,
    at: (Transform, &Clipped),
) {
    let Sides { top, right, bottom, left } = drawn.border;
    let outside = offset + OUTSIDE - top.min(right).min(bottom).min(left).clamp(0.0, OUTSIDE);
    let around_color = if drawn.style.is_dark { Srgb::new([16.0; 3], 1.0) } else { Srgb::WHITE };
    for (outside, width, color) in [(outside + AROUND_RING, RING, Some(around_color)), (outside, RING, color)] {
        let grown = Sides::all(-outside);
        let least = RING_RADIUS + outside - offset - OUTSIDE;
        let corner = |radius: f32| (radius + outside).max(least);
        let rounded: [Size; 4] = std::array::from_fn(|at| {
            let radius = corners.map_or(Size::ZERO, |corners| corners[at]);
            Size::new(corner(radius.width), corner(radius.height))
        });
        let (line, widths) = ((width, BorderStyle::Solid, color), Sides::all(width));
        paint_sides(canvas, [line; 4], &inset(area, &grown), &widths, Some(&rounded), at);
    }
}
