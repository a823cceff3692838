//! The lines of the protocol between the standard streams and the server, which passes over what it cannot read.

use std::sync::Arc;

use serde::de::IgnoredAny;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader, DuplexStream, duplex};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

/// Bytes that wait between the streams and the server.
const BUFFER: usize = 1 << 16;

/// The two streams of the server, with lines checked in between. A line that is not JSON is answered with an error and does not
/// reach the server. The task ends when all that the server wrote is written.
pub(super) fn checked(
    input: impl AsyncRead + Unpin + Send + 'static,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> ((DuplexStream, DuplexStream), JoinHandle<()>) {
    let (mut to_server, server_input) = duplex(BUFFER);
    let (server_output, from_server) = duplex(BUFFER);
    let output = Arc::new(Mutex::new(output));
    let answers = Arc::clone(&output);
    tokio::spawn(async move {
        let mut input = BufReader::new(input);
        let mut line = Vec::new();
        // The end of the input, or a server that has gone away, ends the task.
        while input.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
            let sent = match line.trim_ascii() {
                [] => Ok(()),
                json if serde_json::from_slice::<IgnoredAny>(json).is_ok() => to_server.write_all(&line).await,
                _ => write_line(&answers, PARSE_ERROR).await,
            };
            if sent.is_err() {
                break;
            }
            line.clear();
        }
    });
    let written = tokio::spawn(async move {
        let mut from_server = BufReader::new(from_server);
        let mut line = Vec::new();
        while from_server.read_until(b'\n', &mut line).await.is_ok_and(|read| read > 0) {
            if write_line(&output, &line).await.is_err() {
                break;
            }
            line.clear();
        }
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
