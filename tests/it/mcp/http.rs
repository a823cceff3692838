//! The server over HTTP: sessions, and who may ask.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A running server.
struct HttpServer {
    server: Child,
    /// `127.0.0.1:PORT`
    address: String,
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// An answer: its status, its session, and the messages in it.
struct Answer {
    status: u16,
    session: Option<String>,
    messages: Vec<Value>,
}

impl HttpServer {
    fn start(root: &Path, options: &[&str]) -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_stillpage"))
            .args(["mcp", "--nonce", "n", "--port", "0", "--root"])
            .arg(root)
            .args(options)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut line = String::new();
        BufReader::new(server.stderr.take().expect("its log")).read_line(&mut line).expect("it says where it is");
        let address = line.trim().strip_prefix("Listening on http://").and_then(|rest| rest.strip_suffix("/mcp"));
        let address = address.unwrap_or_else(|| panic!("no address in {line}")).to_owned();
        Self { server, address }
    }

    /// Sends a request of one connection.
    fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
        let has_host = headers.iter().any(|(name, _)| *name == "Host");
        let mut head = format!("{method} /mcp HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n");
        head.push_str("Accept: application/json, text/event-stream\r\n");
        if !has_host {
            head.push_str(&format!("Host: {}\r\n", self.address));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).expect("it reads");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("it answers");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        let session = head.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).map(str::to_owned);
        let data = body.lines().filter_map(|line| line.strip_prefix("data: "));
        let messages = data.filter_map(|data| serde_json::from_str(data).ok()).collect();
        Answer { status, session, messages }
    }

    fn hello(&self, headers: &[(&str, &str)]) -> Answer {
        let params = json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" },
        });
        let hello = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params });
        self.send("POST", headers, &hello.to_string())
    }

    /// The session of a new client, past its handshake.
    fn session(&self) -> String {
        let session = self.hello(&[]).session.expect("a session");
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        let status = self.send("POST", &[("Mcp-Session-Id", &session)], &ready.to_string()).status;
        assert_eq!(status, 202, "a notification is accepted");
        session
    }

    /// Calls a tool in a session: its text.
    fn call(&self, session: &str, name: &str, arguments: &Value) -> String {
        let params = json!({ "name": name, "arguments": arguments });
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let answer = self.send("POST", &[("Mcp-Session-Id", session)], &request.to_string());
        let message = answer.messages.iter().find(|message| message["id"] == 1).expect("an answer");
        message["result"]["content"][0]["text"].as_str().expect("a text").to_owned()
    }
}

/// A folder of two pages.
fn site() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["one", "two"] {
        let page = format!("<!doctype html><title>{name}</title><h1>Page {name}</h1>");
        std::fs::write(folder.path().join(format!("{name}.html")), page).expect("a file");
    }
    folder
}

#[test]
fn clients_at_once_have_pages_of_their_own() {
    let folder = site();
    let server = HttpServer::start(folder.path(), &[]);
    let (first, second) = (server.session(), server.session());
    assert_ne!(first, second);
    server.call(&first, "browser_navigate", &json!({ "url": "one.html" }));
    server.call(&second, "browser_navigate", &json!({ "url": "two.html" }));
    std::thread::scope(|scope| {
        for (session, heading) in [(&first, "Page one"), (&second, "Page two")] {
            let server = &server;
            scope.spawn(move || {
                let shown = server.call(session, "browser_snapshot", &json!({}));
                assert!(shown.contains(heading), "{shown}");
            });
        }
    });
    assert!(server.send("DELETE", &[("Mcp-Session-Id", &first)], "").status < 300, "a client ends its session");
    let shown = server.call(&second, "browser_snapshot", &json!({}));
    assert!(shown.contains("Page two"), "the other one goes on: {shown}");
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} }).to_string();
    assert_eq!(server.send("POST", &[("Mcp-Session-Id", &first)], &request).status, 404, "the session is over");
}

#[test]
fn pages_of_other_sites_and_other_names_are_refused() {
    let folder = site();
    let server = HttpServer::start(folder.path(), &[]);
    let port = server.address.rsplit(':').next().expect("a port");
    let local = format!("http://localhost:{port}");
    for (status, headers) in [
        (200, vec![]),
        (200, vec![("Origin", local.as_str())]),
        (403, vec![("Origin", "https://evil.example")]),
        (403, vec![("Origin", "null")]),
        (403, vec![("Host", "evil.example")]),
        (403, vec![("Host", "evil.example"), ("Origin", "http://evil.example")]),
    ] {
        let answer = server.hello(&headers);
        assert_eq!(answer.status, status, "{headers:?}");
        assert_eq!(answer.session.is_some(), status == 200, "{headers:?}");
    }
}

#[test]
fn names_that_are_allowed_may_call() {
    let folder = site();
    let server = HttpServer::start(folder.path(), &["--host", "0.0.0.0", "--allowed-hosts", "pages.example"]);
    assert_eq!(server.hello(&[("Host", "pages.example:80"), ("Origin", "http://pages.example")]).status, 200);
    assert_eq!(server.hello(&[("Host", "evil.example")]).status, 403);
}

#[test]
fn other_machines_are_let_in_only_if_asked_for() {
    let folder = site();
    for (options, reason) in [
        (&["--port", "0", "--host", "0.0.0.0"][..], "--allowed-hosts"),
        (&["--host", "0.0.0.0"][..], "add --port"),
        (&["--port", "0", "--record", "run.jsonl"][..], "--record"),
        (&["--port", "0", "--root", "absent"][..], "absent"),
    ] {
        let run = Command::new(env!("CARGO_BIN_EXE_stillpage"))
            .arg("mcp")
            .args(options)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{options:?}: {said}");
        assert!(said.contains(reason), "{options:?}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn server_ends_without_an_error_on_a_signal() {
    let folder = site();
    let mut server = HttpServer::start(folder.path(), &[]);
    let session = server.session();
    server.call(&session, "browser_navigate", &json!({ "url": "one.html" }));
    let ended = Command::new("kill").arg(server.server.id().to_string()).status().expect("kill runs");
    assert!(ended.success());
    assert!(server.server.wait().expect("it ends").success(), "without an error");
}
