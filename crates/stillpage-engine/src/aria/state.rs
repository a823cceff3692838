//! The states of an element, for the roles that support them.

use std::borrow::Cow;

use super::flat::parent_element;
use super::heading::tag_level;
use super::role::{Role, RoleTraits};
use crate::dom::form::InputType;
use crate::dom::{Dom, NodeId, local_name, ns};
use crate::text::js_number;

/// A state with three values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toggle {
    /// On.
    True,
    /// Neither on nor off.
    Mixed,
}

/// `aria-invalid`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Invalid {
    /// Not valid.
    True,
    /// A grammatical error.
    Grammar,
    /// A spelling error.
    Spelling,
}

/// The states of an element: those that are not at rest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct States {
    /// `None`: off, or not supported.
    pub checked: Option<Toggle>,
    /// Disabled, by markup or by ARIA on it or on an ancestor.
    pub disabled: bool,
    /// Expanded.
    pub expanded: bool,
    /// `None`: valid, or not supported.
    pub invalid: Option<Invalid>,
    /// Level of a heading, row or tree item; 0 without one.
    pub level: u32,
    /// `None`: not pressed, or not supported.
    pub pressed: Option<Toggle>,
    /// Selected.
    pub selected: bool,
}

impl States {
    /// The states as a snapshot words and orders them: `checked=mixed`, `disabled`, `level=2`. `active`: the
    /// element has the focus, which is not a state of its own.
    pub fn words(&self, active: bool) -> impl Iterator<Item = Cow<'static, str>> {
        let checked = self.checked.map(|checked| match checked {
            Toggle::True => "checked",
            Toggle::Mixed => "checked=mixed",
        });
        let invalid = self.invalid.map(|invalid| match invalid {
            Invalid::True => "invalid",
            Invalid::Grammar => "invalid=grammar",
            Invalid::Spelling => "invalid=spelling",
        });
        let pressed = self.pressed.map(|pressed| match pressed {
            Toggle::True => "pressed",
            Toggle::Mixed => "pressed=mixed",
        });
        let level = (self.level > 0).then(|| Cow::Owned(format!("level={}", self.level)));
        let before = [
            checked,
            self.disabled.then_some("disabled"),
            self.expanded.then_some("expanded"),
            active.then_some("active"),
            invalid,
        ];
        let after = [pressed, self.selected.then_some("selected")];
        let borrowed = |words: Option<&'static str>| words.map(Cow::Borrowed);
        before.into_iter().filter_map(borrowed).chain(level).chain(after.into_iter().filter_map(borrowed))
    }
}

/// The states of an element with a role.
pub(super) fn states(dom: &Dom, node: NodeId, role: Role) -> States {
    let supports = role.traits();
    let on = |supported: RoleTraits| supports.contains(supported);
    States {
        checked: if on(RoleTraits::CHECKED) { checked(dom, node) } else { None },
        disabled: on(RoleTraits::DISABLED) && is_disabled(dom, node),
        expanded: on(RoleTraits::EXPANDED) && is_expanded(dom, node),
        invalid: if on(RoleTraits::INVALID) { invalid(dom, node) } else { None },
        level: if on(RoleTraits::LEVEL) { level(dom, node) } else { 0 },
        pressed: if on(RoleTraits::PRESSED) { toggle(dom.attr(node, &local_name!("aria-pressed"))) } else { None },
        selected: on(RoleTraits::SELECTED) && is_selected(dom, node),
    }
}

fn is_true(value: Option<&str>) -> bool {
    value.is_some_and(|value| value.eq_ignore_ascii_case("true"))
}

fn toggle(value: Option<&str>) -> Option<Toggle> {
    match value {
        Some("mixed") => Some(Toggle::Mixed),
        value if is_true(value) => Some(Toggle::True),
        _ => None,
    }
}

/// <https://www.w3.org/TR/wai-aria-1.2/#aria-checked>; markup wins.
fn checked(dom: &Dom, node: NodeId) -> Option<Toggle> {
    match dom.element(node).and_then(InputType::of) {
        Some(InputType::Checkbox) if dom.form().is_indeterminate(dom, node) => Some(Toggle::Mixed),
        Some(InputType::Checkbox | InputType::Radio) => dom.form().is_checked(node).then_some(Toggle::True),
        _ => toggle(dom.attr(node, &local_name!("aria-checked"))),
    }
}

/// <https://www.w3.org/TR/wai-aria-1.2/#aria-disabled>: holds for descendants until one overrides it.
fn is_disabled(dom: &Dom, node: NodeId) -> bool {
    if is_disabled_by_markup(dom, node) {
        return true;
    }
    let mut at = Some(node);
    while let Some(element) = at {
        match dom.attr(element, &local_name!("aria-disabled")) {
            Some(value) if value.eq_ignore_ascii_case("true") => return true,
            Some(value) if value.eq_ignore_ascii_case("false") => return false,
            _ => at = parent_element(dom, element),
        }
    }
    false
}

/// Disabled by its host language. Playwright: a disabled `fieldset` disables options too, and is not disabled itself.
pub(crate) fn is_disabled_by_markup(dom: &Dom, node: NodeId) -> bool {
    let Some(element) = dom.element(node).filter(|e| e.name.ns == ns!(html)) else { return false };
    match &*element.name.local {
        "button" | "input" | "select" | "textarea" | "optgroup" => dom.form().is_disabled(node),
        "option" => {
            let in_disabled_fieldset =
                |n: NodeId| dom.is_html(n, &local_name!("fieldset")) && dom.form().is_disabled(n);
            dom.form().is_disabled(node) || dom.ancestors(node).any(in_disabled_fieldset)
        }
        _ => false,
    }
}

fn is_expanded(dom: &Dom, node: NodeId) -> bool {
    if dom.is_html(node, &local_name!("details")) {
        return dom.attr(node, &local_name!("open")).is_some();
    }
    is_true(dom.attr(node, &local_name!("aria-expanded")))
}

fn invalid(dom: &Dom, node: NodeId) -> Option<Invalid> {
    match dom.attr(node, &local_name!("aria-invalid"))?.trim() {
        "" => None,
        value if value.eq_ignore_ascii_case("false") => None,
        "grammar" => Some(Invalid::Grammar),
        "spelling" => Some(Invalid::Spelling),
        _ => Some(Invalid::True),
    }
}

/// Playwright: the level of a heading element wins over `aria-level`, which is a number as JavaScript has it.
fn level(dom: &Dom, node: NodeId) -> u32 {
    if let Some(level) = dom.element(node).and_then(tag_level) {
        return level;
    }
    let level = dom.attr(node, &local_name!("aria-level")).and_then(js_number).unwrap_or(0.0);
    if level >= 1.0 && level.fract().abs() < f64::EPSILON { integer(level) } else { 0 }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at least 1; saturates")]
fn integer(value: f64) -> u32 {
    value as u32
}

fn is_selected(dom: &Dom, node: NodeId) -> bool {
    if dom.is_html(node, &local_name!("option")) {
        return dom.form().is_selected(node);
    }
    is_true(dom.attr(node, &local_name!("aria-selected")))
}
