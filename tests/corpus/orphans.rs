//! Checks that every recording has its page, every gap its recording, and every page the `source.toml` that says where it is
//! from.

use std::fs;

use crate::case::{files, files_below, root};
use crate::mode::Mode;

/// Returns `true` if something of the corpus is recorded in this file, its path below `snapshots/`.
fn is_known(name: &str, files: &[String]) -> bool {
    let snapshots = root().join("snapshots");
    let exists = |path: String| root().join("corpus").join(path).exists();
    match name.rsplit_once('.') {
        Some((_, "snap")) => true,
        // The scoreboard of `verify`, which the tests in Chromium compare with.
        Some(("verify", "json")) => true,
        // The code that Playwright writes for locators and actions, in each of its languages.
        Some(("codegen", "json")) => true,
        // What Playwright's locators find on a page, and how its matcher judges templates on one.
        Some((stem, "jsonl")) => match stem.split_once('/') {
            Some(("locators", page)) => exists(format!("pages/{page}/page.html")),
            Some(("templates", page)) => exists(format!("cases/template/{page}.html")),
            _ => false,
        },
        // What axe-core finds on a page.
        Some((stem, "json")) => stem.strip_prefix("axe/").is_some_and(|page| {
            exists(format!("pages/{page}/page.html")) || exists(format!("cases/audit/{page}.html"))
        }),
        // The locators that Playwright generates for the elements of a page.
        Some((stem, "txt")) => stem
            .strip_prefix("generated/")
            .is_some_and(|page| files.iter().any(|known| known.starts_with(&format!("pages/{page}/page.")))),
        Some((stem, "diff")) => snapshots.join(format!("{stem}.yaml")).exists(),
        Some((stem, "yaml")) => Mode::ALL.iter().any(|mode| {
            stem.strip_suffix(&format!(".{}", mode.name()))
                .is_some_and(|file| mode.covers(file) && files.iter().any(|known| known == file))
        }),
        _ => false,
    }
}

/// An error that names each file without what it belongs to.
pub(crate) fn find() -> Result<(), String> {
    let files = files();
    let snapshots = root().join("snapshots");
    let mut orphans = Vec::new();
    for path in files_below(&snapshots) {
        let name = path.strip_prefix(&snapshots).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if !is_known(&name, &files) {
            orphans.push(format!("snapshots/{name}"));
        }
    }
    for file in files.iter().filter(|file| file.starts_with("pages/")) {
        let source = root().join("corpus").join(file).with_file_name("source.toml");
        let text = fs::read_to_string(source).unwrap_or_default();
        for key in ["title", "shows", "features", "licence", "recorded"] {
            if !text.lines().any(|line| line.starts_with(&format!("{key} = "))) {
                orphans.push(format!("corpus/{file} (its source.toml has no {key})"));
            }
        }
    }
    if orphans.is_empty() { Ok(()) } else { Err(format!("without what it belongs to:\n{}", orphans.join("\n"))) }
}
