//! Recordings of sessions: each state is the page that Playwright saw at that moment.

use std::fs;
use std::io::{Cursor, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use stillpage::Page;
use stillpage::recordings::SessionRecording;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/recordings").join(name)
}

fn stillpage(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stillpage")).args(arguments).output().expect("the binary starts")
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    let output = stillpage(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{arguments:?}: {error}"))
}

/// Returns the first difference between two trees of Playwright's JSON: the focus aside, which traces do not record, and boxes by
/// a pixel.
fn difference(seen: &Value, ours: &Value) -> Option<String> {
    let differ = || Some(format!("{seen}\nis\n{ours}"));
    match (seen, ours) {
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => a.iter().zip(b).find_map(|(a, b)| difference(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            let keys = |object: &serde_json::Map<String, Value>| {
                // An option of a closed list has a box without size, or none.
                let is_shown = |key: &str| key != "box" || object["box"]["width"] != 0 || object["box"]["height"] != 0;
                let is_compared = |key: &&String| *key != "active" && is_shown(key);
                let mut keys: Vec<String> = object.keys().filter(is_compared).cloned().collect();
                keys.sort();
                keys
            };
            if keys(a) != keys(b) {
                return differ();
            }
            keys(a).iter().find_map(|key| difference(&a[key], &b[key]))
        }
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or_default(), b.as_f64().unwrap_or_default());
            if (a - b).abs() <= 1.0 { None } else { differ() }
        }
        (a, b) if a == b => None,
        _ => differ(),
    }
}

#[test]
fn states_of_a_trace_are_what_playwright_saw() {
    let path = corpus("checkout.trace.zip");
    let file = path.to_string_lossy();
    let states = json(&["states", &file, "--json"]);
    let states = states["states"].as_array().expect("states");
    let mut archive = ZipArchive::new(fs::File::open(&path).expect("the trace")).expect("a zip archive");
    let mut compared = 0;
    for state in states {
        let id = state["id"].as_str().expect("an id");
        let entry = format!("aria/{}.json", id.replace(':', "-"));
        let Ok(mut entry) = archive.by_name(&entry) else { continue };
        let mut seen = String::new();
        entry.read_to_string(&mut seen).expect("text");
        let seen: Value = serde_json::from_str(&seen).expect("JSON");
        if seen.as_array().is_none_or(Vec::is_empty) {
            continue;
        }
        let ours = json(&["snapshot", &file, "--at", id, "--playwright", "--mode", "default", "--boxes", "--json"]);
        assert_eq!(difference(&seen, &ours), None, "{id}");
        compared += 1;
    }
    assert!(compared >= 25, "{compared} of {} states", states.len());
}

#[test]
fn states_are_named_by_calls() {
    let path = corpus("checkout.trace.zip");
    let recording = SessionRecording::open(&path).expect("it is read").expect("it is a recording");
    let states = recording.states();
    let pay =
        states.iter().rfind(|state| state.id.ends_with(":before") && state.error.is_some()).expect("a failed action");
    let call = pay.id.trim_end_matches(":before");
    let (by_call, after) = (recording.page(Some(call)), recording.page(Some(&format!("{call}:after"))));
    let text = |page: Result<Page, stillpage::errors::OpenError>| page.expect("a page").inner_text();
    assert_eq!(text(by_call), text(after), "a call means its last state");
    assert_eq!(text(Page::open(&path)), text(recording.page(states.last().map(|state| &*state.id))), "so does no name");
    let error = Page::builder().at("call@99:after").open(&path).expect_err("there is no such state");
    assert_eq!(error.code(), "not_found");
    let fill = states.iter().find(|state| state.action.as_ref().is_some_and(|a| a.method == "fill")).expect("a fill");
    let action = fill.action.as_ref().expect("an action");
    assert_eq!(action.locator.as_deref(), Some("getByLabel('Name')"));
    assert_eq!(action.value.as_deref(), Some("Ada Lovelace"));
    assert!(states.windows(2).all(|pair| pair[0].time <= pair[1].time), "in the order of time");
    let mut ids: Vec<&str> = states.iter().map(|state| &*state.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), states.len(), "each name once");
}

/// The lines of a snapshot without what a recording changes: the numbers of refs, and addresses, which become absolute.
fn comparable(snapshot: &str) -> Vec<String> {
    let reference = regex::Regex::new(r" \[ref=\w+\]").expect("a valid pattern");
    let lines = snapshot.trim_end().lines().filter(|line| !line.trim_start().starts_with("- /url:"));
    lines.map(|line| reference.replace_all(line, " [ref]").into_owned()).collect()
}

#[test]
fn moments_of_an_rrweb_recording_are_what_playwright_saw() {
    let seen: Value = serde_json::from_slice(&fs::read(corpus("checkout.seen.json")).expect("a file")).expect("JSON");
    let file = corpus("checkout.rrweb.json.gz");
    let file = file.to_string_lossy();
    let steps = seen.as_array().expect("steps");
    for step in steps {
        let at = format!("event:{}", step["events"]);
        let output = stillpage(&["snapshot", &file, "--at", &at, "--playwright", "--mode", "ai"]);
        let ours = String::from_utf8_lossy(&output.stdout);
        let expected = comparable(step["snapshot"].as_str().expect("text"));
        assert_eq!(comparable(&ours), expected, "{}", step["step"]);
        let elements = json(&["inspect", &file, "--at", &at, "--json"]);
        let elements = elements["elements"].as_array().expect("elements");
        let boxes = step["boxes"].as_array().expect("boxes");
        assert_eq!(elements.len(), boxes.len(), "{}", step["step"]);
        for (ours, seen) in elements.iter().zip(boxes) {
            let ours: Vec<f64> = ours["box"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
            let seen: Vec<f64> = seen.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
            let is_close = ours.len() == 4 && ours.iter().zip(&seen).all(|(a, b)| (a - b).abs() <= 1.0);
            assert!(is_close, "{} {ours:?} {seen:?}", step["step"]);
        }
    }
    assert_eq!(steps.len(), 6, "every step");
    let states = json(&["states", &file, "--json"]);
    let of = |method: &str| {
        let states = states["states"].as_array().into_iter().flatten();
        states.filter(|state| state["action"]["method"] == method).count()
    };
    assert!(of("click") >= 4 && of("input") >= 4, "{states}");
}

#[test]
fn rrweb_recordings_that_are_cut_off_show_what_there_is() {
    let gzip = fs::read(corpus("checkout.rrweb.json.gz")).expect("a file");
    let mut whole = Vec::new();
    flate2::read::GzDecoder::new(&*gzip).read_to_end(&mut whole).expect("gzip");
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("cut.json");
    fs::write(&path, &whole[..whole.len() * 9 / 10]).expect("it is writable");
    let output = stillpage(&["text", &path.to_string_lossy()]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("Checkout"), "the page");
    let warning = String::from_utf8_lossy(&output.stderr);
    assert!(warning.contains("cut off or damaged at byte"), "{warning}");
    let page = |at: &str| Page::builder().at(at).open(&path);
    assert_eq!(page("event:1").expect_err("nothing was shown yet").code(), "not_found");
    assert!(page("0.5s").is_ok() && page("event:2").is_ok(), "moments by time and by number");
    let events = r#"[{"type":4,"data":{"href":"http://a.example/","width":800,"height":600},"timestamp":1},
        {"type":2,"timestamp":2,"data":{"node":{"type":0,"id":1,"childNodes":[{"type":2,"tagName":"html","id":2,"attributes":{},"childNodes":[
        {"type":2,"tagName":"body","id":3,"attributes":{},"childNodes":[{"type":3,"textContent":"one","id":4}]}]}]}}},
        {"type":3,"timestamp":3,"data":{"source":0,"removes":[{"parentId":3,"id":77}],"texts":[{"id":4,"value":"two"},{"id":99,"value":"x"}],
        "attributes":[{"id":3,"attributes":{"style":{"color":"red"},"a b":"x"}}],
        "adds":[{"parentId":99,"nextId":null,"node":{"type":3,"textContent":"lost","id":5}},
        {"parentId":3,"nextId":98,"node":{"type":3,"textContent":" four","id":6}},
        {"parentId":3,"nextId":6,"node":{"type":3,"textContent":" three","id":7}},
        {"parentId":7,"nextId":null,"node":{"type":3,"textContent":"in a text","id":8}}]}}]"#;
    let path = folder.path().join("odd.json");
    fs::write(&path, events).expect("it is writable");
    assert_eq!(Page::open(&path).expect("a page").inner_text(), "two three four");
    let warning = stillpage(&["text", &path.to_string_lossy()]).stderr;
    let warning = String::from_utf8_lossy(&warning);
    assert!(warning.contains("it changes nodes that were never recorded"), "{warning}");
}

/// A zip archive of these files.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).expect("a new entry");
        zip.write_all(bytes).expect("memory");
    }
    zip.finish().expect("memory").into_inner()
}

#[track_caller]
fn refused(file: &[u8], at: &str, expected: &str) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("x.zip");
    fs::write(&path, file).expect("it is writable");
    let mut arguments = vec!["snapshot".to_owned(), path.to_string_lossy().into_owned()];
    if !at.is_empty() {
        arguments.extend(["--at".to_owned(), at.to_owned()]);
    }
    let output = stillpage(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains(expected) && !output.status.success(), "{error}");
}

#[test]
fn files_that_hold_no_page_say_what_they_lack() {
    let start = |version: u8| {
        format!("{{\"type\":\"context-options\",\"version\":{version},\"playwrightVersion\":\"9.9.9\"}}\n")
    };
    refused(&archive(&[("trace.trace", start(10).as_bytes())]), "", "without DOM snapshots");
    refused(&archive(&[("trace.trace", start(11).as_bytes())]), "", "of version 11, of Playwright 9.9.9");
    refused(&archive(&[("letter.txt", b"hello")]), "", "a zip archive");
    refused(b"PK\x03\x04 and no archive", "", "damaged");
    refused(b"<p>a page", "call@1", "is a page, not a recording");
}

/// A trace of a page without a document type, and of a click on a button that is hidden.
fn small_trace(folder: &Path) -> String {
    let snapshot = |name: &str, html: &str| {
        format!(
            "{{\"type\":\"frame-snapshot\",\"snapshot\":{{\"snapshotName\":\"{name}\",\"callId\":\"call@1\",\"frameId\":\"f\",\"pageId\":\"p\",\
             \"isMainFrame\":true,\"frameUrl\":\"about:blank\",\"timestamp\":1,\"viewport\":{{\"width\":800,\"height\":600}},\"html\":{html}}}}}\n"
        )
    };
    let lines = [
        "{\"type\":\"context-options\",\"version\":8,\"options\":{}}\n".to_owned(),
        "{\"type\":\"before\",\"callId\":\"call@1\",\"startTime\":1,\"class\":\"Frame\",\"method\":\"click\",\
         \"params\":{\"selector\":\"internal:role=button[name=\\\"Save\\\"i]\"},\"pageId\":\"p\"}\n"
            .to_owned(),
        snapshot(
            "before@call@1",
            "[\"HTML\",{},[\"BODY\",{\"__playwright_scroll_top_\":\"50\"},[\"P\",{\"style\":\"margin:0;height:2000px\"},\"tall\"],\
             [\"BUTTON\",{\"hidden\":\"\"},\"Save\"],[\"BUTTON\",{},\"Send\"]]]",
        ),
        snapshot("after@call@1", "[\"HTML\",{},[\"BODY\",{},[\"BUTTON\",{},\"New\"],[[1,1]],[[1,3]],[[1,5]]]]"),
        "{\"type\":\"after\",\"callId\":\"call@1\",\"endTime\":2,\"error\":{\"message\":\"Timeout 700ms exceeded.\"}}\n".to_owned(),
    ];
    let path = folder.join("small.zip");
    fs::write(&path, archive(&[("trace.trace", lines.concat().as_bytes())])).expect("it is writable");
    path.to_string_lossy().into_owned()
}

#[test]
fn body_holds_the_offsets_of_the_window_in_quirks_mode() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let trace = small_trace(folder.path());
    let top = |at: &str| {
        let page = Page::builder().at(at).open(&trace).expect("a page");
        page.query_selector("p").expect("a selector").and_then(|p| p.bounding_box()).expect("a box").y
    };
    // Below the margin of the body.
    assert!((top("call@1:before") - (8.0 - 50.0)).abs() < 0.01);
}

/// A page that a test writes into `about:blank` is as good as any other.
#[test]
fn refs_of_a_page_without_an_address_stay_in_a_trace() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let trace = json(&["trace", &small_trace(folder.path()), "--json"]);
    let changes = &trace["actions"][0]["changes"];
    assert!(changes.to_string().contains("\"e4\"") && !changes.to_string().contains("\"e2\""), "{changes}");
}

#[test]
fn locator_that_misses_a_hidden_element_says_so() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let told = stillpage(&["trace", &small_trace(folder.path())]);
    let told = String::from_utf8_lossy(&told.stdout);
    assert!(told.contains("no element matches getByRole('button', { name: 'Save' })"), "{told}");
    assert!(told.contains("\"Save\" would match, but is hidden"), "{told}");
}

#[test]
fn damaged_traces_give_what_can_be_built() {
    let snapshot = |name: &str, html: &str| {
        format!(
            "{{\"type\":\"frame-snapshot\",\"snapshot\":{{\"snapshotName\":\"{name}\",\"frameId\":\"f\",\"pageId\":\"p\",\"isMainFrame\":true,\
             \"frameUrl\":\"http://a.example/\",\"timestamp\":1,\"html\":{html}}}}}\n"
        )
    };
    let deep = format!("{}{}", "[\"DIV\",{},".repeat(3000), format_args!("\"deep\"{}", "]".repeat(3000)));
    let lines = [
        snapshot(
            "before@call@1",
            "[\"HTML\",{},[\"BODY\",{},[\"P\",{},\"one\"],[[1,0]],[[0,2]],[\"P\",{},\"two\"],{\"a\":1},7]]",
        ),
        snapshot("after@call@1", "[\"HTML\",{},[\"BODY\",{},[[1,1]],[[1,99]],[[7,1]],[[1,3]],[[1,3]]]]"),
        snapshot("before@call@2", &format!("[\"HTML\",{{}},[\"BODY\",{{}},{deep}]]")),
        snapshot("after@call@2", "[[1]]"),
        "{\"type\":\"frame-snapshot\",\"snapshot\":{\"frameId\":".to_owned(),
    ];
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("x.zip");
    fs::write(&path, archive(&[("0-trace.trace", lines.concat().as_bytes())])).expect("it is writable");
    let text = |at: &str| Page::builder().at(at).open(&path).expect("a page").inner_text();
    assert_eq!(text("call@1:before"), "one\n\ntwo");
    assert_eq!(text("call@1:after"), "one\n\ntwo\n\ntwo", "references to nothing are left out");
    assert_eq!(text("call@2:before"), "deep");
    assert_eq!(text("call@2:after"), "");
}

/// The cause of each failed action of a recording: its kind and its sentence.
fn causes(name: &str) -> Vec<(String, String)> {
    let report = json(&["trace", &corpus(name).to_string_lossy(), "--failed", "--json"]);
    let actions = report["actions"].as_array().expect("actions");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    actions.iter().map(|action| (text(&action["cause"]["kind"]), text(&action["cause"]["sentence"]))).collect()
}

#[track_caller]
fn check_causes(name: &str, expected: &[(&str, &str)]) {
    let causes = causes(name);
    let ours: Vec<(&str, &str)> = causes.iter().map(|(kind, sentence)| (&**kind, &**sentence)).collect();
    assert_eq!(ours, expected, "{name}");
}

#[test]
fn failed_actions_of_a_trace_have_their_causes() {
    check_causes(
        "checkout.trace.zip",
        &[
            (
                "covered",
                "@e36 (button \"Pay now\") does not get a click at 57,657.38: aside#news [ref=e46] (complementary) is in front",
            ),
            ("missing", "no element matches getByRole('button', { name: 'Pay' }).and(locator('.paid'))"),
            (
                "several",
                "2 elements match getByRole('button', { name: 'Remove' }): @e42 (button \"Remove\"), @e23 (button \"Remove\")",
            ),
        ],
    );
    // What the runner of the test and the library say of the same call is one action.
    check_causes(
        "checkout-test.trace.zip",
        &[
            ("differs", "the text of order-total is \"51 euro\", \"52 euro\" expected"),
            ("differs", "3 elements match getByRole('listitem'), 2 expected"),
            ("differs", "@e36 (button \"Pay now\") is visible, hidden expected"),
            (
                "covered",
                "@e36 (button \"Pay now\") does not get a click at 57,685.38: aside#news [ref=e46] (complementary) is in front",
            ),
        ],
    );
}

#[test]
fn actions_of_a_recording_say_what_they_changed() {
    for (name, button) in [("checkout.trace.zip", "Add gift wrap"), ("checkout.rrweb.json.gz", "Add gift wrap")] {
        let report = json(&["trace", &corpus(name).to_string_lossy(), "--json"]);
        let actions = report["actions"].as_array().expect("actions");
        let is_wrap = |action: &&Value| action["method"] == "click" && action["target"]["name"] == button;
        let wrap = actions.iter().find(is_wrap).expect("the click");
        assert_eq!(wrap["landing"]["outcome"], "lands", "{name}");
        let changes = wrap["changes"]["changes"].as_array().expect("changes");
        let added: Vec<&str> =
            changes.iter().filter(|c| c["kind"] == "added").filter_map(|c| c["role"].as_str()).collect();
        assert_eq!(added, ["listitem", "dialog"], "{name}");
        assert_eq!(report["failed"], if name.contains("trace") { 3 } else { 0 });
    }
    let text = stillpage(&["trace", &corpus("checkout-test.trace.zip").to_string_lossy(), "--failed", "--exit-code"]);
    let printed = String::from_utf8_lossy(&text.stdout);
    assert!(printed.starts_with("checkout.spec.mjs:8 › gift wrap is paid for\n9 actions, 4 failed\n"), "{printed}");
    assert!(printed.contains("checkout.spec.mjs:17"), "the line of the test: {printed}");
    assert_eq!(text.status.code(), Some(1), "an action failed");
}

#[test]
fn report_shows_each_state() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let path = folder.path().join("report.html");
    let output =
        stillpage(&["trace", &corpus("checkout.trace.zip").to_string_lossy(), "--html", &path.to_string_lossy()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let html = fs::read_to_string(&path).expect("the report");
    let figures = html.matches("<figure ").count();
    assert_eq!(figures, 32, "one for each state");
    assert_eq!(html.matches("class=\"front\"").count(), 1, "what covers the button");
    let pictures =
        html.split("id=\"pictures\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("pictures");
    let pictures: Vec<String> = serde_json::from_str(pictures).expect("JSON");
    assert!(pictures.len() < figures && pictures.iter().all(|svg| svg.starts_with("<svg")), "{}", pictures.len());
    // Seen as a page itself: nothing of the recorded page is markup in it.
    let report = Page::open(&path).expect("a page");
    let steps = report.query_selector_all("nav button").expect("a selector");
    assert_eq!(steps.len(), 12, "actions");
}

/// A pipe can be read once: the bytes from which the kind of a file is found are gone from it.
#[cfg(unix)]
#[test]
fn page_is_read_from_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("page");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::write(pipe, "<!doctype html><button>Save</button>")
    });
    let output = stillpage(&["snapshot", pipe.to_str().unwrap()]);
    writer.join().unwrap().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("button \"Save\""), "{output:?}");
}

/// A recording of a list, two of whose rows look alike; the first of them is removed, then the page is shown again.
fn rows_that_look_alike(folder: &Path) -> String {
    let row = |id: u32, text: &str| {
        format!(
            r#"{{"type":2,"tagName":"li","id":{id},"attributes":{{}},"childNodes":[{{"type":3,"textContent":"{text}","id":{}}},
            {{"type":2,"tagName":"button","id":{},"attributes":{{}},"childNodes":[{{"type":3,"textContent":"Remove","id":{}}}]}}]}}"#,
            id + 1,
            id + 2,
            id + 3
        )
    };
    let page = |time: u32, rows: &[String]| {
        format!(
            r#"{{"type":2,"timestamp":{time},"data":{{"node":{{"type":0,"id":1,"childNodes":[{{"type":2,"tagName":"html","id":2,
            "attributes":{{}},"childNodes":[{{"type":2,"tagName":"body","id":3,"attributes":{{}},"childNodes":[
            {{"type":2,"tagName":"ul","id":4,"attributes":{{}},"childNodes":[{}]}}]}}]}}]}}}}}}"#,
            rows.join(",")
        )
    };
    let events = format!(
        r#"[{{"type":4,"data":{{"href":"http://a.example/","width":800,"height":600}},"timestamp":1}},{},
        {{"type":3,"timestamp":3,"data":{{"source":0,"texts":[],"attributes":[],"adds":[],"removes":[{{"parentId":4,"id":10}}]}}}},{}]"#,
        page(2, &[row(10, "Gift"), row(20, "Cup"), row(30, "Gift"), row(40, "Pot")]),
        page(4, &[row(10, "Cup"), row(20, "Gift"), row(30, "Pot")])
    );
    let path = folder.join("rows.json");
    fs::write(&path, events).expect("it is writable");
    path.to_string_lossy().into_owned()
}

#[test]
fn refs_go_where_the_recorder_says_their_nodes_went() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = rows_that_look_alike(folder.path());
    let outcomes = |from: &str, to: &str, refs: &[&str]| {
        let line = ["resolve", &file, "--from", from, "--to", to, "--json"];
        let rows = json(&[&line[..], refs].concat());
        let row = |row: &Value| format!("{} {} {}", row["ref"], row["outcome"], row["to"]).replace('"', "");
        rows.as_array().expect("rows").iter().map(row).collect::<Vec<_>>()
    };
    let all = outcomes("event:2", "event:3", &[]);
    assert!(["e4 error null", "e8 exact 6"].iter().all(|row| all.contains(&(*row).to_owned())), "{all:?}");
    assert_eq!(outcomes("event:2", "event:3", &["e8"]), ["e8 exact 6"], "words after the moments are refs");
    let changes = json(&["diff", &file, "--at", "event:2", "--at", "event:3", "--json"]);
    let removed: Vec<&Value> =
        changes["changes"].as_array().into_iter().flatten().map(|change| &change["ref"]).collect();
    assert_eq!(removed, ["e3"], "the first row alone: {changes}");
    // A whole page numbers its nodes again: what is 30 now was not 30 before.
    assert_eq!(outcomes("event:3", "event:4", &["e6"]), ["e6 exact 6"], "a page that looks the same");
}

#[test]
fn session_follows_the_nodes_of_a_recording() {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let file = rows_that_look_alike(folder.path());
    let session = folder.path().join("s.json");
    let session = session.to_string_lossy();
    let seen = |at: &str| {
        let output = stillpage(&["snapshot", &file, "--at", at, "--session", &session]);
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let before = seen("event:2");
    let gifts = ["Gift\n    - button \"Remove\" [ref=e4]", "Gift\n    - button \"Remove\" [ref=e8]"];
    assert!(gifts.iter().all(|gift| before.contains(gift)), "{before}");
    let after = seen("event:3");
    assert!(after.contains(gifts[1]) && !after.contains("[ref=e4]"), "the second of them is left:\n{after}");
    let back = seen("event:2");
    assert!(back.contains(gifts[1]), "{back}");
}

#[test]
fn moments_that_do_not_fit_the_command_are_refused() {
    let path = corpus("checkout.trace.zip");
    let file = path.to_string_lossy();
    let refusal = |arguments: &[&str]| {
        let output = stillpage(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let two = ["snapshot", &file, "--at", "xrun@104:before", "--at", "xrun@104:after"];
    assert!(refusal(&two).contains("2 moments of 1 files"), "{}", refusal(&two));
    assert!(refusal(&["diff", &file]).contains("diff takes two pages"));
    assert!(refusal(&["resolve", &file, "--from", "xrun@104:before"]).contains("--from and --to belong together"));
}

/// Every ref of every moment, along the recordings of the corpus by two calls each time.
#[test]
fn refs_between_moments_of_the_corpus_are_exact_or_refused() {
    for (name, from, to) in
        [("checkout.trace.zip", "xrun@104:before", "xrun@108:after"), ("checkout.rrweb.json.gz", "1s", "8s")]
    {
        let path = corpus(name);
        let rows = json(&["resolve", &path.to_string_lossy(), "--from", from, "--to", to, "--json"]);
        let rows = rows.as_array().expect("rows");
        let exact = rows.iter().filter(|row| row["outcome"] == "exact").count();
        assert!(exact * 10 >= rows.len() * 8 && rows.len() > 20, "{name}: {exact} of {}", rows.len());
    }
}
