//! The weight of the texts of rows as evidence: a text that few siblings have says more about a row than one that many have, a
//! text that all have says nothing, and neither does a column whose texts change from one page to the next.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::fingerprint::{Atom, AtomKind, Digest, RowIdentity};
use super::row_groups::{nesting, shared_with_inner};

/// Rows of a list and, by text, how many of them have it.
#[derive(Default)]
struct Siblings {
    rows: u32,
    holders: FxHashMap<Digest, u32>,
}

/// The texts of the rows of one page by list.
struct Lists(FxHashMap<u32, Siblings>);

impl Lists {
    fn of(records: &[RowIdentity]) -> Self {
        let mut lists: FxHashMap<u32, Siblings> = FxHashMap::default();
        for record in records {
            let siblings = lists.entry(record.list).or_default();
            siblings.rows += 1;
            for atom in &record.atoms {
                *siblings.holders.entry(atom.digest).or_default() += 1;
            }
        }
        Self(lists)
    }

    /// The rows of a list, and how many of them have a text.
    fn count(&self, list: u32, digest: Digest) -> (u32, u32) {
        let of = |siblings: &Siblings| (siblings.rows, siblings.holders.get(&digest).copied().unwrap_or_default());
        self.0.get(&list).map_or((0, 0), of)
    }

    /// Returns the weight of a text for a row of a list: nothing if all rows have it. `None` for the only row of a list.
    #[expect(clippy::cast_precision_loss, reason = "counts of rows; the weight needs no more than 24 bits")]
    fn rarity(&self, list: u32, digest: Digest) -> Option<f32> {
        let (rows, holders) = self.count(list, digest);
        (rows > 1).then(|| libm::logf(rows as f32 / holders.max(1) as f32))
    }
}

/// A column, and whether it is that of the texts with their numbers.
type Column = (u32, bool);

fn column(atom: &Atom) -> Column {
    (atom.column, atom.kind == AtomKind::Numbered)
}

/// A column of a list that its rows may have their names from.
struct NameColumn {
    /// The first place among the names of a row.
    place: usize,
    texts: FxHashSet<Digest>,
    /// It has numbers or values of fields.
    is_weak: bool,
}

impl Default for NameColumn {
    fn default() -> Self {
        Self { place: usize::MAX, texts: FxHashSet::default(), is_weak: false }
    }
}

/// The weight of the name of a row among its other texts: a row with one more is itself while that changes.
const NAME_WEIGHT: f32 = 3.0;

/// The page that a row is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    Before,
    After,
}

/// The texts of the rows of two pages, counted.
pub(super) struct Rarity {
    /// The number of rows of both pages with each text.
    frequency: FxHashMap<Digest, u32>,
    /// The number of rows with each text, without those that have it from a nested row.
    own: FxHashMap<Digest, u32>,
    /// Rows of both pages.
    rows: usize,
    lists: [Lists; 2],
    /// Columns, by list of the page before, whose texts changed in most rows.
    ticking: FxHashSet<Column>,
    /// The name of each row of both pages.
    names: [Vec<Option<Digest>>; 2],
}

impl Rarity {
    pub(super) fn of(before: &[RowIdentity], after: &[RowIdentity]) -> Self {
        let mut frequency: FxHashMap<Digest, u32> = FxHashMap::default();
        for atom in before.iter().chain(after).flat_map(|record| &record.atoms) {
            *frequency.entry(atom.digest).or_default() += 1;
        }
        let mut own = frequency.clone();
        for records in [before, after] {
            for atom in shared_with_inner(records) {
                own.entry(atom).and_modify(|n| *n = n.saturating_sub(1));
            }
        }
        let lists = [Lists::of(before), Lists::of(after)];
        let (rows, ticking, names) = (before.len() + after.len(), FxHashSet::default(), [Vec::new(), Vec::new()]);
        let mut rarity = Self { frequency, own, rows, lists, ticking, names };
        rarity.names = [rarity.names(before), rarity.names(after)];
        rarity.ticking = rarity.ticking(before, after);
        // A column that ticks names no row.
        if !rarity.ticking.is_empty() {
            rarity.names = [rarity.names(before), rarity.names(after)];
        }
        rarity
    }

    /// The columns whose texts changed in most of the rows whose name is unique on both pages. A name with a number ticks where the
    /// number does.
    fn ticking<'a>(&self, before: &'a [RowIdentity], after: &'a [RowIdentity]) -> FxHashSet<Column> {
        let holders = |names: &[Option<Digest>]| {
            let mut holders: BTreeMap<Digest, Option<usize>> = BTreeMap::new();
            for (at, name) in names.iter().enumerate() {
                if let Some(name) = *name {
                    holders.entry(name).and_modify(|known| *known = None).or_insert(Some(at));
                }
            }
            holders
        };
        let (ours, theirs) = (holders(&self.names[0]), holders(&self.names[1]));
        let mut columns: FxHashMap<Column, (u32, u32)> = FxHashMap::default();
        // By column: the words that rows have now in place of others; sections have those of the rows in them.
        let nests = [nesting(before), nesting(after)];
        let mut words: FxHashMap<Column, FxHashSet<Digest>> = FxHashMap::default();
        for (name, at) in ours {
            let (Some(at), Some(&Some(to))) = (at, theirs.get(&name)) else { continue };
            let (record, other) = (&before[at], &after[to]);
            if record.tag != other.tag {
                continue;
            }
            let mut seen: FxHashSet<Column> = FxHashSet::default();
            let texts = record.atoms.iter().chain(&other.atoms).filter(|atom| !atom.kind.describes_row());
            for atom in texts {
                let column = column(atom);
                if !seen.insert(column) {
                    continue;
                }
                let of = |row: &'a RowIdentity| row.atoms.iter().filter(move |other| self::column(other) == column);
                // A text that comes or goes in all rows is another way to show them.
                let same = of(record).all(|ours| other.holds(ours.digest))
                    && of(other).all(|theirs| record.holds(theirs.digest));
                let count = columns.entry(column).or_default();
                count.0 += 1;
                count.1 += u32::from(!same);
                let mut now = of(other).filter(|atom| atom.kind == AtomKind::Content).peekable();
                if !same
                    && !nests[0][at]
                    && !nests[1][to]
                    && of(record).any(|atom| atom.kind == AtomKind::Content)
                    && now.peek().is_some()
                {
                    words.entry(column).or_default().extend(now.map(|atom| atom.digest));
                }
            }
        }
        // Where most rows are others, namesakes among them say nothing of the rest.
        let mut rows: [FxHashMap<Column, u32>; 2] = Default::default();
        for (rows, records) in rows.iter_mut().zip([before, after]) {
            for record in records {
                let columns: FxHashSet<Column> = record.atoms.iter().map(column).collect();
                columns.into_iter().for_each(|column| *rows.entry(column).or_default() += 1);
            }
        }
        let most = |column: Column| rows.iter().filter_map(|rows| rows.get(&column)).copied().max().unwrap_or_default();
        let ticks = |&(column, (all, changed)): &(Column, (u32, u32))| {
            let is_one_word = words.get(&column).is_none_or(|words| words.len() < 2);
            changed > 1 && changed * 2 > all && all * 2 > most(column) && is_one_word
        };
        columns.into_iter().filter(ticks).map(|(column, _)| column).collect()
    }

    /// True for a column whose texts changed in most rows.
    pub(super) fn is_ticking(&self, atom: &Atom) -> bool {
        self.ticking.contains(&column(atom)) && !atom.kind.describes_row()
    }

    /// Returns the weight of a text of a row.
    #[expect(clippy::cast_precision_loss, reason = "counts of rows; the weight needs no more than 24 bits")]
    pub(super) fn weight(&self, version: Version, row: usize, record: &RowIdentity, atom: &Atom) -> f32 {
        if self.is_ticking(atom) {
            return 0.0;
        }
        let frequency = self.frequency.get(&atom.digest).copied().unwrap_or(1).max(1) as f32;
        let anywhere = libm::logf(1.0 + self.rows as f32 / frequency);
        let among = self.lists[version as usize].rarity(record.list, atom.digest);
        let rarity = among.map_or(anywhere, |among| among.min(anywhere));
        if self.name(version, row) == Some(atom.digest) {
            return rarity * NAME_WEIGHT;
        }
        match atom.kind {
            // What can be done with a row is not what it is: menus open, and toggles change their labels.
            AtomKind::Number | AtomKind::Control => rarity * 0.25,
            AtomKind::Content | AtomKind::Image | AtomKind::Value => rarity,
            // Its numbers count where they name it.
            AtomKind::Numbered => {
                if self.name(version, row).is_none_or(|name| name == atom.digest) {
                    rarity
                } else {
                    rarity * 0.25
                }
            }
            AtomKind::Link | AtomKind::Heading | AtomKind::Hidden | AtomKind::Temporary => 0.0,
        }
    }

    /// True for a text that a row has and at least one of its siblings has not.
    pub(super) fn distinguishes(&self, version: Version, record: &RowIdentity, digest: Digest) -> bool {
        let (rows, holders) = self.lists[version as usize].count(record.list, digest);
        rows < 2 || holders < rows
    }

    /// True for a text that most siblings of a row have.
    pub(super) fn is_common(&self, version: Version, record: &RowIdentity, digest: Digest) -> bool {
        let (rows, holders) = self.lists[version as usize].count(record.list, digest);
        holders * 2 > rows
    }

    /// The name of a row: what it has in the first column in which most rows of its list differ.
    pub(super) fn name(&self, version: Version, row: usize) -> Option<Digest> {
        self.names[version as usize].get(row).copied().flatten()
    }

    /// The names of the rows of a page.
    fn names(&self, records: &[RowIdentity]) -> Vec<Option<Digest>> {
        // By list, column and whether numbers count.
        let mut columns: BTreeMap<(u32, u32, bool), NameColumn> = BTreeMap::new();
        let mut labelled = labelled(records);
        let mut rows: FxHashMap<u32, u32> = FxHashMap::default();
        for record in records {
            *rows.entry(record.list).or_default() += 1;
            for (place, name) in record.names.iter().enumerate() {
                let Some(atom) = record.atom(*name).filter(|atom| !self.is_ticking(atom)) else { continue };
                let numbered = atom.kind == AtomKind::Numbered;
                let column = columns.entry((record.list, atom.column, numbered)).or_default();
                column.place = column.place.min(place);
                column.texts.insert(*name);
                column.is_weak |= matches!(atom.kind, AtomKind::Number | AtomKind::Value);
            }
        }
        // The first column in which three of four rows differ, one of words if there is one, else that with the most texts.
        let mut best: FxHashMap<u32, (bool, bool, usize, usize, u32, bool)> = FxHashMap::default();
        for ((list, column, numbered), NameColumn { place, texts, is_weak: weak }) in columns {
            if texts.len() < 2 && rows.get(&list).is_some_and(|&rows| rows > 1) {
                continue;
            }
            let rows = rows.get(&list).copied().unwrap_or_default() as usize;
            if texts.len() == rows {
                labelled.remove(&list);
            }
            let distinct = texts.len() * 4 >= rows * 3;
            let (first, second) = if distinct { (place, 0) } else { (usize::MAX - texts.len(), place) };
            let rank = (!distinct, weak, first, second, column, numbered);
            best.entry(list).and_modify(|known| *known = rank.min(*known)).or_insert(rank);
        }
        let name = |record: &RowIdentity| {
            if let Some(&column) = labelled.get(&record.list) {
                let label = record.atoms.iter().find(|a| a.kind == AtomKind::Control && a.column == column);
                return label.map(|label| label.digest);
            }
            let &(_, _, _, _, column, numbered) = best.get(&record.list)?;
            let is_name = |atom: &Atom| atom.column == column && (atom.kind == AtomKind::Numbered) == numbered;
            record.names.iter().copied().find(|&name| record.atom(name).is_some_and(&is_name))
        };
        records.iter().map(name).collect()
    }

    /// True if few rows have a text of their own.
    pub(super) fn is_distinctive(&self, digest: Digest) -> bool {
        let few = (self.rows / 8).max(2);
        self.own.get(&digest).is_none_or(|&rows| rows as usize <= few)
    }

    /// True for a text of a single row of one of the pages.
    pub(super) fn is_of_one_row(&self, digest: Digest) -> bool {
        self.own.get(&digest) == Some(&1)
    }

    /// True for a text of two rows in all.
    pub(super) fn is_of_two_rows(&self, digest: Digest) -> bool {
        self.own.get(&digest) == Some(&2)
    }
}

/// The column of buttons, by list, whose labels name the rows: every row has one, and no two are the same.
fn labelled(records: &[RowIdentity]) -> FxHashMap<u32, u32> {
    let mut labels: BTreeMap<(u32, u32), (usize, FxHashSet<Digest>)> = BTreeMap::new();
    let mut rows: FxHashMap<u32, usize> = FxHashMap::default();
    for record in records {
        *rows.entry(record.list).or_default() += 1;
        for atom in record.atoms.iter().filter(|atom| atom.kind == AtomKind::Control) {
            let (count, distinct) = labels.entry((record.list, atom.column)).or_default();
            *count += 1;
            distinct.insert(atom.digest);
        }
    }
    let mut columns = FxHashMap::default();
    for ((list, column), (count, distinct)) in labels {
        let named = count > 2 || count > 1 && !are_mostly_alike(records, list);
        if named && distinct.len() == count && rows.get(&list) == Some(&count) {
            columns.entry(list).or_insert(column);
        }
    }
    columns
}

/// True if the first two rows of a list have most labels of controls in common: what else they have are states of toggles.
fn are_mostly_alike(records: &[RowIdentity], list: u32) -> bool {
    let mut rows = records.iter().filter(|record| record.list == list);
    let (Some(first), Some(second)) = (rows.next(), rows.next()) else { return false };
    let is_label = |atom: &&Atom| atom.kind == AtomKind::Control;
    let shared = first.atoms.iter().filter(is_label).filter(|atom| second.holds(atom.digest)).count();
    shared * 2 > first.atoms.iter().filter(is_label).count()
}
