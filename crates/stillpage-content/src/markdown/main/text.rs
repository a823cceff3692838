//! Features of a text by itself, wherever it is: its signs, and whether it is a title.

/// The numbers of characters of each kind in a text.
#[derive(Debug, Default)]
pub(super) struct Signs {
    pub(super) letters: usize,
    pub(super) capitals: usize,
    pub(super) digits: usize,
    pub(super) commas: usize,
    pub(super) has_separator: bool,
    /// True with the sign of a copyright or a trademark.
    pub(super) has_mark: bool,
}

impl Signs {
    pub(super) fn of(text: &str) -> Self {
        let mut signs = Self::default();
        for c in text.chars() {
            match c {
                'a'..='z' => signs.letters += 1,
                ' ' => {}
                ',' | '，' | '、' | '،' => signs.commas += 1,
                '|' | '•' | '·' | '»' | '›' | '→' => signs.has_separator = true,
                '©' | '®' | '™' => signs.has_mark = true,
                _ => {
                    signs.letters += usize::from(c.is_alphabetic());
                    signs.capitals += usize::from(c.is_uppercase());
                    signs.digits += usize::from(c.is_numeric());
                }
            }
        }
        signs
    }
}

/// Letters and digits in lower case.
pub(super) fn normalized(text: &str) -> String {
    normalized_chars(text).collect()
}

fn normalized_chars(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// True for a text that normalized is the heading of the page, or how the title of its document starts.
pub(super) fn is_title(text: &str, heading: &str, title: &str) -> bool {
    /// Bytes of what a title can be known by.
    const MIN_LENGTH: usize = 13;
    let mut own = normalized_chars(text).peekable();
    if own.peek().is_none() {
        return false;
    }
    if normalized_chars(text).eq(heading.chars()) {
        return true;
    }
    let mut title = title.chars();
    let mut length = 0;
    own.all(|c| {
        length += c.len_utf8();
        title.next() == Some(c)
    }) && length >= MIN_LENGTH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_a_title_or_how_one_starts() {
        let check = |text: &str, expected: bool| {
            assert_eq!(
                is_title(text, &normalized("Soup!"), &normalized("The Weir at Dusk | Site")),
                expected,
                "{text}"
            );
        };
        check("SOUP", true);
        check("The weir, at dusk", true);
        check("The weir, at dawn", false);
        // Too short.
        check("The weir", false);
        check("– –", false);
    }
}
