//! The parts of controls that browser-use names, and the images in what can be clicked.

use std::fmt::Write as _;

use super::attributes::short;
use super::facts::Facts;
use super::nodes::{Kind, Nodes};
use crate::dom::NodeId;

/// Limit: this number of nodes in a control are searched for images.
const MAX_SEARCHED: usize = 100;

/// Limit: this number of images of a control are described.
const MAX_IMAGES: usize = 3;

/// Limit: attributes longer than this do not describe an image.
const MAX_LENGTH: usize = 4096;

/// The parts of a control; empty for other elements.
pub(super) fn parts(facts: &Facts<'_>, node: NodeId) -> String {
    let tag = facts.tag(node);
    let kind = facts.attribute(node, "type").unwrap_or_default();
    let has_accessible_children = || facts.accessible(node).is_some_and(|at| !facts.tree.children[at].is_empty());
    let parts = match (&*tag, kind) {
        ("input", "range") => {
            let of = |name, default: &str| float(facts.attribute(node, name).unwrap_or(default));
            let (min, max) = (of("min", "0").unwrap_or(0.0), of("max", "100").unwrap_or(100.0));
            vec![format!("name=Value,role=slider,min={},max={}", python(min), python(max))]
        }
        ("input", "number") => {
            let mut value = "name=Value,role=textbox".to_owned();
            for name in ["min", "max"] {
                if let Some(limit) = facts.attribute(node, name).and_then(float) {
                    let _ = write!(value, ",{name}={}", python(limit));
                }
            }
            vec![button("Increment"), button("Decrement"), value]
        }
        ("input", "color") => vec!["name=Hex Value,role=textbox".to_owned(), button("Color Picker")],
        ("input", "file") => {
            let many = if facts.attribute(node, "multiple").is_some() { "Files" } else { "File" };
            vec![button("Browse Files"), format!("name={many} Selected,role=textbox,current=None")]
        }
        ("select", _) if has_accessible_children() => vec![button("Dropdown Toggle"), options(facts, node)],
        ("details", _) if has_accessible_children() => {
            vec![button("Toggle Disclosure"), "name=Content Area,role=region".to_owned()]
        }
        ("audio" | "video", _) if has_accessible_children() => {
            let slider = |name| format!("name={name},role=slider,min=0,max=100");
            let mut parts = vec![button("Play/Pause"), slider("Progress"), button("Mute"), slider("Volume")];
            parts.extend((tag == "video").then(|| button("Fullscreen")));
            parts
        }
        _ => return String::new(),
    };
    let parts: Vec<String> = parts.into_iter().map(|part| format!("({part})")).collect();
    format!("compound_components={}", parts.join(","))
}

fn button(name: &str) -> String {
    format!("name={name},role=button")
}

/// A number as Python reads it.
fn float(text: &str) -> Option<f64> {
    text.trim_matches(super::super::is_python_space).parse().ok()
}

/// A number as Python writes it.
fn python(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e16 { format!("{number:.1}") } else { number.to_string() }
}

/// The list of options of a `select`.
fn options(facts: &Facts<'_>, select: NodeId) -> String {
    let dom = facts.tree.page.dom();
    let mut texts = Vec::new();
    let mut values = Vec::new();
    for option in dom.descendants(select).filter(|&node| facts.tag(node) == "option") {
        let pieces: Vec<&str> = std::iter::successors(dom.node(option).first_child, |&at| dom.node(at).next_sibling)
            .filter_map(|child| Some(dom.text(child)?.trim_matches(super::super::is_python_space)))
            .collect();
        let text = pieces.join(" ").trim_matches(super::super::is_python_space).to_owned();
        let value = facts.attribute(option, "value").unwrap_or_default();
        let value = value.trim_matches(super::super::is_python_space);
        let value = if value.is_empty() { text.clone() } else { value.to_owned() };
        if !value.is_empty() {
            texts.push(if text.is_empty() { value.clone() } else { text });
            values.push(value);
        }
    }
    let mut out = "name=Options,role=listbox".to_owned();
    if values.is_empty() {
        return out;
    }
    let first: Vec<_> = texts.iter().take(4).map(|text| short(text, 30)).collect();
    let _ = write!(out, ",count={},options={}", values.len(), first.join("|"));
    let first = values.get(..5).unwrap_or(&values);
    let is_code = |value: &String| {
        value.chars().count() == 2 && value.chars().any(char::is_uppercase) && !value.chars().any(char::is_lowercase)
    };
    let format = match () {
        () if values.len() < 2 => "",
        () if first.iter().all(|value| value.bytes().all(|byte| byte.is_ascii_digit())) => "numeric",
        () if first.iter().all(is_code) => "country/state codes",
        () if first.iter().all(|value| value.contains(['/', '-'])) => "date/path format",
        () if first.iter().any(|value| value.contains('@')) => "email addresses",
        () => "",
    };
    if !format.is_empty() {
        let _ = write!(out, ",format={format}");
    }
    out
}

/// The images that a control is, or that are in it.
pub(super) fn images(facts: &Facts<'_>, nodes: &Nodes, at: usize) -> String {
    let mut found = Vec::new();
    found.extend(image(facts, nodes, at));
    let mut stack: Vec<usize> = nodes.children(at).iter().rev().copied().collect();
    let mut searched = 0;
    while let Some(at) = stack.pop().filter(|_| searched < MAX_SEARCHED && found.len() < MAX_IMAGES) {
        searched += 1;
        found.extend(image(facts, nodes, at));
        stack.extend(nodes.children(at).iter().rev());
    }
    found.join(" ")
}

fn image(facts: &Facts<'_>, nodes: &Nodes, at: usize) -> Option<String> {
    let node = nodes[at].id;
    if nodes[at].kind != Kind::Element || facts.tag(node) != "img" {
        return None;
    }
    let of = |name| {
        let value = facts.attribute(node, name).filter(|value| value.chars().nth(MAX_LENGTH).is_none());
        value.unwrap_or_default()
    };
    let mut parts = Vec::new();
    for (name, shown) in [("alt", "image_alt"), ("title", "image_title"), ("aria-label", "image_label")] {
        let value = of(name).trim_matches(super::super::is_python_space);
        if !value.is_empty() {
            parts.push(format!("{shown}={}", short(value, 100)));
        }
    }
    let source = of("src").trim_matches(|c| c <= ' ').replace(['\t', '\n', '\r'], "");
    if !source.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:")) {
        let path = source.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
        let name = path.rsplit('/').next().unwrap_or_default();
        if !name.is_empty() {
            parts.push(format!("image_src={}", short(name, 100)));
        }
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}
