//! A difference applied to the refs of the page before gives exactly the refs of the page after.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
use crate::page::{Page, RenderOptions};
use crate::refs::session::Session;
use crate::refs::{PageFingerprint, Ref};
use crate::simulate::{PROFILES, Recipe, Rerender};
use crate::snapshot::{Difference, Snapshot, SnapshotOptions, SnapshotOutline};

fn refs(outline: &SnapshotOutline) -> BTreeSet<Ref> {
    outline.refs().collect()
}

/// Compares a page with a re-render of it, as a session sees them.
fn check(before: &Page, after: &Page, what: &str) {
    let [old, new] = [before, after].map(|page| Snapshot::render(page, &SnapshotOptions::default()));
    let mut session = Session::new();
    session.adopt(Session::FIRST_TAB, &PageFingerprint::of(before), old.refs());
    let carried = session.observe(Session::FIRST_TAB, after, new.refs());
    let (old, new) = (SnapshotOutline::of(&old), SnapshotOutline::of(&new.with_refs(carried)));
    let difference = Difference::between(&old, &new);
    let (was, is) = (refs(&old), refs(&new));
    assert_eq!(difference.apply_to(&was), is, "{what}\n{}", difference.text());
    let lines: Vec<&str> = difference.text().lines().filter(|line| !line.starts_with("  ")).collect();
    for reference in was.symmetric_difference(&is).map(ToString::to_string) {
        let named = |line: &&str| {
            let word = |c: char| !c.is_ascii_alphanumeric();
            line.split(word).any(|word| word == reference)
        };
        assert!(lines.iter().any(named), "{what}: {reference} is not on a marked line\n{}", difference.text());
    }
}

#[test]
fn difference_accounts_for_every_ref() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/pages");
    let mut folders: Vec<_> = fs::read_dir(folder).expect("the corpus").flatten().map(|entry| entry.path()).collect();
    folders.sort();
    let mut pages = 0;
    for (at, folder) in folders.iter().enumerate() {
        let Ok(html) = fs::read(folder.join("page.html")) else { continue };
        let before =
            Page::render(Dom::parse(&html, &ParseOptions::default()), Device::default(), RenderOptions::default());
        pages += 1;
        for (round, steps) in [2, 5].into_iter().enumerate() {
            let (seed, profile) = ((at + round) as u64, &PROFILES[(at + round) % PROFILES.len()]);
            let recipe = Recipe { seed, steps, ops: profile.ops() };
            let rerender = Rerender::apply(before.dom().clone(), &recipe);
            let mut dom = rerender.dom().clone();
            dom.forget_origin();
            let what = format!("{}, {}, seed {seed}", folder.display(), profile.name);
            check(&before, &Page::render(dom, Device::default(), RenderOptions::default()), &what);
        }
    }
    assert!(pages > 10, "the corpus is there");
}
