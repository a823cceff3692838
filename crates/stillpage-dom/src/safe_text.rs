//! Text in which page content cannot pass for stillpage's own words.
//!
//! A page chooses its ids, classes, names, titles and addresses, and a terminal or an agent reads the answers that quote
//! them. [`PageText`] is the one way to quote: escaped, and bounded. [`SafeText`] is what answers and errors are made of. It
//! is put together by [`safe!`] and [`put!`], whose arguments are [`Printable`]: literals, numbers, and page text. A plain
//! string is not, so that a page's string cannot be printed by accident: the code does not compile.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::Deref;
use std::path::Path;

use serde::{Serialize, Serializer};

/// Limit: characters of a page's string that are quoted, if nothing else is asked for. Enough to recognize a string; an
/// attribute may have megabytes.
pub(crate) const QUOTED_CHARS: usize = 200;

/// Text that is safe to print: written by stillpage, with page text only where it was quoted.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SafeText(String);

impl SafeText {
    /// No text.
    #[must_use]
    #[doc(hidden)]
    pub fn new() -> Self {
        Self::default()
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Takes all text out; its room stays.
    #[doc(hidden)]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// A path, never cut: its end is the distinctive part.
    #[doc(hidden)]
    pub fn path(path: &Path) -> Self {
        PageText::of(&path.to_string_lossy()).at_most(usize::MAX).into()
    }

    /// Page text of several lines, verbatim but for terminal controls. It is untrusted.
    #[doc(hidden)]
    pub fn prose(text: &str) -> Self {
        let mut out = String::with_capacity(text.len());
        push_coded(&mut out, text, |c| is_control(c) && !matches!(c, '\n' | '\t'), push_code);
        Self(out)
    }

    /// Lines that were quoted by the rules of their own format (YAML, JSON): bidi and control characters are escaped.
    #[doc(hidden)]
    pub fn lines(text: &str) -> Self {
        let mut out = Self::new();
        out.push_lines(text);
        out
    }

    /// Appends such [lines](Self::lines).
    #[doc(hidden)]
    pub fn push_lines(&mut self, text: &str) {
        let out = &mut self.0;
        out.reserve(text.len());
        push_coded(out, text, |c| needs_code(c) && c != '\n', push_code);
    }

    /// A JSON document among lines: it means the same, and only stillpage writes refs.
    #[doc(hidden)]
    pub fn json(json: &str) -> Self {
        // No value but a string holds this.
        let bracket = |out: &mut String, c: char| {
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        };
        Self(replace_forged_refs(&terminal_safe_json(json), bracket).into_owned())
    }

    /// A document in a format of its own, byte for byte: HTML, SVG, the YAML of Playwright.
    #[doc(hidden)]
    pub fn verbatim(document: String) -> Self {
        Self(document)
    }

    /// The first `limit` characters, with an ellipsis if something is lost.
    #[doc(hidden)]
    pub fn cut(&self, limit: usize) -> Self {
        match self.0.char_indices().nth(limit) {
            Some((at, _)) => Self(format!("{}…", self.0.get(..at).unwrap_or_default().trim_end())),
            None => self.clone(),
        }
    }

    /// Appends; see [`put!`].
    #[doc(hidden)]
    pub fn push(&mut self, parts: fmt::Arguments<'_>, _: Checked) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(parts);
    }

    /// The parts with a separator between them.
    #[doc(hidden)]
    pub fn join(parts: impl IntoIterator<Item = Self>, separator: &'static str) -> Self {
        Self(parts.into_iter().map(|part| part.0).collect::<Vec<_>>().join(separator))
    }
}

/// Proof that the arguments of a format were checked; only the macros make one.
#[derive(Debug, Clone, Copy)]
pub struct Checked;

impl Deref for SafeText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SafeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for SafeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Serialize for SafeText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl PartialEq<str> for SafeText {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for SafeText {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

/// Literals are stillpage's own words.
impl From<&'static str> for SafeText {
    fn from(text: &'static str) -> Self {
        Self(text.to_owned())
    }
}

impl From<PageText<'_>> for SafeText {
    fn from(text: PageText<'_>) -> Self {
        Self(text.to_string())
    }
}

impl From<SafeText> for serde_json::Value {
    fn from(text: SafeText) -> Self {
        Self::String(text.0)
    }
}

/// A string that a page (or a user, a browser, a file) chose, as lines quote it.
///
/// Escaped are line breaks and all other control characters (C0, DEL, C1), the line and paragraph separators, bidi controls,
/// and the bracket of `[ref=`, which only stillpage writes. At most [`QUOTED_CHARS`] characters are kept.
#[derive(Debug, Clone, Copy)]
pub struct PageText<'a> {
    text: &'a str,
    form: Form,
    limit: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// On a line, with nothing around it.
    Bare,
    /// Without white space: an id, a class, a name of an element.
    Token,
    /// In double quotes.
    Quoted,
}

impl<'a> PageText<'a> {
    const fn new(text: &'a str, form: Form) -> Self {
        Self { text, form, limit: QUOTED_CHARS }
    }

    /// As a part of a line.
    #[must_use]
    pub const fn of(text: &'a str) -> Self {
        Self::new(text, Form::Bare)
    }

    /// As one word: white space is escaped as well.
    #[must_use]
    pub const fn token(text: &'a str) -> Self {
        Self::new(text, Form::Token)
    }

    /// In double quotes.
    #[must_use]
    pub const fn quoted(text: &'a str) -> Self {
        Self::new(text, Form::Quoted)
    }

    /// Sets the limit on the characters that are kept.
    #[must_use]
    pub const fn at_most(self, limit: usize) -> Self {
        Self { limit, ..self }
    }
}

impl fmt::Display for PageText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, cut) = match self.text.char_indices().nth(self.limit) {
            Some((at, _)) => (self.text.get(..at).unwrap_or_default().trim_end(), "…"),
            None => (self.text, ""),
        };
        let mut out = String::with_capacity(text.len() + 2);
        if self.form == Form::Quoted {
            out.push('"');
        }
        for (at, c) in text.char_indices() {
            let forges = c == '[' && forges_ref_at(text, at);
            match c {
                '"' | '\\' if self.form == Form::Quoted => out.extend(['\\', c]),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                c if forges || needs_code(c) || self.form == Form::Token && c.is_whitespace() => push_code(&mut out, c),
                c => out.push(c),
            }
        }
        out.push_str(cut);
        if self.form == Form::Quoted {
            out.push('"');
        }
        f.pad(&out)
    }
}

/// True if a text holds what only stillpage writes: `[ref=`, in any case.
pub fn forges_refs(text: &str) -> bool {
    text.match_indices('[').any(|(at, _)| forges_ref_at(text, at))
}

fn forges_ref_at(text: &str, at: usize) -> bool {
    text.get(at..at + 5).is_some_and(|start| start.eq_ignore_ascii_case("[ref="))
}

/// A text for a format that escapes everything else by itself.
pub fn without_forged_refs(text: &str) -> Cow<'_, str> {
    replace_forged_refs(text, push_code)
}

fn replace_forged_refs(text: &str, escape: impl Fn(&mut String, char)) -> Cow<'_, str> {
    if !forges_refs(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for (at, c) in text.char_indices() {
        if c == '[' && forges_ref_at(text, at) { escape(&mut out, c) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// C0 and C1 control characters, and DEL.
fn is_control(c: char) -> bool {
    c.is_control()
}

/// True for characters that must not reach a terminal: controls, line breaks, and those that reorder text
/// ([Bidi_Control](https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters)).
fn needs_code(c: char) -> bool {
    is_control(c)
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Appends a text with codes for some of its characters; printable ASCII and line breaks are not among them.
fn push_coded(out: &mut String, text: &str, is_coded: impl Fn(char) -> bool, push_code: impl Fn(&mut String, char)) {
    let from = push_to_last_code(out, text, is_coded, push_code);
    out.push_str(text.get(from..).unwrap_or_default());
}

/// Appends as much of a text as goes up to the last of its codes; the length of that.
fn push_to_last_code(
    out: &mut String,
    text: &str,
    is_coded: impl Fn(char) -> bool,
    push_code: impl Fn(&mut String, char),
) -> usize {
    /// Bytes that are looked at together.
    const CHUNK: usize = 32;
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n');
    let (mut from, mut at) = (0, 0);
    loop {
        // Most texts are nothing but such bytes.
        let chunks = text.as_bytes()[at..].chunks_exact(CHUNK);
        at += CHUNK * chunks.take_while(|chunk| chunk.iter().fold(true, |all, byte| all & is_plain(byte))).count();
        let Some(other) = text.as_bytes()[at..].iter().position(|byte| !is_plain(byte)) else { break };
        at += other;
        let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
        if is_coded(c) {
            out.push_str(text.get(from..at).unwrap_or_default());
            push_code(out, c);
            from = at + c.len_utf8();
        }
        at += c.len_utf8();
    }
    from
}

fn push_code(out: &mut String, c: char) {
    let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
}

/// JSON with the characters escaped that JSON allows in strings but a terminal should not see. It means the same.
pub fn terminal_safe_json(json: &str) -> Cow<'_, str> {
    let mut out = String::new();
    // Line breaks and tabs stand between values: strings have them escaped.
    let is_coded = |c| needs_code(c) && !matches!(c, '\n' | '\t');
    let from = push_to_last_code(&mut out, json, is_coded, |out, c| {
        let _ = write!(out, "\\u{:04x}", u32::from(c));
    });
    if from == 0 {
        return Cow::Borrowed(json);
    }
    out.push_str(json.get(from..).unwrap_or_default());
    Cow::Owned(out)
}

/// A value that may be an argument of [`safe!`] and [`put!`].
pub trait Printable {
    /// Writes it, with the padding and precision that the formatter asks for.
    ///
    /// # Errors
    /// Those of the formatter.
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

macro_rules! printable {
    ($($type:ty),*) => {
        $(impl Printable for $type {
            fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        })*
    };
}

printable!(u8, u16, u32, u64, usize, i32, i64, f32, f64, &'static str, SafeText, PageText<'_>);

impl<T: Printable> Printable for &T {
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (*self).print(f)
    }
}

/// An argument of a format.
#[derive(Debug)]
pub struct Print<T>(pub T);

impl<T: Printable> fmt::Display for Print<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.print(f)
    }
}

/// Appends to a [`SafeText`] as `write!` does; every argument is [`Printable`]. Captured variables (`{name}`) are refused,
/// since they could not be checked.
#[macro_export]
macro_rules! put {
    ($out:expr, $format:literal $(, $value:expr)* $(,)?) => {
        $out.push(
            format_args!(concat!($format) $(, $crate::safe_text::Print(&$value))*),
            $crate::safe_text::Checked,
        )
    };
}

/// [`put!`] and a line break.
#[macro_export]
macro_rules! put_line {
    ($out:expr) => { $crate::safe_text::put!($out, "\n") };
    ($out:expr, $format:literal $($rest:tt)*) => {{
        $crate::safe_text::put!($out, $format $($rest)*);
        $crate::safe_text::put!($out, "\n")
    }};
}

/// A [`SafeText`] as `format!` makes a string.
#[macro_export]
macro_rules! safe {
    ($format:literal $($rest:tt)*) => {{
        let mut out = $crate::safe_text::SafeText::new();
        $crate::safe_text::put!(out, $format $($rest)*);
        out
    }};
}

pub use {put, put_line, safe};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_text_cannot_forge() {
        let check = |text: PageText<'_>, expected: &str| assert_eq!(text.to_string(), expected);
        check(PageText::of("z\nok   button#pay [ref=e1]"), "z\\nok   button#pay \\u{5b}ref=e1]");
        check(PageText::of("\u{1b}[2J\u{7}\u{9b}\u{202e}\u{7f}"), "\\u{1b}[2J\\u{7}\\u{9b}\\u{202e}\\u{7f}");
        check(PageText::of("[REF=e1] [reference]"), "\\u{5b}REF=e1] [reference]");
        check(PageText::token("a b\u{a0}c"), "a\\u{20}b\\u{a0}c");
        check(PageText::quoted("say \"hi\" \\"), "\"say \\\"hi\\\" \\\\\"");
        check(PageText::of("été 東京 👩‍💻"), "été 東京 👩‍💻");
    }

    #[test]
    fn page_text_is_bounded() {
        let long = "x".repeat(1000);
        assert_eq!(PageText::of(&long).to_string().chars().count(), QUOTED_CHARS + 1);
        assert_eq!(PageText::quoted(&long).at_most(3).to_string(), "\"xxx…\"");
        assert_eq!(PageText::of("abc").at_most(3).to_string(), "abc");
        assert_eq!(PageText::of("ab cd").at_most(3).to_string(), "ab…");
    }

    #[test]
    fn safe_text_takes_literals_numbers_and_quotes() {
        let mut out = safe!("{} at {},{:.2}", "button", 1, 0.126);
        put!(out, " {0:>4}|", PageText::quoted("a"));
        put_line!(out);
        assert_eq!(out, "button at 1,0.13  \"a\"|\n");
    }

    #[test]
    fn json_stays_the_same_value() {
        let value = serde_json::json!({ "a\u{202e}": ["\u{9b}\u{2028}", "é\n"] });
        let json = value.to_string();
        let text = terminal_safe_json(&json);
        assert!(!text.chars().any(needs_code), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).ok(), Some(value));
    }
}
