//! Numbers: counting up over the session, or following from what an element is.

use std::collections::BTreeMap;

use super::{describe, observe, page, page_of, row, shown, tagged};
use crate::page::Page;
use crate::refs::session::{Numbering, Session};
use crate::refs::{Ref, is_stable_number, stable_table};

#[test]
fn numbers_are_never_used_twice() {
    let mut session = Session::new();
    let mut seen: BTreeMap<u32, String> = BTreeMap::new();
    for n in 0..4 {
        for tab in ["1", "2"] {
            let page = page(&format!("<button data-t=only>Step {n} of tab {tab}</button>"));
            let reference = observe(&mut session, tab, &page)["only"];
            let what = format!("{n} {tab}");
            assert_eq!(seen.insert(reference.number, what.clone()), None, "{what}");
        }
    }
}

#[test]
fn first_look_numbers_as_the_snapshot_does() {
    let page = page("<h1>A</h1><p>b</p><button>c</button>");
    let table = shown(&page);
    let refs: Vec<_> = Session::new().observe(Session::FIRST_TAB, &page, &table).iter().collect();
    assert_eq!(refs, table.iter().collect::<Vec<_>>());
}

#[test]
fn refs_in_frames_and_shadow_trees_are_kept() {
    let html = |toast: &str| {
        format!(
            "<!doctype html><title>t</title><body>{toast}<iframe srcdoc=\"<h2>Frame</h2><button data-t=f>Play</button>\"></iframe>\
             <div><template shadowrootmode=open><h2>Shadow</h2><button>Stop</button></template></div>"
        )
    };
    let (before, after) = (page_of(&html("")), page_of(&html("<p role=alert>Hello</p>")));
    let named = |page: &Page, name: &str| {
        let table = shown(page);
        let found = table.iter().find(|(_, node)| page.aria().get(*node).is_some_and(|aria| &*aria.name == name));
        found.map(|(_, node)| node).unwrap()
    };
    let mut session = Session::new();
    let old = session.observe(Session::FIRST_TAB, &before, &shown(&before));
    let new = session.observe(Session::FIRST_TAB, &after, &shown(&after));
    for name in ["Play", "Stop"] {
        assert_eq!(old.of(named(&before, name)), new.of(named(&after, name)), "{name}");
        assert!(old.of(named(&before, name)).is_some(), "{name}");
    }
    assert_eq!(old.of(named(&before, "Play")).map(|r| r.frame), Some(1), "its ref names the frame");
}

fn stable(page: &Page) -> BTreeMap<String, Ref> {
    let table = stable_table(page, &shown(page));
    tagged(page).into_iter().filter_map(|(tag, node)| Some((tag, table.of(node)?))).collect()
}

const SHOP: &str = "<header><nav aria-label=Main><a data-t=home href=/>Home</a><a data-t=help href=/help>Help</a></nav></header>
    BANNER<main data-t=main><h1 data-t=h>People</h1><div class=tools data-t=tools><label>Find <input data-t=find></label></div>
    <ul>ROWS</ul></main><section><h2>Danger</h2><button data-t=delete>Delete</button></section>
    <section><h2>Account</h2><button data-t=close>Delete</button></section><footer data-t=foot>Made by us</footer>";

fn shop(banner: &str, names: &[(&str, &str)]) -> Page {
    let rows: String = names.iter().map(|(name, tag)| row(name, tag)).collect();
    page(&SHOP.replace("BANNER", banner).replace("ROWS", &rows))
}

#[test]
fn stable_refs_survive_what_happens_elsewhere() {
    let before = stable(&shop("", &[("Ada", "a"), ("Bo", "b"), ("Cy", "c")]));
    let banner = "<div class=banner><h2>Sale</h2><p>All week</p><button>Close</button></div>";
    let after = stable(&shop(banner, &[("Cy", "c"), ("Di", "d"), ("Ada", "a"), ("Bo", "b")]));
    for (tag, reference) in &before {
        assert_eq!(after.get(tag), Some(reference), "{tag}");
        assert!(is_stable_number(reference.number), "{reference}");
    }
    let numbers: std::collections::BTreeSet<_> = after.values().collect();
    assert_eq!(numbers.len(), after.len(), "each element has its own");
}

#[test]
fn stable_twins_are_counted() {
    let page = page("<button data-t=a>Go</button><button data-t=b>Go</button><button data-t=c>Go</button>");
    let (first, again) = (stable(&page), stable(&page));
    assert_eq!(first, again, "the same on every load");
    assert!(first["a"] != first["b"] && first["b"] != first["c"] && first["a"] != first["c"], "{first:?}");
}

#[test]
fn stable_numbers_in_a_session() {
    let mut session = Session::new();
    session.set_numbering(Numbering::Stable);
    let page = shop("", &[("Ada", "a"), ("Bo", "b")]);
    let refs = observe(&mut session, Session::FIRST_TAB, &page);
    assert_eq!(refs, stable(&page), "the first snapshot numbers refs as a snapshot without a session does");
    let after = shop("<p>Hello</p>", &[("Bo", "b")]);
    assert_eq!(observe(&mut session, Session::FIRST_TAB, &after)["b-edit"], refs["b-edit"]);
}

#[test]
fn numbers_of_fields_does_not_depend_on_what_is_typed_into_them() {
    let form = |name: &str, note: &str| {
        page(&format!(
            "<form><label>Name <input data-t=name value='{name}'></label> <label>Speed <select data-t=speed><option>Slow</select></label>\
             <label>Note <textarea data-t=note>{note}</textarea></label> <label><input type=checkbox data-t=gift> Gift</label></form>"
        ))
    };
    let mut session = Session::new();
    let first = observe(&mut session, Session::FIRST_TAB, &form("", ""));
    for (name, note) in [("Ada Lovelace", ""), ("Ada Lovelace!", "Ring twice"), ("Bo", "Leave it at the door")] {
        assert_eq!(observe(&mut session, Session::FIRST_TAB, &form(name, note)), first, "{name:?} {note:?}");
    }
}

#[test]
fn numbers_of_rows_are_positions_in_any_order() {
    let people = ["Ada", "Bo", "Cy", "Di"];
    let form = |order: &[usize]| {
        let group = |&at: &usize| {
            let (name, number) = (people[at], at + 1);
            format!(
                "<fieldset><legend>Guest {number}: {name}</legend><label>Mail<input data-t={name}></label>\
                 <button data-t={name}-out>Remove guest {number}</button></fieldset>"
            )
        };
        format!("<main><h1>Guests</h1><form>{}</form></main>", order.iter().map(group).collect::<String>())
    };
    let mut session = Session::new();
    let before = page(&form(&[0, 1, 2, 3]));
    let refs = observe(&mut session, Session::FIRST_TAB, &before);
    let after = page(&form(&[3, 2, 1, 0]));
    for name in people {
        assert_eq!(describe(&after, &session.resolve(&after, refs[name], None)), name);
        let button = format!("{name}-out");
        assert_eq!(describe(&after, &session.resolve(&after, refs[&*button], None)), button);
    }
}
