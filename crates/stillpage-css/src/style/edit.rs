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
fn insert_rule(css: &str, path: &[usize], rule: &str) -> Option<String> {
    let (within, at) = list(css, path)?;
    let place =
        rules(css.get(within.clone())?).into_iter().nth(at).map_or(within.end, |rule| within.start + rule.whole.start);
    Some(format!("{}\n{rule}\n{}", css.get(..place)?, css.get(place..)?))
}

/// The sheet without the rule at a position.
fn delete_rule(css: &str, path: &[usize]) -> Option<String> {
    let (within, at) = list(css, path)?;
    let rule = rules(css.get(within.clone())?).into_iter().nth(at)?.whole;
    Some(format!("{}{}", css.get(..within.start + rule.start)?, css.get(within.start + rule.end..)?))
}

/// The sheet with a declaration in the rule at a position set to a value, or removed.
fn set_declaration(css: &str, path: &[usize], property: &str, value: Option<&str>) -> Option<String> {
    let (within, at) = list(css, path)?;
    let body = rules(css.get(within.clone())?).into_iter().nth(at)?.body?;
    let body = within.start + body.start..within.start + body.end;
    let mut all = declarations(css.get(body.clone())?);
    all.retain(|(name, _)| !name.eq_ignore_ascii_case(property));
    all.extend(value.map(|value| (property.to_owned(), value.to_owned())));
    let text: Vec<String> = all.into_iter().map(|(name, value)| format!("{name}: {value};")).collect();
    Some(format!("{} {} {}", css.get(..body.start)?, text.join(" "), css.get(body.end..)?))
}

/// A style sheet while scripts change it, rule by rule: a change takes as long as the rule that it is in.
#[derive(Debug, Clone, Default)]
pub struct EditedSheet {
    /// The text before the first rule, such as `@charset`.
    head: String,
    /// The rules, each with what is between it and the one before.
    rules: Vec<String>,
    /// The text behind the last one.
    rest: String,
}

impl EditedSheet {
    /// Reads the text of a sheet.
    #[must_use]
    pub fn of(css: &str) -> Self {
        let rules = rules(css);
        let mut from = rules.first().map_or(0, |rule| rule.whole.start);
        let mut sheet = Self { head: css.get(..from).unwrap_or_default().to_owned(), ..Self::default() };
        for rule in rules {
            sheet.rules.extend(css.get(from..rule.whole.end).map(str::to_owned));
            from = rule.whole.end;
        }
        css.get(from..).unwrap_or_default().clone_into(&mut sheet.rest);
        sheet
    }

    /// Returns its text.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}{}{}", self.head, self.rules.concat(), self.rest)
    }

    /// Inserts a rule before the one at a position, or at the end of the rules there.
    pub fn insert(&mut self, path: &[usize], rule: &str) {
        match *path {
            [at] => {
                let inserted = Self::of(&format!("{rule}\n"));
                if at < self.rules.len() {
                    self.rules.splice(at..at, inserted.rules);
                } else if self.rest.trim().is_empty() && self.rules.last().is_none_or(|last| last.ends_with(['}', ';']))
                {
                    self.rules.extend(inserted.rules);
                } else {
                    // The last rule is cut off, and goes on.
                    *self = Self::of(&format!("{}\n{}", self.text(), inserted.text()));
                }
            }
            _ => self.change(path, |css, path| insert_rule(css, path, rule)),
        }
    }

    /// Deletes the rule at a position.
    pub fn delete(&mut self, path: &[usize]) {
        match *path {
            [at] if at < self.rules.len() => _ = self.rules.remove(at),
            [_] => {}
            _ => self.change(path, delete_rule),
        }
    }

    /// Sets a declaration in the rule at a position, or removes it.
    pub fn set_declaration(&mut self, path: &[usize], property: &str, value: Option<&str>) {
        self.change(path, |css, path| set_declaration(css, path, property, value));
    }

    /// Changes the rule that a position is in: `change` has it as the only one.
    fn change(&mut self, path: &[usize], change: impl FnOnce(&str, &[usize]) -> Option<String>) {
        let mut path = path.to_vec();
        if let Some(first) = path.first_mut()
            && let Some(rule) = self.rules.get_mut(std::mem::take(first))
            && let Some(changed) = change(rule, &path)
        {
            *rule = changed;
        }
    }
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
    fn sheets_are_edited_as_their_text_is() {
        // A comment may be before a rule or behind the one before it.
        let bare = |css: String| css.split_ascii_whitespace().collect::<String>().replace("/*}*/", "");
        let mut sheet = EditedSheet::of(SHEET);
        assert_eq!(sheet.text(), SHEET);
        let mut text = SHEET.to_owned();
        for (path, rule) in
            [(&[1][..], "i {}"), (&[9], "b { top: 0 }"), (&[0], "@layer a;"), (&[4, 1], "u {}"), (&[9, 0], "x {}")]
        {
            sheet.insert(path, rule);
            text = insert_rule(&text, path, rule).unwrap_or(text);
            assert_eq!(bare(sheet.text()), bare(text.clone()), "{path:?}");
        }
        for path in [&[0][..], &[3, 1], &[9], &[2]] {
            sheet.delete(path);
            text = delete_rule(&text, path).unwrap_or(text);
            assert_eq!(bare(sheet.text()), bare(text.clone()), "{path:?}");
        }
        sheet.set_declaration(&[2, 0], "top", Some("2px"));
        text = set_declaration(&text, &[2, 0], "top", Some("2px")).unwrap_or(text);
        assert_eq!(bare(sheet.text()), bare(text));
        let mut cut = EditedSheet::of("a{");
        cut.insert(&[5], "b{}");
        assert_eq!(squeezed(Some(cut.text())), "a{ b{}");
    }

    #[test]
    fn declarations_are_split_where_they_end() {
        let style = "a: url(x;y); b : 'p;q' !important;; --c: {d: e; f}; g";
        let expected = [("a", "url(x;y)"), ("b", "'p;q' !important"), ("--c", "{d: e; f}")];
        let found = declarations(style);
        assert_eq!(found.iter().map(|(a, b)| (&**a, &**b)).collect::<Vec<_>>(), expected);
    }
}
