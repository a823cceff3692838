//! `@font-face`: descriptors to a [`FaceRule`].
//!
//! <https://drafts.csswg.org/css-fonts-4/#font-face-rule>

use std::sync::Arc;

use cssparser::{Parser, Token};
use url::Url;

use super::descriptor::Descriptors;
use crate::font::{FaceRule, FaceSource, FontSource, Slope};

/// Finds a font file by absolute URL.
pub(super) type LoadFont<'a> = &'a dyn Fn(&Url) -> Option<Arc<FontSource>>;

/// The face that a rule declares; `None` if it lacks a family or a source.
pub(super) fn face_rule(descriptors: &Descriptors, base: Option<&Url>, load: LoadFont<'_>) -> Option<FaceRule> {
    let family = family_name(descriptors.get("font-family")?)?;
    let sources = sources(descriptors.get("src")?)
        .into_iter()
        .filter_map(|source| match source {
            Src::Local(name) => Some(FaceSource::Local(name.into())),
            Src::Url(url) => {
                let url = match base {
                    Some(base) => base.join(&url).ok(),
                    None => Url::parse(&url).ok(),
                }?;
                let source = load(&url);
                Some(FaceSource::File { url: url.as_str().into(), source })
            }
        })
        .collect::<Vec<_>>();
    if sources.is_empty() {
        return None;
    }
    let percent = |name: &str| {
        let mut input = Parser::new(descriptors.get(name)?);
        let value = input.expect_percentage().ok().filter(|value| *value >= 0.0)?;
        input.is_exhausted().then_some(value)
    };
    let mut rule = FaceRule::new(&family, sources);
    rule.weight = descriptors.get("font-weight").and_then(|text| range(text, weight));
    rule.width =
        descriptors.get("font-width").or_else(|| descriptors.get("font-stretch")).and_then(|text| range(text, width));
    rule.slope = descriptors.get("font-style").and_then(slope);
    rule.ranges = descriptors.get("unicode-range").and_then(unicode_ranges).unwrap_or_default();
    rule.size_adjust = percent("size-adjust").unwrap_or(1.0);
    rule.ascent = percent("ascent-override");
    rule.descent = percent("descent-override");
    rule.line_gap = percent("line-gap-override");
    Some(rule)
}

/// The URLs of the font files that a style sheet names but does not hold itself, as written, under any conditions of
/// their rules.
#[must_use]
pub fn font_urls(css: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = css;
    while let Some(at) = rest.find('@') {
        rest = rest.get(at + 1..).unwrap_or("");
        let Some(name) = rest.get(..9).filter(|name| name.eq_ignore_ascii_case("font-face")) else { continue };
        rest = rest.get(name.len()..).unwrap_or("");
        let mut input = Parser::new(rest);
        if !matches!(input.next(), Ok(Token::CurlyBracketBlock)) {
            continue;
        }
        let descriptors =
            input.parse_nested_block(|input| Ok::<_, cssparser::ParseError<()>>(Descriptors::read(input)));
        let sources = descriptors.ok().and_then(|d| d.get("src").map(sources)).unwrap_or_default();
        found.extend(sources.into_iter().filter_map(|source| match source {
            Src::Url(url) => Some(url).filter(|url| !url.get(..5).is_some_and(|s| s.eq_ignore_ascii_case("data:"))),
            Src::Local(_) => None,
        }));
    }
    found
}

/// One family name: a string or identifiers.
fn family_name(text: &str) -> Option<String> {
    let mut input = Parser::new(text);
    if let Ok(name) = input.try_parse(|i| i.expect_string().cloned()) {
        return input.is_exhausted().then(|| name.to_string());
    }
    let mut words = Vec::new();
    while let Ok(word) = input.try_parse(|i| i.expect_ident().cloned()) {
        words.push(word.to_string());
    }
    (input.is_exhausted() && !words.is_empty()).then(|| words.join(" "))
}

/// An entry of `src` as written.
pub(super) enum Src {
    Local(String),
    Url(String),
}

/// The entries of `src` whose format and technologies Chromium knows.
pub(super) fn sources(text: &str) -> Vec<Src> {
    let mut found = Vec::new();
    let mut input = Parser::new(text);
    loop {
        let entry = input.parse_until_before(cssparser::Delimiter::Comma, |input| {
            let entry = source(input);
            while input.next().is_ok() {}
            Ok::<_, cssparser::ParseError<()>>(entry)
        });
        found.extend(entry.ok().flatten());
        if input.next().is_err() {
            return found;
        }
    }
}

fn source(input: &mut Parser<'_>) -> Option<Src> {
    if let Ok(url) = input.try_parse(|i| i.expect_url().map(|url| url.to_string())) {
        return (format_is_known(input)).then_some(Src::Url(url));
    }
    let start = input.state();
    let is_local = matches!(input.next(), Ok(Token::Function(name)) if name.eq_ignore_ascii_case("local"));
    if !is_local {
        input.reset(&start);
        return None;
    }
    let name = input.parse_nested_block(|input| {
        let mut name = String::new();
        while let Ok(token) = input.next() {
            if let Token::QuotedString(word) | Token::Ident(word) = token {
                if !name.is_empty() {
                    name.push(' ');
                }
                name.push_str(word);
            }
        }
        Ok::<_, cssparser::ParseError<()>>(name)
    });
    name.ok().map(Src::Local)
}

/// Returns `true` if the `format()` and `tech()` behind a URL are supported.
fn format_is_known(input: &mut Parser<'_>) -> bool {
    const FORMATS: [&str; 11] = [
        "collection",
        "opentype",
        "truetype",
        "woff",
        "woff2",
        "opentype-variations",
        "truetype-variations",
        "woff-variations",
        "woff2-variations",
        "ttf",
        "otf",
    ];
    loop {
        let (is_format, is_function) = match input.next() {
            Ok(Token::Function(name)) => (name.eq_ignore_ascii_case("format"), true),
            Ok(_) => (false, false),
            Err(_) => return true,
        };
        if !is_function {
            return false;
        }
        let names = input.parse_nested_block(|input| {
            let mut names = Vec::new();
            while let Ok(token) = input.next() {
                if let Token::QuotedString(name) | Token::Ident(name) = token {
                    names.push(name.to_string());
                }
            }
            Ok::<_, cssparser::ParseError<()>>(names)
        });
        let known = |name: &String| {
            // Chrome: of the technologies, Graphite is the one it lacks.
            if is_format {
                FORMATS.iter().any(|format| name.eq_ignore_ascii_case(format))
            } else {
                !name.eq_ignore_ascii_case("features-graphite")
            }
        };
        let accepted =
            names.is_ok_and(|names| if is_format { names.iter().any(known) } else { names.iter().all(known) });
        if !accepted {
            return false;
        }
    }
}

/// One value or two; `None` for `auto` and what is invalid.
fn range(text: &str, value: impl Fn(&mut Parser<'_>) -> Option<f32>) -> Option<(f32, f32)> {
    let mut input = Parser::new(text);
    let first = value(&mut input)?;
    let last = if input.is_exhausted() { first } else { value(&mut input)? };
    input.is_exhausted().then_some((first.min(last), first.max(last)))
}

fn weight(input: &mut Parser<'_>) -> Option<f32> {
    match input.next().ok()? {
        Token::Number { value, .. } if (1.0..=1000.0).contains(value) => Some(*value),
        Token::Ident(name) if name.eq_ignore_ascii_case("normal") => Some(400.0),
        Token::Ident(name) if name.eq_ignore_ascii_case("bold") => Some(700.0),
        _ => None,
    }
}

fn width(input: &mut Parser<'_>) -> Option<f32> {
    match input.next().ok()? {
        Token::Percentage { unit_value, .. } if *unit_value >= 0.0 => Some(unit_value * 100.0),
        Token::Ident(name) => super::property::font_width_keyword(name),
        _ => None,
    }
}

fn slope(text: &str) -> Option<Slope> {
    let mut input = Parser::new(text);
    let keyword = input.expect_ident_cloned().ok()?;
    if keyword.eq_ignore_ascii_case("normal") {
        return Some(Slope::Normal);
    }
    if keyword.eq_ignore_ascii_case("italic") {
        return Some(Slope::Italic);
    }
    let mut angles = Vec::new();
    while let Ok(Token::Dimension { value, unit, .. }) = input.next() {
        angles.push(match &*unit.to_ascii_lowercase() {
            "deg" => *value,
            "rad" => value.to_degrees(),
            "grad" => value * 0.9,
            "turn" => value * 360.0,
            _ => return None,
        });
    }
    let (first, last) = (angles.first().copied().unwrap_or(14.0), angles.last().copied().unwrap_or(14.0));
    keyword.eq_ignore_ascii_case("oblique").then_some(Slope::Oblique(first.min(last), first.max(last)))
}

/// <https://drafts.csswg.org/css-syntax-3/#urange>; `None` if any range is invalid.
fn unicode_ranges(text: &str) -> Option<Vec<(u32, u32)>> {
    text.split(',')
        .map(|range| {
            let range = range.trim();
            let digits = range.strip_prefix(['U', 'u'])?.strip_prefix('+')?;
            let hex =
                |digits: &str| (1..=6).contains(&digits.len()).then(|| u32::from_str_radix(digits, 16).ok()).flatten();
            let (first, last) = match digits.split_once('-') {
                Some((first, last)) => (hex(first)?, hex(last)?),
                None => (hex(&digits.replace('?', "0"))?, hex(&digits.replace('?', "F"))?),
            };
            (first <= last).then_some((first, last.min(0x0010_FFFF)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_characters() {
        assert_eq!(unicode_ranges("U+26, u+0-7F, U+4??"), Some(vec![(0x26, 0x26), (0, 0x7F), (0x400, 0x4FF)]));
        assert_eq!(unicode_ranges("U+26, x"), None);
        assert_eq!(unicode_ranges("U+7F-26"), None);
    }

    #[test]
    fn sources_of_known_formats() {
        let names = |text: &str| -> Vec<String> {
            sources(text)
                .into_iter()
                .map(|s| match s {
                    Src::Local(n) => format!("local {n}"),
                    Src::Url(u) => u,
                })
                .collect()
        };
        assert_eq!(
            names(
                "local('A b'), local(c d), url(x.eot) format('embedded-opentype'), url('y.woff2') format(\"woff2\") tech(variations), url(z.ttf)"
            ),
            ["local A b", "local c d", "y.woff2", "z.ttf"]
        );
        assert_eq!(names("url(a.svg) format(svg), url(b.woff) format('woff')"), ["b.woff"]);
    }

    #[test]
    fn weights_and_slopes() {
        assert_eq!(range("100 900", weight), Some((100.0, 900.0)));
        assert_eq!(range("bold", weight), Some((700.0, 700.0)));
        assert_eq!(range("0", weight), None);
        assert_eq!(range("75% condensed", width), Some((75.0, 75.0)));
        assert_eq!(slope("oblique -5deg 10deg"), Some(Slope::Oblique(-5.0, 10.0)));
        assert_eq!(slope("italic"), Some(Slope::Italic));
    }
}
