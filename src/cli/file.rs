//! Files that commands write.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// The suffix of the names of parts.
const PART: &str = ".stillpage-part";
/// The number of random characters before that.
const RANDOM: usize = 16;

/// Writes a file atomically, even across a loss of power: under another name first, beside its
/// place. A link is written through.
///
/// # Errors
/// [`Error::Unwritable`]; the file is as it was.
pub(super) fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Error> {
    let place = real_place(path).map_err(|error| Error::unwritable(path, &error))?;
    // Streams and devices are written to, not replaced.
    if std::fs::metadata(&place).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
        return std::fs::write(&place, bytes).map_err(|error| Error::unwritable(path, &error));
    }
    sweep(&place);
    replace(&place, bytes.as_ref()).map_err(|error| Error::unwritable(path, &error))
}

fn replace(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut prefix = place.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let mut part = tempfile::Builder::new();
    part.prefix(&prefix).rand_bytes(RANDOM).suffix(PART);
    // As a file that is created without temporary ones.
    #[cfg(unix)]
    part.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // It is removed if what follows fails.
    let mut part = part.tempfile_in(place.parent().unwrap_or(Path::new(".")))?;
    // Locked, so that no other process sweeps it away as stale. Without file locks nothing is swept.
    match part.as_file().lock() {
        Err(error) if error.kind() != io::ErrorKind::Unsupported => return Err(error),
        _ => {}
    }
    if let Ok(known) = std::fs::metadata(place) {
        part.as_file().set_permissions(known.permissions())?;
    }
    part.write_all(bytes)?;
    part.as_file().sync_all()?;
    part.persist(place)?;
    Ok(())
}

/// Resolves the links of a path; the file itself need not exist.
pub(super) fn real_place(path: &Path) -> io::Result<PathBuf> {
    match std::fs::canonicalize(path) {
        Ok(place) => Ok(place),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // A link to what does not exist yet.
            if let Ok(target) = std::fs::read_link(path) {
                let folder = path.parent().unwrap_or(Path::new(""));
                return Ok(folder.join(target));
            }
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let name = path.file_name().ok_or(error)?;
            Ok(std::fs::canonicalize(folder)?.join(name))
        }
        Err(error) => Err(error),
    }
}

/// Removes the parts of a file that killed programs left behind: those that are not being written. What cannot be looked
/// at is left alone.
fn sweep(place: &Path) {
    let Some((folder, name)) = place.parent().zip(place.file_name()) else { return };
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let name = name.to_string_lossy();
    for entry in entries.flatten() {
        let other = entry.file_name();
        let other = other.to_string_lossy();
        let random = other.strip_prefix(&*name).and_then(|rest| rest.strip_suffix(PART));
        let is_part = random.is_some_and(|random| random.len() == RANDOM + 1 && random.starts_with('.'));
        if is_part && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let unused = File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
            if unused {
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }
}

#[cfg(all(test, unix))]
#[expect(clippy::unwrap_used, reason = "a test fails by a panic")]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn file_is_written_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a"), folder.path().join("b"));
        std::os::unix::fs::symlink("a", &link).unwrap();
        write_whole(&link, "1").unwrap();
        write_whole(&link, "2").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "2");
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink(), "the link is still one");
        assert_eq!(names(folder.path()), ["a", "b"]);
    }

    #[test]
    fn parts_left_behind_are_swept_and_links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        let left = folder.path().join(format!("a.0123456789abcdef{PART}"));
        std::fs::write(&left, "half").unwrap();
        let other = folder.path().join(format!("b.0123456789abcdef{PART}"));
        std::fs::write(&other, "of another file").unwrap();
        write_whole(&file, "1").unwrap();
        assert!(!left.exists() && other.exists(), "{:?}", names(folder.path()));
        let busy = File::create_new(&left).unwrap();
        busy.lock().unwrap();
        write_whole(&file, "2").unwrap();
        assert!(left.exists(), "it is being written");
    }
}
