//! Containers keep their refs while their contents change.

use super::{observe, page};
use crate::refs::session::Session;

/// Asserts which tagged elements have on the second page the ref that they had on the first.
#[track_caller]
fn check(before: &str, after: &str, kept: &[&str], others: &[&str]) {
    let mut session = Session::new();
    let old = observe(&mut session, Session::FIRST_TAB, &page(before));
    let new = observe(&mut session, Session::FIRST_TAB, &page(after));
    for tag in kept {
        assert_eq!(new.get(*tag), old.get(*tag), "{tag} is what it was");
    }
    for tag in others {
        let known = new.get(*tag).and_then(|now| old.iter().find(|(_, was)| *was == now));
        assert_eq!(known, None, "{tag} is new");
    }
}

#[test]
fn containers_around_a_change_keep_their_refs() {
    let html = |inner: &str| {
        format!(
            "<header data-t=header><a href=/>Home</a></header><div data-t=outer><main data-t=main><h1>Cart</h1>\
             <div data-t=inner>{inner}</div></main></div>"
        )
    };
    let kept = ["header", "outer", "main", "inner"];
    check(&html("<p data-t=p>Empty</p>"), &html("<p data-t=p>One mug</p>"), &[&kept[..], &["p"]].concat(), &[]);
    check(&html("<button data-t=b>Buy</button>"), &html("<button data-t=b>Sell</button>"), &kept, &["b"]);
    check(&html("<p>Empty</p>"), &html("<p>Empty</p><button data-t=b>Fill</button>"), &kept, &["b"]);
}

#[test]
fn containers_go_with_what_they_hold() {
    let part = |tag: &str, name: &str| format!("<div data-t={tag}><h2>{name}</h2><button>{name} now</button></div>");
    let (a, b, c) = (part("a", "Order"), part("b", "Return"), part("c", "Cancel"));
    check(&format!("{a}{b}"), &format!("{b}{a}"), &["a", "b"], &[]);
    check(&format!("{a}{b}"), &format!("{c}{a}{b}"), &["a", "b"], &["c"]);
    check(&format!("{a}{b}"), &format!("{b}{c}"), &["b"], &["c"]);
}

#[test]
fn rows_and_targets_do_not_go_by_their_place() {
    let list = |rows: &[&str]| {
        let rows: String = rows.iter().map(|name| format!("<li data-t=row-{name}>{name}</li>")).collect();
        format!("<ul data-t=list>{rows}</ul>")
    };
    check(&list(&["Ada", "Bo"]), &list(&["Cy", "Bo"]), &["list", "row-Bo"], &["row-Cy"]);
    let card = |name: &str| format!("<main data-t=main><div data-t={name} style=cursor:pointer>{name}</div></main>");
    check(&card("Open"), &card("Delete"), &["main"], &["Delete"]);
    let dialog = |name: &str| format!("<p>Files</p><div role=dialog data-t={name} aria-label={name}>Sure?</div>");
    check(&dialog("Share"), &dialog("Delete"), &[], &["Delete"]);
}

#[test]
fn a_row_keeps_its_ref_while_its_numbers_change() {
    let row =
        |name: &str, count: u32| format!("<tr data-t={name}><td>{name}</td><td data-t=n-{name}>{count}</td></tr>");
    let table = |a: u32, b: u32| format!("<table data-t=table>{}{}</table>", row("Mugs", a), row("Pots", b));
    check(&table(3, 4), &table(4, 3), &["table", "Mugs", "Pots", "n-Mugs", "n-Pots"], &[]);
}
