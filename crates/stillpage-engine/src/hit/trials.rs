//! A page that is scrolled about, to try clicks in other places.

use crate::dom::NodeId;
use crate::geometry::Point;
use crate::page::{Keep, Page, Update};

/// A copy of a page that is scrolled from place to place; made when it is first needed. The boxes of each place are those of
/// the one before, moved: a survey of many elements lays the page out once.
#[derive(Debug, Default)]
pub struct Trials {
    copy: Option<Page>,
}

impl Trials {
    /// The page with some scroll containers scrolled to an offset, as [`Page::scrolled`] has it. It has to be the same page in
    /// each call.
    pub(super) fn at(&mut self, page: &Page, offsets: &[(NodeId, Point)]) -> &Page {
        let copy = match self.copy.take() {
            Some(mut copy) => {
                let scrolled = copy.update(Update::default().scrolls(page.scrolls_with(offsets)));
                debug_assert!(scrolled.is_ok(), "{scrolled:?}");
                copy
            }
            None => page.scrolled(offsets, Keep::ForUpdates),
        };
        self.copy.insert(copy)
    }
}
