//! The boxes of a finished layout: what is painted follows from them once someone asks, and a later layout may go on from
//! them.

use std::sync::{Mutex, OnceLock, PoisonError};

use super::overflow::Scrollers;
use super::paint_item::PaintItem;
use super::place::Placement;
use super::state::kept::LaidOut;
use super::unit::Offset;

/// All boxes of a page, laid out and placed in the viewport.
#[derive(Debug)]
pub(crate) struct PlacedBoxes {
    /// The boxes.
    pub(crate) boxes: LaidOut,
    /// By box, its displacement by the relative positions of itself and the inline boxes around it.
    pub(crate) relative_in_line: Vec<Offset>,
    /// Where they are.
    pub(crate) placement: Placement,
    /// Those of them that scroll.
    pub(crate) scrollers: Scrollers,
}

/// What is painted, found out when someone first asks.
#[derive(Debug, Default)]
pub(crate) struct Painting {
    items: OnceLock<Vec<PaintItem>>,
    /// What it follows from; `None` for boxes that a browser measured, and once nobody needs them.
    boxes: Mutex<Option<Box<PlacedBoxes>>>,
    /// No layout goes on from these boxes.
    is_last: bool,
}

impl Painting {
    /// Of these boxes, which are dropped after it is found out unless another layout may go on from them.
    pub(crate) fn of(boxes: PlacedBoxes, is_last: bool) -> Self {
        Self { items: OnceLock::new(), boxes: Mutex::new(Some(Box::new(boxes))), is_last }
    }

    /// As a browser has it.
    pub(crate) fn known(items: Vec<PaintItem>) -> Self {
        Self { items: items.into(), ..Self::default() }
    }

    /// Back to front; `paint` finds them out.
    pub(crate) fn items(&self, paint: impl FnOnce(&PlacedBoxes) -> Vec<PaintItem>) -> &[PaintItem] {
        self.items.get_or_init(|| {
            let mut boxes = self.boxes.lock().unwrap_or_else(PoisonError::into_inner);
            let items = boxes.as_deref().map(paint).unwrap_or_default();
            if self.is_last {
                *boxes = None;
            }
            items
        })
    }

    /// The boxes, if they are still there.
    pub(crate) fn into_boxes(self) -> Option<Box<PlacedBoxes>> {
        self.boxes.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
