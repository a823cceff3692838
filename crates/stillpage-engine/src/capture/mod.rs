//! Pages as a browser measured them: a recording of Chromium's own tree, styles and boxes becomes a [`Page`].
//!
//! *In*: a [`Recording`]: a page at one moment, as the debugging protocol reports it. *Out*: a [`Measured`] page with, for
//! each node, its handle in the browser.
//!
//! *Invariants*: a recording is untrusted like any page: what does not fit is left out, nothing panics, no walk
//! recurses. Nothing is computed that the browser reported; what markup cannot hold (focus, modal dialogs, scroll offsets, form
//! state) is written into the tree as `data-frozen-*` and content attributes, so that a measured tree serializes to a page
//! that means the same offline.

mod boxes;
mod css;
mod freeze;
mod join;
mod paint;
mod recording;
mod scene;
mod text;
mod tree;

use std::io::Read;
use std::path::{Path, PathBuf};

pub use css::base64;
pub use join::FRAME_BITS;
pub use recording::Recording;
pub use recording::{AccessibleRow, FontRow, FrameFacts, SheetRow};
pub use tree::is_consistent;
pub use tree::numbered;

use crate::device::Device;
use crate::dom::{NodeId, NodeMap};
use crate::error::{Error, OpenError, Setting};
use crate::file_kind::FileKind;
use crate::geometry::{Point, Size};
use crate::page::{Page, PageSource};
use crate::safe_text::{PageText, safe};

/// Limit: bytes of a recording, unpacked.
const MAX_BYTES: u64 = 1 << 30;

/// A page that was measured, and the browser's names of its nodes.
#[derive(Debug)]
pub struct Measured {
    /// The page.
    pub page: Page,
    /// The `backendNodeId` of each node; 0 for nodes unknown to the browser (a copy of form state, for instance).
    pub handles: NodeMap<i64>,
}

impl Measured {
    /// The node that the browser knows by this `backendNodeId`. Linear.
    #[must_use]
    pub fn node(&self, backend: i64) -> Option<NodeId> {
        self.handles.iter().find(|(_, handle)| **handle == backend && backend != 0).map(|(node, _)| node)
    }

    /// The `backendNodeId` of a node; `None` if it has none.
    #[must_use]
    pub fn handle(&self, node: NodeId) -> Option<i64> {
        self.handles.get(node).copied().filter(|&handle| handle != 0)
    }
}

impl Recording {
    /// Reads the JSON text of a recording, gzipped or not.
    ///
    /// # Errors
    /// [`OpenError::Arguments`] if it is not a recording.
    pub fn read(bytes: &[u8]) -> Result<Self, OpenError> {
        let wrong = |reason: String| {
            OpenError::arguments(
                safe!("this is not a recording of a page: {}", PageText::of(&reason)),
                "make one from a page in a running Chromium",
            )
            .about(Setting::Recording)
        };
        let plain;
        let text = if bytes.starts_with(&[0x1f, 0x8b]) {
            let mut unpacked = Vec::new();
            let mut reader = flate2::read::GzDecoder::new(bytes).take(MAX_BYTES);
            reader.read_to_end(&mut unpacked).map_err(|error| wrong(error.to_string()))?;
            plain = unpacked;
            &plain
        } else {
            bytes
        };
        let recording: Self = serde_json::from_slice(text).map_err(|error| wrong(error.to_string()))?;
        // Every field may be missing: other JSON reads as a recording of nothing.
        match recording.nodes.is_empty() {
            true => Err(wrong(format!("it is {}", FileKind::of(text).name()))),
            false => Ok(recording),
        }
    }

    /// Its JSON text, gzipped if asked for.
    #[must_use]
    pub fn write(&self, gzip: bool) -> Vec<u8> {
        let json = serde_json::to_vec(self).expect("a recording is plain data, which has JSON");
        if !gzip {
            return json;
        }
        let mut out = Vec::new();
        let mut encoder = flate2::read::GzEncoder::new(json.as_slice(), flate2::Compression::best());
        // Reading from memory does not fail.
        let _ = encoder.read_to_end(&mut out);
        out
    }

    /// The page that it shows.
    #[must_use]
    pub fn measure(&self) -> Measured {
        let tree = tree::build(self);
        let device = self.device();
        let dom = tree.dom;
        let (styles, layout) = boxes::measure(self, &dom, &tree.places, &device);
        Measured { page: Page::from_parts(dom, styles, layout, device), handles: tree.handles }
    }

    /// Returns the device that the page was shown on.
    #[must_use]
    pub fn device(&self) -> Device {
        let mut device = Device::default();
        if let Some(facts) = self.main_facts() {
            let [x, y, .., width, height] = facts.geometry;
            device.scroll = Some(Point::new(x, y));
            if width >= 1.0 && height >= 1.0 {
                device.viewport = Size::new(width, height);
            }
        }
        device
    }
}

/// A recording in a file.
#[derive(Debug, Clone)]
pub struct Replay {
    path: PathBuf,
}

impl Replay {
    /// The recording in this file.
    #[must_use]
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self { path: path.as_ref().to_owned() }
    }

    /// Reads it.
    ///
    /// # Errors
    /// [`OpenError::Io`] if the file cannot be read, [`OpenError::Arguments`] if it is not a recording.
    pub fn recording(&self) -> Result<Recording, OpenError> {
        let bytes = crate::disk::read(&self.path).map_err(|error| OpenError::io(&self.path, &error))?;
        Recording::read(&bytes)
    }

    /// True for the names of recordings: `.json`, `.json.gz`.
    #[must_use]
    pub fn is_named(path: &str) -> bool {
        let path = path.to_ascii_lowercase();
        [".json", ".json.gz"].iter().any(|ending| path.ends_with(ending))
    }
}

impl PageSource for Replay {
    fn page(&mut self) -> Result<Page, Error> {
        Ok(self.recording()?.measure().page)
    }
}

#[cfg(test)]
mod tests;
