//! Explanations of visibility: what hides an element, from whom, and where it is.

use serde::Serialize;

use super::super::element::{Bounds, bounds};
use super::subject::{ITSELF, Subject};
use crate::aria::HiddenBy;
use crate::dom::NodeId;
use crate::geometry::Rect;
use crate::hit::{HitMap, Modality, cover};
use crate::page::Page;
use crate::safe_text::{SafeText, safe};
use crate::snapshot::{Omission, SnapshotOptions, omission};

#[derive(Serialize)]
pub(super) struct Visibility {
    /// A person who looks at the whole page could see it.
    pub(super) visible: bool,
    /// It is exposed to assistive technology.
    pub(super) exposed: bool,
    pub(super) hidden_by: Vec<Cause>,
    /// A modal or `inert` keeps pointers away.
    pub(super) blocked: Option<SafeText>,
    /// This covers it wherever a pointer tries.
    pub(super) covered_by: Option<SafeText>,
    /// `above`, `below`, `left` or `right` of the window; `None` if a part of it shows.
    pub(super) offscreen: Option<&'static str>,
    /// Ancestors clip all of it.
    pub(super) clipped_by: Option<SafeText>,
}

#[derive(Serialize)]
pub(super) struct Cause {
    element: SafeText,
    how: &'static str,
}

impl Visibility {
    pub(super) fn of(subject: &Subject<'_>) -> Self {
        let (page, node) = (subject.page, subject.node);
        let causes = HiddenBy::all(page.dom(), page.styles(), page.layout(), node);
        let visible = !causes.iter().any(|cause| cause.how.is_invisible());
        let modality = Modality::of(page);
        let blocked = modality.blocks(node).then(|| match modality.blocker(page.dom(), node) {
            Some(modal) => safe!("the open modal {}", subject.describe(modal)),
            None => "inert".into(),
        });
        let map = HitMap::new(page);
        let offscreen = page.layout().get(node).filter(|_| visible).and_then(|b| off_window(page, &b.rect));
        let reachable = visible && offscreen.is_none();
        Self {
            visible,
            exposed: subject.aria().is_some_and(|a| !a.exposure.contains(crate::aria::Exposure::HIDDEN)),
            hidden_by: causes
                .iter()
                .map(|cause| Cause { element: subject.describe(cause.node), how: cause.how.words() })
                .collect(),
            blocked,
            covered_by: cover(&map, node).filter(|_| reachable).map(|by| subject.describe(by.overlay)),
            offscreen,
            clipped_by: clipper(page, node).filter(|_| visible).map(|by| subject.describe(by)),
        }
    }
}

/// On which side of the window a box is, if no part of it shows.
fn off_window(page: &Page, rect: &Rect) -> Option<&'static str> {
    let window = page.device().viewport;
    match () {
        () if rect.bottom() <= 0.0 => Some("above"),
        () if rect.y >= window.height => Some("below"),
        () if rect.right() <= 0.0 => Some("left of"),
        () if rect.x >= window.width => Some("right of"),
        () => None,
    }
}

/// The element whose clip leaves nothing of the node's box.
fn clipper(page: &Page, node: NodeId) -> Option<NodeId> {
    let layout = page.layout();
    let mut rest = layout.get(node)?.rect;
    let mut at = page.paint_list().iter().find(|item| item.node == node)?.clip.get();
    while let Some(clip) = at.and_then(|index| layout.clip(index)) {
        rest = rest.intersect(&clip.to_viewport.apply_rect(&clip.area));
        if rest.is_empty() {
            // What the window clips away is off screen; the viewport of a frame stands for the frame.
            return page.dom().element(clip.node).map(|_| clip.node).or_else(|| page.dom().frame_element(clip.node));
        }
        at = clip.parent;
    }
    None
}

#[derive(Serialize)]
pub(super) struct InSnapshot {
    pub(super) shown: bool,
    pub(super) why: SafeText,
}

impl InSnapshot {
    pub(super) fn of(subject: &Subject<'_>) -> Self {
        let reason = omission(subject.page, &SnapshotOptions::default(), subject.node);
        let reference = subject.elements.reference(subject.node);
        let pointer = subject.aria().is_some_and(|a| a.exposure.contains(crate::aria::Exposure::POINTER));
        let why = match reason {
            None if reference.is_some() => SafeText::new(),
            None if !pointer => "without a ref, since pointer-events: none keeps pointers away".into(),
            None => "without a ref, since it has no visible box".into(),
            Some(Omission::Inside(outer)) => safe!("it is in {}, whose content is left out", subject.describe(outer)),
            Some(rule) => safe!("it {}", rule.words()),
        };
        Self { shown: reason.is_none(), why }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BoxPlacement {
    /// In the window.
    pub(super) viewport: Bounds,
    /// From the top left of the page.
    pub(super) page: Bounds,
    /// The number of its client rects: more than one for inline boxes over several lines.
    pub(super) rects: usize,
    pub(super) display: &'static str,
    pub(super) position: &'static str,
}

impl BoxPlacement {
    pub(super) fn of(subject: &Subject<'_>) -> Option<Self> {
        let (page, node) = (subject.page, subject.node);
        let own = page.layout().get(node)?;
        let style = page.styles().get(node)?;
        Some(Self {
            viewport: bounds(page, node),
            page: own.rect.translate(page.layout().viewport().offset).into(),
            rects: page.layout().client_rects(node).len(),
            display: style.display.css(),
            position: style.position.css(),
        })
    }
}

impl Visibility {
    pub(super) fn lines(&self) -> Vec<SafeText> {
        // What hides a visible element hides it from assistive technology alone.
        let verdict = if self.visible { "visually, but hidden from assistive technology" } else { "no" };
        let mut lines: Vec<SafeText> = Vec::new();
        for cause in &self.hidden_by {
            lines.push(match &*cause.element {
                ITSELF => safe!("{}: {}", verdict, cause.how),
                _ => safe!("{}: {} of {}", verdict, cause.how, cause.element),
            });
        }
        if self.visible {
            lines.extend(self.blocked.iter().map(|by| safe!("obscured: {} blocks it", by)));
            lines.extend(self.covered_by.iter().map(|by| safe!("obscured: {} covers it", by)));
            lines.extend(self.offscreen.map(|side| safe!("off screen: {} the window", side)));
            lines.extend(self.clipped_by.iter().map(|by| safe!("clipped away by {}", by)));
            if lines.is_empty() {
                lines.push("yes".into());
            }
        } else if self.exposed {
            lines.push("still exposed to assistive technology".into());
        }
        lines
    }
}
