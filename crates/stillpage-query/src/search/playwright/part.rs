//! The steps of a chain that Playwright's `getBy...()` methods and `filter()` make; selectors as text do not have them.

use smallvec::SmallVec;

use super::content::{TextContents, TextQuery};
use super::role::RoleSelector;
use super::rule::{RoleOptions, TextRule, regex};
use super::{Mistake, Part, PlaywrightSelector};
use crate::aria::{Role, labelled_by};
use crate::dom::form::InputType;
use crate::dom::{Dom, LocalName, NodeId, local_name};
use crate::search::pattern::{Pattern, StepBudget, TooExpensive};
use crate::text::{lower, normalize, trim};

fn wanted(rule: &TextRule) -> Result<TextQuery, Mistake> {
    Ok(match rule {
        TextRule::Part(text) => TextQuery::somewhere(text),
        TextRule::Exact(text) => TextQuery::Exact(normalize(text)),
        TextRule::Regex(source, flags) => TextQuery::regex(source, flags)?,
    })
}

/// An attribute with a text. Playwright: white space counts.
#[derive(Debug)]
pub(super) struct AttributeText {
    /// None: the attribute that the page has for tests.
    pub(super) name: Option<LocalName>,
    rule: AttributeRule,
}

#[derive(Debug)]
enum AttributeRule {
    Part(String),
    Exact(String),
    Regex(Pattern),
}

impl AttributeText {
    pub(super) fn matches(&self, value: &str, budget: &mut StepBudget) -> Result<bool, TooExpensive> {
        match &self.rule {
            AttributeRule::Part(text) => Ok(lower(value).contains(text)),
            AttributeRule::Exact(text) => Ok(value == text),
            AttributeRule::Regex(pattern) => pattern.is_match(value, budget),
        }
    }
}

/// A condition on an element.
#[derive(Debug)]
pub(super) enum Condition {
    Text(TextQuery),
    Element(PlaywrightSelector),
}

impl PlaywrightSelector {
    /// A chain without steps: the scope itself.
    pub fn scope() -> Self {
        Self { source: String::new(), parts: Vec::new(), capture: None }
    }

    /// Adds the steps of another chain.
    pub fn chain(&mut self, other: Self) {
        if let Some(at) = other.capture {
            self.capture = Some(self.parts.len() + at);
        }
        self.parts.extend(other.parts);
    }

    /// Only elements of a role.
    ///
    /// # Errors
    /// [`Mistake`] for a regular expression that does not parse.
    pub fn by_role(&mut self, role: Role, options: &RoleOptions) -> Result<(), Mistake> {
        self.parts.push(Part::Role(Box::new(RoleSelector::new(role, options)?)));
        Ok(())
    }

    /// Only the smallest elements with a text.
    ///
    /// # Errors
    /// [`Mistake`] for a regular expression that does not parse.
    pub fn by_text(&mut self, rule: &TextRule) -> Result<(), Mistake> {
        self.parts.push(Part::Text(wanted(rule)?));
        Ok(())
    }

    pub(crate) fn by_label(&mut self, rule: &TextRule) -> Result<(), Mistake> {
        self.parts.push(Part::Label(wanted(rule)?));
        Ok(())
    }

    /// Only elements by the text of an attribute.
    ///
    /// # Errors
    /// [`Mistake`] for a regular expression that does not parse.
    pub fn by_attribute(&mut self, name: Option<&str>, rule: &TextRule) -> Result<(), Mistake> {
        let rule = match rule {
            TextRule::Part(text) => AttributeRule::Part(lower(text)),
            TextRule::Exact(text) => AttributeRule::Exact(text.clone()),
            TextRule::Regex(source, flags) => AttributeRule::Regex(regex(source, flags)?),
        };
        self.parts.push(Part::AttributeText(AttributeText { name: name.map(LocalName::from), rule }));
        Ok(())
    }

    /// Only elements with (or without) a text.
    pub(crate) fn filter_text(&mut self, rule: &TextRule, has: bool) -> Result<(), Mistake> {
        self.parts.push(Part::Filter(Condition::Text(wanted(rule)?), has));
        Ok(())
    }

    /// Only elements with (or without) what another chain finds below them.
    pub(crate) fn filter_element(&mut self, other: Self, has: bool) {
        self.parts.push(Part::Filter(Condition::Element(other), has));
    }

    pub fn filter_visible(&mut self, visible: bool) {
        self.parts.push(Part::Visible(visible));
    }

    /// Goes on in the documents of the frames that were found.
    pub fn content_frame(&mut self) {
        self.parts.push(Part::ContentFrame);
    }

    /// From 0; from the end for negative numbers.
    pub fn nth(&mut self, number: i32) {
        self.parts.push(Part::Nth(number.into()));
    }

    /// Only elements that another chain finds as well.
    pub fn and(&mut self, other: Self) {
        self.parts.push(Part::And(other));
    }

    /// Also the elements that another chain finds.
    pub fn or(&mut self, other: Self) {
        self.parts.push(Part::Or(other));
    }
}

/// The labels of an element, as `getByLabel()` reads them.
#[derive(Debug)]
pub enum Labels<'a> {
    Elements(SmallVec<[NodeId; 2]>),
    /// `aria-label`.
    Text(&'a str),
}

/// The labels of an element. Playwright: `aria-labelledby` before `aria-label` before the labels of a control.
pub fn labels(dom: &Dom, node: NodeId) -> Labels<'_> {
    let Some(element) = dom.element(node) else { return Labels::Elements(SmallVec::new()) };
    let labels = labelled_by(dom, node);
    if !labels.is_empty() {
        return Labels::Elements(labels);
    }
    if let Some(label) = element.attr(&local_name!("aria-label")).filter(|label| !trim(label).is_empty()) {
        return Labels::Text(label);
    }
    if InputType::of(element) == Some(InputType::Hidden) {
        return Labels::Elements(SmallVec::new());
    }
    Labels::Elements(SmallVec::from_slice(dom.form().labels(node)))
}

/// True if a label of an element is what is wanted.
pub(super) fn has_label(
    dom: &Dom,
    content: &TextContents<'_>,
    node: NodeId,
    wanted: &TextQuery,
    budget: &mut StepBudget,
) -> Result<bool, TooExpensive> {
    match labels(dom, node) {
        Labels::Text(label) => wanted.fits_text(label, budget),
        Labels::Elements(labels) => {
            for label in labels {
                if content.is_whole(label, wanted, budget)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
    }
}
