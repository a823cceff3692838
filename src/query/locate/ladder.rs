//! The ladder: the ways in which an element may be what a phrase says, tried one after the other.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::aria::text::normalize;
use crate::aria::{Exposure, Role, id_references};
use crate::dom::{Dom, LocalName, NodeId, local_name};
use crate::page::Page;
use crate::query::pattern::Budget;
use crate::query::playwright::{Content, Matched, Wanted, elements_below, lower};

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
}

const TEST_IDS: [&str; 3] = ["data-testid", "data-test-id", "data-test"];

impl<'a> Ladder<'a> {
    /// Gathers the text of the page. Cost: linear in the page.
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
        Self { page, documents: all }
    }

    /// Every element of the page, its frames and open shadow trees.
    pub(super) fn elements(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.documents.iter().flat_map(|(_, elements)| elements.iter().copied())
    }

    /// The elements that a phrase fits on a rung, hidden ones too, in document order. Without a phrase: all of a role.
    #[must_use]
    pub fn fitting(&self, rung: Rung, role: Option<Role>, phrase: &str) -> Vec<NodeId> {
        let phrase = lower(&normalize(phrase));
        if phrase.is_empty() && rung != Rung::Role {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (content, elements) in &self.documents {
            match rung {
                Rung::Role => {
                    let fits = |&&node: &&NodeId| {
                        let known =
                            self.page.aria().get(node).filter(|known| known.role.is_some() && known.role == role);
                        known.is_some_and(|known| contains(&known.name, &phrase))
                    };
                    found.extend(elements.iter().filter(fits));
                }
                Rung::Text => found.extend(text(self.page.dom(), content, elements, &phrase)),
                _ => found.extend(elements.iter().filter(|&&node| self.fits(content, node, rung, &phrase))),
            }
        }
        found
    }

    fn fits(&self, content: &Content<'_>, node: NodeId, rung: Rung, phrase: &str) -> bool {
        let dom = self.page.dom();
        let attribute =
            |name: &str| dom.attr(node, &LocalName::from(name)).is_some_and(|value| contains(value, phrase));
        match rung {
            Rung::Label => labelled(dom, content, node, phrase),
            Rung::Placeholder => attribute("placeholder"),
            Rung::Alt => attribute("alt"),
            Rung::Title => attribute("title"),
            Rung::TestId => TEST_IDS.iter().any(|name| {
                let value = dom.attr(node, &LocalName::from(*name)).unwrap_or_default();
                contains(value, phrase) || contains(&value.replace(['-', '_'], " "), phrase)
            }),
            Rung::Role | Rung::Text => false,
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
        crate::query::text::line_of_text(self.page, node, 200)
    }
}

/// True if a text has a phrase in it: case and white space do not count. Every text has an empty one.
fn contains(text: &str, phrase: &str) -> bool {
    // A short way out for the many texts that are too short.
    text.len() * 3 >= phrase.len() && lower(&normalize(text)).contains(phrase)
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
fn labelled(dom: &Dom, content: &Content<'_>, node: NodeId, phrase: &str) -> bool {
    let Some(element) = dom.element(node) else { return false };
    if element.attr(&local_name!("aria-labelledby")).is_some() {
        let labels = id_references(dom, node, &local_name!("aria-labelledby"));
        if !labels.is_empty() {
            return labels.iter().any(|&label| content.normalized(label).contains(phrase));
        }
    }
    if let Some(label) = element.attr(&local_name!("aria-label")).filter(|label| !label.trim().is_empty()) {
        return contains(label, phrase);
    }
    dom.form().labels(node).iter().any(|&label| content.normalized(label).contains(phrase))
}

/// The nodes of a list without those of another.
pub(super) fn without(all: Vec<NodeId>, others: &[NodeId]) -> Vec<NodeId> {
    let others: FxHashSet<NodeId> = others.iter().copied().collect();
    all.into_iter().filter(|node| !others.contains(node)).collect()
}
