//! Style sheets without the rules that can match nothing on a page.
//!
//! Most rules of most pages ask for a class that no element has, and finding that out takes a glance at the selector: reading
//! it and its declarations takes much longer. A rule is left out where every selector of it needs a class, an id or a tag that
//! the page lacks, outside of any function, and with it the group that has no other; so are groups for another medium. Whatever is
//! not plainly such a rule stays as it is written. What belongs to a rule is found as
//! <https://drafts.csswg.org/css-syntax-3/#consume-a-qualified-rule> says.

mod scanner;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::hash::Hasher;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use scanner::{GroupRule, Item, Scanner, ident};

use super::media::Medium;
use crate::dom::{Atom, Dom, ElementData, MutationRecord, NodeId};

/// The classes, ids and tags on a page, in lower case.
///
/// They are known by hashes: of names that share one, either both are on the page or the rule of one is read in vain.
#[derive(Debug, Clone, Default)]
pub(super) struct NamesOnPage(FxHashSet<u64>);

/// The names whose lack let rules be left out: as long as a page has none of them, it needs none of those rules.
#[derive(Debug, Clone, Default)]
pub(super) struct LackedNames(FxHashSet<u64>);

impl LackedNames {
    /// True if changes gave one of the names to the page.
    pub(super) fn came_with(&self, dom: &Dom, records: &[MutationRecord]) -> bool {
        let has_one = |node: NodeId| {
            dom.element(node)
                .is_some_and(|element| names_of(element).any(|(of, name)| self.0.contains(&hash(of, name.as_bytes()))))
        };
        !self.0.is_empty()
            && records.iter().any(|record| {
                let changed = record.target.filter(|_| record.attribute.is_some());
                let added = record.added.iter().flat_map(|&top| std::iter::once(top).chain(dom.descendants(top)));
                changed.into_iter().chain(added).any(has_one)
            })
    }
}

/// The kind of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum NameOf {
    Class,
    Id,
    Tag,
}

impl NamesOnPage {
    /// The names in all trees: documents in frames, shadow trees, templates and what is not connected.
    pub(super) fn of(dom: &Dom) -> Self {
        let mut names = Self::default();
        // Most names are on many elements, and their text is hashed once.
        let mut known: FxHashSet<(NameOf, &Atom)> = FxHashSet::default();
        for node in (0..dom.len()).map(NodeId::from_index) {
            let Some(element) = dom.element(node) else { continue };
            for (of, name) in names_of(element) {
                if known.insert((of, name)) {
                    names.0.insert(hash(of, name.as_bytes()));
                }
            }
        }
        names
    }

    /// True if the page has a name, which is added to `lacked` if not.
    fn has(&self, of: NameOf, name: &[u8], lacked: &mut FxHashSet<u64>) -> bool {
        let name = hash(of, name);
        let is_there = self.0.contains(&name);
        if !is_there {
            lacked.insert(name);
        }
        is_there
    }

    /// A style sheet without the rules that match nothing; the names that those lack are added to `lacked`.
    ///
    /// The first rule stays, as `@import` and `@namespace` have to stand before it.
    pub(super) fn prune<'a>(&self, css: &'a str, medium: &Medium<'_>, lacked: &mut LackedNames) -> Cow<'a, str> {
        let mut scanner = Scanner::new(css.as_bytes(), 0);
        let mut rest = Rest { css, text: String::new(), taken: 0 };
        let mut groups: Vec<Group> = Vec::new();
        // Sheets ask few questions, again and again.
        let mut answers: FxHashMap<&str, bool> = FxHashMap::default();
        let mut is_first = true;
        // Where the scanner finds anything unusual, the rest stays as it is.
        while let Some(next) = scanner.next_item(!groups.is_empty()) {
            let is_kept = match next {
                Item::Group { kind, from, prelude_from, prelude_to } => {
                    if kind == GroupRule::Media && !is_first {
                        let list = css.get(prelude_from..prelude_to).unwrap_or_default();
                        if !*answers.entry(list).or_insert_with(|| medium.matches_text(list)) {
                            if scanner.rest_of_block().is_none() {
                                break;
                            }
                            rest.leave_out(from..scanner.at());
                            continue;
                        }
                    }
                    let is_kept = is_first || kind == GroupRule::Layer;
                    groups.push(Group { from, text: rest.text.len(), taken: rest.taken, is_kept });
                    is_first = false;
                    continue;
                }
                Item::EndOfGroup => {
                    let Some(group) = groups.pop() else { break };
                    if !group.is_kept {
                        rest.text.truncate(group.text);
                        rest.taken = group.taken;
                        rest.leave_out(group.from..scanner.at());
                    }
                    group.is_kept
                }
                Item::Other => true,
                Item::Style { from, prelude_to, is_flat } => {
                    let prelude = &css.as_bytes()[from..prelude_to];
                    let is_kept = !is_flat || is_first || self.may_match(prelude, true, &mut lacked.0);
                    if !is_kept {
                        rest.leave_out(from..scanner.at());
                    }
                    is_first = false;
                    is_kept
                }
            };
            if let Some(group) = groups.last_mut() {
                group.is_kept |= is_kept;
            }
        }
        rest.finish()
    }

    /// False if each of a list of selectors, whose brackets are balanced, needs a name that the page lacks, one of which is added to
    /// `lacked` for each; `is_outermost`: the list is not in a function.
    fn may_match(&self, list: &[u8], is_outermost: bool, lacked: &mut FxHashSet<u64>) -> bool {
        let mut at = 0;
        loop {
            match self.may_match_one(list, &mut at, is_outermost, lacked) {
                None | Some(true) => return true,
                Some(false) if at >= list.len() => return false,
                Some(false) => {}
            }
        }
    }

    /// Returns `true` if the selector at a position has only names of the page, and goes on to the next selector; `None` if it
    /// has anything but compounds of plain names.
    fn may_match_one(
        &self,
        list: &[u8],
        at: &mut usize,
        is_outermost: bool,
        lacked: &mut FxHashSet<u64>,
    ) -> Option<bool> {
        let mut has_all = true;
        // A tag stands first in its compound.
        let mut is_start = true;
        while let Some(&byte) = list.get(*at) {
            match byte {
                b',' => {
                    *at += 1;
                    break;
                }
                b' ' | b'\t' | b'\n' | b'\r' | 0x0C | b'>' | b'+' | b'~' => {
                    is_start = true;
                    *at += 1;
                    continue;
                }
                b'.' | b'#' => {
                    *at += 1;
                    let name = ident(list, at)?;
                    let of = if byte == b'.' { NameOf::Class } else { NameOf::Id };
                    has_all = has_all && self.has(of, &name, lacked);
                }
                b'*' | b'&' => *at += 1,
                b'[' | b'(' => {
                    let mut scanner = Scanner::new(list, *at);
                    scanner.brackets()?;
                    *at = scanner.at();
                }
                b':' => {
                    *at += 1;
                    if list.get(*at) == Some(&b':') {
                        *at += 1;
                    }
                    let name = ident(list, at)?;
                    let is_list = ["is", "where"].iter().any(|list| name.eq_ignore_ascii_case(list.as_bytes()));
                    if is_outermost && is_list && list.get(*at) == Some(&b'(') {
                        let mut scanner = Scanner::new(list, *at);
                        scanner.brackets()?;
                        has_all = has_all && self.may_match(&list[*at + 1..scanner.at() - 1], false, lacked);
                        *at = scanner.at();
                    }
                }
                _ if is_start => {
                    let mut name = ident(list, at)?;
                    if list.get(*at) == Some(&b'|') {
                        // That was the prefix of a namespace.
                        *at += 1;
                        if list.get(*at) == Some(&b'*') {
                            continue;
                        }
                        name = ident(list, at)?;
                    }
                    has_all = has_all && self.has(NameOf::Tag, &name, lacked);
                }
                _ => return None,
            }
            is_start = false;
        }
        Some(has_all)
    }
}

/// A style sheet without some of its rules.
struct Rest<'a> {
    css: &'a str,
    /// The text that stays of all up to `taken`.
    text: String,
    taken: usize,
}

impl<'a> Rest<'a> {
    fn leave_out(&mut self, rule: Range<usize>) {
        self.text.push_str(self.css.get(self.taken..rule.start).unwrap_or_default());
        self.taken = rule.end;
    }

    fn finish(mut self) -> Cow<'a, str> {
        if self.taken == 0 {
            return Cow::Borrowed(self.css);
        }
        self.text.push_str(self.css.get(self.taken..).unwrap_or_default());
        Cow::Owned(self.text)
    }
}

/// A group of rules that the scanner is in.
struct Group {
    /// Position of its `@`.
    from: usize,
    /// The [`Rest`] before it.
    text: usize,
    taken: usize,
    /// Something of it stays, or it counts without any rule.
    is_kept: bool,
}

/// The names of an element that selectors may ask for.
fn names_of(element: &ElementData) -> impl Iterator<Item = (NameOf, &Atom)> {
    let tag = (NameOf::Tag, &element.name.local);
    let id = element.id.iter().map(|id| (NameOf::Id, id));
    let classes = element.classes.iter().map(|class| (NameOf::Class, class));
    std::iter::once(tag).chain(id).chain(classes)
}

fn hash(of: NameOf, name: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u8(of as u8);
    if name.iter().any(u8::is_ascii_uppercase) {
        hasher.write(&name.to_ascii_lowercase());
    } else {
        hasher.write(name);
    }
    hasher.finish()
}
