//! Commands about several pages at once: files, globs, folders and addresses, each under its name.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

/// The folder of the pages, written once for all tests: they run at the same time.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(written)
}

fn written() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    std::fs::create_dir_all(folder.join("shop")).expect("the target folder is writable");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("it is writable");
    write("a.html", "<!doctype html><meta charset=utf-8><title>A</title><h1>Tea</h1><button>Buy tea</button>");
    write(
        "b.html",
        "<!doctype html><meta charset=utf-8><title>B</title><h1>Soap</h1><button disabled>Buy soap</button>",
    );
    write(
        "shop/index.html",
        "<!doctype html><meta charset=utf-8><title>Shop</title><h1>Shop</h1><button>Enter</button>",
    );
    write("shop/other.html", "<!doctype html><meta charset=utf-8><title>Other</title><p>Other");
    folder
}

/// Exit code, answer and messages of a command line.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .args(arguments)
        .current_dir(folder())
        .output()
        .expect("the binary starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("it was not killed"), text(output.stdout), text(output.stderr))
}

#[test]
fn each_page_has_its_heading() {
    for (line, expected) in [
        (&["text"][..], "## a.html\nTea\nBuy tea\n## b.html\nSoap\nBuy soap\n"),
        (&["markdown"], "## a.html\n# Tea\n"),
        (&["snapshot", "--playwright"], "## a.html\n- generic [active] [ref=e1]:\n"),
        (&["check", "--all"], "## a.html\nok   button #"),
        (&["audit", "--rule", "html-has-lang"], "## a.html\nhtml-has-lang"),
    ] {
        let mut words = line.to_vec();
        words.extend(["a.html", "b.html"]);
        let (_, out, err) = run(&words);
        assert!(out.starts_with(expected) && out.contains("## b.html\n"), "{line:?}: {out}{err}");
    }
}

#[test]
fn what_is_looked_for_stands_behind_the_pages() {
    let expected = |out: &str| out.contains("## a.html\n#") && out.contains("## b.html\n#");
    for line in [
        &["find", "a.html", "b.html", "button"][..],
        &["find", "--no-text", "a.html", "--attr", "id", "b.html", "getByRole('button')"],
        &["search", "a.html", "b.html", "buy", "--max-results", "2"],
    ] {
        let (code, out, err) = run(line);
        assert!(code == 0 && (expected(&out) || out.contains("## b.html\n")), "{line:?}: {out}{err}");
    }
    let (code, out, err) = run(&["check", "a.html", "b.html", "button"]);
    assert_eq!(code, 1, "the second is disabled: {out}");
    assert!(err.contains("error: b.html: ") && !err.contains("a.html"), "{err}");
    let (code, _, err) = run(&["find", "a.html"]);
    assert!(code == 2 && err.starts_with("error: SELECTOR is missing"), "{err}");
}

#[test]
fn globs_folders_and_addresses_are_pages() {
    assert_eq!(run(&["text", "*.html"]).1, run(&["text", "a.html", "b.html"]).1);
    assert_eq!(run(&["text", "shop"]).1, "Shop\nEnter\n", "a folder is its index");
    assert!(run(&["text", "."]).1.contains("## ./shop/other.html\nOther\n"), "all pages below a folder without one");
    let address = format!("file://{}", folder().join("a.html").display());
    assert_eq!(run(&["text", &address]).1, "Tea\nBuy tea\n");
    let (code, out, err) = run(&["text", "c*.html"]);
    assert!(code == 2 && out.is_empty() && err.starts_with("error: no file matches `c*.html`"), "{err}");
}

#[test]
fn one_json_document_has_all_pages() {
    let (code, out, err) = run(&["check", "a.html", "gone.html", "b.html", "button", "--json"]);
    let value: Value = serde_json::from_str(&out).expect("JSON");
    let pages = value["pages"].as_array().expect("pages");
    let names: Vec<&str> = pages.iter().filter_map(|page| page["file"].as_str()).collect();
    assert_eq!((code, names.as_slice(), err.as_str()), (2, &["a.html", "gone.html", "b.html"][..], ""), "{out}");
    assert_eq!(pages[0]["answer"][0]["ok"], true);
    assert_eq!((&pages[1]["answer"], &pages[1]["error"]["code"]), (&Value::Null, &Value::from("io_error")));
    assert_eq!((&pages[2]["answer"][0]["ok"], &pages[2]["error"]["code"]), (&false.into(), &"not_enabled".into()));
}

#[test]
fn sessions_and_outputs_are_of_one_page() {
    for line in [&["--session", "s.json"][..], &["--mark", "out.html"]] {
        let mut words = vec!["snapshot", "a.html", "b.html"];
        words.extend(line);
        let (code, out, err) = run(&words);
        assert!(code == 2 && out.is_empty() && err.contains(&format!("error: {} is about one page", line[0])), "{err}");
    }
}
