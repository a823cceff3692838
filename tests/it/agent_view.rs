//! The agent's view of every page of the corpus: `snapshot` with its notes and marks, word for word. A change here is a change of
//! what agents read: look at it as one of them would.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The pages by name, each with its file.
fn pages() -> Vec<(String, PathBuf)> {
    let folders = fs::read_dir(root().join("corpus/pages")).expect("the corpus").flatten().map(|entry| entry.path());
    let mut pages: Vec<(String, PathBuf)> = folders
        .filter_map(|folder| {
            let file =
                ["page.html", "page.mhtml"].map(|name| folder.join(name)).into_iter().find(|file| file.exists())?;
            Some((folder.file_name()?.to_string_lossy().into_owned(), file))
        })
        .collect();
    pages.sort();
    pages
}

fn view(file: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_stillpage")).arg("snapshot").arg(file).output().expect("it starts");
    assert!(output.status.success(), "{}: {}", file.display(), String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn agent_view_of_every_page() {
    let pages = pages();
    assert!(pages.len() > 20, "the corpus is there");
    insta::with_settings!({ snapshot_path => "../../snapshots/agent", prepend_module_to_snapshot => false, omit_expression => true }, {
        for (name, file) in &pages {
            insta::assert_snapshot!(name.as_str(), view(file));
        }
    });
}

#[test]
fn agent_view_has_no_orphans() {
    let known: BTreeSet<String> = pages().into_iter().map(|(name, _)| format!("{name}.snap")).collect();
    let recorded = fs::read_dir(root().join("snapshots/agent")).expect("the recordings").flatten();
    let orphans: Vec<String> = recorded
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !known.contains(name))
        .collect();
    assert!(orphans.is_empty(), "of no page: {}", orphans.join(", "));
}
