//! Transcripts, and playing them again.

use std::process::Command;

use serde_json::json;

use super::client::Client;

#[test]
fn transcripts_are_played_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let (page, run) = (folder.path().join("p.html"), folder.path().join("run.jsonl"));
    std::fs::write(&page, "<title>T</title><button>Go</button>").expect("a file");
    let mut client = Client::start(folder.path(), &["--record", &run.to_string_lossy(), "--viewport", "800x600"]);
    client.done("browser_navigate", &json!({ "url": "p.html" }));
    client.snapshot();
    client.refused("browser_click", &json!({ "target": "e9" }));
    client.end();
    let replay = || {
        let played = Command::new(env!("CARGO_BIN_EXE_stillpage"))
            .arg("replay")
            .arg(&run)
            .arg("--root")
            .arg(folder.path())
            .output()
            .expect("the binary runs");
        (played.status.code(), String::from_utf8(played.stdout).expect("UTF-8"))
    };
    assert_eq!(replay(), (Some(0), "# 3 calls were answered as before\n".to_owned()));
    std::fs::write(&page, "<title>T</title><button>Stop</button>").expect("a file");
    let (code, text) = replay();
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains(":3: another answer to browser_snapshot {}"), "{text}");
    assert!(text.contains("button \"Go\"") && text.contains("button \"Stop\""), "{text}");
}
