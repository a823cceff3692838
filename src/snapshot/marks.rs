//! What an agent should know of each element beyond the tree: that a modal or something else covers it, that it is off
//! screen.

use super::{Child, Snapshot, SnapshotNode};
use crate::dom::{NodeId, NodeMap};
use crate::geometry::Rect;
use crate::hit::{Cover, HitMap, Modality, apart, cover};
use crate::page::Page;
use crate::refs::Ref;

/// What to do with elements that a modal blocks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ModalMode {
    /// Mark them `[obscured]`.
    #[default]
    Mark,
    /// Show them without refs.
    Drop,
    /// Nothing.
    Off,
}

/// What is known of a node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mark {
    /// A modal or `inert` blocks it.
    pub blocked: bool,
    /// This covers it wherever a pointer tries: the bar, overlay or dialog, not what of it was hit.
    pub covered_by: Option<NodeId>,
    /// The ref of that, or of what it is in or what is in it: one that the snapshot shows.
    pub covered_by_ref: Option<Ref>,
    /// How many viewports away it is: negative above, positive below, 0 if it is left or right of the viewport.
    pub offscreen: Option<i32>,
    /// Its ref is not shown.
    pub without_ref: bool,
}

/// The marks of a snapshot's nodes, by element.
#[derive(Debug)]
pub struct Marks {
    marks: NodeMap<Mark>,
    modality: Modality,
    /// Interactive elements below the viewport.
    below: usize,
}

impl Marks {
    /// Judges every node that a snapshot shows.
    ///
    /// Interactive elements always carry their marks; others only where those around them do not say the same already.
    #[must_use]
    pub fn of(page: &Page, snapshot: &Snapshot, mode: ModalMode) -> Self {
        let (map, modality) = (HitMap::new(page), Modality::of(page));
        let viewport = page.device().viewport;
        let mut marks = NodeMap::new(page.dom().len(), Mark::default());
        let shown_refs = shown_refs(page, snapshot);
        let has_modal = modality.is_any_open();
        let mut below = 0;
        // The mark of each open ancestor, by depth.
        let mut around: Vec<Mark> = Vec::new();
        for (depth, child) in snapshot.walk() {
            let Child::Node(index) = child else { continue };
            let node = snapshot.node(*index);
            around.truncate(depth);
            let outer = around.last().copied().unwrap_or_default();
            let interactive = is_interactive(node);
            let rect = page.layout().get(node.element).map_or(Rect::ZERO, |b| b.rect);
            let mut full = Mark {
                blocked: mode != ModalMode::Off && modality.blocks(node.element),
                offscreen: offscreen(&rect, viewport.width, viewport.height)
                    .or_else(|| map.is_scrolled_away(node.element).then_some(0)),
                ..Mark::default()
            };
            if interactive && node.reference.is_some() {
                if full.offscreen.is_none() && !full.blocked && mode != ModalMode::Off {
                    let cover = cover(&map, node.element);
                    full.covered_by = cover.map(|cover| cover.overlay);
                    full.covered_by_ref = cover.and_then(|cover| ref_of_cover(page, &shown_refs, node.element, cover));
                }
                below += usize::from(rect.y >= viewport.height && !rect.is_empty());
            }
            around.push(full);
            let mut shown = full;
            if !interactive {
                shown.blocked &= !outer.blocked;
                if outer.offscreen == full.offscreen {
                    shown.offscreen = None;
                }
            }
            if mode == ModalMode::Drop && has_modal && (full.blocked || modality.is_around(node.element)) {
                shown = Mark { without_ref: true, offscreen: shown.offscreen, ..Mark::default() };
            }
            if node.reference.is_none() {
                shown = Mark::default();
            }
            marks[node.element] = shown;
        }
        Self { marks, modality, below }
    }

    /// What is known of an element.
    #[must_use]
    pub fn get(&self, element: NodeId) -> Mark {
        self.marks.get(element).copied().unwrap_or_default()
    }

    /// The modals of the page.
    #[must_use]
    pub fn modality(&self) -> &Modality {
        &self.modality
    }

    /// How many interactive elements lie below the viewport.
    #[must_use]
    pub fn interactive_below(&self) -> usize {
        self.below
    }
}

/// The ref of an element, or of the nearest one around it that has one.
#[must_use]
pub fn ref_around(page: &Page, snapshot: &Snapshot, element: NodeId) -> Option<Ref> {
    std::iter::successors(Some(element), |&n| page.dom().composed_parent(n)).find_map(|n| snapshot.refs().of(n))
}

/// The refs that a snapshot prints, by element.
fn shown_refs(page: &Page, snapshot: &Snapshot) -> NodeMap<Option<Ref>> {
    let mut shown = NodeMap::new(page.dom().len(), None);
    for (_, child) in snapshot.walk() {
        if let Child::Node(index) = child {
            let node = snapshot.node(*index);
            shown[node.element] = node.reference;
        }
    }
    shown
}

/// The ref to name a cover by: the overlay's own, else of what is around it and does not hold `element`, else of what in it
/// was hit.
fn ref_of_cover(page: &Page, shown: &NodeMap<Option<Ref>>, element: NodeId, cover: Cover) -> Option<Ref> {
    let of = |node: &NodeId| shown.get(*node).copied().flatten();
    let chain = apart(page.dom(), cover.hit, element);
    let overlay = chain.iter().position(|&n| n == cover.overlay).unwrap_or_default();
    let (inside, around) = chain.split_at(overlay);
    around.iter().find_map(of).or_else(|| inside.iter().rev().find_map(of))
}

/// True for what an agent acts on: by its role, or since a pointer says so over it.
#[must_use]
pub fn is_interactive(node: &SnapshotNode) -> bool {
    node.role.is_interactive() || node.cursor_pointer
}

/// How many viewports an element's middle is away, if no part of it shows.
#[expect(clippy::cast_possible_truncation, reason = "saturates; pages are not that long")]
fn offscreen(rect: &Rect, width: f32, height: f32) -> Option<i32> {
    if rect.is_empty() {
        return None;
    }
    if rect.y >= height {
        return Some(((rect.center().y / height).floor() as i32).max(1));
    }
    if rect.bottom() <= 0.0 {
        return Some(((rect.center().y / height).floor() as i32).min(-1));
    }
    (rect.x >= width || rect.right() <= 0.0).then_some(0)
}

impl Snapshot {
    /// The YAML with the marks of an agent's view: `[obscured]`, `[obscured by=e9]`, `[offscreen=+2]`.
    #[must_use]
    pub fn to_yaml_with_marks(&self, marks: &Marks) -> String {
        self.to_yaml(&|node| marks_text(marks, node))
    }
}

/// Whether a node's ref is shown, and the marks that follow it.
pub(super) fn marks_text(marks: &Marks, node: &SnapshotNode) -> (bool, String) {
    let mark = marks.get(node.element);
    let mut text = String::new();
    if mark.covered_by.is_some() {
        match mark.covered_by_ref {
            Some(reference) => text.push_str(&format!(" [obscured by={reference}]")),
            None => text.push_str(" [obscured]"),
        }
    } else if mark.blocked {
        text.push_str(" [obscured]");
    }
    match mark.offscreen {
        Some(0) => text.push_str(" [offscreen]"),
        Some(pages) => text.push_str(&format!(" [offscreen={pages:+}]")),
        None => {}
    }
    (!mark.without_ref, text)
}
