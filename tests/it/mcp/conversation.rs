//! A conversation with Playwright MCP (`scripts/record_mcp.mjs`), had again with this server.
//!
//! Known differences, each taken out before answers are compared:
//! - text of the page stands between two lines that mark it, and text that a person would not see is listed;
//! - no file is written: in place of a link to the snapshot the answer has what changed; the snapshot itself is compared with
//!   the file's;
//! - a form that is sent, or not, is noted in `### Result`;
//! - after an error there is evidence, and the log of an action that timed out has one try.

use serde_json::Value;

use super::client::Client;

const RECORDED: &str = include_str!("conversation.json");

/// A section of an answer, without its title.
fn section<'a>(answer: &'a str, title: &str) -> Option<&'a str> {
    let (_, rest) = answer.split_once(&format!("### {title}\n"))?;
    Some(rest.split("\n### ").next().unwrap_or(rest).trim_end())
}

/// Without the colors of a terminal.
fn plain(text: &str) -> String {
    text.replace("\u{1b}[2m", "").replace("\u{1b}[22m", "")
}

/// The lines of an error that do not come from another try, without their marks: tries that look alike are counted.
fn first_try(error: &str) -> Vec<&str> {
    let lines = error.lines().take_while(|line| !line.contains("- retrying")).filter(|line| !line.contains("Timeout "));
    lines
        .map(|line| line.split_once(" × ").map_or(line, |(_, rest)| rest).trim().trim_start_matches("- "))
        .filter(|line| !line.is_empty())
        .collect()
}

#[test]
fn conversation_with_playwright_mcp_has_the_same_answers() {
    let recorded: Value = serde_json::from_str(RECORDED).expect("JSON");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/mcp/tickets");
    let mut client = Client::start(&root, &[]);
    let steps = recorded["steps"].as_array().expect("steps");
    assert!(steps.len() > 50, "{}", steps.len());
    for (at, step) in steps.iter().enumerate() {
        let tool = step["tool"].as_str().expect("a tool");
        let call = format!("{at} {tool} {}", step["arguments"]);
        let (answer, failed) = client.call(tool, &step["arguments"]);
        let expected = plain(step["answer"].as_str().expect("an answer"));
        let answer: Vec<&str> = answer.lines().filter(|line| !line.contains(" PAGE CONTENT n ---")).collect();
        let answer = answer.join("\n");
        assert_eq!(failed, step["isError"] == true, "{call}: {answer}");
        for title in ["Ran Playwright code", "Open tabs", "Page"] {
            assert_eq!(section(&answer, title), section(&expected, title), "{call}: {title}");
        }
        if let Some(result) = section(&expected, "Result") {
            assert_eq!(section(&answer, "Result"), Some(result), "{call}");
        }
        if let Some(error) = section(&expected, "Error") {
            let own = section(&answer, "Error").unwrap_or_default();
            let (wanted, own) = (first_try(error), first_try(own));
            assert_eq!(own.get(..wanted.len().min(own.len())), Some(&wanted[..]), "{call}: {own:#?}");
        }
        if let Some(file) = step["snapshot"].as_str() {
            assert_eq!(client.snapshot().trim_end(), file.trim_end(), "{call}: the snapshot after it");
        } else {
            assert_eq!(section(&answer, "Snapshot"), section(&expected, "Snapshot"), "{call}");
        }
    }
}
