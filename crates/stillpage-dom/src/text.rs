//! Text as every room compares it: white space normalized, letters in lower case, words split; JavaScript's `Number()`.

/// The rows of a data file of tab-separated values: the first column, and the rest. Lines that start with `#` are comments; a row
/// without a tab has an empty rest.
pub fn rows(data: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = data.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split_once('\t').unwrap_or((line, "")))
}

/// The words of the rows of one kind, joined by spaces in the data file.
pub fn words_of(data: &'static str, kind: &str) -> Vec<&'static str> {
    rows(data).filter(|(own, _)| *own == kind).flat_map(|(_, words)| words.split(' ')).collect()
}

/// JavaScript's white space: `\s`, and what `trim()` removes.
pub fn is_space(c: char) -> bool {
    c == '\u{feff}' || (c.is_whitespace() && c != '\u{85}')
}

/// JavaScript's `trim()`.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// Drops zero width spaces and soft hyphens, trims, and collapses white space to single spaces.
pub fn normalize(text: &str) -> String {
    collapse(text, false)
}

/// Collapses white space but keeps non-breaking spaces, as accessible names are computed.
pub fn flatten(text: &str) -> String {
    collapse(text, true)
}

fn collapse(text: &str, keep_nbsp: bool) -> String {
    let text = trim(text);
    if is_collapsed(text) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    // Most text is, and is copied word by word.
    if text.is_ascii() {
        for word in text.split(is_space).filter(|word| !word.is_empty()) {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
        }
        return out;
    }
    let mut space = false;
    for c in text.chars() {
        match c {
            '\u{200b}' | '\u{ad}' => {}
            '\u{a0}' if keep_nbsp => {
                if space && !out.is_empty() && !out.ends_with('\u{a0}') {
                    out.push(' ');
                }
                space = false;
                out.push(c);
            }
            c if is_space(c) => space = true,
            c => {
                if space && !out.is_empty() {
                    out.push(' ');
                }
                space = false;
                out.push(c);
            }
        }
    }
    if keep_nbsp {
        let trimmed = trim(&out).len();
        if trimmed != out.len() {
            return trim(&out).to_owned();
        }
    }
    out
}

/// True for text without control characters of ASCII and without two spaces in a row.
pub fn is_single_spaced(text: &[u8]) -> bool {
    // Without a way out, so that many bytes are looked at together.
    let is_printable = text.iter().fold(true, |all, byte| all & (*byte >= b' '));
    let after = text.get(1..).unwrap_or_default();
    is_printable && text.iter().zip(after).fold(true, |all, (a, b)| all & ((*a != b' ') | (*b != b' ')))
}

/// True for printable ASCII with single spaces between words: what most text of a page is.
fn is_collapsed(text: &str) -> bool {
    let bytes = text.as_bytes();
    is_single_spaced(bytes)
        && bytes.iter().fold(true, |all, byte| all & (*byte <= b'~'))
        && bytes.last().is_some_and(|last| *last != b' ')
        && bytes[0] != b' '
}

/// JavaScript's `Number()` of a string; `None` for NaN.
pub fn js_number(text: &str) -> Option<f64> {
    let text = trim(text);
    if text.is_empty() { Some(0.0) } else { parse_number(text) }
}

/// The value of a [numeric literal](https://tc39.es/ecma262/#prod-StringNumericLiteral) with nothing around it.
pub fn parse_number(text: &str) -> Option<f64> {
    let bytes = text.as_bytes();
    if let [b'0', kind @ (b'x' | b'X' | b'o' | b'O' | b'b' | b'B'), digits @ ..] = bytes {
        let radix = match kind.to_ascii_lowercase() {
            b'x' => 16,
            b'o' => 8,
            _ => 2,
        };
        if digits.is_empty() {
            return None;
        }
        return digits.iter().try_fold(0.0, |value, &digit| {
            char::from(digit).to_digit(radix).map(|digit| value * f64::from(radix) + f64::from(digit))
        });
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned == "Infinity" {
        return Some(if text.starts_with('-') { f64::NEG_INFINITY } else { f64::INFINITY });
    }
    // Rust's parser also takes `inf`, `nan` and `infinity`.
    if !unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    text.parse().ok()
}

/// Lower case, one character at a time: what Playwright's `toLowerCase()` comparison amounts to but for final sigma.
pub fn lower(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.chars().flat_map(char::to_lowercase).collect()
}

/// Normalizes white space and case, for comparing names.
pub fn folded(text: &str) -> String {
    lower(&normalize(text))
}

/// The words of a text: runs of letters and digits, in lower case.
pub fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(lower)
}

/// The parts of a text: letters, digits and signs of ASCII that follow each other, and every other character by itself. The
/// first are most of most texts, and are printed for certain.
pub fn ascii_runs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let graphic = rest.bytes().take_while(u8::is_ascii_graphic).count();
        let (run, behind) = rest.split_at(graphic.max(first.len_utf8()));
        rest = behind;
        Some(run)
    })
}

/// The words of the name of a property, a class or an id, as they are written: `mainNav-list_2` has `main`, `Nav`, `list`, `2`.
pub fn name_words(name: &str) -> impl Iterator<Item = &str> {
    /// Limit: characters of a name that are read.
    const MAX_NAME: usize = 120;
    let mut rest = match name.char_indices().nth(MAX_NAME) {
        Some((end, _)) => name.split_at(end).0,
        None => name,
    };
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        let mut before = ' ';
        let ends = |&(_, c): &(usize, char)| {
            let after = std::mem::replace(&mut before, c);
            !c.is_alphanumeric() || c.is_uppercase() && (after.is_lowercase() || after.is_ascii_digit())
        };
        let end = rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at);
        let (word, behind) = rest.split_at(end);
        rest = behind;
        (!word.is_empty()).then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_of_tree_text() {
        let check = |text: &str, expected: &str| assert_eq!(normalize(text), expected, "{text:?}");
        check(" a \n b\u{a0}\u{a0}c ", "a b c");
        check("so\u{ad}ft zero\u{200b}width", "soft zerowidth");
        check("\u{feff}a\u{85}b\u{3000}", "a\u{85}b");
        check(" \u{a0} ", "");
    }

    #[test]
    fn white_space_of_names() {
        let check = |text: &str, expected: &str| assert_eq!(flatten(text), expected, "{text:?}");
        check("a\u{a0}\u{a0}b  c", "a\u{a0}\u{a0}b c");
        check("\u{a0}a\u{a0}", "a");
        check("a \u{200b} b", "a b");
    }

    #[test]
    fn number_as_javascript_reads_it() {
        let check = |text: &str, expected: Option<f64>| assert_eq!(js_number(text), expected, "{text:?}");
        check(" 1e1 ", Some(10.0));
        check("0x10", Some(16.0));
        check(".5", Some(0.5));
        check("1.", Some(1.0));
        check("-Infinity", Some(f64::NEG_INFINITY));
        check("", Some(0.0));
        check("inf", None);
        check("1_0", None);
        check("0x", None);
        check(".", None);
        check("1x", None);
    }

    #[test]
    fn words_are_letters_and_digits() {
        assert_eq!(words("Sign-in: 2 Ünits, log_out").collect::<Vec<_>>(), ["sign", "in", "2", "ünits", "log", "out"]);
    }

    #[test]
    fn words_of_names() {
        let check =
            |name: &str, expected: &[&str]| assert_eq!(name_words(name).collect::<Vec<_>>(), expected, "{name}");
        check("mainNav-list_2", &["main", "Nav", "list", "2"]);
        check("Post_Author2", &["Post", "Author2"]);
        check("h2Title", &["h2", "Title"]);
        check("URLPart", &["URLPart"]);
        check("größeÜber", &["größe", "Über"]);
        check("--", &[]);
        assert_eq!(name_words(&"a-".repeat(1000)).count(), 60);
    }
}
