//! Counter styles: numbers as text. <https://drafts.csswg.org/css-counter-styles-3/>

use rustc_hash::FxHashMap;

use super::descriptor::Descriptors;
use crate::dom::Atom;

/// The algorithm by which a counter style makes its text.
#[derive(Debug, Clone, PartialEq)]
enum System {
    Cyclic,
    Numeric,
    Alphabetic,
    Symbolic,
    /// The value of the first symbol.
    Fixed(i32),
    /// Weights, largest first.
    Additive(Vec<(u32, String)>),
    /// The name of what it extends.
    Extends(Box<str>),
}

/// A counter style.
#[derive(Debug, Clone)]
struct CounterStyle {
    system: System,
    symbols: Vec<String>,
    prefix: Option<String>,
    suffix: Option<String>,
    negative: Option<(String, String)>,
    pad: Option<(usize, String)>,
    range: Option<(i32, i32)>,
    fallback: Option<Box<str>>,
}

/// The counter styles that a tree scope's style sheets define.
#[derive(Debug, Clone, Default)]
pub(super) struct CounterStyles {
    defined: FxHashMap<Atom, CounterStyle>,
}

/// Limit: characters of one number, for symbolic and additive systems.
const MAX_LENGTH: usize = 200;

/// Limit: styles that extend or fall back to others.
const MAX_CHAIN: u32 = 8;

/// The value of `symbols` and similar descriptors: strings and identifiers; images have no text.
fn symbol_list(text: &str) -> Vec<String> {
    use cssparser::{Parser, Token};
    let mut input = Parser::new(text);
    let mut symbols = Vec::new();
    while let Ok(token) = input.next() {
        match token {
            Token::QuotedString(symbol) | Token::Ident(symbol) => symbols.push(symbol.to_string()),
            _ => {}
        }
    }
    symbols
}

impl CounterStyle {
    /// A text made as long as `pad` asks for: a symbol for each character that is missing, `more` of which come later.
    /// <https://drafts.csswg.org/css-counter-styles-3/#counter-style-pad>
    fn padded(&self, text: String, more: usize) -> String {
        let Some((length, symbol)) = &self.pad else { return text };
        let missing = length.saturating_sub(text.chars().count() + more);
        if missing == 0 { text } else { symbol.repeat(missing) + &text }
    }
}

impl CounterStyles {
    /// `@counter-style`
    pub(super) fn define(&mut self, name: Atom, descriptors: &Descriptors) {
        let symbols = descriptors.get("symbols").map(symbol_list).unwrap_or_default();
        let first = |name: &str| descriptors.get(name).and_then(|text| symbol_list(text).into_iter().next());
        let system = descriptors.get("system").unwrap_or("symbolic");
        let mut words = system.split_ascii_whitespace();
        let system = match words.next().unwrap_or_default().to_ascii_lowercase().as_str() {
            "cyclic" => System::Cyclic,
            "numeric" => System::Numeric,
            "alphabetic" => System::Alphabetic,
            "fixed" => System::Fixed(words.next().and_then(|n| n.parse().ok()).unwrap_or(1)),
            "additive" => System::Additive(additive(descriptors.get("additive-symbols").unwrap_or_default())),
            "extends" => System::Extends(words.next().unwrap_or("decimal").into()),
            _ => System::Symbolic,
        };
        let enough = match &system {
            System::Numeric | System::Alphabetic => symbols.len() >= 2,
            System::Additive(weights) => !weights.is_empty(),
            System::Extends(_) => true,
            _ => !symbols.is_empty(),
        };
        if !enough {
            return;
        }
        let negative = descriptors.get("negative").map(|text| {
            let mut parts = symbol_list(text).into_iter();
            (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
        });
        let pad = descriptors.get("pad").and_then(|text| {
            let length = text.split_ascii_whitespace().find_map(|w| w.parse::<usize>().ok())?;
            Some((length.min(MAX_LENGTH), symbol_list(text).into_iter().next()?))
        });
        let range = descriptors.get("range").and_then(|text| {
            let mut bounds = text.split(',').next()?.split_ascii_whitespace();
            let mut bound = |infinite| {
                let word = bounds.next()?;
                if word == "infinite" { Some(infinite) } else { word.parse().ok() }
            };
            Some((bound(i32::MIN)?, bound(i32::MAX)?))
        });
        let style = CounterStyle {
            system,
            symbols,
            prefix: first("prefix"),
            suffix: first("suffix"),
            negative,
            pad,
            range,
            fallback: descriptors.get("fallback").map(Into::into),
        };
        self.defined.insert(name, style);
    }

    /// The text of a number, without prefix and suffix.
    pub(super) fn format(&self, name: &str, value: i32) -> String {
        self.format_chain(name, value, 0)
    }

    fn format_chain(&self, name: &str, value: i32, depth: u32) -> String {
        if depth > MAX_CHAIN {
            return value.to_string();
        }
        if let Some(style) = self.defined.get(&Atom::from(name)) {
            if let Some(text) = self.by_definition(style, value, depth) {
                return text;
            }
            return self.format_chain(style.fallback.as_deref().unwrap_or("decimal"), value, depth + 1);
        }
        predefined(name, value).unwrap_or_else(|| value.to_string())
    }

    fn by_definition(&self, style: &CounterStyle, value: i32, depth: u32) -> Option<String> {
        if style.range.is_some_and(|(low, high)| value < low || value > high) {
            return None;
        }
        if let System::Extends(base) = &style.system {
            return Some(style.padded(self.format_chain(base, value, depth + 1), 0));
        }
        let signed = !matches!(style.system, System::Cyclic | System::Fixed(_));
        let magnitude = if signed { value.unsigned_abs() } else { 0 };
        let symbols = &style.symbols;
        let mut text = match &style.system {
            System::Cyclic => cyclic(symbols, value)?,
            System::Fixed(first) => {
                let at = usize::try_from(i64::from(value) - i64::from(*first)).ok()?;
                symbols.get(at)?.clone()
            }
            System::Numeric => numeric(symbols, magnitude),
            System::Alphabetic => alphabetic(symbols, magnitude)?,
            System::Symbolic => symbolic(symbols, magnitude)?,
            System::Additive(weights) => sum_of(weights, magnitude)?,
            System::Extends(_) => return None,
        };
        text = style.padded(text, usize::from(value < 0 && signed));
        if value < 0 && signed {
            let (before, after) = style.negative.clone().unwrap_or_else(|| ("-".to_owned(), String::new()));
            text = format!("{before}{text}{after}");
        }
        Some(text)
    }

    /// Returns the marker of a style that is a symbol, whatever the number.
    pub(super) fn symbol(name: &str) -> Option<&'static str> {
        SYMBOLS.iter().find(|(known, _)| *known == name).map(|(_, symbol)| *symbol)
    }

    /// The text of a list item's marker: prefix, number, suffix.
    pub(super) fn marker(&self, name: &str, value: i32) -> String {
        if let Some(symbol) = Self::symbol(name) {
            return symbol.to_owned();
        }
        let mut style = self.defined.get(&Atom::from(name));
        let (mut prefix, mut suffix) = (None, None);
        let mut base = name.to_owned();
        for _ in 0..MAX_CHAIN {
            let Some(current) = style else { break };
            prefix = prefix.or_else(|| current.prefix.clone());
            suffix = suffix.or_else(|| current.suffix.clone());
            match &current.system {
                System::Extends(name) => {
                    base = name.to_string();
                    style = self.defined.get(&Atom::from(&**name));
                }
                _ => {
                    base.clear();
                    break;
                }
            }
        }
        let suffix = suffix.unwrap_or_else(|| default_suffix(&base).to_owned());
        format!("{}{}{suffix}", prefix.unwrap_or_default(), self.format(name, value))
    }
}

/// `additive-symbols`
fn additive(text: &str) -> Vec<(u32, String)> {
    let mut weights: Vec<(u32, String)> = text
        .split(',')
        .filter_map(|entry| {
            let weight = entry.split_ascii_whitespace().find_map(|w| w.parse().ok())?;
            Some((weight, symbol_list(entry).into_iter().next()?))
        })
        .collect();
    weights.sort_by_key(|w| std::cmp::Reverse(w.0));
    weights
}

fn default_suffix(name: &str) -> &'static str {
    match name {
        "cjk-decimal"
        | "cjk-earthly-branch"
        | "cjk-heavenly-stem"
        | "hiragana"
        | "hiragana-iroha"
        | "katakana"
        | "katakana-iroha"
        | "cjk-ideographic"
        | "japanese-informal"
        | "japanese-formal"
        | "simp-chinese-informal"
        | "simp-chinese-formal"
        | "trad-chinese-informal"
        | "trad-chinese-formal" => "\u{3001}",
        "korean-hangul-formal" | "korean-hanja-informal" | "korean-hanja-formal" => ", ",
        "ethiopic-halehame" | "ethiopic-halehame-am" | "ethiopic-halehame-ti-er" | "ethiopic-halehame-ti-et" => "/ ",
        _ => ". ",
    }
}

fn cyclic(symbols: &[impl AsRef<str>], value: i32) -> Option<String> {
    let count = i64::try_from(symbols.len()).ok().filter(|c| *c > 0)?;
    let at = usize::try_from((i64::from(value) - 1).rem_euclid(count)).ok()?;
    symbols.get(at).map(|s| s.as_ref().to_owned())
}

fn numeric(symbols: &[impl AsRef<str>], value: u32) -> String {
    let base = u32::try_from(symbols.len()).unwrap_or(10).max(2);
    let mut digits = Vec::new();
    let mut rest = value;
    loop {
        digits.push(symbols.get((rest % base) as usize).map(AsRef::as_ref).unwrap_or_default());
        rest /= base;
        if rest == 0 {
            break;
        }
    }
    digits.into_iter().rev().collect()
}

fn alphabetic(symbols: &[impl AsRef<str>], value: u32) -> Option<String> {
    let base = u32::try_from(symbols.len()).ok().filter(|b| *b > 0)?;
    let mut rest = value;
    let mut digits = Vec::new();
    while rest > 0 {
        rest -= 1;
        digits.push(symbols.get((rest % base) as usize)?.as_ref());
        rest /= base;
        if digits.len() > MAX_LENGTH {
            return None;
        }
    }
    (!digits.is_empty()).then(|| digits.into_iter().rev().collect())
}

fn symbolic(symbols: &[impl AsRef<str>], value: u32) -> Option<String> {
    let count = u32::try_from(symbols.len()).ok().filter(|c| *c > 0)?;
    let at = value.checked_sub(1)?;
    let repeat = (at / count + 1) as usize;
    (repeat <= MAX_LENGTH)
        .then(|| symbols.get((at % count) as usize).map(AsRef::as_ref).unwrap_or_default().repeat(repeat))
}

/// <https://drafts.csswg.org/css-counter-styles-3/#additive-system>; `weights` are sorted, largest first.
fn sum_of(weights: &[(u32, impl AsRef<str>)], value: u32) -> Option<String> {
    let mut rest = value;
    let mut out = String::new();
    if rest == 0 {
        let zero = weights.partition_point(|(weight, _)| *weight > 0);
        return weights.get(zero).map(|(_, symbol)| symbol.as_ref().to_owned());
    }
    while rest > 0 {
        // Weights that do not fit are skipped at once: a style may have 100,000 of them.
        let (weight, symbol) = weights.get(weights.partition_point(|(weight, _)| *weight > rest))?;
        let (weight, symbol) = (*weight, symbol.as_ref());
        if weight == 0 || ((rest / weight) as usize).saturating_mul(symbol.len()) + out.len() > MAX_LENGTH {
            return None;
        }
        out.extend(std::iter::repeat_n(symbol, if symbol.is_empty() { 0 } else { (rest / weight) as usize }));
        rest %= weight;
    }
    Some(out)
}

/// The digits of `numeric` styles.
fn digits(name: &str) -> Option<&'static str> {
    Some(match name {
        "arabic-indic" => "٠١٢٣٤٥٦٧٨٩",
        "persian" | "urdu" => "۰۱۲۳۴۵۶۷۸۹",
        "bengali" => "০১২৩৪৫৬৭৮৯",
        "cambodian" | "khmer" => "០១២៣៤៥៦៧៨៩",
        "cjk-decimal" => "〇一二三四五六七八九",
        "devanagari" => "०१२३४५६७८९",
        "gujarati" => "૦૧૨૩૪૫૬૭૮૯",
        "gurmukhi" => "੦੧੨੩੪੫੬੭੮੯",
        "kannada" => "೦೧೨೩೪೫೬೭೮೯",
        "lao" => "໐໑໒໓໔໕໖໗໘໙",
        "malayalam" => "൦൧൨൩൪൫൬൭൮൯",
        "mongolian" => "᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙",
        "myanmar" => "၀၁၂၃၄၅၆၇၈၉",
        "oriya" => "୦୧୨୩୪୫୬୭୮୯",
        "tamil" => "௦௧௨௩௪௫௬௭௮௯",
        "telugu" => "౦౧౨౩౪౫౬౭౮౯",
        "thai" => "๐๑๒๓๔๕๖๗๘๙",
        "tibetan" => "༠༡༢༣༤༥༦༧༨༩",
        _ => return None,
    })
}

/// The letters of `alphabetic` styles.
fn letters(name: &str) -> Option<&'static str> {
    Some(match name {
        "lower-alpha" | "lower-latin" => "abcdefghijklmnopqrstuvwxyz",
        "upper-alpha" | "upper-latin" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "lower-greek" => "αβγδεζηθικλμνξοπρστυφχψω",
        "hiragana" => {
            "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん"
        }
        "hiragana-iroha" => {
            "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす"
        }
        "katakana" => {
            "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン"
        }
        "katakana-iroha" => {
            "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス"
        }
        "cjk-earthly-branch" => "子丑寅卯辰巳午未申酉戌亥",
        "cjk-heavenly-stem" => "甲乙丙丁戊己庚辛壬癸",
        "hangul" => "가나다라마바사아자차카타파하",
        "hangul-consonant" => "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
        _ => return None,
    })
}

fn chars(text: &'static str) -> Vec<&'static str> {
    text.char_indices().filter_map(|(at, c)| text.get(at..at + c.len_utf8())).collect()
}

/// The styles whose markers are symbols, with those markers.
const SYMBOLS: [(&str, &str); 5] = [
    ("disc", "\u{2022} "),
    ("circle", "\u{25e6} "),
    ("square", "\u{25a0} "),
    ("disclosure-open", "\u{25be} "),
    ("disclosure-closed", "\u{25b8} "),
];

/// True for text that ends with a marker that is a symbol.
#[must_use]
pub fn ends_with_symbol(text: &str) -> bool {
    SYMBOLS.iter().any(|(_, symbol)| text.ends_with(symbol))
}

const ROMAN: &[(u32, &str)] = &[
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
];

/// <https://drafts.csswg.org/css-counter-styles-3/#predefined-counters>; `None`: not one of these, or out of its range.
fn predefined(name: &str, value: i32) -> Option<String> {
    let lower = name.to_ascii_lowercase();
    let sign = if value < 0 { "-" } else { "" };
    let magnitude = value.unsigned_abs();
    if let Some(digits) = digits(&lower) {
        return Some(format!("{sign}{}", numeric(&chars(digits), magnitude)));
    }
    if let Some(letters) = letters(&lower) {
        return if value > 0 { alphabetic(&chars(letters), magnitude) } else { None };
    }
    if let Some(symbol) = CounterStyles::symbol(&lower) {
        return Some(symbol.trim_end().to_owned());
    }
    match &*lower {
        "decimal-leading-zero" => Some(format!("{sign}{magnitude:0width$}", width = if value < 0 { 1 } else { 2 })),
        "lower-roman" | "upper-roman" => {
            let text = (1..=3999).contains(&value).then(|| sum_of(ROMAN, magnitude))??;
            Some(if lower == "upper-roman" { text.to_ascii_uppercase() } else { text })
        }
        "none" => Some(String::new()),
        "armenian" | "upper-armenian" | "lower-armenian" => {
            let text = (1..=9999).contains(&value).then(|| by_places(magnitude, ARMENIAN))?;
            Some(if lower == "lower-armenian" { text.to_lowercase() } else { text })
        }
        "georgian" => (1..=19_999).contains(&value).then(|| by_places(magnitude, GEORGIAN)),
        "hebrew" => (1..=10_999).contains(&value).then(|| hebrew(magnitude)),
        "cjk-ideographic"
        | "trad-chinese-informal"
        | "simp-chinese-informal"
        | "japanese-informal"
        | "korean-hanja-informal" => cjk(&lower, value),
        _ => None,
    }
}

/// Symbols for 1..9, 10..90, 100..900, 1000..9000, (10000).
const ARMENIAN: &str = "ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔ";
const GEORGIAN: &str = "აბგდევზჱთიკლმნჲოპჟრსტჳფქღყშჩცძწჭხჴჯჰჵ";

fn by_places(value: u32, symbols: &'static str) -> String {
    let symbols = chars(symbols);
    let mut out = String::new();
    for (place, weight) in [(4, 10_000), (3, 1000), (2, 100), (1, 10), (0, 1)] {
        let digit = (value / weight % 10) as usize;
        if digit > 0 {
            out.push_str(symbols.get(place * 9 + digit - 1).copied().unwrap_or_default());
        }
    }
    out
}

fn hebrew(value: u32) -> String {
    const WEIGHTS: &[(u32, &str)] = &[
        (400, "ת"),
        (300, "ש"),
        (200, "ר"),
        (100, "ק"),
        (90, "צ"),
        (80, "פ"),
        (70, "ע"),
        (60, "ס"),
        (50, "נ"),
        (40, "מ"),
        (30, "ל"),
        (20, "כ"),
        (19, "יט"),
        (18, "יח"),
        (17, "יז"),
        (16, "טז"),
        (15, "טו"),
        (10, "י"),
        (9, "ט"),
        (8, "ח"),
        (7, "ז"),
        (6, "ו"),
        (5, "ה"),
        (4, "ד"),
        (3, "ג"),
        (2, "ב"),
        (1, "א"),
    ];
    let thousands = value / 1000;
    let mut out = if thousands > 0 { sum_of(WEIGHTS, thousands).unwrap_or_default() + "׳" } else { String::new() };
    out.push_str(&sum_of(WEIGHTS, value % 1000).unwrap_or_default());
    out
}

/// <https://drafts.csswg.org/css-counter-styles-3/#complex-cjk>, informal systems, up to 9999.
fn cjk(name: &str, value: i32) -> Option<String> {
    let magnitude = value.unsigned_abs();
    if magnitude > 9999 {
        return None;
    }
    let chinese = name.contains("chinese") || name == "cjk-ideographic";
    let digits = chars("零一二三四五六七八九");
    let mut out = String::new();
    let mut zero = false;
    for (weight, mark) in [(1000, "千"), (100, "百"), (10, "十"), (1, "")] {
        let digit = magnitude / weight % 10;
        if digit == 0 {
            zero = !out.is_empty();
            continue;
        }
        if zero && chinese {
            out.push('零');
        }
        zero = false;
        let silent = digit == 1 && if chinese { weight == 10 && magnitude < 20 } else { weight > 1 };
        if !silent {
            out.push_str(digits.get(digit as usize).copied().unwrap_or_default());
        }
        out.push_str(mark);
    }
    if magnitude == 0 {
        out.push_str(if name.starts_with("japanese") { "〇" } else { "零" });
    }
    let minus = match name {
        "simp-chinese-informal" => "负",
        "trad-chinese-informal" | "cjk-ideographic" => "負",
        "korean-hanja-informal" => "마이너스 ",
        _ => "マイナス",
    };
    Some(if value < 0 { format!("{minus}{out}") } else { out })
}

#[cfg(test)]
mod tests {
    use super::{CounterStyles, sum_of};

    #[test]
    fn additive_numbers_take_as_many_steps_as_they_have_symbols() {
        let roman = [(10, "x"), (5, "v"), (1, "i")];
        for (value, expected) in [(28, Some("xxviii")), (1, Some("i")), (0, None), (u32::MAX, None)] {
            assert_eq!(sum_of(&roman, value).as_deref(), expected, "{value}");
        }
        assert_eq!(sum_of(&[(3, "c"), (0, "z")], 0).as_deref(), Some("z"), "zero");
        assert_eq!(sum_of(&[(3, "c"), (2, "b")], 4), None, "three first, then there is no one");
        assert_eq!(sum_of(&[(1, "")], u32::MAX).as_deref(), Some(""), "without text");
    }

    #[test]
    fn predefined_styles() {
        for (name, value, expected) in [
            ("decimal", -3, "-3"),
            ("decimal-leading-zero", 7, "07"),
            ("decimal-leading-zero", -7, "-7"),
            ("lower-alpha", 27, "aa"),
            ("upper-latin", 26, "Z"),
            ("lower-alpha", 0, "0"),
            ("lower-roman", 1994, "mcmxciv"),
            ("upper-roman", 4000, "4000"),
            ("lower-greek", 3, "γ"),
            ("arabic-indic", 12, "١٢"),
            ("hebrew", 16, "טז"),
            ("georgian", 11, "ია"),
            ("cjk-ideographic", 105, "一百零五"),
            ("cjk-ideographic", 12, "十二"),
            ("japanese-informal", 111, "百十一"),
            ("unknown", 5, "5"),
        ] {
            assert_eq!(CounterStyles::default().format(name, value), expected, "{name} {value}");
        }
    }

    #[test]
    fn markers_have_suffixes() {
        let styles = CounterStyles::default();
        assert_eq!(styles.marker("decimal", 3), "3. ");
        assert_eq!(styles.marker("disc", 3), "\u{2022} ");
        assert_eq!(styles.marker("cjk-ideographic", 3), "三、");
    }
}
