//! The kind of an element, from its name and attributes alone.

use crate::dom::{ElementData, LocalName, local_name, ns};

/// True for an HTML element of one of these names.
pub(super) fn is_one_of(element: &ElementData, names: &[LocalName]) -> bool {
    element.name.ns == ns!(html) && names.contains(&element.name.local)
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
