//! `scroll-margin` and `scroll-padding`: few elements have any, so they are kept apart.
//!
//! <https://drafts.csswg.org/css-scroll-snap/#scroll-padding>

use super::{ComputedStyle, LengthPercentage};

impl ComputedStyle {
    /// `scroll-margin` of a side: 0 top, 1 right, 2 bottom, 3 left.
    #[must_use]
    pub fn scroll_margin(&self, side: usize) -> LengthPercentage {
        self.scroll_edge(side)
    }

    /// `scroll-padding` of a side: 0 top, 1 right, 2 bottom, 3 left; `auto` is 0.
    #[must_use]
    pub fn scroll_padding(&self, side: usize) -> LengthPercentage {
        self.scroll_edge(side + 4)
    }

    fn scroll_edge(&self, at: usize) -> LengthPercentage {
        self.scroll_edges.as_ref().and_then(|edges| edges.get(at)).cloned().unwrap_or(LengthPercentage::ZERO)
    }

    pub(crate) fn set_scroll_margin(&mut self, side: usize, length: LengthPercentage) {
        self.set_scroll_edge(side, length);
    }

    pub(crate) fn set_scroll_padding(&mut self, side: usize, length: LengthPercentage) {
        self.set_scroll_edge(side + 4, length);
    }

    fn set_scroll_edge(&mut self, at: usize, length: LengthPercentage) {
        if self.scroll_edges.is_none() && length == LengthPercentage::ZERO {
            return;
        }
        let edges = self.scroll_edges.get_or_insert_with(|| Box::new([const { LengthPercentage::ZERO }; 8]));
        if let Some(edge) = edges.get_mut(at) {
            *edge = length;
        }
    }
}
