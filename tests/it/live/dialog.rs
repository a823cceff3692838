//! Dialogs: alerts are accepted, questions are reported, and a page is never left waiting for an answer.

use super::act::{live, reference, text};
use super::{browser, show};

const PAGE: &str = "<title>t</title><button onclick='alert(\"Saved\");document.title=\"saved\"'>Save</button>\
                    <button onclick='document.title=confirm(\"Delete all?\")?\"gone\":\"kept\"'>Delete</button>\
                    <button onclick='document.title=\"said \"+prompt(\"Name?\")'>Ask</button>";

#[test]
fn alert_is_no_obstacle() {
    let mut browser = browser();
    let tab = show(&mut browser, PAGE).id().to_owned();
    let (code, answer) = live(&browser, &["click", "button:nth-of-type(1)", "--tab", &tab]);
    assert!(code == 0 && answer["clicked"] == true, "{answer}");
    assert_eq!(answer["dialogs"][0]["message"], "Saved", "{answer}");
    assert_eq!(text(&mut browser, &tab, "document.title"), "saved");
}

#[test]
fn question_without_an_answer_is_an_error_and_blocks_nothing() {
    let mut browser = browser();
    let tab = show(&mut browser, PAGE).id().to_owned();
    for (button, says) in [("button:nth-of-type(2)", "Delete all?"), ("button:nth-of-type(3)", "Name?")] {
        let (code, answer) = live(&browser, &["click", button, "--tab", &tab]);
        assert!(code == 2 && answer["error"]["code"] == "cdp_error", "{answer}");
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(message.contains(says), "{answer}");
        assert!(answer["error"]["hint"].as_str().is_some_and(|hint| hint.contains("--dialog")), "{answer}");
    }
    assert_eq!(text(&mut browser, &tab, "document.title"), "said null", "nobody waits for an answer");
}

#[test]
fn question_is_answered_as_the_user_says() {
    let mut browser = browser();
    let tab = show(&mut browser, PAGE).id().to_owned();
    for (answer, title) in [("accept", "gone"), ("dismiss", "kept")] {
        let (code, report) = live(&browser, &["click", "button:nth-of-type(2)", "--tab", &tab, "--dialog", answer]);
        assert!(code == 0 && report["dialogs"][0]["accepted"] == (answer == "accept"), "{report}");
        assert_eq!(text(&mut browser, &tab, "document.title"), title);
    }
}

#[test]
fn page_that_does_not_want_to_be_left_is_left_only_if_the_user_says() {
    let mut browser = browser();
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, html: &str| std::fs::write(folder.path().join(name), html).expect("a file");
    write("two.html", "<!doctype html><title>two</title><p>Two</p>");
    write(
        "one.html",
        "<!doctype html><title>one</title><input aria-label=Draft><a href=two.html>Leave</a>\
         <script>onbeforeunload = event => { event.preventDefault(); event.returnValue = 'x' }</script>",
    );
    let tab = {
        let mut tab = browser.open().expect("a tab");
        tab.load(&format!("file://{}/one.html", folder.path().display()), super::LIMIT).expect("it loads");
        tab.id().to_owned()
    };
    let click = |browser: &_, more: &[&str]| live(browser, &[&["click", "a", "--tab", &tab], more].concat());
    // A page may ask only once somebody has used it.
    let (code, typed) = live(&browser, &["fill", "input", "draft", "--tab", &tab]);
    assert_eq!(code, 0, "{typed}");
    let (code, answer) = click(&browser, &[]);
    assert!(code == 2 && answer["error"]["message"].as_str().is_some_and(|m| m.contains("beforeunload")), "{answer}");
    assert_eq!(text(&mut browser, &tab, "document.title"), "one");
    let (code, answer) = click(&browser, &["--dialog", "accept"]);
    assert!(code == 0 && answer["dialogs"][0]["kind"] == "beforeunload", "{answer}");
    let (code, page) = live(&browser, &["wait", "Two", "--tab", &tab]);
    assert_eq!(code, 0, "{page}");
}

#[test]
fn refs_outlive_dialogs() {
    let mut browser = browser();
    let tab = show(&mut browser, PAGE).id().to_owned();
    let folder = tempfile::tempdir().expect("a folder");
    let session = folder.path().join("s").to_string_lossy().into_owned();
    let (_, page) = live(&browser, &["snapshot", "--tab", &tab, "--session", &session]);
    let delete = reference(&page["snapshot"], "Delete").expect("a ref");
    for expected in [2, 2] {
        let (code, answer) = live(&browser, &["click", &delete, "--tab", &tab, "--session", &session]);
        assert!(code == expected && answer["error"]["code"] == "cdp_error", "{answer}");
    }
}
