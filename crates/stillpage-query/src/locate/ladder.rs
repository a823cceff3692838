//! The ladder: the ways in which a phrase can match an element, tried in order.

use std::fmt;

use memchr::memmem;
use rustc_hash::FxHashSet;

use super::binding::RoleWord;
use crate::aria::{Exposure, labelled_by};
use crate::dom::{Dom, LocalName, NodeId, local_name};
use crate::page::Page;
use crate::search::pattern::StepBudget;
use crate::search::playwright::{Matched, Missed, TextContents, TextQuery, elements_below};
use crate::text::{folded, words};

/// A way to be meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rung {
    /// The role that is hinted at, and the phrase in the accessible name.
    Role,
    /// The phrase in a label: `aria-labelledby`, `aria-label`, `label`.
    Label,
    /// In the placeholder.
    Placeholder,
    /// In the text, of the smallest element.
    Text,
    /// In the text alternative of an image.
    Alt,
    /// In the `title`.
    Title,
    /// In a test id.
    TestId,
    /// The phrase is the type of the control: `submit`. No phrase climbs to it, it is looked at last.
    Type,
    /// Some words of the phrase are in the name, the others around the element. Looked at after all others.
    Words,
}

impl Rung {
    /// The rungs that every phrase climbs, from the first to the last.
    pub const ALL: [Self; 7] =
        [Self::Role, Self::Label, Self::Placeholder, Self::Text, Self::Alt, Self::Title, Self::TestId];

    /// The word for it in answers.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Role => "role",
            Self::Label => "label",
            Self::Placeholder => "placeholder",
            Self::Text => "text",
            Self::Alt => "alt",
            Self::Title => "title",
            Self::TestId => "testid",
            Self::Type => "type",
            Self::Words => "words",
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The elements that a description means, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocateMatch {
    /// In document order; never empty.
    pub nodes: Vec<NodeId>,
    /// The rung on which they were found.
    pub by: Rung,
    /// The phrase that fits them; empty for a role alone.
    pub phrase: String,
}

/// The elements of a page with what phrases are compared with.
#[derive(Debug)]
pub(crate) struct Ladder<'a> {
    page: &'a Page,
    /// The text of all documents.
    content: TextContents<'a>,
    /// The elements of the page's own document, then those of its frames, each with its open shadow trees.
    elements: Vec<NodeId>,
    /// Names, labels and attributes by rung, in document order; texts are in `content`.
    rung_texts: Vec<RungText>,
}

/// The string of an element on a rung: lower case, white space collapsed, not empty.
#[derive(Debug)]
struct RungText {
    rung: Rung,
    node: NodeId,
    text: String,
}

/// Limit: bytes of a label; the same label may be that of every element.
const MAX_LABEL: usize = 1000;

const TEST_IDS: [&str; 3] = ["data-testid", "data-test-id", "data-test"];

impl<'a> Ladder<'a> {
    /// Collects the strings of a page. Cost: linear in the page.
    #[must_use]
    pub(crate) fn new(page: &'a Page) -> Self {
        let dom = page.dom();
        let mut documents = vec![dom.document()];
        let mut elements = Vec::new();
        let mut at = 0;
        while let Some(&document) = documents.get(at) {
            at += 1;
            let from = elements.len();
            elements.extend(elements_below(dom, document, true));
            documents.extend(elements[from..].iter().filter_map(|&node| dom.element(node)?.frame_document));
        }
        let content = TextContents::new(dom, &documents);
        let rung_texts = rung_texts(page, &content, &elements);
        Self { page, content, elements, rung_texts }
    }

    /// Every element of the page, its frames and open shadow trees.
    pub(super) fn elements(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.elements.iter().copied()
    }

    /// Every element with a role and a name, the name in lower case.
    pub(super) fn named(&self) -> impl Iterator<Item = (NodeId, &str)> + '_ {
        self.rung_texts.iter().filter(|entry| entry.rung == Rung::Role).map(|entry| (entry.node, entry.text.as_str()))
    }

    /// The elements that a phrase fits on a rung, hidden ones too, in document order. Without a phrase: all of a role. The
    /// role counts on the rung of roles alone.
    #[must_use]
    pub(crate) fn fitting(&self, rung: Rung, role: Option<RoleWord>, phrase: &str) -> Vec<NodeId> {
        let phrase = folded(phrase);
        let has_role = |node: NodeId| role.is_some_and(|role| role.accepts(self.page, node));
        match (rung, phrase.as_str()) {
            (Rung::Role, "") => self.elements().filter(|&node| has_role(node)).collect(),
            (_, "") => Vec::new(),
            (Rung::Text, phrase) => text(self.page.dom(), &self.content, &self.elements, phrase),
            (_, phrase) => {
                let finder = memmem::Finder::new(phrase);
                let fits = |entry: &&RungText| {
                    entry.rung == rung
                        && finder.find(entry.text.as_bytes()).is_some()
                        && (rung != Rung::Role || has_role(entry.node))
                };
                let mut found: Vec<NodeId> = self.rung_texts.iter().filter(fits).map(|entry| entry.node).collect();
                // An element may have it twice.
                found.dedup();
                found
            }
        }
    }

    /// The elements with a phrase on a rung as whole words, comparing only letters and digits.
    pub(super) fn spelled(&self, rung: Rung, phrase: &str) -> Vec<NodeId> {
        let letters: String = words(phrase).collect();
        if letters.is_empty() {
            return Vec::new();
        }
        let may_spell = |entry: &RungText| entry.rung == rung && entry.text.len() >= letters.len();
        let matches = |entry: &&RungText| may_spell(entry) && spells(&entry.text, &letters);
        let mut found: Vec<NodeId> = self.rung_texts.iter().filter(matches).map(|entry| entry.node).collect();
        found.dedup();
        found
    }

    /// True if an element counts: its box is visible.
    #[must_use]
    pub(crate) fn is_visible(&self, node: NodeId) -> bool {
        self.page.aria().get(node).is_some_and(|known| known.exposure.contains(Exposure::BOX))
    }

    /// True if it counts on a rung: by role only what is exposed to assistive technology.
    pub(super) fn counts(&self, rung: Rung, node: NodeId) -> bool {
        let exposed = |node| self.page.aria().get(node).is_some_and(|known| !known.exposure.contains(Exposure::HIDDEN));
        self.is_visible(node) && (rung != Rung::Role || exposed(node))
    }

    /// The accessible name of an element, else its text; cut.
    pub(super) fn name_or_text(&self, node: NodeId) -> String {
        let name = self.page.aria().get(node).map(|known| known.name.to_string()).unwrap_or_default();
        if !name.is_empty() {
            return name;
        }
        crate::rendered::text::line_of_text(self.page, node, 200)
    }
}

/// The strings of elements on all rungs but that of texts.
fn rung_texts(page: &Page, content: &TextContents<'_>, elements: &[NodeId]) -> Vec<RungText> {
    let test_ids = TEST_IDS.map(LocalName::from);
    let mut rung_texts = Vec::new();
    for &node in elements {
        let Some(element) = page.dom().element(node) else { continue };
        let mut add = |rung: Rung, text: &str| {
            let text = folded(text);
            if !text.is_empty() {
                rung_texts.push(RungText { rung, node, text });
            }
        };
        if let Some(known) = page.aria().get(node).filter(|known| known.role.is_some()) {
            add(Rung::Role, &known.name);
        }
        each_label(page.dom(), content, node, &mut |label| add(Rung::Label, label));
        for attribute in &element.attributes {
            let name = &attribute.name.local;
            let rung = match *name {
                local_name!("placeholder") => Rung::Placeholder,
                local_name!("alt") => Rung::Alt,
                local_name!("title") => Rung::Title,
                _ if test_ids.contains(name) => {
                    // Words of an id are words of a phrase.
                    add(Rung::TestId, &attribute.value.replace(['-', '_'], " "));
                    Rung::TestId
                }
                _ => continue,
            };
            add(rung, &attribute.value);
        }
    }
    rung_texts
}

/// True if some words in a row of a text in lower case have these letters. Limit: a row of as many letters as are looked for, so that
/// the cost is linear in the text.
fn spells(text: &str, letters: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    loop {
        let mut rest = letters;
        for word in words.clone() {
            match rest.strip_prefix(word) {
                Some("") => return true,
                Some(after) => rest = after,
                None => break,
            }
        }
        if words.next().is_none() {
            return false;
        }
    }
}

/// Playwright: the smallest elements with the text.
fn text(dom: &Dom, content: &TextContents<'_>, elements: &[NodeId], phrase: &str) -> Vec<NodeId> {
    let wanted = TextQuery::Somewhere(phrase.to_owned());
    let places = content.places(&wanted);
    // A text is looked up, not matched: no steps are taken.
    let mut budget = StepBudget::for_text(0);
    let mut found = Vec::new();
    let mut missed = Missed::new(dom);
    for &node in elements {
        if missed.contains(node) {
            continue;
        }
        match content.matched(node, &wanted, &places, &mut budget) {
            Ok(Matched::Itself) => found.push(node),
            Ok(Matched::Through) => {}
            _ => missed.add(node),
        }
    }
    found
}

/// Playwright: `aria-labelledby` before `aria-label` before the labels of a control.
fn each_label(dom: &Dom, content: &TextContents<'_>, node: NodeId, found: &mut dyn FnMut(&str)) {
    let Some(element) = dom.element(node) else { return };
    let labels = labelled_by(dom, node);
    if !labels.is_empty() {
        labels.iter().for_each(|&label| found(start_of(content.normalized(label))));
        return;
    }
    match element.attr(&local_name!("aria-label")).filter(|label| !label.trim().is_empty()) {
        Some(label) => found(label),
        None => dom.form().labels(node).iter().for_each(|&label| found(start_of(content.normalized(label)))),
    }
}

fn start_of(text: &str) -> &str {
    let end = (0..=text.len().min(MAX_LABEL)).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    text.get(..end).unwrap_or_default()
}

/// The nodes of a list without those of another.
pub(super) fn without(all: Vec<NodeId>, others: &[NodeId]) -> Vec<NodeId> {
    let others: FxHashSet<NodeId> = others.iter().copied().collect();
    all.into_iter().filter(|node| !others.contains(node)).collect()
}
