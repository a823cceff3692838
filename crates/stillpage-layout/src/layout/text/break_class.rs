//! Line break opportunities between two characters, spaces aside: UAX 14 as Chromium's ICU has it.
//!
//! <https://www.unicode.org/reports/tr14/#Algorithm>, rules LB7 to LB31 without those about spaces (Chromium always breaks
//! after a run of spaces).

use icu_properties::CodePointMapData;
use icu_properties::props::LineBreak as C;

/// The strictness of line breaking in CJK text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Strictness {
    /// `line-break: loose`
    Loose,
    /// `auto`, `normal`
    #[default]
    Normal,
    /// `strict`
    Strict,
}

/// The state of the pair rules.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct State {
    /// The class of the last character that is not a combining mark; `None` at the start and after a space.
    before: Option<C>,
    /// The context of a hyphen: `true` if nothing it could join is before it (rule `LB20a`).
    initial_hyphen: bool,
    /// In a number, or after the parenthesis that closes one.
    number: bool,
    /// An odd number of regional indicators ends here.
    odd_indicator: bool,
    /// The last character is a zero-width joiner.
    joiner: bool,
    /// The last character, for rules about East Asian width.
    last: Option<char>,
}

/// The class of a character in Unicode's data.
///
/// Approx: the rules for scripts with aksaras (`LB28a`: Balinese, Javanese and others) are not applied; their letters are letters,
/// and their viramas are marks.
fn class_of(c: char) -> C {
    match CodePointMapData::<C>::new().get(c) {
        C::Aksara | C::AksaraPrebase | C::AksaraStart => C::Alphabetic,
        C::Virama | C::ViramaFinal => C::CombiningMark,
        C::UnambiguousHyphen => C::BreakAfter,
        class => class,
    }
}

/// The class of a character after LB1 and the tailoring for CSS.
fn resolve(c: char, strictness: Strictness, cjk: bool) -> C {
    if cjk {
        // The locale data for Chinese (and, where asked for, Japanese): quotation marks have a direction.
        match c {
            '\u{201C}' => return C::OpenPunctuation,
            '\u{201D}' => return C::ClosePunctuation,
            '\u{301C}' | '\u{30A0}' => return C::Ideographic,
            _ => {}
        }
    }
    match class_of(c) {
        C::Ambiguous | C::Surrogate | C::Unknown | C::ComplexContext => C::Alphabetic,
        C::ConditionalJapaneseStarter if strictness == Strictness::Strict => C::Nonstarter,
        C::ConditionalJapaneseStarter => C::Ideographic,
        C::Nonstarter
            if strictness == Strictness::Loose && (cjk || matches!(c, '々' | '〻' | 'ゝ' | 'ゞ' | 'ヽ' | 'ヾ')) =>
        {
            C::Ideographic
        }
        class => class,
    }
}

const fn is_wide_punctuation(c: char) -> bool {
    c as u32 >= 0x2E80
}

impl State {
    /// Forgets what came before: after a space, a line break or an atomic inline.
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }

    /// Takes the next character; true if a line may break before it. `next` is the one after it.
    pub(super) fn step(&mut self, c: char, next: Option<char>, strictness: Strictness, cjk: bool) -> bool {
        let mut class = resolve(c, strictness, cjk);
        let Some(before) = self.before else {
            self.begin(c, class);
            return false;
        };
        // LB9, LB10: marks and joiners are part of what they follow.
        if matches!(class, C::CombiningMark | C::ZWJ) {
            if before == C::ZWSpace {
                class = C::Alphabetic;
            } else {
                self.joiner = class == C::ZWJ;
                return false;
            }
        }
        let allowed = !self.joiner && self.pair(before, class, c, next, strictness);
        self.number = match class {
            C::Numeric => true,
            C::BreakSymbols | C::InfixNumeric => self.number,
            C::ClosePunctuation | C::CloseParenthesis => self.number,
            _ => false,
        };
        self.odd_indicator = class == C::RegionalIndicator && !(before == C::RegionalIndicator && self.odd_indicator);
        self.initial_hyphen = is_hyphen(c) && matches!(before, C::ZWSpace | C::Glue);
        (self.before, self.joiner, self.last) = (Some(class), false, Some(c));
        allowed
    }

    fn begin(&mut self, c: char, class: C) {
        let class = if class == C::CombiningMark { C::Alphabetic } else { class };
        *self = Self {
            before: Some(class),
            initial_hyphen: is_hyphen(c),
            number: class == C::Numeric,
            odd_indicator: class == C::RegionalIndicator,
            joiner: class == C::ZWJ,
            last: Some(c),
        };
    }

    fn pair(&self, a: C, b: C, c: char, next: Option<char>, strictness: Strictness) -> bool {
        let letter = |class: C| matches!(class, C::Alphabetic | C::HebrewLetter);
        let ideograph = |class: C| matches!(class, C::Ideographic | C::EBase | C::EModifier);
        let syllable = |class: C| matches!(class, C::JL | C::JV | C::JT | C::H2 | C::H3);
        match (a, b) {
            // LB7, LB8
            (_, C::ZWSpace) => false,
            (C::ZWSpace, _) => true,
            // LB11
            (_, C::WordJoiner) | (C::WordJoiner, _) => false,
            // LB12, LB12a
            (C::Glue, _) => false,
            (C::BreakAfter | C::Hyphen, C::Glue) => true,
            (_, C::Glue) => false,
            // LB13
            (_, C::ClosePunctuation | C::CloseParenthesis | C::Exclamation | C::InfixNumeric | C::BreakSymbols) => {
                false
            }
            // LB14
            (C::OpenPunctuation, _) => false,
            // LB16
            (C::ClosePunctuation | C::CloseParenthesis, C::Nonstarter) => false,
            // LB19
            (_, C::Quotation) | (C::Quotation, _) => false,
            // LB20
            (_, C::ContingentBreak) | (C::ContingentBreak, _) => true,
            // LB20a: a hyphen at the start of a word belongs to it.
            (C::Hyphen | C::BreakAfter, class) if self.initial_hyphen && letter(class) => false,
            // LB21, LB21b
            (_, C::BreakAfter | C::Hyphen | C::Nonstarter) | (C::BreakBefore, _) => false,
            (C::BreakSymbols, C::HebrewLetter) => false,
            // LB22
            (C::Inseparable, C::Inseparable) if strictness == Strictness::Loose => true,
            (_, C::Inseparable) => false,
            // LB23, LB23a
            (x, C::Numeric) | (C::Numeric, x) if letter(x) => false,
            (C::PrefixNumeric, x) if ideograph(x) => false,
            (x, C::PostfixNumeric) if ideograph(x) => false,
            // LB24
            (C::PrefixNumeric | C::PostfixNumeric, x) | (x, C::PrefixNumeric | C::PostfixNumeric) if letter(x) => false,
            // LB25
            (C::Numeric | C::ClosePunctuation | C::CloseParenthesis, C::PrefixNumeric | C::PostfixNumeric)
                if self.number =>
            {
                false
            }
            (
                C::PrefixNumeric | C::PostfixNumeric | C::Hyphen | C::InfixNumeric | C::BreakSymbols | C::Numeric,
                C::Numeric,
            ) => false,
            (C::PrefixNumeric | C::PostfixNumeric, C::OpenPunctuation)
                if next.is_some_and(|n| class_of(n) == C::Numeric) =>
            {
                false
            }
            // LB26, LB27
            (C::JL, x) if syllable(x) && x != C::JT => false,
            (C::JV | C::H2, C::JV | C::JT) => false,
            (C::JT | C::H3, C::JT) => false,
            (x, C::PostfixNumeric) | (C::PrefixNumeric, x) if syllable(x) => false,
            // LB28, LB29
            (x, y) if letter(x) && letter(y) => false,
            (C::InfixNumeric, y) if letter(y) => false,
            // LB30
            (C::Alphabetic | C::HebrewLetter | C::Numeric, C::OpenPunctuation) => is_wide_punctuation(c),
            (C::CloseParenthesis, C::Alphabetic | C::HebrewLetter | C::Numeric) => {
                self.last.is_some_and(is_wide_punctuation)
            }
            // LB30a, LB30b
            (C::RegionalIndicator, C::RegionalIndicator) => !self.odd_indicator,
            (C::EBase, C::EModifier) => false,
            // LB31
            _ => true,
        }
    }
}

const fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2013}' | '\u{58A}')
}

/// `word-break: break-all`: may a line break between two characters although they are letters?
pub(super) fn breaks_all(a: char, b: char) -> bool {
    let class = |c: char| match resolve(c, Strictness::Normal, false) {
        C::Alphabetic | C::HebrewLetter | C::Numeric => C::Ideographic,
        class => class,
    };
    let (before, after) = (class(a), class(b));
    match (before, after) {
        (_, C::CombiningMark | C::ZWJ) => false,
        (C::Quotation | C::OpenPunctuation | C::Glue | C::WordJoiner, _) => false,
        // Of the hyphens and bars, only those of ASCII may begin a line.
        (C::Ideographic | C::PostfixNumeric | C::Exclamation | C::ClosePunctuation | C::CloseParenthesis, _)
            if matches!(b, '-' | '|') =>
        {
            true
        }
        (C::Ideographic, C::Ideographic | C::PrefixNumeric | C::OpenPunctuation) => true,
        (
            C::CloseParenthesis | C::ClosePunctuation | C::BreakSymbols | C::Exclamation | C::PostfixNumeric,
            C::Ideographic,
        ) => true,
        (C::InfixNumeric, C::Ideographic) => true,
        _ => false,
    }
}

/// `word-break: keep-all`: is the pair one of letters that may not be parted?
pub(super) fn keeps_all(a: char, b: char) -> bool {
    let letter = |c: char| {
        matches!(
            class_of(c),
            C::Ideographic
                | C::Alphabetic
                | C::HebrewLetter
                | C::Numeric
                | C::H2
                | C::H3
                | C::JL
                | C::JV
                | C::JT
                | C::ConditionalJapaneseStarter
        ) && c.is_alphanumeric()
            || matches!(c, '々' | 'ー')
    };
    letter(a) && letter(b)
}
