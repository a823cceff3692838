//! Sets of characters: JavaScript's classes, Unicode's properties, and what `i` adds to them.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

/// A set of characters that is quick to ask.
#[derive(Debug, Clone)]
pub(super) struct CharSet {
    /// A bit an ASCII character.
    ascii: u128,
    /// The others, as sorted ranges.
    ranges: Box<[(char, char)]>,
    /// The others are those that are not in `ranges`.
    inverted: bool,
}

impl CharSet {
    /// The set of a class; of all others if `inverted`.
    pub(super) fn new(class: &ClassUnicode, inverted: bool) -> Self {
        let mut ascii = 0;
        for range in class.ranges() {
            for c in range.start().min('\u{80}')..=range.end().min('\u{7f}') {
                ascii |= 1_u128 << u32::from(c);
            }
        }
        let others = class.ranges().iter().filter(|range| !range.end().is_ascii());
        let ranges = others.map(|range| (range.start().max('\u{80}'), range.end())).collect();
        Self { ascii: if inverted { !ascii } else { ascii }, ranges, inverted }
    }

    /// A character of a literal: a space is also a no-break space.
    pub(super) fn literal(c: char, ignore_case: bool) -> Self {
        let mut class = one(c);
        if c == ' ' {
            class.push(ClassUnicodeRange::new('\u{a0}', '\u{a0}'));
        }
        if ignore_case {
            class = with_other_case(&class, false);
        }
        Self::new(&class, false)
    }

    pub(super) fn contains(&self, c: char) -> bool {
        if c.is_ascii() {
            return self.ascii >> u32::from(c) & 1 == 1;
        }
        let at = self.ranges.partition_point(|&(_, last)| last < c);
        self.ranges.get(at).is_some_and(|&(first, _)| first <= c) != self.inverted
    }

    /// Its ASCII characters as bits.
    pub(super) fn ascii(&self) -> u128 {
        self.ascii
    }

    /// True if it has characters beyond ASCII.
    pub(super) fn has_others(&self) -> bool {
        self.inverted || !self.ranges.is_empty()
    }
}

/// The class of one character.
pub(super) fn one(c: char) -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new(c, c)])
}

fn class(ranges: &[(char, char)]) -> ClassUnicode {
    ClassUnicode::new(ranges.iter().map(|&(first, last)| ClassUnicodeRange::new(first, last)))
}

/// Every character but those.
pub(super) fn negated(mut class: ClassUnicode) -> ClassUnicode {
    class.negate();
    class
}

/// <https://tc39.es/ecma262/#sec-compiletocharset>: `\d`.
pub(super) fn digits() -> ClassUnicode {
    class(&[('0', '9')])
}

/// `\w`.
pub(super) fn words() -> ClassUnicode {
    class(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')])
}

/// `\s`: white space and line terminators.
pub(super) fn spaces() -> ClassUnicode {
    class(&[
        ('\t', '\r'),
        (' ', ' '),
        ('\u{a0}', '\u{a0}'),
        ('\u{1680}', '\u{1680}'),
        ('\u{2000}', '\u{200a}'),
        ('\u{2028}', '\u{2029}'),
        ('\u{202f}', '\u{202f}'),
        ('\u{205f}', '\u{205f}'),
        ('\u{3000}', '\u{3000}'),
        ('\u{feff}', '\u{feff}'),
    ])
}

/// The characters that `.` does not match without `s`.
pub(super) fn line_terminators() -> ClassUnicode {
    class(&[('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')])
}

/// True for line terminators.
pub(super) fn is_line_terminator(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// The class of `\p{...}`; `None` for a property that Unicode does not have. Loosely matched names are accepted, and a
/// script without `Script=`.
pub(super) fn property(text: &str) -> Option<ClassUnicode> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '=' | '-');
    if text.is_empty() || !text.chars().all(plain) {
        return None;
    }
    match regex_syntax::Parser::new().parse(&format!("\\p{{{text}}}")).ok()?.into_kind() {
        HirKind::Class(Class::Unicode(class)) => Some(class),
        HirKind::Literal(literal) => one_of_literal(&literal.0),
        _ => None,
    }
}

fn one_of_literal(bytes: &[u8]) -> Option<ClassUnicode> {
    std::str::from_utf8(bytes).ok()?.chars().next().map(one)
}

/// <https://tc39.es/ecma262/#sec-runtime-semantics-canonicalize-ch>
pub(super) fn canonicalize(c: char, unicode: bool) -> char {
    if c.is_ascii() && !unicode {
        return c.to_ascii_uppercase();
    }
    let single = |mut chars: std::char::ToUppercase| chars.next().filter(|_| chars.next().is_none());
    let Some(upper) = single(c.to_uppercase()) else { return c };
    if !unicode {
        // 8. A character beyond ASCII never becomes one of ASCII.
        return if upper.is_ascii() && !c.is_ascii() { c } else { upper };
    }
    // Approx: simple case folding, as upper and then lower case; they agree but for some Cherokee letters.
    let mut lower = upper.to_lowercase();
    lower.next().filter(|_| lower.next().is_none()).unwrap_or(upper)
}

/// A class with everything that is the same as one of its characters under `i`.
pub(super) fn with_other_case(class: &ClassUnicode, unicode: bool) -> ClassUnicode {
    let mut wide = class.clone();
    wide.case_fold_simple();
    if unicode {
        return wide;
    }
    // Without `u` the canonical character is the upper case one: what folding adds has to agree.
    let mut added = wide.clone();
    added.difference(class);
    let mut exact = class.clone();
    for range in added.ranges() {
        for c in range.start()..=range.end() {
            let mut same = one(c);
            same.case_fold_simple();
            let agrees = same.ranges().iter().flat_map(|range| range.start()..=range.end()).any(|member| {
                let at = class.ranges().partition_point(|range| range.end() < member);
                let inside = class.ranges().get(at).is_some_and(|range| range.start() <= member);
                inside && canonicalize(member, false) == canonicalize(c, false)
            });
            if agrees {
                exact.push(ClassUnicodeRange::new(c, c));
            }
        }
    }
    exact
}
