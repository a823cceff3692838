//! The last reading of a description: word by word.
//!
//! Some of its words are the name of a control, the others are where the control is: `accept all cookies` is "Accept all" in
//! the region "Cookies", `select flight 861` is "Select" in the row that says 861.

use std::collections::BTreeMap;

use super::Search;
use super::binding::role_of;
use super::ladder::{LocateMatch, Rung};
use super::words::{ARTICLES, FILLERS, PLACES, PREPOSITIONS, SUPERLATIVES, VERBS};
use crate::aria::Role;
use crate::dom::{NodeId, NodeMap};
use crate::page::Page;
use crate::rendered::visible::heading_level;
use crate::text::words;

/// Limit: words of a description that are read one by one; each is a bit.
const MAX_WORDS: usize = 12;
/// Limit: controls of a part of the page whose text says what is in it; larger ones have names and headings.
const MAX_CONTROLS: u32 = 12;
/// Letters of a word that says of what kind something is, at least; shorter ones may belong to the number, as `LH` does.
const KIND_CHARS: usize = 4;

/// The result of reading a description word by word.
pub(super) enum Reading {
    /// These.
    LocateMatch(LocateMatch),
    /// It asks to compare these by the word.
    Comparison(LocateMatch, String),
}

/// A control that part of the description names.
struct Candidate {
    node: NodeId,
    /// The words that its name has.
    own: u32,
    /// For each other word, the smallest part of the page around it that has the word.
    scopes: Vec<NodeId>,
    /// The words that are nowhere around it.
    lacks: u32,
}

impl Search<'_> {
    /// The controls whose name has some words of the description, where the rest is around them.
    pub(super) fn word_by_word(&self) -> Option<Reading> {
        let description = self.description;
        if description.ordinal.is_some() {
            return None;
        }
        let mut asked: Vec<String> = Vec::new();
        for word in &description.words {
            let is_place = PLACES.iter().any(|(place, _)| place == word);
            if !is_filler(word) && !is_place && !asked.contains(&stem(word)) {
                asked.push(stem(word));
            }
        }
        let superlative = asked.iter().position(|word| SUPERLATIVES.contains(&word.as_str()));
        let compared = superlative.filter(|_| description.role.is_none()).map(|at| match asked.remove(at) {
            // `the most expensive`
            word if matches!(&*word, "most" | "least") && at < asked.len() => format!("{word} {}", asked.remove(at)),
            word => word,
        });
        let actions: Vec<String> = description.actions.iter().map(|word| stem(word)).collect();
        if asked.is_empty() || asked.len() + actions.len() + usize::from(compared.is_some()) > MAX_WORDS {
            return None;
        }
        let required = asked.len();
        let all: Vec<String> = asked.into_iter().chain(actions).chain(compared.clone()).collect();
        let places = Places::new(self, &all);
        let mut candidates = self.candidates(&places, &all, required, compared.is_some());
        if let Some(compared) = compared {
            let meant = |candidates: &[Candidate]| LocateMatch {
                nodes: candidates.iter().map(|candidate| candidate.node).collect(),
                by: Rung::Words,
                phrase: all[..required].join(" "),
            };
            most_words(&mut candidates);
            self.keep_alike(&mut candidates);
            // The page itself may say which it is.
            let bit = 1 << (all.len() - 1);
            let marked: Vec<&Candidate> = candidates
                .iter()
                .filter(|found| {
                    places.scope(found.node, bit).is_some_and(|scope| is_of_one(&places, scope, &candidates))
                })
                .collect();
            if let [only] = marked.as_slice() {
                return Some(Reading::LocateMatch(LocateMatch { nodes: vec![only.node], ..meant(&candidates) }));
            }
            return (!candidates.is_empty()).then(|| Reading::Comparison(meant(&candidates), compared));
        }
        let best = nearest(&places, candidates);
        let phrase = all[..required].join(" ");
        (!best.is_empty()).then_some(Reading::LocateMatch(LocateMatch { nodes: best, by: Rung::Words, phrase }))
    }

    /// Keeps those of the name that most have: what is compared is a list of alike.
    fn keep_alike(&self, candidates: &mut Vec<Candidate>) {
        let name = |found: &Candidate| self.page.aria().get(found.node).map_or("", |known| &*known.name);
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for found in candidates.iter() {
            *counts.entry(name(found)).or_default() += 1;
        }
        if let Some((&most, _)) = counts.iter().max_by_key(|(_, count)| **count).filter(|(_, count)| **count > 1) {
            candidates.retain(|found| name(found) == most);
        }
    }

    fn candidates(&self, places: &Places<'_>, all: &[String], required: usize, is_compared: bool) -> Vec<Candidate> {
        let mut found = Vec::new();
        for (node, name) in self.ladder.named() {
            let is_meant = match self.description.role {
                Some(role) => role.accepts(self.page, node),
                None => role_of(self.page, node).is_some_and(Role::is_interactive),
            };
            if !is_meant || !self.ladder.counts(Rung::Role, node) {
                continue;
            }
            let said: Vec<String> = words(name).filter(|word| !is_filler(word)).map(|word| stem(&word)).collect();
            let own = bits(all, &said);
            let known = said.iter().filter(|word| all.contains(word)).count();
            // A name that says much else is another matter.
            if own == 0 || known * 2 < said.len() {
                continue;
            }
            let (mut scopes, mut lacks) = (Vec::new(), 0);
            for bit in (0..required).map(|at| 1 << at).filter(|bit| own & bit == 0) {
                match places.scope(node, bit) {
                    Some(scope) => scopes.push(scope),
                    None => lacks |= bit,
                }
            }
            found.push(Candidate { node, own, scopes, lacks });
        }
        // Of what kind something with a number is, the page may not say: `flight` of LH 861. Nor what is compared.
        let asked = all.get(..required).unwrap_or_default();
        let kind = if is_compared { asked.len().checked_sub(1) } else { kind(asked) }.map_or(0, |at| 1 << at);
        found.retain(|candidate| candidate.lacks & !kind == 0);
        if !is_compared && found.iter().any(|candidate| candidate.lacks == 0) {
            found.retain(|candidate| candidate.lacks == 0);
        }
        found
    }

    /// Returns the elements that have the words after the one for their kind in a row: `LH 861` for the flight LH 861.
    pub(super) fn numbered(&self) -> Option<LocateMatch> {
        let asked: Vec<&String> = self.description.words.iter().filter(|word| !is_filler(word)).collect();
        let number = asked.get(kind(&asked)? + 1..)?.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" ");
        self.climb(&number, self.description.role, &Rung::ALL)
    }
}

/// The place of the word that says of what kind something with a number is: `flight` in `flight LH 861`.
fn kind(asked: &[impl AsRef<str>]) -> Option<usize> {
    let number = asked.iter().position(|word| word.as_ref().contains(char::is_numeric))?;
    let words = asked.get(..number)?.iter().map(AsRef::as_ref);
    let at = words.clone().rposition(|word| word.chars().count() >= KIND_CHARS)?;
    words.skip(at).take(1).all(|word| !VERBS.contains(&word)).then_some(at)
}

/// Keeps the candidates whose names have the most words.
fn most_words(candidates: &mut Vec<Candidate>) {
    let most = candidates.iter().map(|candidate| candidate.own.count_ones()).max();
    candidates.retain(|candidate| Some(candidate.own.count_ones()) == most);
}

/// Returns the candidates whose names have the most words and, of them, those that share the parts of the page that have the
/// others with the fewest.
fn nearest(places: &Places<'_>, mut candidates: Vec<Candidate>) -> Vec<NodeId> {
    most_words(&mut candidates);
    let mut counts: BTreeMap<NodeId, u64> =
        candidates.iter().flat_map(|candidate| &candidate.scopes).map(|&scope| (scope, 0)).collect();
    for candidate in &candidates {
        for at in places.around(candidate.node) {
            if let Some(count) = counts.get_mut(&at) {
                *count += 1;
            }
        }
    }
    let shared = |candidate: &Candidate| candidate.scopes.iter().map(|scope| counts[scope]).sum::<u64>();
    let least = candidates.iter().map(shared).min();
    candidates.iter().filter(|candidate| Some(shared(candidate)) == least).map(|candidate| candidate.node).collect()
}

fn is_of_one(places: &Places<'_>, scope: NodeId, candidates: &[Candidate]) -> bool {
    candidates.iter().filter(|other| places.around(other.node).any(|at| at == scope)).count() == 1
}

/// The places on the page of the words of a description.
struct Places<'a> {
    page: &'a Page,
    /// The words of the visible text and the names of an element and what is in it.
    texts: NodeMap<u32>,
    /// The words that its own name and its headings have.
    titles: NodeMap<u32>,
    /// Controls in it.
    controls: NodeMap<u32>,
    /// The words of the page's title.
    page_title: u32,
}

impl<'a> Places<'a> {
    fn new(search: &Search<'a>, all: &[String]) -> Self {
        let (page, dom) = (search.page, search.page.dom());
        let empty = || NodeMap::new(dom.len(), 0);
        let title: Vec<String> = words(&dom.title(dom.document())).map(|word| stem(&word)).collect();
        let mut places =
            Self { page, texts: empty(), titles: empty(), controls: empty(), page_title: bits(all, &title) };
        let found = |text: &str| bits(all, &words(text).map(|word| stem(&word)).collect::<Vec<_>>());
        for node in search.ladder.elements().filter(|&node| search.ladder.is_visible(node)) {
            let known = page.aria().get(node);
            let named = known.map_or(0, |known| found(&known.name));
            places.titles[node] |= named;
            let mut texts = named;
            for child in dom.children(node) {
                if let Some(text) = dom.text(child) {
                    texts |= found(text);
                }
            }
            places.spread(node, texts);
            if known.and_then(|known| known.role).is_some_and(Role::is_interactive) {
                let around: Vec<NodeId> = places.around(node).collect();
                around.into_iter().for_each(|at| places.controls[at] += 1);
            }
        }
        // A heading is the title of what it is the first heading of; that of the first level is about the whole page.
        let mut headed: NodeMap<bool> = NodeMap::new(dom.len(), false);
        for node in search.ladder.elements().filter(|&node| search.ladder.is_visible(node)) {
            let Some(level) = heading_level(page, node) else { continue };
            let own = places.texts[node];
            let around: Vec<NodeId> = places.around(node).skip(1).collect();
            for at in around {
                if std::mem::replace(&mut headed[at], true) && level != 1 {
                    break;
                }
                places.titles[at] |= own;
            }
        }
        places
    }

    fn spread(&mut self, node: NodeId, found: u32) {
        if found == 0 {
            return;
        }
        let around: Vec<NodeId> = self.around(node).collect();
        for at in around {
            if self.texts[at] & found == found {
                break;
            }
            self.texts[at] |= found;
        }
    }

    /// The smallest part of the page around an element that has a word, and can be meant by it.
    fn scope(&self, node: NodeId, bit: u32) -> Option<NodeId> {
        let mut last = None;
        for at in self.around(node).skip(1) {
            let is_small = self.controls[at] <= MAX_CONTROLS && !is_whole(self.page, at);
            if self.titles[at] & bit != 0 || (is_small && self.texts[at] & bit != 0) {
                return Some(at);
            }
            last = Some(at);
        }
        last.filter(|_| self.page_title & bit != 0)
    }

    /// An element and what is around it, out of shadow trees and frames.
    fn around(&self, node: NodeId) -> impl Iterator<Item = NodeId> + use<'a> {
        super::narrow::around(self.page, node)
    }
}

/// True for what holds the whole page, whose text says nothing of a control.
fn is_whole(page: &Page, node: NodeId) -> bool {
    page.dom().element(node).is_none_or(|element| matches!(&*element.name.local, "html" | "body" | "main"))
}

/// The bits of the words that some words are.
fn bits(all: &[String], said: &[String]) -> u32 {
    all.iter().enumerate().filter(|(_, word)| said.contains(word)).fold(0, |bits, (at, _)| bits | (1 << at))
}

fn is_filler(word: &str) -> bool {
    ARTICLES.contains(&word) || PREPOSITIONS.contains(&word) || FILLERS.contains(&word)
}

/// A word without the ending of a plural; `y` as it is in plurals: `city` and `cities` are `citie`.
fn stem(word: &str) -> String {
    let long = word.chars().count() > 3;
    let single = word.strip_suffix('s').filter(|rest| long && !rest.ends_with(['s', 'u', 'i'])).unwrap_or(word);
    match single.strip_suffix('y') {
        Some(rest) if long && !rest.ends_with(['a', 'e', 'o', 'u']) => format!("{rest}ie"),
        _ => single.to_owned(),
    }
}
