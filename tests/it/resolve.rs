//! Refs of elements in shadow trees and frames: `resolve`, its `--handles`, and sessions.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use serde_json::{Value, json};

/// A cart in an open shadow tree, a card form in a frame, a button in a closed shadow tree.
fn till(note: &str, plants: &[&str], frame: &str) -> String {
    let rows: String = plants.iter().map(|plant| format!("<li>{plant} <button>Remove</button></li>")).collect();
    format!(
        "<!doctype html><title>Till</title><body>{note}<h1>Till</h1>\
         <x-cart><template shadowrootmode=open><ul>{rows}</ul></template></x-cart>\
         <x-vault><template shadowrootmode=closed><button>Unlock</button></template></x-vault>\
         <iframe title=Card srcdoc=\"{frame}<label>Number <input></label><button>Pay</button>\"></iframe>\
         <button>Help</button></body>"
    )
}

/// A folder with the page before and after a change.
struct Pages(tempfile::TempDir);

impl Pages {
    fn new(before: &str, after: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        for (name, html) in [("before.html", before), ("after.html", after)] {
            fs::write(folder.path().join(name), html).expect("the folder is writable");
        }
        Self(folder)
    }

    fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_stillpage"))
            .args(arguments)
            .current_dir(self.0.path())
            .output()
            .expect("the binary starts");
        (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8 on stdout"))
    }

    /// The answers of `resolve`, by ref.
    fn resolve(&self, more: &[&str]) -> BTreeMap<String, Value> {
        let (_, out) = self.run(&[&["resolve", "before.html", "after.html", "--json"], more].concat());
        let rows: Vec<Value> = serde_json::from_str(&out).expect("JSON on stdout");
        rows.into_iter().map(|row| (row["ref"].as_str().expect("a ref").to_owned(), row)).collect()
    }

    /// The refs of the lines of a snapshot that contain these words, in their order.
    fn refs(&self, arguments: &[&str], words: &str) -> Vec<String> {
        let (_, out) = self.run(arguments);
        let lines = out.lines().filter(|line| line.contains(words));
        lines
            .map(|line| line.split_once("[ref=").expect("a ref").1.split(']').next().unwrap_or("").to_owned())
            .collect()
    }

    /// The ref of the only such line.
    fn the_ref(&self, arguments: &[&str], words: &str) -> String {
        let refs = self.refs(arguments, words);
        let [one] = &refs[..] else { panic!("one line with {words}: {refs:?}") };
        one.clone()
    }
}

const BEFORE: &[&str] = &["snapshot", "before.html"];

#[test]
fn refs_in_open_shadow_trees_and_frames_resolve() {
    let pages = Pages::new(
        &till("", &["Fern", "Moss"], ""),
        &till("<p role=status>Saved</p>", &["Moss", "Ivy"], "<p>Card checked.</p>"),
    );
    let [fern, moss] = &pages.refs(BEFORE, "button \"Remove\"")[..] else { panic!("two rows") };
    let rows = pages.resolve(&[]);
    // document.querySelectorAll('*') counts html, head, title, body, p, h1, x-cart, x-vault, iframe, button, from 0 to 9; the
    // shadow tree goes on with ul, li, button, li, button, the frame with html, head, body, p, label, input, button.
    assert_eq!(rows[moss]["to"], 12, "{}", rows[moss]);
    assert_eq!(rows[fern]["error"]["reason"], "removed", "{}", rows[fern]);
    assert_eq!(rows[&pages.the_ref(BEFORE, "textbox \"Number\"")]["to"], 20);
    assert_eq!(rows[&pages.the_ref(BEFORE, "button \"Pay\"")]["to"], 21);
    let help = &rows[&pages.the_ref(BEFORE, "button \"Help\"")];
    assert_eq!((&help["index"], &help["to"]), (&json!(8), &json!(9)));
    let (code, text) = pages.run(&["resolve", "before.html", "after.html", moss]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with(&format!("{moss} healed -> #12 button")), "{text}");
}

#[test]
fn handles_name_elements_of_shadow_trees_and_frames() {
    let pages = Pages::new(
        &till("", &["Fern", "Moss"], ""),
        &till("<p role=status>Saved</p>", &["Moss", "Ivy"], "<p>Card checked.</p>"),
    );
    let [_, moss] = &pages.refs(BEFORE, "button \"Remove\"")[..] else { panic!("two rows") };
    let pay = &pages.the_ref(BEFORE, "button \"Pay\"");
    // Before: ul 9, li 10, button 11, li 12, button 13, and the frame's html, head, body, label, input, button from 14.
    let (lost, kept) = (pages.resolve(&[]), pages.resolve(&["--handles", r#"{"12": 11, "13": 12, "19": 21}"#]));
    for (reference, index, to) in [(moss, 13, 12), (pay, 19, 21)] {
        let (lost, kept) = (&lost[reference], &kept[reference]);
        assert_eq!((&lost["index"], &lost["to"], &lost["outcome"]), (&json!(index), &json!(to), &json!("healed")));
        assert_eq!((&kept["index"], &kept["to"]), (&json!(index), &json!(to)), "{kept}");
        assert_ne!(kept["outcome"], "healed", "its node is known: {kept}");
    }
    // A handle that leads to another kind of element was made of other pages.
    let (code, _) = pages.run(&["resolve", "before.html", "after.html", "--handles", r#"{"13": 10}"#]);
    assert_eq!(code, Some(2));
}

#[test]
fn session_files_keep_refs_of_shadow_trees_and_frames() {
    let pages = Pages::new(
        &till("", &["Fern", "Moss"], ""),
        &till("<p role=status>Saved</p>", &["Moss", "Ivy"], "<p>Card checked.</p>"),
    );
    let session = |page| ["snapshot", page, "--session", "s.json"];
    let old = session("before.html");
    let [_, moss] = &pages.refs(&old, "button \"Remove\"")[..] else { panic!("two rows") };
    let (number, pay) = (pages.the_ref(&old, "textbox \"Number\""), pages.the_ref(&old, "button \"Pay\""));
    assert!(number.starts_with("f1e") && pay.starts_with("f1e"), "they name their frame: {number} {pay}");
    let new = session("after.html");
    assert_eq!(&pages.refs(&new, "button \"Remove\"")[0], moss);
    assert_eq!(
        (pages.the_ref(&new, "textbox \"Number\""), pages.the_ref(&new, "button \"Pay\"")),
        (number, pay.clone())
    );
    let ivy = &pages.refs(&new, "button \"Remove\"")[1];
    assert!(!pages.refs(&old, "button").contains(ivy), "{ivy} is new");
    for (reference, tag) in [(moss, "button"), (&pay, "button")] {
        let (code, out) = pages.run(&["check", "after.html", reference, "--session", "s.json"]);
        assert_eq!(code, Some(0), "{reference}: {out}");
        assert!(out.contains(tag), "{reference}: {out}");
    }
}

#[test]
fn closed_shadow_trees_are_not_listed() {
    let pages = Pages::new(&till("", &["Fern"], ""), &till("<p>Saved</p>", &["Fern"], ""));
    let (_, snapshot) = pages.run(BEFORE);
    assert!(!snapshot.contains("Unlock"), "{snapshot}");
    assert!(snapshot.contains("Remove") && snapshot.contains("Pay"), "{snapshot}");
    let (_, inspected) = pages.run(&["inspect", "before.html"]);
    assert!(!inspected.contains("Unlock"), "{inspected}");
    let (_, listed) = pages.run(&["resolve", "before.html", "after.html"]);
    assert_eq!(listed.matches("-> #").count(), listed.lines().count(), "all are found:\n{listed}");
    // html, head, title, body, h1, x-cart, x-vault, iframe, button; ul, li, button; html, head, body, label, input, button.
    let highest = pages.resolve(&[]).values().filter_map(|row| row["index"].as_u64()).max();
    assert_eq!(highest, Some(17));
}
