//! The tools: Playwright MCP's, compared with its published list, and stillpage's own.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::client::{Client, showing};

/// Tools as a client lists them, by name.
fn listed() -> BTreeMap<String, Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let answer = Client::start(folder.path(), &[]).request("tools/list", &json!({}));
    let tools = answer["result"]["tools"].as_array().expect("a list").clone();
    tools.into_iter().map(|tool| (tool["name"].as_str().expect("a name").to_owned(), tool)).collect()
}

/// The facts of a parameter: its type, the words it takes.
fn facts(schema: &Value) -> Value {
    json!({ "type": schema["type"], "enum": schema["enum"] })
}

/// `playwright-mcp.json` lists the names and parameters of the tools of Playwright MCP (core, testing, vision), each with its
/// type and whether it is required. `scripts/mcp-client/list.mjs` writes it.
#[test]
fn tools_are_those_of_playwright_mcp() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/mcp/playwright-mcp.json");
    let theirs: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("the list")).expect("JSON");
    let ours = listed();
    let mut wrong = Vec::new();
    for (name, tool) in theirs["tools"].as_object().expect("tools") {
        let Some(own) = ours.get(name) else {
            // What of vision holds a button down has no meaning of its own here.
            if !matches!(name.as_str(), "browser_mouse_down" | "browser_mouse_up" | "browser_mouse_drag_xy") {
                wrong.push(format!("no {name}"));
            }
            continue;
        };
        let schema = &own["inputSchema"];
        let parameters = tool["parameters"].as_object().expect("parameters");
        for (parameter, expected) in parameters {
            let got = &schema["properties"][parameter];
            if facts(got) != facts(expected) {
                wrong.push(format!("{name}.{parameter}: {} instead of {}", facts(got), facts(expected)));
            }
            let required =
                schema["required"].as_array().is_some_and(|names| names.iter().any(|n| n == parameter.as_str()));
            // Parameters with a default are required by their schema and may be left out all the same.
            if expected["default"].is_null() && (required != (expected["required"] == true)) {
                wrong.push(format!("{name}.{parameter}: required is {required}"));
            }
        }
        let extra =
            schema["properties"].as_object().expect("properties").keys().filter(|key| !parameters.contains_key(*key));
        wrong.extend(extra.map(|key| format!("{name}.{key} is not theirs")));
        if own["annotations"]["readOnlyHint"] != tool["readOnly"] {
            wrong.push(format!("{name}: readOnlyHint"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn own_tools_say_when_to_use_them() {
    let tools = listed();
    for name in
        ["search_page", "find_elements", "locate", "check_click", "extract", "markdown", "diff", "explain", "resolve"]
    {
        let tool = &tools[name];
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{name}");
        assert!(tool["description"].as_str().is_some_and(|text| text.len() > 60), "{name}");
        assert!(tool["inputSchema"]["properties"]["model-command"].is_null(), "no program is run for {name}");
    }
}

#[test]
fn own_tools_answer_with_the_refs_of_the_snapshot() {
    let (folder, mut client) =
        showing("<details><summary>More</summary><p>Secret recipe</p><button>Cook</button></details><h1>Kitchen</h1>");
    client.done("browser_click", &json!({ "target": "summary" }));
    let cook = client.reference("button \"Cook\"");
    let mark = format!("[ref={cook}]");
    assert!(client.done("locate", &json!({ "description": "the 'Cook' button" })).contains(&mark), "locate");
    assert!(client.done("find_elements", &json!({ "selector": "button" })).contains(&mark), "find_elements");
    assert!(client.done("search_page", &json!({ "pattern": "recipe" })).contains("»recipe«"), "search_page");
    client.done("check_click", &json!({ "target": cook }));
    assert!(client.done("explain", &json!({ "target": cook })).contains("Cook"), "explain");
    let styles = client.done("explain", &json!({ "target": cook, "styles": true }));
    assert!(styles.contains("no rule of the page sets a property of it"), "{styles}");
    assert!(client.done("markdown", &json!({})).contains("# Kitchen"), "markdown");
    let schema = json!({ "properties": { "heading": { "type": "string" } } });
    client.done("extract", &json!({ "schema": schema }));
    std::fs::write(folder.path().join("other.html"), "<h1>Kitchen</h1><button>New</button>").expect("a file");
    assert!(client.done("diff", &json!({ "after": "other.html" })).contains("New"), "diff");
}

#[test]
fn own_tools_take_camel_case_and_older_names() {
    let (_folder, mut client) = showing("<p>one two three</p><p>one</p>");
    for name in ["maxResults", "max-results"] {
        let found = client.done("search_page", &json!({ "pattern": "one", name: 1 }));
        assert!(found.contains("# 1 more of 2; raise maxResults"), "{found}");
    }
    let schema = json!({ "properties": { "heading": { "type": "string" } } });
    client.done("extract", &json!({ "schema": schema.to_string() }));
    let unknown = client.refused("search_page", &json!({ "pattern": "one", "max_results": 1 }));
    assert!(unknown.contains("has no parameter \"max_results\""), "{unknown}");
}

#[test]
fn find_shows_lines_below_their_path() {
    let (_folder, mut client) =
        showing("<main><ul aria-label=L><li>one<li>two<li>three<li>four<li>five<li>six</ul></main>");
    let found = client.done("browser_find", &json!({ "text": "SIX" }));
    assert!(found.starts_with("### Result\nFound 1 match for \"SIX\":\n\n- "), "{found}");
    assert!(found.contains("- list \"L\"") && found.contains("listitem") && !found.contains("one"), "{found}");
    assert_eq!(client.done("browser_find", &json!({ "text": "zzz" })), "### Result\nNo matches found for \"zzz\".");
    assert!(
        client.done("browser_find", &json!({ "regex": "/(?<=: )f/" })).contains("Found 2 matches"),
        "a regular expression"
    );
}

#[test]
fn checks_pass_and_fail_in_playwright_mcps_words() {
    let (_folder, mut client) =
        showing("<h1>Hello</h1><button>Go</button><ul><li>one<li>two</ul><input aria-label=N value=x>");
    for (name, arguments, error) in [
        ("browser_verify_text_visible", json!({ "text": "Hello" }), None),
        ("browser_verify_text_visible", json!({ "text": "Nope" }), Some("Text not found")),
        ("browser_verify_element_visible", json!({ "role": "button", "accessibleName": "Go" }), None),
        (
            "browser_verify_element_visible",
            json!({ "role": "button", "accessibleName": "No" }),
            Some("Element with role \"button\" and accessible name \"No\" not found"),
        ),
        ("browser_verify_list_visible", json!({ "element": "l", "target": "ul", "items": ["one", "two"] }), None),
        (
            "browser_verify_list_visible",
            json!({ "element": "l", "target": "ul", "items": ["three"] }),
            Some("Item \"three\" not found"),
        ),
        (
            "browser_verify_value",
            json!({ "type": "textbox", "element": "n", "target": "input", "value": "y" }),
            Some("Expected value \"y\", but got \"x\""),
        ),
        ("browser_wait_for", json!({}), Some("Error: Either time, text or textGone must be provided")),
        ("browser_wait_for", json!({ "text": "Hello" }), None),
        ("browser_wait_for", json!({ "textGone": "Bye" }), None),
    ] {
        let (text, failed) = client.call(name, &arguments);
        assert_eq!(failed, error.is_some(), "{name} {arguments}: {text}");
        if let Some(error) = error {
            assert_eq!(text, format!("### Error\n{error}"), "{name} {arguments}");
        }
    }
    let locator = client.done("browser_generate_locator", &json!({ "target": "button" }));
    assert_eq!(locator, "### Result\ngetByRole('button', { name: 'Go' })");
    client.done("browser_click", &json!({ "target": "getByRole('button', { name: 'Go' })" }));
}

#[test]
fn recordings_are_pages_at_each_of_their_moments() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/recordings");
    let mut client = Client::start(&root, &[]);
    let mut at = |at: &str| {
        client.done("browser_navigate", &json!({ "url": format!("checkout.trace.zip{at}") }));
        client.done("browser_snapshot", &json!({}))
    };
    let before = at("?at=xrun%40104:before");
    assert!(before.contains("Two cups") && before.contains("newsletter"), "{before}");
    let first = at("?at=xrun%4022:before");
    assert!(first.contains("Teapot") && !first.contains("newsletter"), "{first}");
    let last = at("");
    assert!(last.contains("newsletter"), "{last}");
}

/// Two buttons look alike, and what is added in front of them is another one: only the recorder knows which is which.
#[test]
fn refs_go_along_a_recording_as_the_recorder_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/recordings");
    let mut client = Client::start(&root, &[]);
    client.done("browser_navigate", &json!({ "url": "checkout.trace.zip?at=xrun%4040:before" }));
    let remove = client.snapshot();
    let line = remove.lines().find(|line| line.contains("button \"Remove\"")).expect("a button");
    let reference = line.split("[ref=").nth(1).and_then(|rest| rest.split(']').next()).expect("a ref");
    let after = "checkout.trace.zip?at=xrun%4040:after";
    let found = client.done("resolve", &json!({ "after": after, "ref": [reference] }));
    assert!(found.contains(&format!("{reference} exact -> ")), "{found}");
    let difference = client.done("diff", &json!({ "after": after }));
    let added: Vec<&str> = difference.lines().filter(|line| line.starts_with('+')).collect();
    assert!(
        added[0].contains("listitem") && added[1].contains("Gift wrap"),
        "the first row is the new one: {difference}"
    );
    assert!(difference.contains(" 0 removed,"), "{difference}");
}
