//! Properties: the grammar of declarations, and their effect on a [`ComputedStyle`].
//!
//! *In*: declaration text, or a parsed declaration with the style it applies to. *Out*: [`Declaration`]s, computed fields.
//!
//! *Invariants*: shorthands are expanded when they are parsed; values are validated when they are parsed, so applying one
//! never fails; properties that only paint are known by name (for `@supports`) but leave no declaration.

mod address;
mod align;
mod anchor;
mod apply_anchor;
mod apply_boxed;
mod apply_font;
mod background;
mod border_image;
mod color;
mod color_scheme;
mod complex;
mod compute;
mod copy;
mod defaulting;
mod display;
mod effects;
mod finish;
mod font;
mod generated;
mod grid;
mod logical;
mod longhand;
mod math;
mod names;
mod paint;
mod paint_image;
mod painted;
mod parsed;
mod reparse;
mod shape;
mod shorthand;
mod specified;
mod supports;
mod syntax;
mod table;
#[cfg(test)]
mod tests;
mod transform;
mod unit;

use std::cell::Cell;
use std::sync::Arc;

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, Delimiter, ParseError, Parser, ParserState, QualifiedRuleParser,
    RuleBodyItemParser, RuleBodyParser, parse_important,
};

pub(crate) use address::{has_images, resolve as resolve_images};
pub(crate) use apply_font::leave_zoom_to_svg;
pub use color::focus_ring;
pub(crate) use color_scheme::initial_style;
pub use complex::Complex;
pub(crate) use defaulting::{inherit_from, set_inherited, set_initial};
pub(crate) use finish::finish_measured;
pub use finish::{FinishBasis, finish};
pub(crate) use font::font_width_keyword;
pub(crate) use logical::resolve_logical;
use names::Named;
pub use names::longhands_of;
pub use painted::PaintBasis;
pub(crate) use reparse::Reparsed;
use shorthand::Shorthand;
pub(crate) use supports::supports_declaration;
pub use syntax::SpecifiedLength;
use syntax::{Invalid, Parsed};
pub use table::Phase;
pub(crate) use table::PropertyId;
pub(crate) use unit::FontUnits;

use url::Url;

use super::computed::{Align, Color, ComputedStyle};
use crate::dom::{Atom, Dom, NodeId, Quirks};
use crate::style::media::DocumentViewport;
use crate::style::web_fonts::WebFonts;

/// The property that a declaration sets.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum PropertyName {
    /// A longhand.
    Longhand(PropertyId),
    /// A custom property; the name is without its two dashes.
    Custom(Atom),
}

/// `property: value !important`, one longhand or custom property.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Declaration {
    /// The property.
    pub property: PropertyName,
    /// The value.
    pub value: DeclaredValue,
    /// `!important`
    pub important: bool,
}

/// The keywords that every property takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CssWide {
    /// `inherit`
    Inherit,
    /// `initial`
    Initial,
    /// `unset`
    Unset,
    /// `revert`
    Revert,
    /// `revert-layer`
    RevertLayer,
}

/// A declared value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum DeclaredValue {
    /// A value of the property's own syntax.
    Specified(SpecifiedValue),
    /// A CSS-wide keyword.
    Wide(CssWide),
    /// Token text: every custom property, and values with `var()` or similar functions.
    WithVariables(Arc<UnparsedValue>),
}

/// Token text of a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnparsedValue {
    /// The property as declared, in lower case: the shorthand, if it was one. Empty for custom properties.
    pub origin: &'static str,
    /// The text, without `!important` and without white space around it.
    pub text: Box<str>,
    /// It has `var()`, `env()`, `attr()` or another function that is substituted; always true but for custom properties.
    pub references: bool,
    /// The address that those of its images are relative to, if that is not the page's.
    pub base: Option<Arc<Url>>,
}

/// A specified value; which variants a property has, is a matter of its parser.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum SpecifiedValue {
    /// Position in the property's list of keywords, mostly that of its enum; 0 is `auto`, `none` or `normal`.
    Keyword(u8),
    /// A number.
    Number(f32),
    /// An integer.
    Integer(i32),
    /// Flags.
    Bits(u16),
    /// A length or percentage, or math that computes to what the property takes.
    Length(SpecifiedLength),
    /// An alignment.
    Align(Align),
    /// A colour.
    Color(Color),
    /// Anything bigger.
    Complex(Arc<Complex>),
}

impl SpecifiedValue {
    /// A margin in `__qem`, which quirks mode drops at the edges of `body` and of table cells.
    pub(super) fn is_quirky_em(&self) -> bool {
        matches!(self, Self::Length(SpecifiedLength::Relative(_, unit::Unit::QuirkyEm)))
    }

    /// Returns `true` if the computed value depends on the element itself, by `attr()`.
    #[must_use]
    pub(crate) fn depends_on_element(&self) -> bool {
        match self {
            Self::Complex(complex) => match &**complex {
                Complex::Content(content) => content.has_attribute(),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Options of the declaration parser.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ParseMode {
    /// Quirks mode: lengths without units.
    pub quirks: bool,
    /// An SVG presentation attribute: lengths without units, too.
    pub presentation_attribute: bool,
    /// A sheet of the user agent: margins in `__qem`.
    pub user_agent: bool,
}

/// The functions that are substituted before a value is read.
/// <https://drafts.csswg.org/css-values-5/#arbitrary-substitution>
const SUBSTITUTION: &[&str] = &["var", "env", "attr", "if", "inherit", "random-item"];
const SUBSTITUTION_IN_CONTENT: &[&str] = &["var", "env", "if", "inherit", "random-item"];

/// Reads a declaration's value, after `name:` up to the end of `input` (which the caller delimits), `!important`
/// included. Appends one declaration a longhand; nothing for properties that only paint.
///
/// # Errors
/// If the property or the value is unknown; `out` is as it was then.
#[allow(clippy::result_unit_err, reason = "the error of a declaration is never reported")]
pub(crate) fn parse_declaration(
    name: &str,
    input: &mut Parser<'_>,
    mode: &ParseMode,
    out: &mut Vec<Declaration>,
) -> Result<(), ()> {
    if let Some(name) = name.strip_prefix("--") {
        return custom_property(name, input, out).map_err(|Invalid| ());
    }
    let start = out.len();
    let result = match names::lookup(name) {
        Some(Named::Paint(_)) => {
            while input.next().is_ok() {}
            return Ok(());
        }
        Some(named) => known_property(named, input, mode, out),
        None => Err(Invalid),
    };
    result.map_err(|Invalid| out.truncate(start))
}

/// The property that a name stands for, if Chromium knows it.
pub(crate) fn property_of_name(name: &str) -> Option<&'static str> {
    names::lookup(name).map(Named::css)
}

/// The CSS-wide keyword that a value consists of.
fn wide_keyword(input: &mut Parser<'_>) -> Parsed<CssWide> {
    let ident = input.expect_ident()?;
    let wide = cssparser::match_ignore_ascii_case! { ident,
        "inherit" => CssWide::Inherit,
        "initial" => CssWide::Initial,
        "unset" => CssWide::Unset,
        "revert" => CssWide::Revert,
        "revert-layer" => CssWide::RevertLayer,
        _ => return Err(Invalid),
    };
    Ok(wide)
}

/// `!important`, if it is there; nothing may follow.
fn importance(input: &mut Parser<'_>) -> Parsed<bool> {
    if input.is_exhausted() {
        return Ok(false);
    }
    let important = input.try_parse(parse_important).is_ok();
    input.expect_exhausted()?;
    Ok(important)
}

fn custom_property(name: &str, input: &mut Parser<'_>, out: &mut Vec<Declaration>) -> Parsed<()> {
    input.skip_whitespace();
    let start = input.state();
    let wide = input.try_parse(|input| {
        let wide = wide_keyword(input)?;
        importance(input).map(|important| (wide, important))
    });
    let property = PropertyName::Custom(Atom::from(name));
    if let Ok((wide, important)) = wide {
        out.push(Declaration { property, value: DeclaredValue::Wide(wide), important });
        return Ok(());
    }
    input.reset(&start);
    let from = input.position();
    input.look_for_arbitrary_substitution_functions(SUBSTITUTION);
    let valid = input.parse_until_before(Delimiter::Bang, |input| {
        input.expect_no_error_token().map_err(|_| ParseError::<Invalid>::custom(Invalid))
    });
    let text = input.slice_from(from).trim();
    let references = input.seen_arbitrary_substitution_functions() || has_dashed_function(text);
    valid?;
    let important = importance(input)?;
    let value = UnparsedValue { origin: "", text: text.into(), references, base: None };
    out.push(Declaration { property, value: DeclaredValue::WithVariables(Arc::new(value)), important });
    Ok(())
}

/// True if the text calls a custom function, `--name(...)`.
fn has_dashed_function(text: &str) -> bool {
    text.match_indices("--").any(|(at, _)| {
        let rest = text.get(at + 2..).unwrap_or("");
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
        end.is_some_and(|end| rest.as_bytes()[end] == b'(')
    })
}

fn known_property(named: Named, input: &mut Parser<'_>, mode: &ParseMode, out: &mut Vec<Declaration>) -> Parsed<()> {
    let start = out.len();
    if let Ok(wide) = input.try_parse(|input| {
        let wide = wide_keyword(input)?;
        importance(input).map(|important| (wide, important))
    }) {
        spread(named, out, wide.1, || DeclaredValue::Wide(wide.0));
        return Ok(());
    }
    input.skip_whitespace();
    let from = input.position();
    let in_content = named == Named::Longhand(PropertyId::Content);
    input.look_for_arbitrary_substitution_functions(if in_content { SUBSTITUTION_IN_CONTENT } else { SUBSTITUTION });
    let parsed = input.parse_until_before(Delimiter::Bang, |input| {
        let value = match named {
            Named::Longhand(property) => table::parse(property, input, mode).map(|value| {
                out.push(Declaration {
                    property: PropertyName::Longhand(property),
                    value: DeclaredValue::Specified(value),
                    important: false,
                });
            }),
            Named::Shorthand(shorthand) => {
                let mut values = shorthand::Values::new();
                shorthand::parse(shorthand, input, mode, &mut values).map(|()| {
                    out.extend(values.into_iter().map(|(property, value)| Declaration {
                        property: PropertyName::Longhand(property),
                        value: DeclaredValue::Specified(value),
                        important: false,
                    }));
                })
            }
            Named::Paint(_) => Err(Invalid),
        };
        value.map_err(ParseError::<Invalid>::custom)
    });
    let seen = input.seen_arbitrary_substitution_functions();
    if parsed.is_ok() && !seen {
        if importance(input)? {
            for declaration in &mut out[start..] {
                declaration.important = true;
            }
        }
        return Ok(());
    }
    let text = input.slice_from(from).trim();
    let important = importance(input)?;
    if !(seen || has_dashed_function(text) || (in_content && text.contains("attr("))) {
        return Err(Invalid);
    }
    out.truncate(start);
    let value = Arc::new(UnparsedValue { origin: named.css(), text: text.into(), references: true, base: None });
    spread(named, out, important, || DeclaredValue::WithVariables(Arc::clone(&value)));
    Ok(())
}

/// Declares a value for every longhand of a property.
fn spread(named: Named, out: &mut Vec<Declaration>, important: bool, value: impl Fn() -> DeclaredValue) {
    let mut push = |property| {
        out.push(Declaration { property: PropertyName::Longhand(property), value: value(), important });
    };
    match named {
        Named::Longhand(property) => push(property),
        // <https://drafts.csswg.org/css-cascade-5/#all-shorthand>
        Named::Shorthand(Shorthand::All) => {
            let excepted = |property: &PropertyId| {
                property.is_logical() || matches!(property, PropertyId::Direction | PropertyId::UnicodeBidi)
            };
            PropertyId::ALL.iter().filter(|p| !excepted(p)).for_each(|p| push(*p));
        }
        Named::Shorthand(shorthand) => shorthand.longhands().iter().for_each(|p| push(*p)),
        Named::Paint(_) => {}
    }
}

/// The declarations of a `style` attribute.
#[must_use]
pub(crate) fn parse_style_attribute(css: &str, mode: &ParseMode) -> Vec<Declaration> {
    let mut attribute = StyleAttribute { mode, out: Vec::new() };
    let mut input = Parser::new(css);
    for _ in RuleBodyParser::new(&mut input, &mut attribute) {}
    attribute.out
}

struct StyleAttribute<'a> {
    mode: &'a ParseMode,
    out: Vec<Declaration>,
}

impl<'i> DeclarationParser<'i> for StyleAttribute<'_> {
    type Declaration = ();
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _start: &ParserState,
    ) -> Result<(), ParseError<()>> {
        parse_declaration(&name, input, self.mode, &mut self.out).map_err(ParseError::custom)
    }
}

impl AtRuleParser<'_> for StyleAttribute<'_> {
    type Prelude = ();
    type AtRule = ();
    type Error = ();
}

impl QualifiedRuleParser<'_> for StyleAttribute<'_> {
    type Prelude = ();
    type QualifiedRule = ();
    type Error = ();
}

impl RuleBodyItemParser<'_, (), ()> for StyleAttribute<'_> {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        false
    }
}

/// Everything but the style itself that a computed value depends on.
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations, reason = "holds trait objects")]
pub(crate) struct ComputeBasis<'a> {
    /// Style of the parent in the flat tree (of the originating element, for a pseudo-element).
    pub parent: &'a ComputedStyle,
    /// [`ComputedStyle::initial`]; made once a document.
    pub initial: &'a ComputedStyle,
    /// The element is the root of its document: `rem` in `font-size` refers to the initial size, else to its own.
    pub is_root: bool,
    /// Computed font size of the root element, px: the used one without `zoom`.
    pub root_font_size: f32,
    /// Computed line height of the root element, px, without `zoom`.
    pub root_line_height: f32,
    /// The document's viewport (that of the frame, in frames).
    pub viewport: &'a DocumentViewport,
    /// Content box of the nearest size container in each axis, physical; `None` without one.
    pub container: (Option<f32>, Option<f32>),
    /// Set once a value asks for it.
    pub asked_container: &'a Cell<bool>,
    /// Quirks mode.
    pub quirks: Quirks,
    /// Font measures.
    pub fonts: &'a dyn FontUnits,
    /// The families that the document declares, and those that are installed; `None` if there are none.
    pub web_fonts: Option<&'a WebFonts>,
    /// The originating element, for `attr()` in `content`.
    pub element: Option<(&'a Dom, NodeId)>,
}

/// Sets a longhand. Logical properties have to be mapped first ([`resolve_logical`]), and phases kept ([`Phase`]).
pub(crate) fn apply_declaration(
    style: &mut ComputedStyle,
    property: PropertyId,
    value: &SpecifiedValue,
    basis: &ComputeBasis<'_>,
) {
    if let SpecifiedValue::Color(Color::ByScheme(colors)) = value {
        let value = SpecifiedValue::Color(Color::Srgb(colors.of(style.is_dark)));
        return table::apply(style, property, &value, basis);
    }
    apply_anchor::apply(style, property, value, basis);
    table::apply(style, property, value, basis);
}

/// Notes that a longhand was declared, by whatever value: also `inherit`, or one that a variable makes invalid.
pub(crate) fn note_declared(style: &mut ComputedStyle, property: PropertyId) {
    if matches!(property, PropertyId::BackgroundColor | PropertyId::BackgroundImage) {
        style.background_paint |= color::DECLARED;
    }
}
