//! Chains of calls on a page: where they are in a source, and what they are in JavaScript.

use super::calls::{Call, RUST_FILTERS, RUST_OPTIONS, javascript};
use super::lex::{SourceLanguage, Token, Word, words};
use super::scope::{Bound, Scope};
use super::value::{Value, camel_case};
use crate::aria::Role;

/// Limit: locators within the arguments of locators, and options in options.
const MAX_DEPTH: usize = 20;

/// Methods that begin a locator.
const STARTS: &[&str] = &[
    "getByRole",
    "getByText",
    "getByLabel",
    "getByPlaceholder",
    "getByAltText",
    "getByTitle",
    "getByTestId",
    "locator",
    "frameLocator",
];
/// Methods that narrow one down.
const NARROWING: &[&str] = &["filter", "first", "last", "nth", "and", "or", "contentFrame", "visible"];
/// Methods of a page whose first argument is a selector.
const WITH_SELECTOR: &[&str] = &[
    "check",
    "click",
    "dblclick",
    "dispatchEvent",
    "fill",
    "focus",
    "getAttribute",
    "hover",
    "innerHTML",
    "innerText",
    "inputValue",
    "isChecked",
    "isDisabled",
    "isEditable",
    "isEnabled",
    "isHidden",
    "isVisible",
    "press",
    "selectOption",
    "setChecked",
    "setInputFiles",
    "tap",
    "textContent",
    "type",
    "uncheck",
    "waitForSelector",
];

/// A chain in a source.
pub(super) struct FoundChain {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Its calls as JavaScript has them, or the reason why they are not known.
    pub(super) calls: Result<String, String>,
}

/// Reads the chains of a source.
pub(super) struct Reader<'a> {
    text: &'a str,
    language: SourceLanguage,
    tokens: Vec<Token>,
    scope: Scope,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, language: SourceLanguage) -> Self {
        Self { text, language, tokens: words(text, language), scope: Scope::default() }
    }

    pub(super) fn read(mut self) -> Vec<FoundChain> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            self.note_names(at);
            let Some((chain, end)) = self.chain_at(at, 0) else {
                at += 1;
                continue;
            };
            let first = self.receiver_start(at);
            self.bind(first, end, &chain.calls);
            found.push(chain);
            at = end;
        }
        found
    }

    fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    fn is(&self, at: usize, mark: char) -> bool {
        self.token(at).is_some_and(|token| token.is(mark))
    }

    fn name(&self, at: usize) -> Option<&str> {
        self.token(at)?.name()
    }

    /// The method at a place, by its name in JavaScript.
    fn method(&self, at: usize) -> Option<String> {
        let name = self.name(at)?;
        let is_snake = self.language != SourceLanguage::JavaScript;
        Some(if is_snake { camel_case(name) } else { name.to_owned() })
    }

    fn narrows(&self, method: &str) -> bool {
        let is_of_rust = RUST_OPTIONS.contains(&method) || RUST_FILTERS.iter().any(|(name, _)| *name == method);
        STARTS.contains(&method) || NARROWING.contains(&method) || self.language == SourceLanguage::Rust && is_of_rust
    }

    /// The first token of what is before the dot before `at`: `this.page` of `this.page.locator`.
    fn receiver_start(&self, at: usize) -> usize {
        let mut first = at;
        while first >= 2 && self.is(first - 1, '.') {
            let mut before = first - 2;
            // `page?.` and `page!.`
            if (self.is(before, '?') || self.is(before, '!')) && before > 0 {
                before -= 1;
            }
            if self.name(before).is_none() {
                break;
            }
            first = before;
        }
        first
    }

    /// The chain whose first method is at a place, and the place after it.
    fn chain_at(&self, at: usize, depth: usize) -> Option<(FoundChain, usize)> {
        if at == 0 || !self.is(at - 1, '.') {
            return None;
        }
        let method = self.method(at)?;
        let first = self.receiver_start(at);
        let receiver = if first == at { None } else { self.receiver_name(at) };
        let bound = receiver.as_deref().and_then(|name| self.scope.get(name));
        let is_start = STARTS.contains(&&*method) && self.is(at + 1, '(');
        let is_page = matches!(bound, Some(Bound::Page));
        let takes_selector = is_page && WITH_SELECTOR.contains(&&*method) && self.is(at + 1, '(');
        let goes_on = matches!(bound, Some(Bound::Locator(_))) && self.narrows(&method);
        if !is_start && !takes_selector && !goes_on {
            return None;
        }
        let begin = match bound {
            Some(Bound::Page) => Ok(String::new()),
            Some(Bound::Locator(calls)) => calls,
            Some(Bound::Text(_)) | None => Err(match &receiver {
                Some(name) => format!("`{name}` is not set to a page or a locator in this file"),
                None => "what it is called on is the result of an expression".to_owned(),
            }),
        };
        let (calls, end) = self.calls(at, depth);
        let start = self.token(first)?.start;
        let end_at = self.token(end - 1)?.end;
        let calls = begin.and_then(|begin| {
            let calls = javascript(calls?)?;
            Ok(if begin.is_empty() { calls } else { format!("{begin}.{calls}") })
        });
        Some((FoundChain { start, end: end_at, calls }, end))
    }

    /// The last name of the receiver of a method.
    fn receiver_name(&self, at: usize) -> Option<String> {
        let mut before = at.checked_sub(2)?;
        if self.is(before, '?') || self.is(before, '!') {
            before = before.checked_sub(1)?;
        }
        self.name(before).map(str::to_owned)
    }

    /// The calls from a method on, as far as they narrow a locator down, and the place after them.
    fn calls(&self, mut at: usize, depth: usize) -> (Result<Vec<Call>, String>, usize) {
        let (mut calls, mut failure) = (Vec::new(), None);
        loop {
            let method = self.method(at).unwrap_or_default();
            let takes_selector = calls.is_empty() && WITH_SELECTOR.contains(&&*method);
            let (arguments, end) = if self.is(at + 1, '(') {
                let close = self.closing(at + 1);
                (self.arguments(at + 2, close, depth), close + 1)
            } else {
                (Ok(Vec::new()), at + 1)
            };
            match arguments {
                Ok(arguments) if takes_selector => {
                    calls.push(Call {
                        method: "locator".to_owned(),
                        arguments: arguments.into_iter().take(1).collect(),
                    });
                }
                Ok(arguments) => calls.push(Call { method, arguments }),
                Err(reason) => failure = failure.or(Some(reason)),
            }
            let next = if self.is(end, '.') { self.method(end + 1) } else { None };
            let goes_on = next.is_some_and(|next| {
                // A property in Python; `page.locator(...).first` in JavaScript is not a call yet.
                self.narrows(&next) && (self.is(end + 2, '(') || self.language == SourceLanguage::Python)
            });
            if takes_selector || !goes_on {
                return (failure.map_or(Ok(calls), Err), end.min(self.tokens.len()));
            }
            at = end + 1;
        }
    }

    /// The bracket that closes the one at a place; the end of the source if none does.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for at in open..self.tokens.len() {
            match self.tokens[at].word {
                Word::Mark('(' | '[' | '{') => depth += 1,
                Word::Mark(')' | ']' | '}') => {
                    depth -= 1;
                    if depth == 0 {
                        return at;
                    }
                }
                _ => {}
            }
        }
        self.tokens.len().saturating_sub(1)
    }

    fn arguments(&self, mut at: usize, close: usize, depth: usize) -> Result<Vec<Value>, String> {
        if depth > MAX_DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        let (mut values, mut named) = (Vec::new(), Vec::new());
        while at < close {
            // Python's `name="Save"`.
            let name = self.name(at).filter(|_| self.language == SourceLanguage::Python && self.is(at + 1, '='));
            let (value, end) = match name {
                Some(_) => self.sum(at + 2, depth)?,
                None => self.sum(at, depth)?,
            };
            match name {
                Some(name) => named.push((name.to_owned(), value)),
                None => values.push(value),
            }
            if end < close && !self.is(end, ',') {
                return Err(self.no_literal(at, close));
            }
            at = end + 1;
        }
        if !named.is_empty() {
            values.push(Value::Options(named));
        }
        Ok(values)
    }

    fn no_literal(&self, from: usize, close: usize) -> String {
        let start = self.token(from).map_or(0, |token| token.start);
        let end = (from..close).take_while(|&at| !self.is(at, ',')).filter_map(|at| self.token(at)).last();
        let text = self.text.get(start..end.map_or(start, |token| token.end)).unwrap_or_default();
        format!("`{}` is known only when the test runs", text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// A value, or texts that are put together.
    fn sum(&self, at: usize, depth: usize) -> Result<(Value, usize), String> {
        let (mut value, mut end) = self.value(at, depth)?;
        loop {
            let adjoins = self.language == SourceLanguage::Python
                && matches!(self.token(end).map(|token| &token.word), Some(Word::Text(_) | Word::Template));
            let from = match (self.is(end, '+'), adjoins) {
                (true, _) => end + 1,
                (false, true) => end,
                (false, false) => return Ok((value, end)),
            };
            let (more, next) = self.value(from, depth)?;
            match (&mut value, more) {
                (Value::Text(text), Value::Text(more)) => text.push_str(&more),
                _ => return Err(self.no_literal(at, next)),
            }
            end = next;
        }
    }

    fn value(&self, at: usize, depth: usize) -> Result<(Value, usize), String> {
        let unknown = || self.no_literal(at, at + 1);
        let token = self.token(at).ok_or("it does not end")?;
        let value = match &token.word {
            Word::Text(text) => Value::Text(text.clone()),
            Word::Regex(source, flags) => Value::Regex(source.clone(), flags.clone()),
            Word::Number(number) => Value::Number(number.clone()),
            Word::Mark('-') => match self.token(at + 1).map(|token| &token.word) {
                Some(Word::Number(number)) => return Ok((Value::Number(format!("-{number}")), at + 2)),
                _ => return Err(unknown()),
            },
            Word::Mark('{') => return self.options(at, depth + 1),
            // A reference in Rust.
            Word::Mark('&') => return self.value(at + 1, depth),
            Word::Name(name) => return self.named_value(&name.clone(), at, depth),
            Word::Template | Word::Mark(_) => return Err(unknown()),
        };
        let mut end = at + 1;
        // Rust: `"text".into()`
        let converts = |name: &str| ["into", "to_owned", "to_string"].contains(&name);
        if self.language == SourceLanguage::Rust && self.is(end, '.') && self.name(end + 1).is_some_and(converts) {
            end += 4;
        }
        Ok((value, end))
    }

    fn named_value(&self, name: &str, at: usize, depth: usize) -> Result<(Value, usize), String> {
        if depth > MAX_DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        match name {
            "true" | "True" => return Ok((Value::Boolean(true), at + 1)),
            "false" | "False" => return Ok((Value::Boolean(false), at + 1)),
            _ => {}
        }
        // `Role::Button`, `TextPattern::exact("...")`
        if self.is(at + 1, ':') && self.is(at + 2, ':') && self.language == SourceLanguage::Rust {
            return self.path(name, at, depth);
        }
        if name == "re" && self.is(at + 1, '.') && self.name(at + 2) == Some("compile") && self.is(at + 3, '(') {
            return self.compiled(at + 3);
        }
        // The method of a locator on a page: `page.getByRole(...)`.
        let mut method = at;
        while self.is(method + 1, '.') && self.name(method + 2).is_some() {
            method += 2;
            if let Some((chain, end)) = self.chain_at(method, depth + 1) {
                return Ok((Value::Chain(chain.calls?), end));
            }
        }
        let is_alone = |end: usize| !self.is(end, '.') && !self.is(end, '(') && !self.is(end, '[');
        match self.scope.get(self.name(method).unwrap_or_default()) {
            Some(Bound::Text(text)) if is_alone(method + 1) => Ok((Value::Text(text), method + 1)),
            Some(Bound::Locator(calls)) if is_alone(method + 1) => Ok((Value::Chain(calls?), method + 1)),
            _ => Err(self.no_literal(at, method + 1)),
        }
    }

    /// A path of Rust.
    fn path(&self, name: &str, at: usize, depth: usize) -> Result<(Value, usize), String> {
        let last = self.name(at + 3).unwrap_or_default();
        let unknown = || self.no_literal(at, at + 4);
        if name == "Role" {
            let role = Role::from_token(&last.to_ascii_lowercase()).ok_or_else(unknown)?;
            return Ok((Value::Text(role.name().to_owned()), at + 4));
        }
        if !self.is(at + 4, '(') {
            return Err(unknown());
        }
        let close = self.closing(at + 4);
        let given = self.arguments(at + 5, close, depth + 1)?;
        let value = match (name, last, given.as_slice()) {
            ("TextPattern", "exact", [Value::Text(text)]) => Value::Exact(text.clone()),
            ("TextPattern", "regex", [Value::Text(source), Value::Text(flags)]) => {
                Value::Regex(source.clone(), flags.clone())
            }
            ("TextPattern" | "String", "from", [Value::Text(text)]) => Value::Text(text.clone()),
            _ => return Err(unknown()),
        };
        Ok((value, close + 1))
    }

    /// `re.compile(r"...", re.IGNORECASE)` of Python.
    fn compiled(&self, open: usize) -> Result<(Value, usize), String> {
        let close = self.closing(open);
        let Some(Word::Text(source)) = self.token(open + 1).map(|token| &token.word) else {
            return Err(self.no_literal(open + 1, close));
        };
        let mut flags = String::new();
        for at in open + 2..close {
            match self.name(at) {
                Some("re") | None => {}
                Some("I" | "IGNORECASE") => flags.push('i'),
                Some("M" | "MULTILINE") => flags.push('m'),
                Some("S" | "DOTALL") => flags.push('s'),
                Some("U" | "UNICODE") => {}
                Some(_) => return Err(self.no_literal(open + 2, close)),
            }
        }
        Ok((Value::Regex(source.clone(), flags), close + 1))
    }

    /// An object of JavaScript.
    fn options(&self, open: usize, depth: usize) -> Result<(Value, usize), String> {
        let close = self.closing(open);
        let mut options = Vec::new();
        let mut at = open + 1;
        while at < close {
            let name = match self.token(at).map(|token| &token.word) {
                Some(Word::Name(name) | Word::Text(name)) => name.clone(),
                _ => return Err(self.no_literal(at, close)),
            };
            // `{ name }` is `{ name: name }`.
            let from = if self.is(at + 1, ':') { at + 2 } else { at };
            let (value, end) = self.sum(from, depth)?;
            options.push((name, value));
            if end < close && !self.is(end, ',') {
                return Err(self.no_literal(from, close));
            }
            at = end + 1;
        }
        Ok((Value::Options(options), close + 1))
    }

    /// The name that is set to what begins at a place: `dialog` of `const dialog: Locator = await ...`.
    fn set_name(&self, mut first: usize) -> Option<String> {
        while first > 0 && (self.name(first - 1) == Some("await") || self.is(first - 1, '&')) {
            first -= 1;
        }
        let equals = first.checked_sub(1).filter(|&at| self.is(at, '='))?;
        let before = equals.checked_sub(1)?;
        if self.is(before, '=') || self.is(before, '!') || self.is(before, '+') {
            return None;
        }
        // A type between the name and the value.
        let mut at = before;
        for _ in 0..12 {
            let colon = at.checked_sub(1).filter(|&at| self.is(at, ':'));
            if let Some(colon) = colon {
                return colon.checked_sub(1).and_then(|name| self.name(name)).map(str::to_owned);
            }
            let is_of_type = self.name(at).is_some() || "<>[]|.".chars().any(|mark| self.is(at, mark));
            if !is_of_type || at == 0 {
                break;
            }
            at -= 1;
        }
        self.name(before).map(str::to_owned)
    }

    /// Notes what a statement sets a name to, if that is this chain.
    fn bind(&mut self, first: usize, end: usize, calls: &Result<String, String>) {
        let Some(name) = self.set_name(first) else { return };
        // A call such as `.click()` returns something else.
        if self.is(end, '.') {
            self.scope.forget(&name);
        } else {
            self.scope.set(&name, Bound::Locator(calls.clone()));
        }
    }

    /// Notes names of pages and of texts.
    fn note_names(&mut self, at: usize) {
        let Some(token) = self.token(at) else { return };
        match &token.word {
            Word::Text(text)
                if !["+", ".", "["].iter().any(|mark| self.is(at + 1, mark.chars().next().unwrap_or(' '))) =>
            {
                let text = text.clone();
                if let Some(name) = self.set_name(at) {
                    self.scope.set(&name, Bound::Text(text));
                }
            }
            Word::Name(name) if ["newPage", "new_page"].contains(&&**name) && self.is(at + 1, '(') => {
                if let Some(name) = self.set_name(self.receiver_start(at)) {
                    self.scope.set(&name, Bound::Page);
                }
            }
            // `p: Page`, `p: &Page`, `let p = Page::from_html(...)`
            Word::Name(name) if name == "Page" => {
                let before = if at > 0 && self.is(at - 1, '&') { at - 1 } else { at };
                let typed = before.checked_sub(2).filter(|_| self.is(before - 1, ':')).and_then(|at| self.name(at));
                let made = || if self.is(at + 1, ':') { self.set_name(at) } else { None };
                if let Some(name) = typed.map(str::to_owned).or_else(made) {
                    self.scope.set(&name, Bound::Page);
                }
            }
            _ => {}
        }
    }
}
