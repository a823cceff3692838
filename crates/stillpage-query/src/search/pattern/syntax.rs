//! Regular expressions as text to a tree: <https://tc39.es/ecma262/#sec-patterns>, with Annex B where `u` and `v` are not
//! given.

use regex_syntax::hir::ClassUnicode;

use super::PatternError;
use super::class::{digits, line_terminators, negated, one, property, spaces, with_other_case, words};

/// Limit: ranges of all classes together; each costs something under `i`.
const MAX_RANGES: usize = 50_000;

/// Limit: groups within groups; walks over the tree recurse this deep.
const MAX_DEPTH: usize = 100;

/// The flags of a regular expression that matter here.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags {
    /// `i`
    pub ignore_case: bool,
    /// `m`: `^` and `$` are also the ends of lines.
    pub multiline: bool,
    /// `s`: `.` is also a line terminator.
    pub dot_all: bool,
    /// `u`: strict syntax.
    pub unicode: bool,
    /// `v`: as `u`, and classes with set operations.
    pub unicode_sets: bool,
}

impl Flags {
    /// The letters after `/re/`.
    ///
    /// # Errors
    /// [`PatternError`] for an unknown or repeated flag, or `u` with `v`.
    pub fn parse(letters: &str) -> Result<Self, PatternError> {
        let mut flags = Self::default();
        for (offset, letter) in letters.char_indices() {
            let error = |message: String| Err(PatternError { offset, message });
            if letters.get(..offset).is_some_and(|before| before.contains(letter)) {
                return error(format!("the flag `{letter}` is given twice"));
            }
            match letter {
                'i' => flags.ignore_case = true,
                'm' => flags.multiline = true,
                's' => flags.dot_all = true,
                'u' => flags.unicode = true,
                'v' => flags.unicode_sets = true,
                // All matches are listed anyway, with their places, from anywhere.
                'g' | 'd' | 'y' => {}
                _ => return error(format!("there is no flag `{letter}`")),
            }
            if flags.unicode && flags.unicode_sets {
                return error("the flags `u` and `v` exclude each other".to_owned());
            }
        }
        Ok(flags)
    }

    /// `u` or `v`.
    pub(super) fn is_unicode(self) -> bool {
        self.unicode || self.unicode_sets
    }
}

/// A regular expression.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) root: Node,
    /// Capturing groups, without the whole match.
    pub(super) groups: u32,
    /// Some part refers back to a group.
    pub(super) has_references: bool,
    pub(super) unicode: bool,
}

/// A part of a regular expression.
#[derive(Debug)]
pub(super) enum Node {
    Empty,
    /// One character of a class, or of all others.
    Class(ClassUnicode, bool),
    Sequence(Vec<Self>),
    Alternatives(Vec<Self>),
    /// A capturing group, by number from 1.
    Capture(u32, Box<Self>),
    Repeat(Box<Repeat>),
    Lookaround(Box<Lookaround>),
    /// The text of one of these groups (several may have a name), and whether case counts.
    Reference(Vec<u32>, bool),
    /// `^`, and whether it is the start of any line.
    Start(bool),
    /// `$`
    End(bool),
    /// `\b`, or `\B`.
    WordBoundary(bool),
}

#[derive(Debug)]
pub(super) struct Repeat {
    pub(super) body: Node,
    pub(super) min: u32,
    /// `None`: any number.
    pub(super) max: Option<u32>,
    pub(super) greedy: bool,
    /// The groups inside: from, and one past the last.
    pub(super) groups: (u32, u32),
}

#[derive(Debug)]
pub(super) struct Lookaround {
    pub(super) body: Node,
    pub(super) behind: bool,
    pub(super) negative: bool,
}

/// Parses a pattern.
pub(super) fn parse(text: &str, flags: Flags) -> Result<Tree, PatternError> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut parser = Parser {
        chars,
        end: text.len(),
        at: 0,
        flags,
        groups: 0,
        depth: 0,
        names: Vec::new(),
        all: 0,
        references: Vec::new(),
        ranges: 0,
    };
    parser.survey();
    let root = parser.disjunction()?;
    if let Some(c) = parser.peek() {
        return parser.error(if c == ')' { "this `)` closes no group" } else { "this is not expected here" });
    }
    parser.check_references()?;
    let has_references = !parser.references.is_empty();
    Ok(Tree { root, groups: parser.groups, has_references, unicode: flags.is_unicode() })
}

struct Parser {
    /// Byte offset and character.
    chars: Vec<(usize, char)>,
    end: usize,
    at: usize,
    flags: Flags,
    /// Groups seen so far, and in all.
    groups: u32,
    all: u32,
    depth: usize,
    /// Names of groups, found ahead of parsing.
    names: Vec<(String, u32)>,
    /// The references to groups: byte offset, group.
    references: Vec<(usize, u32)>,
    /// Ranges of all classes so far.
    ranges: usize,
}

type Parsed<T> = Result<T, PatternError>;

impl Parser {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).map(|&(_, c)| c)
    }

    fn peek_at(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).map(|&(_, c)| c)
    }

    fn offset(&self) -> usize {
        self.offset_of(self.at)
    }

    fn offset_of(&self, at: usize) -> usize {
        self.chars.get(at).map_or(self.end, |&(offset, _)| offset)
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    fn eat_text(&mut self, text: &str) -> bool {
        let found = text.chars().enumerate().all(|(i, c)| self.peek_at(i) == Some(c));
        self.at += if found { text.chars().count() } else { 0 };
        found
    }

    fn error<T>(&self, message: &str) -> Parsed<T> {
        self.error_at(self.at, message)
    }

    fn error_at<T>(&self, at: usize, message: &str) -> Parsed<T> {
        Err(PatternError { offset: self.offset_of(at), message: message.to_owned() })
    }

    /// Counts groups and notes their names: a reference may come before its group.
    fn survey(&mut self) {
        let (mut at, mut in_class) = (0, 0_usize);
        while let Some(&(_, c)) = self.chars.get(at) {
            let next = |ahead: usize| self.chars.get(at + ahead).map(|&(_, c)| c);
            match c {
                '\\' => at += 1,
                '[' if in_class == 0 || self.flags.unicode_sets => in_class += 1,
                ']' => in_class = in_class.saturating_sub(1),
                '(' if in_class == 0 && next(1) != Some('?') => self.all += 1,
                '(' if in_class == 0 && next(2) == Some('<') && !matches!(next(3), Some('=' | '!')) => {
                    self.all += 1;
                    let rest = self.chars.iter().skip(at + 3).map(|&(_, c)| c);
                    let name: String = rest.take_while(|&c| c != '>').collect();
                    self.names.push((name, self.all));
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn check_references(&self) -> Parsed<()> {
        match self.references.iter().find(|(_, group)| *group > self.groups) {
            Some(&(offset, group)) => Err(PatternError { offset, message: format!("there is no group {group}") }),
            None => Ok(()),
        }
    }

    fn disjunction(&mut self) -> Parsed<Node> {
        let mut alternatives = vec![self.alternative()?];
        while self.eat('|') {
            alternatives.push(self.alternative()?);
        }
        Ok(match alternatives.len() {
            1 => alternatives.swap_remove(0),
            _ => Node::Alternatives(alternatives),
        })
    }

    fn alternative(&mut self) -> Parsed<Node> {
        let mut terms = Vec::new();
        while self.peek().is_some_and(|c| c != '|' && c != ')') {
            terms.push(self.term()?);
        }
        Ok(match terms.len() {
            0 => Node::Empty,
            1 => terms.swap_remove(0),
            _ => Node::Sequence(terms),
        })
    }

    fn term(&mut self) -> Parsed<Node> {
        let (start, before) = (self.at, self.groups);
        let (atom, repeatable) = self.atom()?;
        let Some((min, max)) = self.quantifier()? else { return Ok(atom) };
        if !repeatable {
            return self.error_at(start, "this cannot be repeated");
        }
        let greedy = !self.eat('?');
        let groups = (before + 1, self.groups + 1);
        Ok(Node::Repeat(Box::new(Repeat { body: atom, min, max, greedy, groups })))
    }

    /// An assertion or an atom, and whether a quantifier may follow.
    fn atom(&mut self) -> Parsed<(Node, bool)> {
        let Some(c) = self.peek() else { return Ok((Node::Empty, false)) };
        let strict = self.flags.is_unicode();
        match c {
            '^' | '$' => {
                self.at += 1;
                let multiline = self.flags.multiline;
                Ok((if c == '^' { Node::Start(multiline) } else { Node::End(multiline) }, false))
            }
            '(' => self.group(),
            '.' => {
                self.at += 1;
                let class = if self.flags.dot_all { ClassUnicode::empty() } else { line_terminators() };
                Ok((Node::Class(class, true), true))
            }
            '[' => self.class().map(|class| (class, true)),
            '\\' => self.escape(),
            '*' | '+' | '?' => self.error("there is nothing to repeat"),
            '{' if strict || self.braces().is_some() => self.error("there is nothing to repeat"),
            ']' | '}' if strict => self.error("a backslash must precede this under the flags `u` and `v`"),
            _ => {
                self.at += 1;
                Ok((self.character(c), true))
            }
        }
    }

    /// One character, in all its cases under `i`.
    fn character(&self, c: char) -> Node {
        self.folded(one(c), false)
    }

    fn set(&mut self, class: ClassUnicode, inverted: bool) -> Parsed<Node> {
        self.ranges += class.ranges().len();
        if self.ranges > MAX_RANGES {
            return self.error("the classes of the pattern are too large");
        }
        Ok(self.folded(class, inverted))
    }

    fn folded(&self, class: ClassUnicode, inverted: bool) -> Node {
        let class = if self.flags.ignore_case { with_other_case(&class, self.flags.is_unicode()) } else { class };
        Node::Class(class, inverted)
    }

    /// `{min,max}` at the cursor, and how many characters it takes.
    fn braces(&self) -> Option<(u32, Option<u32>, usize)> {
        let mut ahead = 1;
        let number = |ahead: &mut usize| {
            let mut value: Option<u32> = None;
            while let Some(digit) = self.peek_at(*ahead).and_then(|c| c.to_digit(10)) {
                value = Some(value.unwrap_or(0).saturating_mul(10).saturating_add(digit));
                *ahead += 1;
            }
            value
        };
        let min = number(&mut ahead)?;
        let max = if self.peek_at(ahead) == Some(',') {
            ahead += 1;
            number(&mut ahead)
        } else {
            Some(min)
        };
        (self.peek_at(ahead) == Some('}')).then_some((min, max, ahead + 1))
    }

    fn quantifier(&mut self) -> Parsed<Option<(u32, Option<u32>)>> {
        let found = match self.peek() {
            Some('*') => (0, None, 1),
            Some('+') => (1, None, 1),
            Some('?') => (0, Some(1), 1),
            Some('{') => match self.braces() {
                Some(found) => found,
                None if self.flags.is_unicode() => return self.error("incomplete quantifier"),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        if found.1.is_some_and(|max| max < found.0) {
            return self.error("the numbers of the quantifier are out of order");
        }
        self.at += found.2;
        Ok(Some((found.0, found.1)))
    }

    fn group(&mut self) -> Parsed<(Node, bool)> {
        let open = self.at;
        self.at += 1;
        if self.depth >= MAX_DEPTH {
            return self.error_at(open, "groups are nested too deeply");
        }
        let outer = self.flags;
        let (mut look, mut capture) = (None, None);
        if self.eat_text("?:") {
        } else if self.eat_text("?=") {
            look = Some((false, false));
        } else if self.eat_text("?!") {
            look = Some((false, true));
        } else if self.eat_text("?<=") {
            look = Some((true, false));
        } else if self.eat_text("?<!") {
            look = Some((true, true));
        } else if self.eat_text("?<") {
            self.groups += 1;
            capture = Some(self.groups);
            self.group_name()?;
        } else if self.eat('?') {
            self.modifiers()?;
        } else {
            self.groups += 1;
            capture = Some(self.groups);
        }
        self.depth += 1;
        let body = self.disjunction()?;
        self.depth -= 1;
        self.flags = outer;
        if !self.eat(')') {
            return self.error_at(open, "this group is not closed");
        }
        if let Some((behind, negative)) = look {
            let repeatable = !behind && !self.flags.is_unicode();
            return Ok((Node::Lookaround(Box::new(Lookaround { body, behind, negative })), repeatable));
        }
        let node = match capture {
            Some(number) => Node::Capture(number, Box::new(body)),
            None => body,
        };
        Ok((node, true))
    }

    /// The rest of `(?<name>`.
    fn group_name(&mut self) -> Parsed<String> {
        let start = self.at;
        let mut name = String::new();
        while let Some(c) = self.peek().filter(|&c| c != '>') {
            let starts = c.is_alphabetic() || c == '_' || c == '$';
            if !(starts || (!name.is_empty() && (c.is_alphanumeric() || matches!(c, '\u{200c}' | '\u{200d}')))) {
                return self.error("this cannot stand in the name of a group");
            }
            name.push(c);
            self.at += 1;
        }
        if !self.eat('>') {
            return self.error_at(start, "the name of the group does not end in `>`");
        }
        if name.is_empty() {
            return self.error_at(start, "the name of the group is empty");
        }
        Ok(name)
    }

    /// `(?i-s:`: flags for a group.
    fn modifiers(&mut self) -> Parsed<()> {
        let start = self.at;
        let (mut on, mut any) = (true, false);
        loop {
            let flags = &mut self.flags;
            match self.chars.get(self.at).map(|&(_, c)| c) {
                Some('i') => flags.ignore_case = on,
                Some('m') => flags.multiline = on,
                Some('s') => flags.dot_all = on,
                Some('-') if on => {
                    on = false;
                    self.at += 1;
                    continue;
                }
                Some(':') if any => {
                    self.at += 1;
                    return Ok(());
                }
                _ => {
                    return self
                        .error_at(start, "no group starts like this; write (?:...) for one that captures nothing");
                }
            }
            any = true;
            self.at += 1;
        }
    }

    /// `\` and what follows it, outside of a class.
    fn escape(&mut self) -> Parsed<(Node, bool)> {
        let start = self.at;
        match self.peek_at(1) {
            Some('b' | 'B') => {
                let negative = self.peek_at(1) == Some('B');
                self.at += 2;
                Ok((Node::WordBoundary(negative), false))
            }
            Some('k') if self.flags.is_unicode() || !self.names.is_empty() => {
                self.at += 2;
                if !self.eat('<') {
                    return self.error_at(start, "the name of a group must follow \\k, as in \\k<name>");
                }
                let name = self.group_name()?;
                let groups: Vec<u32> = self.names.iter().filter(|(n, _)| *n == name).map(|&(_, group)| group).collect();
                if groups.is_empty() {
                    return self.error_at(start, "there is no group of this name");
                }
                let offset = self.offset_of(start);
                self.references.extend(groups.iter().map(|&group| (offset, group)));
                Ok((Node::Reference(groups, self.flags.ignore_case), true))
            }
            Some('1'..='9') => {
                let mut ahead = 1;
                let mut number: u32 = 0;
                while let Some(digit) = self.peek_at(ahead).and_then(|c| c.to_digit(10)) {
                    number = number.saturating_mul(10).saturating_add(digit);
                    ahead += 1;
                }
                // Annex B: no such group, no reference.
                if number > self.all && !self.flags.is_unicode() {
                    return self.class_or_character();
                }
                self.references.push((self.offset(), number));
                self.at += ahead;
                Ok((Node::Reference(vec![number], self.flags.ignore_case), true))
            }
            _ => self.class_or_character(),
        }
    }

    fn class_or_character(&mut self) -> Parsed<(Node, bool)> {
        let node = match self.atom_escape()? {
            Atom::Character(Some(c)) => self.character(c),
            Atom::Character(None) => Node::Class(ClassUnicode::empty(), false),
            Atom::Class(class) => self.set(class, false)?,
        };
        Ok((node, true))
    }

    /// `\` and what follows it: what is the same inside and outside of a class.
    fn atom_escape(&mut self) -> Parsed<Atom> {
        let start = self.at;
        self.at += 1;
        let Some(c) = self.peek() else { return self.error_at(start, "something must follow the backslash") };
        self.at += 1;
        let strict = self.flags.is_unicode();
        let character = |c: char| Ok(Atom::Character(Some(c)));
        match c {
            'd' => Ok(Atom::Class(digits())),
            'D' => Ok(Atom::Class(negated(digits()))),
            's' => Ok(Atom::Class(spaces())),
            'S' => Ok(Atom::Class(negated(spaces()))),
            'w' => Ok(Atom::Class(words())),
            'W' => Ok(Atom::Class(negated(words()))),
            't' => character('\t'),
            'n' => character('\n'),
            'v' => character('\u{b}'),
            'f' => character('\u{c}'),
            'r' => character('\r'),
            '0' if !self.peek().is_some_and(|c| c.is_ascii_digit()) => character('\0'),
            'c' => match self.peek().filter(char::is_ascii_alphabetic) {
                Some(letter) => {
                    self.at += 1;
                    Ok(Atom::Character(char::from_u32(u32::from(letter) & 31)))
                }
                None if strict => self.error_at(start, "a letter must follow \\c"),
                None => {
                    self.at -= 1;
                    character('\\')
                }
            },
            'x' => match self.hex(2) {
                Some(code) => Ok(Atom::Character(char::from_u32(code))),
                None if strict => self.error_at(start, "two hexadecimal digits must follow \\x"),
                None => character('x'),
            },
            'u' => self.unicode_escape(start),
            'p' | 'P' => {
                if !self.eat('{') {
                    return match strict {
                        true => self.error_at(start, "a property in braces must follow, as in \\p{Letter}"),
                        false => character(c),
                    };
                }
                let name_at = self.at;
                let mut name = String::new();
                while let Some(c) = self.peek().filter(|&c| c != '}') {
                    name.push(c);
                    self.at += 1;
                }
                if !self.eat('}') {
                    return self.error_at(start, "the braces of the property are not closed");
                }
                match property(&name) {
                    Some(class) => Ok(Atom::Class(if c == 'P' { negated(class) } else { class })),
                    None => self.error_at(name_at, "Unicode has no property of this name"),
                }
            }
            // Annex B: an octal number.
            '0'..='7' if !strict => {
                let mut code = c.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    match self.peek().and_then(|c| c.to_digit(8)).filter(|digit| code * 8 + digit < 256) {
                        Some(digit) => code = code * 8 + digit,
                        None => break,
                    }
                    self.at += 1;
                }
                Ok(Atom::Character(char::from_u32(code)))
            }
            _ if strict && !"^$\\.*+?()[]{}|/".contains(c) => {
                self.error_at(start, "this escape is not valid under the flags `u` and `v`")
            }
            c => character(c),
        }
    }

    /// This number of hexadecimal digits.
    fn hex(&mut self, count: usize) -> Option<u32> {
        let mut value = 0;
        for i in 0..count {
            value = value * 16 + self.peek_at(i)?.to_digit(16)?;
        }
        self.at += count;
        Some(value)
    }

    /// Parses the rest of an escape after `\u`. `None` for half of a surrogate pair, which no text has.
    fn unicode_escape(&mut self, start: usize) -> Parsed<Atom> {
        if self.eat('{') {
            let mut code: u32 = 0;
            let digits = self.at;
            while let Some(digit) = self.peek().and_then(|c| c.to_digit(16)) {
                code = code.saturating_mul(16).saturating_add(digit);
                self.at += 1;
            }
            if self.at == digits || code > 0x10_FFFF || !self.eat('}') {
                return self.error_at(start, "a code point in braces must follow \\u, as in \\u{1F600}");
            }
            return Ok(Atom::Character(char::from_u32(code)));
        }
        let Some(code) = self.hex(4) else {
            return match self.flags.is_unicode() {
                true => self.error_at(start, "four hexadecimal digits must follow \\u, or braces as in \\u{1F600}"),
                false => Ok(Atom::Character(Some('u'))),
            };
        };
        if (0xD800..0xDC00).contains(&code) {
            let back = self.at;
            if self.eat_text("\\u")
                && let Some(low) = self.hex(4).filter(|low| (0xDC00..0xE000).contains(low))
            {
                return Ok(Atom::Character(char::from_u32(0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00))));
            }
            self.at = back;
        }
        Ok(Atom::Character(char::from_u32(code)))
    }

    /// `[...]`
    fn class(&mut self) -> Parsed<Node> {
        let open = self.at;
        self.at += 1;
        let inverted = self.eat('^');
        let class = if self.flags.unicode_sets { self.set_contents(open)? } else { self.ranges(open)? };
        self.set(class, inverted)
    }

    /// The inside of a class without set operations, and its end.
    fn ranges(&mut self, open: usize) -> Parsed<ClassUnicode> {
        let mut class = ClassUnicode::empty();
        loop {
            if self.eat(']') {
                return Ok(class);
            }
            let start = self.at;
            let first = self.class_atom(open)?;
            if self.peek() != Some('-') || matches!(self.peek_at(1), None | Some(']')) {
                class.union(&first.into_class());
                continue;
            }
            self.at += 1;
            let last = self.class_atom(open)?;
            self.range(start, first, last, &mut class)?;
        }
    }

    /// `first-last`
    fn range(&self, start: usize, first: Atom, last: Atom, class: &mut ClassUnicode) -> Parsed<()> {
        match (first, last) {
            (Atom::Character(Some(first)), Atom::Character(Some(last))) if first <= last => {
                class.push(regex_syntax::hir::ClassUnicodeRange::new(first, last));
                Ok(())
            }
            (Atom::Character(Some(_)), Atom::Character(Some(_))) => self.error_at(start, "the range is out of order"),
            // Half of a surrogate pair: nothing is in such a range.
            (Atom::Character(_), Atom::Character(_)) => Ok(()),
            _ if self.flags.is_unicode() => self.error_at(start, "a class cannot end a range"),
            (first, last) => {
                // Annex B: both and the hyphen.
                class.union(&first.into_class());
                class.union(&last.into_class());
                class.union(&one('-'));
                Ok(())
            }
        }
    }

    fn class_atom(&mut self, open: usize) -> Parsed<Atom> {
        match self.peek() {
            None => self.error_at(open, "this class is not closed"),
            Some('\\') => match self.peek_at(1) {
                Some('b') => {
                    self.at += 2;
                    Ok(Atom::Character(Some('\u{8}')))
                }
                Some(c @ '-') if self.flags.is_unicode() => {
                    self.at += 2;
                    Ok(Atom::Character(Some(c)))
                }
                Some(c) if self.flags.unicode_sets && "&!#%,:;<=>@`~".contains(c) => {
                    self.at += 2;
                    Ok(Atom::Character(Some(c)))
                }
                Some('B' | 'k') if self.flags.is_unicode() => self.error("this escape is not valid in a class"),
                _ => self.atom_escape(),
            },
            Some(c) => {
                self.at += 1;
                Ok(Atom::Character(Some(c)))
            }
        }
    }

    /// The inside of a class under `v`, and its end: a union, an intersection or a difference of operands.
    fn set_contents(&mut self, open: usize) -> Parsed<ClassUnicode> {
        let mut class = ClassUnicode::empty();
        let mut first = true;
        loop {
            if self.eat(']') {
                return Ok(class);
            }
            let (start, operator) = (self.at, (self.peek(), self.peek_at(1)));
            match operator {
                (Some('-'), Some('-')) | (Some('&'), Some('&')) if !first => {
                    self.at += 2;
                    let operand = self.set_operand(open)?.into_class();
                    match operator.0 {
                        Some('-') => class.difference(&operand),
                        _ => class.intersect(&operand),
                    }
                    continue;
                }
                _ => {}
            }
            first = false;
            let operand = self.set_operand(open)?;
            if self.peek() == Some('-') && self.peek_at(1) != Some('-') && matches!(operand, Atom::Character(_)) {
                self.at += 1;
                let last = self.set_operand(open)?;
                self.range(start, operand, last, &mut class)?;
            } else {
                class.union(&operand.into_class());
            }
        }
    }

    fn set_operand(&mut self, open: usize) -> Parsed<Atom> {
        let start = self.at;
        match self.peek() {
            Some('[') => {
                if self.depth >= MAX_DEPTH {
                    return self.error("classes are nested too deeply");
                }
                self.at += 1;
                self.depth += 1;
                let inverted = self.eat('^');
                let class = self.set_contents(start)?;
                self.depth -= 1;
                Ok(Atom::Class(if inverted { negated(class) } else { class }))
            }
            Some('\\') if self.peek_at(1) == Some('q') => {
                self.error("strings in a class are not supported; write them as alternatives, (?:ab|c)")
            }
            Some('(' | ')' | '{' | '}' | '/' | '-' | '|') => {
                self.error("a backslash must precede this in a class under the flag `v`")
            }
            _ => self.class_atom(open),
        }
    }
}

/// The kind of a piece of a class.
enum Atom {
    /// `None`: half of a surrogate pair.
    Character(Option<char>),
    Class(ClassUnicode),
}

impl Atom {
    fn into_class(self) -> ClassUnicode {
        match self {
            Self::Character(c) => c.map_or_else(ClassUnicode::empty, one),
            Self::Class(class) => class,
        }
    }
}
