//! Lists, boards and routes as frameworks render them again: what is the same widget then, with and without its node.

use super::super::alignment::Alignment;
use super::super::builder::all_elements;
use super::super::element_match::ElementMatch;
use super::super::fingerprint::Fingerprint;
use super::super::labels::without_counts;
use super::{page, tagged};
use crate::dom::{LocalName, NodeId};
use crate::page::Page;

/// Elements with the same `data-n` are the same node, which is still connected.
fn numbered(page: &Page) -> Vec<(String, NodeId)> {
    let name = LocalName::from("data-n");
    page.dom().elements_in_order().filter_map(|n| Some((page.dom().attr(n, &name)?.to_owned(), n))).collect()
}

/// Asserts the match of each tagged element: the tag of its match, or `-`.
#[track_caller]
pub(super) fn check(before: &str, after: &str, expected: &[(&str, &str)]) {
    let (old, new) = (page(before), page(after));
    let (from, to) = (tagged(&old), tagged(&new));
    let fingerprint = |page: &Page| Fingerprint::of(page, &all_elements(page.dom()));
    let (a, b) = (fingerprint(&old), fingerprint(&new));
    let kept = numbered(&new);
    let node = |number: &str| kept.iter().find(|(n, _)| n == number).map(|(_, node)| *node);
    let handles: rustc_hash::FxHashMap<NodeId, NodeId> =
        numbered(&old).into_iter().filter_map(|(number, before)| Some((before, node(&number)?))).collect();
    let places: Vec<u32> = (0..).take(a.identities.len()).collect();
    let alignment = Alignment::new(&a, &b, (!handles.is_empty()).then_some(&handles)).with_places(&places);
    for (tag, want) in expected {
        let index = a.identities.iter().position(|i| i.node == from[*tag]).unwrap();
        let got = match alignment.resolve(index) {
            ElementMatch::Found { to: at, .. } => {
                let found = b.identities[at].node;
                to.iter().find(|(_, n)| **n == found).map_or("an untagged element", |(tag, _)| tag.as_str())
            }
            ElementMatch::Refused { .. } => "-",
        };
        assert_eq!(got, *want, "{tag}");
    }
}

fn rows(of: &[&str]) -> String {
    of.join("")
}

#[test]
fn numbers_of_rows_are_places() {
    let row = |number: u32, track: &str, tag: &str| {
        format!("<li><span>{number}</span><b>{track}</b><button data-t={tag} data-n={number}>Play</button></li>")
    };
    let list = |of: &[(&str, &str)]| {
        let rows = of.iter().zip(1..).map(|((track, tag), number)| row(number, track, tag));
        format!("<ol>{}</ol>", rows.collect::<String>())
    };
    // The third goes; what was the sixth is `5` now, as was the fifth.
    let before = list(&[
        ("Moss", "m"),
        ("Fog", "g"),
        ("Tide", "a"),
        ("Kites", "b"),
        ("Sun", "c"),
        ("Coat", "d"),
        ("Rain", "e"),
        ("Rain", "f"),
    ]);
    let after = list(&[
        ("Moss", "m"),
        ("Fog", "g"),
        ("Tide", "a"),
        ("Kites", "b"),
        ("Coat", "d"),
        ("Rain", "e"),
        ("Rain", "f"),
    ]);
    check(&before, &after, &[("a", "a"), ("c", "-"), ("d", "d"), ("f", "f")]);
    let moved = list(&[("Rain", "f"), ("Tide", "a"), ("Coat", "d"), ("Rain", "e"), ("Kites", "b"), ("Sun", "c")]);
    check(&before, &moved, &[("a", "a"), ("d", "d"), ("e", "-"), ("f", "-")]);
}

#[test]
fn twins_differ_by_numbers_that_stay() {
    let message = |who: &str, body: &str, at: &str, tag: &str| {
        format!("<li><b>{who}</b><p>{body}</p><time>{at}</time><button data-t={tag}>Reply</button></li>")
    };
    let (a, b) = (message("Ann", "Shall we move it?", "9:01", "a"), message("Ben", "Yes, to Friday", "9:02", "b"));
    let (ok, again) = (message("Ann", "ok", "9:03", "ok"), message("Ann", "ok", "9:14", "again"));
    let before = rows(&[&a, &b, &ok, &again]);
    check(&before, &rows(&[&a, &b, &again]), &[("again", "again"), ("ok", "-")]);
    // Where clocks go on, one may show what another did.
    let later = |body: &str, at: &str, tag: &str| message("Ann", body, at, tag);
    let ticked =
        rows(&[&later("Shall we move it?", "9:05", "a"), &b, &later("ok", "9:14", "x"), &later("ok", "9:25", "y")]);
    check(&before, &ticked, &[("ok", "-"), ("again", "-"), ("b", "b")]);
}

#[test]
fn twins_keep_their_place_between_rows_that_kept_their_order() {
    let row = |name: &str, tag: &str| format!("<li><span>{name}</span><button data-t={tag}>Open</button></li>");
    let trees: Vec<String> = ["Oak", "Elm", "Ash", "Fir", "Yew"].iter().map(|name| row(name, name)).collect();
    let (x, y) = (row("Reed", "x"), row("Reed", "y"));
    let before = rows(&[&trees[0], &x, &trees[1], &trees[2], &y, &trees[3], &trees[4]]);
    let inserted = rows(&[&row("Bay", "new"), &trees[0], &x, &trees[1], &trees[2], &y, &trees[3], &trees[4]]);
    check(&before, &inserted, &[("x", "x"), ("y", "y")]);
    let one_less = rows(&[&trees[0], &trees[1], &trees[2], &y, &trees[3], &trees[4]]);
    check(&before, &one_less, &[("x", "-"), ("y", "y")]);
    let sorted = rows(&[&trees[2], &x, &trees[1], &trees[0], &y, &trees[3], &trees[4]]);
    check(&before, &sorted, &[("x", "-"), ("y", "-")]);
}

#[test]
fn rows_with_other_links_are_others() {
    let row =
        |id: u32, tag: &str| format!("<li><b>Ivy</b> <a href=#m{id}>Lunch?</a><button data-t={tag}>Star</button></li>");
    let (other, third) = ("<li><b>Sam</b><a href=#m3>Notes</a></li>", "<li><b>Noor</b><a href=#m4>Plans</a></li>");
    check(&rows(&[&row(2, "two"), other, third]), &rows(&[other, third, &row(9, "nine")]), &[("two", "-")]);
    check(&rows(&[&row(2, "two"), other, third]), &rows(&[other, third, &row(2, "two")]), &[("two", "two")]);
}

#[test]
fn a_link_may_lead_to_the_same_thing_another_way() {
    let row = |folder: &str, id: u32, subject: &str| {
        format!("<li><b>Ivy</b> <a data-t=m{id} href=/{folder}/{id}>{subject}</a><button>Archive</button></li>")
    };
    let list = |folder: &str| rows(&[&row(folder, 12, "Lunch?"), &row(folder, 15, "Notes"), &row(folder, 16, "Plans")]);
    check(&list("inbox"), &list("starred"), &[("m12", "m12"), ("m15", "m15")]);
    let other = rows(&[&row("inbox", 22, "Lunch?"), &row("inbox", 15, "Notes"), &row("inbox", 16, "Plans")]);
    check(&list("inbox"), &other, &[("m12", "-"), ("m15", "m15")]);
}

#[test]
fn a_bar_above_a_title_is_the_titles() {
    let view = |title: &str| {
        format!(
            "<header><button data-t=menu>Menu</button></header><main><div><button data-t=archive>Archive</button></div><h1>{title}</h1><p>…</p></main><footer><button data-t=help>Help</button></footer>"
        )
    };
    check(&view("Lunch?"), &view("Invoice"), &[("archive", "-"), ("menu", "menu"), ("help", "help")]);
    check(&view("Inbox (3)"), &view("Inbox (4)"), &[("archive", "archive")]);
    check(&view("11 March"), &view("30 March"), &[("archive", "-")]);
}

#[test]
fn a_column_is_known_by_its_heading() {
    let column = |name: &str, cards: &[&str], tag: &str| {
        let cards: Vec<String> = cards
            .iter()
            .map(|card| format!("<div class=card><p>{card}</p><p>Task</p><button>Move</button></div>"))
            .collect();
        format!(
            "<section class=col><h2>{name} ({})</h2><button data-t={tag}>Add a card</button><div>{}</div></section>",
            cards.len(),
            cards.join("")
        )
    };
    let before = column("To do", &["Fix login", "Write notes", "Plan sprint"], "todo")
        + &column("Done", &["Add icons", "Trim logs"], "done");
    let after = column("To do", &["Translate"], "todo") + &column("Done", &["Measure", "Profile", "Deploy"], "done");
    check(&before, &after, &[("todo", "todo"), ("done", "done")]);
    let others = column("Now", &["Translate"], "now") + &column("Done", &["Measure", "Profile", "Deploy"], "done");
    check(&before, &others, &[("todo", "-")]);
}

#[test]
fn words_of_nested_rows_tell_them_apart() {
    let card = |title: &str, who: &str, tag: &str| {
        format!(
            "<div class=card><button>{title}</button><p>{who}</p><div><button data-t={tag}>Delete</button></div></div>"
        )
    };
    let column = |cards: &str| format!("<section class=col><p>Cards</p><div class=cards>{cards}</div></section>");
    let (a, b, c, d) =
        (card("Fix", "Ann", "a"), card("Plan", "Ben", "b"), card("Test", "Cas", "c"), card("Ship", "Dee", "d"));
    let before = column(&rows(&[&a, &b])) + &column(&rows(&[&c, &d]));
    let after = column(&rows(&[&b])) + &column(&rows(&[&d, &a, &c]));
    check(&before, &after, &[("a", "a"), ("b", "b"), ("c", "c"), ("d", "d")]);
}

#[test]
fn a_row_of_another_page_is_not_it() {
    let channel = |name: &str, at: &str, tag: &str, more: &str| {
        format!(
            "<h1>{name}</h1><ul><li><b>Ann</b><p>thanks a lot</p><time>{at}</time><button data-t={tag}>Reply</button></li><li><b>{more}</b><p>{more}!</p></li></ul>"
        )
    };
    check(&channel("general", "9:01", "a", "Ben"), &channel("random", "9:44", "x", "Cas"), &[("a", "-")]);
    check(&channel("general", "9:01", "a", "Ben"), &channel("general", "9:44", "x", "Cas"), &[("a", "x")]);
}

#[test]
fn a_row_that_changed_much_is_known_on_its_node() {
    let card = |node: u32, words: &str, tag: &str| {
        format!("<li data-n={node}>{words}<button data-t={tag} data-n=b{node}>Open</button></li>")
    };
    let asked = "<p>Luca, 3 points</p><p>Sure?</p><button>Yes</button><button>No, keep it</button><button>Ask somebody</button>";
    let before = rows(&[&card(1, "<p>Luca, 3 points</p>", "a"), &card(2, "<p>Ivy, 5 points</p>", "b")]);
    let after = rows(&[&card(1, asked, "a"), &card(2, "<p>Ivy, 5 points</p>", "b")]);
    check(&before, &after, &[("a", "a"), ("b", "b")]);
    let reused = rows(&[&card(1, "<p>Ivy, 5 points</p>", "b"), &card(2, "<p>Noor, 8 points</p>", "n")]);
    check(&before, &reused, &[("a", "-")]);
}

#[test]
fn what_is_counted_by_a_sign_counts_on() {
    let post = |likes: &str| {
        format!("<ul><li><p>Sunset</p><button data-t=like data-n=1>{likes}</button></li><li><p>Ferry</p></li></ul>")
    };
    check(&post("👍 2"), &post("👍 3"), &[("like", "like")]);
    check(&post("2"), &post("3"), &[("like", "-")]);
}

#[test]
fn ages_do_not_tell_rows_apart() {
    let row = |who: &str, age: &str, tag: &str| {
        format!("<li><b>{who}</b><small>{age}</small><button data-t={tag}>Dismiss</button></li>")
    };
    let before = rows(&[&row("Ann", "3 minutes ago", "a"), &row("Ben", "8 minutes ago", "b")]);
    let after =
        rows(&[&row("New", "1 minute ago", "n"), &row("Ann", "8 minutes ago", "a"), &row("Ben", "2 hours ago", "b")]);
    check(&before, &after, &[("a", "a"), ("b", "b")]);
}

#[test]
fn counts_differ_from_ordinals() {
    let same = |a: &str, b: &str| without_counts(a) == without_counts(b);
    for (a, b) in [("Comments (3)", "Comments (4)"), ("30 products", "28 products"), ("Alerts 5", "Alerts 6")] {
        assert!(same(a, b), "{a}");
    }
    for (a, b) in [("Step 2", "Step 3"), ("11 March", "30 March"), ("Order 1042", "Order 1043"), ("Comments", "Likes")]
    {
        assert!(!same(a, b), "{a}");
    }
}
