//! A result that was computed of a page and is kept for its next change, with what has changed since.

use std::any::Any;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashSet;

use super::{Keep, Page};
use crate::aria::AriaTree;
use crate::dom::{MutationRecord, NodeId};
use crate::style::Restyled;

/// The changes of a page since a result was computed of it. Boxes may be elsewhere in any case, unless there are none.
#[derive(Debug, Default)]
pub enum Since {
    /// Nothing that decides about boxes, roles, names and states.
    #[default]
    Nothing,
    /// Changes of some nodes.
    Nodes(ChangedNodes),
    /// More than is known.
    Everything,
}

/// Changed nodes. Elements whose roles, names or states differ from those of the accessibility tree before are not among them.
#[derive(Debug)]
pub struct ChangedNodes {
    /// The accessibility tree that the result was computed with; `None` if there was none.
    pub aria: Option<AriaTree>,
    /// Nodes whose attributes, data or children changed.
    pub changed: FxHashSet<NodeId>,
    /// Elements that were styled again, with all that is in them; without those of which nothing but a background has another colour.
    pub restyled: FxHashSet<NodeId>,
}

/// The place of a page for one such result.
#[derive(Default)]
pub(super) struct Kept(Mutex<Option<(Box<dyn Any + Send>, Since)>>);

impl Kept {
    /// Notes what a rendering changed. `aria`: the accessibility tree before.
    pub(super) fn note(&mut self, records: &[MutationRecord], restyled: &Restyled, aria: Option<AriaTree>) {
        let Some((_, since)) = self.0.get_mut().unwrap_or_else(PoisonError::into_inner) else { return };
        if matches!(since, Since::Nothing) {
            *since = Since::Nodes(ChangedNodes { aria, changed: FxHashSet::default(), restyled: FxHashSet::default() });
        }
        match (&mut *since, restyled) {
            (Since::Nodes(nodes), Restyled::Nothing | Restyled::Elements(_)) => {
                nodes.changed.extend(records.iter().flat_map(|record| record.target.into_iter().chain(record.left)));
                if let Restyled::Elements(elements) = restyled {
                    nodes.restyled.extend(&elements.whole);
                }
            }
            _ => *since = Since::Everything,
        }
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kept").finish_non_exhaustive()
    }
}

impl Page {
    /// Keeps a result that was computed of the page as it is, if the page keeps anything for its next change; one that was kept
    /// before is dropped.
    pub fn keep_result(&self, result: impl Any + Send) {
        if self.keeps_results() {
            *self.kept.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((Box::new(result), Since::Nothing));
        }
    }

    /// True if a result is kept.
    pub fn keeps_results(&self) -> bool {
        self.keep == Keep::ForUpdates
    }

    /// Takes the result that was kept, with what has changed since; `None` if none of this type was.
    pub fn take_result<T: Any>(&self) -> Option<(T, Since)> {
        let (result, since) = self.kept.0.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        Some((*result.downcast().ok()?, since))
    }
}
