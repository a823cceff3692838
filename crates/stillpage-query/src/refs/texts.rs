//! [`Atoms`]: the texts of a row, hashed and classified, with the label of the row.

use std::borrow::Cow;

use super::fingerprint::{Atom, AtomKind, Digest, digest};
use super::page_texts::PageText;
use super::walk::Walk;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::dom::Dom;

/// Limit: characters of a row's label.
const MAX_LABEL: usize = 40;

/// Limit: texts that may name a row.
const MAX_NAMES: usize = 4;

/// The texts of a row.
#[derive(Default)]
pub(super) struct Atoms<'a> {
    pub(super) atoms: Vec<Atom>,
    pub(super) all: Cow<'a, str>,
    /// At most [`MAX_LABEL`] characters.
    pub(super) label: Option<&'a str>,
    /// The name of the first control, as a fallback for the label.
    pub(super) control: Option<&'a str>,
    /// The first text, if it is a whole number: `3`, `3.`, `#3`.
    pub(super) number: Option<(u32, &'a str)>,
    /// The texts that may name the row, in order: legends and headings, others.
    names: [SmallVec<[Digest; MAX_NAMES]>; 2],
    /// The first numbers in texts and ids, with their columns.
    counted: Vec<(u32, u32)>,
    /// Controls outside of other controls, links left out.
    pub(super) controls: u32,
    /// True if there is a text outside of the controls, a value or an image.
    pub(super) has_own: bool,
    /// True once a text was added.
    has_text: bool,
}

/// The place of a text in a row.
#[derive(Clone, Copy)]
pub(super) struct InRow {
    pub(super) in_control: bool,
    /// True in a legend, a heading or the header of a row.
    pub(super) is_title: bool,
    pub(super) column: u32,
}

impl<'a> Atoms<'a> {
    /// Adds a text. `kind`: that which it has there.
    pub(super) fn push(&mut self, said: &'a PageText<'a>, kind: AtomKind, place: InRow) {
        let InRow { in_control, is_title, column } = place;
        let (prefix, text, hashed) = (said.prefix, &*said.text, said.hashed());
        if !text.is_empty() {
            let kind = if hashed.is_number { AtomKind::Number } else { kind };
            if prefix == "t:" && kind != AtomKind::Value && !std::mem::replace(&mut self.has_text, true) {
                let bare = text.trim_start_matches('#').trim_end_matches(['.', ')']);
                self.number = bare.parse().ok().map(|number| (number, text));
            }
            self.has_own |= match kind {
                AtomKind::Content | AtomKind::Number => !in_control && prefix == "t:",
                AtomKind::Control => is_title,
                AtomKind::Value | AtomKind::Image => true,
                _ => false,
            };
            let label = if in_control { &mut self.control } else { &mut self.label };
            if kind == AtomKind::Content && prefix == "t:" && label.is_none() {
                *label = Some(first_chars(text, MAX_LABEL));
            }
            self.counted.extend(hashed.number.map(|number| (column, number)));
            // The words of a text with numbers are a text of their own: `Guest 2: Chen` is a guest called Chen.
            let numbered = match kind {
                AtomKind::Content if hashed.has_number => Some(AtomKind::Numbered),
                AtomKind::Control if hashed.has_number => Some(AtomKind::Number),
                _ => None,
            };
            self.add(Atom { digest: hashed.words, kind, column });
            if let Some(kind) = numbered {
                self.add(Atom { digest: hashed.whole, kind, column });
            }
            let names = &mut self.names[usize::from(!is_title)];
            let is_text = prefix == "t:" && !in_control && matches!(kind, AtomKind::Content | AtomKind::Number);
            if is_text || kind == AtomKind::Value {
                names.extend([hashed.words, hashed.whole].into_iter().take(if numbered.is_some() { 2 } else { 1 }));
            }
        }
        if let Some((digest, kind)) = hashed.link
            && !self.atoms.iter().any(|atom| atom.digest == digest)
        {
            self.atoms.push(Atom { digest, kind, column });
        }
    }

    /// The texts that may name the row.
    pub(super) fn names(&self) -> SmallVec<[Digest; MAX_NAMES]> {
        self.names.iter().flatten().copied().take(MAX_NAMES).collect()
    }

    /// Adds an atom; the strongest kind wins for a text that appears twice.
    fn add(&mut self, atom: Atom) {
        match self.atoms.iter_mut().find(|known| known.digest == atom.digest) {
            Some(known) => known.kind = known.kind.min(atom.kind),
            None => self.atoms.push(atom),
        }
    }

    /// The columns of texts and ids with a number, with the first number in each.
    pub(super) fn counted(&self) -> &[(u32, u32)] {
        &self.counted
    }

    /// True if a field of the row is filled in.
    pub(super) fn has_value(&self) -> bool {
        self.atoms.iter().any(|atom| atom.kind == AtomKind::Value)
    }

    /// The words and values that may name the row, by column, without the numbers of words.
    pub(super) fn worded(&self) -> impl Iterator<Item = (u32, Digest)> + '_ {
        let words = self.atoms.iter().filter(|atom| matches!(atom.kind, AtomKind::Content | AtomKind::Value));
        words.filter(|atom| self.names.iter().flatten().any(|name| *name == atom.digest)).map(|a| (a.column, a.digest))
    }

    /// Removes the ids in columns that count the rows, and `all` other numbers in them.
    pub(super) fn drop_counted(&mut self, columns: &FxHashSet<u32>, all: bool) {
        self.atoms.retain(|atom| {
            let is_number = matches!(atom.kind, AtomKind::Number | AtomKind::Numbered);
            !(columns.contains(&atom.column) && (atom.kind == AtomKind::Hidden || all && is_number))
        });
    }

    /// Removes the leading number of the row.
    pub(super) fn drop_number(&mut self) {
        let Some((_, text)) = self.number.take() else { return };
        let gone = digest(&["t:", text]);
        self.atoms.retain(|atom| atom.digest != gone);
        let behind = |all: &'a str| all.strip_prefix("t:")?.strip_prefix(text)?.strip_prefix('\n');
        let rest = if let Cow::Borrowed(all) = self.all { behind(all) } else { None };
        self.all = match rest {
            Some(rest) => Cow::Borrowed(rest),
            None => Cow::Owned(self.all.replacen(&format!("t:{text}\n"), "", 1)),
        };
    }
}

/// The first characters of a text.
pub(super) fn first_chars(text: &str, count: usize) -> &str {
    if text.len() <= count {
        return text;
    }
    text.char_indices().nth(count).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// The columns of a row: hashes of the tags on the way from the row to an element, each with its number among siblings of
/// that tag.
pub(super) struct Columns<'a> {
    root: usize,
    list: u32,
    /// By place from the row on.
    paths: Vec<u32>,
    /// See [`nth_of_tag`].
    nth: &'a [OfTag],
}

impl<'a> Columns<'a> {
    /// The columns of the row at a place. `list`: what distinguishes its list from others.
    pub(super) fn new(root: usize, list: Digest, nth: &'a [OfTag]) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "half of a hash is a hash")]
        let list = list as u32;
        Self { root, list, paths: Vec::new(), nth }
    }

    /// The column of an element.
    pub(super) fn get(&self, place: usize) -> u32 {
        place.checked_sub(self.root).and_then(|at| self.paths.get(at)).copied().unwrap_or_default()
    }

    /// Adds an element, whose parent was added before.
    pub(super) fn enter(&mut self, place: usize, parent: usize) -> u32 {
        let OfTag { tag, nth } = self.nth[place];
        let (around, count) = match place == self.root {
            true => (self.list, 0),
            false => (self.get(parent), nth),
        };
        let column = folded(folded(around, tag), count);
        self.paths.resize(place.saturating_sub(self.root), 0);
        self.paths.push(column);
        column
    }
}

fn folded(hash: u32, part: u32) -> u32 {
    (hash.rotate_left(5) ^ part).wrapping_mul(0x9E37_79B1)
}

fn tag_hash(tag: &str) -> u32 {
    tag.bytes().fold(0, |hash, byte| folded(hash, u32::from(byte)))
}

/// The tag of an element, hashed, and its number among the siblings of that tag, from 0.
#[derive(Clone, Copy, Default)]
pub(super) struct OfTag {
    tag: u32,
    nth: u32,
}

/// The numbers of elements among the siblings of their tag, by place.
pub(super) fn nth_of_tag(dom: &Dom, walk: &Walk) -> Vec<OfTag> {
    let mut all = vec![OfTag::default(); walk.len()];
    let mut counts: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for (place, &node) in walk.order.iter().enumerate() {
        if let Some(element) = dom.element(node) {
            let tag = tag_hash(&element.name.local);
            let count = counts.entry((walk.parent[place], tag)).or_default();
            all[place] = OfTag { tag, nth: *count };
            *count += 1;
        }
    }
    all
}
