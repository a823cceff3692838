//! Default sizes and baselines of form controls.
//!
//! Chrome: measured in Chromium with the reference fonts; sizes are of the content box.

use super::axes::has_central_baseline;
use super::control_parts as parts;
use super::field_content::{self, is_by_content};
use super::label::{font_height, label_width, option_label};
use super::list_box;
use super::single_line::{line_height, metrics};
use super::slider;
use super::state::LayoutState;
use super::state::box_tree::{BoxId, Control};
use super::state::edges::BoxEdges;
use super::unit::{Extent, LayoutUnit};
use crate::dom::{NodeId, form, local_name};
use crate::style::ComputedStyle;
use crate::style::computed::{Appearance, BaselineSource, LineHeight, Overflow};

/// The line height, not below that of `normal`. Chrome: what text fields have.
fn roomy_line(style: &ComputedStyle) -> LayoutUnit {
    line_height(style).max(LayoutUnit::from_f32(metrics(style).line_spacing))
}

/// Chrome: where the first family of the list is one of these, whatever face stands in for it, a zero is what controls
/// measure by: the tables of those fonts were once wrong.
#[rustfmt::skip]
const MEASURED_BY_ZERO: [&str; 34] = [
    "American Typewriter", "Arial Hebrew", "Chalkboard", "Cochin", "Corsiva Hebrew", "Courier", "Euphemia UCAS",
    "Geneva", "Gill Sans", "Hei", "Helvetica", "Hoefler Text", "InaiMathi", "Kai", "Lucida Grande", "Marker Felt",
    "Monaco", "Mshtakan", "New Peninim MT", "Osaka", "Raanana", "STHeiti", "Symbol", "Times", "Apple Braille",
    "Apple LiGothic", "Apple LiSung", "Apple Symbols", "AppleGothic", "AppleMyungjo", "#GungSeo", "#HeadLineA",
    "#PCMyungjo", "#PilGi",
];

fn measured_by_zero(style: &ComputedStyle) -> bool {
    style.font_family.first().is_some_and(|family| MEASURED_BY_ZERO.contains(&family.name()))
}

/// The average and the widest character that text controls measure by, px.
///
/// Chrome: as Skia reads them from the font's tables, the average not below its rounding.
fn character_widths(style: &ComputedStyle) -> (f32, f32) {
    if measured_by_zero(style) {
        let zero = metrics(style).zero_advance + style.letter_spacing;
        return (zero, zero);
    }
    let (average, widest) = style.faces().primary().character_widths(style.font_size);
    (average.max(average.round()), widest)
}

#[expect(clippy::cast_precision_loss, reason = "a count of characters, at most 65535")]
fn from_count(count: i32) -> f32 {
    count as f32
}

/// The content box a control has by default.
pub(crate) fn natural_size(pass: &LayoutState<'_>, id: BoxId, kind: Control) -> Extent {
    let node = &pass.tree[id];
    let style = &node.style;
    let number = |name| {
        pass.dom.attr(node.node, &name).and_then(|v| v.trim().parse::<u16>().ok()).filter(|n| *n > 0).map(i32::from)
    };
    let px = |w: i32, h: i32| Extent::new(LayoutUnit::px(w), LayoutUnit::px(h));
    let zoomed = |w: i16, h: i16| {
        Extent::new(LayoutUnit::from_f32(f32::from(w) * style.zoom), LayoutUnit::from_f32(f32::from(h) * style.zoom))
    };
    let line = || line_height(style);
    // The width of a field for this many characters.
    let characters = |count: i32| {
        let (average, widest) = character_widths(style);
        (average * from_count(count) + (widest - average).max(0.0)).ceil()
    };
    match kind {
        Control::TextField if is_by_content(style) => {
            Extent::new(field_content::field_width(pass, id), roomy_line(style))
        }
        Control::TextArea if is_by_content(style) => field_content::area_size(pass, id),
        Control::TextField => {
            // HTML: `size` applies to the text states, not to numbers.
            let sized = !pass
                .dom
                .attr(node.node, &local_name!("type"))
                .is_some_and(|t| ["number", "hidden"].iter().any(|k| t.eq_ignore_ascii_case(k)));
            if let Some((digits, spin_button)) = number_size(pass, node.node) {
                let width = LayoutUnit::from_f32(characters(digits));
                return Extent::new(width + spin_button, roomy_line(style));
            }
            let size = number(local_name!("size")).filter(|_| sized).unwrap_or(20);
            Extent::new(LayoutUnit::from_f32(characters(size)), roomy_line(style))
        }
        Control::TextArea => {
            let columns = number(local_name!("cols")).unwrap_or(20);
            let rows = number(local_name!("rows")).unwrap_or(2);
            // Chrome: room for a scroll bar, though it takes none where bars are hidden.
            let bar = if matches!(style.overflow_y, Overflow::Auto | Overflow::Scroll) { 15 } else { 0 };
            let character = character_widths(style).0;
            let width = LayoutUnit::from_f32((character * from_count(columns)).ceil()) + LayoutUnit::px(bar);
            Extent::new(width, line().times(rows))
        }
        Control::Checkbox | Control::Radio if style.appearance == Appearance::None => px(0, 0),
        Control::Checkbox | Control::Radio => zoomed(13, 13),
        Control::Range => Extent::new(zoomed(129, 0).width, slider::thickness(pass.styles, node.node, style)),
        Control::Color => px(44, 23),
        // Chrome: 34 zeros wide with any label; as high as its button.
        Control::File => {
            let width = (34.0 * (metrics(style).zero_advance + style.letter_spacing)).ceil();
            Extent::new(LayoutUnit::from_f32(width), parts::file_button_height(pass, node.node, style).max(line()))
        }
        Control::Temporal => parts::temporal_size(pass, node.node, style),
        Control::Menu => {
            let widest = widest_option(pass, node.node, style);
            if is_by_content(style) && pass.dom.form().options(node.node).is_empty() {
                return if style.appearance == Appearance::None { px(0, 2) } else { menu_padding(style) };
            }
            // Chrome: with its native look it has an arrow and a line without gap, and ignores `line-height`.
            if style.appearance != Appearance::None {
                let around = menu_padding(style);
                return Extent::new(widest + around.width, font_height(style) + around.height);
            }
            let height = if style.line_height == LineHeight::Normal { font_height(style) } else { line() };
            Extent::new(widest, height)
        }
        Control::ListBox => {
            let rows = if is_by_content(style) {
                list_box::row_count(pass, node.node)
            } else {
                number(local_name!("size")).unwrap_or(4)
            };
            let (width, row) = list_box::size(pass, node.node, style);
            Extent::new(width, row.times(rows))
        }
        // Blocks without contents; a style sheet gives them their width.
        Control::Meter | Control::Progress => Extent::default(),
        Control::Button => Extent::default(),
    }
}

/// Returns the number of characters that the limits of a number field take, and the width of the button beside them; `None` if
/// the field has no limits.
///
/// Chrome: `min`, `max` and the step give the size of the field.
fn number_size(pass: &LayoutState<'_>, node: NodeId) -> Option<(i32, LayoutUnit)> {
    let attr = |name| pass.dom.attr(node, &name);
    if !attr(local_name!("type")).is_some_and(|t| t.eq_ignore_ascii_case("number")) {
        return None;
    }
    let step = attr(local_name!("step")).unwrap_or("1");
    if step.eq_ignore_ascii_case("any") {
        return None;
    }
    let limits = [rendered_digits(attr(local_name!("min"))?)?, rendered_digits(attr(local_name!("max"))?)?];
    let step = rendered_digits(step).unwrap_or((1, 0));
    let before = limits[0].0.max(limits[1].0).max(step.0);
    let after = limits[0].1.max(limits[1].1).max(step.1);
    Some((before + after + i32::from(after > 0), LayoutUnit::px(15)))
}

/// Returns the number of characters before the decimal point of a number, the sign included, and behind it.
///
/// Approx: a number with an exponent counts as none.
fn rendered_digits(number: &str) -> Option<(i32, i32)> {
    let unsigned = number.strip_prefix('-').unwrap_or(number);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let is_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if unsigned.is_empty() || !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let count = |s: &str| i32::try_from(s.len()).ok().filter(|n| *n <= 400);
    let sign = i32::from(unsigned.len() != number.len());
    let whole = whole.trim_start_matches('0');
    Some((sign + count(whole)?.max(1), count(fraction.trim_end_matches('0'))?))
}

/// The widest option of a `select` with a drop-down.
fn widest_option(pass: &LayoutState<'_>, select: NodeId, style: &ComputedStyle) -> LayoutUnit {
    let by_content = is_by_content(style);
    let mut widest = LayoutUnit::ZERO;
    if pass.dom.attr(select, &local_name!("multiple")).is_some() {
        // Chrome: the button counts the options that are selected.
        let count = pass.dom.form().selected_options(select).count();
        widest = label_width(pass, select, style, &format!("{count} selected"));
    }
    for node in pass.dom.descendants(select) {
        if !pass.dom.is_html(node, &local_name!("option")) || by_content && !pass.dom.form().is_selected(node) {
            continue;
        }
        let mut text = option_label(pass, node);
        let grouped = pass.dom.node(node).parent.is_some_and(|p| pass.dom.is_html(p, &local_name!("optgroup")));
        if grouped && !by_content {
            // Chrome: the drop-down indents it by spaces.
            text.insert_str(0, "    ");
        }
        widest = widest.max(label_width(pass, select, style, &text));
    }
    widest
}

/// The room that a native menu has around its text: 4 px before it, an arrow of 16 px, a px above and below. Chrome: zoomed, these are
/// whole px, and the arrow is not less than 15.
fn menu_padding(style: &ComputedStyle) -> Extent {
    let whole = |px: f32| LayoutUnit::from_f32((px * style.zoom).floor());
    Extent::new(whole(4.0) + whole(16.0).max(LayoutUnit::px(15)), whole(1.0).times(2))
}

/// The baseline of a control from its border box's top; `None`: its bottom margin edge.
pub(super) fn baseline(
    pass: &LayoutState<'_>,
    id: BoxId,
    kind: Control,
    size: Extent,
    edges: &BoxEdges,
) -> Option<LayoutUnit> {
    let style = &pass.tree[id].style;
    match kind {
        Control::TextField | Control::Menu | Control::Temporal | Control::File => {
            let inset = edges.inset();
            let metrics = metrics(style);
            let text = LayoutUnit::from_f32(metrics.ascent + metrics.descent);
            // Chrome: the button and the text beside it are at the top of a file field.
            let content = match kind {
                Control::File => natural_size(pass, id, kind).height,
                _ => (size.height - inset.height()).clamp_negative(),
            };
            let above = (content - text).half();
            // Chrome: the text is centred, on a whole px.
            let above = if kind == Control::Temporal { above } else { above.floor() };
            // Chrome: a menu that is too low for its text shows the beginning of it.
            let above = match kind {
                Control::Menu if style.appearance != Appearance::None => above.max(menu_padding(style).height.half()),
                Control::Menu => above.clamp_negative(),
                _ => above,
            };
            Some(inset.top + above + LayoutUnit::from_f32(metrics.ascent))
        }
        // Chrome: the lines of a text count where `baseline-source` asks for them.
        Control::TextArea => {
            let is_empty = || form::value(pass.dom, pass.tree[id].node).is_empty();
            let counts = match style.baseline_source {
                BaselineSource::Auto => pass.tree.is_item(id),
                BaselineSource::First => true,
                BaselineSource::Last => is_empty(),
            };
            if has_central_baseline(style) && pass.tree.axes(id).is_vertical() {
                return counts.then(|| edges.inset().top + line_height(style).half());
            }
            let metrics = metrics(style);
            let text = LayoutUnit::from_f32(metrics.ascent + metrics.descent);
            let above = (line_height(style) - text).half().floor();
            counts.then(|| edges.inset().top + above + LayoutUnit::from_f32(metrics.ascent))
        }
        Control::Color => {
            let (inset, padding) = (edges.inset(), parts::swatch_padding(pass, pass.tree[id].node));
            let content = size.height - inset.height();
            // Chrome: what is lower than its padding has that in its middle, and the border of the swatch below it.
            let around = padding.times(2);
            let above = (content - around).min(LayoutUnit::ZERO).half();
            Some(inset.top + above + content.max(around + LayoutUnit::px(2)) - padding)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::rendered_digits;

    #[test]
    fn digits_of_numbers() {
        let check = |number: &str, expected| assert_eq!(rendered_digits(number), expected, "{number}");
        check("99", Some((2, 0)));
        check("-100", Some((4, 0)));
        check("0.01", Some((1, 2)));
        check("010.50", Some((2, 1)));
        check(".5", Some((1, 1)));
        check("1e3", None);
        check("", None);
        check("-", None);
    }
}
