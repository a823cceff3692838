//! A tab: the page that it shows, rendered or without its rendering, and its history.

use std::collections::BTreeMap;

use crate::activation::{ActiveDocument, DormantDocument, LeftPage};
use crate::dom::Dom;
use crate::recording::RecordedNodes;
use crate::snapshot::{KnownRefs, Snapshot, SnapshotOptions, SnapshotOutline};

/// Limit: characters of the name of a tab's own browser context in an answer.
pub(super) const MAX_ISOLATED_NAME: usize = 100;
/// Limit: entries of a history.
pub(super) const MAX_HISTORY: usize = 1000;
/// Limit: bytes of rendered pages in all tabs; the page in front may take more alone.
const MAX_AWAKE_BYTES: usize = 256 << 20;
/// Limit: bytes of the trees of all tabs, rendered or not; with more of them no tab is opened.
pub(super) const MAX_BYTES: usize = 512 << 20;

/// Bytes that a node takes in the tree, its text included: about what pages of short paragraphs take.
const NODE_BYTES: usize = 400;
/// Bytes that a node takes once it is rendered, refs included.
const RENDERED_BYTES: usize = 1500;

/// A tab.
#[derive(Debug, Default)]
pub(super) struct Tab {
    pub(super) shown: Option<OpenPage>,
    /// The page, if its rendering was dropped, which is most of what a page takes.
    dormant: Option<TabPage<DormantDocument>>,
    /// The number of the look at which the tab was in front last.
    looked_at: u64,
    /// Addresses as shown, with the load that they belong to.
    pub(super) history: Vec<(String, usize)>,
    pub(super) position: usize,
    pub(super) loads: usize,
    /// The states of pages when they were left, by their load.
    pub(super) left: BTreeMap<usize, LeftPage>,
    /// The number of the next document's frame. No number is used twice in a tab, so that a ref of a page that was left names
    /// nothing on the next one.
    ///
    /// Playwright: the same, except after `about:blank`, where it starts over.
    pub(super) next_frame: u32,
    /// The name of the browser context that it was opened in, if it is one of its own.
    pub(super) isolated: Option<String>,
    /// As the last answer showed it.
    pub(super) header: Option<Header>,
}

/// A tab as answers show it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) url: String,
    pub(super) title: String,
    pub(super) current: bool,
    /// The name of its browser context, if it is one of its own.
    pub(super) isolated: Option<String>,
    /// The HTTP status of the page, if it is known.
    pub(super) status: Option<u16>,
}

/// A page in a tab, rendered or not.
#[derive(Debug)]
pub(super) struct TabPage<D> {
    pub(super) document: D,
    pub(super) known: KnownRefs,
    /// The address as shown.
    pub(super) url: String,
    /// The recorder's identities of its nodes, if it is a moment of a recording.
    pub(super) nodes: Option<RecordedNodes>,
    /// The HTTP status that it was served with, if it is known.
    pub(super) status: Option<u16>,
    /// The notes about its file were part of an answer.
    pub(super) noted: bool,
    /// The outline that the last snapshot of it showed.
    pub(super) outline: Option<SnapshotOutline>,
}

/// A page that is rendered.
pub(super) type OpenPage = TabPage<ActiveDocument>;

impl<D> TabPage<D> {
    /// Puts another form of the document into the page.
    fn map<E>(self, document: impl FnOnce(D) -> E) -> TabPage<E> {
        TabPage {
            document: document(self.document),
            known: self.known,
            url: self.url,
            nodes: self.nodes,
            status: self.status,
            noted: self.noted,
            outline: self.outline,
        }
    }
}

impl OpenPage {
    /// A snapshot of the page with the refs that its elements have had.
    pub(super) fn snapshot(&mut self, options: &SnapshotOptions) -> Snapshot {
        Snapshot::render_again(self.document.page(), options, &mut self.known)
    }
}

impl Tab {
    /// A tab without a page, in a browser context of its own if it has a name.
    pub(super) fn new(isolated: Option<String>) -> Self {
        Self { isolated, ..Self::default() }
    }

    /// The tree of the page in the tab.
    pub(super) fn dom(&self) -> Option<&Dom> {
        let awake = self.shown.as_ref().map(|shown| shown.document.page().dom());
        awake.or_else(|| self.dormant.as_ref().map(|dormant| dormant.document.dom()))
    }

    /// Keeps what the page in the tab is, for somebody who returns to it.
    pub(super) fn leave(&mut self) {
        if let Some(shown) = &self.shown {
            self.left.insert(self.loads, shown.document.left());
            if self.left.len() > MAX_HISTORY {
                self.left.pop_first();
            }
        }
    }

    /// A new entry of the history; what was ahead is forgotten.
    pub(super) fn enter(&mut self, url: String) {
        self.history.truncate(self.position + 1);
        self.history.push((url, self.loads));
        if self.history.len() > MAX_HISTORY {
            self.history.remove(0);
        }
        self.position = self.history.len() - 1;
    }

    /// Has the page of the tab rendered, as of the given look.
    pub(super) fn look(&mut self, look: u64) {
        self.looked_at = look;
        if let Some(dormant) = self.dormant.take() {
            self.shown = Some(dormant.map(DormantDocument::wake));
        }
    }

    /// The address of the page in the tab.
    pub(super) fn url(&self) -> Option<&str> {
        let awake = self.shown.as_ref().map(|shown| &*shown.url);
        awake.or_else(|| self.dormant.as_ref().map(|dormant| &*dormant.url))
    }

    /// The HTTP status of the page in the tab.
    pub(super) fn status(&self) -> Option<u16> {
        let awake = self.shown.as_ref().map(|shown| shown.status);
        awake.or_else(|| self.dormant.as_ref().map(|dormant| dormant.status)).flatten()
    }

    /// About what the trees of some tabs take in memory.
    pub(super) fn bytes_of_trees(tabs: &[Self]) -> usize {
        tabs.iter().filter_map(Self::dom).map(|dom| dom.len() * NODE_BYTES).sum()
    }

    /// About what the page takes in memory, if it is rendered.
    fn awake_bytes(&self) -> usize {
        self.shown.as_ref().map_or(0, |shown| shown.document.page().dom().len() * RENDERED_BYTES)
    }

    /// Drops the renderings of pages that were not looked at for the longest, where those of all tabs take more than their
    /// budget. The one in front stays.
    pub(super) fn drop_unseen(tabs: &mut [Self], front: usize) {
        let mut bytes: usize = tabs.iter().map(Self::awake_bytes).sum();
        while bytes > MAX_AWAKE_BYTES {
            let behind = tabs.iter_mut().enumerate().filter(|(at, tab)| *at != front && tab.shown.is_some());
            let Some((_, tab)) = behind.min_by_key(|(_, tab)| tab.looked_at) else { return };
            bytes -= tab.awake_bytes();
            tab.dormant = tab.shown.take().map(|page| page.map(ActiveDocument::sleep));
        }
    }
}
