//! Code blocks: their text and the language they are in.

use super::inline::longest_run;
use crate::rendered::line::is_printed;
use crate::rendered::visible::{At, Shape, VisibleTree};

/// Limit: levels above a code block that are searched for its language.
const LEVELS: usize = 4;

/// A code block in its fence; empty if there is nothing in it.
pub(super) fn fenced(tree: &VisibleTree<'_>, at: At) -> String {
    let text = text(tree, at);
    if text.trim().is_empty() {
        return String::new();
    }
    let fence = "`".repeat(longest_run(&text, '`').max(2) + 1);
    format!("{fence}{}\n{text}\n{fence}", language(tree, at).unwrap_or_default())
}

/// The text as it is set, without the numbers of its lines and without empty lines around it.
fn text(tree: &VisibleTree<'_>, at: At) -> String {
    let mut text = String::new();
    let end = tree.nodes[at].end();
    let mut i = at + 1;
    let mut ends: Vec<At> = Vec::new();
    while i < end {
        while ends.last().is_some_and(|&end| end <= i) {
            ends.pop();
            break_line(&mut text);
        }
        let tag = tree.tag(i);
        if is_line_numbers(tree, i) || matches!(tag, "button" | "select" | "input") {
            i = tree.nodes[i].end();
            continue;
        }
        if tag == "br" {
            text.push('\n');
        } else if tree.shape(i).contains(Shape::BLOCK) {
            break_line(&mut text);
            ends.push(tree.nodes[i].end());
        }
        text.extend(tree.text(i).chars().filter(|&c| c == '\n' || c == '\t' || is_printed(c)).map(|c| match c {
            '\u{a0}' => ' ',
            c => c,
        }));
        i += 1;
    }
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(0);
    lines.drain(..first);
    lines.join("\n")
}

fn break_line(text: &mut String) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}

/// A gutter: nothing but numbers, and named as one.
pub(super) fn is_line_numbers(tree: &VisibleTree<'_>, at: At) -> bool {
    let class = tree.attr(at, "class").unwrap_or_default().to_ascii_lowercase();
    let named =
        ["lineno", "linenum", "line-num", "gutter", "rouge-gutter", "hljs-ln-n"].iter().any(|n| class.contains(n))
            || class.split_ascii_whitespace().any(|name| matches!(name, "ln" | "lnt" | "ln-num"))
            || tree.attr(at, "data-line-number").is_some();
    named && tree.line(at, 4000).chars().all(|c| c.is_ascii_digit() || c.is_whitespace())
}

/// The language that a class names: on the block, on the `code` in it, or around it.
fn language(tree: &VisibleTree<'_>, at: At) -> Option<String> {
    let inside = tree.children(at).filter(|&child| matches!(tree.tag(child), "code" | "samp")).take(1);
    let around = tree.ancestors(at).take(LEVELS).take_while(|&up| !matches!(tree.tag(up), "body" | "main" | "article"));
    inside.chain([at]).chain(around).find_map(|at| named_language(tree, at))
}

fn named_language(tree: &VisibleTree<'_>, at: At) -> Option<String> {
    if let Some(name) = ["data-lang", "data-language"].iter().find_map(|name| tree.attr(at, name)).and_then(known) {
        return Some(name);
    }
    let class = tree.attr(at, "class")?;
    let mut classes = class.split_ascii_whitespace().peekable();
    while let Some(class) = classes.next() {
        let after = |prefix: &str| class.strip_prefix(prefix);
        let named = ["language-", "lang-", "highlight-source-", "highlight-text-", "brush:", "src-"]
            .iter()
            .find_map(|prefix| after(prefix))
            // Sphinx: `highlight-python3 notranslate`.
            .or_else(|| after("highlight-").filter(|_| tree.tag(at) == "div"));
        if let Some(named) = named {
            // `brush: js`
            let named = if named.is_empty() { classes.peek().copied().unwrap_or_default() } else { named };
            return known(named);
        }
        // Pandoc: `sourceCode python`.
        if class == "sourceCode"
            && let Some(next) = classes.peek().and_then(|next| known(next))
        {
            return Some(next);
        }
    }
    None
}

/// The name of a language as a fence takes it; `None` for names such as `plain`.
fn known(name: &str) -> Option<String> {
    let name: String = name
        .trim()
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '-' | '_' | '.'))
        .take(24)
        .collect::<String>()
        .to_ascii_lowercase();
    let none =
        matches!(&*name, "" | "none" | "default" | "plaintext" | "text" | "plain" | "notranslate" | "auto" | "unknown");
    (!none).then_some(name)
}
