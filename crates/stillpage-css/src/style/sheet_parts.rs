//! The options of reading a style sheet, and the starts of its at-rules.

use std::sync::Arc;

use cssparser::{CowRcStr, ParseError, Parser, Token};
use url::Url;

use super::budgets::Budgets;
use super::condition::Fail;
use super::container::ContainerCondition;
use super::font_face::LoadFont;
use super::media::Medium;
use super::prune::NamesOnPage;
use crate::dom::{Atom, Namespace, Quirks};

/// Finds the text of a style sheet by absolute URL.
pub(super) type Load<'a> = &'a dyn Fn(&Url) -> Option<Arc<str>>;

/// Options and loaders for reading style sheets.
pub(super) struct SheetParseOptions<'a> {
    pub(super) medium: Medium<'a>,
    /// The base of the page's addresses.
    pub(super) page: Option<&'a Url>,
    pub(super) load: Load<'a>,
    pub(super) load_font: LoadFont<'a>,
    /// Fonts that are missing were there when the page was recorded.
    pub(super) fonts_were_there: bool,
    /// Writes an address as notes name it.
    pub(super) as_written: &'a dyn Fn(&Url) -> String,
    pub(super) quirks: Quirks,
    pub(super) user_agent: bool,
    pub(super) budgets: &'a Budgets,
    /// Rules that need others are left out; `None`: all rules are read.
    pub(super) names: Option<&'a NamesOnPage>,
}

/// The start of an at-rule.
pub(super) enum Prelude<'i> {
    /// A conditional group whose condition is known.
    If(bool),
    Layers(Vec<Vec<Atom>>),
    Container(ContainerCondition),
    Scope {
        roots: Option<&'i str>,
        limits: Option<&'i str>,
    },
    Import {
        url: CowRcStr<'i>,
        layer: Option<Vec<Atom>>,
        applies: bool,
    },
    Namespace {
        prefix: Option<Atom>,
        url: Namespace,
    },
    Property(Atom),
    CounterStyle(Atom),
    FontFace,
    PositionTry(Box<str>),
}

/// `a.b.c`
pub(super) fn layer_name(input: &mut Parser<'_>) -> Result<Vec<Atom>, Fail> {
    let mut name = vec![Atom::from(&**input.expect_ident()?)];
    loop {
        let before = input.state();
        match input.next_including_whitespace() {
            Ok(Token::Delim('.')) => match input.next_including_whitespace()? {
                Token::Ident(part) => name.push(Atom::from(&**part)),
                _ => return Err(ParseError::unexpected_token()),
            },
            _ => {
                input.reset(&before);
                return Ok(name);
            }
        }
    }
}
