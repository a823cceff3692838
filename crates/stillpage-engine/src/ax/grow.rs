//! The nodes of the tree, before those that Chromium leaves out are taken from it.

use super::boxes::{generated, is_content_image};
use super::growth::{Growth, Inherited};
use super::interest::Judge;
use super::name::squeezed;
use super::role::{is_named_by_contents, summary_of};
use super::space::Spaces;
use super::{AxNode, Ignored, Origin, own_parts};

use crate::dom::{Dom, NodeId, local_name, ns};
use crate::layout::{TextBox, transformed};
use crate::page::Page;
use crate::style::Pseudo;
use crate::style::computed::{Content, ContentItem, Display, ListStyleType, Visibility, WhiteSpaceCollapse};

/// A step that is left to do; the innermost is the last.
enum Step {
    /// A node of the page below a node of the tree.
    Node(NodeId, usize),
    /// A pseudo-element.
    Pseudo(NodeId, Pseudo, usize),
    /// The content of a closed or open `details`.
    Rest(NodeId, usize),
}

/// All nodes of a page, in tree order; which of them are in the tree is marked.
pub(super) fn grow(page: &Page, judge: &Judge<'_>) -> Vec<AxNode> {
    let dom = page.dom();
    let spaces = Spaces::of(page);
    let mut growth = Growth { page, judge, spaces, nodes: Vec::new(), inherited: Vec::new() };
    let root = growth.push(Origin::Document(dom.document()), None, "RootWebArea", None, true);
    let mut stack: Vec<Step> =
        dom.document_element(dom.document()).map(|html| Step::Node(html, root)).into_iter().collect();
    while let Some(step) = stack.pop() {
        match step {
            Step::Node(node, parent) => growth.node(node, parent, &mut stack),
            Step::Pseudo(node, pseudo, parent) => growth.pseudo(node, pseudo, parent),
            Step::Rest(details, parent) => {
                let part = growth.push_kept(Origin::Part(details), parent, "generic", Some(Ignored::Uninteresting));
                let is_hidden = growth.nodes[parent].ignored.is_some_and(Ignored::hides);
                growth.inherited[part].in_slot = is_hidden;
                if !is_hidden && dom.attr(details, &local_name!("open")).is_none() {
                    continue;
                }
                let summary = summary_of(dom, details);
                let rest = dom.flat_children(details).filter(|&n| Some(n) != summary).collect::<Vec<_>>();
                stack.extend(rest.into_iter().rev().map(|n| Step::Node(n, part)));
            }
        }
    }
    growth.nodes
}

impl Growth<'_> {
    fn node(&mut self, node: NodeId, parent: usize, stack: &mut Vec<Step>) {
        let dom = self.page.dom();
        if dom.text(node).is_some() {
            return self.text_node(node, parent);
        }
        let Some(element) = dom.element(node) else { return };
        let silent = ["base", "head", "link", "meta", "noscript", "param", "script", "style", "template", "title"];
        if element.name.ns == ns!(html) && silent.contains(&&*element.name.local) {
            return;
        }
        let styles = self.page.styles();
        let Some(style) = styles.get(node) else { return };
        let is_break = dom.is_html(node, &local_name!("wbr"));
        let hidden =
            self.judge.hidden(node, self.inherited[parent].hidden).or_else(|| is_break.then_some(Ignored::NotRendered));
        let parent_role = self.nodes[parent].role;
        let kind = self.judge.role(node, parent_role);
        let ignored = hidden.or_else(|| self.judge.ignored(node, kind));
        let is_used = self.inherited[parent].is_used || self.judge.is_used(node, kind, hidden);
        let included = match hidden {
            // Chrome: where a name may break.
            _ if is_break => self.inherited[parent].in_name,
            Some(_) => self.judge.kept_though_hidden(node, kind, is_used || self.inherited[parent].in_slot),
            None => ignored.is_none() || self.judge.kept(node, ignored),
        };
        let at = self.push(Origin::Element(node), Some(parent), kind, ignored, included);
        self.nodes[at].included = included;
        if hidden.is_none() {
            // A modal dialog is not hidden with what is around it.
            self.nodes[at].ignored = ignored;
        }
        self.inherited[at].is_used = is_used;
        self.inherited[at].in_slot = false;
        self.inherited[at].in_name |= is_named_by_contents(kind);
        self.inherited[at].hidden = match hidden {
            Some(Ignored::AriaHidden) => Some(Ignored::InAriaHidden),
            // What is in something invisible may be visible again.
            Some(Ignored::NotVisible) | None => None,
            other => other,
        };
        if hidden.is_none() && self.judge.is_locked(node) {
            return;
        }
        self.inherited[at].in_label |= ignored == Some(Ignored::LabelFor);
        if let Some(text) = content_alternative(&style.content) {
            self.text(Origin::Generated(node), at, &text);
            return;
        }
        if dom.is_html(node, &local_name!("br")) {
            if self.nodes[at].included && ignored.is_none() {
                let line = self.push(Origin::Line, Some(at), "InlineTextBox", None, true);
                "\n".clone_into(&mut self.nodes[line].text);
            }
            return;
        }
        if own_parts::add(self, node, at) || is_leaf(dom, node) || is_content_image(self.page, node) {
            return;
        }
        if self.page.layout().get(node).is_some()
            && matches!(
                style.display,
                Display::ListItem | Display::InlineListItem | Display::FlowRootListItem | Display::InlineBlockListItem
            )
        {
            self.marker(node, at);
        }
        if dom.is_html(node, &local_name!("details")) {
            let part = self.push_kept(Origin::Part(node), at, "generic", Some(Ignored::Uninteresting));
            self.inherited[part].in_slot = hidden.is_some();
            stack.push(Step::Rest(node, at));
            stack.extend(summary_of(dom, node).map(|summary| Step::Node(summary, part)));
            return;
        }
        stack.push(Step::Pseudo(node, Pseudo::After, at));
        let from = stack.len();
        stack.extend(dom.flat_children(node).map(|child| Step::Node(child, at)));
        stack[from..].reverse();
        stack.push(Step::Pseudo(node, Pseudo::Before, at));
    }

    fn text_node(&mut self, node: NodeId, parent: usize) {
        let page = self.page;
        let blank = page.dom().text(node).is_some_and(|text| text.trim_ascii().is_empty());
        if blank && (self.inherited[parent].hidden.is_some() || !self.spaces.is_relevant(node)) {
            return;
        }
        let rendered = page.layout().text(node);
        let Some(rendered) = rendered.filter(|text| !text.rendered.is_empty()) else {
            if blank {
                // It has a box that no line shows.
                let at = self.push(Origin::Text(node), Some(parent), "StaticText", None, true);
                " ".clone_into(&mut self.nodes[at].text);
                return;
            }
            // Text of what is hidden counts in names that refer to it.
            if self.inherited[parent].hidden.is_some() {
                let text = page.dom().text(node).unwrap_or_default();
                let Inherited { hidden, is_used, in_slot, .. } = self.inherited[parent];
                let at = self.push(Origin::Text(node), Some(parent), "StaticText", hidden, true);
                self.nodes[at].included = is_used || in_slot || self.judge.is_moved(node);
                self.nodes[at].text = squeezed(text);
            }
            return;
        };
        let visible = is_in_visible(page, node);
        let at = self.push(
            Origin::Text(node),
            Some(parent),
            "StaticText",
            (!visible).then_some(Ignored::NotVisible),
            visible || self.inherited[parent].is_used,
        );
        self.nodes[at].text = rendered.rendered.of(page.dom(), node).to_owned();
        if self.inherited[at].in_label {
            self.nodes[at].ignored = Some(Ignored::Presentational);
            let parent = page.dom().node(node).parent;
            self.nodes[at].included = parent.is_some_and(|parent| page.dom().is_html(parent, &local_name!("label")));
        }
        if self.nodes[at].ignored.is_some() {
            return;
        }
        for text in runs(page, node, rendered) {
            let line = self.push(Origin::Line, Some(at), "InlineTextBox", None, true);
            text.clone_into(&mut self.nodes[line].text);
        }
    }

    fn pseudo(&mut self, node: NodeId, pseudo: Pseudo, parent: usize) {
        let Some(style) = generated(self.page, node, pseudo) else { return };
        let Content::Items(items, _) = &style.content else { return };
        let alternative = content_alternative(&style.content);
        let in_line = self.page.styles().get(node).is_some_and(|around| around.display.is_inline_level());
        let is_kept = match &alternative {
            Some(alternative) => !alternative.is_empty(),
            // Chrome: blocks without text are there for the sake of floats, but not those in lines.
            None => style.display.is_inline_level() || in_line || items.iter().any(is_shown),
        };
        if !is_kept {
            return;
        }
        if self.nodes[parent].ignored.is_some_and(Ignored::hides) {
            // Its text is left out.
            if self.page.layout().get(node).is_some() {
                self.push_kept(Origin::Pseudo(node, pseudo), parent, "generic", Some(Ignored::NotVisible));
            }
            return;
        }
        let visible = style.visibility == Visibility::Visible;
        let interesting = match style.display {
            Display::InlineBlock | Display::InlineFlex | Display::InlineGrid => true,
            Display::Block | Display::FlowRoot => in_line || items.iter().any(is_shown),
            _ => false,
        };
        let ignored = (!interesting).then_some(Ignored::Uninteresting);
        let at = self.push(Origin::Pseudo(node, pseudo), Some(parent), "generic", ignored, true);
        if !visible {
            self.nodes[at].ignored = Some(Ignored::NotVisible);
            self.nodes[at].included = false;
            return;
        }
        if let Some(alternative) = alternative {
            self.text(Origin::Generated(node), at, &alternative);
            return;
        }
        // Text in a container of other boxes is in a block of its own.
        let apart = matches!(
            style.display,
            Display::Flex | Display::InlineFlex | Display::Grid | Display::InlineGrid | Display::WebkitBox
        );
        let at = if apart && items.iter().any(is_shown) {
            self.push(Origin::Part(node), Some(at), "generic", None, true)
        } else {
            at
        };
        let collapses = style.white_space_collapse == WhiteSpaceCollapse::Collapse;
        let trims = collapses && style.display != Display::Inline;
        for (number, item) in items.iter().enumerate() {
            let text = match item {
                ContentItem::Text(text) | ContentItem::Counter(text) => text,
                ContentItem::Quote(text) => {
                    let quote = self.push(Origin::Part(node), Some(at), "generic", Some(Ignored::Uninteresting), true);
                    self.text(Origin::Generated(node), quote, text);
                    continue;
                }
                ContentItem::Image(_) => {
                    self.push(Origin::Part(node), Some(at), "image", None, true);
                    continue;
                }
                _ => continue,
            };
            let text = transformed(self.page.dom(), node, style, text);
            let mut text = if collapses { squeezed(&text) } else { text.into_owned() };
            if trims && number == 0 {
                text.replace_range(..text.len() - text.trim_start_matches(' ').len(), "");
            }
            if trims && number + 1 == items.len() {
                text.truncate(text.trim_end_matches(' ').len());
            }
            if !text.is_empty() {
                self.text(Origin::Generated(node), at, &text);
            }
        }
    }

    fn marker(&mut self, node: NodeId, parent: usize) {
        let (dom, styles) = (self.page.dom(), self.page.styles());
        let own = styles.pseudo(node, Pseudo::Marker).map(|style| &style.content);
        let text = match own {
            Some(Content::Items(items, _)) => items.iter().filter_map(ContentItem::text).collect(),
            Some(Content::None) => return,
            _ => styles.marker(node).map(str::to_owned).unwrap_or_default(),
        };
        let image = styles.get(node).is_some_and(|style| style.list_style_image.is_some());
        if text.is_empty() && !image {
            let none = styles.get(node).is_none_or(|style| matches!(style.list_style_type, ListStyleType::None));
            if none || own.is_none() {
                return;
            }
        }
        if self.nodes[parent].ignored.is_some_and(Ignored::hides) {
            self.push_kept(Origin::Marker(node), parent, "ListMarker", Some(Ignored::NotVisible));
            return;
        }
        let in_summary = self.nodes[parent].role == "DisclosureTriangle";
        let ignored = in_summary.then_some(Ignored::Presentational);
        let at = self.push(Origin::Marker(node), Some(parent), "ListMarker", ignored, true);
        self.nodes[at].text.clone_from(&text);
        let is_item = self.nodes[parent].role == "listitem" || !dom.is_html(node, &local_name!("li"));
        if !is_item && !self.judge.is_in_list(node) {
            // An item of what its author made no list: nothing but the marker's text says that there is one.
            self.nodes[at].ignored = Some(Ignored::Presentational);
            self.text(Origin::Generated(node), at, &text);
            return;
        }
        let inner = self.push(Origin::Generated(node), Some(at), "StaticText", Some(Ignored::Presentational), true);
        self.nodes[inner].text = text;
    }
}

/// True if the element around a text is visible.
fn is_in_visible(page: &Page, text: NodeId) -> bool {
    let Some(parent) = page.dom().flat_parent(text) else { return true };
    page.styles().get(parent).is_none_or(|style| style.visibility == Visibility::Visible)
}

/// True for a part of generated content that is not a blank text.
fn is_shown(item: &ContentItem) -> bool {
    item.text().is_none_or(|text| text.chars().any(|c| !c.is_ascii_whitespace() && c != '\u{A0}'))
}

/// The alternative text of replaced or generated content.
fn content_alternative(content: &Content) -> Option<String> {
    match content {
        Content::Items(_, Some(crate::style::computed::Alternative::Text(text))) => Some(text.to_string()),
        _ => None,
    }
}

/// True for elements without content of their own in the tree.
fn is_leaf(dom: &Dom, node: NodeId) -> bool {
    dom.element(node).is_some_and(|element| {
        element.name.ns == ns!(html)
            && matches!(
                &*element.name.local,
                "hr" | "img"
                    | "iframe"
                    | "frame"
                    | "embed"
                    | "canvas"
                    | "wbr"
                    | "object"
                    | "audio"
                    | "video"
                    | "progress"
            )
    })
}

/// The runs of a text on its lines. Chrome: the space that a line was broken at is on it.
fn runs<'a>(page: &'a Page, node: NodeId, text: &'a TextBox) -> Vec<&'a str> {
    let (dom, rendered) = (page.dom(), text.rendered.of(page.dom(), node));
    let mut bounds: Vec<(usize, usize)> = text.lines.iter().map(|l| (l.start as usize, l.end as usize)).collect();
    let is_blank = |from: usize, to: usize| rendered.get(from..to).is_some_and(|t| t.trim_matches(' ').is_empty());
    if bounds.is_empty() {
        // White space where a line ends.
        return if is_blank(0, rendered.len()) { Vec::new() } else { vec![rendered] };
    }
    // A first letter is not apart from the rest of its line.
    let letter = bounds.iter().find(|(from, _)| *from == 0).copied();
    if let Some((_, end)) = letter
        && let Some(rest) = bounds.iter().position(|(from, _)| *from == end && end > 0)
        && dom.flat_ancestors(node).any(|around| page.styles().pseudo(around, Pseudo::FirstLetter).is_some())
    {
        bounds[rest].0 = 0;
        bounds.retain(|bounds| *bounds != (0, end));
    }
    for at in 0..bounds.len() {
        let next = bounds.get(at + 1).map_or(rendered.len(), |next| next.0);
        if bounds[at].1 < next && is_blank(bounds[at].1, next) {
            bounds[at].1 = next;
        }
    }
    let are_tabs =
        |(from, to): (usize, usize)| rendered.get(from..to).is_some_and(|text| text.trim_matches('\t').is_empty());
    bounds.dedup_by(|next, before| {
        let are_one = before.1 == next.0 && are_tabs(*before) && are_tabs(*next);
        if are_one {
            before.1 = next.1;
        }
        are_one
    });
    let mut runs = Vec::with_capacity(bounds.len());
    for text in bounds.into_iter().filter_map(|(from, to)| rendered.get(from..to)) {
        if runs.last().is_some_and(|before: &&str| before.ends_with('\u{AD}')) {
            runs.push("\u{2010}");
        }
        runs.push(text);
    }
    runs
}
