//! Properties of any messages of a browser.

use stillpage::parts;

use super::checks::{check_error, cut, in_time};

/// Any lines are what a browser sends: messages, or the frames of a websocket if they begin as one.
pub fn protocol(data: &[u8]) {
    let data = cut(data);
    let frames = if data.first().is_some_and(|&first| first >= 0x80) { data.to_vec() } else { as_frames(data) };
    // At its end the connection is gone.
    let found = in_time("a conversation", || parts::converse(frames, &["Page.enable", "DOM.getDocument"]));
    found.errors.iter().for_each(check_error);
    assert!(found.frames <= data.len() && found.dialogs <= data.len(), "all counted");
}

/// Each line as a text frame from the browser (RFC 6455, section 5.2).
fn as_frames(data: &[u8]) -> Vec<u8> {
    let mut frames = Vec::new();
    for line in data.split(|&b| b == b'\n') {
        frames.extend([0x81, 127]);
        frames.extend((line.len() as u64).to_be_bytes());
        frames.extend(line);
    }
    frames
}
