//! `stillpage review` over folders, pages and recordings.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn run(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the binary starts");
    (output.status.code().expect("it was not killed"), String::from_utf8(output.stdout).expect("UTF-8"))
}

const FOLDERS: [&str; 3] = ["review", "corpus/review/base", "corpus/review/head"];

fn json(more: &[&str]) -> (i32, Value) {
    let (code, text) = run(&[&FOLDERS[..], more, &["--json"]].concat());
    (code, serde_json::from_str(&text).expect("JSON"))
}

#[test]
fn broken_locators_are_listed_with_replacements() {
    let (code, review) = json(&["--tests", "corpus/review/tests"]);
    assert_eq!(code, 1, "{review}");
    let cart = &review["pages"][0];
    assert_eq!(cart["page"], "cart.html");
    let locators = cart["locators"].as_array().expect("locators");
    let found = |name: &str, line: u64| {
        let is_it = |row: &&Value| row["file"].as_str().is_some_and(|file| file.ends_with(name)) && row["line"] == line;
        locators.iter().find(is_it).unwrap_or_else(|| panic!("{name}:{line} in {review}"))
    };
    let pay = found("cart.spec.ts", 8);
    assert_eq!((&pay["verdict"], &pay["matches"]), (&"none".into(), &0.into()));
    assert_eq!(pay["replacement"], "page.getByTestId('pay')");
    assert_eq!(found("cart.spec.ts", 6)["verdict"], "several");
    assert_eq!(found("test_help.py", 8)["replacement"], "page.get_by_test_id(\"pay\")");
    assert_eq!(locators.len(), 3, "{review}");
    let unknown = review["notUnderstood"].as_array().expect("a list");
    assert_eq!(unknown.len(), 1, "{review}");
    assert_eq!(unknown[0]["line"], 10);
}

#[test]
fn changes_of_elements_are_listed_by_kind() {
    let (code, review) = json(&[]);
    assert_eq!(code, 1, "{review}");
    let changes = review["pages"][0]["changes"].as_array().expect("changes");
    let kind = |kind: &str| changes.iter().filter(|change| change["kind"] == kind).collect::<Vec<_>>();
    let [name] = kind("name")[..] else { panic!("{review}") };
    assert_eq!((&name["name"], &name["now"]["name"]), (&"Pay 12 €".into(), &"Pay 16 €".into()));
    assert!(kind("new").iter().any(|change| change["name"] == "News"), "{review}");
    assert_eq!(review["pages"][1]["changes"], Value::Array(Vec::new()), "help.html is as it was");
}

#[test]
fn annotations_and_summary_name_the_lines() {
    let summary = Path::new(env!("CARGO_TARGET_TMPDIR")).join("review.md");
    let path = summary.to_string_lossy();
    let (code, text) =
        run(&[&FOLDERS[..], &["--tests", "corpus/review/tests", "--github", "--markdown", &path]].concat());
    assert_eq!(code, 1);
    let file = "corpus/review/tests/cart.spec.ts";
    assert!(text.contains(&format!("::error file={file},line=8,title=stillpage review::")), "{text}");
    assert!(text.contains(&format!("::notice file={file},line=10,")), "{text}");
    let summary = std::fs::read_to_string(summary).expect("it was written");
    assert!(summary.contains("`page.getByTestId('pay')`"), "{summary}");
}

#[test]
fn same_versions_break_nothing() {
    let base = "corpus/review/base";
    let (code, text) = run(&["review", base, base, "--tests", "corpus/review/tests"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("no changes; locators: ") && text.contains(", 0 broken, 1 not understood"), "{text}");
}

#[test]
fn recordings_are_compared_action_by_action() {
    let trace = "corpus/recordings/checkout-test.trace.zip";
    let (code, text) = run(&["review", trace, trace]);
    assert_eq!(code, 0, "{text}");
    let (_, text) = run(&["review", "corpus/recordings/checkout.trace.zip", trace, "--json"]);
    let review: Value = serde_json::from_str(&text).expect("JSON");
    assert!(review["pages"].as_array().is_some_and(|pages| pages.len() > 1), "{review}");
}

#[test]
fn what_cannot_be_compared_is_an_error() {
    for arguments in [
        &["review", "absent", "corpus/review/head"][..],
        &["review", "corpus/review/base", "corpus/review/head/cart.html"],
        &["review", "corpus/review/base", "corpus/review/head", "--tests", "corpus/review/base"],
        &["review", "corpus/recordings/checkout.trace.zip", "corpus/review/head/cart.html"],
    ] {
        assert_eq!(run(arguments).0, 2, "{arguments:?}");
    }
}
