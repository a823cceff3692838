//! [`Atoms`]: the texts of a row, hashed and classified, with the label of the row.

use std::borrow::Cow;

use super::fingerprint::{Atom, AtomKind, Digest, digest, has_letter, normalize, without_numbers};
use super::generated::is_temporary;
use super::labels::{is_age, without_signs};
use super::walk::Walk;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::dom::{Dom, ElementData, ns};

/// Limit: texts of a row that are compared; rows of real pages differ within far fewer.
pub(super) const MAX_ATOMS: usize = 64;

/// Limit: characters of a row's label.
const MAX_LABEL: usize = 40;

/// Limit: texts that may name a row.
const MAX_NAMES: usize = 4;

/// The texts of a row.
#[derive(Default)]
pub(super) struct Atoms {
    pub(super) atoms: Vec<Atom>,
    pub(super) all: String,
    pub(super) label: Option<String>,
    /// The name of the first control, as a fallback for the label.
    pub(super) control: Option<String>,
    /// The first text, if it is a whole number: `3`, `3.`, `#3`.
    pub(super) number: Option<(u32, String)>,
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
    /// Nothing but `all` is wanted.
    is_brief: bool,
    /// The texts and links that were added to a brief one.
    added: usize,
}

/// A text of a row on its way into [`Atoms`].
pub(super) struct Text<'a> {
    pub(super) kind: AtomKind,
    /// The kind of the text: `t:` for words, `href:`, `value:`, ...
    pub(super) prefix: &'static str,
    pub(super) text: &'a str,
    pub(super) in_control: bool,
    /// True in a legend, a heading or the header of a row.
    pub(super) is_title: bool,
    pub(super) column: u32,
}

impl Atoms {
    /// No texts yet, of which nothing but [`all`](Self::all) is wanted.
    pub(super) fn brief() -> Self {
        Self { is_brief: true, ..Self::default() }
    }

    /// True if nothing but [`all`](Self::all) is wanted.
    pub(super) fn is_brief(&self) -> bool {
        self.is_brief
    }

    /// True if a brief one may have more texts than are compared.
    pub(super) fn may_be_cut(&self) -> bool {
        // A text has two atoms at most.
        self.added * 2 >= MAX_ATOMS
    }

    pub(super) fn push(&mut self, Text { kind, prefix, text, in_control, is_title, column }: Text<'_>) {
        // Most texts are the white space between elements.
        if text.bytes().all(|byte| byte.is_ascii_whitespace()) {
            return;
        }
        let text = normalize(text);
        // The arrow of a sorted column says nothing of the row, nor does the sign of a state before its name.
        let has_signs = matches!(kind, AtomKind::Content | AtomKind::Control) && prefix == "t:";
        let text = if has_signs { without_signs(&text) } else { Cow::Borrowed(&*text) };
        if text.is_empty() {
            return;
        }
        if kind != AtomKind::Hidden {
            self.all.push_str(prefix);
            self.all.push_str(&text);
            self.all.push('\n');
        }
        if self.is_brief {
            self.added += 1;
            return;
        }
        let is_number = !has_letter(&text) || prefix == "t:" && is_age(&text);
        let is_text = matches!(kind, AtomKind::Content | AtomKind::Control);
        let kind = if is_text && is_number { AtomKind::Number } else { kind };
        if prefix == "t:" && kind != AtomKind::Value && !std::mem::replace(&mut self.has_text, true) {
            let bare = text.trim_start_matches('#').trim_end_matches(['.', ')']);
            self.number = bare.parse().ok().map(|number| (number, text.clone().into_owned()));
        }
        self.has_own |= match kind {
            AtomKind::Content | AtomKind::Number => !in_control && prefix == "t:",
            AtomKind::Control => is_title,
            AtomKind::Value | AtomKind::Image => true,
            _ => false,
        };
        let label = if in_control { &mut self.control } else { &mut self.label };
        if kind == AtomKind::Content && prefix == "t:" && label.is_none() {
            *label = Some(text.chars().take(MAX_LABEL).collect());
        }
        let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        let digits = digits.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        let is_counted = kind != AtomKind::Value && !matches!(prefix, "href:" | "value:" | "src:");
        self.counted.extend(digits.parse().ok().filter(|_| is_counted).map(|number| (column, number)));
        // The words of a text with numbers are a text of their own: `Guest 2: Chen` is a guest called Chen.
        let has_number = prefix == "t:" && text.contains(|c: char| c.is_ascii_digit());
        let numbered = match kind {
            AtomKind::Content if has_number => Some(AtomKind::Numbered),
            AtomKind::Control if has_number => Some(AtomKind::Number),
            _ => None,
        };
        let whole = digest(&[prefix, &text]);
        let words = if numbered.is_some() { digest(&[prefix, &without_numbers(&text)]) } else { whole };
        self.add(Atom { digest: words, kind, column });
        if let Some(kind) = numbered {
            self.add(Atom { digest: whole, kind, column });
        }
        let names = &mut self.names[usize::from(!is_title)];
        let is_text = prefix == "t:" && !in_control && matches!(kind, AtomKind::Content | AtomKind::Number);
        if is_text || kind == AtomKind::Value {
            names.extend([words, whole].into_iter().take(if numbered.is_some() { 2 } else { 1 }));
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
        let gone = digest(&["t:", &text]);
        self.atoms.retain(|atom| atom.digest != gone);
        self.all = self.all.replacen(&format!("t:{text}\n"), "", 1);
    }

    pub(super) fn push_link(&mut self, href: &str, column: u32) {
        if self.is_brief {
            self.added += 1;
            return;
        }
        let digest = digest(&["link:", subject_of(href)]);
        if is_link_target(href) && !self.atoms.iter().any(|atom| atom.digest == digest) {
            let kind = if is_temporary(subject_of(href)) { AtomKind::Temporary } else { AtomKind::Link };
            self.atoms.push(Atom { digest, kind, column });
        }
    }
}

/// True if a link has a target.
pub(super) fn is_link_target(href: &str) -> bool {
    !matches!(href, "" | "#" | "#!" | "#/" | "#!/") && !href.starts_with("javascript:")
}

/// The part of a link that identifies its subject: everything from the first path segment with a digit on, or the whole
/// link. `/inbox/12` and `/starred/12` open the same message.
pub(super) fn subject_of(href: &str) -> &str {
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

/// True for inputs whose value the user enters.
pub(super) fn is_typed(element: &ElementData) -> bool {
    let kind = field_type(element);
    let is_fixed = ["radio", "checkbox", "button", "submit", "reset", "image", "hidden"];
    &*element.name.local == "input" && !is_fixed.iter().any(|fixed| kind.eq_ignore_ascii_case(fixed))
}

/// True for fields that no user sees.
pub(super) fn is_hidden_field(element: &ElementData) -> bool {
    &*element.name.local == "input" && field_type(element).eq_ignore_ascii_case("hidden")
}

fn field_type(element: &ElementData) -> &str {
    element.attributes.iter().find(|a| a.name.ns == ns!() && &*a.name.local == "type").map_or("", |a| &*a.value)
}

/// The columns of a row: hashes of the tags on the way from the row to an element, each with its number among siblings of
/// that tag.
pub(super) struct Columns<'a> {
    root: usize,
    list: u32,
    /// By place from the row on.
    paths: Vec<u32>,
    /// See [`nth_of_tag`].
    nth: &'a [u32],
}

impl<'a> Columns<'a> {
    /// The columns of the row at a place. `list`: what distinguishes its list from others.
    pub(super) fn new(root: usize, list: Digest, nth: &'a [u32]) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "half of a hash is a hash")]
        let list = list as u32;
        Self { root, list, paths: Vec::new(), nth }
    }

    /// The column of an element.
    pub(super) fn get(&self, place: usize) -> u32 {
        place.checked_sub(self.root).and_then(|at| self.paths.get(at)).copied().unwrap_or_default()
    }

    /// Adds an element, whose parent was added before.
    pub(super) fn enter(&mut self, place: usize, parent: usize, tag: &str) -> u32 {
        let (around, count) = match place == self.root {
            true => (self.list, 0),
            false => (self.get(parent), self.nth[place]),
        };
        let column = folded(folded(around, tag_hash(tag)), count);
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

/// The numbers of elements among the siblings of their tag, from 0, by place.
pub(super) fn nth_of_tag(dom: &Dom, walk: &Walk) -> Vec<u32> {
    let mut nth = vec![0; walk.len()];
    let mut counts: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for (place, &node) in walk.order.iter().enumerate() {
        if let Some(element) = dom.element(node) {
            let count = counts.entry((walk.parent[place], tag_hash(&element.name.local))).or_default();
            nth[place] = *count;
            *count += 1;
        }
    }
    nth
}
