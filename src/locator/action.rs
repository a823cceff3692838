//! Actions on elements, as Playwright's locators do them, without a browser: each gives the page after it.

use super::Locator;
use crate::activation::{ActionFailure, ActiveDocument, Button, Effect};
use crate::api::{Element, Page};
use crate::dom::NodeId;
use crate::error::{ActionError, Error};
use crate::geometry::Point;
use crate::keyboard::Key;
use crate::tool::{Surface, action_error, effects_json, submitter};

/// The page after an action, and what the action would have led to beyond the page.
///
/// ```
/// use stillpage::actions::Effect;
/// use stillpage::{Page, Role};
///
/// let page = Page::from_html("<form action=/find><label>Query <input name=q></label><button>Find</button></form>");
/// let page = page.get_by_label("Query").fill("rye")?.page;
/// let found = page.get_by_role(Role::Button).click()?;
/// let Some(Effect::Submit(sent)) = found.effects.first() else { panic!("the form is sent") };
/// assert_eq!(sent.fields, [("q".to_owned(), "rye".to_owned())]);
/// # Ok::<(), stillpage::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Performed {
    /// The page after the action, to go on with: it has the focus, the pointer and the scroll offsets that the action left.
    pub page: Page,
    /// The effects, in order: a link that leads elsewhere, a form that is sent, a control that changed.
    pub effects: Vec<Effect>,
}

impl Performed {
    /// Returns the effects beyond the page as `stillpage click --json` prints them, a JSON array.
    #[must_use]
    pub fn effects_json(&self) -> String {
        serde_json::Value::from(effects_json(&self.page, &self.effects)).to_string()
    }
}

impl Page {
    /// Presses a key where the focus is, by Playwright's name for it: `Enter`, `Tab`, `Control+A`.
    ///
    /// # Errors
    /// [`ActionError::Arguments`] if no key has this name.
    pub fn press(&self, key: &str) -> Result<Performed, ActionError> {
        let key: Key = key.parse()?;
        perform(self, None, |document| {
            document.press(&key);
            Ok(())
        })
    }

    /// Turns the wheel where the pointer is, or in the middle of the window: CSS pixels to the right and down.
    ///
    /// # Errors
    /// None so far.
    pub fn scroll_by(&self, right: f32, down: f32) -> Result<Performed, ActionError> {
        let client = self.layout().viewport().client;
        perform(self, None, |document| {
            if !document.has_pointer() {
                document.move_pointer(Point::new(client.width / 2.0, client.height / 2.0));
            }
            document.wheel(Point::new(right, down));
            Ok(())
        })
    }
}

impl<'p> Element<'p> {
    fn act(
        self,
        step: impl FnOnce(&mut ActiveDocument, NodeId) -> Result<(), ActionFailure>,
    ) -> Result<Performed, ActionError> {
        perform(self.page(), Some(self.id()), |document| step(document, self.id()))
    }

    /// Scrolls the element into view and clicks its middle.
    ///
    /// # Errors
    /// [`ActionError::Refused`] if it is hidden, disabled or covered.
    pub fn click(self) -> Result<Performed, ActionError> {
        self.act(|document, node| document.click(node, Button::Left, &Key::default(), 1))
    }

    /// Clicks the element twice.
    ///
    /// # Errors
    /// As [`click`](Self::click).
    pub fn dblclick(self) -> Result<Performed, ActionError> {
        self.act(|document, node| document.click(node, Button::Left, &Key::default(), 2))
    }

    /// Moves the pointer over the element.
    ///
    /// # Errors
    /// As [`click`](Self::click).
    pub fn hover(self) -> Result<Performed, ActionError> {
        self.act(ActiveDocument::hover)
    }

    /// Replaces the text of a field.
    ///
    /// # Errors
    /// As [`click`](Self::click), and [`ActionError::Arguments`] if it is not a field, is read-only or refuses this value.
    pub fn fill(self, text: &str) -> Result<Performed, ActionError> {
        self.act(|document, node| document.fill(node, text))
    }

    /// Focuses the element and presses a key for each character of a text.
    ///
    /// # Errors
    /// None so far.
    pub fn press_sequentially(self, text: &str) -> Result<Performed, ActionError> {
        self.act(|document, node| {
            document.type_text(node, text);
            Ok(())
        })
    }

    /// Focuses the element and presses a key; see [`Page::press`].
    ///
    /// # Errors
    /// [`ActionError::Arguments`] if no key has this name.
    pub fn press(self, key: &str) -> Result<Performed, ActionError> {
        let key: Key = key.parse()?;
        self.act(|document, node| {
            document.type_text(node, "");
            document.press(&key);
            Ok(())
        })
    }

    /// Chooses the options of a `select` with these values or labels, and no others.
    ///
    /// # Errors
    /// As [`click`](Self::click), [`ActionError::Arguments`] if it is not a `select`, [`ActionError::NotFound`] without such an option.
    pub fn select_option<S: Into<String>>(
        self,
        options: impl IntoIterator<Item = S>,
    ) -> Result<Performed, ActionError> {
        let options: Vec<String> = options.into_iter().map(Into::into).collect();
        self.act(|document, node| document.select_options(node, &options))
    }

    /// Checks or unchecks a checkbox, or checks a radio button, if it is not so already.
    ///
    /// # Errors
    /// As [`click`](Self::click), and [`ActionError::Arguments`] if it is neither.
    pub fn set_checked(self, checked: bool) -> Result<Performed, ActionError> {
        self.act(|document, node| document.set_checkedness(node, checked))
    }

    /// Presses the button of the mouse on the element and releases it on another one of the page.
    ///
    /// # Errors
    /// As [`click`](Self::click), for both.
    pub fn drag_to(self, target: Self) -> Result<Performed, ActionError> {
        self.act(|document, node| document.drag(node, target.id()))
    }

    /// Submits the form that the element is or is in, by its first submit button that is not disabled.
    ///
    /// # Errors
    /// As [`click`](Self::click) for the button, [`ActionError::Arguments`] without a form, [`ActionError::NotFound`] without a button.
    pub fn submit(self) -> Result<Performed, ActionError> {
        let (form, button) = submitter(self.page(), self.id(), Surface::Server)?;
        perform(self.page(), Some(form), |document| document.click(button, Button::Left, &Key::default(), 1))
    }
}

impl<'p> Locator<'p> {
    /// Scrolls the element into view and clicks its middle.
    ///
    /// # Errors
    /// Like all actions here: those of [`element`](Self::element); [`ActionError::Refused`] if the element is hidden, disabled or covered.
    pub fn click(&self) -> Result<Performed, Error> {
        Ok(self.element()?.click()?)
    }

    /// Clicks the element twice.
    ///
    /// # Errors
    /// As [`click`](Self::click).
    pub fn dblclick(&self) -> Result<Performed, Error> {
        Ok(self.element()?.dblclick()?)
    }

    /// Moves the pointer over the element.
    ///
    /// # Errors
    /// As [`click`](Self::click).
    pub fn hover(&self) -> Result<Performed, Error> {
        Ok(self.element()?.hover()?)
    }

    /// Replaces the text of a field.
    ///
    /// # Errors
    /// As [`click`](Self::click), and [`ActionError::Arguments`] if it is not a field, is read-only or refuses this value.
    pub fn fill(&self, text: &str) -> Result<Performed, Error> {
        Ok(self.element()?.fill(text)?)
    }

    /// Focuses the element and presses a key for each character of a text.
    ///
    /// # Errors
    /// Those of [`element`](Self::element).
    pub fn press_sequentially(&self, text: &str) -> Result<Performed, Error> {
        Ok(self.element()?.press_sequentially(text)?)
    }

    /// Focuses the element and presses a key; see [`Page::press`].
    ///
    /// # Errors
    /// Those of [`element`](Self::element), and [`ActionError::Arguments`] if no key has this name.
    pub fn press(&self, key: &str) -> Result<Performed, Error> {
        Ok(self.element()?.press(key)?)
    }

    /// Chooses the options of a `select` with these values or labels, and no others.
    ///
    /// # Errors
    /// As [`click`](Self::click), [`ActionError::Arguments`] if it is not a `select`, [`ActionError::NotFound`] without such an option.
    pub fn select_option<S: Into<String>>(&self, options: impl IntoIterator<Item = S>) -> Result<Performed, Error> {
        Ok(self.element()?.select_option(options)?)
    }

    /// Checks or unchecks a checkbox, or checks a radio button, if it is not so already.
    ///
    /// # Errors
    /// As [`click`](Self::click), and [`ActionError::Arguments`] if it is neither.
    pub fn set_checked(&self, checked: bool) -> Result<Performed, Error> {
        Ok(self.element()?.set_checked(checked)?)
    }

    /// Presses the button of the mouse on the element and releases it on another one.
    ///
    /// # Errors
    /// As [`click`](Self::click), for both.
    pub fn drag_to(&self, target: &Locator<'_>) -> Result<Performed, Error> {
        Ok(self.element()?.drag_to(target.element()?)?)
    }

    /// Submits the form that the element is or is in; see [`Element::submit`].
    ///
    /// # Errors
    /// As [`click`](Self::click), [`ActionError::Arguments`] without a form, [`ActionError::NotFound`] without a submit button.
    pub fn submit(&self) -> Result<Performed, Error> {
        Ok(self.element()?.submit()?)
    }
}

fn perform(
    page: &Page,
    node: Option<NodeId>,
    step: impl FnOnce(&mut ActiveDocument) -> Result<(), ActionFailure>,
) -> Result<Performed, ActionError> {
    let mut document = ActiveDocument::resumed(page, page.used.clone());
    if let Err(failure) = step(&mut document) {
        return Err(action_error(document.page(), node, &failure));
    }
    let effects = document.take_effects();
    let (rendered, used) = document.into_page();
    Ok(Performed { page: Page::in_use(rendered, used), effects })
}
