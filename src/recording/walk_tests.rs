//! A walk through a recording shows the pages that a first render of each moment shows, and refs along it name the nodes that
//! the recorder says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::walk::Source;
use super::{Kind, Moment, SessionRecording, Walk};
use crate::dom::NodeId;
use crate::page::Page;
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

/// Without the nodes of a walk: every page is rendered by itself, and refs are healed.
#[test]
fn refs_that_are_healed_name_the_nodes_that_were_recorded() {
    let (mut found, mut refused, mut wrong) = (0, 0, Vec::new());
    for path in recordings() {
        let recording = open(&path);
        if matches!(recording.kind, Kind::Trace(_)) {
            // What a trace writes again may be the same node or another one.
            continue;
        }
        let all = moments(&recording);
        for pair in all.windows(2) {
            let [from, to] = pair else { continue };
            let (mut before, mut after) = (Walk::new(&recording, &Ok), Walk::new(&recording, &Ok));
            // A whole page in between numbers its nodes again.
            after.go(*from).expect("no device fails");
            if !after.go(*to).expect("no device fails") {
                continue;
            }
            after = Walk::new(&recording, &Ok);
            before.go(*from).expect("no device fails");
            after.go(*to).expect("no device fails");
            let (Some(old), Some(new)) = (before.page(), after.page()) else { continue };
            let refs = Snapshot::refs_of(old, &SnapshotOptions::default());
            let mut session = Session::new();
            session.adopt(Session::FIRST_TAB, &PageFingerprint::of(old), &refs);
            let current = PageFingerprint::of(new);
            let resolver = Resolver::new(&session, &current, Session::FIRST_TAB, None).after_rerender();
            let (was, is) = (identities(&before), identities(&after));
            let there: BTreeSet<&String> =
                is.iter().filter(|(node, _)| new.dom().is_connected(**node)).map(|(_, number)| number).collect();
            for (reference, node) in refs.iter() {
                let Some(number) = was.get(&node) else { continue };
                match resolver.resolve(&reference.into()) {
                    Ok(resolution) if is.get(&resolution.node) == Some(number) => found += 1,
                    Ok(_) if there.contains(number) => wrong.push(format!("{} {reference}", recording.name(*to))),
                    // The element is gone: what was found in its place stands for it, or does not.
                    Ok(_) => {}
                    Err(_) if there.contains(number) => refused += 1,
                    Err(_) => {}
                }
            }
        }
    }
    println!("{found} found, {refused} refused, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{found} found, {refused} refused, wrong: {wrong:?}");
    assert!(found > refused * 20, "{found} found, {refused} refused");
}
