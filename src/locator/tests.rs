//! Locators against what Playwright found, and what failing expectations print.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use serde_json::Value;

use super::*;
use crate::search::playwright::elements_below;

fn page(html: &str) -> Page {
    Page::from_html(html)
}

fn rule(value: &Value) -> TextPattern {
    match (value["regex"].as_str(), value["text"].as_str()) {
        (Some(source), _) => TextPattern::regex(source, value["flags"].as_str().unwrap_or_default()),
        (_, Some(text)) if value["exact"] == true => TextPattern::exact(text),
        (_, text) => text.expect("a text").into(),
    }
}

/// The locator of a recorded chain of steps.
fn recorded<'p>(page: &'p Page, steps: &Value) -> Locator<'p> {
    let mut locator = Locator { page, steps: Vec::new() };
    for step in steps.as_array().expect("a list") {
        let text = || rule(&step["text"]);
        locator = match step["by"].as_str().expect("a method") {
            "role" => {
                let role = Role::from_token(step["role"].as_str().expect("a role")).expect("a known role");
                locator.then(Step::Role(
                    role,
                    RoleOptions {
                        name: step.get("name").map(|name| rule(name).0),
                        description: None,
                        checked: step["checked"].as_bool(),
                        disabled: step["disabled"].as_bool(),
                        expanded: step["expanded"].as_bool(),
                        pressed: step["pressed"].as_bool(),
                        selected: step["selected"].as_bool(),
                        level: step["level"].as_u64().and_then(|level| u32::try_from(level).ok()),
                        include_hidden: step["includeHidden"] == true,
                    },
                ))
            }
            "text" => locator.get_by_text(text()),
            "label" => locator.get_by_label(text()),
            "placeholder" => locator.get_by_placeholder(text()),
            "alt" => locator.get_by_alt_text(text()),
            "title" => locator.get_by_title(text()),
            "testid" => locator.get_by_test_id(text()),
            "css" => locator.locator(step["css"].as_str().expect("a selector")),
            "nth" => locator.nth(i32::try_from(step["nth"].as_i64().expect("a number")).expect("a small one")),
            "and" => locator.and(&recorded(page, &step["locator"])),
            "or" => locator.or(&recorded(page, &step["locator"])),
            "filter" => {
                if let Some(text) = step.get("hasText") {
                    locator = locator.filter_has_text(rule(text));
                }
                if let Some(text) = step.get("hasNotText") {
                    locator = locator.filter_has_not_text(rule(text));
                }
                if let Some(inner) = step.get("has") {
                    locator = locator.filter_has(&recorded(page, inner));
                }
                if let Some(inner) = step.get("hasNot") {
                    locator = locator.filter_has_not(&recorded(page, inner));
                }
                match step["visible"].as_bool() {
                    Some(visible) => locator.filter_visible(visible),
                    None => locator,
                }
            }
            other => panic!("{other} is recorded but not tested"),
        };
    }
    locator
}

/// True if an expectation does not panic.
fn holds(check: impl FnOnce()) -> bool {
    catch_unwind(AssertUnwindSafe(check)).is_ok()
}

#[test]
fn locators_find_what_playwright_found() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = fs::read_dir(root.join("snapshots/locators"))
        .expect("recordings")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    let (mut asked, mut states, mut wrong) = (0, 0, Vec::new());
    for file in files {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let path = root.join("corpus/pages").join(&name).join("page.html");
        let page = Page::open(&path).expect("a page of the corpus");
        let order = elements_below(page.dom(), page.dom().document(), true);
        for line in fs::read_to_string(&file).expect("a recording").lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let locator = recorded(&page, &line["ask"]);
            asked += 1;
            let found = locator.all().unwrap_or_else(|error| panic!("{name}: {locator}: {error}"));
            let found: Vec<Option<usize>> =
                found.iter().map(|found| order.iter().position(|&at| at == found.id())).collect();
            let wanted: Vec<Option<usize>> = line["found"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|at| at.as_u64().and_then(|at| usize::try_from(at).ok()))
                .collect();
            if found != wanted {
                wrong.push(format!("{name}: {locator}: {found:?}, not {wanted:?}"));
                continue;
            }
            let Some(state) = line.get("state") else { continue };
            states += 1;
            let mut check = |what: &str, wanted: &Value, holds: bool| {
                if wanted.as_bool().is_some_and(|wanted| wanted != holds) {
                    wrong.push(format!("{name}: {locator}: {what} is {holds}, not {wanted}"));
                }
            };
            check("visible", &state["visible"], holds(|| expect(&locator).to_be_visible()));
            check("enabled", &state["enabled"], holds(|| expect(&locator).to_be_enabled()));
            check("checked", &state["checked"], holds(|| expect(&locator).to_be_checked()));
            check("in viewport", &state["inViewport"], holds(|| expect(&locator).to_be_in_viewport()));
            if let Some(value) = state["value"].as_str() {
                check("value", &Value::Bool(true), holds(|| expect(&locator).to_have_value(value)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {asked}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(asked >= 1000 && states >= 100, "{asked} questions and {states} states are too few");
}

const SHOP: &str = "<!doctype html><style>.veil{position:fixed;inset:0}</style><h1>Shop</h1>
    <ul><li>Tea <button id=t>Add to cart</button><li>Coffee <button id=c disabled>Add to cart</button></ul>
    <label>Amount <input id=a value=3></label><label><input type=checkbox checked id=g> Gift</label>
    <p hidden id=h>Sold out</p>";

/// Returns the message of an expectation that does not hold.
#[track_caller]
fn message(check: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(check)).expect_err("the expectation does not hold");
    panic.downcast::<String>().map(|text| *text).expect("a text")
}

#[test]
fn expectations_hold() {
    let page = page(SHOP);
    let buttons = page.get_by_role(Role::Button);
    expect(&buttons).to_have_count(2);
    expect(&buttons.first()).to_be_enabled();
    expect(&buttons.first()).to_be_clickable();
    expect(&buttons.nth(1)).not().to_be_enabled();
    expect(&page.get_by_role(Role::Listitem).filter_has_text("coffee")).to_have_text("Coffee Add to cart");
    expect(&page.get_by_label("amount")).to_have_value("3");
    expect(&page.get_by_label("gift")).to_be_checked();
    expect(&page.get_by_role(Role::Heading)).to_have_accessible_name("Shop");
    expect(&page.locator("h1")).to_have_role(Role::Heading);
    expect(&page.locator("#h")).not().to_be_visible();
    expect(&page.locator("#gone")).not().to_be_visible();
    expect(&page.get_by_text(TextPattern::regex("^sold", "i"))).to_contain_text("old");
    expect(&page.get_by_role(Role::Heading)).to_have_text(TextPattern::regex("Sh.p", ""));
}

#[test]
fn failures_show_what_is_there() {
    let page = page(SHOP);
    assert_eq!(
        message(|| expect(&page.get_by_role(Role::Heading)).to_have_text("Shoe")),
        "expect(&get_by_role(Role::Heading)).to_have_text(exact(\"Shoe\")) failed\n\
         element:  <h1> heading \"Shop\"\nexpected: \"Shoe\"\nreceived: \"Shop\"\n\
         after 3 equal characters \"e\" is expected, but it continues with \"p\""
    );
    assert_eq!(
        message(|| expect(&page.get_by_role(Role::Button)).to_be_visible()),
        "expect(&get_by_role(Role::Button)).to_be_visible() failed\n\
         strict mode violation: get_by_role(Role::Button) resolved to 2 elements:\n\
         \x20 1) <button id=\"t\"> button \"Add to cart\"\n\x20 2) <button id=\"c\"> button \"Add to cart\"\n\
         hint: narrow the locator down with a name, a filter or a container, or choose one with first(), last() or nth()"
    );
    assert!(
        message(|| expect(&page.get_by_role(Role::Button).name("Pay")).to_be_visible())
            .ends_with("elements with role button: 2\n  <button id=\"t\"> button \"Add to cart\"\n  <button id=\"c\"> button \"Add to cart\""),
        "the buttons that there are"
    );
    assert!(message(|| expect(&page.locator("#c")).to_be_clickable()).ends_with("received: disabled"), "why");
    assert!(
        message(|| expect(&page.locator("h1")).to_be_checked()).ends_with("neither a checkbox nor a radio button"),
        "why"
    );
    assert!(
        message(|| expect(&page.get_by_text(TextPattern::regex("(", ""))).to_be_visible())
            .contains("invalid pattern `(`"),
        "a regular expression that does not parse"
    );
    assert!(message(|| drop(page.locator("h1").name("x"))).contains("does not end in get_by_role"), "no role");
}

#[test]
fn covered_elements_name_what_covers_them() {
    let page = page(&format!("{SHOP}<div class=veil id=veil></div>"));
    let failure = message(|| expect(&page.locator("#t")).to_be_clickable());
    assert!(failure.contains("received: <div id=\"veil\"> covers it at "), "{failure}");
}
