//! The survey of a page: which clicks on the centres of elements would land, as the page stands.

use super::lineage::lands;
use super::map::HitMap;
use super::verdict::{Policy, Refusal};
use crate::aria::interactive::is_surveyed;
use crate::dom::NodeId;
use crate::geometry::{Point, Rect};
use crate::page::Page;

/// A click on the centre of an element.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Check {
    /// The element.
    pub node: NodeId,
    /// The centre of its bounding box, viewport coordinates.
    pub point: Point,
    /// The reason why the click does not land, as the page stands: something is in front, the centre is outside the viewport, or
    /// there is no box. `None` if it lands.
    pub refusal: Option<Refusal>,
}

/// The effect of a pointer on an element as the page stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// A click on it lands, under [`Policy::Lineage`].
    Clear,
    /// This is in front of it.
    Obscured(NodeId),
    /// Its centre is outside of the viewport.
    Offscreen,
    /// It has no box, or an empty one.
    None,
}

impl Reach {
    /// The word for it in answers.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Obscured(_) => "obscured",
            Self::Offscreen => "offscreen",
            Self::None => "none",
        }
    }
}

impl Check {
    /// True if there is a box and its centre is in the viewport.
    #[must_use]
    pub fn is_on_screen(&self) -> bool {
        !matches!(self.refusal, Some(Refusal::Offscreen | Refusal::NoBox))
    }
}

/// Tries a click on the centre of an element.
#[must_use]
pub fn check(map: &HitMap<'_>, node: NodeId, policy: Policy) -> Check {
    let page = map.page();
    let rect = page.layout().get(node).map_or(Rect::ZERO, |b| b.rect);
    let point = rect.center();
    let viewport = page.device().viewport;
    let refusal = if rect.is_empty() {
        Some(Refusal::NoBox)
    } else if !Rect::new(0.0, 0.0, viewport.width, viewport.height).contains(point) {
        Some(Refusal::Offscreen)
    } else {
        let hit = map.at_seen_from(point, node);
        (!lands(page.dom(), node, hit, policy)).then_some(Refusal::Intercepted(hit))
    };
    Check { node, point, refusal }
}

/// Returns the effect of a pointer on an element as the page stands.
#[must_use]
pub fn reach(map: &HitMap<'_>, node: NodeId) -> Reach {
    match check(map, node, Policy::Lineage).refusal {
        None | Some(Refusal::Intercepted(None)) => Reach::Clear,
        Some(Refusal::Intercepted(Some(by))) => Reach::Obscured(by),
        Some(Refusal::Offscreen) => Reach::Offscreen,
        Some(_) => Reach::None,
    }
}

/// The elements of the page's document that a pointer is meant for, in document order: links, controls, what has a
/// `tabindex`, and elements with an interactive role.
pub fn interactive(page: &Page) -> impl Iterator<Item = NodeId> + '_ {
    let dom = page.dom();
    dom.elements_in_order().filter(move |&node| is_surveyed(dom, node))
}
