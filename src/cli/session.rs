//! Session files: read under a lock, written whole, never written over anything else.
//!
//! A lock file beside the session (`s.json.lock`) is held from reading to writing, so that of two commands on one session
//! the second waits and sees what the first did. The system takes the lock from a process that dies; the lock file itself
//! stays, since another process may be waiting on it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::file::{real_place, write_whole};
use crate::error::{Error, OpenError};
use crate::refs::session::Session;

/// Limit: how long a command waits for another one on the same session.
const PATIENCE: Duration = Duration::from_secs(10);
/// The pause between attempts.
const PAUSE: Duration = Duration::from_millis(10);
/// Limit: bytes of a session file; one of the most refs that are kept has a tenth of it.
const MAX_BYTES: u64 = 256 << 20;

/// A session that lives in a file, locked for this process.
#[derive(Debug)]
pub(super) struct SessionFile {
    path: PathBuf,
    /// As it was read.
    before: Session,
    /// Held until the value goes away; `None` in a folder that nobody may write to.
    _lock: Option<File>,
}

impl SessionFile {
    /// Locks and reads a session; a file that does not exist is a session that has seen nothing.
    ///
    /// # Errors
    /// [`OpenError::Io`] if another command holds it or it cannot be read, [`OpenError::InvalidSession`] if it is not a session, a
    /// damaged one, or one of a newer version.
    pub(super) fn open(path: &Path) -> Result<(Self, Session), Error> {
        let lock = lock(path)?;
        let session = match read(path) {
            Ok(bytes) => Session::from_bytes(&bytes).map_err(|error| {
                Error::Open(OpenError::InvalidSession {
                    path: path.to_owned(),
                    reason: error.to_string(),
                    hint: error.hint().to_owned(),
                })
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Session::new(),
            Err(error) => return Err(Error::io(path, &error)),
        };
        Ok((Self { path: path.to_owned(), before: session.clone(), _lock: lock }, session))
    }

    /// Writes the session if it changed: the old file stays whole until the new one is.
    ///
    /// # Errors
    /// [`Error::Unwritable`]; the file is as it was.
    pub(super) fn save(self, session: &Session) -> Result<(), Error> {
        if *session == self.before {
            return Ok(());
        }
        write_whole(&self.path, session.to_bytes())
    }
}

/// Fails for a pipe or device: opening one would wait for its other end.
fn require_file(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(known) if !known.is_file() => Err(io::Error::other("it is not a file")),
        _ => Ok(()),
    }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    require_file(path)?;
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::other(format!("larger than {} MB", MAX_BYTES >> 20)));
    }
    Ok(bytes)
}

/// Waits until no other process works on the session. `None` if nobody can: in a folder that cannot be written to, a session
/// can only be read.
fn lock(path: &Path) -> Result<Option<File>, Error> {
    // One lock for all links to a session file.
    let real = real_place(path).map_err(|error| Error::unwritable(path, &error))?;
    let mut name = real.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    let place = real.with_file_name(name);
    if std::fs::symlink_metadata(&place).is_ok_and(|known| known.is_symlink()) {
        let error = io::Error::other("the lock file is a symbolic link");
        return Err(Error::unwritable(&place, &error));
    }
    require_file(&place).map_err(|error| Error::unwritable(&place, &error))?;
    let file = match OpenOptions::new().create(true).truncate(false).write(true).open(&place) {
        Ok(file) => file,
        Err(error)
            if matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
                && path.is_file() =>
        {
            return Ok(None);
        }
        Err(error) => return Err(Error::unwritable(&place, &error)),
    };
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => {
                return Err(Error::Open(OpenError::SessionInUse { path: path.to_owned(), waited: PATIENCE }));
            }
            Err(TryLockError::Error(error)) => return Err(Error::io(&place, &error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn session_file_is_locked_from_reading_to_writing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.json");
        let (first, mut session) = SessionFile::open(&path).unwrap();
        let other = path.clone();
        let second =
            std::thread::spawn(move || SessionFile::open(&other).map(|(_, session)| session.recall("s1").cloned()));
        std::thread::sleep(Duration::from_millis(50));
        session.remember("1", "first".into());
        first.save(&session).unwrap();
        assert_eq!(second.join().unwrap().unwrap(), Some("first".into()), "the second waited for the first");
    }

    #[test]
    fn session_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.json");
        for round in 0..3 {
            let (file, mut session) = SessionFile::open(&path).unwrap();
            session.remember("1", round.into());
            file.save(&session).unwrap();
        }
        let mut names: Vec<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["s.json", "s.json.lock"], "nothing is left behind");
        // A folder that cannot be written to: the session stays as it was.
        let before = std::fs::read(&path).unwrap();
        let (file, mut session) = SessionFile::open(&path).unwrap();
        session.remember("1", "lost".into());
        let gone = SessionFile { path: folder.path().join("no such folder/s.json"), ..file };
        assert!(matches!(gone.save(&session), Err(Error::Unwritable { .. })), "it cannot be saved");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[test]
    fn session_file_that_did_not_change_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.json");
        let (file, session) = SessionFile::open(&path).unwrap();
        file.save(&session).unwrap();
        assert!(!path.exists(), "nothing was seen, nothing is written");
    }
}
