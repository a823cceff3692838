//! The files that a page of a trace had loaded by some moment.

use url::Url;

use super::tree::Key;
use super::{FrameSnapshot, Trace};
use crate::archive::Archive;
use crate::dom::resource::{Saved, SavedFile};
use crate::recording::json::Item;

/// Limit: redirects that are followed.
const MAX_REDIRECTS: usize = 10;

/// A response of the network.
#[derive(Debug)]
pub(super) struct ResourceRow {
    /// Without fragment.
    pub(super) url: Box<str>,
    frame: Option<Box<str>>,
    /// The time at which it came, on the clock of the snapshots.
    pub(super) time: Option<f64>,
    media_type: Box<str>,
    /// The entry of the archive.
    file: Option<Box<str>>,
    redirect: Option<Box<str>>,
}

/// A sheet that a script has changed since it was loaded.
#[derive(Debug)]
pub(super) struct Override {
    url: Box<str>,
    changed: Changed,
}

#[derive(Debug)]
enum Changed {
    /// Its text is in this entry of the archive.
    File(Box<str>),
    /// As some snapshots of the frame ago.
    Earlier(u32),
}

/// The entry of the archive that holds something: named by its path, or by a digest below `resources/`.
fn entry_of(item: Item<'_>, path: &str, digest: &str) -> Option<Box<str>> {
    let below = |name: &str| if name.contains('/') { name.into() } else { format!("resources/{name}").into() };
    item.text_of(path).map(below).or_else(|| item.text_of(digest).map(below))
}

impl ResourceRow {
    pub(super) fn read(entry: Item<'_>) -> Option<Self> {
        let (request, response) = (entry.get("request")?, entry.get("response")?);
        let is_get = request.text_of("method").is_none_or(|method| method.eq_ignore_ascii_case("GET"));
        let status = response.number_of("status").unwrap_or(0.0);
        let not_modified = (303.5..304.5).contains(&status);
        if !is_get || not_modified {
            return None;
        }
        let url = request.text_of("url")?;
        let content = response.get("content");
        let redirect = response.text_of("redirectURL").filter(|url| !url.is_empty());
        Some(Self {
            url: url.split('#').next().unwrap_or_default().into(),
            frame: entry.text_of("_frameref").map(Into::into),
            time: entry.number_of("_monotonicTime"),
            media_type: content.and_then(|c| c.text_of("mimeType")).unwrap_or_default().into(),
            file: content.and_then(|content| entry_of(content, "_file", "_sha1")),
            redirect: redirect.map(Into::into),
        })
    }
}

impl Override {
    pub(super) fn read(item: Item<'_>) -> Option<Self> {
        let url = item.text_of("url")?.into();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked to be in range")]
        let back = item.number_of("ref").filter(|back| (1.0..1e9).contains(back)).map(|back| back as u32);
        let changed = match back {
            Some(back) => Changed::Earlier(back),
            None => Changed::File(entry_of(item, "file", "sha1")?),
        };
        Some(Self { url, changed })
    }
}

/// The files of a page at one moment.
pub(super) struct StateResources<'t> {
    pub(super) trace: &'t Trace,
    pub(super) key: Key,
    pub(super) snapshot: &'t FrameSnapshot,
    pub(super) archive: &'t mut Archive,
    /// Responses that came later count where there was none.
    pub(super) is_late: bool,
}

impl StateResources<'_> {
    /// The last response from an address before the moment, the frame's own if there is one.
    fn row(&self, url: &str) -> Option<&ResourceRow> {
        let rows = self.trace.resources_of.get(url)?.iter().filter_map(|&at| self.trace.resources.get(at));
        let is_before = |row: &&ResourceRow| row.time.is_none_or(|time| time < self.snapshot.timestamp);
        let frame = self.trace.frames.get(self.key.frame as usize).map(|frame| &frame.id);
        let (mut own, mut other) = (None, None);
        for row in rows.clone().filter(is_before) {
            if row.frame.as_ref() == frame {
                own = Some(row);
            } else {
                other = Some(row);
            }
        }
        own.or(other).or_else(|| rows.clone().find(|row| self.is_late && !is_before(row)))
    }

    /// The entry with the text of a sheet that a script has changed.
    fn changed(&self, url: &str) -> Option<&str> {
        // Most frames have none in any of their snapshots.
        self.trace.frames.get(self.key.frame as usize).filter(|frame| frame.has_overrides)?;
        let of = |at: u32| {
            let snapshot = self.trace.moment(Key { snapshot: at, ..self.key })?;
            let known = snapshot.overrides.iter().find(|known| without_fragment(&known.url) == url);
            Some((known, snapshot.nodes.is_whole))
        };
        let mut at = self.key.snapshot;
        loop {
            match of(at)? {
                (Some(Override { changed: Changed::File(file), .. }), _) => return Some(file),
                (Some(Override { changed: Changed::Earlier(back), .. }), _) => {
                    return match of(at.checked_sub(*back)?)?.0?.changed {
                        Changed::File(ref file) => Some(file),
                        // What is referred to is the sheet itself.
                        Changed::Earlier(_) => None,
                    };
                }
                // Before the document began.
                (None, true) => return None,
                // Older recorders write it only right after the change.
                (None, false) => at = at.checked_sub(1)?,
            }
        }
    }
}

fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or_default()
}

impl Saved for StateResources<'_> {
    fn file(&mut self, url: &Url) -> Result<Option<SavedFile>, String> {
        let mut address = url.clone();
        address.set_fragment(None);
        if let Some(entry) = self.changed(address.as_str()).map(str::to_owned) {
            let bytes = self.archive.read_kept(&entry)?;
            // Sheets are texts when the recorder sees them.
            let file = |bytes| SavedFile { bytes, media_type: "text/css; charset=utf-8".to_owned(), url: None };
            if let Some(bytes) = bytes {
                return Ok(Some(file(bytes)));
            }
        }
        for _ in 0..MAX_REDIRECTS {
            let Some(row) = self.row(address.as_str()) else { return Ok(None) };
            if let Some(next) = row.redirect.as_ref().and_then(|next| address.join(next).ok()) {
                address = next;
                address.set_fragment(None);
                continue;
            }
            let Some(entry) = row.file.clone() else { return Ok(None) };
            let media_type = row.media_type.to_string();
            let bytes = self.archive.read_kept(&entry)?;
            return Ok(bytes.map(|bytes| SavedFile { bytes, media_type, url: None }));
        }
        Ok(None)
    }
}
