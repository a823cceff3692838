//! Transcripts: every call with its answer as JSON lines.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Options;
use super::response::CallResult;
use crate::disk::File;
use crate::error::Error;

/// A transcript that is being written.
#[derive(Debug)]
pub(super) struct Transcript {
    path: PathBuf,
    file: File,
}

/// The first line: what the server was started with.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Started {
    pub(super) stillpage: String,
    pub(super) page: Option<PathBuf>,
    pub(super) viewport: [f32; 2],
    pub(super) nonce: String,
}

/// Another line: a call and its answer.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Step {
    pub(super) tool: String,
    pub(super) arguments: Map<String, Value>,
    #[serde(rename = "isError")]
    pub(super) is_error: bool,
    pub(super) answer: String,
}

impl Transcript {
    /// # Errors
    /// [`Error::Unwritable`]
    pub(super) fn create(path: &Path, options: &Options, nonce: &str) -> Result<Self, Error> {
        let file = File::create(path).map_err(|error| Error::unwritable(path, &error))?;
        let mut transcript = Self { path: path.to_owned(), file };
        let viewport = options.device.viewport;
        transcript.line(&json!(Started {
            stillpage: env!("CARGO_PKG_VERSION").to_owned(),
            page: options.page.clone(),
            viewport: [viewport.width, viewport.height],
            nonce: nonce.to_owned(),
        }))?;
        Ok(transcript)
    }

    /// # Errors
    /// [`Error::Unwritable`]
    pub(super) fn write(
        &mut self,
        tool: &str,
        arguments: &Map<String, Value>,
        answered: &CallResult,
    ) -> Result<(), Error> {
        self.line(&json!(Step {
            tool: tool.to_owned(),
            arguments: arguments.clone(),
            is_error: answered.is_error,
            answer: answered.text.clone(),
        }))
    }

    /// One that cannot be written to.
    #[cfg(test)]
    pub(super) fn read_only(path: &Path) -> Self {
        Self { path: path.to_owned(), file: File::open(path).expect("it was created") }
    }

    fn line(&mut self, value: &Value) -> Result<(), Error> {
        let written = self.file.write_all(format!("{value}\n").as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| Error::unwritable(&self.path, &error))
    }
}
