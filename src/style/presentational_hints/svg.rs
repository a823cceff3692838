//! SVG presentation attributes. <https://svgwg.org/svg2-draft/styling.html#PresentationAttributes>

use cssparser::Parser;

use crate::dom::{ElementData, LocalName, local_name, ns};
use crate::style::property::{Declaration, ParseMode, parse_declaration};

/// Attributes that are a property of the same name on every SVG element, as far as stillpage knows the property.
const EVERYWHERE: &[&str] = &[
    "clip",
    "clip-path",
    "color",
    "cursor",
    "direction",
    "display",
    "fill",
    "fill-rule",
    "filter",
    "font-family",
    "font-size",
    "font-style",
    "font-variant",
    "font-weight",
    "letter-spacing",
    "mask",
    "opacity",
    "overflow",
    "pointer-events",
    "stroke",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-width",
    "text-anchor",
    "transform-origin",
    "unicode-bidi",
    "vector-effect",
    "visibility",
    "word-spacing",
    "writing-mode",
];

/// Whether a geometry attribute is a property on an element of this name.
fn is_geometry(attribute: &str, element: &LocalName) -> bool {
    match attribute {
        "x" | "y" | "width" | "height" => matches!(
            *element,
            local_name!("svg") | local_name!("rect") | local_name!("image") | local_name!("foreignObject")
        ),
        "cx" | "cy" => matches!(*element, local_name!("circle") | local_name!("ellipse")),
        "r" => *element == local_name!("circle"),
        "rx" | "ry" => matches!(*element, local_name!("rect") | local_name!("ellipse")),
        "transform" => true,
        _ => false,
    }
}

pub(super) fn hints(element: &ElementData, out: &mut Vec<Declaration>) {
    let mode = ParseMode { presentation_attribute: true, ..ParseMode::default() };
    for attribute in element.attributes.iter().filter(|a| a.name.ns == ns!()) {
        let name = &*attribute.name.local;
        if EVERYWHERE.binary_search(&name).is_ok() || is_geometry(name, &element.name.local) {
            let mut input = Parser::new(&attribute.value);
            let from = out.len();
            if parse_declaration(name, &mut input, &mode, out).is_ok() {
                // `!important` has no place in an attribute.
                if out[from..].iter().any(|declaration| declaration.important) {
                    out.truncate(from);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_sorted_for_the_search() {
        assert!(EVERYWHERE.is_sorted(), "the list is searched by halves");
    }
}
