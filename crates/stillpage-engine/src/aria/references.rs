//! The elements elsewhere that names and descriptions may be made of.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::id_reference::{id_references, labelled_by};
use crate::dom::form::is_labelable;
use crate::dom::{Atom, Dom, LocalName, NodeId, local_name};

/// By element that may refer to others, those elsewhere that its name or its description may be made of.
#[derive(Debug, Clone, Default)]
pub(super) struct References {
    of: FxHashMap<NodeId, Parts>,
    /// Some attribute names an id that no element has.
    has_dangling: bool,
}

/// The elements that one refers to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Parts {
    /// The elements that attributes name by id, then labels.
    nodes: SmallVec<[NodeId; 2]>,
    /// The number of the former.
    by_id: usize,
}

impl References {
    /// Returns the references between some elements.
    pub(super) fn of(dom: &Dom, nodes: impl Iterator<Item = NodeId>) -> Self {
        let mut references = Self::default();
        nodes.for_each(|node| references.add(dom, node));
        references
    }

    fn add(&mut self, dom: &Dom, node: NodeId) {
        let Some(element) = dom.element(node) else { return };
        let has_aria = element.attributes.iter().any(|attribute| attribute.name.local.starts_with("aria-"));
        let is_labelable = is_labelable(dom, node);
        if !has_aria && !is_labelable {
            return;
        }
        let mut parts = Parts::default();
        if has_aria {
            parts.nodes.extend(labelled_by(dom, node));
            parts.nodes.extend(id_references(dom, node, &local_name!("aria-describedby")));
            parts.by_id = parts.nodes.len();
            let names_ids =
                |name: &LocalName| matches!(&**name, "aria-labelledby" | "aria-labeledby" | "aria-describedby");
            let named = element.attributes.iter().filter(|attribute| names_ids(&attribute.name.local));
            let ids: usize = named.map(|attribute| attribute.value.split_ascii_whitespace().count()).sum();
            self.has_dangling |= ids != parts.by_id;
        }
        if is_labelable {
            parts.nodes.extend_from_slice(dom.form().labels(node));
        }
        self.of.insert(node, parts);
    }

    /// The references of a changed page, and the elements that refer to others than before. `changed`: those that came, went or
    /// changed; `present`: those of them that are in the page.
    pub(super) fn after(
        &self,
        dom: &Dom,
        changed: &FxHashSet<NodeId>,
        present: impl Iterator<Item = NodeId>,
    ) -> (Self, Vec<NodeId>) {
        let ids: FxHashSet<&Atom> = changed.iter().filter_map(|&node| dom.element(node)?.id.as_ref()).collect();
        let may_name_others = |parts: &Parts| {
            let is_other =
                |part: &NodeId| dom.element(*part).and_then(|e| e.id.as_ref()).is_some_and(|id| ids.contains(id));
            parts.nodes.iter().take(parts.by_id).any(is_other)
        };
        let is_same = |(node, parts): &(&NodeId, &Parts)| {
            let labels = if is_labelable(dom, **node) { dom.form().labels(**node) } else { &[] };
            !changed.contains(*node)
                && (ids.is_empty() || !self.has_dangling && !may_name_others(parts))
                && parts.nodes.iter().skip(parts.by_id).eq(labels)
        };
        let mut other: Vec<NodeId> = self.of.iter().filter(|known| !is_same(known)).map(|(&node, _)| node).collect();
        let mut references = self.clone();
        for node in &other {
            references.of.remove(node);
        }
        let again: Vec<NodeId> = other.iter().copied().filter(|node| !changed.contains(node)).chain(present).collect();
        again.iter().for_each(|&node| references.add(dom, node));
        other.extend(again);
        other.retain(|node| self.of.get(node) != references.of.get(node));
        (references, other)
    }

    /// Returns the elements that refer to some others and are not among them.
    pub(super) fn reached(&self, is_one: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
        let is_reached =
            |(node, parts): &(&NodeId, &Parts)| !is_one(**node) && parts.nodes.iter().any(|&part| is_one(part));
        self.of.iter().filter(is_reached).map(|(&node, _)| node).collect()
    }
}
