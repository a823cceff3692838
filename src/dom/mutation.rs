//! Changes to a tree. Ids survive and are never reused; the side tables follow.

use std::fmt;

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

/// What a [`Mutation`] did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct MutationRecord {
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

/// Why a [`Mutation`] is not possible. The tree is as before.
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
        /// What it would have to be.
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
    /// What to do about it, as one sentence.
    #[must_use]
    pub(crate) fn hint(&self) -> &'static str {
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
    pub(crate) fn apply_all(&mut self, mutations: &[Mutation]) -> Result<Vec<MutationRecord>, MutationError> {
        let mut records = Vec::with_capacity(mutations.len());
        self.apply_recorded(mutations, &mut records).map(|()| records)
    }

    /// The same; `records` gets what was done, also if a change is not possible.
    ///
    /// # Errors
    /// The first [`MutationError`]; the changes before it stay applied.
    pub(crate) fn apply_recorded(
        &mut self,
        mutations: &[Mutation],
        records: &mut Vec<MutationRecord>,
    ) -> Result<(), MutationError> {
        let applied = mutations.iter().try_for_each(|mutation| {
            records.push(self.change(mutation)?);
            Ok(())
        });
        self.finish_change();
        applied
    }

    pub(super) fn finish_change(&mut self) {
        for root in self.connected_roots() {
            self.limit_depth(root);
        }
        self.finish_trees();
    }

    fn change(&mut self, mutation: &Mutation) -> Result<MutationRecord, MutationError> {
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

    /// A copy of a node and all below it, without a parent. The documents of its frames are loaded anew.
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
            if let NodeData::Element(element) = &mut self.node_mut(to).data {
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
            (Some(at), None) => record.old_value = Some(element.attributes.remove(at).value.into()),
            (None, Some(value)) => {
                let name = QualName::new(None, ns!(), name.clone());
                element.attributes.push(Attribute { name, value: value.into() });
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
        match &mut self.node_mut(node).data {
            NodeData::Text(old) => record.old_value = Some(std::mem::replace(old, text.to_owned())),
            NodeData::Comment(old) => record.old_value = Some(std::mem::replace(old, text.into()).into()),
            NodeData::Document(_) | NodeData::Doctype { .. } | NodeData::ProcessingInstruction { .. } => {
                return Err(MutationError::WrongKind { node, expected: "a node with text" });
            }
            NodeData::Element(_) | NodeData::ShadowRoot(_) | NodeData::Fragment => {
                let parent = self.insertion_parent(node)?;
                record.removed = self.children(parent).collect();
                for &child in &record.removed {
                    self.detach(child);
                }
                if !text.is_empty() {
                    let child = self.create(NodeData::Text(text.to_owned()));
                    self.append(parent, child);
                    record.added.push(child);
                }
            }
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::reference::outline;
    use super::super::serialize::SerializeOptions;
    use super::super::{NodeMap, ParseOptions};
    use super::*;

    fn parse(html: &str) -> Dom {
        Dom::parse(html.as_bytes(), &ParseOptions::default())
    }

    fn id(dom: &Dom, name: &str) -> NodeId {
        dom.get_element_by_id(dom.document(), &name.into()).unwrap()
    }

    fn check(html: &str, change: impl Fn(&Dom) -> Mutation, expected: &str) {
        let mut dom = parse(html);
        let mutation = change(&dom);
        dom.apply(&mutation).unwrap();
        let body = dom.body(dom.document()).unwrap();
        assert_eq!(dom.to_html(body, &SerializeOptions::default()), expected, "{mutation:?}");
    }

    #[test]
    fn mutation_changes_the_tree() {
        let a = |dom: &Dom| id(dom, "a");
        check(
            "<ul id=a><li>x</ul>",
            |d| Mutation::InsertHtml { parent: a(d), before: None, html: "<li>y<li>z".into() },
            "<ul id=\"a\"><li>x</li><li>y</li><li>z</li></ul>",
        );
        check(
            "<table><tbody id=a></table>",
            |d| Mutation::InsertHtml { parent: a(d), before: None, html: "<tr><td>y".into() },
            "<table><tbody id=\"a\"><tr><td>y</td></tr></tbody></table>",
        );
        check(
            "<p>x<b id=a>y</b>z",
            |d| Mutation::Replace { node: a(d), html: "1<i>2</i>3".into() },
            "<p>x1<i>2</i>3z</p>",
        );
        check("<p>x<b id=a>y</b>z", |d| Mutation::Remove { node: a(d) }, "<p>xz</p>");
        check(
            "<p id=b>x<b id=a>y</b></p><p id=c></p>",
            |d| Mutation::Move { node: a(d), parent: id(d, "c"), before: None },
            "<p id=\"b\">x</p><p id=\"c\"><b id=\"a\">y</b></p>",
        );
        check(
            "<p><b id=a title=t>y<template><i>z</i></template></b></p>",
            |d| Mutation::Copy { node: a(d), parent: d.node(a(d)).parent.unwrap(), before: Some(a(d)) },
            "<p><b id=\"a\" title=\"t\">y<template><i>z</i></template></b>\
             <b id=\"a\" title=\"t\">y<template><i>z</i></template></b></p>",
        );
        check("<p id=a>x<b>y</b>", |d| Mutation::SetText { node: a(d), text: "<".into() }, "<p id=\"a\">&lt;</p>");
        check(
            "<p id=a>",
            |d| Mutation::SetAttribute { node: a(d), name: "Title".into(), value: "t".into() },
            "<p id=\"a\" title=\"t\"></p>",
        );
        check("<p id=a>", |d| Mutation::RemoveAttribute { node: a(d), name: "id".into() }, "<p></p>");
        check(
            "<p><template id=a></template>",
            |d| Mutation::InsertHtml { parent: a(d), before: None, html: "<td>".into() },
            "<p><template id=\"a\"><td></td></template></p>",
        );
        check(
            "<svg id=a></svg>",
            |d| Mutation::InsertHtml { parent: a(d), before: None, html: "<lineargradient/>".into() },
            "<svg id=\"a\"><linearGradient></linearGradient></svg>",
        );
    }

    #[test]
    fn mutation_keeps_the_tables_true() {
        let mut dom = parse("<label for=i>l</label><form><input id=i type=radio name=r checked></form><div id=d>");
        let (input, before) = (id(&dom, "i"), dom.len());
        dom.apply(&Mutation::SetAttribute { node: input, name: "id".into(), value: "j".into() }).unwrap();
        assert_eq!(dom.get_element_by_id(dom.document(), &"i".into()), None, "old id");
        assert_eq!(id(&dom, "j"), input, "new id");
        assert!(dom.form().labels(input).is_empty(), "the label lost its control");
        let form = dom.form().owner(input).unwrap();
        let html = "<input name=r type=radio checked class='x y'><iframe srcdoc='<p>in'></iframe>".to_owned();
        let record = dom.apply(&Mutation::InsertHtml { parent: form, before: None, html }).unwrap();
        assert!(record.added.iter().all(|n| n.index() >= before), "ids are new");
        assert!(!dom.form().is_checked(input) && dom.form().is_checked(record.added[0]), "radio group");
        assert_eq!(dom.element(record.added[0]).unwrap().classes.len(), 2, "classes");
        let frame = dom.element(record.added[1]).unwrap().frame_document.unwrap();
        assert_eq!(dom.text_content(frame), "in", "frame");
        let removed = dom.apply(&Mutation::Remove { node: form }).unwrap();
        assert_eq!((removed.target, removed.removed), (dom.body(dom.document()), vec![form]), "record");
        assert!(!dom.is_connected(input), "removed");
        assert!(NodeMap::new(dom.len(), ()).get(input).is_some(), "but its id is kept");
        dom.apply(&Mutation::Move { node: form, parent: id(&dom, "d"), before: None }).unwrap();
        assert!(dom.is_connected(input), "and put back");
    }

    #[test]
    fn mutation_errors_leave_the_tree_alone() {
        let dom = parse("<div id=a><p id=b>x</p></div>");
        let (a, b) = (id(&dom, "a"), id(&dom, "b"));
        let text = dom.node(b).first_child.unwrap();
        let gone = NodeId::from_index(9999);
        for (mutation, expected) in [
            (Mutation::Remove { node: gone }, MutationError::MissingNode { node: gone }),
            (Mutation::Move { node: a, parent: b, before: None }, MutationError::Cycle { node: a, parent: b }),
            (
                Mutation::Move { node: b, parent: dom.document(), before: Some(text) },
                MutationError::NotAChild { node: text, parent: dom.document() },
            ),
            (
                Mutation::SetAttribute { node: a, name: "a b".into(), value: String::new() },
                MutationError::InvalidName { offset: 1 },
            ),
            (
                Mutation::SetAttribute { node: text, name: "a".into(), value: String::new() },
                MutationError::WrongKind { node: text, expected: "an element" },
            ),
        ] {
            let mut changed = dom.clone();
            assert_eq!(changed.apply(&mutation), Err(expected), "{mutation:?}");
            assert_eq!(outline(&changed), outline(&dom), "{mutation:?}");
            assert!(!expected.to_string().is_empty() && !expected.hint().is_empty(), "message");
        }
    }

    proptest! {
        #[test]
        fn mutation_sequences_keep_the_links_whole(steps in prop::collection::vec((0..6usize, 0..60usize, 0..60usize), 0..40)) {
            let mut dom = parse("<div id=a><p>x<b>y</b></p><ul><li>1<li>2</ul><template><i>t</i></template></div><section>
                <template shadowrootmode=open><slot></slot></template><u>s</u></section>");
            for (kind, i, j) in steps {
                let (node, other) = (NodeId::from_index(i % dom.len()), NodeId::from_index(j % dom.len()));
                let mutation = match kind {
                    0 => Mutation::Remove { node },
                    1 => Mutation::Move { node, parent: other, before: dom.node(other).first_child },
                    2 => Mutation::InsertHtml { parent: node, before: None, html: "<td>a<p>b".into() },
                    // Copies of copies would fill the memory.
                    5 if dom.len() < 300 => Mutation::Copy { node, parent: other, before: None },
                    3 => Mutation::Replace { node, html: "<em>r</em>".into() },
                    _ => Mutation::SetText { node, text: "t".into() },
                };
                let _ = dom.apply(&mutation);
                for index in 0..dom.len() {
                    let node = NodeId::from_index(index);
                    let forward: Vec<_> = dom.children(node).collect();
                    let mut backward: Vec<_> = dom.children(node).rev().collect();
                    backward.reverse();
                    prop_assert_eq!(&forward, &backward);
                    prop_assert!(forward.iter().all(|&c| dom.node(c).parent == Some(node)));
                    prop_assert!(dom.ancestors(node).take(1000).count() < 1000);
                }
            }
        }
    }
}
