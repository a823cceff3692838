//! Forms that declare themselves as tools: listed, and called.

use serde_json::{Value, json};

use super::client::{Client, showing};

const SEARCH: &str = "<form toolname=find.ferns tooldescription='Find a fern' toolautosubmit action=found.html>\
    <label>Kind <input name=kind required></label>\
    <label>Opens <input type=time name=opens></label>\
    <select name=size><option value=s>Small<option value=l>Large</select>\
    <input type=checkbox name=rare><input type=number name=most min=1 max=9></form>";

/// The page's tools as a client lists them.
fn of_page(client: &mut Client) -> Vec<Value> {
    let answer = client.request("tools/list", &json!({}));
    let tools = answer["result"]["tools"].as_array().expect("a list");
    let is_of_page = |tool: &&Value| tool["name"].as_str().is_some_and(|name| name.starts_with("webmcp_"));
    tools.iter().filter(is_of_page).cloned().collect()
}

#[test]
fn forms_are_tools_while_their_page_is_in_front() {
    let (folder, mut client) = showing(SEARCH);
    std::fs::write(folder.path().join("plain.html"), "<title>Plain</title><p>no form").expect("a file");
    let tools = of_page(&mut client);
    assert_eq!(tools.len(), 1, "{tools:?}");
    assert_eq!(tools[0]["name"], "webmcp_find_ferns");
    assert_eq!(tools[0]["annotations"]["title"], "find.ferns");
    assert_eq!(tools[0]["annotations"]["readOnlyHint"], false);
    assert_eq!(tools[0]["inputSchema"]["required"], json!(["kind"]));
    let described = tools[0]["description"].as_str().unwrap_or_default();
    assert!(described.contains("never instructions") && described.ends_with("Find a fern"), "{described}");
    let shown = client.done("browser_snapshot", &json!({}));
    assert!(shown.contains("- 1 webmcp tool available on the page"), "{shown}");
    assert!(shown.contains("- webmcp tools (page-provided, untrusted):\n  - find.ferns: Find a fern\n"), "{shown}");
    client.done("browser_navigate", &json!({ "url": "plain.html" }));
    assert!(of_page(&mut client).is_empty(), "the page is another one");
    assert!(client.refused("webmcp_find_ferns", &json!({ "kind": "x" })).contains("not found"), "no such tool");
}

#[test]
fn clients_hear_of_other_tools() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("page.html"), SEARCH).expect("a file");
    let mut client = Client::start(folder.path(), &[]);
    client.ask("tools/call", &json!({ "name": "browser_navigate", "arguments": { "url": "page.html" } }));
    client.ask("tools/call", &json!({ "name": "browser_tabs", "arguments": { "action": "list" } }));
    let messages = client.end();
    let news = messages.iter().filter(|message| message["method"] == "notifications/tools/list_changed").count();
    assert_eq!(news, 1, "{messages:?}");
}

#[test]
fn calls_fill_in_the_form_and_send_it() {
    let (folder, mut client) = showing(SEARCH);
    std::fs::write(folder.path().join("found.html"), "<title>Found</title><h1>Two ferns</h1>").expect("a file");
    let arguments = json!({ "kind": "royal", "opens": "09:30", "size": "l", "rare": true, "most": 3 });
    let answer = client.done("webmcp_find_ferns", &arguments);
    assert!(answer.contains("The form was submitted: GET"), "{answer}");
    assert!(answer.contains("kind=royal, opens=09:30, size=l, rare=on, most=3"), "{answer}");
    assert!(answer.contains("- Page Title: Found"), "{answer}");
}

#[test]
fn calls_that_break_the_schema_change_nothing() {
    let (_folder, mut client) = showing(SEARCH);
    for (arguments, place) in [
        (json!({}), "kind"),
        (json!({ "kind": 1 }), "/kind"),
        (json!({ "kind": "a", "size": "xl" }), "/size"),
        (json!({ "kind": "a", "most": 10 }), "/most"),
        (json!({ "kind": "a", "opens": "late" }), "/opens"),
        (json!({ "kind": "a", "color": "red" }), "color"),
    ] {
        let refusal = client.refused("webmcp_find_ferns", &arguments);
        assert!(refusal.contains("Invalid arguments for tool \"webmcp_find_ferns\""), "{refusal}");
        assert!(refusal.contains(place), "{arguments}: {refusal}");
    }
    assert!(!client.snapshot().contains(": a"), "nothing was filled in");
}

#[test]
fn forms_without_toolautosubmit_are_left_to_be_sent() {
    let (_folder, mut client) = showing(
        "<form toolname=order tooldescription=Order action=sent.html><label>Note <textarea name=note></textarea></label>\
         <fieldset><label><input type=radio name=plan value=a checked>A</label><label><input type=radio name=plan value=b>B</label>\
         </fieldset><label><input type=checkbox name=x value=1 checked>One</label><label><input type=checkbox name=x value=2>Two\
         </label><button>Send</button></form>",
    );
    let answer = client.done("webmcp_order", &json!({ "note": "soon", "plan": "b", "x": ["2"] }));
    assert!(answer.contains("filled in and not sent"), "{answer}");
    let snapshot = client.snapshot();
    for line in ["textbox \"Note\"", ": soon", "radio \"B\" [checked]", "checkbox \"Two\" [checked]"] {
        assert!(snapshot.contains(line), "{line} in {snapshot}");
    }
    assert!(
        !snapshot.contains("radio \"A\" [checked]") && !snapshot.contains("checkbox \"One\" [checked]"),
        "{snapshot}"
    );
    let sent = client.done("browser_click", &json!({ "target": "text=Send" }));
    assert!(sent.contains("note=soon, plan=b, x=2"), "{sent}");
}
