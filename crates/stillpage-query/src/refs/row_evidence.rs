//! Evidence for and against two rows being one: names, keys, links, cells, nodes.

use rustc_hash::{FxHashMap, FxHashSet};

use super::fingerprint::{Atom, AtomKind, Digest, RowIdentity};
use super::rarity::Version;
use super::row_groups::{index_of, lists};
use super::rows::{ROW_THRESHOLD, RowAligner, RowMatch};

impl RowAligner<'_> {
    /// Matches rows on their own nodes in lists whose rows keep their nodes: namesakes where rows moved with their nodes, and
    /// rows without another name than before where all others are in place.
    pub(super) fn match_connected(&mut self) {
        if self.handles.is_none() {
            return;
        }
        let (ours, theirs) = (lists(&self.before.records), lists(&self.after.records));
        let mut taken: FxHashSet<u32> = self.rows.iter().filter_map(|row| row.to()).collect();
        for rows in ours.values() {
            // Rows that are known by their texts: how many are on their nodes, and how many of those moved.
            let (mut known, mut moved, mut list) = (0, 0, None);
            let connected = |&row: &u32| self.after_by_node.get(&self.handle(row)?).copied();
            let nodes: Vec<Option<u32>> = rows.iter().map(connected).collect();
            let keeps = rows.iter().zip(&nodes).all(|(&row, &node)| match (self.rows[row as usize].to(), node) {
                (Some(to), Some(node)) if to == node => {
                    let (old, new) = (&self.before.records[row as usize], &self.after.records[to as usize]);
                    known += 1;
                    moved += u32::from(old.place != new.place);
                    list = Some(new.list);
                    true
                }
                (Some(_), _) => false,
                _ => true,
            });
            let Some(list) = list.filter(|_| keeps && known > 0) else { continue };
            let in_place = moved == 0 && theirs.get(&list).is_some_and(|theirs| theirs.len() == rows.len());
            for (&row, node) in rows.iter().zip(nodes) {
                let is_open = self.rows[row as usize].to().is_none();
                let Some(to) = node.filter(|to| is_open && !taken.contains(to)) else { continue };
                let (old, new) = (&self.before.records[row as usize], &self.after.records[to as usize]);
                let (was, is) =
                    (self.rarity.name(Version::Before, row as usize), self.rarity.name(Version::After, to as usize));
                let namesake = self.rows[row as usize] == RowMatch::Ambiguous
                    && moved > 0
                    && was.is_some()
                    && self.similarity(row, to).is_some_and(|s| s >= ROW_THRESHOLD)
                    && self.objection(row as usize, to as usize).is_none();
                let in_its_place = in_place
                    && old.tag == new.tag
                    && old.place == new.place
                    && (was.is_none() || is.is_none() || was == is);
                if new.list == list && (namesake || in_its_place) {
                    taken.insert(to);
                    self.rows[row as usize] = RowMatch::To(to);
                }
            }
        }
    }

    /// Matches rows whose temporary key is gone with the rows of their names that have a key which no row had before.
    pub(super) fn match_settled(&mut self) {
        if self.is_complete() {
            return;
        }
        let mut taken: FxHashSet<u32> = self.rows.iter().filter_map(|row| row.to()).collect();
        let is_new = |atom: &Atom| {
            matches!(atom.kind, AtomKind::Link | AtomKind::Hidden) && self.rarity.is_of_one_row(atom.digest)
        };
        let is_gone = |atom: &Atom| atom.kind == AtomKind::Temporary && self.rarity.is_of_one_row(atom.digest);
        let mut settled: FxHashMap<Digest, u32> = FxHashMap::default();
        for (to, _) in self.after.records.iter().enumerate().filter(|(_, record)| record.atoms.iter().any(is_new)) {
            if let Some(name) = self.rarity.name(Version::After, to) {
                settled.insert(name, index_of(to));
            }
        }
        for i in 0..self.rows.len() {
            let old = &self.before.records[i];
            let Some(name) = self.rarity.name(Version::Before, i).filter(|&name| self.rarity.is_of_two_rows(name))
            else {
                continue;
            };
            let Some(&to) = settled.get(&name).filter(|_| self.rows[i].to().is_none() && old.atoms.iter().any(is_gone))
            else {
                continue;
            };
            if self.after.records[to as usize].tag == old.tag && taken.insert(to) {
                self.rows[i] = RowMatch::To(to);
            }
        }
    }

    /// Refuses rows that were matched by more than their texts although their texts speak against it.
    pub(super) fn refuse_contradicted(&mut self) {
        for i in 0..self.rows.len() {
            let Some(to) = self.rows[i].to().map(|to| to as usize) else { continue };
            if self.are_of_strangers(i, to) {
                self.rows[i] = RowMatch::Ambiguous;
                continue;
            }
            if self.before.records[i].digest != self.after.records[to].digest
                && let Some(objection) = self.objection(i, to)
            {
                self.rows[i] = objection;
            }
        }
    }

    /// True if two rows are parts of rows that are others: the bar of controls in one card is not that in another, whatever both
    /// say. A card that moves takes its links along, and what else no other has.
    fn are_of_strangers(&self, before: usize, after: usize) -> bool {
        let (old, new) = (&self.before.records[before], &self.after.records[after]);
        let (mut around, mut now_around) = (old.outer, new.outer);
        // A row that says nothing of its own, as that below a row which was opened, is what the row around it is.
        while let (Some(outer), Some(now)) = (around, now_around) {
            if self.rows[outer as usize].to() == Some(now) {
                return false;
            }
            let name = self.rarity.name(Version::Before, outer as usize);
            let is_renamed = name.is_some_and(|name| !self.after.records[now as usize].holds(name))
                && self.rarity.name(Version::After, now as usize).is_some();
            if is_renamed && !self.share_unique_text(old, new) || self.lead_elsewhere(outer as usize, now as usize) {
                return true;
            }
            (around, now_around) = (self.before.records[outer as usize].outer, self.after.records[now as usize].outer);
        }
        false
    }

    /// True if two rows have a text, a link or a hidden value in common that no other row has.
    fn share_unique_text(&self, old: &RowIdentity, new: &RowIdentity) -> bool {
        let speaks = |kind| matches!(kind, AtomKind::Content | AtomKind::Numbered | AtomKind::Link | AtomKind::Hidden);
        old.atoms.iter().any(|atom| speaks(atom.kind) && new.has(atom) && self.rarity.is_of_two_rows(atom.digest))
    }

    /// Returns an objection to two rows that are the best candidates of each other.
    pub(super) fn objection(&self, before: usize, after: usize) -> Option<RowMatch> {
        let (old, new) = (&self.before.records[before], &self.after.records[after]);
        if self.share_key(before, after) {
            return None;
        }
        // Another name is another row.
        let name = self.rarity.name(Version::Before, before);
        if name.is_some_and(|name| !new.holds(name)) && self.rarity.name(Version::After, after).is_some() {
            return Some(RowMatch::Gone);
        }
        // The labels of a bar count what is elsewhere.
        old.atoms.iter().any(|atom| atom.kind == AtomKind::Content).then_some(())?;
        // Namesakes: the same name, but mostly other texts.
        let (mut same, mut other) = (0, 0);
        let texts = old
            .atoms
            .iter()
            .filter(|atom| matches!(atom.kind, AtomKind::Content | AtomKind::Number | AtomKind::Numbered));
        let texts = texts.filter(|atom| Some(atom.digest) != name && !self.rarity.is_ticking(atom));
        for atom in texts.filter(|atom| self.rarity.distinguishes(Version::Before, old, atom.digest)) {
            if new.holds(atom.digest) {
                same += 1;
            } else if new.atoms.iter().any(|other| other.column == atom.column && other.kind == atom.kind) {
                other += 1;
            }
        }
        (other > 1 && other >= same).then_some(RowMatch::Ambiguous)
    }

    /// True if both rows have links, but none in common.
    pub(super) fn links_differ(&self, before: usize, after: usize) -> bool {
        if self.nests_before[before] || self.nests_after[after] {
            return false;
        }
        self.lead_elsewhere(before, after)
    }

    /// True if both rows have links, but none in common, those of rows in them included.
    fn lead_elsewhere(&self, before: usize, after: usize) -> bool {
        let (ours, theirs) = (&self.links[0][before], &self.links[1][after]);
        !ours.is_empty() && !theirs.is_empty() && !ours.iter().any(|link| theirs.contains(link))
    }

    /// True if two rows of a page say the same, and what only the first has is the label of a control that most of its siblings have.
    pub(super) fn are_twins(&self, page: Version, row: usize, other: usize) -> bool {
        let records = if page == Version::Before { &self.before.records } else { &self.after.records };
        let said = &self.contents[page as usize];
        if said[row].is_none() || said[row] != said[other] {
            return false;
        }
        let (row, other) = (&records[row], &records[other]);
        let mut own = row.atoms.iter().filter(|atom| !other.holds(atom.digest));
        own.all(|atom| self.rarity.is_common(page, row, atom.digest))
    }

    /// True if both rows share a text that few other rows have.
    pub(super) fn share_distinctive_words(&self, before: usize, after: usize) -> bool {
        let theirs = &self.after.records[after].atoms;
        self.before.records[before].atoms.iter().any(|atom| {
            let speaks = matches!(atom.kind, AtomKind::Content | AtomKind::Numbered | AtomKind::Value);
            speaks
                && theirs.iter().any(|t| t.digest == atom.digest && t.kind == atom.kind)
                && self.rarity.is_distinctive(atom.digest)
        }) || self.share_name(before, after)
    }

    /// True if each of two rows has the name of the other, and few rows have it.
    fn share_name(&self, before: usize, after: usize) -> bool {
        let names = (self.rarity.name(Version::Before, before), self.rarity.name(Version::After, after));
        let (Some(ours), Some(theirs)) = names else { return false };
        let both = self.before.records[before].holds(theirs) && self.after.records[after].holds(ours);
        both && self.rarity.is_distinctive(ours)
    }
}
