//! Playwright locators as JavaScript writes them: one for an element, and the elements of one.

mod alternatives;
mod candidates;
mod compound;
mod generate;
mod internal;
mod parse;
mod print;
#[cfg(test)]
mod tests;

pub use internal::of_selector;
pub use parse::{WrittenLocator, selector_of};
pub use print::js;

use crate::dom::NodeId;
use crate::page::Page;
use crate::refs::Claim;
use crate::search::hint::SelectorHints;
use crate::search::playwright::steps::Step;

/// The locator that Playwright 1.65 generates for an element.
pub fn of(page: &Page, node: NodeId) -> String {
    print::print(&steps_of(page, node))
}

/// Its steps.
pub fn steps_of(page: &Page, node: NodeId) -> Vec<Step> {
    // On a page where a search is given up, a plain selector that counts names.
    generate::steps_to(page, node).unwrap_or_else(|_| vec![Step::Css(SelectorHints::new(page.dom()).of(node))])
}

/// The locator that a target stands for which is written as one, or as a selector; `None` for a ref.
pub fn written(target: &str) -> Option<String> {
    written_steps(target).map(|steps| print::print(&steps))
}

/// The steps of the locator that a target stands for; `None` for a ref.
pub fn written_steps(target: &str) -> Option<Vec<Step>> {
    if target.trim().parse::<Claim>().is_ok() {
        return None;
    }
    match selector_of(target) {
        Some(locator) => locator.steps().map(<[Step]>::to_vec),
        None => Some(vec![Step::Css(target.to_owned())]),
    }
}
