//! The cache that a layout leaves to the next one of the same page: boxes in which nothing changed keep their results.
//!
//! The box tree is generated again and compared with the one before. A box is *clean* if it and everything in it is as it
//! was: the same boxes with equal styles and texts, made of nodes that were not touched. Clean boxes that establish a
//! formatting context take results for constraints that they had before from their cache; all others are laid out again.

use std::cell::RefCell;
use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::box_table::BoxTable;
use super::box_tree::{BoxFlags, BoxId, BoxKind, BoxNode, BoxTree, TextSource};
use super::changes::Unchanged;
use super::display::is_multicol;
use super::edges::FixedEdges;
use super::flexible_styles::Ident;
use super::measure_cache::MeasureCache;
use super::results::{BoxAreas, BoxResult, InlineLayout};
use super::{Contexts, LayoutState, MeasuredSvgs};
use crate::device::Device;
use crate::dom::{Dom, NodeId};
use crate::layout::unit::{Edges, LayoutRect, Offset};
use crate::style::{EqualStyles, Pseudo, Styles};

/// The boxes of a finished layout.
#[derive(Debug)]
pub struct LaidOut {
    /// The boxes.
    pub tree: BoxTree,
    /// By box.
    pub(crate) results: BoxTable<BoxResult>,
    /// Lines of inline roots, by box.
    pub(crate) inlines: Vec<Option<Box<InlineLayout>>>,
    /// See [`ColumnParts`].
    pub(crate) parts: ColumnParts,
}

/// The parts of the boxes that are in several columns, from the corner of each, by multi-column container.
pub(crate) type ColumnParts = FxHashMap<BoxId, Vec<(BoxId, LayoutRect)>>;

/// The caches of a finished layout, besides its boxes.
#[derive(Debug)]
pub struct LayoutCache {
    measured: MeasureCache,
    collapsed_borders: FxHashMap<BoxId, Edges>,
    grids: FxHashMap<BoxId, taffy::DetailedGridInfo<Ident>>,
    static_places: Vec<(BoxId, StaticPlace)>,
    /// For a layout with the same styles and attributes.
    svg: MeasuredSvgs,
    fixed_edges: FixedEdges,
    /// Spent of the budgets for continued inline boxes and for lines, by this layout and those that it is based on.
    spent: (u64, u64),
}

/// The position in flow of a box that is then absolutely positioned.
#[derive(Debug, Clone, Copy)]
pub(super) struct StaticPlace {
    offset: Offset,
    container: Option<BoxId>,
    margin: Edges,
}

/// The boxes of a new tree in terms of an old one.
struct Comparison {
    /// By new box: the old box that it continues.
    old: Vec<Option<BoxId>>,
    /// By new box: something in it is not as it was.
    dirty: Vec<bool>,
}

impl<'a> LayoutState<'a> {
    /// Remembers where the flow left a box that is about to be absolutely positioned.
    pub(crate) fn keep_static_place(&mut self, id: BoxId) {
        let result = &self.results[id.index()];
        let place = StaticPlace { offset: result.offset, container: result.container, margin: *result.edges.margin() };
        self.static_places.push((id, place));
    }

    /// The boxes with the areas that were [kept](Self::keep_areas) and the [displacement](Self::relative_in_line) of each, and what else a later layout needs to go on from
    /// them: `None` where later stages changed what layout found out, and where a limit was reached: what is left out then
    /// depends on everything before it.
    pub(crate) fn into_parts(self) -> (LaidOut, Option<BoxAreas>, Vec<Offset>, Option<LayoutCache>) {
        let spent = (self.continued.spent(), self.lines.spent());
        let is_whole = self.tree.axes.is_empty()
            && self.tree.turned.is_empty()
            && !self.is_restyled
            && !self.has_first_line_styles
            && self.tree.warnings.is_empty()
            && !self.continued.is_exceeded()
            && !self.lines.is_exceeded();
        let kept = is_whole.then(|| LayoutCache {
            measured: self.measured,
            collapsed_borders: self.collapsed_borders,
            grids: self.grids,
            static_places: self.static_places,
            svg: self.svg.into_inner(),
            fixed_edges: self.fixed_edges,
            spent,
        });
        (
            LaidOut { tree: self.tree, results: self.results, inlines: self.inlines, parts: self.parts },
            self.areas,
            self.relative_in_line.unwrap_or_default(),
            kept,
        )
    }

    /// A layout of the same boxes, but for the length of these texts; all else of the page is as it was. `None` where other
    /// boxes may have to be generated.
    pub(crate) fn of_same_boxes(
        (dom, styles, device): (&'a Dom, &'a Styles, &'a Device),
        contexts: &'a dyn Contexts,
        (mut boxes, kept): (Box<LaidOut>, Box<LayoutCache>),
        texts: &[NodeId],
    ) -> Result<Self, (Box<LaidOut>, Box<LayoutCache>)> {
        let mut dirty = vec![false; boxes.tree.len()];
        for &node in texts {
            let Some(id) = boxes.tree.text_of(node) else { return Err((boxes, kept)) };
            let end = dom.text(node).map_or(0, |text| u32::try_from(text.len()).unwrap_or(u32::MAX));
            boxes.tree.boxes[id.index()].kind = BoxKind::Text(TextSource::Dom { start: 0, end });
            let mut at = Some(id);
            while let Some(id) = at.filter(|id| !std::mem::replace(&mut dirty[id.index()], true)) {
                at = boxes.tree[id].parent;
            }
        }
        Ok(Self::of_boxes_but((dom, styles, device), contexts, (*boxes, *kept), dirty, Vec::new()))
    }

    /// A layout of boxes of which only some have other children; `containers`: those; `gone`: boxes that are in the tree no more;
    /// `restyled`: the elements that were styled again with all in them.
    pub(crate) fn of_other_children(
        (dom, styles, device): (&'a Dom, &'a Styles, &'a Device),
        contexts: &'a dyn Contexts,
        (boxes, mut kept): (LaidOut, LayoutCache),
        (containers, gone): (&[BoxId], Vec<BoxId>),
        restyled: &[NodeId],
    ) -> Self {
        let before = boxes.results.len();
        let mut dirty = vec![false; boxes.tree.len()];
        dirty[before..].fill(true);
        gone.iter().for_each(|id| dirty[id.index()] = true);
        for &container in containers {
            let mut at = Some(container);
            while let Some(id) = at.filter(|id| !std::mem::replace(&mut dirty[id.index()], true)) {
                at = boxes.tree[id].parent;
            }
        }
        kept.measured.grow(dirty.len());
        kept.fixed_edges.extend(&boxes.tree.boxes[before..]);
        let restyled = Restyled::new(dom, restyled);
        kept.svg.retain(|id, _| !dirty[id.index()] && restyled.leaves(dom, boxes.tree[*id].node));
        Self::of_boxes_but((dom, styles, device), contexts, (boxes, kept), dirty, gone)
    }

    /// A layout of boxes that are laid out but for these; new ones are `dirty`, too.
    fn of_boxes_but(
        (dom, styles, device): (&'a Dom, &'a Styles, &'a Device),
        contexts: &'a dyn Contexts,
        (mut boxes, mut kept): (LaidOut, LayoutCache),
        mut dirty: Vec<bool>,
        gone: Vec<BoxId>,
    ) -> Self {
        let results = boxes.results.clone();
        boxes.results.grow(dirty.len());
        boxes.inlines.resize(dirty.len(), None);
        for index in 0..dirty.len() {
            let node = &boxes.tree.boxes[index];
            if dirty[index] && (node.kind == BoxKind::Table || is_multicol(&node.style)) {
                let id = BoxId::from_index(index);
                for inner in boxes.tree.descendants(id) {
                    dirty[inner.index()] = true;
                }
            }
        }
        for (index, _) in dirty.iter().enumerate().filter(|(_, is_dirty)| **is_dirty) {
            boxes.results[index] = BoxResult::default();
            kept.measured.forget(BoxId::from_index(index));
            boxes.inlines[index] = None;
        }
        let is_clean = |id: &BoxId| !dirty[id.index()];
        kept.collapsed_borders.retain(|id, _| is_clean(id));
        kept.grids.retain(|id, _| is_clean(id));
        boxes.parts.retain(|id, _| is_clean(id));
        let mut pass = Self::new(dom, styles, device, BoxTree::default(), contexts);
        (pass.results, pass.inlines, pass.measured) = (boxes.results, boxes.inlines, kept.measured);
        (pass.collapsed_borders, pass.grids, pass.fixed_edges) = (kept.collapsed_borders, kept.grids, kept.fixed_edges);
        for (id, place) in kept.static_places.into_iter().filter(|(id, _)| is_clean(id)) {
            let result = &mut pass.results[id.index()];
            (result.offset, result.container) = (place.offset, place.container);
            result.edges.set_margin(place.margin, &mut pass.used_edges);
        }
        (pass.tree, pass.parts) = (boxes.tree, boxes.parts);
        pass.svg = RefCell::new(kept.svg);
        pass.continued.spend(kept.spent.0);
        pass.lines.spend(kept.spent.1);
        pass.resumed = Some(vec![false; dirty.len()]);
        pass.unchanged = Some(Unchanged { results, is_new: dirty, gone });
        pass
    }

    /// Takes over what holds of an earlier layout. `changed`: nodes whose content, attributes or children are others, and
    /// all around them; `restyled`: the elements that were styled again with all in them, if they are known.
    pub(crate) fn resume(
        &mut self,
        mut boxes: LaidOut,
        kept: LayoutCache,
        changed: &FxHashSet<NodeId>,
        restyled: Option<&[NodeId]>,
    ) {
        let comparison = Comparison::new(&boxes.tree, &self.tree, changed);
        self.continued.spend(kept.spent.0);
        self.lines.spend(kept.spent.1);
        let mut new = vec![None; boxes.tree.len()];
        for (index, old) in comparison.old.iter().enumerate() {
            if let Some(old) = old {
                new[old.index()] = Some(BoxId::from_index(index));
            }
        }
        let renamed = |id: BoxId| new.get(id.index()).copied().flatten();
        for (index, old) in comparison.old.iter().enumerate() {
            let Some(old) = old.filter(|_| !comparison.dirty[index]) else { continue };
            let mut result = std::mem::take(&mut boxes.results[old.index()]);
            result.container = result.container.and_then(renamed);
            self.results[index] = result;
            self.measured.take_over(BoxId::from_index(index), &kept.measured, old);
            let mut lines = boxes.inlines[old.index()].take();
            if let Some(lines) = &mut lines {
                for fragment in &mut lines.fragments {
                    fragment.id = renamed(fragment.id).unwrap_or(fragment.id);
                }
                for (text, _) in &mut lines.texts {
                    *text = renamed(*text).unwrap_or(*text);
                }
            }
            self.inlines[index] = lines;
        }
        let clean = |old: BoxId| renamed(old).filter(|new| !comparison.dirty[new.index()]);
        self.collapsed_borders =
            kept.collapsed_borders.into_iter().filter_map(|(id, edges)| Some((clean(id)?, edges))).collect();
        self.grids = kept.grids.into_iter().filter_map(|(id, grid)| Some((clean(id)?, grid))).collect();
        let rename_parts = |parts: Vec<(BoxId, LayoutRect)>| {
            parts.into_iter().filter_map(|(id, part)| Some((renamed(id)?, part))).collect::<Vec<_>>()
        };
        self.parts =
            boxes.parts.into_iter().filter_map(|(id, parts)| Some((clean(id)?, rename_parts(parts)))).collect();
        for (old, place) in kept.static_places {
            if let Some(id) = clean(old) {
                let result = &mut self.results[id.index()];
                result.offset = place.offset;
                result.edges.set_margin(place.margin, &mut self.used_edges);
                result.container = place.container.and_then(renamed);
            }
        }
        if let Some(restyled) = restyled {
            let restyled = Restyled::new(self.dom, restyled);
            let keeps = |&(id, _): &(BoxId, _)| restyled.leaves(self.dom, self.tree[id].node);
            let all = kept.svg.into_iter().filter_map(|(id, measured)| Some((clean(id)?, measured)));
            self.svg = RefCell::new(all.filter(keeps).collect());
        }
        self.resumed = Some(vec![false; self.tree.len()]);
    }

    /// Before a box is laid out for good: what an earlier layout found out about the boxes in it no longer holds, but for
    /// the insides of those that answer for themselves.
    pub(super) fn forget_contents(&mut self, id: BoxId) {
        let Some(forgotten) = &mut self.resumed else { return };
        if std::mem::replace(&mut forgotten[id.index()], true) {
            return;
        }
        let mut noop = Vec::new();
        let is_new = self.unchanged.as_mut().map_or(&mut noop, |unchanged| &mut unchanged.is_new);
        let mut note = |id: BoxId| is_new.get_mut(id.index()).into_iter().for_each(|is_new| *is_new = true);
        note(id);
        self.inlines[id.index()] = None;
        let mut next = self.tree[id].first_child;
        while let Some(at) = next {
            let result = &mut self.results[at.index()];
            if self.measured.is_placed(at) {
                (result.container, result.offset) = (None, Offset::ZERO);
                result.edges.set_margin(Edges::default(), &mut self.used_edges);
                next = self.tree.following(at, id);
            } else {
                *result = BoxResult::default();
                self.inlines[at.index()] = None;
                note(at);
                next = self.tree[at].first_child.or_else(|| self.tree.following(at, id));
            }
        }
    }
}

/// The elements that were styled again.
struct Restyled {
    roots: FxHashSet<NodeId>,
    /// These elements and all around them.
    around: FxHashSet<NodeId>,
}

impl Restyled {
    fn new(dom: &Dom, roots: &[NodeId]) -> Self {
        let mut around = FxHashSet::default();
        for &root in roots {
            for node in std::iter::once(root).chain(dom.ancestors(root)) {
                if !around.insert(node) {
                    break;
                }
            }
        }
        Self { roots: roots.iter().copied().collect(), around }
    }

    /// True if an `svg` in which nothing changed is measured as before: nothing in it was styled again or is from elsewhere.
    fn leaves(&self, dom: &Dom, svg: NodeId) -> bool {
        !self.around.contains(&svg)
            && !dom.ancestors(svg).any(|node| self.roots.contains(&node))
            && !dom.descendants(svg).any(|node| dom.element(node).is_some_and(|e| &*e.name.local == "use"))
    }
}

impl Comparison {
    fn new(before: &BoxTree, after: &BoxTree, changed: &FxHashSet<NodeId>) -> Self {
        let mut comparison = Self { old: vec![None; after.len()], dirty: vec![false; after.len()] };
        let mut styles = EqualStyles::of_boxes();
        let mut order = Vec::with_capacity(after.len());
        let mut stack = vec![(Some(BoxId::ROOT), BoxId::ROOT)];
        let mut pairs = Vec::new();
        while let Some((old, new)) = stack.pop() {
            order.push(new);
            let node = &after[new];
            let is_same = old.is_some_and(|id| {
                let old = &before[id];
                let split = |tree: &BoxTree, id: BoxId| tree.split_inline(id).map(|inline| tree[inline].node);
                is_alike(old, node)
                    && split(before, id) == split(after, new)
                    && before.span(id) == after.span(new)
                    && is_same_text(before, after, old, node)
                    && !changed.contains(&node.node)
                    && styles.are_equal(&old.style, &node.style)
            });
            comparison.old[new.index()] = old;
            comparison.dirty[new.index()] = !is_same;
            pairs.clear();
            let same_children = pair_children(before, after, old, new, &mut pairs);
            if !same_children {
                comparison.dirty[new.index()] = true;
            }
            stack.extend(pairs.iter().rev());
        }
        for &id in order.iter().rev() {
            if comparison.dirty[id.index()]
                && let Some(parent) = after[id].parent
            {
                comparison.dirty[parent.index()] = true;
            }
        }
        // Tables and columns lay out what is in them with more than the questions that they ask it, and some of what is in a
        // box looks at its style.
        let mut whole = vec![false; after.len()];
        for &id in &order {
            let (node, index) = (&after[id], id.index());
            let is_in_whole = node.parent.is_some_and(|parent| whole[parent.index()]);
            comparison.dirty[index] |= is_in_whole;
            let is_restyled = |old: BoxId| !styles.are_equal(&before[old].style, &node.style);
            whole[index] = is_in_whole
                || comparison.dirty[index]
                    && (node.kind == BoxKind::Table
                        || is_multicol(&node.style)
                        || comparison.old[index].is_none_or(is_restyled));
        }
        comparison
    }
}

/// Returns `true` if two boxes are of the same kind and of the same node.
fn is_alike(old: &BoxNode, new: &BoxNode) -> bool {
    let is_same_kind = match (old.kind, new.kind) {
        // Their texts are compared.
        (BoxKind::Text(TextSource::Generated(_)), BoxKind::Text(TextSource::Generated(_))) => true,
        (old, new) => old == new,
    };
    is_same_kind
        && old.node == new.node
        && old.pseudo == new.pseudo
        && old.flags == new.flags
        && old.contents == new.contents
}

/// Generated texts are equal; other texts are those of their nodes.
fn is_same_text(before: &BoxTree, after: &BoxTree, old: &BoxNode, new: &BoxNode) -> bool {
    let generated = |tree: &BoxTree, node: &BoxNode| match node.kind {
        BoxKind::Text(TextSource::Generated(index)) => tree.generated.get(index as usize).cloned(),
        _ => None,
    };
    generated(before, old) == generated(after, new)
}

/// By what a child is found again among its parent's.
type ChildKey = (NodeId, Option<Pseudo>, bool, std::mem::Discriminant<BoxKind>);

fn child_key(tree: &BoxTree, id: BoxId) -> ChildKey {
    let node = &tree[id];
    let anonymous = node.flags.contains(BoxFlags::ANONYMOUS);
    // Anonymous boxes of a parent differ in what is in them.
    let named = node.first_child.filter(|_| anonymous).map_or(node.node, |child| tree[child].node);
    (named, node.pseudo, anonymous, std::mem::discriminant(&node.kind))
}

/// Pairs the children of a box with those that it had; false unless they are the same in the same order.
fn pair_children(
    before: &BoxTree,
    after: &BoxTree,
    old: Option<BoxId>,
    new: BoxId,
    pairs: &mut Vec<(Option<BoxId>, BoxId)>,
) -> bool {
    let mut olds = old.and_then(|old| before[old].first_child);
    let mut news = after[new].first_child;
    while let (Some(one), Some(other)) = (olds, news)
        && child_key(before, one) == child_key(after, other)
    {
        pairs.push((Some(one), other));
        (olds, news) = (before[one].next_sibling, after[other].next_sibling);
    }
    if olds.is_none() && news.is_none() {
        return true;
    }
    let mut rest: FxHashMap<ChildKey, VecDeque<BoxId>> = FxHashMap::default();
    while let Some(one) = olds {
        rest.entry(child_key(before, one)).or_default().push_back(one);
        olds = before[one].next_sibling;
    }
    while let Some(other) = news {
        let known = rest.get_mut(&child_key(after, other)).and_then(VecDeque::pop_front);
        pairs.push((known, other));
        news = after[other].next_sibling;
    }
    false
}
