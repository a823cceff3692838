//! From a description in English to one element, without a model.
//!
//! Each phrase of the description climbs a ladder: role and name, label, placeholder, text, alternative text, title, test
//! id. Comparison is by substring; case and white space do not count. The first rung with a visible element decides: one
//! is the answer, more than one is ambiguity, which is an answer of its own, unless the description says where the element
//! is (`in the Billing section`, `for Alice`) or which of several alike it is (`the second`).
//!
//! *In*: [`Page`](crate::page::Page) and a description. *Out*: one element, the candidates, or what came near.
//!
//! *Invariants*: only visible elements; the same description means the same element on the same page.

mod ladder;
mod miss;
mod narrow;
mod phrase;
#[cfg(test)]
mod tests;
mod words;

pub use ladder::{Ladder, Rung};
pub use miss::{Miss, Near, Refusal};
pub use phrase::{Description, Place};
pub use words::ROLE_WORDS;

use crate::aria::Role;
use crate::dom::NodeId;
use crate::page::Page;

/// What a description means.
#[derive(Debug, Clone, PartialEq)]
pub enum Located {
    /// This element.
    One(Meant),
    /// One of several elements, the first in document order first.
    Several(Meant),
    /// No visible element.
    Nothing(Box<Miss>),
}

/// The elements that a description means, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meant {
    /// In document order; never empty.
    pub nodes: Vec<NodeId>,
    /// The rung on which they were found.
    pub by: Rung,
    /// The phrase that fits them; empty if the role alone was said.
    pub phrase: String,
}

/// What a description means on a page. Cost: linear in the page for each phrase and rung.
#[must_use]
pub fn locate(page: &Page, description: &str) -> Located {
    let said = Description::parse(description);
    let ladder = Ladder::new(page);
    let climbs = |phrase: &str, rungs: &[Rung]| {
        rungs.iter().find_map(|&rung| {
            let mut nodes = ladder.fitting(rung, said.role, phrase);
            nodes.retain(|&node| ladder.counts(rung, node));
            (!nodes.is_empty()).then(|| Meant { nodes, by: rung, phrase: phrase.to_owned() })
        })
    };
    let alone = said.role_alone.then(|| climbs("", &[Rung::Role])).flatten();
    let meant = alone.or_else(|| said.phrases.iter().chain(&said.core).find_map(|phrase| climbs(phrase, &Rung::ALL)));
    // What is said to be a checkbox is not the button that has the same words.
    let is_other = |meant: &Meant| {
        let role = |node: NodeId| page.aria().get(node).and_then(|known| known.role);
        said.role.is_some() && meant.by != Rung::Role && meant.nodes.iter().all(|&node| role(node) != said.role)
    };
    let of_role = || said.core.iter().find_map(|phrase| climbs(phrase, &[Rung::Role]));
    let meant = meant.map(|meant| if is_other(&meant) { of_role().unwrap_or(meant) } else { meant });
    let meant = meant.or_else(|| search_field(page, &ladder, &said));
    let narrowed = meant.and_then(|meant| narrow::narrow(page, &ladder, &said, meant));
    match narrowed {
        Some(meant) if meant.nodes.len() == 1 => Located::One(meant),
        Some(meant) => Located::Several(meant),
        None => Located::Nothing(Box::new(miss::explain(page, &ladder, &said))),
    }
}

/// A search box that is a plain field: one that is called after searching.
fn search_field(page: &Page, ladder: &Ladder<'_>, said: &Description) -> Option<Meant> {
    if said.role != Some(Role::Searchbox) {
        return None;
    }
    let is_field = |node: &NodeId| {
        page.aria().get(*node).is_some_and(|known| matches!(known.role, Some(Role::Textbox | Role::Combobox)))
    };
    [Rung::Role, Rung::Label, Rung::Placeholder, Rung::Title].into_iter().find_map(|rung| {
        let mut nodes: Vec<NodeId> = match rung {
            Rung::Role => ladder.named().filter(|(_, name)| name.contains("search")).map(|(node, _)| node).collect(),
            rung => ladder.fitting(rung, None, "search"),
        };
        nodes.retain(|node| is_field(node) && ladder.counts(rung, *node));
        (!nodes.is_empty()).then(|| Meant { nodes, by: rung, phrase: "search".to_owned() })
    })
}
