//! [`Audit`]: the accessibility problems of a page, as library users have them.

use super::{Element, Page};
use crate::audit::{self, Certainty, Rule};

/// The problems of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Audit<'p> {
    /// In document order, then by rule.
    pub findings: Vec<Finding<'p>>,
}

/// A problem of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding<'p> {
    /// The rule that it breaks.
    pub rule: &'static Rule,
    /// The element.
    pub element: Element<'p>,
    /// The certainty that it breaks the rule.
    pub certainty: Certainty,
    /// The problem: a sentence without a full stop. It may quote the page.
    pub message: String,
    /// The other elements that it is about.
    pub related: Vec<Element<'p>>,
}

impl<'p> Audit<'p> {
    pub(super) fn of(page: &'p Page) -> Self {
        let element = |node| Element::new(page, node);
        let findings = audit::audit(page).findings.into_iter().map(|found| Finding {
            rule: found.rule,
            element: element(found.node),
            certainty: found.certainty,
            message: found.message,
            related: found.related.into_iter().map(element).collect(),
        });
        Self { findings: findings.collect() }
    }
}
