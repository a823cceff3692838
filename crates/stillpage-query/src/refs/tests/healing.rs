//! Alignment on small pages: what a re-render did, and where each widget is then.

use super::super::alignment::Alignment;
use super::super::element_match::{ElementMatch, MatchFailure, Proof};
use super::super::fingerprint::Fingerprint;
use super::{page, row, tagged};
use crate::dom::local_name;
use crate::page::Page;

fn fingerprint(page: &Page) -> Fingerprint {
    Fingerprint::of(page, &page.dom().elements_in_order().collect::<Vec<_>>())
}

/// Resolves every tagged element of `before` without handles: its tag in `after`, or why not.
fn check(before: &str, after: &str, expected: &[(&str, Result<&str, MatchFailure>)]) {
    let (old, new) = (page(before), page(after));
    let (from, to) = (tagged(&old), tagged(&new));
    let (a, b) = (fingerprint(&old), fingerprint(&new));
    let alignment = Alignment::new(&a, &b, None);
    for (tag, want) in expected {
        let node = from[*tag];
        let index = a.identities.iter().position(|i| i.node == node).unwrap();
        let got = match alignment.resolve(index) {
            ElementMatch::Found { to: at, .. } => {
                let found = b.identities[at].node;
                Ok(to.iter().find(|(_, n)| **n == found).map_or("an untagged element", |(t, _)| t.as_str()))
            }
            ElementMatch::Refused { why, .. } => Err(why),
        };
        assert_eq!(got, *want, "{tag}");
    }
}

#[test]
fn rows_are_found_by_what_they_say() {
    let before = format!("<ul>{}{}{}</ul>", row("Ada", "a"), row("Bo", "b"), row("Cy", "c"));
    let after = format!("<ul>{}{}{}</ul>", row("New", "n"), row("Cy", "c"), row("Ada", "a"));
    check(
        &before,
        &after,
        &[("a-edit", Ok("a-edit")), ("c-delete", Ok("c-delete")), ("b-edit", Err(MatchFailure::RowGone))],
    );
}

#[test]
fn twin_rows_are_refused_when_one_is_gone() {
    let before = format!("<ul>{}{}{}</ul>", row("Ada", "a"), row("Ada", "b"), row("Cy", "c"));
    let after = format!("<ul>{}{}</ul>", row("Ada", "x"), row("Cy", "c"));
    check(
        &before,
        &after,
        &[
            ("a-edit", Err(MatchFailure::AmbiguousRow)),
            ("b-edit", Err(MatchFailure::AmbiguousRow)),
            ("c-edit", Ok("c-edit")),
        ],
    );
}

#[test]
fn twin_rows_keep_their_place_in_an_unchanged_list() {
    let list = format!("<ul>{}{}{}</ul>", row("Ada", "a"), row("Ada", "b"), row("Cy", "c"));
    let after = format!("<p>Saved.</p>{list}");
    check(&list, &after, &[("a-edit", Ok("a-edit")), ("b-edit", Ok("b-edit"))]);
}

#[test]
fn the_same_control_under_another_heading_is_another() {
    let dialog = |title: &str| {
        format!("<div role=dialog aria-label='{title}'><h2>{title}</h2><button data-t=close>Close</button></div>")
    };
    check(&dialog("Red chair"), &dialog("Blue lamp"), &[("close", Err(MatchFailure::OtherSurroundings))]);
    check(&dialog("Cart (1)"), &dialog("Cart (2)"), &[("close", Ok("close"))]);
}

#[test]
fn a_link_is_found_by_its_target() {
    check(
        "<nav><a data-t=p href=/privacy>Privacy</a></nav>",
        "<footer><div><a data-t=p href=/privacy>Privacy</a></div></footer>",
        &[("p", Ok("p"))],
    );
    check("<a data-t=p href=/privacy>Privacy</a>", "<a href=/terms>Privacy</a>", &[("p", Err(MatchFailure::Gone))]);
}

#[test]
fn an_undo_of_something_else_is_another_undo() {
    let toast = |what: &str| format!("<div><span>Deleted {what}.</span> <button data-t=undo>Undo</button></div>");
    check(&toast("the plumber"), &toast("train tickets"), &[("undo", Err(MatchFailure::OtherSurroundings))]);
}

#[test]
fn connected_node_with_other_contents_is_not_trusted() {
    // Index keys: the nodes stay, the contents move up.
    let (old, new) = (
        page(&format!("<ul>{}{}</ul>", row("Ada", "a"), row("Bo", "b"))),
        page(&format!("<ul>{}</ul>", row("Bo", "b"))),
    );
    let (from, to) = (tagged(&old), tagged(&new));
    let (a, b) = (fingerprint(&old), fingerprint(&new));
    let rows = |page: &Page| {
        page.dom().elements_in_order().filter(|&n| page.dom().is_html(n, &local_name!("li"))).collect::<Vec<_>>()
    };
    let (old_rows, new_rows) = (rows(&old), rows(&new));
    let handles = [(old_rows[0], new_rows[0]), (from["a-edit"], to["b-edit"])].into_iter().collect();
    let alignment = Alignment::new(&a, &b, Some(&handles));
    let index = |tag: &str| a.identities.iter().position(|i| i.node == from[tag]).unwrap();
    assert!(matches!(alignment.resolve(index("a-edit")), ElementMatch::Refused { .. }), "Ada is gone");
    let ElementMatch::Found { to: found, proof, .. } = alignment.resolve(index("b-edit")) else {
        panic!("Bo is there")
    };
    assert_eq!((b.identities[found].node, proof), (to["b-edit"], Proof::Row), "on Ada's old node");
}

#[test]
fn a_connected_toggle_may_change_its_label() {
    let (old, new) =
        (page("<h2>Story</h2><button data-t=s>Like</button>"), page("<h2>Story</h2><button data-t=s>Liked</button>"));
    let (from, to) = (tagged(&old)["s"], tagged(&new)["s"]);
    let (a, b) = (fingerprint(&old), fingerprint(&new));
    let handles = std::iter::once((from, to)).collect();
    let index = a.identities.iter().position(|i| i.node == from).unwrap();
    let found = Alignment::new(&a, &b, Some(&handles)).resolve(index);
    assert!(matches!(found, ElementMatch::Found { proof: Proof::Relabelled, .. }), "{found:?}");
}

/// Matches the only button of the first page with the second, if no node is known.
fn only_button(old: &str, new: &str) -> ElementMatch {
    let (old, new) = (page(old), page(new));
    let (a, b) = (fingerprint(&old), fingerprint(&new));
    let index = a.identities.iter().position(|i| i.role == Some(crate::aria::Role::Button)).unwrap();
    Alignment::new(&a, &b, None).resolve(index)
}

#[test]
fn a_toggle_is_known_by_both_its_labels() {
    let story = |label: &str| format!("<h2>Story</h2><button>{label}</button><p>Text</p>");
    for (before, after) in [
        ("Like", "Liked"),
        ("Follow", "Following"),
        ("Mute", "Unmute"),
        ("Show 3 replies", "Hide 3 replies"),
        ("Upgrade", "Downgrade"),
        ("Mark as read", "Mark as unread"),
        ("Saving…", "Save"),
        ("Cart (2)", "Cart (3)"),
        ("Notify", "Notified"),
    ] {
        let found = only_button(&story(before), &story(after));
        assert!(matches!(found, ElementMatch::Found { proof: Proof::Relabelled, .. }), "{before}, {after}: {found:?}");
    }
    for (before, after) in
        [("Add", "Remove"), ("Edit", "Save"), ("Step 2", "Step 3"), ("Delete", "Delete all"), ("Up", "Upgrade")]
    {
        let found = only_button(&story(before), &story(after));
        assert!(matches!(found, ElementMatch::Refused { .. }), "{before}, {after}: {found:?}");
    }
    let both = "<h2>Story</h2><button>Liked</button><button>Unlike</button><p>Text</p>";
    assert!(matches!(only_button(&story("Like"), both), ElementMatch::Refused { .. }), "either of them");
}

#[test]
fn a_menu_is_of_the_row_that_opened_it() {
    let table = |open: &str| {
        let row = |name: &str| {
            let expanded = name == open;
            format!("<tr><td>{name}<td><button aria-haspopup=menu aria-expanded={expanded}>More</button>")
        };
        let menu =
            "<div role=menu><button role=menuitem>Rename</button><button role=menuitem data-t=d>Delete</button></div>";
        format!("<h1>Files</h1><table>{}{}</table>{menu}", row("Ada"), row("Bo"))
    };
    let delete = |before: &str, after: &str| {
        let (old, new) = (page(&table(before)), page(&table(after)));
        let (a, b) = (fingerprint(&old), fingerprint(&new));
        let index = a.identities.iter().position(|i| i.node == tagged(&old)["d"]).unwrap();
        Alignment::new(&a, &b, None).resolve(index)
    };
    assert!(matches!(delete("Ada", "Ada"), ElementMatch::Found { .. }));
    assert!(matches!(delete("Ada", "Bo"), ElementMatch::Refused { .. }), "it would delete Bo");
}

#[test]
fn what_a_tab_shows_says_nothing_of_the_tab() {
    let tabs = |shown: &str, text: &str| {
        format!(
            "<h1>Settings</h1><div><div role=tablist><button role=tab data-t=p>Profile</button><button role=tab>Billing</button>\
             </div><div role=tabpanel><h2>{shown}</h2><p>{text}</p></div></div>"
        )
    };
    let (old, new) = (page(&tabs("Profile", "Your name")), page(&tabs("Billing", "Your card")));
    let (a, b) = (fingerprint(&old), fingerprint(&new));
    let index = a.identities.iter().position(|i| i.node == tagged(&old)["p"]).unwrap();
    let ElementMatch::Found { to, proof, .. } = Alignment::new(&a, &b, None).resolve(index) else {
        panic!("it is there")
    };
    assert_eq!((b.identities[to].node, proof), (tagged(&new)["p"], Proof::Labels));
}

#[test]
fn counted_and_generated_ids_end_no_element() {
    let form =
        |id: &str| format!("<h1>List</h1><label for={id}>New item</label><input id={id} data-t=x><button>Add</button>");
    for (before, after) in [
        ("in0", "in1"),
        ("input-15", "input-27"),
        ("field1", "field2"),
        (":r1:", ":r7:"),
        ("«r1»", "_r_2_"),
        ("v-0", "v-12"),
        ("mat-input-3", "mat-input-9"),
        ("radix-:r1:-x", "radix-:rh:-x"),
        ("headlessui-input-1", "headlessui-input-4"),
        ("ember384", "ember1022"),
    ] {
        check(&form(before), &form(after), &[("x", Ok("x"))]);
    }
    check(&form("city"), &form("street"), &[("x", Err(MatchFailure::Gone))]);
}

#[test]
fn counted_ids_choose_among_elements_that_are_alike() {
    let field = |n: u32| format!("<input id=q{n} data-t=q{n}>");
    let form = |of: &[u32]| format!("<h1>Answers</h1>{}", of.iter().map(|&n| field(n)).collect::<String>());
    check(&form(&[1, 2, 3]), &form(&[3, 1, 2, 4]), &[("q1", Ok("q1")), ("q3", Ok("q3"))]);
    check(&form(&[1, 2, 3]), &form(&[1, 3]), &[("q2", Err(MatchFailure::Gone)), ("q3", Ok("q3"))]);
    // Renumbered: each is where it was.
    check(&form(&[1, 2]), &form(&[7, 8]), &[("q1", Ok("q7")), ("q2", Ok("q8"))]);
}

#[test]
fn an_id_does_not_decide_against_what_is_around_it() {
    let ask = |what: &str| {
        format!("<div role=dialog><p>Delete {what}?</p><button id=confirm data-t=yes>Yes</button></div><p>Page</p>")
    };
    check(&ask("the plumber"), &ask("the trains"), &[("yes", Err(MatchFailure::OtherSurroundings))]);
    let row =
        |who: &str, n: u32| format!("<tr><td>{who}</td><td><button id=del-{n} data-t={who}>Delete</button></td></tr>");
    let before = format!("<table>{}{}{}</table>", row("Ada", 1), row("Bo", 2), row("Cy", 3));
    let after = format!("<table>{}{}</table>", row("Bo", 1), row("Cy", 2));
    check(&before, &after, &[("Ada", Err(MatchFailure::RowGone)), ("Bo", Ok("Bo")), ("Cy", Ok("Cy"))]);
}

#[test]
fn a_container_is_found_by_what_it_holds() {
    let page_of = |rows: &str, note: &str| {
        page(&format!("<div data-t=app><p>{note}</p><ul data-t=list>{rows}</ul></div><footer>f</footer>"))
    };
    let (a, b, c) = (row("Ada", "a"), row("Bo", "b"), row("Cy", "c"));
    let (old, new) = (page_of(&format!("{a}{b}{c}"), "Three people"), page_of(&format!("{c}{b}"), "Two of them"));
    let (from, to) = (tagged(&old), tagged(&new));
    let (x, y) = (fingerprint(&old), fingerprint(&new));
    let matches = Alignment::new(&x, &y, None).resolve_all();
    for tag in ["app", "list"] {
        let at = x.identities.iter().position(|i| i.node == from[tag]).unwrap();
        let ElementMatch::Found { to: found, .. } = matches[at] else { panic!("{tag} is there") };
        assert_eq!(y.identities[found].node, to[tag], "{tag}");
    }
}
