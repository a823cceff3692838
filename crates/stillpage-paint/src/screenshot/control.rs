//! Form controls with their native look.
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
use crate::style::ComputedStyle;
use crate::style::computed::{Appearance, Overflow, Srgb};

type Rgb = [f32; 3];

/// The colours of a scheme.
struct Palette {
    /// Fields and boxes.
    field: Rgb,
    border: Rgb,
    /// Buttons, and the lines around them.
    face: Rgb,
    face_border: Rgb,
    track: Rgb,
    /// The opacity of the lines around tracks, over what fills them.
    track_border_alpha: f32,
    accent: Rgb,
    /// Marks on the accent.
    mark: Rgb,
    arrow: Rgb,
    disabled_field: Rgb,
    disabled_border: Rgb,
    disabled_face: Rgb,
    disabled_accent: Rgb,
    /// Meters: good, fair, poor.
    levels: [Rgb; 3],
}

const LIGHT: Palette = Palette {
    field: [255.0; 3],
    border: [118.0; 3],
    face: [239.0; 3],
    face_border: [118.0; 3],
    track: [239.0; 3],
    track_border_alpha: 0.5,
    accent: [0.0, 117.0, 255.0],
    mark: [255.0; 3],
    arrow: [0.0; 3],
    disabled_field: [255.0; 3],
    disabled_border: [208.0; 3],
    disabled_face: [239.0; 3],
    disabled_accent: [203.0; 3],
    levels: [[16.0, 124.0, 16.0], [255.0, 185.0, 0.0], [216.0, 59.0, 1.0]],
};

const DARK: Palette = Palette {
    field: [59.0; 3],
    border: [133.0; 3],
    face: [107.0; 3],
    face_border: [94.0; 3],
    track: [59.0; 3],
    track_border_alpha: 1.0,
    accent: [153.0, 200.0, 255.0],
    mark: [59.0; 3],
    arrow: [255.0; 3],
    disabled_field: [59.0; 3],
    disabled_border: [98.0; 3],
    disabled_face: [54.0; 3],
    disabled_accent: [117.0; 3],
    levels: [[116.0, 179.0, 116.0], [242.0, 200.0, 18.0], [233.0, 143.0, 109.0]],
};

impl Palette {
    fn of(style: &ComputedStyle) -> &'static Self {
        if style.is_dark { &DARK } else { &LIGHT }
    }

    fn border(&self, disabled: bool) -> Rgb {
        if disabled { self.disabled_border } else { self.border }
    }

    fn field(&self, disabled: bool) -> Rgb {
        if disabled { self.disabled_field } else { self.field }
    }

    fn accent(&self, disabled: bool) -> Rgb {
        if disabled { self.disabled_accent } else { self.accent }
    }
}

/// The opacity of the lines in a corner.
const RESIZER_ALPHA: f32 = 0.6;
/// The place in which a control is painted.
struct Place<'a, 'b, 'c> {
    canvas: &'a mut Canvas<'b>,
    at: (Transform, &'c Clipped),
    colors: &'static Palette,
}

impl Place<'_, '_, '_> {
    fn fill(&mut self, area: &Rect, radius: f32, color: Rgb) {
        let radius = radius.min(area.width / 2.0).min(area.height / 2.0).max(0.0);
        let path = rounded(area, Some(&[Size::new(radius, radius); 4]));
        self.canvas.fill_color(path.as_ref(), Srgb::new(color, 1.0), FillRule::Winding, self.at);
    }

    fn frame(&mut self, area: &Rect, width: f32, radius: f32, color: Rgb) {
        self.thin_frame(area, width, radius, Srgb::new(color, 1.0));
    }

    fn thin_frame(&mut self, area: &Rect, width: f32, radius: f32, color: Srgb) {
        let mut builder = PathBuilder::new();
        add_rounded(&mut builder, area, Some(&[Size::new(radius, radius); 4]));
        let inner = (radius - width).max(0.0);
        add_rounded(&mut builder, &inset(area, &Sides::all(width)), Some(&[Size::new(inner, inner); 4]));
        self.canvas.fill_color(builder.finish().as_ref(), color, FillRule::EvenOdd, self.at);
    }

    /// A track of a slider or bar, and what of it is filled.
    fn track(&mut self, track: &Rect, filled: Option<(Rect, Rgb)>, disabled: bool) {
        let (radius, colors) = (track.width.min(track.height) / 2.0, self.colors);
        self.fill(track, radius, if disabled { colors.disabled_face } else { colors.track });
        if let Some((area, color)) = filled {
            // Round where the track ends alone.
            let corner = |x: f32, y: f32| {
                let is_end = (x - track.x).abs() < 0.1 || (x - track.right()).abs() < 0.1;
                let is_end = is_end && ((y - track.y).abs() < 0.1 || (y - track.bottom()).abs() < 0.1);
                let radius = if is_end { radius.min(area.width / 2.0).min(area.height / 2.0).max(0.0) } else { 0.0 };
                Size::new(radius, radius)
            };
            let (l, t, r, b) = (area.x, area.y, area.right(), area.bottom());
            let path = rounded(&area, Some(&[corner(l, t), corner(r, t), corner(r, b), corner(l, b)]));
            self.canvas.fill_color(path.as_ref(), Srgb::new(color, 1.0), FillRule::Winding, self.at);
        }
        self.thin_frame(track, 1.0, radius, Srgb::new(colors.border(disabled), colors.track_border_alpha));
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
    let mut place = Place { canvas, at, colors: Palette::of(style) };
    let colors = place.colors;
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
            place.fill(area, 0.0, colors.field(disabled));
            place.frame(area, 1.0, 0.0, colors.border(disabled));
        }
        Control::Button => {
            place.fill(area, 3.0, if disabled { colors.disabled_face } else { colors.face });
            let border = match (style.is_dark, disabled) {
                (true, true) => colors.disabled_face,
                (_, true) => colors.disabled_border,
                _ => colors.face_border,
            };
            place.frame(area, 1.0, 3.0, border);
        }
        Control::Menu => {
            // Chrome: a menu of the dark scheme that is disabled is seen through.
            let (field, border) = if disabled && style.is_dark {
                ([46.0; 3], [74.0; 3])
            } else {
                (colors.field(disabled), colors.border(disabled))
            };
            place.fill(area, 0.0, field);
            place.frame(area, 1.0, 0.0, border);
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
        parts(&mut Place { canvas, at, colors: Palette::of(drawn.style) }, dom, drawn, control, area, false);
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
    let color = place.colors.arrow;
    place.frame(&Rect::new(x, y, 10.0, 10.0), 1.0, 1.0, color);
    for part in
        [Rect::new(x, y, 10.0, 2.5), Rect::new(x + 1.5, y - 1.0, 1.0, 1.0), Rect::new(x + 7.5, y - 1.0, 1.0, 1.0)]
    {
        place.fill(&part, 0.0, color);
    }
}

/// The button of a field with a time.
fn clock(place: &mut Place<'_, '_, '_>, content: &Rect) {
    let (x, y) = (content.right() - 8.0, content.center().y.round());
    let color = place.colors.arrow;
    place.frame(&Rect::new(x - 5.75, y - 5.75, 11.5, 11.5), 1.0, 5.75, color);
    place.line(&[(x, y - 3.0), (x, y + 0.3), (x + 2.3, y + 2.0)], 1.0, color);
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
            canvas.fill_color(
                pixel.as_ref(),
                Srgb::new(Palette::of(style).arrow, RESIZER_ALPHA),
                FillRule::Winding,
                at,
            );
        }
    }
}

/// The colour of a control without a background, where the page gives it borders alone.
pub(super) fn face(drawn: &DrawnBox<'_>, control: Control) -> Option<Srgb> {
    if drawn.style.declares_background() {
        return None;
    }
    match control {
        Control::Button | Control::Menu => Some(drawn.style.button_color()),
        Control::TextField | Control::TextArea | Control::Temporal | Control::ListBox => {
            Some(drawn.style.field_color())
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
    let color = if disabled { place.colors.disabled_accent } else { place.colors.arrow };
    place.line(&[(x - 4.0, y - 2.0), (x, y + 2.0), (x + 4.0, y - 2.0)], 2.0, color);
}

fn toggle(place: &mut Place<'_, '_, '_>, dom: &Dom, node: NodeId, control: Control, area: &Rect, disabled: bool) {
    // A square in the middle of the box.
    let side = area.width.min(area.height);
    let center = area.center();
    let square = Rect::new(center.x - side / 2.0, center.y - side / 2.0, side, side);
    let round = control == Control::Radio;
    let radius = if round { side / 2.0 } else { 2.0 };
    let colors = place.colors;
    let (accent, border, field) = (colors.accent(disabled), colors.border(disabled), colors.field(disabled));
    let is_mixed = !round && dom.form().is_indeterminate(dom, node);
    if !dom.form().is_checked(node) && !is_mixed {
        place.fill(&square, radius, field);
        place.frame(&square, 1.0, radius, border);
        return;
    }
    if round {
        place.fill(&square, radius, field);
        place.frame(&square, 1.0, radius, accent);
        let dot = inset(&square, &Sides::all(side * 0.23));
        place.fill(&dot, dot.width / 2.0, accent);
        return;
    }
    place.fill(&square, radius, accent);
    let point = |x: f32, y: f32| (square.x + x * side, square.y + y * side);
    if is_mixed {
        place.line(&[point(0.2, 0.5), point(0.8, 0.5)], side * 0.15, colors.mark);
    } else {
        place.line(&[point(0.2, 0.52), point(0.42, 0.72), point(0.8, 0.28)], side * 0.15, colors.mark);
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
    let accent = place.colors.accent(disabled);
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
    place.track(&track, Some((filled, accent)), disabled);
    place.fill(&thumb, THUMB / 2.0, accent);
}

/// The bar of a `progress` or `meter`: Chrome's is as thick as half of a line.
fn bar(area: &Rect) -> Rect {
    let thickness = (area.height * 0.5).min(area.height);
    Rect::new(area.x, area.center().y - thickness / 2.0, area.width, thickness)
}

fn progress(place: &mut Place<'_, '_, '_>, dom: &Dom, node: NodeId, area: &Rect) {
    let bar = bar(area);
    let max = number(dom, node, "max").filter(|max| *max > 0.0).unwrap_or(1.0);
    let filled = match number(dom, node, "value") {
        Some(value) => Rect { width: bar.width * (value / max).clamp(0.0, 1.0), ..bar },
        // A piece that moves; where it is soon after the page has loaded.
        None => Rect { x: bar.x + bar.width * 0.16, width: bar.width * 0.2, ..bar },
    };
    place.track(&bar, Some((filled, place.colors.accent)), false);
}

fn meter(place: &mut Place<'_, '_, '_>, dom: &Dom, node: NodeId, area: &Rect) {
    let bar = bar(area);
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
    place.track(&bar, Some((Rect { width: bar.width * share, ..bar }, place.colors.levels[level])), false);
}

fn color_field(place: &mut Place<'_, '_, '_>, dom: &Dom, node: NodeId, area: &Rect, content: &Rect) {
    let colors = place.colors;
    let (radius, frame) = if colors.face == DARK.face { (3.0, colors.face) } else { (0.0, colors.border) };
    place.fill(area, radius, colors.face);
    place.frame(area, 1.0, radius, frame);
    let value = dom.attr(node, &local_name!("value")).unwrap_or("#000000");
    let digits = value.trim().trim_start_matches('#');
    let number = if digits.len() == 6 { u32::from_str_radix(digits, 16).unwrap_or(0) } else { 0 };
    let channels = [number >> 16, number >> 8, number].map(|channel| (channel & 255) as f32);
    let swatch = inset(content, &Sides { top: 4.0, right: 2.0, bottom: 4.0, left: 2.0 });
    place.fill(&swatch, 0.0, channels);
    place.frame(&swatch, 1.0, 0.0, [119.0; 3]);
}
