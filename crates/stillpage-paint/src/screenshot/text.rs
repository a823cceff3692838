//! Runs of text and their decorations.

use tiny_skia::{FillRule, PathBuilder, Transform};

use super::canvas::{Canvas, Clipped};
use super::glyph::Glyphs;
use super::path::{add_rounded, inset, rounded, used};
use crate::font::{Face, ReferenceFace};
use crate::geometry::{Rect, Sides, Size};
use crate::layout::DrawnText;
use crate::style::ComputedStyle;
use crate::style::computed::{Color, Content, ListStyleType, Srgb};

/// The opacity of text that is drawn as bars, where its face is missing.
const BAR_ALPHA: f32 = 0.4;

/// Paints a run of text.
pub(super) fn draw(canvas: &mut Canvas<'_>, glyphs: &mut Glyphs, drawn: &DrawnText<'_>, at: (Transform, &Clipped)) {
    let style: &ComputedStyle = drawn.style;
    let Some(color) = used(style.color, style).filter(|color| color.alpha() > 0.0) else { return };
    if drawn.is_marker && matches!(style.content, Content::Normal) && symbol(canvas, drawn, color, at) {
        return;
    }
    let faces = style.faces();
    let sum: f32 = drawn.advances.iter().sum();
    let spaces = drawn.text.chars().filter(|c| *c == ' ').count();
    let extra = if spaces > 0 { ((drawn.area.width - sum) / spaces as f32).max(0.0) } else { 0.0 };
    let is_rtl = drawn.text.chars().any(is_right_to_left);
    let mut x = if is_rtl { drawn.area.right() } else { drawn.area.x };
    let baseline = drawn.area.y + drawn.ascent;
    for (index, c) in drawn.text.char_indices() {
        let advance = drawn.advances.get(index).copied().unwrap_or(0.0) + if c == ' ' { extra } else { 0.0 };
        if is_rtl {
            x -= advance;
        }
        if !c.is_whitespace() {
            let fallback = || ReferenceFace::fallback(c, faces.italic(), false).map(Face::Reference);
            let face = faces.covering(c).cloned().or_else(fallback).unwrap_or_else(|| faces.primary().clone());
            glyph(canvas, glyphs, (&face, style.font_size, c), (x, baseline, advance), color, at);
        }
        if !is_rtl {
            x += advance;
        }
    }
    for decorated in drawn.decorations {
        decoration(canvas, decorated, &drawn.area, baseline, color, at);
    }
}

/// Paints the symbol of a list item's marker; false if the marker is text.
///
/// Chrome: symbols are as large as a third of the ascent of the font, and a px away from the start of the marker.
fn symbol(canvas: &mut Canvas<'_>, drawn: &DrawnText<'_>, color: Srgb, at: (Transform, &Clipped)) -> bool {
    let ListStyleType::Named(name) = &drawn.style.list_style_type else { return false };
    let ascent = drawn.ascent;
    let side = ((ascent * 2.0 / 3.0).floor() + 1.0) / 2.0;
    let side = side.floor().max(1.0);
    let top = drawn.area.y + (3.0 * (ascent - (ascent * 2.0 / 3.0).floor()) / 2.0).floor();
    let area = Rect::new(drawn.area.x + 1.0, top, side, side);
    let radii = [Size::new(side / 2.0, side / 2.0); 4];
    let mut builder = PathBuilder::new();
    match &**name {
        "disc" => add_rounded(&mut builder, &area, Some(&radii)),
        "square" => add_rounded(&mut builder, &area, None),
        "circle" => {
            add_rounded(&mut builder, &area, Some(&radii));
            let inner = inset(&area, &Sides::all(1.0));
            let within = (side / 2.0 - 1.0).max(0.0);
            add_rounded(&mut builder, &inner, Some(&[Size::new(within, within); 4]));
        }
        "disclosure-open" | "disclosure-closed" => {
            let side = (ascent * 0.66).floor();
            let (x, y) = (drawn.area.x, drawn.area.y + ascent - side);
            builder.move_to(x, y);
            if &**name == "disclosure-open" {
                builder.line_to(x + side, y);
                builder.line_to(x + side / 2.0, y + side * 0.86);
            } else {
                builder.line_to(x + side * 0.86, y + side / 2.0);
                builder.line_to(x, y + side);
            }
            builder.close();
        }
        _ => return false,
    }
    canvas.fill_color(builder.finish().as_ref(), color, FillRule::EvenOdd, at);
    true
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

/// Paints a character at a place on the baseline.
pub(super) fn glyph(
    canvas: &mut Canvas<'_>,
    glyphs: &mut Glyphs,
    (face, size, c): (&Face, f32, char),
    (x, baseline, advance): (f32, f32, f32),
    color: Srgb,
    (transform, clipped): (Transform, &Clipped),
) {
    // Approx: glyphs are neither turned nor skewed.
    let scale = (transform.sx.abs() + transform.ky.abs()).max(0.01);
    if !glyphs.has(face, size * scale) {
        let bar = Rect::new(x, baseline - size * 0.5, advance, size * 0.5);
        let color = color.faded(BAR_ALPHA);
        canvas.fill_color(rounded(&bar, None).as_ref(), color, FillRule::Winding, (transform, clipped));
        return;
    }
    let Some(mask) = glyphs.mask(face, size * scale, c) else { return };
    let mut place = [tiny_skia::Point::from_xy(x, baseline)];
    transform.map_points(&mut place);
    let corner = ((place[0].x + 0.5).floor() as i32 + mask.left, (place[0].y + 0.5).floor() as i32 + mask.top);
    canvas.blend(&mask, corner, color, clipped);
}

fn decoration(
    canvas: &mut Canvas<'_>,
    style: &ComputedStyle,
    area: &Rect,
    baseline: f32,
    color: Srgb,
    at: (Transform, &Clipped),
) {
    let thickness = (style.font_size / 10.0).max(1.0).round();
    let declared = style.paint.as_deref().map_or(Color::Current, |paint| paint.text_decoration_color);
    let color = used(declared, style).unwrap_or(color);
    let tops = [
        (1, baseline + (thickness / 2.0).max(1.0)),
        (2, area.y),
        (4, baseline - style.font_size * 0.3 + thickness / 2.0),
    ];
    for (_, y) in tops.iter().filter(|(bit, _)| style.text_decoration_line & bit != 0) {
        let line = Rect::new(area.x, y.round(), area.width, thickness);
        canvas.fill_color(rounded(&line, None).as_ref(), color, FillRule::Winding, at);
    }
}
