//! Whether clicks on the centres of elements would land, as the page stands: the survey of a page.

use super::lineage::lands;
use super::map::HitMap;
use crate::dom::{Dom, ElementData, LocalName, NodeId, local_name, ns};
use crate::geometry::{Point, Rect};
use crate::page::Page;

/// What counts as landing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Policy {
    /// The hit is the element, inside it, around it, or related to it by a label; or nothing is hit.
    #[default]
    Lineage,
    /// Playwright: the hit is the element or inside it.
    Playwright,
}

/// A click on the centre of an element.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Check {
    /// The element.
    pub node: NodeId,
    /// The centre of its bounding box, viewport coordinates.
    pub point: Point,
    /// Why the click does not land; `None` if it does.
    pub miss: Option<Miss>,
}

/// Why a click does not land.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Miss {
    /// Something else is in front; `None` if nothing at all is hit.
    Intercepted(Option<NodeId>),
    /// The point is outside of the viewport.
    Offscreen,
    /// The element has no box, or an empty one.
    NotVisible,
}

/// What a pointer can do with an element as the page stands.
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
    pub fn word(self) -> &'static str {
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
        !matches!(self.miss, Some(Miss::Offscreen | Miss::NotVisible))
    }
}

/// Tries a click on the centre of an element.
#[must_use]
pub fn check(map: &HitMap<'_>, node: NodeId, policy: Policy) -> Check {
    let page = map.page();
    let rect = page.layout().get(node).map_or(Rect::ZERO, |b| b.rect);
    let point = rect.center();
    let viewport = page.device().viewport;
    let miss = if rect.is_empty() {
        Some(Miss::NotVisible)
    } else if !Rect::new(0.0, 0.0, viewport.width, viewport.height).contains(point) {
        Some(Miss::Offscreen)
    } else {
        let hit = map.at_seen_from(point, node);
        (!lands(page.dom(), node, hit, policy)).then_some(Miss::Intercepted(hit))
    };
    Check { node, point, miss }
}

/// What a pointer can do with an element as the page stands.
#[must_use]
pub fn reach(map: &HitMap<'_>, node: NodeId) -> Reach {
    match check(map, node, Policy::Lineage).miss {
        None | Some(Miss::Intercepted(None)) => Reach::Clear,
        Some(Miss::Intercepted(Some(by))) => Reach::Obscured(by),
        Some(Miss::Offscreen) => Reach::Offscreen,
        Some(Miss::NotVisible) => Reach::None,
    }
}

fn is_hidden_input(element: &ElementData) -> bool {
    element.attr(&local_name!("type")).is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
}

/// The elements of the page's document that a pointer is meant for, in document order: links, controls, what has a
/// `tabindex`, and what says to be one by its role.
pub fn interactive(page: &Page) -> impl Iterator<Item = NodeId> + '_ {
    let dom = page.dom();
    dom.elements_in_order().filter(move |&node| is_interactive(dom, node))
}

fn is_interactive(dom: &Dom, node: NodeId) -> bool {
    let Some(element) = dom.element(node) else { return false };
    let has = |name: LocalName| element.attr(&name).is_some();
    let role = element.attr(&local_name!("role"));
    if has(local_name!("tabindex"))
        || matches!(role, Some("button" | "link" | "checkbox" | "tab" | "menuitem" | "option"))
    {
        return true;
    }
    let local = &element.name.local;
    if element.name.ns != ns!(html) {
        return *local == local_name!("a") && has(local_name!("href"));
    }
    match *local {
        local_name!("a") => has(local_name!("href")),
        local_name!("input") => !is_hidden_input(element),
        local_name!("button") | local_name!("select") | local_name!("textarea") | local_name!("summary") => true,
        _ => false,
    }
}
