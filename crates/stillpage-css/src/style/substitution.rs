//! Substitution of `var()`, `env()` and `attr()` in the text of a value.
//!
//! <https://drafts.csswg.org/css-variables-1/#substitute-a-var>, <https://drafts.csswg.org/css-values-5/#attr-notation>

use std::sync::Arc;

use cssparser::{ParseError, Parser, Token};

use super::condition::Fail;
use crate::dom::{Atom, Dom, LocalName, NodeId};
use crate::limits::Budget;

/// Limit: bytes of a substituted value; variables that double each other would fill the memory.
const MAX_BYTES: usize = 1 << 18;

/// False if the text certainly has nothing to substitute.
pub(super) fn may_refer(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.contains(&b'(')
        && ["var(", "env(", "attr("]
            .iter()
            .any(|name| bytes.windows(name.len()).any(|window| window.eq_ignore_ascii_case(name.as_bytes())))
}

/// True if the text may have `attr()`.
pub(super) fn may_refer_to_attributes(text: &str) -> bool {
    text.as_bytes().windows(5).any(|window| window.eq_ignore_ascii_case(b"attr("))
}

/// Substitutes all references in a value; `None`: it is invalid at computed-value time.
pub(super) fn substitute_with(
    text: &str,
    lookup: &mut dyn FnMut(&Atom) -> Option<Arc<str>>,
    element: Option<(&Dom, NodeId)>,
    budget: &Budget,
) -> Option<String> {
    if budget.is_exceeded() {
        return None;
    }
    let mut out = String::with_capacity(text.len() * 2);
    let mut input = Parser::new(text);
    let valid = Substitution { lookup, element }.copy(&mut input, &mut out).is_ok();
    (budget.spend_bytes(&out) && valid).then_some(out)
}

struct Substitution<'a> {
    lookup: &'a mut dyn FnMut(&Atom) -> Option<Arc<str>>,
    element: Option<(&'a Dom, NodeId)>,
}

impl Substitution<'_> {
    /// Copies the rest of `input`, references replaced.
    fn copy(&mut self, input: &mut Parser<'_>, out: &mut String) -> Result<(), Fail> {
        let mut copied = input.position();
        let mut after_reference = false;
        loop {
            let start = input.position();
            let token = match input.next_including_whitespace_and_comments() {
                Ok(token) => token,
                Err(_) => {
                    push_apart(out, input.slice_from(copied), after_reference);
                    return Ok(());
                }
            };
            let reference = match token {
                Token::Function(name) if name.eq_ignore_ascii_case("var") => Some(Reference::Variable),
                Token::Function(name) if name.eq_ignore_ascii_case("env") => Some(Reference::Environment),
                Token::Function(name) if name.eq_ignore_ascii_case("attr") && self.element.is_some() => {
                    Some(Reference::Attribute)
                }
                Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock => {
                    None
                }
                Token::BadString(_) | Token::BadUrl(_) => return Err(ParseError::unexpected_token()),
                _ => continue,
            };
            if let Some(reference) = reference {
                push_apart(out, input.slice(copied..start), after_reference);
                separate(out);
                input.parse_nested_block(|input| self.reference(reference, input, out))?;
                after_reference = true;
            } else {
                push_apart(out, input.slice(copied..input.position()), after_reference);
                after_reference = false;
                input.parse_nested_block(|input| self.copy(input, out))?;
                copied = input.position();
                // The closing bracket has been consumed with the block.
                let closed = input.slice(start..copied).chars().next_back();
                out.extend(closed.filter(|c| matches!(c, ')' | ']' | '}')));
                continue;
            }
            copied = input.position();
            if out.len() > MAX_BYTES {
                return Err(ParseError::custom(()));
            }
        }
    }

    /// The inside of `var()`, `env()`, `attr()`.
    fn reference(&mut self, kind: Reference, input: &mut Parser<'_>, out: &mut String) -> Result<(), Fail> {
        let name = input.expect_ident_cloned()?;
        let value: Option<Arc<str>> = match kind {
            Reference::Variable => {
                let name = name.strip_prefix("--").ok_or_else(ParseError::unexpected_token)?;
                (self.lookup)(&Atom::from(name))
            }
            Reference::Environment => {
                while input.try_parse(|i| i.expect_integer()).is_ok() {}
                environment(&name).map(Arc::from)
            }
            Reference::Attribute => {
                let kind = attribute_kind(input);
                let value = self.element.and_then(|(dom, node)| dom.attr(node, &LocalName::from(&*name)));
                value.and_then(|value| kind.as_tokens(value)).map(Arc::from)
            }
        };
        let has_fallback = !input.is_exhausted();
        if has_fallback {
            input.expect_comma()?;
        }
        match value {
            Some(value) => {
                out.push_str(&value);
                if out.len() > MAX_BYTES {
                    return Err(ParseError::custom(()));
                }
                while input.next().is_ok() {}
                Ok(())
            }
            None if has_fallback => self.copy(input, out),
            None if kind == Reference::Attribute => {
                out.push_str("\"\"");
                Ok(())
            }
            None => Err(ParseError::custom(())),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reference {
    Variable,
    Environment,
    Attribute,
}

/// Keeps the tokens before and after a reference apart.
fn separate(out: &mut String) {
    if out.ends_with(|c: char| !c.is_whitespace() && !matches!(c, '(' | ',' | ')' | '/')) {
        out.push_str("/**/");
    }
}

/// Appends text, kept apart from a reference's before it.
fn push_apart(out: &mut String, text: &str, after_reference: bool) {
    if after_reference && text.starts_with(|c: char| !c.is_whitespace() && !matches!(c, '(' | ',' | ')' | '/')) {
        separate(out);
    }
    out.push_str(text);
}

/// <https://drafts.csswg.org/css-env-1/>: a desktop window without insets.
fn environment(name: &str) -> Option<&'static str> {
    match name {
        "safe-area-inset-top"
        | "safe-area-inset-right"
        | "safe-area-inset-bottom"
        | "safe-area-inset-left"
        | "safe-area-max-inset-top"
        | "safe-area-max-inset-right"
        | "safe-area-max-inset-bottom"
        | "safe-area-max-inset-left"
        | "keyboard-inset-top"
        | "keyboard-inset-right"
        | "keyboard-inset-bottom"
        | "keyboard-inset-left"
        | "keyboard-inset-width"
        | "keyboard-inset-height" => Some("0px"),
        _ => None,
    }
}

/// The type as which `attr()` reads its attribute.
enum AttributeKind {
    /// As a string.
    Text,
    /// A number with this unit appended.
    Unit(String),
    /// As a value of any of these types; raw tokens.
    Tokens(String),
}

/// <https://drafts.csswg.org/css-values-5/#attr-notation>: `type(<length>)`, `raw-string`, `number`, a unit.
fn attribute_kind(input: &mut Parser<'_>) -> AttributeKind {
    let start = input.state();
    match input.next().cloned() {
        Ok(Token::Function(name)) if name.eq_ignore_ascii_case("type") => {
            let syntax = input.parse_nested_block(|input| {
                let from = input.position();
                while input.next().is_ok() {}
                Ok::<_, Fail>(input.slice_from(from).trim().to_owned())
            });
            AttributeKind::Tokens(syntax.unwrap_or_default())
        }
        Ok(Token::Ident(name)) if name.eq_ignore_ascii_case("number") => AttributeKind::Unit(String::new()),
        Ok(Token::Ident(name)) if name.eq_ignore_ascii_case("raw-string") || name.eq_ignore_ascii_case("string") => {
            AttributeKind::Text
        }
        Ok(Token::Ident(unit)) => AttributeKind::Unit(unit.to_ascii_lowercase()),
        Ok(Token::Delim('%')) => AttributeKind::Unit("%".to_owned()),
        _ => {
            input.reset(&start);
            AttributeKind::Text
        }
    }
}

impl AttributeKind {
    fn as_tokens(&self, value: &str) -> Option<String> {
        match self {
            Self::Text => {
                let mut out = String::new();
                cssparser::serialize_string(value, &mut out).ok()?;
                Some(out)
            }
            Self::Unit(unit) => {
                let number = value.trim().parse::<f32>().ok().filter(|n| n.is_finite())?;
                Some(format!("{number}{unit}"))
            }
            Self::Tokens(syntax) => {
                let quoted = if syntax == "*" { "*" } else { syntax };
                let value = value.trim();
                super::syntax::matches_syntax(quoted, value).then(|| value.to_owned())
            }
        }
    }
}
