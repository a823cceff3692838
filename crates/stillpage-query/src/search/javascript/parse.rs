//! Reads locators as JavaScript writes them: what is generated, and what people write.

use crate::aria::Role;
use crate::dom::NodeId;
use crate::error::SelectorError;
use crate::page::Page;
use crate::safe_text::PageText;
use crate::search::playwright::steps::{Step, compile};
use crate::search::playwright::{PlaywrightSelector, RoleOptions, TextRule};

/// Limit: locators within the arguments of locators.
const MAX_DEPTH: usize = 20;

const METHODS: &str = "the methods are getByRole, getByText, getByLabel, getByPlaceholder, getByAltText, getByTitle, getByTestId, \
                       locator, frameLocator, filter, first, last, nth, and, or, visible and contentFrame";

/// A locator as a test has it, such as `getByRole('button', { name: 'Save' }).first()` in JavaScript.
#[derive(Debug, Clone)]
pub struct WrittenLocator(pub(super) Result<Vec<Step>, SelectorError>);

impl WrittenLocator {
    /// The elements that it finds.
    ///
    /// # Errors
    /// [`SelectorError::Invalid`] for a locator or a selector in it that does not parse, [`SelectorError::InvalidPattern`] and
    /// [`SelectorError::PatternTooExpensive`] for a regular expression.
    pub fn find(&self, page: &Page) -> Result<Vec<NodeId>, SelectorError> {
        self.selector()?.find(page, page.dom().document())
    }

    /// The selector that its steps are.
    pub(in crate::search) fn selector(&self) -> Result<PlaywrightSelector, SelectorError> {
        compile(self.0.as_ref().map_err(Clone::clone)?)
    }

    /// Its steps; `None` if it does not parse.
    pub fn steps(&self) -> Option<&[Step]> {
        self.0.as_deref().ok()
    }

    /// Its steps.
    ///
    /// # Errors
    /// [`SelectorError::Invalid`] if it does not parse.
    pub fn into_steps(self) -> Result<Vec<Step>, SelectorError> {
        self.0
    }

    /// The calls of these steps.
    pub fn print_steps(steps: &[Step]) -> String {
        super::print::print(steps)
    }

    /// Prints the locator as Playwright does; `None` if it does not parse.
    pub fn print(&self) -> Option<String> {
        // The mistake is the error of `find`.
        self.0.as_ref().ok().map(|steps| super::print::print(steps))
    }
}

/// Reads a locator; `None` for anything else, such as a CSS selector.
pub fn selector_of(text: &str) -> Option<WrittenLocator> {
    let trimmed = text.trim();
    let after_page = trimmed.strip_prefix("page").and_then(|rest| rest.trim_start().strip_prefix('.'));
    let chain = after_page.unwrap_or(trimmed).trim_start();
    let (method, _) = chain.split_once('(')?;
    let starts = ["getBy", "locator", "frameLocator"].iter().any(|start| method.trim_end().starts_with(start));
    if !starts || !method.trim_end().bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let mut parser = Parser { text: chain, at: 0 };
    let steps = parser.chain(0).and_then(|steps| {
        parser.skip_space();
        parser.eat(";");
        parser.skip_space();
        if parser.rest().is_empty() {
            Ok(steps)
        } else {
            Err("`.` and another call, or the end, is expected".to_owned())
        }
    });
    Some(WrittenLocator(steps.map_err(|reason| SelectorError::Invalid {
        selector: text.to_owned(),
        offset: (text.len() - text.trim_start().len() + trimmed.len() - chain.len() + parser.at).min(text.len()),
        reason,
        hint: METHODS.to_owned(),
    })))
}

/// An argument of a call, or the value of an option.
enum Value {
    Text(String),
    Regex(String, String),
    Number(i32),
    Boolean(bool),
    Options(Vec<(String, Self)>),
    Chain(Vec<Step>),
}

impl Value {
    fn rule(self, exact: bool) -> Result<TextRule, String> {
        match self {
            Self::Text(text) if exact => Ok(TextRule::Exact(text)),
            Self::Text(text) => Ok(TextRule::Part(text)),
            Self::Regex(source, flags) => Ok(TextRule::Regex(source, flags)),
            _ => Err("a text in quotes or a regular expression is expected".to_owned()),
        }
    }

    fn boolean(&self) -> Result<bool, String> {
        match self {
            Self::Boolean(value) => Ok(*value),
            _ => Err("true or false is expected".to_owned()),
        }
    }

    fn chain(self) -> Result<Vec<Step>, String> {
        match self {
            Self::Chain(steps) => Ok(steps),
            _ => Err("a locator is expected".to_owned()),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        self.skip_space();
        if self.eat(text) { Ok(()) } else { Err(format!("`{text}` is expected")) }
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn identifier(&mut self) -> &'a str {
        let rest = self.rest();
        let len = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        self.at += len;
        rest.get(..len).unwrap_or_default()
    }

    fn chain(&mut self, depth: usize) -> Result<Vec<Step>, String> {
        if depth > MAX_DEPTH {
            return Err("locators are nested too deeply".to_owned());
        }
        let mut steps = Vec::new();
        loop {
            self.skip_space();
            let from = self.at;
            let method = self.identifier();
            if method == "page" && steps.is_empty() && depth > 0 {
                self.expect(".")?;
                continue;
            }
            let arguments = self.arguments(depth)?;
            let call = call(method, arguments).inspect_err(|_| self.at = from)?;
            steps.extend(call);
            let end = self.at;
            self.skip_space();
            if !self.eat(".") {
                self.at = end;
                return Ok(steps);
            }
        }
    }

    fn arguments(&mut self, depth: usize) -> Result<Vec<Value>, String> {
        self.expect("(")?;
        let mut values = Vec::new();
        loop {
            self.skip_space();
            if self.eat(")") {
                return Ok(values);
            }
            if !values.is_empty() {
                self.expect(",")?;
                self.skip_space();
                if self.eat(")") {
                    return Ok(values);
                }
            }
            values.push(self.value(depth)?);
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        self.skip_space();
        match self.rest().chars().next() {
            Some(quote @ ('\'' | '"' | '`')) => self.string(quote).map(Value::Text),
            Some('/') => self.regex(),
            Some('{') => self.options(depth),
            Some('-' | '0'..='9') => {
                let negative = self.eat("-");
                let digits: i32 = self.identifier().parse().map_err(|_| "a whole number is expected".to_owned())?;
                Ok(Value::Number(if negative { -digits } else { digits }))
            }
            _ => {
                let from = self.at;
                match self.identifier() {
                    "true" => Ok(Value::Boolean(true)),
                    "false" => Ok(Value::Boolean(false)),
                    _ => {
                        self.at = from;
                        self.chain(depth + 1).map(Value::Chain)
                    }
                }
            }
        }
    }

    fn options(&mut self, depth: usize) -> Result<Value, String> {
        self.expect("{")?;
        let mut options: Vec<(String, Value)> = Vec::new();
        if depth > MAX_DEPTH {
            return Err("options are nested too deeply".to_owned());
        }
        loop {
            self.skip_space();
            if self.eat("}") {
                return Ok(Value::Options(options));
            }
            if !options.is_empty() {
                self.expect(",")?;
                self.skip_space();
                if self.eat("}") {
                    return Ok(Value::Options(options));
                }
            }
            let name = match self.rest().chars().next() {
                Some(quote @ ('\'' | '"')) => self.string(quote)?,
                _ => self.identifier().to_owned(),
            };
            self.expect(":")?;
            let value = self.value(depth + 1)?;
            options.push((name, value));
        }
    }

    fn string(&mut self, quote: char) -> Result<String, String> {
        let open = self.at;
        self.bump();
        let mut text = String::new();
        // Half of a character that takes two escapes.
        let mut high: Option<u32> = None;
        while let Some(c) = self.bump() {
            if c == quote {
                return Ok(text);
            }
            if c != '\\' {
                text.push(c);
                continue;
            }
            let code = match self.bump() {
                Some('n') => 0x0A,
                Some('r') => 0x0D,
                Some('t') => 0x09,
                Some('b') => 0x08,
                Some('f') => 0x0C,
                Some('v') => 0x0B,
                Some('0') => 0,
                Some('x') => self.hex(2)?,
                Some('u') if self.eat("{") => {
                    let digits = self.identifier();
                    let code =
                        u32::from_str_radix(digits, 16).map_err(|_| "an escape has hexadecimal digits".to_owned())?;
                    self.expect("}")?;
                    code
                }
                Some('u') => self.hex(4)?,
                Some('\n') => continue,
                Some(c) => u32::from(c),
                None => break,
            };
            match (high.take(), code) {
                (_, 0xD800..=0xDBFF) => high = Some(code),
                (Some(high), 0xDC00..=0xDFFF) => {
                    text.extend(char::from_u32(0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)));
                }
                _ => text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)),
            }
        }
        self.at = open;
        Err("the string does not end".to_owned())
    }

    fn hex(&mut self, digits: usize) -> Result<u32, String> {
        let found = self.rest().get(..digits).unwrap_or_default();
        self.at += found.len();
        u32::from_str_radix(found, 16).map_err(|_| format!("an escape has {digits} hexadecimal digits"))
    }

    fn regex(&mut self) -> Result<Value, String> {
        let open = self.at;
        self.bump();
        let (mut source, mut in_class) = (String::new(), false);
        while let Some(c) = self.bump() {
            match c {
                '/' if !in_class => return Ok(Value::Regex(source, self.identifier().to_owned())),
                '\\' => {
                    source.push('\\');
                    source.extend(self.bump());
                    continue;
                }
                '[' => in_class = true,
                ']' => in_class = false,
                _ => {}
            }
            source.push(c);
        }
        self.at = open;
        Err("the regular expression does not end".to_owned())
    }
}

/// The steps of a call.
fn call(method: &str, arguments: Vec<Value>) -> Result<Vec<Step>, String> {
    let mut options = Vec::new();
    let mut values = Vec::new();
    for argument in arguments {
        match argument {
            Value::Options(more) => options.extend(more),
            value => values.push(value),
        }
    }
    let mut values = values.into_iter();
    let mut first = || values.next().ok_or_else(|| format!("{method}() needs an argument"));
    let steps = match method {
        "getByRole" => return by_role(first()?, options).map(|step| vec![step]),
        "getByTestId" => vec![Step::TestId(first()?.rule(true)?)],
        "getByText" | "getByLabel" | "getByPlaceholder" | "getByAltText" | "getByTitle" => {
            let mut exact = false;
            for (name, value) in std::mem::take(&mut options) {
                match name.as_str() {
                    "exact" => exact = value.boolean()?,
                    _ => return Err(format!("{method}() has no option `{}`, only `exact`", PageText::of(&name))),
                }
            }
            let rule = first()?.rule(exact)?;
            vec![match method {
                "getByText" => Step::Text(rule),
                "getByLabel" => Step::Label(rule),
                "getByPlaceholder" => Step::Attribute("get_by_placeholder", "placeholder", rule),
                "getByAltText" => Step::Attribute("get_by_alt_text", "alt", rule),
                _ => Step::Attribute("get_by_title", "title", rule),
            }]
        }
        "locator" => {
            let mut steps = match first()? {
                Value::Text(selector) => vec![Step::Css(selector)],
                Value::Chain(steps) => steps,
                _ => return Err("locator() takes a selector in quotes".to_owned()),
            };
            steps.extend(filters(std::mem::take(&mut options))?);
            steps
        }
        "frameLocator" => match first()? {
            Value::Text(selector) => vec![Step::Css(selector), Step::ContentFrame],
            _ => return Err("frameLocator() takes a selector in quotes".to_owned()),
        },
        "filter" => filters(std::mem::take(&mut options))?,
        "and" => vec![Step::And(first()?.chain()?)],
        "or" => vec![Step::Or(first()?.chain()?)],
        "nth" => match first()? {
            Value::Number(number) => vec![Step::Nth(number)],
            _ => return Err("nth() takes a whole number".to_owned()),
        },
        "first" => vec![Step::Nth(0)],
        "last" => vec![Step::Nth(-1)],
        "visible" => vec![Step::Visible(true)],
        "contentFrame" => vec![Step::ContentFrame],
        _ => return Err(format!("there is no method `{}`", PageText::of(method))),
    };
    match options.first() {
        Some((name, _)) => Err(format!("{method}() has no option `{}`", PageText::of(name))),
        None => Ok(steps),
    }
}

fn by_role(role: Value, options: Vec<(String, Value)>) -> Result<Step, String> {
    let Value::Text(role) = role else { return Err("getByRole() takes a role in quotes".to_owned()) };
    let role = Role::from_token(&role).ok_or_else(|| format!("there is no role `{}`", PageText::of(&role)))?;
    let exact = options.iter().any(|(name, value)| name == "exact" && matches!(value, Value::Boolean(true)));
    let mut known = RoleOptions::default();
    for (name, value) in options {
        match name.as_str() {
            "name" => known.name = Some(value.rule(exact)?),
            "description" => known.description = Some(value.rule(exact)?),
            "exact" => drop(value.boolean()?),
            "checked" => known.checked = Some(value.boolean()?),
            "disabled" => known.disabled = Some(value.boolean()?),
            "expanded" => known.expanded = Some(value.boolean()?),
            "pressed" => known.pressed = Some(value.boolean()?),
            "selected" => known.selected = Some(value.boolean()?),
            "includeHidden" => known.include_hidden = value.boolean()?,
            "level" => {
                known.level = match value {
                    Value::Number(level) => u32::try_from(level).ok(),
                    _ => None,
                };
                if known.level.is_none() {
                    return Err("`level` takes a whole number".to_owned());
                }
            }
            _ => return Err(format!("getByRole() has no option `{}`", PageText::of(&name))),
        }
    }
    Ok(Step::Role(role, known))
}

fn filters(options: Vec<(String, Value)>) -> Result<Vec<Step>, String> {
    let filter = |(name, value): (String, Value)| match name.as_str() {
        "hasText" => Ok(Step::HasText(value.rule(false)?, true)),
        "hasNotText" => Ok(Step::HasText(value.rule(false)?, false)),
        "has" => Ok(Step::Has(value.chain()?, true)),
        "hasNot" => Ok(Step::Has(value.chain()?, false)),
        "visible" => Ok(Step::Visible(value.boolean()?)),
        _ => Err(format!(
            "there is no option `{}`; there are has, hasNot, hasText, hasNotText and visible",
            PageText::of(&name)
        )),
    };
    options.into_iter().map(filter).collect()
}
