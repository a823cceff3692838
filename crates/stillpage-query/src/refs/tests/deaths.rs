//! Tests of refs that end: each reason has its own error with a hint.

use super::{check, describe, observe, page, page_of, row, shown};
use crate::error::{RefError, StaleReason};
use crate::refs::resolver::Resolver;
use crate::refs::session::Session;
use crate::refs::{Claim, PageFingerprint};

#[test]
fn dead_refs_say_how_they_died() {
    let list = |rows: &[(&str, &str)]| {
        let rows: String = rows.iter().map(|(name, tag)| row(name, tag)).collect();
        format!("<h2>People</h2><ul>{rows}</ul>")
    };
    check(
        &list(&[("Ada", "a"), ("Bo", "b")]),
        &list(&[("Bo", "b"), ("Cy", "c")]),
        &[("a-edit", "stale_ref removed"), ("b-edit", "b-edit")],
    );
    check(
        "<ul><li><b>Ada</b> <i>Lovelace</i> <em>of London</em> <button data-t=x>Edit</button></li><li>Bo <button>Edit</button></li></ul>",
        "<ul><li><b>Ada</b> <i>Lovelace</i> <em>of London</em> <button>Save</button></li><li>Bo <button>Edit</button></li></ul>",
        &[("x", "stale_ref changed")],
    );
    check(
        "<h2>Red</h2><p><button data-t=x>Close</button></p>",
        "<h2>Blue</h2><p><button>Close</button></p>",
        &[("x", "stale_ref replaced")],
    );
    check(
        "<h2>Red</h2><button data-t=x>Buy</button>",
        "<h2>Red</h2><button data-t=x style='display:none'>Buy</button>",
        &[("x", "stale_ref hidden")],
    );
    check("<button data-t=x>Buy</button>", "<p>Sold out</p>", &[("x", "stale_ref removed")]);
    let duplicates = "<ul><li>A <button data-t=x>Go</button></li><li>A <button>Go</button></li><li>B</li></ul>";
    check(duplicates, "<ul><li>B</li><li>A <button>Go</button></li></ul>", &[("x", "ambiguous_ref")]);
}

#[test]
fn errors_name_what_was_there_and_what_is() {
    let before = page(
        "<ul><li><b>Ada</b> <i>Lovelace</i> <em>of London</em> <button data-t=x>Edit</button></li><li>Bo <button>Edit</button></li></ul>",
    );
    let after = page(
        "<ul><li><b>Ada</b> <i>Lovelace</i> <em>of London</em> <button>Save</button></li><li>Bo <button>Edit</button></li></ul>",
    );
    let mut session = Session::new();
    let reference = observe(&mut session, Session::FIRST_TAB, &before)["x"];
    let (current, names) = (PageFingerprint::of(&after), shown(&after));
    let resolver = Resolver::new(&session, &current, Session::FIRST_TAB, None).with_names(&names);
    let error = resolver.resolve(&reference.into()).unwrap_err();
    let details = error.details();
    assert_eq!(
        error.to_string(),
        format!("@{reference} was button \"Edit\" in \"Ada\": its row no longer contains it")
    );
    assert_eq!((&details["reason"], &details["now"][0]["name"]), (&"changed".into(), &"Save".into()));
    assert!(details["now"][0]["ref"].is_string(), "what is there can be used at once: {details:?}");
    assert!(error.hint().contains("button \"Save\" in \"Ada\""), "{}", error.hint());
}

#[test]
fn ambiguous_ref_lists_the_candidates() {
    let before = page("<ul><li>A <button data-t=x>Go</button></li><li>A <button>Go</button></li><li>B</li></ul>");
    let after = page("<ul><li>B</li><li>A <button>Go</button></li><li>A <button>Go</button></li></ul>");
    let mut session = Session::new();
    let reference = observe(&mut session, Session::FIRST_TAB, &before)["x"];
    let error = session.resolve(&after, reference, None).unwrap_err();
    let RefError::Ambiguous { candidates, was } = &error else { panic!("{error}") };
    assert_eq!(candidates.len(), 2, "{error}");
    assert_eq!((&*candidates[0].role, &*candidates[0].name, &*candidates[0].row), ("button", "Go", "A"));
    assert_eq!(was.reference, Some(reference));
}

#[test]
fn invented_ref_is_not_a_stale_one() {
    let before = page("<h1>Cart</h1><button data-t=x>Save</button><button>Send</button>");
    let mut session = Session::new();
    let reference = observe(&mut session, Session::FIRST_TAB, &before)["x"];
    let current = PageFingerprint::of(&before);
    let resolver = Resolver::new(&session, &current, Session::FIRST_TAB, None);
    let error = resolver.resolve(&"e9999".parse::<Claim>().unwrap()).unwrap_err();
    assert_eq!((error.code(), error.details()["nearest"].as_array().map(Vec::len)), ("not_found", Some(0)));
    let error = resolver.resolve(&"button \"Save\" [ref=e9999]".parse::<Claim>().unwrap()).unwrap_err();
    let RefError::Unknown { nearest, .. } = &error else { panic!("{error}") };
    assert_eq!(nearest[0].reference, Some(reference), "by role and name");
    let mistyped = format!("e{}0", reference.number);
    let error = resolver.resolve(&mistyped.parse::<Claim>().unwrap()).unwrap_err();
    assert!(error.hint().contains(&format!("@{reference} (button \"Save\"")), "by spelling: {}", error.hint());
}

#[test]
fn another_document_kills_refs_and_a_route_does_not() {
    let at = |origin: &str, path: &str| {
        page_of(&format!(
            "<!doctype html>\n<!-- saved from url=(0019){origin}{path} -->\n<title>t</title><nav><a data-t=x href=/home>Home</a></nav>{path}"
        ))
    };
    let mut session = Session::new();
    let reference = observe(&mut session, Session::FIRST_TAB, &at("https://a.example", "/inbox"))["x"];
    let route = at("https://a.example", "/sent");
    assert_eq!(describe(&route, &session.resolve(&route, reference, None)), "x", "pushState leads to another route");
    let elsewhere = at("https://b.example", "/inbox");
    assert_eq!(describe(&elsewhere, &session.resolve(&elsewhere, reference, None)), "stale_ref navigated");
    // The tab goes there: its refs are dead also when the old page is back, which is a new document.
    let new = observe(&mut session, Session::FIRST_TAB, &elsewhere)["x"];
    assert_ne!(new, reference, "a new document has new refs");
    assert_eq!(describe(&elsewhere, &session.resolve(&elsewhere, reference, None)), "stale_ref navigated");
    session.navigate(Session::FIRST_TAB);
    assert_eq!(
        describe(&elsewhere, &session.resolve(&elsewhere, new, None)),
        "stale_ref navigated",
        "reported by the caller"
    );
}

#[test]
fn too_many_refs_push_out_the_oldest() {
    let numbered = |from: u32| {
        let items: String =
            (from..from + 10).map(|n| format!("<p><button data-t=b{n}>Number {n}</button></p>")).collect();
        page(&items)
    };
    let mut session = Session::new().with_max_refs(40);
    let first = observe(&mut session, Session::FIRST_TAB, &numbered(0))["b0"];
    let (second, third) = (numbered(100), numbered(200));
    observe(&mut session, "2", &second);
    let kept = observe(&mut session, "2", &third)["b200"];
    assert!(session.len() <= 40, "{} refs are kept", session.len());
    let error = session.resolve(&third, first, None).unwrap_err();
    assert!(matches!(error, RefError::Stale { reason: StaleReason::Resnapshotted, .. }), "{error}");
    assert_eq!(session.tab_of(first), Some(Session::FIRST_TAB), "where it was is still known");
    assert_eq!(describe(&third, &session.resolve(&third, kept, None)), "b200");
}

#[test]
fn contradicting_tab_is_a_conflict() {
    let (one, two) = (page("<button data-t=x>One</button>"), page("<button data-t=x>Two</button>"));
    let mut session = Session::new();
    let first = observe(&mut session, "1", &one)["x"];
    let second = observe(&mut session, "mail", &two)["x"];
    assert_ne!(first, second, "numbers count up over all tabs");
    let error = session.resolve(&one, second, Some("1")).unwrap_err();
    assert_eq!(error.code(), "target_conflict");
    let expected = serde_json::json!({ "ref": second.to_string(), "refTab": "mail", "requestedTab": "1" });
    assert_eq!(serde_json::Value::from(error.details()), expected);
    assert!(error.hint().contains("the page of tab mail"), "{}", error.hint());
    assert_eq!(describe(&two, &session.resolve(&two, second, None)), "x", "without a tab it is the ref's own");
}
