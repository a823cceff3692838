//! [`Recording`]: a page as Chromium reported it.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Serialize};

use super::Page;
use crate::capture;
use crate::device::Device;
use crate::error::OpenError;
use crate::page;
use crate::recording::SessionRecording;

/// A page at one moment, as Chromium's debugging protocol reports it: the tree, styles and boxes.
///
/// It is written as JSON by its `Serialize`, and read back by `Deserialize`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Recording(capture::Recording);

impl From<capture::Recording> for Recording {
    fn from(recording: capture::Recording) -> Self {
        Self(recording)
    }
}

impl Deref for Recording {
    type Target = capture::Recording;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Recording {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Recording {
    /// Reads the JSON text of a recording, gzipped or not.
    ///
    /// # Errors
    /// [`OpenError::Arguments`] if it is not a recording.
    pub fn read(bytes: &[u8]) -> Result<Self, OpenError> {
        capture::Recording::read(bytes).map(Self)
    }

    /// Its JSON text.
    #[must_use]
    pub fn to_json(&self) -> Vec<u8> {
        self.0.write(false)
    }

    /// Its JSON text, gzipped.
    #[must_use]
    pub fn to_json_gz(&self) -> Vec<u8> {
        self.0.write(true)
    }

    /// The page that it shows.
    #[must_use]
    pub fn page(&self) -> Page {
        self.0.measure().page.into()
    }

    /// Returns the device that the page was shown on.
    #[must_use]
    pub fn device(&self) -> Device {
        self.0.device()
    }

    /// The page as one HTML file: style sheets and the fonts that were loaded inside, scripts gone, images as boxes of their
    /// natural size, frames as `srcdoc`, open shadow roots as templates, state as `data-frozen-*`.
    ///
    /// Limit: trees that no markup leads to (a `div` that a script put into a `p`) are written as they are and read
    /// differently.
    #[must_use]
    pub fn to_html(&self) -> String {
        self.0.to_html()
    }

    /// Returns the page as an MHTML file.
    #[must_use]
    pub fn to_mhtml(&self) -> String {
        self.0.to_mhtml()
    }
}

impl SessionRecording {
    /// The page at a moment, on the device that it was recorded on; at the last one without a name.
    ///
    /// # Errors
    /// [`OpenError::NotFound`] if no state has this name.
    pub fn page(&self, at: Option<&str>) -> Result<Page, OpenError> {
        self.page_on(at, Ok)
    }

    /// Returns the page at a moment, on another device, which is made of the one that it was recorded on.
    ///
    /// # Errors
    /// [`OpenError::NotFound`] if no state has this name; those of `device`.
    #[doc(hidden)]
    pub fn page_on<E: From<OpenError>>(
        &self,
        at: Option<&str>,
        device: impl FnOnce(Device) -> Result<Device, E>,
    ) -> Result<Page, E> {
        let moment = self.find(at)?;
        let device = device(self.device(moment))?;
        Ok(page::Page::render(self.dom(moment), device, page::RenderOptions::default()).into())
    }
}
