//! Actions on the command line: each works on the page that the one before it wrote.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const ORDER: &str = "<!doctype html><title>Order</title>\
    <form action=/order><label>Name <input name=name required></label>\
    <label>Size <select name=size><option value=s>Small<option value=l>Large</select></label>\
    <label><input type=checkbox name=gift> As a gift</label>\
    <button>Order</button></form>\
    <details><summary>Terms</summary><p>Thirty days.</p></details>\
    <a href=/help>Help</a><input id=fixed value=1 readonly><button id=off disabled>Off</button>\
    <p style='height:3000px'>Long</p>";

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("actions").join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("order.html"), ORDER).expect("a file");
    folder
}

/// Runs a command in a folder: exit code and JSON, of an error its envelope.
fn act(folder: &Path, arguments: &[&str]) -> (i32, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .current_dir(folder)
        .args(arguments)
        .arg("--json")
        .output()
        .expect("the binary starts");
    let code = output.status.code().expect("it was not killed");
    let text = if output.stdout.is_empty() { output.stderr } else { output.stdout };
    (code, serde_json::from_slice(&text).expect("JSON"))
}

#[test]
fn form_is_filled_and_sent_step_by_step() {
    let folder = folder("form");
    let (code, invalid) = act(&folder, &["submit", "order.html", "form"]);
    assert_eq!((code, &invalid["effects"][0]["effect"]), (0, &Value::from("invalid")), "{invalid}");
    for step in [
        ["fill", "order.html", "[name=name]", "Ada & Co", "1.html"].as_slice(),
        &["select", "1.html", "select", "Large", "2.html"],
        &["set-checked", "2.html", "[name=gift]", "on", "3.html"],
        &["set-checked", "3.html", "[name=gift]", "on", "4.html"],
    ] {
        let [command, file, target, value, output] = step else { panic!("five words") };
        let (code, answer) = act(&folder, &[command, file, target, value, "-o", output]);
        assert_eq!(code, 0, "{step:?}: {answer}");
    }
    let (_, sent) = act(&folder, &["submit", "4.html", "[name=name]"]);
    let effect = &sent["effects"][0];
    assert_eq!(effect["effect"], "submit", "{sent}");
    assert_eq!(effect["fields"].to_string(), r#"[["name","Ada & Co"],["size","l"],["gift","on"]]"#);
}

#[test]
fn focus_and_scrolling_are_in_the_written_page() {
    let folder = folder("state");
    let (_, pressed) = act(&folder, &["press", "order.html", "Tab", "-o", "1.html"]);
    assert!(pressed["focus"].is_string(), "{pressed}");
    let (_, again) = act(&folder, &["press", "1.html", "Tab", "-o", "2.html"]);
    assert_ne!(pressed["focus"], again["focus"]);
    act(&folder, &["scroll", "2.html", "0,500", "-o", "3.html"]);
    let page = std::fs::read_to_string(folder.join("3.html")).expect("the page");
    assert!(page.contains("data-frozen-scroll-y=\"500\""), "{page}");
    assert_eq!(page.matches("data-frozen-focus").count(), 1);
}

#[test]
fn effects_beyond_the_page_are_listed() {
    let folder = folder("effects");
    let (_, link) = act(&folder, &["click", "order.html", "a"]);
    assert_eq!(link["effects"][0]["effect"], "follow", "{link}");
    let (_, opened) = act(&folder, &["click", "order.html", "summary", "-o", "open.html"]);
    assert_eq!(opened["same"], false, "{opened}");
    assert!(std::fs::read_to_string(folder.join("open.html")).expect("the page").contains("<details open"));
}

#[test]
fn refused_actions_say_why_and_write_nothing() {
    let folder = folder("refused");
    let (code, disabled) = act(&folder, &["click", "order.html", "#off", "-o", "never.html"]);
    assert_eq!((code, &disabled["error"]["code"]), (1, &Value::from("not_enabled")), "{disabled}");
    let (code, fixed) = act(&folder, &["fill", "order.html", "#fixed", "2", "-o", "never.html"]);
    assert_ne!(code, 0, "{fixed}");
    let (_, missing) = act(&folder, &["select", "order.html", "select", "Huge", "-o", "never.html"]);
    assert_eq!(missing["error"]["code"], "not_found", "{missing}");
    assert!(!folder.join("never.html").exists());
}
