//! Line break opportunities, by byte.
//!
//! Chrome: ASCII text has its own small table (kept compatible with old browsers), and a run of spaces can always be
//! broken after; UAX 14 decides only about pairs with a character beyond ASCII.

use smallvec::{SmallVec, smallvec};

use super::break_class::{State, Strictness, breaks_all, keeps_all};
use super::script::is_mark;
use crate::style::ComputedStyle;
use crate::style::computed::{LineBreak, WhiteSpaceCollapse, WordBreak};

/// The letters between which a line may break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Words {
    Normal,
    BreakAll,
    KeepAll,
    /// `line-break: anywhere`
    Anywhere,
}

/// The rules by which the text of a style breaks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BreakRules {
    words: Words,
    strictness: Strictness,
    /// The tailoring for Chinese and, with an explicit `line-break`, Japanese and Korean.
    cjk: bool,
    /// Each preserved space can be broken after, not only the last of a run (`break-spaces`).
    every_space: bool,
}

/// One bit a byte of text: a line may break before it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Opportunities {
    bits: SmallVec<[u64; 1]>,
    /// One bit a word of `bits`: the word has an opportunity. Every line of a long word asks for the next one.
    words: SmallVec<[u64; 1]>,
}

impl Opportunities {
    /// For text of `len` bytes, none so far.
    pub(crate) fn new(len: usize) -> Self {
        let words = len / 64 + 1;
        Self { bits: smallvec![0; words], words: smallvec![0; words / 64 + 1] }
    }

    /// A line may break before byte `at`.
    pub(crate) fn set(&mut self, at: usize) {
        if let Some(word) = self.bits.get_mut(at / 64) {
            *word |= 1 << (at % 64);
            self.words[at / 64 / 64] |= 1 << (at / 64 % 64);
        }
    }

    /// May a line break before byte `at`?
    pub(crate) fn get(&self, at: usize) -> bool {
        self.bits.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// The first opportunity after `from` and not after `end`.
    pub(crate) fn next(&self, from: usize, end: usize) -> Option<usize> {
        let at = from + 1;
        let found = next_bit(&self.bits, at, at / 64 + 1).or_else(|| {
            let word = next_bit(&self.words, at / 64 + 1, end / 64 / 64 + 1)?;
            next_bit(&self.bits, word * 64, word + 1)
        });
        found.filter(|&found| found <= end)
    }

    /// The last opportunity after `from` and not after `end`.
    pub(crate) fn last(&self, from: usize, end: usize) -> Option<usize> {
        let mut at = end;
        while at > from {
            let word = self.bits.get(at / 64).map_or(0, |word| word << (63 - at % 64));
            if word != 0 {
                return Some(at - word.leading_zeros() as usize).filter(|&found| found > from);
            }
            at = (at / 64 * 64).checked_sub(1)?;
        }
        None
    }

    /// All of them, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.bits.iter().enumerate().flat_map(|(at, &word)| {
            let following = |rest: &u64| Some(rest & (rest - 1)).filter(|rest| *rest != 0);
            std::iter::successors(Some(word).filter(|word| *word != 0), following)
                .map(move |rest| at * 64 + rest.trailing_zeros() as usize)
        })
    }
}

/// The first bit that is set at or after bit `from` and before word `end`.
fn next_bit(words: &[u64], from: usize, end: usize) -> Option<usize> {
    let mut at = from;
    while at / 64 < end {
        let word = words.get(at / 64)? >> (at % 64);
        if word != 0 {
            return Some(at + word.trailing_zeros() as usize);
        }
        at = (at / 64 + 1) * 64;
    }
    None
}

impl BreakRules {
    /// The rules of a style; `language` is the primary subtag of the content language.
    pub(crate) fn of(style: &ComputedStyle, language: &str) -> Self {
        let words = match (style.line_break, style.word_break) {
            (LineBreak::Anywhere, _) => Words::Anywhere,
            (_, WordBreak::BreakAll) => Words::BreakAll,
            (_, WordBreak::KeepAll) => Words::KeepAll,
            _ => Words::Normal,
        };
        let (strictness, explicit) = match style.line_break {
            LineBreak::Loose => (Strictness::Loose, true),
            LineBreak::Strict => (Strictness::Strict, false),
            LineBreak::Normal => (Strictness::Normal, true),
            LineBreak::Auto | LineBreak::Anywhere => (Strictness::Normal, false),
        };
        let is = |subtag: &str| language.eq_ignore_ascii_case(subtag);
        Self {
            words,
            strictness,
            cjk: is("zh") || explicit && (is("ja") || is("ko")),
            every_space: style.white_space_collapse == WhiteSpaceCollapse::BreakSpaces,
        }
    }

    /// True if a text may have characters that break in another way in another language: quotation marks, and what some
    /// languages do not begin a line with.
    pub(crate) fn needs_language(text: &str) -> bool {
        let depends = |c: char| matches!(c, '\u{17D6}' | '\u{201C}' | '\u{201D}' | '\u{203C}' | '\u{203D}' | '\u{2047}'..='\u{2049}' | '\u{3000}'..);
        !text.is_ascii() && text.chars().any(depends)
    }

    /// Finds the opportunities in `text` after byte `start` and up to byte `end` (before the character there). `words`: those
    /// that [`word_breaks`](super::word_breaks) has for the whole text.
    pub(crate) fn find(
        self,
        text: &str,
        words: Option<&Opportunities>,
        (start, end): (usize, usize),
        found: &mut Opportunities,
    ) {
        let bytes = text.as_bytes();
        let ascii = bytes.get(start..end).is_some_and(<[u8]>::is_ascii)
            && bytes.get(end).is_none_or(u8::is_ascii)
            && self.words == Words::Normal;
        if ascii {
            self.find_ascii(bytes, start, end, found);
        } else {
            self.find_any(text, words, (start, end), found);
        }
    }

    fn find_ascii(self, bytes: &[u8], start: usize, end: usize, found: &mut Opportunities) {
        let mut at = start;
        while let Some(last) = bytes.get(at..end).and_then(|rest| rest.iter().position(|b| BREAKS[usize::from(*b)])) {
            let last = at + last;
            at = last + 1;
            let Some(&b) = bytes.get(at) else { break };
            let before = if last > 0 { bytes[last - 1] } else { b' ' };
            let allowed = match bytes[last] {
                b' ' => b != b' ' || self.every_space,
                a => ascii_pair(before, a, b),
            };
            if allowed {
                found.set(at);
            }
        }
    }

    fn find_any(
        self,
        text: &str,
        words: Option<&Opportunities>,
        (start, end): (usize, usize),
        found: &mut Opportunities,
    ) {
        let Some(head) = text.get(..start) else { return };
        let Some(tail) = text.get(start..) else { return };
        let mut state = State::default();
        // A word may have begun before: its last characters count.
        let mut before = head.chars().next_back();
        if let Some(c) = before.filter(|c| !is_space(*c)) {
            state.step(c, None, self.strictness, self.cjk);
        }
        let mut before_that = head.chars().rev().nth(1);
        let mut chars = tail.char_indices().map(|(at, c)| (start + at, c)).peekable();
        while let Some((at, c)) = chars.next() {
            if at > end {
                break;
            }
            let next = chars.peek().map(|(_, c)| *c);
            if is_space(c) {
                let after_space = before.is_some_and(is_space);
                if self.every_space && at > start && (after_space || self.words == Words::Anywhere && before.is_some())
                {
                    found.set(at);
                }
                state.reset();
                (before_that, before) = (before, Some(c));
                continue;
            }
            let uax = state.step(c, next, self.strictness, self.cjk) || words.is_some_and(|words| words.get(at));
            let allowed = match before {
                None => false,
                Some(b) if is_space(b) => true,
                Some(b) => self.pair(before_that, b, c, uax),
            };
            if allowed && at > start {
                found.set(at);
            }
            (before_that, before) = (before, Some(c));
        }
    }

    fn pair(self, before: Option<char>, a: char, b: char, uax: bool) -> bool {
        if self.words == Words::Anywhere {
            return !is_mark(b) && !matches!(b, '\u{200D}' | '\u{200B}' | '\u{2060}') && a != '\u{200D}';
        }
        let normal = if a.is_ascii() && b.is_ascii() {
            let byte = |c: char| u8::try_from(c).unwrap_or(0);
            ascii_pair(before.map_or(b' ', |c| if c.is_ascii() { byte(c) } else { b'a' }), byte(a), byte(b))
        } else {
            uax
        };
        match self.words {
            Words::BreakAll => normal || breaks_all(a, b),
            Words::KeepAll => normal && !keeps_all(a, b),
            Words::Normal | Words::Anywhere => normal,
        }
    }
}

const fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n')
}

/// The characters before which a line may break after an ASCII character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ascii {
    /// Nothing.
    Never,
    /// Opening brackets.
    Brackets,
    Hyphen,
    Question,
}

const fn class(byte: u8) -> Ascii {
    match byte {
        b'!' | b'"' | b'#' | b'%' | b'&' | b')' | b'*' | b'+' | b',' | b'.' | b':' | b';' | b'=' | b'>' | b'\\'
        | b']' | b'|' | b'}' | b'~' => Ascii::Brackets,
        b'-' => Ascii::Hyphen,
        b'?' => Ascii::Question,
        _ => Ascii::Never,
    }
}

/// By byte: a line may be broken after a space, and after what has a class.
const BREAKS: [bool; 256] = {
    let mut breaks = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        breaks[byte as usize] = byte == b' ' || !matches!(class(byte), Ascii::Never);
        byte += 1;
    }
    breaks
};

/// Chrome: the breaks between printable ASCII characters; `before` is what precedes `a`.
fn ascii_pair(before: u8, a: u8, b: u8) -> bool {
    if b <= b' ' || b == 0x7F {
        return false;
    }
    match class(a) {
        Ascii::Never => false,
        Ascii::Brackets => matches!(b, b'(' | b'<' | b'[' | b'{'),
        // A minus sign stays with its number; a hyphen between words and numbers does not.
        Ascii::Hyphen if b.is_ascii_digit() => before.is_ascii_alphanumeric(),
        Ascii::Hyphen => !matches!(b, b'!' | b'$' | b')' | b',' | b'.' | b'/' | b':' | b';' | b'?' | b']' | b'}'),
        Ascii::Question => {
            !matches!(b, b'!' | b'"' | b'\'' | b')' | b',' | b'.' | b'/' | b':' | b';' | b'?' | b']' | b'}')
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::word_breaks;
    use super::*;

    fn check_style(style: &ComputedStyle, language: &str, text: &str, expected: &str) {
        let mut found = Opportunities::new(text.len());
        BreakRules::of(style, language).find(text, word_breaks(text).as_ref(), (0, text.len()), &mut found);
        let mut got = String::new();
        for (at, c) in text.char_indices() {
            if found.get(at) {
                got.push('|');
            }
            got.push(c);
        }
        assert_eq!(got, expected);
    }

    fn check(text: &str, expected: &str) {
        check_style(&ComputedStyle::initial(), "en", text, expected);
    }

    #[test]
    fn opportunities_from_both_ends() {
        let places = [3, 63, 64, 130, 4500];
        let mut found = Opportunities::new(5000);
        places.iter().for_each(|&at| found.set(at));
        assert_eq!(found.iter().collect::<Vec<_>>(), places, "all of them, in order");
        for (from, end) in [(0, 5000), (0, 2), (2, 3), (3, 63), (3, 64), (64, 129), (64, 130), (130, 4499), (129, 4500)]
        {
            let last = places.iter().copied().rfind(|at| (from + 1..=end).contains(at));
            assert_eq!(found.last(from, end), last, "after {from} and not after {end}");
        }
    }

    #[test]
    fn breaks_of_ascii() {
        check("the  quick brown", "the  |quick |brown");
        check("a-b x-1 -1 a.-1", "a-|b |x-|1 |-1 |a.-1");
        check("what?now foo?) a(b) b)(c", "what?|now |foo?) |a(b) |b)|(c");
        check("https://example.com/a/b?query=1&more", "https://example.com/a/b?|query=1&more");
    }

    #[test]
    fn breaks_of_other_scripts() {
        check("中文，没有。", "中|文，|没|有。");
        check("“中”文", "“中”文");
        check_style(&ComputedStyle::initial(), "zh", "“中”文", "“中”|文");
        check("naïve café—yes", "naïve |café|—|yes");
        check("a\u{A0}b a\u{2060}b a\u{200B}b", "a\u{A0}b |a\u{2060}b |a\u{200B}|b");
        check("한국어 문장", "한|국|어 |문|장");
        check("🇫🇷🇩🇪", "🇫🇷|🇩🇪");
        check("e\u{301}a", "e\u{301}a");
    }

    #[test]
    fn breaks_of_word_break() {
        let all = ComputedStyle { word_break: WordBreak::BreakAll, ..ComputedStyle::initial() };
        check_style(&all, "en", "ab, cd", "a|b, |c|d");
        let keep = ComputedStyle { word_break: WordBreak::KeepAll, ..ComputedStyle::initial() };
        check_style(&keep, "en", "中文，没有 ab", "中文，|没有 |ab");
        let anywhere = ComputedStyle { line_break: LineBreak::Anywhere, ..ComputedStyle::initial() };
        check_style(&anywhere, "en", "a). b", "a|)|. |b");
    }

    #[test]
    fn next_opportunity_after_a_long_word() {
        let mut found = Opportunities::new(20_000);
        for at in [3, 64, 9_000, 19_999, 20_000] {
            found.set(at);
        }
        for (from, end, expected) in [
            (0, 20_000, Some(3)),
            (3, 20_000, Some(64)),
            (64, 20_000, Some(9_000)),
            (64, 8_999, None),
            (9_000, 19_998, None),
            (9_000, 19_999, Some(19_999)),
            (19_999, 20_000, Some(20_000)),
            (20_000, 20_000, None),
        ] {
            assert_eq!(found.next(from, end), expected, "after {from}, up to {end}");
        }
    }
}
