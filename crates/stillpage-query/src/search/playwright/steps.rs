//! The steps of Playwright's locators (`get_by_role`, `filter`, `nth`, ...), compiled to a selector.

use super::{PlaywrightSelector, RoleOptions, TextRule};
use crate::aria::Role;
use crate::dom::{NodeId, local_name};
use crate::error::SelectorError;
use crate::page::Page;
use crate::safe_text::{PageText, SafeText, put, safe};

/// Limit: matches that an error about strictness lists.
const MAX_LISTED: usize = 10;

/// One step of a locator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Role(Role, RoleOptions),
    Text(TextRule),
    Label(TextRule),
    /// With the name of the method.
    Attribute(&'static str, &'static str, TextRule),
    /// By the attribute that the page has for it.
    TestId(TextRule),
    Css(String),
    HasText(TextRule, bool),
    Has(Vec<Self>, bool),
    Visible(bool),
    Nth(i32),
    /// Goes on in the documents of frames.
    ContentFrame,
    And(Vec<Self>),
    Or(Vec<Self>),
}

/// The selector of a chain of steps.
///
/// # Errors
/// [`SelectorError::Invalid`] and [`SelectorError::InvalidPattern`] for a selector or a regular expression that does not parse.
pub fn compile(steps: &[Step]) -> Result<PlaywrightSelector, SelectorError> {
    let mut chain = PlaywrightSelector::scope();
    for step in steps {
        let pattern = |rule: &TextRule| match rule {
            TextRule::Part(text) | TextRule::Exact(text) | TextRule::Regex(text, _) => text.clone(),
        };
        let (result, text) = match step {
            Step::Css(selector) => {
                chain.chain(PlaywrightSelector::parse(selector)?);
                continue;
            }
            Step::Has(inner, has) => {
                chain.filter_element(compile(inner)?, *has);
                continue;
            }
            Step::And(other) => {
                chain.and(compile(other)?);
                continue;
            }
            Step::Or(other) => {
                chain.or(compile(other)?);
                continue;
            }
            Step::Visible(visible) => {
                chain.filter_visible(*visible);
                continue;
            }
            Step::Nth(number) => {
                chain.nth(*number);
                continue;
            }
            Step::ContentFrame => {
                chain.content_frame();
                continue;
            }
            Step::Role(role, options) => {
                (chain.by_role(*role, options), options.name.as_ref().map(pattern).unwrap_or_default())
            }
            Step::Text(rule) => (chain.by_text(rule), pattern(rule)),
            Step::Label(rule) => (chain.by_label(rule), pattern(rule)),
            Step::Attribute(_, name, rule) => (chain.by_attribute(Some(name), rule), pattern(rule)),
            Step::TestId(rule) => (chain.by_attribute(None, rule), pattern(rule)),
            Step::HasText(rule, has) => (chain.filter_text(rule, *has), pattern(rule)),
        };
        // What fails here is a regular expression.
        result.map_err(|mistake| SelectorError::InvalidPattern {
            pattern: text,
            offset: mistake.offset,
            reason: mistake.message,
            hint: "write a regular expression of JavaScript's".to_owned(),
            setting: None,
        })?;
    }
    Ok(chain)
}

/// The error of a locator, or a selector, that has to find one element and finds these.
pub fn ambiguous(page: &Page, locator: String, found: &[NodeId]) -> SelectorError {
    let matches = found.iter().take(MAX_LISTED).map(|&node| describe(page, node)).collect();
    SelectorError::StrictModeViolation { locator, count: found.len(), matches }
}

/// `<button id="save"> button "Save"`: tag, id, role and name.
pub fn describe(page: &Page, node: NodeId) -> SafeText {
    let dom = page.dom();
    let mut out = safe!("<{}", PageText::token(dom.element(node).map_or("", |element| &*element.name.local)));
    if let Some(id) = dom.attr(node, &local_name!("id")) {
        put!(out, " id={}", PageText::quoted(id));
    }
    put!(out, ">");
    let Some(known) = page.semantics().get(node) else { return out };
    if let Some(role) = known.role {
        put!(out, " {}", role.name());
    }
    if !known.name.is_empty() {
        put!(out, " {}", PageText::quoted(&known.name));
    }
    out
}
