//! The initial containing block of a document, and its top layer.

use std::sync::Arc;

use super::builder::{Builder, Item, ItemKind};
use crate::dom::{NodeData, NodeId, Quirks};
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind};
use crate::style::computed::{Display, Overflow};
use crate::style::{ComputedStyle, Pseudo};

impl Builder<'_> {
    /// The initial containing block of a document and everything in it.
    pub(super) fn document(&mut self, document: NodeId, style: Arc<ComputedStyle>) -> BoxId {
        let (outer_quirks, outer_top) = (self.quirks, std::mem::take(&mut self.top));
        self.quirks = matches!(&self.dom.node(document).data, NodeData::Document(d) if d.quirks == Quirks::Quirks);
        let id = self.make(BoxKind::Initial, document, None, style);
        let mut children = Vec::new();
        let root = self.dom.children(document).find(|&n| self.dom.element(n).is_some());
        if let Some(root) = root
            && let Some(style) = self.styles.get(root).cloned()
            && style.display != Display::None
        {
            let item = Item { node: root, pseudo: None, generated: None, style, kind: ItemKind::Element };
            if let Some(child) = self.element(&item) {
                self.tree.boxes[child.index()].flags |= BoxFlags::DOCUMENT_ELEMENT;
                self.tree.boxes[child.index()].flags.remove(BoxFlags::INLINE_LEVEL);
                self.propagate_overflow(child);
                children.push(child);
            }
        }
        // Top layer elements may hold further ones; they are met while their holder is built.
        let mut at = 0;
        while let Some(&node) = self.top.get(at) {
            at += 1;
            let Some(style) = self.styles.get(node).cloned() else { continue };
            if let Some(backdrop) = self.styles.pseudo(node, Pseudo::Backdrop).cloned()
                && backdrop.display != Display::None
            {
                let shade = self.make(BoxKind::Block, node, Some(Pseudo::Backdrop), backdrop);
                self.tree.boxes[shade.index()].flags |= BoxFlags::TOP_LAYER;
                children.push(shade);
                self.tree.top_layer.push(shade);
            }
            let item = Item { node, pseudo: None, generated: None, style, kind: ItemKind::Element };
            if let Some(child) = self.element(&item) {
                self.tree.boxes[child.index()].flags |= BoxFlags::TOP_LAYER;
                self.tree.boxes[child.index()].flags.remove(BoxFlags::INLINE_LEVEL);
                children.push(child);
                self.tree.top_layer.push(child);
            }
        }
        self.link(id, &children);
        (self.quirks, self.top) = (outer_quirks, outer_top);
        id
    }

    /// The viewport takes `overflow` from the document element or from `body`, which then shows what overflows.
    ///
    /// <https://www.w3.org/TR/css-overflow-3/#overflow-propagation>. What can be scrolled is the same either way: the
    /// viewport always is a scroll container.
    pub(super) fn propagate_overflow(&mut self, root: BoxId) {
        let visible = |b: &Self, id: BoxId| {
            let style = &b.tree[id].style;
            style.overflow_x == Overflow::Visible && style.overflow_y == Overflow::Visible
        };
        let source = if visible(self, root) {
            self.tree.children(root).find(|&c| self.tree[c].flags.contains(BoxFlags::BODY))
        } else {
            Some(root)
        };
        let Some(source) = source.filter(|&s| !visible(self, s)) else { return };
        let style = &mut self.tree.boxes[source.index()].style;
        *style = Arc::new(ComputedStyle {
            overflow_x: Overflow::Visible,
            overflow_y: Overflow::Visible,
            ..ComputedStyle::clone(style)
        });
    }

    /// Sets the flags about descendants on their ancestors.
    pub(super) fn mark_ancestors(&mut self) {
        for index in 0..self.tree.boxes.len() {
            let node = &self.tree.boxes[index];
            let (floating, out_of_flow) = (node.is_floating(), node.is_out_of_flow());
            if !floating && !out_of_flow {
                continue;
            }
            let flag = if floating { BoxFlags::HAS_FLOATS } else { BoxFlags::HAS_OUT_OF_FLOW };
            let mut at = node.parent;
            while let Some(id) = at {
                let ancestor = &mut self.tree.boxes[id.index()];
                if ancestor.flags.contains(flag) {
                    break;
                }
                ancestor.flags.insert(flag);
                at = ancestor.parent;
            }
        }
    }
}
