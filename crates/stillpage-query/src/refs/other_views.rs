//! Rows that may be those of another view: once another tab, filter or page is chosen, rows without a key may only read as others did.

use rustc_hash::FxHashSet;

use super::fingerprint::{AtomKind, Choice, RowIdentity};
use super::row_groups::{index_of, lists};
use super::rows::{RowAligner, RowMatch};

/// Words and characters of a row from which on another row with them is unlikely.
const LONG: (usize, usize) = (3, 16);

/// Texts of its own from which on a row is unlikely to be another one of another view.
const FEW_TEXTS: usize = 3;

/// Rows from which on a list is the same if only one of them reads otherwise.
const MANY_ROWS: usize = 5;

/// The matches of the rows of a page.
pub(super) struct AlignedRows {
    /// By row.
    pub(super) matches: Vec<RowMatch>,
    /// Rows that count as ambiguous unless the page changed its language.
    pub(super) of_other_views: Vec<u32>,
    /// Rows with little evidence while another choice is the chosen one.
    pub(super) thin: FxHashSet<u32>,
    /// Rows with a link that no other row has.
    pub(super) keyed: FxHashSet<u32>,
    /// Rows with several texts that no other row has, or with a long one.
    pub(super) rich: FxHashSet<u32>,
    /// True if words were typed that rows repeat.
    pub(super) repeats_typed: bool,
    /// True if another tab, filter or page is the chosen one.
    pub(super) shows_other_view: bool,
}

impl RowAligner<'_> {
    /// The matches of all rows, once nothing changes them but the language of the page.
    pub(super) fn into_aligned(self) -> AlignedRows {
        let (of_other_views, thin) = (self.of_other_views(), self.thin());
        let (keyed, rich) = (self.keyed(), self.rich());
        let shows_other_view = self.shows_other_view();
        AlignedRows {
            matches: self.rows,
            of_other_views,
            thin,
            keyed,
            rich,
            repeats_typed: self.repeats_typed,
            shows_other_view,
        }
    }

    /// True if a choice of both pages has another chosen member now.
    fn is_another_chosen(&self, differs: impl Fn(&Choice, &Choice) -> bool) -> bool {
        let differs =
            |old: &Choice, new: &Choice| old.group == new.group && old.chosen != new.chosen && differs(old, new);
        self.before.choices.iter().any(|old| self.after.choices.iter().any(|new| differs(old, new)))
    }

    /// True if another choice is the chosen one, not the same one by another name.
    fn shows_other_view(&self) -> bool {
        self.is_another_chosen(|old, new| (new.place, new.members) != (old.place, old.members))
    }

    /// Matched rows without a key and with few texts that no other row has, if another choice is the chosen one.
    fn thin(&self) -> FxHashSet<u32> {
        if !self.is_another_chosen(|_, _| true) {
            return FxHashSet::default();
        }
        let is_thin = |&(row, to): &(usize, u32)| {
            let (old, new) = (&self.before.records[row], &self.after.records[to as usize]);
            self.own_texts(old, new) < FEW_TEXTS && !self.share_key(row, to as usize)
        };
        self.matched().filter(is_thin).map(|(row, _)| index_of(row)).collect()
    }

    fn keyed(&self) -> FxHashSet<u32> {
        let is_keyed = |&(row, to): &(usize, u32)| {
            let (old, new) = (&self.before.records[row], &self.after.records[to as usize]);
            let mut links = old.atoms.iter().filter(|atom| atom.kind == AtomKind::Link);
            links.any(|atom| new.has(atom) && self.rarity.is_of_two_rows(atom.digest))
        };
        self.matched().filter(is_keyed).map(|(row, _)| index_of(row)).collect()
    }

    fn rich(&self) -> FxHashSet<u32> {
        let is_rich = |&(row, to): &(usize, u32)| {
            let (old, new) = (&self.before.records[row], &self.after.records[to as usize]);
            let own = self.own_texts(old, new);
            own >= FEW_TEXTS || own > 0 && is_long(old) && old.label == new.label
        };
        self.matched().filter(is_rich).map(|(row, _)| index_of(row)).collect()
    }

    /// The matched rows, with the rows that they are now.
    fn matched(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.rows.iter().enumerate().filter_map(|(row, to)| Some((row, to.to()?)))
    }

    /// The number of texts that two rows have and no other row has.
    fn own_texts(&self, old: &RowIdentity, new: &RowIdentity) -> usize {
        let speaks = |kind| matches!(kind, AtomKind::Content | AtomKind::Numbered | AtomKind::Value);
        old.atoms.iter().filter(|a| speaks(a.kind) && new.has(a) && self.rarity.is_of_two_rows(a.digest)).count()
    }

    /// Rows that another tab, filter or page may show now: rows without a key of lists that are neither a part of what was
    /// there nor all of it and more, or that have other words.
    fn of_other_views(&self) -> Vec<u32> {
        let mut refused: Vec<u32> = Vec::new();
        if !self.shows_other_view() {
            return refused;
        }
        let (ours, theirs) = (lists(&self.before.records), lists(&self.after.records));
        let taken: FxHashSet<u32> = self.rows.iter().filter_map(|row| row.to()).collect();
        for rows in ours.values() {
            let pairs: Vec<(u32, u32)> =
                rows.iter().filter_map(|&row| Some((row, self.rows[row as usize].to()?))).collect();
            let open = |&(row, to): &(u32, u32)| !self.share_key(row as usize, to as usize);
            if !pairs.iter().any(open) {
                continue;
            }
            let list = |to: u32| theirs.get(&self.after.records[to as usize].list).map_or(&[][..], Vec::as_slice);
            let same = |(row, to): (&u32, &u32)| {
                self.before.records[*row as usize].digest == self.after.records[*to as usize].digest
            };
            let their_rows = list(pairs[0].1);
            if their_rows.len() == rows.len() {
                let changed: Vec<(&u32, &u32)> = rows.iter().zip(their_rows).filter(|pair| !same(*pair)).collect();
                // Rows that read alike are of any view.
                let texts: FxHashSet<_> = rows.iter().map(|&row| self.before.records[row as usize].digest).collect();
                // The chosen one may be a row of the list, which then reads otherwise.
                let is_in_place = |(row, to): &(&u32, &u32)| self.rows[**row as usize].to() == Some(**to);
                let may_change = usize::from(rows.len() >= MANY_ROWS && texts.len() == rows.len());
                let all_alike = rows.len() > 1 && texts.len() == 1;
                if changed.len() <= may_change && changed.iter().all(is_in_place) && !all_alike {
                    continue;
                }
            }
            let is_part = pairs.len() == rows.len()
                || pairs.iter().all(|&(_, to)| list(to).iter().all(|row| taken.contains(row)));
            let reads_alike = |&(row, to): &(u32, u32)| {
                let (old, new) = (&self.before.records[row as usize], &self.after.records[to as usize]);
                let speaks = old.atoms.iter().any(|atom| atom.kind == AtomKind::Content);
                speaks && has_words_of(old, new) && has_words_of(new, old)
            };
            if is_part && pairs.iter().all(reads_alike) {
                continue;
            }
            refused.extend(
                pairs
                    .iter()
                    .filter(|pair| open(pair) && !(is_long(&self.before.records[pair.0 as usize]) && reads_alike(pair)))
                    .map(|pair| pair.0),
            );
        }
        refused
    }

    /// True if two rows have a link or a hidden value in common that no other row has.
    pub(super) fn share_key(&self, before: usize, after: usize) -> bool {
        let (old, new) = (&self.before.records[before], &self.after.records[after]);
        let is_key = |kind: AtomKind| matches!(kind, AtomKind::Link | AtomKind::Hidden | AtomKind::Temporary);
        old.atoms.iter().any(|atom| is_key(atom.kind) && new.has(atom) && self.rarity.is_of_two_rows(atom.digest))
    }
}

/// True for a row with a label that another is unlikely to have.
fn is_long(row: &RowIdentity) -> bool {
    row.label.split(' ').count() >= LONG.0 && row.label.chars().count() >= LONG.1
}

/// True if a row has all words of another.
fn has_words_of(row: &RowIdentity, other: &RowIdentity) -> bool {
    other.atoms.iter().filter(|atom| atom.kind == AtomKind::Content).all(|atom| row.has(atom))
}
