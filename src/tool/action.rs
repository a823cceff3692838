//! The element of an action on a tab, how it was found, and whether the pointer reaches it.

use super::element::Elements;
use super::landing::refusal;
use super::{Call, target};
use crate::dom::NodeId;
use crate::error::Error;
use crate::geometry::Point;
use crate::hit::{Action, HitMap, Landing, Policy, Refusal, land_in_view, lands, retarget};

/// An element to act on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    /// The element.
    pub node: NodeId,
    /// Its ref, if it has one.
    pub reference: Option<String>,
    /// It was rendered again since its ref was assigned.
    pub healed: bool,
}

impl Target {
    /// The element that a ref or a CSS selector names on the page of a call.
    ///
    /// # Errors
    /// As for every tool: the ref's fate, [`Error::Selector`].
    pub(crate) fn find(call: &Call<'_>, text: &str) -> Result<Self, Error> {
        let page = call.page();
        let elements = Elements::new(call);
        let node = target::find_one(page, &elements, text)?;
        Ok(Self { node, reference: elements.reference(node), healed: false })
    }

    /// The point where an action on the element goes, once it is in the window; its middle for actions that no pointer does.
    ///
    /// # Errors
    /// [`Error::Action`] if the action would not reach it.
    pub(crate) fn aim(&self, call: &Call<'_>, node: NodeId, action: Action) -> Result<Point, Error> {
        let page = call.page();
        let landing = land_in_view(&HitMap::new(page), node, action, Policy::default());
        if let Some(error) = refusal(page, &Elements::new(call), &landing) {
            return Err(error.into());
        }
        let middle = page.layout().get(node).map_or(Point::ZERO, |own| own.rect.center());
        Ok(landing.point.unwrap_or(middle))
    }

    /// Compares with the browser's hit test at the point.
    ///
    /// # Errors
    /// [`Error::Action`] if it is something else.
    pub(crate) fn confirm(
        &self,
        call: &Call<'_>,
        node: NodeId,
        point: Point,
        hit: Option<NodeId>,
    ) -> Result<(), Error> {
        let (page, dom) = (call.page(), call.page().dom());
        // A text is hit for its element.
        let hit = std::iter::successors(hit, |&n| dom.flat_parent(n)).find(|&n| dom.element(n).is_some());
        let hit = hit.map(|hit| retarget(dom, hit, node));
        if lands(dom, node, hit, Policy::default()) {
            return Ok(());
        }
        let landing = Landing::refused_at(node, point, Refusal::Intercepted(hit));
        refusal(page, &Elements::new(call), &landing).map_or(Ok(()), |error| Err(error.into()))
    }
}
