//! Snapshots with the refs of a session.

use super::{Snapshot, SnapshotOptions};
use crate::page::Page;
use crate::refs::session::Session;

impl Session {
    /// Takes a snapshot of a page with the session's refs: elements that were on the page before keep theirs, the others get new ones. It
    /// observes the page in the [first tab](Self::FIRST_TAB); [`observe`](Self::observe) is for who has the refs already.
    pub fn snapshot(&mut self, page: &Page) -> Snapshot {
        self.snapshot_in(Self::FIRST_TAB, page, &SnapshotOptions::default())
    }

    /// Takes a [snapshot](Self::snapshot) of the page of another tab, or with other options.
    pub fn snapshot_in(&mut self, tab: &str, page: &Page, options: &SnapshotOptions) -> Snapshot {
        let shown = Snapshot::render(page, options);
        let refs = self.observe(tab, page, shown.refs());
        shown.with_refs(refs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_has_the_refs_of_the_session() {
        let row = |name: &str| format!("<li>{name} <button>Delete</button></li>");
        let (before, after) = (
            Page::from_html(&format!("<ul>{}{}</ul>", row("Ada"), row("Grace"))),
            Page::from_html(&format!("<ul>{}</ul>", row("Grace"))),
        );
        let mut session = Session::new();
        let last = |snapshot: &Snapshot| snapshot.refs().iter().map(|(reference, _)| reference).max();
        let shown = session.snapshot(&before);
        let again = session.snapshot(&after);
        let button = |snapshot: &Snapshot| {
            let text = snapshot.to_string();
            let line = text.lines().rfind(|line| line.contains("button"));
            line.map(|line| line.trim().to_owned())
        };
        assert!(button(&shown).is_some(), "a button");
        assert_eq!(button(&shown), button(&again), "the button of Grace");
        assert_eq!(last(&shown), last(&again), "no new refs");
        let other = session.snapshot_in("2", &after, &SnapshotOptions::default());
        assert_ne!(button(&again), button(&other), "another tab");
    }
}
