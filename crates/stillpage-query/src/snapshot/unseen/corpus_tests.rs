//! The pages of `corpus/unseen`: those that hide text from people, and those that only look as if.

use std::path::Path;

use super::{UnseenClass, UnseenText};
use crate::page::Page;
use crate::snapshot::{Snapshot, SnapshotOptions};

/// The sections of a file: name and page.
fn sections(file: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/unseen").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut sections: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("--- ").and_then(|rest| rest.strip_suffix(" ---")), sections.last_mut()) {
            (Some(name), _) => sections.push((name.to_owned(), String::new())),
            (None, Some((_, page))) => page.push_str(&format!("{line}\n")),
            (None, None) => {}
        }
    }
    sections
}

fn unseen(html: &str) -> Vec<UnseenText> {
    let page = Page::from_html(html);
    Snapshot::render(&page, &SnapshotOptions::default()).unseen_texts(&page).texts
}

/// The names of the pages on which some text is hidden or addressed, or none is.
fn pages(file: &str, listed: bool) -> (usize, Vec<String>) {
    let sections = sections(file);
    let all = sections.len();
    let names = sections.into_iter().filter_map(|(name, html)| {
        let found = unseen(&html);
        let hits: Vec<String> = found
            .iter()
            .filter(|own| own.class != UnseenClass::AccessibleNameOnly)
            .map(|own| format!("{} {}: {}", own.class.as_str(), own.why.as_str(), own.text))
            .collect();
        (hits.is_empty() != listed).then(|| format!("{name} {hits:?}"))
    });
    (all, names.collect())
}

#[test]
fn text_hidden_from_people_is_found() {
    let (all, missed) = pages("hidden.html", false);
    println!("{} of {all} missed: {missed:#?}", missed.len());
    assert!(all >= 60 && missed.len() * 10 <= all, "{} of {all} missed: {missed:#?}", missed.len());
}

#[test]
fn honest_pages_raise_no_alarm() {
    let (all, alarms) = pages("innocent.html", true);
    println!("{} of {all}: {alarms:#?}", alarms.len());
    assert!(all >= 60 && alarms.len() * 25 <= all, "{} of {all}: {alarms:#?}", alarms.len());
}
