//! Cases: the files of the corpus, and the sections that a file may have.
//!
//! A line `--- name ---` begins a section, which is a page of its own together with what stands above the first of them. Recordings
//! and gaps of such a file have the same lines.

use std::fs;
use std::path::{Path, PathBuf};

/// The files of the corpus that are recorded, as paths below `corpus/`.
pub(crate) fn files() -> Vec<String> {
    let corpus = root().join("corpus");
    ["cases", "pages"]
        .iter()
        .flat_map(|folder| files_below(&corpus.join(folder)))
        .filter(|path| path.extension().is_some_and(|extension| extension == "html" || extension == "mhtml"))
        .filter_map(|path| Some(path.strip_prefix(&corpus).ok()?.to_string_lossy().replace('\\', "/")))
        .collect()
}

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a folder, by path, those of saved pages' `_files` folders left out.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).map(|list| list.flatten().map(|entry| entry.path()).collect()).unwrap_or_default();
    entries.sort();
    entries
        .into_iter()
        .flat_map(|path| match path.is_dir() {
            true if path.to_string_lossy().ends_with("_files") => Vec::new(),
            true => files_below(&path),
            false => vec![path],
        })
        .collect()
}

/// A text in sections: what stands above the first, then each with its name.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    pub(crate) prelude: String,
    pub(crate) named: Vec<(String, String)>,
}

impl Sections {
    pub(crate) fn read(path: &Path) -> Self {
        // MHTML may be in any encoding, and has no sections.
        fs::read_to_string(path).map(|text| Self::split(&text)).unwrap_or_default()
    }

    fn split(text: &str) -> Self {
        let mut sections = Self::default();
        for line in text.split_inclusive('\n') {
            let name = line.trim_end().strip_prefix("--- ").and_then(|rest| rest.strip_suffix(" ---"));
            match (name, sections.named.last_mut()) {
                (Some(name), _) => sections.named.push((name.to_owned(), String::new())),
                (None, Some((_, body))) => body.push_str(line),
                (None, None) => sections.prelude.push_str(line),
            }
        }
        sections
    }

    /// The text of a section, or the whole text where `name` is none.
    pub(crate) fn get(&self, name: Option<&str>) -> Option<&str> {
        match name {
            Some(name) => self.named.iter().find(|(known, _)| known == name).map(|(_, body)| body.as_str()),
            None => Some(&self.prelude),
        }
    }

    /// Puts a text in the place of a section's; an empty one removes the section.
    pub(crate) fn set(&mut self, name: Option<&str>, text: String) {
        let Some(name) = name else {
            self.prelude = text;
            return;
        };
        match self.named.iter().position(|(known, _)| known == name) {
            Some(at) if text.is_empty() => drop(self.named.remove(at)),
            Some(at) => self.named[at].1 = text,
            None if text.is_empty() => {}
            None => {
                self.named.push((name.to_owned(), text));
                self.named.sort();
            }
        }
    }

    /// Writes the text, or removes the file of an empty one.
    pub(crate) fn write(&self, path: &Path) -> std::io::Result<()> {
        let named = self.named.iter().map(|(name, body)| format!("--- {name} ---\n{body}"));
        let text = self.prelude.clone() + &named.collect::<String>();
        if text.is_empty() { fs::remove_file(path) } else { fs::write(path, text) }
    }
}
