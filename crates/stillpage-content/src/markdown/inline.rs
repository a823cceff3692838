//! Text with emphasis, code and links on the way to one block of Markdown.

use crate::rendered::line::is_printed;
use crate::text::ascii_runs;

/// The style of a run of text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) strong: bool,
    pub(super) emphasis: bool,
    pub(super) deleted: bool,
    pub(super) code: bool,
    /// Index in the list of link targets.
    pub(super) link: Option<usize>,
}

impl Style {
    /// The outermost marks, as far as they are the same.
    fn common(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        let mut style = Self::default();
        for (mark, _) in self.marks().zip(other.marks()).take_while(|(a, b)| a == b) {
            match mark {
                Mark::Link(target) => style.link = Some(target),
                Mark::Strong => style.strong = true,
                Mark::Emphasis => style.emphasis = true,
                Mark::Deleted => style.deleted = true,
                Mark::Code => style.code = true,
            }
        }
        style
    }

    /// The marks around a run, outermost first.
    fn marks(self) -> impl Iterator<Item = Mark> {
        let link = self.link.map(Mark::Link);
        let strong = self.strong.then_some(Mark::Strong);
        let emphasis = self.emphasis.then_some(Mark::Emphasis);
        let deleted = self.deleted.then_some(Mark::Deleted);
        [link, strong, emphasis, deleted, self.code.then_some(Mark::Code)].into_iter().flatten()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Link(usize),
    Strong,
    Emphasis,
    Deleted,
    Code,
}

/// A part of the text of a block. What it says is a range of [`Inline::text`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    /// Text without white space.
    Word {
        start: usize,
        end: usize,
    },
    /// Markdown that stands as it is: an image, a control.
    Raw {
        start: usize,
        end: usize,
    },
    Space,
    Break,
}

impl Piece {
    fn is_white(self) -> bool {
        matches!(self, Self::Space | Self::Break)
    }
}

/// The kind of a block of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// In a paragraph.
    Paragraph,
    /// In a heading: one line.
    Heading,
    /// In a cell of a table: one line, without pipes.
    Cell,
}

/// The text of a block while it is collected.
#[derive(Debug, Clone, Default)]
pub(super) struct Inline {
    /// Words and Markdown, one right behind the other.
    text: String,
    pieces: Vec<(Style, Piece)>,
}

impl Inline {
    /// Adds text; white space collapses.
    pub(super) fn push(&mut self, text: &str, style: Style) {
        let mut start = self.text.len();
        for run in ascii_runs(text) {
            if run.starts_with(char::is_whitespace) {
                self.push_word(start, style);
                start = self.text.len();
                // Line breaks that CSS preserves are the page's own.
                if run == "\n" { self.push_break(style) } else { self.push_space(style) }
            } else if run.starts_with(is_printed) {
                self.text.push_str(run);
            }
        }
        self.push_word(start, style);
    }

    /// Adds the word that the text ends with.
    fn push_word(&mut self, start: usize, style: Style) {
        let text_end = self.text.len();
        if start == text_end {
            return;
        }
        match self.pieces.last_mut() {
            Some((last, Piece::Word { end, .. })) if *last == style => *end = text_end,
            _ => self.pieces.push((style, Piece::Word { start, end: text_end })),
        }
    }

    /// Adds Markdown as it is.
    pub(super) fn push_raw(&mut self, text: &str, style: Style) {
        if !text.is_empty() {
            let start = self.text.len();
            self.text.push_str(text);
            self.pieces.push((style, Piece::Raw { start, end: self.text.len() }));
        }
    }

    /// Adds a space, unless there is one or the block starts.
    pub(super) fn push_space(&mut self, style: Style) {
        if self.pieces.last().is_some_and(|(_, last)| !last.is_white()) {
            self.pieces.push((style, Piece::Space));
        }
    }

    /// Adds a line break, unless the block starts.
    pub(super) fn push_break(&mut self, style: Style) {
        match self.pieces.last_mut() {
            None => {}
            Some((_, last @ Piece::Space)) => *last = Piece::Break,
            Some(_) => self.pieces.push((style, Piece::Break)),
        }
    }

    /// True if there is nothing to read in it.
    pub(super) fn is_empty(&self) -> bool {
        self.pieces.iter().all(|(_, piece)| piece.is_white())
    }

    /// True if it ends with a line break.
    pub(super) fn ends_line(&self) -> bool {
        matches!(self.pieces.last(), None | Some((_, Piece::Break)))
    }

    /// As Markdown: lines without white space around them.
    pub(super) fn render(self, links: &[String], place: BlockKind) -> String {
        let mut pieces = self.pieces;
        while pieces.last().is_some_and(|(_, last)| last.is_white()) {
            pieces.pop();
        }
        settle_spaces(&mut pieces);
        let out = String::with_capacity(self.text.len() + pieces.len());
        let mut writer = Writer { text: &self.text, out, open: Vec::new(), links, place, line_start: true };
        let mut rest = pieces.as_slice();
        while let Some(&(style, _)) = rest.first() {
            let length = rest.iter().take_while(|(own, _)| *own == style).count();
            let (run, behind) = rest.split_at(length);
            rest = behind;
            writer.switch(style);
            if style.code {
                writer.code(run);
            } else {
                run.iter().for_each(|&(_, piece)| writer.piece(piece));
            }
        }
        writer.switch(Style::default());
        writer.out
    }
}

/// White space between two runs is set as far as both are, and it is: no emphasis starts or ends with it.
fn settle_spaces(pieces: &mut Vec<(Style, Piece)>) {
    // Of several only the strongest: no empty lines in a paragraph.
    pieces.dedup_by(|(_, piece), (_, before)| {
        let is_more = piece.is_white() && before.is_white();
        if is_more && *piece == Piece::Break {
            *before = Piece::Break;
        }
        is_more
    });
    for i in 1..pieces.len().saturating_sub(1) {
        if pieces[i].1.is_white() {
            pieces[i].0 = pieces[i - 1].0.common(pieces[i + 1].0).common(pieces[i].0);
        }
    }
}

struct Writer<'a> {
    /// The text of the block, which its pieces are ranges of.
    text: &'a str,
    out: String,
    open: Vec<Mark>,
    links: &'a [String],
    place: BlockKind,
    /// The line has nothing but marks so far.
    line_start: bool,
}

impl Writer<'_> {
    /// Closes and opens marks so that those of a style are open.
    fn switch(&mut self, style: Style) {
        let wanted: Vec<Mark> = style.marks().filter(|mark| *mark != Mark::Code).collect();
        let common = self.open.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
        while self.open.len() > common {
            match self.open.pop() {
                Some(Mark::Link(target)) => {
                    let target = self.links.get(target).map_or("", String::as_str);
                    self.out.push_str("](");
                    push_target(&mut self.out, target);
                    self.out.push(')');
                }
                Some(mark) => self.out.push_str(sign(mark)),
                None => {}
            }
        }
        for mark in wanted.into_iter().skip(common) {
            self.out.push_str(sign(mark));
            self.open.push(mark);
        }
    }

    fn piece(&mut self, piece: Piece) {
        match piece {
            Piece::Word { start, end } => {
                self.word(self.text.get(start..end).unwrap_or_default());
                self.line_start = false;
            }
            Piece::Raw { start, end } => {
                let text = self.text.get(start..end).unwrap_or_default();
                match self.place {
                    BlockKind::Cell => self.out.push_str(&text.replace('|', "\\|")),
                    _ => self.out.push_str(text),
                }
                self.line_start = false;
            }
            Piece::Space => self.out.push(' '),
            Piece::Break => match self.place {
                BlockKind::Paragraph => {
                    self.out.push_str("  \n");
                    self.line_start = true;
                }
                BlockKind::Heading => self.out.push(' '),
                BlockKind::Cell => self.out.push_str("<br>"),
            },
        }
    }

    /// A run of code: in as many backticks as it takes.
    fn code(&mut self, pieces: &[(Style, Piece)]) {
        let mut text = String::new();
        for &(_, piece) in pieces {
            match piece {
                Piece::Word { start, end } | Piece::Raw { start, end } => {
                    text.push_str(self.text.get(start..end).unwrap_or_default());
                }
                Piece::Space | Piece::Break => text.push(' '),
            }
        }
        if self.place == BlockKind::Cell {
            text = text.replace('|', "\\|");
        }
        let fence = "`".repeat(longest_run(&text, '`') + 1);
        let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
        for part in [&fence, pad, &text, pad, &fence] {
            self.out.push_str(part);
        }
        self.line_start = false;
    }

    /// Text with what Markdown would read as a sign escaped.
    fn word(&mut self, word: &str) {
        if !word.bytes().any(|byte| may_be_sign(byte, self.line_start)) {
            self.out.push_str(word);
            return;
        }
        let chars: Vec<char> = word.chars().collect();
        let in_link = self.open.iter().any(|mark| matches!(mark, Mark::Link(_)));
        for (i, &c) in chars.iter().enumerate() {
            let before = i.checked_sub(1).and_then(|i| chars.get(i)).copied();
            let after = chars.get(i + 1).copied();
            let escaped = match c {
                '\\' => after.is_some_and(|c| c.is_ascii_punctuation()),
                '`' => true,
                // A lone star between spaces is a star.
                '*' => before.is_some() || after.is_some(),
                // Underscores inside of a word are that.
                '_' => {
                    !(before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric))
                        && chars.len() > 1
                }
                '[' | ']' if in_link => true,
                ']' => matches!(after, Some('(' | '[' | ':')),
                '<' => after.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
                '~' => before == Some('~') || after == Some('~'),
                '|' => self.place == BlockKind::Cell,
                '#' => {
                    self.line_start
                        && self.place == BlockKind::Paragraph
                        && chars.iter().take(6).all(|c| *c == '#')
                        && chars.len() <= 6
                }
                '>' => self.line_start && i == 0 && self.place == BlockKind::Paragraph,
                '-' | '+' | '=' => {
                    self.line_start
                        && i == 0
                        && (chars.len() == 1 || chars.iter().all(|&d| d == c))
                        && self.place == BlockKind::Paragraph
                }
                // `1.` at the start of a line would be a list.
                '.' | ')' => {
                    self.line_start
                        && self.place == BlockKind::Paragraph
                        && after.is_none()
                        && (1..10).contains(&i)
                        && chars[..i].iter().all(char::is_ascii_digit)
                }
                '&' => after.is_some_and(|c| c.is_ascii_alphabetic() || c == '#') && chars[i..].contains(&';'),
                _ => false,
            };
            if escaped {
                self.out.push('\\');
            }
            self.out.push(c);
        }
    }
}

/// True for what Markdown reads as a sign, anywhere or at the start of a line.
const fn may_be_sign(byte: u8, line_start: bool) -> bool {
    match byte {
        b'\\' | b'`' | b'*' | b'_' | b'[' | b']' | b'<' | b'~' | b'|' | b'&' => true,
        b'#' | b'>' | b'-' | b'+' | b'=' | b'.' | b')' => line_start,
        _ => false,
    }
}

const fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Link(_) => "[",
        Mark::Strong => "**",
        Mark::Emphasis => "*",
        Mark::Deleted => "~~",
        Mark::Code => "",
    }
}

/// The length of the longest run of a character.
pub(super) fn longest_run(text: &str, wanted: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// A link's or an image's target, so that it ends where it ends.
pub(super) fn push_target(out: &mut String, target: &str) {
    let mut depth = 0_i32;
    let balanced = target.chars().all(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth >= 0
    }) && depth == 0;
    for c in target.chars() {
        match c {
            '(' if !balanced => out.push_str("%28"),
            ')' if !balanced => out.push_str("%29"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '|' => out.push_str("%7C"),
            '\\' => out.push_str("%5C"),
            c if c.is_whitespace() => out.push_str("%20"),
            c if !is_printed(c) => {}
            c => out.push(c),
        }
    }
}

/// `![alt](src)`.
pub(super) fn image(alt: &str, target: &str) -> String {
    let mut out = String::from("![");
    let mut space = false;
    for c in alt.chars().filter(|&c| is_printed(c) || c.is_whitespace()) {
        if c.is_whitespace() {
            space = !out.ends_with('[');
            continue;
        }
        if std::mem::take(&mut space) {
            out.push(' ');
        }
        if matches!(c, '[' | ']' | '\\' | '`') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push_str("](");
    push_target(&mut out, target);
    out.push(')');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRONG: Style = Style { strong: true, emphasis: false, deleted: false, code: false, link: None };
    const PLAIN: Style = Style { strong: false, ..STRONG };
    const LINK: Style = Style { link: Some(0), ..PLAIN };
    const CODE: Style = Style { code: true, ..PLAIN };

    #[track_caller]
    fn check_at(place: BlockKind, runs: &[(Style, &str)], expected: &str) {
        let mut inline = Inline::default();
        for (style, text) in runs {
            inline.push(text, *style);
        }
        assert_eq!(inline.render(&["https://a.example/x".to_owned()], place), expected);
    }

    #[track_caller]
    fn check(runs: &[(Style, &str)], expected: &str) {
        check_at(BlockKind::Paragraph, runs, expected);
    }

    #[test]
    fn inline_emphasis_hugs_its_words() {
        check(&[(PLAIN, "a"), (STRONG, " b c "), (PLAIN, "d")], "a **b c** d");
        check(
            &[(STRONG, "a "), (Style { link: Some(0), ..STRONG }, "b"), (PLAIN, " ")],
            "**a** [**b**](https://a.example/x)",
        );
        check(&[(STRONG, "  "), (PLAIN, "a")], "a");
        check(&[(Style { emphasis: true, ..STRONG }, "a"), (STRONG, "b")], "***a*b**");
        check(&[(STRONG, "a"), (STRONG, "\n b")], "**a  \nb**");
    }

    #[test]
    fn inline_code_and_links() {
        check(&[(CODE, "a * b"), (PLAIN, " c")], "`a * b` c");
        check(&[(CODE, "a`b"), (PLAIN, " "), (CODE, "`")], "``a`b`` `` ` ``");
        check(&[(LINK, "a [1] b"), (PLAIN, ".")], "[a \\[1\\] b](https://a.example/x).");
        check_at(BlockKind::Cell, &[(CODE, "a|b"), (PLAIN, " c|d\ne")], "`a\\|b` c\\|d<br>e");
        check_at(BlockKind::Heading, &[(PLAIN, "# a\nb")], "# a b");
    }

    #[test]
    fn inline_escapes_what_would_be_read_as_a_sign() {
        check(&[(PLAIN, "snake_case _x_ 2 * 3 *y*")], "snake_case \\_x\\_ 2 * 3 \\*y\\*");
        check(&[(PLAIN, "1. a")], "1\\. a");
        check(&[(PLAIN, "- a")], "\\- a");
        check(&[(PLAIN, "-5 a - b")], "-5 a - b");
        check(&[(PLAIN, "## a # b #c")], "\\#\\# a # b #c");
        check(&[(PLAIN, "> a > b")], "\\> a > b");
        check(&[(PLAIN, "a<b> <br> x[1] [a](b) 1 < 2 &amp; & c")], "a\\<b> \\<br> x[1] [a\\](b) 1 < 2 \\&amp; & c");
        check(&[(PLAIN, "C:\\dir \\*")], "C:\\dir \\\\\\*");
    }

    #[test]
    fn inline_drops_control_characters() {
        check(&[(PLAIN, "a\u{1}b\u{7f}\u{ad}\u{200b}c\u{a0}d\r\ne")], "abc d  \ne");
    }

    #[test]
    fn inline_targets_end_where_they_end() {
        let check = |target: &str, expected: &str| {
            assert_eq!(image("a [b]\n c", target), format!("![a \\[b\\] c]({expected})"));
        };
        check("https://x.example/a_(b)", "https://x.example/a_(b)");
        check("https://x.example/a)b c", "https://x.example/a%29b%20c");
    }
}
