//! Options of the server that Playwright MCP has as well, and the definitions of its tools for other clients.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::client::{Client, showing};

/// The output of `stillpage tools`.
fn definitions(arguments: &[&str]) -> Vec<Value> {
    let run = Command::new(env!("CARGO_BIN_EXE_stillpage")).arg("tools").args(arguments).output().expect("it runs");
    assert!(run.status.success(), "{arguments:?}");
    serde_json::from_slice(&run.stdout).expect("JSON")
}

#[test]
fn tools_are_printed_as_the_server_lists_them() {
    let folder = tempfile::tempdir().expect("a folder");
    for caps in ["core", "testing", "vision", "all"] {
        let listed = Client::start(folder.path(), &["--caps", caps]).request("tools/list", &json!({}));
        let printed = definitions(&["--caps", caps]);
        assert_eq!(listed["result"]["tools"], Value::from(printed), "{caps}");
    }
}

#[test]
fn tools_are_printed_in_the_shapes_of_models() {
    let mcp = definitions(&["--format", "mcp"]);
    let anthropic = definitions(&["--format", "anthropic", "--json"]);
    let openai = definitions(&["--format", "openai"]);
    assert!(mcp.len() > 30 && mcp.len() == anthropic.len() && mcp.len() == openai.len(), "the same tools");
    for ((mcp, anthropic), openai) in mcp.iter().zip(&anthropic).zip(&openai) {
        let (name, description, schema) = (&mcp["name"], &mcp["description"], &mcp["inputSchema"]);
        assert_eq!(*anthropic, json!({ "name": name, "description": description, "input_schema": schema }));
        let function = json!({ "name": name, "description": description, "parameters": schema });
        assert_eq!(*openai, json!({ "type": "function", "function": function }));
        // Both interfaces take names of this kind alone.
        let name = name.as_str().expect("a name");
        assert!(name.len() <= 64 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'), "{name}");
    }
}

/// A server of a page with a button that opens something.
fn with(options: &[&str]) -> (tempfile::TempDir, Client) {
    let folder = tempfile::tempdir().expect("a folder");
    let page = "<!doctype html><title>Page</title><details><summary>More</summary><p>Inside</p></details>";
    std::fs::write(folder.path().join("page.html"), page).expect("a file");
    let mut client = Client::start(folder.path(), options);
    client.done("browser_navigate", &json!({ "url": "page.html" }));
    (folder, client)
}

#[test]
fn answers_show_as_much_of_the_page_as_asked_for() {
    for (mode, has, has_not) in [
        ("incremental", "### Changes", "### Snapshot"),
        ("full", "### Snapshot", "### Changes"),
        ("none", "Page URL", "Inside"),
    ] {
        let (_folder, mut client) = with(&["--snapshot-mode", mode]);
        client.done("browser_snapshot", &json!({}));
        client.done("browser_hover", &json!({ "target": "summary" }));
        let answer = client.done("browser_click", &json!({ "target": "summary" }));
        let says = match mode {
            // The address is no news.
            "none" => answer.contains("### Page"),
            _ => answer.contains(has) && answer.contains("Inside"),
        };
        assert!(says && !answer.contains(has_not), "{mode}: {answer}");
        assert!(client.snapshot().contains("Inside"), "{mode}: asked for, it is shown");
    }
}

#[test]
fn code_is_left_out_if_nobody_wants_it() {
    let (_folder, mut client) = with(&["--codegen", "none"]);
    let answer = client.done("browser_click", &json!({ "target": "summary" }));
    assert!(!answer.contains("Ran Playwright code"), "{answer}");
}

#[test]
fn snapshots_have_boxes_if_the_server_adds_them() {
    let (_folder, mut client) = with(&["--snapshot-boxes"]);
    assert!(client.snapshot().contains("[box=8,"), "{}", client.snapshot());
}

#[test]
fn code_of_a_click_has_its_button_and_keys() {
    let (_folder, mut client) = showing("<button>Go</button>");
    let arguments = json!({ "target": "button", "button": "right", "modifiers": ["Shift", "Control"] });
    let answer = client.done("browser_click", &arguments);
    let code = "locator('button').click({\n  button: 'right',\n  modifiers: ['ControlOrMeta', 'Shift']\n});";
    assert!(answer.contains(code), "{answer}");
    let answer = client.done("browser_mouse_click_xy", &json!({ "x": 1, "y": 2, "clickCount": 2, "delay": 5 }));
    assert!(answer.contains("page.mouse.click(1, 2, {\n  clickCount: 2,\n  delay: 5\n});"), "{answer}");
}

#[test]
fn find_shows_as_many_matches_as_asked_for() {
    let (_folder, mut client) = showing("<ul><li>1a<li>b<li>b<li>b<li>b<li>b<li>b<li>b<li>b<li>2a</ul>");
    let found = client.done("browser_find", &json!({ "text": "A", "maxResults": 1 }));
    assert!(found.contains("Found 2 matches for \"A\" (showing first 1):"), "{found}");
    assert!(found.contains("1a") && !found.contains("2a"), "{found}");
    for wrong in [0.0, 1.5, -1.0] {
        let refusal = client.refused("browser_find", &json!({ "text": "A", "maxResults": wrong }));
        assert_eq!(refusal, "### Error\n\"maxResults\" must be a positive integer.");
    }
}

#[test]
fn tabs_say_which_context_they_are_in() {
    let (_folder, mut client) = showing("<p>one");
    let new = json!({ "action": "new", "url": "page.html", "isolatedContext": "guest" });
    let answer = client.done("browser_tabs", &new);
    assert!(answer.contains("- 1: (current) [Page](file:///page.html) [isolatedContext: guest]"), "{answer}");
    assert!(answer.contains("- Isolated context: guest"), "{answer}");
}

#[test]
fn pages_in_data_urls_are_opened() {
    let (_folder, mut client) = showing("<p>one");
    let answer = client.done("browser_navigate", &json!({ "url": "data:text/html,<title>T</title><h1>Hello</h1>" }));
    assert!(answer.contains("- Page URL: data:text/html,<title>T</title><h1>Hello</h1>\n- Page Title: T"), "{answer}");
    assert!(client.snapshot().contains("heading \"Hello\""), "the page");
    client.done("browser_navigate", &json!({ "url": "data:text/html;base64,PHA+aGk=" }));
    assert!(client.snapshot().contains("hi"), "base64");
    client.refused("browser_navigate", &json!({ "url": "data:image/png,x" }));
}

#[test]
fn pages_of_archives_say_with_which_status_they_came() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("site.har");
    let entry = |path: &str, status: u16| {
        json!({
            "request": { "method": "GET", "url": format!("https://shop.example/{path}"), "headers": [] },
            "response": {
                "status": status, "headers": [], "redirectURL": "",
                "content": { "size": 5, "mimeType": "text/html", "text": "<p>hi" },
            },
        })
    };
    let har = json!({ "log": { "version": "1.2", "entries": [entry("", 200), entry("gone", 410)] } });
    std::fs::write(&root, har.to_string()).expect("a file");
    let mut client = Client::start(Path::new(&root), &[]);
    let answer = client.done("browser_navigate", &json!({ "url": "https://shop.example/gone" }));
    assert!(answer.contains("- HTTP status: 410 Gone"), "{answer}");
    let answer = client.done("browser_navigate", &json!({ "url": "https://shop.example/" }));
    assert!(!answer.contains("HTTP status"), "{answer}");
}

#[test]
fn code_is_in_the_language_that_was_asked_for() {
    for (language, title, code) in [
        ("typescript", "js", "await page.locator('summary').click();"),
        ("python", "python", "page.locator(\"summary\").click()"),
        ("java", "java", "page.locator(\"summary\").click();"),
        ("csharp", "csharp", "await page.Locator(\"summary\").ClickAsync();"),
    ] {
        let (_folder, mut client) = with(&["--codegen", language]);
        let answer = client.done("browser_click", &json!({ "target": "summary" }));
        assert!(answer.contains(&format!("### Ran Playwright code\n```{title}\n{code}\n```")), "{answer}");
        // Playwright has no other words for it.
        let answer = client.done("browser_press_key", &json!({ "key": "Tab" }));
        assert!(answer.contains("await page.keyboard.press('Tab');"), "{answer}");
    }
}
