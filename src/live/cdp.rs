//! The wire: a websocket, request ids, deadlines, events in a queue.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{IpAddr, TcpStream, ToSocketAddrs as _};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, WebSocket};

use crate::error::Error;

/// How long a read waits before the deadline is looked at.
const TICK: Duration = Duration::from_millis(20);

/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(5);

/// Limit: bytes of a message; a snapshot of 100,000 elements takes some 60 MB.
const MAX_MESSAGE: usize = 1 << 30;

/// Limit: events that wait to be looked at; older ones are dropped.
const MAX_EVENTS: usize = 10_000;

/// Something that the browser tells unasked.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    /// The session it is about; empty for the browser itself.
    pub(crate) session: String,
    pub(crate) method: String,
    pub(crate) params: Value,
}

/// What is sent at once when an event comes, whoever is waiting: a method and its parameters.
pub(crate) type Reply = Box<dyn FnMut(&Event) -> Option<(&'static str, Value)> + Send>;

/// A connection to a browser.
pub(crate) struct Connection {
    socket: WebSocket<TcpStream>,
    last: u64,
    events: VecDeque<Event>,
    /// By session.
    replies: Vec<(String, Reply)>,
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection")
            .field("last", &self.last)
            .field("events", &self.events.len())
            .finish_non_exhaustive()
    }
}

#[derive(Deserialize)]
struct Incoming {
    id: Option<u64>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
    result: Option<Value>,
    error: Option<Complaint>,
    #[serde(rename = "sessionId", default)]
    session: String,
}

#[derive(Deserialize)]
struct Complaint {
    message: String,
    #[serde(default)]
    data: Value,
}

/// A `cdp_error`.
pub(crate) fn broken(reason: impl Into<String>, hint: &str, retryable: bool) -> Error {
    Error::Cdp { reason: reason.into(), hint: hint.to_owned(), retryable }
}

fn gone(reason: impl std::fmt::Display) -> Error {
    broken(
        format!("the connection to the browser is gone: {reason}"),
        "start the browser again, then take a new snapshot",
        true,
    )
}

impl Connection {
    /// Connects to `ws://host:port/path`.
    pub(crate) fn open(url: &url::Url, allow_remote: bool) -> Result<Self, Error> {
        let stream = connect(url, allow_remote)?;
        stream.set_read_timeout(Some(CONNECT)).map_err(gone)?;
        let config = WebSocketConfig::default().max_message_size(Some(MAX_MESSAGE)).max_frame_size(Some(MAX_MESSAGE));
        let (socket, _) =
            tungstenite::client::client_with_config(url.as_str(), stream, Some(config)).map_err(|error| {
                broken(
                    format!("{url} does not speak the debugging protocol: {error}"),
                    "give the address that --remote-debugging-port printed, or http://127.0.0.1:PORT",
                    false,
                )
            })?;
        socket.get_ref().set_read_timeout(Some(TICK)).map_err(gone)?;
        Ok(Self { socket, last: 0, events: VecDeque::new(), replies: Vec::new() })
    }

    /// Answers events of a session as soon as they come.
    pub(crate) fn reply_with(&mut self, session: &str, reply: Reply) {
        self.replies.push((session.to_owned(), reply));
    }

    /// Does not answer for a session any more.
    pub(crate) fn forget(&mut self, session: &str) {
        self.replies.retain(|(of, _)| of != session);
    }

    /// Sends a command and waits for its result.
    pub(crate) fn call(&mut self, session: &str, method: &str, params: Value, limit: Duration) -> Result<Value, Error> {
        let deadline = Instant::now() + limit;
        let id = self.send(session, method, params)?;
        while let Some(message) = self.receive(deadline)? {
            if message.id != Some(id) {
                self.note(session, message)?;
                continue;
            }
            return match (message.result, message.error) {
                (_, Some(error)) => Err(complaint(method, &error)),
                (result, None) => Ok(result.unwrap_or(Value::Null)),
            };
        }
        Err(Error::Timeout {
            what: format!("{method} did not answer"),
            limit,
            hint: "the page may be busy or showing a dialog; try again, or with a longer --timeout".to_owned(),
        })
    }

    /// The next event; `None` if none comes within `limit`.
    ///
    /// # Errors
    /// Also if the session is lost meanwhile.
    pub(crate) fn event(&mut self, session: &str, limit: Duration) -> Result<Option<Event>, Error> {
        let deadline = Instant::now() + limit;
        loop {
            if let Some(event) = self.events.pop_front() {
                return Ok(Some(event));
            }
            match self.receive(deadline)? {
                None => return Ok(None),
                Some(message) => self.note(session, message)?,
            }
        }
    }

    /// Forgets the events so far.
    pub(crate) fn clear_events(&mut self) {
        self.events.clear();
    }

    fn send(&mut self, session: &str, method: &str, params: Value) -> Result<u64, Error> {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": params });
        if !session.is_empty() {
            message["sessionId"] = session.into();
        }
        self.socket.send(Message::text(message.to_string())).map_err(gone)?;
        Ok(self.last)
    }

    /// Queues an event and answers it. An event after which the session is of no use is an error.
    fn note(&mut self, session: &str, message: Incoming) -> Result<(), Error> {
        let Some(method) = message.method else { return Ok(()) };
        let event = Event { session: message.session, method, params: message.params };
        let of_event = self.replies.iter_mut().filter(|(session, _)| *session == event.session);
        let answers: Vec<_> = of_event.filter_map(|(_, reply)| reply(&event)).collect();
        let answered = !answers.is_empty();
        for (method, params) in answers {
            self.send(&event.session, method, params)?;
        }
        let lost = match event.method.as_str() {
            "Inspector.targetCrashed" if event.session == session => {
                Err(broken("the page crashed", "reload it in the browser, then take a new snapshot", true))
            }
            "Target.detachedFromTarget" if event.params["sessionId"] == session => {
                Err(broken("the tab was closed", "`stillpage live tabs` lists those that are open", false))
            }
            "Page.javascriptDialogOpening" if event.session == session && !answered => {
                let (kind, text) = (&event.params["type"], &event.params["message"]);
                let told = format!("a dialog blocks the page: {} {text}", kind.as_str().unwrap_or("alert"));
                Err(broken(told, "answer it in the browser, then try again", true))
            }
            _ => Ok(()),
        };
        if self.events.len() >= MAX_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back(event);
        lost
    }

    /// The next message; `None` at the deadline.
    fn receive(&mut self, deadline: Instant) -> Result<Option<Incoming>, Error> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let message = serde_json::from_str(text.as_str())
                        .map_err(|error| gone(format!("it sends what is no message: {error}")))?;
                    return Ok(Some(message));
                }
                Ok(Message::Close(_)) => return Err(gone("it was closed")),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                }
                Err(error) => return Err(gone(error)),
            }
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }
}

fn complaint(method: &str, error: &Complaint) -> Error {
    let data = error.data.as_str().map(|data| format!(" ({data})")).unwrap_or_default();
    broken(format!("{method}: {}{data}", error.message), "take a new snapshot and try again", false)
}

/// A stream to the host and port of an address.
fn connect(url: &url::Url, allow_remote: bool) -> Result<TcpStream, Error> {
    let refused = |reason: String| {
        broken(
            format!("cannot connect to {url}: {reason}"),
            "start Chromium with --remote-debugging-port=9222, or leave --cdp out to launch one",
            true,
        )
    };
    if !matches!(url.scheme(), "ws" | "http") {
        return Err(Error::arguments(
            format!("{url} is no address of a browser"),
            "write ws://127.0.0.1:9222/devtools/browser/... or http://127.0.0.1:9222",
        ));
    }
    let host = url.host_str().unwrap_or("127.0.0.1").trim_matches(['[', ']']).to_owned();
    let port = url.port().unwrap_or(if url.scheme() == "ws" { 80 } else { 9222 });
    let addresses: Vec<_> =
        (host.as_str(), port).to_socket_addrs().map_err(|error| refused(error.to_string()))?.collect();
    let mut last = "no such host".to_owned();
    for address in addresses {
        if !allow_remote && !is_loopback(address.ip()) {
            return Err(Error::arguments(
                format!("{host} is another machine: whoever listens there sees all that the browser sees"),
                "add --allow-remote if that is meant",
            ));
        }
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(stream) => {
                let _ = stream.set_nodelay(true);
                let _ = stream.set_write_timeout(Some(super::CALL));
                return Ok(stream);
            }
            Err(error) => last = error.to_string(),
        }
    }
    Err(refused(last))
}

fn is_loopback(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_loopback(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.to_ipv4_mapped().is_some_and(|v4| v4.is_loopback()),
    }
}

/// The websocket address that a browser at `http://host:port` tells of itself.
pub(crate) fn discover(url: &url::Url, allow_remote: bool) -> Result<url::Url, Error> {
    let mut stream = connect(url, allow_remote)?;
    let silent = |reason: String| {
        broken(format!("{url} does not answer as a browser: {reason}"), "check the port that Chromium listens on", true)
    };
    stream.set_read_timeout(Some(CONNECT)).map_err(|error| silent(error.to_string()))?;
    let host = format!("{}:{}", url.host_str().unwrap_or("127.0.0.1"), url.port().unwrap_or(9222));
    let request = format!("GET /json/version HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(|error| silent(error.to_string()))?;
    let mut answer = Vec::new();
    let mut piece = [0; 4096];
    let deadline = Instant::now() + CONNECT;
    // Chromium may keep the connection open: the body is whole once it parses.
    while Instant::now() < deadline && answer.len() < 1 << 20 {
        match stream.read(&mut piece) {
            Ok(0) => break,
            Ok(n) => answer.extend_from_slice(&piece[..n]),
            Err(error) => return Err(silent(error.to_string())),
        }
        if body(&answer).is_some() {
            break;
        }
    }
    let version = body(&answer).ok_or_else(|| silent("no description of it".to_owned()))?;
    let address = version["webSocketDebuggerUrl"].as_str().unwrap_or_default();
    let mut found = url::Url::parse(address).map_err(|error| silent(error.to_string()))?;
    // It names itself as it was asked; behind a forwarded port that may be another one.
    let _ = found.set_host(url.host_str());
    let _ = found.set_port(Some(url.port().unwrap_or(9222)));
    Ok(found)
}

fn body(answer: &[u8]) -> Option<Value> {
    let at = answer.windows(4).position(|w| w == b"\r\n\r\n")?;
    serde_json::from_slice(answer.get(at + 4..)?).ok()
}
