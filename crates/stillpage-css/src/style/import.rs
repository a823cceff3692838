//! The imports of a style sheet, found before anything is loaded.

use cssparser::{AtRuleParser, CowRcStr, ParseError, Parser, ParserState, QualifiedRuleParser, StyleSheetParser};

use super::condition::Fail;
use super::descriptor::rest;

/// The URLs that a style sheet imports, as written, under any conditions.
#[must_use]
pub fn import_urls(css: &str) -> Vec<String> {
    let mut imports = Imports { urls: Vec::new(), ended: false };
    let mut input = Parser::new(css);
    let mut rules = StyleSheetParser::new(&mut input, &mut imports);
    while rules.next().is_some() {
        if rules.parser.ended {
            break;
        }
    }
    imports.urls
}

struct Imports {
    urls: Vec<String>,
    ended: bool,
}

impl<'i> AtRuleParser<'i> for Imports {
    type Prelude = Option<String>;
    type AtRule = ();
    type Error = ();

    fn parse_prelude(&mut self, name: CowRcStr<'i>, input: &mut Parser<'i>) -> Result<Option<String>, Fail> {
        let mut url = None;
        if name.eq_ignore_ascii_case("import") {
            url = Some(input.expect_url_or_string()?.to_string());
        } else if !name.eq_ignore_ascii_case("layer") && !name.eq_ignore_ascii_case("charset") {
            self.ended = true;
        }
        let _ = rest(input);
        Ok(url)
    }

    fn rule_without_block(&mut self, url: Option<String>, _: &ParserState) -> Result<(), ()> {
        self.urls.extend(url);
        Ok(())
    }

    fn parse_block(&mut self, _: Option<String>, _: &ParserState, input: &mut Parser<'i>) -> Result<(), Fail> {
        self.ended = true;
        let _ = rest(input);
        Ok(())
    }
}

impl<'i> QualifiedRuleParser<'i> for Imports {
    type Prelude = ();
    type QualifiedRule = ();
    type Error = ();

    fn parse_prelude(&mut self, _: &mut Parser<'i>) -> Result<(), Fail> {
        self.ended = true;
        Err(ParseError::unexpected_token())
    }
}

#[cfg(test)]
mod tests {
    use super::import_urls;

    #[test]
    fn import_urls_stop_at_the_first_rule() {
        let css = "@charset 'x'; @layer a; @import 'a.css'; @import url(b.css) screen; @import url('c.css') layer(x);\
                   p {} @import 'd.css';";
        assert_eq!(import_urls(css), ["a.css", "b.css", "c.css"]);
        assert!(import_urls("p{}").is_empty());
    }
}
