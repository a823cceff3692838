//! Templates in tests: what `assert_aria_snapshot!` leaves for `cargo insta review`, and what `stillpage test` does.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use stillpage::assert_aria_snapshot;

/// Set in the process that runs a failing assertion for another test.
const FAILING: &str = "STILLPAGE_FAILING_ASSERTION";

const PAGE: &str = "<h1>Cart (2)</h1><ul><li>Mug</li><li>Pot</li></ul><button>Pay</button>";

#[test]
fn inline_template_that_differs() {
    if std::env::var_os(FAILING).is_some() {
        assert_aria_snapshot!(PAGE, @r#"
        - heading /Cart \(\d+\)/ [level=1]
        - button "Buy"
        "#);
    }
}

#[test]
fn stored_template_that_differs() {
    if std::env::var_os(FAILING).is_some() {
        assert_aria_snapshot!(PAGE, name = "cart");
    }
}

#[test]
fn templates_that_match() {
    assert_aria_snapshot!(PAGE, @r#"- heading /Cart \(\d+\)/"#);
    assert_aria_snapshot!(PAGE, @r#"
    - list:
      - listitem: Pot
    "#);
    assert_aria_snapshot!(stillpage::Page::from_html(PAGE), "- button \"Pay\"");
}

/// Runs one of the tests above in a workspace of its own, so that it fails.
fn fail(test: &str, root: &Path) -> Output {
    let binary = std::env::current_exe().expect("this binary");
    let mut command = Command::new(binary);
    command.args(["--exact", &format!("assertions::{test}"), "--nocapture"]);
    command.env(FAILING, "1").env("INSTA_UPDATE", "new").env("INSTA_WORKSPACE_ROOT", root);
    command.output().expect("it runs")
}

#[test]
fn inline_template_is_written_for_review() {
    let root = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(root.path().join("tests/it")).expect("a folder");
    let run = fail("inline_template_that_differs", root.path());
    assert!(!run.status.success(), "the assertion fails");
    let message = String::from_utf8_lossy(&run.stderr);
    assert!(message.contains("\n  - heading /Cart \\(\\d+\\)/ [level=1]\n"), "what matches: {message}");
    assert!(
        message.contains("- - button \"Buy\"  # nearest is button \"Pay\": the name is \"Pay\"\n"),
        "and why: {message}"
    );
    let pending =
        fs::read_to_string(root.path().join("tests/it/.assertions.rs.pending-snap")).expect("a pending snapshot");
    let pending: Value = serde_json::from_str(pending.lines().next().unwrap_or_default()).expect("JSON");
    let expected =
        "- heading /Cart \\(\\d+\\)/ [level=1]\n- list:\n  - listitem: Mug\n  - listitem: Pot\n- button \"Pay\"";
    assert_eq!(pending["new"]["snapshot"], expected);
}

#[test]
fn stored_template_is_written_for_review() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("tests/it/snapshots");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("it__assertions__cart.snap");
    let stored = "---\nsource: tests/it/assertions.rs\n---\n- heading /Cart \\(\\d+\\)/ [level=1]\n";
    fs::write(&path, stored).expect("a file");
    assert!(fail("stored_template_that_differs", root.path()).status.success(), "a part of the page is enough");
    fs::write(&path, format!("{stored}- button \"Buy\"\n")).expect("a file");
    assert!(!fail("stored_template_that_differs", root.path()).status.success(), "the assertion fails");
    let new = fs::read_to_string(path.with_extension("snap.new")).expect("a new snapshot");
    assert!(new.ends_with("---\n- heading /Cart \\(\\d+\\)/ [level=1]\n- list:\n  - listitem: Mug\n  - listitem: Pot\n- button \"Pay\"\n"), "{new}");
}

/// `stillpage test` in a folder.
fn test(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stillpage"));
    let run = command.arg("test").args(arguments).current_dir(folder).output().expect("the binary runs");
    (run.status.code(), String::from_utf8_lossy(&run.stdout).into_owned())
}

#[test]
fn folder_of_pages_is_a_suite() {
    let root = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("pages/cart.html", PAGE);
    write("pages/cart.aria.yml", "- heading /Cart \\(\\d+\\)/ [level=1]\n- button \"Buy\"\n");
    write("pages/deep/list.html", PAGE);
    write("pages/deep/list.aria.yml", "- listitem: Pot\n");
    write("pages/deep/new.html", "<p>New</p>");
    // Resources saved beside a page are not pages.
    write("pages/cart_files/frame.html", PAGE);
    write("pages/cart_files/frame.aria.yml", "- tree\n");
    let (code, out) = test(root.path(), &["pages", "--junit", "report.xml", "--html", "report.html"]);
    assert_eq!(
        (code, out.as_str()),
        (
            Some(1),
            "failed pages/cart.html\n    - heading /Cart \\(\\d+\\)/ [level=1]\n  - - button \"Buy\"  # nearest is button \"Pay\": \
             the name is \"Pay\"\n# 1 passed, 1 failed\n# without a template: pages/deep/new.html; --update writes one\n"
        )
    );
    let report = fs::read_to_string(root.path().join("report.xml")).expect("a report");
    assert!(report.contains("<testsuites name=\"stillpage\" tests=\"2\" failures=\"1\" errors=\"0\">"), "{report}");
    let shown = fs::read_to_string(root.path().join("report.html")).expect("a report");
    assert!(shown.contains("data:image/svg+xml,%3Csvg") && !shown.contains("<script"), "{shown}");
    // The frame of the nearest button leads to the line about it.
    assert!(shown.contains("<a href=\"#c0l1\" class=\"critical\">"), "{shown}");
    assert!(shown.contains("<span id=\"c0l1\" class=\"less\">- - button &quot;Buy&quot;"), "{shown}");
    assert!(
        !shown.contains("deep/list.html") && shown.contains("pages/deep/new.html"),
        "what passed is only counted: {shown}"
    );
    let (_, out) = test(root.path(), &["pages", "--github"]);
    let annotation = "::error file=pages/cart.aria.yml,line=1,title=stillpage test::pages/cart.html does not match:%0A- - button \"Buy\"";
    assert!(out.lines().any(|line| line.starts_with(annotation)), "{out}");
    let (code, out) = test(root.path(), &["pages", "--update"]);
    let expected = "updated pages/cart.aria.yml\ncreated pages/deep/new.aria.yml\n# 1 passed, 1 updated, 1 created\n";
    assert_eq!((code, out.as_str()), (Some(0), expected));
    let updated = fs::read_to_string(root.path().join("pages/cart.aria.yml")).expect("a template");
    assert!(updated.starts_with("- heading /Cart \\(\\d+\\)/ [level=1]\n- list:\n"), "{updated}");
    assert_eq!(test(root.path(), &["pages"]), (Some(0), "# 3 passed\n".to_owned()));
    write("pages/cart.aria.yml", "- button [chcked]\n");
    let (code, out) = test(root.path(), &["pages"]);
    let error = "error pages/cart.html: pages/cart.aria.yml: unsupported attribute [chcked] at line 1, column 11\n";
    assert!(code == Some(2) && out.starts_with(error), "{out}");
}
