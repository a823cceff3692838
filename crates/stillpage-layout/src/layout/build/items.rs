//! The children of a container before they have boxes.

use std::sync::Arc;

use super::builder::{Builder, Item, ItemKind, Items};
use crate::dom::{NodeData, NodeId, local_name};
use crate::layout::stack;
use crate::layout::state::box_tree::{BoxKind, Control};
use crate::style::computed::{Content, ContentItem, Display};
use crate::style::{ComputedStyle, Pseudo};

impl Builder<'_> {
    /// The children of an element in the flat tree, pseudo-elements included, `display: contents` replaced by what is in
    /// it.
    pub(super) fn items(&mut self, node: NodeId) -> Items {
        let mut items = Items::new();
        self.gather(node, &mut items);
        items
    }

    pub(super) fn gather(&mut self, node: NodeId, items: &mut Items) {
        self.pseudo_item(node, Pseudo::Before, items);
        if let Some(style) = self.styles.get(node).cloned() {
            let dom = self.dom;
            for child in dom.flat_children(node) {
                self.gather_child(child, &style, items);
            }
        }
        self.pseudo_item(node, Pseudo::After, items);
    }

    pub(super) fn gather_child(&mut self, child: NodeId, parent: &Arc<ComputedStyle>, items: &mut Items) {
        match &self.dom.node(child).data {
            NodeData::Text(text) if !text.is_empty() => items.push(Item {
                node: child,
                pseudo: None,
                generated: None,
                style: Arc::clone(parent),
                kind: ItemKind::Text,
            }),
            NodeData::Element(_) => {
                let Some(style) = self.styles.get(child).cloned() else { return };
                // Chrome: where scripting is on, `noscript` makes no box with any `display`.
                if style.display == Display::None || self.dom.is_html(child, &local_name!("noscript")) {
                    return;
                }
                if self.dom.is_modal_dialog(child) || self.dom.is_popover_open(child) {
                    self.top.push(child);
                    return;
                }
                if style.display == Display::Contents {
                    self.depth += 1;
                    if self.may_descend() {
                        stack::with_room(|| self.gather(child, items));
                    }
                    self.depth -= 1;
                    return;
                }
                let mut item = Item { node: child, pseudo: None, generated: None, style, kind: ItemKind::Element };
                if item.style.display.is_table_part()
                    && let Some(display) = self.instead_of_table_part(&item)
                {
                    let own = ComputedStyle { display, original_display: display, ..(*item.style).clone() };
                    item.style = Arc::new(own);
                }
                items.push(item);
            }
            _ => {}
        }
    }

    /// Returns the display of an element that can be no part of a table, as what is replaced by something: Chrome: a block, whatever
    /// part `display` names.
    fn instead_of_table_part(&self, item: &Item) -> Option<Display> {
        match self.kind_of_element(item) {
            BoxKind::Replaced(_) | BoxKind::Control(Control::Meter | Control::Progress) => Some(Display::Block),
            BoxKind::Br => Some(Display::Inline),
            _ => self.dom.is_html(item.node, &local_name!("fieldset")).then_some(Display::Block),
        }
    }

    pub(super) fn pseudo_item(&mut self, node: NodeId, pseudo: Pseudo, items: &mut Items) {
        let Some(style) = self.styles.pseudo(node, pseudo).cloned() else { return };
        match style.display {
            Display::None => {}
            Display::Contents => self.generated_items(node, pseudo, &style, items),
            _ => items.push(Item { node, pseudo: Some(pseudo), generated: None, style, kind: ItemKind::Element }),
        }
    }

    /// The parts of a pseudo-element's content.
    pub(super) fn generated_items(
        &mut self,
        node: NodeId,
        pseudo: Pseudo,
        style: &Arc<ComputedStyle>,
        items: &mut Items,
    ) {
        let Content::Items(parts, _) = &style.content else { return };
        for (index, part) in parts.iter().enumerate() {
            let (kind, generated) = match part {
                ContentItem::Text(text) | ContentItem::Counter(text) | ContentItem::Quote(text) => {
                    if text.is_empty() {
                        continue;
                    }
                    self.tree.generated.push(text.clone());
                    let index = u32::try_from(self.tree.generated.len() - 1).unwrap_or(u32::MAX);
                    (ItemKind::Text, Some(index))
                }
                ContentItem::Image(_) => (ItemKind::Image(index), None),
                ContentItem::CounterUse(_) | ContentItem::QuoteUse(_) => continue,
            };
            items.push(Item { node, pseudo: Some(pseudo), generated, style: Arc::clone(style), kind });
        }
    }
}
