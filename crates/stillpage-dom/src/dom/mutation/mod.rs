//! Changes to a tree. Ids survive and are never reused; the side tables follow.

use std::fmt;
use std::sync::Arc;

use super::limit::MAX_DEPTH;
use super::{Atom, Attribute, Dom, LocalName, NodeData, NodeId, QualName, ShadowRootData, local_name, ns};

/// One change to a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mutation {
    /// Parses HTML as children of `parent` and puts them before one of its children, or at the end.
    InsertHtml {
        /// An element, document or shadow root.
        parent: NodeId,
        /// A child of `parent`; `None` for the end.
        before: Option<NodeId>,
        /// The markup.
        html: String,
    },
    /// Puts a node, with all below it, elsewhere in the tree; also one that was removed before.
    Move {
        /// The node.
        node: NodeId,
        /// Its new parent.
        parent: NodeId,
        /// A child of `parent`; `None` for the end.
        before: Option<NodeId>,
    },
    /// Puts a copy of a node, with all below it, into the tree: its attributes, shadow roots and template contents too.
    Copy {
        /// The node.
        node: NodeId,
        /// The parent of the copy.
        parent: NodeId,
        /// A child of `parent`; `None` for the end.
        before: Option<NodeId>,
    },
    /// Takes a node, with all below it, out of its tree.
    Remove {
        /// The node.
        node: NodeId,
    },
    /// Puts parsed HTML in the place of a node.
    Replace {
        /// The node.
        node: NodeId,
        /// The markup.
        html: String,
    },
    /// Sets an attribute without namespace.
    SetAttribute {
        /// An element.
        node: NodeId,
        /// Its name; of HTML elements lower case.
        name: String,
        /// Its new value.
        value: String,
    },
    /// Removes an attribute without namespace; nothing happens if it is absent.
    RemoveAttribute {
        /// An element.
        node: NodeId,
        /// Its name.
        name: String,
    },
    /// Sets the data of a text or comment node, or replaces the children of another node by one text.
    SetText {
        /// The node.
        node: NodeId,
        /// The text.
        text: String,
    },
}

/// The effect of a [`Mutation`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MutationRecord {
    /// The node whose children, attributes or data changed; `None` if nothing did.
    pub target: Option<NodeId>,
    /// Nodes that came into the target, in tree order.
    pub added: Vec<NodeId>,
    /// Nodes that left their parent.
    pub removed: Vec<NodeId>,
    /// The parent that a moved node left.
    pub left: Option<NodeId>,
    /// The local name of the attribute that was set or removed.
    pub attribute: Option<LocalName>,
    /// The attribute value or data before; `None` if there was none.
    pub old_value: Option<String>,
}

/// An error of a [`Mutation`]. The tree is as before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MutationError {
    /// No node of the tree has this id.
    MissingNode {
        /// The id.
        node: NodeId,
    },
    /// The node is of a kind that this cannot be done to.
    WrongKind {
        /// The node.
        node: NodeId,
        /// The kind of node that the mutation needs.
        expected: &'static str,
    },
    /// The node would come into itself.
    Cycle {
        /// The node to move.
        node: NodeId,
        /// The parent that is inside it.
        parent: NodeId,
    },
    /// The node to insert before is not a child of the parent.
    NotAChild {
        /// The supposed child.
        node: NodeId,
        /// The parent.
        parent: NodeId,
    },
    /// No attribute can have this name.
    InvalidName {
        /// Byte offset of the offending character in the name.
        offset: usize,
    },
}

impl MutationError {
    /// Returns advice for the caller, as one sentence.
    #[must_use]
    #[doc(hidden)]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::MissingNode { .. } => "take node ids from this same tree",
            Self::WrongKind { .. } => "choose a node of the kind in the message",
            Self::Cycle { .. } => "move the node to a place outside itself",
            Self::NotAChild { .. } => "pass a child of the parent, or none to insert at the end",
            Self::InvalidName { .. } => "attribute names have no white space, quotes, =, /, > or NUL and are not empty",
        }
    }
}

impl fmt::Display for MutationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingNode { node } => write!(f, "no node {} in this tree", node.index()),
            Self::WrongKind { node, expected } => write!(f, "node {} is not {expected}", node.index()),
            Self::Cycle { node, parent } => {
                write!(f, "node {} holds its new parent {}", node.index(), parent.index())
            }
            Self::NotAChild { node, parent } => write!(f, "node {} is not a child of {}", node.index(), parent.index()),
            Self::InvalidName { offset } => write!(f, "invalid attribute name at offset {offset}"),
        }
    }
}

impl std::error::Error for MutationError {}

impl Dom {
    /// Applies one change.
    #[cfg(test)]
    pub(crate) fn apply(&mut self, mutation: &Mutation) -> Result<MutationRecord, MutationError> {
        self.apply_all(std::slice::from_ref(mutation)).map(|mut records| records.pop().unwrap_or_default())
    }

    /// Applies changes one after the other with one pass over the tree at the end.
    ///
    /// # Errors
    /// The first [`MutationError`]; the changes before it stay applied.
    pub fn apply_all(&mut self, mutations: &[Mutation]) -> Result<Vec<MutationRecord>, MutationError> {
        let mut records = Vec::with_capacity(mutations.len());
        self.apply_recorded(mutations, &mut records).map(|()| records)
    }

    /// Applies mutations as [`apply_all`](Self::apply_all) does; `records` gets what was done, also if a later mutation fails.
    ///
    /// # Errors
    /// The first [`MutationError`]; the changes before it stay applied.
    pub fn apply_recorded(
        &mut self,
        mutations: &[Mutation],
        records: &mut Vec<MutationRecord>,
    ) -> Result<(), MutationError> {
        let applied = mutations.iter().try_for_each(|mutation| {
            records.push(self.change(mutation)?);
            Ok(())
        });
        let leaves_tables = !self.has_selected_content && records.iter().all(|record| self.leaves_side_tables(record));
        match leaves_tables {
            true => {}
            false if records.iter().all(|record| self.is_unmarked_and_shallow(record)) => self.index_trees(),
            false => self.finish_change(),
        }
        applied
    }

    /// True for changes after which ids, forms and slots are as they were: another content of a text node or comment, and attributes
    /// that are for scripts, style sheets and accessibility.
    fn leaves_side_tables(&self, record: &MutationRecord) -> bool {
        match &record.attribute {
            Some(name) => {
                name.strip_prefix("data-").is_some_and(|rest| !rest.starts_with("frozen"))
                    || name.starts_with("aria-")
                    || matches!(*name, local_name!("class") | local_name!("style") | local_name!("role"))
            }
            None => record
                .target
                .is_some_and(|node| matches!(self.node(node).data, NodeData::Text(_) | NodeData::Comment(_))),
        }
    }

    /// True for a change that brings neither marks of a frozen state nor what is too deep for the tree, nor trees inside of this one.
    fn is_unmarked_and_shallow(&self, record: &MutationRecord) -> bool {
        let is_marked = |name: &str| name.starts_with("data-frozen");
        if self.is_frozen || record.attribute.as_ref().is_some_and(|name| is_marked(name)) {
            return false;
        }
        record.added.iter().all(|&top| {
            let (mut at, mut depth) = (top, self.ancestors(top).count());
            loop {
                let is_plain = self.element(at).is_none_or(|element| {
                    !element.has_trees() && !element.attributes.iter().any(|a| is_marked(&a.name.local))
                });
                if !is_plain || depth > MAX_DEPTH {
                    return false;
                }
                if let Some(child) = self.node(at).first_child {
                    (at, depth) = (child, depth + 1);
                    continue;
                }
                while at != top && self.node(at).next_sibling.is_none() {
                    let Some(parent) = self.node(at).parent else { return false };
                    (at, depth) = (parent, depth - 1);
                }
                match self.node(at).next_sibling.filter(|_| at != top) {
                    Some(next) => at = next,
                    None => return true,
                }
            }
        })
    }

    pub(super) fn finish_change(&mut self) {
        for root in self.connected_roots() {
            self.limit_depth(root);
        }
        self.finish_trees();
    }

    /// Applies one change of many, and leaves the side tables as they are: [`finish_assembly`](Self::finish_assembly) follows
    /// when all are done.
    ///
    /// # Errors
    /// A [`MutationError`]; the tree is as before.
    pub fn change(&mut self, mutation: &Mutation) -> Result<MutationRecord, MutationError> {
        match mutation {
            Mutation::InsertHtml { parent, before, html } => {
                let parent = self.insertion_parent(*parent)?;
                self.check_child(parent, *before)?;
                let added = self.parse_fragment(parent, html);
                self.insert_all(parent, *before, &added);
                Ok(MutationRecord { target: Some(parent), added, ..MutationRecord::default() })
            }
            Mutation::Move { node, parent, before } => {
                let parent = self.insertion_parent(*parent)?;
                self.check(*node)?;
                if matches!(self.node(*node).data, NodeData::Document(_) | NodeData::ShadowRoot(_) | NodeData::Fragment)
                {
                    return Err(MutationError::WrongKind { node: *node, expected: "a node that can have a parent" });
                }
                if self.holds(*node, parent) {
                    return Err(MutationError::Cycle { node: *node, parent });
                }
                self.check_child(parent, *before)?;
                let left = self.node(*node).parent;
                if *before != Some(*node) {
                    self.detach(*node);
                    self.insert_all(parent, *before, &[*node]);
                }
                Ok(MutationRecord { target: Some(parent), added: vec![*node], left, ..MutationRecord::default() })
            }
            Mutation::Copy { node, parent, before } => {
                let parent = self.insertion_parent(*parent)?;
                self.check(*node)?;
                if matches!(self.node(*node).data, NodeData::Document(_) | NodeData::ShadowRoot(_) | NodeData::Fragment)
                {
                    return Err(MutationError::WrongKind { node: *node, expected: "a node that can have a parent" });
                }
                self.check_child(parent, *before)?;
                let added = vec![self.copy(*node)];
                self.insert_all(parent, *before, &added);
                Ok(MutationRecord { target: Some(parent), added, ..MutationRecord::default() })
            }
            Mutation::Remove { node } => {
                self.check(*node)?;
                let target = self.node(*node).parent;
                self.detach(*node);
                let removed = if target.is_some() { vec![*node] } else { Vec::new() };
                Ok(MutationRecord { target, removed, ..MutationRecord::default() })
            }
            Mutation::Replace { node, html } => {
                self.check(*node)?;
                let Some(parent) = self.node(*node).parent else {
                    return Err(MutationError::WrongKind { node: *node, expected: "a node with a parent" });
                };
                let added = self.parse_fragment(parent, html);
                self.insert_all(parent, Some(*node), &added);
                self.detach(*node);
                Ok(MutationRecord { target: Some(parent), added, removed: vec![*node], ..MutationRecord::default() })
            }
            Mutation::SetAttribute { node, name, value } => self.set_attribute(*node, name, Some(value)),
            Mutation::RemoveAttribute { node, name } => self.set_attribute(*node, name, None),
            Mutation::SetText { node, text } => self.set_text(*node, text),
        }
    }

    fn check(&self, node: NodeId) -> Result<(), MutationError> {
        if node.index() < self.len() { Ok(()) } else { Err(MutationError::MissingNode { node }) }
    }

    /// The node that takes the children: of a template its contents.
    fn insertion_parent(&self, parent: NodeId) -> Result<NodeId, MutationError> {
        self.check(parent)?;
        match &self.node(parent).data {
            NodeData::Element(element) => Ok(element.template_contents.unwrap_or(parent)),
            NodeData::Document(_) | NodeData::ShadowRoot(_) | NodeData::Fragment => Ok(parent),
            _ => Err(MutationError::WrongKind { node: parent, expected: "a node that can have children" }),
        }
    }

    fn check_child(&self, parent: NodeId, child: Option<NodeId>) -> Result<(), MutationError> {
        let Some(child) = child else { return Ok(()) };
        self.check(child)?;
        if self.node(child).parent == Some(parent) {
            Ok(())
        } else {
            Err(MutationError::NotAChild { node: child, parent })
        }
    }

    /// True if `node` is `inner` or holds it: also through shadow roots, template contents and frames.
    fn holds(&self, node: NodeId, inner: NodeId) -> bool {
        // What hangs off an element does not know it, if it is template contents: look from above.
        let mut stack = vec![node];
        while let Some(at) = stack.pop() {
            if at == inner {
                return true;
            }
            stack.extend(self.children(at));
            if let Some(element) = self.element(at) {
                stack.extend(
                    [element.template_contents, element.shadow_root, element.frame_document].into_iter().flatten(),
                );
            }
        }
        false
    }

    fn insert_all(&mut self, parent: NodeId, before: Option<NodeId>, nodes: &[NodeId]) {
        for &node in nodes {
            match before {
                Some(before) => self.insert_before(before, node),
                None => self.append(parent, node),
            }
        }
    }

    /// A copy of a node and all below it, without a parent. The documents of its frames are loaded again.
    fn copy(&mut self, node: NodeId) -> NodeId {
        let top = self.create(self.node(node).data.clone());
        let mut open = vec![(node, top)];
        while let Some((from, to)) = open.pop() {
            let children: Vec<NodeId> = self.children(from).collect();
            for child in children {
                let twin = self.create(self.node(child).data.clone());
                self.append(to, twin);
                open.push((child, twin));
            }
            let Some(element) = self.element(from) else { continue };
            let (contents, shadow) = (element.template_contents, element.shadow_root);
            let contents = contents.map(|from| (from, self.create(NodeData::Fragment)));
            let shadow = shadow.map(|from| {
                let open = matches!(&self.node(from).data, NodeData::ShadowRoot(root) if root.open);
                (from, self.create(NodeData::ShadowRoot(ShadowRootData { host: to, open })))
            });
            if let NodeData::Element(element) = &mut self.node_mut(to).data
                && element.has_trees()
            {
                let element = Arc::make_mut(element);
                element.template_contents = contents.map(|(_, twin)| twin);
                element.shadow_root = shadow.map(|(_, twin)| twin);
                element.frame_document = None;
            }
            open.extend(contents.into_iter().chain(shadow));
        }
        top
    }

    fn set_attribute(
        &mut self,
        node: NodeId,
        name: &str,
        value: Option<&str>,
    ) -> Result<MutationRecord, MutationError> {
        self.check(node)?;
        let offending = |c: char| c.is_ascii_whitespace() || matches!(c, '\0' | '/' | '>' | '=' | '"' | '\'');
        if let Some(offset) = if name.is_empty() { Some(0) } else { name.find(offending) } {
            return Err(MutationError::InvalidName { offset });
        }
        let NodeData::Element(element) = &mut self.node_mut(node).data else {
            return Err(MutationError::WrongKind { node, expected: "an element" });
        };
        let element = Arc::make_mut(element);
        let name = if element.name.ns == ns!(html) {
            LocalName::from(name.to_ascii_lowercase())
        } else {
            LocalName::from(name)
        };
        let at = element.attributes.iter().position(|a| a.name.local == name && a.name.ns == ns!());
        let attribute = Some(name.clone());
        let mut record = MutationRecord { target: Some(node), attribute, ..MutationRecord::default() };
        element.reflect(&name, value.unwrap_or_default(), |token| Some(Atom::from(token)));
        match (at, value) {
            (Some(at), Some(value)) => {
                let old = std::mem::replace(&mut element.attributes[at].value, value.into());
                record.old_value = Some(old.into());
            }
            (Some(at), None) => {
                let old = element.change_attributes(|all| all.remove(at));
                record.old_value = Some(old.value.into());
            }
            (None, Some(value)) => {
                let name = QualName::new(None, ns!(), name.clone());
                element.change_attributes(|all| all.push(Attribute { name, value: value.into() }));
            }
            (None, None) => record.target = None,
        }
        // The content of a frame no longer follows from its old attributes.
        if matches!(name, local_name!("src") | local_name!("srcdoc")) && record.old_value.as_deref() != value {
            element.frame_document = None;
        }
        Ok(record)
    }

    fn set_text(&mut self, node: NodeId, text: &str) -> Result<MutationRecord, MutationError> {
        self.check(node)?;
        let mut record = MutationRecord { target: Some(node), ..MutationRecord::default() };
        match &self.node(node).data {
            NodeData::Text(_) | NodeData::Comment(_) => record.old_value = self.replace_text(node, text),
            NodeData::Document(_) | NodeData::Doctype(_) | NodeData::ProcessingInstruction(_) => {
                return Err(MutationError::WrongKind { node, expected: "a node with text" });
            }
            NodeData::Element(_) | NodeData::ShadowRoot(_) | NodeData::Fragment => {
                let parent = self.insertion_parent(node)?;
                record.removed = self.children(parent).collect();
                for &child in &record.removed {
                    self.detach(child);
                }
                if !text.is_empty() {
                    let child = self.create_text(text);
                    self.append(parent, child);
                    record.added.push(child);
                }
            }
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests;
