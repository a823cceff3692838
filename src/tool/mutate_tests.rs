//! Refs under re-renders: where the truth is decidable, no ref ever names another widget.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use super::surface::Surface;
use crate::device::Device;
use crate::dom::{Dom, NodeId, ParseOptions};
use crate::error::{Error, StaleReason};
use crate::page::Page;
use crate::refs::fingerprint::is_interactive_role;
use crate::refs::resolver::Resolver;
use crate::refs::session::{FIRST_TAB, Session};
use crate::refs::{PageFingerprint, Ref, RefTable};
use crate::simulate::{Clarity, OPS, PROFILES, Recipe, Rerender};
use crate::snapshot::{Snapshot, SnapshotOptions};
use crate::tool::{Arguments, Call, Progress, RunCommand, Tool};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

/// A page of the corpus, rendered, with its refs and a session that knows them.
struct Before {
    name: String,
    page: Page,
    refs: RefTable,
    session: Session,
}

fn pages() -> Vec<Before> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/pages");
    let mut names: Vec<_> = fs::read_dir(folder).expect("the corpus").flatten().map(|entry| entry.path()).collect();
    names.sort();
    let mut pages = Vec::new();
    for path in names {
        let Ok(html) = fs::read(path.join("page.html")) else { continue };
        let page = Page::render(Dom::parse(&html, &ParseOptions::default()), Device::default());
        let snapshot = Snapshot::render(&page, &SnapshotOptions::default());
        let mut session = Session::new();
        session.adopt(FIRST_TAB, &PageFingerprint::of(&page), snapshot.refs());
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        pages.push(Before { name, refs: snapshot.refs().clone(), page, session });
    }
    pages
}

/// The first ref that names another widget: what was done, what was found.
fn mistake(before: &Before, rerender: &Rerender) -> Option<String> {
    if rerender.navigated() || rerender.clarity() == Clarity::Unclear {
        return None;
    }
    // Connected nodes are given explicitly, or not at all.
    let mut dom = rerender.dom().clone();
    dom.forget_origin();
    let after = Page::render(dom, Device::default());
    let current = PageFingerprint::of(&after);
    let truth: BTreeMap<NodeId, Option<NodeId>> = rerender.truth().collect();
    let connected = truth.keys().filter(|&&node| rerender.is_connected(node));
    let handles: FxHashMap<NodeId, NodeId> = connected.map(|&node| (node, node)).collect();
    let mut modes = vec![("with handles", Some(&handles))];
    if rerender.clarity() == Clarity::Plain {
        modes.push(("without handles", None));
    }
    let widgets: Vec<(Ref, NodeId)> = before.refs.iter().filter(|&(_, node)| is_widget(&before.page, node)).collect();
    for (mode, handles) in modes {
        let resolver = Resolver::new(&before.session, &current, FIRST_TAB, handles);
        for &(reference, node) in &widgets {
            let (Ok(found), Some(truth)) = (resolver.resolve(&reference.into()), truth.get(&node)) else { continue };
            if Some(found.node) == *truth {
                continue;
            }
            let place = |node: NodeId| after.dom().elements_in_order().position(|n| n == node);
            let name = before.page.aria().get(node).map_or("", |aria| &*aria.name);
            let mut failure = format!(
                "{}: {mode}: {reference} \"{name}\" by {} is #{:?}, not #{:?}",
                before.name,
                found.proof.word(),
                place(found.node),
                truth.map(place)
            );
            for step in rerender.steps() {
                let _ = write!(failure, "\n  {}: {} ({})", step.op, step.what, step.clarity.word());
            }
            return Some(failure);
        }
    }
    None
}

fn is_widget(page: &Page, node: NodeId) -> bool {
    page.aria().get(node).and_then(|aria| aria.role).is_some_and(|role| is_interactive_role(role.name()))
}

/// `PROPTEST_CASES` cases, always the same ones.
#[test]
fn simulate_refs_are_never_wrong_where_the_truth_is_decidable() {
    let pages = Mutex::new(pages());
    let count = pages.lock().map_or(0, |pages| pages.len());
    assert!(count > 10, "{count} pages");
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(48);
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 16, ..Config::default() };
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let strategy = (0..count, any::<u64>(), 0..PROFILES.len(), 1usize..5);
    let mut runner = TestRunner::new_with_rng(config, random);
    let result = runner.run(&strategy, |(page, seed, profile, steps)| {
        let pages = pages.lock().map_err(|_| TestCaseError::fail("an earlier case panicked"))?;
        let recipe = Recipe { seed, steps, ops: PROFILES[profile].ops() };
        let rerender = Rerender::apply(pages[page].page.dom().clone(), &recipe);
        match mistake(&pages[page], &rerender) {
            Some(failure) => {
                Err(TestCaseError::fail(format!("seed {seed}, {steps} steps, {}\n{failure}", PROFILES[profile].name)))
            }
            None => Ok(()),
        }
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// The output of `resolve` for one re-render, with the handles of `mutate`.
fn resolve(before: &Page, after: &Page, handles: Option<&str>) -> Vec<Value> {
    let tool = Tool::named("resolve").expect("resolve");
    let mut given = json!({ "before": "-", "after": "-" });
    if let Some(handles) = handles {
        given["handles"] = handles.into();
    }
    let given = given.as_object().cloned().unwrap_or_default();
    let arguments = Arguments::check(Surface::CommandLine, tool.all_arguments(), given).expect("arguments");
    let pages =
        [Page::render(before.dom().clone(), Device::default()), Page::render(after.dom().clone(), Device::default())];
    let (progress, command) = (Progress(&|_, _, _| {}), RunCommand(&|_, _, _| Ok(String::new())));
    let call = Call { pages: &pages, arguments: &arguments, session: None, refs: None, progress, command };
    let answer = (tool.run)(&call).expect("an answer");
    serde_json::from_str(&answer.json()).expect("JSON")
}

#[test]
fn simulate_refused_and_healed_refs_say_why() {
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for before in pages().iter().step_by(5) {
        for (seed, profile) in PROFILES.iter().enumerate() {
            let recipe = Recipe { seed: seed as u64, steps: 3, ops: profile.ops() };
            let rerender = Rerender::apply(before.page.dom().clone(), &recipe);
            let written = rerender.written();
            let after = Page::render(Dom::parse(written.html.as_bytes(), &ParseOptions::default()), Device::default());
            let handles: serde_json::Map<String, Value> =
                written.handles.iter().map(|&(from, to)| (from.to_string(), to.into())).collect();
            let handles = json!({ "handles": handles, "truth": {} }).to_string();
            for row in resolve(&before.page, &after, Some(&handles)) {
                let outcome = row["outcome"].as_str().unwrap_or_default();
                *outcomes.entry(outcome.to_owned()).or_default() += 1;
                let has_text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
                match outcome {
                    "exact" | "healed" | "reattached" => assert!(has_text(&row["proof"]), "{row}"),
                    _ => assert!(has_text(&row["error"]["code"]) && has_text(&row["error"]["message"]), "{row}"),
                }
            }
        }
    }
    for outcome in ["exact", "healed", "error"] {
        assert!(outcomes.get(outcome).is_some_and(|&n| n > 20), "{outcomes:?}");
    }
}

/// Pages of the kinds that apps re-render, small enough for many seeds.
const APPS: &[&str] = &[
    "<!doctype html><title>Tasks</title><body><header><a href=/>Home</a> <button>Menu</button></header><main><h1>Tasks</h1>\
     <form><label>New task <input name=task></label><button>Add</button></form><ul>\
     <li><label><input type=checkbox> Call the plumber</label> <button>Edit</button> <button>Delete</button></li>\
     <li><label><input type=checkbox> Book the trains</label> <button>Edit</button> <button>Delete</button></li>\
     <li><label><input type=checkbox> Water the plants</label> <button>Edit</button> <button>Delete</button></li>\
     <li><label><input type=checkbox> Write to Ada</label> <button>Edit</button> <button>Delete</button></li></ul>\
     <p>4 tasks left</p><button>Clear completed</button></main>",
    "<!doctype html><title>Settings</title><body><main><div><button>Back</button></div><h1>Settings</h1>\
     <section><h2>Mail</h2><p>Weekly digest <button role=switch aria-checked=false aria-label='Weekly digest'>Off</button></p>\
     <p>Mentions <button role=switch aria-checked=true aria-label=Mentions>On</button></p></section>\
     <section><h2>Sound</h2><p>Volume <button>Mute</button></p><p>Ring tone <button>Change</button></p></section>\
     <div><div role=menu aria-label=Account><button role=menuitem>Sign out</button></div></div><button>Save</button></main>",
    "<!doctype html><title>Album</title><body><main><h1>Moss</h1><ol>\
     <li><b>1</b> <a href=/t/fog>Fog</a> <small>3 min ago</small> <button>Play</button> <button>Like</button></li>\
     <li><b>2</b> <a href=/t/tide>Tide</a> <small>5 min ago</small> <button>Play</button> <button>Like</button></li>\
     <li><b>3</b> <a href=/t/kite>Kites</a> <small>9 min ago</small> <button>Play</button> <button>Like</button></li></ol>\
     <button>Follow</button></main>",
];

/// How many of the refs that are there were found, over all seeds and apps, in percent: op or profile, with handles, without.
fn found_shares() -> Vec<(&'static str, [usize; 2])> {
    let apps: Vec<Before> = APPS
        .iter()
        .map(|html| {
            let page = Page::render(Dom::parse(html.as_bytes(), &ParseOptions::default()), Device::default());
            let snapshot = Snapshot::render(&page, &SnapshotOptions::default());
            let mut session = Session::new();
            session.adopt(FIRST_TAB, &PageFingerprint::of(&page), snapshot.refs());
            Before { name: String::new(), refs: snapshot.refs().clone(), page, session }
        })
        .collect();
    let ops = OPS.iter().map(|op| (op.name, vec![(*op, 1)], 1));
    let profiles = PROFILES.iter().map(|profile| (profile.name, profile.ops(), 3));
    ops.chain(profiles)
        .map(|(name, ops, steps)| {
            let mut tallies = [(0, 0); 2];
            for (app, seed) in apps.iter().flat_map(|app| (0..4).map(move |seed| (app, seed))) {
                let recipe = Recipe { seed, steps, ops: ops.clone() };
                tally(app, &Rerender::apply(app.page.dom().clone(), &recipe), &mut tallies);
            }
            (name, tallies.map(|(found, all)| (found * 100).checked_div(all).unwrap_or(100)))
        })
        .collect()
}

/// Counts found refs and those that are there, with and without handles, where the truth is decidable.
fn tally(before: &Before, rerender: &Rerender, tallies: &mut [(usize, usize); 2]) {
    if rerender.navigated() || rerender.clarity() == Clarity::Unclear {
        return;
    }
    let mut dom = rerender.dom().clone();
    dom.forget_origin();
    let after = Page::render(dom, Device::default());
    let current = PageFingerprint::of(&after);
    let truth: BTreeMap<NodeId, Option<NodeId>> = rerender.truth().collect();
    let connected = truth.keys().filter(|&&node| rerender.is_connected(node));
    let handles: FxHashMap<NodeId, NodeId> = connected.map(|&node| (node, node)).collect();
    for (mode, handles) in [(0, Some(&handles)), (1, None)] {
        if mode == 1 && rerender.clarity() != Clarity::Plain {
            continue;
        }
        let resolver = Resolver::new(&before.session, &current, FIRST_TAB, handles);
        for (reference, node) in before.refs.iter().filter(|&(_, node)| is_widget(&before.page, node)) {
            if let Some(Some(now)) = truth.get(&node) {
                tallies[mode].1 += 1;
                // What is hidden is rightly refused, and there.
                let found = match resolver.resolve(&reference.into()) {
                    Ok(found) => found.node == *now,
                    Err(Error::StaleRef { reason: StaleReason::Hidden, .. }) => true,
                    Err(_) => false,
                };
                tallies[mode].0 += usize::from(found);
            }
        }
    }
}

/// The least share of refs that is found, in percent, with and without handles, where an op or a profile leaves less than
/// [`FLOOR`]: copies beside their original and labels of other widgets are refused.
const FLOORS: &[(&str, [usize; 2])] =
    &[("clone", [80, 95]), ("flip", [95, 90]), ("swap", [95, 90]), ("react", [95, 90]), ("chaos", [90, 85])];

/// The least share for all others.
const FLOOR: [usize; 2] = [95, 95];

#[test]
fn simulate_refs_that_are_there_are_found() {
    let shares = found_shares();
    let floor = |name: &str| FLOORS.iter().find(|(op, _)| *op == name).map_or(FLOOR, |&(_, floor)| floor);
    let is_low = |(name, share): &&(&str, [usize; 2])| share[0] < floor(name)[0] || share[1] < floor(name)[1];
    let low: Vec<_> = shares.iter().filter(is_low).collect();
    assert!(low.is_empty(), "below their floors: {low:?}");
}
