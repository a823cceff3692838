//! Refs under re-renders: where the truth is decidable, no ref ever names another widget.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use super::surface::Surface;
use crate::aria::Role;
use crate::device::Device;
use crate::dom::{Dom, NodeId, ParseOptions};
use crate::page::{Page, RenderOptions};
use crate::refs::resolver::Resolver;
use crate::refs::session::Session;
use crate::refs::{PageFingerprint, Ref, RefTable};
use crate::simulate::{Clarity, PROFILES, Recipe, Rerender};
use crate::snapshot::{Snapshot, SnapshotOptions};
use crate::tool::{Arguments, Call, Progress, RunCommand, Tool};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

/// A page, rendered, with its refs and a session that knows them.
pub(super) struct Before {
    name: String,
    pub(super) page: Page,
    pub(super) refs: RefTable,
    pub(super) session: Session,
}

impl Before {
    pub(super) fn render(name: String, html: &[u8]) -> Self {
        let page =
            Page::render(Dom::parse(html, &ParseOptions::default()), Device::default(), RenderOptions::default());
        let snapshot = Snapshot::render(&page, &SnapshotOptions::default());
        let mut session = Session::new();
        session.adopt(Session::FIRST_TAB, &PageFingerprint::of(&page), snapshot.refs());
        Self { name, refs: snapshot.refs().clone(), page, session }
    }
}

fn pages() -> Vec<Before> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let entries =
        |folder: &str| fs::read_dir(corpus.join(folder)).expect("the corpus").flatten().map(|entry| entry.path());
    let mut names: Vec<_> = entries("pages").map(|path| path.join("page.html")).chain(entries("rerenders")).collect();
    names.sort();
    let mut pages = Vec::new();
    for path in names {
        let Ok(html) = fs::read(&path) else { continue };
        let name = path.strip_prefix(&corpus).unwrap_or(&path).to_string_lossy().into_owned();
        pages.push(Before::render(name, &html));
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
    let after = Page::render(dom, Device::default(), RenderOptions::default());
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
        let resolver = Resolver::new(&before.session, &current, Session::FIRST_TAB, handles);
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
                found.proof.as_str(),
                place(found.node),
                truth.map(place)
            );
            for step in rerender.steps() {
                let _ = write!(failure, "\n  {}: {} ({})", step.op, step.what, step.clarity.as_str());
            }
            return Some(failure);
        }
    }
    None
}

pub(super) fn is_widget(page: &Page, node: NodeId) -> bool {
    page.aria().get(node).and_then(|aria| aria.role).is_some_and(Role::is_interactive)
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
    let pages = [
        Page::render(before.dom().clone(), Device::default(), RenderOptions::default()),
        Page::render(after.dom().clone(), Device::default(), RenderOptions::default()),
    ];
    let (progress, command) = (Progress(&|_, _, _| {}), RunCommand(&|_, _, _| Ok(String::new())));
    let call = Call {
        pages: pages.iter().collect(),
        arguments: &arguments,
        session: None,
        refs: None,
        kept: None,
        progress,
        command,
    };
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
            let after = Page::render(
                Dom::parse(written.html.as_bytes(), &ParseOptions::default()),
                Device::default(),
                RenderOptions::default(),
            );
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
