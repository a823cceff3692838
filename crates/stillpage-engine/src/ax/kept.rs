//! Nodes that Chromium keeps in its tree though it ignores them.

use super::Ignored;
use super::boxes::{generated, has_marker};
use super::interest::Judge;
use super::role::{attr, is_named_by_contents};
use crate::dom::{ElementData, NodeId, local_name, ns};
use crate::style::Pseudo;
use crate::style::computed::Display;

impl Judge<'_> {
    /// True if a shown element that is ignored is in the tree all the same.
    pub(super) fn kept(&self, node: NodeId, ignored: Option<Ignored>) -> bool {
        let (dom, page) = (self.page.dom(), self.page);
        let Some(element) = dom.element(node) else { return false };
        let tag = &*element.name.local;
        if element.name.ns == ns!(svg) {
            return false;
        }
        if self.is_always_kept(node, element) || tag != "span" && self.is_in_label(node) {
            return true;
        }
        let Some(style) = page.styles().get(node) else { return false };
        let breaks_lines =
            !matches!(style.display, Display::None | Display::Contents) && !style.display.is_inline_level();
        breaks_lines && ignored != Some(Ignored::Presentational)
    }

    /// True if a hidden element is in the tree all the same; `used`: it is in what names or describes something.
    ///
    /// Chrome: menus are there since events tell that they open.
    pub(super) fn kept_though_hidden(&self, node: NodeId, role: &str, used: bool) -> bool {
        let dom = self.page.dom();
        let Some(element) = dom.element(node) else { return false };
        if used || matches!(role, "menu" | "Audio" | "Video") || self.is_moved(node) {
            return true;
        }
        let suggests = dom.node(node).parent.is_some_and(|parent| dom.is_html(parent, &local_name!("datalist")));
        element.name.ns != ns!(svg) && !suggests && (self.is_always_kept(node, element) || self.is_in_label(node))
    }

    /// True if the content of an element is used where something else is named or described: it is referred to, it is the label of a
    /// control, or it takes the focus though `aria-hidden` leaves it out, and has its name from its content.
    pub(super) fn is_used(&self, node: NodeId, role: &str, hidden: Option<Ignored>) -> bool {
        let dom = self.page.dom();
        self.referred.contains(&node)
            || dom.is_html(node, &local_name!("label")) && dom.form().labeled_control(node).is_some()
            || matches!(hidden, Some(Ignored::AriaHidden | Ignored::InAriaHidden))
                && is_named_by_contents(role)
                && self.is_focusable(node)
    }

    /// True for elements whose place in the tree does not depend on their boxes.
    fn is_always_kept(&self, node: NodeId, element: &ElementData) -> bool {
        let dom = self.page.dom();
        let parent = dom.node(node).parent;
        let is_part = matches!(
            &*element.name.local,
            "html"
                | "body"
                | "table"
                | "tbody"
                | "thead"
                | "tfoot"
                | "tr"
                | "td"
                | "th"
                | "option"
                | "optgroup"
                | "label"
        );
        is_part
            || attr(element, "lang").is_some()
            || parent.is_some_and(|parent| dom.is_html(parent, &local_name!("map")))
            || self.is_moved(node)
            || self.has_pseudo_element(node)
    }

    /// True for what has its place from a shadow tree.
    pub(super) fn is_moved(&self, node: NodeId) -> bool {
        self.page.dom().node(node).parent != self.page.dom().flat_parent(node)
    }

    fn is_in_label(&self, node: NodeId) -> bool {
        let dom = self.page.dom();
        dom.node(node).parent.is_some_and(|parent| dom.is_html(parent, &local_name!("label")))
    }

    /// True for an element with generated content or a list marker.
    fn has_pseudo_element(&self, node: NodeId) -> bool {
        self.page.layout().get(node).is_some()
            && ([Pseudo::Before, Pseudo::After].into_iter().any(|pseudo| generated(self.page, node, pseudo).is_some())
                || has_marker(self.page, node))
    }
}
