//! Parts of the library by themselves, for the fuzz targets of what no other function answers for.
//!
//! *In*: files, bytes. *Out*: what a part makes of them.
//!
//! *Invariants*: nothing here is part of the public API.

#[cfg(feature = "batch")]
use std::path::Path;
#[cfg(feature = "live")]
use std::time::Duration;

use crate::api::Page;
#[cfg(feature = "batch")]
use crate::batch::ArchivedSite;
#[cfg(feature = "batch")]
use crate::device::Device;
#[cfg(feature = "batch")]
use crate::dom::ParseOptions;
use crate::error::Error;
#[cfg(feature = "live")]
use crate::live::Connection;
use crate::page::{self, RenderOptions};
use crate::recording::{SessionRecording, Walk};
use crate::snapshot::{Snapshot, SnapshotOptions};

/// A state of a recording, as a walk through the recording comes to it and rendered by itself.
#[derive(Debug)]
pub struct WalkedState {
    /// The name of the state.
    pub id: String,
    /// The snapshot at the end of the walk; `None` if there is no page.
    pub walked: Option<String>,
    /// The page by itself.
    pub alone: Page,
}

/// Walks through the first states of a recording, of which it also lists the actions.
///
/// # Errors
/// A state that is not a moment of the recording.
pub fn walk(recording: &SessionRecording, most: usize) -> Result<Vec<WalkedState>, Error> {
    let _ = recording.steps();
    let mut walk = Walk::new(recording, &Ok);
    let states = recording.states().iter().take(most).map(|state| {
        let moment = recording.find(Some(&state.id))?;
        walk.go(moment)?;
        let walked = walk.page().map(|page| Snapshot::render(page, &SnapshotOptions::default()).to_string());
        let (dom, device) = (recording.dom(moment), recording.device(moment));
        let alone = page::Page::render(dom, device, RenderOptions::default()).into();
        Ok(WalkedState { id: state.id.clone(), walked, alone })
    });
    states.collect()
}

/// The first pages of a HAR or WACZ file, the one that it opens with, and its answer for an address; `None` for another kind of file.
///
/// # Errors
/// [`OpenError::Io`](crate::errors::OpenError::Io) if the file cannot be read.
#[cfg(feature = "batch")]
pub fn archived(path: &Path, address: &str, most: usize) -> Result<Option<Vec<Result<Page, Error>>>, Error> {
    let Some(site) = ArchivedSite::open(path)? else { return Ok(None) };
    let pages = site.pages().take(most).map(Some).chain([None, Some(address)]);
    let render = |dom| page::Page::render(dom, Device::default(), RenderOptions::default()).into();
    Ok(Some(pages.map(|url| site.page(url, ParseOptions::default()).map(render).map_err(Error::from)).collect()))
}

/// The outcome of a conversation with a browser.
#[cfg(feature = "live")]
#[derive(Debug)]
pub struct Conversation {
    /// The errors of calls, and the one at the end of the connection.
    pub errors: Vec<Error>,
    /// The number of frames in processes of their own that it reported.
    pub frames: usize,
    /// The number of its dialogs.
    pub dialogs: usize,
}

/// Makes calls of a browser that sends these frames of a websocket, and nothing more, and reads events until the connection is gone.
#[cfg(feature = "live")]
#[must_use]
pub fn converse(frames: Vec<u8>, methods: &[&str]) -> Conversation {
    let limit = Duration::from_secs(5);
    let mut connection = Connection::scripted(frames);
    let calls = methods.iter().map(|method| connection.call("s", method, serde_json::json!({}), limit));
    let mut errors: Vec<Error> = calls.filter_map(Result::err).collect();
    let end = loop {
        if let Err(error) = connection.event("s", limit) {
            break error;
        }
    };
    errors.push(end);
    Conversation { errors, frames: connection.frames().len(), dialogs: connection.take_dialogs("s").len() }
}
