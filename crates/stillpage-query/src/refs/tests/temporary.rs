//! Rows whose key an app made up until its server answered.

use super::check;

/// A list of cards with links, the last of which is the one given.
fn cards(last: &str) -> String {
    let card = |key: &str, name: &str, state: &str, tag: &str| {
        format!(
            "<li id=card-{key}><a href=/cards/{key} data-t={tag}>{name}</a>{state}<button data-t={tag}-move>Move</button>\
             <button data-t={tag}-delete>Delete</button></li>"
        )
    };
    let cards = [card("31", "Oil the hinges", "", "oil"), card("32", "Label the jars", "", "jars")];
    let (key, rest) = last.split_once(' ').unwrap_or_default();
    let (name, state) = rest.split_once('|').unwrap_or((rest, ""));
    format!("<ul>{}{}</ul>", cards.concat(), card(key, name, state, "last"))
}

#[test]
fn rows_survive_the_key_that_the_server_gives_them() {
    let expected = [("last", "last"), ("last-move", "last-move"), ("last-delete", "last-delete"), ("oil", "oil")];
    for temporary in ["tmp-3", "temp-8f2", "-1"] {
        let before = cards(&format!("{temporary} Sweep the yard|<em>Saving …</em>"));
        check(&before, &cards("47 Sweep the yard"), &expected);
    }
}

#[test]
fn another_name_or_key_is_another_row() {
    let gone = [("last", "stale_ref removed"), ("last-delete", "stale_ref removed")];
    check(&cards("tmp-3 Sweep the yard|<em>Saving …</em>"), &cards("47 Paint the gate"), &gone);
    // A key for good does not become another one.
    check(&cards("46 Sweep the yard|<em>Saving …</em>"), &cards("47 Sweep the yard"), &gone);
    // Nor does a temporary one become another temporary one.
    check(&cards("tmp-3 Sweep the yard|<em>Saving …</em>"), &cards("tmp-4 Sweep the yard|<em>Saving …</em>"), &gone);
}
