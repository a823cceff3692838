//! Rules that are read off the source text: the first sentences of documentation, and versions that have to agree.

use std::collections::BTreeSet;
use std::fs;

use crate::tidy::{files, relative, root};

/// Words with which a first sentence says neither what a thing is nor what it does.
const OPENINGS: &[&str] =
    &["How", "Of", "That", "The same", "Those", "What", "When", "Where", "Whether", "Which", "Who", "Whose", "Why"];

/// Folders with documentation older than the rule.
const OLDER: &[&str] = &["crates/stillpage-content/src/metadata/"];

/// The lines at which the documentation of an item begins with one of the openings, from 1, with their text.
fn riddles(text: &str) -> Vec<(usize, &str)> {
    let doc = |line: &str| line.starts_with("///") || line.starts_with("//!");
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let begins = |&(at, line): &(usize, &str)| doc(line) && (at == 0 || !doc(lines[at - 1]));
    let is_riddle = |line: &str| {
        let sentence = line.get(3..).unwrap_or_default().trim_start();
        OPENINGS.iter().any(|opening| {
            let rest = sentence.strip_prefix(opening);
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\'' || c == '-'))
        })
    };
    let first = lines.iter().copied().enumerate().filter(begins);
    first.filter(|(_, line)| is_riddle(line)).map(|(at, line)| (at + 1, line)).collect()
}

#[test]
fn documentation_begins_with_what_a_thing_is_or_does() {
    let mut broken = BTreeSet::new();
    for folder in ["benches", "bindings", "crates", "examples", "fuzz", "src", "tests"] {
        for path in files(&root().join(folder), ".rs") {
            let path_text = relative(&path);
            if path_text.contains("/target/") || OLDER.iter().any(|older| path_text.starts_with(older)) {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source file is UTF-8");
            broken.extend(riddles(&text).into_iter().map(|(at, line)| format!("{path_text}:{at}: {line}")));
        }
    }
    let broken: Vec<String> = broken.into_iter().collect();
    assert!(
        broken.is_empty(),
        "the first sentence says what a thing is or does (\"Returns ...\", \"The element's ...\"):\n  {}",
        broken.join("\n  ")
    );
}

#[test]
fn documentation_that_begins_with_a_question_word_is_found() {
    let lines = [
        "//! What this is.",
        "",
        "/// A box.",
        "/// Where it is.",
        "struct A {",
        "    /// The same for both.",
        "    a: u8,",
        "}",
        "/// Of a page.",
        "/// More.",
        "fn b() {}",
        "/// Whatever is left.",
        "fn c() {}",
        "// Which comment.",
    ];
    let text = lines.join("\n");
    let found: Vec<usize> = riddles(&text).into_iter().map(|(at, _)| at).collect();
    assert_eq!(found, [1, 6, 9], "first lines of documentation alone, and whole words");
}

/// The Python package and those of npm are released together with the crates.
#[test]
fn packages_have_the_version_of_the_crates() {
    let version = format!("\"{}\"", env!("CARGO_PKG_VERSION"));
    let [python, node, painter] = [
        ("bindings/python/Cargo.toml", format!("\nversion = {version}")),
        ("bindings/node/package.json", format!("\n  \"version\": {version}")),
        ("bindings/node/screenshot/package.json", format!("\n  \"version\": {version}")),
    ];
    let peer = ("bindings/node/screenshot/package.json", format!("\"stillpage\": {version}"));
    for (path, wanted) in [python, node, painter, peer] {
        let text = fs::read_to_string(root().join(path)).expect("a file");
        assert!(text.contains(&wanted), "{path} has no {wanted}");
    }
}
