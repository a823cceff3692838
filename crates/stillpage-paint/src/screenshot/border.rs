//! Borders.

use tiny_skia::{FillRule, PathBuilder, Transform};

use super::canvas::Canvas;
use super::clip::Clipped;
use super::path::{add_rounded, inner_radii, inset, polygon, rounded};
use super::rounded_box;
use crate::geometry::{Rect, Sides, Size};
use crate::layout::DrawnBorder;
use crate::style::ComputedStyle;
use crate::style::computed::{BorderStyle, Color, PaintStyle, Srgb};

/// Limit: dashes of a side that are painted.
const MAX_DASHES: f32 = 20_000.0;

/// A side of a box: its width, style and colour.
type Side = (f32, BorderStyle, Option<Srgb>);

/// Paints the borders of a box.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    style: &ComputedStyle,
    area: &Rect,
    widths: &Sides<f32>,
    corners: Option<&[Size; 4]>,
    at: (Transform, &Clipped),
) {
    if widths.top + widths.right + widths.bottom + widths.left <= 0.0 {
        return;
    }
    let initial = PaintStyle::default();
    let colors = style.paint.as_deref().unwrap_or(&initial);
    let side = |width: f32, kind: BorderStyle, color: Color| -> Side {
        // Chrome: the shades are those of a light grey where no colour is declared.
        let used = match color {
            Color::Current if is_shaded(kind) => Some(Srgb::new([238.0; 3], 1.0)),
            color => style.used_color(color),
        };
        (width, kind, used.filter(|_| width > 0.0 && is_painted(kind)))
    };
    let sides = [
        side(widths.top, style.border.top.style, colors.border_top_color),
        side(widths.right, style.border.right.style, colors.border_right_color),
        side(widths.bottom, style.border.bottom.style, colors.border_bottom_color),
        side(widths.left, style.border.left.style, colors.border_left_color),
    ];
    paint_sides(canvas, sides, area, widths, corners, at);
}

/// Paints a border between cells, or at the edge of a table.
pub(super) fn collapsed(canvas: &mut Canvas<'_>, border: &DrawnBorder, at: (Transform, &Clipped)) {
    let area = &border.area;
    // Chrome: what is shaded is not where it is as thin as a line.
    let is_line = area.width.min(area.height) < 2.0;
    let style = match border.style {
        style if is_shaded(style) && is_line => BorderStyle::Solid,
        BorderStyle::Inset => BorderStyle::Ridge,
        BorderStyle::Outset => BorderStyle::Groove,
        style => style,
    };
    let width = if border.is_horizontal { area.height } else { area.width };
    // The lines that it is made of: how wide the first and the last are, and their colours.
    let lines = match style {
        BorderStyle::Double if width >= 3.0 => Some([((width + 1.0) / 3.0).floor(); 2]).zip(Some([border.color; 2])),
        style if is_shaded(style) => {
            let first = (width / 2.0).ceil();
            let colors = [lightened(border.color), darkened(border.color)];
            let is_ridge = style == BorderStyle::Ridge;
            Some([first, width - first]).zip(Some(if is_ridge { colors } else { [colors[1], colors[0]] }))
        }
        _ => None,
    };
    if let Some(([first, last], [color, other])) = lines {
        let (before, after) = (width - first, width - last);
        let (from, to) = match border.is_horizontal {
            true => (Sides { bottom: before, ..Sides::all(0.0) }, Sides { top: after, ..Sides::all(0.0) }),
            false => (Sides { right: before, ..Sides::all(0.0) }, Sides { left: after, ..Sides::all(0.0) }),
        };
        for (by, color) in [(from, color), (to, other)] {
            canvas.fill_color(rounded(&inset(area, &by), None).as_ref(), color, FillRule::Winding, at);
        }
        return;
    }
    let side = |width: f32| (width, style, (width > 0.0 && is_painted(style)).then_some(border.color));
    let (top, left) = if border.is_horizontal { (area.height, 0.0) } else { (0.0, area.width) };
    let widths = Sides { top, right: 0.0, bottom: 0.0, left };
    paint_sides(canvas, [side(top), side(0.0), side(0.0), side(left)], area, &widths, None, at);
}

pub(super) fn paint_sides(
    canvas: &mut Canvas<'_>,
    sides: [Side; 4],
    area: &Rect,
    widths: &Sides<f32>,
    corners: Option<&[Size; 4]>,
    at: (Transform, &Clipped),
) {
    let is_uniform = sides.iter().all(|side| side.1 == sides[0].1 && side.2 == sides[0].2 && side.0 > 0.0);
    if is_uniform && !is_shaded(sides[0].1) && !is_broken(sides[0].1) {
        ring(canvas, sides[0], (area, widths, corners), at);
        return;
    }
    let inner = inset(area, widths);
    let (l, t, r, b) = (area.x, area.y, area.right(), area.bottom());
    let (il, it, ir, ib) = (inner.x, inner.y, inner.right(), inner.bottom());
    let quads = [
        [(l, t), (r, t), (ir, it), (il, it)],
        [(r, t), (r, b), (ir, ib), (ir, it)],
        [(r, b), (l, b), (il, ib), (ir, ib)],
        [(l, b), (l, t), (il, it), (il, ib)],
    ];
    let lines = [
        ((l, t + widths.top / 2.0), (r, t + widths.top / 2.0)),
        ((r - widths.right / 2.0, t), (r - widths.right / 2.0, b)),
        ((l, b - widths.bottom / 2.0), (r, b - widths.bottom / 2.0)),
        ((l + widths.left / 2.0, t), (l + widths.left / 2.0, b)),
    ];
    for (index, (width, kind, color)) in sides.into_iter().enumerate() {
        let Some(color) = color else { continue };
        let is_start = index == 0 || index == 3;
        if is_broken(kind) && corners.is_none() {
            dashes(canvas, lines[index], width, kind, color, at);
            continue;
        }
        let color = match kind {
            BorderStyle::Inset | BorderStyle::Groove => shaded(color, is_start),
            BorderStyle::Outset | BorderStyle::Ridge => shaded(color, !is_start),
            _ => color,
        };
        let path = if corners.is_some() { corner_side(area, widths, corners, index) } else { polygon(&quads[index]) };
        canvas.fill_color(path.as_ref(), color, FillRule::EvenOdd, at);
        if matches!(kind, BorderStyle::Groove | BorderStyle::Ridge) && corners.is_none() {
            // The inner half is lit from the other side.
            let half = Sides {
                top: widths.top / 2.0,
                right: widths.right / 2.0,
                bottom: widths.bottom / 2.0,
                left: widths.left / 2.0,
            };
            let middle = inset(area, &half);
            let (l, t, r, b) = (middle.x, middle.y, middle.right(), middle.bottom());
            let halves = [
                [(l, t), (r, t), (ir, it), (il, it)],
                [(r, t), (r, b), (ir, ib), (ir, it)],
                [(r, b), (l, b), (il, ib), (ir, ib)],
                [(l, b), (l, t), (il, it), (il, ib)],
            ];
            if let Some(color) = sides[index].2 {
                let color = shaded(color, (kind == BorderStyle::Ridge) == is_start);
                canvas.fill_color(polygon(&halves[index]).as_ref(), color, FillRule::Winding, at);
            }
        }
    }
}

/// A side of a ring with rounded corners: what of the ring is in the wedge of the side.
fn corner_side(area: &Rect, widths: &Sides<f32>, corners: Option<&[Size; 4]>, side: usize) -> Option<tiny_skia::Path> {
    let inner = inset(area, widths);
    let corners = corners?;
    let inside = inner_radii(corners, widths);
    let width = [widths.top, widths.right, widths.bottom, widths.left][side];
    if width <= 0.0 {
        return None;
    }
    // Approx: the corners belong to a side up to their ends.
    let (l, t, r, b) = (area.x, area.y, area.right(), area.bottom());
    let near = 0.447_715_2;
    let mut path = PathBuilder::new();
    match side {
        0 => {
            path.move_to(l, t + corners[0].height);
            path.cubic_to(l, t + corners[0].height * near, l + corners[0].width * near, t, l + corners[0].width, t);
            path.line_to(r - corners[1].width, t);
            path.cubic_to(r - corners[1].width * near, t, r, t + corners[1].height * near, r, t + corners[1].height);
            path.cubic_to(
                inner.right(),
                inner.y + inside[1].height * near,
                inner.right() - inside[1].width * near,
                inner.y,
                inner.right() - inside[1].width,
                inner.y,
            );
            path.line_to(inner.x + inside[0].width, inner.y);
            path.cubic_to(
                inner.x + inside[0].width * near,
                inner.y,
                inner.x,
                inner.y + inside[0].height * near,
                l,
                t + corners[0].height,
            );
        }
        2 => {
            path.move_to(r, b - corners[2].height);
            path.cubic_to(r, b - corners[2].height * near, r - corners[2].width * near, b, r - corners[2].width, b);
            path.line_to(l + corners[3].width, b);
            path.cubic_to(l + corners[3].width * near, b, l, b - corners[3].height * near, l, b - corners[3].height);
            path.cubic_to(
                inner.x,
                inner.bottom() - inside[3].height * near,
                inner.x + inside[3].width * near,
                inner.bottom(),
                inner.x + inside[3].width,
                inner.bottom(),
            );
            path.line_to(inner.right() - inside[2].width, inner.bottom());
            path.cubic_to(
                inner.right() - inside[2].width * near,
                inner.bottom(),
                inner.right(),
                inner.bottom() - inside[2].height * near,
                r,
                b - corners[2].height,
            );
        }
        1 => {
            path.move_to(r, t + corners[1].height);
            path.line_to(r, b - corners[2].height);
            path.line_to(inner.right(), b - corners[2].height);
            path.line_to(inner.right(), t + corners[1].height);
        }
        _ => {
            path.move_to(l, t + corners[0].height);
            path.line_to(l, b - corners[3].height);
            path.line_to(inner.x, b - corners[3].height);
            path.line_to(inner.x, t + corners[0].height);
        }
    }
    path.close();
    path.finish()
}

fn is_painted(style: BorderStyle) -> bool {
    !matches!(style, BorderStyle::None | BorderStyle::Hidden)
}

/// Sides in two colours, as if lit from the top left.
fn is_shaded(style: BorderStyle) -> bool {
    matches!(style, BorderStyle::Inset | BorderStyle::Outset | BorderStyle::Groove | BorderStyle::Ridge)
}

fn is_broken(style: BorderStyle) -> bool {
    matches!(style, BorderStyle::Dashed | BorderStyle::Dotted)
}

/// A colour in the shade or in the light.
///
/// Chrome: very dark colours are lightened for both, and very light ones not even in the light.
fn shaded(color: Srgb, is_dark: bool) -> Srgb {
    /// The greys whose luminance is that of the lightest of the dark, and of the darkest of the light.
    const DARK: f32 = 32.0;
    const LIGHT: f32 = 235.0;
    // The contrast with black grows with the luminance.
    let black = Srgb::new([0.0; 3], 1.0);
    let is_at_most = |grey: f32| color.contrast(black) <= Srgb::new([grey; 3], 1.0).contrast(black);
    match (is_dark, is_at_most(DARK)) {
        (true, true) => lightened(color),
        (true, false) => darkened(color),
        (false, true) => lightened(lightened(color)),
        (false, false) if is_at_most(LIGHT) => lightened(color),
        (false, false) => color,
    }
}

/// A colour in the shade.
fn darkened(color: Srgb) -> Srgb {
    let channels = color.channels();
    let most = channels.iter().fold(0.0_f32, |most, channel| most.max(*channel)) / 255.0;
    let by = if most > 0.0 { ((most - 0.33) / most).max(0.0) } else { 0.0 };
    Srgb::new(channels.map(|channel| channel * by), color.alpha())
}

/// A colour in bright light.
fn lightened(color: Srgb) -> Srgb {
    let channels = color.channels();
    let most = channels.iter().fold(0.0_f32, |most, channel| most.max(*channel)) / 255.0;
    let made = if most <= 0.0 { [84.0; 3] } else { channels.map(|channel| channel * (most + 0.33).min(1.0) / most) };
    Srgb::new(made, color.alpha())
}

/// A line of dashes or dots.
fn dashes(
    canvas: &mut Canvas<'_>,
    ((x, y), (to_x, to_y)): ((f32, f32), (f32, f32)),
    width: f32,
    kind: BorderStyle,
    color: Srgb,
    at: (Transform, &Clipped),
) {
    let is_across = (to_x - x).abs() >= (to_y - y).abs();
    let length = if is_across { to_x - x } else { to_y - y };
    let is_dotted = kind == BorderStyle::Dotted;
    // Chrome: thin dots are square, and dashes of thin lines longer.
    let (dash, gap) = match width {
        _ if is_dotted => (width, width),
        width if width < 3.0 => (width * 3.0, width * 2.0),
        width => (width * 2.0, width),
    };
    // As many as fit best, with a whole one at both ends.
    let gap_of = |count: f32| if count > 1.0 { (length - count * dash) / (count - 1.0) } else { length };
    let fewer = ((length + gap) / (dash + gap)).floor().max(1.0);
    let (wide, narrow) = (gap_of(fewer), gap_of(fewer + 1.0));
    let gap = if narrow <= 0.0 || (wide - gap).abs() < (narrow - gap).abs() { wide } else { narrow };
    let step = dash + gap;
    // Only those that may be seen.
    let line = if is_across {
        Rect::new(x, y - width / 2.0, length, width)
    } else {
        Rect::new(x - width / 2.0, y, width, length)
    };
    let Some(seen) = canvas.seen(&line, at) else { return };
    let (from, to) = if is_across { (seen.x - x, seen.right() - x) } else { (seen.y - y, seen.bottom() - y) };
    let first = (from / step).floor().max(0.0);
    let count = ((to.min(length) - first * step) / step).ceil().min(MAX_DASHES);
    if step < 0.1 || count.is_nan() {
        return;
    }
    let mut builder = PathBuilder::new();
    let round = [Size::new(width / 2.0, width / 2.0); 4];
    for number in 0..count.max(0.0) as u32 {
        let at = (first + number as f32) * step;
        let long = dash.min(length - at);
        let area =
            if is_across { Rect::new(x + at, line.y, long, width) } else { Rect::new(line.x, y + at, width, long) };
        add_rounded(&mut builder, &area, (is_dotted && width > 3.0).then_some(&round));
    }
    canvas.fill_color(builder.finish().as_ref(), color, FillRule::Winding, at);
}

/// All four sides in one colour.
fn ring(
    canvas: &mut Canvas<'_>,
    (_, kind, color): Side,
    (area, widths, corners): (&Rect, &Sides<f32>, Option<&[Size; 4]>),
    at: (Transform, &Clipped),
) {
    let Some(color) = color.filter(|_| is_painted(kind)) else { return };
    let inner = inset(area, widths);
    if inner.is_empty() {
        rounded_box::fill(canvas, (area, corners), color, at);
        return;
    }
    let inner_corners = corners.map(|corners| inner_radii(corners, widths));
    if kind != BorderStyle::Double
        && rounded_box::between(canvas, (area, corners), (&inner, inner_corners.as_ref()), color, at)
    {
        return;
    }
    let mut builder = PathBuilder::new();
    add_rounded(&mut builder, area, corners);
    add_rounded(&mut builder, &inner, inner_corners.as_ref());
    if kind == BorderStyle::Double && widths.top >= 3.0 {
        let third = |width: f32| (width / 3.0).round().max(1.0);
        let outer = Sides {
            top: third(widths.top),
            right: third(widths.right),
            bottom: third(widths.bottom),
            left: third(widths.left),
        };
        let within = Sides {
            top: widths.top - outer.top,
            right: widths.right - outer.right,
            bottom: widths.bottom - outer.bottom,
            left: widths.left - outer.left,
        };
        add_rounded(&mut builder, &inset(area, &outer), corners.map(|c| inner_radii(c, &outer)).as_ref());
        add_rounded(&mut builder, &inset(area, &within), corners.map(|c| inner_radii(c, &within)).as_ref());
    }
    canvas.fill_color(builder.finish().as_ref(), color, FillRule::EvenOdd, at);
}
