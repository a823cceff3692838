//! Elements that Chromium hides, ignores, or keeps in its tree though they are ignored.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::boxes::{generated, is_content_image};
use super::role::{attr, explicit, is_always_interesting, is_control, native, summary_of};
use super::{Ignored, table};
use crate::aria::{id_references, labelled_by, leading_integer};
use crate::dom::form::InputType;
use crate::dom::{Dom, NodeId, local_name, ns};
use crate::hit::HitMap;
use crate::page::Page;
use crate::style::Pseudo;
use crate::style::computed::{Alternative, Content, ContentVisibility, Display, Float, Position, Visibility};

/// Judges the elements of a page.
pub(super) struct Judge<'a> {
    pub(super) page: &'a Page,
    hits: HitMap<'a>,
    /// The open modal dialog.
    modal: Option<NodeId>,
    /// The tables that were looked at; true for those that hold data.
    tables: RefCell<FxHashMap<NodeId, bool>>,
    /// The elements that name or describe another one.
    pub(super) referred: FxHashSet<NodeId>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(page: &'a Page) -> Self {
        let dom = page.dom();
        let modal = page.layout().top_layer.iter().rev().copied().find(|&n| dom.is_modal_dialog(n));
        Self { page, hits: HitMap::new(page), modal, tables: RefCell::default(), referred: referred(dom) }
    }

    fn is_data_table(&self, table: NodeId) -> bool {
        let page = self.page;
        let judge = || table::is_data_table(page.dom(), page.styles(), page.layout(), table);
        *self.tables.borrow_mut().entry(table).or_insert_with(judge)
    }

    /// Returns the reason why an element is hidden, given that of its parent.
    pub(super) fn hidden(&self, node: NodeId, inherited: Option<Ignored>) -> Option<Ignored> {
        let (dom, page) = (self.page.dom(), self.page);
        let element = dom.element(node)?;
        if inherited == Some(Ignored::InAriaHidden) {
            return inherited;
        }
        let root = element.name.ns == ns!(html) && matches!(&*element.name.local, "html" | "body");
        // Chrome: whatever is not said to be false.
        let said = attr(element, "aria-hidden").filter(|value| !["", "false", "undefined"].contains(value));
        if !root && said.is_some() {
            return Some(Ignored::AriaHidden);
        }
        // A modal dialog is in what it makes inert.
        let is_inert = self.hits.is_inert(node);
        let escapes = matches!(inherited, Some(Ignored::OutsideModal | Ignored::Inert)) && !is_inert;
        if inherited.is_some() && !escapes {
            return inherited;
        }
        let style = page.styles().get(node)?;
        if is_inert {
            let outside =
                self.modal.is_some_and(|modal| modal != node && !dom.flat_ancestors(node).any(|n| n == modal));
            return Some(if outside { Ignored::OutsideModal } else { Ignored::Inert });
        }
        if page.layout().get(node).is_none() && style.display != Display::Contents && !is_option(dom, node) {
            let svg_container = element.name.ns == ns!(svg) && style.display != Display::None;
            return (!svg_container).then_some(Ignored::NotRendered);
        }
        (style.visibility != Visibility::Visible).then_some(Ignored::NotVisible)
    }

    /// Chrome: whether the content of an element is not rendered for now, since `content-visibility` is `hidden`, or is
    /// `auto` and the element is more than one and a half windows away.
    pub(super) fn is_locked(&self, node: NodeId) -> bool {
        let page = self.page;
        let style = page.styles().get(node);
        match style.map(|style| style.content_visibility) {
            Some(ContentVisibility::Hidden) => style.is_some_and(|style| style.skips_contents()),
            Some(ContentVisibility::Auto) => page.layout().get(node).is_some_and(|placed| {
                let height = page.layout().viewport.client.height;
                placed.rect.y > 2.5 * height || placed.rect.y + placed.rect.height < -1.5 * height
            }),
            _ => false,
        }
    }

    /// The role of an element below a node with this role.
    pub(super) fn role(&self, node: NodeId, parent: &'static str) -> &'static str {
        let dom = self.page.dom();
        let asked = explicit(dom, node);
        let by_markup = self.native(node, parent);
        let Some(asked) = asked else { return by_markup };
        if asked == "none" {
            if self.is_focusable(node) || has_global_attribute(dom, node) {
                return by_markup;
            }
            let frame = dom.is_html(node, &local_name!("iframe"));
            return if frame { "IframePresentational" } else { "none" };
        }
        asked
    }

    fn native(&self, node: NodeId, parent: &'static str) -> &'static str {
        let dom = self.page.dom();
        let own = native(dom, node);
        match own {
            _ if is_content_image(self.page, node) => "image",
            "listitem" if parent == "none" || self.is_in_other_list(node) => "none",
            "generic" if dom.is_html(node, &local_name!("div")) && self.has_table_box(node) => "LayoutTable",
            "table" if !self.is_data_table(node) => "LayoutTable",
            "row" | "cell" | "columnheader" | "rowgroup" => {
                let around = table::table_of(dom, node);
                if around.is_some_and(|n| self.is_presentational(n)) {
                    return "none";
                }
                if around.is_some_and(|n| explicit(dom, n).is_none() && !self.is_data_table(n)) {
                    return table::part_of_layout_table(own);
                }
                match own {
                    "cell" => table::cell_role(dom, around),
                    "columnheader" => table::header_role(dom, node),
                    other => other,
                }
            }
            "DisclosureTriangle" if !is_summary(dom, node) => "generic",
            other => other,
        }
    }

    /// True for an item of a list that is still one to readers.
    pub(super) fn is_in_list(&self, node: NodeId) -> bool {
        let dom = self.page.dom();
        let is_plain = |list| explicit(dom, list).is_none_or(|role| role == "list");
        dom.node(node).parent.is_some_and(is_plain)
    }

    /// True for an item of a list that its author made something else: a menu, a set of tabs.
    fn is_in_other_list(&self, node: NodeId) -> bool {
        let dom = self.page.dom();
        dom.node(node).parent.is_some_and(|list| {
            dom.element(list).is_some_and(|e| matches!(&*e.name.local, "ul" | "ol" | "menu"))
                && explicit(dom, list).is_some_and(|role| role != "list" && role != "none")
        })
    }

    fn has_table_box(&self, node: NodeId) -> bool {
        self.page.styles().get(node).is_some_and(|style| matches!(style.display, Display::Table | Display::InlineTable))
    }

    fn is_presentational(&self, node: NodeId) -> bool {
        explicit(self.page.dom(), node) == Some("none")
            && !self.is_focusable(node)
            && !has_global_attribute(self.page.dom(), node)
    }

    /// Chrome: whether the focus can be set to an element, by a script too.
    pub(super) fn is_focusable(&self, node: NodeId) -> bool {
        let (dom, page) = (self.page.dom(), self.page);
        let Some(element) = dom.element(node) else { return false };
        let html = element.name.ns == ns!(html);
        let tag = &*element.name.local;
        if is_option(dom, node) {
            return !dom.form().is_disabled(node) && dom.form().select_of(node).is_some();
        }
        let shown = page.layout().get(node).is_some()
            && page.styles().get(node).is_some_and(|style| style.visibility == Visibility::Visible);
        if !shown {
            return false;
        }
        match tag {
            "button" | "input" | "select" | "textarea" if html => {
                return !dom.form().is_disabled(node) && InputType::of(element) != Some(InputType::Hidden);
            }
            "a" | "area" if element.attributes.iter().any(|a| a.name.local == local_name!("href")) => return true,
            "summary" if html && is_summary(dom, node) => return true,
            "audio" | "video" if html && attr(element, "controls").is_some() => return true,
            "dialog" if html => return true,
            _ => {}
        }
        attr(element, "tabindex").is_some_and(|value| leading_integer(value).is_some()) || dom.is_editing_host(node)
    }

    /// Returns the reason why a shown element is ignored; `None` if it is not.
    pub(super) fn ignored(&self, node: NodeId, role: &'static str) -> Option<Ignored> {
        let (dom, page) = (self.page.dom(), self.page);
        let element = dom.element(node)?;
        let tag = &*element.name.local;
        let html = element.name.ns == ns!(html);
        if role == "none" {
            return Some(Ignored::Presentational);
        }
        if element.name.ns == ns!(svg) {
            let in_symbol = std::iter::once(node)
                .chain(dom.ancestors(node))
                .any(|n| dom.element(n).is_some_and(|e| e.name.ns == ns!(svg) && &*e.name.local == "symbol"));
            if in_symbol {
                return Some(Ignored::Uninteresting);
            }
            let is_root = || dom.node(node).parent.and_then(|n| dom.element(n)).is_none_or(|e| e.name.ns != ns!(svg));
            if tag == "svg" && is_root() && dom.child_elements(node).next().is_some() {
                return None;
            }
            let names_itself = |n: NodeId| dom.element(n).is_some_and(|e| matches!(&*e.name.local, "title" | "desc"));
            if dom.child_elements(node).any(names_itself) {
                return None;
            }
        }
        if html && tag == "tbody" && role == "generic" && attr(element, "role").is_none() {
            return Some(Ignored::Uninteresting);
        }
        if html && tag == "html" {
            return Some(Ignored::Uninteresting);
        }
        if html && tag != "body" && self.is_focusable(node) {
            return None;
        }
        if html && tag == "label" && explicit(dom, node).is_none() {
            let redundant = !self.is_atomic_beside_others(node, tag) && self.is_redundant_label(node);
            return redundant.then_some(Ignored::LabelFor);
        }
        if role == "link" || is_control(role) || is_always_interesting(role) {
            return None;
        }
        if tag == "br" || attr(element, "onclick").is_some() {
            return None;
        }
        if explicit(dom, node).is_some_and(|role| role != "none" && role != "generic") {
            return None;
        }
        if let Content::Items(_, Some(Alternative::Text(text))) = &page.styles().get(node)?.content
            && !text.is_empty()
        {
            return None;
        }
        if html && matches!(tag, "aside" | "section" | "canvas") {
            return None;
        }
        if has_any_aria_attribute(dom, node) || attr(element, "title").is_some_and(|title| !title.is_empty()) {
            return None;
        }
        if role == "image" && html {
            return match attr(element, "alt") {
                Some("") => Some(Ignored::EmptyAlt),
                _ => None,
            };
        }
        let in_page_target =
            attr(element, "id").is_some() || tag == "a" && attr(element, "name").is_some_and(|name| !name.is_empty());
        if in_page_target && dom.tree_root(node) == dom.owner_document(node) && html {
            return None;
        }
        self.by_layout(node, tag).then_some(Ignored::Uninteresting)
    }

    /// True if the box of an element gives no reason to keep it.
    fn by_layout(&self, node: NodeId, tag: &str) -> bool {
        let (dom, page) = (self.page.dom(), self.page);
        let Some(style) = page.styles().get(node) else { return true };
        if self.is_atomic_beside_others(node, tag) {
            return false;
        }
        if dom.is_html(node, &local_name!("span")) {
            return true;
        }
        if style.position != Position::Static || tag != "body" && self.is_scrollable(node) {
            return false;
        }
        let flow = matches!(
            style.display,
            Display::Block
                | Display::InlineBlock
                | Display::FlowRoot
                | Display::ListItem
                | Display::FlowRootListItem
                | Display::InlineBlockListItem
                | Display::TableCell
                | Display::TableCaption
        );
        // Of the parts of an `svg`, texts alone are blocks.
        let flow = flow && (dom.element(node).is_none_or(|e| e.name.ns != ns!(svg)) || tag == "text");
        !(flow && self.has_only_inline_children(node))
    }

    /// Chrome: a box that lines take as a whole; alone it says no more than its parent.
    fn is_atomic_beside_others(&self, node: NodeId, tag: &str) -> bool {
        let atomic = self.page.styles().get(node).is_some_and(|style| {
            matches!(
                style.display,
                Display::InlineBlock
                    | Display::InlineFlex
                    | Display::InlineGrid
                    | Display::InlineTable
                    | Display::WebkitInlineBox
                    | Display::InlineBlockListItem
            )
        });
        atomic && !matches!(tag, "svg" | "canvas" | "object" | "embed") && has_sibling_element(self.page.dom(), node)
    }

    /// True for a scroll container that has something to scroll, by a user or by a script.
    fn is_scrollable(&self, node: NodeId) -> bool {
        let placed = self.page.layout().get(node);
        placed.and_then(|placed| placed.scroll()).is_some_and(|scroll| {
            scroll.content.width - scroll.client.width >= 1.0 || scroll.content.height - scroll.client.height >= 1.0
        })
    }

    /// True if an element has rendered content and all of it is inline, floating or out of the flow.
    fn has_only_inline_children(&self, node: NodeId) -> bool {
        let (dom, page) = (self.page.dom(), self.page);
        let mut any = false;
        let inline = |style: &crate::style::ComputedStyle| {
            matches!(
                style.display,
                Display::Inline
                    | Display::InlineBlock
                    | Display::InlineFlex
                    | Display::InlineGrid
                    | Display::InlineTable
                    | Display::InlineListItem
                    | Display::InlineBlockListItem
                    | Display::WebkitInlineBox
                    | Display::Ruby
                    | Display::Math
            ) || style.float != Float::None
                || matches!(style.position, Position::Absolute | Position::Fixed)
        };
        for pseudo in [Pseudo::Before, Pseudo::After] {
            if let Some(style) = generated(page, node, pseudo) {
                if !inline(style) {
                    return false;
                }
                any = true;
            }
        }
        let mut stack: Vec<NodeId> = dom.flat_children(node).collect();
        while let Some(child) = stack.pop() {
            if dom.text(child).is_some() {
                any |= page.layout().text(child).is_some_and(|text| !text.rendered.is_empty());
                continue;
            }
            let Some(style) = page.styles().get(child) else { continue };
            match style.display {
                Display::None => {}
                Display::Contents => stack.extend(dom.flat_children(child)),
                _ if page.layout().get(child).is_none() && !dom.is_html(child, &local_name!("br")) => {}
                _ if inline(style) => any = true,
                _ => return false,
            }
        }
        any
    }

    /// Chrome: a label that holds nothing but a check box or radio button and its name.
    fn is_redundant_label(&self, label: NodeId) -> bool {
        let (dom, page) = (self.page.dom(), self.page);
        let Some(control) = dom.form().labeled_control(label) else { return false };
        let Some(element) = dom.element(control) else { return false };
        if !InputType::of(element).is_some_and(InputType::is_checkable) {
            return false;
        }
        let shown = page.layout().get(control).is_some()
            && page.styles().get(control).is_some_and(|style| style.visibility == Visibility::Visible);
        let named_apart = ["aria-label", "aria-labelledby"]
            .iter()
            .any(|name| attr(element, name).is_some_and(|value| !value.trim().is_empty()));
        let mut inside = dom.child_elements(label);
        let only_control = inside.next().is_none_or(|child| child == control) && inside.next().is_none();
        shown && !named_apart && only_control
    }
}

fn is_option(dom: &Dom, node: NodeId) -> bool {
    dom.is_html(node, &local_name!("option")) || dom.is_html(node, &local_name!("optgroup"))
}

fn has_sibling_element(dom: &Dom, node: NodeId) -> bool {
    dom.node(node).parent.is_some_and(|parent| dom.child_elements(parent).nth(1).is_some())
}

/// <https://html.spec.whatwg.org/#summary-for-its-parent-details>
fn is_summary(dom: &Dom, node: NodeId) -> bool {
    dom.node(node)
        .parent
        .filter(|&parent| dom.is_html(parent, &local_name!("details")))
        .is_some_and(|details| summary_of(dom, details) == Some(node))
}

/// True for an attribute of ARIA that any element may have.
///
/// <https://www.w3.org/TR/wai-aria-1.2/#global_states>
fn has_global_attribute(dom: &Dom, node: NodeId) -> bool {
    dom.element(node).is_some_and(|element| {
        element.attributes.iter().any(|a| {
            matches!(
                &*a.name.local,
                "aria-atomic"
                    | "aria-busy"
                    | "aria-controls"
                    | "aria-current"
                    | "aria-describedby"
                    | "aria-description"
                    | "aria-details"
                    | "aria-dropeffect"
                    | "aria-flowto"
                    | "aria-grabbed"
                    | "aria-keyshortcuts"
                    | "aria-label"
                    | "aria-labelledby"
                    | "aria-live"
                    | "aria-owns"
                    | "aria-relevant"
                    | "aria-roledescription"
            ) && !a.value.trim().is_empty()
        })
    })
}

fn has_any_aria_attribute(dom: &Dom, node: NodeId) -> bool {
    dom.element(node).is_some_and(|element| {
        element
            .attributes
            .iter()
            .any(|a| a.name.local.starts_with("aria-") && (&*a.name.local == "aria-hidden" || !a.value.is_empty()))
    })
}

/// The elements that name or describe another one.
fn referred(dom: &Dom) -> FxHashSet<NodeId> {
    let describes = local_name!("aria-describedby");
    dom.elements_in_order()
        .flat_map(|node| labelled_by(dom, node).into_iter().chain(id_references(dom, node, &describes)))
        .collect()
}
