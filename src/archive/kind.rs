//! The kind of a file.

use std::path::Path;

use crate::disk::{self, File};
use crate::error::OpenError;
use crate::file_kind::FileKind;

/// The kind of a file, by its start and, of a zip archive, by the names in it; what is not a regular file counts as a page.
///
/// # Errors
/// [`OpenError::Io`] if it cannot be read.
pub(crate) fn kind_of(path: &Path) -> Result<FileKind, OpenError> {
    let failure = |error: std::io::Error| OpenError::io(path, &error);
    // What comes through a pipe can be read only once, and is for who reads pages.
    if !disk::metadata(path).map_err(failure)?.is_file() {
        return Ok(FileKind::Page);
    }
    FileKind::of_stream(&mut File::open(path).map_err(failure)?).map_err(failure)
}
