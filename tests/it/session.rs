//! Refs that mean the same from one command to the next: `--session`, `--tab`, `--navigated`, `--refs`, `--mark`.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// A folder with pages, and the session `s.json` in it.
struct Bench(tempfile::TempDir);

/// The result of a command.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    /// The envelope on stderr.
    fn error(&self) -> Value {
        let value: Value = serde_json::from_str(&self.err).expect("JSON on stderr");
        value["error"].clone()
    }
}

impl Bench {
    fn new(pages: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder for temporary files");
        for (name, html) in pages {
            fs::write(folder.path().join(name), html).expect("the folder is writable");
        }
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, line: &str) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_stillpage"))
            .args(line.split_whitespace())
            .current_dir(self.path())
            .output()
            .expect("the binary starts");
        Run {
            code: output.status.code().expect("it was not killed"),
            out: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
            err: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
        }
    }

    /// The ref that a snapshot line with these words has.
    fn ref_of(&self, line: &str, words: &str) -> String {
        let run = self.run(line);
        let found = run.out.lines().find(|line| line.contains(words)).expect("a line with these words");
        let (_, rest) = found.split_once("[ref=").expect("a ref");
        rest.split(']').next().unwrap_or_default().to_owned()
    }
}

fn people(rows: &[&str], note: &str) -> String {
    let rows: String =
        rows.iter().map(|name| format!("<li>{name} <button class={name}>Delete</button></li>")).collect();
    format!("<!doctype html><title>People</title><h1>People</h1>{note}<ul>{rows}</ul>")
}

#[test]
fn session_keeps_a_ref_over_a_render() {
    let bench = Bench::new(&[
        ("before.html", &people(&["Ada", "Bo"], "")),
        ("after.html", &people(&["Cy", "Bo"], "<p role=alert>Saved</p>")),
    ]);
    let line = "snapshot before.html --session s.json";
    // Without the token of this very snapshot.
    let tree = |line: &str| bench.run(line).out.lines().filter(|l| !l.starts_with('#')).collect::<Vec<_>>().join("\n");
    let snapshot = tree(line);
    assert_eq!(snapshot, tree("snapshot before.html"), "a new session counts as Playwright does");
    assert_eq!(snapshot, tree(line), "the same page has the same refs");
    let refs: Vec<String> = bench
        .run(line)
        .out
        .lines()
        .filter(|l| l.contains("\"Delete\""))
        .map(|l| l.split_once("[ref=").expect("a ref").1.split(']').next().unwrap_or_default().to_owned())
        .collect();
    let [ada, bo] = &refs[..] else { panic!("two buttons: {refs:?}") };
    for form in [bo.clone(), format!("@{bo}"), bo.to_uppercase(), format!("ref={bo}"), format!("[ref={bo}]")] {
        let run = bench.run(&format!("check after.html {form} --session s.json"));
        assert_eq!(run.code, 0, "{form}: {}", run.err);
        assert!(run.out.contains("button.Bo"), "{form}: {}", run.out);
        assert!(run.out.contains(&format!("[ref={bo}]")), "it keeps its ref: {}", run.out);
    }
    let error = bench.run(&format!("check after.html @{ada} --session s.json --json")).error();
    assert_eq!((&error["code"], &error["details"]["reason"]), (&"stale_ref".into(), &"removed".into()));
    let cy = bench.ref_of("find after.html button.Cy --session s.json", "button.Cy");
    let highest = snapshot.matches("[ref=").count();
    assert!(cy.trim_start_matches('e').parse::<usize>().expect("a number") > highest, "{cy} is new");
}

#[test]
fn session_refuses_another_tab() {
    let bench = Bench::new(&[("a.html", "<button>Save</button>"), ("b.html", "<button>Send</button>")]);
    let save = bench.ref_of("snapshot a.html --session s.json", "Save");
    let send = bench.ref_of("snapshot b.html --session s.json --tab mail", "Send");
    assert_ne!(save, send, "numbers count up over the whole session");
    let error = bench.run(&format!("check b.html {save} --session s.json --tab mail --json")).error();
    assert_eq!(error["code"], "target_conflict");
    assert_eq!((&error["details"]["refTab"], &error["details"]["requestedTab"]), (&"1".into(), &"mail".into()));
    assert_eq!(bench.run(&format!("check b.html {send} --session s.json --tab mail")).code, 0);
}

#[test]
fn session_ends_refs_with_their_document() {
    let bench =
        Bench::new(&[("a.html", "<h1>A</h1><button>Save</button>"), ("b.html", "<h1>B</h1><button>Save</button>")]);
    let save = bench.ref_of("snapshot a.html --session s.json", "Save");
    let error = bench.run(&format!("check a.html {save} --session s.json --navigated --json")).error();
    assert_eq!((&error["code"], &error["details"]["reason"]), (&"stale_ref".into(), &"navigated".into()));
    let again = bench.ref_of("snapshot a.html --session s.json", "Save");
    assert_ne!(again, save, "the new document has new refs");
}

#[test]
fn invented_ref_is_unknown_to_a_session() {
    let bench = Bench::new(&[("a.html", "<h1>A</h1><button>Save</button>")]);
    let save = bench.ref_of("snapshot a.html --session s.json", "Save");
    let run = bench.run(&format!("check a.html {save}0 --session s.json"));
    assert_eq!(run.code, 1);
    assert!(run.err.contains(&format!("@{save} (button \"Save\"")), "{}", run.err);
    let run = bench.run("check a.html e777");
    assert!(run.err.starts_with("error: not found: the ref `e777`"), "also without a session: {}", run.err);
}

#[test]
fn session_file_that_is_none_is_left_alone() {
    let bench = Bench::new(&[("a.html", "<button>Save</button>")]);
    bench.run("snapshot a.html --session s.json");
    let whole = fs::read(bench.path().join("s.json")).expect("the session is written");
    let text = String::from_utf8(whole).expect("UTF-8");
    let cases = [
        (text.get(..text.len() / 2).unwrap_or_default().to_owned(), "cut off"),
        ("<html>".to_owned(), "not a session"),
        ("{\"a\":1}".to_owned(), "not a session"),
        (text.replacen("\"version\":", "\"version\":9", 1), "of version 9"),
    ];
    for (bytes, reason) in cases {
        fs::write(bench.path().join("s.json"), &bytes).expect("the folder is writable");
        let run = bench.run("snapshot a.html --session s.json --json");
        let error = run.error();
        assert_eq!((run.code, &error["code"]), (2, &"invalid_session".into()));
        assert!(error["message"].as_str().is_some_and(|message| message.contains(reason)), "{error}");
        let after = fs::read_to_string(bench.path().join("s.json")).expect("it is still there");
        assert_eq!(after, bytes, "it is not overwritten");
    }
}

#[test]
fn sessions_of_two_processes_lose_nothing() {
    let bench = Bench::new(&[("a.html", "<button>Save</button>")]);
    let start = |n: usize| {
        Command::new(env!("CARGO_BIN_EXE_stillpage"))
            .args(["snapshot", "a.html", "--session", "s.json", "--tab", &format!("t{n}")])
            .current_dir(bench.path())
            .output()
    };
    std::thread::scope(|scope| {
        for n in 0..4 {
            scope.spawn(move || start(n).expect("the binary starts"));
        }
    });
    let session = fs::read_to_string(bench.path().join("s.json")).expect("the session is written");
    for n in 0..4 {
        assert!(session.contains(&format!("\"name\":\"t{n}\"")), "tab t{n} in {session}");
    }
}

#[test]
fn mark_writes_the_page_with_its_refs() {
    let bench = Bench::new(&[("a.html", "<!doctype html><title>t</title><h1>A</h1><button>Save</button>")]);
    let save = bench.ref_of("snapshot a.html --mark out.html --session s.json", "Save");
    let marked = fs::read_to_string(bench.path().join("out.html")).expect("the marked page");
    assert!(marked.contains(&format!("<button data-ref=\"{save}\">Save</button>")), "{marked}");
    // The page does something else; the mark stays, or goes.
    let other = marked.replace("<h1 ", "<p>News</p><h1 ");
    fs::write(bench.path().join("b.html"), &other).expect("the folder is writable");
    assert_eq!(bench.run(&format!("check b.html {save} --session s.json")).code, 0);
    let stripped = other.replace(&format!(" data-ref=\"{save}\""), "");
    fs::write(bench.path().join("c.html"), stripped).expect("the folder is writable");
    assert_eq!(bench.run(&format!("check c.html {save} --session s.json")).code, 0);
    let named = "snapshot a.html --mark named.html --mark-attribute data-e";
    assert_eq!(bench.run(named).code, 0);
    assert!(fs::read_to_string(bench.path().join("named.html")).expect("written").contains("<button data-e="));
    let run = bench.run("snapshot a.html --mark x.html --mark-attribute a=b");
    assert_eq!((run.code, bench.path().join("x.html").exists()), (2, false), "{}", run.err);
}

#[test]
fn mark_does_not_write_over_the_page() {
    let html = "<!doctype html><title>t</title><button>Save</button>";
    let bench = Bench::new(&[("a.html", html)]);
    let run = bench.run("snapshot a.html --mark ./a.html");
    assert_eq!(run.code, 2, "{}", run.out);
    assert_eq!(fs::read_to_string(bench.path().join("a.html")).expect("the page"), html);
    assert_eq!(bench.run("snapshot a.html --mark a.html --overwrite").code, 0);
    assert!(fs::read_to_string(bench.path().join("a.html")).expect("the page").contains("data-ref="));
}

#[test]
fn stable_refs_are_taken_without_a_session() {
    let bench =
        Bench::new(&[("a.html", &people(&["Ada", "Bo"], "")), ("b.html", &people(&["Bo", "Ada"], "<p>News</p>"))]);
    let bo = bench.ref_of("find a.html button.Bo --refs stable", "button.Bo");
    assert_eq!(bo.len(), 10, "{bo} has nine digits");
    assert_eq!(bench.ref_of("find b.html button.Bo --refs stable", "button.Bo"), bo);
    let run = bench.run(&format!("check b.html {bo}"));
    assert!(run.out.contains("button.Bo"), "{}{}", run.out, run.err);
    let snapshot = bench.run("snapshot a.html --refs stable").out;
    assert!(snapshot.contains(&format!("- button \"Delete\" [ref={bo}]")), "{snapshot}");
}

#[test]
fn resolve_says_why() {
    let bench = Bench::new(&[("a.html", &people(&["Ada", "Bo"], "")), ("b.html", &people(&["Bo", "Cy"], ""))]);
    let rows: Value = serde_json::from_str(&bench.run("resolve a.html b.html --json").out).expect("JSON");
    let rows = rows.as_array().expect("an array");
    let healed = rows.iter().find(|row| row["proof"] == "row").expect("a healed ref");
    assert!(healed["reason"].as_str().is_some_and(|reason| reason.contains("row")), "{healed}");
    assert!(healed["confidence"].as_f64().is_some_and(|confidence| confidence > 0.5), "{healed}");
    let dead = rows.iter().find(|row| row["outcome"] == "error").expect("a dead ref");
    assert_eq!((&dead["to"], &dead["error"]["code"]), (&Value::Null, &"stale_ref".into()));
    assert!(dead["error"]["hint"].is_string() && dead["error"]["details"]["was"].is_object(), "{dead}");
    let run = bench.run("resolve a.html b.html --navigated --json");
    assert!(run.out.contains("\"reason\":\"navigated\"") && !run.out.contains("\"healed\""), "{}", run.out);
}

#[test]
fn session_explains_how_a_ref_was_found() {
    let bench =
        Bench::new(&[("a.html", &people(&["Ada", "Bo"], "")), ("b.html", &people(&["Bo", "Cy"], "<p>News</p>"))]);
    bench.run("snapshot a.html --session s.json");
    let bo = bench.ref_of("find a.html button.Bo --session s.json", "button.Bo");
    let run = bench.run(&format!("explain b.html {bo} --session s.json"));
    let found = run.out.lines().find(|line| line.starts_with("found")).expect("how it was found");
    assert!(found.contains("healed, confidence ") && found.contains("in the row \"Bo\""), "{found}");
    let explained: Value =
        serde_json::from_str(&bench.run("explain b.html button.Cy --session s.json --json").out).expect("JSON");
    assert!(explained["ref"].is_string(), "{explained}");
    // That look gave it a ref, and the next one finds it unchanged.
    let run = bench.run("explain b.html button.Cy --session s.json --json");
    let explained: Value = serde_json::from_str(&run.out).expect("JSON");
    let resolution = &explained["resolution"];
    assert_eq!((&resolution["proof"], &resolution["confidence"]), (&"unchanged".into(), &1.0.into()), "{resolution}");
    let without: Value = serde_json::from_str(&bench.run("explain b.html button.Cy --json").out).expect("JSON");
    assert_eq!(without["resolution"], Value::Null);
}

#[test]
fn resolve_refuses_handles_of_other_pages() {
    let bench = Bench::new(&[
        ("a.html", "<h1>A</h1><p>b</p><button>c</button>"),
        ("b.html", "<p>b</p><h1>A</h1><button>c</button>"),
    ]);
    for (handles, reason) in [
        (r#"{"3":3}"#, "was <h1> and is <p>"),
        (r#"{"3":4,"5":99}"#, "but the pages have"),
        (r#"{"3":4,"03":4}"#, "maps both"),
        (r#"{"3":"4"}"#, "the handles file is invalid"),
        ("[]", "the handles file is invalid"),
        ("", "the handles file is invalid"),
    ] {
        fs::write(bench.path().join("h.json"), handles).expect("the folder is writable");
        let run = bench.run("resolve a.html b.html --handles h.json");
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{handles}");
        assert!(run.err.contains(reason) && run.err.contains("hint: "), "{handles}: {}", run.err);
    }
    fs::write(bench.path().join("h.json"), "\u{feff}{\"handles\":{\"3\":4,\"5\":5}}").expect("the folder is writable");
    assert_eq!(bench.run("resolve a.html b.html --handles h.json").code, 0);
}
