//! A client that speaks JSON-RPC to the binary.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A running server.
pub(crate) struct Client {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last: u64,
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

impl Client {
    /// A server of the pages in a folder, past its handshake.
    pub(super) fn start(root: &Path, options: &[&str]) -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_stillpage"))
            .args(["mcp", "--nonce", "n", "--root"])
            .arg(root)
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the binary runs");
        let input = server.stdin.take();
        let output = BufReader::new(server.stdout.take().expect("its output"));
        let mut client = Self { server, input, output, last: 0 };
        let hello = json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" },
        });
        let answer = client.request("initialize", &hello);
        assert_eq!(answer["result"]["serverInfo"]["name"], "stillpage", "{answer}");
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        client
    }

    /// The number of its process.
    #[cfg(target_os = "linux")]
    pub(super) fn id(&self) -> u32 {
        self.server.id()
    }

    /// Writes a line as it is.
    pub(super) fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("its input is open"), "{line}").expect("the server reads");
    }

    /// Ends the input; what is left of the output.
    pub(super) fn end(mut self) -> Vec<Value> {
        drop(self.input.take());
        let lines = std::io::BufRead::lines(&mut self.output).map(|line| line.expect("UTF-8"));
        let rest = lines.map(|line| serde_json::from_str(&line).expect("JSON")).collect();
        assert!(self.server.wait().expect("it ends").success(), "the server ended with an error");
        rest
    }

    /// Sends a request without waiting for its answer; its id.
    pub(super) fn ask(&mut self, method: &str, params: &Value) -> u64 {
        self.last += 1;
        let id = self.last;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        id
    }

    /// The next message of the server.
    pub(super) fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the server writes");
        assert!(!line.is_empty(), "the server has ended");
        serde_json::from_str(&line).expect("JSON")
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.ask(method, params);
        loop {
            let message = self.next();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Calls a tool: its text, and whether it is an error.
    pub(super) fn call(&mut self, name: &str, arguments: &Value) -> (String, bool) {
        let answer = self.request("tools/call", &json!({ "name": name, "arguments": arguments }));
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text in {answer}")).to_owned();
        (text, result["isError"] == true)
    }

    /// Calls a tool that has to do it.
    #[track_caller]
    pub(super) fn done(&mut self, name: &str, arguments: &Value) -> String {
        let (text, failed) = self.call(name, arguments);
        assert!(!failed, "{name} {arguments}: {text}");
        text
    }

    /// Calls a tool that has to refuse it.
    #[track_caller]
    pub(super) fn refused(&mut self, name: &str, arguments: &Value) -> String {
        let (text, failed) = self.call(name, arguments);
        assert!(failed, "{name} {arguments}: {text}");
        text
    }

    /// The snapshot of the page.
    pub(super) fn snapshot(&mut self) -> String {
        let text = self.done("browser_snapshot", &json!({}));
        let (_, rest) = text.split_once("### Snapshot\n```yaml\n").unwrap_or_else(|| panic!("no snapshot in {text}"));
        rest.split("\n```").next().unwrap_or_default().to_owned()
    }

    /// The ref in the first line of the snapshot that has a text.
    #[track_caller]
    pub(super) fn reference(&mut self, text: &str) -> String {
        let snapshot = self.snapshot();
        let line =
            snapshot.lines().find(|line| line.contains(text)).unwrap_or_else(|| panic!("no {text} in\n{snapshot}"));
        let (_, rest) = line.split_once("[ref=").unwrap_or_else(|| panic!("no ref in {line}"));
        rest.split(']').next().unwrap_or_default().to_owned()
    }
}

/// A folder with one page, and a server of it that shows the page.
pub(crate) fn showing(html: &str) -> (tempfile::TempDir, Client) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("page.html"), format!("<!doctype html><title>Page</title>{html}"))
        .expect("a file");
    let mut client = Client::start(folder.path(), &[]);
    client.done("browser_navigate", &json!({ "url": "page.html" }));
    (folder, client)
}
