//! Marks of elements for agents, beyond the tree: that a modal or something else covers an element, that it is off screen.

use std::cell::LazyCell;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::{Child, Snapshot, SnapshotNode, Unseen, UnseenClass, UnseenText};
use crate::dom::{NodeId, NodeMap, SparseNodeMap};
use crate::geometry::Rect;
use crate::hit::{Cover, HitMap, Modality, apart, cover};
use crate::page::Page;
use crate::refs::Ref;

/// The treatment of elements that a modal blocks.
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

/// The marks of a node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mark {
    /// A modal or `inert` blocks it.
    pub blocked: bool,
    /// This covers it wherever a pointer tries: the bar, overlay or dialog, not what of it was hit.
    pub covered_by: Option<NodeId>,
    /// Its ref, or that of an ancestor or descendant that the snapshot shows.
    pub covered_by_ref: Option<Ref>,
    /// The distance from the viewport in viewports: negative above, positive below, 0 if it is left or right of the viewport.
    pub offscreen: Option<i32>,
    /// Its ref is not shown.
    pub without_ref: bool,
    /// It has text that a person looking at the page does not see; only where that was asked for.
    pub unseen: Option<(UnseenClass, Unseen)>,
}

/// The placement of a box, regardless of the marks of its ancestors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placement {
    /// As [`Mark::offscreen`].
    pub(super) offscreen: Option<i32>,
    /// As [`Mark::blocked`].
    pub(super) blocked: bool,
}

/// The marks of a snapshot's nodes, by element.
#[derive(Debug, Clone)]
pub struct Marks {
    /// The marks of nodes that have some.
    marks: SparseNodeMap<Mark>,
    /// The placements of boxes that are not empty, if a budget may leave some out.
    placements: SparseNodeMap<Placement>,
    modality: Modality,
    /// Interactive elements above the viewport.
    above: usize,
    /// Interactive elements below the viewport.
    below: usize,
}

impl Marks {
    /// Judges every node that a snapshot shows.
    ///
    /// Interactive elements always carry their marks; others only where no ancestor has the same one.
    #[must_use]
    pub fn of(page: &Page, snapshot: &Snapshot, mode: ModalMode) -> Self {
        Self::judged(page, snapshot, mode, true)
    }

    /// Judges every node; `is_folded`: a budget may leave some out.
    pub(super) fn judged(page: &Page, snapshot: &Snapshot, mode: ModalMode, is_folded: bool) -> Self {
        let (map, modality) = (HitMap::new(page), Modality::of(page));
        let viewport = page.device().viewport;
        let mut marks = SparseNodeMap::new(page.dom().len());
        // Few pages have anything covered.
        let shown_refs = LazyCell::new(|| shown_refs(page, snapshot));
        let has_modal = modality.is_any_open();
        let mut placements = SparseNodeMap::new(if is_folded { page.dom().len() } else { 0 });
        let (mut above, mut below) = (0, 0);
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
            if is_folded && !rect.is_empty() {
                placements.insert(node.element, Placement { offscreen: full.offscreen, blocked: full.blocked });
            }
            if interactive && node.reference.is_some() {
                if full.offscreen.is_none() && !full.blocked && mode != ModalMode::Off {
                    let cover = cover(&map, node.element);
                    full.covered_by = cover.map(|cover| cover.overlay);
                    full.covered_by_ref = cover.and_then(|cover| ref_of_cover(page, &shown_refs, node.element, cover));
                }
                below += usize::from(rect.y >= viewport.height && !rect.is_empty());
                above += usize::from(rect.bottom() <= 0.0 && !rect.is_empty() && reachable_above(page, &rect));
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
            if shown != Mark::default() {
                marks.insert(node.element, shown);
            }
        }
        Self { marks, placements, modality, above, below }
    }

    /// Returns the marks of an element.
    #[must_use]
    pub fn get(&self, element: NodeId) -> Mark {
        self.marks.get(element).copied().unwrap_or_default()
    }

    /// Returns the placement of a node; `None` if it has no box, or an empty one.
    pub(super) fn placement(&self, element: NodeId) -> Option<Placement> {
        self.placements.get(element).copied()
    }

    /// Marks the elements that have these texts.
    pub(super) fn mark_unseen(&mut self, texts: &[UnseenText]) {
        for text in texts {
            let mark = self.get(text.element);
            let own = (text.class, text.why);
            // What is hidden counts before what is a name.
            let unseen = Some(mark.unseen.map_or(own, |known| known.min(own)));
            self.marks.insert(text.element, Mark { unseen, ..mark });
        }
    }

    /// Adds the marks of a node to its JSON.
    pub(super) fn add_to(&self, node: &SnapshotNode, object: &mut Map<String, Value>) {
        let mark = self.get(node.element);
        if mark.covered_by.is_some() {
            let by = mark.covered_by_ref.map_or(Value::Bool(true), |r| json!({ "by": r.to_string() }));
            object.insert("obscured".to_owned(), by);
        } else if mark.blocked {
            object.insert("obscured".to_owned(), Value::Bool(true));
        }
        if let Some(pages) = mark.offscreen {
            object.insert("offscreen".to_owned(), json!(pages));
        }
        if let Some((class, why)) = mark.unseen {
            object.insert("unseen".to_owned(), json!({ "class": class.as_str(), "why": why.as_str() }));
        }
        if mark.without_ref {
            object.remove("ref");
        }
    }

    /// The modals of the page.
    #[must_use]
    pub fn modality(&self) -> &Modality {
        &self.modality
    }

    /// Returns the number of interactive elements above the viewport, where one can scroll to them.
    #[must_use]
    pub(crate) fn interactive_above(&self) -> usize {
        self.above
    }

    /// Returns the number of interactive elements below the viewport.
    #[must_use]
    pub(crate) fn interactive_below(&self) -> usize {
        self.below
    }
}

/// True if a box above the viewport is not above the page as well: no scrolling shows those.
fn reachable_above(page: &Page, rect: &Rect) -> bool {
    rect.bottom() + page.layout().viewport().offset.y > 0.0
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

/// The ref to name a cover by: the overlay's own, else of an ancestor that does not hold `element`, else of what in it
/// was hit.
fn ref_of_cover(page: &Page, shown: &NodeMap<Option<Ref>>, element: NodeId, cover: Cover) -> Option<Ref> {
    let of = |node: &NodeId| shown.get(*node).copied().flatten();
    let chain = apart(page.dom(), cover.hit, element);
    let overlay = chain.iter().position(|&n| n == cover.overlay).unwrap_or_default();
    let (inside, around) = chain.split_at(overlay);
    around.iter().find_map(of).or_else(|| inside.iter().rev().find_map(of))
}

/// True for interactive elements: by role, or by the pointer cursor.
#[must_use]
pub fn is_interactive(node: &SnapshotNode) -> bool {
    node.role.is_interactive() || node.cursor_pointer
}

/// Returns the distance of an element's middle in viewports, if no part of it shows: 1 is the viewport below this one.
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
    /// Writes the YAML with the marks of an agent's view: `[obscured]`, `[obscured by=e9]`, `[offscreen=+2]`.
    pub(crate) fn write_yaml_with_marks(&self, marks: &Marks, write: &mut dyn FnMut(&str)) {
        self.write_yaml(&|node, out| write_marks(marks, node, out), write);
    }
}

/// Writes the marks that follow a node's ref; returns `true` if the ref is shown.
pub(super) fn write_marks(marks: &Marks, node: &SnapshotNode, out: &mut String) -> bool {
    let mark = marks.get(node.element);
    // Writing to a string cannot fail.
    if mark.covered_by.is_some() {
        match mark.covered_by_ref {
            Some(reference) => {
                let _ = write!(out, " [obscured by={reference}]");
            }
            None => out.push_str(" [obscured]"),
        }
    } else if mark.blocked {
        out.push_str(" [obscured]");
    }
    match mark.offscreen {
        Some(0) => out.push_str(" [offscreen]"),
        Some(pages) => {
            let _ = write!(out, " [offscreen={pages:+}]");
        }
        None => {}
    }
    if let Some((class, why)) = mark.unseen {
        let _ = write!(out, " [{}={}]", class.mark(), why.as_str());
    }
    !mark.without_ref
}
