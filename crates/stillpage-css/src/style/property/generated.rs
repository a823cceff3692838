//! Generated content: `content`, counters, quotes, list markers.
//!
//! <https://drafts.csswg.org/css-content-3/>, <https://drafts.csswg.org/css-lists-3/>

use std::sync::Arc;

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::complex::{Complex, SpecifiedContent, SpecifiedItem};
use super::syntax::{Invalid, Parsed, accept, custom_ident, integer, nested};
use super::{SpecifiedValue, color};
use crate::dom::{Atom, natural_size_of_data_url};
use crate::style::computed::{CounterChange, CounterUse, GeneratedImage, ListStyleType, QuoteUse, Quotes};

/// Specified keyword index of `content: none`; `normal` is 0.
pub(super) const CONTENT_NONE: u8 = 1;

/// `content`
pub(super) fn content(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "normal") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(CONTENT_NONE));
    }
    let mut items = Vec::new();
    while let Ok(item) = input.try_parse(item) {
        items.push(item);
    }
    if items.is_empty() {
        return Err(Invalid);
    }
    let mut alternative = None;
    if super::syntax::slash(input) {
        let mut texts = Vec::new();
        while let Ok(text) = input.try_parse(item) {
            if matches!(text, SpecifiedItem::Image(_) | SpecifiedItem::Quote(_)) {
                return Err(Invalid);
            }
            texts.push(text);
        }
        if texts.is_empty() {
            return Err(Invalid);
        }
        alternative = Some(texts);
    }
    Ok(Complex::Content(SpecifiedContent { items, alternative }).into())
}

fn item(input: &mut Parser<'_>) -> Parsed<SpecifiedItem> {
    if let Ok(text) = input.try_parse(|i| i.expect_string().cloned()) {
        return Ok(SpecifiedItem::Text(Box::from(&*text)));
    }
    if let Ok(ident) = input.try_parse(|i| i.expect_ident().cloned()) {
        return match_ignore_ascii_case! { &ident,
            "open-quote" => Ok(SpecifiedItem::Quote(QuoteUse::Open)),
            "close-quote" => Ok(SpecifiedItem::Quote(QuoteUse::Close)),
            "no-open-quote" => Ok(SpecifiedItem::Quote(QuoteUse::NoOpen)),
            "no-close-quote" => Ok(SpecifiedItem::Quote(QuoteUse::NoClose)),
            _ => Err(Invalid),
        };
    }
    if let Ok(image) = input.try_parse(image) {
        return Ok(SpecifiedItem::Image(image));
    }
    let function = input.expect_function()?.clone();
    nested(input, |input| {
        let item = match_ignore_ascii_case! { &function,
            "attr" => attribute(input)?,
            "counter" => counter(input, false)?,
            "counters" => counter(input, true)?,
            _ => return Err(Invalid),
        };
        input.expect_exhausted()?;
        Ok(item)
    })
}

/// The plain `attr(name)`, as a string; what has a type is substituted like a variable.
fn attribute(input: &mut Parser<'_>) -> Parsed<SpecifiedItem> {
    let name = input.expect_ident()?.clone();
    let _ = input.try_parse(|i| i.expect_ident_matching("raw-string"));
    let fallback = if input.try_parse(Parser::expect_comma).is_ok() {
        input.try_parse(|i| i.expect_string().cloned()).map(|s| Box::from(&*s)).unwrap_or_default()
    } else {
        Box::default()
    };
    Ok(SpecifiedItem::Attribute(Atom::from(&*name), fallback))
}

fn counter(input: &mut Parser<'_>, nested_ones: bool) -> Parsed<SpecifiedItem> {
    // Chrome: `none` is a fine name here.
    let name = Atom::from(&*custom_ident(input, &[])?);
    let separator = if nested_ones {
        input.expect_comma()?;
        Some(Box::from(&**input.expect_string()?))
    } else {
        None
    };
    let style = if input.try_parse(Parser::expect_comma).is_ok() {
        // Chrome: a string is a list style, but no style of a counter.
        if input.try_parse(|i| i.expect_string().cloned()).is_ok() {
            return Err(Invalid);
        }
        counter_style(input)?
    } else {
        ListStyleType::Named(Atom::from("decimal"))
    };
    Ok(SpecifiedItem::Counter(CounterUse { name, separator, style }))
}

/// A counter style: a name, a string, or `symbols()`, represented by its first symbol.
fn counter_style(input: &mut Parser<'_>) -> Parsed<ListStyleType> {
    if accept(input, "none") {
        return Ok(ListStyleType::None);
    }
    if let Ok(text) = input.try_parse(|i| i.expect_string().cloned()) {
        return Ok(ListStyleType::Text(Arc::from(&*text)));
    }
    if input.try_parse(|i| i.expect_function_matching("symbols")).is_ok() {
        // Approx: every marker is the first symbol.
        return nested(input, |input| {
            let _ = input.try_parse(Parser::expect_ident_cloned);
            let first = Arc::from(&**input.expect_string()?);
            while input.try_parse(|i| i.expect_string().cloned()).is_ok() {}
            input.expect_exhausted()?;
            Ok(ListStyleType::Text(first))
        });
    }
    let name = custom_ident(input, &["none"])?;
    Ok(ListStyleType::Named(known_name(&name)))
}

/// Predefined counter styles match without regard to case; author-defined ones do not.
fn known_name(name: &str) -> Atom {
    if name.bytes().any(|b| b.is_ascii_uppercase()) {
        let lower = name.to_ascii_lowercase();
        if PREDEFINED.contains(&&*lower) {
            return Atom::from(lower);
        }
    }
    Atom::from(name)
}

/// <https://drafts.csswg.org/css-counter-styles-3/#predefined-counters>
const PREDEFINED: [&str; 57] = [
    "decimal",
    "decimal-leading-zero",
    "arabic-indic",
    "armenian",
    "upper-armenian",
    "lower-armenian",
    "bengali",
    "cambodian",
    "khmer",
    "cjk-decimal",
    "devanagari",
    "georgian",
    "gujarati",
    "gurmukhi",
    "hebrew",
    "kannada",
    "lao",
    "malayalam",
    "mongolian",
    "myanmar",
    "oriya",
    "persian",
    "lower-roman",
    "upper-roman",
    "tamil",
    "telugu",
    "thai",
    "tibetan",
    "lower-alpha",
    "lower-latin",
    "upper-alpha",
    "upper-latin",
    "lower-greek",
    "hiragana",
    "hiragana-iroha",
    "katakana",
    "katakana-iroha",
    "disc",
    "circle",
    "square",
    "disclosure-open",
    "disclosure-closed",
    "cjk-earthly-branch",
    "cjk-heavenly-stem",
    "japanese-informal",
    "japanese-formal",
    "korean-hangul-formal",
    "korean-hanja-informal",
    "korean-hanja-formal",
    "simp-chinese-informal",
    "simp-chinese-formal",
    "trad-chinese-informal",
    "trad-chinese-formal",
    "ethiopic-numeric",
    "ethiopic-halehame",
    "ethiopic-halehame-am",
    "cjk-ideographic",
];

/// `list-style-type`
pub(super) fn list_style_type(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    counter_style(input).map(|style| Complex::ListStyle(style).into())
}

/// `counter-reset`, `counter-increment`, `counter-set`
pub(super) fn counters(input: &mut Parser<'_>, default: i32, reversible: bool) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    // Chrome: `reversed()` is not supported.
    let _ = reversible;
    let mut changes = Vec::new();
    while let Ok(name) = input.try_parse(|i| custom_ident(i, &["none"])) {
        let value = input.try_parse(integer).unwrap_or(default);
        changes.push(CounterChange { name: Atom::from(&*name), value: Some(value), reversed: false });
    }
    if changes.is_empty() {
        return Err(Invalid);
    }
    Ok(Complex::Counters(Arc::from(changes)).into())
}

/// `quotes`
pub(super) fn quotes(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "auto") {
        return Ok(Complex::Quotes(Quotes::Auto).into());
    }
    if accept(input, "none") {
        return Ok(Complex::Quotes(Quotes::None).into());
    }
    let mut pairs = Vec::new();
    while let Ok(open) = input.try_parse(|i| i.expect_string().cloned()) {
        let Token::QuotedString(close) = input.next()? else { return Err(Invalid) };
        pairs.push((Box::from(&*open), Box::from(&**close)));
    }
    if pairs.is_empty() {
        return Err(Invalid);
    }
    Ok(Complex::Quotes(Quotes::Pairs(Arc::from(pairs))).into())
}

/// An image, with what is known of it.
fn image(input: &mut Parser<'_>) -> Parsed<GeneratedImage> {
    if let Ok(url) = input.try_parse(|i| i.expect_url()) {
        return Ok(GeneratedImage { size: natural_size_of_data_url(&url), url: Some((&*url).into()) });
    }
    color::image(input).map(|()| GeneratedImage::default())
}

/// `list-style-image`
pub(super) fn list_style_image(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "none") {
        return Ok(SpecifiedValue::Keyword(0));
    }
    Ok(Complex::MarkerImage(Arc::new(image(input)?)).into())
}
