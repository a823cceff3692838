//! Recordings of Chromium, replayed without one: a measured page gives the snapshots that Playwright recorded.
//!
//! A recording is `capture.json.gz` beside a page of the corpus, made by `stillpage capture page.html -o capture.json.gz`.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Snapshot, SnapshotMode, SnapshotOptions};
use crate::capture::Recording;
use crate::dom::{Dom, ParseOptions};
use crate::geometry::Point;
use crate::hit::HitMap;
use crate::page::{Page, RenderOptions};

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The recordings, and the pages that they are of.
fn recordings() -> Vec<(PathBuf, String)> {
    let pages = root().join("corpus/pages");
    let mut found: Vec<(PathBuf, String)> = fs::read_dir(&pages)
        .expect("the corpus is there")
        .flatten()
        .filter(|entry| entry.path().join("capture.json.gz").is_file())
        .map(|entry| (entry.path().join("capture.json.gz"), entry.file_name().to_string_lossy().into_owned()))
        .collect();
    found.sort();
    assert!(found.len() >= 5, "only {} recordings", found.len());
    found
}

fn replay(path: &Path) -> Page {
    let bytes = fs::read(path).expect("a recording can be read");
    Recording::read(&bytes).expect("a recording parses").measure().page
}

/// Reads Playwright's recording of a page.
fn recorded(name: &str, mode: &str) -> String {
    let path = root().join(format!("snapshots/pages/{name}/page.html.{mode}.yaml"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn snapshot(page: &Page, mode: SnapshotMode) -> String {
    format!("{}\n", Snapshot::render(page, &SnapshotOptions::default().mode(mode)).to_string().trim_end())
}

#[test]
fn replayed_pages_give_the_snapshots_of_playwright() {
    let mut wrong = Vec::new();
    for (path, name) in recordings() {
        let page = replay(&path);
        for (mode, of) in [("ai", SnapshotMode::Ai), ("default", SnapshotMode::Default)] {
            let (want, got) = (recorded(&name, mode), snapshot(&page, of));
            if want != got {
                let diff = similar::TextDiff::from_lines(&want, &got).unified_diff().context_radius(1).to_string();
                wrong.push(format!("{name} {mode}:\n{diff}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn replayed_pages_are_frozen_without_anything_that_runs_or_loads() {
    for (path, name) in recordings() {
        let recording = Recording::read(&fs::read(&path).expect("a recording")).expect("a recording parses");
        let html = recording.to_html();
        assert!(!html.contains("<script") && !html.contains("<link "), "{name}");
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        let page = Page::render(dom, recording.device(), RenderOptions::default());
        let (measured, frozen) = (snapshot(&replay(&path), SnapshotMode::Ai), snapshot(&page, SnapshotMode::Ai));
        assert!(
            measured == frozen,
            "{name}:\n{}",
            similar::TextDiff::from_lines(&measured, &frozen).unified_diff().context_radius(1)
        );
    }
}

#[test]
fn replayed_pages_can_be_hit() {
    for (path, name) in recordings() {
        let page = replay(&path);
        let map = HitMap::new(&page);
        let size = page.device().viewport;
        let hits = (1..10).filter(|i| {
            let share = *i as f32 / 10.0;
            map.at(Point::new(size.width * share, size.height * share)).is_some()
        });
        assert_eq!(hits.count(), 9, "{name}");
    }
}
