//! The share of refs, of those whose widgets survive a re-render, that are found again, by op and profile of the simulator. The
//! shares are in `corpus/healing.tsv` and may only rise; `UPDATE=1` writes it.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use super::mutate_tests::{Before, is_widget};
use crate::device::Device;
use crate::dom::NodeId;
use crate::error::{RefError, StaleReason};
use crate::page::{Page, RenderOptions};
use crate::refs::PageFingerprint;
use crate::refs::resolver::Resolver;
use crate::refs::session::Session;
use crate::simulate::{Clarity, OPS, PROFILES, Recipe, Rerender};
use rustc_hash::FxHashMap;

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

/// Seeds per app and op or profile.
const SEEDS: u64 = 4;

/// Found refs of those whose widgets are still there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Share {
    found: usize,
    all: usize,
}

impl Share {
    fn is_below(self, known: Self) -> bool {
        self.found * known.all < known.found * self.all
    }
}

/// The shares with and without handles, by op or profile.
type Shares = BTreeMap<String, [Share; 2]>;

/// The shares over all seeds and apps.
fn found_shares() -> Shares {
    let apps: Vec<Before> = APPS.iter().map(|html| Before::render(String::new(), html.as_bytes())).collect();
    let ops = OPS.iter().map(|op| (format!("op {}", op.name), vec![(*op, 1)], 1));
    let profiles = PROFILES.iter().map(|profile| (format!("profile {}", profile.name), profile.ops(), 3));
    ops.chain(profiles)
        .map(|(name, ops, steps)| {
            let mut shares = [Share::default(); 2];
            for (app, seed) in apps.iter().flat_map(|app| (0..SEEDS).map(move |seed| (app, seed))) {
                let recipe = Recipe { seed, steps, ops: ops.clone() };
                tally(app, &Rerender::apply(app.page.dom().clone(), &recipe), &mut shares);
            }
            (name, shares)
        })
        .collect()
}

/// Counts the refs whose widgets are still there and those that are found, with and without handles, where the truth is decidable.
fn tally(before: &Before, rerender: &Rerender, shares: &mut [Share; 2]) {
    if rerender.navigated() || rerender.clarity() == Clarity::Unclear {
        return;
    }
    let mut dom = rerender.dom().clone();
    dom.forget_origin();
    let after = Page::render(dom, Device::default(), RenderOptions::default());
    let current = PageFingerprint::of(&after);
    let truth: BTreeMap<NodeId, Option<NodeId>> = rerender.truth().collect();
    let connected = truth.keys().filter(|&&node| rerender.is_connected(node));
    let handles: FxHashMap<NodeId, NodeId> = connected.map(|&node| (node, node)).collect();
    for (mode, handles) in [(0, Some(&handles)), (1, None)] {
        if mode == 1 && rerender.clarity() != Clarity::Plain {
            continue;
        }
        let resolver = Resolver::new(&before.session, &current, Session::FIRST_TAB, handles);
        for (reference, node) in before.refs.iter().filter(|&(_, node)| is_widget(&before.page, node)) {
            if let Some(Some(now)) = truth.get(&node) {
                shares[mode].all += 1;
                // A widget that is there but hidden is refused for that reason, which counts as found.
                let found = match resolver.resolve(&reference.into()) {
                    Ok(found) => found.node == *now,
                    Err(RefError::Stale { reason: StaleReason::Hidden, .. }) => true,
                    Err(_) => false,
                };
                shares[mode].found += usize::from(found);
            }
        }
    }
}

/// The rows of the scoreboard.
fn rows(board: &str) -> Shares {
    let rows = board.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| {
        let mut cells = line.split('\t');
        let name = cells.next()?.to_owned();
        let mut share = || Some(Share { found: cells.next()?.parse().ok()?, all: cells.next()?.parse().ok()? });
        Some((name, [share()?, share()?]))
    })
    .collect()
}

#[test]
fn simulate_refs_that_are_there_are_found() {
    let now = found_shares();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/healing.tsv");
    let known = rows(&fs::read_to_string(&path).unwrap_or_default());
    let has_fallen =
        |now: &[Share; 2], known: &[Share; 2]| now.iter().zip(known).any(|(now, known)| now.is_below(*known));
    let fallen: Vec<String> = known
        .iter()
        .filter(|(name, known)| now.get(*name).is_none_or(|now| has_fallen(now, known)))
        .map(|(name, known)| format!("{name}: {known:?}, now {:?}", now.get(name)))
        .collect();
    assert!(fallen.is_empty(), "smaller shares than in the scoreboard:\n{}", fallen.join("\n"));
    if now == known {
        return;
    }
    assert!(env::var_os("UPDATE").is_some(), "the scoreboard is out of date: UPDATE=1 writes it");
    let mut board = "# op or profile\tfound\tof\tfound without handles\tof\n".to_owned();
    for (name, [with, without]) in &now {
        board.push_str(&format!("{name}\t{}\t{}\t{}\t{}\n", with.found, with.all, without.found, without.all));
    }
    fs::write(path, board).expect("the corpus is writable");
}
