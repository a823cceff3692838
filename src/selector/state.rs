//! Pseudo-classes that ask for an element's state.

use super::direction::{Directionality, directionality};
use super::matcher::{Tree, is_one_of};
use super::pseudo::PseudoClass;
use crate::dom::{Dom, ElementData, LocalName, NodeData, NodeId, local_name, ns};

/// True if the element is in the state that the pseudo-class names.
pub(super) fn is_in_state(tree: &Tree<'_>, node: NodeId, element: &ElementData, class: &PseudoClass) -> bool {
    let dom = tree.dom;
    match class {
        PseudoClass::AnyLink | PseudoClass::Link => is_link(element),
        PseudoClass::Focus | PseudoClass::FocusVisible => tree.focus() == Some(node),
        PseudoClass::FocusWithin => {
            tree.focus().is_some_and(|focus| focus == node || dom.flat_ancestors(focus).any(|n| n == node))
        }
        PseudoClass::Target => is_target(dom, node, element),
        PseudoClass::Enabled => can_be_disabled(element) && !is_disabled(dom, node),
        PseudoClass::Disabled => can_be_disabled(element) && is_disabled(dom, node),
        PseudoClass::Required => is_required(element),
        PseudoClass::Optional => {
            is_one_of(element, &[local_name!("input"), local_name!("select"), local_name!("textarea")])
                && !is_required(element)
        }
        PseudoClass::ReadWrite => is_read_write(dom, node, element),
        // Chrome: elements of other namespaces are neither.
        PseudoClass::ReadOnly => element.name.ns == ns!(html) && !is_read_write(dom, node, element),
        PseudoClass::PlaceholderShown => is_placeholder_shown(dom, node, element),
        PseudoClass::Default => is_default(tree, node, element),
        PseudoClass::Checked => is_checked(tree, node, element),
        PseudoClass::Indeterminate => is_indeterminate(dom, node, element),
        PseudoClass::Valid => validity(tree, node, element) == Some(true),
        PseudoClass::Invalid => validity(tree, node, element) == Some(false),
        PseudoClass::InRange => in_range(element) == Some(true),
        PseudoClass::OutOfRange => in_range(element) == Some(false),
        PseudoClass::Defined => is_defined(element),
        PseudoClass::Modal => element.attr(&LocalName::from("data-frozen-modal")).is_some(),
        PseudoClass::PopoverOpen => element.attr(&LocalName::from("data-frozen-popover-open")).is_some(),
        PseudoClass::Open => {
            is_one_of(element, &[local_name!("details"), local_name!("dialog")])
                && element.attr(&local_name!("open")).is_some()
        }
        PseudoClass::Lang(ranges) => dom.language(node).is_some_and(|tag| ranges.iter().any(|r| matches_range(r, tag))),
        PseudoClass::Dir(name) => match &*name.0 {
            "ltr" => directionality(dom, node) == Directionality::Ltr,
            "rtl" => directionality(dom, node) == Directionality::Rtl,
            _ => false,
        },
        // Nobody has interacted with a saved page.
        PseudoClass::UserValid | PseudoClass::UserInvalid | PseudoClass::Never(_) => false,
        PseudoClass::SelfOrAncestor(_) => false,
    }
}

/// <https://html.spec.whatwg.org/#selector-link>; SVG's `a` too.
pub(super) fn is_link(element: &ElementData) -> bool {
    let name = &element.name;
    if name.ns == ns!(html) {
        return matches!(name.local, local_name!("a") | local_name!("area"))
            && element.attr(&local_name!("href")).is_some();
    }
    name.ns == ns!(svg)
        && name.local == local_name!("a")
        && element
            .attributes
            .iter()
            .any(|a| a.name.local == local_name!("href") && matches!(a.name.ns, ns!() | ns!(xlink)))
}

/// <https://html.spec.whatwg.org/#selector-target>
fn is_target(dom: &Dom, node: NodeId, element: &ElementData) -> bool {
    let Some(top) = dom.ancestors(node).last() else { return false };
    let NodeData::Document(document) = &dom.node(top).data else { return false };
    let Some(fragment) = document.url.as_ref().and_then(url::Url::fragment).filter(|f| !f.is_empty()) else {
        return false;
    };
    let decoded = String::from_utf8_lossy(&percent_decode(fragment)).into_owned();
    let is_named = |name: &str| {
        element.id.as_deref() == Some(name)
            || (is_one_of(element, &[local_name!("a")]) && element.attr(&local_name!("name")) == Some(name))
    };
    (is_named(fragment) || is_named(&decoded))
        && [fragment, &*decoded]
            .into_iter()
            .find_map(|id| dom.get_element_by_id(top, &LocalName::from(id)))
            .is_none_or(|first| first == node)
}

/// The bytes that a URL's text stands for.
pub(crate) fn percent_decode(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let hex = |at: usize| bytes.get(at).and_then(|b| char::from(*b).to_digit(16)).and_then(|d| u8::try_from(d).ok());
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push(high * 16 + low);
                at += 3;
            }
            _ => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

fn can_be_disabled(element: &ElementData) -> bool {
    is_one_of(
        element,
        &[
            local_name!("button"),
            local_name!("input"),
            local_name!("select"),
            local_name!("textarea"),
            local_name!("optgroup"),
            local_name!("option"),
            local_name!("fieldset"),
        ],
    )
}

/// <https://html.spec.whatwg.org/#concept-element-disabled>
fn is_disabled(dom: &Dom, node: NodeId) -> bool {
    let Some(element) = dom.element(node) else { return false };
    if element.attr(&local_name!("disabled")).is_some() {
        return true;
    }
    if element.name.local == local_name!("option") {
        return dom.node(node).parent.is_some_and(|parent| {
            dom.is_html(parent, &local_name!("optgroup")) && dom.attr(parent, &local_name!("disabled")).is_some()
        });
    }
    if element.name.local == local_name!("optgroup") {
        return false;
    }
    let mut below = node;
    for ancestor in dom.ancestors(node) {
        if dom.is_html(ancestor, &local_name!("fieldset")) && dom.attr(ancestor, &local_name!("disabled")).is_some() {
            let legend = dom.children(ancestor).find(|&c| dom.is_html(c, &local_name!("legend")));
            if legend != Some(below) {
                return true;
            }
        }
        below = ancestor;
    }
    false
}

/// The `type` of an input, lower case.
fn input_type(element: &ElementData) -> Option<String> {
    is_one_of(element, &[local_name!("input")])
        .then(|| element.attr(&local_name!("type")).unwrap_or("text").to_ascii_lowercase())
}

fn is_required(element: &ElementData) -> bool {
    if element.attr(&local_name!("required")).is_none() {
        return false;
    }
    match input_type(element) {
        Some(kind) => !matches!(&*kind, "hidden" | "range" | "color" | "submit" | "image" | "reset" | "button"),
        None => is_one_of(element, &[local_name!("select"), local_name!("textarea")]),
    }
}

/// Types of input whose value is typed.
fn is_typed(kind: &str) -> bool {
    !matches!(
        kind,
        "hidden" | "range" | "color" | "checkbox" | "radio" | "file" | "submit" | "image" | "reset" | "button"
    )
}

/// <https://html.spec.whatwg.org/#selector-read-write>
fn is_read_write(dom: &Dom, node: NodeId, element: &ElementData) -> bool {
    let is_field = match input_type(element) {
        Some(kind) => is_typed(&kind),
        None => is_one_of(element, &[local_name!("textarea")]),
    };
    if is_field {
        return element.attr(&local_name!("readonly")).is_none() && !is_disabled(dom, node);
    }
    if is_one_of(element, &[local_name!("input")]) {
        return false;
    }
    std::iter::once(node).chain(dom.ancestors(node)).find_map(|n| {
        let value = dom.attr(n, &local_name!("contenteditable"))?;
        if value.is_empty() || value.eq_ignore_ascii_case("true") || value.eq_ignore_ascii_case("plaintext-only") {
            Some(true)
        } else {
            value.eq_ignore_ascii_case("false").then_some(false)
        }
    }) == Some(true)
}

/// The value of a text field as it was saved.
fn field_value(dom: &Dom, node: NodeId, element: &ElementData) -> String {
    if element.name.local == local_name!("textarea") {
        return dom.children(node).filter_map(|c| dom.text(c)).collect();
    }
    element.attr(&local_name!("value")).unwrap_or_default().to_owned()
}

fn is_placeholder_shown(dom: &Dom, node: NodeId, element: &ElementData) -> bool {
    let allowed = match input_type(element) {
        Some(kind) => is_typed(&kind) && !matches!(&*kind, "date" | "month" | "week" | "time" | "datetime-local"),
        None => is_one_of(element, &[local_name!("textarea")]),
    };
    allowed && element.attr(&local_name!("placeholder")).is_some() && field_value(dom, node, element).is_empty()
}

/// The form that owns a control.
fn form_owner(dom: &Dom, node: NodeId) -> Option<NodeId> {
    if let Some(id) = dom.attr(node, &local_name!("form")) {
        return dom
            .get_element_by_id(dom.tree_root(node), &LocalName::from(id))
            .filter(|&n| dom.is_html(n, &local_name!("form")));
    }
    dom.ancestors(node).find(|&n| dom.is_html(n, &local_name!("form")))
}

fn is_submit_button(element: &ElementData) -> bool {
    if is_one_of(element, &[local_name!("button")]) {
        return element
            .attr(&local_name!("type"))
            .is_none_or(|t| !t.eq_ignore_ascii_case("button") && !t.eq_ignore_ascii_case("reset"));
    }
    matches!(input_type(element).as_deref(), Some("submit" | "image"))
}

/// <https://html.spec.whatwg.org/#selector-default>
fn is_default(tree: &Tree<'_>, node: NodeId, element: &ElementData) -> bool {
    let dom = tree.dom;
    if is_submit_button(element) {
        let Some(form) = form_owner(dom, node) else { return false };
        let first = *tree.default_buttons.borrow_mut().entry(form).or_insert_with(|| {
            let top = dom.ancestors(form).last().unwrap_or(form);
            dom.descendants(top)
                .find(|&n| dom.element(n).is_some_and(is_submit_button) && form_owner(dom, n) == Some(form))
        });
        return first == Some(node);
    }
    match input_type(element) {
        Some(kind) => matches!(&*kind, "checkbox" | "radio") && element.attr(&local_name!("checked")).is_some(),
        None => is_one_of(element, &[local_name!("option")]) && element.attr(&local_name!("selected")).is_some(),
    }
}

/// <https://html.spec.whatwg.org/#selector-checked>
fn is_checked(tree: &Tree<'_>, node: NodeId, element: &ElementData) -> bool {
    if let Some(kind) = input_type(element) {
        return matches!(&*kind, "checkbox" | "radio") && element.attr(&local_name!("checked")).is_some();
    }
    if !is_one_of(element, &[local_name!("option")]) {
        return false;
    }
    let dom = tree.dom;
    let Some(select) = dom.ancestors(node).find(|&n| dom.is_html(n, &local_name!("select"))) else {
        return element.attr(&local_name!("selected")).is_some();
    };
    if dom.attr(select, &local_name!("multiple")).is_some() {
        return element.attr(&local_name!("selected")).is_some();
    }
    let selected = *tree.selected.borrow_mut().entry(select).or_insert_with(|| selected_option(dom, select));
    selected == Some(node)
}

/// The one option that a single select shows: <https://html.spec.whatwg.org/#selectedness-setting-algorithm>
fn selected_option(dom: &Dom, select: NodeId) -> Option<NodeId> {
    let options = || dom.descendants(select).filter(|&n| dom.is_html(n, &local_name!("option")));
    let marked = options().filter(|&o| dom.attr(o, &local_name!("selected")).is_some()).last();
    let size = dom.attr(select, &local_name!("size")).and_then(|s| s.trim().parse::<u32>().ok()).unwrap_or(0);
    marked.or_else(|| if size > 1 { None } else { options().find(|&o| !is_disabled(dom, o)) })
}

/// <https://html.spec.whatwg.org/#selector-indeterminate>
fn is_indeterminate(dom: &Dom, node: NodeId, element: &ElementData) -> bool {
    if is_one_of(element, &[local_name!("progress")]) {
        return element.attr(&local_name!("value")).is_none();
    }
    match input_type(element).as_deref() {
        Some("checkbox") => element.attr(&LocalName::from("data-frozen-indeterminate")).is_some(),
        Some("radio") => {
            let name = element.attr(&local_name!("name")).unwrap_or_default();
            if element.attr(&local_name!("checked")).is_some() {
                return false;
            }
            if name.is_empty() {
                return true;
            }
            let owner = form_owner(dom, node);
            let top = dom.ancestors(node).last().unwrap_or(node);
            !dom.descendants(top).any(|n| {
                dom.element(n).is_some_and(|e| {
                    e.attr(&local_name!("name")) == Some(name)
                        && e.attr(&local_name!("checked")).is_some()
                        && input_type(e).as_deref() == Some("radio")
                }) && form_owner(dom, n) == owner
            })
        }
        _ => false,
    }
}

/// True for every element whose definition is known without scripts.
fn is_defined(element: &ElementData) -> bool {
    element.name.ns != ns!(html)
        || !(is_custom_name(&element.name.local) || element.attr(&LocalName::from("is")).is_some())
}

/// <https://html.spec.whatwg.org/#valid-custom-element-name>
fn is_custom_name(name: &str) -> bool {
    const RESERVED: &[&str] = &[
        "annotation-xml",
        "color-profile",
        "font-face",
        "font-face-src",
        "font-face-uri",
        "font-face-format",
        "font-face-name",
        "missing-glyph",
    ];
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.contains('-')
        && !name.contains(|c: char| c.is_ascii_uppercase())
        && !RESERVED.contains(&name)
}

/// Extended filtering of RFC 4647 §3.3.2, with the implicit trailing wildcard of `:lang()`.
fn matches_range(range: &str, tag: &str) -> bool {
    if range.is_empty() || tag.is_empty() {
        return range.is_empty() && tag.is_empty();
    }
    let mut wanted = range.split('-');
    let mut given = tag.split('-');
    let (Some(first), Some(language)) = (wanted.next(), given.next()) else { return false };
    if first != "*" && !first.eq_ignore_ascii_case(language) {
        return false;
    }
    let mut next = given.next();
    for part in wanted {
        if part == "*" {
            continue;
        }
        loop {
            match next {
                None => return false,
                Some(subtag) if subtag.eq_ignore_ascii_case(part) => {
                    next = given.next();
                    break;
                }
                Some(subtag) if subtag.len() == 1 => return false,
                Some(_) => next = given.next(),
            }
        }
    }
    true
}

/// Whether a control, form or fieldset satisfies its constraints; `None` if it has none.
fn validity(tree: &Tree<'_>, node: NodeId, element: &ElementData) -> Option<bool> {
    let dom = tree.dom;
    if is_one_of(element, &[local_name!("form"), local_name!("fieldset")]) {
        let is_form = element.name.local == local_name!("form");
        let invalid = *tree.invalid.borrow_mut().entry(node).or_insert_with(|| {
            let inside = dom.descendants(node).any(|n| {
                dom.element(n).is_some_and(|e| {
                    control_validity(dom, n, e) == Some(false) && (!is_form || form_owner(dom, n) == Some(node))
                })
            });
            inside
        });
        return Some(!invalid);
    }
    control_validity(dom, node, element)
}

/// <https://html.spec.whatwg.org/#the-constraint-validation-api>: `None` if barred from validation.
fn control_validity(dom: &Dom, node: NodeId, element: &ElementData) -> Option<bool> {
    let kind = input_type(element);
    let candidate = match kind.as_deref() {
        Some(kind) => !matches!(kind, "hidden" | "button" | "reset"),
        None => {
            is_one_of(element, &[local_name!("select"), local_name!("textarea")])
                || (is_one_of(element, &[local_name!("button")]) && is_submit_button(element))
        }
    };
    let read_only = element.attr(&local_name!("readonly")).is_some()
        && !matches!(kind.as_deref(), Some("checkbox" | "radio" | "file" | "range" | "color" | "submit" | "image"))
        && !is_one_of(element, &[local_name!("select")]);
    let in_datalist = || dom.ancestors(node).any(|n| dom.is_html(n, &local_name!("datalist")));
    if !candidate || read_only || is_disabled(dom, node) || in_datalist() {
        return None;
    }
    Some(
        !is_missing(dom, node, element, kind.as_deref())
            && !is_mistyped(element, kind.as_deref())
            && in_range(element) != Some(false),
    )
}

/// `valueMissing`
fn is_missing(dom: &Dom, node: NodeId, element: &ElementData, kind: Option<&str>) -> bool {
    if !is_required(element) && kind != Some("radio") {
        return false;
    }
    match kind {
        Some("checkbox") => element.attr(&local_name!("checked")).is_none(),
        Some("radio") => {
            let name = element.attr(&local_name!("name")).unwrap_or_default();
            if name.is_empty() {
                return is_required(element) && element.attr(&local_name!("checked")).is_none();
            }
            let owner = form_owner(dom, node);
            let top = dom.ancestors(node).last().unwrap_or(node);
            let (mut required, mut checked) = (false, false);
            for n in dom.descendants(top) {
                let Some(other) = dom.element(n) else { continue };
                if other.attr(&local_name!("name")) == Some(name)
                    && input_type(other).as_deref() == Some("radio")
                    && form_owner(dom, n) == owner
                {
                    required |= is_required(other);
                    checked |= other.attr(&local_name!("checked")).is_some();
                }
            }
            required && !checked
        }
        Some("file") => true,
        None if element.name.local == local_name!("select") => {
            let value = selected_option(dom, node).map(|option| {
                dom.attr(option, &local_name!("value")).map_or_else(
                    || dom.descendants(option).filter_map(|n| dom.text(n)).collect::<String>().trim().to_owned(),
                    str::to_owned,
                )
            });
            value.is_none_or(|v| v.is_empty())
        }
        _ => field_value(dom, node, element).is_empty(),
    }
}

/// `typeMismatch`: addresses and URLs. Approx: `pattern` is not evaluated.
fn is_mistyped(element: &ElementData, kind: Option<&str>) -> bool {
    let value = element.attr(&local_name!("value")).unwrap_or_default();
    if value.is_empty() {
        return false;
    }
    match kind {
        Some("email") => {
            let is_address = |text: &str| {
                text.trim().split_once('@').is_some_and(|(user, host)| {
                    !user.is_empty()
                        && !host.is_empty()
                        && user.chars().all(|c| c.is_ascii_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c))
                        && host.split('.').all(|label| {
                            !label.is_empty()
                                && !label.starts_with('-')
                                && !label.ends_with('-')
                                && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
                        })
                })
            };
            if element.attr(&local_name!("multiple")).is_some() {
                !value.split(',').all(is_address)
            } else {
                !is_address(value)
            }
        }
        Some("url") => url::Url::parse(value.trim()).is_err(),
        _ => false,
    }
}

/// <https://html.spec.whatwg.org/#selector-in-range>; `None` if the control has no range limits.
fn in_range(element: &ElementData) -> Option<bool> {
    let kind = input_type(element)?;
    let number = |name: &LocalName| element.attr(name).and_then(|v| v.trim().parse::<f64>().ok());
    let text = |name: &LocalName| element.attr(name).filter(|v| !v.is_empty()).map(str::to_owned);
    let (min, max) = (local_name!("min"), local_name!("max"));
    match &*kind {
        "number" => {
            let (low, high) = (number(&min), number(&max));
            if low.is_none() && high.is_none() {
                return None;
            }
            let value = number(&local_name!("value"));
            Some(value.is_none_or(|v| low.is_none_or(|l| v >= l) && high.is_none_or(|h| v <= h)))
        }
        // Its value is always brought into range.
        "range" => Some(true),
        "date" | "month" | "week" | "time" | "datetime-local" => {
            let (low, high) = (text(&min), text(&max));
            if low.is_none() && high.is_none() {
                return None;
            }
            // The formats sort as text.
            let value = text(&local_name!("value"));
            Some(value.is_none_or(|v| low.is_none_or(|l| v >= l) && high.is_none_or(|h| v <= h)))
        }
        _ => None,
    }
}
