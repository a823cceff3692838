//! Texts of a page as one line.

use crate::text::{ascii_runs, is_single_spaced};

/// Texts that follow each other, on the way to one line.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// With one space between them, and without characters that are not printed.
    pub(super) words: String,
    /// The last text ended within a word.
    in_word: bool,
    /// Bytes of the texts.
    pub(super) read: usize,
}

impl Line {
    /// Adds a space: nested blocks have one for each of them.
    pub(super) fn push_space(&mut self) {
        self.read += 1;
        self.in_word = false;
    }

    /// Adds a text.
    pub(super) fn push(&mut self, text: &str) {
        self.read += text.len();
        // Most texts, which are added as they are.
        let is_plain = text.is_ascii() && is_single_spaced(text.as_bytes()) && !text.contains('\x7f');
        if is_plain {
            self.in_word &= !text.starts_with(' ');
            let words = text.trim_matches(' ');
            if !words.is_empty() {
                if !self.in_word && !self.words.is_empty() {
                    self.words.push(' ');
                }
                self.words.push_str(words);
                self.in_word = !text.ends_with(' ');
            }
            return;
        }
        for run in ascii_runs(text) {
            let is_graphic = run.bytes().next().is_some_and(|byte| byte.is_ascii_graphic());
            if !is_graphic && run.starts_with(char::is_whitespace) {
                self.in_word = false;
                continue;
            }
            if !std::mem::replace(&mut self.in_word, true) && !self.words.is_empty() {
                self.words.push(' ');
            }
            if is_graphic || run.starts_with(is_printed) {
                self.words.push_str(run);
            }
        }
    }
}

/// True for characters that show or separate; control, private and zero-width ones do not.
pub fn is_printed(c: char) -> bool {
    !(c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' | '\u{fff9}'..='\u{fffc}')
        || matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' | '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}'))
}
