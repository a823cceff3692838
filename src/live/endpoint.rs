//! The endpoint of a browser: the stream to it with its deadlines, and asking it for its websocket.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{IpAddr, TcpStream, ToSocketAddrs as _};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::error::{Error, LimitError, LiveError, Setting};
use crate::safe_text::{PageText, SafeText, safe};

/// The time limit of one call.
pub(super) const CALL: Duration = Duration::from_secs(30);

/// The time that a read waits before the deadline is looked at.
const TICK: Duration = Duration::from_millis(20);

/// The time limit for connecting.
pub(super) const CONNECT: Duration = Duration::from_secs(5);

/// The other end of a connection.
#[derive(Debug)]
pub(super) enum Peer {
    Socket(TcpStream),
    /// Bytes that a browser might have sent; what is sent to it is dropped.
    Script(io::Cursor<Vec<u8>>),
}

/// A stream whose reads and writes end at a deadline, however slowly the peer sends.
#[derive(Debug)]
pub(super) struct Wire {
    pub(super) peer: Peer,
    pub(super) deadline: Instant,
}

impl Wire {
    /// Returns the time limit of the next read or write.
    fn left(&self, most: Duration) -> io::Result<Duration> {
        let left = self.deadline.saturating_duration_since(Instant::now()).min(most);
        if left.is_zero() { Err(ErrorKind::WouldBlock.into()) } else { Ok(left) }
    }
}

impl io::Read for Wire {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = self.left(TICK)?;
        match &mut self.peer {
            Peer::Socket(stream) => {
                stream.set_read_timeout(Some(left))?;
                stream.read(bytes)
            }
            Peer::Script(script) => script.read(bytes),
        }
    }
}

impl io::Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left(CALL)?;
        match &mut self.peer {
            Peer::Socket(stream) => {
                stream.set_write_timeout(Some(left))?;
                stream.write(bytes)
            }
            Peer::Script(_) => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.peer {
            Peer::Socket(stream) => stream.flush(),
            Peer::Script(_) => Ok(()),
        }
    }
}

/// True if nothing is wrong but the time.
pub(super) fn is_pause(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// A `cdp_error`.
pub(crate) fn broken(reason: impl Into<SafeText>, hint: &'static str, retryable: bool) -> Error {
    Error::Live(LiveError::Cdp { reason: reason.into(), hint: hint.into(), setting: None, retryable })
}

/// The error of an endpoint that accepts a connection and never answers.
pub(super) fn silent(url: &url::Url, limit: Duration) -> Error {
    Error::Limit(LimitError::Timeout {
        what: safe!("{} did not answer", PageText::of(url.as_str())),
        limit,
        hint: "check that a browser listens on this port".into(),
        setting: None,
    })
}

/// The hint where no browser listens.
pub(crate) const START_ONE: &str =
    "start Chromium with --remote-debugging-port=9222, and pass its address, http://127.0.0.1:9222";

/// A stream to the host and port of an address.
pub(super) fn connect(url: &url::Url, allow_remote: bool, deadline: Instant) -> Result<TcpStream, Error> {
    let refused = |reason: String| {
        broken(safe!("cannot connect to {}: {}", PageText::of(url.as_str()), PageText::of(&reason)), START_ONE, true)
            .about(Setting::Address)
    };
    if !matches!(url.scheme(), "ws" | "http") {
        return Err(Error::arguments(
            safe!("{} is not the address of a browser", PageText::of(url.as_str())),
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
                safe!(
                    "{} is another machine: its debugging port exposes everything the browser sees",
                    PageText::of(&host)
                ),
                "allow it if that is intended",
            )
            .about(Setting::AllowRemote));
        }
        let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        match TcpStream::connect_timeout(&address, left).and_then(|stream| stream.set_nodelay(true).map(|()| stream)) {
            Ok(stream) => return Ok(stream),
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

/// The websocket address of the browser at `http://host:port`.
pub(crate) fn discover(url: &url::Url, allow_remote: bool, limit: Duration) -> Result<url::Url, Error> {
    let limit = limit.min(CONNECT);
    let deadline = Instant::now() + limit;
    let mut wire = Wire { peer: Peer::Socket(connect(url, allow_remote, deadline)?), deadline };
    let wrong = |reason: &str| {
        let reason = safe!("{} does not answer as a browser: {}", PageText::of(url.as_str()), PageText::of(reason));
        broken(reason, "check the port that Chromium listens on", true)
    };
    let port = url.port().unwrap_or(9222);
    let host = format!("{}:{port}", url.host_str().unwrap_or("127.0.0.1"));
    let request = format!("GET /json/version HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    wire.write_all(request.as_bytes()).map_err(|error| wrong(&error.to_string()))?;
    let mut answer = Vec::new();
    let mut piece = [0; 4096];
    // Chromium may keep the connection open: the body is whole once it parses.
    let version = loop {
        match wire.read(&mut piece) {
            Ok(0) => break body(&answer),
            Ok(n) => answer.extend_from_slice(&piece[..n]),
            Err(error) if !is_pause(&error) => return Err(wrong(&error.to_string())),
            Err(_) if Instant::now() >= deadline => return Err(silent(url, limit)),
            Err(_) => {}
        }
        match body(&answer) {
            Some(version) => break Some(version),
            None if answer.len() > MAX_VERSION => break None,
            None => {}
        }
    };
    let version = version.ok_or_else(|| wrong("it does not describe itself"))?;
    let address = version["webSocketDebuggerUrl"].as_str().unwrap_or_default();
    let mut found = url::Url::parse(address).map_err(|error| wrong(&error.to_string()))?;
    // It names itself as it was asked; behind a forwarded port that may be another one.
    found.set_host(url.host_str()).map_err(|error| wrong(&error.to_string()))?;
    found.set_port(Some(port)).map_err(|()| wrong("its address has no port"))?;
    Ok(found)
}

/// Limit: bytes of a browser's description of itself.
const MAX_VERSION: usize = 1 << 20;

fn body(answer: &[u8]) -> Option<Value> {
    let at = answer.windows(4).position(|w| w == b"\r\n\r\n")?;
    serde_json::from_slice(answer.get(at + 4..)?).ok()
}
