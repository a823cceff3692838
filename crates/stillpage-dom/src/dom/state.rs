//! State that markup has no place for, as the content attribute that carries it in a tree: what loaders of recordings write.

use std::borrow::Cow;

/// State of an element that its markup does not hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ElementState<'a> {
    /// The value of an `input`.
    Value(&'a str),
    /// The checkedness of a checkbox or radio button.
    Checked(bool),
    /// The selectedness of an `option`.
    Selected(bool),
    /// A dialog was shown with `showModal()`.
    Modal(bool),
    /// A popover is shown.
    PopoverOpen(bool),
    /// It has the focus.
    Focus(bool),
    /// The vertical scroll offset of its content, CSS px.
    ScrollTop(f64),
    /// The horizontal scroll offset of its content, CSS px.
    ScrollLeft(f64),
}

impl<'a> ElementState<'a> {
    /// The attribute that carries it on an HTML element of this name, and its value; `None` for one that is absent.
    /// `input_type` is the value of its `type`. No attribute: the element cannot have such state, or its markup has it.
    pub fn attribute(self, name: &str, input_type: Option<&str>) -> Option<(&'static str, Option<Cow<'a, str>>)> {
        let flag = |name, is_set: bool| Some((name, is_set.then_some(Cow::Borrowed(""))));
        let offset = |name, at: f64| {
            let is_scrolled = at.is_finite() && at != 0.0;
            Some((name, is_scrolled.then(|| Cow::Owned(at.to_string()))))
        };
        let is_root = name == "html";
        match self {
            Self::Value(value) => holds_value(name, input_type).then_some(("value", Some(Cow::Borrowed(value)))),
            Self::Checked(checked) => is_checkable(name, input_type).then(|| flag("checked", checked))?,
            Self::Selected(selected) => (name == "option").then(|| flag("selected", selected))?,
            Self::Modal(modal) => flag("data-frozen-modal", modal),
            Self::PopoverOpen(open) => flag("data-frozen-popover-open", open),
            Self::Focus(focus) => flag("data-frozen-focus", focus),
            Self::ScrollTop(at) => offset(if is_root { "data-frozen-scroll-y" } else { "data-frozen-scroll-top" }, at),
            Self::ScrollLeft(at) => {
                offset(if is_root { "data-frozen-scroll-x" } else { "data-frozen-scroll-left" }, at)
            }
        }
    }
}

fn is_type(input_type: Option<&str>, types: &[&str]) -> bool {
    input_type.is_some_and(|kind| types.iter().any(|one| kind.eq_ignore_ascii_case(one)))
}

fn is_checkable(name: &str, input_type: Option<&str>) -> bool {
    name == "input" && is_type(input_type, &["checkbox", "radio"])
}

/// True for inputs whose value may be another one than that of their attribute, and can be written down.
fn holds_value(name: &str, input_type: Option<&str>) -> bool {
    const FIXED: &[&str] = &["checkbox", "radio", "hidden", "submit", "reset", "button", "image", "file"];
    name == "input" && !is_type(input_type, FIXED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_is_carried_by_attributes() {
        let check =
            |state: ElementState<'_>, name: &str, kind: Option<&str>, expected: Option<(&str, Option<&str>)>| {
                let found = state.attribute(name, kind);
                let found = found.as_ref().map(|(name, value)| (*name, value.as_deref()));
                assert_eq!(found, expected, "{state:?} of {name} {kind:?}");
            };
        check(ElementState::Value("a"), "input", None, Some(("value", Some("a"))));
        check(ElementState::Value("a"), "input", Some("Submit"), None);
        check(ElementState::Value("a"), "select", None, None);
        check(ElementState::Checked(false), "input", Some("RADIO"), Some(("checked", None)));
        check(ElementState::Checked(true), "input", Some("text"), None);
        check(ElementState::Selected(true), "option", None, Some(("selected", Some(""))));
        check(ElementState::ScrollTop(12.5), "html", None, Some(("data-frozen-scroll-y", Some("12.5"))));
        check(ElementState::ScrollTop(0.0), "div", None, Some(("data-frozen-scroll-top", None)));
        check(ElementState::ScrollLeft(f64::NAN), "div", None, Some(("data-frozen-scroll-left", None)));
    }
}
