//! The order in which the protocol lists properties.

use super::Value;

const ORDER: [&str; 34] = [
    "disabled",
    "live",
    "atomic",
    "relevant",
    "busy",
    "invalid",
    "focusable",
    "focused",
    "editable",
    "level",
    "checked",
    "modal",
    "multiselectable",
    "settable",
    "autocomplete",
    "hasPopup",
    "multiline",
    "orientation",
    "pressed",
    "readonly",
    "required",
    "expanded",
    "activedescendant",
    "details",
    "selected",
    "actions",
    "valuemin",
    "valuemax",
    "valuetext",
    "describedby",
    "url",
    "controls",
    "keyshortcuts",
    "roledescription",
];

/// Sorts the properties of a node.
pub(super) fn sort(list: &mut [(&'static str, Value)]) {
    list.sort_by_key(|(name, _)| ORDER.iter().position(|known| known == name).unwrap_or(ORDER.len()));
}
