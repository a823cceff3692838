//! A defect of ours, in whatever stage: the library panics in its caller, the command line reports it and prints nothing.

#![cfg(debug_assertions)]

use std::process::{Command, Stdio};

use stillpage::fault::{STAGES, inject};
use stillpage::{Page, Snapshot, SnapshotOptions};

/// A shallow page, and one with as many levels as parsers keep.
fn pages() -> [String; 2] {
    ["<p>one <button>two</button>".to_owned(), format!("{}<button>two</button>", "<div>".repeat(600))]
}

#[test]
fn panic_reaches_the_caller_of_the_library() {
    for html in pages() {
        for (name, stage) in STAGES {
            inject(Some(stage));
            let caught = std::panic::catch_unwind(|| {
                Snapshot::render(&Page::from_html(&html), &SnapshotOptions::default()).to_string()
            });
            inject(None);
            let payload = caught.expect_err(name);
            assert_eq!(payload.downcast_ref(), Some(&"a fault was injected"), "{name}");
        }
        assert!(Page::from_html(&html).inner_text().contains("two"), "no fault is left");
    }
}

#[test]
fn panic_is_an_internal_error_of_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("out.svg");
    for html in pages() {
        let page = folder.path().join("p.html");
        std::fs::write(&page, html).expect("a file");
        for (name, _) in STAGES {
            for json in [false, true] {
                let mut command = Command::new(env!("CARGO_BIN_EXE_stillpage"));
                command.args(["view", "-o"]).arg(&output).arg(&page).env("STILLPAGE_FAULT", name);
                command.args(json.then_some("--json")).stdin(Stdio::null());
                let run = command.output().expect("the binary runs");
                let err = String::from_utf8_lossy(&run.stderr);
                assert_eq!(run.status.code(), Some(2), "{name}: {err}");
                assert!(run.stdout.is_empty() && !output.exists(), "{name}: nothing is written");
                assert!(err.contains("a fault was injected (crates/"), "{name}: the place is named: {err}");
                if json {
                    let error: serde_json::Value = serde_json::from_str(&err).expect("JSON");
                    assert_eq!(error["error"]["code"], "internal", "{name}");
                }
            }
        }
    }
}
