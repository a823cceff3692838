//! The pages below a folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use crate::error::Error;
use crate::safe_text::{PageText, SafeText, safe};

/// Extensions of saved pages.
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
    left_out: Option<Arc<Mutex<LeftOut>>>,
    /// The folder without links in its path; links to pages count if they lead to a place in it.
    real: PathBuf,
    /// The remaining entries of each folder on the way, last name first.
    open: Vec<Vec<PathBuf>>,
}

impl Folder {
    /// # Errors
    /// [`Error::Open`] if it cannot be read.
    pub(super) fn new(folder: &Path, endings: &'static [&'static str]) -> Result<Self, Error> {
        let real = folder.canonicalize().map_err(|error| Error::io(folder, &error))?;
        Ok(Self { endings, left_out: None, real, open: vec![entries(folder)?] })
    }

    /// Counts there what is left out.
    pub(super) fn counting(self, left_out: &Arc<Mutex<LeftOut>>) -> Self {
        Self { left_out: Some(Arc::clone(left_out)), ..self }
    }

    fn leave_out(&self, note: impl FnOnce(&mut LeftOut)) {
        if let Some(left_out) = &self.left_out {
            note(&mut left_out.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

/// The files that were left out of folders, and why.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    /// Files whose ending is not that of a page, by ending.
    by_ending: BTreeMap<String, usize>,
    /// Folders with what was saved beside a page.
    saved_beside: usize,
    /// Links to folders.
    links: usize,
    /// Links to files that are not in the folder.
    links_out: usize,
}

impl LeftOut {
    /// Limit: endings that are written out.
    const ENDINGS: usize = 5;

    fn by_ending(&mut self, path: &Path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let ending = name.rsplit_once('.').map_or("no ending".to_owned(), |(_, ending)| format!(".{ending}"));
        *self.by_ending.entry(ending).or_default() += 1;
    }

    /// A comment line; empty if nothing was left out.
    pub(super) fn text(&self) -> SafeText {
        let counted = |count: usize, one: &'static str, many: &'static str| {
            safe!("{} {}", count, if count == 1 { one } else { many })
        };
        let mut parts = Vec::new();
        let files: usize = self.by_ending.values().sum();
        if files > 0 {
            let mut endings: Vec<(&String, &usize)> = self.by_ending.iter().collect();
            endings.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let shown = endings.iter().take(Self::ENDINGS);
            let shown = shown.map(|(ending, count)| safe!("{} {}", PageText::of(ending).at_most(20), count));
            let more = if endings.len() > Self::ENDINGS { ", ..." } else { "" };
            let files =
                counted(files, "file that is not a page by its ending", "files that are not pages by their endings");
            parts.push(safe!("{} ({}{})", files, SafeText::join(shown, ", "), more));
        }
        if self.saved_beside > 0 {
            let folders = counted(self.saved_beside, "folder", "folders");
            parts.push(safe!("{} of files saved beside a page (_files)", folders));
        }
        if self.links > 0 {
            parts.push(counted(self.links, "link to a folder", "links to folders"));
        }
        if self.links_out > 0 {
            parts.push(counted(self.links_out, "link out of the folder", "links out of the folder"));
        }
        if parts.is_empty() { SafeText::new() } else { safe!("# left out: {}\n", SafeText::join(parts, "; ")) }
    }

    pub(super) fn json(&self) -> Value {
        json!({ "byEnding": self.by_ending, "filesFolders": self.saved_beside, "linksToFolders": self.links, "linksOut": self.links_out })
    }
}

/// The files and folders that a glob matches, in order.
///
/// # Errors
/// [`Error::Arguments`] if it does not parse, or matches nothing.
pub(super) fn matches(pattern: &str) -> Result<impl Iterator<Item = glob::GlobResult> + use<>, Error> {
    let matches = glob::glob(pattern).map_err(|error| {
        Error::arguments(
            safe!("invalid glob `{}`: {}", PageText::of(pattern), PageText::of(error.msg)),
            "write one such as 'pages/*.html' or 'pages/**/*.html'",
        )
    })?;
    let mut matches = matches.peekable();
    if matches.peek().is_none() {
        return Err(Error::arguments(
            safe!("no file matches `{}`", PageText::of(pattern)),
            "check the folder and the endings; ** matches folders at any depth",
        ));
    }
    Ok(matches)
}

/// Returns the entries of a folder, last name first.
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
                match () {
                    () if is_link => self.leave_out(|left_out| left_out.links += 1),
                    () if path.to_string_lossy().ends_with("_files") => {
                        self.leave_out(|left_out| left_out.saved_beside += 1);
                    }
                    () => match entries(&path) {
                        Ok(entries) => self.open.push(entries),
                        Err(error) => return Some(Err(error)),
                    },
                }
            } else if has_ending(&path, self.endings) && path.is_file() {
                if is_link && !path.canonicalize().is_ok_and(|real| real.starts_with(&self.real)) {
                    self.leave_out(|left_out| left_out.links_out += 1);
                    continue;
                }
                return Some(Ok(path));
            } else {
                self.leave_out(|left_out| left_out.by_ending(&path));
            }
        }
    }
}
