//! Media queries: <https://drafts.csswg.org/mediaqueries-5/>.
//!
//! The device does not change while a page is rendered, so queries are answered while they are parsed.

use std::cell::Cell;

use cssparser::{Delimiter, ParseError, Parser, Token, match_ignore_ascii_case};

use super::condition::{Answer, Fail, parse_condition};
use super::query_value::{Comparison, comparison, length, number};
use crate::device::{ColorScheme, Device};
use crate::geometry::Size;

/// The medium that media queries are evaluated on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Medium<'a> {
    /// The device.
    pub device: &'a Device,
    /// The document's viewport.
    pub viewport: &'a DocumentViewport,
}

/// The viewport of a document, the device's or that of a frame, and whether its size was asked for.
#[derive(Debug)]
pub(crate) struct DocumentViewport {
    size: Size,
    is_asked: Cell<bool>,
}

impl DocumentViewport {
    /// A viewport of a size in CSS px.
    pub(crate) fn new(size: Size) -> Self {
        Self { size, is_asked: Cell::new(false) }
    }

    /// The size, CSS px.
    pub(crate) fn size(&self) -> Size {
        self.is_asked.set(true);
        self.size
    }

    /// True if something depends on the size.
    pub(super) fn is_asked(&self) -> bool {
        self.is_asked.get()
    }
}

impl Medium<'_> {
    /// Answers a media query list; an empty one is true.
    pub(super) fn matches_text(&self, list: &str) -> bool {
        self.matches(&mut Parser::new(list))
    }

    /// Answers the media query list that is the rest of `input`.
    ///
    /// <https://drafts.csswg.org/mediaqueries-5/#mq-list>: a query that does not parse is `not all`.
    pub(super) fn matches(&self, input: &mut Parser<'_>) -> bool {
        if input.is_exhausted() {
            return true;
        }
        let mut any = false;
        loop {
            let one = input.parse_until_before(Delimiter::Comma, |input| self.query(input));
            any |= one.is_ok_and(|answer| answer == Answer::True);
            if input.next().is_err() {
                return any;
            }
        }
    }

    /// `<media-query>`
    fn query(&self, input: &mut Parser<'_>) -> Result<Answer, Fail> {
        if let Ok(answer) = input.try_parse(|input| {
            let answer = parse_condition(input, true, &mut |input| self.feature(input))?;
            input.expect_exhausted()?;
            Ok::<_, Fail>(answer)
        }) {
            return Ok(answer);
        }
        let mut negated = false;
        let mut name = input.expect_ident_cloned()?;
        if name.eq_ignore_ascii_case("not") || name.eq_ignore_ascii_case("only") {
            negated = name.eq_ignore_ascii_case("not");
            name = input.expect_ident_cloned()?;
        }
        let is_medium = match_ignore_ascii_case! { &name,
            "all" => true,
            "print" => self.device.print,
            "screen" => !self.device.print,
            "not" | "only" | "and" | "or" | "layer" => return Err(ParseError::unexpected_token()),
            _ => false,
        };
        let mut answer = Answer::from(is_medium);
        if !input.is_exhausted() {
            input.expect_ident_matching("and")?;
            let condition = parse_condition(input, false, &mut |input| self.feature(input))?;
            answer = answer.and(condition);
        }
        Ok(if negated { answer.not() } else { answer })
    }

    /// The contents of the parentheses of a media feature; unknown ones are [`Answer::Unknown`].
    fn feature(&self, input: &mut Parser<'_>) -> Result<Answer, Fail> {
        let start = input.state();
        if let Ok(answer) = self.plain_or_boolean(input) {
            return Ok(answer);
        }
        input.reset(&start);
        self.range(input)
    }

    /// `(name)`, `(name: value)`
    fn plain_or_boolean(&self, input: &mut Parser<'_>) -> Result<Answer, Fail> {
        let name = input.expect_ident()?.to_ascii_lowercase();
        if input.is_exhausted() {
            return Ok(match self.known(&name) {
                Some(Known::Range(actual)) => Answer::from(actual.number != 0.0),
                Some(Known::Keyword(actual, values)) => {
                    Answer::from(!matches!(actual, "none" | "no-preference") && !values.is_empty())
                }
                None => Answer::Unknown,
            });
        }
        input.expect_colon()?;
        let (base, comparison) = match name.strip_prefix("-webkit-").unwrap_or(&name) {
            n if n.starts_with("min-") => (name.replacen("min-", "", 1), Some(Comparison::AtLeast)),
            n if n.starts_with("max-") => (name.replacen("max-", "", 1), Some(Comparison::AtMost)),
            _ => (name, None),
        };
        match self.known(&base) {
            Some(Known::Range(actual)) => {
                let value = self.value(input, actual.kind)?;
                input.expect_exhausted()?;
                Ok(comparison.unwrap_or(Comparison::Equal).holds(actual.number, value))
            }
            Some(Known::Keyword(actual, values)) if comparison.is_none() => {
                let value = input.expect_ident_cloned()?;
                input.expect_exhausted()?;
                Ok(match values.iter().find(|v| v.eq_ignore_ascii_case(&value)) {
                    Some(value) => Answer::from(*value == actual),
                    None => Answer::Unknown,
                })
            }
            _ => Ok(Answer::Unknown),
        }
    }

    /// `(width >= 20em)`, `(20em < width <= 30em)`
    fn range(&self, input: &mut Parser<'_>) -> Result<Answer, Fail> {
        let start = input.state();
        if let Ok(name) = input.expect_ident_cloned() {
            let Some(Known::Range(actual)) = self.known(&name.to_ascii_lowercase()) else {
                return Err(ParseError::unexpected_token());
            };
            let comparison = comparison(input)?;
            let value = self.value(input, actual.kind)?;
            input.expect_exhausted()?;
            return Ok(comparison.holds(actual.number, value));
        }
        // The value's kind is known once the name is read.
        input.reset(&start);
        let mut name = None;
        while name.is_none() {
            if let Token::Ident(ident) = input.next()? {
                name = Some(ident.to_ascii_lowercase());
            }
        }
        let Some(Known::Range(actual)) = self.known(&name.unwrap_or_default()) else {
            return Err(ParseError::unexpected_token());
        };
        input.reset(&start);
        let left = self.value(input, actual.kind)?;
        let first = comparison(input)?;
        input.expect_ident()?;
        let mut answer = first.mirrored().holds(actual.number, left);
        if !input.is_exhausted() {
            let second = comparison(input)?;
            if !first.same_direction(second) {
                return Err(ParseError::unexpected_token());
            }
            let right = self.value(input, actual.kind)?;
            input.expect_exhausted()?;
            answer = answer.and(second.holds(actual.number, right));
        }
        Ok(answer)
    }

    fn value(&self, input: &mut Parser<'_>, kind: ValueKind) -> Result<f32, Fail> {
        match kind {
            ValueKind::Length => length(input, self.viewport.size()),
            ValueKind::Integer => Ok(number(input)?),
            ValueKind::Ratio => {
                let width = input.expect_number()?;
                let height = match input.try_parse(|i| i.expect_delim('/')) {
                    Ok(()) => input.expect_number()?,
                    Err(_) => 1.0,
                };
                Ok(width / height)
            }
            ValueKind::Resolution => match input.next()? {
                Token::Dimension { value, unit, .. } => match_ignore_ascii_case! { unit,
                    "dppx" | "x" => Ok(*value),
                    "dpi" => Ok(*value / 96.0),
                    "dpcm" => Ok(*value * 2.54 / 96.0),
                    _ => Err(ParseError::unexpected_token()),
                },
                _ => Err(ParseError::unexpected_token()),
            },
            ValueKind::Number => Ok(input.expect_number()?),
        }
    }

    /// Chrome: the features of a headless desktop browser.
    fn known(&self, name: &str) -> Option<Known> {
        let Size { width, height } = match name {
            "width" | "height" | "aspect-ratio" | "orientation" => self.viewport.size(),
            _ => Size::default(),
        };
        let screen = self.device.window();
        let touch = self.device.touch;
        let range = |kind, number| Some(Known::Range(Actual { kind, number }));
        let keyword = |actual, values| Some(Known::Keyword(actual, values));
        match name {
            "width" => range(ValueKind::Length, width),
            "height" => range(ValueKind::Length, height),
            "device-width" => range(ValueKind::Length, screen.width),
            "device-height" => range(ValueKind::Length, screen.height),
            "aspect-ratio" => range(ValueKind::Ratio, width / height),
            "device-aspect-ratio" => range(ValueKind::Ratio, screen.width / screen.height),
            "resolution" => range(ValueKind::Resolution, self.device.scale),
            "-webkit-device-pixel-ratio" => range(ValueKind::Number, self.device.scale),
            "color" => range(ValueKind::Integer, 8.0),
            "color-index" | "monochrome" | "grid" => range(ValueKind::Integer, 0.0),
            "horizontal-viewport-segments" | "vertical-viewport-segments" | "-webkit-transform-3d" => {
                range(ValueKind::Integer, 1.0)
            }
            "orientation" => {
                keyword(if height >= width { "portrait" } else { "landscape" }, &["portrait", "landscape"])
            }
            "hover" | "any-hover" => keyword(if touch { "none" } else { "hover" }, &["none", "hover"]),
            "pointer" | "any-pointer" => keyword(if touch { "coarse" } else { "fine" }, &["none", "coarse", "fine"]),
            "prefers-color-scheme" => {
                let scheme = match self.device.color_scheme {
                    ColorScheme::Light => "light",
                    ColorScheme::Dark => "dark",
                };
                keyword(scheme, &["light", "dark"])
            }
            "prefers-reduced-motion" => keyword(
                if self.device.reduced_motion { "reduce" } else { "no-preference" },
                &["no-preference", "reduce"],
            ),
            "prefers-reduced-transparency" => keyword("no-preference", &["no-preference", "reduce"]),
            "prefers-contrast" => keyword("no-preference", &["no-preference", "more", "less", "custom"]),
            "forced-colors" => keyword("none", &["none", "active"]),
            "scan" => keyword("none", &["progressive", "interlace"]),
            "update" => keyword(if self.device.print { "none" } else { "fast" }, &["none", "slow", "fast"]),
            "overflow-block" => {
                keyword(if self.device.print { "paged" } else { "scroll" }, &["none", "scroll", "paged"])
            }
            "overflow-inline" => keyword("scroll", &["none", "scroll"]),
            "color-gamut" => keyword("srgb", &["srgb", "p3", "rec2020"]),
            "dynamic-range" => keyword("standard", &["standard", "high"]),
            "display-mode" => keyword(
                "browser",
                &["browser", "fullscreen", "standalone", "minimal-ui", "window-controls-overlay", "picture-in-picture"],
            ),
            "device-posture" => keyword("continuous", &["continuous", "folded"]),
            "scripting" => keyword("enabled", &["none", "initial-only", "enabled"]),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum ValueKind {
    Length,
    Integer,
    Ratio,
    Resolution,
    Number,
}

struct Actual {
    kind: ValueKind,
    number: f32,
}

/// The state of a media feature.
enum Known {
    Range(Actual),
    /// The keyword that is true, and all that are known.
    Keyword(&'static str, &'static [&'static str]),
}

#[cfg(test)]
mod tests {
    use super::{DocumentViewport, Medium};
    use crate::device::Device;

    fn check(list: &str, expected: bool) {
        let device = Device::default();
        let medium = Medium { device: &device, viewport: &DocumentViewport::new(device.viewport) };
        assert_eq!(medium.matches_text(list), expected, "{list}");
    }

    #[test]
    fn types() {
        for list in ["", "screen", "all", "only screen", "not print", "SCREEN", "print, screen", "not foo"] {
            check(list, true);
        }
        for list in
            ["print", "tv", "not screen", "not all", "screen or (color)", "screen and(color)", "and", "only (color)"]
        {
            check(list, false);
        }
    }

    #[test]
    fn features_of_a_headless_desktop() {
        for list in [
            "(hover)",
            "(any-hover: hover)",
            "(pointer: fine)",
            "(prefers-reduced-motion: no-preference)",
            "(prefers-color-scheme: light)",
            "(color: 8)",
            "(monochrome: 0)",
            "(update)",
            "(scripting: enabled)",
            "(min-resolution: 1x)",
            "(-webkit-max-device-pixel-ratio: 1.5)",
            "(-webkit-transform-3d)",
            "(aspect-ratio: 16/9)",
            "(orientation: landscape)",
            "(grid: 0)",
        ] {
            check(list, true);
        }
        for list in [
            "(hover: none)",
            "(prefers-reduced-motion)",
            "(prefers-color-scheme: dark)",
            "(prefers-color-scheme: no-preference)",
            "(inverted-colors: none)",
            "(video-dynamic-range: standard)",
            "(min--moz-device-pixel-ratio: 1)",
            "(scan)",
            "(color-gamut: p3)",
            "(hover: foo)",
            "(min-hover: hover)",
            "(-webkit-min-device-pixel-ratio: 1.5), (min-resolution: 144dpi)",
        ] {
            check(list, false);
        }
    }

    #[test]
    fn lengths_and_ranges() {
        for list in [
            "(min-width: 80em)",
            "(width: 1280px)",
            "(400px < width < 1400px)",
            "(width >= 1280px)",
            "(1280px<=width)",
            "(min-width: 0)",
            "(min-width: -1px)",
            "(0 < width)",
            "(width > 0)",
            "(max-width: calc(1280px + 1em * 2))",
            "(min-width: min(100vw, 1rem))",
        ] {
            check(list, true);
        }
        for list in [
            "(min-width: 1280.5px)",
            "(max-width: 1279.98px)",
            "(400px < width > 300px)",
            "(width > = 0)",
            "(min-width: 5)",
            "(min-width)",
            "(width: -1px)",
        ] {
            check(list, false);
        }
    }

    #[test]
    fn logic_with_unknowns() {
        for list in ["(color) or (foo)", "not (hover: none)", "((hover))", "(color)and (hover)", "x y, (hover)"] {
            check(list, true);
        }
        for list in
            ["not (foo)", "(foo) or (not (foo))", "(hover) and (color) or (grid)", "not (unknown())", "(color:)"]
        {
            check(list, false);
        }
    }
}
