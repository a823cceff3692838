//! The text of `flatten_axtree_to_str()` of `BrowserGym` 0.14.

use std::fmt::Write as _;

use super::{Bare, Tree, is_python_space};
use crate::dom::NodeId;

/// Properties that are left out.
const LEFT_OUT: [&str; 7] = ["editable", "readonly", "level", "settable", "multiline", "invalid", "focusable"];

pub(super) fn print(tree: &Tree<'_>, ref_of: &impl Fn(NodeId) -> Option<String>) -> String {
    let mut out = String::new();
    if tree.nodes.is_empty() {
        return out;
    }
    // Positions to print, with their depth and the name of the parent.
    let mut stack = vec![(0, 0, "")];
    while let Some((at, depth, parent_name)) = stack.pop() {
        let line = line(tree, at, parent_name, ref_of);
        let mut below = depth;
        if let Some(line) = line {
            if !out.is_empty() {
                out.push('\n');
            }
            out.extend(std::iter::repeat_n('\t', depth));
            out.push_str(&line);
            below += 1;
        }
        let name = name(tree, at).unwrap_or_default();
        stack.extend(tree.children[at].iter().rev().map(|&child| (child, below, name)));
    }
    out
}

/// The name of a node; line breaks have none here, whatever the tree says.
fn name<'a>(tree: &Tree<'a>, at: usize) -> Option<&'a str> {
    tree.name(at).filter(|_| tree.role(at) != "LineBreak")
}

/// The line of a node without its indentation; `None` if it has none.
fn line(tree: &Tree<'_>, at: usize, parent_name: &str, ref_of: &impl Fn(NodeId) -> Option<String>) -> Option<String> {
    let role = tree.role(at);
    let name = name(tree, at)?;
    let attributes: Vec<String> = tree
        .properties(at)
        .filter(|(property, _)| !LEFT_OUT.contains(property))
        .filter_map(|(property, value)| match property {
            "required" | "focused" | "atomic" => super::is_truthy(value).then(|| property.to_owned()),
            _ => Some(format!("{property}={}", repr(value))),
        })
        .collect();
    if role == "generic" && attributes.is_empty() || role == "StaticText" && parent_name.contains(name) {
        return None;
    }
    let mut line = tree.ref_of(at, ref_of).map_or_else(String::new, |id| format!("[{id}] "));
    line.push_str(role);
    if role != "generic" || !name.is_empty() {
        let _ = write!(line, " {}", repr_text(name.trim_matches(is_python_space)));
    }
    if let Some(value) = tree.value(at) {
        let _ = write!(line, " value={}", repr(value));
    }
    for attribute in attributes {
        let _ = write!(line, ", {attribute}");
    }
    Some(line)
}

/// Python's `repr()` of a value.
fn repr(value: Bare<'_>) -> String {
    match value {
        Bare::Bool(true) => "True".to_owned(),
        Bare::Bool(false) => "False".to_owned(),
        Bare::Text(text) => repr_text(text),
        Bare::Whole(number) => number.to_string(),
        Bare::Number(number) => number.to_string(),
    }
}

/// Python's `repr()` of a string.
fn repr_text(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote || c == '\\' => out.extend(['\\', c]),
            c if is_printable(c) => out.push(c),
            c => {
                let code = u32::from(c);
                let _ = match code {
                    0..=0xff => write!(out, "\\x{code:02x}"),
                    0x100..=0xffff => write!(out, "\\u{code:04x}"),
                    _ => write!(out, "\\U{code:08x}"),
                };
            }
        }
    }
    out.push(quote);
    out
}

/// True for characters that Python's `str.isprintable()` holds for printable: no controls, formats, private or unassigned
/// characters, and no space but U+0020.
fn is_printable(c: char) -> bool {
    use icu_properties::props::{EnumeratedProperty as _, GeneralCategory as G};
    c == ' '
        || !matches!(
            G::for_char(c),
            G::Control
                | G::Format
                | G::Surrogate
                | G::PrivateUse
                | G::Unassigned
                | G::LineSeparator
                | G::ParagraphSeparator
                | G::SpaceSeparator
        )
}
