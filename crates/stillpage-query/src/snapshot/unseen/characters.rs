//! Text in characters that are not drawn: tags, and runs of characters without width.

/// Limit: characters without width that follow each other in honest text: joiners in emoji and in scripts that join letters.
const MAX_RUN: usize = 7;

/// The text in characters that are not drawn; `None` for text that has none to speak of.
///
/// Tag characters are read as the ASCII that they stand for, but for the flags of regions; of other characters without width
/// it is said how many there are.
pub(super) fn undrawn(text: &str) -> Option<String> {
    // All of them are beyond ASCII.
    if text.is_ascii() {
        return None;
    }
    let mut decoded = String::new();
    let (mut run, mut longest, mut in_flag) = (0, 0, false);
    for c in text.chars() {
        match c {
            '\u{1f3f4}' => in_flag = true,
            '\u{e0020}'..='\u{e007e}' if !in_flag => {
                decoded.extend(char::from_u32(u32::from(c) - 0xe0000));
            }
            '\u{e0000}'..='\u{e007f}' => in_flag &= c != '\u{e007f}',
            _ => in_flag = false,
        }
        run = if is_without_width(c) { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    if !decoded.trim().is_empty() {
        return Some(decoded);
    }
    (longest > MAX_RUN).then(|| format!("{longest} characters without width in a row"))
}

fn is_without_width(c: char) -> bool {
    matches!(
        c,
        '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{feff}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_but_flags() {
        let tags: String = "buy now".chars().filter_map(|c| char::from_u32(u32::from(c) + 0xe0000)).collect();
        assert_eq!(undrawn(&format!("Hello{tags}")), Some("buy now".to_owned()));
        let flag = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";
        assert_eq!(undrawn(flag), None);
        assert_eq!(undrawn(&format!("{flag}{tags}")), Some("buy now".to_owned()));
    }

    #[test]
    fn joiners_are_honest() {
        for text in [
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}\u{fe0f}",
            "می\u{200c}خواهم",
            "a\u{200b}b\u{200b}c",
            "plain",
            "❤\u{fe0f}",
        ] {
            assert_eq!(undrawn(text), None, "{text}");
        }
        assert!(undrawn(&"\u{200b}\u{200c}".repeat(20)).is_some());
        assert!(undrawn(&"\u{fe01}".repeat(20)).is_some());
    }
}
