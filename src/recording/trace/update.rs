//! The tree of one state made the tree of another one, by the changes between them: what states share stays as it is.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use url::Url;

use super::nodes::{Child, SnapshotNode};
use super::tree::{Builder, FrameDocument, Key, TargetElement, TargetNode};
use super::{FrameSnapshot, Trace};
use crate::dom::{Dom, ElementNamespace, Mutation, MutationRecord, NodeData, NodeId, local_name};
use crate::limits::Limit;
use crate::page::Edited;

/// A tree that was built of a trace, with what its nodes are there.
pub(in crate::recording) struct Built {
    /// The keys of the nodes, those of other states included.
    keys: FxHashMap<NodeId, Key>,
    /// The documents of the page and of its frames, with the snapshot that each shows.
    documents: Vec<BuiltDocument>,
    /// Some of its nodes are in no snapshot.
    is_completed: bool,
}

struct BuiltDocument {
    document: NodeId,
    /// The element that shows it, and the frame; `None` for the document of the page.
    frame: Option<(NodeId, String)>,
    shown: Key,
    depth: u64,
}

impl BuiltDocument {
    fn new(built: &FrameDocument<'_>) -> Self {
        let frame = Some((built.element, built.frame.to_owned()));
        Self { document: built.document, frame, shown: built.shown, depth: built.depth }
    }
}

impl Built {
    pub(super) fn new(builder: &Builder<'_>, main: Key, is_completed: bool) -> Self {
        let mut documents =
            vec![BuiltDocument { document: builder.dom.document(), frame: None, shown: main, depth: 0 }];
        documents.extend(builder.documents.iter().map(BuiltDocument::new));
        Self { keys: builder.keys.clone(), documents, is_completed }
    }

    /// Returns the keys of the nodes in the trace.
    pub(in crate::recording) fn keys(&self) -> &FxHashMap<NodeId, Key> {
        &self.keys
    }

    /// The snapshot that the page shows.
    pub(super) fn shown(&self) -> Option<Key> {
        self.documents.first().map(|document| document.shown)
    }

    /// Makes the tree that of another state.
    pub(super) fn update(&mut self, trace: &Trace, dom: &mut Dom, main: Key) -> Edited {
        let Some(moment) = trace.snapshot(main) else { return Edited::Another };
        // The first snapshot of a document may lack what its response has.
        if self.is_completed || moment.nodes.is_whole || dom.len() as u64 > Limit::Nodes.value() / 2 {
            return Edited::Another;
        }
        let mut builder = Builder::new(trace);
        std::mem::swap(&mut builder.dom, dom);
        builder.keys = std::mem::take(&mut self.keys);
        let mut changer = TreeUpdater { of_key: FxHashMap::default(), builder, records: Vec::new(), everything: false };
        changer.of_key = changer.builder.keys.iter().map(|(&node, &key)| (key, node)).collect();
        let is_done = self.documents(&mut changer, main, moment);
        let TreeUpdater { mut builder, records, everything, .. } = changer;
        std::mem::swap(&mut builder.dom, dom);
        self.keys = builder.keys;
        match (is_done, everything) {
            (false, _) => Edited::Another,
            (true, true) => Edited::Everything,
            (true, false) => Edited::Changed(records),
        }
    }

    fn documents(&mut self, changer: &mut TreeUpdater<'_>, main: Key, moment: &FrameSnapshot) -> bool {
        let trace = changer.builder.trace;
        for at in 0..self.documents.len() {
            let Some(known) = self.documents.get_mut(at) else { break };
            let shown = match &known.frame {
                None => Some(main),
                Some((element, _))
                    if changer.builder.dom.element(*element).and_then(|e| e.frame_document) != Some(known.document) =>
                {
                    None
                }
                Some((_, frame)) => trace.frame_at(frame, moment),
            };
            let Some(shown) = shown else { continue };
            if shown != known.shown && !changer.document(known.document, known.shown, shown, known.depth) {
                return false;
            }
            known.shown = shown;
        }
        let dom = &changer.builder.dom;
        self.documents.retain(|known| {
            known.frame.as_ref().is_none_or(|(element, _)| {
                dom.is_connected(*element)
                    && dom.element(*element).and_then(|e| e.frame_document) == Some(known.document)
            })
        });
        let new = changer.builder.frame_documents(moment);
        changer.everything |= !new.is_empty();
        self.documents.extend(new.iter().map(BuiltDocument::new));
        true
    }
}

/// Changes a tree.
struct TreeUpdater<'t> {
    builder: Builder<'t>,
    of_key: FxHashMap<Key, NodeId>,
    records: Vec<MutationRecord>,
    everything: bool,
}

/// A node that is to become what a key names.
struct Task {
    node: NodeId,
    key: Key,
    outer: ElementNamespace,
}

impl TreeUpdater<'_> {
    /// Makes a document that of another snapshot; false if it is another document.
    fn document(&mut self, document: NodeId, from: Key, to: Key, depth: u64) -> bool {
        let trace = self.builder.trace;
        let (Some(old), Some(new)) = (trace.snapshot(from), trace.snapshot(to)) else { return false };
        if old.doctype != new.doctype {
            return false;
        }
        if old.url != new.url {
            let is_same = |a: &Url, b: &Url| a.origin() == b.origin();
            let (Ok(was), Ok(is)) = (Url::parse(&old.url), Url::parse(&new.url)) else { return false };
            if !is_same(&was, &is) {
                return false;
            }
            // Addresses in it are relative to another one now.
            self.builder.describe(document, new);
            self.everything = true;
        }
        let (Some(root), Some(key)) =
            (self.builder.dom.document_element(document), new.nodes.root.and_then(|root| trace.child(to, root)))
        else {
            return false;
        };
        let mut tasks = vec![Task { node: root, key, outer: ElementNamespace::Html }];
        while let Some(task) = tasks.pop() {
            if self.builder.keys.get(&task.node) == Some(&task.key) {
                continue;
            }
            let Some(TargetNode::Element(wanted)) = trace.wanted(task.key, task.outer) else { return false };
            if task.node == root && !self.fits(root, &wanted) {
                return false;
            }
            self.element(&task, &wanted, depth, &mut tasks);
        }
        true
    }

    fn change(&mut self, mutation: &Mutation) {
        match self.builder.dom.change(mutation) {
            Ok(record) => self.records.push(record),
            // A name that markup cannot have.
            Err(_) => {
                if let Mutation::SetAttribute { node, name, value } = mutation {
                    self.builder.dom.put_attribute(*node, name, Some(value));
                    self.everything = true;
                }
            }
        }
    }

    fn set_key(&mut self, node: NodeId, key: Key) {
        self.builder.keys.insert(node, key);
        self.of_key.insert(key, node);
    }

    /// True if an element can become another one: of the same name, and what cannot change is the same.
    fn fits(&self, node: NodeId, wanted: &TargetElement<'_>) -> bool {
        let Some(element) = self.builder.dom.element(node) else { return false };
        let plain = |name: &str| !name.contains(':') || wanted.namespace == ElementNamespace::Html;
        *element.name.local == *wanted.name
            && element.name.ns == wanted.namespace.url()
            && element.attributes.iter().all(|attribute| attribute.name.prefix.is_none())
            && wanted.attributes.iter().all(|(name, _)| plain(name))
            && &*wanted.name != "template"
            && wanted.frame == self.frame_of(node)
    }

    /// The frame that an element shows.
    fn frame_of(&self, node: NodeId) -> Option<&str> {
        match self.builder.trace.wanted(*self.builder.keys.get(&node)?, ElementNamespace::Html)? {
            TargetNode::Element(element) => element.frame,
            _ => None,
        }
    }

    /// Makes an element what is wanted; the elements in it follow as tasks.
    fn element(&mut self, task: &Task, wanted: &TargetElement<'_>, depth: u64, tasks: &mut Vec<Task>) {
        let node = task.node;
        let before = self.builder.keys.get(&node).copied();
        self.set_key(node, task.key);
        self.attributes(node, wanted);
        if let Some(text) = wanted.text {
            if self.builder.dom.child_text(node) != text {
                self.change(&Mutation::SetText { node, text: text.to_owned() });
            }
            return;
        }
        self.children(node, task.key, before, wanted.children, wanted.namespace, depth, tasks);
    }

    fn attributes(&mut self, node: NodeId, wanted: &TargetElement<'_>) {
        let Some(element) = self.builder.dom.element(node) else { return };
        let is_wanted = |name: &str| wanted.attributes.iter().any(|(known, _)| known == name);
        let mut changes: Vec<Mutation> = Vec::new();
        for attribute in &element.attributes {
            if !is_wanted(&attribute.name.local) {
                changes.push(Mutation::RemoveAttribute { node, name: attribute.name.local.to_string() });
            }
        }
        for (name, value) in &wanted.attributes {
            let known = element.attributes.iter().find(|attribute| *attribute.name.local == **name);
            if known.is_none_or(|attribute| &*attribute.value != value.as_str()) {
                changes.push(Mutation::SetAttribute { node, name: name.clone(), value: value.clone() });
            }
        }
        for change in changes {
            self.change(&change);
        }
    }

    /// Makes the children of a node those that are wanted.
    #[expect(clippy::too_many_arguments, reason = "what a node is, and was, is all of these")]
    fn children(
        &mut self,
        node: NodeId,
        key: Key,
        before: Option<Key>,
        children: &[Child],
        outer: ElementNamespace,
        depth: u64,
        tasks: &mut Vec<Task>,
    ) {
        let trace = self.builder.trace;
        let first = self.builder.first_base(key, children);
        let mut sheets: Vec<&str> = Vec::new();
        let mut has_shadow = false;
        let mut list: Vec<(Key, TargetNode<'_>)> = Vec::new();
        for &child in children {
            let Some(child) = trace.child(key, child).filter(|&child| Some(child) != first) else { continue };
            match trace.wanted(child, outer) {
                Some(TargetNode::ShadowRoot { children, .. }) => {
                    has_shadow = true;
                    self.shadow_root(node, child, children, depth, tasks);
                }
                Some(TargetNode::AdoptedSheet(css)) => sheets.push(css),
                Some(wanted) => list.push((child, wanted)),
                None => {}
            }
        }
        if !has_shadow && self.builder.dom.element(node).is_some_and(|element| element.shadow_root.is_some()) {
            self.everything = true;
            self.builder.dom.drop_shadow_root(node);
        }
        self.sheets(node, before, &sheets);
        let old: Vec<NodeId> = self.builder.dom.children(node).collect();
        let old: Vec<NodeId> = old.into_iter().filter(|child| self.builder.keys.contains_key(child)).collect();
        let chosen = self.matched(&old, &list);
        let kept: FxHashSet<NodeId> = chosen.iter().flatten().copied().collect();
        for child in old {
            if !kept.contains(&child) {
                self.change(&Mutation::Remove { node: child });
            }
        }
        let mut cursor = self.builder.dom.node(node).first_child;
        for (chosen, (key, wanted)) in chosen.into_iter().zip(list) {
            let child = match chosen {
                Some(child) => {
                    self.keep(child, key, &wanted, outer, tasks);
                    child
                }
                None => match self.create(key, outer, depth) {
                    Some(child) => child,
                    None => continue,
                },
            };
            if Some(child) == cursor {
                cursor = self.builder.dom.node(child).next_sibling;
            } else {
                self.change(&Mutation::Move { node: child, parent: node, before: cursor });
            }
        }
    }

    /// Makes a child that stays what is wanted.
    fn keep(
        &mut self,
        child: NodeId,
        key: Key,
        wanted: &TargetNode<'_>,
        outer: ElementNamespace,
        tasks: &mut Vec<Task>,
    ) {
        if self.builder.keys.get(&child) == Some(&key) {
            return;
        }
        match wanted {
            TargetNode::Text(text) => {
                self.set_key(child, key);
                self.change(&Mutation::SetText { node: child, text: (*text).to_owned() });
            }
            _ => tasks.push(Task { node: child, key, outer }),
        }
    }

    /// Creates a node that is in no tree yet.
    fn create(&mut self, key: Key, outer: ElementNamespace, depth: u64) -> Option<NodeId> {
        let holder = self.builder.dom.create(NodeData::Fragment);
        self.builder.create(key, holder, outer, depth);
        let node = self.builder.dom.children(holder).next()?;
        self.builder.dom.take_out(node);
        for node in std::iter::once(node).chain(self.builder.dom.descendants(node).collect::<Vec<_>>()) {
            if let Some(&key) = self.builder.keys.get(&node) {
                self.of_key.insert(key, node);
            }
        }
        Some(node)
    }

    fn shadow_root(&mut self, host: NodeId, key: Key, children: &[Child], depth: u64, tasks: &mut Vec<Task>) {
        let root = self.builder.dom.element(host).and_then(|element| element.shadow_root);
        let Some(root) = root else {
            self.everything = true;
            self.builder.create(key, host, ElementNamespace::Html, depth);
            return;
        };
        let before = self.builder.keys.get(&root).copied();
        if before != Some(key) {
            self.set_key(root, key);
            self.children(root, key, before, children, ElementNamespace::Html, depth, tasks);
        }
    }

    /// The sheets that the document or shadow root around a node has adopted are written in that node.
    fn sheets(&mut self, node: NodeId, before: Option<Key>, sheets: &[&str]) {
        let trace = self.builder.trace;
        let had = before.is_some_and(|key| {
            let Some(SnapshotNode::Element(element)) = trace.node(key) else { return false };
            let mut children = element.children.iter().filter_map(|&child| trace.child(key, child));
            children
                .any(|child| matches!(trace.wanted(child, ElementNamespace::Html), Some(TargetNode::AdoptedSheet(_))))
        });
        if !had && sheets.is_empty() {
            return;
        }
        let root = self.builder.dom.tree_root(node);
        let known = self.builder.dom.adopted_sheets.get(&root).map(Vec::as_slice).unwrap_or_default();
        if known.iter().map(|css| &**css).ne(sheets.iter().copied()) {
            self.everything = true;
            self.builder.dom.adopted_sheets.insert(root, sheets.iter().map(|&css| Arc::from(css)).collect());
        }
    }

    /// Pairs the wanted children with the old ones: the same node, the node around the same nodes, else the next one of its kind.
    fn matched(&self, old: &[NodeId], wanted: &[(Key, TargetNode<'_>)]) -> Vec<Option<NodeId>> {
        let mut free: FxHashSet<NodeId> = old.iter().copied().collect();
        let mut chosen: Vec<Option<NodeId>> = vec![None; wanted.len()];
        for (chosen, (key, _)) in chosen.iter_mut().zip(wanted) {
            *chosen = self.of_key.get(key).copied().filter(|node| free.remove(node));
        }
        for (chosen, (key, wanted)) in chosen.iter_mut().zip(wanted) {
            if let (None, TargetNode::Element(element)) = (*chosen, wanted) {
                let around = self.around(*key, element.children);
                *chosen = around.filter(|&node| self.fits(node, element) && free.remove(&node));
            }
        }
        // Those between the same neighbours, in order.
        let place: FxHashMap<NodeId, usize> = old.iter().copied().zip(0..).collect();
        let mut queue: VecDeque<NodeId> = old.iter().copied().filter(|node| free.contains(node)).collect();
        for at in 0..chosen.len() {
            if let Some(node) = chosen[at] {
                let passed = place.get(&node).copied().unwrap_or(0);
                while queue.front().is_some_and(|front| place.get(front).is_some_and(|&at| at < passed)) {
                    queue.pop_front();
                }
                continue;
            }
            let next = chosen.iter().skip(at).flatten().next().and_then(|node| place.get(node)).copied();
            let is_before = |node: &NodeId| next.is_none_or(|next| place.get(node).is_some_and(|&at| at < next));
            let found = queue.iter().position(|node| is_before(node) && self.is_alike(*node, &wanted[at].1));
            if let Some(found) = found {
                let node = queue.remove(found);
                queue.drain(..found);
                chosen[at] = node;
            }
        }
        chosen
    }

    /// The parent of the first child that was there before.
    fn around(&self, key: Key, children: &[Child]) -> Option<NodeId> {
        let trace = self.builder.trace;
        let earlier = children.iter().filter(|child| matches!(child, Child::Earlier { .. }));
        let nodes = earlier.filter_map(|&child| self.of_key.get(&trace.child(key, child)?).copied());
        nodes.filter_map(|node| self.builder.dom.node(node).parent).next()
    }

    fn is_alike(&self, node: NodeId, wanted: &TargetNode<'_>) -> bool {
        match wanted {
            TargetNode::Text(_) => self.builder.dom.text(node).is_some(),
            TargetNode::Element(element) => {
                let id = element.attributes.iter().find(|(name, _)| name == "id").map(|(_, id)| id.as_str());
                self.fits(node, element) && self.builder.dom.attr(node, &local_name!("id")) == id
            }
            TargetNode::ShadowRoot { .. } | TargetNode::AdoptedSheet(_) => false,
        }
    }
}
