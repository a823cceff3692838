//! The font files that were saved with a page, or that it holds itself.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use url::Url;

use super::Dom;
use super::transfer::data_url;
use crate::font::FontSource;
use crate::limits::Limit;

/// Font files by absolute URL.
#[derive(Debug, Clone, Default)]
pub struct FontFiles {
    /// Fonts that were saved beside the page, by URL.
    pub(super) saved: BTreeMap<Box<str>, Arc<FontSource>>,
    /// The others were there when the page was recorded, and nobody kept them.
    were_there: bool,
    /// Fonts in `data:` URLs, decoded when a style sheet first names them.
    inline: Arc<Mutex<Inline>>,
}

#[derive(Debug, Default)]
struct Inline {
    files: BTreeMap<Box<str>, Arc<FontSource>>,
    bytes: usize,
}

impl FontFiles {
    /// True if the files are those of other ones.
    pub fn has_files_of(&self, other: &Self) -> bool {
        self.saved.keys().eq(other.saved.keys())
    }
}

impl Dom {
    /// Takes the font files that are missing for files that the recorded browser had.
    pub fn assume_fonts(&mut self) {
        self.fonts.were_there = true;
    }

    /// True if the font files that are missing were there when the page was recorded.
    #[must_use]
    pub fn assumes_fonts(&self) -> bool {
        self.fonts.were_there
    }

    /// The font file at an absolute URL, whose fragment is ignored; `None` if it was not saved.
    pub fn font(&self, url: &Url) -> Option<Arc<FontSource>> {
        if url.scheme() != "data" {
            let key = url.as_str().split('#').next().unwrap_or_default();
            return self.fonts.saved.get(key).cloned();
        }
        let mut inline = self.fonts.inline.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = inline.files.get(url.as_str()) {
            return Some(Arc::clone(file));
        }
        let limit = usize::try_from(Limit::FontBytes.value()).unwrap_or(usize::MAX).checked_sub(inline.bytes)?;
        let data = data_url(url.as_str(), limit)?;
        inline.bytes += data.bytes.len();
        let file = Arc::new(FontSource::new(data.bytes));
        inline.files.insert(url.as_str().into(), Arc::clone(&file));
        Some(file)
    }
}
