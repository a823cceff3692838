//! Side tables from one pass over the finished tree: slot assignment, ids, base URLs, which nodes are in which tree.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use url::Url;

use super::form::{FormState, is_form_element};
use super::{Atom, Dom, ElementData, NodeData, NodeId, local_name, ns};
use crate::limits::Limit;

/// Side tables of a [`Dom`], rebuilt as a whole after a parse or a mutation. Never iterated by hash order.
#[derive(Debug, Clone, Default)]
pub(super) struct TreeIndex {
    /// The slot a child of a shadow host is assigned to.
    slot_of: FxHashMap<NodeId, NodeId>,
    /// The nodes assigned to a slot, in tree order; absent for a slot that shows its fallback.
    assigned: FxHashMap<NodeId, Vec<NodeId>>,
    /// First element with an id in its tree, by the root of that tree.
    ids: FxHashMap<(NodeId, Atom), NodeId>,
    /// Base URL of each document that has one.
    base_urls: FxHashMap<NodeId, Url>,
    /// `<meta http-equiv=content-language>` of each document that has one.
    languages: FxHashMap<NodeId, Box<str>>,
    /// Form state.
    form: FormState,
    /// Form owners set by the parser's form element pointer.
    pub(super) parser_forms: FxHashMap<NodeId, NodeId>,
}

impl Dom {
    /// Rebuilds the side tables; linear in the size of the arena.
    pub(super) fn reindex(&mut self) {
        let mut index =
            TreeIndex { parser_forms: std::mem::take(&mut self.index.parser_forms), ..TreeIndex::default() };
        // Fragments are found through their template, frames and shadow roots through their element, so that detached
        // trees are not indexed. Shadow roots are taken up when their host is met: a tree comes after the one it hangs off.
        let mut roots = vec![self.document()];
        let (mut documents, mut has_shadow) = (Vec::new(), false);
        let mut controls = Vec::new();
        while let Some(root) = roots.pop() {
            let mut base = None;
            let is_document = matches!(self.node(root).data, NodeData::Document(_));
            for node in self.descendants(root) {
                let Some(element) = self.element(node) else { continue };
                if let Some(id) = &element.id {
                    index.ids.entry((root, id.clone())).or_insert(node);
                }
                if is_document
                    && base.is_none()
                    && element.name.ns == ns!(html)
                    && element.name.local == local_name!("base")
                {
                    base = element.attr(&local_name!("href"));
                }
                if is_document
                    && element.name.local == local_name!("meta")
                    && element.name.ns == ns!(html)
                    && let Some(language) = pragma_language(element)
                {
                    // The last one in the document counts.
                    index.languages.insert(root, language.into());
                }
                if is_form_element(element) {
                    controls.push((root, node));
                }
                roots.extend(element.template_contents);
                roots.extend(element.frame_document);
                if let Some(shadow_root) = element.shadow_root {
                    has_shadow = true;
                    self.assign_slots(node, shadow_root, &mut index);
                    roots.push(shadow_root);
                }
            }
            if is_document {
                documents.push(root);
                if let Some(base) = self.resolve_base(root, base, &index.base_urls) {
                    index.base_urls.insert(root, base);
                }
            }
        }
        self.index = index;
        if has_shadow {
            self.limit_flat_depth(documents);
        }
        self.index.form = FormState::build(self, &controls);
    }

    /// The base URL of a document from the `href` of its first `base`; a frame's owner has to come before the frame.
    ///
    /// <https://html.spec.whatwg.org/#document-base-url>
    fn resolve_base(&self, document: NodeId, href: Option<&str>, known: &FxHashMap<NodeId, Url>) -> Option<Url> {
        let fallback = self.document_url(document).cloned().or_else(|| {
            let frame = self.frame_element(document)?;
            known.get(&self.owner_document(frame)).cloned()
        });
        match (href, fallback) {
            (None, fallback) => fallback,
            (Some(href), Some(fallback)) => fallback.join(href).ok().or(Some(fallback)),
            (Some(href), None) => Url::parse(href).ok(),
        }
    }

    /// Finds the base URL of one document before the others are there.
    pub(super) fn index_base_url(&mut self, document: NodeId) {
        let href = self
            .descendants(document)
            .filter(|&n| self.is_html(n, &local_name!("base")))
            .find_map(|n| self.attr(n, &local_name!("href")));
        if let Some(base) = self.resolve_base(document, href, &self.index.base_urls) {
            self.index.base_urls.insert(document, base);
        }
    }

    /// Takes away the shadow trees and slotted nodes that make the flat tree too deep: from [`Limit::FlatDepth`] on, slots
    /// show their fallback and hosts lose their shadow tree, so that the flat tree stays below twice that depth.
    fn limit_flat_depth(&mut self, documents: Vec<NodeId>) {
        let mut stack: Vec<_> = documents.into_iter().map(|document| (document, 0_u64)).collect();
        while let Some((node, depth)) = stack.pop() {
            if depth >= Limit::FlatDepth.value() {
                if let Some(nodes) = self.index.assigned.remove(&node) {
                    for slotted in nodes {
                        self.index.slot_of.remove(&slotted);
                    }
                    self.warnings.limit(Limit::FlatDepth);
                }
                if let NodeData::Element(element) = &mut self.node_mut(node).data
                    && element.shadow_root.is_some()
                {
                    Arc::make_mut(element).shadow_root = None;
                    self.warnings.limit(Limit::FlatDepth);
                }
            }
            stack.extend(self.flat_children(node).map(|child| (child, depth + 1)));
        }
    }

    /// <https://dom.spec.whatwg.org/#assign-slotables-for-a-tree>, slot assignment "named".
    fn assign_slots(&self, host: NodeId, shadow_root: NodeId, index: &mut TreeIndex) {
        let mut slots: FxHashMap<&str, NodeId> = FxHashMap::default();
        for node in self.descendants(shadow_root) {
            if self.is_html(node, &local_name!("slot")) {
                slots.entry(self.attr(node, &local_name!("name")).unwrap_or("")).or_insert(node);
            }
        }
        if slots.is_empty() {
            return;
        }
        for child in self.children(host) {
            let name = match &self.node(child).data {
                NodeData::Element(element) => element.attr(&local_name!("slot")).unwrap_or(""),
                NodeData::Text(_) => "",
                _ => continue,
            };
            if let Some(&slot) = slots.get(name) {
                index.slot_of.insert(child, slot);
                index.assigned.entry(slot).or_default().push(child);
            }
        }
    }

    /// The state of its form controls.
    #[must_use]
    pub fn form(&self) -> &FormState {
        &self.index.form
    }

    /// The form that the parser associated a control with.
    pub(super) fn parser_form(&self, control: NodeId) -> Option<NodeId> {
        self.index.parser_forms.get(&control).copied()
    }

    /// The slot that a node is assigned to; `None` for a node that is not a child of a shadow host or has no slot there.
    #[must_use]
    pub fn assigned_slot(&self, node: NodeId) -> Option<NodeId> {
        self.index.slot_of.get(&node).copied()
    }

    /// The nodes assigned to a slot, in tree order (not flattened); empty if the slot shows its fallback.
    #[must_use]
    pub fn assigned_nodes(&self, slot: NodeId) -> &[NodeId] {
        self.index.assigned.get(&slot).map_or(&[], Vec::as_slice)
    }

    /// The first element with this id in the tree of `root` (a document, a shadow root or template contents).
    #[must_use]
    pub fn get_element_by_id(&self, root: NodeId, id: &Atom) -> Option<NodeId> {
        self.index.ids.get(&(root, id.clone())).copied()
    }

    /// The pragma-set default language of a document.
    pub(super) fn index_language(&self, document: NodeId) -> Option<&str> {
        self.index.languages.get(&document).map(|language| &**language)
    }

    /// Returns the base URL of a document; `None` if neither it nor a `base` has an address.
    #[must_use]
    pub fn base_url(&self, document: NodeId) -> Option<&Url> {
        self.index.base_urls.get(&document)
    }
}

/// <https://html.spec.whatwg.org/#attr-meta-http-equiv-content-language>
fn pragma_language(meta: &ElementData) -> Option<&str> {
    let equiv = meta.attr(&local_name!("http-equiv"))?;
    if !equiv.eq_ignore_ascii_case("content-language") {
        return None;
    }
    let content = meta.attr(&local_name!("content"))?;
    if content.contains(',') {
        return None;
    }
    content.split_ascii_whitespace().next()
}
