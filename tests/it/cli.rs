//! The command line as its users meet it: output, messages and exit codes of the built binary.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The result of a command line.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).expect("JSON on stdout")
    }

    /// The envelope on stderr.
    fn error(&self) -> Value {
        let value: Value = serde_json::from_str(&self.err).expect("JSON on stderr");
        value["error"].clone()
    }
}

fn run_with_input(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .args(arguments)
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A command that does not read its input closes the pipe.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("the binary ends");
    Run {
        code: output.status.code().expect("it was not killed"),
        out: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
        err: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
    }
}

/// Runs a command on a page given on standard input.
fn on_page(html: &str, arguments: &[&str]) -> Run {
    run_with_input(arguments, html.as_bytes())
}

const PAGE: &str = "<!doctype html><title>Basket</title><body style='margin:0'>\
    <h1>Basket</h1><p>One item.</p>\
    <form><label>Amount <input id=amount value=1></label> <button id=pay>Pay</button></form>\
    <div class=veil style='position:fixed;inset:0'></div>";

#[test]
fn snapshot_of_a_page() {
    let run = on_page(PAGE, &["snapshot", "-"]);
    assert_eq!(run.code, 0, "{}", run.err);
    recorded("snapshot_of_a_page", &run.out);
}

#[test]
fn find_lists_elements() {
    let run = on_page(PAGE, &["find", "-", "h1, input, button"]);
    assert_eq!(run.code, 0, "{}", run.err);
    recorded("find_lists_elements", &run.out);
}

#[test]
fn find_truncates() {
    let run = on_page(PAGE, &["find", "-", "*", "--max-results", "2", "--no-text", "--json"]);
    let found = run.json();
    assert_eq!((&found["totalMatches"], &found["truncated"]), (&Value::from(11), &Value::from(true)));
    assert_eq!(found["elements"][1]["index"], 1);
    let text = on_page(PAGE, &["find", "-", "*", "--max-results", "2", "--no-text"]).out;
    assert!(text.ends_with("# 9 more of 11; raise --max-results\n"), "{text}");
}

#[test]
fn find_nothing() {
    let run = on_page(PAGE, &["find", "-", "table"]);
    assert_eq!((run.code, run.out.as_str()), (0, "# nothing matches table\n"));
    let run = on_page(PAGE, &["find", "-", "table", "--json"]);
    assert_eq!((run.code, &run.json()["totalMatches"]), (0, &Value::from(0)));
}

#[test]
fn find_with_a_selector_that_takes_too_long() {
    let page = format!("<p title={}>", "a".repeat(2 << 20)).repeat(8);
    let selector: String = (0..2000).map(|i| format!(":not([title*=x{i}])")).collect();
    let run = on_page(&page, &["find", "-", &selector, "--json"]);
    assert_eq!(run.code, 2, "an answer from part of the page would be wrong");
    assert_eq!(run.error()["code"], "invalid_selector");
}

#[test]
fn find_with_a_bad_selector() {
    let run = on_page(PAGE, &["find", "-", "h1 >"]);
    assert_eq!(run.code, 2);
    recorded("find_with_a_bad_selector", &run.err);
    let error = on_page(PAGE, &["find", "-", "h1 >", "--json"]).error();
    assert_eq!(error["code"], "invalid_selector");
    assert_eq!(error["details"]["selector"], "h1 >");
    assert_eq!(error["retryable"], false);
}

#[test]
fn find_takes_playwright_selectors() {
    let run = on_page(PAGE, &["find", "-", "form >> role=button[name='pay' i]", "--json"]);
    assert_eq!((run.code, &run.json()["elements"][0]["index"]), (0, &Value::from(9)), "{}", run.err);
    assert_eq!(run.json()["elements"][0]["visible"], true);
    let error = on_page(PAGE, &["find", "-", "//button", "--json"]).error();
    assert_eq!((&error["code"], &error["details"]["offset"]), (&"invalid_selector".into(), &0.into()));
    assert!(error["hint"].as_str().is_some_and(|hint| hint.contains("role=button")), "{error}");
}

#[test]
fn find_is_scoped_and_makes_addresses_absolute() {
    let html = "<a id=a href=/x>out</a><nav><a id=b href='y?z' title=y>in</a></nav>";
    let run = on_page(html, &["find", "-", "a", "--within", "nav", "--base", "https://shop.example/a/", "--json"]);
    let found = run.json();
    assert_eq!((&found["totalMatches"], &found["elements"][0]["attributes"]["id"]), (&1.into(), &"b".into()));
    assert_eq!(found["elements"][0]["attributes"]["href"], "https://shop.example/a/y?z");
    assert_eq!(on_page(html, &["find", "-", "a", "--within", "table"]).code, 1, "nothing to look below");
    assert_eq!(on_page(html, &["find", "-", "a", "--base", "shop"]).code, 2, "no address");
}

#[test]
fn search_prints_where_text_stands() {
    let run = on_page(PAGE, &["search", "-", "one ITEM"]);
    assert_eq!((run.code, run.out.as_str()), (0, "p [ref=e3]  Basket »One item«. Amount Pay\n"), "{}", run.err);
    let found = on_page(PAGE, &["search", "-", "/(?<=one )\\w+/i", "--regex", "--context-chars", "3", "--json"]).json();
    assert_eq!(
        found,
        serde_json::json!({ "totalMatches": 1, "truncated": false, "matches": [{
            "match": "item", "contextBefore": "ne ", "contextAfter": ".\n\n", "selector": "p", "ref": "e3", "offset": 12,
            "hidden": false,
        }]})
    );
    let run = on_page(PAGE, &["search", "-", "nowhere"]);
    assert_eq!((run.code, run.out.as_str()), (1, "# nowhere is not on the page\n"));
}

#[test]
fn search_says_what_is_wrong() {
    let error = on_page(PAGE, &["search", "-", "a(b", "--regex", "--json"]).error();
    assert_eq!((&error["code"], &error["details"]["offset"]), (&"invalid_pattern".into(), &1.into()));
    assert_eq!(error["details"]["isRecoverable"], true);
    for arguments in [["--context-chars", "501"], ["--max-results", "0"], ["--max-results", "51"]] {
        let error = on_page(PAGE, &["search", "-", "a", arguments[0], arguments[1], "--json"]).error();
        assert_eq!(error["code"], "invalid_arguments", "{arguments:?}");
    }
}

#[test]
fn locate_means_an_element() {
    let run = on_page(PAGE, &["locate", "-", "click the 'Pay' button"]);
    assert_eq!((run.code, run.out.as_str()), (0, "button#pay [ref=e7] button \"Pay\" by role\n"), "{}", run.err);
    let found = on_page(PAGE, &["locate", "-", "the amount field", "--json"]).json();
    assert_eq!((&found["index"], &found["by"], &found["ambiguous"]), (&8.into(), &"role".into(), &false.into()));
}

#[test]
fn locate_exits_1_for_ambiguity_and_misses() {
    let html = "<a href=/a>Terms of use</a> <a href=/b>Terms of sale</a> <button disabled>Order</button>";
    let run = on_page(html, &["locate", "-", "terms link"]);
    assert_eq!(run.code, 1, "{}", run.err);
    recorded("locate_ambiguity", &run.out);
    let first = on_page(html, &["locate", "-", "terms link", "--ambiguity", "first", "--json"]).json();
    assert_eq!((&first["ref"], &first["ambiguous"]), (&"e2".into(), &true.into()));
    let run = on_page(html, &["locate", "-", "the 'Oder' button"]);
    assert_eq!(run.code, 1, "{}", run.err);
    recorded("locate_miss", &run.out);
    recorded("locate_miss_json", &on_page(html, &["locate", "-", "the 'Oder' button", "--json"]).out);
}

#[test]
fn hit_names_the_topmost_element() {
    let run = on_page(PAGE, &["hit", "-", "20,20", "-5,20"]);
    assert_eq!(run.code, 2, "a point that begins like an option has to follow `--`");
    let run = on_page(PAGE, &["hit", "-", "--", "20,20", "-5,20"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out, "20,20  div.veil #10 [ref=e8]\n-5,20  nothing\n");
    let run = on_page(PAGE, &["hit", "-", "5000,5000"]);
    assert_eq!((run.code, run.out.as_str()), (1, "5000,5000  nothing\n"));
}

#[test]
fn hit_reads_points() {
    let file = page_file("points", PAGE);
    let file = file.to_str().expect("a path");
    let run = run_with_input(&["hit", file, "--points", "-", "--json"], b"20 20\n\n1279 719\n1280 5\n");
    let hits = run.json();
    let indices: Vec<_> = hits.as_array().expect("an array").iter().map(|hit| hit["index"].clone()).collect();
    assert_eq!(indices, [Value::from(10), Value::from(10), Value::Null]);
    assert_eq!(run.code, 0, "nothing at some of many points is not a failure");
    let run = run_with_input(&["hit", file, "--points", "-"], b"20 20\n20\n");
    assert_eq!(run.code, 2);
    assert!(run.err.starts_with("error: line 2 of the points is `20`, not a point\n  hint: "), "{}", run.err);
}

#[test]
fn check_names_what_is_in_front() {
    let run = on_page(PAGE, &["check", "-", "#pay"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.out.starts_with("miss button#pay #9 [ref="), "{}", run.out);
    // The snapshot leaves the empty element out, so that its ref would help nobody.
    assert!(run.out.ends_with(": intercepted, by div.veil\n"), "{}", run.out);
    assert!(run.err.starts_with("error: @e"), "{}", run.err);
    let run = on_page(PAGE, &["check", "-", "--all", "--json"]);
    assert_eq!(run.code, 0, "a survey is not a failure");
    let checks = run.json();
    assert_eq!(checks.as_array().map(Vec::len), Some(2));
    assert_eq!((&checks[0]["ok"], &checks[0]["reason"]), (&Value::from(false), &Value::from("intercepted")));
    assert_eq!((&checks[0]["interceptor"]["tag"], &checks[0]["interceptor"]["class"]), (&"div".into(), &"veil".into()));
}

#[test]
fn check_needs_a_target() {
    let run = on_page(PAGE, &["check", "-"]);
    assert_eq!(
        (run.code, run.err.as_str()),
        (
            2,
            "error: check takes either a target or --all\n  hint: write a ref or a CSS selector as the target, or --all\n"
        )
    );
}

/// A ref that nobody gave, and a selector without a match.
#[test]
fn targets_that_are_not_there_end_alike() {
    for command in ["check", "explain", "click", "snapshot"] {
        let ends = ["e99", "#nowhere", "getByRole('dialog')"].map(|target| {
            let line = match command {
                "snapshot" => vec![command, "-", "--root", target, "--json"],
                _ => vec![command, "-", target, "--json"],
            };
            let run = on_page(PAGE, &line);
            let error = run.error();
            let hint = error["hint"].as_str().unwrap_or_default().split(';').next().unwrap_or_default().to_owned();
            let message = error["message"].as_str().unwrap_or_default().to_owned();
            assert!(message.starts_with("not found: ") && message.contains(target), "{command}: {message}");
            (run.code, error["code"].clone(), hint)
        });
        assert_eq!((ends[0].0, &ends[0].1), (1, &Value::from("not_found")), "{command}");
        assert_eq!((&ends[1], &ends[2]), (&ends[0], &ends[0]), "{command}");
    }
    let error = on_page(PAGE, &["check", "-", "e99", "--json"]).error();
    assert_eq!(error["details"]["ref"], "e99");
}

#[test]
fn locators_are_written_as_in_javascript() {
    for (line, expected) in [
        (["find", "-", "getByRole('button', { name: 'Pay' })"], "button#pay"),
        (["check", "-", "page.getByLabel('Amount')"], "input#amount"),
        (["explain", "-", "getByText(/one item/i)"], "paragraph"),
        (["fill", "-", "getByRole('textbox').first()"], "input#amount"),
    ] {
        let mut line = line.to_vec();
        if line[0] == "fill" {
            line.push("2");
        }
        let run = on_page(PAGE, &line);
        assert!(run.out.contains(expected), "{line:?}: {}{}", run.out, run.err);
    }
    let run = on_page(PAGE, &["find", "-", "getByRole('buton')"]);
    assert!(run.code == 2 && run.err.contains("invalid selector `getByRole('buton')` at column"), "{}", run.err);
}

#[test]
fn text_is_inner_text() {
    let run = on_page(PAGE, &["text", "-"]);
    assert_eq!((run.code, run.out.as_str()), (0, "Basket\n\nOne item.\n\nAmount  Pay\n"));
}

#[test]
fn inspect_lists_every_element() {
    let run = on_page(PAGE, &["inspect", "-"]);
    assert_eq!(run.code, 0, "{}", run.err);
    recorded("inspect_lists_every_element", &run.out);
    let rows = on_page(PAGE, &["inspect", "-", "--json"]).json();
    assert_eq!(rows["elements"].as_array().map(Vec::len), Some(11));
    assert_eq!(rows["elements"][10]["box"], serde_json::json!([0.0, 0.0, 1280.0, 720.0]));
    assert_eq!(rows["document"]["title"], "Basket");
    assert_eq!(rows["viewport"]["width"], 1280.0);
}

#[test]
fn viewport_can_be_set() {
    let page = on_page(PAGE, &["inspect", "-", ".veil", "--json", "--viewport", "400x300"]).json();
    assert_eq!(page["elements"][0]["box"], serde_json::json!([0.0, 0.0, 400.0, 300.0]));
    let error = on_page(PAGE, &["inspect", "-", "--json", "--viewport", "wide"]).error();
    assert_eq!(error["code"], "invalid_arguments");
    assert_eq!(error["message"], "--viewport is `wide`, not a size");
}

#[test]
fn timings_end_standard_error() {
    let run = on_page(PAGE, &["text", "-", "--timings"]);
    let times: Value = serde_json::from_str(run.err.lines().last().unwrap_or_default()).expect("JSON");
    for stage in ["parse", "style", "layout", "aria", "snapshot", "total"] {
        assert!(times[stage].as_f64().is_some_and(|ms| ms >= 0.0), "{stage} in {times}");
    }
    if cfg!(target_os = "linux") {
        assert!(times["peak"].as_u64().is_some_and(|bytes| bytes > 1 << 20), "the peak in {times}");
    }
}

#[test]
fn missing_file_is_an_error() {
    let run = run_with_input(&["snapshot", "no-such-file.html"], b"");
    assert_eq!(run.code, 2);
    recorded("missing_file_is_an_error", &run.err);
    let error = run_with_input(&["snapshot", "no-such-file.html", "--json"], b"").error();
    assert_eq!(error["code"], "io_error");
    assert_eq!(error["details"]["path"], "no-such-file.html");
}

#[test]
fn unknown_command_is_an_error() {
    let run = run_with_input(&["snapshoot", "-"], b"");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("'snapshot'"), "{}", run.err);
    let error = run_with_input(&["snapshoot", "-", "--json"], b"").error();
    assert_eq!(error["code"], "invalid_arguments");
    assert!(error["hint"].as_str().is_some_and(|hint| hint.starts_with("the commands are snapshot, ")), "{error}");
}

#[test]
fn help_is_no_error() {
    for arguments in [&["--help"][..], &["help", "check"], &["check", "-h"], &["--version"]] {
        let run = run_with_input(arguments, b"");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{arguments:?}");
    }
    recorded("help", &run_with_input(&["--help"], b"").out);
    recorded("help_check", &run_with_input(&["help", "check"], b"").out);
    let run = run_with_input(&[], b"");
    assert_eq!(run.code, 2, "a missing command is an error");
}

#[test]
fn closed_pipe_is_success() {
    let many = "<p>text</p>".repeat(20_000);
    let file = page_file("pipe", &many);
    let mut child = Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .args(["inspect", file.to_str().expect("a path")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "nothing is said about it");
}

#[test]
fn standard_input_is_read_once() {
    let run = on_page(PAGE, &["hit", "-", "--points", "-"]);
    assert_eq!(run.code, 2);
    assert!(run.err.starts_with("error: standard input can be read only once\n"), "{}", run.err);
}

#[test]
fn any_bytes_are_a_page() {
    for bytes in [b"\0\xff\xfe\x80", &b"<"[..], &b"<div>".repeat(20_000)] {
        let run = run_with_input(&["snapshot", "-"], bytes);
        assert_eq!(run.code, 0, "{}", run.err);
    }
}

#[test]
fn other_files_are_named_instead_of_answered_with_nothing() {
    for (bytes, what) in [
        (&b""[..], "no elements: this is an empty file, not a page"),
        (b"{\"html\":1}", "this is JSON, not a page"),
        (b"{\"log\":{\"entries\":[]}}", "this is a HAR file, not a page"),
        (b"filedesc://a.arc 0.0.0.0 1 text/plain 1\n", "this is an ARC file, not a page"),
        (&[3; 99], "this is binary data, not a page"),
    ] {
        let run = run_with_input(&["audit", "-"], bytes);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{what}");
        assert!(run.err.starts_with(&format!("error: {what}\n  hint: ")), "{}", run.err);
    }
}

#[test]
fn clicks_that_scroll_land() {
    let html = "<!doctype html><div style=height:670px></div><button>Pay</button><div style=height:900px></div>\
                <div style='position:fixed;bottom:0;left:0;right:0;height:60px'>c</div>";
    let page = page_file("under-a-bar", html);
    let page: &str = &page.to_string_lossy();
    let run = |arguments: &[&str]| run_with_input(arguments, b"");
    let click = run(&["check", page, "button"]);
    assert!(click.code == 0 && click.out.contains("lands after scrolling by 0,3"), "{}{}", click.out, click.err);
    let in_place = run(&["check", page, "button", "--in-place", "--json"]);
    assert_eq!(in_place.code, 1, "{}", in_place.err);
    let rows: Value = serde_json::from_str(&in_place.out).expect("JSON");
    let row = &rows[0];
    let verdicts = |row: &Value| [row["ok"].as_bool(), row["okAfterScroll"].as_bool()];
    assert_eq!(verdicts(row), [Some(false), Some(true)], "{row}");
    assert!(row["freedBy"]["y"].as_f64().is_some_and(|y| y > 300.0), "{row}");
    let all = run(&["check", page, "--all"]);
    assert!(all.out.contains("is in front; lands after scrolling by 0,3"), "{}", all.out);
    assert!(all.out.ends_with("# 0 of 1 clicks would land, 1 more after scrolling\n"), "{}", all.out);
    let rows = run(&["check", page, "--all", "--json"]).out;
    let rows: Value = serde_json::from_str(&rows).expect("JSON");
    assert_eq!(verdicts(&rows[0]), [Some(false), Some(true)], "{rows}");
    let why = run(&["explain", page, "button"]).out;
    assert!(why.contains("lands after scrolling by 0,3") && why.contains("as the page stands, div"), "{why}");
}

#[test]
fn what_the_file_lacks_is_noted_once() {
    let page = page_file("unstyled", "<!doctype html><link rel=stylesheet href=gone.css><button>Pay</button>");
    let page: &str = &page.to_string_lossy();
    let run = |arguments: &[&str]| run_with_input(arguments, b"");
    let note = "not saved with the page: 1 style sheet (gone.css).";
    for command in
        [&["check", page, "--all"][..], &["audit", page], &["markdown", page], &["snapshot", page, "--playwright"]]
    {
        let run = run(command);
        assert_eq!(
            (run.err.matches(note).count(), run.out.matches(note).count()),
            (1, 0),
            "{command:?}: {}{}",
            run.out,
            run.err
        );
        assert!(run.err.contains(&format!("note: {note}")), "{}", run.err);
    }
    let view = run(&["snapshot", page]);
    assert_eq!((view.err.matches(note).count(), view.out.matches(note).count()), (0, 1), "{}{}", view.out, view.err);
    for command in [&["snapshot", page, "--json"][..], &["find", page, "button", "--json"]] {
        let run = run(command);
        assert_eq!(run.err, "", "{command:?}");
        let answer: Value = serde_json::from_str(&run.out).expect("JSON");
        let notes = answer["notes"].as_array().expect("notes");
        let found = notes.iter().filter(|line| line.as_str().is_some_and(|line| line.contains(note))).count();
        assert_eq!(found, 1, "{answer}");
    }
    let rows = run(&["check", page, "--all", "--json"]);
    assert!(rows.out.starts_with('[') && rows.err.contains(note), "{}{}", rows.out, rows.err);
    let styled = page_file("styled", "<!doctype html><meta charset=utf-8><style>p{}</style><button>Pay</button>");
    assert_eq!(run(&["audit", &styled.to_string_lossy()]).err, "");
}

#[test]
fn short_help_fits_a_screen() {
    let run = |arguments: &[&str]| run_with_input(arguments, b"").out;
    let commands = run(&["--help"]);
    let commands = commands.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    assert!(names.contains(&"snapshot") && names.contains(&"batch"), "{names:?}");
    for name in names.into_iter().filter(|name| !name.is_empty() && !matches!(*name, "help" | "live")) {
        let help = run(&[name, "-h"]);
        assert!(help.lines().count() <= 26, "{name}:\n{help}");
        assert!(run(&[name, "--help"]).lines().count() >= help.lines().count(), "{name}");
    }
    let help = run(&["find", "-h"]);
    assert!(help.contains("Usage: stillpage find [OPTIONS] <FILE>... <SELECTOR>\n"), "{help}");
}

/// Each control of a window that something covers is tried, however many there are.
#[test]
fn survey_tries_every_covered_control() {
    let buttons = "<button style='display:block;height:40px'>x</button>".repeat(30);
    let html = format!(
        "<!doctype html>{buttons}<p style='height:900px'></p><div style='position:fixed;inset:auto 0 0;height:600px'></div>"
    );
    let rows = on_page(&html, &["check", "-", "--all", "--json"]).json();
    let covered: Vec<&Value> = rows.as_array().into_iter().flatten().filter(|row| row["ok"] == false).collect();
    assert!(covered.len() > 12, "{rows}");
    assert!(covered.iter().all(|row| row["okAfterScroll"].is_boolean()), "{rows}");
    assert!(covered.iter().any(|row| row["okAfterScroll"] == true), "{rows}");
    let in_place = on_page(&html, &["check", "-", "--all", "--in-place", "--json"]).json();
    assert_eq!(in_place[0]["okAfterScroll"], Value::Null, "nobody asked");
}

/// Compares what a command prints with what it printed when it was last looked at.
#[track_caller]
fn recorded(name: &str, printed: &str) {
    insta::with_settings!({ snapshot_path => "../../snapshots/cli", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, printed);
    });
}

/// A page in a file of its own that is gone after the tests.
fn page_file(name: &str, html: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.html"));
    std::fs::write(&path, html).expect("the target folder is writable");
    path
}

#[test]
fn quiet_leaves_errors_alone() {
    let html = "<title>T</title><img src=absent.png><p>Text";
    let loud = on_page(html, &["find", "-", "p"]);
    assert!(loud.err.contains("note: not saved with the page"), "{}", loud.err);
    let quiet = on_page(html, &["find", "-", "p", "--quiet"]);
    assert_eq!((quiet.code, &*quiet.err, &quiet.out), (0, "", &loud.out));
    let failed = on_page(html, &["find", "-", "h1 >", "-q"]);
    assert_eq!(failed.code, 2);
    assert!(failed.err.starts_with("error: "), "{}", failed.err);
}

/// Escape codes in a file or a pipe would be part of the answer.
#[test]
fn pipes_get_no_colors() {
    let run = on_page("<title>T</title><button>Pay</button>", &["check", "-", "--all"]);
    assert!(run.out.contains("[ref=e2]") && !run.out.contains('\u{1b}'), "{}", run.out);
}

/// Files are written in UTF-8, also those of pages that declare another encoding.
#[test]
fn written_pages_can_be_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let text = b"<meta charset=gb18030><title>T</title><p>\xc4\xe3\xba\xc3<button>\xc8\xb7</button>";
    std::fs::write(&page, text).expect("a file");
    let page = page.to_str().expect("a path");
    let written = folder.path().join("after.html");
    let written = written.to_str().expect("a path");
    for arguments in [
        &["click", page, "e3", "--output", written][..],
        &["mutate", page, "--seed", "1", "--steps", "1", "--ops", "classes", "--output", written],
        &["snapshot", page, "--mark", written],
    ] {
        let run = run_with_input(arguments, b"");
        assert_eq!(run.code, 0, "{arguments:?} {}", run.err);
        assert_eq!(run_with_input(&["text", written], b"").out, "\u{4f60}\u{597d}\u{786e}\n", "{arguments:?}");
    }
}

/// At a fixed address no start has addresses to adjust: `build.rs`.
#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn the_binary_is_linked_to_a_fixed_address() {
    // `e_type` of the header of an ELF file, and the one of a program that is not moved.
    const TYPE: std::ops::Range<usize> = 16..18;
    const EXEC: [u8; 2] = 2_u16.to_ne_bytes();
    let program = std::fs::read(env!("CARGO_BIN_EXE_stillpage")).expect("the binary");
    assert_eq!(program[TYPE], EXEC);
}
