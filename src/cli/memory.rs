//! The meaning of refs of open tabs between commands: the session file, and beside it which document each tab showed and which
//! node each ref named.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::session::SessionFile;
use crate::capture::Measured;
use crate::dom::NodeId;
use crate::error::{Error, OpenError};
use crate::live::Tab;
use crate::refs::session::Session;
use crate::safe_text::{PageText, safe};
use crate::snapshot::{Snapshot, SnapshotOptions};
use crate::tool::Arguments;
use crate::tool::common::SESSION;

/// A session, and what only a browser knows of it.
#[derive(Debug)]
pub(super) struct LiveSession {
    path: PathBuf,
    file: SessionFile,
    session: RefCell<Session>,
    tabs: BTreeMap<String, LastDocument>,
    tab: String,
}

/// The document that a tab showed last.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct LastDocument {
    /// Names the document.
    loader: String,
    /// The `backendNodeId` of each ref.
    handles: BTreeMap<String, i64>,
}

impl LiveSession {
    /// Opens the session that the arguments name; `None` if they name none. Another document kills the tab's refs.
    pub(super) fn open(arguments: &Arguments, tab: &mut Tab<'_>) -> Result<Option<Self>, Error> {
        let Some(path) = arguments.text_of(&SESSION).map(Path::new) else { return Ok(None) };
        let (file, mut session) = SessionFile::open(path)?;
        let path = beside(path);
        let mut tabs: BTreeMap<String, LastDocument> = match std::fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| {
                Error::Open(OpenError::InvalidSession {
                    path: path.clone(),
                    reason: error.to_string(),
                    hint: "remove this file: without it elements are recognized by what they are".to_owned(),
                })
            })?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(Error::io(&path, &error)),
        };
        let loader = tab.navigation()?.loader;
        let id = tab.id().to_owned();
        if tabs.get(&id).is_some_and(|seen| seen.loader != loader) {
            session.navigate(&id);
            tabs.remove(&id);
        }
        tabs.entry(id.clone()).or_default().loader = loader;
        Ok(Some(Self { path, file, session: RefCell::new(session), tabs, tab: id }))
    }

    /// Returns the session, which holds the meaning of refs.
    pub(super) fn session(&self) -> &RefCell<Session> {
        &self.session
    }

    /// Passes the session the nodes of a page that have refs, before it observes the page.
    pub(super) fn connect(&mut self, measured: &Measured) {
        let Some(seen) = self.tabs.get(&self.tab).filter(|seen| !seen.handles.is_empty()) else { return };
        let nodes: HashMap<i64, NodeId> = measured.handles.iter().map(|(node, &handle)| (handle, node)).collect();
        self.session.get_mut().connect(&self.tab, &measured.page, |reference| {
            let handle = seen.handles.get(&reference.to_string()).filter(|&&handle| handle != 0)?;
            nodes.get(handle).copied()
        });
    }

    /// Takes down which nodes refs name after the session has looked at a page.
    pub(super) fn learn(&mut self, measured: &Measured) {
        let seen = self.session.get_mut().seen(&self.tab);
        let handles =
            seen.filter_map(|(reference, node)| Some((reference.to_string(), measured.handle(node)?))).collect();
        self.tabs.entry(self.tab.clone()).or_default().handles = handles;
    }

    /// True if a ref named another node when it was last seen.
    pub(super) fn is_healed(&self, reference: &str, backend: i64) -> bool {
        self.tabs.get(&self.tab).and_then(|seen| seen.handles.get(reference)).is_some_and(|&before| before != backend)
    }

    /// Writes both files after a look at a page.
    pub(super) fn save(mut self, measured: &Measured) -> Result<(), Error> {
        let shown = Snapshot::render(&measured.page, &SnapshotOptions::default());
        // What was looked at last may be this very page, or nothing.
        self.session.get_mut().observe(&self.tab, &measured.page, shown.refs());
        self.learn(measured);
        let session = self.session.into_inner();
        let tabs = serde_json::to_vec(&self.tabs).map_err(|error| Error::Internal {
            reason: safe!("the memory of tabs is not written: {}", PageText::of(&error.to_string())),
        })?;
        super::file::write_whole(&self.path, tabs)?;
        self.file.save(&session)
    }
}

fn beside(session: &Path) -> PathBuf {
    let mut name = session.file_name().unwrap_or_default().to_owned();
    name.push(".tabs");
    session.with_file_name(name)
}
