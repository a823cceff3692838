//! Line breaks between words that no space parts: Thai, Lao, Khmer and Burmese, by the dictionaries of ICU.
//!
//! Approx: ICU4X reads ICU's dictionaries without ICU's rules for repetition marks and abbreviations: of 58 breaks that
//! Chromium has in four texts it finds 54, and 4 others.

use super::breaks::Opportunities;

/// The opportunities inside of the runs of these scripts; `None` if a text has none of them.
pub(crate) fn word_breaks(text: &str) -> Option<Opportunities> {
    let mut found = None;
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        if !is_complex(c) {
            continue;
        }
        let mut end = start + c.len_utf8();
        while let Some((at, c)) = chars.next_if(|(_, c)| is_complex(*c)) {
            end = at + c.len_utf8();
        }
        let found = found.get_or_insert_with(|| Opportunities::new(text.len()));
        let run = text.get(start..end).unwrap_or_default();
        breaks(run, &mut |at| {
            if (1..run.len()).contains(&at) {
                found.set(start + at);
            }
        });
    }
    found
}

/// Finds the breaks of a run by dictionaries that are packed: those of ICU4X are a fifth of the npm package.
#[cfg(stillpage_npm)]
pub static HOST_BREAKS: std::sync::OnceLock<fn(&str, &mut dyn FnMut(usize))> = std::sync::OnceLock::new();

#[cfg(stillpage_npm)]
fn breaks(run: &str, found: &mut dyn FnMut(usize)) {
    if let Some(breaks) = HOST_BREAKS.get() {
        breaks(run, found);
    }
}

#[cfg(not(stillpage_npm))]
fn breaks(run: &str, found: &mut dyn FnMut(usize)) {
    let options = icu_segmenter::options::LineBreakOptions::default();
    icu_segmenter::LineSegmenter::new_dictionary(options).segment_str(run).for_each(found);
}

/// In a block of a script whose line breaks need a dictionary (class SA of UAX 14).
const fn is_complex(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{A9E0}'..='\u{A9FF}' | '\u{AA60}'..='\u{AA7F}')
}
