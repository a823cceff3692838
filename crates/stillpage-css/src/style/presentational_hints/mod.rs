//! Presentational hints: attributes of HTML and SVG as author declarations of specificity 0.
//!
//! <https://html.spec.whatwg.org/multipage/rendering.html>

mod embedded;
mod svg;
mod table;
mod value;

use cssparser::Parser;
pub use svg::transform_list;
use value::{Extent, dimension, is, legacy_color, non_negative_integer};

use super::computed as c;
use super::computed::{Keyword, ListStyleType};
use super::property::{
    Complex, Declaration, DeclaredValue, ParseMode, PropertyId, PropertyName, SpecifiedLength, SpecifiedValue,
    parse_declaration,
};
use crate::dom::{Atom, Dom, ElementData, LocalName, NodeId, local_name, ns};
use crate::selector::directionality;

/// Appends the declarations that the attributes of an element stand for.
///
/// Cells, rows and their like take some from the table's attributes: for them the cost is the distance to the table.
pub(crate) fn presentational_hints(dom: &Dom, node: NodeId, out: &mut Vec<Declaration>) {
    let Some(element) = dom.element(node) else { return };
    if element.name.ns == ns!(svg) {
        svg::hints(element, out);
        return;
    }
    if element.name.ns != ns!(html) {
        return;
    }
    let mut hints = Hints { dom, node, element, out };
    if takes_hints_of_table(element) {
        hints.of_table();
    }
    if !element.attributes.is_empty() {
        hints.common();
        hints.of_kind();
    }
    if element.name.local == local_name!("bdi") && element.attr(&local_name!("dir")).is_none() {
        hints.direction_of_content();
    }
}

/// True if an element may have hints without an attribute of its own.
#[must_use]
pub(super) fn takes_hints_of_table(element: &ElementData) -> bool {
    element.name.ns == ns!(html)
        && matches!(
            element.name.local,
            local_name!("td")
                | local_name!("th")
                | local_name!("tbody")
                | local_name!("thead")
                | local_name!("tfoot")
                | local_name!("colgroup")
                | local_name!("bdi")
        )
}

struct Hints<'a> {
    dom: &'a Dom,
    node: NodeId,
    element: &'a ElementData,
    out: &'a mut Vec<Declaration>,
}

fn px(value: f32) -> SpecifiedValue {
    SpecifiedLength::Px(value).into()
}

impl<'a> Hints<'a> {
    fn attr(&self, name: &LocalName) -> Option<&'a str> {
        self.element.attr(name)
    }

    fn push(&mut self, property: PropertyId, value: SpecifiedValue) {
        self.out.push(Declaration {
            property: PropertyName::Longhand(property),
            value: DeclaredValue::Specified(value),
            important: false,
        });
    }

    fn keyword<K: Keyword>(&mut self, property: PropertyId, keyword: K) {
        self.push(property, SpecifiedValue::Keyword(keyword.index()));
    }

    fn length(&mut self, property: PropertyId, extent: Extent) {
        let value = match extent {
            Extent::Px(value) => SpecifiedLength::Px(value),
            Extent::Percent(value) => SpecifiedLength::Percent(value),
        };
        self.push(property, value.into());
    }

    /// A dimension attribute, if it is valid (and, if `nonzero`, not 0).
    fn dimension(&mut self, attribute: &LocalName, properties: &[PropertyId], nonzero: bool) {
        let Some(extent) = self.attr(attribute).and_then(dimension) else { return };
        if nonzero && matches!(extent, Extent::Px(value) | Extent::Percent(value) if value <= 0.0) {
            return;
        }
        for property in properties {
            self.length(*property, extent);
        }
    }

    /// Attributes of every HTML element.
    fn common(&mut self) {
        if let Some(hidden) = self.attr(&local_name!("hidden")) {
            let until_found = is(hidden, "until-found");
            let is_embed = self.element.name.local == local_name!("embed");
            if is_embed {
                self.push(PropertyId::Width, px(0.0));
                self.push(PropertyId::Height, px(0.0));
            } else if until_found {
                self.keyword(PropertyId::ContentVisibility, c::ContentVisibility::Hidden);
            } else {
                self.keyword(PropertyId::Display, c::Display::None);
            }
        }
        if self.attr(&local_name!("inert")).is_some() {
            self.keyword(PropertyId::Interactivity, c::Interactivity::Inert);
        }
        if let Some(dir) = self.attr(&local_name!("dir")) {
            let direction = c::Direction::from_css(dir);
            let auto = is(dir, "auto");
            if let Some(direction) = direction {
                self.keyword(PropertyId::Direction, direction);
            }
            if direction.is_some() || auto {
                let plaintext = auto && self.is_plaintext_field();
                let isolates = !matches!(self.element.name.local, local_name!("bdo") | local_name!("bdi"));
                if plaintext {
                    self.keyword(PropertyId::UnicodeBidi, c::UnicodeBidi::Plaintext);
                } else if isolates {
                    self.keyword(PropertyId::UnicodeBidi, c::UnicodeBidi::Isolate);
                }
            }
            if auto {
                self.direction_of_content();
            }
        }
    }

    /// Returns `true` if `dir=auto` decides by paragraph. Chrome: not of plain text fields.
    fn is_plaintext_field(&self) -> bool {
        let is_kind = |kind: &str| ["search", "tel", "url", "email"].iter().any(|k| is(kind, k));
        match self.element.name.local {
            local_name!("pre") | local_name!("textarea") => true,
            local_name!("input") => self.attr(&local_name!("type")).is_some_and(is_kind),
            _ => false,
        }
    }

    fn direction_of_content(&mut self) {
        let direction = match directionality(self.dom, self.node) {
            crate::selector::Directionality::Ltr => c::Direction::Ltr,
            crate::selector::Directionality::Rtl => c::Direction::Rtl,
        };
        self.keyword(PropertyId::Direction, direction);
    }

    /// Attributes of the element's own kind.
    fn of_kind(&mut self) {
        use PropertyId as P;
        match self.element.name.local {
            local_name!("body") => self.body(),
            local_name!("p")
            | local_name!("div")
            | local_name!("h1")
            | local_name!("h2")
            | local_name!("h3")
            | local_name!("h4")
            | local_name!("h5")
            | local_name!("h6") => self.block_align(),
            local_name!("br") => self.clear(),
            local_name!("font") => self.font(),
            local_name!("hr") => self.rule(),
            local_name!("ol") | local_name!("ul") | local_name!("li") => self.list_type(),
            local_name!("pre") if self.attr(&local_name!("wrap")).is_some() => {
                self.keyword(P::WhiteSpaceCollapse, c::WhiteSpaceCollapse::Preserve);
                self.keyword(P::TextWrapMode, c::TextWrapMode::Wrap);
            }
            local_name!("textarea") if self.attr(&local_name!("wrap")).is_some_and(|wrap| is(wrap, "off")) => {
                self.keyword(P::TextWrapMode, c::TextWrapMode::NoWrap);
                self.keyword(P::OverflowWrap, c::OverflowWrap::Normal);
            }
            local_name!("img") => self.image(true),
            local_name!("embed") | local_name!("object") => self.image(false),
            local_name!("input") if self.attr(&local_name!("type")).is_some_and(|kind| is(kind, "image")) => {
                self.image(true);
            }
            local_name!("iframe") => self.frame(),
            local_name!("video") | local_name!("canvas") => {
                if self.element.name.local == local_name!("video") {
                    self.dimension(&local_name!("width"), &[P::Width], false);
                    self.dimension(&local_name!("height"), &[P::Height], false);
                }
                self.ratio();
            }
            local_name!("marquee") => {
                self.dimension(&local_name!("width"), &[P::Width], false);
                self.dimension(&local_name!("height"), &[P::Height], false);
                self.spaces();
                self.background();
            }
            local_name!("table") => self.table(),
            local_name!("caption") => {
                if self.attr(&local_name!("align")).is_some_and(|align| is(align, "bottom")) {
                    self.keyword(P::CaptionSide, c::CaptionSide::Bottom);
                }
            }
            local_name!("col") | local_name!("colgroup") => {
                self.dimension(&local_name!("width"), &[P::Width], true);
                self.part_align();
                self.vertical_align();
            }
            local_name!("tr") | local_name!("tbody") | local_name!("thead") | local_name!("tfoot") => {
                self.dimension(&local_name!("height"), &[P::Height], false);
                self.part_align();
                self.vertical_align();
                self.background();
            }
            local_name!("td") | local_name!("th") => {
                self.dimension(&local_name!("width"), &[P::Width], true);
                self.dimension(&local_name!("height"), &[P::Height], true);
                self.part_align();
                self.vertical_align();
                self.background();
                if self.attr(&local_name!("nowrap")).is_some() {
                    self.keyword(P::TextWrapMode, c::TextWrapMode::NoWrap);
                }
            }
            local_name!("legend") => {
                let align = self.attr(&local_name!("align")).and_then(|align| match () {
                    () if is(align, "left") => Some(c::AlignKeyword::Left),
                    () if is(align, "right") => Some(c::AlignKeyword::Right),
                    () if is(align, "center") => Some(c::AlignKeyword::Center),
                    () => None,
                });
                if let Some(keyword) = align {
                    self.push(
                        P::JustifySelf,
                        SpecifiedValue::Align(c::Align { keyword, safe: false, is_unsafe: false }),
                    );
                    let align = c::TextAlign::from_css(keyword.css()).unwrap_or_default();
                    self.keyword(P::TextAlign, align);
                }
            }
            _ => {}
        }
    }

    /// <https://html.spec.whatwg.org/#the-page>
    fn body(&mut self) {
        use PropertyId as P;
        let frame = self.dom.owner_document(self.node);
        let container = match &self.dom.node(frame).data {
            crate::dom::NodeData::Document(document) => document.frame.and_then(|frame| self.dom.element(frame)),
            _ => None,
        };
        for (own, other, sides) in [
            ("marginheight", "topmargin", [P::MarginTop, P::MarginBottom]),
            ("marginwidth", "leftmargin", [P::MarginLeft, P::MarginRight]),
        ] {
            let value = self
                .attr(&LocalName::from(own))
                .or_else(|| self.attr(&LocalName::from(other)))
                .or_else(|| container.and_then(|frame| frame.attr(&LocalName::from(own))))
                .and_then(non_negative_integer);
            if let Some(value) = value {
                for side in sides {
                    self.push(side, px(value));
                }
            }
        }
        if let Some(color) = self.attr(&local_name!("text")).and_then(legacy_color) {
            self.push(P::Color, SpecifiedValue::Color(color));
        }
        self.background();
    }

    fn background(&mut self) {
        let color = self.attr(&local_name!("bgcolor")).and_then(legacy_color);
        let image = self.attr(&local_name!("background")).map(str::trim).filter(|url| !url.is_empty());
        if let Some(color) = color {
            self.push(PropertyId::BackgroundColor, SpecifiedValue::Color(color));
        }
        if let Some(url) = image {
            self.push(PropertyId::BackgroundImage, SpecifiedValue::image_at(url));
        }
    }

    fn block_align(&mut self) {
        let Some(align) = self.attr(&local_name!("align")) else { return };
        let heading = !matches!(self.element.name.local, local_name!("p") | local_name!("div"));
        use c::TextAlign as T;
        // Chrome: of headings the plain values.
        let value = match align.to_ascii_lowercase().as_str() {
            "center" | "middle" if heading => T::Center,
            "left" if heading => T::Left,
            "right" if heading => T::Right,
            "center" | "middle" => T::WebkitCenter,
            "left" => T::WebkitLeft,
            "right" => T::WebkitRight,
            "justify" => T::Justify,
            _ => return,
        };
        self.keyword(PropertyId::TextAlign, value);
    }

    fn part_align(&mut self) {
        let Some(align) = self.attr(&local_name!("align")) else { return };
        use c::TextAlign as T;
        let value = match align.to_ascii_lowercase().as_str() {
            "center" | "middle" | "absmiddle" => T::WebkitCenter,
            "left" => T::WebkitLeft,
            "right" => T::WebkitRight,
            "justify" => T::Justify,
            _ => return,
        };
        self.keyword(PropertyId::TextAlign, value);
    }

    fn vertical_align(&mut self) {
        let Some(align) = self.attr(&local_name!("valign")) else { return };
        let keyword = match align.to_ascii_lowercase().as_str() {
            "top" => TOP,
            "middle" => MIDDLE,
            "bottom" => BOTTOM,
            "baseline" => BASELINE,
            _ => return,
        };
        self.push(PropertyId::VerticalAlign, SpecifiedValue::Keyword(keyword));
    }

    fn clear(&mut self) {
        let Some(clear) = self.attr(&local_name!("clear")) else { return };
        let value = match clear.to_ascii_lowercase().as_str() {
            "left" => c::Clear::Left,
            "right" => c::Clear::Right,
            "all" | "both" => c::Clear::Both,
            _ => return,
        };
        self.keyword(PropertyId::Clear, value);
    }

    /// <https://html.spec.whatwg.org/#rules-for-parsing-a-legacy-font-size>
    fn font(&mut self) {
        if let Some(face) = self.attr(&local_name!("face")) {
            let mut input = Parser::new(face);
            let mode = ParseMode::default();
            let _ = parse_declaration("font-family", &mut input, &mode, self.out);
        }
        if let Some(color) = self.attr(&local_name!("color")).and_then(legacy_color) {
            self.push(PropertyId::Color, SpecifiedValue::Color(color));
        }
        if let Some(size) = self.attr(&local_name!("size")) {
            let text = size.trim_start_matches([' ', '\t', '\n', '\r', '\u{c}']);
            let digits = text.trim_start_matches(['+', '-']);
            let Some(number) = non_negative_integer(digits) else { return };
            let number = match text.as_bytes().first() {
                Some(b'+') => 3.0 + number,
                Some(b'-') => 3.0 - number,
                _ => number,
            };
            // `x-small` to `xxx-large`.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 1 and 7")]
            let keyword = number.clamp(1.0, 7.0) as u8 + 1;
            self.push(PropertyId::FontSize, SpecifiedValue::Keyword(keyword));
        }
    }

    /// <https://html.spec.whatwg.org/#the-hr-element-2>
    fn rule(&mut self) {
        use PropertyId as P;
        match self.attr(&local_name!("align")).map(str::to_ascii_lowercase).as_deref() {
            Some("left") => {
                self.push(P::MarginLeft, px(0.0));
                self.push(P::MarginRight, SpecifiedValue::Keyword(0));
            }
            Some("right") => {
                self.push(P::MarginLeft, SpecifiedValue::Keyword(0));
                self.push(P::MarginRight, px(0.0));
            }
            Some("center") => {
                self.push(P::MarginLeft, SpecifiedValue::Keyword(0));
                self.push(P::MarginRight, SpecifiedValue::Keyword(0));
            }
            _ => {}
        }
        self.dimension(&local_name!("width"), &[P::Width], false);
        let has = |name: &str| self.attr(&LocalName::from(name)).is_some();
        if has("noshade") || has("color") {
            for style in BORDER_STYLES {
                self.keyword(style, c::BorderStyle::Solid);
            }
        }
        if let Some(size) = self.attr(&local_name!("size")).and_then(non_negative_integer) {
            if size <= 1.0 {
                self.push(P::BorderBottomWidth, px(0.0));
            } else {
                self.push(P::Height, px(size - 2.0));
            }
        }
    }

    fn list_type(&mut self) {
        let Some(kind) = self.attr(&local_name!("type")) else { return };
        let is_ul = self.element.name.local == local_name!("ul");
        let name = match kind {
            "1" | "a" | "A" | "i" | "I" if is_ul => return,
            "1" => "decimal",
            "a" => "lower-alpha",
            "A" => "upper-alpha",
            "i" => "lower-roman",
            "I" => "upper-roman",
            _ if is(kind, "disc") => "disc",
            _ if is(kind, "circle") => "circle",
            _ if is(kind, "square") => "square",
            _ if is(kind, "none") => "none",
            _ => return,
        };
        let style = if name == "none" { ListStyleType::None } else { ListStyleType::Named(Atom::from(name)) };
        self.push(PropertyId::ListStyleType, Complex::ListStyle(style).into());
    }
}

const BORDER_WIDTHS: [PropertyId; 4] = [
    PropertyId::BorderTopWidth,
    PropertyId::BorderRightWidth,
    PropertyId::BorderBottomWidth,
    PropertyId::BorderLeftWidth,
];
const BORDER_STYLES: [PropertyId; 4] = [
    PropertyId::BorderTopStyle,
    PropertyId::BorderRightStyle,
    PropertyId::BorderBottomStyle,
    PropertyId::BorderLeftStyle,
];

// Keywords of `vertical-align` as the parser numbers them.
const BASELINE: u8 = 0;
const TEXT_TOP: u8 = 3;
const MIDDLE: u8 = 5;
const TOP: u8 = 6;
const BOTTOM: u8 = 7;
const BASELINE_MIDDLE: u8 = 8;

#[cfg(test)]
mod tests;
