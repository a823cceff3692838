//! The pages below a folder.

use std::path::{Path, PathBuf};

use crate::error::Error;

/// How the names of saved pages end.
pub(super) const PAGE_ENDINGS: &[&str] = &[".html", ".htm", ".xhtml", ".mhtml", ".mht"];

/// True if the name of a file ends like this, in any case.
pub(super) fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    endings.iter().any(|ending| name.ends_with(ending))
}

/// The files below a folder whose names have one of some endings: names in order, folder by folder, so that only the folders
/// on the way are in memory. What is saved beside a page, in its `_files` folder, is not a page.
#[derive(Debug)]
pub(super) struct Folder {
    endings: &'static [&'static str],
    /// What is left of each folder on the way, last name first.
    open: Vec<Vec<PathBuf>>,
}

impl Folder {
    /// # Errors
    /// [`Error::Io`] if it cannot be read.
    pub(super) fn new(folder: &Path, endings: &'static [&'static str]) -> Result<Self, Error> {
        Ok(Self { endings, open: vec![entries(folder)?] })
    }
}

/// What is in a folder, last name first.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let failure = |error: std::io::Error| Error::io(folder, &error);
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failure)? {
        paths.push(entry.map_err(failure)?.path());
    }
    paths.sort_unstable_by(|a, b| b.cmp(a));
    Ok(paths)
}

impl Iterator for Folder {
    type Item = Result<PathBuf, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(path) = self.open.last_mut()?.pop() else {
                self.open.pop();
                continue;
            };
            // A link to a folder may lead back up.
            let is_link = path.is_symlink();
            if path.is_dir() {
                if !is_link && !path.to_string_lossy().ends_with("_files") {
                    match entries(&path) {
                        Ok(entries) => self.open.push(entries),
                        Err(error) => return Some(Err(error)),
                    }
                }
            } else if has_ending(&path, self.endings) && path.is_file() {
                return Some(Ok(path));
            }
        }
    }
}
