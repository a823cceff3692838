//! The methods of a [`Page`] for users of the library: each is a thin door to one room.
//!
//! *In*: files, markup, questions. *Out*: a [`Page`] from [`Page::open`], [`Page::from_html`] or a [`PageBuilder`]; an [`Element`]
//! of it; what other rooms answer.
//!
//! *Invariants*: nothing is computed here, and only what users call goes through here.

mod audit;
mod builder;
mod element;
mod page;
mod recording;
mod session;
mod text_search;

use std::ops::{Deref, DerefMut};

pub use audit::{Audit, Finding};
pub use builder::PageBuilder;
pub use element::Element;
pub use recording::Recording;
pub use session::{Resolution, Session};
pub use text_search::{Search, TextMatch, TextMatches};

use crate::activation::ActiveState;
use crate::page::Page as RenderedPage;

/// A rendered page: its tree, the style and the box of each element, and what it is shown on.
///
/// [`update`](Self::update) applies changes to its tree and renders again what they concern. It derefs to the page of the
/// engine, which is not part of the public API: functions that take a page take this one.
#[derive(Debug)]
pub struct Page {
    rendered: RenderedPage,
    /// The state that earlier actions left.
    pub(crate) used: ActiveState,
}

impl From<RenderedPage> for Page {
    fn from(page: RenderedPage) -> Self {
        Self { rendered: page, used: ActiveState::default() }
    }
}

impl Page {
    /// A page after actions.
    pub(crate) fn in_use(rendered: RenderedPage, used: ActiveState) -> Self {
        Self { rendered, used }
    }
}

impl Deref for Page {
    type Target = RenderedPage;

    fn deref(&self) -> &Self::Target {
        &self.rendered
    }
}

impl DerefMut for Page {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.rendered
    }
}
