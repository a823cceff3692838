//! Playwright's locators: elements by what a user perceives, and expectations about them.
//!
//! *In*: a [`Page`] and a chain of steps (`get_by_role`, `filter`, `nth`, ...). *Out*: elements, or a panic that reports what
//! was expected and what is there ([`expect`]).
//!
//! *Invariants*: the matching rules are those of Playwright 1.65: a text is found as a part of the text in any case, white
//! space normalized, unless it is [`exact`](TextPattern::exact) or a
//! [`regex`](TextPattern::regex); locators see through open shadow roots and stay in one frame;
//! what needs one element is strict: several matches are an error that lists them.
//!
//! ```
//! use stillpage::{Page, Role, TextPattern, expect};
//!
//! let page = Page::from_html("<ul><li>Tea <button>Add</button><li>Coffee <button disabled>Add</button></ul>");
//! let coffee = page.get_by_role(Role::Listitem).filter_has_text("coffee");
//! expect(&coffee.get_by_role(Role::Button).name(TextPattern::exact("Add"))).not().to_be_enabled();
//! expect(&page.get_by_role(Role::Button)).to_have_count(2);
//! ```

mod action;
mod expect;
mod state;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;

pub use action::Performed;
pub use expect::{Expect, expect};
pub use state::LocatedState;
pub use text::TextPattern;

use crate::api::{Element, Page};
use crate::aria::Role;
use crate::dom::NodeId;
use crate::error::SelectorError;
use crate::safe_text::{PageText, safe};
use crate::search::languages::write_rust;
use crate::search::playwright::steps::{Step, ambiguous, compile};
use crate::search::playwright::{RoleOptions, TextRule};

/// A way to find elements of a page; it is looked up again for each question.
#[derive(Debug, Clone)]
#[must_use = "a locator does nothing until it is asked"]
pub struct Locator<'p> {
    page: &'p Page,
    steps: Vec<Step>,
}

impl Page {
    fn locate_by(&self, step: Step) -> Locator<'_> {
        Locator { page: self, steps: vec![step] }
    }

    /// Elements by ARIA role. [`Locator::name`] and the methods for states narrow it down.
    pub fn get_by_role(&self, role: Role) -> Locator<'_> {
        self.locate_by(Step::Role(role, RoleOptions::default()))
    }

    /// The smallest elements with a text.
    pub fn get_by_text(&self, text: impl Into<TextPattern>) -> Locator<'_> {
        self.locate_by(Step::Text(text.into().0))
    }

    /// Controls by the text of their `label`, `aria-labelledby` or `aria-label`.
    pub fn get_by_label(&self, text: impl Into<TextPattern>) -> Locator<'_> {
        self.locate_by(Step::Label(text.into().0))
    }

    /// Fields by their placeholder.
    pub fn get_by_placeholder(&self, text: impl Into<TextPattern>) -> Locator<'_> {
        self.locate_by(Step::Attribute("get_by_placeholder", "placeholder", text.into().0))
    }

    /// Images and other elements by their `alt` attribute.
    pub fn get_by_alt_text(&self, text: impl Into<TextPattern>) -> Locator<'_> {
        self.locate_by(Step::Attribute("get_by_alt_text", "alt", text.into().0))
    }

    /// Elements by their `title` attribute.
    pub fn get_by_title(&self, text: impl Into<TextPattern>) -> Locator<'_> {
        self.locate_by(Step::Attribute("get_by_title", "title", text.into().0))
    }

    /// Elements by `data-testid`, or the attribute that the page has in its place: all of it, or a [`regex`](TextPattern::regex).
    pub fn get_by_test_id(&self, id: impl Into<TextPattern>) -> Locator<'_> {
        self.locate_by(test_id(id.into()))
    }

    /// Elements by a CSS selector or any other selector of Playwright's.
    pub fn locator(&self, selector: &str) -> Locator<'_> {
        self.locate_by(Step::Css(selector.to_owned()))
    }
}

fn test_id(id: TextPattern) -> Step {
    let rule = match id.0 {
        TextRule::Part(text) => TextRule::Exact(text),
        rule => rule,
    };
    Step::TestId(rule)
}

impl<'p> Locator<'p> {
    fn then(&self, step: Step) -> Self {
        let mut steps = self.steps.clone();
        steps.push(step);
        Self { page: self.page, steps }
    }

    /// [`Page::get_by_role`] below the elements of this locator.
    pub fn get_by_role(&self, role: Role) -> Self {
        self.then(Step::Role(role, RoleOptions::default()))
    }

    /// [`Page::get_by_text`] in the elements of this locator, themselves included.
    pub fn get_by_text(&self, text: impl Into<TextPattern>) -> Self {
        self.then(Step::Text(text.into().0))
    }

    /// [`Page::get_by_label`] below the elements of this locator.
    pub fn get_by_label(&self, text: impl Into<TextPattern>) -> Self {
        self.then(Step::Label(text.into().0))
    }

    /// [`Page::get_by_placeholder`] below the elements of this locator.
    pub fn get_by_placeholder(&self, text: impl Into<TextPattern>) -> Self {
        self.then(Step::Attribute("get_by_placeholder", "placeholder", text.into().0))
    }

    /// [`Page::get_by_alt_text`] below the elements of this locator.
    pub fn get_by_alt_text(&self, text: impl Into<TextPattern>) -> Self {
        self.then(Step::Attribute("get_by_alt_text", "alt", text.into().0))
    }

    /// [`Page::get_by_title`] below the elements of this locator.
    pub fn get_by_title(&self, text: impl Into<TextPattern>) -> Self {
        self.then(Step::Attribute("get_by_title", "title", text.into().0))
    }

    /// [`Page::get_by_test_id`] below the elements of this locator.
    pub fn get_by_test_id(&self, id: impl Into<TextPattern>) -> Self {
        self.then(test_id(id.into()))
    }

    /// [`Page::locator`] below the elements of this locator.
    pub fn locator(&self, selector: &str) -> Self {
        self.then(Step::Css(selector.to_owned()))
    }

    /// Changes the options of the last step.
    ///
    /// # Panics
    /// If that is not `get_by_role`, the only step that has any.
    #[track_caller]
    fn with_role(mut self, change: impl FnOnce(&mut RoleOptions)) -> Self {
        match self.steps.last_mut() {
            Some(Step::Role(_, options)) => change(options),
            #[expect(clippy::panic, reason = "a mistake in the test that uses it")]
            _ => panic!("{self} does not end in get_by_role: it takes no name and no state"),
        }
        self
    }

    /// Only those of the role whose accessible name has a text.
    ///
    /// # Panics
    /// Like the methods for states below, if the last step is not [`get_by_role`](Self::get_by_role).
    #[track_caller]
    pub fn name(self, name: impl Into<TextPattern>) -> Self {
        let name = name.into().0;
        self.with_role(|options| options.name = Some(name))
    }

    /// Only those of the role that are (not) checked; `mixed` is neither.
    #[track_caller]
    pub fn checked(self, checked: bool) -> Self {
        self.with_role(|options| options.checked = Some(checked))
    }

    /// Only those of the role that are (not) disabled.
    #[track_caller]
    pub fn disabled(self, disabled: bool) -> Self {
        self.with_role(|options| options.disabled = Some(disabled))
    }

    /// Only expanded, or explicitly collapsed, elements of the role.
    #[track_caller]
    pub fn expanded(self, expanded: bool) -> Self {
        self.with_role(|options| options.expanded = Some(expanded))
    }

    /// Only those of the role that are (not) pressed.
    #[track_caller]
    pub fn pressed(self, pressed: bool) -> Self {
        self.with_role(|options| options.pressed = Some(pressed))
    }

    /// Only those of the role that are (not) selected.
    #[track_caller]
    pub fn selected(self, selected: bool) -> Self {
        self.with_role(|options| options.selected = Some(selected))
    }

    /// Only headings, rows or tree items of this level.
    #[track_caller]
    pub fn level(self, level: u32) -> Self {
        self.with_role(|options| options.level = Some(level))
    }

    /// Also those of the role that are hidden from the accessibility tree.
    #[track_caller]
    pub fn include_hidden(self) -> Self {
        self.with_role(|options| options.include_hidden = true)
    }

    /// Only elements that have a text somewhere inside.
    pub fn filter_has_text(&self, text: impl Into<TextPattern>) -> Self {
        self.then(Step::HasText(text.into().0, true))
    }

    /// Only elements that have a text nowhere inside.
    pub fn filter_has_not_text(&self, text: impl Into<TextPattern>) -> Self {
        self.then(Step::HasText(text.into().0, false))
    }

    /// Only elements below which `inner` finds something. `inner` is looked up from each of them.
    pub fn filter_has(&self, inner: &Locator<'_>) -> Self {
        self.then(Step::Has(inner.steps.clone(), true))
    }

    /// Only elements below which `inner` finds nothing.
    pub fn filter_has_not(&self, inner: &Locator<'_>) -> Self {
        self.then(Step::Has(inner.steps.clone(), false))
    }

    /// Only elements that are visible, or that are not.
    pub fn filter_visible(&self, visible: bool) -> Self {
        self.then(Step::Visible(visible))
    }

    /// The element of this number, from 0; -1 is the last.
    pub fn nth(&self, number: i32) -> Self {
        self.then(Step::Nth(number))
    }

    /// The first element.
    pub fn first(&self) -> Self {
        self.nth(0)
    }

    /// The last element.
    pub fn last(&self) -> Self {
        self.nth(-1)
    }

    /// Only elements that `other` finds as well.
    pub fn and(&self, other: &Locator<'_>) -> Self {
        self.then(Step::And(other.steps.clone()))
    }

    /// The elements of both, in document order.
    pub fn or(&self, other: &Locator<'_>) -> Self {
        self.then(Step::Or(other.steps.clone()))
    }

    /// The page that it looks at.
    #[must_use]
    pub fn page(&self) -> &'p Page {
        self.page
    }

    /// Every element that it finds, in document order.
    ///
    /// # Errors
    /// [`SelectorError::Invalid`] and [`SelectorError::InvalidPattern`] for a selector or a regular expression that does not parse,
    /// [`SelectorError::PatternTooExpensive`] for one that takes too long.
    pub fn all(&self) -> Result<Vec<Element<'p>>, SelectorError> {
        Ok(self.nodes()?.into_iter().map(|node| Element::new(self.page, node)).collect())
    }

    fn nodes(&self) -> Result<Vec<NodeId>, SelectorError> {
        compile(&self.steps)?.find(self.page, self.page.dom().document())
    }

    /// Returns the number of elements that it finds.
    ///
    /// # Errors
    /// As [`all`](Self::all).
    pub fn count(&self) -> Result<usize, SelectorError> {
        Ok(self.nodes()?.len())
    }

    /// Returns the only element that it finds.
    ///
    /// # Errors
    /// [`SelectorError::NotFound`] without a match, [`SelectorError::StrictModeViolation`] if there are several, and those of
    /// [`all`](Self::all).
    pub fn element(&self) -> Result<Element<'p>, SelectorError> {
        let found = self.nodes()?;
        match *found.as_slice() {
            [one] => Ok(Element::new(self.page, one)),
            [] => Err(SelectorError::NotFound {
                what: safe!("an element that {} matches", PageText::of(&self.to_string())),
                hint: "compare it with the page's snapshot; a hidden element has no role".into(),
            }),
            _ => Err(ambiguous(self.page, self.to_string(), &found)),
        }
    }
}

impl fmt::Display for Locator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rust(&self.steps, &ToString::to_string, f)
    }
}
