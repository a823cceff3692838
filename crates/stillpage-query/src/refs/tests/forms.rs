//! Text fields as evidence: forms that show another record, rows and headings that repeat what is typed.

use super::rerenders::check;

/// A form for a rule, with the conditions of the rule, and a button beside it.
fn editor(name: &str, conditions: &[&str]) -> String {
    let condition = |words: &&str| {
        format!("<li><input aria-label=Contains value='{words}'><button data-t='drop {words}'>Drop</button></li>")
    };
    let conditions: String = conditions.iter().map(condition).collect();
    format!(
        "<header><button data-t=new>New rule</button></header><main><section aria-label=Rule>\
         <input data-t=name aria-label=Name value='{name}'><ul>{conditions}</ul><button data-t=add>Add condition</button></section></main>"
    )
}

#[test]
fn form_whose_every_field_has_other_words_shows_another_record() {
    let before = editor("Bills", &["invoice", "receipt"]);
    check(&before, &editor("Travel", &["boarding", "hotel"]), &[("name", "-"), ("add", "-"), ("new", "new")]);
    check(&before, &editor("Bills to pay", &["invoice", "receipt"]), &[("name", "name"), ("add", "add")]);
    check(&before, &editor("", &["invoice", "receipt"]), &[("name", "name"), ("add", "add")]);
}

#[test]
fn one_field_may_have_been_typed_into() {
    let form = |name: &str| {
        format!("<h1>Profile</h1><input data-t=name aria-label=Name value='{name}'><button data-t=ok>OK</button>")
    };
    check(&form("Ines"), &form("Ines Berg"), &[("name", "name"), ("ok", "ok")]);
}

#[test]
fn rows_and_headings_repeat_what_is_typed() {
    let app = |names: &[&str], open: &str| {
        let row = |(at, name): (usize, &&str)| format!("<li><b>{name}</b><button data-t=r{at}>Remove</button></li>");
        let rows: String = names.iter().enumerate().map(row).collect();
        format!(
            "<h1>Team</h1><ul>{rows}</ul><section aria-label='Edit {open}'><input data-t=name aria-label=Name value='{open}'>\
             <button data-t=done>Done</button></section>"
        )
    };
    let before = app(&["Ada", "Brita", "Carl"], "Brita");
    let typed = app(&["Ada", "Birgit", "Carl"], "Birgit");
    check(&before, &typed, &[("r0", "r0"), ("r1", "r1"), ("r2", "r2"), ("name", "name"), ("done", "done")]);
    let opened = app(&["Ada", "Brita", "Carl"], "Carl");
    check(&before, &opened, &[("r1", "r1"), ("name", "-"), ("done", "-")]);
}
