//! The elements that a role word binds to: those that can be the answer to a description that names the kind of element.

use super::words::{MENU_TOGGLE_NAMES, SUBCLASSES};
use crate::aria::Role;
use crate::aria::interactive::is_clickable;
use crate::dom::form::{self, InputType};
use crate::dom::{NodeId, local_name};
use crate::page::Page;
use crate::rendered::text::line_of_text;
use crate::text::words;

/// The reason why an element is not the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejection {
    /// It fits, but is not visible.
    Hidden,
    /// Its name fits, but not its role.
    OtherRole,
    /// Its text fits, but it has no role and nothing suggests that it can be clicked.
    NotClickable,
    /// Its name is only similar.
    OtherName,
    /// It fits, but is in another place, or its ordinal is too high.
    OtherPlace,
    /// It is visible, but hidden from the accessibility tree.
    AriaHidden,
}

impl Rejection {
    /// The word for it in answers.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::OtherRole => "other role",
            Self::NotClickable => "not clickable",
            Self::OtherPlace => "other place",
            Self::AriaHidden => "aria-hidden",
            Self::OtherName => "other name",
        }
    }
}

/// The word that names the kind of element, and its role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleWord {
    /// As in `ROLE_WORDS`.
    pub word: &'static str,
    /// The role it means.
    pub role: Role,
}

impl RoleWord {
    /// True if an element is what the word means by its own role.
    pub(super) fn accepts(self, page: &Page, node: NodeId) -> bool {
        let Some(role) = role_of(page, node) else { return false };
        let subclasses = SUBCLASSES.iter().find(|(of, _)| *of == self.role).map_or(&[][..], |(_, roles)| roles);
        if role == self.role || subclasses.contains(&role) {
            return true;
        }
        match (self.word, self.role, role) {
            // Numbers and the text of an editable combobox are typed into a field as well.
            (_, Role::Textbox, Role::Spinbutton | Role::Combobox) => is_typed_into(page, node),
            (_, Role::Combobox, Role::Listbox) => page.dom().is_html(node, &local_name!("select")),
            ("toggle", _, Role::Checkbox) => true,
            ("toggle", _, Role::Button) => {
                let dom = page.dom();
                [local_name!("aria-pressed"), local_name!("aria-expanded")]
                    .iter()
                    .any(|name| dom.attr(node, name).is_some())
            }
            // A control that shows nothing but an icon.
            ("icon", _, Role::Button | Role::Link) => line_of_text(page, node, 20).is_empty(),
            _ => false,
        }
    }

    /// The element that is the answer where `node` has the label or text of a description: itself, or the control that it
    /// is a part of.
    ///
    /// # Errors
    /// Why neither is.
    pub(super) fn answer(self, page: &Page, node: NodeId) -> Result<NodeId, Rejection> {
        if self.accepts(page, node) {
            return Ok(node);
        }
        let dom = page.dom();
        let around = || std::iter::successors(Some(node), |&at| dom.composed_parent(at));
        let control = around().find(|&at| role_of(page, at).is_some_and(Role::is_interactive));
        if let Some(control) = control {
            return if self.accepts(page, control) { Ok(control) } else { Err(Rejection::OtherRole) };
        }
        // Custom checkboxes and radio buttons hide the input and draw its label.
        if let Some(label) = around().find(|&at| dom.is_html(at, &local_name!("label")))
            && let Some(control) = dom.form().labeled_control(label)
        {
            return if self.accepts(page, control) { Ok(label) } else { Err(Rejection::OtherRole) };
        }
        match self.role {
            Role::Button | Role::Link if is_clickable(dom, page.styles(), node) => Ok(node),
            Role::Button | Role::Link => Err(Rejection::NotClickable),
            _ => Err(Rejection::OtherRole),
        }
    }

    /// True if an element is of the type that a word names: "submit button" and "reset button" are the terms of HTML.
    ///
    /// <https://html.spec.whatwg.org/#concept-submit-button>
    pub(super) fn is_of_type(self, page: &Page, node: NodeId, phrase: &str) -> bool {
        let dom = page.dom();
        let Some(element) = dom.element(node) else { return false };
        let kind = InputType::of(element);
        let written = || element.attr(&local_name!("type")).is_some_and(|kind| kind.eq_ignore_ascii_case(phrase));
        match (self.role, phrase) {
            (Role::Button, "submit") => {
                form::is_submit_button(element) && (written() || dom.form().owner(node).is_some())
            }
            (Role::Button, "reset") => written() && (kind.is_some() || dom.is_html(node, &local_name!("button"))),
            (Role::Textbox, _) => kind.is_some_and(InputType::is_typed) && written(),
            _ => false,
        }
    }
}

/// True for the name of a button that opens a site's menu.
pub(super) fn is_menu_toggle_name(name: &str) -> bool {
    let (menus, others) = MENU_TOGGLE_NAMES;
    let words: Vec<String> = words(name).collect();
    words.iter().any(|word| menus.contains(&word.as_str()))
        && words.iter().all(|word| menus.contains(&word.as_str()) || others.contains(&word.as_str()))
}

pub(super) fn role_of(page: &Page, node: NodeId) -> Option<Role> {
    page.aria().get(node).and_then(|known| known.role)
}

fn is_typed_into(page: &Page, node: NodeId) -> bool {
    let dom = page.dom();
    dom.is_html(node, &local_name!("input"))
        || dom.is_html(node, &local_name!("textarea"))
        || dom.attr(node, &local_name!("contenteditable")).is_some_and(|value| !value.eq_ignore_ascii_case("false"))
}
