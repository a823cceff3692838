//! The steps of `corpus/actions/steps.json` by the routes that lead to the actions: each gives the answers of the command line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use stillpage::actions::Performed;
use stillpage::{Error, Page, Snapshot, SnapshotMode, SnapshotOptions};

/// The folder of the pages.
pub(crate) fn pages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/pages")
}

/// Calls `each` with the name of each page and its steps.
pub(crate) fn each_page(mut each: impl FnMut(&str, &[Value])) {
    let file = pages().with_file_name("actions").join("steps.json");
    let all: Value = serde_json::from_str(&std::fs::read_to_string(file).expect("the file")).expect("JSON");
    let all = all.as_array().expect("pages");
    let steps = |page: &Value| page["steps"].as_array().map_or(0, Vec::len);
    assert_eq!(all.iter().map(steps).sum::<usize>(), 31, "no step is lost");
    for page in all {
        each(page["page"].as_str().expect("a name"), page["steps"].as_array().expect("steps"));
    }
}

/// The lines that are only in the first of two texts, sorted.
pub(crate) fn lines_without(text: &str, other: &str) -> Vec<String> {
    let mut count: BTreeMap<&str, i32> = BTreeMap::new();
    for line in text.lines() {
        *count.entry(line).or_insert(0) += 1;
    }
    for line in other.lines() {
        *count.entry(line).or_insert(0) -= 1;
    }
    let lines = count.into_iter().flat_map(|(line, times)| vec![line.to_owned(); usize::try_from(times).unwrap_or(0)]);
    lines.collect()
}

/// The texts of a list.
pub(crate) fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Effects without what depends on the numbers of elements.
fn without_numbers(effects: &str) -> Value {
    let mut effects: Value = serde_json::from_str(effects).expect("JSON");
    for effect in effects.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        effect.retain(|name, _| name != "ref" && name != "index");
    }
    effects
}

fn perform(page: &Page, step: &Value) -> Result<Performed, Error> {
    let text = step["value"].as_str().unwrap_or_default();
    let target = page.locator(step["target"].as_str().unwrap_or("html")).first();
    Ok(match step["action"].as_str().expect("an action") {
        "click" => target.click()?,
        "hover" => target.hover()?,
        "fill" => target.fill(text)?,
        "type" => target.press_sequentially(text)?,
        "select" => target.select_option([text])?,
        "set-checked" => target.set_checked(step["value"] == true)?,
        "submit" => target.submit()?,
        "press" => page.press(text)?,
        "scroll" => {
            let by: [f32; 2] = serde_json::from_value(step["value"].clone()).expect("two numbers");
            page.scroll_by(by[0], by[1])?
        }
        other => panic!("no action {other}"),
    })
}

#[test]
fn library_acts_as_the_command_line() {
    let options = SnapshotOptions::default().mode(SnapshotMode::Default);
    let snapshot = |page: &Page| Snapshot::render(page, &options).to_string();
    each_page(|name, steps| {
        let mut page = Page::open(pages().join(name).join("page.html")).expect("the page");
        let mut before = snapshot(&page);
        for step in steps {
            let performed = match perform(&page, step) {
                Ok(performed) => performed,
                Err(error) => {
                    assert_eq!(step["error"], error.code(), "{name}: {step}");
                    continue;
                }
            };
            assert!(step["error"].is_null(), "{name}: {step}");
            assert_eq!(without_numbers(&performed.effects_json()), step["effects"], "{name}: {step}");
            page = performed.page;
            let after = snapshot(&page);
            assert_eq!(lines_without(&before, &after), texts(&step["gone"]), "{name}: {step}");
            assert_eq!(lines_without(&after, &before), texts(&step["new"]), "{name}: {step}");
            before = after;
        }
    });
}
