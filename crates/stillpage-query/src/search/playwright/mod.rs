//! Playwright's selectors: engines (`text=`, `role=`, `id=`, ...), chains with `>>`, and the pseudo-classes that Playwright
//! adds to CSS.
//!
//! Playwright: as in 1.65. Selectors see through open shadow roots and stay in one frame. Not there: `XPath`, `internal:`
//! engines, and pseudo-classes of layout (`:left-of()`, `:near()`, ...).

mod content;
mod css;
mod evaluate;
mod finder;
mod part;
mod role;
mod rule;
mod split;
pub mod steps;
#[cfg(test)]
mod tests;

pub use content::{Matched, Missed, TextContents, TextQuery};
use css::Complex;
pub use evaluate::elements_below;
pub use finder::Finder;
use part::{AttributeText, Condition};
pub use part::{Labels, labels};
use role::RoleSelector;
pub use rule::{RoleOptions, TextRule};
pub use split::pieces;

use crate::dom::NodeId;
use crate::error::SelectorError;
use crate::page::Page;
use crate::safe_text::PageText;
use crate::selector::Tree;

/// A selector of Playwright's.
#[derive(Debug)]
pub struct PlaywrightSelector {
    source: String,
    parts: Vec<Part>,
    /// The part whose elements are meant, if it is not the last.
    capture: Option<usize>,
}

/// One step of a chain.
#[derive(Debug)]
enum Part {
    /// A CSS selector; `true`: through open shadow roots.
    Css(Vec<Complex>, bool),
    Text(TextQuery),
    Role(Box<RoleSelector>),
    /// An attribute with this value.
    Attribute(&'static str, String),
    /// The element of this number; from the end for negative ones.
    Nth(i64),
    /// A label with this text.
    Label(TextQuery),
    /// An attribute with a part of this text, or all of it.
    AttributeText(AttributeText),
    /// Only elements that have it, or that do not.
    Filter(Condition, bool),
    And(PlaywrightSelector),
    Or(PlaywrightSelector),
    Visible(bool),
    /// The documents inside of frames.
    ContentFrame,
}

/// A mistake in a selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Byte offset in the selector.
    pub offset: usize,
    pub message: String,
    /// Advice on what to write instead, if that is obvious.
    hint: Option<&'static str>,
}

impl Mistake {
    fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into(), hint: None }
    }

    fn hint(self, hint: &'static str) -> Self {
        Self { hint: Some(hint), ..self }
    }

    /// Moves the error to a text that has `by` bytes before it.
    fn shifted(self, by: usize) -> Self {
        Self { offset: self.offset + by, ..self }
    }
}

const XPATH: &str = "write CSS (`form > button`), or one of Playwright's other selectors (`role=button[name=\"Save\"]`, \
                     `text=Save`, `:has-text(\"Save\")`, `>> nth=0`)";

/// True if a selector uses syntax that only Playwright knows.
#[must_use]
pub fn is_playwright(selector: &str) -> bool {
    split::is_playwright(selector)
}

impl PlaywrightSelector {
    /// Parses a selector.
    ///
    /// # Errors
    /// [`SelectorError::Invalid`] if it does not parse, or is `XPath`.
    pub fn parse(selector: &str) -> Result<Self, SelectorError> {
        parse(selector).map_err(|mistake| SelectorError::Invalid {
            selector: selector.to_owned(),
            offset: mistake.offset.min(selector.len()),
            reason: mistake.message,
            hint: mistake
                .hint
                .unwrap_or("write it as for page.locator(): css, text=, role=, id=, chained with >>")
                .to_owned(),
        })
    }

    /// The elements below `scope` (a document or an element) that are meant, in Playwright's order.
    ///
    /// # Errors
    /// [`SelectorError::Invalid`] if matching takes more steps than a page is worth, [`SelectorError::PatternTooExpensive`] for a
    /// regular expression that does.
    pub fn find(&self, page: &Page, scope: NodeId) -> Result<Vec<NodeId>, SelectorError> {
        let tree = Tree::new(page.dom());
        Finder::new(page, &tree, scope).find(self, scope)
    }
}

/// The error for a selector whose matching was given up.
pub(super) fn too_slow(selector: &str) -> SelectorError {
    SelectorError::Invalid {
        selector: selector.to_owned(),
        offset: 0,
        reason: "it takes too long on this page".to_owned(),
        hint: "leave out :has() and chains of ~, or look below one element only".to_owned(),
    }
}

fn parse(selector: &str) -> Result<PlaywrightSelector, Mistake> {
    let mut parts = Vec::new();
    let mut capture = None;
    for piece in pieces(selector) {
        if piece.capture && capture.replace(parts.len()).is_some() {
            return Err(Mistake::new(piece.offset, "only one part of a chain can be marked with *"));
        }
        let body = piece.body;
        let part = match piece.engine {
            "css" | "css:light" => {
                let list = css::parse(body).map_err(|mistake| mistake.shifted(piece.body_offset))?;
                Part::Css(list, piece.engine == "css")
            }
            "text" => Part::Text(TextQuery::parse(body).map_err(|mistake| mistake.shifted(piece.body_offset))?),
            "role" => Part::Role(Box::new(RoleSelector::parse(body).map_err(|m| m.shifted(piece.body_offset))?)),
            "id" => Part::Attribute("id", body.to_owned()),
            "data-testid" => Part::Attribute("data-testid", body.to_owned()),
            "data-test-id" => Part::Attribute("data-test-id", body.to_owned()),
            "data-test" => Part::Attribute("data-test", body.to_owned()),
            "nth" => match body.trim().parse::<i64>() {
                Ok(n) if n >= -1 => Part::Nth(n),
                _ => {
                    return Err(Mistake::new(piece.body_offset, "nth= takes a number from 0, or -1 for the last"));
                }
            },
            "visible" => match body.trim() {
                "true" => Part::Visible(true),
                "false" => Part::Visible(false),
                _ => return Err(Mistake::new(piece.body_offset, "visible= takes true or false")),
            },
            "xpath" => return Err(Mistake::new(piece.offset, "XPath is not supported").hint(XPATH)),
            other => {
                return Err(Mistake::new(
                    piece.offset,
                    format!("there is no selector engine `{}`", PageText::of(other)),
                )
                .hint("the engines are css, text, role, id, data-testid, data-test-id, data-test, nth and visible"));
            }
        };
        parts.push(part);
    }
    if capture.is_some() && parts.iter().any(|part| matches!(part, Part::Nth(_))) {
        return Err(Mistake::new(0, "a chain with a part marked with * cannot have nth="));
    }
    Ok(PlaywrightSelector { source: selector.to_owned(), parts, capture })
}
