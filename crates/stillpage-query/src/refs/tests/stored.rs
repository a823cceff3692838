//! Sessions as bytes.

use super::{describe, observe, page, row, shown};
use crate::refs::resolver::ResolutionKind;
use crate::refs::session::Session;
use crate::refs::{Ref, StoreError};

fn some_session() -> Session {
    let mut session = Session::new();
    let list = |names: &[&str]| -> String { names.iter().map(|name| row(name, name)).collect() };
    for names in [&["Ada", "Bo"][..], &["Bo", "Cy"]] {
        let page = page(&format!("<h1>People</h1><nav aria-label=Main><a href=/x>X</a></nav><ul>{}</ul>", list(names)));
        let table = session.observe(Session::FIRST_TAB, &page, &shown(&page));
        session.mark(Session::FIRST_TAB, &page, &table, "data-ref");
    }
    let token = session.remember(Session::FIRST_TAB, serde_json::json!({ "nodes": [1, 2] }));
    assert_eq!(token, "s1");
    session
}

#[test]
fn stored_session_comes_back_whole() {
    let session = some_session();
    let bytes = session.to_bytes();
    let restored = Session::from_bytes(&bytes).unwrap();
    assert_eq!(restored.to_bytes(), bytes);
    assert_eq!((restored.len(), restored.recall("s1")), (session.len(), session.recall("s1")));
    assert_eq!(restored.recall("@s1"), session.recall("s1"), "tokens are read like refs");
    assert_eq!(restored.recall("s2"), None);
}

#[test]
fn restored_refs_are_verified_before_they_are_used() {
    let before = page(&format!("<ul>{}{}</ul>", row("Ada", "a"), row("Bo", "b")));
    let mut session = Session::new();
    let refs = observe(&mut session, Session::FIRST_TAB, &before);
    assert_eq!(session.resolve(&before, refs["a-edit"], None).map(|r| r.kind), Ok(ResolutionKind::Exact));
    let session = Session::from_bytes(&session.to_bytes()).unwrap();
    // The same ids name other widgets in the next process.
    let after = page(&format!("<ul>{}{}</ul>", row("Bo", "b"), row("Cy", "c")));
    assert_eq!(describe(&after, &session.resolve(&after, refs["a-edit"], None)), "stale_ref removed");
    let found = session.resolve(&after, refs["b-edit"], None).unwrap();
    assert_eq!((describe(&after, &Ok(found.clone())).as_str(), found.kind), ("b-edit", ResolutionKind::Healed));
}

#[test]
fn numbers_go_on_after_a_restart() {
    let mut session = some_session();
    let mut restored = Session::from_bytes(&session.to_bytes()).unwrap();
    let new = page("<button data-t=x>New</button>");
    assert_eq!(observe(&mut session, "2", &new), observe(&mut restored, "2", &new));
}

#[test]
fn bytes_that_are_no_session_are_refused() {
    let bytes = some_session().to_bytes();
    // What it is shows once its first member and the name of the next are there.
    let start = "{\"format\":\"stillpage session\",\"version\":".len();
    for length in 0..bytes.len() - 1 {
        let error = Session::from_bytes(&bytes[..length]).unwrap_err();
        let expected = length < start && length > 0;
        assert_eq!(error == StoreError::Foreign, expected, "cut after {length}: {error}");
    }
    for foreign in ["{}", "[]", "hello", "{\"format\":\"something else\",\"version\":1}", "\u{0}"] {
        assert_eq!(Session::from_bytes(foreign.as_bytes()), Err(StoreError::Foreign), "{foreign}");
    }
    let text = String::from_utf8(bytes).unwrap();
    let newer = text.replacen("\"version\":8", "\"version\":9,\"more\":{}", 1);
    assert_eq!(Session::from_bytes(newer.as_bytes()), Err(StoreError::Newer { version: 9 }));
    for (from, to) in [("\"last\":", "\"least\":"), ("\"tabs\":[", "\"tabs\":[7,"), ("\"end\":true", "\"end\":false")] {
        let error = Session::from_bytes(text.replacen(from, to, 1).as_bytes()).unwrap_err();
        assert!(matches!(error, StoreError::Damaged { .. }), "{to}: {error}");
    }
}

#[test]
fn changed_bytes_never_make_a_resolver_fail() {
    let text = String::from_utf8(some_session().to_bytes()).unwrap();
    let page = page(&format!("<h1>People</h1><ul>{}</ul>", row("Bo", "b")));
    // Every number in turn becomes a wild one.
    let mut rest = text.as_str();
    while let Some(digit) = rest.find(|c: char| c.is_ascii_digit()) {
        let (_, from) = rest.split_at(digit);
        let length = from.find(|c: char| !c.is_ascii_digit()).unwrap_or(1);
        let (before, _) = text.split_at(text.len() - from.len());
        rest = from.split_at(length).1;
        for wild in ["0", "4000000000", "3"] {
            let changed = format!("{before}{wild}{rest}");
            if let Ok(mut session) = Session::from_bytes(changed.as_bytes()) {
                let _ = session.resolve(&page, Ref { frame: 0, number: 3 }, None);
                let _ = session.observe(Session::FIRST_TAB, &page, &shown(&page));
            }
        }
    }
}

#[test]
fn stored_refs_are_small() {
    let rows: String =
        (0..200).map(|i| row(&format!("Person number {i} of the very long list"), &format!("r{i}"))).collect();
    let mut session = Session::new();
    for note in ["", "<p>One</p>", "<p>Two more</p>"] {
        let page =
            page(&format!("<nav aria-label=Main><a href=/help>Help</a></nav>{note}<h1>People</h1><ul>{rows}</ul>"));
        session.observe(Session::FIRST_TAB, &page, &shown(&page));
    }
    let each = session.to_bytes().len() / session.len();
    assert!(each <= 400, "{each} bytes a ref");
}

#[test]
fn only_the_last_snapshots_are_remembered() {
    let mut session = Session::new();
    let other = session.remember("2", "other".into());
    let tokens: Vec<_> = (0..6).map(|n| session.remember(Session::FIRST_TAB, n.into())).collect();
    assert_eq!(session.recall(&tokens[5]), Some(&5.into()));
    assert_eq!(session.recall(&tokens[0]), None, "too old");
    assert_eq!(session.recall(&other), Some(&"other".into()), "of another tab");
}

#[test]
fn session_of_the_version_before_keeps_its_numbers() {
    let session = some_session();
    let text = String::from_utf8(session.to_bytes()).unwrap();
    let old = text.replace("\"version\":8", "\"version\":7");
    let mut restored = Session::from_bytes(old.as_bytes()).unwrap();
    let page = page("<button data-t=x>New</button>");
    let known = session.seen(Session::FIRST_TAB).next().unwrap().0;
    assert_eq!(describe(&page, &restored.resolve(&page, known, None)), "stale_ref resnapshotted");
    let new = observe(&mut restored, Session::FIRST_TAB, &page)["x"];
    assert!(session.seen(Session::FIRST_TAB).all(|(reference, _)| reference.number < new.number), "{new} is new");
}

#[test]
fn session_that_repeats_a_long_text_is_refused() {
    let mut stored: serde_json::Value = serde_json::from_slice(&some_session().to_bytes()).unwrap();
    let long = "x".repeat(50 << 20);
    let observation = &mut stored["tabs"][0]["observations"][0];
    let elements = observation["identities"].as_array().unwrap().len();
    assert!(elements >= 5, "{elements} elements");
    observation["texts"][0] = long.into();
    for element in observation["identities"].as_array_mut().unwrap() {
        element[1] = 0.into();
    }
    let error = Session::from_bytes(stored.to_string().as_bytes()).unwrap_err();
    assert!(matches!(error, StoreError::Foreign | StoreError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("more text than a page has"), "{error}");
}
