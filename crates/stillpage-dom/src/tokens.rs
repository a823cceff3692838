//! Estimates of the number of tokens that a text takes in a language model.

/// Hundredths of a token. Fitted to the geometric mean of what `o200k_base` and `cl100k_base` count on 90 snapshots, Markdown
/// and plain texts of saved pages in 14 languages.
mod cost {
    /// A word of up to [`FREE`] ASCII letters.
    pub(super) const WORD: u64 = 100;
    /// Letters of a word that cost no more.
    pub(super) const FREE: u64 = 8;
    /// Each further letter.
    pub(super) const LONG: u64 = 33;
    /// A word in Latin script with letters beyond ASCII, and each letter of it. More than such a word costs itself: it shows
    /// that the words around it are of a language that vocabularies are not made for.
    pub(super) const ACCENTED_WORD: u64 = 200;
    pub(super) const ACCENTED: u64 = 40;
    /// Each Greek or Cyrillic letter.
    pub(super) const GREEK: u64 = 35;
    /// Each letter of other alphabets.
    pub(super) const OTHER: u64 = 57;
    /// Each ideograph, kana or syllable of hangul.
    pub(super) const IDEOGRAPH: u64 = 91;
    /// Up to three digits.
    pub(super) const DIGITS: u64 = 100;
    /// A sign right before a word, such as the slash of a path.
    pub(super) const PREFIX: u64 = 75;
    /// Each [`SIGNS`] signs in a row, begun.
    pub(super) const PUNCTUATION: u64 = 100;
    /// The number of consecutive signs in one token.
    pub(super) const SIGNS: u64 = 5;
    /// Line breaks in a row, with the space around them.
    pub(super) const LINE: u64 = 100;
    /// Spaces in a row, but for a single one before a word or a sign.
    pub(super) const SPACES: u64 = 110;
}

/// An estimate of how many tokens a text is for the tokenizers of today's language models, from the text alone.
///
/// The text is cut as such tokenizers cut it before they look into their vocabularies (words with the space or the sign
/// before them, digits in threes, signs in a row, space in a row), and each piece costs what its kind costs on average: a
/// word by its length and script, ideographs one by one.
///
/// Approx: on whole pages within 9 % of `o200k_base` and of `cl100k_base` in English; other languages in Latin script are
/// within 9 % of the first and up to 26 % below the second (Finnish); Chinese and Japanese from 19 % above the first to 25 %
/// below the second. For Arabic and Thai those two are up to twice apart, and the estimate is between them.
#[must_use]
pub fn estimate_tokens(text: &str) -> usize {
    let mut rest = text.chars();
    let mut sum: u64 = 0;
    while let Some(first) = rest.next() {
        let next = || rest.clone().next();
        sum += match CharKind::of(first) {
            CharKind::Letter => word(first, &mut rest),
            CharKind::Digit => {
                for _ in 0..2 {
                    take_while(&mut rest, 1, |c| CharKind::of(c) == CharKind::Digit);
                }
                cost::DIGITS
            }
            CharKind::Sign if next().is_some_and(|c| CharKind::of(c) == CharKind::Letter) => cost::PREFIX,
            CharKind::Sign => signs(1, &mut rest),
            CharKind::Space if first == ' ' && next().is_some_and(|c| CharKind::of(c) == CharKind::Letter) => 0,
            CharKind::Space if first == ' ' && next().is_some_and(|c| CharKind::of(c) == CharKind::Sign) => {
                signs(0, &mut rest)
            }
            CharKind::Space | CharKind::Line => {
                // Space up to its last line break, or all of it.
                let (mut line, mut scan) = (CharKind::of(first) == CharKind::Line, rest.clone());
                loop {
                    skip_spaces(&mut scan);
                    let Some(c) = scan.next() else { break };
                    match CharKind::of(c) {
                        CharKind::Line => {
                            line = true;
                            rest = scan.clone();
                        }
                        CharKind::Space => {}
                        _ => break,
                    }
                }
                if line {
                    cost::LINE
                } else {
                    skip_spaces(&mut rest);
                    take_while(&mut rest, usize::MAX, |c| CharKind::of(c) == CharKind::Space);
                    cost::SPACES
                }
            }
        };
    }
    usize::try_from(sum.div_ceil(100)).unwrap_or(usize::MAX)
}

/// Returns the cost of the word that begins with the letter `first`.
fn word(first: char, rest: &mut std::str::Chars<'_>) -> u64 {
    // Most words are of these letters alone.
    let plain = rest.as_str().bytes().take_while(u8::is_ascii_alphabetic).count();
    if let Some((_, behind)) = rest.as_str().split_at_checked(plain) {
        *rest = behind.chars();
    }
    let (mut ascii, mut latin, mut greek, mut other, mut ideographs) = (plain as u64, 0_u64, 0_u64, 0_u64, 0_u64);
    let mut count = |c: char| match c {
        '\0'..='\u{7f}' => ascii += 1,
        '\u{80}'..='\u{24f}' => latin += 1,
        '\u{370}'..='\u{52f}' => greek += 1,
        '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}' => ideographs += 1,
        _ => other += 1,
    };
    count(first);
    take_while(rest, usize::MAX, |c| {
        let is_letter = CharKind::of(c) == CharKind::Letter;
        if is_letter {
            count(c);
        }
        is_letter
    });
    let in_latin: u64 = match (ascii, latin) {
        (0, 0) => 0,
        (letters, 0) => cost::WORD + letters.saturating_sub(cost::FREE) * cost::LONG,
        (ascii, latin) => cost::ACCENTED_WORD + (ascii + latin) * cost::ACCENTED,
    };
    in_latin + greek * cost::GREEK + other * cost::OTHER + ideographs * cost::IDEOGRAPH
}

/// Returns the cost of a run of signs, with the line breaks behind it; `known` of them were read already.
fn signs(known: u64, rest: &mut std::str::Chars<'_>) -> u64 {
    let count = known + take_while(rest, usize::MAX, |c| CharKind::of(c) == CharKind::Sign);
    take_while(rest, usize::MAX, |c| CharKind::of(c) == CharKind::Line);
    count.div_ceil(cost::SIGNS) * cost::PUNCTUATION
}

/// Reads plain spaces, of which an indentation has hundreds.
fn skip_spaces(rest: &mut std::str::Chars<'_>) {
    let spaces = rest.as_str().bytes().take_while(|&byte| byte == b' ').count();
    if let Some((_, behind)) = rest.as_str().split_at_checked(spaces) {
        *rest = behind.chars();
    }
}

/// Reads characters as long as a test holds; how many.
fn take_while(rest: &mut std::str::Chars<'_>, most: usize, mut holds: impl FnMut(char) -> bool) -> u64 {
    let mut count = 0;
    for _ in 0..most {
        let mut ahead = rest.clone();
        match ahead.next() {
            Some(c) if holds(c) => *rest = ahead,
            _ => break,
        }
        count += 1;
    }
    count
}

/// Characters that are cut into tokens together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CharKind {
    /// With the marks that combine with letters.
    Letter,
    Digit,
    Sign,
    Space,
    Line,
}

impl CharKind {
    fn of(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' => Self::Letter,
            ' ' => Self::Space,
            '\n' | '\r' => Self::Line,
            '0'..='9' => Self::Digit,
            '\0'..='\u{7f}' if !c.is_whitespace() => Self::Sign,
            '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' => {
                Self::Letter
            }
            '\u{900}'..='\u{963}' | '\u{e31}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' => Self::Letter,
            c if c.is_alphabetic() => Self::Letter,
            c if c.is_numeric() => Self::Digit,
            c if c.is_whitespace() => Self::Space,
            _ => Self::Sign,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_text() {
        let check = |text: &str, expected: usize| assert_eq!(estimate_tokens(text), expected, "{text:?}");
        check("", 0);
        check("The quick brown fox jumps.", 6);
        check("internationalisation", 5);
        check("12345", 2);
        check("- item\n- item\n", 6);
        check("================", 4);
        check("日本語", 3);
        check("a    b", 4);
        check("/shop/boots", 4);
        check("Größe", 4);
        check("   \n\n  x", 4);
    }

    /// The counts of `o200k_base` and `cl100k_base`.
    #[test]
    fn tokens_are_about_as_many_as_tokenizers_count() {
        let check = |text: &str, counted: [usize; 2]| {
            let estimate = estimate_tokens(text);
            let (least, most) = (counted[0].min(counted[1]), counted[0].max(counted[1]));
            let near = estimate * 100 >= least * 75 && estimate * 100 <= most * 125;
            assert!(near, "{estimate} for {counted:?}: {text}");
        };
        check(
            "- listitem [ref=e12]:\n  - link \"Add to basket\" [ref=e13] [cursor=pointer]:\n    - /url: /shop/boots/1042?size=42\n",
            [43, 44],
        );
        check("| Name | Price |\n| --- | --: |\n| Walking boots, brown | £129.00 |\n| Socks | £12.50 |\n", [30, 31]);
        check(
            "The committee will publish its findings next week, after the members have read all of the submissions.",
            [19, 19],
        );
        check(
            "Die Gemeinde veröffentlicht den Haushaltsplan für das nächste Jahr, sobald der Rat zugestimmt hat.",
            [20, 28],
        );
        check(
            "La commune publiera le budget de l’année prochaine dès que le conseil municipal l’aura approuvé.",
            [21, 26],
        );
        check("委员会将在下周公布调查结果，届时成员们将阅读所有提交的材料。", [19, 31]);
        check("委員会は来週、すべての提出書類を読んだ後に調査結果を公表します。", [28, 39]);
        check("ستنشر اللجنة نتائجها الأسبوع المقبل بعد أن يقرأ الأعضاء جميع التقارير.", [17, 49]);
        check("Комиссия опубликует свои выводы на следующей неделе, после изучения всех материалов.", [22, 35]);
    }
}
