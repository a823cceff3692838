//! Colors of answers and messages where a terminal shows them: not in files or pipes, not with `NO_COLOR`, never in JSON.

use anstyle::{AnsiColor, Effects, Style};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
const REF: Style = AnsiColor::Cyan.on_default();
const TITLE: Style = Style::new().effects(Effects::BOLD);
const ASIDE: Style = Style::new().effects(Effects::DIMMED);

/// The commands whose lines are a report: those of other answers are text of the page.
const COLORED: &[&str] = &[
    "snapshot",
    "find",
    "locate",
    "check",
    "click",
    "fill",
    "type",
    "press",
    "select",
    "set-checked",
    "hover",
    "drag",
    "scroll",
    "submit",
    "explain",
    "match",
    "audit",
    "diff",
    "resolve",
    "test",
    "review",
    "trace",
    "states",
    "doctor",
    "verify",
];

/// The answer of a command, in color.
pub(super) fn answer(command: &str, text: &str) -> String {
    if !COLORED.contains(&command) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() * 5 / 4);
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        put_line(&mut out, command, line);
        out.push_str(end);
    }
    out
}

/// An error, a warning or a note, in color.
pub(super) fn message(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 32);
    for line in text.split_inclusive('\n') {
        let word = line.split_inclusive(':').next().unwrap_or_default();
        let style = match word.trim_start() {
            "error:" => BAD.effects(Effects::BOLD),
            "warning:" => DOUBTFUL.effects(Effects::BOLD),
            "note:" => REF,
            "hint:" => GOOD,
            _ => Style::new(),
        };
        put(&mut out, style, word);
        out.push_str(line.get(word.len()..).unwrap_or_default());
    }
    out
}

fn put(out: &mut String, style: Style, text: &str) {
    out.push_str(&format!("{style}{text}{style:#}"));
}

fn put_line(out: &mut String, command: &str, line: &str) {
    if line.starts_with("## ") {
        return put(out, TITLE, line);
    }
    if line.starts_with("# ") {
        return put(out, ASIDE, line);
    }
    if let Some(style) = style_of_change(command, line) {
        return put(out, style, line);
    }
    let first = line.split(' ').next().unwrap_or_default();
    let at = if command == "resolve" { line.get(first.len() + 1..).unwrap_or_default() } else { line };
    let word = at.split([' ', ':']).next().unwrap_or_default();
    let style = style_of_word(command, word);
    let start = line.len() - at.len();
    let rest = if style == Style::new() { start } else { start + word.len() };
    out.push_str(line.get(..start).unwrap_or_default());
    put(out, style, line.get(start..rest).unwrap_or_default());
    put_attributes(out, line.get(rest..).unwrap_or_default());
}

/// The color of a line of a diff that is not in both versions.
fn style_of_change(command: &str, line: &str) -> Option<Style> {
    let line = match command {
        // Below the name of its page.
        "test" => line.strip_prefix("  ")?,
        "match" | "diff" => line,
        _ => return None,
    };
    match line.get(..2)? {
        "+ " => Some(GOOD),
        "- " => Some(BAD),
        "~ " => Some(DOUBTFUL),
        _ => None,
    }
}

/// The color of the word that says how something is.
fn style_of_word(command: &str, word: &str) -> Style {
    match (command, word) {
        ("check" | "doctor", "ok") | ("test", "passed" | "created" | "updated") | ("review", "new") => GOOD,
        ("resolve", "exact" | "reattached" | "healed") => GOOD,
        ("check", "miss")
        | ("doctor", "missing")
        | ("test", "failed" | "error")
        | ("review", "gone" | "covered" | "blocked") => BAD,
        ("resolve", "stale_ref" | "ambiguous_ref") => BAD,
        ("review", "role" | "name" | "unsure") => DOUBTFUL,
        _ => Style::new(),
    }
}

/// A line with its refs, and what is the matter with an element, in color.
fn put_attributes(out: &mut String, line: &str) {
    let mut rest = line;
    while let Some(start) = rest.find('[') {
        let Some(length) = rest.get(start..).and_then(|open| open.find(']')) else { break };
        let (before, attribute) = (rest.get(..start), rest.get(start..=start + length));
        out.push_str(before.unwrap_or_default());
        let attribute = attribute.unwrap_or_default();
        let style = match attribute.trim_start_matches('[').split(['=', ']']).next() {
            Some("ref") => REF,
            Some("obscured" | "offscreen") => DOUBTFUL,
            _ => Style::new(),
        };
        put(out, style, attribute);
        rest = rest.get(start + length + 1..).unwrap_or_default();
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        text.replace('\u{1b}', "^")
    }

    #[test]
    fn verdicts_and_refs_are_colored() {
        let text = "# one\nmiss a.brand #11 [ref=e5] (link \"A\") at 1,2\nok   a [level=1]\n";
        assert_eq!(
            shown(&answer("check", text)),
            "^[2m# one^[0m\n^[31mmiss^[0m a.brand #11 ^[36m[ref=e5]^[0m (link \"A\") at 1,2\n^[32mok^[0m   a [level=1]\n"
        );
        assert_eq!(shown(&answer("resolve", "e1 healed -> #5 p: same")), "e1 ^[32mhealed^[0m -> #5 p: same");
    }

    #[test]
    fn changes_are_colored_where_answers_have_them() {
        assert_eq!(
            shown(&answer("test", "failed a\n  - main\n    - p")),
            "^[31mfailed^[0m a\n^[31m  - main^[0m\n    - p"
        );
        assert_eq!(shown(&answer("snapshot", "- main\n")), "- main\n");
    }

    /// Markdown and text of the page may begin with anything.
    #[test]
    fn text_of_a_page_stays_as_it_is() {
        let text = "# Title\n- [ref=e1] ok\n[";
        assert_eq!(answer("markdown", text), text);
        assert_eq!(answer("snapshot", "- link \"[ [ref=e1\""), "- link \"[ [ref=e1\"");
    }

    #[test]
    fn messages_begin_in_color() {
        assert_eq!(shown(&message("error: a: b\n  hint: c\n")), "^[1m^[31merror:^[0m a: b\n^[32m  hint:^[0m c\n");
        assert_eq!(message("# wrote a"), "# wrote a");
    }
}
