//! The words of sources in JavaScript, Python and Rust, as far as locators need them.

/// A language of tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SourceLanguage {
    JavaScript,
    Python,
    Rust,
}

impl SourceLanguage {
    /// The language of a file, by its ending; `None` for other files.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        match ending {
            "ts" | "tsx" | "js" | "jsx" | "mjs" | "cjs" | "mts" | "cts" => Some(Self::JavaScript),
            "py" => Some(Self::Python),
            "rs" => Some(Self::Rust),
            _ => None,
        }
    }
}

/// A word of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    Name(String),
    /// A text whose value is known.
    Text(String),
    /// A text with expressions in it.
    Template,
    Regex(String, String),
    Number(String),
    Mark(char),
}

/// A word and its place: bytes from the start of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) word: Word,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Token {
    pub(super) fn is(&self, mark: char) -> bool {
        self.word == Word::Mark(mark)
    }

    pub(super) fn name(&self) -> Option<&str> {
        match &self.word {
            Word::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// The words of a source, without comments.
pub(super) fn words(text: &str, language: SourceLanguage) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, language, tokens: Vec::new() };
    while lexer.at < text.len() {
        lexer.next();
    }
    lexer.tokens
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    language: SourceLanguage,
    tokens: Vec<Token>,
}

use SourceLanguage::{JavaScript, Python, Rust};

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn push(&mut self, word: Word, start: usize) {
        self.tokens.push(Token { word, start, end: self.at });
    }

    /// Skips to the end of `end`, or of the source.
    fn skip_past(&mut self, end: &str) {
        self.at = self.rest().find(end).map_or(self.text.len(), |found| self.at + found + end.len());
    }

    fn next(&mut self) {
        let (rest, start) = (self.rest(), self.at);
        let Some(c) = rest.chars().next() else { return };
        let is_slashed = self.language != Python;
        match c {
            c if c.is_whitespace() => self.at += c.len_utf8(),
            '#' if self.language == Python => self.skip_past("\n"),
            '/' if is_slashed && rest.starts_with("//") => self.skip_past("\n"),
            '/' if is_slashed && rest.starts_with("/*") => {
                self.at += 2;
                self.skip_past("*/");
            }
            '/' if self.language == JavaScript && self.may_be_regex() => self.regex(),
            '`' if self.language == JavaScript => self.template(),
            '\'' if self.language == Rust => self.rust_quote(),
            '\'' | '"' => self.string(c, false, false),
            c if c.is_ascii_digit() => {
                let length = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
                self.at += length;
                self.push(Word::Number(rest.get(..length).unwrap_or_default().replace('_', "")), start);
            }
            c if is_name(c) => self.name(),
            c => {
                self.at += c.len_utf8();
                self.push(Word::Mark(c), start);
            }
        }
    }

    /// A name, or a text with letters before its quote: `f"..."`, `r#"..."#`.
    fn name(&mut self) {
        let (rest, start) = (self.rest(), self.at);
        let length = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(length);
        let quote = after.chars().next().filter(|quote| ['\'', '"'].contains(quote));
        match (self.language, quote) {
            (Python, Some(quote)) if name.len() <= 2 && name.chars().all(|c| "rRbBuUfFtT".contains(c)) => {
                self.at += length;
                let has = |letters: &str| name.chars().any(|c| letters.contains(c));
                self.string(quote, has("rR"), has("fFtT"));
                if let Some(token) = self.tokens.last_mut() {
                    token.start = start;
                }
            }
            (Rust, _) if ["r", "br"].contains(&name) && after.trim_start_matches('#').starts_with('"') => {
                let hashes = after.len() - after.trim_start_matches('#').len();
                self.at += length + hashes + 1;
                let (from, end) = (self.at, format!("\"{}", "#".repeat(hashes)));
                self.skip_past(&end);
                let to = self.at.saturating_sub(end.len()).max(from);
                let value = self.text.get(from..to).unwrap_or_default().to_owned();
                self.push(Word::Text(value), start);
            }
            _ => {
                self.at += length;
                self.push(Word::Name(name.to_owned()), start);
            }
        }
    }

    /// A character or a lifetime.
    fn rust_quote(&mut self) {
        let (rest, start) = (self.rest(), self.at);
        let mut inner = rest.chars().skip(1);
        let (first, second) = (inner.next(), inner.next());
        match (first, second) {
            (Some('\\'), _) => self.string('\'', false, false),
            (Some(c), Some('\'')) => {
                self.at += 2 + c.len_utf8();
                self.push(Word::Text(c.to_string()), start);
            }
            _ => {
                self.at += 1;
                self.push(Word::Mark('\''), start);
            }
        }
    }

    /// A text in quotes. One that does not end is a mark, and what follows is read as usual: apostrophes of JSX.
    fn string(&mut self, quote: char, is_raw: bool, is_template: bool) {
        let start = self.at;
        let triple = [quote; 3].iter().collect::<String>();
        let is_triple = self.language == Python && self.rest().starts_with(&triple);
        self.at += if is_triple { 3 } else { 1 };
        let mut value = String::new();
        let (mut is_open, mut has_holes) = (true, false);
        while let Some(c) = self.rest().chars().next() {
            match c {
                _ if is_triple && self.rest().starts_with(&triple) => {
                    self.at += 3;
                    is_open = false;
                    break;
                }
                c if !is_triple && c == quote => {
                    self.at += 1;
                    is_open = false;
                    break;
                }
                '\n' if !is_triple && self.language != Rust => break,
                '\\' if is_raw => {
                    value.push('\\');
                    self.at += 1;
                    if let Some(next) = self.rest().chars().next() {
                        value.push(next);
                        self.at += next.len_utf8();
                    }
                }
                '\\' => self.escape(&mut value),
                c => {
                    has_holes |= is_template && c == '{';
                    value.push(c);
                    self.at += c.len_utf8();
                }
            }
        }
        if is_open {
            self.at = start + 1;
            return self.push(Word::Mark(quote), start);
        }
        self.push(if has_holes { Word::Template } else { Word::Text(value) }, start);
    }

    /// A backslash and what it stands for.
    fn escape(&mut self, value: &mut String) {
        self.at += 1;
        let Some(c) = self.rest().chars().next() else { return };
        self.at += c.len_utf8();
        let digits = |lexer: &Self, count: usize| {
            let digits = lexer.rest().get(..count).unwrap_or_default();
            u32::from_str_radix(digits, 16).ok().map(|code| (code, digits.len()))
        };
        match c {
            'n' => value.push('\n'),
            't' => value.push('\t'),
            'r' => value.push('\r'),
            '0' => value.push('\0'),
            '\n' => {
                // Rust: so is the indent of the next line.
                if self.language == Rust {
                    self.at = self.text.len() - self.rest().trim_start().len();
                }
            }
            'x' | 'u' | 'U' => {
                let found = if c == 'u' && self.rest().starts_with('{') {
                    let inner = self.rest().get(1..).and_then(|rest| rest.split('}').next()).unwrap_or_default();
                    u32::from_str_radix(inner, 16).ok().map(|code| (code, inner.len() + 2))
                } else {
                    digits(
                        self,
                        match c {
                            'x' => 2,
                            'u' => 4,
                            _ => 8,
                        },
                    )
                };
                if let Some((code, length)) = found {
                    value.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                    self.at += length;
                }
            }
            c => {
                // Python keeps the backslash before any other character.
                if self.language == Python && !['\'', '"', '\\'].contains(&c) {
                    value.push('\\');
                }
                value.push(c);
            }
        }
    }

    /// A text between backticks.
    fn template(&mut self) {
        let start = self.at;
        self.at += 1;
        let (mut value, mut has_holes, mut depth) = (String::new(), false, 0_usize);
        while let Some(c) = self.rest().chars().next() {
            match c {
                '\\' => {
                    self.escape(&mut value);
                    continue;
                }
                '`' if depth == 0 => {
                    self.at += 1;
                    break;
                }
                '$' if self.rest().starts_with("${") => {
                    (has_holes, depth) = (true, depth + 1);
                    self.at += 1;
                }
                '{' if depth > 0 => depth += 1,
                '}' if depth > 0 => depth -= 1,
                c => value.push(c),
            }
            self.at += c.len_utf8();
        }
        self.push(if has_holes { Word::Template } else { Word::Text(value) }, start);
    }

    /// True where a slash cannot divide.
    fn may_be_regex(&self) -> bool {
        match self.tokens.last().map(|token| &token.word) {
            None => true,
            Some(Word::Mark(mark)) => "(,=:[!&|?{};+".contains(*mark),
            Some(Word::Name(name)) => ["return", "case", "of", "in"].contains(&&**name),
            Some(_) => false,
        }
    }

    fn regex(&mut self) {
        let start = self.at;
        self.at += 1;
        let (mut source, mut in_class) = (String::new(), false);
        while let Some(c) = self.rest().chars().next() {
            self.at += c.len_utf8();
            match c {
                '\n' => break,
                '/' if !in_class => {
                    let rest = self.rest();
                    let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                    self.at += length;
                    return self.push(Word::Regex(source, rest.get(..length).unwrap_or_default().to_owned()), start);
                }
                '\\' => {
                    source.push(c);
                    let next = self.rest().chars().next();
                    self.at += next.map_or(0, char::len_utf8);
                    source.extend(next);
                    continue;
                }
                '[' => in_class = true,
                ']' => in_class = false,
                _ => {}
            }
            source.push(c);
        }
        self.at = start + 1;
        self.push(Word::Mark('/'), start);
    }
}
