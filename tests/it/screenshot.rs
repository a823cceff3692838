//! Pictures of pages in pixels: the command and the tool for agents.

use std::fs;

use base64::Engine as _;
use serde_json::{Value, json};

use crate::mcp::showing;
use crate::view::{print, run, scratch};

/// Width and height of a PNG file.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(png.get(..8), Some(&b"\x89PNG\r\n\x1a\n"[..]), "a PNG file");
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (side(16), side(20))
}

const PAGE: &str = "corpus/pages/checkout-modal/page.html";

#[test]
fn screenshot_is_as_large_as_what_was_asked_for() {
    let file = scratch("screenshot.png");
    let path = file.to_str().expect("UTF-8");
    let taken = |more: &[&str]| {
        let said = print(&[&["screenshot", PAGE, "-o", path], more].concat());
        (size(&fs::read(&file).expect("it was written")), said)
    };
    let (window, said) = taken(&[]);
    assert_eq!(window, (1280, 720));
    assert!(said.starts_with(&format!("# {path}: 1280x720 pixels\n")), "{said}");
    assert!(taken(&["--full-page"]).0.1 >= 720);
    assert_eq!(taken(&["--scale", "2"]).0, (2560, 1440));
    let (button, _) = taken(&["--clip", "button"]);
    assert!(button.0 < 1280 && button.1 < 100, "{button:?}");
    let marked: Value =
        serde_json::from_str(&print(&["screenshot", PAGE, "-o", path, "--marks", "--json"])).expect("JSON");
    assert!(marked["marks"].as_u64().is_some_and(|marks| marks > 1), "{marked}");
}

#[test]
fn screenshot_says_what_is_wrong() {
    let file = scratch("wrong.png");
    let path = file.to_str().expect("UTF-8");
    let (code, _, err) = run(&["screenshot", PAGE, "-o", "page.jpg"]);
    assert_eq!(code, 2);
    assert!(err.starts_with("error: `page.jpg` ends neither in .png nor in .webp\n  hint: "), "{err}");
    let (code, _, err) = run(&["screenshot", PAGE, "-o", path, "--clip", "head"]);
    assert_eq!(code, 1);
    assert!(err.starts_with("error: not found: the box of `head`"), "{err}");
    let (code, _, err) = run(&["screenshot", PAGE, "-o", path, "--scale", "10"]);
    assert_eq!(code, 2);
    assert!(err.contains("a picture of 12800x7200 pixels is too large"), "{err}");
}

#[test]
fn agents_get_the_window_the_whole_page_or_an_element() {
    let (_folder, mut client) = showing("<button>Go</button><div style='height: 3000px'></div>");
    let mut taken = |arguments: Value| {
        let answer =
            client.request("tools/call", &json!({ "name": "browser_take_screenshot", "arguments": arguments }));
        let image = &answer["result"]["content"][1];
        assert_eq!(image["mimeType"], "image/png", "{answer}");
        size(&base64::prelude::BASE64_STANDARD.decode(image["data"].as_str().expect("base64")).expect("base64"))
    };
    assert_eq!(taken(json!({})), (1280, 720));
    let (_, whole) = taken(json!({ "fullPage": true }));
    assert!(whole > 3000, "{whole}");
    let button = taken(json!({ "target": "button" }));
    assert!(button.0 < 100 && button.1 < 40, "{button:?}");
}

#[test]
fn other_answers_are_drawn_too() {
    let file = scratch("answer.png");
    let path = file.to_str().expect("UTF-8");
    let changed = scratch("changed.html");
    let html = fs::read_to_string(PAGE).expect("a page of the corpus");
    fs::write(&changed, html.replacen("<button", "<button title=new", 1)).expect("it is writable");
    let after = changed.to_str().expect("UTF-8");
    for (arguments, words) in [
        (&["check", PAGE, "--all", "--screenshot", path][..], "clicks would land"),
        (&["diff", PAGE, after, "--screenshot", path], ": 2576x"),
    ] {
        let printed = print(arguments);
        assert!(printed.contains(words) && printed.contains(path), "{printed}");
        assert!(fs::read(&file).expect("it was written").starts_with(b"\x89PNG"), "{arguments:?}");
        fs::remove_file(&file).expect("it is there");
    }
    let html = scratch("over.html");
    print(&["view", PAGE, "-o", html.to_str().expect("UTF-8"), "--screenshot"]);
    let over = fs::read_to_string(&html).expect("it was written");
    assert!(over.contains("href=\"data:image/png;base64,") && over.contains("class=\"box control\""));
}
