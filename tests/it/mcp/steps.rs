//! The steps of `corpus/actions/steps.json` through the server: its answers say what those of the command line do.

use serde_json::{Value, json};

use super::client::Client;
use crate::steps::{each_page, lines_without, pages, texts};

/// The target of a step: as on the command line, the first element that its selector matches.
fn first(step: &Value) -> String {
    format!("{} >> nth=0", step["target"].as_str().unwrap_or_default())
}

/// The call of a tool that does a step.
fn call(step: &Value) -> (&'static str, Value) {
    let (target, value) = (first(step), &step["value"]);
    match step["action"].as_str().expect("an action") {
        "click" => ("browser_click", json!({ "target": target })),
        "hover" => ("browser_hover", json!({ "target": target })),
        "fill" => ("browser_type", json!({ "target": target, "text": value })),
        "type" => ("browser_type", json!({ "target": target, "text": value, "slowly": true })),
        "select" => ("browser_select_option", json!({ "target": target, "values": [value] })),
        "set-checked" => {
            let kind = if target.contains("stay") { "checkbox" } else { "radio" };
            let field = json!({ "name": "field", "type": kind, "target": target, "value": value.to_string() });
            ("browser_fill_form", json!({ "fields": [field] }))
        }
        "press" => ("browser_press_key", json!({ "key": value })),
        "scroll" => ("browser_mouse_wheel", json!({ "deltaX": value[0], "deltaY": value[1] })),
        other => panic!("no tool for {other}"),
    }
}

/// The words of a refusal.
fn refusal(code: &str) -> &'static str {
    match code {
        "not_visible" => "element is not visible",
        // What is inert is called not visible there.
        "not_enabled" => "element is not ",
        "click_intercepted" => "intercepts pointer events",
        "not_found" => "did not find some options",
        other => panic!("no words for {other}"),
    }
}

/// The words for an effect; `None` for one that the snapshot shows.
fn words(effect: &Value) -> Option<String> {
    let text = |name: &str| effect[name].as_str().unwrap_or_default();
    match text("effect") {
        "follow" => Some(format!("The link leads to {}, ", text("url"))),
        "submit" => {
            let fields = effect["fields"].as_array().into_iter().flatten();
            let fields: Vec<String> = fields
                .map(|field| {
                    format!("{}={}", field[0].as_str().unwrap_or_default(), field[1].as_str().unwrap_or_default())
                })
                .collect();
            Some(format!("The form was submitted: {} {} with {};", text("method"), text("url"), fields.join(", ")))
        }
        "fragment" => Some(format!("/page.html#{}", text("fragment"))),
        _ => None,
    }
}

/// The lines of a snapshot without marks, indentation and containers that have no role.
fn plain(snapshot: &str) -> String {
    let lines = snapshot.lines().map(|line| {
        let line = line.trim().replace(" [active]", "").replace(" [cursor=pointer]", "");
        match line.split_once(" [ref=") {
            Some((before, after)) => format!("{before}{}", after.split_once(']').map_or("", |(_, rest)| rest)),
            None => line,
        }
    });
    let lines: Vec<String> = lines.map(|line| unnamed(&line)).filter(|line| !line.starts_with("- generic")).collect();
    lines.join("\n")
}

/// A line without the name of what has other lines in it, which agents are not told where those say the same.
fn unnamed(line: &str) -> String {
    match line.split_once(" \"").filter(|_| line.ends_with(':')) {
        Some((role, _)) => format!("{role}:"),
        None => line.to_owned(),
    }
}

/// Lines without their indentation, sorted.
fn flush(lines: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = lines.iter().map(|line| unnamed(line.trim())).collect();
    lines.sort();
    lines
}

#[test]
fn server_acts_as_the_command_line() {
    each_page(|name, steps| {
        // In the state that it was saved in, as the command line has it.
        let file = pages().join(name).join("page.html");
        let mut client = Client::start(&pages(), &["--page", &file.to_string_lossy()]);
        let mut before = plain(&client.snapshot());
        for step in steps {
            let answer = if step["action"] == "submit" {
                // Enter in a field sends its form.
                client.done("browser_click", &json!({ "target": first(step) }));
                client.done("browser_press_key", &json!({ "key": "Enter" }))
            } else {
                let (tool, arguments) = call(step);
                if let Some(code) = step["error"].as_str() {
                    let answer = client.refused(tool, &arguments);
                    assert!(answer.contains(refusal(code)), "{name}: {step}\n{answer}");
                    continue;
                }
                client.done(tool, &arguments)
            };
            for effect in step["effects"].as_array().into_iter().flatten().filter_map(words) {
                assert!(answer.contains(&effect), "{name}: {step} without {effect}\n{answer}");
            }
            let beyond =
                ["The link leads", "The form was"].iter().map(|words| answer.matches(words).count()).sum::<usize>();
            let expected = texts(&json!(
                step["effects"].as_array().into_iter().flatten().map(|e| &e["effect"]).collect::<Vec<_>>()
            ));
            assert_eq!(
                beyond,
                expected.iter().filter(|e| matches!(&***e, "follow" | "submit")).count(),
                "{name}: {step}\n{answer}"
            );
            let after = plain(&client.snapshot());
            assert_eq!(lines_without(&before, &after), flush(&texts(&step["gone"])), "{name}: {step}");
            assert_eq!(lines_without(&after, &before), flush(&texts(&step["new"])), "{name}: {step}");
            before = after;
        }
    });
}
