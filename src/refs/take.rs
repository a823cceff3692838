//! Taking the [`Fingerprint`] of a page: rows, headings, labels, then an identity for each element asked for.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::fingerprint::{
    Atom, AtomKind, Digest, Fingerprint, Identity, Key, Named, Record, digest, has_letter, is_composite_role,
    is_container_role, is_interactive_role, normalize, without_counts, without_numbers,
};
use super::generated::{IdKind, id_kind, without_counter};
use super::walk::{NOWHERE, Walk};
use crate::dom::{Dom, ElementData, LocalName, NodeData, NodeId, local_name, ns};

/// Limit: a row's texts beyond this are not compared; rows of real pages tell themselves apart by far fewer.
const MAX_ATOMS: usize = 64;
/// Limit: nodes looked at below a row; bounds the cost of nested rows.
const MAX_VISITED: usize = 512;
/// Limit: characters of a name that are kept for comparing and printing.
const MAX_NAME: usize = 200;
/// Limit: characters of a row's label.
const MAX_LABEL: usize = 40;
/// Limit: labels above a widget that take part in its identity.
const MAX_LABELS: usize = 6;
/// Limit: words around a widget that take part in its identity; a container with more is a page, not its surroundings.
const MAX_NEARBY: usize = 6;

type Labels = SmallVec<[Digest; MAX_LABELS]>;

impl Fingerprint {
    /// Takes the fingerprint of a page with an identity for each of `elements`.
    ///
    /// Cost is linear in the page but for rows nested in rows, which are cut at a constant each.
    #[must_use]
    pub fn take(dom: &Dom, named: &dyn Named, elements: &[NodeId]) -> Self {
        let walk = Walk::of(dom);
        Taker::new(dom, named, &walk).take(elements)
    }
}

/// Elements of a page in the order of its tree, with those of shadow trees and frames.
pub(super) fn all_elements(dom: &Dom) -> Vec<NodeId> {
    Walk::of(dom).order.into_iter().filter(|&node| dom.element(node).is_some()).collect()
}

struct Taker<'a> {
    dom: &'a Dom,
    named: &'a dyn Named,
    walk: &'a Walk,
    records: Vec<Record>,
    /// Index in `records` of the record that is at a place or around it.
    record: Vec<u32>,
    /// Index in `texts` of the first heading at a place or below it.
    heading: Vec<u32>,
    /// Headings and names of groups: digest and text.
    texts: Vec<(Digest, Box<str>)>,
    /// The labels around a place, inside out.
    labels: Vec<Labels>,
    /// Index in `texts` of the nearest of them that is text.
    near: Vec<u32>,
    /// The menu or dialog without a name of its own that somebody opened, and what opened it.
    opened: Option<(usize, String)>,
    /// The words in a container outside of its controls, up to two more than count.
    words: FxHashMap<usize, SmallVec<[Digest; MAX_NEARBY + 2]>>,
}

/// Children of one parent with the same key are rows of one list, if two of them have the same shape.
struct Likeness {
    key: Digest,
    shape: Digest,
    /// One alone is a row too.
    alone: bool,
}

/// What [`Taker::atoms`] gathers.
#[derive(Default)]
struct Atoms {
    atoms: Vec<Atom>,
    all: String,
    label: Option<String>,
    /// For want of another label: what the first control is called.
    control: Option<String>,
    /// The first text, if it is a whole number: `3`, `3.`, `#3`.
    number: Option<(u32, String)>,
    /// True from the first text on.
    said: bool,
}

impl Atoms {
    fn push(&mut self, kind: AtomKind, prefix: &str, text: &str, in_control: bool) {
        let text = normalize(text);
        if text.is_empty() {
            return;
        }
        let is_number = !has_letter(&text) || prefix == "t:" && is_age(&text);
        let kind = if kind != AtomKind::Image && is_number { AtomKind::Number } else { kind };
        if prefix == "t:" && !std::mem::replace(&mut self.said, true) {
            let bare = text.trim_start_matches('#').trim_end_matches(['.', ')']);
            self.number = bare.parse().ok().map(|number| (number, text.clone()));
        }
        let atom = Atom { digest: digest(&[prefix, &text]), kind };
        self.all.push_str(prefix);
        self.all.push_str(&text);
        self.all.push('\n');
        let label = if in_control { &mut self.control } else { &mut self.label };
        if kind == AtomKind::Content && prefix == "t:" && label.is_none() {
            *label = Some(text.chars().take(MAX_LABEL).collect());
        }
        // The strongest kind wins for a text that appears twice.
        match self.atoms.iter_mut().find(|a| a.digest == atom.digest) {
            Some(known) => known.kind = known.kind.min(atom.kind),
            None => self.atoms.push(atom),
        }
    }

    /// Forgets the number that the row begins with.
    fn drop_number(&mut self) {
        let Some((_, text)) = self.number.take() else { return };
        let gone = digest(&["t:", &text]);
        self.atoms.retain(|atom| atom.digest != gone);
        self.all = self.all.replacen(&format!("t:{text}\n"), "", 1);
    }

    fn push_link(&mut self, href: &str) {
        let atom = Atom { digest: digest(&["link:", subject_of(href)]), kind: AtomKind::Link };
        if is_link_target(href) && !self.atoms.contains(&atom) {
            self.atoms.push(atom);
        }
    }
}

impl<'a> Taker<'a> {
    fn new(dom: &'a Dom, named: &'a dyn Named, walk: &'a Walk) -> Self {
        let nowhere = || vec![NOWHERE; walk.len()];
        Self {
            dom,
            named,
            walk,
            records: Vec::new(),
            record: nowhere(),
            heading: nowhere(),
            texts: Vec::new(),
            labels: vec![Labels::new(); walk.len()],
            near: nowhere(),
            opened: None,
            words: FxHashMap::default(),
        }
    }

    fn take(mut self, elements: &[NodeId]) -> Fingerprint {
        self.find_records();
        self.find_headings();
        self.add_headings();
        self.opened = self.find_opened();
        self.find_labels();
        let mut places: Vec<usize> = elements.iter().filter_map(|&node| self.walk.place(node)).collect();
        places.sort_unstable();
        places.dedup();
        let mut identities: Vec<Identity> = Vec::with_capacity(places.len());
        let mut known = vec![NOWHERE; self.walk.len()];
        for place in places {
            let Some(mut identity) = self.identity(place) else { continue };
            let around = self.walk.ancestors(place).find(|&at| known[at] != NOWHERE);
            identity.parent = around.map(|at| known[at]);
            known[place] = u32::try_from(identities.len()).unwrap_or(NOWHERE);
            identities.push(identity);
        }
        let title = self.title();
        Fingerprint { records: self.records, identities, title }
    }

    /// Hash of the document's title without counts.
    fn title(&self) -> Digest {
        let text = normalize(&self.dom.title(self.dom.document()));
        if text.is_empty() { 0 } else { digest(&["title", &without_counts(&text)]) }
    }

    fn element(&self, place: usize) -> Option<&'a ElementData> {
        self.dom.element(self.walk.order[place])
    }

    fn role(&self, place: usize) -> Option<&str> {
        self.named.role(self.walk.order[place])
    }

    fn name(&self, place: usize) -> Cow<'_, str> {
        self.named.name(self.walk.order[place])
    }

    /// True if a record is at this place.
    fn is_record(&self, place: usize) -> bool {
        self.own_record(place).is_some()
    }

    fn own_record(&self, place: usize) -> Option<&Record> {
        self.records.get(self.record[place] as usize).filter(|record| record.node == self.walk.order[place])
    }

    /// What a row has to be, or at least look, like.
    fn likeness(&self, place: usize) -> Option<Likeness> {
        let element = self.element(place)?;
        if element.name.ns != ns!(html) {
            return None;
        }
        let tag: &str = &element.name.local;
        let role = self.role(place);
        let always = matches!(tag, "li" | "tr" | "article" | "option" | "dt" | "dd")
            || matches!(role, Some("listitem" | "row" | "article" | "treeitem" | "option"));
        if always {
            return Some(Likeness { key: digest(&[tag]), shape: 0, alone: matches!(tag, "li" | "tr" | "article") });
        }
        if matches!(tag, "div" | "section" | "p" | "a" | "label" | "details" | "form")
            && self.walk.children(place).any(|child| self.element(child).is_some())
        {
            let class = element.attr(&local_name!("class")).unwrap_or_default();
            // Nothing but its shape says of a plain element that it is like another.
            let shape = if class.is_empty() { self.shape(place) } else { 0 };
            return Some(Likeness { key: digest(&[tag, class, role.unwrap_or_default()]), shape, alone: false });
        }
        None
    }

    /// An element's tag and classes, if it has any.
    fn classes(&self, place: usize) -> Option<Digest> {
        let element = self.element(place)?;
        let class = element.attr(&local_name!("class")).filter(|class| !class.trim().is_empty())?;
        Some(digest(&[&element.name.local, class]))
    }

    /// The tags of the first children, repeated ones once.
    fn shape(&self, place: usize) -> Digest {
        let mut tags: SmallVec<[&str; 8]> =
            self.walk.children(place).filter_map(|child| Some(&*self.element(child)?.name.local)).take(8).collect();
        tags.dedup();
        digest(&tags)
    }

    fn find_records(&mut self) {
        // List and place in it, by place in the page.
        let mut found: Vec<Option<(u32, u32)>> = vec![None; self.walk.len()];
        let mut lists = 0;
        // Parents with one child that may be a row, and the looks of parents and children that are lists elsewhere.
        let mut lone: Vec<(usize, (Digest, Digest))> = Vec::new();
        let mut known: FxHashSet<(Digest, Digest)> = FxHashSet::default();
        for parent in 0..self.walk.len() {
            let alike: Vec<(usize, Likeness)> =
                self.walk.children(parent).filter_map(|child| Some((child, self.likeness(child)?))).collect();
            if alike.is_empty() {
                continue;
            }
            // Two of the same shape make rows of all that could be one: some of them may be open for editing.
            let mut shapes: FxHashMap<(Digest, Digest), u32> = FxHashMap::default();
            let mut lists_of: FxHashSet<Digest> = FxHashSet::default();
            for (_, Likeness { key, shape, .. }) in &alike {
                let count = shapes.entry((*key, *shape)).or_default();
                *count += 1;
                if *count > 1 {
                    lists_of.insert(*key);
                }
            }
            let look = self.classes(parent);
            if let (Some(look), [(child, only)]) = (look, alike.as_slice())
                && !only.alone
                && self.classes(*child).is_some()
            {
                lone.push((*child, (look, only.key)));
            }
            let mut place = 0;
            for (child, Likeness { key, alone, .. }) in alike {
                if alone || lists_of.contains(&key) {
                    found[child] = Some((lists, place));
                    place += 1;
                    known.extend(look.map(|look| (look, key)));
                }
            }
            lists += u32::from(place > 0);
        }
        // The only card of a column is a card, as those of the other columns are.
        for (child, look) in lone {
            if known.contains(&look) {
                found[child] = Some((lists, 0));
                lists += 1;
            }
        }
        let mut said: BTreeMap<usize, Atoms> =
            (0..found.len()).filter(|&at| found[at].is_some()).map(|at| (at, self.atoms(at))).collect();
        Self::drop_ordinals(&found, &mut said);
        for (at, found) in found.into_iter().enumerate() {
            let outer = self.walk.parent(at).map_or(NOWHERE, |parent| self.record[parent]);
            self.record[at] = outer;
            let Some((list, place)) = found else { continue };
            let tag = self.element(at).map_or(0, |e| digest(&[&e.name.local]));
            let Atoms { mut atoms, all, label, control, .. } = said.remove(&at).unwrap_or_default();
            atoms.sort_unstable();
            self.record[at] = u32::try_from(self.records.len()).unwrap_or(NOWHERE);
            self.records.push(Record {
                node: self.walk.order[at],
                tag,
                list,
                place,
                outer: Some(outer).filter(|&outer| outer != NOWHERE),
                atoms,
                digest: digest(&[&all]),
                label: label.or(control).unwrap_or_default().into(),
            });
        }
    }

    /// Forgets the numbers of numbered rows: they say where a row is, not which one.
    fn drop_ordinals(found: &[Option<(u32, u32)>], said: &mut BTreeMap<usize, Atoms>) {
        let mut lists: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for &at in said.keys() {
            if let Some((list, _)) = found[at] {
                lists.entry(list).or_default().push(at);
            }
        }
        for rows in lists.values().filter(|rows| rows.len() > 2) {
            let numbers: Option<Vec<u32>> =
                rows.iter().map(|at| said.get(at)?.number.as_ref().map(|(number, _)| *number)).collect();
            let counted = |numbers: Vec<u32>| numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
            if numbers.is_some_and(counted) {
                rows.iter().for_each(|at| said.entry(*at).or_default().drop_number());
            }
        }
    }

    /// The texts at a place and below it, in order.
    fn atoms(&self, root: usize) -> Atoms {
        let mut found = Atoms::default();
        // Words inside a control are the control's until its subtree ends.
        let mut control_end = 0;
        let (mut at, end) = (root, self.walk.end[root] as usize);
        let mut left = MAX_VISITED;
        while at < end && left > 0 && found.atoms.len() < MAX_ATOMS {
            left -= 1;
            let here = at;
            at += 1;
            match &self.dom.node(self.walk.order[here]).data {
                NodeData::Text(text) => {
                    let kind = if here < control_end { AtomKind::Control } else { AtomKind::Content };
                    found.push(kind, "t:", text, here < control_end);
                }
                NodeData::Element(element) => {
                    if matches!(&*element.name.local, "style" | "script" | "template" | "head" | "noscript") {
                        at = self.walk.end[here] as usize;
                        continue;
                    }
                    let role = self.role(here);
                    let interactive = role.is_some_and(is_interactive_role);
                    // A link's words are its row's: they name what the row is about.
                    if here >= control_end && interactive && role != Some("link") && here != root {
                        control_end = self.walk.end[here] as usize;
                    }
                    let field = matches!(role, Some("textbox" | "combobox" | "searchbox" | "spinbutton"));
                    if &*element.name.local == "textarea" {
                        // What somebody types says nothing of what the row is about; it changes with every action.
                        at = self.walk.end[here] as usize;
                    }
                    let label_kind = if field { AtomKind::Control } else { AtomKind::Content };
                    for attribute in &element.attributes {
                        let (kind, prefix) = match &*attribute.name.local {
                            "alt" => (AtomKind::Content, "t:"),
                            "aria-label" => (label_kind, "t:"),
                            "title" | "placeholder" => (AtomKind::Control, "t:"),
                            "href" if role == Some("link") => (AtomKind::Content, "href:"),
                            "href" => (AtomKind::Control, "href:"),
                            "value" if is_typed(element) => continue,
                            "value" => (AtomKind::Control, "value:"),
                            "name" | "id" => {
                                let kind = match id_kind(&attribute.value) {
                                    IdKind::Generated => continue,
                                    // It may be the row's place in its list.
                                    IdKind::Counted => AtomKind::Number,
                                    IdKind::Authored => AtomKind::Control,
                                };
                                (kind, if &*attribute.name.local == "id" { "id:" } else { "name:" })
                            }
                            "src" if !attribute.value.starts_with("data:") => (AtomKind::Image, "src:"),
                            _ => continue,
                        };
                        let value = if prefix == "href:" { subject_of(&attribute.value) } else { &attribute.value };
                        found.push(kind, prefix, value, here < control_end);
                        if prefix == "href:" {
                            found.push_link(&attribute.value);
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }

    fn is_heading(&self, place: usize) -> bool {
        self.role(place) == Some("heading")
            || self.element(place).is_some_and(|e| matches!(&*e.name.local, "h1" | "h2" | "h3" | "h4" | "h5" | "h6"))
    }

    /// The index of a label's text.
    fn add_text(&mut self, digest: Digest, text: &str) -> u32 {
        let index = u32::try_from(self.texts.len()).unwrap_or(NOWHERE);
        self.texts.push((digest, text.chars().take(MAX_NAME).collect::<String>().into()));
        index
    }

    /// For each element the first heading in it, those in rows of it left out.
    fn find_headings(&mut self) {
        // From the last place to the first: of the headings below an element the first is the last to be seen.
        for at in (1..self.walk.len()).rev() {
            if self.element(at).is_none() {
                continue;
            }
            if self.is_heading(at) {
                let name = normalize(&self.name(at));
                let hash = digest(&["heading", &without_counts(&name)]);
                self.heading[at] = self.add_text(hash, &name);
            }
            if self.heading[at] != NOWHERE
                && !self.is_record(at)
                && let Some(parent) = self.walk.parent(at)
            {
                self.heading[parent] = self.heading[at];
            }
        }
    }

    /// Says of each row what its own heading is.
    fn add_headings(&mut self) {
        for record in &mut self.records {
            let heading = self.walk.place(record.node).map_or(NOWHERE, |at| self.heading[at]);
            if let Some(&(digest, _)) = self.texts.get(heading as usize) {
                record.atoms.push(Atom { digest, kind: AtomKind::Heading });
                record.atoms.sort_unstable();
            }
        }
    }

    /// The only nameless popup outside of all rows, while one button alone says that it has a popup open: the same menu
    /// may be of another row next time.
    fn find_opened(&self) -> Option<(usize, String)> {
        let attr = |at: usize, name: &LocalName| self.element(at)?.attr(name).map(str::trim);
        let opens = |&at: &usize| {
            attr(at, &local_name!("aria-expanded")) == Some("true")
                && attr(at, &local_name!("aria-haspopup")).is_some_and(|kind| !matches!(kind, "" | "false"))
        };
        let mut openers = (0..self.walk.len()).filter(opens);
        let (opener, None) = (openers.next()?, openers.next()) else { return None };
        let is_popup = |&at: &usize| {
            self.record[at] == NOWHERE
                && matches!(self.role(at), Some("menu" | "dialog" | "alertdialog" | "tree" | "grid"))
                && self.name(at).is_empty()
        };
        let mut popups = (0..self.walk.len()).filter(is_popup);
        let (popup, None) = (popups.next()?, popups.next()) else { return None };
        let row = self.records.get(self.record[opener] as usize).map_or("", |record| &record.label);
        Some((popup, normalize(&format!("{row} {}", self.name(opener)))))
    }

    /// For each element the labels around it: the heading before it and before each element around it, and the names of
    /// the groups, dialogs and landmarks that it is in.
    fn find_labels(&mut self) {
        for parent in 0..self.walk.len() {
            let group = self.group_label(parent);
            let inherited = (self.labels[parent].clone(), self.near[parent]);
            let is_root = self.element(parent).is_none();
            // A bar above the title is the title's too.
            let mut before = if self.is_titled(parent) { self.heading[parent] } else { NOWHERE };
            let mut next = parent + 1;
            while next < self.walk.end[parent] as usize {
                let child = next;
                next = self.walk.end[child] as usize;
                if self.element(child).is_none() || is_root {
                    continue;
                }
                let mut labels = Labels::new();
                let mut near = NOWHERE;
                // The page's own header and footer are no part of what the page shows.
                let above = if self.is_frame(child) { NOWHERE } else { before };
                for text in [above, group] {
                    if let Some((digest, words)) = self.texts.get(text as usize) {
                        labels.push(*digest);
                        if near == NOWHERE && !words.is_empty() {
                            near = text;
                        }
                    }
                }
                labels.extend_from_slice(&inherited.0);
                labels.truncate(MAX_LABELS);
                self.labels[child] = labels;
                self.near[child] = if near == NOWHERE { inherited.1 } else { near };
                if !self.is_record(child) && self.heading[child] != NOWHERE {
                    before = self.heading[child];
                }
            }
        }
    }

    /// True for what stands around what a page shows, whatever it shows.
    fn is_frame(&self, place: usize) -> bool {
        matches!(self.role(place), Some("banner" | "contentinfo"))
    }

    /// True if the first heading of an element is the title of all that is in it.
    fn is_titled(&self, place: usize) -> bool {
        self.role(place).is_some_and(|role| matches!(role, "main" | "dialog" | "alertdialog"))
    }

    /// The label that an element gives to what is in it.
    fn group_label(&mut self, place: usize) -> u32 {
        self.element(place).map_or(NOWHERE, |_| {
            let Some(role) = self.role(place).filter(|role| is_container_role(role)) else { return NOWHERE };
            let name = match &self.opened {
                Some((popup, opener)) if *popup == place => opener.clone(),
                _ => self.name(place).into_owned(),
            };
            let hash = digest(&[role, &without_counts(&name)]);
            self.add_text(hash, &name)
        })
    }

    /// The words of a container that are not a control's.
    fn words(&mut self, container: usize) -> &[Digest] {
        if !self.words.contains_key(&container) {
            let mut words: SmallVec<[Digest; MAX_NEARBY + 2]> = SmallVec::new();
            let (mut at, end) = (container + 1, self.walk.end[container] as usize);
            let mut left = MAX_VISITED;
            while at < end && left > 0 && words.len() < MAX_NEARBY + 2 {
                left -= 1;
                match &self.dom.node(self.walk.order[at]).data {
                    NodeData::Text(text) => {
                        let text = without_numbers(text);
                        if has_letter(&text) {
                            let hash = digest(&["t:", &text]);
                            if !words.contains(&hash) {
                                words.push(hash);
                            }
                        }
                        at += 1;
                    }
                    NodeData::Element(_) if self.role(at).is_some_and(is_interactive_role) => {
                        at = self.walk.end[at] as usize;
                    }
                    _ => at += 1,
                }
            }
            self.words.insert(container, words);
        }
        self.words.get(&container).map_or(&[], SmallVec::as_slice)
    }

    /// The words of the smallest container that has any besides the element's own name, when it is in no record.
    fn nearby(&mut self, place: usize, name: &str) -> Vec<Digest> {
        let own = digest(&["t:", &without_numbers(name)]);
        let around: SmallVec<[usize; 8]> = self.walk.ancestors(place).take(8).collect();
        for parent in around {
            if self.element(parent).is_none_or(|e| matches!(&*e.name.local, "body" | "main" | "html")) {
                break;
            }
            let role = self.role(parent).unwrap_or_default();
            let (composite, container) = (is_composite_role(role), is_container_role(role));
            let closed = composite || container && !self.name(parent).is_empty();
            let mut words: Vec<Digest> = self.words(parent).iter().copied().filter(|&word| word != own).collect();
            if words.len() > MAX_NEARBY {
                break;
            }
            if words.is_empty() && composite {
                words = self.items(parent);
                words.retain(|&word| word != own);
            }
            if !words.is_empty() {
                words.sort_unstable();
                return words;
            }
            // What stands around the tabs is what one of them shows; the name of a group is among the labels.
            if closed || self.is_frame(parent) {
                break;
            }
        }
        Vec::new()
    }

    /// The names of the first items of a composite.
    fn items(&self, composite: usize) -> Vec<Digest> {
        let places = composite + 1..self.walk.end[composite] as usize;
        let items = places.take(MAX_VISITED).filter(|&at| self.role(at).is_some_and(is_interactive_role));
        let names = items.map(|at| without_numbers(&self.name(at))).filter(|name| has_letter(name));
        names.take(MAX_NEARBY).map(|name| digest(&["t:", &name])).collect()
    }

    fn identity(&mut self, place: usize) -> Option<Identity> {
        let element = self.element(place)?;
        let role = self.role(place).unwrap_or_default().to_owned();
        let name = normalize(&self.name(place));
        let tag: &str = &element.name.local;
        let attr = |name: &str| {
            element.attributes.iter().find(|a| a.name.ns == ns!() && *a.name.local == *name).map_or("", |a| &*a.value)
        };
        let href = attr("href");
        let [id, field_name, controls, label_for] =
            ["id", "name", "aria-controls", "for"].map(|name| without_counter(attr(name)));
        let counted = ["id", "name", "aria-controls", "for"].map(attr);
        let counted = match counted.iter().any(|value| id_kind(value) == IdKind::Counted) {
            true => digest(&counted.map(|value| if id_kind(value) == IdKind::Counted { value } else { "" })),
            false => 0,
        };
        let value = if attr("type").eq_ignore_ascii_case("radio") || tag == "option" { attr("value") } else { "" };
        let kind = digest(&[tag, attr("type"), subject_of(href), &id, &field_name]);
        // Without a name, what is inside stands in for it.
        // A hidden button has no name either; a field's contents are its value, which may change.
        let labelled_inside = matches!(&*role, "button" | "link" | "tab" | "menuitem" | "option");
        let inner = match self.own_record(place) {
            _ if !name.is_empty() || is_interactive_role(&role) && !labelled_inside => 0,
            Some(record) => record.digest,
            None => digest(&[&self.atoms(place).all]),
        };
        let own =
            digest(&[tag, attr("type"), href, &id, &field_name, value, &controls, &label_for, &inner.to_string()]);
        let record = Some(self.record[place]).filter(|&record| record != NOWHERE);
        // Labels inside of a row are part of what the row says.
        let row = record.and_then(|r| self.walk.place(self.records[r as usize].node)).unwrap_or(place);
        let labels = self.labels[row].to_vec();
        let near_label = self.texts.get(self.near[row] as usize).map(|(_, text)| text.clone()).unwrap_or_default();
        let nearby = if record.is_none() { self.nearby(place, &name) } else { Vec::new() };
        Some(Identity {
            node: self.walk.order[place],
            role: role.into(),
            name: name.chars().take(MAX_NAME).collect::<String>().into(),
            own,
            kind,
            counted,
            key: match id_kind(attr("id")) {
                _ if !href.trim_matches('#').is_empty() => Key::Link,
                IdKind::Authored => Key::Id,
                IdKind::Counted | IdKind::Generated => Key::None,
            },
            record,
            labels,
            near_label,
            nearby,
            parent: None,
        })
    }
}

/// True for how long ago something was: it ages while its row stays.
fn is_age(text: &str) -> bool {
    const UNITS: &[&str] = &["second", "sec", "minute", "min", "hour", "hr", "day", "week", "month", "year"];
    let words: SmallVec<[&str; 5]> = text.split(' ').take(5).collect();
    let (number, rest) = match words.as_slice() {
        ["in", number, rest @ ..] => (*number, rest),
        [number, rest @ ..] => (*number, rest),
        [] => return false,
    };
    let (unit, ago) = match rest {
        [unit] => (*unit, true),
        [unit, word] => (*unit, *word == "ago"),
        _ => return false,
    };
    let unit = unit.trim_end_matches('.');
    let is_unit = UNITS.contains(&unit.strip_suffix('s').unwrap_or(unit));
    ago && is_unit && (matches!(number, "a" | "an") || number.bytes().all(|b| b.is_ascii_digit()))
}

/// True if a link leads anywhere.
fn is_link_target(href: &str) -> bool {
    !href.trim_matches('#').is_empty() && !href.starts_with("javascript:")
}

/// What a link is about, wherever it leads from: `/inbox/12` and `/starred/12` open the same message. All from the first
/// step with a digit in it; the whole link if there is none.
fn subject_of(href: &str) -> &str {
    let mut start = 0;
    for step in href.split('/') {
        // A host's name may have digits too.
        let is_host = start > 0 && href.get(..start).is_some_and(|before| before.ends_with("//"));
        if step.contains(|c: char| c.is_ascii_digit()) && !is_host {
            return href.get(start..).unwrap_or(href);
        }
        start += step.len() + 1;
    }
    href
}

/// True for inputs whose value is what somebody types or picks.
fn is_typed(element: &ElementData) -> bool {
    let kind =
        element.attributes.iter().find(|a| a.name.ns == ns!() && &*a.name.local == "type").map_or("", |a| &*a.value);
    let is_fixed = ["radio", "checkbox", "button", "submit", "reset", "image", "hidden"];
    &*element.name.local == "input" && !is_fixed.iter().any(|fixed| kind.eq_ignore_ascii_case(fixed))
}
