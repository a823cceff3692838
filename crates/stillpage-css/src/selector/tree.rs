//! A tree with the state that selectors ask for, and the steps that matching takes.

use std::cell::{Cell, OnceCell};

use selectors::context::QuirksMode;

use super::direction::{Directionality, Directions};
use super::focus::Focus;
use super::language::Languages;
use crate::dom::{Dom, NodeId, Quirks};
use crate::limits::{Budget, Limit};

/// A tree and what selectors may ask about it beyond its structure; found when first asked for.
#[derive(Debug)]
pub struct Tree<'a> {
    pub dom: &'a Dom,
    pub(super) has_shadow: bool,
    focus: OnceCell<Focus>,
    directions: Directions,
    languages: Languages,
    pub(super) work: Work,
}

/// The cost of matching: each look at an attribute or at a parent, sibling or child is a step.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) steps: Budget,
    /// The number of steps at which the current match is given up.
    end: Cell<u64>,
    /// Some match was given up.
    pub(super) gave_up: Cell<bool>,
    /// Cache entries that may have been made since the caches were last emptied.
    pub(super) cached: Cell<u64>,
}

impl Work {
    fn new(allowed: u64) -> Self {
        let steps = Budget::of(Limit::SelectorSteps, allowed);
        Self { steps, end: Cell::new(0), gave_up: Cell::new(false), cached: Cell::new(0) }
    }

    /// Takes steps; false if the match is to be given up.
    pub(super) fn step(&self, steps: u64) -> bool {
        self.steps.spend(steps);
        self.steps.spent() <= self.end.get()
    }

    /// The steps that are left to all matches.
    pub(super) fn left(&self) -> u64 {
        self.steps.allowed().saturating_sub(self.steps.spent())
    }

    /// Counts an element that a cache may remember.
    pub(super) fn may_cache(&self) {
        self.cached.set(self.cached.get() + 1);
    }

    /// The steps that one selector may take over all of a page.
    ///
    /// The more a page has taken, the less its expensive selectors may take, so that the cheap ones go on to the end.
    pub(super) fn allowance(&self) -> u64 {
        let (spent, all) = (self.steps.spent(), self.steps.allowed());
        match spent {
            _ if spent < all / 4 => all / 4,
            _ if spent < all / 2 => all / 64,
            _ if spent < all => all / 1024,
            _ => 0,
        }
    }

    /// Runs a match that may take `allowance` steps; `None` if it took more, with the steps taken.
    pub(super) fn run(&self, allowance: u64, matches: impl FnOnce() -> bool) -> (Option<bool>, u64) {
        let before = self.steps.spent();
        self.end.set(before.saturating_add(allowance));
        let matched = matches();
        let taken = self.steps.spent() - before;
        if taken > allowance {
            self.gave_up.set(true);
            return (None, taken);
        }
        (Some(matched), taken)
    }
}

impl<'a> Tree<'a> {
    pub fn new(dom: &'a Dom) -> Self {
        Self::with_steps(dom, Limit::SelectorSteps.value())
    }

    /// One with a limit on the total steps of its selectors.
    pub(super) fn with_steps(dom: &'a Dom, steps: u64) -> Self {
        let has_shadow = dom.has_shadow_root();
        let (directions, languages) = (Directions::default(), Languages::default());
        Self { dom, has_shadow, focus: OnceCell::new(), directions, languages, work: Work::new(steps) }
    }

    /// Steps taken by all matches so far.
    pub fn steps(&self) -> u64 {
        self.work.steps.spent()
    }

    /// True if some match was given up because it took too many steps.
    pub fn gave_up(&self) -> bool {
        self.work.gave_up.get()
    }

    /// The directionality of an element.
    pub(super) fn directionality(&self, node: NodeId) -> Directionality {
        self.directions.get(self.dom, node)
    }

    /// The language of an element, see [`Dom::language`].
    pub(super) fn language(&self, node: NodeId) -> Option<&str> {
        self.languages.get(self.dom, node)
    }

    /// Some element has a shadow tree.
    pub fn has_shadow(&self) -> bool {
        self.has_shadow
    }

    /// Sets the focus of the page where it is known.
    pub(crate) fn with_focus(self, known: Option<Focus>) -> Self {
        Self { focus: known.map_or(self.focus, OnceCell::from), ..self }
    }

    /// The focus of the page.
    pub(crate) fn focus(&self) -> Focus {
        *self.focus.get_or_init(|| Focus::of(self.dom))
    }
}

/// The mode that a document's selectors are matched in.
pub(super) fn quirks_mode(quirks: Quirks) -> QuirksMode {
    match quirks {
        Quirks::NoQuirks => QuirksMode::NoQuirks,
        Quirks::LimitedQuirks => QuirksMode::LimitedQuirks,
        Quirks::Quirks => QuirksMode::Quirks,
    }
}
