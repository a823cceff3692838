//! [`Page`]: the waist of the hourglass. Offline code computes one, a browser measures one, a recording replays one, and
//! nothing downstream can tell which.

use std::sync::OnceLock;

use crate::aria::AriaTree;
use crate::device::Device;
use crate::dom::Dom;
use crate::error::Error;
use crate::layout::Layout;
use crate::style::Styles;

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
    aria: OnceLock<AriaTree>,
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
    /// A page from parts that belong together: computed, measured in a browser or replayed from a recording.
    #[must_use]
    pub fn from_parts(dom: Dom, styles: Styles, layout: Layout, device: Device) -> Self {
        Self { dom, styles, layout, device, aria: OnceLock::new() }
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

    /// The tree, to change it and render it again.
    #[must_use]
    pub fn into_dom(self) -> Dom {
        self.dom
    }
}
