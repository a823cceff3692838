//! Elements in answers: by their index in document order, by their ref, and in a few words.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Serialize;

use super::Call;
use crate::aria::Role;
use crate::dom::{NodeId, NodeMap};
use crate::geometry::Rect;
pub(super) use crate::geometry::hundredths;
use crate::page::Page;
use crate::refs::resolver::Resolution;
use crate::refs::session::{Numbering, Session};
use crate::refs::{PageFingerprint, Ref, RefTable, stable_table};
use crate::safe_text::{PageText, Printable, SafeText, safe};
pub(super) use crate::snapshot::describe::{path_step, tag};
use crate::snapshot::{Child, Snapshot, SnapshotOptions};

/// Limit: characters of a name in an answer.
const NAME_CHARS: usize = 60;

/// The elements of the page's document in the order of `document.querySelectorAll('*')`, and the refs that the call
/// knows them by.
#[derive(Debug)]
pub(super) struct Elements<'a> {
    page: &'a Page,
    order: Vec<NodeId>,
    index: NodeMap<Option<u32>>,
    refs: RefTable,
    /// The elements whose ref a snapshot prints; the refs of others are on elements that it leaves out.
    printed: OnceLock<NodeMap<bool>>,
    /// The session and the tab of the call.
    session: Option<(&'a RefCell<Session>, &'a str)>,
    /// The resolutions by which the session found what it knew before.
    found: BTreeMap<Ref, Resolution>,
}

impl<'a> Elements<'a> {
    /// The elements of the call's page. With a session they have its refs: those that they had before, new ones else.
    pub(super) fn new(call: &Call<'a>) -> Self {
        let page = call.page();
        let mut elements = Self::alone(page);
        if let Some(refs) = call.refs {
            elements.refs = refs.clone();
            return elements;
        }
        if let Some(session) = call.session {
            let mut known = session.borrow_mut();
            if call.stable_refs() {
                known.set_numbering(Numbering::Stable);
            }
            let look = known.observe_fingerprinted(call.tab(), &PageFingerprint::of(page), &elements.refs);
            (elements.refs, elements.found) = (look.refs, look.found);
            elements.session = Some((session, call.tab()));
        } else if call.stable_refs() {
            elements.refs = stable_table(page, &elements.refs);
        }
        elements
    }

    /// The elements of a page that no session has seen, with the numbers that Playwright gives them.
    pub(super) fn alone(page: &'a Page) -> Self {
        let dom = page.dom();
        let order: Vec<_> = dom.elements_in_order().collect();
        let mut index = NodeMap::new(dom.len(), None);
        for (i, &node) in order.iter().enumerate() {
            index[node] = u32::try_from(i).ok();
        }
        let refs = Snapshot::refs_of(page, &SnapshotOptions::default());
        Self { page, order, index, refs, printed: OnceLock::new(), session: None, found: BTreeMap::new() }
    }

    /// The elements of a page with the refs that the caller knows them by.
    pub(super) fn with_refs(page: &'a Page, refs: RefTable) -> Self {
        Self { refs, ..Self::alone(page) }
    }

    /// Every element, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.order.iter().copied()
    }

    /// Returns the index of an element; `None` for elements of shadow trees, frames and template contents.
    pub(super) fn index(&self, node: NodeId) -> Option<u32> {
        self.index.get(node).copied().flatten()
    }

    /// The session and the tab of the call; `None` without a session.
    pub(super) fn session(&self) -> Option<(&'a RefCell<Session>, &'a str)> {
        self.session
    }

    /// Returns the resolution by which the session found an element that it knew before: by which proof, how sure. `None` for new
    /// elements.
    pub(super) fn resolution(&self, node: NodeId) -> Option<&Resolution> {
        self.found.get(&self.refs.of(node)?)
    }

    /// The refs that a snapshot of the page assigns.
    pub(super) fn refs(&self) -> &RefTable {
        &self.refs
    }

    /// The ref of an element as text if a snapshot of the page prints it.
    pub(super) fn printed_reference(&self, node: NodeId) -> Option<String> {
        let printed = self.printed.get_or_init(|| printed(self.page));
        printed.get(node).copied().unwrap_or_default().then(|| self.reference(node)).flatten()
    }

    /// The ref of an element as text; `None` if no pointer reaches it.
    pub(super) fn reference(&self, node: NodeId) -> Option<String> {
        self.refs.of(node).map(|reference| reference.to_string())
    }
}

/// The elements whose ref a snapshot of the page prints.
fn printed(page: &Page) -> NodeMap<bool> {
    let snapshot = Snapshot::render(page, &SnapshotOptions::default());
    let mut printed = NodeMap::new(page.dom().len(), false);
    for (_, child) in snapshot.walk() {
        if let Child::Node(at) = child
            && snapshot.node(*at).reference.is_some()
        {
            printed[snapshot.node(*at).element] = true;
        }
    }
    printed
}

/// Describes an element by role and name: `(button "Save")`, empty for one without a role and a name.
pub(super) fn role_and_name(page: &Page, node: NodeId) -> SafeText {
    let Some(known) = page.aria().get(node) else { return SafeText::new() };
    let name = PageText::quoted(&known.name).at_most(NAME_CHARS);
    let role = known.role.filter(|role| !matches!(role, Role::Generic | Role::None | Role::Presentation));
    match (role.map(Role::name), known.name.is_empty()) {
        (None, true) => SafeText::new(),
        (None, false) => safe!("({})", name),
        (Some(role), true) => safe!("({})", role),
        (Some(role), false) => safe!("({} {})", role, name),
    }
}

/// ` [ref=e5]`; empty for an element without a ref.
pub(super) fn ref_mark(reference: Option<&str>) -> SafeText {
    reference.map_or_else(SafeText::new, |reference| safe!(" [ref={}]", PageText::token(reference)))
}

/// Viewport coordinates as JSON gives them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Bounds([f64; 4]);

impl From<Rect> for Bounds {
    fn from(rect: Rect) -> Self {
        Self([rect.x, rect.y, rect.width, rect.height].map(hundredths))
    }
}

impl Printable for Bounds {
    fn print(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [x, y, width, height] = self.0;
        write!(f, "{x},{y} {width}x{height}")
    }
}

/// The box of an element, as `getBoundingClientRect` gives it: all zero if it has none.
pub(super) fn bounds(page: &Page, node: NodeId) -> Bounds {
    page.layout().get(node).map_or(Rect::ZERO, |b| b.rect).into()
}

/// Cut after `limit` characters, with an ellipsis if something is lost.
pub(super) fn shorten(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or(text).trim_end()),
        None => text.to_owned(),
    }
}
