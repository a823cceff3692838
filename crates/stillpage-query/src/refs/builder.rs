//! Taking the [`Fingerprint`] of a page: rows, headings, labels, then an identity for each element asked for.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::fingerprint::{
    Digest, Fingerprint, Identity, LabelWords, Named, RowIdentity, UniqueKey, digest, is_cell_role, normalize,
    normalized,
};
use super::generated::{IdKind, id_kind, without_counter};
use super::labels::without_counts;
use super::page_texts::{PageTexts, is_link_target, subject_of};
use super::texts::{Atoms, OfTag, first_chars, nth_of_tag};
use super::walk::{NOWHERE, Walk};
use crate::aria::Role;
use crate::dom::{Dom, ElementData, LocalName, NodeId, local_name, ns};

/// Limit: characters of a name that are kept for comparing and printing.
pub(super) const MAX_NAME: usize = 200;
/// Limit: labels above a widget that take part in its identity.
pub(super) const MAX_LABELS: usize = 6;
/// Limit: words around a widget that take part in its identity; a container with more is a page, not its surroundings.
pub(super) const MAX_NEARBY: usize = 6;

/// The texts of the headers of columns, by the place of the table and the number of the column.
pub(super) type Headers = FxHashMap<(usize, u32), String>;

/// The labels around a place.
#[derive(Clone, Copy)]
pub(super) struct Around {
    /// Index in `label_lists` of the labels.
    pub(super) labels: u32,
    /// Index in `label_lists` of those that [`Identity::section`] has.
    pub(super) section: u32,
    /// Index in `texts` of the nearest of them that is text.
    pub(super) near: u32,
}

impl Fingerprint {
    /// Takes the fingerprint of a page with an identity for each of `elements`.
    ///
    /// Cost is linear in the page but for rows nested in rows, which are cut at a constant each.
    #[must_use]
    pub fn compute(dom: &Dom, named: &dyn Named, elements: &[NodeId]) -> Self {
        let walk = Walk::of(dom);
        let places = elements.iter().filter_map(|&node| walk.place(node)).collect();
        Self::walked(dom, named, &walk, places)
    }

    /// As [`compute`](Self::compute), with an identity for each of the elements at some places of a walk over the page.
    pub(super) fn walked(dom: &Dom, named: &dyn Named, walk: &Walk, mut places: Vec<usize>) -> Self {
        places.sort_unstable();
        places.dedup();
        let roles: Vec<Option<Role>> = walk.order.iter().map(|&node| named.role(node)).collect();
        let said = PageTexts::of(dom, walk, &roles);
        FingerprintBuilder::new(dom, named, walk, &roles, &said).build(&places)
    }
}

/// Elements of a page in the order of its tree, with those of open shadow trees and frames.
pub(super) fn all_elements(dom: &Dom) -> Vec<NodeId> {
    Walk::of(dom).order.into_iter().filter(|&node| dom.element(node).is_some()).collect()
}

/// Elements in the order of their indexes: those of the document as `document.querySelectorAll('*')` has them, then those of
/// open shadow trees and of frames.
#[must_use]
pub fn indexed_elements(dom: &Dom) -> Vec<NodeId> {
    let mut order: Vec<NodeId> = dom.elements_in_order().collect();
    let known: FxHashSet<NodeId> = order.iter().copied().collect();
    order.extend(all_elements(dom).into_iter().filter(|node| !known.contains(node)));
    order
}

pub(super) struct FingerprintBuilder<'a> {
    pub(super) dom: &'a Dom,
    pub(super) named: &'a dyn Named,
    pub(super) walk: &'a Walk,
    /// The roles by place: they are asked for again and again.
    roles: &'a [Option<Role>],
    /// The texts of the page.
    pub(super) said: &'a PageTexts<'a>,
    /// See [`nth_of_tag`].
    pub(super) nth: Vec<OfTag>,
    pub(super) records: Vec<RowIdentity>,
    /// Index in `records` of the record that is at a place or around it.
    pub(super) record: Vec<u32>,
    /// The number of rows of each list.
    pub(super) sizes: Vec<u32>,
    /// True for places with a landmark of the page in them: no rows.
    regions: Vec<bool>,
    /// Index in `texts` of the first heading at a place or below it.
    pub(super) heading: Vec<u32>,
    /// Index in `texts` of such a heading, without the headings of sections in it, which say nothing of what follows them.
    pub(super) open_heading: Vec<u32>,
    /// The headers of columns.
    pub(super) headers: Headers,
    /// See [`Identity::cell`].
    pub(super) cell: Vec<Digest>,
    /// See [`Identity::pane`].
    pub(super) pane: Vec<Digest>,
    /// Headings and names of groups: digest and text.
    pub(super) texts: Vec<(Digest, Arc<str>)>,
    /// The levels of headings, by the indices of their texts.
    pub(super) levels: FxHashMap<u32, u8>,
    /// The words of each label.
    pub(super) label_words: BTreeMap<Digest, LabelWords>,
    /// The words in the text fields outside of rows.
    pub(super) typed: Vec<Box<str>>,
    /// Lists of labels, inside out; the first is empty. Neighbours share them.
    pub(super) label_lists: Vec<Arc<[Digest]>>,
    /// The labels around each place.
    pub(super) around: Vec<Around>,
    /// The open menu or dialog without a name of its own, and its opener.
    pub(super) opened: Option<(usize, String)>,
    /// The words in a container outside of its controls, up to two more than count.
    pub(super) words: FxHashMap<usize, SmallVec<[Digest; MAX_NEARBY + 2]>>,
}

/// Children of one parent with the same key are rows of one list, if two of them have the same shape.
struct SiblingShape {
    key: Digest,
    shape: Digest,
    /// One alone is a row too.
    alone: bool,
}

impl<'a> FingerprintBuilder<'a> {
    fn new(
        dom: &'a Dom,
        named: &'a dyn Named,
        walk: &'a Walk,
        roles: &'a [Option<Role>],
        said: &'a PageTexts<'a>,
    ) -> Self {
        let nowhere = || vec![NOWHERE; walk.len()];
        Self {
            dom,
            named,
            walk,
            said,
            nth: nth_of_tag(dom, walk),
            records: Vec::new(),
            record: nowhere(),
            sizes: Vec::new(),
            regions: regions(roles, walk),
            roles,
            heading: nowhere(),
            open_heading: nowhere(),
            headers: Headers::default(),
            cell: vec![0; walk.len()],
            pane: vec![0; walk.len()],
            texts: Vec::new(),
            levels: FxHashMap::default(),
            label_lists: vec![Arc::default()],
            around: vec![Around { labels: 0, section: 0, near: NOWHERE }; walk.len()],
            label_words: BTreeMap::new(),
            typed: Vec::new(),
            opened: None,
            words: FxHashMap::default(),
        }
    }

    fn build(mut self, places: &[usize]) -> Fingerprint {
        self.find_records();
        self.find_typed();
        self.find_headings();
        self.find_headers();
        self.add_headings();
        self.opened = self.find_opened();
        self.find_labels();
        self.set_labels_of_rows();
        let mut identities: Vec<Identity> = Vec::with_capacity(places.len());
        let mut known = vec![NOWHERE; self.walk.len()];
        for &place in places {
            let Some(mut identity) = self.identity(place) else { continue };
            let around = self.walk.ancestors(place).find(|&at| known[at] != NOWHERE);
            identity.parent = around.map(|at| known[at]);
            known[place] = u32::try_from(identities.len()).unwrap_or(NOWHERE);
            identities.push(identity);
        }
        self.set_scenes(&mut identities);
        let (title, choices) = (self.title(), self.choices());
        Fingerprint {
            records: self.records,
            identities,
            labels: self.label_words.into_values().collect(),
            title,
            choices,
        }
    }

    /// Notes what is around elements outside of rows that are like others.
    fn set_scenes(&self, identities: &mut [Identity]) {
        type Look = (Digest, Digest, Option<u32>);
        let look = |identity: &Identity| -> Look {
            (digest(&[identity.role_name(), &identity.name]), identity.own, identity.record)
        };
        let mut alike: FxHashMap<Look, u32> = FxHashMap::default();
        for identity in identities.iter().filter(|identity| identity.record.is_none()) {
            *alike.entry(look(identity)).or_default() += 1;
        }
        let mut known: FxHashMap<usize, Digest> = FxHashMap::default();
        for identity in identities {
            let parent = self.walk.place(identity.node).and_then(|place| self.walk.parent(place));
            if let Some(parent) = parent.filter(|_| alike.get(&look(identity)).is_some_and(|&count| count > 1)) {
                identity.scene = *known.entry(parent).or_insert_with(|| self.texts_digest(parent));
            }
        }
    }

    /// Hash of the document's title without counts.
    fn title(&self) -> Digest {
        let text = normalize(&self.dom.title(self.dom.document()));
        if text.is_empty() { 0 } else { digest(&["title", &without_counts(&text)]) }
    }

    pub(super) fn element(&self, place: usize) -> Option<&'a ElementData> {
        self.dom.element(self.walk.order[place])
    }

    pub(super) fn role(&self, place: usize) -> Option<Role> {
        self.roles[place]
    }

    pub(super) fn role_name(&self, place: usize) -> &'static str {
        self.roles[place].map_or("", Role::name)
    }

    pub(super) fn is_interactive(&self, place: usize) -> bool {
        self.roles[place].is_some_and(Role::is_interactive)
    }

    pub(super) fn name(&self, place: usize) -> Cow<'a, str> {
        self.named.name(self.walk.order[place])
    }

    /// True if a record is at this place.
    pub(super) fn is_record(&self, place: usize) -> bool {
        self.own_record(place).is_some()
    }

    pub(super) fn own_record(&self, place: usize) -> Option<&RowIdentity> {
        self.records.get(self.record[place] as usize).filter(|record| record.node == self.walk.order[place])
    }

    /// Returns the shape that an element needs to share with a sibling to be a row, or `None` if it cannot be one.
    fn sibling_shape(&self, place: usize) -> Option<SiblingShape> {
        let element = self.element(place)?;
        if element.name.ns != ns!(html) {
            return None;
        }
        let tag: &str = &element.name.local;
        let role = self.role(place);
        // Cells are parts of their row, however alike they are.
        if role.is_some_and(is_cell_role) {
            return None;
        }
        let always = matches!(tag, "li" | "tr" | "article" | "option" | "dt" | "dd")
            || matches!(role, Some(Role::Listitem | Role::Row | Role::Article | Role::Treeitem | Role::Option));
        if always {
            return Some(SiblingShape { key: digest(&[tag]), shape: 0, alone: matches!(tag, "li" | "tr" | "article") });
        }
        if is_grouping(tag)
            && !self.regions[place]
            && self.walk.children(place).any(|child| self.element(child).is_some())
        {
            let class = element.attr(&local_name!("class")).unwrap_or_default();
            // Plain elements are alike by their shape alone.
            let shape = if class.is_empty() { self.shape(place) } else { 0 };
            return Some(SiblingShape { key: digest(&[tag, class, self.role_name(place)]), shape, alone: false });
        }
        None
    }

    /// An element's tag and classes, if it has any.
    pub(super) fn classes(&self, place: usize) -> Option<Digest> {
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
            let alike: Vec<(usize, SiblingShape)> =
                self.walk.children(parent).filter_map(|child| Some((child, self.sibling_shape(child)?))).collect();
            if alike.is_empty() {
                continue;
            }
            // Two of the same shape make rows of all that could be one: some of them may be open for editing.
            let mut shapes: FxHashMap<(Digest, Digest), u32> = FxHashMap::default();
            let mut lists_of: FxHashSet<Digest> = FxHashSet::default();
            for (_, SiblingShape { key, shape, .. }) in &alike {
                let count = shapes.entry((*key, *shape)).or_default();
                *count += 1;
                if *count > 1 {
                    lists_of.insert(*key);
                }
            }
            let appearance = self.classes(parent);
            if let (Some(appearance), [(child, only)]) = (appearance, alike.as_slice())
                && !only.alone
                && self.classes(*child).is_some()
            {
                lone.push((*child, (appearance, only.key)));
            }
            let mut place = 0;
            for (child, SiblingShape { key, alone, .. }) in alike {
                if alone || lists_of.contains(&key) {
                    found[child] = Some((lists, place));
                    place += 1;
                    known.extend(appearance.map(|appearance| (appearance, key)));
                }
            }
            lists += u32::from(place > 0);
        }
        // The only card of a column is a card, as those of the other columns are.
        for (child, appearance) in lone {
            if known.contains(&appearance) {
                found[child] = Some((lists, 0));
                lists += 1;
            }
        }
        let mut row_texts: BTreeMap<usize, Atoms<'a>> =
            (0..found.len()).filter(|&at| found[at].is_some()).map(|at| (at, self.atoms(at))).collect();
        self.drop_wrappers(&mut found, &row_texts);
        Self::drop_ordinals(&found, &mut row_texts);
        let opened = self.rows_with_details(&found, &row_texts);
        for (at, found) in found.into_iter().enumerate() {
            let outer = self.walk.parent(at).map_or(NOWHERE, |parent| self.record[parent]);
            self.record[at] = outer;
            let Some((list, place)) = found else { continue };
            let outer = opened.get(&at).map_or(outer, |&row| self.record[row]);
            let len = self.sizes.len().max(list as usize + 1);
            self.sizes.resize(len, 0);
            self.sizes[list as usize] += 1;
            let tag = self.element(at).map_or(0, |e| digest(&[&e.name.local]));
            let texts = row_texts.remove(&at).unwrap_or_default();
            let names = texts.names();
            let Atoms { mut atoms, all, label, control, .. } = texts;
            atoms.sort_unstable();
            self.record[at] = u32::try_from(self.records.len()).unwrap_or(NOWHERE);
            self.records.push(RowIdentity {
                node: self.walk.order[at],
                tag,
                list,
                place,
                outer: Some(outer).filter(|&outer| outer != NOWHERE),
                atoms,
                names,
                digest: digest(&[&all]),
                under: 0,
                label: label.or(control).unwrap_or_default().into(),
            });
        }
    }

    fn identity(&mut self, place: usize) -> Option<Identity> {
        let element = self.element(place)?;
        let role = self.role(place);
        let name = self.name(place);
        let name = normalized(&name);
        let tag: &str = &element.name.local;
        let attr = |name: &LocalName| element.attr(name).unwrap_or_default();
        let (href, input_type) = (attr(&local_name!("href")), attr(&local_name!("type")));
        let ids = [local_name!("id"), local_name!("name"), local_name!("aria-controls"), local_name!("for")];
        let ids = ids.map(|name| attr(&name));
        let kinds = ids.map(id_kind);
        let [id, field_name, controls, label_for] = [0, 1, 2, 3].map(|at| without_counter(ids[at], kinds[at]));
        let counted = match kinds.contains(&IdKind::Counted) {
            true => digest(&[0, 1, 2, 3].map(|at| if kinds[at] == IdKind::Counted { ids[at] } else { "" })),
            false => 0,
        };
        let has_value = input_type.eq_ignore_ascii_case("radio") || tag == "option";
        let value = if has_value { attr(&local_name!("value")) } else { "" };
        let kind = digest(&[tag, input_type, subject_of(href), &id, &field_name]);
        // Without a name, its contents represent it.
        // A hidden button has no name either; a field's contents are its value, which may change.
        let labelled_inside =
            matches!(role, Some(Role::Button | Role::Link | Role::Tab | Role::Menuitem | Role::Option));
        let inner = match self.own_record(place) {
            _ if !name.is_empty() || self.is_interactive(place) && !labelled_inside => Cow::Borrowed("0"),
            Some(record) => Cow::Owned(record.digest.to_string()),
            None => Cow::Owned(self.texts_digest(place).to_string()),
        };
        let own = digest(&[tag, input_type, href, &id, &field_name, value, &controls, &label_for, &inner]);
        let record = Some(self.record[place]).filter(|&record| record != NOWHERE);
        // Labels inside of a row are part of its text.
        let row = record.and_then(|r| self.walk.place(self.records[r as usize].node)).unwrap_or(place);
        let Around { labels, section, near } = self.around[row];
        let near_label = self.texts.get(near as usize).map(|(_, text)| text.clone()).unwrap_or_default();
        let nearby = if record.is_none() { self.nearby(place, &name) } else { self.cell_texts(place) };
        Some(Identity {
            node: self.walk.order[place],
            role,
            // Those without a name share it.
            name: if name.is_empty() { Arc::default() } else { first_chars(&name, MAX_NAME).into() },
            own,
            kind,
            counted,
            cell: self.cell[place],
            pane: self.pane[place],
            key: match kinds[0] {
                _ if is_link_target(href) => UniqueKey::Link,
                IdKind::Authored => UniqueKey::Id,
                IdKind::Counted | IdKind::Generated => UniqueKey::None,
            },
            record,
            labels: self.label_list(labels),
            section: self.label_list(section),
            near_label,
            nearby,
            scene: 0,
            value: self.typed_words(place).map_or(0, |words| digest(&["t:", &words])),
            parent: None,
        })
    }

    pub(super) fn label_list(&self, list: u32) -> Arc<[Digest]> {
        self.label_lists.get(list as usize).cloned().unwrap_or_default()
    }
}

/// True for elements that may be rows if their siblings are like them.
fn is_grouping(tag: &str) -> bool {
    let plain = matches!(tag, "div" | "section" | "p" | "a" | "label" | "details" | "form" | "span");
    plain || matches!(tag, "fieldset" | "figure" | "tbody" | "ul" | "ol" | "dl" | "aside" | "nav") || tag.contains('-')
}

/// For each place whether a landmark that a page has once, or the panel of a tab, is in it.
fn regions(roles: &[Option<Role>], walk: &Walk) -> Vec<bool> {
    let mut regions = vec![false; walk.len()];
    for at in (0..walk.len()).rev() {
        let is_landmark = matches!(roles[at], Some(Role::Main | Role::Banner | Role::Contentinfo | Role::Tabpanel));
        if (is_landmark || regions[at])
            && let Some(parent) = walk.parent(at)
        {
            regions[parent] = true;
        }
    }
    regions
}
