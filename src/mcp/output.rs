//! The files that a client asks for by name, below the one folder that the server may write to.

use std::fs;
use std::path::{Component, Path, PathBuf};

use serde_json::{Map, Value};

use super::response::{Response, ToolError};
use crate::error::Error;
use crate::safe_text::PageText;

/// Limit: bytes of a name.
const MAX_NAME: usize = 255;

/// The folder for files.
#[derive(Debug)]
pub(super) struct OutputFolder(PathBuf);

impl OutputFolder {
    /// # Errors
    /// [`Error::Unwritable`] if it cannot be made.
    pub(super) fn new(folder: &Path) -> Result<Self, Error> {
        fs::create_dir_all(folder).map_err(|error| Error::unwritable(folder, &error))?;
        let folder = folder.canonicalize().map_err(|error| Error::io(folder, &error))?;
        Ok(Self(folder))
    }

    /// Writes what an answer holds to the file that the call names, and puts a link in its place. An answer that is an error stays.
    pub(super) fn moved(&self, tool: &str, given: &Map<String, Value>, mut response: Response) -> Response {
        let Some(name) = given.get("filename").and_then(Value::as_str).filter(|_| response.error.is_none()) else {
            return response;
        };
        let shown = PageText::of(name).at_most(MAX_NAME).to_string();
        let written = if let Some((_, bytes)) = &response.image {
            let of = match (given.get("target"), given.get("fullPage")) {
                (Some(Value::String(_)), _) => "element",
                (_, Some(Value::Bool(true))) => "full page",
                _ => "viewport",
            };
            let written = self.write(name, bytes);
            let size = response.result.take().unwrap_or_default();
            response.result = Some(format!("- [Screenshot of {of}](./{shown})\n{size}"));
            written
        } else if let Some(snapshot) = response.snapshot.take() {
            response.snapshot_file = Some(format!("- [Snapshot](./{shown})"));
            self.write(name, snapshot.as_bytes())
        } else if let Some(result) = response.result.take() {
            response.result = Some(format!("- [Result of {tool}](./{shown})"));
            self.write(name, result.as_bytes())
        } else {
            return response;
        };
        written.err().map_or(response, Response::from)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), ToolError> {
        let refused = || {
            ToolError::thrown(format!("{} is not a file below --output-dir", PageText::quoted(name).at_most(MAX_NAME)))
        };
        let path = Path::new(name);
        let is_plain = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        if name.is_empty() || name.len() > MAX_NAME || name.contains(['\0', '\\']) || !is_plain {
            return Err(refused());
        }
        let file = self.0.join(path);
        let failed = |error: &std::io::Error| ToolError::from(Error::unwritable(&file, error));
        let Some(folder) = file.parent() else { return Err(refused()) };
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        // Links lead out of it as well as names do; one in the place of the file would be written through.
        let is_inside = folder.canonicalize().is_ok_and(|real| real.starts_with(&self.0));
        if !is_inside || fs::symlink_metadata(&file).is_ok_and(|known| !known.is_file()) {
            return Err(refused());
        }
        fs::write(&file, bytes).map_err(|error| failed(&error))
    }
}
