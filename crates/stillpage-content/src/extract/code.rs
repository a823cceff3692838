//! Codes: the numbers of invoices, orders and tickets that a text gives without a colon.

use std::sync::LazyLock;

use super::name::Name;
use crate::text::{name_words, rows};

/// Limit: bytes of a text in which a code is looked for.
const MAX_TEXT: usize = 600;

/// The words of `data/codes.tsv`.
static NUMBER_WORDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| rows(include_str!("data/codes.tsv")).flat_map(|(_, words)| words.split(' ')).collect());

/// The code that a text gives right behind the label of a property: `INV-2024-17` of `Invoice INV-2024-17` for
/// `invoice_number`. `None` if the property is not named after a number or an id, or no code follows its label.
pub(super) fn code_behind_label<'t>(name: &Name, text: &'t str) -> Option<&'t str> {
    let is_number_word = |word: &str| NUMBER_WORDS.contains(&word);
    let (label, is_code) = match name.words().split_last() {
        Some((last, label)) if is_number_word(last) && !label.is_empty() => (label, true),
        _ => (name.words(), false),
    };
    if !is_code {
        return None;
    }
    let mut end = text.len().min(MAX_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = text.get(..end)?;
    let tokens: Vec<(&str, Name)> = text.split_whitespace().map(|token| (token, Name::new(token))).collect();
    let label = Name::of_words(label);
    let count = label.words().len();
    (0..tokens.len()).find_map(|start| {
        let own: Vec<String> =
            tokens.get(start..start + count)?.iter().flat_map(|(_, name)| name.words().iter().cloned()).collect();
        if own.len() != count || label.likeness(&Name::of_words(&own)) < 0.84 {
            return None;
        }
        let mut rest = tokens.get(start + count..)?.iter().map(|(token, _)| *token).peekable();
        let mut is_announced = false;
        while rest.next_if(|token| is_number_sign(token) || is_number_word(&token.to_lowercase())).is_some() {
            is_announced = true;
        }
        let token = rest.next()?;
        let code = token.trim_start_matches(['#', '№', '(']).trim_end_matches(['.', ',', ';', ')', '!', '?', ':']);
        (is_code_like(code, is_announced || token.starts_with(['#', '№']))).then_some(code)
    })
}

/// The label and the number of a text that is both, and nothing else: `Version` and `2.4` of `Version 2.4`.
pub(super) fn label_and_number(text: &str) -> Option<(Name, &str)> {
    /// Limit: characters of such a text.
    const MAX_TEXT: usize = 40;
    /// Limit: words of its label.
    const MAX_WORDS: usize = 3;
    let text = text.trim();
    let (label, number) = text.rsplit_once(char::is_whitespace)?;
    let is_number = number.starts_with(|c: char| c.is_ascii_digit())
        && number.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | ','));
    let is_short = || text.chars().nth(MAX_TEXT).is_none() && name_words(label).nth(MAX_WORDS).is_none();
    (is_number && is_short()).then(|| (Name::new(label), number))
}

/// True for `No.`, `Nr.`, `#` and `№` between a label and its code.
fn is_number_sign(token: &str) -> bool {
    matches!(token, "#" | "№")
        || token.ends_with(['.', ':']) && NUMBER_WORDS.contains(&token.to_lowercase().trim_end_matches(['.', ':']))
}

/// True for a token of letters, digits and joints with a digit in it; one of digits alone needs to be announced, or to be
/// longer than a year.
fn is_code_like(token: &str, is_announced: bool) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '/' | '_' | '.');
    let digits = token.bytes().filter(u8::is_ascii_digit).count();
    let is_plain = digits == token.len();
    token.len() <= 40
        && token.chars().all(is_part)
        && if is_plain { digits > 4 || is_announced && digits > 0 } else { digits >= 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, text: &str, expected: Option<&str>) {
        assert_eq!(code_behind_label(&Name::new(name), text), expected, "{name}: {text}");
    }

    #[test]
    fn codes_follow_their_label() {
        check("invoice_number", "Invoice INV-2024-17", Some("INV-2024-17"));
        check("Invoice number", "Thank you. Please pay invoice INV-2024-17, due in May.", Some("INV-2024-17"));
        check("orderId", "Your order #1042 is on its way", Some("1042"));
        check("invoice number", "Rechnung Nr. 2024-17", Some("2024-17"));
        check("ticketNumber", "Ticket No. 42", Some("42"));
        check("case_reference", "Case AB/1234", Some("AB/1234"));
    }

    #[test]
    fn numbers_follow_their_label() {
        let check = |text: &str, expected: Option<(&str, &str)>| {
            let expected = expected.map(|(label, number)| (Name::new(label), number));
            assert_eq!(label_and_number(text), expected, "{text}");
        };
        check("Version 2.4", Some(("version", "2.4")));
        check(" Versión 5.1 ", Some(("versión", "5.1")));
        check("Version 2.4 is out", None);
        check("The version that we are at is 2", None);
    }

    #[test]
    fn other_texts_are_no_codes() {
        check("invoice_number", "Invoice of May 2024", None);
        check("invoice_number", "Invoice 2024", None);
        check("invoice_number", "Invoices INV and more", None);
        check("invoice", "Invoice INV-2024-17", None);
        check("number", "Number 17", None);
        check("invoice_number", "Order INV-2024-17", None);
        check("phone_number", "Phone first, 555 later", None);
    }
}
