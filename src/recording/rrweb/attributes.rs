//! The attributes of a recorded element: markup, and what the recorder adds to it.

use std::borrow::Cow;

use crate::dom::ElementState;
use crate::recording::json::Item;

/// The recorded properties of an element.
#[derive(Debug, Default)]
pub(super) struct Recorded<'a> {
    /// As they are to be in the tree.
    pub(super) attributes: Vec<(String, String)>,
    /// The text of its style sheet.
    pub(super) sheet: Option<Cow<'a, str>>,
    /// The value of a `textarea`.
    pub(super) text: Option<String>,
}

/// The attributes of a new element of this name.
pub(super) fn recorded<'a>(name: &str, attributes: Item<'a>) -> Recorded<'a> {
    let mut recorded = Recorded::default();
    let kind = attributes.get("type").and_then(Item::plain);
    for (attribute, value) in attributes.entries() {
        match change(name, kind.as_deref(), attribute, value) {
            Change::Nothing => {}
            Change::Sheet(css) => recorded.sheet = Some(css),
            Change::Text(text) => recorded.text = Some(text),
            Change::Style(declarations) => {
                put(&mut recorded.attributes, "style", Some(with_declarations("", declarations)));
            }
            Change::Attribute(name, value) => put(&mut recorded.attributes, &name, value),
        }
    }
    // The place of an element whose content was not to be recorded.
    let size = |name| attributes.get(name).and_then(Item::plain);
    if let Some((width, height)) = size("rr_width").zip(size("rr_height")) {
        let mut style =
            recorded.attributes.iter().find(|(name, _)| name == "style").map_or_else(String::new, |(_, s)| s.clone());
        if !style.is_empty() {
            style.push(';');
        }
        style.push_str(&format!("width:{width};height:{height}"));
        put(&mut recorded.attributes, "style", Some(style));
    }
    recorded
}

fn put(attributes: &mut Vec<(String, String)>, name: &str, value: Option<String>) {
    let at = attributes.iter().position(|(known, _)| known == name);
    match (at, value) {
        (Some(at), Some(value)) => attributes[at].1 = value,
        (Some(at), None) => {
            attributes.remove(at);
        }
        (None, Some(value)) => attributes.push((name.to_owned(), value)),
        (None, None) => {}
    }
}

/// The effect of a recorded attribute on an element.
pub(super) enum Change<'a> {
    Nothing,
    Sheet(Cow<'a, str>),
    Text(String),
    /// Declarations of its `style` that were changed by themselves.
    Style(Item<'a>),
    /// An attribute, and its value if it has one now.
    Attribute(String, Option<String>),
}

/// Reads one recorded attribute.
pub(super) fn change<'a>(name: &str, kind: Option<&str>, attribute: &str, value: Item<'a>) -> Change<'a> {
    let state = |state: ElementState<'_>| match state.attribute(name, kind) {
        Some((attribute, value)) => Change::Attribute(attribute.to_owned(), value.map(Cow::into_owned)),
        None => Change::Nothing,
    };
    let is_set = || value.plain().is_some_and(|text| text != "false");
    match attribute {
        "_cssText" => value.text().map_or(Change::Nothing, |css| Change::Sheet(Cow::Borrowed(css))),
        "rr_scrollTop" => state(ElementState::ScrollTop(value.number().unwrap_or(0.0))),
        "rr_scrollLeft" => state(ElementState::ScrollLeft(value.number().unwrap_or(0.0))),
        "rr_open_mode" => state(ElementState::Modal(value.text() == Some("modal"))),
        "rr_dataURL" if name == "img" => Change::Attribute("src".to_owned(), value.plain().map(Cow::into_owned)),
        _ if attribute.starts_with("rr_") || attribute.starts_with("data-frozen-") => Change::Nothing,
        "checked" => state(ElementState::Checked(is_set())),
        "selected" => state(ElementState::Selected(is_set())),
        "value" if name == "textarea" => Change::Text(value.plain().unwrap_or_default().into_owned()),
        // The value of a choice is in its options.
        "value" if name == "select" => Change::Nothing,
        "style" if value.is_object() => Change::Style(value),
        _ => {
            // A flag is written as a truth value.
            let text = match value.plain() {
                Some(text) if text == "true" && value.text().is_none() => Some(String::new()),
                Some(text) if text == "false" && value.text().is_none() => None,
                text => text.map(Cow::into_owned),
            };
            Change::Attribute(attribute.to_owned(), text)
        }
    }
}

/// A `style` with some declarations replaced: by a value, by `[value, priority]`, or removed by `false`.
pub(super) fn with_declarations(style: &str, changes: Item<'_>) -> String {
    let mut declarations: Vec<(String, String)> = crate::style::declarations(style);
    for (property, value) in changes.entries() {
        declarations.retain(|(known, _)| !known.eq_ignore_ascii_case(property));
        let mut parts = value.items();
        let (text, priority) = match parts.next() {
            Some(first) => (first.plain(), parts.next().and_then(Item::text)),
            None => (value.text().map(Cow::Borrowed), None),
        };
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            let priority = priority.filter(|p| p.eq_ignore_ascii_case("important")).map_or("", |_| " !important");
            declarations.push((property.to_owned(), format!("{text}{priority}")));
        }
    }
    let parts: Vec<String> = declarations.into_iter().map(|(name, value)| format!("{name}: {value};")).collect();
    parts.join(" ")
}

/// Names of SVG elements that recorders write in lower case.
const SVG_NAMES: &[(&str, &str)] = &[
    ("clippath", "clipPath"),
    ("foreignobject", "foreignObject"),
    ("lineargradient", "linearGradient"),
    ("radialgradient", "radialGradient"),
    ("textpath", "textPath"),
];

/// The name of an SVG element from that in a recording.
pub(super) fn svg_name(recorded: &str) -> &str {
    SVG_NAMES.iter().find(|(lower, _)| *lower == recorded).map_or(recorded, |(_, name)| name)
}
