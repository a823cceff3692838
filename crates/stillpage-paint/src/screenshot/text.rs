//! Runs of text and their decorations.

use std::rc::Rc;

use tiny_skia::{FillRule, PathBuilder, Transform};

use super::blend;
use super::blur::soften;
use super::canvas::Canvas;
use super::clip::Clipped;
use super::coverage::GlyphMask;
use super::glyph::{Glyphs, Look, Sign, Turn};
use super::path::{add_rounded, inset, rounded, scale_of};
use crate::font::{Face, ReferenceFace, depends_on_neighbours, shaped_glyphs};
use crate::geometry::{Rect, Sides, Size};
use crate::layout::DrawnText;
use crate::style::ComputedStyle;
use crate::style::computed::{Color, Content, ListStyleType, Shadow, Srgb};

/// The opacity of text that is drawn as bars, where its face is missing.
const BAR_ALPHA: f32 = 0.4;

/// Limit: pixels of the shadow of a run.
const MAX_SHADOW: f32 = 4_000_000.0;
/// Limit: pixels of the blur of a shadow.
const MAX_BLUR: f32 = 300.0;

/// A glyph at its place in the picture, or a bar instead of it.
enum PlacedGlyph {
    Mask(Rc<GlyphMask>, (i32, i32)),
    Bar(Rect),
}

/// Paints a run of text.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    glyphs: &mut Glyphs,
    (drawn, shadows): (&DrawnText<'_>, &[Shadow]),
    at: (Transform, &Clipped),
) {
    let style: &ComputedStyle = drawn.style;
    let Some(color) = style.used_color(style.text_fill_color) else { return };
    draw_in(canvas, glyphs, (drawn, shadows), color, at);
}

/// Paints a run of text in black, without its shadows: what backgrounds are seen through.
pub(super) fn draw_opaque(
    canvas: &mut Canvas<'_>,
    glyphs: &mut Glyphs,
    drawn: &DrawnText<'_>,
    at: (Transform, &Clipped),
) {
    draw_in(canvas, glyphs, (drawn, &[]), Srgb::new([0.0; 3], 1.0), at);
}

fn draw_in(
    canvas: &mut Canvas<'_>,
    glyphs: &mut Glyphs,
    (drawn, shadows): (&DrawnText<'_>, &[Shadow]),
    color: Srgb,
    at: (Transform, &Clipped),
) {
    let style: &ComputedStyle = drawn.style;
    if drawn.is_marker && matches!(style.content, Content::Normal) && symbol(canvas, drawn, color, at) {
        return;
    }
    if color.alpha() <= 0.0 && shadows.is_empty() {
        return;
    }
    let mut placed = Vec::new();
    let faces = style.faces();
    let sum: f32 = drawn.advances.iter().sum();
    let spaces = drawn.text.chars().filter(|c| *c == ' ').count();
    let extra = if spaces > 0 { ((drawn.area.width - sum) / spaces as f32).max(0.0) } else { 0.0 };
    let is_rtl = drawn.text.chars().any(is_right_to_left);
    let baseline = drawn.area.y + drawn.ascent;
    let text = drawn.text;
    // The left edge of each character and its face; those of one face are shaped together where one of them needs it.
    let mut x = if is_rtl { drawn.area.right() } else { drawn.area.x };
    let mut segment: Vec<(usize, char, f32, f32)> = Vec::new();
    let mut face: Option<Face> = None;
    let weight = style.font_weight;
    for (index, c) in text.char_indices() {
        let advance = drawn.advances.get(index).copied().unwrap_or(0.0) + if c == ' ' { extra } else { 0.0 };
        if is_rtl {
            x -= advance;
        }
        if !c.is_whitespace() {
            let fallback = || ReferenceFace::fallback(c, faces.italic(), false).map(Face::Reference);
            let is_same = face.as_ref().is_some_and(|face| depends_on_neighbours(c) && face.covers(c));
            if !is_same {
                let own = faces.covering(c).cloned().or_else(fallback).unwrap_or_else(|| faces.primary().clone());
                if let Some(last) = face.replace(own.clone()).filter(|last| *last != own) {
                    placed.extend(place_segment(
                        glyphs,
                        (&last, style.font_size, weight),
                        (text, &segment),
                        baseline,
                        at,
                    ));
                    segment.clear();
                }
            }
        }
        segment.push((index, c, x, advance));
        if !is_rtl {
            x += advance;
        }
    }
    if let Some(face) = face {
        placed.extend(place_segment(glyphs, (&face, style.font_size, weight), (text, &segment), baseline, at));
    }
    for shadow in shadows.iter().rev() {
        cast(canvas, &placed, (shadow, style), at);
    }
    for glyph in placed.iter().filter(|_| color.alpha() > 0.0) {
        paint(canvas, glyph, color, at);
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
    // What a button says is generated as well.
    if !matches!(drawn.text.trim(), "\u{2022}" | "\u{25e6}" | "\u{25aa}" | "\u{25a0}" | "\u{25be}" | "\u{25b8}") {
        return false;
    }
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

/// The glyphs of characters of one face, each with its byte in the text, its left edge and its advance.
fn place_segment(
    glyphs: &mut Glyphs,
    (face, size, weight): (&Face, f32, f32),
    (text, segment): (&str, &[(usize, char, f32, f32)]),
    baseline: f32,
    at: (Transform, &Clipped),
) -> Vec<PlacedGlyph> {
    let bold = face.is_emboldened(weight);
    // A character without an advance is a part of another glyph.
    let is_part = |&(_, c, _, advance): &(usize, char, f32, f32)| {
        !c.is_whitespace() && (advance <= 0.0 || depends_on_neighbours(c))
    };
    let shaped = segment.iter().any(is_part).then(|| {
        let (&(from, ..), &(last, c, ..)) = (segment.first()?, segment.last()?);
        let glyphs_of = shaped_glyphs(&glyphs.font_of(face, size)?.0, text.get(from..last + c.len_utf8())?)?;
        Some((from, glyphs_of))
    });
    let Some((from, shaped)) = shaped.flatten() else {
        let shown = segment.iter().filter(|(_, c, ..)| !c.is_whitespace());
        let one = |&(_, c, x, advance): &(usize, char, f32, f32)| {
            place(glyphs, (face, size, bold), Sign::Character(c), (x, baseline, advance), at)
        };
        return shown.filter_map(one).collect();
    };
    let mut placed = Vec::new();
    let (mut cluster, mut x) = (usize::MAX, 0.0);
    for glyph in shaped {
        let place_of = segment.partition_point(|(index, ..)| *index < from + glyph.cluster);
        let Some(&(_, c, left, advance)) = segment.get(place_of) else { continue };
        if cluster != glyph.cluster {
            // The parts of a cluster are to the right of each other; its left edge is that of its last character from right to left.
            let rest = segment
                .iter()
                .skip(place_of + 1)
                .take_while(|(_, c, _, advance)| *advance <= 0.0 && !c.is_whitespace());
            (cluster, x) = (glyph.cluster, rest.map(|(_, _, x, _)| *x).fold(left, f32::min));
        }
        if !c.is_whitespace() {
            let (dx, dy) = (glyph.offset.0 * size, glyph.offset.1 * size);
            let at_line = (x + dx, baseline - dy, advance);
            placed.extend(place(glyphs, (face, size, bold), Sign::Glyph(glyph.glyph), at_line, at));
        }
        x += glyph.advance * size;
    }
    placed
}

/// Paints a character at a place on the baseline.
pub(super) fn glyph(
    canvas: &mut Canvas<'_>,
    glyphs: &mut Glyphs,
    (face, size, c): (&Face, f32, char),
    at_line: (f32, f32, f32),
    color: Srgb,
    at: (Transform, &Clipped),
) {
    if let Some(placed) = place(glyphs, (face, size, false), Sign::Character(c), at_line, at) {
        paint(canvas, &placed, color, at);
    }
}

fn paint(canvas: &mut Canvas<'_>, glyph: &PlacedGlyph, color: Srgb, at: (Transform, &Clipped)) {
    match glyph {
        PlacedGlyph::Mask(mask, corner) => canvas.blend(mask, *corner, color, at.1),
        PlacedGlyph::Bar(bar) => {
            let color = color.faded(BAR_ALPHA);
            canvas.fill_color(rounded(bar, None).as_ref(), color, FillRule::Winding, at);
        }
    }
}

/// A glyph at a place on the baseline; `None` if nothing of it shows.
fn place(
    glyphs: &mut Glyphs,
    (face, size, bold): (&Face, f32, bool),
    sign: Sign,
    (x, baseline, advance): (f32, f32, f32),
    (transform, clipped): (Transform, &Clipped),
) -> Option<PlacedGlyph> {
    let scale = scale_of(transform);
    let mut origin = [tiny_skia::Point::from_xy(x, baseline)];
    transform.map_points(&mut origin);
    // Glyphs are seldom larger than this around their origin.
    let reach = (2.0 * size + advance) * scale;
    let around = Rect::new(origin[0].x - reach, origin[0].y - reach, 2.0 * reach, 2.0 * reach);
    if !around.overlaps(&clipped.area) {
        return None;
    }
    if !glyphs.has(face, size * scale) {
        return Some(PlacedGlyph::Bar(Rect::new(x, baseline - size * 0.5, advance, size * 0.5)));
    }
    let mask = glyphs.mask(&Look::new(face, size * scale, Turn::of(transform, scale), bold), sign)?;
    let corner = ((origin[0].x + 0.5).floor() as i32, (origin[0].y + 0.5).floor() as i32);
    let corner = (corner.0.saturating_add(mask.left), corner.1.saturating_add(mask.top));
    Some(PlacedGlyph::Mask(mask, corner))
}

/// Paints the shadow of a run.
fn cast(
    canvas: &mut Canvas<'_>,
    placed: &[PlacedGlyph],
    (shadow, style): (&Shadow, &ComputedStyle),
    (transform, clipped): (Transform, &Clipped),
) {
    let Some(color) = style.used_color(shadow.color).filter(|color| color.alpha() > 0.0) else { return };
    let scale = scale_of(transform);
    let blur = (shadow.blur * scale).min(MAX_BLUR);
    let moved = |(x, y): (i32, i32)| {
        let by = |px: f32| (px * scale).round() as i32;
        (x.saturating_add(by(shadow.x)), y.saturating_add(by(shadow.y)))
    };
    let masks = || {
        placed.iter().filter_map(|glyph| match glyph {
            PlacedGlyph::Mask(mask, corner) => Some((mask, moved(*corner))),
            PlacedGlyph::Bar(_) => None,
        })
    };
    if blur < 0.5 {
        masks().for_each(|(mask, corner)| canvas.blend(mask, corner, color, clipped));
        return;
    }
    let area_of = |mask: &GlyphMask, (x, y): (i32, i32)| {
        let height = mask.coverage.len().checked_div(mask.width).unwrap_or(0);
        Rect::new(x as f32, y as f32, mask.width as f32, height as f32)
    };
    let margin = (blur * 1.5).ceil() + 1.0;
    let Some(all) = masks().map(|(mask, corner)| area_of(mask, corner)).reduce(|a, b| a.union(&b)) else { return };
    let seen = inset(&clipped.area, &Sides::all(-margin)).intersect(&inset(&all, &Sides::all(-margin)));
    let pixels = seen.width * seen.height;
    if seen.is_empty() || pixels > MAX_SHADOW || canvas.is_idle() || !canvas.budget().spend(pixels as u64 * 30) {
        return;
    }
    let (width, height) = (seen.width as usize, seen.height as usize);
    let (left, top) = (seen.x as i32, seen.y as i32);
    let mut coverage = vec![0.0_f32; width * height];
    for (mask, (x, y)) in masks() {
        for (row, line) in (y - top..).zip(mask.coverage.chunks(mask.width.max(1))) {
            for (column, covered) in (x - left..).zip(line) {
                let (Ok(row), Ok(column)) = (usize::try_from(row), usize::try_from(column)) else { continue };
                if column < width
                    && let Some(at) = coverage.get_mut(row * width + column)
                {
                    *at = at.max(f32::from(*covered) / 65_535.0);
                }
            }
        }
    }
    soften(&mut coverage, width, blur / 2.0);
    let coverage = coverage.into_iter().map(blend::coverage).collect();
    let mask = GlyphMask { left: 0, top: 0, width, coverage };
    canvas.blend(&mask, (left, top), color, clipped);
}

fn decoration(
    canvas: &mut Canvas<'_>,
    style: &ComputedStyle,
    area: &Rect,
    baseline: f32,
    color: Srgb,
    at: (Transform, &Clipped),
) {
    // Chrome: lines are cut to whole pixels, the gaps beside them are not.
    let exact = (style.font_size / 10.0).max(1.0);
    let thickness = exact.floor();
    let ascent = baseline - area.y;
    let declared = style.paint.as_deref().map_or(Color::Current, |paint| paint.text_decoration_color);
    let color = style.used_color(declared).unwrap_or(color);
    let tops =
        [(1, baseline + (exact / 2.0).ceil()), (2, area.y - thickness), (4, area.y + ascent * 2.0 / 3.0 - exact / 2.0)];
    for (_, y) in tops.iter().filter(|(bit, _)| style.text_decoration_line & bit != 0) {
        let line = Rect::new(area.x, y.round(), area.width, thickness);
        canvas.fill_color(rounded(&line, None).as_ref(), color, FillRule::Winding, at);
    }
}
