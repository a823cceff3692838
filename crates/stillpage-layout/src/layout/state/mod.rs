//! The state of one layout of one page: its boxes, the results so far, and the entries through which a
//! formatting context has other boxes laid out.
//!
//! *Invariant*: formatting contexts know this room and nothing of each other. A question about another box goes through
//! [`LayoutState::layout`], [`LayoutState::content_sizes`] and the other entries below, which [`Contexts`] answers.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

mod box_cache;
pub(super) mod box_table;
pub(crate) mod box_tree;
pub(super) mod changes;
pub(super) mod display;
pub(super) mod edges;
pub(crate) mod establish;
pub(crate) mod flexible_styles;
mod float_shape;
pub(super) mod floats;
pub(crate) mod inline_items;
mod inline_level;
mod intrinsic;
pub(super) mod layout_cache;
mod measure_cache;
pub(super) mod results;
pub(super) mod scroll_bars;
pub(super) mod sizing;
pub(crate) mod subgrids;
pub(crate) mod used_edges;

use self::box_cache::BoxCache;
use self::box_table::BoxTable;
use self::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree, Control};
use self::edges::{BoxEdges, FixedEdges};
use self::flexible_styles::{FlexibleStyles, Ident, SharedStyles};
use self::floats::Bfc;
use self::inline_items::InlineCache;
use self::measure_cache::MeasureCache;
use self::results::{
    BoxArea, BoxAreas, BoxResult, Constraints, InlineLayout, InlineOutcome, InlineSpace, IntrinsicWidths, LayoutResult,
    MinMax, Purpose,
};
use self::subgrids::Subgrids;
use self::used_edges::{SharedEdges, UsedEdges};
use super::stack;
use super::svg_box::{SvgBox, SvgPaths};
use super::unit::{Edges, Extent, LayoutRect, LayoutUnit, Offset};
use crate::device::Device;
use crate::dom::{Dom, NodeId};
use crate::geometry::{Point, Size};
use crate::limits::{Budget, Limit};
use crate::style::computed::Dimension;
use crate::style::{ComputedStyle, Pseudo, Styles};

/// Limit: calls of [`LayoutState::descend`] inside each other. A box is entered at most twice on the way down, to be measured
/// and to be laid out, so this is twice the deepest tree that is generated.
fn max_depth() -> u64 {
    2 * Limit::BoxDepth.value()
}

/// The dispatch, which lays out boxes by the kind of formatting context that they establish. The dispatch implements it;
/// formatting contexts reach it through [`LayoutState`].
pub(crate) trait Contexts: std::fmt::Debug {
    /// Lays out a box that establishes an independent formatting context or is replaced.
    fn layout(&self, pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult;

    /// Lays out the contents of a block container in a block formatting context of their own, in one column of the given
    /// border-box width; returns the content height beside the outcome.
    fn layout_strip(
        &self,
        pass: &mut LayoutState<'_>,
        id: BoxId,
        edges: &BoxEdges,
        width: LayoutUnit,
        purpose: Purpose,
    ) -> (LayoutUnit, LayoutResult);

    /// Lays out a block container that establishes a block formatting context (or a multi-column container), whatever
    /// else its box is.
    fn layout_flow_root(&self, pass: &mut LayoutState<'_>, id: BoxId, constraints: &Constraints) -> LayoutResult;

    /// Breaks the contents of a block container with inline-level children into lines.
    fn layout_lines(&self, pass: &mut LayoutState<'_>, id: BoxId, space: &InlineSpace, bfc: &mut Bfc) -> InlineOutcome;

    /// The min-content and max-content widths of a box's contents, as far as they are asked for.
    /// `basis` is what percentages refer to, if that counts.
    fn content_sizes(
        &self,
        pass: &mut LayoutState<'_>,
        id: BoxId,
        basis: Option<LayoutUnit>,
        widths: IntrinsicWidths,
    ) -> MinMax;

    /// The border-box contribution of a box whose contribution does not follow from its contents alone (replaced elements,
    /// controls, tables); `None` for all others.
    fn special_contribution(
        &self,
        pass: &mut LayoutState<'_>,
        id: BoxId,
        constraints: &Constraints,
        edges: &BoxEdges,
    ) -> Option<MinMax>;
}

/// A layout in progress.
#[derive(Debug)]
pub(super) struct LayoutState<'a> {
    /// The document.
    pub dom: &'a Dom,
    /// Its styles.
    pub styles: &'a Styles,
    /// The device.
    pub device: &'a Device,
    /// Scroll offsets that override those of the page; a document stands for its viewport.
    pub scrolls: &'a [(NodeId, Point)],
    /// The boxes.
    pub tree: BoxTree,
    /// By box; empty once its [areas](Self::keep_areas) are kept.
    pub(crate) results: BoxTable<BoxResult>,
    areas: Option<BoxAreas>,
    /// Edges that results share.
    pub(crate) used_edges: SharedEdges,
    /// Lines of inline roots, by box.
    pub(crate) inlines: Vec<Option<Box<InlineLayout>>>,
    /// The caches of inline formatting contexts.
    pub inline: InlineCache,
    /// Borders of tables and cells that collapse with their neighbours'.
    pub(crate) collapsed_borders: FxHashMap<BoxId, Edges>,
    /// The translated styles of flex and grid containers that were measured.
    pub(crate) flexible_styles: BoxCache<Box<FlexibleStyles>>,
    /// Translated styles that those share.
    pub(crate) shared_styles: SharedStyles,
    /// The lines that subgrids take from the grids around them.
    subgrids: Subgrids,
    /// The tracks of grid containers with something absolutely positioned in them.
    pub(crate) grids: FxHashMap<BoxId, taffy::DetailedGridInfo<Ident>>,
    /// The parts of boxes in several columns.
    pub(crate) parts: layout_cache::ColumnParts,
    /// The grid areas of relatively positioned items whose insets are percentages.
    pub(crate) relative_areas: FxHashMap<BoxId, Extent>,
    /// The first and the last baseline of what is in boxes with other axes inside than outside, from their own block start.
    pub(crate) inner_baselines: FxHashMap<BoxId, (Option<LayoutUnit>, Option<LayoutUnit>)>,
    /// By box: margins, borders and padding that depend on nothing but the style.
    pub(super) fixed_edges: FixedEdges,
    /// The union of the fragments of each inline box, by the root of its lines: of those that absolutely positioned boxes
    /// asked for, once everything in flow has its place.
    pub(crate) inline_rects: RefCell<FxHashMap<BoxId, FxHashMap<BoxId, LayoutRect>>>,
    /// By box: the displacement by the relative positions of itself and the inline boxes around it. `None` until all sizes are
    /// known; empty if nothing is displaced.
    pub(crate) relative_in_line: Option<Vec<Offset>>,
    /// Inline boxes that go on from line to line, see [`Limit::ContinuedInlineBoxes`].
    pub(crate) continued: Budget,
    /// Lines of long blocks, see [`Limit::Lines`].
    pub lines: Budget,
    /// See [`Limit::GridSteps`].
    pub(crate) grid_steps: Budget,
    /// See [`Limit::CollapsedSlots`].
    pub(crate) collapsed_slots: Budget,
    /// See [`Limit::ClipPoints`].
    pub(crate) clip_points: Budget,
    contexts: &'a dyn Contexts,
    depth: u64,
    measured: MeasureCache,
    /// No other layout goes on from this one.
    pub(super) is_last: bool,
    /// The measured contents of outermost `svg`s.
    svg: RefCell<MeasuredSvgs>,
    /// The paths in them.
    pub(crate) svg_paths: SvgPaths,
    /// The positions in flow of the boxes that are then absolutely positioned.
    static_places: Vec<(BoxId, layout_cache::StaticPlace)>,
    /// Some block container has a `::first-line`.
    pub(crate) has_first_line_styles: bool,
    /// A box was given another style than it was generated with.
    is_restyled: bool,
    /// In a layout that goes on from an earlier one, by box: what that found out about its contents is forgotten.
    resumed: Option<Vec<bool>>,
    /// In a layout of boxes that an earlier one had, too.
    unchanged: Option<changes::Unchanged>,
}

/// The elements in outermost `svg`s, by box, with the size of the content box that they were measured for.
type MeasuredSvgs = FxHashMap<BoxId, (Size, Arc<[SvgBox]>)>;

impl<'a> LayoutState<'a> {
    /// A layout in which nothing is known yet.
    pub(super) fn new(
        dom: &'a Dom,
        styles: &'a Styles,
        device: &'a Device,
        tree: BoxTree,
        contexts: &'a dyn Contexts,
    ) -> Self {
        let len = tree.len();
        let fixed_edges = FixedEdges::of(&tree.boxes);
        Self {
            dom,
            styles,
            device,
            scrolls: &[],
            tree,
            results: BoxTable::new(len),
            used_edges: SharedEdges::default(),
            areas: None,
            inlines: vec![None; len],
            inline: InlineCache::default(),
            collapsed_borders: FxHashMap::default(),
            flexible_styles: BoxCache::default(),
            shared_styles: SharedStyles::default(),
            subgrids: Subgrids::default(),
            grids: FxHashMap::default(),
            parts: FxHashMap::default(),
            relative_areas: FxHashMap::default(),
            inner_baselines: FxHashMap::default(),
            fixed_edges,
            inline_rects: RefCell::default(),
            relative_in_line: None,
            continued: Budget::new(Limit::ContinuedInlineBoxes),
            lines: Budget::new(Limit::Lines),
            grid_steps: Budget::new(Limit::GridSteps),
            collapsed_slots: Budget::new(Limit::CollapsedSlots),
            clip_points: Budget::new(Limit::ClipPoints),
            contexts,
            depth: 0,
            measured: MeasureCache::new(len),
            is_last: false,
            svg: RefCell::default(),
            svg_paths: SvgPaths::default(),
            static_places: Vec::new(),
            has_first_line_styles: styles.has_pseudo_of_kind(Pseudo::FirstLine),
            is_restyled: false,
            resumed: None,
            unchanged: None,
        }
    }

    /// Goes down to a box: every recursion of layout passes here, where its depth is guarded and its stack is provided.
    /// `None` if the box is nested too deeply: the caller gives it the size that its style alone has.
    pub(crate) fn descend<R>(&mut self, level: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if self.depth >= max_depth() {
            self.tree.warnings.limit(Limit::BoxDepth);
            return None;
        }
        self.depth += 1;
        let answer = stack::with_room(|| level(self));
        self.depth -= 1;
        Some(answer)
    }

    /// Lays out a box that establishes an independent formatting context, or is replaced.
    pub(super) fn layout(&mut self, id: BoxId, constraints: &Constraints) -> LayoutResult {
        let constraints = &self.without_idle(id, constraints);
        if let Some(known) = self.measured.get(id, constraints) {
            return known;
        }
        if constraints.purpose == Purpose::Place {
            self.forget_contents(id);
        }
        if constraints.purpose == Purpose::Place && !matches!(self.tree[id].kind, BoxKind::Table) {
            let edges = self.edges(id, constraints.percent_width);
            let result = &mut self.results[id.index()];
            result.edges.set_inset(edges.border, edges.padding, &mut self.used_edges);
        }
        let contexts = self.contexts;
        let outcome = self
            .descend(|pass| contexts.layout(pass, id, constraints))
            .unwrap_or_else(|| self.layout_style_alone(id, constraints));
        self.measured.add(id, constraints, &outcome);
        if constraints.purpose == Purpose::Place {
            if self.is_last {
                self.measured.forget_measured(id);
            }
            let result = &mut self.results[id.index()];
            result.size = outcome.size;
            result.first_baseline = outcome.first_baseline.into();
            result.last_baseline = outcome.last_baseline.into();
        }
        outcome
    }

    /// The constraints of a box as they are when those that make no difference to it have the same values always: questions
    /// that differ in nothing else share an answer.
    fn without_idle(&self, id: BoxId, constraints: &Constraints) -> Constraints {
        let mut constraints = *constraints;
        let node = &self.tree[id];
        let is_flow = matches!(
            node.kind,
            BoxKind::Block
                | BoxKind::Flex
                | BoxKind::Grid
                | BoxKind::TableCell
                | BoxKind::TableCaption
                | BoxKind::Control(Control::Button)
        );
        // Heights go on through anonymous boxes, and through blocks in quirks mode.
        if !is_flow || node.flags.intersects(BoxFlags::ANONYMOUS | BoxFlags::QUIRKS | BoxFlags::ORTHOGONAL) {
            return constraints;
        }
        let style = &node.style;
        constraints.fixed_height_definite |= constraints.fixed_height.is_none();
        if constraints.percent_height.is_some()
            && ![&style.height, &style.min_height, &style.max_height].into_iter().any(Dimension::depends_on_room)
        {
            constraints.percent_height = None;
        }
        let has_width = constraints.fixed_width.is_some() || style.width == Dimension::Auto;
        let has_height = constraints.fixed_height.is_some() || style.height == Dimension::Auto;
        constraints.ignore_sizes &= !(has_width && has_height);
        constraints
    }

    /// Lays out a document in a viewport of the given size, everything but absolutely positioned boxes.
    pub(crate) fn layout_document(&mut self, document: BoxId, viewport: Extent) {
        let viewport = self.tree.axes(document).extent(viewport);
        let constraints = Constraints {
            fixed_width: Some(viewport.width),
            fixed_height: Some(viewport.height),
            ..Constraints::fill(viewport.width, Some(viewport.height), Purpose::Place)
        };
        self.layout(document, &constraints);
    }

    /// Gives a box another style.
    pub(crate) fn set_style(&mut self, id: BoxId, style: Arc<ComputedStyle>) {
        self.is_restyled = true;
        self.fixed_edges.set_style(id, &style);
        self.tree.boxes[id.index()].style = style;
    }

    /// The border box that a box has without contents.
    fn layout_style_alone(&mut self, id: BoxId, constraints: &Constraints) -> LayoutResult {
        let edges = self.edges(id, constraints.percent_width);
        let width = self.used_width(id, constraints, &edges);
        let height = self.used_height(id, constraints, &edges, width, edges.inset().height());
        LayoutResult { size: Extent::new(width, height), ..LayoutResult::default() }
    }

    /// See [`Contexts::layout_strip`].
    pub(crate) fn layout_strip(
        &mut self,
        id: BoxId,
        edges: &BoxEdges,
        width: LayoutUnit,
        purpose: Purpose,
    ) -> (LayoutUnit, LayoutResult) {
        self.contexts.layout_strip(self, id, edges, width, purpose)
    }

    /// See [`Contexts::layout_flow_root`].
    pub(crate) fn layout_flow_root(&mut self, id: BoxId, constraints: &Constraints) -> LayoutResult {
        self.contexts.layout_flow_root(self, id, constraints)
    }

    /// See [`Contexts::layout_lines`].
    pub(crate) fn layout_lines(&mut self, id: BoxId, space: &InlineSpace, bfc: &mut Bfc) -> InlineOutcome {
        self.contexts.layout_lines(self, id, space, bfc)
    }

    /// Forgets the results of a box.
    pub(crate) fn forget_results(&mut self, id: BoxId) {
        self.measured.forget(id);
    }

    /// Forgets the results of a box but for the widths of its contents.
    fn forget_sizes(&mut self, id: BoxId) {
        self.measured.forget_sizes(id);
    }

    /// Forgets the caches that every box's size was found with, and if no layout follows also the measured results.
    pub(crate) fn forget_caches(&mut self, is_last: bool) {
        self.inline = InlineCache::default();
        self.flexible_styles = BoxCache::default();
        self.shared_styles = SharedStyles::default();
        self.subgrids = Subgrids::default();
        if is_last {
            self.measured = MeasureCache::new(0);
            self.static_places = Vec::new();
        }
    }

    /// Drops what of the results only another layout would ask for, which is half of them.
    pub(crate) fn keep_areas(&mut self) {
        if self.areas.is_none() {
            self.areas = Some(std::mem::take(&mut self.results).into_map(BoxArea::of));
        }
    }

    /// The size of a box's border box and its edges.
    pub(crate) fn size_and_edges(&self, id: BoxId) -> (Extent, &UsedEdges) {
        match &self.areas {
            Some(areas) => (areas[id.index()].size, &areas[id.index()].edges),
            None => (self.results[id.index()].size, &self.results[id.index()].edges),
        }
    }

    /// The corner of a box's lines in its border box.
    pub(crate) fn inline_corner(&self, id: BoxId) -> Offset {
        match &self.areas {
            Some(areas) => areas[id.index()].inline_corner,
            None => self.results[id.index()].inline_corner,
        }
    }

    /// The elements in an outermost `svg` whose content box has this size; `measure` finds them out.
    pub(crate) fn svg_boxes(&self, id: BoxId, size: Size, measure: impl FnOnce() -> Arc<[SvgBox]>) -> Arc<[SvgBox]> {
        if let Some((_, known)) = self.svg.borrow().get(&id).filter(|(known, _)| *known == size) {
            return Arc::clone(known);
        }
        let boxes = measure();
        self.svg.borrow_mut().insert(id, (size, Arc::clone(&boxes)));
        boxes
    }

    /// See [`Contexts::special_contribution`].
    pub(crate) fn special_contribution(
        &mut self,
        id: BoxId,
        constraints: &Constraints,
        edges: &BoxEdges,
    ) -> Option<MinMax> {
        self.contexts.special_contribution(self, id, constraints, edges)
    }

    /// Moves everything in a box down by `by`: what was written into its results already.
    pub(crate) fn shift_contents(&mut self, id: BoxId, by: LayoutUnit) {
        let down = Offset::new(LayoutUnit::ZERO, by);
        if self.tree[id].is_inline_root() {
            self.results[id.index()].inline_corner = self.results[id.index()].inline_corner + down;
        }
        // Offsets of everything whose container is this box: children, and the contents of inline boxes.
        let mut next = self.tree[id].first_child;
        while let Some(child) = next {
            if self.results[child.index()].container == Some(id) {
                self.results[child.index()].offset = self.results[child.index()].offset + down;
            }
            let inside = matches!(self.tree[child].kind, BoxKind::Inline) && self.tree[id].is_inline_root();
            next = if inside { self.tree[child].first_child } else { None };
            next = next.or_else(|| self.tree.following(child, id));
        }
    }
}
