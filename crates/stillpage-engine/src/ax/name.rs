//! Names as Chromium computes them: from what refers to an element, its attributes, its content.

use super::interest::Judge;
use super::role::{attr, filled, is_named_by_contents};
use super::{AxNode, NameFrom, Origin};
use crate::aria::labelled_by;
use crate::dom::form::{self, InputType};
use crate::dom::{Dom, ElementData, NodeId, NodeMap, ns};
use crate::page::Page;
use crate::rendered::text::inner_text;
use crate::style::computed::Display;

/// Limit: nodes that the content of one name may be made of; Chrome: 100.
const MAX_NODES: usize = 100;

/// Limit: how deep names are nested in names, so that no page exhausts the stack.
const DEEPEST: usize = 150;

/// The way in which a node is reached.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reached {
    /// For the name of another node.
    within: bool,
    /// By way of `aria-labelledby` or `aria-describedby`, which do not go on to others.
    referred: bool,
    /// True if hidden content counts, since the reference is to something hidden.
    hidden: bool,
    /// True if what is used up already counts again: for references, but not for the labels of what they refer to.
    again: bool,
    depth: usize,
}

/// Computes names and descriptions.
pub(super) struct Naming<'a> {
    pub(super) page: &'a Page,
    pub(super) nodes: &'a [AxNode],
    pub(super) of_element: &'a NodeMap<Option<usize>>,
    judge: &'a Judge<'a>,
    /// The computation that a node was last used up in.
    visited: Vec<u32>,
    current: u32,
    count: usize,
}

/// Names every node that is not ignored.
pub(super) fn name_all(page: &Page, nodes: &mut [AxNode], of_element: &NodeMap<Option<usize>>, judge: &Judge<'_>) {
    let mut naming = Naming::new(page, nodes, of_element, judge);
    let names: Vec<_> = (0..nodes.len())
        .map(|at| (naming.nodes[at].ignored.is_none() && naming.nodes[at].included).then(|| naming.name(at)))
        .collect();
    for (node, name) in nodes.iter_mut().zip(names) {
        node.name = name;
    }
}

impl<'a> Naming<'a> {
    pub(super) fn new(
        page: &'a Page,
        nodes: &'a [AxNode],
        of_element: &'a NodeMap<Option<usize>>,
        judge: &'a Judge<'a>,
    ) -> Self {
        Self { page, nodes, of_element, judge, visited: vec![0; nodes.len()], current: 0, count: 0 }
    }

    fn begin(&mut self) {
        self.current += 1;
        self.count = 0;
    }

    fn name(&mut self, at: usize) -> (String, Option<NameFrom>) {
        self.begin();
        let reached = Reached { within: false, referred: false, hidden: false, again: false, depth: 0 };
        let (text, from) = self.alternative(at, reached);
        match self.nodes[at].origin {
            Origin::Text(_) | Origin::Generated(_) | Origin::Line | Origin::Marker(_) => (text, from),
            _ if self.nodes[at].role == "LineBreak" => (text, from),
            _ => {
                let text = squeezed(&text);
                let from = from.filter(|_| !text.is_empty());
                (text, from)
            }
        }
    }

    /// The text of the elements that an attribute refers to.
    pub(super) fn of_references(&mut self, targets: &[NodeId]) -> String {
        let mut text = String::new();
        for &target in targets {
            self.begin();
            let (part, _) = self.referred(target, 0);
            let part = collapsed(&part);
            if !part.is_empty() && !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&part);
        }
        text
    }

    fn referred(&mut self, target: NodeId, depth: usize) -> (String, Option<NameFrom>) {
        let Some(at) = self.of_element.get(target).copied().flatten() else {
            return (self.page.dom().text_content(target), Some(NameFrom::Contents));
        };
        let hidden = self.nodes[at].ignored.is_some_and(super::Ignored::hides);
        self.alternative(at, Reached { within: true, referred: true, hidden, again: true, depth })
    }

    fn alternative(&mut self, at: usize, reached: Reached) -> (String, Option<NameFrom>) {
        let node = &self.nodes[at];
        if reached.depth > DEEPEST || self.count > MAX_NODES {
            return (String::new(), None);
        }
        if self.visited[at] != self.current {
            self.visited[at] = self.current;
            self.count += 1;
        } else if !reached.again {
            return (String::new(), None);
        }
        match node.origin {
            Origin::Document(document) => (self.page.dom().title(document), Some(NameFrom::Related)),
            Origin::Text(_) | Origin::Generated(_) | Origin::Line | Origin::Marker(_) => {
                (node.text.clone(), Some(NameFrom::Contents))
            }
            Origin::Pseudo(..) if node.ignored.is_some() || reached.within => {
                (self.contents(at, reached), Some(NameFrom::Contents))
            }
            Origin::Part(_) if reached.within => (self.contents(at, reached), Some(NameFrom::Contents)),
            Origin::Part(_) => (node.text.clone(), Some(NameFrom::Attribute).filter(|_| !node.text.is_empty())),
            Origin::Pseudo(..) => (String::new(), None),
            Origin::Element(element) => self.of_element(at, element, reached),
        }
    }

    fn of_element(&mut self, at: usize, node: NodeId, reached: Reached) -> (String, Option<NameFrom>) {
        let (dom, role) = (self.page.dom(), self.nodes[at].role);
        let Some(element) = dom.element(node) else { return (String::new(), None) };
        if role == "LineBreak" {
            return ("\n".to_owned(), Some(NameFrom::Contents));
        }
        if !reached.referred {
            let mut text = String::new();
            for target in labelled_by(dom, node) {
                // An element may refer to itself.
                if target == node {
                    self.visited[at] = 0;
                }
                let (part, _) = self.referred(target, reached.depth + 1);
                if !text.is_empty() && !part.is_empty() {
                    text.push(' ');
                }
                text.push_str(&part);
                self.visited[at] = self.current;
            }
            if !text.trim().is_empty() {
                return (text, Some(NameFrom::Related));
            }
        }
        if filled(element, "aria-label").is_some() {
            return (attr(element, "aria-label").unwrap_or_default().to_owned(), Some(NameFrom::Attribute));
        }
        if matches!(role, "Audio" | "Video") {
            return ("Unable to play media.".to_owned(), Some(NameFrom::Attribute));
        }
        if reached.within
            && let Some(value) = self.embedded_value(at, node, element, reached)
        {
            return (value, Some(NameFrom::Attribute));
        }
        let native = self.of_host_language(node, element, reached);
        if let Some((text, from)) = native.filter(|(text, from)| !text.is_empty() || *from == NameFrom::Related) {
            return (text, Some(from));
        }
        if self.has_name_by_contents(at, node, reached) {
            let text = self.contents(at, reached);
            if !collapsed(&text).is_empty() || reached.within && !text.is_empty() {
                return (text, Some(NameFrom::Contents));
            }
        }
        if role == "option" && is_html(element, &["option"]) {
            return (form::option_label(dom, node).into_owned(), Some(NameFrom::Contents));
        }
        let described =
            matches!(role, "none" | "generic" | "listitem" | "paragraph" | "strong" | "emphasis" | "code" | "time")
                || is_html(element, &["img"]) && attr(element, "alt").is_some();
        if let Some(title) = filled(element, "title").filter(|_| !described) {
            return (title.to_owned(), Some(NameFrom::Title));
        }
        (String::new(), None)
    }

    /// The value of a control that stands in the content of another name.
    fn embedded_value(&mut self, at: usize, node: NodeId, element: &ElementData, reached: Reached) -> Option<String> {
        let dom = self.page.dom();
        match self.nodes[at].role {
            "textbox" | "searchbox" if is_html(element, &["input", "textarea"]) => {
                Some(form::value(dom, node).into_owned()).filter(|value| !value.is_empty())
            }
            "textbox" | "searchbox" => Some(self.contents(at, reached)),
            "combobox" | "listbox" | "menuitem" if is_html(element, &["select"]) => {
                let selected =
                    dom.form().selected_options(node).map(|option| form::option_label(dom, option).into_owned());
                Some(selected.collect::<Vec<_>>().join(" "))
            }
            "combobox" if is_html(element, &["input"]) => Some(form::value(dom, node).into_owned()),
            "slider" | "spinbutton" | "progressbar" | "meter" | "scrollbar" => {
                let spoken = filled(element, "aria-valuetext").map(str::to_owned);
                // Chrome: what is not a number is 0.
                let now = || filled(element, "aria-valuenow").map(|now| now.parse().unwrap_or(0.0_f32).to_string());
                Some(spoken.or_else(now).unwrap_or_else(|| match is_html(element, &["input"]) {
                    true => form::value(dom, node).into_owned(),
                    false => filled(element, "value").unwrap_or_default().to_owned(),
                }))
            }
            _ => None,
        }
    }

    /// Returns the name that HTML or SVG gives an element, with its source.
    fn of_host_language(
        &mut self,
        node: NodeId,
        element: &ElementData,
        reached: Reached,
    ) -> Option<(String, NameFrom)> {
        let dom = self.page.dom();
        let inner = Reached { within: true, again: false, depth: reached.depth + 1, ..reached };
        if element.name.ns == ns!(svg) {
            let title =
                dom.child_elements(node).find(|&n| dom.element(n).is_some_and(|e| &*e.name.local == "title"))?;
            return Some((dom.text_content(title), NameFrom::Related));
        }
        if element.name.ns != ns!(html) {
            return None;
        }
        let tag = &*element.name.local;
        let kind = InputType::of(element);
        let labels: Vec<NodeId> = match tag {
            "input" | "button" | "select" | "textarea" | "meter" | "output" | "progress" => {
                dom.form().labels(node).to_vec()
            }
            _ => Vec::new(),
        };
        if !labels.is_empty() {
            let mut text = String::new();
            for label in labels {
                // Chrome: a hidden label names nothing.
                let at = self.of_element.get(label).copied().flatten();
                let at = at.filter(|&at| !self.nodes[at].ignored.is_some_and(super::Ignored::hides));
                let part = at.map(|at| self.alternative(at, inner).0).unwrap_or_default();
                if !text.is_empty() && !part.is_empty() {
                    text.push(' ');
                }
                text.push_str(&part);
            }
            let text = text.trim_matches(is_space);
            if !text.trim().is_empty() {
                let is_file = kind == Some(InputType::File);
                return Some((if is_file { file_field(text, reached) } else { text.to_owned() }, NameFrom::Related));
            }
            // Chrome: a label without text leaves a field without a name.
            if matches!(tag, "input" | "select" | "textarea") {
                return Some((String::new(), NameFrom::Related));
            }
        }
        let attribute = |name: &str| {
            filled(element, name).and_then(|_| attr(element, name)).map(|value| (value.to_owned(), NameFrom::Attribute))
        };
        let titled = || filled(element, "title").map(|value| (value.to_owned(), NameFrom::Title));
        let placeholder = || {
            ["placeholder", "aria-placeholder"]
                .iter()
                .find_map(|name| filled(element, name))
                .map(|value| (value.to_owned(), NameFrom::Placeholder))
        };
        let fixed = |text: &str| Some((text.to_owned(), NameFrom::Attribute));
        match (tag, kind) {
            ("input", Some(kind @ (InputType::Submit | InputType::Reset))) => {
                let usual = if kind == InputType::Submit { "Submit" } else { "Reset" };
                let usual = || fixed(usual).filter(|_| attr(element, "value").is_none());
                attribute("value").or_else(titled).or_else(usual)
            }
            ("input", Some(InputType::Button)) => attribute("value").or_else(titled),
            ("input", Some(InputType::Image)) => {
                attribute("alt").or_else(|| attribute("value")).or_else(titled).or_else(|| fixed("Submit"))
            }
            ("input", Some(InputType::File)) => fixed(&file_field("Choose File", reached)),
            ("input", Some(kind)) if kind.is_text() || kind == InputType::Number => titled().or_else(placeholder),
            ("textarea", _) => titled().or_else(placeholder),
            ("img" | "area", _) => attribute("alt"),
            ("fieldset", _) => self.part(node, "legend", inner),
            ("table", _) => self
                .part(node, "caption", inner)
                .filter(|(text, _)| !text.trim().is_empty())
                .or_else(|| attribute("summary")),
            _ => None,
        }
    }

    /// The first child of a kind names the element.
    fn part(&mut self, node: NodeId, tag: &str, reached: Reached) -> Option<(String, NameFrom)> {
        let dom = self.page.dom();
        let part = dom.child_elements(node).find(|&n| dom.element(n).is_some_and(|e| is_html(e, &[tag])))?;
        let at = self.of_element.get(part).copied().flatten()?;
        let (text, _) = self.alternative(at, reached);
        Some((text, NameFrom::Related))
    }

    fn has_name_by_contents(&self, at: usize, node: NodeId, reached: Reached) -> bool {
        let role = self.nodes[at].role;
        match role {
            role if is_named_by_contents(role) => true,
            "row" => reached.within || self.judge.is_focusable(node) || self.is_in_grid(at),
            "alert" | "alertdialog" | "application" | "article" | "banner" | "blockquote" | "complementary"
            | "combobox" | "ColorWell" | "Date" | "DateTime" | "dialog" | "document" | "feed" | "figure" | "form"
            | "grid" | "group" | "Iframe" | "image" | "listbox" | "log" | "main" | "marquee" | "menu" | "menubar"
            | "MenuListPopup" | "meter" | "navigation" | "note" | "PluginObject" | "progressbar" | "radiogroup"
            | "rowgroup" | "scrollbar" | "search" | "searchbox" | "sectionheader" | "separator" | "slider"
            | "spinbutton" | "status" | "table" | "tablist" | "tabpanel" | "textbox" | "timer" | "toolbar" | "tree"
            | "treegrid" => reached.referred && reached.depth <= 1,
            _ => reached.within,
        }
    }

    /// True for a row of a grid.
    fn is_in_grid(&self, at: usize) -> bool {
        let mut around = self.nodes[at].parent;
        while let Some(node) = around.map(|at| &self.nodes[at]) {
            match node.role {
                "grid" | "treegrid" => return true,
                "table" | "LayoutTable" => return false,
                _ => around = node.parent,
            }
        }
        false
    }

    /// The names of the children, put together.
    fn contents(&mut self, at: usize, reached: Reached) -> String {
        let nodes = self.nodes;
        let node = &nodes[at];
        let is_hidden = node.ignored.is_some_and(super::Ignored::hides);
        let children: &[usize] = if is_hidden || node.children.is_empty() { &node.grown } else { &node.children };
        let inner = Reached { within: true, depth: reached.depth + 1, ..reached };
        let mut out = String::new();
        let mut before: Option<(usize, Option<NameFrom>)> = None;
        for &child in children {
            if self.count > MAX_NODES {
                break;
            }
            if nodes[child].ignored.is_some_and(super::Ignored::hides) && !reached.hidden
                || matches!(nodes[child].role, "InlineTextBox" | "ListMarker")
            {
                continue;
            }
            let (text, from) = if nodes[child].role == "none" {
                self.count += 1;
                (self.contents(child, inner), Some(NameFrom::Contents))
            } else {
                self.alternative(child, inner)
            };
            if let Some((before, before_from)) = before
                && !text.is_empty()
                && !out.is_empty()
                && !out.ends_with(is_space)
                && !text.starts_with(is_space)
                && (self.stands_apart(before)
                    || self.stands_apart(child)
                    || is_given(before_from)
                    || is_given(from)
                    || self.may_break_between(&node.grown, before, child))
            {
                out.push(' ');
            }
            out.push_str(&text);
            before = Some((child, from));
        }
        out
    }

    /// True if a `wbr` is between two nodes of those that grew on one.
    fn may_break_between(&self, grown: &[usize], before: usize, after: usize) -> bool {
        let from = grown.partition_point(|&at| at <= before);
        let between = grown[from..].iter().take_while(|&&at| at < after);
        let mut elements = between.filter_map(|&at| match self.nodes[at].origin {
            Origin::Element(node) => self.page.dom().element(node),
            _ => None,
        });
        elements.any(|element| is_html(element, &["wbr"]))
    }

    /// True for a node that a space sets apart from its neighbours: not inline, or a control.
    fn stands_apart(&self, at: usize) -> bool {
        let styles = self.page.styles();
        let style = match self.nodes[at].origin {
            Origin::Element(node) => styles.get(node),
            Origin::Pseudo(node, pseudo) => styles.pseudo(node, pseudo),
            Origin::Marker(_) => return true,
            _ => None,
        };
        style.is_some_and(|style| style.display != Display::Inline) || super::role::is_control(self.nodes[at].role)
    }
}

/// Chrome: in another name, a field for files is named with its value.
fn file_field(name: &str, reached: Reached) -> String {
    if reached.within { format!("{name}: No file chosen") } else { name.to_owned() }
}

fn is_given(from: Option<NameFrom>) -> bool {
    from.is_some_and(|from| from != NameFrom::Contents)
}

fn is_html(element: &ElementData, tags: &[&str]) -> bool {
    element.name.ns == ns!(html) && tags.contains(&&*element.name.local)
}

pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0C' | '\r')
}

/// White space collapsed, as HTML knows it.
pub(super) fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if !is_space(c) {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out
}

/// White space collapsed, as HTML knows it, and cut off at both ends.
pub(super) fn collapsed(text: &str) -> String {
    crate::dom::collapse_ascii_whitespace(text)
}

/// The description of an element: what it refers to, else its `title` if that does not name it.
pub(super) fn description(naming: &mut Naming<'_>, at: usize, node: NodeId) -> String {
    let dom: &Dom = naming.page.dom();
    let Some(element) = dom.element(node) else { return String::new() };
    if attr(element, "aria-describedby").is_some() {
        let targets = crate::aria::id_references(dom, node, &crate::dom::local_name!("aria-describedby"));
        let text = naming.of_references(&targets);
        if !text.is_empty() {
            return text;
        }
    }
    if let Some(text) = filled(element, "aria-description") {
        return collapsed(text);
    }
    let from = naming.nodes[at].name.as_ref().and_then(|(_, from)| *from);
    if element.name.ns == ns!(svg) {
        let given = ["aria-label", "aria-labelledby"].iter().any(|name| filled(element, name).is_some());
        let part = if given && from.is_some() { "title" } else { "desc" };
        let part = dom.child_elements(node).find(|&n| dom.element(n).is_some_and(|e| &*e.name.local == part));
        return part.map(|part| collapsed(&dom.text_content(part))).unwrap_or_default();
    }
    // Chrome: what the content already says as it is shown is not said again.
    match filled(element, "title").map(collapsed) {
        Some(title) if from != Some(NameFrom::Title) && collapsed(&inner_text(naming.page, node)) != title => title,
        _ => String::new(),
    }
}
