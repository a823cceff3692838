//! From a description in English to one element, without a model.
//!
//! Each phrase of the description climbs a ladder: role and name, label, placeholder, text, alternative text, title, test
//! id. Comparison is by substring; case and white space do not count. The first rung with a visible element decides: one
//! is the answer, more than one is ambiguity, which is an answer of its own, unless the description names where the element
//! is (`in the Billing section`, `for Alice`) or which of several alike it is (`the second`). What no rung has is read word by
//! word at last: some words are in the name, the others around the element.
//!
//! *In*: [`Page`] and a description. *Out*: one element, the candidates, or what came near.
//!
//! *Invariants*: only visible elements; the same description means the same element on the same page.

mod binding;
mod ladder;
mod miss;
mod narrow;
mod phrase;
#[cfg(test)]
mod tests;
mod word_by_word;
pub mod words;

pub use binding::RoleWord;
pub(crate) use ladder::Ladder;
pub use ladder::{LocateMatch, Rung};
pub use miss::{Miss, Near};
pub(crate) use phrase::Description;

use rustc_hash::FxHashSet;

use crate::aria::Role;
use crate::dom::NodeId;
use crate::page::Page;
use crate::text::folded;
use binding::is_menu_toggle_name;
use word_by_word::Reading;

/// The elements that a description may refer to.
#[derive(Debug, Clone, PartialEq)]
pub enum Located {
    /// This element.
    One(LocateMatch),
    /// One of several elements, the first in document order first.
    Several(LocateMatch),
    /// To choose among these elements asks for a comparison, by this word: `the cheapest`.
    Comparison(LocateMatch, String),
    /// No visible element.
    Nothing(Box<Miss>),
}

/// Finds the elements that a description refers to. Cost: linear in the page for each phrase and rung.
#[must_use]
pub fn locate(page: &Page, text: &str) -> Located {
    let description = Description::parse(text);
    let ladder = Ladder::new(page);
    let search = Search { page, ladder: &ladder, description: &description };
    let found = match search.meant() {
        Some(meant) => narrow::narrow(page, &ladder, &description, meant),
        None => match search.word_by_word() {
            Some(Reading::Comparison(meant, by)) => return Located::Comparison(meant, by),
            Some(Reading::LocateMatch(meant)) => Some(meant),
            None => search.numbered(),
        },
    };
    match found {
        Some(meant) if meant.nodes.len() == 1 => Located::One(meant),
        Some(meant) => Located::Several(meant),
        None => Located::Nothing(Box::new(miss::explain(page, &ladder, &description))),
    }
}

/// The search for the element of one description.
struct Search<'a> {
    page: &'a Page,
    ladder: &'a Ladder<'a>,
    description: &'a Description,
}

impl Search<'_> {
    /// Returns the elements of the first reading of the description that matches any.
    fn meant(&self) -> Option<LocateMatch> {
        let description = self.description;
        let names = &[Rung::Role, Rung::Label, Rung::Placeholder];
        let phrases = || description.phrases.iter().chain(&description.core);
        let alone = description.role_alone.then(|| self.climb("", description.role, &[Rung::Role])).flatten();
        alone
            .or_else(|| description.verbatim.iter().find_map(|(role, name)| self.climb(name, Some(*role), names)))
            .or_else(|| phrases().find_map(|phrase| self.climb(phrase, description.role, &Rung::ALL)))
            .or_else(|| self.search_field())
            .or_else(|| phrases().find_map(|phrase| self.spelled(phrase)))
            .or_else(|| description.phrases.first().and_then(|phrase| self.of_type(phrase)))
            .or_else(|| self.menu_toggle())
            .or_else(|| self.placed())
    }

    /// The elements of the first rung that has any that count.
    fn climb(&self, phrase: &str, role: Option<RoleWord>, rungs: &[Rung]) -> Option<LocateMatch> {
        rungs.iter().find_map(|&rung| {
            let nodes = self.answers(self.ladder.fitting(rung, role, phrase), role, rung);
            self.found(nodes, rung, phrase)
        })
    }

    /// Returns the elements that are visible and, with a role word, have its role; the exact role before subclasses.
    fn answers(&self, fitting: Vec<NodeId>, role: Option<RoleWord>, rung: Rung) -> Vec<NodeId> {
        let (page, ladder) = (self.page, self.ladder);
        let mut nodes = fitting;
        nodes.retain(|&node| ladder.counts(rung, node));
        let Some(role) = role else { return nodes };
        let mut seen = FxHashSet::default();
        let answers = nodes.into_iter().filter_map(|node| role.answer(page, node).ok());
        let answers: Vec<NodeId> = answers.filter(|&node| ladder.counts(rung, node) && seen.insert(node)).collect();
        let exact: Vec<NodeId> =
            answers.iter().copied().filter(|&node| binding::role_of(page, node) == Some(role.role)).collect();
        if exact.is_empty() { answers } else { exact }
    }

    #[expect(clippy::unused_self, reason = "reads as a step of the search")]
    fn found(&self, nodes: Vec<NodeId>, by: Rung, phrase: &str) -> Option<LocateMatch> {
        (!nodes.is_empty()).then(|| LocateMatch { nodes, by, phrase: phrase.to_owned() })
    }

    /// A search box that is a plain field, recognised by its name.
    fn search_field(&self) -> Option<LocateMatch> {
        self.description.role.filter(|role| role.role == Role::Searchbox)?;
        let is_field = |node: NodeId| {
            matches!(binding::role_of(self.page, node), Some(Role::Textbox | Role::Combobox | Role::Searchbox))
        };
        [Rung::Role, Rung::Label, Rung::Placeholder, Rung::Title].into_iter().find_map(|rung| {
            let mut nodes: Vec<NodeId> = match rung {
                Rung::Role => {
                    self.ladder.named().filter(|(_, name)| name.contains("search")).map(|(node, _)| node).collect()
                }
                rung => self.ladder.fitting(rung, None, "search"),
            };
            nodes.retain(|&node| is_field(node) && self.ladder.counts(rung, node));
            self.found(nodes, rung, "search")
        })
    }

    /// A control whose name is spelled otherwise: `login` is `Log in`, `email` is `E-mail`.
    fn spelled(&self, phrase: &str) -> Option<LocateMatch> {
        [Rung::Role, Rung::Label, Rung::Placeholder].into_iter().find_map(|rung| {
            let fitting = self.ladder.spelled(rung, phrase);
            let controls = fitting.into_iter().filter(|&node| match self.description.role {
                Some(role) => role.accepts(self.page, node),
                None => binding::role_of(self.page, node).is_some_and(Role::is_interactive),
            });
            self.found(self.answers(controls.collect(), self.description.role, rung), rung, phrase)
        })
    }

    /// A control that is known by its type: the submit button, the password field.
    fn of_type(&self, phrase: &str) -> Option<LocateMatch> {
        let role = self.description.role?;
        let kind = folded(phrase);
        let fitting = self.ladder.elements().filter(|&node| role.is_of_type(self.page, node, &kind)).collect();
        self.found(self.answers(fitting, Some(role), Rung::Type), Rung::Type, phrase)
    }

    /// The button that opens the menu of a site, by the names that it usually has.
    fn menu_toggle(&self) -> Option<LocateMatch> {
        self.description.menu_toggle.then_some(())?;
        let button = RoleWord { word: "button", role: Role::Button };
        let named = self.ladder.named().filter(|(_, name)| is_menu_toggle_name(name)).map(|(node, _)| node);
        let buttons = named.filter(|&node| button.accepts(self.page, node)).collect();
        self.found(self.answers(buttons, Some(button), Rung::Role), Rung::Role, "menu")
    }

    /// Elements of the role, where all that the description adds is where: `the button for Alice`.
    fn placed(&self) -> Option<LocateMatch> {
        let place = self.description.place.as_ref()?;
        let is_where =
            self.description.role.is_some() && self.description.core.iter().all(|phrase| *phrase == place.name);
        is_where.then(|| self.climb("", self.description.role, &[Rung::Role])).flatten()
    }
}
