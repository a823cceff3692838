//! The reading of a file for a tab: the tree of a page, or of a recording at one of its moments.

use std::hash::BuildHasher as _;
use std::path::Path;

use rustc_hash::FxBuildHasher;
use url::Url;

use super::Captured;
use crate::device::Device;
use crate::dom::Dom;
use crate::error::Error;
use crate::offline::Offline;
use crate::recording::{RecordedNodes, SessionRecording};

/// The tree of a page that was read, and what it was recorded on, if it was.
pub(super) struct Read {
    pub(super) dom: Dom,
    pub(super) device: Option<Device>,
    /// The recorder's identities of its nodes.
    pub(super) nodes: Option<RecordedNodes>,
}

impl Read {
    pub(super) fn of(dom: Dom) -> Self {
        Self { dom, device: None, nodes: None }
    }
}

/// A moment of a recording, the last one by default; `None` for a file of another kind.
///
/// # Errors
/// Those of the recording, and [`Error::NotFound`] if it has no such moment.
pub(super) fn read_recording(file: &Path, at: Option<String>) -> Result<Option<Read>, Error> {
    let Some(recording) = SessionRecording::open(file)? else { return Ok(None) };
    let moment = recording.find(at.as_deref())?;
    let (mut dom, nodes) = recording.dom_with_nodes(moment);
    // The nodes of another moment are others, whatever their ids.
    dom.set_origin(FxBuildHasher.hash_one(recording.full_name(moment)));
    Ok(Some(Read { dom, device: Some(recording.device(moment)), nodes: Some(nodes) }))
}

/// The moment that the query of an address names: `trace.zip?at=call@8:after`.
pub(super) fn moment_of(address: &str) -> Option<String> {
    let query = address.split_once('?')?.1;
    let query = query.split('#').next().unwrap_or_default();
    let at = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "at");
    at.map(|(_, value)| value.into_owned())
}

/// Reads the page of the browser that the server was started beside.
///
/// # Errors
/// [`Error::Io`] if it is of another kind.
pub(super) fn read_captured(captured: &Captured) -> Result<Read, Error> {
    let dom = Offline::read_at(captured.html.as_bytes(), Url::parse(&captured.url).ok())?;
    Ok(Read::of(dom))
}
