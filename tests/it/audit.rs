//! `stillpage audit` over several pages, and the formats that it writes.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

/// A folder with a page that has faults on known lines, one without, and a file that is no page.
fn folder() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(written).clone()
}

fn written() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("audit");
    std::fs::create_dir_all(folder.join("sub")).expect("the target folder is writable");
    let page = |body: &str| {
        format!(
            "<!doctype html>\n<html lang=en><head><title>T</title></head>\n<body><main><h1>T</h1>\n{body}</main></body></html>"
        )
    };
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("it is writable");
    write("b&d.html", &page("<img src=a.png>\n<button></button>\n"));
    write("sub/good.html", &page("<p>Text</p>"));
    folder
}

fn run(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .args(arguments)
        .current_dir(folder())
        .output()
        .expect("the binary starts");
    (output.status.code().expect("it was not killed"), String::from_utf8(output.stdout).expect("UTF-8"))
}

#[test]
fn folders_are_audited_page_by_page() {
    let (code, text) = run(&["audit", ".", "--rule", "image-alt,button-name"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("b&d.html") && !text.contains("good.html"), "{text}");
    assert!(text.ends_with("# 2 failures, 0 unknown on 2 pages, 1 without failures\n"), "{text}");
    let (code, text) = run(&["audit", "sub/good.html", "b&d.html", "--json", "--skip", "image-alt,button-name"]);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((code, value["pages"].as_array().map(Vec::len)), (0, Some(2)), "{text}");
    assert_eq!(run(&["audit", "sub/good.html", "absent.html"]).0, 2);
}

#[test]
fn sarif_names_the_lines() {
    let (_, text) = run(&["audit", ".", "--rule", "image-alt,button-name", "--format", "sarif"]);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let results = value["runs"][0]["results"].as_array().expect("results");
    let place = |result: &Value| {
        let place = &result["locations"][0]["physicalLocation"];
        (place["artifactLocation"]["uri"].to_string(), place["region"]["startLine"].as_u64())
    };
    let places: Vec<_> = results.iter().map(place).collect();
    assert_eq!(places, [("\"b%26d.html\"".to_owned(), Some(4)), ("\"b%26d.html\"".to_owned(), Some(5))]);
    let rules = value["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
    for result in results {
        let index = result["ruleIndex"].as_u64().and_then(|index| usize::try_from(index).ok()).expect("an index");
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
}

#[test]
fn reports_are_whole_and_escaped() {
    let (_, xml) = run(&["audit", ".", "--format", "junit"]);
    assert!(
        xml.contains("<testsuite name=\"./b&amp;d.html\"") || xml.contains("<testsuite name=\"b&amp;d.html\""),
        "{xml}"
    );
    assert!(xml.contains("line 4: ") && xml.ends_with("</testsuites>\n"), "{xml}");
    let out = folder().with_extension("report.html");
    let (code, text) = run(&["audit", ".", "--format", "html", "-o", out.to_str().expect("a path")]);
    assert_eq!(code, 1);
    assert!(text.contains("failures"), "the text is printed beside the report: {text}");
    let html = std::fs::read_to_string(out).expect("it was written");
    assert!(
        html.contains("data:image/svg+xml,%3Csvg") && html.contains("href=\"#p0f0\"") && html.contains("id=\"p0f0\"")
    );
    assert!(!html.contains("<script") && html.contains("b&amp;d.html"));
}

#[test]
fn annotations_name_the_lines() {
    let (_, text) = run(&["audit", ".", "--rule", "image-alt", "--github"]);
    assert!(
        text.lines().any(|line| line.starts_with("::error file=b&d.html,line=4,title=stillpage audit::image-alt: ")),
        "{text}"
    );
}

/// Properties that <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html> requires of what is in the report, and that
/// code hosts require of a result.
#[test]
fn sarif_has_what_is_required() {
    let (_, text) = run(&["audit", ".", "absent.html", "--unknown", "--format", "sarif"]);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["version"], "2.1.0");
    let run = &value["runs"][0];
    let driver = &run["tool"]["driver"];
    assert!(
        driver["name"].is_string() && driver["rules"].as_array().is_some_and(|rules| !rules.is_empty()),
        "{driver}"
    );
    let mut ids: Vec<&str> = Vec::new();
    for rule in driver["rules"].as_array().into_iter().flatten() {
        ids.extend(rule["id"].as_str());
        assert!(rule["shortDescription"]["text"].is_string(), "{rule}");
        let level = rule["defaultConfiguration"]["level"].as_str();
        assert!(level.is_some_and(|level| ["error", "warning", "note"].contains(&level)), "{rule}");
    }
    assert!(ids.windows(2).all(|two| two[0] != two[1]) && ids.contains(&"link-in-text-block"), "{ids:?}");
    let results = run["results"].as_array().expect("results");
    assert!(!results.is_empty());
    for result in results {
        let place = &result["locations"][0]["physicalLocation"];
        assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()), "{result}");
        assert!(place["artifactLocation"]["uri"].as_str().is_some_and(|uri| !uri.contains([' ', '&'])), "{result}");
        assert!(place["region"]["startLine"].as_u64().is_some_and(|line| line >= 1), "{result}");
    }
    let failed = &run["invocations"][0];
    assert_eq!(failed["executionSuccessful"], false, "absent.html cannot be read");
    assert!(failed["toolExecutionNotifications"][0]["message"]["text"].is_string(), "{failed}");
}

#[test]
fn what_files_lack_is_noted_page_by_page() {
    let folder = folder().with_file_name("audit-notes");
    std::fs::create_dir_all(&folder).expect("the target folder is writable");
    for (name, head) in [("a", "<style>@import 'gone.css';</style>"), ("b", "")] {
        let page =
            format!("<!doctype html><meta charset=utf-8><html lang=en><title>T</title>{head}<main><h1>T</h1></main>");
        std::fs::write(folder.join(format!("{name}.html")), page).expect("it is writable");
    }
    let audit = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_stillpage"))
            .arg("audit")
            .args(arguments)
            .current_dir(&folder)
            .output()
            .expect("the binary starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (text(output.stdout), text(output.stderr))
    };
    let (out, err) = audit(&["[ab].html"]);
    assert!(out.ends_with("on 2 pages, 2 without failures\n"), "{out}{err}");
    assert_eq!(err.matches("note: ").count(), 1, "{err}");
    assert!(err.starts_with("note: a.html: not saved with the page: 1 style sheet (gone.css)."), "{err}");
    let (out, err) = audit(&["a.html", "b.html", "--json"]);
    let value: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((err.as_str(), value["pages"][0]["notes"].as_array().map(Vec::len)), ("", Some(1)), "{out}");
    assert_eq!(value["pages"][1]["notes"], Value::Null, "{out}");
}

#[test]
fn min_impact_reads_its_former_name() {
    let under = |option: &str| run(&["audit", "b&d.html", "--rule", "image-alt,button-name", option, "critical"]);
    let (code, text) = under("--min-impact");
    assert_eq!((code, under("--least-impact")), (1, (code, text)));
    assert_eq!(run(&["audit", "b&d.html", "--least-impact", "absent"]).0, 2, "its values are checked too");
    let (_, help) = run(&["audit", "--help"]);
    assert!(help.contains("--min-impact") && !help.contains("--least-impact"), "{help}");
}

/// Behind text that is scrolled out of sight is what is behind its scroll container, and the canvas is behind everything.
#[test]
fn dark_pages_that_scroll_have_contrast() {
    let lines = |color: &str| format!("<p style='color:{color}'>Some text</p>").repeat(60);
    let page =
        |css: &str, body: &str| format!("<!doctype html><html lang=en><title>T</title><style>{css}</style>{body}");
    let folder = tempfile::tempdir().unwrap();
    let failures = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("it is writable");
        let (_, text) = run(&["audit", path.to_str().expect("UTF-8"), "--rule", "color-contrast", "--json"]);
        let value: Value = serde_json::from_str(&text).expect("JSON");
        value["failures"].as_u64().unwrap_or_else(|| panic!("{value}"))
    };
    let around = "#a{height:90vh;background:#111}main{height:100%;overflow:auto}";
    let itself = "main{height:200px;overflow:auto;background:#111}";
    let nested = "#a{height:300px;overflow:auto;background:#111}main{height:500px;overflow:auto}";
    let canvas = "html,body{height:100%}body{background:#111}";
    for (name, css) in [("around", around), ("itself", itself), ("nested", nested), ("canvas", canvas)] {
        for (color, expected) in [("#ccc", 0), ("#333", 60)] {
            let body = format!("<div id=a><main>{}</main></div>", lines(color));
            assert_eq!(failures(&format!("{name}.html"), &page(css, &body)), expected, "{name} {color}");
        }
    }
}
