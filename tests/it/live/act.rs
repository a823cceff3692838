//! Input to tabs: refs that heal, clicks that are refused, two tabs at once.

use serde_json::Value;
use stillpage::live::Browser;

use super::{browser, run, show};

/// Runs a command of `live` on a browser.
pub(crate) fn live(browser: &Browser, arguments: &[&str]) -> (i32, Value) {
    let address = browser.address().to_string();
    let mut line = vec!["live"];
    line.extend(arguments);
    line.extend(["--cdp", &address, "--json"]);
    let (code, out, err) = run(&line);
    let text = if out.is_empty() { &err } else { &out };
    (code, serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {out} {err}")))
}

/// The ref of the element with this name in a snapshot.
pub(crate) fn reference(nodes: &Value, name: &str) -> Option<String> {
    match nodes {
        Value::Array(list) => list.iter().find_map(|node| reference(node, name)),
        Value::Object(map) if map.get("name").and_then(Value::as_str) == Some(name) => {
            map.get("ref").and_then(Value::as_str).map(str::to_owned)
        }
        Value::Object(map) => map.values().find_map(|node| reference(node, name)),
        _ => None,
    }
}

pub(crate) fn text(browser: &mut Browser, tab: &str, script: &str) -> Value {
    browser.tab(tab).expect("the tab is open").evaluate(script).expect("a script runs")
}

#[test]
fn click_reaches_the_element_that_a_ref_names() {
    let mut browser = browser();
    let tab = show(
        &mut browser,
        "<title>One</title><div style='height:2000px'></div><button onclick='document.title=\"clicked\"'>Pay</button>",
    )
    .id()
    .to_owned();
    let (code, page) = live(&browser, &["snapshot", "--tab", &tab]);
    assert_eq!(code, 0, "{page}");
    let pay = reference(&page["snapshot"], "Pay").expect("the button has a ref");
    let (code, answer) = live(&browser, &["click", &pay, "--tab", &tab]);
    assert!(code == 0 && answer["clicked"] == true && answer["ref"] == pay.as_str(), "{answer}");
    assert_eq!(text(&mut browser, &tab, "document.title"), "clicked");
}

#[test]
fn click_on_what_is_covered_is_refused() {
    let mut browser = browser();
    let tab = show(
        &mut browser,
        "<title>One</title><button onclick='document.title=\"clicked\"'>Pay</button>\
         <div id=veil style='position:fixed;inset:0;background:#0008'>Veil</div>",
    )
    .id()
    .to_owned();
    let (code, answer) = live(&browser, &["click", "button", "--tab", &tab]);
    assert!(code == 1 && answer["error"]["message"].as_str().is_some_and(|m| m.contains("veil")), "{answer}");
    assert_eq!(text(&mut browser, &tab, "document.title"), "One", "nothing was clicked");
}

#[test]
fn text_boxes_are_filled_typed_into_and_submitted() {
    let mut browser = browser();
    let tab = show(
        &mut browser,
        "<form onsubmit='event.preventDefault();document.title=name.value+speed.value'><input id=name value=old aria-label=Name>\
         <select id=speed><option>Slow<option>Fast</select></form>",
    )
    .id()
    .to_owned();
    for line in [
        &["fill", "#name", "Ada"][..],
        &["type", "#name", "!"],
        &["select", "#speed", "Fast"],
        &["press", "Enter", "#name"],
    ] {
        let (code, answer) = live(&browser, &[line, &["--tab", &tab]].concat());
        assert_eq!(code, 0, "{line:?}: {answer}");
    }
    assert_eq!(text(&mut browser, &tab, "document.title"), "Ada!Fast");
    let (code, answer) = live(&browser, &["select", "#speed", "Warp", "--tab", &tab]);
    assert!(code == 1 && answer["error"]["hint"].as_str().is_some_and(|h| h.contains("Fast")), "{answer}");
}

#[test]
fn two_tabs_are_kept_apart() {
    let mut browser = browser();
    let one = show(&mut browser, "<title>One</title><button>First</button>").id().to_owned();
    let two = show(&mut browser, "<title>Two</title><button>Second</button>").id().to_owned();
    let (_, first) = live(&browser, &["snapshot", "--tab", &one]);
    let (_, second) = live(&browser, &["snapshot", "--tab", "Two"]);
    assert!(reference(&first["snapshot"], "First").is_some(), "{first}");
    assert!(reference(&second["snapshot"], "Second").is_some(), "{second}");
    let (code, error) = live(&browser, &["snapshot"]);
    assert!(code == 2 && error["error"]["code"] == "invalid_arguments", "which of them? {error}");
    let _ = two;
}

#[test]
fn tools_answer_of_a_tab_as_of_a_file() {
    let mut browser = browser();
    let tab = show(&mut browser, "<p>Out of stock</p><a href=/x>More</a>").id().to_owned();
    let (code, found) = live(&browser, &["find", "a[href]", "--tab", &tab]);
    assert!(code == 0 && found["totalMatches"] == 1, "{found}");
    let (code, waited) = live(&browser, &["wait", "out of stock", "--tab", &tab]);
    assert!(code == 0 && waited["waited"] == true, "{waited}");
    let (code, late) = live(&browser, &["wait", "never there", "--tab", &tab, "--timeout", "1"]);
    assert!(code == 2 && late["error"]["code"] == "timeout", "{late}");
}

#[test]
fn value_that_a_control_refuses_changes_nothing() {
    let mut browser = browser();
    let tab = show(
        &mut browser,
        "<input type=date value=2026-01-02 aria-label=Day><input type=number value=5 aria-label=Count><input readonly value=x \
         aria-label=Code><input type=checkbox aria-label=Gift><input disabled aria-label=Off>",
    )
    .id()
    .to_owned();
    for (target, value) in [
        ("[type=date]", "tomorrow"),
        ("[type=number]", "many"),
        ("[readonly]", "y"),
        ("[type=checkbox]", "on"),
        ("[disabled]", "z"),
    ] {
        let (code, answer) = live(&browser, &["fill", target, value, "--tab", &tab]);
        // A disabled control refuses; the others do not take such a value.
        assert_eq!(code, if target == "[disabled]" { 1 } else { 2 }, "{target}: {answer}");
        assert_ne!(answer["error"]["code"], "cdp_error", "{target}: {answer}");
    }
    let values = text(&mut browser, &tab, "[...document.querySelectorAll('input')].map(i => i.value).join()");
    assert_eq!(values, "2026-01-02,5,x,on,");
    for (target, value) in [("[type=date]", "2026-05-31"), ("[type=number]", "12")] {
        let (code, answer) = live(&browser, &["fill", target, value, "--tab", &tab]);
        assert!(code == 0 && answer["filled"] == true, "{target}: {answer}");
    }
    let values = text(&mut browser, &tab, "[...document.querySelectorAll('input')].map(i => i.value).join()");
    assert_eq!(values, "2026-05-31,12,x,on,");
}

#[test]
fn commands_show_the_tab_on_the_device_that_they_name() {
    let mut browser = browser();
    let tab = show(
        &mut browser,
        "<title>One</title><meta name=viewport content='width=device-width'><style>button { display: none }\
         @media (width: 390px) { .narrow { display: block } } @media (min-resolution: 3x) { .sharp { display: block } }\
         @media (prefers-color-scheme: dark) { .dark { display: block } } @media (pointer: coarse) { .touch { display: block } }\
         </style><button class=narrow>Narrow</button><button class=sharp>Sharp</button><button class=dark>Dark</button>\
         <button class=touch>Touch</button>",
    )
    .id()
    .to_owned();
    let shown = |options: &[&str]| {
        let (code, page) = live(&browser, &[&["snapshot", "--tab", &tab], options].concat());
        assert_eq!(code, 0, "{page}");
        let names = ["Narrow", "Sharp", "Dark", "Touch"].into_iter();
        names.filter(|name| reference(&page["snapshot"], name).is_some()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(shown(&["--viewport", "390x800"]), "Narrow");
    assert_eq!(shown(&["--scale", "3"]), "Sharp");
    assert_eq!(shown(&["--color-scheme", "dark"]), "Dark");
    assert_eq!(shown(&["--device", "iPhone 15", "--viewport", "390x800"]), "Narrow Sharp Touch");
    assert_eq!(shown(&[]), "", "the tab is as it was");
}
