//! Hit testing: the element that a pointer reaches, and whether a click on an element would land there.
//!
//! *In*: [`Page`](crate::page::Page). *Out*: the node at a point, or the [`Reach`] of a node.
//!
//! *Invariants*: points are in viewport coordinates, CSS px; answers are what `document.elementFromPoint` gives for the page's
//! document: elements of shadow trees and frames stand for their host and their `iframe`; nothing outside the viewport is
//! ever hit.

mod check;
mod click;
#[cfg(test)]
mod click_tests;
mod lineage;
mod map;
mod modal;
mod occlusion;
mod scroll;
mod shape;
#[cfg(test)]
mod tests;
mod trials;
mod verdict;

pub use check::{Check, Reach, check, interactive, reach};
pub(crate) use click::before_pointing;
pub use click::{Action, Landing};
pub use click::{land, land_among, land_in_place, land_in_view};
pub use lineage::{apart, holds, lands, outwards};
pub use map::{HitMap, retarget};
pub use modal::{ModalKind, ModalSign, Modality};
pub use occlusion::{Cover, cover};
pub use scroll::Alignment;
pub use scroll::Scrolled;
pub(crate) use scroll::scroll_into_view;
pub use trials::Trials;
pub use verdict::{Outcome, Policy, Refusal, Unknown};
