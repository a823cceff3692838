//! The syntax strings of `@property` and `attr(... type())`: does a value fit?
//!
//! <https://drafts.csswg.org/css-properties-values-api-1/#syntax-strings>

use cssparser::{Parser, Token};

/// True if `value` (token text) fits `syntax`. Approx: the arguments of functions are not looked at.
pub(super) fn matches_syntax(syntax: &str, value: &str) -> bool {
    let syntax = syntax.trim();
    if syntax == "*" {
        return true;
    }
    syntax.split('|').any(|component| matches_component(component.trim(), value))
}

fn matches_component(component: &str, value: &str) -> bool {
    let (name, list, comma) = match component.strip_suffix('+') {
        Some(name) => (name, true, false),
        None => match component.strip_suffix('#') {
            Some(name) => (name, true, true),
            None => (component, false, false),
        },
    };
    let mut input = Parser::new(value);
    if !matches_one(name, &mut input) {
        return false;
    }
    while !input.is_exhausted() {
        if !list || (comma && input.expect_comma().is_err()) || !matches_one(name, &mut input) {
            return false;
        }
    }
    true
}

fn matches_one(name: &str, input: &mut Parser<'_>) -> bool {
    let Ok(token) = input.next().cloned() else { return false };
    let is_math = |name: &str| {
        const MATH: &[&str] = &[
            "calc", "min", "max", "clamp", "round", "mod", "rem", "abs", "sign", "sin", "cos", "tan", "pow", "sqrt",
            "hypot", "log", "exp", "asin", "acos", "atan", "atan2",
        ];
        MATH.iter().any(|m| m.eq_ignore_ascii_case(name))
    };
    let fits = match (&token, name) {
        (Token::Function(function), "<length>" | "<number>" | "<percentage>" | "<length-percentage>" | "<integer>")
        | (Token::Function(function), "<angle>" | "<time>" | "<resolution>") => is_math(function),
        (Token::Number { int_value, .. }, "<integer>") => int_value.is_some(),
        (Token::Number { .. }, "<number>") => true,
        (Token::Number { value, .. }, "<length>" | "<length-percentage>") => *value == 0.0,
        (Token::Percentage { .. }, "<percentage>" | "<length-percentage>") => true,
        (Token::Dimension { unit, .. }, "<length>" | "<length-percentage>") => {
            !["deg", "rad", "grad", "turn", "s", "ms", "dpi", "dpcm", "dppx", "x", "hz", "khz", "fr"]
                .iter()
                .any(|u| u.eq_ignore_ascii_case(unit))
        }
        (Token::Dimension { unit, .. }, "<angle>") => {
            ["deg", "rad", "grad", "turn"].iter().any(|u| u.eq_ignore_ascii_case(unit))
        }
        (Token::Dimension { unit, .. }, "<time>") => ["s", "ms"].iter().any(|u| u.eq_ignore_ascii_case(unit)),
        (Token::Dimension { unit, .. }, "<resolution>") => {
            ["dpi", "dpcm", "dppx", "x"].iter().any(|u| u.eq_ignore_ascii_case(unit))
        }
        (Token::Hash(_) | Token::IDHash(_), "<color>") => true,
        (Token::Ident(ident), "<color>") => {
            cssparser::color::parse_named_color(ident).is_ok()
                || ident.eq_ignore_ascii_case("currentcolor")
                || ident.eq_ignore_ascii_case("transparent")
        }
        (Token::Function(function), "<color>") => {
            const COLORS: &[&str] = &[
                "rgb",
                "rgba",
                "hsl",
                "hsla",
                "hwb",
                "lab",
                "lch",
                "oklab",
                "oklch",
                "color",
                "color-mix",
                "light-dark",
            ];
            COLORS.iter().any(|c| c.eq_ignore_ascii_case(function))
        }
        (Token::Ident(_), "<custom-ident>") => true,
        (Token::QuotedString(_), "<string>") => true,
        (Token::UnquotedUrl(_), "<url>" | "<image>") => true,
        (Token::Function(function), "<url>") => function.eq_ignore_ascii_case("url"),
        (Token::Function(_), "<image>" | "<transform-function>" | "<transform-list>") => true,
        (Token::Ident(ident), keyword) => &**ident == keyword,
        _ => false,
    };
    if fits && matches!(token, Token::Function(_)) {
        let skipped = input.parse_nested_block(|input| {
            while input.next().is_ok() {}
            Ok::<_, super::condition::Fail>(())
        });
        return skipped.is_ok();
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::matches_syntax;

    #[test]
    fn syntax_strings() {
        for (syntax, value, expected) in [
            ("*", "anything at all", true),
            ("<length>", "3px", true),
            ("<length>", "0", true),
            ("<length>", "3", false),
            ("<length>", "calc(1px + 2em)", true),
            ("<length>", "1s", false),
            ("<length> | auto", "auto", true),
            ("<length>+", "1px 2px", true),
            ("<length>#", "1px, 2px", true),
            ("<length>", "1px 2px", false),
            ("<color>", "#fff", true),
            ("<color>", "red", true),
            ("<color>", "solid", false),
            ("<number>", "1.5", true),
            ("<integer>", "1.5", false),
            ("<percentage>", "5%", true),
            ("<custom-ident>", "x", true),
            ("small | large", "large", true),
            ("small | large", "medium", false),
            ("<length>", "", false),
        ] {
            assert_eq!(matches_syntax(syntax, value), expected, "{syntax}: {value}");
        }
    }
}
