//! `@supports (name: value)`: also for properties that only paint.

use cssparser::{Parser, Token};

use super::math::is_math_function;
use super::names::{self, Named};
use super::syntax::{Invalid, Parsed, nested};
use super::unit::Dimension;
use super::{CssWide, ParseMode, SUBSTITUTION, color, has_dashed_function, parse_declaration, wide_keyword};

/// Returns `true` if `@supports (name: value)` is: also for properties that only paint.
///
/// `Approx:` of those the kinds of the value's parts are checked, not their order or number.
#[must_use]
pub(crate) fn supports_declaration(name: &str, value: &str) -> bool {
    if name.starts_with("--") {
        return true;
    }
    let mut input = Parser::new(value);
    match names::lookup(name) {
        Some(Named::Paint(name)) => paints(name, &mut input, value).is_ok(),
        Some(_) => parse_declaration(name, &mut input, &ParseMode::default(), &mut Vec::new()).is_ok(),
        None => false,
    }
}

/// The syntax of properties that only paint: names of properties, and their keywords and types. Types are in angle brackets; `,`
/// and `/` stand for themselves.
const SYNTAX: &[(&str, &str)] = &[
    ("accent-color caret-color", "auto <color>"),
    (
        "-webkit-tap-highlight-color flood-color \
         lighting-color text-emphasis-color",
        "<color>",
    ),
    (
        "column-rule",
        "none hidden dotted dashed solid double groove ridge inset outset thin medium thick <length> <color> \
         , repeat <function>",
    ),
    ("column-rule-color", "<color> , <function>"),
    ("animation-name", "none <ident> <string> ,"),
    ("animation-duration", "auto <time> ,"),
    ("animation-delay transition-delay transition-duration", "<time> ,"),
    ("animation-direction", "normal reverse alternate alternate-reverse ,"),
    ("animation-fill-mode", "none forwards backwards both ,"),
    ("animation-iteration-count", "infinite <number> ,"),
    ("animation-play-state", "running paused ,"),
    (
        "animation-timing-function transition-timing-function",
        "linear ease ease-in ease-out ease-in-out step-start step-end <function> ,",
    ),
    ("animation-composition", "replace add accumulate ,"),
    ("animation-timeline", "none auto <ident> <function> ,"),
    ("animation transition", "<ident> <string> <time> <number> <function> ,"),
    ("transition-property", "<ident> ,"),
    ("transition-behavior", "normal allow-discrete ,"),
    ("background-attachment", "scroll fixed local ,"),
    (
        "background-blend-mode",
        "normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light \
         difference exclusion hue saturation color luminosity plus-lighter ,",
    ),
    ("offset-anchor", "left right top bottom center auto <length> <percentage>"),
    ("-webkit-mask-box-image-source", "none <image>"),
    ("box-decoration-break", "slice clone"),
    ("color-interpolation color-interpolation-filters", "auto srgb linearrgb"),
    ("flood-opacity shape-image-threshold", "<number> <percentage>"),
    ("font-palette", "normal light dark <ident> <function>"),
    ("font-synthesis", "none weight style small-caps"),
    ("font-synthesis-weight font-synthesis-style font-synthesis-small-caps", "auto none"),
    ("font-variant-alternates", "normal historical-forms <function>"),
    ("font-variant-emoji", "normal text emoji unicode"),
    ("forced-color-adjust", "auto none preserve-parent-color"),
    ("hyphenate-character", "auto <string>"),
    ("hyphenate-limit-chars", "auto <number>"),
    ("image-orientation", "none from-image"),
    ("image-rendering", "auto pixelated crisp-edges -webkit-optimize-contrast"),
    ("initial-letter", "normal drop raise <number>"),
    ("interpolate-size", "numeric-only allow-keywords"),
    ("marker marker-start marker-mid marker-end", "none <url>"),
    ("math-style", "normal compact"),
    ("overflow-anchor", "auto none"),
    ("overflow-clip-margin", "content-box padding-box border-box <length>"),
    ("overlay", "none auto"),
    (
        "overscroll-behavior overscroll-behavior-x overscroll-behavior-y overscroll-behavior-block \
         overscroll-behavior-inline",
        "auto contain none",
    ),
    ("paint-order", "normal fill stroke markers"),
    ("print-color-adjust", "economy exact"),
    ("reading-flow", "normal flex-visual flex-flow grid-rows grid-columns grid-order source-order"),
    ("reading-order", "<number>"),
    ("ruby-align", "start center space-between space-around"),
    ("ruby-position", "over under before after"),
    ("scroll-behavior", "auto smooth"),
    ("scroll-snap-align", "none start end center"),
    ("scroll-snap-stop", "normal always"),
    ("scroll-snap-type", "none x y block inline both mandatory proximity"),
    ("shape-rendering", "auto optimizespeed crispedges geometricprecision"),
    ("speak", "none normal spell-out digits literal-punctuation no-punctuation"),
    ("text-decoration-thickness", "auto from-font <length> <percentage>"),
    ("text-decoration-skip-ink", "auto none all"),
    ("text-justify", "auto none inter-word inter-character distribute"),
    ("text-size-adjust", "auto none <percentage>"),
    ("text-spacing-trim", "normal space-all space-first trim-start trim-both trim-all"),
    ("text-underline-offset", "auto <length> <percentage>"),
    ("text-underline-position", "auto from-font under left right"),
    ("text-box-trim", "none trim-start trim-end trim-both"),
    ("touch-action", "auto none pan-x pan-left pan-right pan-y pan-up pan-down pinch-zoom manipulation"),
    ("user-select", "auto none text all"),
    ("vector-effect", "none non-scaling-stroke"),
    ("-webkit-font-smoothing", "auto none antialiased subpixel-antialiased"),
    ("-webkit-user-drag", "auto none element"),
    ("-webkit-user-modify", "read-only read-write read-write-plaintext-only"),
    ("-webkit-text-combine", "none all"),
];

fn paints(name: &str, input: &mut Parser<'_>, value: &str) -> Parsed<()> {
    input.look_for_arbitrary_substitution_functions(SUBSTITUTION);
    let known = match SYNTAX.iter().find(|(names, _)| names.split(' ').any(|n| n == name)) {
        Some((_, syntax)) => parts(input, syntax),
        None => any(input),
    };
    if input.seen_arbitrary_substitution_functions() || has_dashed_function(value) || known.is_ok() {
        return Ok(());
    }
    let mut input = Parser::new(value);
    let _: CssWide = wide_keyword(&mut input)?;
    Ok(input.expect_exhausted()?)
}

/// Anything that is something.
fn any(input: &mut Parser<'_>) -> Parsed<()> {
    let mut result = Err(Invalid);
    while input.next().is_ok() {
        result = Ok(());
    }
    result
}

/// Every part of the value is one that the syntax has. Reads to the end in any case.
fn parts(input: &mut Parser<'_>, syntax: &str) -> Parsed<()> {
    let mut result = Err(Invalid);
    let mut failed = false;
    while !input.is_exhausted() {
        if part(input, syntax).is_err() {
            failed = true;
            if input.next().is_err() {
                break;
            }
        }
        result = Ok(());
    }
    if failed { Err(Invalid) } else { result }
}

fn part(input: &mut Parser<'_>, syntax: &str) -> Parsed<()> {
    let has = |part: &str| syntax.split_ascii_whitespace().any(|p| p.eq_ignore_ascii_case(part));
    let start = input.state();
    let token = input.next()?.clone();
    let valid = match &token {
        Token::Ident(name) if has(name) => true,
        Token::Ident(name) if has("<ident>") => !["inherit", "initial", "unset", "revert", "revert-layer", "default"]
            .iter()
            .any(|wide| name.eq_ignore_ascii_case(wide)),
        Token::QuotedString(_) => has("<string>"),
        Token::Comma => has(","),
        Token::Number { value, int_value, .. } => {
            has("<number>")
                || (has("<positive>") && int_value.is_some_and(|n| n > 0))
                || (*value == 0.0 && has("<length>"))
        }
        Token::Percentage { .. } => has("<percentage>"),
        Token::Dimension { value, unit, .. } => match Dimension::new(*value, unit) {
            Some(Dimension::Px(_) | Dimension::Relative(..)) => has("<length>"),
            Some(Dimension::Time(_)) => has("<time>"),
            _ => false,
        },
        Token::Function(name) => {
            let numeric =
                is_math_function(name) && ["<length>", "<number>", "<percentage>", "<time>"].into_iter().any(has);
            if numeric || has("<function>") {
                return nested(input, |input| {
                    while input.next().is_ok() {}
                    Ok(())
                });
            }
            false
        }
        _ => false,
    };
    if valid {
        return Ok(());
    }
    input.reset(&start);
    if has("<color>") && input.try_parse(color::color).is_ok() {
        return Ok(());
    }
    if has("<image>") && input.try_parse(color::image).is_ok() {
        return Ok(());
    }
    if has("<url>") && input.try_parse(Parser::expect_url).is_ok() {
        return Ok(());
    }
    Err(Invalid)
}
