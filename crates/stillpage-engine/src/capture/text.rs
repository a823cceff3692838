//! Rendered text, put together from the runs that the browser laid out.

use crate::geometry::Rect;
use crate::layout::{Rendered, TextBox, TextLine};

/// A run of a text: where it is, and which UTF-16 units of the text it shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) rect: Rect,
    pub(super) start: usize,
    pub(super) length: usize,
}

/// The rendered text of a text node. White space that hangs at the end of a line is in no run: one space stands for it.
///
/// Approx: a space that hangs at the end of the text is lost, even if the next node continues in the next line.
pub(super) fn rendered(text: &str, runs: &[Run]) -> TextBox {
    let mut out = String::new();
    let mut lines: Vec<TextLine> = Vec::new();
    let mut at = 0;
    for run in runs {
        let gap = slice(text, at, run.start.saturating_sub(at));
        if !out.is_empty() && !out.ends_with(char::is_whitespace) && gap.contains(char::is_whitespace) {
            out.push(' ');
        }
        let from = out.len();
        // What separates words may be a tab or a line break in the source.
        let shown = slice(text, run.start, run.length);
        if run.rect.width > 0.0 {
            out.extend(
                shown.chars().map(|c| if matches!(c, '\n' | '\t' | '\r') && shown.len() == 1 { ' ' } else { c }),
            );
        } else {
            out.push_str(shown);
        }
        at = run.start.saturating_add(run.length);
        let index = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        // Collapsed white space cuts a line's text in two.
        if let Some(last) = lines.last_mut()
            && same_line(&last.rect, &run.rect)
        {
            last.rect = last.rect.union(&run.rect);
            last.end = index(out.len());
            continue;
        }
        lines.push(TextLine { rect: run.rect, start: index(from), end: index(out.len()) });
    }
    TextBox { rendered: Rendered::Other(out.into()), lines: lines.into() }
}

fn same_line(a: &Rect, b: &Rect) -> bool {
    (a.y - b.y).abs() < 0.5 && (a.height - b.height).abs() < 0.5 && (a.right() - b.x).abs() < 0.5
}

/// `length` UTF-16 units from `start` on.
fn slice(text: &str, start: usize, length: usize) -> &str {
    if text.is_ascii() {
        return text.get(start.min(text.len())..start.saturating_add(length).min(text.len())).unwrap_or_default();
    }
    let mut units = 0;
    let (mut from, mut to) = (text.len(), text.len());
    for (at, c) in text.char_indices() {
        if units >= start && from == text.len() {
            from = at;
        }
        if units >= start.saturating_add(length) {
            to = at;
            break;
        }
        units += c.len_utf16();
    }
    text.get(from.min(to)..to).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, runs: &[(usize, usize, f32)], expected: &str, lines: usize) {
        let runs: Vec<Run> = runs
            .iter()
            .scan(0.0, |x, &(start, length, y)| {
                let rect = Rect::new(*x, y, 10.0, 10.0);
                *x += 10.0;
                Some(Run { rect, start, length })
            })
            .collect();
        let found = rendered(text, &runs);
        assert_eq!((found.rendered, found.lines.len()), (Rendered::Other(expected.into()), lines), "{text:?}");
    }

    #[test]
    fn text_is_what_its_runs_show() {
        check("Hello   wide   ", &[(0, 6, 0.0), (8, 5, 0.0)], "Hello wide ", 1);
        check("aaa bbb ccc ", &[(0, 7, 0.0), (8, 4, 20.0)], "aaa bbb ccc ", 2);
        check("\n x", &[(2, 1, 0.0)], "x", 1);
        check("é😀 b", &[(0, 3, 0.0), (4, 1, 20.0)], "é😀 b", 2);
        check("x", &[(7, 3, 0.0)], "", 1);
        check("x", &[], "", 0);
    }
}
