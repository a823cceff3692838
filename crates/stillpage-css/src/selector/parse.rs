//! Selector text to selectors, and what is wrong with it.

use std::cell::RefCell;
use std::fmt;

use cssparser::{BasicParseErrorKind, ParseError, ParseErrorKind, Token};
use selectors::parser::{Component, ParseRelative, Parser, Selector, SelectorParseErrorKind, SelectorVisitor};

use super::bucket::{Buckets, buckets_of};
use super::names::Name;
use super::pseudo::{Names, PseudoClass, PseudoElement};
use crate::dom::{Atom, Namespace};

/// Limit: simple selectors in one complex selector, nested ones included; matching recurses once a compound.
pub(super) const MAX_COMPONENTS: u32 = 1000;

/// The kind of a syntax error in a selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SelectorErrorCode {
    /// Nothing where a selector is expected: empty text, or nothing before or after a comma.
    Empty,
    /// A combinator without a selector after it.
    DanglingCombinator,
    /// A pseudo-class or pseudo-element that does not exist.
    UnknownPseudo,
    /// Something that exists, but not at this place.
    NotAllowedHere,
    /// A malformed `[...]`.
    Attribute,
    /// A namespace prefix that was not declared.
    Namespace,
    /// Any other text.
    Syntax,
    /// Longer than [`select`](super::select) is willing to match.
    TooLong,
}

/// A selector that does not parse.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SelectorSyntaxError {
    /// The kind of the error.
    pub code: SelectorErrorCode,
    /// Byte offset in the text: at or just after what is wrong.
    pub offset: usize,
    /// One sentence.
    pub message: String,
    /// Advice on what to write instead, where it is obvious.
    hint: Option<&'static str>,
}

impl SelectorSyntaxError {
    /// Returns advice on what to write instead; `None` where it is not obvious.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        self.hint
    }
}

impl fmt::Display for SelectorSyntaxError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} (at byte {})", self.message, self.offset)
    }
}

impl std::error::Error for SelectorSyntaxError {}

/// The error type of the `selectors` crate, as a type of this crate (its trait bounds ask for one).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SelectorFailure(SelectorParseErrorKind);

impl From<SelectorParseErrorKind> for SelectorFailure {
    fn from(kind: SelectorParseErrorKind) -> Self {
        Self(kind)
    }
}

/// Namespaces that a style sheet declares.
#[derive(Debug, Clone, Default)]
pub(crate) struct Namespaces {
    /// `@namespace url`
    pub default: Option<Namespace>,
    /// `@namespace prefix url`, the last one counts.
    pub prefixes: Vec<(Atom, Namespace)>,
}

/// Options of the selector parser.
#[derive(Debug, Default)]
pub(super) struct SelectorParser<'a> {
    /// `@supports selector()`: unknown names inside `:is()` count.
    pub(super) strict: bool,
    /// `&` is a selector.
    pub(super) nesting: bool,
    /// Declared by `@namespace`.
    pub(super) namespaces: Option<&'a Namespaces>,
    /// The last name that was not known, for the error message.
    pub(super) unknown: RefCell<Option<String>>,
}

impl SelectorParser<'_> {
    fn unsupported<T>(&self, name: &str) -> Result<T, ParseError<SelectorFailure>> {
        *self.unknown.borrow_mut() = Some(name.to_owned());
        Err(ParseError::custom(SelectorParseErrorKind::UnsupportedPseudoClassOrElement))
    }
}

impl<'i> Parser<'i> for SelectorParser<'_> {
    type Impl = Names;
    type Error = SelectorFailure;

    fn parse_slotted(&self) -> bool {
        true
    }

    fn parse_part(&self) -> bool {
        true
    }

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_has(&self) -> bool {
        true
    }

    fn parse_parent_selector(&self) -> bool {
        self.nesting
    }

    fn parse_host(&self) -> bool {
        true
    }

    fn allow_forgiving_selectors(&self) -> bool {
        !self.strict
    }

    fn is_is_alias(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case("-webkit-any")
    }

    fn parse_non_ts_pseudo_class(&self, name: &str) -> Result<PseudoClass, ParseError<SelectorFailure>> {
        PseudoClass::parse(name).map_or_else(|| self.unsupported(name), Ok)
    }

    fn parse_non_ts_functional_pseudo_class(
        &self,
        name: &str,
        input: &mut cssparser::Parser<'i>,
        _after_part: bool,
    ) -> Result<PseudoClass, ParseError<SelectorFailure>> {
        if name.eq_ignore_ascii_case("lang") {
            // Chrome: one identifier; neither strings nor lists.
            return Ok(PseudoClass::Lang(Box::from(&**input.expect_ident()?)));
        }
        if name.eq_ignore_ascii_case("dir") {
            return Ok(PseudoClass::Dir(Name::from(&*input.expect_ident()?.to_ascii_lowercase())));
        }
        if name.eq_ignore_ascii_case("state") || name.eq_ignore_ascii_case("active-view-transition-type") {
            let argument = input.expect_ident()?;
            return Ok(PseudoClass::Never(Name::from(&*format!("{name}({argument})"))));
        }
        if name.eq_ignore_ascii_case(ANCESTOR) {
            return Ok(PseudoClass::SelfOrAncestor(Box::new(Selector::parse(self, input)?)));
        }
        self.unsupported(name)
    }

    fn parse_pseudo_element(&self, name: &str) -> Result<PseudoElement, ParseError<SelectorFailure>> {
        match PseudoElement::parse(name) {
            Some(pseudo) if !(self.strict && pseudo.is_unknown_webkit()) => Ok(pseudo),
            _ => self.unsupported(name),
        }
    }

    fn parse_functional_pseudo_element(
        &self,
        name: &str,
        arguments: &mut cssparser::Parser<'i>,
    ) -> Result<PseudoElement, ParseError<SelectorFailure>> {
        let Some(pseudo) = PseudoElement::parse_function(name) else { return self.unsupported(name) };
        while arguments.next().is_ok() {}
        Ok(pseudo)
    }

    fn default_namespace(&self) -> Option<Namespace> {
        self.namespaces.and_then(|n| n.default.clone())
    }

    fn namespace_for_prefix(&self, prefix: &Name) -> Option<Namespace> {
        self.namespaces.and_then(|n| n.prefixes.iter().rev().find(|(p, _)| *p == *prefix.0)).map(|(_, url)| url.clone())
    }
}

/// The function that `:host-context(` is rewritten to inside of `:host(`; no author can mean it.
const ANCESTOR: &str = "-stillpage-self-or-ancestor";

const HOST_CONTEXT: &str = "host-context";

/// False if no selector of a sheet has a `:host-context()`.
pub(crate) fn may_have_host_context(css: &str) -> bool {
    css.to_ascii_lowercase().contains(HOST_CONTEXT)
}

/// Rewrites `:host-context(S)` to `:host(:-stillpage-self-or-ancestor(S))`: the `selectors` crate lets only `:host`
/// match the featureless host. `None` if nothing is to rewrite.
pub(super) fn rewrite_host_context(text: &str) -> Option<String> {
    may_have_host_context(text).then_some(())?;
    let lower = text.to_ascii_lowercase();
    let mut out = String::with_capacity(text.len() + 64);
    let mut rest = text;
    let mut lower = &*lower;
    while let Some(at) = lower.find(":host-context(") {
        let open = at + HOST_CONTEXT.len() + 2;
        out.push_str(rest.get(..at)?);
        rest = rest.get(open..)?;
        lower = lower.get(open..)?;
        let mut depth = 1_u32;
        let close = rest.bytes().position(|b| {
            depth = match b {
                b'(' => depth + 1,
                b')' => depth - 1,
                _ => depth,
            };
            depth == 0
        })?;
        out.push_str(":host(:");
        out.push_str(ANCESTOR);
        out.push('(');
        out.push_str(rest.get(..close)?);
        out.push_str("))");
        rest = rest.get(close + 1..)?;
        lower = lower.get(close + 1..)?;
    }
    out.push_str(rest);
    Some(out)
}

/// Counts simple selectors and finds what the `selectors` crate accepts and Chromium does not.
#[derive(Default)]
pub(super) struct Survey {
    pub(super) components: u32,
    pub(super) parents: u32,
    pub(super) case_sensitive_flag: bool,
}

impl SelectorVisitor for Survey {
    type Impl = Names;

    fn visit_simple_selector(&mut self, component: &Component<Names>) -> bool {
        self.components += 1;
        match component {
            Component::ParentSelector => self.parents += 1,
            Component::AttributeInNoNamespace {
                case_sensitivity: selectors::attr::ParsedCaseSensitivity::ExplicitCaseSensitive,
                ..
            } => self.case_sensitive_flag = true,
            Component::AttributeOther(other) => {
                if let selectors::attr::ParsedAttrSelectorOperation::WithValue {
                    case_sensitivity: selectors::attr::ParsedCaseSensitivity::ExplicitCaseSensitive,
                    ..
                } = other.operation
                {
                    self.case_sensitive_flag = true;
                }
            }
            Component::NonTSPseudoClass(PseudoClass::SelfOrAncestor(selector)) => return selector.visit(self),
            _ => {}
        }
        true
    }

    fn visit_relative_selector_list(&mut self, list: &[selectors::parser::RelativeSelector<Names>]) -> bool {
        list.iter().all(|relative| relative.selector.visit(self))
    }
}

/// A parsed selector list, as `querySelectorAll` takes it.
#[derive(Debug, Clone)]
pub struct SelectorList {
    pub(super) selectors: Vec<(Selector<Names>, Buckets)>,
}

impl SelectorList {
    /// Parses a selector list. Cost: linear in the text.
    ///
    /// # Errors
    /// If the text is not a selector list that Chromium accepts.
    pub fn parse(text: &str) -> Result<Self, SelectorSyntaxError> {
        let rewritten = rewrite_host_context(text);
        let source = rewritten.as_deref().unwrap_or(text);
        let parser = SelectorParser { nesting: true, ..SelectorParser::default() };
        let mut input = cssparser::Parser::new(source);
        let mut selectors = Vec::new();
        loop {
            let parsed = Selector::parse(&parser, &mut input).and_then(|selector| {
                let end = input.state();
                match input.next() {
                    Ok(Token::Comma) | Err(_) => Ok(selector),
                    Ok(_) => {
                        input.reset(&end);
                        Err(ParseError::unexpected_token())
                    }
                }
            });
            let selector =
                parsed.map_err(|error| parser.explain(&error.kind, source, input.position().byte_index()))?;
            let mut survey = Survey::default();
            selector.visit(&mut survey);
            if survey.components > MAX_COMPONENTS {
                return Err(SelectorSyntaxError {
                    code: SelectorErrorCode::TooLong,
                    offset: 0,
                    message: format!("the selector has more than {MAX_COMPONENTS} parts"),
                    hint: None,
                });
            }
            // Chrome: `s` is not a flag.
            if survey.case_sensitive_flag {
                return Err(SelectorSyntaxError {
                    code: SelectorErrorCode::Attribute,
                    offset: source.find(" s]").map_or(0, |at| at + 1),
                    message: "Chromium does not support the flag `s` of attribute selectors".to_owned(),
                    hint: Some("leave it out: values are case-sensitive, except for some attributes of HTML"),
                });
            }
            let buckets = buckets_of(&selector);
            selectors.push((selector, buckets));
            let trailing_comma = source.get(..input.position().byte_index()).is_some_and(|t| t.ends_with(','));
            if input.is_exhausted() && !trailing_comma {
                return Ok(Self { selectors });
            }
        }
    }
}

impl SelectorParser<'_> {
    fn explain(&self, kind: &ParseErrorKind<SelectorFailure>, source: &str, at: usize) -> SelectorSyntaxError {
        use SelectorErrorCode as Code;
        let unknown = self.unknown.borrow();
        let found = source.get(at..).and_then(|rest| rest.chars().next());
        let (code, message) = match kind {
            ParseErrorKind::Custom(SelectorFailure(kind)) => match kind {
                SelectorParseErrorKind::EmptySelector => match found {
                    Some(c) if c != ',' && c != ')' => (Code::Syntax, format!("no selector can start with `{c}`")),
                    _ => (Code::Empty, "a selector is missing".to_owned()),
                },
                SelectorParseErrorKind::DanglingCombinator => {
                    (Code::DanglingCombinator, "a selector must follow the combinator".to_owned())
                }
                SelectorParseErrorKind::UnsupportedPseudoClassOrElement => {
                    let name = unknown.as_deref().unwrap_or_default();
                    (Code::UnknownPseudo, format!("there is no pseudo-class or pseudo-element `{name}`"))
                }
                SelectorParseErrorKind::NoQualifiedNameInAttributeSelector
                | SelectorParseErrorKind::UnexpectedTokenInAttributeSelector
                | SelectorParseErrorKind::ExpectedBarInAttr
                | SelectorParseErrorKind::BadValueInAttr
                | SelectorParseErrorKind::InvalidQualNameInAttr => {
                    (Code::Attribute, "the attribute selector is malformed".to_owned())
                }
                SelectorParseErrorKind::ExpectedNamespace => {
                    (Code::Namespace, "the namespace prefix is not declared".to_owned())
                }
                SelectorParseErrorKind::InvalidState
                | SelectorParseErrorKind::NonCompoundSelector
                | SelectorParseErrorKind::NonPseudoElementAfterSlotted
                | SelectorParseErrorKind::InvalidPseudoElementAfterSlotted
                | SelectorParseErrorKind::InvalidPseudoElementInsideWhere => {
                    (Code::NotAllowedHere, "this part of the selector is not allowed here".to_owned())
                }
                SelectorParseErrorKind::ClassNeedsIdent => {
                    (Code::Syntax, "a class name must follow `.`, and cannot start with a digit".to_owned())
                }
                _ => (Code::Syntax, "the selector is malformed".to_owned()),
            },
            ParseErrorKind::Basic(BasicParseErrorKind::EndOfInput) => {
                (Code::Syntax, "the selector ends too early".to_owned())
            }
            ParseErrorKind::Basic(_) => match found {
                Some(c) => (Code::Syntax, format!("`{c}` is not expected here")),
                None => (Code::Syntax, "the selector is malformed".to_owned()),
            },
        };
        let offset = match (code, unknown.as_deref()) {
            (Code::UnknownPseudo, Some(name)) => source.find(name).unwrap_or(at),
            _ => at,
        };
        let hint = match (code, unknown.as_deref()) {
            (Code::UnknownPseudo, Some("contains")) => Some("write Playwright's :has-text(\"...\") instead"),
            (Code::UnknownPseudo, Some("hidden")) => Some("write Playwright's :visible, or :not(:visible)"),
            (Code::UnknownPseudo, Some("eq" | "first" | "last" | "nth" | "gt" | "lt")) => {
                Some("use :nth-child(), :first-child or :last-child")
            }
            (Code::Syntax, _) if source.contains('#') || source.contains('.') => {
                Some("escape a leading digit or a special character in a name: #\\31 23, .a\\:b")
            }
            (Code::Attribute, _) => Some("quote the value: [name=\"value\"]"),
            _ => None,
        };
        SelectorSyntaxError { code, offset, message, hint }
    }
}

/// Parses for a style sheet: `None` if the rule is to be dropped.
pub(super) fn parse_for_sheet(
    parser: &SelectorParser<'_>,
    input: &mut cssparser::Parser<'_>,
    relative: ParseRelative,
    disallow_pseudo: bool,
) -> Option<selectors::parser::SelectorList<Names>> {
    let list = if disallow_pseudo {
        selectors::parser::SelectorList::parse_disallow_pseudo(parser, input, relative).ok()?
    } else {
        selectors::parser::SelectorList::parse(parser, input, relative).ok()?
    };
    let mut survey = Survey::default();
    for selector in list.slice() {
        survey.components = 0;
        selector.visit(&mut survey);
        // Chrome: `s` is not a flag.
        if survey.components > MAX_COMPONENTS || survey.case_sensitive_flag {
            return None;
        }
    }
    Some(list)
}
