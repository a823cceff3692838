//! Files that commands write.

use std::path::Path;

use crate::error::Error;

/// Writes a file so that nobody ever sees half of it: under another name first, beside its place.
pub(super) fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Error> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, path)).map_err(|error| {
        // What is left of it is of no use; that it may stay behind is no second error.
        let _ = std::fs::remove_file(&part);
        Error::unwritable(path, &error)
    })
}

