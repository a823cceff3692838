//! The contrast of text: <https://www.w3.org/TR/WCAG22/#contrast-minimum>

mod backdrop;
mod link;

use super::rule as rules;
use super::{Finding, Subject};
use crate::dom::form::InputType;
use crate::dom::{NodeId, local_name};
use crate::geometry::Rect;
use crate::layout::TextLine;
use crate::style::computed::{Color, Interactivity, Srgb};
use backdrop::{Backdrop, Backdrops};

/// The contrast that text needs, and large text.
const NORMAL: f32 = 4.5;
const LARGE: f32 = 3.0;
/// Large text: 18 pt, or 14 pt if it is bold; in CSS px.
const LARGE_SIZE: f32 = 24.0;
const LARGE_BOLD_SIZE: f32 = 18.666;
const BOLD: f32 = 700.0;

pub(super) fn check(subject: &Subject<'_>, out: &mut Vec<Finding>) {
    let backdrops = Backdrops::new(subject);
    for &node in &subject.elements {
        if let Some(text) = text_of(subject, node) {
            out.extend(finding(subject, &backdrops, node, &text));
        }
    }
    link::check(subject, &backdrops, out);
}

/// The text of an element itself.
struct OwnText {
    characters: usize,
    /// One a line, or the box of a field.
    rects: Vec<Rect>,
}

/// The text to be read; `None` if it is empty or exempt.
fn text_of(subject: &Subject<'_>, node: NodeId) -> Option<OwnText> {
    let dom = subject.dom;
    let is_text_of_page =
        !matches!(subject.tag(node), "option" | "slot" | "script" | "style" | "title" | "noscript" | "head");
    if !is_text_of_page || !subject.is_exposed(node) || !subject.is_rendered(node) || is_disabled(subject, node) {
        return None;
    }
    if let Some(field) = field_text(subject, node) {
        return field;
    }
    let layout = subject.page.layout();
    let own = subject.rect(node);
    let mut text = OwnText { characters: 0, rects: Vec::new() };
    let mut has_letters = false;
    for child in subject.rendered_children(node) {
        let (Some(source), Some(shown)) = (dom.text(child), layout.text(child)) else { continue };
        // Punctuation and symbols alone are not text to read.
        has_letters |= source.chars().any(|c| !c.is_whitespace() && !is_symbol(c));
        if !source.trim().is_empty() {
            text.characters += source.split_whitespace().map(|word| word.chars().count()).sum::<usize>();
            text.rects.extend(shown.lines.iter().map(|line: &TextLine| line.rect));
        }
    }
    text.rects.retain(|rect| rect.width >= 1.0 && rect.height >= 1.0);
    let outside = text.rects.iter().any(|rect| !own.contains(rect.center()));
    if !has_letters || text.rects.is_empty() || outside || own.is_empty() {
        return None;
    }
    Some(text)
}

/// Punctuation, pictures and the characters of icon fonts.
fn is_symbol(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(c, '£' | '¢' | '¥' | '§' | '€' | '±' | '\u{2000}'..='\u{206f}' | '\u{2190}'..='\u{2bff}')
        || matches!(c, '\u{2e00}'..='\u{2e7f}' | '\u{e000}'..='\u{f8ff}' | '\u{1f000}'..='\u{10ffff}')
}

/// The text of a form field; the outer `None` if the element is not a field.
fn field_text(subject: &Subject<'_>, node: NodeId) -> Option<Option<OwnText>> {
    use InputType as I;
    let typed = match subject.tag(node) {
        "input" => {
            let kind = subject.dom.element(node).and_then(InputType::of);
            !matches!(kind, Some(I::Hidden | I::Range | I::Color | I::Checkbox | I::Radio | I::Image))
        }
        "select" => !subject.dom.form().options(node).is_empty(),
        "textarea" => true,
        _ => return None,
    };
    let rect = subject.rect(node);
    if !typed || rect.is_empty() {
        return Some(None);
    }
    let value = match subject.tag(node) {
        "select" => "text".into(),
        _ => crate::dom::form::value(subject.dom, node),
    };
    Some(Some(OwnText { characters: value.trim().chars().count(), rects: vec![rect] }))
}

/// Disabled controls and their labels are exempt, and what is inert.
fn is_disabled(subject: &Subject<'_>, node: NodeId) -> bool {
    let dom = subject.dom;
    let disabled = |node: NodeId| {
        subject.disabled.any(dom, node, |outer| {
            subject.attr(outer, "aria-disabled").is_some_and(|value| value.eq_ignore_ascii_case("true"))
                || dom.form().is_disabled(outer)
        })
    };
    if disabled(node) || subject.style(node).is_some_and(|s| s.interactivity == Interactivity::Inert) {
        return true;
    }
    let label = std::iter::once(node).chain(dom.flat_ancestors(node)).find(|&n| dom.is_html(n, &local_name!("label")));
    label.and_then(|label| dom.form().labeled_control(label)).is_some_and(disabled)
}

/// Returns the reason why a colour is not known.
fn reason(backdrop: &Backdrop) -> Option<&'static str> {
    Some(match backdrop {
        Backdrop::Known { .. } => return None,
        Backdrop::Image => "there is an image behind it",
        Backdrop::Covered => "something overlaps it",
        Backdrop::Partial => "its background is not the same everywhere",
        Backdrop::Generated => "generated content may be behind it",
        Backdrop::UnknownColor => "a colour is written in a way that is not computed",
        Backdrop::Hidden => return None,
    })
}

fn finding(subject: &Subject<'_>, backdrops: &Backdrops<'_, '_>, node: NodeId, text: &OwnText) -> Option<Finding> {
    let style = subject.style(node)?;
    let backdrop = backdrops.of(node, &text.rects);
    if let Some(reason) = reason(&backdrop) {
        return Some(Finding::unknown(&rules::COLOR_CONTRAST, node, format!("The contrast is not known: {reason}")));
    }
    let Backdrop::Known { text: foreground, behind } = backdrop else { return None };
    let contrast = foreground.contrast(behind);
    let is_large = style.font_size >= LARGE_SIZE || (style.font_weight >= BOLD && style.font_size >= LARGE_BOLD_SIZE);
    let expected = if is_large { LARGE } else { NORMAL };
    let shown = (contrast * 100.0).floor() / 100.0;
    if contrast >= expected {
        return None;
    }
    let message = format!(
        "The contrast is {shown} to 1, less than {expected} to 1: {} on {}, {} px",
        foreground.hex(),
        behind.hex(),
        (style.font_size * 10.0).round() / 10.0
    );
    // Text in the colour of its background is hidden on purpose, or behind something that is not seen; a single character
    // may be a picture.
    let certain = shown > 1.0 && text.characters > 1;
    Some(if certain {
        Finding::fails(&rules::COLOR_CONTRAST, node, message)
    } else {
        Finding::unknown(&rules::COLOR_CONTRAST, node, message)
    })
}

/// The computed colour of text.
fn foreground(subject: &Subject<'_>, node: NodeId) -> Option<Srgb> {
    let style = subject.style(node)?;
    match style.color {
        Color::Srgb(srgb) => Some(srgb),
        Color::ByScheme(colors) => Some(colors.of(style.is_dark)),
        Color::Current | Color::Unknown => None,
    }
}
