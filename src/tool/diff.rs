//! `stillpage diff`

use rustc_hash::FxHashMap;
use serde_json::json;

use super::drawn::Drawn;
use super::{Answer, Argument, Call, FROM, PageFile, TO, Tool, TypedArguments, Verdict, arguments, to_json, two_pages};
#[cfg(feature = "screenshot")]
use super::{OutputFile, screenshot};
use crate::dom::NodeId;
use crate::error::Error;
use crate::page::Page;
use crate::refs::PageFingerprint;
use crate::refs::RefTable;
use crate::refs::session::Session;
use crate::safe_text::{SafeText, put};
#[cfg(feature = "screenshot")]
use crate::screenshot::{Frame, FrameColor, Screenshot};
#[cfg(feature = "screenshot")]
use crate::snapshot::Change;
use crate::snapshot::{Difference, Snapshot, SnapshotOptions, SnapshotOutline};

arguments! {
    /// The arguments of `stillpage diff`.
    struct DiffArguments {
        before: PageFile = Argument::positional("before", "The page before"),
        after: Option<PageFile> = Argument::positional("after", "The page after; not with two moments of one recording"),
        from: Option<String> = FROM,
        to: Option<String> = TO,
        exit_code: bool = Argument::option("exit-code", "Exit with 1 if there are differences"),
        #[cfg(feature = "screenshot")]
        screenshot: Option<OutputFile> = Argument::option(
            "screenshot",
            "Draw both pages beside each other to this file, .png or .webp, with what changed framed",
        ),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "diff",
    summary: "What changed between two versions of a page, by ref",
    about: "Compares the snapshots of two pages as trees. An element of B that is the same widget as one of A keeps A's ref \
            (matched as `resolve` does); new elements get numbers that A does not use. Each line starts with a mark: + new, \
            - gone, ~ changed, with the old value after a #, > moved. Lines without a mark give context; … stands for \
            unchanged lines. Every ref that is gone or new is on a marked line.\n\n\
            Exit code 0 with or without differences; with --exit-code 1 if there are any, like diff(1).\n\n\
            JSON: {\"same\",\"added\",\"removed\",\"changed\",\"moved\",\"changes\":[{\"kind\",\"ref\",\"role\",\"name\",\"parent\",...}]}; \
            kind is added or removed (both with \"nodes\", the size of the subtree, and \"refs\", every ref in it), changed \
            (with \"changes\": [{\"what\",\"before\",\"after\"}], where \"what\" may be \"ref\") or moved (with \"from\").",
    arguments: DiffArguments::ARGUMENTS,
    examples: &[
        ("diff before.html after.html", "what a click changed"),
        ("diff trace.zip --at call@24:before --at call@24:after", "what an action of a recorded test changed"),
        ("diff release.html candidate.html --exit-code", "a test that fails if the page changed for its users"),
        #[cfg(feature = "screenshot")]
        ("diff before.html after.html --screenshot changes.png", "both pages, with what changed framed"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let [before, after] = call.pages[..] else {
        return Err(two_pages("diff"));
    };
    let snapshots = [before, after].map(|page| Snapshot::render(page, &SnapshotOptions::default()));
    let [old, new] = snapshots;
    let (old, new) = match call.session {
        // A session resolves refs, and remembers both pages.
        Some(session) => {
            let mut session = session.borrow_mut();
            let old_refs = session.observe(call.tab(), before, old.refs());
            if let Some(kept) = call.kept {
                session.connect(call.tab(), after, |reference| kept.get(&old_refs.element(reference)?).copied());
            }
            let new_refs = session.observe(call.tab(), after, new.refs());
            (old.with_refs(old_refs), new.with_refs(new_refs))
        }
        None => {
            let refs = carry_over(before, old.refs(), after, new.refs(), call.kept);
            (old, new.with_refs(refs))
        }
    };
    let difference = Difference::between(&SnapshotOutline::of(&old), &SnapshotOutline::of(&new));
    let given: DiffArguments = call.given();
    #[cfg(feature = "screenshot")]
    let drawn = match &given.screenshot {
        Some(file) => drawn(call, file, &difference, [(before, old.refs()), (after, new.refs())])?,
        None => Drawn::default(),
    };
    #[cfg(not(feature = "screenshot"))]
    let drawn = Drawn::default();
    Ok(Box::new(Differences { difference, strict: given.exit_code, drawn }))
}

/// Draws both pages with frames around what is gone (red), new (green), changed (amber) and moved (blue).
#[cfg(feature = "screenshot")]
fn drawn(
    call: &Call<'_>,
    file: &str,
    difference: &Difference,
    [before, after]: [(&Page, &RefTable); 2],
) -> Result<Drawn, Error> {
    let mut frames = [Vec::new(), Vec::new()];
    for change in &difference.changes {
        let (node, color, sides) = match change {
            Change::Added { node, .. } => (node, FrameColor::Green, 1..2),
            Change::Removed { node, .. } => (node, FrameColor::Red, 0..1),
            Change::Changed { node, .. } => (node, FrameColor::Amber, 0..2),
            Change::Moved { node, .. } => (node, FrameColor::Blue, 0..2),
            _ => continue,
        };
        for side in sides {
            let ((page, refs), is_old) = (if side == 0 { before } else { after }, side == 0);
            // What has no ref is text of what it is in.
            let name = node.was.filter(|_| is_old).or(node.r#ref).or(node.parent);
            let found = name.and_then(|name| Some((name, refs.element(name)?)));
            if let Some((name, element)) = found
                && let Some(area) = screenshot::area_of(page, element)
            {
                frames[side].push(Frame::new(area, name.to_string()).color(color).filled());
            }
        }
    }
    let [left, right] = frames;
    let options = screenshot::options_for(call, file)?;
    let of = |page: &Page, frames: Vec<Frame>| options.clone().long_page(page).frames(frames);
    let (left, right) = (of(before.0, left), of(after.0, right));
    let both = Screenshot::side_by_side([(before.0, &left), (after.0, &right)])?;
    Ok(screenshot::drawn(file.to_owned(), both))
}

/// The refs of a page after: those of the elements before that are found again, and new numbers for all others.
fn carry_over(
    before: &Page,
    old: &RefTable,
    after: &Page,
    shown: &RefTable,
    kept: Option<&FxHashMap<NodeId, NodeId>>,
) -> RefTable {
    let mut session = Session::new();
    session.adopt(Session::FIRST_TAB, &PageFingerprint::of(before), old);
    // A test server and a live one are two versions of a page, too.
    session.keep_document(Session::FIRST_TAB);
    if let Some(kept) = kept {
        session.connect(Session::FIRST_TAB, after, |reference| kept.get(&old.element(reference)?).copied());
    }
    session.observe(Session::FIRST_TAB, after, shown)
}

/// The answer for a difference.
pub(super) struct Differences {
    pub(super) difference: Difference,
    /// Differences are a failure.
    pub(super) strict: bool,
    pub(super) drawn: Drawn,
}

impl Answer for Differences {
    fn text(&self) -> SafeText {
        let mut out = SafeText::lines(self.difference.text());
        put!(out, "{}", self.drawn.text);
        out
    }

    fn pictures(&self) -> Vec<(String, Vec<u8>)> {
        self.drawn.pictures()
    }

    fn json(&self) -> String {
        let counts = self.difference.counts();
        to_json(&json!({
            "same": self.difference.is_empty(),
            "added": counts.added,
            "removed": counts.removed,
            "changed": counts.changed,
            "moved": counts.moved,
            "changes": self.difference.changes,
        }))
    }

    fn verdict(&self) -> Verdict {
        if self.strict && !self.difference.is_empty() { Verdict::Failed } else { Verdict::Done }
    }
}
