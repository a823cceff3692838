//! `color-scheme`, and the colours that Chromium's own parts have in each.
//!
//! <https://drafts.csswg.org/css-color-adjust-1/#color-scheme-prop>

use cssparser::Parser;

use super::specified::bits;
use super::syntax::{Invalid, Parsed, accept};
use super::{ComputeBasis, SpecifiedValue};
use crate::device::{ColorScheme as DeviceScheme, Device};
use crate::dom::{Dom, LocalName, NodeId, local_name};
use crate::style::computed::{Color, ComputedStyle, Srgb};

/// Bits of a value: the schemes that it names.
const LIGHT: u16 = 1;
const DARK: u16 = 2;
/// It names some scheme, if only one that Chromium does not know.
const ANY: u16 = 4;

/// The schemes that a value names; 0 for `normal`.
pub(super) fn parse(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "normal") {
        return Ok(SpecifiedValue::Bits(0));
    }
    let (mut schemes, mut only) = (0, false);
    while let Ok(word) = input.try_parse(|i| i.expect_ident().map(|word| word.to_ascii_lowercase())) {
        match &*word {
            "light" => schemes |= LIGHT | ANY,
            "dark" => schemes |= DARK | ANY,
            "only" if !only => only = true,
            "only" | "normal" | "none" | "default" | "initial" | "inherit" | "unset" | "revert" => return Err(Invalid),
            _ => schemes |= ANY,
        }
    }
    if schemes == 0 { Err(Invalid) } else { Ok(SpecifiedValue::Bits(schemes)) }
}

/// True if a page that names these schemes is dark.
fn chosen(schemes: u16, prefers_dark: bool) -> bool {
    schemes & DARK != 0 && (prefers_dark || schemes & LIGHT == 0)
}

/// The style that the elements of a document start from.
pub(crate) fn initial_style(dom: &Dom, document: NodeId, device: &Device) -> ComputedStyle {
    let prefers_dark = device.color_scheme == DeviceScheme::Dark;
    let is_scheme = |node: &NodeId| {
        let name = dom.attr(*node, &local_name!("name"));
        dom.is_html(*node, &local_name!("meta")) && name.is_some_and(|name| name.eq_ignore_ascii_case("color-scheme"))
    };
    let root = dom.document_element(document);
    let heads = root.into_iter().flat_map(|root| dom.child_elements(root)).take(1);
    let content = heads
        .flat_map(|head| dom.child_elements(head))
        .filter(is_scheme)
        .find_map(|meta| dom.attr(meta, &LocalName::from("content")));
    let is_dark = content.is_some_and(|content| is_dark_by_meta(content, prefers_dark));
    let color = Color::Srgb(ink(is_dark));
    ComputedStyle { scaled: device.is_scaled(), is_dark, prefers_dark, color, ..ComputedStyle::initial() }
}

/// True if a page is dark that supports the schemes of its `meta` element.
fn is_dark_by_meta(content: &str, prefers_dark: bool) -> bool {
    parse(&mut Parser::new(content)).is_ok_and(|value| chosen(bits(&value), prefers_dark))
}

/// The used scheme of an element; the root element has the colour of text in it.
pub(super) fn is_dark(style: &mut ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> bool {
    let is_dark = match bits(value) {
        0 => basis.initial.is_dark,
        schemes => chosen(schemes, basis.initial.prefers_dark),
    };
    if basis.is_root {
        style.color = Color::Srgb(ink(is_dark));
    }
    is_dark
}

fn ink(is_dark: bool) -> Srgb {
    Srgb::new([if is_dark { 255.0 } else { 0.0 }; 3], 1.0)
}

impl ComputedStyle {
    /// The colour of a canvas without a background.
    #[must_use]
    pub fn canvas_color(&self) -> Srgb {
        Srgb::new([if self.is_dark { 18.0 } else { 255.0 }; 3], 1.0)
    }

    /// The colour in which Chromium paints buttons.
    #[must_use]
    pub fn button_color(&self) -> Srgb {
        Srgb::new([if self.is_dark { 107.0 } else { 239.0 }; 3], 1.0)
    }

    /// The colour in which Chromium paints text fields.
    #[must_use]
    pub fn field_color(&self) -> Srgb {
        Srgb::new([if self.is_dark { 59.0 } else { 255.0 }; 3], 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_are_chosen_as_the_user_asks() {
        let dark = |content: &str| [false, true].map(|prefers| is_dark_by_meta(content, prefers));
        assert_eq!(dark("light dark"), [false, true]);
        assert_eq!(dark("dark"), [true, true]);
        assert_eq!(dark("only light"), [false, false]);
        assert_eq!(dark("normal"), [false, false]);
        assert_eq!(dark("sepia dark"), [true, true]);
    }
}
