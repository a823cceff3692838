//! Sizes that elements of MathML declare: <https://w3c.github.io/mathml-core/#dfn-unsigned-length-percentage>

use super::{Content, Lengths};
use crate::dom::LocalName;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::BoxId;
use crate::layout::unit::{LayoutUnit, Offset};

/// A length or percentage.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Length {
    Px(f32),
    Percent(f32),
}

/// A number with a unit, px. A bare number other than 0 is not a length.
fn parse(text: &str, em: f32, ex: f32) -> Option<Length> {
    let text = text.trim();
    let end = text.find(|c: char| c.is_ascii_alphabetic() || c == '%').unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end)?;
    let number = number.parse::<f32>().ok().filter(|number| number.is_finite())?;
    let unit = match unit.to_ascii_lowercase().as_str() {
        "px" => 1.0,
        "em" => em,
        "ex" => ex,
        "pt" => 96.0 / 72.0,
        "pc" => 16.0,
        "in" => 96.0,
        "cm" => 96.0 / 2.54,
        "mm" => 96.0 / 25.4,
        "" if number == 0.0 => 1.0,
        "%" => return Some(Length::Percent(number / 100.0)),
        _ => return None,
    };
    Some(Length::Px(number * unit))
}

fn attribute(pass: &LayoutState<'_>, id: BoxId, name: &str, lengths: &Lengths) -> Option<Length> {
    let text = pass.dom.attr(pass.tree[id].node, &LocalName::from(name))?;
    parse(text, lengths.em, lengths.axis.to_f32() * 2.0)
}

/// The length that an attribute of an element declares; `None` without one that is valid.
pub(super) fn length(pass: &LayoutState<'_>, id: BoxId, name: &str, lengths: &Lengths) -> Option<LayoutUnit> {
    match attribute(pass, id, name, lengths)? {
        Length::Px(px) => Some(LayoutUnit::from_f32(px * pass.tree[id].style.zoom)),
        Length::Percent(_) => None,
    }
}

/// The thickness of a fraction's bar.
pub(super) fn line_thickness(pass: &LayoutState<'_>, id: BoxId, lengths: &Lengths) -> LayoutUnit {
    match attribute(pass, id, "linethickness", lengths) {
        Some(Length::Px(px)) => LayoutUnit::from_f32(px.max(0.0) * pass.tree[id].style.zoom),
        Some(Length::Percent(share)) => lengths.bar.mul_f32(share.max(0.0)),
        None => lengths.bar,
    }
}

/// <https://w3c.github.io/mathml-core/#space-mspace>
pub(super) fn space(pass: &LayoutState<'_>, id: BoxId, lengths: &Lengths) -> Content {
    let own = |name| length(pass, id, name, lengths).unwrap_or_default();
    Content { width: own("width").clamp_negative(), ascent: own("height"), descent: own("depth"), placed: Vec::new() }
}

/// <https://w3c.github.io/mathml-core/#adjust-space-around-content-mpadded>: the contents moved in a box of another size.
pub(super) fn padded(pass: &LayoutState<'_>, id: BoxId, lengths: &Lengths, mut content: Content) -> Content {
    let own = |name| length(pass, id, name, lengths);
    let size = |name, natural: LayoutUnit| own(name).map_or(natural, LayoutUnit::clamp_negative);
    let shift = Offset::new(own("lspace").unwrap_or_default().clamp_negative(), -own("voffset").unwrap_or_default());
    for placed in &mut content.placed {
        placed.at = placed.at + shift;
    }
    Content {
        width: size("width", content.width),
        ascent: size("height", content.ascent),
        descent: size("depth", content.descent),
        placed: content.placed,
    }
}

#[cfg(test)]
mod tests {
    use super::{Length, parse};

    #[test]
    fn lengths_have_units() {
        let check = |text: &str, expected| assert_eq!(parse(text, 16.0, 8.0), expected, "{text}");
        check("2em", Some(Length::Px(32.0)));
        check(" +10px ", Some(Length::Px(10.0)));
        check(".5ex", Some(Length::Px(4.0)));
        check("50%", Some(Length::Percent(0.5)));
        check("10", None);
        check("0", Some(Length::Px(0.0)));
        check("thick", None);
        check("é", None);
    }
}
