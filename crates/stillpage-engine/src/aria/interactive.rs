//! Elements that a user acts on: the one place that defines interactive roles, clickable elements and the elements that tools
//! check.

use super::role::Role;
use super::state::is_disabled_by_markup;
use crate::dom::form::InputType;
use crate::dom::{Dom, NodeId, local_name, ns};
use crate::style::Styles;
use crate::style::computed::Cursor;
use crate::text::js_number;

impl Role {
    /// True for the roles of single controls that a user acts on.
    ///
    /// The [widget roles](https://www.w3.org/TR/wai-aria-1.2/#widget_roles) that take input or navigate, with `combobox`
    /// and `listbox` of the composite ones, since native `select` elements have these roles. Not among them: widgets that
    /// only show a value (`progressbar`, `scrollbar`, `separator`), containers (`grid`, `menu`, `tablist`, `tree`, ...) and
    /// `gridcell` and `tabpanel`.
    #[must_use]
    #[doc(hidden)]
    pub fn is_interactive(self) -> bool {
        matches!(
            self,
            Self::Button
                | Self::Link
                | Self::Textbox
                | Self::Searchbox
                | Self::Combobox
                | Self::Listbox
                | Self::Checkbox
                | Self::Radio
                | Self::Switch
                | Self::Tab
                | Self::Menuitem
                | Self::Menuitemcheckbox
                | Self::Menuitemradio
                | Self::Option
                | Self::Slider
                | Self::Spinbutton
                | Self::Treeitem
        )
    }
}

/// True for the HTML elements that are controls without any attribute of ARIA.
///
/// They are the part of HTML's [interactive content](https://html.spec.whatwg.org/#interactive-content) that a user acts on,
/// and `summary`.
pub fn is_native_control(dom: &Dom, node: NodeId) -> bool {
    let Some(element) = dom.element(node).filter(|element| element.name.ns == ns!(html)) else { return false };
    match element.name.local {
        local_name!("a") => element.attr(&local_name!("href")).is_some(),
        local_name!("input") => InputType::of(element) != Some(InputType::Hidden),
        local_name!("button") | local_name!("select") | local_name!("textarea") | local_name!("summary") => true,
        _ => false,
    }
}

/// True for the elements that `check --all` tries: native controls, links of SVG, elements with a `tabindex`, and the roles
/// that pages most often give to other elements. By markup alone, as a selector:
/// `a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]`, and
/// `[role=button|link|checkbox|tab|menuitem|option]`.
pub(crate) fn is_surveyed(dom: &Dom, node: NodeId) -> bool {
    let Some(element) = dom.element(node) else { return false };
    is_native_control(dom, node)
        || element.name.local == local_name!("a") && element.attr(&local_name!("href")).is_some()
        || element.attr(&local_name!("tabindex")).is_some()
        || matches!(
            element.attr(&local_name!("role")),
            Some("button" | "link" | "checkbox" | "tab" | "menuitem" | "option")
        )
}

/// Focusable by markup: a control that is not disabled, a link, `details`, or a numeric `tabindex`.
///
/// Playwright: `isFocusable()` of its role computation. What really takes the focus also depends on what is rendered.
pub fn is_focusable(dom: &Dom, node: NodeId) -> bool {
    let Some(element) = dom.element(node) else { return false };
    if is_disabled_by_markup(dom, node) {
        return false;
    }
    let native = element.name.ns == ns!(html)
        && match &*element.name.local {
            "button" | "details" | "select" | "textarea" => true,
            "a" | "area" => element.attr(&local_name!("href")).is_some(),
            "input" => InputType::of(element) != Some(InputType::Hidden),
            _ => false,
        };
    native || element.attr(&local_name!("tabindex")).is_some_and(|value| js_number(value).is_some())
}

/// True if the cursor over an element is `pointer`.
pub fn has_pointer_cursor(styles: &Styles, node: NodeId) -> bool {
    styles.get(node).is_some_and(|style| style.cursor == Cursor::Pointer)
}

/// True for an element without the role of a control that nevertheless does something when it is clicked.
///
/// As far as a page without its scripts shows: its cursor is `pointer`, it is a `summary`, or it has an `onclick` attribute or
/// a `tabindex` of at least 0.
pub fn is_clickable(dom: &Dom, styles: &Styles, node: NodeId) -> bool {
    let Some(element) = dom.element(node) else { return false };
    has_pointer_cursor(styles, node)
        || dom.is_html(node, &local_name!("summary"))
        || element.attr(&local_name!("onclick")).is_some()
        || element
            .attr(&local_name!("tabindex"))
            .and_then(|index| index.trim().parse::<i32>().ok())
            .is_some_and(|n| n >= 0)
}
