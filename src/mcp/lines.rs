//! The lines of the protocol between the standard streams and the server, which passes over what it cannot read.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader, DuplexStream, duplex};
use tokio::sync::{Mutex, Notify};
use tokio::task::JoinHandle;

/// Bytes that wait between the streams and the server.
const BUFFER: usize = 1 << 16;

/// The time for which a message other than a call may go without an answer once the input has ended.
const GRACE: Duration = Duration::from_millis(300);

/// The two streams of the server, with lines checked in between. A line that is not JSON is answered with an error and does not
/// reach the server. The end of the input reaches it once all calls are answered; `busy` counts those that are waiting. The task ends when all that the server
/// wrote is written, with the number of requests that nobody got an answer to.
pub(super) fn checked(
    busy: Arc<AtomicUsize>,
    input: impl AsyncRead + Unpin + Send + 'static,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> ((DuplexStream, DuplexStream), JoinHandle<usize>) {
    let (mut to_server, server_input) = duplex(BUFFER);
    let (server_output, from_server) = duplex(BUFFER);
    let output = Arc::new(Mutex::new(output));
    let answers = Arc::clone(&output);
    let waiting = Arc::new(Waiting::default());
    let asked = Arc::clone(&waiting);
    tokio::spawn(async move {
        let mut input = BufReader::new(input);
        let mut line = Vec::new();
        // The end of the input, or a server that has gone away, ends the task.
        while input.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
            let sent = match line.trim_ascii() {
                [] => Ok(()),
                json => match serde_json::from_slice::<Value>(json) {
                    Ok(message) => {
                        asked.note_asked(&message);
                        to_server.write_all(&line).await
                    }
                    Err(_) => write_line(&answers, PARSE_ERROR).await,
                },
            };
            if sent.is_err() {
                break;
            }
            line.clear();
        }
        asked.until_answered(&busy).await;
    });
    let written = tokio::spawn(async move {
        let mut from_server = BufReader::new(from_server);
        let mut line = Vec::new();
        while from_server.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
            if write_line(&output, &line).await.is_err() {
                return waiting.end();
            }
            waiting.note_answered(&line);
            line.clear();
        }
        waiting.end();
        0
    });
    ((server_input, server_output), written)
}

/// <https://www.jsonrpc.org/specification#error_object>
const PARSE_ERROR: &[u8] =
    b"{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"Parse error: the line is not JSON\"}}\n";

/// Writes a whole line, so that no other gets in between.
async fn write_line(output: &Mutex<impl AsyncWrite + Unpin>, line: &[u8]) -> std::io::Result<()> {
    let mut output = output.lock().await;
    output.write_all(line).await?;
    output.flush().await
}

/// The requests that wait for an answer, by their ids as JSON.
#[derive(Debug, Default)]
struct Waiting {
    state: std::sync::Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    ids: HashSet<String>,
    /// Nothing is written any more.
    is_over: bool,
}

/// The parts of an answer beside its result.
#[derive(Deserialize)]
struct Answered {
    id: Option<Value>,
    method: Option<String>,
}

impl Waiting {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note_asked(&self, message: &Value) {
        let id = message.get("id").filter(|id| !id.is_null());
        match message.get("method").and_then(Value::as_str) {
            // Nobody waits for it any more.
            Some("notifications/cancelled") => {
                if let Some(id) = message.get("params").and_then(|params| params.get("requestId")) {
                    self.state().ids.remove(&id.to_string());
                }
            }
            Some(_) => {
                if let Some(id) = id {
                    self.state().ids.insert(id.to_string());
                }
            }
            None => {}
        }
    }

    fn note_answered(&self, line: &[u8]) {
        let Ok(Answered { id: Some(id), method: None }) = serde_json::from_slice(line) else { return };
        self.state().ids.remove(&id.to_string());
        self.changed.notify_one();
    }

    /// Until all is answered, or nothing is worked on: some messages get no answer.
    async fn until_answered(&self, busy: &AtomicUsize) {
        loop {
            {
                let state = self.state();
                if state.is_over || state.ids.is_empty() {
                    return;
                }
            }
            let changed = tokio::time::timeout(GRACE, self.changed.notified()).await;
            if changed.is_err() && busy.load(Ordering::Relaxed) == 0 {
                return;
            }
        }
    }

    /// Ends the wait; returns the number of requests without an answer.
    fn end(&self) -> usize {
        let mut state = self.state();
        state.is_over = true;
        self.changed.notify_one();
        state.ids.len()
    }
}
