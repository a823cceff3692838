//! From placed boxes to the facts about nodes where some are known from a layout before: only what is different is said again.

use super::boxes::{Layout, LayoutBox, SaidBefore, Scroll};
use super::output::{Output, end};
use super::overflow::Scrollers;
use super::place::Placement;
use super::state::LayoutState;
use super::state::box_tree::{BoxFlags, BoxId, BoxKind, Replaced};
use super::state::changes::{Change, Changes};
use crate::dom::{NodeId, NodeMap};
use crate::geometry::Rect;

/// Limit: by what a layout may grow before all of it is said again. What is said of something a second time may take new room.
const MAX_GROWTH: usize = 2;

/// The layout of a page whose boxes are all placed, made of what was said of the same boxes before: only what is different is said
/// again. `None` if all has to be.
pub(super) fn again(
    pass: &LayoutState<'_>,
    placement: &Placement,
    scrollers: &Scrollers,
    order: &[BoxId],
    before: SaidBefore,
    changes: &Changes<'_>,
) -> Option<Layout> {
    let SaidBefore { layout, placement: places, scrollers: scrolled, .. } = before;
    // What is said of several boxes of a node is put together. Of `foreignObject`s an `svg` knows more than its box says.
    if !pass.tree.more.is_empty() || pass.tree.has_foreign_objects || layout.size() > MAX_GROWTH * layout.settled_size {
        return None;
    }
    let settled_size = layout.settled_size;
    let mut is_other = vec![false; pass.tree.len()];
    scrollers.others(&scrolled).for_each(|id| is_other[id.index()] = true);
    placement.other_svgs(&places).for_each(|id| is_other[id.index()] = true);
    let Layout { boxes, texts, fragments, frames, .. } = layout;
    let again = Some(NodeMap::new(pass.dom.len(), false));
    let (lines, rects) = (Vec::new(), Vec::new());
    let mut output = Output { pass, lines, placement, scrollers, rects, boxes, texts, again, is_mixed: false };
    for &id in changes.gone() {
        output.forget(id);
    }
    output.boxes.grow(pass.dom.len());
    output.texts.grow(pass.dom.len());
    let mut roots = Vec::new();
    for &id in order {
        let node = &pass.tree[id];
        let is_same = !is_other[id.index()]
            && !changes.of_box(id).contains(Change::INSIDE)
            && placement.is_in_same_place(&places, id);
        if is_same || node.is_text() && !node.is_break_without_place() || node.kind == BoxKind::Inline {
            continue;
        }
        let svgs = (placement.svg.get(&id), places.svg.get(&id));
        let has_other_elements = match svgs {
            (Some(svg), Some(was)) => !svg.holds_same_elements(was),
            (one, other) => places.places.get(id.index()).is_some() && one.is_some() != other.is_some(),
        };
        if has_other_elements || !placement.places[id.index()].is_placed && !node.is_break_without_place() {
            return None;
        }
        if svgs.0.is_some() {
            pass.dom.descendants(node.node).for_each(|inside| output.texts.forget(inside));
        }
        output.visit(id);
        if node.is_inline_root() {
            roots.push(id);
        }
    }
    if output.is_mixed {
        return None;
    }
    output.forget_unsaid(&roots);
    Some(Layout { settled_size, ..output.finish_again(fragments, frames) })
}

impl Output<'_, '_> {
    /// Forgets what was said of a box that is gone.
    fn forget(&mut self, id: BoxId) {
        let node = &self.pass.tree[id];
        if node.pseudo.is_some() || node.flags.contains(BoxFlags::ANONYMOUS) {
            return;
        }
        let inside = if node.kind == BoxKind::Replaced(Replaced::Svg) { Some(node.node) } else { None };
        let inside = inside.into_iter().flat_map(|svg| self.pass.dom.descendants(svg));
        for node in std::iter::once(node.node).chain(inside) {
            self.boxes.forget(node);
            self.texts.forget(node);
        }
    }

    /// Forgets the inline boxes that have no fragment on these lines any more.
    fn forget_unsaid(&mut self, roots: &[BoxId]) {
        let (tree, Some(again)) = (&self.pass.tree, &self.again) else { return };
        for &root in roots {
            let mut next = tree[root].first_child;
            while let Some(id) = next {
                let node = &tree[id];
                let is_on_line = matches!(node.kind, BoxKind::Inline | BoxKind::Br);
                let is_own = node.pseudo.is_none() && !node.flags.contains(BoxFlags::ANONYMOUS);
                if is_on_line && is_own && !again[node.node] {
                    self.boxes.forget(node.node);
                }
                let inside = node.first_child.filter(|_| node.kind == BoxKind::Inline);
                next = inside.or_else(|| tree.following(id, root));
            }
        }
    }

    /// Ends an output of some boxes; `frames`: those before, of which there are none or as many as now.
    fn finish_again(mut self, mut fragments: Vec<Rect>, frames: Vec<(NodeId, Scroll)>) -> Layout {
        let rects = self.take_rects();
        for group in rects.chunk_by(|one, other| one.0 == other.0) {
            let Some(own) = self.boxes.get_mut(group[0].0) else { continue };
            if let [(_, only)] = group {
                own.set_fragments(LayoutBox::ONE);
                own.set_rect(*only, false);
                continue;
            }
            let (from, known_end) = own.fragments();
            let known = fragments.get_mut(from as usize..known_end as usize).filter(|known| known.len() == group.len());
            match known {
                Some(known) => known.iter_mut().zip(group).for_each(|(known, (_, rect))| *known = *rect),
                None => {
                    let start = end(&fragments);
                    fragments.extend(group.iter().map(|(_, rect)| *rect));
                    own.set_fragments((start, end(&fragments)));
                }
            }
            own.cover(&fragments);
        }
        let frames = if frames.is_empty() { frames } else { self.frames() };
        self.whole(fragments, frames)
    }
}
