//! The ways to render a page.

use std::fmt;

use crate::dom::NodeId;
use crate::geometry::Point;

/// The options of [`Page::render`](super::Page::render).
///
/// By default the page is laid out at once, is scrolled as its markup and the device say, and keeps what an update goes on from.
#[derive(Default)]
pub struct RenderOptions<'a> {
    pub(super) keep: Keep,
    pub(super) on_demand: bool,
    pub(super) scrolls: Vec<(NodeId, Point)>,
    pub(super) stages: Option<&'a mut dyn FnMut(RenderStage)>,
}

/// The part of a layout that a page keeps besides the boxes of its elements.
///
/// A question that needs more than was kept lays the page out again, with the same answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keep {
    /// All that an [update](super::Page::update) goes on from.
    #[default]
    ForUpdates,
    /// All that says what is painted.
    ForPainting,
    /// The [paint list](super::Page::paint_list), which is found out at once.
    PaintList,
    /// The part of the paint list that may be [in the window](super::Page::painted_near), which is found out at once.
    Window,
    /// Nothing.
    Nothing,
}

/// A part of the work of [`Page::render`](super::Page::render).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RenderStage {
    /// The cascade.
    Style,
    /// Layout.
    Layout,
    /// Finding out what is painted, as far as [`Keep`] asks for it.
    Paint,
}

impl<'a> RenderOptions<'a> {
    /// Renders a page that is looked at once: it keeps what says what is painted, and nothing for updates.
    #[must_use]
    pub fn once() -> Self {
        Self::default().keep(Keep::ForPainting)
    }

    /// Keeps this much of the layout.
    #[must_use]
    pub fn keep(mut self, keep: Keep) -> Self {
        self.keep = keep;
        self
    }

    /// Leaves the layout to the first question that needs a box, unless styles or the device depend on it. Roles, names and states
    /// need none.
    #[must_use]
    pub fn on_demand(mut self) -> Self {
        self.on_demand = true;
        self
    }

    /// Scrolls these scroll containers to these offsets (CSS px, clamped to what they allow) instead of where the page and the
    /// device have them; a document stands for its viewport.
    #[must_use]
    pub fn scrolls(mut self, scrolls: Vec<(NodeId, Point)>) -> Self {
        self.scrolls = scrolls;
        self
    }

    /// Calls `done` after each stage, for timing.
    #[must_use]
    pub fn stages(mut self, done: &'a mut dyn FnMut(RenderStage)) -> Self {
        self.stages = Some(done);
        self
    }
}

impl fmt::Debug for RenderOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { keep, on_demand, scrolls, stages: _ } = self;
        f.debug_struct("RenderOptions")
            .field("keep", keep)
            .field("on_demand", on_demand)
            .field("scrolls", scrolls)
            .finish_non_exhaustive()
    }
}
