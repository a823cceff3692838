//! The rules of clicks, modals and covers on the pages of the corpus that were made for them. Where a click goes, what it
//! hits and what has to be scrolled was asked of Chromium and Playwright first.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

fn file(page: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus/pages").join(page).join("page.html")
}

/// Exit code, stdout, stderr.
fn stillpage(page: &str, command: &str, arguments: &[&str]) -> (i32, String, String) {
    let mut process = Command::new(env!("CARGO_BIN_EXE_stillpage"));
    let output = process.arg(command).arg(file(page)).args(arguments).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("it was not killed"), text(output.stdout), text(output.stderr))
}

/// `lands`, `unknown canvas`, `intercepted header.top`: what comes of a click under a policy, and the whole answer.
fn click(page: &str, target: &str, policy: &str) -> (String, Value) {
    let (code, out, _) = stillpage(page, "check", &[target, "--json", "--policy", policy]);
    let answer: Value = serde_json::from_str(&out).expect("JSON on stdout");
    let row = answer[0].clone();
    assert_eq!(code, i32::from(row["ok"] != true), "{page} {target}: {row}");
    let mut outcome = row["reason"].as_str().unwrap_or("lands").to_owned();
    if row["hitTest"] == "unknown" {
        outcome.insert_str(0, "unknown ");
    }
    let by = &row["interceptor"];
    if let (Some(tag), false) = (by["tag"].as_str(), row["hitTest"] == "unknown") {
        let id = by["id"].as_str().map(|id| format!("#{id}")).unwrap_or_default();
        let class = by["classes"][0].as_str().map(|class| format!(".{class}")).unwrap_or_default();
        outcome.push_str(&format!(" {tag}{id}{class}"));
    }
    (outcome, row)
}

/// Clicks on a page: target, what comes of it under `lineage` and under `playwright`.
#[track_caller]
fn check(page: &str, clicks: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for &(target, lineage, playwright) in clicks {
        let got = [click(page, target, "lineage").0, click(page, target, "playwright").0];
        if got != [lineage, playwright] {
            wrong.push(format!("{target}: {got:?}, not {:?}", [lineage, playwright]));
        }
    }
    assert!(wrong.is_empty(), "{page}:\n{}", wrong.join("\n"));
}

/// The lines of the agent's view that hold `part`.
fn lines(view: &str, part: &str) -> Vec<String> {
    view.lines().filter(|line| line.contains(part)).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn cookie_bar_covers() {
    check(
        "cookie-bar",
        &[("#subscribe", "lands", "lands"), ("#print", "intercepted p", "intercepted p"), (".yes", "lands", "lands")],
    );
    let (_, view, _) = stillpage("cookie-bar", "snapshot", &[]);
    assert_eq!(lines(&view, "[obscured by=e32]").len(), 4, "the links of the foot, by the bar:\n{view}");
    assert_eq!(lines(&view, "region \"Cookies\""), ["- region \"Cookies\" [ref=e32]:"]);
}

#[test]
fn sticky_header_is_no_place_to_click() {
    check(
        "sticky-header",
        &[("#copy-list", "lands", "lands"), ("#try-list", "lands", "lands"), ("#guide", "lands", "lands")],
    );
    let (_, out, _) = stillpage("sticky-header", "check", &["#copy-list", "--in-place", "--json"]);
    let rows: Value = serde_json::from_str(&out).expect("JSON on stdout");
    let row = &rows[0];
    assert_eq!((&row["reason"], &row["interceptor"]["tag"]), (&"intercepted".into(), &"header".into()), "{row}");
    assert!(row["freePoint"][1].as_f64().is_some_and(|y| y > 64.0), "below the header: {row}");
    let (_, row) = click("sticky-header", "#mail", "lineage");
    assert_eq!(row["scrolled"], serde_json::json!({ "x": 0.0, "y": 354.0 }), "as far as Chromium scrolls");
}

#[test]
fn label_relations_land() {
    check(
        "label-relations",
        &[
            ("#seat", "lands", "intercepted label"),
            ("#breakfast", "lands", "intercepted span.box"),
            ("#quiet-label", "lands", "intercepted input#quiet"),
            ("#name", "lands", "intercepted label#name-label"),
            ("#code", "intercepted div.shade", "intercepted div.shade"),
            ("#s2", "clipped", "clipped"),
        ],
    );
    let (_, _, err) = stillpage("label-relations", "check", &["#s2"]);
    assert!(err.contains("click its label label [ref="), "{err}");
}

#[test]
fn popover_in_a_dialog_stays_reachable() {
    let menu = "intercepted button";
    check(
        "popover-over-dialog",
        &[
            ("#role-1", "lands", "lands"),
            ("#role-2", menu, menu),
            ("#remove", "lands", "lands"),
            ("#undo", "intercepted dialog#share", "intercepted dialog#share"),
            ("#share-1", "intercepted dialog#share", "intercepted dialog#share"),
        ],
    );
    let (_, view, _) = stillpage("popover-over-dialog", "snapshot", &[]);
    assert!(view.starts_with("# A modal is open: dialog \"Share “Field trip to the estuary”\" [ref=e38]."), "{view}");
    assert_eq!(lines(&view, "menuitem \"Remove"), ["- menuitem \"Remove access\" [ref=e55]"]);
    assert_eq!(lines(&view, "button \"Undo\""), ["- button \"Undo\" [ref=e57] [obscured]"], "inert below the dialog");
    assert_eq!(lines(&view, "[obscured by=e52]").len(), 1, "the menu covers one button of the dialog:\n{view}");
}

#[test]
fn inner_scrollers_are_scrolled() {
    let (outcome, row) = click("inner-scrollers", "#call-2", "lineage");
    assert_eq!((outcome.as_str(), &row["scrollers"][0]["x"]), ("lands", &Value::from(80.0)), "{row}");
    assert_eq!(row["scrolled"], serde_json::json!({ "x": 0.0, "y": 0.0 }));
    let (outcome, row) = click("inner-scrollers", "#reorder", "lineage");
    assert_eq!(
        (outcome.as_str(), &row["scrollers"][0]["y"], &row["scrolled"]["y"]),
        ("lands", &Value::from(102.0), &Value::from(275.0))
    );
    assert_eq!(row["point"], serde_json::json!([99.0, 611.36]), "where Chromium clicks");
    let (_, view, _) = stillpage("inner-scrollers", "snapshot", &[]);
    assert_eq!(lines(&view, "link \"Ticket 9\"").len(), 1);
    assert!(lines(&view, "link \"Ticket 9\"")[0].ends_with("[offscreen]:"), "out of its scroller:\n{view}");
    assert!(!view.contains("[obscured"), "what is scrolled away is not covered:\n{view}");
}

#[test]
fn soft_modal_does_not_block() {
    let (_, view, _) = stillpage("soft-modal", "snapshot", &[]);
    assert!(view.starts_with("# element [ref=e29] covers most of the window and may act as a modal"), "{view}");
    assert!(!view.contains("[obscured]"), "nothing is blocked:\n{view}");
    assert_eq!(lines(&view, "link \"Basket (2)\""), ["- link \"Basket (2)\" [ref=e6] [cursor=pointer]:"]);
    assert!(
        !lines(&view, "button \"Add to basket\"").iter().any(|line| !line.ends_with("[obscured by=e29]")),
        "{view}"
    );
    let (_, json, _) = stillpage("soft-modal", "snapshot", &["--json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["modal"], Value::Null);
    check("soft-modal", &[("#basket", "lands", "lands"), ("#chat-send", "lands", "lands")]);
}

#[test]
fn toast_above_a_modal_stays_reachable() {
    check(
        "toast-over-modal",
        &[
            ("#new", "intercepted div.overlay", "intercepted div.overlay"),
            ("#undo", "lands", "lands"),
            ("#pay", "lands", "lands"),
            ("#help", "intercepted div.overlay", "intercepted div.overlay"),
        ],
    );
    let (_, view, _) = stillpage("toast-over-modal", "snapshot", &[]);
    assert_eq!(lines(&view, "button \"Undo\""), ["- button \"Undo\" [ref=e43]"]);
    assert!(lines(&view, "link \"Terms\"")[0].contains("[obscured]"), "what only comes later is behind:\n{view}");
    let (_, json, _) = stillpage("toast-over-modal", "snapshot", &["--json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json["modal"]["ref"], &json["modal"]["kind"], &json["modal"]["evidence"]),
        (&"e33".into(), &"aria-modal".into(), &1.into())
    );
}

#[test]
fn modal_drop_leaves_refs_to_the_modal() {
    let (_, view, _) = stillpage("toast-over-modal", "snapshot", &["--modal", "drop"]);
    assert_eq!(view.lines().next(), Some("# A modal is open. Only modal elements have refs."));
    assert!(lines(&view, "[ref=").iter().all(|line| !line.contains("Repeat") && !line.contains("Terms")), "{view}");
    assert_eq!(
        lines(&view, "\"Pay 25.00\""),
        ["- button \"Pay 25.00\" [ref=e41]"],
        "the numbers are the same:\n{view}"
    );
    assert!(!view.contains("[obscured"), "{view}");
    let (_, view, _) = stillpage("toast-over-modal", "snapshot", &["--modal", "off"]);
    assert!(!view.contains("modal") && !view.contains("[obscured"), "{view}");
}

#[test]
fn topmost_of_nested_modals_wins() {
    let (_, view, _) = stillpage("nested-modals", "snapshot", &[]);
    let first = view.lines().next().unwrap_or_default();
    assert!(first.starts_with("# A modal is open: "), "{first}");
    let blocked = lines(&view, "[obscured]");
    assert!(blocked.iter().any(|line| line.starts_with("- dialog")), "the dialog below is blocked, too:\n{view}");
    assert_eq!(blocked.iter().filter(|line| line.starts_with("- alertdialog")).count(), 0, "{view}");
}

#[test]
fn canvas_is_unknown_and_not_refused() {
    check(
        "canvas-board",
        &[
            ("#fallback", "unknown canvas", "unknown canvas"),
            ("#pin", "unknown canvas", "intercepted canvas#ink"),
            ("#in", "lands", "lands"),
            ("#colour", "lands", "lands"),
            ("#exits", "unknown plugin", "unknown plugin"),
            ("#talk", "unknown frame", "unknown frame"),
            ("stall-price", "unknown custom_element", "unknown custom_element"),
        ],
    );
    let (code, out, err) = stillpage("canvas-board", "check", &["#pin"]);
    assert_eq!((code, err.as_str()), (0, ""), "nothing is refused");
    assert!(out.starts_with("unknown button#pin.pin ") && out.contains("what canvas#ink draws there"), "{out}");
    let (_, view, _) = stillpage("canvas-board", "snapshot", &[]);
    assert!(!view.contains("[obscured"), "nor marked:\n{view}");
}

#[test]
fn disabled_states_have_their_reasons() {
    check(
        "disabled-states",
        &[
            ("#t2", "disabled", "disabled"),
            ("#steam-label", "disabled", "disabled"),
            ("#why", "lands", "lands"),
            ("#add-motor-text", "disabled", "disabled"),
            ("#draft", "pointer_events_none p", "pointer_events_none p"),
            ("#print-icon", "lands", "lands"),
            ("#hidden", "hidden", "hidden"),
            ("#skip", "offscreen", "offscreen"),
            ("#fees", "inert", "inert"),
        ],
    );
    for (target, code) in [
        ("#save", "not_enabled"),
        ("#fees", "not_enabled"),
        ("#hidden", "not_visible"),
        ("#draft", "click_intercepted"),
    ] {
        let (_, _, err) = stillpage("disabled-states", "check", &[target, "--json"]);
        let error: Value = serde_json::from_str(&err).expect("JSON on stderr");
        assert_eq!((&error["error"]["code"], &error["error"]["retryable"]), (&code.into(), &true.into()), "{target}");
    }
}

#[test]
fn dialog_without_aria_modal_is_noted() {
    let (_, view, _) = stillpage("menu-over-dialog", "snapshot", &[]);
    assert!(
        view.starts_with("# dialog \"Invite a member\" [ref=e19] may act as a modal: the rest of the page is hidden from assistive technology."),
        "{view}"
    );
    assert!(lines(&view, "combobox")[0].contains("[obscured by=e30]"), "the open list is over it:\n{view}");
    check(
        "menu-over-dialog",
        &[
            ("#o3", "lands", "lands"),
            ("#send", "lands", "lands"),
            ("#invite", "intercepted div.dim", "intercepted div.dim"),
        ],
    );
}

#[test]
fn refused_click_is_reported_in_full() {
    let (code, out, err) = stillpage("popover-over-dialog", "check", &["#role-2"]);
    assert_eq!(code, 1);
    insta::with_settings!({ snapshot_path => "../../snapshots/cli", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("refused_click_is_reported_in_full", format!("{out}{err}"));
    });
    let (_, _, err) = stillpage("popover-over-dialog", "check", &["#role-2", "--json"]);
    let error: Value = serde_json::from_str(&err).expect("JSON on stderr");
    let error = &error["error"];
    assert_eq!((&error["code"], &error["retryable"]), (&"click_intercepted".into(), &true.into()));
    let by = &error["details"]["interceptor"];
    assert_eq!(
        (&by["tag"], &by["role"], &by["name"], &by["ref"]),
        (&"button".into(), &"menuitemradio".into(), &"Can edit".into(), &"e54".into()),
        "{error}"
    );
}
