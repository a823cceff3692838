//! The attribute, the handle, then healing; and what became of the attribute meanwhile.

use super::{describe, observe, page, row, shown, tagged};
use crate::device::Device;
use crate::dom::{LocalName, Mutation};
use crate::error::RefError;
use crate::page::{Page, RenderOptions};
use crate::refs::Ref;
use crate::refs::resolver::ResolutionKind;
use crate::refs::session::Session;

const MARK: &str = "data-ref";

/// A session that saw a page and marked it, the page as marked, and the ref of its tagged elements.
fn marked(body: &str) -> (Session, Page, std::collections::BTreeMap<String, Ref>) {
    let page = page(body);
    let mut session = Session::new();
    let table = session.observe(Session::FIRST_TAB, &page, &shown(&page));
    let changes = session.mark(Session::FIRST_TAB, &page, &table, MARK);
    let refs = tagged(&page).into_iter().map(|(tag, node)| (tag, table.of(node).unwrap())).collect();
    (session, changed(page, &changes), refs)
}

fn changed(page: Page, changes: &[Mutation]) -> Page {
    page.mutate(changes).unwrap()
}

fn strip(page: &Page) -> Vec<Mutation> {
    let nodes = page.dom().elements_in_order();
    nodes.map(|node| Mutation::RemoveAttribute { node, name: MARK.to_owned() }).collect()
}

#[test]
fn marked_element_is_found_by_its_mark() {
    let (session, page, refs) = marked("<h1>Cart</h1><button data-t=x>Pay</button>");
    let node = tagged(&page)["x"];
    assert_eq!(page.dom().attr(node, &LocalName::from(MARK)), Some(&*refs["x"].to_string()));
    let found = session.resolve(&page, refs["x"], None).unwrap();
    assert_eq!(
        (found.node, found.kind, found.mutations),
        (node, ResolutionKind::Exact, Vec::new()),
        "{}",
        found.reason
    );
}

#[test]
fn stripped_mark_is_put_back() {
    let (session, page, refs) = marked("<h1>Cart</h1><button data-t=x>Pay</button><button data-t=y>Leave</button>");
    let changes = strip(&page);
    let page = changed(page, &changes);
    let found = session.resolve(&page, refs["x"], None).unwrap();
    assert_eq!(
        (describe(&page, &Ok(found.clone())).as_str(), found.kind),
        ("x", ResolutionKind::Reattached),
        "{}",
        found.reason
    );
    let page = changed(page, &found.mutations);
    let again = session.resolve(&page, refs["x"], None).unwrap();
    assert_eq!((again.node, again.kind), (found.node, ResolutionKind::Exact), "the attribute is back");
    // What left the page is not found by its node, marked or not.
    let gone = Mutation::Remove { node: tagged(&page)["y"] };
    let page = changed(page, &[gone]);
    assert_eq!(describe(&page, &session.resolve(&page, refs["y"], None)), "stale_ref removed", "a detached element");
}

#[test]
fn connected_node_that_is_another_widget_is_not_trusted() {
    // Index keys: nodes and marks stay where they are, contents move up.
    let (session, page, refs) = marked(&format!("<ul>{}{}</ul>", row("Ada", "a"), row("Bo", "b")));
    let dom = page.dom();
    let name = dom.node(tagged(&page)["a-edit"]).previous_sibling.unwrap();
    let last = dom.node(tagged(&page)["b-edit"]).parent.unwrap();
    let changes = [Mutation::SetText { node: name, text: "Bo".into() }, Mutation::Remove { node: last }];
    let page = changed(page, &changes);
    let error = session.resolve(&page, refs["a-edit"], None).unwrap_err();
    assert_eq!(describe(&page, &Err(error.clone())), "stale_ref replaced", "{error}");
    assert!(error.to_string().contains("its node is now button \"Edit\" in \"Bo\""), "{error}");
    let found = session.resolve(&page, refs["b-edit"], None).unwrap();
    assert_eq!((describe(&page, &Ok(found.clone())).as_str(), found.kind), ("a-edit", ResolutionKind::Healed));
    let value = refs["b-edit"].to_string();
    let put = Mutation::SetAttribute { node: found.node, name: MARK.into(), value };
    assert!(found.mutations.contains(&put), "the mark moves to its element: {:?}", found.mutations);
}

#[test]
fn copied_mark_is_decided_by_identity_or_refused() {
    let (session, page, refs) = marked("<h1>Cart</h1><main><button data-t=x>Pay</button></main><aside></aside>");
    let reference = refs["x"];
    let aside = page.dom().elements_in_order().find(|&n| page.dom().is_html(n, &LocalName::from("aside"))).unwrap();
    let copy = |text: &str| Mutation::InsertHtml {
        parent: aside,
        before: None,
        html: format!("<button data-t=copy {MARK}={reference}>{text}</button>"),
    };
    let other =
        changed(Page::render(page.dom().clone(), Device::default(), RenderOptions::default()), &[copy("Cancel")]);
    let found = session.resolve(&other, reference, None).unwrap();
    assert_eq!(
        (describe(&other, &Ok(found.clone())).as_str(), found.kind),
        ("x", ResolutionKind::Exact),
        "{}",
        found.reason
    );
    let taken = Mutation::RemoveAttribute { node: tagged(&other)["copy"], name: MARK.into() };
    assert_eq!(found.mutations, [taken], "the copy loses its mark");
    // Without the node, of two that look the same under the same labels none is better.
    let html =
        "<!doctype html><body><div><button data-ref=REF>Pay</button></div><div><button data-ref=REF>Pay</button></div>";
    let duplicates = super::page_of(&html.replace("REF", &reference.to_string()));
    let error = session.resolve(&duplicates, reference, None).unwrap_err();
    assert!(matches!(error, RefError::Ambiguous { .. } | RefError::Stale { .. }), "{error}");
}

#[test]
fn new_look_keeps_refs_of_the_same_widgets() {
    let before = page(&format!("<h1>People</h1><ul>{}{}</ul>", row("Ada", "a"), row("Bo", "b")));
    let after = page(&format!(
        "<p role=status>Saved</p><h1>People</h1><ul>{}{}{}</ul>",
        row("Cy", "c"),
        row("Bo", "b"),
        row("Ada", "a")
    ));
    let mut session = Session::new();
    let (old, new) =
        (observe(&mut session, Session::FIRST_TAB, &before), observe(&mut session, Session::FIRST_TAB, &after));
    for tag in ["a-edit", "a-delete", "b-edit", "b-delete"] {
        assert_eq!(old[tag], new[tag], "{tag}");
    }
    let highest = old.values().max().unwrap().number;
    assert!(new["c-edit"].number > highest, "what is new has a new number");
    let same = observe(
        &mut session,
        Session::FIRST_TAB,
        &page(&format!("<h1>People</h1><ul>{}{}</ul>", row("Ada", "a"), row("Bo", "b"))),
    );
    assert_eq!(same["a-edit"], old["a-edit"], "also on the way back");
}

#[test]
fn second_look_at_the_same_page_changes_nothing() {
    // Duplicates everywhere: they are distinguished only because nothing changed.
    let duplicates = "<div><button>Go</button></div>".repeat(3)
        + &"<ul><li>A <a href=#>x</a></li><li>A <a href=#>x</a></li></ul>".repeat(2);
    let page = page(&duplicates);
    let mut session = Session::new();
    let first: Vec<_> = session.observe(Session::FIRST_TAB, &page, &shown(&page)).iter().collect();
    let reparsed = super::page(&duplicates);
    let mut restored = Session::from_bytes(&session.to_bytes()).unwrap();
    for (session, page) in [(&mut session, &page), (&mut restored, &reparsed)] {
        let second: Vec<_> = session.observe(Session::FIRST_TAB, page, &shown(page)).iter().collect();
        assert_eq!(first, second);
    }
}

#[test]
fn a_ref_that_was_away_comes_back_only_with_strong_proof() {
    let toast = |text: &str| format!("<h1>Mail</h1><div>{text}</div><ul>{}{}</ul>", row("Ada", "a"), row("Bo", "b"));
    let mut session = Session::new();
    let undo = "<button data-t=undo>Undo</button>";
    let before = observe(&mut session, Session::FIRST_TAB, &page(&toast(undo)));
    observe(&mut session, Session::FIRST_TAB, &page("<h1>Mail</h1><div></div><p>Loading</p>"));
    let back = page(&toast(undo));
    assert_eq!(
        describe(&back, &session.resolve(&back, before["undo"], None)),
        "stale_ref removed",
        "perhaps another undo"
    );
    assert_eq!(describe(&back, &session.resolve(&back, before["b-edit"], None)), "b-edit", "its row identifies it");
}

#[test]
fn a_copy_that_is_more_like_the_page_before_is_not_taken_for_the_original() {
    let part = "<table><tr><td><a href=/fog data-t=TAG>Fog</a><p>News of the harbour and the town<p>More of it</table>";
    let page = page(&format!("<main>{}</main>", part.replace("TAG", "x")));
    let mut session = Session::new();
    let reference = observe(&mut session, Session::FIRST_TAB, &page)["x"];
    let element = |page: &Page, name: &str| {
        page.dom().elements_in_order().find(|&n| page.dom().is_html(n, &LocalName::from(name))).unwrap()
    };
    let copied =
        Mutation::InsertHtml { parent: element(&page, "main"), before: None, html: part.replace("TAG", "copy") };
    let grown = Mutation::InsertHtml {
        parent: element(&page, "td"),
        before: None,
        html: "<p>Hazel prairie opens in spring".to_owned(),
    };
    let now = changed(page, &[copied, grown]);
    let answer = describe(&now, &session.resolve(&now, reference, None));
    assert!(["x", "ambiguous_ref"].contains(&answer.as_str()), "{answer}");
}

#[test]
fn tooltips_that_come_and_go_keep_their_refs() {
    let tip =
        |tag: &str, class: &str| format!("<div role=tooltip class={class:?} data-t={tag}><b>Ada Lovelace</b></div>");
    let body = format!("<h2>People</h2>{}{}{}", tip("a", "tip"), tip("b", "tip"), tip("c", "tip show"));
    let page = page(&body);
    let mut session = Session::new();
    let refs = observe(&mut session, Session::FIRST_TAB, &page);
    // The two that are shown read alike, as the two that were fading did before.
    let node = |tag: &str| tagged(&page)[tag];
    let parent = page.dom().body(page.dom().document()).unwrap();
    let changes = [
        Mutation::Remove { node: node("b") },
        Mutation::InsertHtml { parent, before: None, html: tip("d", "tip show") },
    ];
    let now = changed(page, &changes);
    let refs_now = observe(&mut session, Session::FIRST_TAB, &now);
    for (tag, reference) in refs.iter().filter(|(tag, _)| refs_now.contains_key(*tag)) {
        let holder = refs_now.iter().find(|(_, given)| *given == reference).map(|(tag, _)| tag);
        assert!(holder.is_none_or(|holder| holder == tag), "{tag} is {holder:?}");
    }
}
