//! Outlines of boxes, and the ring around what has the focus.

use tiny_skia::Transform;

use super::border::paint_sides;
use super::canvas::Canvas;
use super::clip::Clipped;
use super::path::{inner_radii, inset};
use crate::geometry::{Rect, Sides, Size};
use crate::layout::{DrawnOutline, radii, snapped};
use crate::style::computed::{BorderStyle, Color, OutlineStyle, Srgb};
use crate::style::property::focus_ring;

/// Chrome: the lines of a focus ring, the one in its colour and the one around it, px.
const RING: f32 = 2.0;
const AROUND_RING: f32 = 1.0;
/// Chrome: how far a ring lies outside of a box without a border, px. From a border it takes as much.
const OUTSIDE: f32 = 1.0;
/// Chrome: the radius of a ring around a box with square corners, px.
const RING_RADIUS: f32 = 3.0;

/// Paints an outline.
pub(super) fn draw(canvas: &mut Canvas<'_>, drawn: &DrawnOutline, at: (Transform, &Clipped)) {
    let area = snapped(&drawn.area);
    let corners = radii(&drawn.style, area.size());
    if drawn.is_focus_ring {
        return draw_ring(canvas, drawn, (&area, corners.as_deref()), focus_ring(), at);
    }
    let Some(paint) = drawn.style.paint.as_deref() else { return };
    let style = match paint.outline_style {
        OutlineStyle::None | OutlineStyle::Unset => return,
        OutlineStyle::Auto => return draw_ring(canvas, drawn, (&area, corners.as_deref()), paint.outline_color, at),
        OutlineStyle::Dotted => BorderStyle::Dotted,
        OutlineStyle::Dashed => BorderStyle::Dashed,
        OutlineStyle::Solid => BorderStyle::Solid,
        OutlineStyle::Double => BorderStyle::Double,
        OutlineStyle::Groove => BorderStyle::Groove,
        OutlineStyle::Ridge => BorderStyle::Ridge,
        OutlineStyle::Inset => BorderStyle::Inset,
        OutlineStyle::Outset => BorderStyle::Outset,
    };
    let (width, color) = (paint.outline_width, drawn.style.used_color(paint.outline_color));
    let grown = Sides::all(-(width + drawn.offset));
    let around = inset(&area, &grown);
    let corners = corners.map(|corners| inner_radii(&corners, &grown));
    paint_sides(canvas, [(width, style, color); 4], &around, &Sides::all(width), corners.as_ref(), at);
}

/// Paints the ring of `outline-style: auto`, whose lines are of one width, in a line that sets it off from what is around.
fn draw_ring(
    canvas: &mut Canvas<'_>,
    drawn: &DrawnOutline,
    (area, corners): (&Rect, Option<&[Size; 4]>),
    color: Color,
    at: (Transform, &Clipped),
) {
    let (color, Sides { top, right, bottom, left }) = (drawn.style.used_color(color), drawn.border);
    let outside = drawn.offset + OUTSIDE - top.min(right).min(bottom).min(left).clamp(0.0, OUTSIDE);
    let around_color = if drawn.style.is_dark { Srgb::new([16.0; 3], 1.0) } else { Srgb::WHITE };
    for (outside, width, color) in [(outside + AROUND_RING, RING, Some(around_color)), (outside, RING, color)] {
        let grown = Sides::all(-outside);
        let least = RING_RADIUS + outside - drawn.offset - OUTSIDE;
        let corner = |radius: f32| (radius + outside).max(least);
        let rounded: [Size; 4] = std::array::from_fn(|at| {
            let radius = corners.map_or(Size::ZERO, |corners| corners[at]);
            Size::new(corner(radius.width), corner(radius.height))
        });
        let (line, widths) = ((width, BorderStyle::Solid, color), Sides::all(width));
        paint_sides(canvas, [line; 4], &inset(area, &grown), &widths, Some(&rounded), at);
    }
}
