//! The text of the `take_snapshot` tool of chrome-devtools-mcp 1.11: Puppeteer's tree of interesting nodes, a line each.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Bare, Tree, is_truthy};
use crate::dom::NodeId;

pub(super) fn print(tree: &Tree<'_>, ref_of: &impl Fn(NodeId) -> Option<String>) -> String {
    if tree.nodes.is_empty() {
        return String::new();
    }
    let facts: Vec<Facts<'_>> = (0..tree.nodes.len()).map(|at| Facts::of(tree, at)).collect();
    let holds_focusable = focusable_inside(tree, &facts);
    let mut printer = Printer { tree, ref_of, shown: vec![false; facts.len()], next_id: 0, out: String::new() };
    let mut stack = vec![(0, false)];
    while let Some((at, inside_control)) = stack.pop() {
        let node = &facts[at];
        let is_leaf = node.is_leaf(tree.children[at].is_empty(), holds_focusable[at]);
        printer.shown[at] = node.is_interesting(inside_control, is_leaf);
        if !is_leaf {
            let inside_control = inside_control || node.is_control();
            stack.extend(tree.children[at].iter().map(|&child| (child, inside_control)));
        }
    }
    // The first node of the tree is printed with what is in it.
    if let Some(&root) = printer.shown_in(&[0]).first() {
        printer.node(root, 0);
    }
    printer.out
}

/// The facts that Puppeteer reads off a node.
struct Facts<'a> {
    role: &'a str,
    name: &'a str,
    has_description: bool,
    is_ignored: bool,
    is_editable: bool,
    is_rich: bool,
    is_focusable: bool,
    /// It is interesting for a property of its own: busy, live, modal, or described by others.
    is_special: bool,
    is_hidden: bool,
}

impl<'a> Facts<'a> {
    fn of(tree: &Tree<'a>, at: usize) -> Self {
        let node = tree.node(at);
        let mut facts = Self {
            role: tree.role(at),
            name: tree.name(at).unwrap_or_default(),
            has_description: !tree.description(at).is_empty(),
            is_ignored: node.ignored.is_some(),
            is_editable: false,
            is_rich: false,
            is_focusable: false,
            is_special: false,
            is_hidden: false,
        };
        for (name, value) in tree.shown(at).into_iter().flat_map(|node| &node.properties) {
            let value = value.bare();
            let is = |expected| value == Some(expected);
            let text = || match value {
                Some(Bare::Text(text)) => text,
                _ => "",
            };
            match *name {
                "editable" => (facts.is_editable, facts.is_rich) = (true, is(Bare::Text("richtext"))),
                "focusable" => facts.is_focusable = is(Bare::Bool(true)),
                "hidden" => facts.is_hidden = is(Bare::Bool(true)),
                "busy" | "modal" => facts.is_special |= is(Bare::Bool(true)),
                "live" => facts.is_special |= !matches!(text(), "" | "off"),
                "roledescription" => facts.is_special |= !text().is_empty(),
                "errormessage" | "details" => facts.is_special = true,
                _ => {}
            }
        }
        facts
    }

    /// True if what is in it is left out.
    fn is_leaf(&self, is_empty: bool, holds_focusable: bool) -> bool {
        let is_plain_field = !self.is_rich && (self.is_editable || matches!(self.role, "textbox" | "searchbox"));
        let is_text = matches!(self.role, "LineBreak" | "text" | "InlineTextBox" | "StaticText");
        let is_closed = matches!(
            self.role,
            "doc-cover"
                | "graphics-symbol"
                | "img"
                | "image"
                | "Meter"
                | "scrollbar"
                | "slider"
                | "separator"
                | "progressbar"
        );
        is_empty
            || is_plain_field
            || is_text
            || is_closed
            || !holds_focusable && self.role == "heading" && !self.name.is_empty()
    }

    fn is_control(&self) -> bool {
        matches!(
            self.role,
            "button"
                | "checkbox"
                | "ColorWell"
                | "combobox"
                | "DisclosureTriangle"
                | "listbox"
                | "menu"
                | "menubar"
                | "menuitem"
                | "menuitemcheckbox"
                | "menuitemradio"
                | "radio"
                | "scrollbar"
                | "searchbox"
                | "slider"
                | "spinbutton"
                | "switch"
                | "tab"
                | "textbox"
                | "tree"
                | "treeitem"
        )
    }

    fn is_landmark(&self) -> bool {
        matches!(
            self.role,
            "banner" | "complementary" | "contentinfo" | "form" | "main" | "navigation" | "region" | "search"
        )
    }

    fn is_interesting(&self, inside_control: bool, is_leaf: bool) -> bool {
        if self.role == "Ignored" || self.is_hidden || self.is_ignored {
            return false;
        }
        let always = self.is_landmark() || self.is_focusable || self.is_rich || self.is_special || self.is_control();
        always || !inside_control && is_leaf && (!self.name.is_empty() || self.has_description)
    }
}

/// For each node, whether it holds something that takes the focus.
fn focusable_inside(tree: &Tree<'_>, facts: &[Facts<'_>]) -> Vec<bool> {
    let mut holds = vec![false; facts.len()];
    for at in tree.parents_first().into_iter().rev() {
        holds[at] = tree.children[at].iter().any(|&child| facts[child].is_focusable || holds[child]);
    }
    holds
}

struct Printer<'a, F> {
    tree: &'a Tree<'a>,
    ref_of: &'a F,
    shown: Vec<bool>,
    next_id: usize,
    out: String,
}

impl<F: Fn(NodeId) -> Option<String>> Printer<'_, F> {
    /// The nodes that are shown among these and, where one is not, in it.
    fn shown_in(&self, nodes: &[usize]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut stack: Vec<usize> = nodes.iter().rev().copied().collect();
        while let Some(at) = stack.pop() {
            if self.shown[at] {
                found.push(at);
            } else {
                stack.extend(self.tree.children[at].iter().rev());
            }
        }
        found
    }

    fn node(&mut self, root: usize, depth: usize) {
        let mut stack = vec![(root, depth)];
        while let Some((at, depth)) = stack.pop() {
            let line = self.line(at);
            let _ = writeln!(self.out, "{}{line}", "  ".repeat(depth));
            let children = self.shown_in(&self.tree.children[at]);
            if self.repeats_the_name(at, &children) {
                // Their ids are taken all the same.
                self.next_id += children.len();
                continue;
            }
            stack.extend(children.into_iter().rev().map(|child| (child, depth + 1)));
        }
    }

    /// True if the children are texts that say the name again.
    fn repeats_the_name(&self, at: usize, children: &[usize]) -> bool {
        let name = self.tree.name(at).unwrap_or_default();
        let are_texts = children.iter().all(|&child| {
            self.tree.role(child) == "StaticText" && self.shown_in(&self.tree.children[child]).is_empty()
        });
        let text = || children.iter().filter_map(|&child| self.tree.name(child)).flat_map(without_space);
        !name.is_empty() && !children.is_empty() && are_texts && without_space(name).eq(text())
    }

    fn line(&mut self, at: usize) -> String {
        let (role, name) = (self.tree.role(at), self.tree.name(at).unwrap_or_default());
        let own = format!("1_{}", self.next_id);
        self.next_id += 1;
        let mut line = format!("uid={}", self.tree.ref_of(at, self.ref_of).unwrap_or(own));
        if role != "StaticText" {
            let _ = write!(line, " {role}");
        }
        if !name.is_empty() {
            let _ = write!(line, " \"{name}\"");
        }
        for (key, value) in self.attributes(at, role) {
            let able = match key {
                "disabled" => "disableable",
                "expanded" => "expandable",
                "focused" => "focusable",
                "selected" if role != "option" => "selectable",
                _ => "",
            };
            if !able.is_empty() && matches!(value, Bare::Bool(_)) {
                let _ = write!(line, " {able}");
            }
            let _ = match value {
                Bare::Bool(true) => write!(line, " {key}"),
                Bare::Bool(false) => Ok(()),
                Bare::Text(text) => write!(line, " {key}=\"{text}\""),
                Bare::Whole(number) => write!(line, " {key}=\"{number}\""),
                Bare::Number(number) => write!(line, " {key}=\"{number}\""),
            };
        }
        line
    }

    /// The values that Puppeteer keeps of a node besides its role and name, in the order of the keys.
    fn attributes(&self, at: usize, role: &str) -> BTreeMap<&'static str, Bare<'_>> {
        let properties: BTreeMap<String, Bare<'_>> =
            self.tree.properties(at).map(|(name, value)| (name.to_ascii_lowercase(), value)).collect();
        let mut out = BTreeMap::new();
        for key in ["keyshortcuts", "roledescription", "valuetext", "url", "level", "valuemax", "valuemin"] {
            if let Some(&value) = properties.get(key) {
                out.insert(key, value);
            }
        }
        // The name of an option is its value there, and is not printed twice.
        if let Some(value) = self.tree.value(at).filter(|_| role != "option") {
            out.insert("value", value);
        }
        if !self.tree.description(at).is_empty() {
            out.insert("description", Bare::Text(self.tree.description(at)));
        }
        for key in [
            "disabled",
            "expanded",
            "focused",
            "modal",
            "multiline",
            "multiselectable",
            "readonly",
            "required",
            "selected",
            "busy",
            "atomic",
        ] {
            if let Some(&value) = properties.get(key).filter(|_| key != "focused" || role != "RootWebArea") {
                out.insert(key, Bare::Bool(is_truthy(value)));
            }
        }
        for key in ["checked", "pressed"] {
            if let Some(&value) = properties.get(key) {
                let is_true = value == Bare::Text("true");
                out.insert(key, if value == Bare::Text("mixed") { value } else { Bare::Bool(is_true) });
            }
        }
        for key in ["autocomplete", "haspopup", "invalid", "orientation", "live", "relevant", "errormessage", "details"]
        {
            if let Some(&value) = properties.get(key).filter(|&&value| is_truthy(value) && value != Bare::Text("false"))
            {
                out.insert(key, value);
            }
        }
        out
    }
}

/// The characters of a text without those that `\s` matches in JavaScript.
fn without_space(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|&c| !(c.is_whitespace() && c != '\u{85}' || c == '\u{feff}'))
}
