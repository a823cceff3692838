//! Frames that a browser keeps in processes of their own (those of other sites): a session for each, and handles that name
//! whose they are.
//!
//! A `backendNodeId` means something in one process. Handles of nodes of such a frame carry a number of the frame in their
//! upper bits, so that one number names a node wherever it lives.

use serde_json::{Value, json};

use super::cdp::{CdpResult, OutOfProcessFrame};
use super::tab::Tab;
use crate::capture::{FRAME_BITS, Recording};
use crate::error::{Error, LimitError, LiveError};

/// The debugging session and the id of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BackendNode {
    pub(super) session: String,
    /// Its `backendNodeId` there.
    pub(super) backend: i64,
}

/// The number of a frame: the same in every command as long as the frame lives, and never 0.
fn number(frame: &str) -> i64 {
    // Folded to what fits above the ids of nodes.
    let hash = crate::fnv::fnv32(frame.bytes());
    i64::from((hash >> 12) ^ (hash & 0xf_ffff)) + 1
}

impl Tab<'_> {
    /// Subscribes to frames in other processes, including later ones.
    pub(super) fn watch_frames(&mut self, session: &str) -> Result<(), Error> {
        let params = json!({
            "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true,
            "filter": [{ "type": "iframe" }, { "exclude": true }],
        });
        self.call_in(session, "Target.setAutoAttach", params)?;
        Ok(())
    }

    /// The frames of the page in other processes, outer ones before those in them. One that does not answer is left out.
    pub(super) fn frames_apart(&mut self) -> Result<Vec<OutOfProcessFrame>, Error> {
        let mut found: Vec<OutOfProcessFrame> = Vec::new();
        let mut at = 0;
        let mut outer = self.session().to_owned();
        loop {
            let inside: Vec<OutOfProcessFrame> =
                self.connection.frames().iter().filter(|frame| frame.outer == outer).cloned().collect();
            for mut frame in inside {
                if !frame.is_ready {
                    match self.prepare(&frame) {
                        Ok(()) => frame.is_ready = true,
                        Err(error) => self.shrug(error)?,
                    }
                    let known = self.connection.frames().iter_mut();
                    known
                        .filter(|known| known.session == frame.session)
                        .for_each(|known| known.is_ready = frame.is_ready);
                }
                found.push(frame);
            }
            let Some(next) = found.get(at) else { return Ok(found) };
            outer.clone_from(&next.session);
            at += 1;
        }
    }

    fn prepare(&mut self, frame: &OutOfProcessFrame) -> Result<(), Error> {
        self.call_in(&frame.session, "Page.enable", json!({}))?;
        self.call_in(&frame.session, "DOM.enable", json!({ "includeWhitespace": "all" }))?;
        self.watch_frames(&frame.session)
    }

    /// Goes on after an error of a frame, unless the page itself is lost.
    pub(super) fn shrug(&mut self, error: Error) -> Result<(), Error> {
        match error {
            Error::Live(LiveError::Cdp { .. }) | Error::Limit(LimitError::Timeout { .. }) => {
                self.pause(std::time::Duration::ZERO)
            }
            other => Err(other),
        }
    }

    /// Returns the debugging session and the id of the node of a handle.
    pub(super) fn home(&mut self, handle: i64) -> Result<BackendNode, Error> {
        let (of, backend) = (handle >> FRAME_BITS, handle & ((1 << FRAME_BITS) - 1));
        if of == 0 {
            return Ok(BackendNode { session: self.session().to_owned(), backend });
        }
        let frame = self.frames_apart()?.into_iter().find(|frame| number(&frame.frame) == of);
        match frame {
            Some(frame) => Ok(BackendNode { session: frame.session, backend }),
            None => Err(super::endpoint::broken("its frame is gone", "take a new snapshot", false)),
        }
    }

    /// Puts what was recorded of a frame into its place.
    pub(super) fn join(recording: &mut Recording, frame: &OutOfProcessFrame, inner: Recording) -> bool {
        recording.join(&frame.frame, number(&frame.frame), inner)
    }

    /// The handle of what is in a frame at a point of its own window; `None` if it holds no frame in another process.
    pub(super) fn inside(&mut self, frame: &str) -> Result<Option<(String, i64)>, Error> {
        let found = self.frames_apart()?.into_iter().find(|apart| apart.frame == frame);
        Ok(found.map(|apart| (apart.session, number(&apart.frame) << FRAME_BITS)))
    }

    /// The frame that an element holds, and the top left of its content in the window around it.
    pub(super) fn held(&mut self, session: &str, backend: i64) -> Result<Option<(String, f32, f32)>, Error> {
        let described = self.call_in(session, "DOM.describeNode", json!({ "backendNodeId": backend }))?;
        let Some(frame) =
            described["node"]["frameId"].as_str().filter(|_| described["node"]["contentDocument"].is_null())
        else {
            return Ok(None);
        };
        let frame = frame.to_owned();
        let model = self.call_in(session, "DOM.getBoxModel", json!({ "backendNodeId": backend }))?;
        let edge = |at: usize| model["model"]["content"][at].as_f64();
        Ok(edge(0).zip(edge(1)).map(|(x, y)| (frame, single(x), single(y))))
    }

    /// A call to the process of a node.
    pub(super) fn call_at(&mut self, home: &BackendNode, method: &str, mut params: Value) -> Result<CdpResult, Error> {
        params["backendNodeId"] = home.backend.into();
        self.call_in(&home.session, method, params)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "pixels need no more")]
fn single(px: f64) -> f32 {
    px as f32
}
