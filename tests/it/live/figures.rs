//! `verify` over all pages of the corpus: its figures are committed, and none may fall.

use std::collections::BTreeMap;
use std::{env, fs};

use serde_json::Value;

use super::{root, run, say};

/// Figures are means over pages; fonts and rounding leave them this much room.
const ROOM: f64 = 0.002;

#[test]
fn figures_of_verify_do_not_fall() {
    let corpus = root().join("corpus/pages");
    let (code, out, err) = run(&["verify", &corpus.to_string_lossy(), "--json", "--timeout", "60"]);
    assert_eq!(code, 0, "{err}");
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    let figures: BTreeMap<String, f64> = answer["summary"]
        .as_object()
        .expect("a summary")
        .iter()
        .map(|(area, figure)| (area.clone(), figure["mean"].as_f64().expect("a mean")))
        .collect();
    let board = root().join("snapshots/verify.json");
    if env::var_os("UPDATE").is_some() {
        let text = serde_json::to_string_pretty(&figures).expect("JSON");
        fs::write(&board, text + "\n").expect("the scoreboard can be written");
        return;
    }
    let known: BTreeMap<String, f64> =
        serde_json::from_str(&fs::read_to_string(&board).expect("the scoreboard is committed")).expect("a scoreboard");
    for (area, least) in &known {
        let now = figures.get(area).copied().unwrap_or(0.0);
        assert!(now + ROOM >= *least, "{area} fell from {least} to {now}");
        if now > least + ROOM {
            say(&format!("{area} rose from {least} to {now}: UPDATE=1 writes it down"));
        }
    }
}
