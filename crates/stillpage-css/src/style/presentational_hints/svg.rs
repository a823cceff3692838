//! SVG presentation attributes. <https://svgwg.org/svg2-draft/styling.html#PresentationAttributes>

use cssparser::Parser;
use svgtypes::{TransformListParser, TransformListToken};

use crate::dom::{ElementData, LocalName, local_name, ns};
use crate::geometry::Affine;
use crate::style::computed::TransformFunction;
use crate::style::property::{
    Complex, Declaration, DeclaredValue, ParseMode, PropertyId, PropertyName, parse_declaration,
};

/// Attributes that are a property of the same name on every SVG element, as far as stillpage knows the property.
const EVERYWHERE: &[&str] = &[
    "clip",
    "clip-path",
    "clip-rule",
    "color",
    "cursor",
    "direction",
    "display",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "font-family",
    "font-size",
    "font-style",
    "font-variant",
    "font-weight",
    "letter-spacing",
    "mask",
    "mask-type",
    "opacity",
    "overflow",
    "pointer-events",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "transform-origin",
    "unicode-bidi",
    "vector-effect",
    "visibility",
    "word-spacing",
    "writing-mode",
];

/// Returns `true` if a geometry attribute is a property on an element of this name.
fn is_geometry(attribute: &str, element: &LocalName) -> bool {
    match attribute {
        "x" | "y" | "width" | "height" => matches!(
            *element,
            local_name!("svg") | local_name!("rect") | local_name!("image") | local_name!("foreignObject")
        ),
        "cx" | "cy" => matches!(*element, local_name!("circle") | local_name!("ellipse")),
        "r" => *element == local_name!("circle"),
        "rx" | "ry" => matches!(*element, local_name!("rect") | local_name!("ellipse")),
        _ => false,
    }
}

pub(super) fn hints(element: &ElementData, out: &mut Vec<Declaration>) {
    let mode = ParseMode { presentation_attribute: true, ..ParseMode::default() };
    for attribute in element.attributes.iter().filter(|a| a.name.ns == ns!()) {
        let name = &*attribute.name.local;
        if name == "transform" {
            out.extend(transform(&attribute.value));
        } else if EVERYWHERE.binary_search(&name).is_ok() || is_geometry(name, &element.name.local) {
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

/// The `transform` attribute, whose syntax is that of SVG 1.1: numbers without units. A list with a mistake counts for nothing.
fn transform(text: &str) -> Option<Declaration> {
    let functions = Complex::Transform(vec![TransformFunction::Matrix(transform_list(text)?)]);
    Some(Declaration {
        property: PropertyName::Longhand(PropertyId::Transform),
        value: DeclaredValue::Specified(functions.into()),
        important: false,
    })
}

/// A list of transforms in the syntax of SVG 1.1 as one; `None` for a list with a mistake.
#[must_use]
pub fn transform_list(text: &str) -> Option<Affine> {
    let mut all = Affine::IDENTITY;
    for token in TransformListParser::from(text) {
        all = all.then_inner(&matrix(token.ok()?));
    }
    Some(all)
}

fn matrix(token: TransformListToken) -> Affine {
    #[expect(clippy::cast_possible_truncation, reason = "coordinates are those of pages")]
    let f = |number: f64| number as f32;
    match token {
        TransformListToken::Matrix { a, b, c, d, e, f: last } => {
            Affine { a: f(a), b: f(b), c: f(c), d: f(d), e: f(e), f: f(last) }
        }
        TransformListToken::Translate { tx, ty } => Affine::translation(f(tx), f(ty)),
        TransformListToken::Scale { sx, sy } => Affine { a: f(sx), d: f(sy), ..Affine::IDENTITY },
        TransformListToken::Rotate { angle } => {
            let (sin, cos) = libm::sincosf(f(angle).to_radians());
            Affine { a: cos, b: sin, c: -sin, d: cos, e: 0.0, f: 0.0 }
        }
        TransformListToken::SkewX { angle } => Affine { c: libm::tanf(f(angle).to_radians()), ..Affine::IDENTITY },
        TransformListToken::SkewY { angle } => Affine { b: libm::tanf(f(angle).to_radians()), ..Affine::IDENTITY },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    fn moved(text: &str, x: f32, y: f32) -> Option<(f32, f32)> {
        let mut all = Affine::IDENTITY;
        for token in TransformListParser::from(text) {
            all = all.then_inner(&matrix(token.ok()?));
        }
        let to = all.apply(Point::new(x, y));
        Some((to.x, to.y))
    }

    #[test]
    fn transform_attribute_applies_left_to_right() {
        assert_eq!(moved("translate(10 5) scale(2)", 1.0, 1.0), Some((12.0, 7.0)), "scaled first");
    }

    #[test]
    fn transform_attribute_with_a_unit_is_no_transform() {
        for text in ["translate(10px, 5px)", "rotate(90deg)", "translate(5) scaleX(2)"] {
            assert!(transform(text).is_none(), "{text}");
        }
    }

    #[test]
    fn attributes_are_sorted_for_the_search() {
        assert!(EVERYWHERE.is_sorted(), "the list is searched by halves");
    }
}
