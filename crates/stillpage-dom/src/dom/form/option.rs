//! The options of a `select`: values, texts, labels.

use std::borrow::Cow;

use super::super::walk::collapse_ascii_whitespace;
use super::super::{Dom, ElementData, NodeId, local_name};

/// Returns the number of rows that a `select` shows.
///
/// <https://html.spec.whatwg.org/#concept-select-size>
#[must_use]
pub fn display_size(select: &ElementData) -> u32 {
    let size = select.attr(&local_name!("size")).and_then(|size| {
        let digits = size.trim_start_matches(|c: char| c.is_ascii_whitespace());
        let digits = digits.strip_prefix('+').unwrap_or(digits);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits.get(..end)?.parse().ok()
    });
    let default = if select.attr(&local_name!("multiple")).is_some() { 4 } else { 1 };
    size.filter(|&size| size > 0).unwrap_or(default)
}

/// `value` of an option: its attribute, else its text.
#[must_use]
pub fn option_value(dom: &Dom, option: NodeId) -> Cow<'_, str> {
    match dom.attr(option, &local_name!("value")) {
        Some(value) => Cow::Borrowed(value),
        None => Cow::Owned(option_text(dom, option)),
    }
}

/// `text` of an option: whitespace collapsed, scripts left out.
///
/// <https://html.spec.whatwg.org/#dom-option-text>
#[must_use]
pub fn option_text(dom: &Dom, option: NodeId) -> String {
    let is_script = |n: NodeId| dom.element(n).is_some_and(|e| e.name.local == local_name!("script"));
    let text: String = dom
        .descendants(option)
        .filter(|&n| dom.node(n).parent.is_none_or(|parent| !is_script(parent)))
        .filter_map(|n| dom.text(n))
        .collect();
    collapse_ascii_whitespace(&text)
}

/// `label` of an option: its visible text.
#[must_use]
pub fn option_label(dom: &Dom, option: NodeId) -> Cow<'_, str> {
    match dom.attr(option, &local_name!("label")).filter(|label| !label.is_empty()) {
        Some(label) => Cow::Borrowed(label),
        None => Cow::Owned(option_text(dom, option)),
    }
}
