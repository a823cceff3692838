//! The wire: a websocket, request ids, deadlines, events in a queue.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{HandshakeError, Message, WebSocket};

use super::endpoint::{CALL, CONNECT, Peer, Wire, broken, connect, is_pause, silent};
use crate::error::{Error, LimitError, Setting};
use crate::safe_text::{PageText, safe};

/// Limit: bytes of a message; a snapshot of 100,000 elements takes some 60 MB.
const MAX_MESSAGE: usize = 64 << 20;

/// Limit: events that wait to be looked at, and their bytes; older ones are dropped.
const MAX_EVENTS: usize = 10_000;
const MAX_EVENT_BYTES: usize = 64 << 20;

/// Limit: frames in processes of their own, dialogs and lost sessions that are remembered; real pages have a few.
const MAX_REMEMBERED: usize = 1000;

/// Limit: characters of a text that is remembered of each: an address or a dialog's message.
const MAX_REMEMBERED_TEXT: usize = 64 << 10;

/// The result of a call, of any shape: it can be looked into and taken apart, and not written to, which panics where a browser
/// answers with a number or a string.
#[derive(Debug, Default)]
pub(crate) struct CdpResult(Value);

impl std::ops::Deref for CdpResult {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

impl CdpResult {
    /// All of it.
    pub(crate) fn whole(self) -> Value {
        self.0
    }

    /// The member of a member; `null` without one.
    pub(crate) fn part(self, names: &[&str]) -> Value {
        names.iter().fold(self.0, |mut value, name| value.get_mut(name).map(Value::take).unwrap_or_default())
    }
}

/// An event.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    /// The session it is about; empty for the browser itself.
    pub(crate) session: String,
    pub(crate) method: String,
    pub(crate) params: Value,
    /// Bytes of its message.
    size: usize,
}

/// A reply that is sent at once when an event comes, whichever call is waiting: a method and its parameters.
pub(crate) type Reply = Box<dyn FnMut(&Event) -> Option<(&'static str, Value)> + Send>;

/// A connection to a browser.
pub(crate) struct Connection {
    socket: WebSocket<Wire>,
    last: u64,
    events: VecDeque<Event>,
    /// Bytes of the messages in `events`.
    event_bytes: usize,
    /// By session.
    replies: Vec<(String, Reply)>,
    /// Dialogs that pages have shown, by session; all of them are answered.
    dialogs: Vec<(String, Dialog)>,
    /// Frames in processes of their own.
    frames: Vec<OutOfProcessFrame>,
    /// Sessions that are no longer of use, and why.
    lost: Vec<(String, Error)>,
    /// The time at which all has to be done.
    deadline: Option<Instant>,
}

/// A dialog that a page showed: `alert`, `confirm`, `prompt` or `beforeunload`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Dialog {
    /// The type of the dialog.
    pub kind: String,
    /// Its message.
    pub message: String,
    /// True if it was accepted.
    pub accepted: bool,
}

/// A frame that lives in a process of its own.
#[derive(Debug, Clone)]
pub(crate) struct OutOfProcessFrame {
    /// The session of the page or frame around it.
    pub(crate) outer: String,
    pub(crate) session: String,
    pub(crate) frame: String,
    pub(crate) url: String,
    /// Its domains are enabled.
    pub(crate) is_ready: bool,
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
    error: Option<ProtocolError>,
    #[serde(rename = "sessionId", default)]
    session: String,
    #[serde(skip)]
    size: usize,
}

#[derive(Deserialize)]
struct ProtocolError {
    message: String,
    #[serde(default)]
    data: Value,
}

fn limits() -> WebSocketConfig {
    WebSocketConfig::default().max_message_size(Some(MAX_MESSAGE)).max_frame_size(Some(MAX_MESSAGE))
}

/// A text as it is remembered.
fn shortened(text: &str) -> String {
    text.chars().take(MAX_REMEMBERED_TEXT).collect()
}

fn gone(reason: impl std::fmt::Display) -> Error {
    broken(
        safe!("the connection to the browser is gone: {}", PageText::of(&reason.to_string())),
        "start the browser again, then take a new snapshot",
        true,
    )
}

impl Connection {
    /// Connects to `ws://host:port/path` within a time.
    pub(crate) fn open(url: &url::Url, allow_remote: bool, limit: Duration) -> Result<Self, Error> {
        let deadline = Instant::now() + limit.min(CONNECT);
        let wire = Wire { peer: Peer::Socket(connect(url, allow_remote, deadline)?), deadline };
        let config = limits();
        let refused = |error: tungstenite::Error| {
            broken(
                safe!(
                    "{} does not speak the debugging protocol: {}",
                    PageText::of(url.as_str()),
                    PageText::of(&error.to_string())
                ),
                "use the address that --remote-debugging-port printed, or http://127.0.0.1:PORT",
                false,
            )
        };
        let mut shaken = tungstenite::client::client_with_config(url.as_str(), wire, Some(config));
        let (socket, _) = loop {
            shaken = match shaken {
                Ok(done) => break done,
                Err(HandshakeError::Interrupted(_)) if Instant::now() >= deadline => {
                    return Err(silent(url, limit.min(CONNECT)));
                }
                Err(HandshakeError::Interrupted(middle)) => middle.handshake(),
                Err(HandshakeError::Failure(error)) => return Err(refused(error)),
            };
        };
        Ok(Self::over(socket))
    }

    /// A connection whose browser sends `frames`, the frames of a websocket, and then nothing more.
    pub(crate) fn scripted(frames: Vec<u8>) -> Self {
        let wire = Wire { peer: Peer::Script(std::io::Cursor::new(frames)), deadline: Instant::now() + CALL };
        Self::over(WebSocket::from_raw_socket(wire, tungstenite::protocol::Role::Client, Some(limits())))
    }

    fn over(socket: WebSocket<Wire>) -> Self {
        Self {
            socket,
            last: 0,
            events: VecDeque::new(),
            event_bytes: 0,
            replies: Vec::new(),
            dialogs: Vec::new(),
            frames: Vec::new(),
            lost: Vec::new(),
            deadline: None,
        }
    }

    /// Answers events of a session as soon as they come.
    pub(crate) fn reply_with(&mut self, session: &str, reply: Reply) {
        self.replies.push((session.to_owned(), reply));
    }

    /// Stops answering for a session.
    pub(crate) fn forget(&mut self, session: &str) {
        self.replies.retain(|(of, _)| of != session);
    }

    /// Sets the deadline of all calls together; `None`: each has only its own.
    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// The dialogs that were answered since they were asked for last.
    pub(crate) fn take_dialogs(&mut self, session: &str) -> Vec<Dialog> {
        let (ours, others) = std::mem::take(&mut self.dialogs).into_iter().partition(|(of, _)| of == session);
        self.dialogs = others;
        let ours: Vec<(String, Dialog)> = ours;
        ours.into_iter().map(|(_, dialog)| dialog).collect()
    }

    /// Frames in processes of their own, outer ones before those in them.
    pub(crate) fn frames(&mut self) -> &mut Vec<OutOfProcessFrame> {
        &mut self.frames
    }

    /// Sends a command and waits for its result.
    pub(crate) fn call(
        &mut self,
        session: &str,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<CdpResult, Error> {
        self.has(session)?;
        let start = Instant::now();
        let deadline = self.deadline.map_or(start + limit, |all| all.min(start + limit));
        let id = self.send(session, method, params)?;
        while let Some(message) = self.receive(deadline)? {
            if message.id != Some(id) {
                self.note(session, message)?;
                continue;
            }
            return match (message.result, message.error) {
                (_, Some(error)) => Err(complaint(method, &error)),
                (result, None) => Ok(CdpResult(result.unwrap_or_default())),
            };
        }
        Err(Error::Limit(LimitError::Timeout {
            what: safe!("{} did not answer", PageText::token(method)),
            // The time that was waited is reported, even if little was left.
            limit: limit.min(start.elapsed().max(Duration::from_millis(1))),
            hint: "the page may be busy or showing a dialog; try again, or wait longer".into(),
            setting: Some(Setting::Timeout),
        }))
    }

    /// The next event; `None` if none comes within `limit`.
    ///
    /// # Errors
    /// Also if the session is lost meanwhile.
    pub(crate) fn event(&mut self, session: &str, limit: Duration) -> Result<Option<Event>, Error> {
        self.has(session)?;
        let deadline = Instant::now() + limit;
        let deadline = self.deadline.map_or(deadline, |all| all.min(deadline));
        loop {
            if let Some(event) = self.events.pop_front() {
                self.event_bytes -= event.size;
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
        self.event_bytes = 0;
    }

    fn send(&mut self, session: &str, method: &str, params: Value) -> Result<u64, Error> {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": params });
        if !session.is_empty() {
            message["sessionId"] = session.into();
        }
        self.socket.get_mut().deadline = self.deadline.unwrap_or_else(|| Instant::now() + CALL);
        match self.socket.send(Message::text(message.to_string())) {
            Ok(()) => Ok(self.last),
            // A peer that takes nothing answers nothing: the call runs into its deadline.
            Err(tungstenite::Error::Io(error)) if is_pause(&error) => Ok(self.last),
            Err(error) => Err(gone(error)),
        }
    }

    /// Queues an event and answers it. An event that ends the session is an error.
    fn note(&mut self, session: &str, message: Incoming) -> Result<(), Error> {
        let Some(method) = message.method else { return Ok(()) };
        let event = Event { session: message.session, method, params: message.params, size: message.size };
        let of_event = self.replies.iter_mut().filter(|(session, _)| *session == event.session);
        let answers: Vec<_> = of_event.filter_map(|(_, reply)| reply(&event)).collect();
        let lost = self.dialog(session, &event, answers.first());
        for (method, params) in answers {
            self.send(&event.session, method, params)?;
        }
        lost?;
        self.frame(&event);
        let lost = match event.method.as_str() {
            "Inspector.targetCrashed" => {
                let error = broken("the page crashed", "reload it in the browser, then take a new snapshot", true);
                Some((event.session.clone(), error))
            }
            "Target.detachedFromTarget" => {
                let error = broken("the tab was closed", "`stillpage live tabs` lists those that are open", false);
                event.params["sessionId"].as_str().map(|of| (of.to_owned(), error))
            }
            _ => None,
        };
        self.lost.extend(lost.filter(|_| self.lost.len() < MAX_REMEMBERED));
        self.event_bytes += event.size;
        self.events.push_back(event);
        while self.events.len() > MAX_EVENTS || self.event_bytes > MAX_EVENT_BYTES {
            let Some(dropped) = self.events.pop_front() else { break };
            self.event_bytes -= dropped.size;
        }
        self.has(session)
    }

    /// Makes sure that a dialog is answered: it cannot be once this connection ends.
    fn dialog(&mut self, session: &str, event: &Event, answer: Option<&(&str, Value)>) -> Result<(), Error> {
        if event.method != "Page.javascriptDialogOpening" {
            return Ok(());
        }
        let text = |name: &str| shortened(event.params[name].as_str().unwrap_or_default());
        let (kind, message) = (text("type"), text("message"));
        let accepted = answer.map_or(kind == "alert", |(_, answer)| answer["accept"] == true);
        let (shown, quoted) = (PageText::token(&kind), PageText::quoted(&message));
        let reason = safe!("a dialog blocked the page and was dismissed: {} {}", shown, quoted);
        // An alert asks nothing.
        let is_question = answer.is_none() && kind != "alert";
        if self.dialogs.len() < MAX_REMEMBERED {
            self.dialogs.push((event.session.clone(), Dialog { kind, message, accepted }));
        }
        if answer.is_none() {
            self.send(&event.session, "Page.handleJavaScriptDialog", json!({ "accept": accepted }))?;
        }
        if is_question && event.session == session {
            return Err(broken(reason, "choose an answer to dialogs, and try again", true).about(Setting::Dialog));
        }
        Ok(())
    }

    /// Fails if a session is lost.
    fn has(&self, session: &str) -> Result<(), Error> {
        self.lost.iter().find(|(of, _)| of == session).map_or(Ok(()), |(_, error)| Err(error.clone()))
    }

    /// Returns the time that is left of the deadline, if there is one.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Keeps account of frames in processes of their own.
    fn frame(&mut self, event: &Event) {
        let text = |value: &Value| shortened(value.as_str().unwrap_or_default());
        let session = text(&event.params["sessionId"]);
        match event.method.as_str() {
            "Target.attachedToTarget"
                if event.params["targetInfo"]["type"] == "iframe" && self.frames.len() < MAX_REMEMBERED =>
            {
                let target = &event.params["targetInfo"];
                self.frames.push(OutOfProcessFrame {
                    outer: event.session.clone(),
                    session,
                    frame: text(&target["targetId"]),
                    url: text(&target["url"]),
                    is_ready: false,
                });
            }
            "Target.detachedFromTarget" => self.frames.retain(|frame| frame.session != session),
            _ => {}
        }
    }

    /// The next message; `None` at the deadline, even if the peer never stops sending.
    fn receive(&mut self, deadline: Instant) -> Result<Option<Incoming>, Error> {
        while Instant::now() < deadline {
            self.socket.get_mut().deadline = deadline;
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let mut message: Incoming = serde_json::from_str(text.as_str())
                        .map_err(|error| gone(format!("it sent an invalid message: {error}")))?;
                    message.size = text.len();
                    return Ok(Some(message));
                }
                Ok(Message::Close(_)) => return Err(gone("it was closed")),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if is_pause(&error) => {}
                Err(error) => return Err(gone(error)),
            }
        }
        Ok(None)
    }
}

fn complaint(method: &str, error: &ProtocolError) -> Error {
    let data = error.data.as_str().map(|data| safe!(" ({})", PageText::of(data))).unwrap_or_default();
    let reason = safe!("{}: {}{}", PageText::token(method), PageText::of(&error.message), data);
    broken(reason, "take a new snapshot and try again", false)
}
