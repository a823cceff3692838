//! Changes to the text of a style sheet as scripts make them: by the position of a rule, as the CSSOM counts.
//!
//! <https://drafts.csswg.org/cssom/#the-cssstylesheet-interface>

use std::ops::Range;

use cssparser::{ParseError, Parser, Token};

/// A rule in a text.
struct RulePlace {
    whole: Range<usize>,
    /// The range between its braces.
    body: Option<Range<usize>>,
}

/// Consumes what is left of a block; where it ends.
fn end_of_block(parser: &mut Parser<'_>) -> usize {
    let _ = parser.parse_nested_block(|inner| -> Result<(), ParseError<()>> {
        while inner.next_including_whitespace_and_comments().is_ok() {}
        Ok(())
    });
    parser.position().byte_index()
}

/// The rules of a list of rules, with places in it.
fn rules(css: &str) -> Vec<RulePlace> {
    let mut parser = Parser::new(css);
    let mut rules = Vec::new();
    loop {
        let before = parser.position().byte_index();
        let Ok(token) = parser.next_including_whitespace_and_comments().cloned() else { return rules };
        if matches!(token, Token::WhiteSpace(_) | Token::Comment(_) | Token::CDO | Token::CDC) {
            continue;
        }
        let is_at_rule = matches!(token, Token::AtKeyword(_));
        let is_charset = matches!(&token, Token::AtKeyword(name) if name.eq_ignore_ascii_case("charset"));
        let mut token = Some(token);
        let mut body = None;
        while let Some(now) = token {
            match now {
                Token::CurlyBracketBlock => {
                    let start = parser.position().byte_index();
                    let end = end_of_block(&mut parser);
                    // Without the brace, which a sheet that is cut off lacks.
                    let inner = if css.get(..end).is_some_and(|css| css.ends_with('}')) { end - 1 } else { end };
                    body = Some(start..inner.max(start));
                    break;
                }
                Token::Semicolon if is_at_rule => break,
                _ => {}
            }
            token = parser.next_including_whitespace_and_comments().ok().cloned();
        }
        if !is_charset {
            rules.push(RulePlace { whole: before..parser.position().byte_index(), body });
        }
    }
}

/// The list of rules that a position is in, and the position in the list.
fn list(css: &str, path: &[usize]) -> Option<(Range<usize>, usize)> {
    let (&last, outer) = path.split_last()?;
    let mut within = 0..css.len();
    for &at in outer {
        let body = rules(css.get(within.clone())?).into_iter().nth(at)?.body?;
        within = within.start + body.start..within.start + body.end;
    }
    Some((within, last))
}

/// The sheet with another rule before the one at a position, or at the end of the rules there.
pub fn insert_rule(css: &str, path: &[usize], rule: &str) -> Option<String> {
    let (within, at) = list(css, path)?;
    let place =
        rules(css.get(within.clone())?).into_iter().nth(at).map_or(within.end, |rule| within.start + rule.whole.start);
    Some(format!("{}\n{rule}\n{}", css.get(..place)?, css.get(place..)?))
}

/// The sheet without the rule at a position.
pub fn delete_rule(css: &str, path: &[usize]) -> Option<String> {
    let (within, at) = list(css, path)?;
    let rule = rules(css.get(within.clone())?).into_iter().nth(at)?.whole;
    Some(format!("{}{}", css.get(..within.start + rule.start)?, css.get(within.start + rule.end..)?))
}

/// The sheet with a declaration in the rule at a position set to a value, or removed.
pub fn set_declaration(css: &str, path: &[usize], property: &str, value: Option<&str>) -> Option<String> {
    let (within, at) = list(css, path)?;
    let body = rules(css.get(within.clone())?).into_iter().nth(at)?.body?;
    let body = within.start + body.start..within.start + body.end;
    let mut all = declarations(css.get(body.clone())?);
    all.retain(|(name, _)| !name.eq_ignore_ascii_case(property));
    all.extend(value.map(|value| (property.to_owned(), value.to_owned())));
    let text: Vec<String> = all.into_iter().map(|(name, value)| format!("{name}: {value};")).collect();
    Some(format!("{} {} {}", css.get(..body.start)?, text.join(" "), css.get(body.end..)?))
}

/// The declarations of a `style` attribute, as names and values with their priority.
pub fn declarations(style: &str) -> Vec<(String, String)> {
    let mut parser = Parser::new(style);
    let (mut all, mut start) = (Vec::new(), 0);
    let mut add = |text: Option<&str>| {
        if let Some((name, value)) = text.and_then(|text| text.split_once(':')) {
            all.push((name.trim().to_owned(), value.trim().to_owned()));
        }
    };
    loop {
        let before = parser.position().byte_index();
        let Ok(token) = parser.next_including_whitespace_and_comments().cloned() else { break };
        match token {
            Token::Semicolon => {
                add(style.get(start..before));
                start = parser.position().byte_index();
            }
            Token::CurlyBracketBlock | Token::ParenthesisBlock | Token::SquareBracketBlock | Token::Function(_) => {
                end_of_block(&mut parser);
            }
            _ => {}
        }
    }
    add(style.get(start..));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "@charset \"utf-8\";\n@import url(a.css);\n/* } */ p { color: red; margin: 0 }\n@media print { a { top: 0 } b {} }";

    fn squeezed(css: Option<String>) -> String {
        css.unwrap_or_default().split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn rules_are_counted_as_the_cssom_counts_them() {
        let check = |css: Option<String>, expected: &str| assert_eq!(squeezed(css), expected);
        check(
            delete_rule(SHEET, &[0]),
            "@charset \"utf-8\"; /* } */ p { color: red; margin: 0 } @media print { a { top: 0 } b {} }",
        );
        check(
            delete_rule(SHEET, &[2, 0]),
            "@charset \"utf-8\"; @import url(a.css); /* } */ p { color: red; margin: 0 } @media print { b {} }",
        );
        check(insert_rule("a{}b{}", &[1], "i {}"), "a{} i {} b{}");
        check(insert_rule("a{}", &[9], "i {}"), "a{} i {}");
        check(insert_rule("@media print { a{} }", &[0, 1], "i {}"), "@media print { a{} i {} }");
        check(set_declaration("a{}b{top:1px;left:0}", &[1], "top", Some("2px")), "a{}b{ left: 0; top: 2px; }");
        check(set_declaration("b{top:1px;left:0}", &[0], "top", None), "b{ left: 0; }");
        assert_eq!(delete_rule("a{}", &[1]), None, "no such rule");
        assert_eq!(insert_rule("a{}", &[1, 0], "b{}"), None, "no such rule to insert into");
        assert_eq!(squeezed(insert_rule("a{", &[0], "b{}")), "b{} a{", "cut off");
    }

    #[test]
    fn declarations_are_split_where_they_end() {
        let style = "a: url(x;y); b : 'p;q' !important;; --c: {d: e; f}; g";
        let expected = [("a", "url(x;y)"), ("b", "'p;q' !important"), ("--c", "{d: e; f}")];
        let found = declarations(style);
        assert_eq!(found.iter().map(|(a, b)| (&**a, &**b)).collect::<Vec<_>>(), expected);
    }
}
