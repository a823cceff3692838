//! Exit codes, of every command, with and without `--json`: 0 found or done, 1 nothing found, refused, ambiguous or failed
//! by a check, 2 an error.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

const PAGE: &str = "<!doctype html><title>T</title><h1>Head</h1><p>some text</p><button id=a>Pay</button><button>Pay</button>\
                    <button id=b disabled>Off</button><a href=x>Link</a><input>";

/// Command lines by the code that they end with.
const LINES: &[(u8, &[&str])] = &[
    (0, &["snapshot", "p.html"]),
    (1, &["snapshot", "p.html", "--root", "#absent"]),
    (2, &["snapshot", "absent.html"]),
    (0, &["inspect", "p.html"]),
    (1, &["inspect", "p.html", "#absent"]),
    (2, &["inspect", "p.html", "["]),
    (0, &["find", "p.html", "button"]),
    (0, &["find", "p.html", "#absent"]),
    (2, &["find", "p.html", "["]),
    (0, &["search", "p.html", "text"]),
    (1, &["search", "p.html", "absent"]),
    (2, &["search", "p.html", "(", "--regex"]),
    (0, &["locate", "p.html", "the 'Link' link"]),
    (1, &["locate", "p.html", "the 'Absent' link"]),
    (1, &["locate", "p.html", "the 'Pay' button"]),
    (2, &["locate", "p.html", ""]),
    (0, &["hit", "p.html", "20,20"]),
    (1, &["hit", "p.html", "9000,20"]),
    (2, &["hit", "p.html", "x"]),
    (0, &["check", "p.html", "#a"]),
    (0, &["check", "p.html", "--all"]),
    (1, &["check", "p.html", "#b"]),
    (1, &["check", "p.html", "#absent"]),
    (1, &["check", "p.html", "button"]),
    (0, &["check", "p.html", "button", "--first"]),
    (1, &["check", "p.html", "e99"]),
    (2, &["check", "p.html"]),
    (0, &["click", "p.html", "#a"]),
    (1, &["click", "p.html", "#b"]),
    (1, &["click", "p.html", "#absent"]),
    (2, &["click", "p.html", "["]),
    (0, &["fill", "p.html", "input", "x"]),
    (2, &["fill", "p.html", "#a", "x"]),
    (0, &["type", "p.html", "input", "x"]),
    (2, &["type", "p.html", "input"]),
    (0, &["press", "p.html", "Tab"]),
    (2, &["press", "p.html"]),
    (1, &["select", "p.html", "#absent", "x"]),
    (2, &["select", "p.html", "#a", "x"]),
    (1, &["set-checked", "p.html", "#absent", "on"]),
    (2, &["set-checked", "p.html", "#a", "maybe"]),
    (0, &["hover", "p.html", "#a"]),
    (0, &["drag", "p.html", "#a", "a"]),
    (0, &["scroll", "p.html", "0,100"]),
    (2, &["scroll", "p.html", "x"]),
    (2, &["submit", "p.html", "#a"]),
    (0, &["explain", "p.html", "#a"]),
    (1, &["explain", "p.html", "#absent"]),
    (2, &["explain", "p.html", "["]),
    (0, &["view", "p.html"]),
    (2, &["view", "p.html", "-o", "x.png"]),
    (0, &["screenshot", "p.html", "-o", "shot.png"]),
    (1, &["screenshot", "p.html", "-o", "shot.png", "--clip", "head"]),
    (2, &["screenshot", "p.html", "-o", "shot.jpg"]),
    (0, &["text", "p.html"]),
    (2, &["text", "absent.html"]),
    (0, &["markdown", "p.html"]),
    (1, &["markdown", "empty.html"]),
    (2, &["markdown", "p.html", "--cursor", "x"]),
    (0, &["extract", "p.html", "--schema", "{\"properties\":{\"title\":{\"type\":\"string\"}}}"]),
    (
        1,
        &[
            "extract",
            "p.html",
            "--schema",
            "{\"required\":[\"price\"],\"properties\":{\"price\":{\"type\":\"number\"}}}",
        ],
    ),
    (2, &["extract", "p.html", "--schema", "{"]),
    (0, &["metadata", "p.html"]),
    (1, &["metadata", "empty.html"]),
    (2, &["metadata", "absent.html"]),
    (0, &["match", "p.html", "same.yml"]),
    (1, &["match", "p.html", "other.yml"]),
    (2, &["match", "p.html", "broken.yml"]),
    (0, &["audit", "p.html", "--rule", "image-alt"]),
    (1, &["audit", "p.html"]),
    (2, &["audit", "p.html", "--rule", "absent"]),
    (1, &["audit", "p.html", "pages"]),
    (2, &["audit", "p.html", "absent.html"]),
    (0, &["test", "pages/good.html"]),
    (1, &["test", "pages"]),
    (1, &["test", "p.html"]),
    (2, &["test", "pages", "broken"]),
    (2, &["test", "absent"]),
    #[cfg(feature = "batch")]
    (0, &["batch", "p.html", "pages"]),
    #[cfg(feature = "batch")]
    (1, &["batch", "p.html", "not-a-page.html"]),
    #[cfg(feature = "batch")]
    (2, &["batch", "absent"]),
    (0, &["diff", "p.html", "empty.html"]),
    (1, &["diff", "p.html", "empty.html", "--exit-code"]),
    (2, &["diff", "p.html"]),
    (0, &["resolve", "p.html", "p.html", "e2"]),
    (1, &["resolve", "p.html", "empty.html", "e4"]),
    (2, &["resolve", "p.html", "absent.html"]),
    (0, &["mutate", "p.html"]),
    (1, &["mutate", "empty.html", "--score"]),
    (2, &["mutate", "p.html", "--ops", "x"]),
    #[cfg(feature = "mcp")]
    (0, &["mcp"]),
    #[cfg(feature = "mcp")]
    (2, &["mcp", "--root", "absent"]),
    #[cfg(feature = "mcp")]
    (0, &["tools"]),
    #[cfg(feature = "mcp")]
    (2, &["tools", "--format", "x"]),
    #[cfg(feature = "mcp")]
    (0, &["replay", "same.jsonl"]),
    #[cfg(feature = "mcp")]
    (1, &["replay", "other.jsonl"]),
    #[cfg(feature = "mcp")]
    (2, &["replay", "absent.jsonl"]),
    #[cfg(feature = "live")]
    (2, &["capture", "absent.html", "-o", "x.html"]),
    #[cfg(feature = "live")]
    (2, &["verify", "absent.html"]),
    #[cfg(feature = "live")]
    (2, &["live", "tabs"]),
    (2, &["states", "absent.zip"]),
    (2, &["trace", "absent.zip"]),
    (0, &["review", "p.html", "p.html"]),
    (1, &["review", "p.html", "empty.html"]),
    (2, &["review", "p.html", "absent.html"]),
    (0, &["skill"]),
    (2, &["skill", "x"]),
    (0, &["completions", "bash"]),
    (2, &["completions", "dos"]),
    (0, &["man", "man1"]),
    (2, &["man", "p.html"]),
    (0, &["doctor"]),
    (2, &["doctor", "x"]),
    (2, &["no-such-command"]),
];

/// Returns the output of `stillpage help`, for one command or for all.
fn help(command: &str) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .arg("help")
        .args(Some(command).filter(|command| !command.is_empty()))
        .output()
        .expect("the binary runs");
    String::from_utf8(run.stdout).expect("UTF-8")
}

/// The names of all commands.
fn commands() -> Vec<String> {
    let all = help("");
    let listed = all.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| line.starts_with("  "));
    let first = listed.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let names: Vec<String> = first.filter(|name| *name != "help").map(str::to_owned).collect();
    assert!(names.len() > 15, "the commands are listed: {all}");
    names
}

/// An option of a command itself, for each of some commands.
const OWN_OPTIONS: &[(&str, &str)] = &[
    ("snapshot", "depth"),
    ("find", "attr"),
    ("search", "regex"),
    ("locate", "ambiguity"),
    ("check", "all"),
    ("view", "output"),
    ("markdown", "main"),
    ("extract", "schema"),
];

#[test]
fn exit_code_is_the_same_with_and_without_json() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("p.html"), PAGE).expect("a file");
    std::fs::write(folder.path().join("empty.html"), "<!doctype html>").expect("a file");
    std::fs::write(folder.path().join("not-a-page.html"), "%PDF-1.4").expect("a file");
    let started = r#"{"stillpage":"0.1.0","page":null,"viewport":[1280,720],"nonce":"n"}"#;
    let call = r#"{"tool":"browser_tabs","arguments":{"action":"list"},"isError":false,"answer":"another"}"#;
    std::fs::write(folder.path().join("same.jsonl"), format!("{started}\n")).expect("a file");
    std::fs::write(folder.path().join("other.jsonl"), format!("{started}\n{call}\n")).expect("a file");
    for (name, template) in [("same.yml", "- link"), ("other.yml", "- tree"), ("broken.yml", "- link [x]")] {
        std::fs::write(folder.path().join(name), template).expect("a file");
    }
    for (page, template) in [("pages/good", "- link"), ("pages/other", "- tree"), ("broken/page", "- link [x]")] {
        let path = folder.path().join(page);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path.with_extension("html"), PAGE).expect("a file");
        std::fs::write(path.with_extension("aria.yml"), template).expect("a file");
    }
    let mut wrong = Vec::new();
    for (code, line) in LINES {
        for json in [None, Some("--json")] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_stillpage"));
            command.args(*line).args(json).current_dir(folder.path()).stdin(Stdio::null());
            let run = command.output().expect("the binary runs");
            if run.status.code() != Some(i32::from(*code)) {
                let err = String::from_utf8_lossy(&run.stderr);
                wrong.push(format!("{line:?} {json:?}: {} instead of {code}: {err}", run.status));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let walked: BTreeSet<&str> = LINES.iter().map(|(_, line)| line[0]).collect();
    let missing: Vec<String> = commands().into_iter().filter(|name| !walked.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "every command is walked: {missing:?}");
}

#[test]
fn help_says_first_what_is_special() {
    for (name, own) in OWN_OPTIONS {
        let text = help(name);
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        let shared = lines.iter().position(|line| *line == "Options of all commands:");
        let shared = shared.expect("a section for the shared options");
        let place = |option: &str| {
            let (long, short) = (format!("--{option}"), format!("-o, --{option}"));
            let words = |line: &str| line.split([' ', '=']).next() == Some(&long) || line.starts_with(&short);
            lines.iter().position(|line| words(line)).unwrap_or_else(|| panic!("{name}: --{option}: {text}"))
        };
        for option in ["viewport", "session", "json"] {
            assert!(place(option) > shared, "{name}: --{option}: {text}");
        }
        assert!(place(own) < shared, "{name}: --{own} comes first: {text}");
        assert_eq!(text.matches("Exit code, with and").count(), 1, "{name}: {text}");
    }
}
