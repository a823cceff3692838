//! Style sheets that stand alone: what they import is written into them, what they would load is not.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cssparser::{ParseError, Parser, SourcePosition, Token};
use url::Url;

/// Limit: how deep imports are followed.
const MAX_DEPTH: usize = 8;

/// Limit: bytes that a sheet may grow to with its imports.
const MAX_BYTES: usize = 64 << 20;

/// Limit: how deep blocks are nested; a sheet ends where it goes deeper. Sheets that people write stay below ten.
const MAX_NESTING: usize = 128;

/// In place of what would be loaded.
const NOTHING: &str = "url(\"data:,\")";

/// The files that a page loaded for its style sheets, by address.
#[derive(Debug, Default)]
pub(super) struct Resources<'a> {
    /// Texts of style sheets.
    pub(super) sheets: BTreeMap<&'a str, &'a str>,
    /// Font files in base64.
    pub(super) fonts: BTreeMap<&'a str, &'a str>,
}

/// A style sheet with everything that it imports inside, the fonts that it loaded too, and no address that could be loaded.
pub(super) fn standalone(css: &str, base: Option<&Url>, resources: &Resources<'_>) -> String {
    inline(css, base, resources, 0)
}

fn inline(css: &str, base: Option<&Url>, resources: &Resources<'_>, depth: usize) -> String {
    let mut rewrite = Rewrite { base, resources, depth, too_deep: false, out: String::with_capacity(css.len()) };
    rewrite.block(&mut Parser::new(css), 0, false);
    rewrite.out
}

/// A sheet being rewritten, token by token.
struct Rewrite<'a> {
    base: Option<&'a Url>,
    resources: &'a Resources<'a>,
    /// The depth of imports.
    depth: usize,
    /// Blocks were nested beyond a limit, ours or the parser's: nothing more is written.
    too_deep: bool,
    out: String,
}

impl Rewrite<'_> {
    /// The tokens of a block; `addresses`: its strings are addresses, as in `image-set()`.
    fn block(&mut self, parser: &mut Parser<'_>, nesting: usize, addresses: bool) {
        let (mut is_import, mut is_namespace) = (false, false);
        while !self.too_deep {
            let start = parser.position();
            let Ok(token) = parser.next_including_whitespace_and_comments().cloned() else { return };
            let stays_import = is_import && matches!(token, Token::WhiteSpace(_) | Token::Comment(_));
            match &token {
                Token::AtKeyword(name) if nesting == 0 => {
                    self.out.push_str(parser.slice_from(start));
                    is_namespace = name.eq_ignore_ascii_case("namespace");
                    is_import = name.eq_ignore_ascii_case("import");
                    continue;
                }
                Token::QuotedString(address) if is_import => self.import(address),
                Token::QuotedString(address) if addresses => self.address(address, parser.slice_from(start)),
                Token::UnquotedUrl(address) if is_import => self.import(address),
                Token::UnquotedUrl(_) if is_namespace => self.out.push_str(parser.slice_from(start)),
                Token::UnquotedUrl(address) => self.address(address, parser.slice_from(start)),
                Token::BadUrl(_) => self.out.push_str(NOTHING),
                Token::Function(name) if name.eq_ignore_ascii_case("url") => {
                    let address = parser.parse_nested_block(|inside| {
                        let address = inside.expect_string_cloned()?;
                        while inside.next().is_ok() {}
                        Ok::<_, ParseError<()>>(address)
                    });
                    match address {
                        Ok(address) if is_import => self.import(&address),
                        Ok(_) if is_namespace => self.out.push_str(parser.slice_from(start)),
                        Ok(address) => self.address(&address, parser.slice_from(start)),
                        Err(_) => self.out.push_str(NOTHING),
                    }
                }
                Token::Function(name) => {
                    let addresses = ["image-set", "-webkit-image-set", "image", "src"];
                    let addresses = addresses.iter().any(|function| name.eq_ignore_ascii_case(function));
                    self.nested(parser, start, ')', nesting, addresses);
                }
                Token::ParenthesisBlock => self.nested(parser, start, ')', nesting, false),
                Token::SquareBracketBlock => self.nested(parser, start, ']', nesting, false),
                Token::CurlyBracketBlock => self.nested(parser, start, '}', nesting, false),
                _ => self.out.push_str(parser.slice_from(start)),
            }
            is_import = stays_import;
            is_namespace &= !matches!(token, Token::Semicolon);
        }
    }

    /// A block whose opening token was just read at `start`.
    fn nested(&mut self, parser: &mut Parser<'_>, start: SourcePosition, close: char, nesting: usize, addresses: bool) {
        self.out.push_str(parser.slice_from(start));
        let inside = parser.parse_nested_block(|inside| {
            if nesting < MAX_NESTING {
                self.block(inside, nesting + 1, addresses);
            }
            while inside.next().is_ok() {}
            Ok::<_, ParseError<()>>(())
        });
        self.too_deep |= nesting >= MAX_NESTING || inside.is_err();
        // A sheet may end before its blocks do.
        if inside.is_ok() && parser.slice_from(start).ends_with(close) {
            self.out.push(close);
        }
    }

    /// An address that would be loaded, as it was written.
    fn address(&mut self, address: &str, written: &str) {
        let stays = address.starts_with('#') || address.get(..5).is_some_and(|s| s.eq_ignore_ascii_case("data:"));
        if stays {
            self.out.push_str(written);
            return;
        }
        let file = absolute(address, self.base).and_then(|mut url| {
            url.set_fragment(None);
            self.resources.fonts.get(url.as_str())
        });
        match file {
            Some(file) if self.out.len() < MAX_BYTES => {
                self.out.push_str("url(\"data:application/octet-stream;base64,");
                // It comes from a recording, which may hold anything.
                self.out.extend(file.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=')));
                self.out.push_str("\")");
            }
            _ => self.out.push_str(NOTHING),
        }
    }

    fn import(&mut self, address: &str) {
        push_import(address, self.base, self.resources, self.depth, &mut self.out);
    }
}

/// An import of the text itself; media, layer and conditions stay behind it.
fn push_import(address: &str, base: Option<&Url>, resources: &Resources<'_>, depth: usize, out: &mut String) {
    if address.starts_with("data:") {
        out.push_str("url(");
        push_string(address, out);
        out.push(')');
        return;
    }
    let url = absolute(address, base);
    let text = url.as_ref().and_then(|url| resources.sheets.get(url.as_str()));
    match text {
        Some(text) if depth < MAX_DEPTH && out.len() < MAX_BYTES => {
            let whole = inline(text, url.as_ref(), resources, depth + 1);
            out.push_str("url(\"data:text/css;base64,");
            out.push_str(&base64(whole.as_bytes()));
            out.push_str("\")");
        }
        _ => out.push_str("url(\"data:text/css,\")"),
    }
}

/// The address that a sheet means; `None` for what is not one, which nothing is loaded from.
fn absolute(address: &str, base: Option<&Url>) -> Option<Url> {
    base.map_or_else(|| Url::parse(address), |base| base.join(address)).ok()
}

fn push_string(text: &str, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = cssparser::serialize_string(text, out);
}

/// <https://www.rfc-editor.org/rfc/rfc4648#section-4>
pub fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(css: &str, expected: &str) {
        let resources = Resources {
            sheets: BTreeMap::from([("http://a/x/b.css", "p{}"), ("http://a/x/loop.css", "@import 'loop.css';")]),
            fonts: BTreeMap::from([("http://a/x/f.woff2?v=1", "d09GMg==")]),
        };
        let base = Url::parse("http://a/x/y.css").ok();
        assert_eq!(standalone(css, base.as_ref(), &resources), expected, "{css}");
    }

    #[test]
    fn sheet_loads_nothing() {
        check("a{background:url(i.png)}", "a{background:url(\"data:,\")}");
        check("a{background:url( 'i(1).png' ) no-repeat}", "a{background:url(\"data:,\") no-repeat}");
        check("a{mask:URL(#m);src:url(data:,x)}", "a{mask:URL(#m);src:url(data:,x)}");
        check("a{content:'url(x)'}/* url(y) */", "a{content:'url(x)'}/* url(y) */");
        check("a{background:url(", "a{background:url(\"data:,\")");
        check("a{content:'\\'", "a{content:'\\'");
        check("a{background:u\\72l(x.png)}", "a{background:url(\"data:,\")}");
        check("a{background:image-set('a.png' type('b'))}", "a{background:image-set(url(\"data:,\") type('b'))}");
        check("a{background:\\75rl('i.png')}", "a{background:url(\"data:,\")}");
        check("@namespace s url(http://www.w3.org/2000/svg);", "@namespace s url(http://www.w3.org/2000/svg);");
        check("@import 'data:text/css,a\"b';", "@import url(\"data:text/css,a\\\"b\");");
        assert!(standalone(&"{".repeat(100_000), None, &Resources::default()).len() < 1000, "bounded");
    }

    #[test]
    fn sheet_holds_what_it_imports() {
        check("@import 'b.css' screen;", "@import url(\"data:text/css;base64,cHt9\") screen;");
        check("@import url(b.css) layer(a);", "@import url(\"data:text/css;base64,cHt9\") layer(a);");
        check("@IMPORT \"gone.css\";", "@IMPORT url(\"data:text/css,\");");
        let mut deep = String::new();
        push_import("loop.css", Url::parse("http://a/x/").ok().as_ref(), &Resources::default(), 0, &mut deep);
        assert_eq!(deep, "url(\"data:text/css,\")");
    }

    #[test]
    fn sheet_holds_the_fonts_that_were_loaded() {
        check(
            "@font-face{font-family:f;src:url(f.eot),url('f.woff2?v=1#iefix') format('woff2')}",
            "@font-face{font-family:f;src:url(\"data:,\"),\
             url(\"data:application/octet-stream;base64,d09GMg==\") format('woff2')}",
        );
    }

    #[test]
    fn sheet_that_imports_itself_comes_to_an_end() {
        let resources =
            Resources { sheets: BTreeMap::from([("http://a/l.css", "@import 'l.css';b{}")]), ..Resources::default() };
        let base = Url::parse("http://a/").ok();
        assert!(standalone("@import 'l.css';", base.as_ref(), &resources).len() < 10_000, "bounded");
    }

    #[test]
    fn base64_of_every_length() {
        for (text, expected) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")] {
            assert_eq!(base64(text.as_bytes()), expected, "{text}");
        }
    }
}
