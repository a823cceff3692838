//! The text of `agent-browser snapshot` 0.27: a line for each node that has a role or a text.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::Value as Json;

use super::pointer::{ROLES, Signs, short_text, signs};
use super::{Bare, Tree};
use crate::dom::NodeId;

/// Roles that have a ref if they have a name.
const CONTENT: [&str; 10] =
    ["heading", "cell", "gridcell", "columnheader", "rowheader", "listitem", "article", "region", "main", "navigation"];

/// Characters that names are printed without.
const INVISIBLE: [char; 6] = ['\u{feff}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{a0}'];

/// A node as it is printed; without a role it is not.
struct Node<'a> {
    role: &'a str,
    name: String,
    children: &'a [usize],
    /// The state of the input in it that is not shown.
    checked: Option<String>,
    signs: Option<&'a Signs>,
    has_ref: bool,
}

pub(super) fn print(tree: &Tree<'_>, ref_of: &impl Fn(NodeId) -> Option<String>) -> String {
    let signs = signs(tree.page);
    let mut nodes: Vec<Node<'_>> = (0..tree.nodes.len()).map(|at| node(tree, at, &signs)).collect();
    for at in 0..nodes.len() {
        join_texts(&mut nodes, at);
    }
    for node in &mut nodes {
        node.has_ref = node.signs.is_some()
            || ROLES.contains(&node.role)
            || node.role == "Iframe"
            || CONTENT.contains(&node.role) && !node.name.is_empty();
    }
    let mut out = String::new();
    // Chrome: what is in a node of no element in an ignored one is listed twice; agent-browser takes the first for a tree of its own.
    let is_ignored = |at| tree.shown(at).is_none();
    let is_apart =
        |&at: &usize| !is_ignored(at) && !tree.nodes.has_dom_node(at) && tree.nodes.parent(at).is_some_and(is_ignored);
    let again = (0..nodes.len()).filter(is_apart).flat_map(|at| tree.children[at].iter().copied());
    let roots = (0..nodes.len().min(1)).chain(again);
    let mut stack: Vec<(usize, usize)> = roots.map(|root| (root, 0)).collect();
    stack.reverse();
    while let Some((at, depth)) = stack.pop() {
        let node = &nodes[at];
        let is_left_out = match node.role {
            "" | "RootWebArea" | "WebArea" => true,
            "generic" => !node.has_ref && node.children.len() <= 1,
            "StaticText" => visible(&node.name).is_empty(),
            _ => false,
        };
        if !is_left_out {
            let _ = writeln!(out, "{}- {}", "  ".repeat(depth), line(tree, at, node, ref_of));
        }
        let depth = depth + usize::from(!is_left_out);
        stack.extend(node.children.iter().rev().map(|&child| (child, depth)));
    }
    let out = out.trim();
    if out.is_empty() { "(empty page)".to_owned() } else { out.to_owned() }
}

fn node<'a>(tree: &'a Tree<'a>, at: usize, signs: &'a HashMap<NodeId, Signs>) -> Node<'a> {
    let role = match tree.role(at) {
        "InlineTextBox" => "",
        role if tree.shown(at).is_none() && role != "RootWebArea" => "",
        role => role,
    };
    let element = tree.element(at).filter(|_| !role.is_empty());
    let mut node = Node {
        role,
        name: if role.is_empty() { String::new() } else { tree.name(at).unwrap_or_default().to_owned() },
        children: &tree.children[at],
        checked: None,
        signs: element.and_then(|element| signs.get(&element)),
        has_ref: false,
    };
    // A label around an input that is not shown stands for it.
    if matches!(role, "LabelText" | "generic")
        && let (Some(element), Some(input)) = (element, node.signs.and_then(|signs| signs.hidden_input))
    {
        let dom = tree.page.dom();
        let is_radio = dom.attr(input, &"type".into()).is_some_and(|kind| kind.eq_ignore_ascii_case("radio"));
        node.role = if is_radio { "radio" } else { "checkbox" };
        if node.name.is_empty() {
            node.name = short_text(dom, element);
        }
        let is_mixed = !is_radio && dom.form().is_indeterminate(dom, input);
        node.checked = Some(if is_mixed { "mixed".to_owned() } else { dom.form().is_checked(input).to_string() });
    }
    node
}

/// Joins texts that follow each other in a node, and empties a text that repeats its name.
fn join_texts(nodes: &mut [Node<'_>], at: usize) {
    let children = nodes[at].children;
    if nodes[at].role.is_empty() {
        return;
    }
    let mut first: Option<usize> = None;
    for &child in children {
        match first {
            _ if nodes[child].role != "StaticText" => first = None,
            None => first = Some(child),
            Some(first) => {
                let more = std::mem::take(&mut nodes[child].name);
                nodes[first].name.push_str(&more);
                clear(&mut nodes[child]);
            }
        }
    }
    if let &[only] = children
        && nodes[only].role == "StaticText"
        && nodes[only].name == nodes[at].name
    {
        clear(&mut nodes[only]);
    }
}

fn clear(node: &mut Node<'_>) {
    node.role = "";
    node.name.clear();
    node.children = &[];
    node.signs = None;
}

fn line(tree: &Tree<'_>, at: usize, node: &Node<'_>, ref_of: &impl Fn(NodeId) -> Option<String>) -> String {
    let mut line = node.role.to_owned();
    if !node.name.is_empty() {
        let _ = write!(line, " {}", visible(&Json::from(node.name.as_str()).to_string()));
    }
    let is_true = |name| tree.property(at, name) == Some(Bare::Bool(true));
    let mut attributes = Vec::new();
    if let Some(Bare::Whole(level)) = tree.property(at, "level") {
        attributes.push(format!("level={level}"));
    }
    let checked = tree.property(at, "checked").map(|value| match value {
        Bare::Text(text) => text.to_owned(),
        Bare::Bool(value) => value.to_string(),
        Bare::Whole(_) | Bare::Number(_) => "false".to_owned(),
    });
    if let Some(checked) = node.checked.clone().or(checked) {
        attributes.push(format!("checked={checked}"));
    }
    if let Some(Bare::Bool(expanded)) = tree.property(at, "expanded") {
        attributes.push(format!("expanded={expanded}"));
    }
    attributes
        .extend(["selected", "disabled", "required"].into_iter().filter(|&name| is_true(name)).map(str::to_owned));
    if let Some(reference) = tree.ref_of(at, ref_of).filter(|_| node.has_ref) {
        attributes.push(format!("ref={reference}"));
    }
    if !attributes.is_empty() {
        let _ = write!(line, " [{}]", attributes.join(", "));
    }
    if let Some(signs) = node.signs {
        let _ = write!(line, " {} [{}]", signs.kind(), signs.names().join(", "));
    }
    let value = tree.value(at).map_or_else(String::new, text);
    if !value.is_empty() && value != node.name {
        let _ = write!(line, ": {value}");
    }
    line
}

/// A text, or a number as text.
fn text(value: Bare<'_>) -> String {
    match value {
        Bare::Text(text) => text.to_owned(),
        Bare::Whole(number) => number.to_string(),
        Bare::Number(number) => number.to_string(),
        Bare::Bool(_) => String::new(),
    }
}

fn visible(text: &str) -> String {
    text.replace(INVISIBLE, "")
}
