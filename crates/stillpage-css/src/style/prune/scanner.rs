//! A scanner for the bounds of the rules of a style sheet and the identifiers in them, without parsing it.
//!
//! Whatever is not balanced, or ends otherwise than the next quote, bracket or brace says, is not for the scanner to decide.

use std::borrow::Cow;

use cssparser::match_ignore_ascii_case;
use smallvec::SmallVec;

/// The bytes of plain identifiers.
const IDENT: [bool; 256] = {
    let mut ident = [false; 256];
    let mut byte = 0;
    while byte < ident.len() {
        ident[byte] = byte >= 0x80;
        byte += 1;
    }
    let mut plain: &[u8] = b"-_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    while let [byte, rest @ ..] = plain {
        ident[*byte as usize] = true;
        plain = rest;
    }
    ident
};

fn is_ident_byte(byte: u8) -> bool {
    IDENT[usize::from(byte)]
}

/// The identifier at a position, going behind it; `None` without one, and for escapes of code points.
pub(super) fn ident<'a>(css: &'a [u8], at: &mut usize) -> Option<Cow<'a, [u8]>> {
    let from = *at;
    let mut unescaped: SmallVec<[u8; 32]> = SmallVec::new();
    let mut plain_from = from;
    loop {
        let rest = &css[*at..];
        *at += rest.iter().position(|&byte| !is_ident_byte(byte)).unwrap_or(rest.len());
        if css.get(*at) != Some(&b'\\') {
            break;
        }
        let &escaped = css.get(*at + 1)?;
        if escaped.is_ascii_hexdigit() || matches!(escaped, b'\n' | b'\r' | 0x0C) {
            return None;
        }
        unescaped.extend_from_slice(&css[plain_from..*at]);
        // The rest of a longer character is made of bytes of identifiers.
        plain_from = *at + 1;
        *at += 2;
    }
    if from == *at || css[from].is_ascii_digit() {
        return None;
    }
    if plain_from == from {
        return Some(Cow::Borrowed(&css[from..*at]));
    }
    unescaped.extend_from_slice(&css[plain_from..*at]);
    Some(Cow::Owned(unescaped.into_vec()))
}

/// A part of a style sheet; the scanner is behind it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A style rule: where it begins and where its block does; `is_flat`: nothing but declarations is in it.
    Style { from: usize, prelude_to: usize, is_flat: bool },
    /// An at-rule of rules, up to the start of its block: where it begins, and where what is between its name and its block does.
    Group { kind: GroupRule, from: usize, prelude_from: usize, prelude_to: usize },
    /// The end of the block of one.
    EndOfGroup,
    /// Another at-rule, or an error that is skipped.
    Other,
}

/// An at-rule with rules in its block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GroupRule {
    /// `@media`
    Media,
    /// `@layer`, which sets the order of layers even without rules.
    Layer,
    /// `@supports`, `@container`
    Other,
}

impl GroupRule {
    fn of(name: &[u8]) -> Option<Self> {
        match_ignore_ascii_case! { std::str::from_utf8(name).ok()?,
            "media" => Some(Self::Media),
            "layer" => Some(Self::Layer),
            "supports" | "container" => Some(Self::Other),
            _ => None,
        }
    }
}

/// Brackets, what ends a rule, and what begins text whose brackets do not count.
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut list: &[u8] = b"{}()[]\"'/\\@;";
    while let [byte, rest @ ..] = list {
        special[*byte as usize] = true;
        list = rest;
    }
    special
};

/// Finds where rules begin and end, without reading them.
pub(super) struct Scanner<'a> {
    css: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(css: &'a [u8], at: usize) -> Self {
        Self { css, at }
    }

    /// The position of the next byte.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    fn peek(&self) -> Option<u8> {
        self.css.get(self.at).copied()
    }

    /// Goes to the next special byte, and returns it.
    fn special(&mut self) -> Option<u8> {
        self.at += self.css.get(self.at..)?.iter().position(|&byte| SPECIAL[usize::from(byte)])?;
        self.peek()
    }

    /// The next item of a style sheet or of a group of rules; `None` at the end, and where it is not plain what there is.
    pub(super) fn next_item(&mut self, in_group: bool) -> Option<Item> {
        self.white_space()?;
        match self.peek()? {
            b'}' if in_group => {
                self.at += 1;
                Some(Item::EndOfGroup)
            }
            b';' if in_group => {
                self.at += 1;
                Some(Item::Other)
            }
            b'<' | b'-' if !in_group && self.html_comment() => Some(Item::Other),
            b'@' => {
                let from = self.at;
                self.at += 1;
                let kind = GroupRule::of(&ident(self.css, &mut self.at)?);
                let prelude_from = self.at;
                if self.prelude()? == b';' {
                    self.at += 1;
                    return Some(Item::Other);
                }
                let prelude_to = self.at;
                if let Some(kind) = kind {
                    self.at += 1;
                    return Some(Item::Group { kind, from, prelude_from, prelude_to });
                }
                self.block()?;
                Some(Item::Other)
            }
            _ => {
                let from = self.at;
                // A semicolon is an error of the whole rule, of which nothing is read.
                while self.prelude()? == b';' {
                    self.at += 1;
                }
                let prelude_to = self.at;
                let is_flat = self.block()?;
                Some(Item::Style { from, prelude_to, is_flat })
            }
        }
    }

    /// Goes behind `<!--` or `-->`, if one is there, which are skipped between the rules of a sheet.
    fn html_comment(&mut self) -> bool {
        let rest = self.css.get(self.at..).unwrap_or_default();
        let mark = ["<!--", "-->"].into_iter().find(|mark| rest.starts_with(mark.as_bytes()));
        self.at += mark.map_or(0, str::len);
        mark.is_some()
    }

    /// Goes behind white space and comments.
    fn white_space(&mut self) -> Option<()> {
        loop {
            match self.peek()? {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0C => self.at += 1,
                b'/' if self.css.get(self.at + 1) == Some(&b'*') => self.comment()?,
                _ => return Some(()),
            }
        }
    }

    /// Goes to the `{` or the `;` at the end of a prelude, which it returns.
    fn prelude(&mut self) -> Option<u8> {
        loop {
            match self.special()? {
                end @ (b'{' | b';') => return Some(end),
                b'}' => return None,
                byte => self.token(byte)?,
            }
        }
    }

    /// Goes behind a block in braces; true if it has neither blocks nor at-rules in it.
    fn block(&mut self) -> Option<bool> {
        self.at += 1;
        self.rest_of_block()
    }

    /// Goes behind the block whose brace was the last byte, as [`Scanner::block`] does.
    pub(super) fn rest_of_block(&mut self) -> Option<bool> {
        let mut is_flat = true;
        let mut depth = 1_usize;
        loop {
            match self.special()? {
                b'{' => {
                    is_flat = false;
                    depth += 1;
                    self.at += 1;
                }
                b'}' => {
                    depth -= 1;
                    self.at += 1;
                    if depth == 0 {
                        return Some(is_flat);
                    }
                }
                b'@' => {
                    is_flat = false;
                    self.at += 1;
                }
                byte => self.token(byte)?,
            }
        }
    }

    /// Goes behind what begins with a byte other than a brace: a comment, a string, brackets with what is in them, or the byte.
    fn token(&mut self, byte: u8) -> Option<()> {
        match byte {
            b'/' if self.css.get(self.at + 1) == Some(&b'*') => self.comment(),
            b'"' | b'\'' => self.string(byte),
            b'(' | b'[' => self.brackets(),
            b')' | b']' => None,
            b'\\' => self.escape(),
            _ => {
                self.at += 1;
                Some(())
            }
        }
    }

    fn comment(&mut self) -> Option<()> {
        let inside = self.css.get(self.at + 2..)?;
        self.at += 4 + memchr::memmem::find(inside, b"*/")?;
        Some(())
    }

    fn escape(&mut self) -> Option<()> {
        let &escaped = self.css.get(self.at + 1)?;
        self.at += 2;
        (!matches!(escaped, b'\n' | b'\r' | 0x0C)).then_some(())
    }

    /// Goes behind a string that ends on its line.
    fn string(&mut self, quote: u8) -> Option<()> {
        self.at += 1;
        loop {
            let is_end = |&byte: &u8| byte == quote || matches!(byte, b'\\' | b'\n' | b'\r' | 0x0C);
            self.at += self.css.get(self.at..)?.iter().position(is_end)?;
            match self.peek()? {
                b'\\' => self.escape()?,
                byte => {
                    self.at += 1;
                    return (byte == quote).then_some(());
                }
            }
        }
    }

    /// Goes behind balanced parentheses or square brackets, `url()` among them.
    pub(super) fn brackets(&mut self) -> Option<()> {
        let mut open: SmallVec<[u8; 16]> = SmallVec::new();
        loop {
            match self.peek()? {
                b'(' if self.is_url() => self.url()?,
                b'(' => {
                    open.push(b')');
                    self.at += 1;
                }
                b'[' => {
                    open.push(b']');
                    self.at += 1;
                }
                byte @ (b')' | b']') => {
                    if open.pop() != Some(byte) {
                        return None;
                    }
                    self.at += 1;
                }
                b'{' | b'}' => return None,
                byte => self.token(byte)?,
            }
            if open.is_empty() {
                return Some(());
            }
            self.special()?;
        }
    }

    /// True if the parenthesis here is that of `url(`.
    fn is_url(&self) -> bool {
        let before = &self.css[..self.at];
        let name_from = before.iter().rposition(|&byte| !is_ident_byte(byte)).map_or(0, |at| at + 1);
        before[name_from..].eq_ignore_ascii_case(b"url")
    }

    /// Goes behind the parentheses of a URL, which need not be a string.
    fn url(&mut self) -> Option<()> {
        self.at += 1;
        while matches!(self.peek()?, b' ' | b'\t' | b'\n' | b'\r' | 0x0C) {
            self.at += 1;
        }
        if let quote @ (b'"' | b'\'') = self.peek()? {
            self.string(quote)?;
            self.white_space()?;
            if self.peek()? != b')' {
                return None;
            }
        }
        loop {
            self.at += memchr::memchr2(b')', b'\\', self.css.get(self.at..)?)?;
            if self.peek()? == b')' {
                self.at += 1;
                return Some(());
            }
            self.escape()?;
        }
    }
}
