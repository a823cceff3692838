//! The verdict on a click: what counts as landing, and why a click is refused. The survey of a page ([`check`](super::check))
//! and the click on one element ([`land`](super::land)) give the same.

use crate::dom::{Dom, NodeId, ns};

/// The policy by which a hit counts as landing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Policy {
    /// The hit is the element, inside it, around it, or related to it by a label; or nothing is hit.
    #[default]
    Lineage,
    /// Playwright: the hit is the element or inside it.
    Playwright,
}

/// The outcome of a click.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// It lands.
    Lands,
    /// The boxes cannot decide it. Not a reason to refuse.
    Unknown(Unknown),
    /// It does not land.
    Refused(Refusal),
}

/// The reason why it cannot be known where a click lands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// A canvas (this one), of which the page holds neither what it draws nor what reacts in it.
    Canvas(NodeId),
    /// Neither is what a plugin shows.
    Plugin(NodeId),
    /// The document of this frame was not saved.
    Frame(NodeId),
    /// A custom element (this one) whose contents were not saved.
    Custom(NodeId),
}

/// The reason why a click does not land.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// This is in front; `None` if nothing is hit at all.
    Intercepted(Option<NodeId>),
    /// Its `pointer-events: none` lets it through to this.
    PointerEventsNone(Option<NodeId>),
    /// It, or the control that it belongs to, is disabled.
    Disabled(NodeId),
    /// `inert` keeps every pointer away from it.
    Inert,
    /// It has no box, or an empty one.
    NoBox,
    /// It has `visibility: hidden`.
    Hidden,
    /// No scrolling brings it into the window.
    Offscreen,
    /// It is in the window, but an ancestor or its own `clip` clips it away.
    Clipped,
}

impl Unknown {
    /// The word for it in answers.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Canvas(_) => "canvas",
            Self::Plugin(_) => "plugin",
            Self::Frame(_) => "frame",
            Self::Custom(_) => "custom_element",
        }
    }

    /// The element that too little is known about.
    #[must_use]
    pub fn node(self) -> NodeId {
        match self {
            Self::Canvas(node) | Self::Plugin(node) | Self::Frame(node) | Self::Custom(node) => node,
        }
    }
}

impl Refusal {
    /// The word for it in answers.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Intercepted(_) => "intercepted",
            Self::PointerEventsNone(_) => "pointer_events_none",
            Self::Disabled(_) => "disabled",
            Self::Inert => "inert",
            Self::NoBox => "no_box",
            Self::Hidden => "hidden",
            Self::Offscreen => "offscreen",
            Self::Clipped => "clipped",
        }
    }
}

/// Content that is not in the page.
pub(super) fn opaque(dom: &Dom, node: NodeId) -> Option<Unknown> {
    let element = dom.element(node).filter(|e| e.name.ns == ns!(html))?;
    match &*element.name.local {
        "canvas" => Some(Unknown::Canvas(node)),
        "embed" | "applet" => Some(Unknown::Plugin(node)),
        // What an object holds is shown where its data is not.
        "object" => (element.frame_document.is_none() && is_empty_object(dom, node)).then_some(Unknown::Plugin(node)),
        "iframe" | "frame" | "fencedframe" | "portal" => {
            element.frame_document.is_none().then_some(Unknown::Frame(node))
        }
        _ => None,
    }
}

/// True for an `object` for which the page has only the address.
fn is_empty_object(dom: &Dom, node: NodeId) -> bool {
    let is_content = |child: NodeId| match dom.element(child) {
        Some(element) => !matches!(&*element.name.local, "param" | "script" | "style"),
        None => dom.text(child).is_some_and(|text| !text.trim().is_empty()),
    };
    !dom.children(node).any(is_content)
}
