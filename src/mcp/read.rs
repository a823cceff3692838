//! The reading of a file for a tab: the tree of a page, or of a recording at one of its moments.

use std::hash::BuildHasher as _;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use percent_encoding::percent_decode_str;
use rustc_hash::FxBuildHasher;
use url::Url;

use super::Captured;
use crate::device::Device;
use crate::dom::Dom;
use crate::error::{Error, OpenError};
use crate::offline::Offline;
use crate::recording::{RecordedNodes, SessionRecording};

/// The tree of a page that was read, and what it was recorded on, if it was.
pub(super) struct Read {
    pub(super) dom: Dom,
    pub(super) device: Option<Device>,
    /// The recorder's identities of its nodes.
    pub(super) nodes: Option<RecordedNodes>,
    /// The HTTP status that it was served with, if an archive says so.
    pub(super) status: Option<u16>,
}

impl Read {
    pub(super) fn of(dom: Dom) -> Self {
        Self { dom, device: None, nodes: None, status: None }
    }
}

/// A moment of a recording, the last one by default; `None` for a file of another kind.
///
/// # Errors
/// Those of the recording, and [`OpenError::NotFound`] if it has no such moment.
pub(super) fn read_recording(file: &Path, at: Option<String>) -> Result<Option<Read>, Error> {
    let Some(recording) = SessionRecording::open(file)? else { return Ok(None) };
    let moment = recording.find(at.as_deref())?;
    let (mut dom, nodes) = recording.dom_with_nodes(moment);
    // The nodes of another moment are others, whatever their ids.
    dom.set_origin(FxBuildHasher.hash_one(recording.full_name(moment)));
    Ok(Some(Read { dom, device: Some(recording.device(moment)), nodes: Some(nodes), status: None }))
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
/// [`OpenError::Io`] if it is of another kind.
pub(super) fn read_captured(captured: &Captured) -> Result<Read, Error> {
    let dom = Offline::read_at(captured.html.as_bytes(), Url::parse(&captured.url).ok())?;
    Ok(Read::of(dom))
}

/// Reads the page that is in an address itself, `data:text/html,...`; `None` for another address.
///
/// # Errors
/// [`OpenError::NotFound`] if it holds no page, and those of reading it.
pub(super) fn read_data(address: &str) -> Option<Result<Read, Error>> {
    let scheme = address.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("data:"))?;
    let rest = address.get(scheme.len()..)?.split('#').next().unwrap_or_default();
    let (kind, data) = rest.split_once(',').unwrap_or((rest, ""));
    let bytes: Vec<u8> = percent_decode_str(data).collect();
    let bytes = match kind.rsplit_once(';').filter(|(_, last)| last.trim().eq_ignore_ascii_case("base64")) {
        Some(_) => BASE64_STANDARD.decode(bytes).ok(),
        None => Some(bytes),
    };
    let is_page = kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("text/html"));
    let Some(bytes) = bytes.filter(|_| is_page) else {
        let hint = "only data: URLs of text/html are pages";
        return Some(Err(Error::Open(OpenError::NotFound {
            what: "a page in the data: URL".into(),
            hint: hint.into(),
        })));
    };
    // Without a declaration of its own it is in UTF-8, as the address is.
    let url = Url::parse(address).ok();
    Some(Offline::read_at(&bytes, url).map(Read::of).map_err(Error::from))
}
