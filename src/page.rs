//! [`Page`]: the waist of the hourglass. Offline code computes one, a browser measures one, a recording replays one, and
//! nothing downstream can tell which.

use std::sync::OnceLock;

use crate::aria::AriaTree;
use crate::device::Device;
use crate::dom::{Dom, NodeId};
use crate::error::Error;
use crate::geometry::{Point, Size};
use crate::layout::Layout;
use crate::style::Styles;

/// Limit: styles that ask for sizes are computed again at most so often; each round settles one more level of containers
/// that depend on each other.
const SIZE_ROUNDS: usize = 3;

/// A rendered page: its tree, the style and the box of each element, and what it is shown on.
///
/// It does not change. To change a page, take it apart with [`into_dom`](Self::into_dom), mutate the tree and render again:
/// node ids survive.
#[derive(Debug)]
pub struct Page {
    dom: Dom,
    styles: Styles,
    layout: Layout,
    device: Device,
    /// What is scrolled otherwise than the page and the device say.
    scrolls: Vec<(NodeId, Point)>,
    aria: OnceLock<AriaTree>,
}

/// A part of the work of [`Page::render_watched`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The cascade.
    Style,
    /// Layout.
    Layout,
}

/// Where pages come from.
pub trait Source {
    /// The page as it is now.
    ///
    /// # Errors
    /// [`Error::Io`] if what holds the page cannot be read.
    fn page(&mut self) -> Result<Page, Error>;
}

impl Page {
    /// Renders a tree: cascade, then layout. Where styles depend on sizes (container queries, frames), both run again with
    /// the sizes found.
    #[must_use]
    pub fn render(dom: Dom, device: Device) -> Self {
        Self::render_watched(dom, device, &mut |_| {})
    }

    /// The same; `done` is called whenever a stage is over, for whoever holds a clock.
    #[must_use]
    pub fn render_watched(dom: Dom, device: Device, done: &mut dyn FnMut(Stage)) -> Self {
        let mut styles = Styles::cascade(&dom, &device);
        done(Stage::Style);
        let mut layout = Layout::compute(&dom, &styles, &device);
        done(Stage::Layout);
        for _ in 0..SIZE_ROUNDS {
            let size = |node: NodeId| layout.get(node).map(|b| b.content.size());
            if styles.hold_for_sizes(&size) {
                break;
            }
            styles = Styles::cascade_with_sizes(&dom, &device, &size);
            done(Stage::Style);
            layout = Layout::compute(&dom, &styles, &device);
            done(Stage::Layout);
        }
        Self::from_parts(dom, styles, layout, device)
    }

    /// A page from parts that belong together: computed, measured in a browser or replayed from a recording.
    #[must_use]
    pub fn from_parts(dom: Dom, styles: Styles, layout: Layout, device: Device) -> Self {
        Self { dom, styles, layout, device, scrolls: Vec::new(), aria: OnceLock::new() }
    }

    /// The tree.
    #[must_use]
    pub fn dom(&self) -> &Dom {
        &self.dom
    }

    /// Computed styles.
    #[must_use]
    pub fn styles(&self) -> &Styles {
        &self.styles
    }

    /// Boxes, rendered text and paint order.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What it is shown on.
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Roles, names, descriptions and states; built on first use.
    #[must_use]
    pub fn aria(&self) -> &AriaTree {
        self.aria.get_or_init(|| AriaTree::build(&self.dom, &self.styles, &self.layout))
    }

    /// The same page with some scroll containers scrolled to an offset (CSS px, clamped to what they allow), all else as it
    /// was; a document stands for its viewport. Boxes are laid out anew, styles are kept.
    #[must_use]
    pub fn scrolled(&self, offsets: &[(NodeId, Point)]) -> Self {
        let (dom, styles) = (self.dom.clone(), self.styles.clone());
        let before = self.scrolls.iter().filter(|(node, _)| offsets.iter().all(|(other, _)| other != node));
        let scrolls: Vec<(NodeId, Point)> = before.chain(offsets).copied().collect();
        let layout = Layout::compute_scrolled(&dom, &styles, &self.device, &scrolls);
        Self { scrolls, ..Self::from_parts(dom, styles, layout, self.device.clone()) }
    }

    /// The tree, to change it and render it again.
    #[must_use]
    pub fn into_dom(self) -> Dom {
        self.dom
    }
}
