//! A walk through a recording shows the pages that a first render of each moment shows, and refs along it name the nodes that
//! the recorder says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::walk::Source;
use super::{Kind, Moment, RecordedNodes, SessionRecording, Walk};
use crate::dom::NodeId;
use crate::error::{RefError, StaleReason};
use crate::page::{Page, RenderOptions};
use crate::refs::PageFingerprint;
use crate::refs::resolver::Resolver;
use crate::refs::session::Session;
use crate::snapshot::{Snapshot, SnapshotOptions};

/// Limit: moments of a recording of rrweb that are looked at.
const MAX_MOMENTS: usize = 60;

/// The recordings of the corpus, and those in the folder that a variable names.
fn recordings() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/recordings");
    let more = std::env::var_os("STILLPAGE_RECORDINGS").map(PathBuf::from);
    let files = std::iter::once(corpus).chain(more).flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| {
        let name = path.to_string_lossy();
        name.ends_with(".zip") || name.ends_with(".rrweb.json.gz")
    });
    files.sort();
    files
}

fn open(path: &Path) -> SessionRecording {
    SessionRecording::open(path).expect("it is read").expect("a recording")
}

/// Moments to look at, in order.
fn moments(recording: &SessionRecording) -> Vec<Moment> {
    match &recording.kind {
        Kind::Trace(trace) => (0..trace.states().len()).map(Moment).collect(),
        Kind::Rrweb(events) => {
            let first =
                (1..=events.end()).find(|&count| events.find(&format!("event:{count}")).is_ok()).expect("a page");
            let step = (events.end() - first) / MAX_MOMENTS + 1;
            (first..=events.end()).step_by(step).map(Moment).collect()
        }
    }
}

fn shown(page: &Page) -> String {
    Snapshot::render(page, &SnapshotOptions::default().boxes(true)).to_string()
}

/// Returns the recorder's identities of the nodes of a page: its own numbers, or the snapshots that wrote them.
fn identities(walk: &Walk<'_>) -> FxHashMap<NodeId, String> {
    match walk.source() {
        Some(Source::Trace(Some(built))) => {
            built.keys().iter().map(|(&node, key)| (node, format!("{key:?}"))).collect()
        }
        Some(Source::Rrweb(player)) => player.nodes.iter().map(|(number, &node)| (node, number.to_string())).collect(),
        _ => FxHashMap::default(),
    }
}

#[test]
fn walked_pages_are_those_of_a_first_render() {
    let (mut walking, mut rendering, mut count) = (Duration::ZERO, Duration::ZERO, 0);
    for path in recordings() {
        let recording = open(&path);
        let mut walk = Walk::new(&recording, &Ok);
        for moment in moments(&recording) {
            let start = Instant::now();
            let was_kept = walk.go(moment).expect("no device fails");
            let walked = start.elapsed();
            let name = recording.name(moment);
            let start = Instant::now();
            let page = recording.page(Some(&name)).expect("a page");
            if was_kept {
                (walking, rendering, count) = (walking + walked, rendering + start.elapsed(), count + 1);
            }
            let now = shown(walk.page().expect("a page"));
            assert!(now == shown(&page), "{} {name}:\n{}", path.display(), difference(&shown(&page), &now));
        }
    }
    assert!(count > 30, "{count} moments were reached by an update");
    let share = walking.as_secs_f64() / rendering.as_secs_f64();
    println!("{count} moments: a step takes {share:.2} of a render");
    assert!(share < 1.0, "a step takes {share:.2} of a render");
}

fn difference(expected: &str, now: &str) -> String {
    let lines = expected.lines().zip(now.lines()).filter(|(a, b)| a != b);
    lines.take(6).map(|(a, b)| format!("- {a}\n+ {b}\n")).collect()
}

#[test]
fn refs_along_a_walk_name_the_nodes_that_were_recorded() {
    let (mut kept, mut lost, mut wrong) = (0, 0, Vec::new());
    for path in recordings() {
        let recording = open(&path);
        let mut walk = Walk::new(&recording, &Ok);
        let mut session = Session::new();
        // What each ref was when it was given.
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for moment in moments(&recording) {
            let was_kept = walk.go(moment).expect("no device fails");
            let page = walk.page().expect("a page");
            let refs = Snapshot::refs_of(page, &SnapshotOptions::default());
            if !was_kept {
                session.navigate(Session::FIRST_TAB);
                known.clear();
            }
            let refs = session.observe(Session::FIRST_TAB, page, &refs);
            let now = identities(&walk);
            let ours: FxHashMap<String, String> =
                refs.iter().filter_map(|(r, node)| Some((r.to_string(), now.get(&node)?.clone()))).collect();
            // A node that a trace wrote again has another key: nothing is known of it.
            let there: BTreeSet<&String> = ours.values().collect();
            for (reference, was) in &known {
                match ours.get(reference) {
                    Some(is) if is == was => kept += 1,
                    Some(is) if there.contains(was) => {
                        wrong.push(format!("{} {reference}: {was} is {is}", path.display()));
                    }
                    Some(_) => {}
                    None if there.contains(was) => lost += 1,
                    None => {}
                }
            }
            known.extend(ours);
        }
    }
    println!("{kept} kept, {lost} lost, {} wrong", wrong.len());
    assert_eq!(wrong, Vec::<String>::new(), "{kept} kept");
    assert!(kept > 500 && lost * 20 < kept, "{kept} kept, {lost} lost");
}

/// Outcomes of refs, as the recorder's own identities of nodes judge them.
#[derive(Debug, Default)]
struct Tally {
    /// Found, and it is the same node.
    right: usize,
    /// Another node, though its own is there; or a node that was there before as another one.
    wrong: Vec<String>,
    /// Refused, and its node is gone.
    stale: usize,
    /// Refused, though its node is there.
    missed: Vec<String>,
    /// Its node is there, but not rendered.
    hidden: usize,
    /// Its node is gone, and a new one was found in its place: the recorder does not know whether it is the same to a user.
    replaced: usize,
}

/// The nodes of a later page by those of an earlier one: what the recorder says, and elements that it wrote again, by the
/// children that they kept.
fn same_nodes(before: &Page, after: &Page, kept: &FxHashMap<NodeId, NodeId>) -> FxHashMap<NodeId, NodeId> {
    let mut same: FxHashMap<NodeId, NodeId> = kept.clone();
    same.retain(|&old, _| before.dom().is_connected(old));
    let mut tasks: Vec<(NodeId, NodeId)> = same.iter().map(|(&old, &new)| (old, new)).collect();
    tasks.sort_unstable();
    let mut taken: FxHashMap<NodeId, NodeId> = same.iter().map(|(&old, &new)| (new, old)).collect();
    let mut unclear: BTreeSet<NodeId> = BTreeSet::new();
    while let Some((old, new)) = tasks.pop() {
        let (Some(old), Some(new)) = (before.dom().node(old).parent, after.dom().node(new).parent) else { continue };
        match (same.get(&old), taken.get(&new)) {
            (None, None) => {
                same.insert(old, new);
                taken.insert(new, old);
                tasks.push((old, new));
            }
            (known, _) if known == Some(&new) => {}
            // Its children went to two elements, or came from two.
            (known, other) => unclear.extend(known.map(|_| old).into_iter().chain(other.copied())),
        }
    }
    same.retain(|old, _| kept.contains_key(old) || !unclear.contains(old));
    same
}

impl Tally {
    fn compare(&mut self, name: &str, before: &Page, after: &Page, kept: &FxHashMap<NodeId, NodeId>) {
        let same = same_nodes(before, after, kept);
        let was_there: BTreeSet<NodeId> = same.values().copied().collect();
        let refs = Snapshot::refs_of(before, &SnapshotOptions::default());
        let mut session = Session::new();
        session.adopt(Session::FIRST_TAB, &PageFingerprint::of(before), &refs);
        let current = PageFingerprint::of(after);
        let resolver = Resolver::new(&session, &current, Session::FIRST_TAB, None).after_rerender();
        for (reference, node) in refs.iter() {
            let now = same.get(&node).copied().filter(|&node| after.dom().is_connected(node));
            let example = |what: &str| {
                let tag = before.dom().element(node).map_or("", |element| &element.name.local);
                format!("{name} {reference} {tag}: {what}")
            };
            match (resolver.resolve(&reference.into()), now) {
                (Ok(found), Some(now)) if found.node == now => self.right += 1,
                (Ok(found), now) if now.is_some() || was_there.contains(&found.node) => {
                    self.wrong.push(example(&found.reason));
                }
                (Ok(_), _) => self.replaced += 1,
                (Err(RefError::Stale { reason: StaleReason::Hidden, .. }), Some(_)) => self.hidden += 1,
                (Err(error), Some(_)) => self.missed.push(example(&error.to_string())),
                (Err(_), None) => self.stale += 1,
            }
        }
    }
}

/// Without the nodes of a walk: every page is rendered by itself, and refs are healed.
#[test]
fn refs_that_are_healed_name_the_nodes_that_were_recorded() {
    let mut tallies = [Tally::default(), Tally::default()];
    for path in recordings() {
        let recording = open(&path);
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let tally = &mut tallies[usize::from(matches!(recording.kind, Kind::Rrweb(_)))];
        let render = |moment| {
            let (dom, nodes) = recording.dom_with_nodes(moment);
            (Page::render(dom, recording.device(moment), RenderOptions::default()), nodes, recording.name(moment))
        };
        let mut first = None;
        let mut last = None;
        for moment in moments(&recording) {
            let now = render(moment);
            for before in [&first, &last].into_iter().flatten() {
                let (page, nodes, was): &(Page, _, String) = before;
                let kept: FxHashMap<NodeId, NodeId> = RecordedNodes::that_stay(nodes, &now.1).unwrap_or_default();
                // Nothing is known between two whole pages.
                if !kept.is_empty() {
                    tally.compare(&format!("{name} {was} {}", now.2), page, &now.0, &kept);
                }
            }
            first = first.or(last);
            last = Some(now);
        }
    }
    for (kind, tally) in ["traces", "rrweb"].into_iter().zip(&tallies) {
        let Tally { right, wrong, stale, missed, hidden, replaced } = tally;
        println!(
            "{kind}: {right} right, {} wrong, {stale} stale, {} missed, {hidden} hidden, {replaced} replaced",
            wrong.len(),
            missed.len()
        );
    }
    // Elements that look like others are refused; demo pages have many of them.
    let times = if std::env::var_os("STILLPAGE_RECORDINGS").is_some() { 4 } else { 20 };
    for Tally { right, wrong, missed, .. } in &tallies {
        assert_eq!(wrong, &Vec::<String>::new());
        assert!(*right > missed.len() * times, "{right} right, {} missed", missed.len());
    }
}
