//! Form controls with their native look, in the light scheme.
//!
//! Chrome: sizes and colours are those of its own theme, as pictures of it show them.

use tiny_skia::{FillRule, LineCap, LineJoin, PathBuilder, Stroke, Transform};

use super::canvas::Canvas;
use super::clip::Clipped;
use super::path::{add_rounded, inset, rounded};
use crate::dom::form::InputType;
use crate::dom::{Dom, NodeId, form, local_name};
use crate::geometry::{Rect, Sides, Size};
use crate::layout::{Control, DrawnBox};
use crate::style::computed::{Appearance, Overflow, Srgb};

type Rgb = [f32; 3];

const WHITE: Rgb = [255.0; 3];
const FACE: Rgb = [239.0; 3];
const BORDER: Rgb = [118.0; 3];
const TRACK_BORDER: Rgb = [178.0; 3];
const ACCENT: Rgb = [0.0, 117.0, 255.0];
const ARROW: Rgb = [0.0; 3];
/// The opacity of the lines in a corner.
const RESIZER_ALPHA: f32 = 0.6;
/// The border of disabled controls.
const DISABLED_BORDER: Rgb = [208.0; 3];
const DISABLED_ACCENT: Rgb = [203.0; 3];
/// The colours of meters: good, fair, poor.
const LEVELS: [Rgb; 3] = [[16.0, 124.0, 16.0], [255.0, 185.0, 0.0], [216.0, 59.0, 1.0]];

/// The place in which a control is painted.
struct Place<'a, 'b, 'c> {
    canvas: &'a mut Canvas<'b>,
    at: (Transform, &'c Clipped),
}

impl Place<'_, '_, '_> {
    fn fill(&mut self, area: &Rect, radius: f32, color: Rgb) {
        let radius = radius.min(area.width / 2.0).min(area.height / 2.0).max(0.0);
        let path = rounded(area, Some(&[Size::new(radius, radius); 4]));
        self.canvas.fill_color(path.as_ref(), Srgb::new(color, 1.0), FillRule::Winding, self.at);
    }

    fn frame(&mut self, area: &Rect, width: f32, radius: f32, color: Rgb) {
        let mut builder = PathBuilder::new();
        add_rounded(&mut builder, area, Some(&[Size::new(radius, radius); 4]));
        let inner = (radius - width).max(0.0);
        add_rounded(&mut builder, &inset(area, &Sides::all(width)), Some(&[Size::new(inner, inner); 4]));
        self.canvas.fill_color(builder.finish().as_ref(), Srgb::new(color, 1.0), FillRule::EvenOdd, self.at);
    }

    fn line(&mut self, points: &[(f32, f32)], width: f32, color: Rgb) {
        let mut builder = PathBuilder::new();
        for (index, (x, y)) in points.iter().enumerate() {
            if index == 0 { builder.move_to(*x, *y) } else { builder.line_to(*x, *y) }
        }
        let stroke = Stroke { width, line_cap: LineCap::Butt, line_join: LineJoin::Miter, ..Stroke::default() };
        let path = builder.finish().and_then(|path| path.stroke(&stroke, 1.0));
        self.canvas.fill_color(path.as_ref(), Srgb::new(color, 1.0), FillRule::Winding, self.at);
    }
}

/// Paints a control in place of its background and borders; false if the page gives it a look of its own.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    dom: &Dom,
    drawn: &DrawnBox<'_>,
    control: Control,
    area: &Rect,
    at: (Transform, &Clipped),
) -> bool {
    let style = drawn.style;
    let (node, disabled) = (drawn.node, dom.form().is_disabled(drawn.node));
    let mut place = Place { canvas, at };
    let content = inset(&inset(area, &drawn.border), &drawn.padding);
    match control {
        // Parts that no background takes away.
        Control::Range if style.appearance != Appearance::None => range(&mut place, dom, node, &content, disabled),
        Control::Color => color_field(&mut place, dom, node, area, &content),
        _ if style.appearance == Appearance::None => return false,
        Control::Checkbox | Control::Radio => toggle(&mut place, dom, node, control, area, disabled),
        Control::Progress => progress(&mut place, dom, node, area),
        Control::Meter => meter(&mut place, dom, node, area),
        _ if style.declares_background() || has_own_border(drawn) => return false,
        Control::TextField | Control::TextArea | Control::Temporal | Control::ListBox => {
            place.fill(area, 0.0, WHITE);
            place.frame(area, 1.0, 0.0, if disabled { DISABLED_BORDER } else { BORDER });
        }
        Control::Button => {
            place.fill(area, 3.0, FACE);
            place.frame(area, 1.0, 3.0, if disabled { DISABLED_BORDER } else { BORDER });
        }
        Control::Menu => {
            place.fill(area, 0.0, WHITE);
            place.frame(area, 1.0, 0.0, if disabled { DISABLED_BORDER } else { BORDER });
        }
        Control::File | Control::Range => return false,
    }
    parts(&mut place, dom, drawn, control, area, disabled);
    true
}

/// Paints what the theme adds to a control that has a background or borders of the page's.
pub(super) fn draw_parts(
    canvas: &mut Canvas<'_>,
    dom: &Dom,
    drawn: &DrawnBox<'_>,
    control: Control,
    area: &Rect,
    at: (Transform, &Clipped),
) {
    if drawn.style.appearance != Appearance::None {
        parts(&mut Place { canvas, at }, dom, drawn, control, area, false);
    }
}

fn parts(
    place: &mut Place<'_, '_, '_>,
    dom: &Dom,
    drawn: &DrawnBox<'_>,
    control: Control,
    area: &Rect,
    disabled: bool,
) {
    let content = inset(&inset(area, &drawn.border), &drawn.padding);
    match control {
        Control::Menu => arrow(place, area, disabled),
        Control::Temporal if dom.element(drawn.node).and_then(InputType::of) == Some(InputType::Time) => {
            clock(place, &content);
        }
        Control::Temporal => calendar(place, &content),
        _ => {}
    }
}

/// The button of a field with a date.
fn calendar(place: &mut Place<'_, '_, '_>, content: &Rect) {
    let (x, y) = (content.right() - 12.5, content.center().y.round() - 5.5);
    place.frame(&Rect::new(x, y, 10.0, 10.0), 1.0, 1.0, ARROW);
    for part in
        [Rect::new(x, y, 10.0, 2.5), Rect::new(x + 1.5, y - 1.0, 1.0, 1.0), Rect::new(x + 7.5, y - 1.0, 1.0, 1.0)]
    {
        place.fill(&part, 0.0, ARROW);
    }
}

/// The button of a field with a time.
fn clock(place: &mut Place<'_, '_, '_>, content: &Rect) {
    let (x, y) = (content.right() - 8.0, content.center().y.round());
    place.frame(&Rect::new(x - 5.75, y - 5.75, 11.5, 11.5), 1.0, 5.75, ARROW);
    place.line(&[(x, y - 3.0), (x, y + 0.3), (x + 2.3, y + 2.0)], 1.0, ARROW);
}

/// Paints the corner by which a box is resized. Chrome: two lines of whole pixels.
pub(super) fn resizer(canvas: &mut Canvas<'_>, drawn: &DrawnBox<'_>, area: &Rect, at: (Transform, &Clipped)) {
    let style = drawn.style;
    let scrolls = |overflow| !matches!(overflow, Overflow::Visible | Overflow::Clip);
    let is_resizable = style.paint.as_deref().is_some_and(|paint| paint.is_resizable);
    if !is_resizable || !scrolls(style.overflow_x) || !scrolls(style.overflow_y) {
        return;
    }
    let corner = inset(area, &drawn.border);
    for (from, count) in [(9_u8, 7_u8), (5, 3)] {
        for step in 0..count {
            let (x, y) = (corner.right() - f32::from(from - step), corner.bottom() - 3.0 - f32::from(step));
            let pixel = rounded(&Rect::new(x, y, 1.0, 1.0), None);
            canvas.fill_color(pixel.as_ref(), Srgb::new(ARROW, RESIZER_ALPHA), FillRule::Winding, at);
        }
    }
}

/// The colour of a control without a background, where the page gives it borders alone.
pub(super) fn face(drawn: &DrawnBox<'_>, control: Control) -> Option<Srgb> {
    if drawn.style.appearance == Appearance::None || drawn.style.declares_background() {
        return None;
    }
    match control {
        Control::Button => Some(Srgb::new(FACE, 1.0)),
        Control::TextField | Control::TextArea | Control::Temporal | Control::ListBox | Control::Menu => {
            Some(Srgb::new(WHITE, 1.0))
        }
        _ => None,
    }
}

/// True if borders are not those that the control has by itself.
fn has_own_border(drawn: &DrawnBox<'_>) -> bool {
    let border = drawn.border;
    let native = if border.top < 1.5 { 1.0 } else { 2.0 };
    let widths = [border.top, border.right, border.bottom, border.left];
    let style = drawn.style.border;
    use crate::style::computed::BorderStyle::{Inset, Outset, Solid};
    let is_native = |kind| match native < 1.5 {
        true => kind == Solid,
        false => matches!(kind, Inset | Outset),
    };
    widths.iter().any(|width| (width - native).abs() > 0.1)
        || ![style.top, style.right, style.bottom, style.left].iter().all(|side| is_native(side.style))
        || native < 1.5
            && drawn
                .style
                .paint
                .as_deref()
                .is_some_and(|paint| paint.border_top_color != crate::style::computed::Color::Current)
}

fn arrow(place: &mut Place<'_, '_, '_>, area: &Rect, disabled: bool) {
    let (x, y) = (area.right() - 10.5, area.center().y);
    let color = if disabled { DISABLED_ACCENT } else { ARROW };
    place.line(&[(x - 4.0, y - 2.0), (x, y + 2.0), (x + 4.0, y - 2.0)], 2.0, color);
}

fn toggle(place: &mut Place<'_, '_, '_>, dom: &Dom, node: NodeId, control: Control, area: &Rect, disabled: bool) {
    // A square in the middle of the box.
    let side = area.width.min(area.height);
    let center = area.center();
    let square = Rect::new(center.x - side / 2.0, center.y - side / 2.0, side, side);
    let round = control == Control::Radio;
    let radius = if round { side / 2.0 } else { 2.0 };
    let (accent, border) = if disabled { (DISABLED_ACCENT, DISABLED_BORDER) } else { (ACCENT, BORDER) };
    let is_mixed = !round && dom.form().is_indeterminate(dom, node);
    if !dom.form().is_checked(node) && !is_mixed {
        place.fill(&square, radius, WHITE);
        place.frame(&square, 1.0, radius, border);
        return;
    }
    if round {
        place.fill(&square, radius, WHITE);
        place.frame(&square, 1.0, radius, accent);
        let dot = inset(&square, &Sides::all(side * 0.23));
        place.fill(&dot, dot.width / 2.0, accent);
        return;
    }
    place.fill(&square, radius, accent);
    let point = |x: f32, y: f32| (square.x + x * side, square.y + y * side);
    if is_mixed {
        place.line(&[point(0.2, 0.5), point(0.8, 0.5)], side * 0.15, WHITE);
    } else {
        place.line(&[point(0.2, 0.52), point(0.42, 0.72), point(0.8, 0.28)], side * 0.15, WHITE);
    }
}

fn number(dom: &Dom, node: NodeId, name: &str) -> Option<f32> {
    let element = dom.element(node)?;
    let value = element.attributes.iter().find(|attribute| &*attribute.name.local == name)?;
    value.value.trim().parse().ok().filter(|number: &f32| number.is_finite())
}

fn range(place: &mut Place<'_, '_, '_>, dom: &Dom, node: NodeId, content: &Rect, disabled: bool) {
    const THUMB: f32 = 16.0;
    const TRACK: f32 = 8.0;
    let min = number(dom, node, "min").unwrap_or(0.0);
    let max = number(dom, node, "max").unwrap_or(100.0).max(min);
    let value = form::value(dom, node).trim().parse().unwrap_or(min);
    let share = if max > min { ((value - min) / (max - min)).clamp(0.0, 1.0) } else { 0.0 };
    let accent = if disabled { DISABLED_ACCENT } else { ACCENT };
    let is_vertical = content.height > content.width * 1.5;
    let (track, filled, thumb) = if is_vertical {
        let x = content.center().x;
        let y = content.bottom() - THUMB - share * (content.height - THUMB);
        let track = Rect::new(x - TRACK / 2.0, content.y, TRACK, content.height);
        let filled = Rect::from_edges(track.x, y + THUMB / 2.0, track.right(), track.bottom());
        (track, filled, Rect::new(x - THUMB / 2.0, y, THUMB, THUMB))
    } else {
        let y = content.center().y;
        let x = content.x + share * (content.width - THUMB);
        let track = Rect::new(content.x, y - TRACK / 2.0, content.width, TRACK);
        let filled = Rect::from_edges(track.x, track.y, x + THUMB / 2.0, track.bottom());
        (track, filled, Rect::new(x, y - THUMB / 2.0, THUMB, THUMB))
    };
    place.fill(&track, TRACK / 2.0, FACE);
    place.frame(&track, 1.0, TRACK / 2.0, TRACK_BORDER);
    place.fill(&filled, TRACK / 2.0, accent);
    place.fill(&thumb, THUMB / 2.0, accent);
}

/// The bar of a `progress` or `meter`: Chrome's is as thick as half of a line.
fn bar(area: &Rect) -> Rect {
    let thickness = (area.height * 0.5).min(area.height);
    Rect::new(area.x, area.center().y - thickness / 2.0, area.width, thickness)
}

fn progress(place: &mut Place<'_, '_, '_>, dom: &Dom, node: NodeId, area: &Rect) {
    let bar = bar(area);
    let radius = bar.height / 2.0;
    place.fill(&bar, radius, FACE);
    place.frame(&bar, 1.0, radius, TRACK_BORDER);
    let Some(value) = number(dom, node, "value") else { return };
    let max = number(dom, node, "max").filter(|max| *max > 0.0).unwrap_or(1.0);
    place.fill(&Rect { width: bar.width * (value / max).clamp(0.0, 1.0), ..bar }, radius, ACCENT);
}

fn meter(place: &mut Place<'_, '_, '_>, dom: &Dom, node: NodeId, area: &Rect) {
    let bar = bar(area);
    let radius = bar.height / 2.0;
    place.fill(&bar, radius, FACE);
    place.frame(&bar, 1.0, radius, TRACK_BORDER);
    let of = |name| number(dom, node, name);
    let min = of("min").unwrap_or(0.0);
    let max = of("max").unwrap_or(1.0).max(min);
    let value = of("value").unwrap_or(0.0).clamp(min, max);
    let low = of("low").unwrap_or(min).clamp(min, max);
    let high = of("high").unwrap_or(max).clamp(low, max);
    let optimum = of("optimum").unwrap_or((min + max) / 2.0).clamp(min, max);
    let level = if optimum < low {
        usize::from(value > low) + usize::from(value > high)
    } else if optimum > high {
        usize::from(value < high) + usize::from(value < low)
    } else {
        usize::from(value < low || value > high)
    };
    let share = if max > min { (value - min) / (max - min) } else { 0.0 };
    place.fill(&Rect { width: bar.width * share, ..bar }, radius, LEVELS[level]);
}

fn color_field(place: &mut Place<'_, '_, '_>, dom: &Dom, node: NodeId, area: &Rect, content: &Rect) {
    place.fill(area, 0.0, FACE);
    place.frame(area, 1.0, 0.0, BORDER);
    let value = dom.attr(node, &local_name!("value")).unwrap_or("#000000");
    let digits = value.trim().trim_start_matches('#');
    let number = if digits.len() == 6 { u32::from_str_radix(digits, 16).unwrap_or(0) } else { 0 };
    let channels = [number >> 16, number >> 8, number].map(|channel| (channel & 255) as f32);
    let swatch = inset(content, &Sides { top: 4.0, right: 2.0, bottom: 4.0, left: 2.0 });
    place.fill(&swatch, 0.0, channels);
    place.frame(&swatch, 1.0, 0.0, BORDER);
}
