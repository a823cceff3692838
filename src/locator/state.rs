//! The state of an element: what Playwright's `isVisible()`, `isChecked()`, `inputValue()` and their kin report.

use super::Locator;
use super::expect::{FIELDS, exposure, is_in_viewport, retarget, text_content};
use crate::aria::role::RoleTraits;
use crate::aria::{Exposure, Toggle};
use crate::dom::{NodeId, form};
use crate::error::SelectorError;
use crate::page::Page;

/// The state of the element of a [`Locator`] at the moment.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LocatedState {
    /// The element.
    pub node: NodeId,
    /// It has a box that is not empty, and is not `visibility: hidden`.
    pub visible: bool,
    /// Some of it is inside the viewport, and not clipped by an ancestor.
    pub in_viewport: bool,
    /// It is not disabled, by itself or by an ancestor.
    pub enabled: bool,
    /// It is the focused element.
    pub focused: bool,
    /// The checked state of a checkbox, radio button or switch; `None` if it is neither.
    pub checked: Option<bool>,
    /// A checkbox is neither checked nor unchecked.
    pub indeterminate: bool,
    /// The value of a field; `None` for other elements.
    pub value: Option<String>,
    /// Its text as the tree has it, hidden text included.
    pub text_content: String,
}

impl Locator<'_> {
    /// The state of the one element that it finds.
    ///
    /// ```
    /// use stillpage::{Page, Role};
    ///
    /// let page = Page::from_html("<label><input type=checkbox checked disabled> Mail</label>");
    /// let state = page.get_by_role(Role::Checkbox).state()?;
    /// assert_eq!((state.checked, state.enabled), (Some(true), false));
    /// # Ok::<(), stillpage::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`element`](Self::element).
    #[doc(hidden)]
    pub fn state(&self) -> Result<LocatedState, SelectorError> {
        Ok(LocatedState::of(self.page, self.element()?.id()))
    }
}

impl LocatedState {
    /// The state of an element of a page.
    #[must_use]
    pub fn of(page: &Page, node: NodeId) -> Self {
        let (dom, control) = (page.dom(), retarget(page, node));
        let known = page.aria().get(control);
        let checkable =
            known.filter(|known| known.role.is_some_and(|role| role.traits().contains(RoleTraits::CHECKED)));
        let is_field = FIELDS.iter().any(|name| dom.is_html(control, name));
        Self {
            node,
            visible: exposure(page, node).contains(Exposure::BOX),
            in_viewport: is_in_viewport(page, node),
            enabled: !known.is_some_and(|known| known.states.disabled),
            focused: page.aria().active() == Some(node),
            checked: checkable.map(|known| known.states.checked == Some(Toggle::True)),
            indeterminate: checkable.is_some_and(|known| known.states.checked == Some(Toggle::Mixed)),
            value: is_field.then(|| form::value(dom, control).to_string()),
            text_content: text_content(page, node),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Page;

    fn state(html: &str) -> LocatedState {
        Page::from_html(html).locator("#x").state().unwrap()
    }

    #[test]
    fn states_of_controls() {
        let select = state("<select id=x><option>a<option selected>b</select>");
        assert_eq!(select.value.as_deref(), Some("b"), "the chosen option");
        let mixed = state("<input type=checkbox id=x data-frozen-indeterminate>");
        assert_eq!((mixed.checked, mixed.indeterminate), (Some(false), true), "neither");
        let label = state("<label id=x>Name <input disabled value=Ada></label>");
        assert_eq!((label.enabled, label.value.as_deref()), (false, Some("Ada")), "a label stands for its control");
        let hidden = state("<p id=x style='visibility: hidden'>a <b>b</b></p>");
        assert_eq!((hidden.visible, hidden.text_content.as_str()), (false, "a b"), "hidden");
        let below = state("<div style='height: 2000px'></div><p id=x>below</p>");
        assert_eq!((below.visible, below.in_viewport), (true, false), "below the fold");
    }
}
