//! Properties of any messages of a browser.

#[cfg(feature = "live")]
use std::time::Duration;

#[cfg(feature = "live")]
use serde_json::json;

#[cfg(feature = "live")]
use super::checks::{check_error, cut, in_time};
#[cfg(feature = "live")]
use crate::live::Connection;

/// Any lines are what a browser sends: messages, or the frames of a websocket if they begin as one.
#[cfg(feature = "live")]
pub fn protocol(data: &[u8]) {
    let data = cut(data);
    let frames = if data.first().is_some_and(|&first| first >= 0x80) { data.to_vec() } else { as_frames(data) };
    let mut connection = Connection::scripted(frames);
    let limit = Duration::from_secs(5);
    in_time("a conversation", || {
        for method in ["Page.enable", "DOM.getDocument"] {
            if let Err(error) = connection.call("s", method, json!({}), limit) {
                check_error(&error);
            }
        }
        // At its end the connection is gone.
        loop {
            match connection.event("s", limit) {
                Ok(_) => {}
                Err(error) => return check_error(&error),
            }
        }
    });
    assert!(connection.frames().len() <= data.len() && connection.take_dialogs("s").len() <= data.len(), "all counted");
}

/// Without the feature there is no protocol.
#[cfg(not(feature = "live"))]
pub fn protocol(_: &[u8]) {}

/// Each line as a text frame from the browser (RFC 6455, section 5.2).
#[cfg(feature = "live")]
fn as_frames(data: &[u8]) -> Vec<u8> {
    let mut frames = Vec::new();
    for line in data.split(|&b| b == b'\n') {
        frames.extend([0x81, 127]);
        frames.extend((line.len() as u64).to_be_bytes());
        frames.extend(line);
    }
    frames
}
