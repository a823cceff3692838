//! CSS with Playwright's pseudo-classes: compound selectors, each a native part and functions of Playwright's.

use super::Mistake;
use super::content::TextQuery;
use crate::selector::SelectorList;

/// Limit: functions within functions; matching recurses this deep.
const MAX_DEPTH: usize = 16;

/// `a > b:has-text("x")`: compounds, each with the combinator that follows it.
#[derive(Debug)]
pub(super) struct Complex {
    pub(super) compounds: Vec<(Compound, Combinator)>,
}

impl Complex {
    /// True if `:scope` is one of its compounds: then the scope itself may be matched.
    pub(super) fn names_scope(&self) -> bool {
        self.compounds.iter().any(|(compound, _)| compound.functions.iter().any(|f| matches!(f, Function::Scope)))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Combinator {
    Descendant,
    Child,
    NextSibling,
    LaterSibling,
}

#[derive(Debug, Default)]
pub(super) struct Compound {
    /// The part that a browser matches by itself; `None`: anything.
    pub(super) native: Option<SelectorList>,
    pub(super) functions: Vec<Function>,
}

#[derive(Debug)]
pub(super) enum Function {
    Scope,
    Is(Vec<Complex>),
    Not(Vec<Complex>),
    Has(Vec<Complex>),
    Light(Vec<Complex>),
    Visible,
    /// The smallest element with this text.
    Text(TextQuery),
    /// Any element with a run of this text.
    TextIs(TextQuery),
    /// Any element with this text in it.
    HasText(TextQuery),
    /// The element of this number, from 1, of all that match.
    NthMatch(Vec<Complex>, usize),
}

/// The functions that are Playwright's own, or that it evaluates itself; and those of them that are not offered here.
const FUNCTIONS: &[&str] = &[
    "not",
    "is",
    "where",
    "has",
    "scope",
    "light",
    "visible",
    "text",
    "text-matches",
    "text-is",
    "has-text",
    "nth-match",
];
const LAYOUT: &[&str] = &["above", "below", "right-of", "left-of", "near"];

/// Parses a selector list.
pub(super) fn parse(text: &str) -> Result<Vec<Complex>, Mistake> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    let list = parser.list()?;
    match parser.peek() {
        Some(c) => Err(Mistake::new(parser.at, format!("`{c}` is not expected here"))),
        None => Ok(list),
    }
}

/// The arguments of a function.
enum Argument {
    Text(String),
    Number(f64),
    Selector(Complex),
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.bump();
        }
        found
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|c| c.is_ascii_whitespace()) {
            self.bump();
        }
    }

    fn list(&mut self) -> Result<Vec<Complex>, Mistake> {
        let mut list = vec![self.complex()?];
        self.skip_space();
        while self.eat(',') {
            list.push(self.complex()?);
            self.skip_space();
        }
        Ok(list)
    }

    fn combinator(&mut self) -> Option<Combinator> {
        let found = match self.peek()? {
            '>' => Combinator::Child,
            '+' => Combinator::NextSibling,
            '~' => Combinator::LaterSibling,
            _ => return None,
        };
        self.bump();
        Some(found)
    }

    fn complex(&mut self) -> Result<Complex, Mistake> {
        self.skip_space();
        let mut compounds = Vec::new();
        if let Some(combinator) = self.combinator() {
            let scope = Compound { native: None, functions: vec![Function::Scope] };
            compounds.push((scope, combinator));
        }
        loop {
            self.skip_space();
            compounds.push((self.compound()?, Combinator::Descendant));
            self.skip_space();
            if let Some(combinator) = self.combinator() {
                if let Some(last) = compounds.last_mut() {
                    last.1 = combinator;
                }
            } else if matches!(self.peek(), None | Some(',' | ')')) {
                return Ok(Complex { compounds });
            }
        }
    }

    fn compound(&mut self) -> Result<Compound, Mistake> {
        let start = self.at;
        let mut native = String::new();
        let mut functions = Vec::new();
        // Where functions were taken out of the native part, and their lengths.
        let mut cuts: Vec<(usize, usize)> = Vec::new();
        while let Some(c) = self.peek() {
            match c {
                ',' | ')' | '>' | '+' | '~' => break,
                c if c.is_ascii_whitespace() => break,
                ':' => {
                    let (from, kept) = (self.at, native.len());
                    self.pseudo(&mut native, &mut functions)?;
                    if native.len() == kept {
                        cuts.push((kept, self.at - from));
                    }
                }
                '[' => {
                    let from = self.at;
                    self.skip_until(']')?;
                    native.push_str(self.text.get(from..self.at).unwrap_or_default());
                }
                '\\' => {
                    let from = self.at;
                    self.bump();
                    self.bump();
                    native.push_str(self.text.get(from..self.at).unwrap_or_default());
                }
                '"' | '\'' => {
                    return Err(Mistake::new(self.at, "quoted text is not part of a CSS selector")
                        .hint("write :has-text(\"...\"), or text=\"...\" for the whole part"));
                }
                c => {
                    native.push(c);
                    self.bump();
                }
            }
        }
        if native.is_empty() && functions.is_empty() {
            return Err(Mistake::new(self.at, "a selector is missing"));
        }
        let native = match native.is_empty() {
            true => None,
            false => Some(SelectorList::parse(&native).map_err(|error| Mistake {
                offset: start
                    + error.offset
                    + cuts.iter().filter(|(at, _)| *at <= error.offset).map(|(_, length)| length).sum::<usize>(),
                message: error.message.clone(),
                hint: error.hint(),
            })?),
        };
        Ok(Compound { native, functions })
    }

    /// Skips what opens here, up to `close`, strings and escapes minded.
    fn skip_until(&mut self, close: char) -> Result<(), Mistake> {
        let open = self.at;
        let mut quote = None;
        let mut depth = 0_usize;
        while let Some(c) = self.peek() {
            self.bump();
            match c {
                '\\' => self.bump(),
                c if quote == Some(c) => quote = None,
                _ if quote.is_some() => {}
                '"' | '\'' => quote = Some(c),
                '(' if close == ')' => depth += 1,
                c if c == close && depth <= 1 => return Ok(()),
                ')' if close == ')' => depth -= 1,
                _ => {}
            }
        }
        Err(Mistake::new(open, format!("this is not closed by `{close}`")))
    }

    /// A pseudo-class: native ones are copied.
    fn pseudo(&mut self, native: &mut String, functions: &mut Vec<Function>) -> Result<(), Mistake> {
        let colon = self.at;
        self.bump();
        let name_at = self.at;
        while self.peek().is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '\\')) {
            self.bump();
        }
        let name = self.text.get(name_at..self.at).unwrap_or_default().to_ascii_lowercase();
        if LAYOUT.contains(&name.as_str()) {
            return Err(Mistake::new(name_at, format!("`:{name}()` is not supported"))
                .hint("find the other element first, then use `hit`, or describe the element to `locate`"));
        }
        let called = self.peek() == Some('(');
        if !FUNCTIONS.contains(&name.as_str()) {
            if called {
                self.skip_until(')')?;
            }
            native.push_str(self.text.get(colon..self.at).unwrap_or_default());
            return Ok(());
        }
        let arguments = if called { self.arguments()? } else { Vec::new() };
        functions.push(function(&name, arguments).map_err(|mistake| mistake.shifted(name_at))?);
        Ok(())
    }

    fn arguments(&mut self) -> Result<Vec<Argument>, Mistake> {
        let open = self.at;
        self.bump();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Mistake::new(open, "functions are nested too deeply"));
        }
        let mut arguments = Vec::new();
        loop {
            self.skip_space();
            arguments.push(self.argument()?);
            self.skip_space();
            if !self.eat(',') {
                break;
            }
        }
        if !self.eat(')') {
            return Err(Mistake::new(open, "this parenthesis is not closed"));
        }
        self.depth -= 1;
        Ok(arguments)
    }

    fn argument(&mut self) -> Result<Argument, Mistake> {
        match self.peek() {
            Some(quote @ ('"' | '\'')) => self.string(quote).map(Argument::Text),
            Some(c) if c.is_ascii_digit() || c == '-' => {
                let rest = self.rest();
                let end = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '.'))).unwrap_or(rest.len());
                match rest.get(..end).and_then(|number| number.parse().ok()) {
                    Some(number) => {
                        self.at += end;
                        Ok(Argument::Number(number))
                    }
                    None => self.complex().map(Argument::Selector),
                }
            }
            _ => self.complex().map(Argument::Selector),
        }
    }

    /// A string, its escapes those of CSS.
    fn string(&mut self, quote: char) -> Result<String, Mistake> {
        let open = self.at;
        self.bump();
        let mut text = String::new();
        while let Some(c) = self.peek() {
            self.bump();
            match c {
                c if c == quote => return Ok(text),
                '\\' => {
                    let rest = self.rest();
                    let digits = rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
                    if digits > 0 {
                        let code = rest.get(..digits).and_then(|hex| u32::from_str_radix(hex, 16).ok());
                        text.push(code.and_then(char::from_u32).filter(|&c| c != '\0').unwrap_or('\u{fffd}'));
                        self.at += digits;
                        if self.peek().is_some_and(|c| c.is_ascii_whitespace()) {
                            self.bump();
                        }
                    } else if let Some(c) = self.peek() {
                        self.bump();
                        if c != '\n' {
                            text.push(c);
                        }
                    }
                }
                c => text.push(c),
            }
        }
        Err(Mistake::new(open, "the string does not end"))
    }
}

/// A function with its arguments; offsets of mistakes are relative to its name.
fn function(name: &str, arguments: Vec<Argument>) -> Result<Function, Mistake> {
    let one_text =
        |arguments: Vec<Argument>| match <[Argument; 1]>::try_from(arguments) {
            Ok([Argument::Text(text)]) => Ok(text),
            _ => Err(Mistake::new(0, format!("`:{name}()` takes one text in quotes"))
                .hint("write it like :has-text(\"Save\")")),
        };
    match name {
        "scope" | "visible" if !arguments.is_empty() => Err(Mistake::new(0, format!("`:{name}` takes no arguments"))),
        "scope" => Ok(Function::Scope),
        "visible" => Ok(Function::Visible),
        "text" => one_text(arguments).map(|text| Function::Text(TextQuery::somewhere(&text))),
        "has-text" => one_text(arguments).map(|text| Function::HasText(TextQuery::somewhere(&text))),
        "text-is" => one_text(arguments).map(|text| Function::TextIs(TextQuery::Whole(crate::text::normalize(&text)))),
        "text-matches" => {
            let mut texts = Vec::new();
            for argument in arguments {
                match argument {
                    Argument::Text(text) => texts.push(text),
                    _ => texts.clear(),
                }
            }
            match texts.as_slice() {
                [source] => TextQuery::regex(source, "").map(Function::Text),
                [source, flags] => TextQuery::regex(source, flags).map(Function::Text),
                _ => Err(Mistake::new(0, "`:text-matches()` takes a regular expression and flags, both in quotes")),
            }
            .map_err(|mistake| Mistake { offset: 0, ..mistake })
        }
        "nth-match" => {
            let mut arguments = arguments;
            let number = match arguments.pop() {
                Some(Argument::Number(number)) if number >= 1.0 && !arguments.is_empty() => number,
                _ => return Err(Mistake::new(0, "`:nth-match()` takes selectors and a number from 1")),
            };
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number from 1, saturating")]
            let number = number as usize;
            Ok(Function::NthMatch(selectors(name, arguments)?, number))
        }
        _ => {
            let list = selectors(name, arguments)?;
            Ok(match name {
                "not" => Function::Not(list),
                "has" => Function::Has(list),
                "light" => Function::Light(list),
                _ => Function::Is(list),
            })
        }
    }
}

fn selectors(name: &str, arguments: Vec<Argument>) -> Result<Vec<Complex>, Mistake> {
    let wrong = || Mistake::new(0, format!("`:{name}()` takes selectors"));
    if arguments.is_empty() {
        return Err(wrong());
    }
    let selector = |argument| match argument {
        Argument::Selector(complex) => Ok(complex),
        _ => Err(wrong()),
    };
    arguments.into_iter().map(selector).collect()
}
