//! Frames with labels over a picture.

use tiny_skia::FillRule;

use super::canvas::Canvas;
use super::glyph::Glyphs;
use super::path::{add_rounded, inset, rounded};
use super::text;
use crate::font::{Face, ReferenceFace};
use crate::geometry::{Rect, Sides};
use crate::style::computed::Srgb;

/// Colours of frames and their labels, one after the other: dark enough for white text.
const COLORS: [[f32; 3]; 6] = [
    [190.0, 24.0, 93.0],
    [29.0, 78.0, 216.0],
    [21.0, 128.0, 61.0],
    [180.0, 83.0, 9.0],
    [109.0, 40.0, 217.0],
    [15.0, 118.0, 110.0],
];
/// Height of a label, and of its text.
const HEIGHT: f32 = 13.0;
const TEXT: f32 = 10.0;

/// Paints frames with labels, in viewport coordinates.
pub(super) fn draw(canvas: &mut Canvas<'_>, glyphs: &mut Glyphs, marks: &[(Rect, String)]) {
    let (transform, everywhere) = (canvas.to_picture(), canvas.unclipped());
    let at = (transform, &everywhere);
    let face = Face::Reference(ReferenceFace::MONOSPACE_BOLD);
    for (index, (area, label)) in marks.iter().enumerate() {
        let color = Srgb::new(COLORS[index % COLORS.len()], 1.0);
        let mut builder = tiny_skia::PathBuilder::new();
        add_rounded(&mut builder, area, None);
        let inner = inset(area, &Sides::all(1.5));
        if !inner.is_empty() {
            add_rounded(&mut builder, &inner, None);
        }
        canvas.fill_color(builder.finish().as_ref(), color, FillRule::EvenOdd, at);
        let advance = TEXT * 0.6;
        let width = label.chars().count() as f32 * advance + 4.0;
        // Above the frame where there is room, else in its corner.
        let y = if area.y >= HEIGHT { area.y - HEIGHT } else { area.y };
        let tag = Rect::new(area.x, y, width, HEIGHT);
        canvas.fill_color(rounded(&tag, None).as_ref(), color, FillRule::Winding, at);
        for (number, c) in label.chars().enumerate() {
            let x = tag.x + 2.0 + number as f32 * advance;
            let white = Srgb::new([255.0; 3], 1.0);
            text::glyph(canvas, glyphs, (&face, TEXT, c), (x, y + HEIGHT - 3.5, advance), white, at);
        }
    }
}
