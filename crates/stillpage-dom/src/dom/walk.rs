//! Walks over the tree: the light tree, the flat tree and the way between tree scopes.

use super::{Dom, NodeData, NodeId, Quirks, local_name, ns};

impl Dom {
    /// The children, first to last (light tree).
    pub fn children(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + Clone + '_ {
        self.links(id)
    }

    fn links(&self, id: NodeId) -> Children<'_> {
        Children { dom: self, front: self.node(id).first_child, back: self.node(id).last_child }
    }

    /// The node's ancestors in its own tree, the parent first; does not leave a shadow root or a frame.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).parent, |&n| self.node(n).parent)
    }

    /// Every node below `id` in tree order (light tree; without shadow trees, template contents and frames).
    pub fn descendants(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut next = self.node(id).first_child;
        std::iter::from_fn(move || {
            let current = next?;
            next = self.node(current).first_child.or_else(|| self.following(current, id));
            Some(current)
        })
    }

    /// The next node in tree order that is not below `id`, inside `root`.
    fn following(&self, id: NodeId, root: NodeId) -> Option<NodeId> {
        let mut at = id;
        loop {
            if at == root {
                return None;
            }
            if let Some(sibling) = self.node(at).next_sibling {
                return Some(sibling);
            }
            at = self.node(at).parent?;
        }
    }

    /// Every element of the page's document as `document.querySelectorAll('*')` lists them: light tree, in tree order.
    pub fn elements_in_order(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.descendants(self.document()).filter(|&node| self.element(node).is_some())
    }

    /// The child elements, first to last.
    pub fn child_elements(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.links(id).filter(|&node| self.element(node).is_some())
    }

    /// The children in the flat tree: of a shadow host those of its shadow root, of a slot in a shadow tree the assigned
    /// nodes (its own children if there are none).
    ///
    /// <https://drafts.csswg.org/css-scoping/#flattening>
    #[must_use]
    pub fn flat_children(&self, id: NodeId) -> FlatChildren<'_> {
        if let NodeData::Element(element) = &self.node(id).data {
            if let Some(shadow_root) = element.shadow_root {
                return FlatChildren(FlatKind::Links(self.links(shadow_root)));
            }
            if element.name.local == local_name!("slot") && element.name.ns == ns!(html) {
                let assigned = self.assigned_nodes(id);
                if !assigned.is_empty() {
                    return FlatChildren(FlatKind::Assigned(assigned.iter()));
                }
            }
        }
        FlatChildren(FlatKind::Links(self.links(id)))
    }

    /// The children of a node that has none.
    pub fn no_children(&self) -> FlatChildren<'_> {
        FlatChildren(FlatKind::Assigned([].iter()))
    }

    /// The shadow root of a host that scripts see: an open one.
    ///
    /// <https://dom.spec.whatwg.org/#dom-element-shadowroot>
    pub fn open_shadow_root(&self, host: NodeId) -> Option<NodeId> {
        let root = self.element(host)?.shadow_root?;
        matches!(&self.node(root).data, NodeData::ShadowRoot(data) if data.open).then_some(root)
    }

    /// The parent in the flat tree: of a slotted node its slot, of a shadow root's child the host. `None` for a document,
    /// and for a node that is not in the flat tree: an unslotted child of a host, the fallback of a slot that has nodes.
    #[must_use]
    pub fn flat_parent(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.node(id).parent?;
        match &self.node(parent).data {
            NodeData::ShadowRoot(root) => Some(root.host),
            NodeData::Element(element) if element.shadow_root.is_some() => self.assigned_slot(id),
            NodeData::Element(element)
                if element.name.local == local_name!("slot")
                    && element.name.ns == ns!(html)
                    && !self.assigned_nodes(parent).is_empty() =>
            {
                None
            }
            _ => Some(parent),
        }
    }

    /// The ancestors in the flat tree, the parent first; ends at the node's document.
    pub fn flat_ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.flat_parent(id), |&n| self.flat_parent(n))
    }

    /// The parent, or the host if the parent is a shadow root. Does not leave a frame.
    #[must_use]
    pub fn composed_parent(&self, id: NodeId) -> Option<NodeId> {
        if let NodeData::ShadowRoot(root) = &self.node(id).data {
            return Some(root.host);
        }
        let parent = self.node(id).parent?;
        match &self.node(parent).data {
            NodeData::ShadowRoot(root) => Some(root.host),
            _ => Some(parent),
        }
    }

    /// The root of the node's own tree: a document, a shadow root, template contents, or the top of a detached tree.
    #[must_use]
    pub fn tree_root(&self, id: NodeId) -> NodeId {
        self.ancestors(id).last().unwrap_or(id)
    }

    /// The document that holds the node, also through shadow trees. For nodes that no document holds (template contents,
    /// removed nodes) the page's document.
    #[must_use]
    pub fn owner_document(&self, id: NodeId) -> NodeId {
        if self.documents == 1 {
            return self.document();
        }
        let mut at = id;
        loop {
            at = self.tree_root(at);
            match &self.node(at).data {
                NodeData::Document(_) => return at,
                NodeData::ShadowRoot(root) => at = root.host,
                _ => return self.document(),
            }
        }
    }

    /// True if the node's root, through shadow hosts, is a document: not in template contents and not removed.
    #[must_use]
    pub fn is_connected(&self, id: NodeId) -> bool {
        let root = std::iter::successors(Some(id), |&n| self.composed_parent(n)).last().unwrap_or(id);
        matches!(self.node(root).data, NodeData::Document(_))
    }

    /// True if `ancestor` is `id` or above it in its own tree.
    #[must_use]
    pub fn contains(&self, ancestor: NodeId, id: NodeId) -> bool {
        id == ancestor || self.ancestors(id).any(|n| n == ancestor)
    }

    /// The `html` element of a document (its one child element); `None` for an empty one.
    #[must_use]
    pub fn document_element(&self, document: NodeId) -> Option<NodeId> {
        self.child_elements(document).next()
    }

    /// The `body`, or `frameset`, of a document.
    ///
    /// <https://html.spec.whatwg.org/#the-body-element-2>
    #[must_use]
    pub fn body(&self, document: NodeId) -> Option<NodeId> {
        let root = self.document_element(document).filter(|&n| self.is_html(n, &local_name!("html")))?;
        self.child_elements(root)
            .find(|&n| self.is_html(n, &local_name!("body")) || self.is_html(n, &local_name!("frameset")))
    }

    /// The quirks mode of a document; standards mode for other nodes.
    #[must_use]
    pub fn quirks(&self, document: NodeId) -> Quirks {
        match &self.node(document).data {
            NodeData::Document(data) => data.quirks,
            _ => Quirks::NoQuirks,
        }
    }

    /// The address of a document, if known.
    #[must_use]
    pub fn document_url(&self, document: NodeId) -> Option<&url::Url> {
        match &self.node(document).data {
            NodeData::Document(data) => data.url.as_ref(),
            _ => None,
        }
    }

    /// The `iframe` that holds a document; `None` for the page's own.
    #[must_use]
    pub fn frame_element(&self, document: NodeId) -> Option<NodeId> {
        match &self.node(document).data {
            NodeData::Document(data) => data.frame,
            _ => None,
        }
    }

    /// `document.title`: the first `title`, its text children, whitespace stripped and collapsed.
    ///
    /// <https://html.spec.whatwg.org/#document.title>
    #[must_use]
    pub fn title(&self, document: NodeId) -> String {
        let Some(root) = self.document_element(document) else { return String::new() };
        let title = if self.element(root).is_some_and(|e| e.name.ns == ns!(svg) && e.name.local == local_name!("svg")) {
            self.child_elements(root).find(|&n| {
                self.element(n).is_some_and(|e| e.name.ns == ns!(svg) && e.name.local == local_name!("title"))
            })
        } else {
            self.descendants(document).find(|&n| self.is_html(n, &local_name!("title")))
        };
        title.map_or_else(String::new, |title| collapse_ascii_whitespace(&self.child_text(title)))
    }

    /// The concatenated text children of a node.
    #[must_use]
    pub fn child_text(&self, id: NodeId) -> String {
        self.links(id).filter_map(|n| self.text(n)).collect()
    }

    /// `textContent`: the text of all descendants (light tree).
    #[must_use]
    pub fn text_content(&self, id: NodeId) -> String {
        match self.text(id) {
            Some(text) => text.to_owned(),
            None => self.descendants(id).filter_map(|n| self.text(n)).collect(),
        }
    }

    /// The language of a node: the nearest `lang` (or `xml:lang`) on it or an ancestor, through shadow hosts, else what
    /// `<meta http-equiv=content-language>` declares. `None` if unknown; `Some("")` if declared unknown.
    ///
    /// <https://html.spec.whatwg.org/#language>
    #[must_use]
    pub fn language(&self, id: NodeId) -> Option<&str> {
        let mut at = Some(id);
        while let Some(node) = at {
            if let Some(language) = self.own_language(node) {
                return Some(language);
            }
            at = self.composed_parent(node);
        }
        self.index_language(self.owner_document(id))
    }

    /// The `xml:lang` or `lang` of the node itself.
    pub fn own_language(&self, id: NodeId) -> Option<&str> {
        let element = self.element(id)?;
        let xml = element.attributes.iter().find(|a| a.name.ns == ns!(xml) && a.name.local == local_name!("lang"));
        xml.map(|a| &*a.value).or_else(|| element.attr(&local_name!("lang")))
    }
}

/// <https://infra.spec.whatwg.org/#strip-and-collapse-ascii-whitespace>
pub fn collapse_ascii_whitespace(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_ascii_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[derive(Debug, Clone)]
struct Children<'a> {
    dom: &'a Dom,
    front: Option<NodeId>,
    back: Option<NodeId>,
}

impl Iterator for Children<'_> {
    type Item = NodeId;
    fn next(&mut self) -> Option<NodeId> {
        let current = self.front?;
        if Some(current) == self.back {
            (self.front, self.back) = (None, None);
        } else {
            self.front = self.dom.node(current).next_sibling;
        }
        Some(current)
    }
}

impl DoubleEndedIterator for Children<'_> {
    fn next_back(&mut self) -> Option<NodeId> {
        let current = self.back?;
        if Some(current) == self.front {
            (self.front, self.back) = (None, None);
        } else {
            self.back = self.dom.node(current).previous_sibling;
        }
        Some(current)
    }
}

/// The children of a node in the flat tree.
#[derive(Debug, Clone)]
pub struct FlatChildren<'a>(FlatKind<'a>);

#[derive(Debug, Clone)]
enum FlatKind<'a> {
    Links(Children<'a>),
    Assigned(std::slice::Iter<'a, NodeId>),
}

impl Iterator for FlatChildren<'_> {
    type Item = NodeId;
    fn next(&mut self) -> Option<NodeId> {
        match &mut self.0 {
            FlatKind::Links(links) => links.next(),
            FlatKind::Assigned(nodes) => nodes.next().copied(),
        }
    }
}

impl DoubleEndedIterator for FlatChildren<'_> {
    fn next_back(&mut self) -> Option<NodeId> {
        match &mut self.0 {
            FlatKind::Links(links) => links.next_back(),
            FlatKind::Assigned(nodes) => nodes.next_back().copied(),
        }
    }
}
