//! `stillpage audit` over several pages, and the formats that it writes.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// A folder with a page that has faults on known lines, one without, and a file that is no page.
fn folder() -> PathBuf {
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
