//! The ladder: the ways in which an element may be what a phrase says, tried one after the other.

use std::fmt;

use memchr::memmem;
use rustc_hash::FxHashSet;

use crate::aria::text::normalize;
use crate::aria::{Exposure, Role, id_references};
use crate::dom::{Dom, LocalName, NodeId, local_name};
use crate::page::Page;
use crate::search::pattern::Budget;
use crate::search::playwright::{Content, Matched, Wanted, elements_below, lower};

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
}

impl Rung {
    /// From the first to the last.
    pub const ALL: [Self; 7] =
        [Self::Role, Self::Label, Self::Placeholder, Self::Text, Self::Alt, Self::Title, Self::TestId];

    /// The word for it in answers.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Role => "role",
            Self::Label => "label",
            Self::Placeholder => "placeholder",
            Self::Text => "text",
            Self::Alt => "alt",
            Self::Title => "title",
            Self::TestId => "testid",
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The elements of a page with what phrases are compared with.
#[derive(Debug)]
pub struct Ladder<'a> {
    page: &'a Page,
    /// The page's own document, then those of its frames.
    documents: Vec<(Content<'a>, Vec<NodeId>)>,
    /// What elements say, but for their text: in document order.
    sayings: Vec<Saying>,
}

/// What an element says on a rung: lower case, white space collapsed, not empty.
#[derive(Debug)]
struct Saying {
    rung: Rung,
    node: NodeId,
    text: String,
}

/// Limit: bytes of a label; the same label may be that of every element.
const MAX_LABEL: usize = 1000;

const TEST_IDS: [&str; 3] = ["data-testid", "data-test-id", "data-test"];

impl<'a> Ladder<'a> {
    /// Gathers what the page says. Cost: linear in the page.
    #[must_use]
    pub fn new(page: &'a Page) -> Self {
        let dom = page.dom();
        let mut documents = vec![dom.document()];
        let mut all = Vec::new();
        let mut at = 0;
        while let Some(&document) = documents.get(at) {
            at += 1;
            let elements = elements_below(dom, document, true);
            documents.extend(elements.iter().filter_map(|&node| dom.element(node)?.frame_document));
            all.push((Content::new(dom, document), elements));
        }
        let mut ladder = Self { page, documents: all, sayings: Vec::new() };
        ladder.listen();
        ladder
    }

    fn listen(&mut self) {
        let test_ids = TEST_IDS.map(LocalName::from);
        let mut sayings = Vec::new();
        for (content, elements) in &self.documents {
            for &node in elements {
                let Some(element) = self.page.dom().element(node) else { continue };
                let mut say = |rung: Rung, text: &str| {
                    let text = lower(&normalize(text));
                    if !text.is_empty() {
                        sayings.push(Saying { rung, node, text });
                    }
                };
                if let Some(known) = self.page.aria().get(node).filter(|known| known.role.is_some()) {
                    say(Rung::Role, &known.name);
                }
                each_label(self.page.dom(), content, node, &mut |label| say(Rung::Label, label));
                for attribute in &element.attributes {
                    let name = &attribute.name.local;
                    let rung = match *name {
                        local_name!("placeholder") => Rung::Placeholder,
                        local_name!("alt") => Rung::Alt,
                        local_name!("title") => Rung::Title,
                        _ if test_ids.contains(name) => {
                            // Words of an id are words of a phrase.
                            say(Rung::TestId, &attribute.value.replace(['-', '_'], " "));
                            Rung::TestId
                        }
                        _ => continue,
                    };
                    say(rung, &attribute.value);
                }
            }
        }
        self.sayings = sayings;
    }

    /// Every element of the page, its frames and open shadow trees.
    pub(super) fn elements(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.documents.iter().flat_map(|(_, elements)| elements.iter().copied())
    }

    /// Every element with a role and a name, the name in lower case.
    pub(super) fn named(&self) -> impl Iterator<Item = (NodeId, &str)> + '_ {
        self.sayings.iter().filter(|saying| saying.rung == Rung::Role).map(|saying| (saying.node, saying.text.as_str()))
    }

    /// The elements that a phrase fits on a rung, hidden ones too, in document order. Without a phrase: all of a role.
    #[must_use]
    pub fn fitting(&self, rung: Rung, role: Option<Role>, phrase: &str) -> Vec<NodeId> {
        let phrase = lower(&normalize(phrase));
        let has_role =
            |node: NodeId| role.is_some() && self.page.aria().get(node).is_some_and(|known| known.role == role);
        match (rung, phrase.as_str()) {
            (Rung::Role, "") => self.elements().filter(|&node| has_role(node)).collect(),
            (_, "") => Vec::new(),
            (Rung::Text, phrase) => {
                self.documents.iter().flat_map(|(content, all)| text(self.page.dom(), content, all, phrase)).collect()
            }
            (_, phrase) => {
                let finder = memmem::Finder::new(phrase);
                let fits = |saying: &&Saying| {
                    saying.rung == rung
                        && finder.find(saying.text.as_bytes()).is_some()
                        && (rung != Rung::Role || has_role(saying.node))
                };
                let mut found: Vec<NodeId> = self.sayings.iter().filter(fits).map(|saying| saying.node).collect();
                // An element may say it twice.
                found.dedup();
                found
            }
        }
    }

    /// True if an element counts: its box is visible.
    #[must_use]
    pub fn is_visible(&self, node: NodeId) -> bool {
        self.page.aria().get(node).is_some_and(|known| known.exposure.contains(Exposure::BOX))
    }

    /// True if it counts on a rung: by role only what assistive technology is told of.
    pub(super) fn counts(&self, rung: Rung, node: NodeId) -> bool {
        let told = |node| self.page.aria().get(node).is_some_and(|known| !known.exposure.contains(Exposure::HIDDEN));
        self.is_visible(node) && (rung != Rung::Role || told(node))
    }

    /// What an element says: its accessible name, else its text; cut.
    pub(super) fn told(&self, node: NodeId) -> String {
        let name = self.page.aria().get(node).map(|known| known.name.to_string()).unwrap_or_default();
        if !name.is_empty() {
            return name;
        }
        crate::rendered::text::line_of_text(self.page, node, 200)
    }
}

/// Playwright: the smallest elements with the text.
fn text(dom: &Dom, content: &Content<'_>, elements: &[NodeId], phrase: &str) -> Vec<NodeId> {
    let wanted = Wanted::Somewhere(phrase.to_owned());
    let places = content.places(&wanted);
    // A text is looked up, not matched: no steps are taken.
    let mut budget = Budget::for_text(0);
    let mut found = Vec::new();
    let mut missed: Option<NodeId> = None;
    for &node in elements {
        if missed.is_some_and(|missed| dom.contains(missed, node)) {
            continue;
        }
        match content.matched(node, &wanted, &places, &mut budget) {
            Ok(Matched::Itself) => found.push(node),
            Ok(Matched::Through) => {}
            _ => missed = Some(node),
        }
    }
    found
}

/// Playwright: `aria-labelledby` before `aria-label` before the labels of a control.
fn each_label(dom: &Dom, content: &Content<'_>, node: NodeId, say: &mut dyn FnMut(&str)) {
    let Some(element) = dom.element(node) else { return };
    if element.attr(&local_name!("aria-labelledby")).is_some() {
        let labels = id_references(dom, node, &local_name!("aria-labelledby"));
        if !labels.is_empty() {
            labels.iter().for_each(|&label| say(start_of(content.normalized(label))));
            return;
        }
    }
    match element.attr(&local_name!("aria-label")).filter(|label| !label.trim().is_empty()) {
        Some(label) => say(label),
        None => dom.form().labels(node).iter().for_each(|&label| say(start_of(content.normalized(label)))),
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
