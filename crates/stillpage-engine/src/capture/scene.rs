//! The contents of a measured page to be painted, by node and layer.

use std::collections::BTreeMap;

use crate::dom::{Dom, NodeId, NodeMap};
use crate::geometry::Rect;
use crate::style::computed::Position;

/// A box of generated content.
#[derive(Debug, Clone, Copy)]
pub(super) struct Generated {
    /// The element that it belongs to.
    pub(super) node: NodeId,
    pub(super) bounds: Rect,
    pub(super) position: Position,
    /// It is painted below the content of its element.
    pub(super) is_below: bool,
}

/// The contents to be painted, by node.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) layers: NodeMap<Option<i64>>,
    /// Text and generated content: where it is, and whether it is text.
    pub(super) inside: NodeMap<Vec<(Rect, bool)>>,
    /// `::backdrop`s, which are below their element.
    pub(super) backdrops: NodeMap<Option<Rect>>,
    /// Generated boxes in layers of their own.
    pub(super) apart: BTreeMap<i64, Generated>,
}

impl Scene {
    pub(super) fn new(dom: &Dom) -> Self {
        Self {
            layers: NodeMap::new(dom.len(), None),
            inside: NodeMap::new(dom.len(), Vec::new()),
            backdrops: NodeMap::new(dom.len(), None),
            apart: BTreeMap::new(),
        }
    }

    /// The layer of a document's or an element's box.
    pub(super) fn layer(&mut self, node: NodeId, order: i64) {
        self.layers[node].get_or_insert(order);
    }

    /// The lines of a text node.
    pub(super) fn text(&mut self, node: NodeId, lines: impl Iterator<Item = Rect>) {
        self.inside[node].extend(lines.map(|rect| (rect, true)));
    }

    /// The `::backdrop` of an element.
    pub(super) fn backdrop(&mut self, node: NodeId, bounds: Rect) {
        self.backdrops[node] = Some(bounds);
    }

    /// A box of generated content, or a text in it, in a layer.
    pub(super) fn generated(&mut self, generated: Generated, is_text: bool, order: i64) {
        if self.layers[generated.node] == Some(order) {
            self.inside[generated.node].push((generated.bounds, is_text));
        } else {
            // Its texts are in the same layer, and no larger.
            self.apart.entry(order).or_insert(generated);
        }
    }
}
