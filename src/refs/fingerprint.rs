//! What a page looks like to somebody who has to find its widgets again: rows with their texts, widgets with their
//! identities. It outlives the page: a session file stores it.
//!
//! Texts are kept as hashes, so that a ref costs a few dozen bytes; what a message has to print (role, name, labels) is
//! kept as text.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::dom::{Dom, NodeData, NodeId, local_name, ns};

/// A hashed text.
pub type Digest = u32;

/// Limit: a row's texts beyond this are not compared; rows of real pages tell themselves apart by far fewer.
const MAX_ATOMS: usize = 64;
/// Limit: nodes looked at below a row; bounds the cost of nested rows.
const MAX_VISITED: usize = 512;
/// Limit: characters of a name that are kept for comparing and printing.
const MAX_NAME: usize = 200;
/// Limit: labels above a widget that take part in its identity.
const MAX_LABELS: usize = 6;

/// What role and name an element has; the aria room answers.
pub trait Named {
    /// The role of an element; `None` if it has none or is generic.
    fn role(&self, node: NodeId) -> Option<&str>;
    /// The accessible name of an element, white space collapsed; empty if it has none.
    fn name(&self, node: NodeId) -> std::borrow::Cow<'_, str>;
}

/// A text of a row: hashed, with how much it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Atom {
    /// The hashed text, with what it is (text, link target, value, ...).
    pub digest: Digest,
    /// What it can prove.
    pub kind: AtomKind,
}

/// What an atom can prove about its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AtomKind {
    /// Words that belong to the row, not to a control in it.
    Content,
    /// Words of a control (`Edit`), attributes.
    Control,
    /// Digits and signs only: prices, counts, dates; they change while the row stays.
    Number,
    /// An image's address.
    Image,
}

/// One of several like siblings: a table row, a list item, a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The element.
    #[serde(with = "node_index")]
    pub node: NodeId,
    /// Hash of the tag name.
    pub tag: Digest,
    /// Number of the list it is in (records of one parent), and its place in it.
    pub list: u32,
    /// Its place among the records of the list.
    pub place: u32,
    /// The record around it.
    pub outer: Option<u32>,
    /// Its texts, sorted, each once.
    pub atoms: Vec<Atom>,
    /// Hash of all texts with their multiplicity.
    pub digest: Digest,
}

/// A widget's (or any ref-bearing element's) identity: what it takes to recognise it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// The element.
    #[serde(with = "node_index")]
    pub node: NodeId,
    /// Role; empty for generic.
    pub role: Box<str>,
    /// Accessible name, at most 200 characters; for nameless elements a digest of their texts is in `own` instead.
    pub name: Box<str>,
    /// Hash of the authored attributes that make it this widget: tag, type, link target, stable id, name, ...
    pub own: Digest,
    /// Hash of the same without those that a toggle may change (value).
    pub kind: Digest,
    /// A link target or a stable id: enough to be found by alone where it is unique.
    pub strong: bool,
    /// The innermost record around it.
    pub record: Option<u32>,
    /// Hashes of the labels around it outside its record, inside out: headings above, named groups, dialogs, landmarks.
    pub labels: Vec<Digest>,
    /// The nearest label as text, for messages; empty if there is none.
    pub near_label: Box<str>,
    /// Words around it when it is in no record: the texts of the smallest container that has any.
    pub nearby: Vec<Digest>,
}

/// Everything needed to find the widgets of a page again.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Rows in document order.
    pub records: Vec<Record>,
    /// Elements in document order.
    pub identities: Vec<Identity>,
}

mod node_index {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::dom::NodeId;

    pub(super) fn serialize<S: Serializer>(node: &NodeId, serializer: S) -> Result<S::Ok, S::Error> {
        node.index().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NodeId, D::Error> {
        usize::deserialize(deserializer).map(NodeId::from_index)
    }
}

/// FNV-1a, folded to 32 bits: stable between versions and machines, since session files hold it.
#[must_use]
pub fn digest(parts: &[&str]) -> Digest {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for part in parts {
        for byte in part.bytes().chain([0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    let folded = (hash ^ (hash >> 32)) & 0xffff_ffff;
    u32::try_from(folded).unwrap_or_default()
}

/// Trimmed, runs of white space collapsed.
pub(super) fn normalize(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Normalized, lower case, numbers replaced: labels such as `Comments (3)` stay the same label.
pub(super) fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        let mut in_number = false;
        for c in word.chars() {
            if c.is_ascii_digit() || (in_number && matches!(c, '.' | ',')) {
                if !in_number {
                    out.push('#');
                }
                in_number = true;
            } else {
                in_number = false;
                out.extend(c.to_lowercase());
            }
        }
    }
    out
}

fn has_letter(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

/// True for an id (or name) that a person wrote; generated ones (`:r1:`, `radix-12`, `ember384`, uuids, hashes) change
/// between loads or between renders.
#[must_use]
pub fn is_stable_id(id: &str) -> bool {
    let digits = id.bytes().filter(u8::is_ascii_digit).count();
    if id.is_empty() || id.contains(':') || id.len() > 64 || digits > 4 {
        return false;
    }
    let generated_prefix =
        ["radix-", "ember", "react-", "mui-", "headlessui-", "ext-gen", "yui_", "__next", "cdk-", "mat-", "ng-", "v-"];
    if digits > 0 && generated_prefix.iter().any(|p| id.starts_with(p)) {
        return false;
    }
    // Mixed digits and letters without a separator between words: a hash.
    let switches = id
        .bytes()
        .zip(id.bytes().skip(1))
        .filter(|(a, b)| a.is_ascii_alphabetic() && b.is_ascii_digit() || a.is_ascii_digit() && b.is_ascii_alphabetic())
        .count();
    switches <= 2
}

/// The roles that an agent acts on; their words are a control's, not their row's.
#[must_use]
pub fn is_interactive_role(role: &str) -> bool {
    matches!(
        role,
        "button"
            | "link"
            | "textbox"
            | "searchbox"
            | "combobox"
            | "listbox"
            | "checkbox"
            | "radio"
            | "switch"
            | "tab"
            | "menuitem"
            | "menuitemcheckbox"
            | "menuitemradio"
            | "option"
            | "slider"
            | "spinbutton"
            | "treeitem"
    )
}

/// Roles whose name labels everything inside.
fn is_container_role(role: &str) -> bool {
    matches!(
        role,
        "dialog"
            | "alertdialog"
            | "group"
            | "region"
            | "form"
            | "navigation"
            | "tabpanel"
            | "table"
            | "grid"
            | "list"
            | "toolbar"
            | "menu"
            | "menubar"
            | "radiogroup"
            | "tablist"
            | "complementary"
            | "banner"
            | "contentinfo"
            | "search"
            | "tree"
    )
}

impl Fingerprint {
    /// Takes the fingerprint of a page; `elements` are those that get an identity, in document order.
    ///
    /// Cost is linear in the page but for rows nested in rows, which are cut at a constant each.
    #[must_use]
    pub fn take(dom: &Dom, named: &dyn Named, elements: &[NodeId]) -> Self {
        Taker::new(dom, named).take(elements)
    }
}

struct Taker<'a> {
    dom: &'a Dom,
    named: &'a dyn Named,
    /// Index in `records`, by node.
    record_of: FxHashMap<NodeId, u32>,
    records: Vec<Record>,
    /// The first heading below a node, memoised; the outer option is "asked".
    headings: FxHashMap<NodeId, Option<Digest>>,
    heading_texts: FxHashMap<Digest, Box<str>>,
}

impl<'a> Taker<'a> {
    fn new(dom: &'a Dom, named: &'a dyn Named) -> Self {
        Self {
            dom,
            named,
            record_of: FxHashMap::default(),
            records: Vec::new(),
            headings: FxHashMap::default(),
            heading_texts: FxHashMap::default(),
        }
    }

    fn take(mut self, elements: &[NodeId]) -> Fingerprint {
        self.find_records();
        self.find_headings();
        let identities = elements.iter().filter_map(|&node| self.identity(node)).collect();
        Fingerprint { records: self.records, identities }
    }

    fn element_children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.dom.children(node).filter(|&child| self.dom.element(child).is_some())
    }

    /// A parent's children that are alike enough to be rows of one list share this key.
    fn record_key(&self, node: NodeId) -> Option<(Digest, bool)> {
        let element = self.dom.element(node)?;
        if element.name.ns != ns!(html) {
            return None;
        }
        let tag: &str = &element.name.local;
        let role = self.named.role(node);
        let always = matches!(tag, "li" | "tr" | "article" | "option" | "dt" | "dd")
            || matches!(role, Some("listitem" | "row" | "article" | "treeitem" | "option"));
        if always {
            return Some((digest(&[tag]), matches!(tag, "li" | "tr" | "article")));
        }
        if matches!(tag, "div" | "section" | "p" | "a" | "label" | "details" | "form")
            && self.element_children(node).next().is_some()
        {
            let class = element.attr(&local_name!("class")).unwrap_or_default();
            return Some((digest(&[tag, class]), false));
        }
        None
    }

    fn find_records(&mut self) {
        let dom = self.dom;
        let mut lists = 0;
        // In tree order a record's parent record is found before it.
        let parents: Vec<NodeId> = std::iter::once(dom.document())
            .chain(dom.descendants(dom.document()))
            .filter(|&n| dom.node(n).first_child.is_some())
            .collect();
        let mut found: Vec<(NodeId, u32, u32)> = Vec::new();
        for parent in parents {
            let keyed: Vec<(NodeId, (Digest, bool))> =
                dom.children(parent).filter_map(|child| Some((child, self.record_key(child)?))).collect();
            if keyed.is_empty() {
                continue;
            }
            let mut counts: FxHashMap<Digest, u32> = FxHashMap::default();
            for (_, (key, _)) in &keyed {
                *counts.entry(*key).or_default() += 1;
            }
            let mut place = 0;
            for (node, (key, alone)) in keyed {
                if alone || counts.get(&key).is_some_and(|&n| n > 1) {
                    found.push((node, lists, place));
                    place += 1;
                }
            }
            lists += u32::from(place > 0);
        }
        // Document order.
        let order: FxHashMap<NodeId, (u32, u32)> =
            found.into_iter().map(|(node, list, place)| (node, (list, place))).collect();
        for node in dom.descendants(dom.document()) {
            let Some(&(list, place)) = order.get(&node) else { continue };
            let outer = dom.ancestors(node).find_map(|a| self.record_of.get(&a).copied());
            let tag = dom.element(node).map_or(0, |e| digest(&[&e.name.local]));
            let (atoms, total) = self.atoms(node);
            self.record_of.insert(node, u32::try_from(self.records.len()).unwrap_or(u32::MAX));
            self.records.push(Record { node, tag, list, place, outer, atoms, digest: total });
        }
    }

    /// The texts below a node, each once and sorted, and the digest of all of them in document order.
    fn atoms(&self, root: NodeId) -> (Vec<Atom>, Digest) {
        let mut atoms: Vec<Atom> = Vec::new();
        let mut all = String::new();
        let push = |kind: AtomKind, prefix: &str, text: &str, atoms: &mut Vec<Atom>, all: &mut String| {
            let text = normalize(text);
            if text.is_empty() {
                return;
            }
            let kind = if kind != AtomKind::Image && !has_letter(&text) { AtomKind::Number } else { kind };
            let atom = Atom { digest: digest(&[prefix, &text]), kind };
            all.push_str(prefix);
            all.push_str(&text);
            all.push('\n');
            // The strongest kind wins for a text that appears twice.
            match atoms.iter_mut().find(|a| a.digest == atom.digest) {
                Some(known) => known.kind = known.kind.min(atom.kind),
                None => atoms.push(atom),
            }
        };
        // Words inside a control are the control's until its subtree ends.
        let mut control: Option<NodeId> = None;
        let mut skip: Option<NodeId> = None;
        for node in std::iter::once(root).chain(self.dom.descendants(root)).take(MAX_VISITED) {
            if atoms.len() >= MAX_ATOMS {
                break;
            }
            if let Some(top) = skip {
                if self.dom.ancestors(node).any(|a| a == top) {
                    continue;
                }
                skip = None;
            }
            if let Some(top) = control
                && node != top
                && !self.dom.ancestors(node).take_while(|&a| a != root).any(|a| a == top)
            {
                control = None;
            }
            match &self.dom.node(node).data {
                NodeData::Text(text) => {
                    let kind = if control.is_some() { AtomKind::Control } else { AtomKind::Content };
                    push(kind, "t:", text, &mut atoms, &mut all);
                }
                NodeData::Element(element) => {
                    if matches!(&*element.name.local, "style" | "script" | "template" | "head" | "noscript") {
                        skip = Some(node);
                        continue;
                    }
                    let role = self.named.role(node);
                    let interactive = role.is_some_and(is_interactive_role);
                    // A link's words are its row's: they name what the row is about.
                    if control.is_none() && interactive && role != Some("link") && node != root {
                        control = Some(node);
                    }
                    let field = matches!(role, Some("textbox" | "combobox" | "searchbox" | "spinbutton"));
                    let label_kind = if field { AtomKind::Control } else { AtomKind::Content };
                    for attribute in &element.attributes {
                        let (kind, prefix) = match &*attribute.name.local {
                            "alt" => (AtomKind::Content, "t:"),
                            "aria-label" => (label_kind, "t:"),
                            "title" | "placeholder" => (AtomKind::Control, "t:"),
                            "href" if role == Some("link") => (AtomKind::Content, "href:"),
                            "href" => (AtomKind::Control, "href:"),
                            "value" => (AtomKind::Control, "value:"),
                            "name" => (AtomKind::Control, "name:"),
                            "id" if is_stable_id(&attribute.value) => (AtomKind::Control, "id:"),
                            "src" if !attribute.value.starts_with("data:") => (AtomKind::Image, "src:"),
                            _ => continue,
                        };
                        push(kind, prefix, &attribute.value, &mut atoms, &mut all);
                    }
                }
                _ => {}
            }
        }
        atoms.sort_unstable();
        (atoms, digest(&[&all]))
    }

    fn is_heading(&self, node: NodeId) -> bool {
        self.named.role(node) == Some("heading")
            || self.dom.element(node).is_some_and(|e| matches!(&*e.name.local, "h1" | "h2" | "h3" | "h4" | "h5" | "h6"))
    }

    /// For each element the first heading in it (not in a record in it): filled from the last node to the first.
    fn find_headings(&mut self) {
        let dom = self.dom;
        let nodes: Vec<NodeId> = dom.descendants(dom.document()).filter(|&n| dom.element(n).is_some()).collect();
        for &node in nodes.iter().rev() {
            let found = if self.is_heading(node) {
                let text = without_numbers(&self.named.name(node));
                let hash = digest(&["heading", &text]);
                self.heading_texts.entry(hash).or_insert_with(|| normalize(&self.named.name(node)).into());
                Some(hash)
            } else {
                self.element_children(node)
                    .filter(|child| !self.record_of.contains_key(child))
                    .find_map(|child| self.headings.get(&child).copied().flatten())
            };
            if found.is_some() {
                self.headings.insert(node, found);
            }
        }
    }

    /// The labels around a node outside its own record, inside out, and the nearest one as text.
    fn labels(&self, node: NodeId, record: Option<u32>) -> (Vec<Digest>, Box<str>) {
        let mut labels = Vec::new();
        let mut nearest: Box<str> = "".into();
        let mut below = node;
        let mut inside = record.is_some();
        for parent in self.dom.ancestors(node) {
            if labels.len() >= MAX_LABELS || self.dom.element(parent).is_none() {
                break;
            }
            if !inside {
                let mut sibling = self.dom.node(below).previous_sibling;
                // Limit: a heading is looked for among the 64 siblings before.
                let mut left = 64;
                while let Some(at) = sibling
                    && left > 0
                {
                    left -= 1;
                    if !self.record_of.contains_key(&at)
                        && let Some(&Some(hash)) = self.headings.get(&at)
                    {
                        if nearest.is_empty()
                            && let Some(text) = self.heading_texts.get(&hash)
                        {
                            nearest = text.clone();
                        }
                        labels.push(hash);
                        break;
                    }
                    sibling = self.dom.node(at).previous_sibling;
                }
                if let Some(role) = self.named.role(parent)
                    && is_container_role(role)
                {
                    let name = self.named.name(parent);
                    if nearest.is_empty() && !name.is_empty() {
                        nearest = name.chars().take(MAX_NAME).collect::<String>().into();
                    }
                    labels.push(digest(&[role, &without_numbers(&name)]));
                }
            }
            if inside && record.is_some_and(|r| self.record_of.get(&parent) == Some(&r)) {
                inside = false;
            }
            below = parent;
        }
        (labels, nearest)
    }

    /// The words of the smallest container that has any, when the widget is in no record.
    fn nearby(&self, node: NodeId, name: &str) -> Vec<Digest> {
        let own = normalize(name);
        for parent in self.dom.ancestors(node).take(8) {
            if self.dom.element(parent).is_none_or(|e| matches!(&*e.name.local, "body" | "main" | "html")) {
                break;
            }
            let mut words: Vec<Digest> = Vec::new();
            let mut control: Option<NodeId> = None;
            for at in self.dom.descendants(parent).take(MAX_VISITED) {
                if let Some(top) = control
                    && at != top
                    && !self.dom.ancestors(at).take_while(|&a| a != parent).any(|a| a == top)
                {
                    control = None;
                }
                match &self.dom.node(at).data {
                    NodeData::Text(text) if control.is_none() => {
                        let text = without_numbers(text);
                        if has_letter(&text) && text != own.to_lowercase() {
                            let hash = digest(&["t:", &text]);
                            if !words.contains(&hash) {
                                words.push(hash);
                            }
                        }
                    }
                    NodeData::Element(_)
                        if control.is_none() && self.named.role(at).is_some_and(is_interactive_role) =>
                    {
                        control = Some(at);
                    }
                    _ => {}
                }
                if words.len() > 6 {
                    return Vec::new();
                }
            }
            if !words.is_empty() {
                words.sort_unstable();
                return words;
            }
        }
        Vec::new()
    }

    fn identity(&self, node: NodeId) -> Option<Identity> {
        let element = self.dom.element(node)?;
        let role = self.named.role(node).unwrap_or_default();
        let name = normalize(&self.named.name(node));
        let tag: &str = &element.name.local;
        let attr = |name: &str| {
            element.attributes.iter().find(|a| a.name.ns == ns!() && *a.name.local == *name).map_or("", |a| &*a.value)
        };
        let href = attr("href");
        let id = Some(attr("id")).filter(|id| is_stable_id(id)).unwrap_or_default();
        let field_name = Some(attr("name")).filter(|n| is_stable_id(n)).unwrap_or_default();
        let value = if attr("type").eq_ignore_ascii_case("radio") || tag == "option" { attr("value") } else { "" };
        let kind = digest(&[tag, attr("type"), href, id, field_name]);
        // Without a name, what is inside stands in for it.
        let inner = if name.is_empty() && !is_interactive_role(role) { self.atoms(node).1 } else { 0 };
        let stable = |name: &str| Some(attr(name)).filter(|v| is_stable_id(v)).unwrap_or_default();
        let own = digest(&[
            tag,
            attr("type"),
            href,
            id,
            field_name,
            value,
            stable("aria-controls"),
            stable("for"),
            &inner.to_string(),
        ]);
        let record =
            std::iter::once(node).chain(self.dom.ancestors(node)).find_map(|a| self.record_of.get(&a).copied());
        let (labels, near_label) = self.labels(node, record);
        let nearby = if record.is_none() { self.nearby(node, &name) } else { Vec::new() };
        Some(Identity {
            node,
            role: role.into(),
            name: name.chars().take(MAX_NAME).collect::<String>().into(),
            own,
            kind,
            strong: !href.trim_matches('#').is_empty() || !id.is_empty(),
            record,
            labels,
            near_label,
            nearby,
        })
    }
}
