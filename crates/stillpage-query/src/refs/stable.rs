//! Content-addressed refs: numbers that follow from what an element is, so that two loads of a page agree on them.
//!
//! A number is a hash of role, name, authored attributes, the groups around the element and the name of its row; of an
//! element without a name also of one text in it. Elements that agree in all of that are counted in document order.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::fingerprint::{Digest, Fingerprint, Identity, digest, has_letter, is_container_role, without_numbers};
use super::table::RefTable;
use super::walk::Walk;
use crate::aria::Role;
use crate::dom::{NodeId, local_name};
use crate::page::Page;
use crate::reference::Ref;

/// Stable numbers have nine digits: no page has that many elements, so none is ever mistaken for a counted one.
const FIRST: u32 = 100_000_000;
/// The count of numbers. Two of 10,000 elements meet in one of 18 pages; the later one then takes the next number.
const COUNT: u32 = 900_000_000;

/// True for a number that [`stable_table`] gives.
#[must_use]
pub fn is_stable_number(number: u32) -> bool {
    number >= FIRST
}

/// Returns content-addressed refs for the elements of a table.
#[must_use]
pub fn stable_table(page: &Page, shown: &RefTable) -> RefTable {
    let numbers = stable_numbers(page, shown);
    let pairs = shown
        .iter()
        .filter_map(|(given, node)| Some((Ref { frame: given.frame, number: numbers.get(&node).copied()? }, node)));
    RefTable::from_pairs(page.dom().len(), pairs)
}

/// The number of each element.
pub(super) fn stable_numbers(page: &Page, shown: &RefTable) -> FxHashMap<NodeId, u32> {
    let walk = Walk::of(page.dom());
    let nodes: Vec<NodeId> = shown.iter().map(|(_, node)| node).collect();
    let fingerprint = Fingerprint::of(page, &nodes);
    let describer = Describer { page, walk: &walk, fingerprint: &fingerprint, words: least_words(page, &walk) };
    let mut seen: FxHashMap<Vec<Digest>, u32> = FxHashMap::default();
    let mut used: BTreeSet<u32> = BTreeSet::new();
    let mut numbers = FxHashMap::default();
    for identity in &fingerprint.identities {
        let parts = describer.describe(identity);
        let duplicate = seen.entry(parts.clone()).or_default();
        let mut text: String = parts.iter().map(|part| format!("{part:016x}")).collect();
        text.push_str(&duplicate.to_string());
        *duplicate += 1;
        let mut number = FIRST + u32::try_from(digest(&[&text]) % u64::from(COUNT)).unwrap_or_default();
        while !used.insert(number) {
            number = if number == FIRST + COUNT - 1 { FIRST } else { number + 1 };
        }
        numbers.insert(identity.node, number);
    }
    numbers
}

/// The least hash of the texts at each place and below it: one text that stands for all, and that a change of another
/// rarely unseats.
fn least_words(page: &Page, walk: &Walk) -> Vec<Digest> {
    let mut least = vec![Digest::MAX; walk.len()];
    for at in (0..walk.len()).rev() {
        if let Some(text) = page.dom().text(walk.order[at]).filter(|text| has_letter(text)) {
            least[at] = digest(&["t:", &without_numbers(text)]);
        }
        if let Some(parent) = walk.parent(at) {
            least[parent] = least[parent].min(least[at]);
        }
    }
    least
}

struct Describer<'a> {
    page: &'a Page,
    walk: &'a Walk,
    fingerprint: &'a Fingerprint,
    words: Vec<Digest>,
}

impl Describer<'_> {
    /// Describes an element, in digests.
    fn describe(&self, identity: &Identity) -> Vec<Digest> {
        let place = self.walk.place(identity.node).unwrap_or_default();
        let mut parts = vec![digest(&[identity.role_name(), &identity.name]), identity.kind];
        // Of these there is one.
        let is_only = ["body", "main", "html"].iter().any(|tag| self.is_tag(place, tag));
        if identity.name.is_empty() && !identity.is_interactive() && !is_only {
            parts.push(self.words[place]);
        }
        if let Some(row) = self.row(identity) {
            parts.push(row);
        }
        parts.push(self.groups(place));
        parts
    }

    fn is_tag(&self, place: usize, tag: &str) -> bool {
        self.page.dom().element(self.walk.order[place]).is_some_and(|element| *element.name.local == *tag)
    }

    fn role(&self, place: usize) -> Option<Role> {
        self.page.aria().get(self.walk.order[place])?.role.filter(|role| *role != Role::Generic)
    }

    /// The name of the row around an element; `None` outside of rows.
    fn row(&self, identity: &Identity) -> Option<Digest> {
        let mut row = self.fingerprint.records.get(identity.record? as usize)?;
        loop {
            let dom = self.page.dom();
            // Blocks without a class are alike by accident: the next to come may make a row of the whole page.
            let classless = || dom.attr(row.node, &local_name!("class")).unwrap_or_default().trim().is_empty();
            let block =
                dom.element(row.node).is_some_and(|e| matches!(&*e.name.local, "div" | "section" | "p" | "form"));
            if !block || !classless() {
                break;
            }
            row = self.fingerprint.records.get(row.outer? as usize)?;
        }
        let words = self.walk.place(row.node).map_or(Digest::MAX, |place| self.words[place]);
        Some(digest(&[&without_numbers(&row.label), &words.to_string()]))
    }

    /// The groups around an element, and the heading before it among its own siblings or those of its ancestors.
    fn groups(&self, place: usize) -> Digest {
        let mut text = String::new();
        let mut has_heading = false;
        let mut below = place;
        for parent in self.walk.ancestors(place) {
            if !has_heading && let Some(heading) = self.heading_before(parent, below) {
                text.push_str(&heading);
                text.push('\n');
                has_heading = true;
            }
            if let Some(role) = self.role(parent).filter(|role| is_container_role(*role)) {
                text.push_str(role.name());
                text.push_str(&self.name(parent));
                text.push('\n');
                // A heading outside is the group's.
                has_heading = true;
            }
            below = parent;
        }
        digest(&[&text])
    }

    /// The text of the last heading among the children of `parent` before `child`.
    fn heading_before(&self, parent: usize, child: usize) -> Option<String> {
        let mut node = self.page.dom().node(self.walk.order[child]).previous_sibling;
        // Limit: siblings that are looked at; a heading further up is not seen as belonging to it.
        for _ in 0..64 {
            let sibling = node?;
            let place = self.walk.place(sibling)?;
            if self.walk.parent(place) != Some(parent) {
                return None;
            }
            if self.role(place) == Some(Role::Heading) {
                return Some(self.name(place));
            }
            node = self.page.dom().node(sibling).previous_sibling;
        }
        None
    }

    fn name(&self, place: usize) -> String {
        self.page.aria().get(self.walk.order[place]).map_or_else(String::new, |aria| without_numbers(&aria.name))
    }
}
