//! The outline of Stagehand 3: `[id] role: name`, a line for each node that is not a mere wrapper.

use std::fmt::Write as _;

use super::{Bare, Origin, Tree};
use crate::dom::{NodeId, local_name};
use stillpage_css::style::computed::Overflow;

/// A node that is printed.
struct Node {
    role: String,
    children: Vec<usize>,
}

pub(super) fn print(tree: &Tree<'_>, ref_of: &impl Fn(NodeId) -> Option<String>) -> String {
    let order = tree.parents_first();
    let roles: Vec<String> = (0..tree.nodes.len()).map(|at| decorated_role(tree, at)).collect();
    // What a node becomes: itself, the only node in it, or nothing.
    let mut becomes: Vec<Option<usize>> = vec![None; tree.nodes.len()];
    let mut nodes: Vec<Option<Node>> = (0..tree.nodes.len()).map(|_| None).collect();
    for &at in order.iter().rev() {
        // Nodes that nothing in the document stands for.
        if !tree.nodes.has_dom_node(at) {
            continue;
        }
        let (role, is_wrapper) = (roles[at].clone(), is_wrapper(&roles[at]));
        if !tree.children[at].iter().any(|&child| is_held(tree, child, &roles[child])) {
            if !is_wrapper {
                nodes[at] = Some(Node { role, children: Vec::new() });
                becomes[at] = Some(at);
            }
            continue;
        }
        let mut children: Vec<usize> = tree.children[at].iter().filter_map(|&child| becomes[child]).collect();
        if repeats_the_name(tree, at, &children, &nodes) {
            children.retain(|&child| nodes[child].as_ref().is_none_or(|node| node.role != "StaticText"));
        }
        becomes[at] = match children.as_slice() {
            [] if is_wrapper => None,
            [only] if is_wrapper => Some(*only),
            _ => {
                nodes[at] = Some(Node { role: written_role(tree, at, role), children });
                Some(at)
            }
        };
    }
    let mut out = String::new();
    let mut stack: Vec<(usize, usize)> = becomes.first().copied().flatten().map(|root| (root, 0)).into_iter().collect();
    while let Some((at, depth)) = stack.pop() {
        let Some(node) = &nodes[at] else { continue };
        out.push_str(if out.is_empty() { "" } else { "\n" });
        let id = tree.ref_of(at, ref_of).unwrap_or_else(|| format!("0-{}", at + 1));
        let _ = write!(out, "{}[{id}] {}", "  ".repeat(depth), node.role);
        let name = tree.name(at).unwrap_or_default();
        if !name.is_empty() {
            let _ = write!(out, ": {}", clean(name));
        }
        for state in ["selected", "checked"] {
            out.push_str(&if is_true(tree.property(at, state)) { format!(" [{state}]") } else { String::new() });
        }
        stack.extend(node.children.iter().rev().map(|&child| (child, depth + 1)));
    }
    out.trim_end().to_owned()
}

/// True for nodes that are looked at: not those that are empty wrappers from the start.
fn is_held(tree: &Tree<'_>, at: usize, role: &str) -> bool {
    let name = tree.name(at).unwrap_or_default();
    !name.trim_matches(is_javascript_space).is_empty() || !tree.children[at].is_empty() || !is_wrapper(role)
}

fn is_wrapper(role: &str) -> bool {
    ["generic", "none", "inlinetextbox"].iter().any(|wrapper| role.eq_ignore_ascii_case(wrapper))
}

/// The role, with what scrolls and file inputs called so.
fn decorated_role(tree: &Tree<'_>, at: usize) -> String {
    let Some(element) = tree.element(at) else { return tree.role(at).to_owned() };
    let tag = tag(tree, element);
    if tag == "html" || scrolls(tree, element) {
        return format!("scrollable, {tag}");
    }
    if tag == "input, file" { tag } else { tree.role(at).to_owned() }
}

/// The role of a node with others in it: wrappers have the name of their element.
fn written_role(tree: &Tree<'_>, at: usize, role: String) -> String {
    let tag = match tree.node(at).origin {
        Origin::Element(element) => tag(tree, element),
        // What the browser adds to a control: boxes, and the places of what is in it.
        Origin::Part(control) => match &*tag(tree, control) {
            "details" | "select" => "slot".to_owned(),
            _ => "div".to_owned(),
        },
        _ => return role,
    };
    match role.as_str() {
        "generic" | "none" => tag,
        "combobox" if tag == "select" => tag,
        _ => role,
    }
}

fn tag(tree: &Tree<'_>, element: NodeId) -> String {
    let dom = tree.page.dom();
    let Some(data) = dom.element(element) else { return String::new() };
    let name = str::to_ascii_lowercase(&data.name.local);
    match data.attr(&local_name!("type")).filter(|kind| !kind.is_empty() && name == "input") {
        Some(kind) => format!("input, {kind}"),
        None => name,
    }
}

/// True for an element that a user can scroll, as the `isScrollable` of the debugging protocol has it.
pub(super) fn scrolls(tree: &Tree<'_>, element: NodeId) -> bool {
    let page = tree.page;
    let Some(placed) = page.layout().get(element) else { return false };
    let (Some(scroll), Some(style)) = (placed.scroll(), page.styles().get(element)) else { return false };
    let moves = |overflow, hidden: f32| matches!(overflow, Overflow::Auto | Overflow::Scroll) && hidden >= 1.0;
    moves(style.overflow_x, scroll.content.width - scroll.client.width)
        || moves(style.overflow_y, scroll.content.height - scroll.client.height)
}

/// True if the texts in a node say its name again.
fn repeats_the_name(tree: &Tree<'_>, at: usize, children: &[usize], nodes: &[Option<Node>]) -> bool {
    let name = tree.name(at).unwrap_or_default();
    if name.is_empty() {
        return false;
    }
    let mut texts = String::new();
    for &child in children {
        if nodes[child].as_ref().is_some_and(|node| node.role == "StaticText") {
            texts.push_str(single_spaces(tree.name(child).unwrap_or_default()).trim_matches(is_javascript_space));
        }
    }
    texts == single_spaces(name).trim_matches(is_javascript_space)
}

/// A text with one space for each run of white space.
fn single_spaces(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_space = false;
    for c in text.chars() {
        let is_space = is_javascript_space(c);
        if !(is_space && in_space) {
            out.push(if is_space { ' ' } else { c });
        }
        in_space = is_space;
    }
    out
}

/// A name without the characters of private use; spaces that do not break are spaces.
fn clean(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut after_space = false;
    for c in name.chars() {
        match c {
            '\u{e000}'..='\u{f8ff}' => {}
            '\u{a0}' | '\u{202f}' | '\u{2007}' | '\u{feff}' => {
                if !after_space {
                    out.push(' ');
                }
                after_space = true;
            }
            c => {
                out.push(c);
                after_space = c == ' ';
            }
        }
    }
    out.trim_matches(is_javascript_space).to_owned()
}

/// White space of JavaScript.
fn is_javascript_space(c: char) -> bool {
    c.is_whitespace() && c != '\u{85}' || c == '\u{feff}'
}

fn is_true(value: Option<Bare<'_>>) -> bool {
    match value {
        Some(Bare::Bool(value)) => value,
        Some(Bare::Whole(number)) => number == 1,
        Some(Bare::Text(text)) => text.eq_ignore_ascii_case("true"),
        Some(Bare::Number(_)) | None => false,
    }
}
