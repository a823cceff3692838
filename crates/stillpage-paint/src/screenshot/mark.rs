//! Frames with labels over a picture.

use tiny_skia::FillRule;

use super::canvas::Canvas;
use super::glyph::Glyphs;
use super::path::{add_rounded, inset, rounded};
use super::text;
use crate::font::{Face, ReferenceFace};
use crate::geometry::{Rect, Sides};
use crate::style::computed::Srgb;

/// A frame with a label over a picture.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct Frame {
    area: Rect,
    label: String,
    color: Option<FrameColor>,
    is_filled: bool,
}

impl Frame {
    /// A frame around an area in viewport coordinates, in a colour of its own.
    pub fn new(area: Rect, label: impl Into<String>) -> Self {
        Self { area, label: label.into(), color: None, is_filled: false }
    }

    /// Sets the colour, of a thicker frame.
    pub fn color(mut self, color: FrameColor) -> Self {
        self.color = Some(color);
        self
    }

    /// Fills the frame a little, so that it is seen among others.
    pub fn filled(mut self) -> Self {
        self.is_filled = true;
        self
    }
}

/// The colour of a frame that says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameColor {
    /// Right, or new.
    Green,
    /// Wrong, or gone.
    Red,
    /// Changed.
    Amber,
    /// Moved.
    Blue,
}

impl FrameColor {
    const fn channels(self) -> [f32; 3] {
        match self {
            Self::Green => [21.0, 128.0, 61.0],
            Self::Red => [200.0, 20.0, 40.0],
            Self::Amber => [180.0, 83.0, 9.0],
            Self::Blue => [29.0, 78.0, 216.0],
        }
    }
}

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
/// Opacity of the inside of a filled frame.
const INSIDE: f32 = 0.14;

/// Paints frames with labels.
pub(super) fn draw(canvas: &mut Canvas<'_>, glyphs: &mut Glyphs, frames: &[Frame]) {
    let (transform, everywhere) = (canvas.to_picture(), canvas.unclipped());
    let at = (transform, &everywhere);
    let face = Face::Reference(ReferenceFace::MONOSPACE_BOLD);
    for (index, Frame { area, label, color: meant, is_filled }) in frames.iter().enumerate() {
        let channels = meant.map_or(COLORS[index % COLORS.len()], FrameColor::channels);
        let color = Srgb::new(channels, 1.0);
        if *is_filled {
            canvas.fill_color(rounded(area, None).as_ref(), Srgb::new(channels, INSIDE), FillRule::Winding, at);
        }
        let mut builder = tiny_skia::PathBuilder::new();
        add_rounded(&mut builder, area, None);
        let inner = inset(area, &Sides::all(if meant.is_some() { 2.5 } else { 1.5 }));
        if !inner.is_empty() {
            add_rounded(&mut builder, &inner, None);
        }
        canvas.fill_color(builder.finish().as_ref(), color, FillRule::EvenOdd, at);
        if label.is_empty() {
            continue;
        }
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
