//! Pseudo-classes that ask for an element's state.

use super::direction::Directionality;
use super::kind::{is_link, is_one_of};
use super::pseudo::PseudoClass;
use super::tree::Tree;
use crate::dom::form::{InputType, is_placeholder_shown, is_required};
use crate::dom::{Dom, ElementData, LocalName, NodeData, NodeId, is_custom_element_name, local_name, ns};

/// True if the element is in the state that the pseudo-class names.
pub(super) fn is_in_state(tree: &Tree<'_>, node: NodeId, element: &ElementData, class: &PseudoClass) -> bool {
    let dom = tree.dom;
    if matches!(class, PseudoClass::ReadWrite | PseudoClass::ReadOnly | PseudoClass::Target) {
        // They look at every ancestor.
        tree.work.step(16);
    }
    match class {
        PseudoClass::AnyLink | PseudoClass::Link => is_link(element),
        PseudoClass::Hover => dom.is_hovered(node),
        PseudoClass::Focus => tree.focus().node == Some(node),
        PseudoClass::FocusVisible => {
            tree.focus().node == Some(node) && dom.interaction().is_none_or(|state| state.focus_visible)
        }
        PseudoClass::FocusWithin => {
            tree.focus().node.is_some_and(|focus| focus == node || dom.flat_ancestors(focus).any(|n| n == node))
        }
        PseudoClass::Target => is_target(dom, node, element),
        PseudoClass::Enabled => can_be_disabled(element) && !is_disabled(dom, node),
        PseudoClass::Disabled => can_be_disabled(element) && is_disabled(dom, node),
        PseudoClass::Required => is_required(element),
        PseudoClass::Optional => {
            // Chrome: buttons are, and every input that `required` does not apply to.
            is_one_of(
                element,
                &[local_name!("button"), local_name!("input"), local_name!("select"), local_name!("textarea")],
            ) && !is_required(element)
        }
        PseudoClass::ReadWrite => is_read_write(dom, node, element),
        // Chrome: elements of other namespaces are neither.
        PseudoClass::ReadOnly => element.name.ns == ns!(html) && !is_read_write(dom, node, element),
        PseudoClass::PlaceholderShown => is_placeholder_shown(dom, node),
        PseudoClass::Default => dom.form().is_default(dom, node),
        PseudoClass::Checked => dom.form().is_checked(node) || dom.form().is_selected(node),
        PseudoClass::Indeterminate => dom.form().is_indeterminate(dom, node),
        PseudoClass::Valid => dom.form().is_valid(node) == Some(true),
        PseudoClass::Invalid => dom.form().is_valid(node) == Some(false),
        PseudoClass::InRange => dom.form().is_in_range(dom, node) == Some(true),
        PseudoClass::OutOfRange => dom.form().is_in_range(dom, node) == Some(false),
        PseudoClass::Defined => is_defined(element),
        PseudoClass::Modal => dom.is_modal_dialog(node),
        PseudoClass::PopoverOpen => dom.is_popover_open(node),
        PseudoClass::Open => {
            is_one_of(element, &[local_name!("details"), local_name!("dialog")])
                && element.attr(&local_name!("open")).is_some()
        }
        PseudoClass::Lang(range) => tree.language(node).is_some_and(|tag| matches_range(range, tag)),
        PseudoClass::Dir(name) => match &*name.0 {
            "ltr" => tree.directionality(node) == Directionality::Ltr,
            "rtl" => tree.directionality(node) == Directionality::Rtl,
            _ => false,
        },
        // Nobody has interacted with a saved page.
        PseudoClass::UserValid | PseudoClass::UserInvalid | PseudoClass::Never(_) => false,
        PseudoClass::SelfOrAncestor(_) => false,
    }
}

/// <https://html.spec.whatwg.org/#selector-target>
fn is_target(dom: &Dom, node: NodeId, element: &ElementData) -> bool {
    let Some(top) = dom.ancestors(node).last() else { return false };
    let NodeData::Document(document) = &dom.node(top).data else { return false };
    let Some(fragment) = document.url.as_ref().and_then(url::Url::fragment).filter(|f| !f.is_empty()) else {
        return false;
    };
    let decoded = percent_encoding::percent_decode_str(fragment).decode_utf8_lossy();
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

/// <https://html.spec.whatwg.org/#selector-disabled>
///
/// Chrome: the contents of a disabled `select` are disabled, too.
fn is_disabled(dom: &Dom, node: NodeId) -> bool {
    let form = dom.form();
    form.is_disabled(node)
        || ((dom.is_html(node, &local_name!("option")) || dom.is_html(node, &local_name!("optgroup")))
            && dom
                .ancestors(node)
                .find(|&n| dom.is_html(n, &local_name!("select")))
                .is_some_and(|select| form.is_disabled(select)))
}

/// <https://html.spec.whatwg.org/#selector-read-write>
fn is_read_write(dom: &Dom, node: NodeId, element: &ElementData) -> bool {
    let is_field = match InputType::of(element) {
        Some(kind) => kind.is_typed(),
        None => is_one_of(element, &[local_name!("textarea")]),
    };
    if is_field {
        return element.attr(&local_name!("readonly")).is_none() && !dom.form().is_disabled(node);
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

/// True for every element whose definition is known without scripts.
fn is_defined(element: &ElementData) -> bool {
    element.name.ns != ns!(html)
        || !(is_custom_element_name(&element.name.local) || element.attr(&LocalName::from("is")).is_some())
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
