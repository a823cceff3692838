//! `@supports`: <https://drafts.csswg.org/css-conditional-5/#at-supports-ext>.

use cssparser::{Parser, Token, match_ignore_ascii_case};

use super::condition::{Answer, Fail, parse_condition};
use super::property::supports_declaration;
use crate::selector::supports_selector;

/// Answers the condition that is the rest of `input`; `None` if it does not parse.
pub(super) fn supports(input: &mut Parser<'_>) -> Option<bool> {
    let answer = parse_condition(input, true, &mut leaf).ok()?;
    input.is_exhausted().then_some(answer == Answer::True)
}

/// The argument of `@import supports()`: a condition or a bare declaration.
pub(super) fn supports_import(input: &mut Parser<'_>) -> bool {
    let start = input.state();
    if let Ok(Answer::True | Answer::False) = declaration(input) {
        input.reset(&start);
        return declaration(input).is_ok_and(|answer| answer == Answer::True);
    }
    input.reset(&start);
    supports(input) == Some(true)
}

fn leaf(input: &mut Parser<'_>) -> Result<Answer, Fail> {
    let start = input.state();
    let Ok(Token::Function(name)) = input.next().cloned() else {
        input.reset(&start);
        return declaration(input);
    };
    let answer = input.parse_nested_block(|input| {
        let from = input.position();
        while input.next().is_ok() {}
        let text = input.slice_from(from).trim();
        Ok::<_, Fail>(match_ignore_ascii_case! { &name,
            "selector" => Answer::from(supports_selector(text)),
            "font-tech" => Answer::from(is_font_technology(text)),
            "font-format" => Answer::from(is_font_format(text)),
            "at-rule" => Answer::Unknown,
            _ => Answer::Unknown,
        })
    })?;
    Ok(answer)
}

/// `name: value`
fn declaration(input: &mut Parser<'_>) -> Result<Answer, Fail> {
    let name = input.expect_ident_cloned()?;
    input.expect_colon()?;
    let from = input.position();
    while input.next().is_ok() {}
    Ok(Answer::from(supports_declaration(&name, input.slice_from(from).trim())))
}

fn is_font_technology(name: &str) -> bool {
    const KNOWN: &[&str] = &[
        "features-opentype",
        "features-aat",
        "color-colrv0",
        "color-colrv1",
        "color-sbix",
        "color-cbdt",
        "variations",
        "palettes",
    ];
    KNOWN.iter().any(|n| n.eq_ignore_ascii_case(name))
}

fn is_font_format(name: &str) -> bool {
    ["woff", "woff2", "truetype", "opentype", "collection"].iter().any(|n| n.eq_ignore_ascii_case(name))
}
