//! One layout of one page: the box tree, the results so far, and the questions formatting contexts ask about each other's
//! boxes.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bfc::{Bfc, Side, margin_box};
use super::block;
use super::box_tree::{BoxFlags, BoxId, BoxKind, BoxTree, Control};
use super::inline;
use super::orthogonal;
use super::replaced;
use super::sizing::{BoxEdges, is_scroll_container};
use super::table;
use super::taffy as flexible;
use super::tree::{BoxResult, Constraints, InlineLayout, InlineSpace, MinMax, Outcome, Purpose};
use super::unit::{Edges, Extent, LayoutUnit, Offset};
use crate::device::Device;
use crate::dom::{Dom, NodeId};
use crate::geometry::Point;
use crate::style::Styles;
use crate::style::computed::{Appearance, Display};

/// Limit: how many measurements of a box are remembered; more than any page seen asks for with different constraints.
const REMEMBERED: usize = 8;

/// A layout in progress.
#[derive(Debug)]
pub(crate) struct Pass<'a> {
    /// The document.
    pub(crate) dom: &'a Dom,
    /// Its styles.
    pub(crate) styles: &'a Styles,
    /// The device.
    pub(crate) device: &'a Device,
    /// Where scroll containers are scrolled to, whatever the page says; a document stands for its viewport.
    pub(crate) scrolls: &'a [(NodeId, Point)],
    /// The boxes.
    pub(crate) tree: BoxTree,
    /// By box.
    pub(crate) results: Vec<BoxResult>,
    /// Lines of inline roots, by box.
    pub(crate) inlines: Vec<Option<Box<InlineLayout>>>,
    /// What inline formatting contexts remember.
    pub(crate) inline: inline::InlineCache,
    /// Borders of tables and cells that collapse with their neighbours'.
    pub(crate) collapsed_borders: FxHashMap<BoxId, Edges>,
    /// Of flex and grid containers that were measured.
    pub(crate) translated: FxHashMap<BoxId, Box<flexible::Translated>>,
    /// By box: margins, borders and padding that depend on nothing but the style.
    pub(super) fixed_edges: Vec<Option<BoxEdges>>,
    cache: Vec<Cache>,
}

/// What is known of a box laid out before.
#[derive(Debug, Clone, Default)]
struct Cache {
    /// The constraints that the results of its descendants were written for.
    placed: Option<Box<(Constraints, Outcome)>>,
    measured: Vec<(Constraints, Outcome)>,
    content: Option<MinMax>,
}

/// An atomic inline, laid out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Atomic {
    /// Border box size and baselines.
    pub(crate) outcome: Outcome,
    /// Used margins.
    pub(crate) margin: Edges,
    /// What sits on the line's baseline, from the border box's top; the bottom margin edge if the box has no baseline.
    pub(crate) baseline: LayoutUnit,
}

/// Margins, borders and padding of an inline box, used values.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct InlineEdges {
    /// Margins; `auto` is 0.
    pub(crate) margin: Edges,
    /// Border widths.
    pub(crate) border: Edges,
    /// Padding.
    pub(crate) padding: Edges,
}

impl<'a> Pass<'a> {
    /// A layout in which nothing is known yet.
    pub(crate) fn new(dom: &'a Dom, styles: &'a Styles, device: &'a Device, tree: BoxTree) -> Self {
        let len = tree.len();
        let fixed_edges =
            tree.boxes.iter().map(|b| if b.is_text() { None } else { BoxEdges::fixed(&b.style) }).collect();
        Self {
            dom,
            styles,
            device,
            scrolls: &[],
            tree,
            results: vec![BoxResult::default(); len],
            inlines: vec![None; len],
            inline: inline::InlineCache::default(),
            collapsed_borders: FxHashMap::default(),
            translated: FxHashMap::default(),
            fixed_edges,
            cache: vec![Cache::default(); len],
        }
    }

    /// Lays out an atomic inline of an inline formatting context with a content box of `width` (and `percent_height`).
    pub(crate) fn layout_atomic(
        &mut self,
        id: BoxId,
        width: LayoutUnit,
        percent_height: Option<LayoutUnit>,
        purpose: Purpose,
    ) -> Atomic {
        let outcome = self.layout(id, &Constraints::fit(width, percent_height, purpose));
        let node = &self.tree[id];
        let margin = self.own_edges(id, Some(width)).margin;
        // CSS 2 10.8.1: an inline-block has the baseline of its last line, unless it has none or its overflow is not
        // visible; inline tables, flex and grid containers have their first.
        let flow = matches!(node.kind, BoxKind::Block) || node.kind == BoxKind::Control(Control::Button);
        let clipped = node.kind == BoxKind::Block && is_scroll_container(&node.style);
        let baseline = if node.style.contain_layout || clipped {
            None
        } else if flow && node.style.display != Display::WebkitInlineBox {
            outcome.last_baseline
        } else {
            outcome.first_baseline
        };
        // Chrome: check boxes, radio buttons and sliders sit on the line with their border box, other boxes with their margin box.
        let ticked = matches!(node.kind, BoxKind::Control(Control::Checkbox | Control::Radio))
            && node.style.appearance != Appearance::None
            || node.kind == BoxKind::Control(Control::Range);
        let bottom = outcome.size.height + if ticked { LayoutUnit::ZERO } else { margin.bottom };
        Atomic { outcome, margin, baseline: baseline.unwrap_or(bottom) }
    }

    /// The margin box size of the float `id` in an inline formatting context: does it fit on the current line?
    pub(crate) fn measure_float(&mut self, id: BoxId, space: &InlineSpace) -> Extent {
        let edges = self.own_edges(id, Some(space.width));
        let outcome = self.layout(id, &Constraints::fit(space.width, space.percent_height, Purpose::Measure));
        margin_box(outcome.size, &edges.margin)
    }

    /// Lays out the float `id`, a child or descendant of the block container `root`, and places it in `bfc`, its top
    /// margin edge not above `y` (in the context's coordinates), between the edges of the content box that `space`
    /// describes. Writes its result if `space.purpose` is `Place`. Returns the corner of its margin box, in the context's
    /// coordinates.
    pub(crate) fn place_float(
        &mut self,
        root: BoxId,
        id: BoxId,
        bfc: &mut Bfc,
        y: LayoutUnit,
        space: &InlineSpace,
    ) -> Offset {
        let style = Arc::clone(&self.tree[id].style);
        let edges = self.own_edges(id, Some(space.width));
        let outcome = self.layout(id, &Constraints::fit(space.width, space.percent_height, space.purpose));
        let size = margin_box(outcome.size, &edges.margin);
        let clear = block::clear_sides(&style, style.direction);
        let side: Side = block::used_side(&style);
        let left = space.origin.x;
        let corner = bfc.place(side, size, y, clear, left, left + space.width);
        if space.purpose == Purpose::Place {
            let root_edges = &self.results[root.index()];
            let inset = Offset::new(
                root_edges.border.left + root_edges.padding.left,
                root_edges.border.top + root_edges.padding.top,
            );
            let result = &mut self.results[id.index()];
            result.offset = corner - space.origin + Offset::new(edges.margin.left, edges.margin.top) + inset;
            result.container = Some(root);
            result.margin = edges.margin;
        }
        corner
    }

    /// The used margins, borders and padding of an inline box in a containing block of `width` (`None`: while intrinsic
    /// sizes are measured); those at a split ([`SPLIT_START`](BoxFlags::SPLIT_START)) are 0. Physical sides.
    pub(crate) fn inline_edges(&self, id: BoxId, width: Option<LayoutUnit>) -> InlineEdges {
        let node = &self.tree[id];
        let edges = self.edges(id, width);
        let mut edges = InlineEdges { margin: edges.margin, border: edges.border, padding: edges.padding };
        let rtl = node.style.direction == crate::style::computed::Direction::Rtl;
        let (start, end) = (node.flags.contains(BoxFlags::SPLIT_START), node.flags.contains(BoxFlags::SPLIT_END));
        let (no_left, no_right) = if rtl { (end, start) } else { (start, end) };
        for sides in [&mut edges.margin, &mut edges.border, &mut edges.padding] {
            if no_left {
                sides.left = LayoutUnit::ZERO;
            }
            if no_right {
                sides.right = LayoutUnit::ZERO;
            }
        }
        edges
    }

    /// Lays out a box that establishes an independent formatting context, or is replaced.
    pub(crate) fn layout(&mut self, id: BoxId, constraints: &Constraints) -> Outcome {
        let cache = &self.cache[id.index()];
        if let Some(placed) = &cache.placed {
            let key = Constraints { purpose: placed.0.purpose, size_only: false, ..*constraints };
            if placed.0 == key {
                return placed.1;
            }
        }
        if constraints.purpose == Purpose::Measure
            && let Some((_, outcome)) = cache.measured.iter().find(|(key, _)| {
                // An answer with baselines serves a question without.
                key == constraints || constraints.size_only && *key == Constraints { size_only: false, ..*constraints }
            })
        {
            return *outcome;
        }
        let outcome = self.layout_uncached(id, constraints);
        let cache = &mut self.cache[id.index()];
        match constraints.purpose {
            Purpose::Place => cache.placed = Some(Box::new((*constraints, outcome))),
            Purpose::Measure => {
                if cache.measured.len() >= REMEMBERED {
                    cache.measured.remove(0);
                }
                // Most boxes are measured once, and there may be a million.
                if cache.measured.is_empty() {
                    cache.measured.reserve_exact(1);
                }
                cache.measured.push((*constraints, outcome));
            }
        }
        if constraints.purpose == Purpose::Place {
            let result = &mut self.results[id.index()];
            result.size = outcome.size;
            result.first_baseline = outcome.first_baseline;
            result.last_baseline = outcome.last_baseline;
        }
        outcome
    }

    fn layout_uncached(&mut self, id: BoxId, constraints: &Constraints) -> Outcome {
        if constraints.purpose == Purpose::Place && !matches!(self.tree[id].kind, BoxKind::Table) {
            let edges = self.edges(id, constraints.percent_width);
            let result = &mut self.results[id.index()];
            result.border = edges.border;
            result.padding = edges.padding;
        }
        match self.tree[id].kind {
            BoxKind::Flex | BoxKind::Grid => flexible::layout(self, id, constraints),
            BoxKind::Table => table::layout(self, id, constraints),
            BoxKind::Replaced(_) => replaced::layout(self, id, constraints),
            BoxKind::Control(Control::Button) => replaced::layout_button(self, id, constraints),
            BoxKind::Control(_) => replaced::layout(self, id, constraints),
            BoxKind::Fieldset => replaced::layout_fieldset(self, id, constraints),
            _ => block::layout_root(self, id, constraints),
        }
    }

    /// Lays out a document in a viewport of the given size, everything but absolutely positioned boxes.
    pub(crate) fn layout_document(&mut self, document: BoxId, viewport: Extent) {
        let constraints = Constraints {
            fixed_width: Some(viewport.width),
            fixed_height: Some(viewport.height),
            ..Constraints::fill(viewport.width, Some(viewport.height), Purpose::Place)
        };
        self.layout(document, &constraints);
    }

    /// The min-content and max-content width of a box's content box.
    pub(crate) fn content_sizes(&mut self, id: BoxId) -> MinMax {
        if let Some(sizes) = self.cache[id.index()].content {
            return sizes;
        }
        let node = &self.tree[id];
        let style = Arc::clone(&node.style);
        let sizes = if style.contain_size || style.contain_inline_size || self.skips_size(id) {
            MinMax::both(LayoutUnit::from_f32(style.contain_intrinsic_width.length.unwrap_or(0.0)))
        } else {
            match node.kind {
                _ if orthogonal::applies(self, id) => orthogonal::content_sizes(self, id),
                BoxKind::Flex | BoxKind::Grid => flexible::content_sizes(self, id),
                BoxKind::Table => {
                    let inset = self.edges(id, None).inset().width();
                    table::intrinsic(self, id).plus(-inset)
                }
                BoxKind::Replaced(_) => replaced::content_sizes(self, id),
                BoxKind::Control(Control::Button | Control::ListBox) => self.flow_sizes(id),
                BoxKind::Control(_) => replaced::content_sizes(self, id),
                _ => self.flow_sizes(id),
            }
        };
        self.cache[id.index()].content = Some(sizes);
        sizes
    }

    /// The same of a block container, from its contents as if its lines were horizontal.
    pub(super) fn flow_sizes(&mut self, id: BoxId) -> MinMax {
        let sizes =
            if self.tree[id].is_inline_root() { inline::intrinsic(self, id) } else { block::content_sizes(self, id) };
        let style = &self.tree[id].style;
        if style.column_count.is_none() && style.column_width.is_none() {
            return sizes;
        }
        super::multicol::content_sizes(style, sizes)
    }

    /// Contributions that do not follow from the contents alone: replaced elements, controls, tables. `None`: they do.
    pub(crate) fn special_contribution(
        &mut self,
        id: BoxId,
        constraints: &Constraints,
        edges: &BoxEdges,
    ) -> Option<MinMax> {
        match self.tree[id].kind {
            BoxKind::Table => Some(table::intrinsic(self, id)),
            BoxKind::Replaced(_) => Some(replaced::contribution(self, id, constraints, edges)),
            BoxKind::Control(Control::Button) => None,
            BoxKind::Control(_) => Some(replaced::contribution(self, id, constraints, edges)),
            _ => None,
        }
    }

    /// Moves everything in a box down by `by`: what was written into its results already.
    pub(crate) fn shift_contents(&mut self, id: BoxId, by: LayoutUnit) {
        let down = Offset::new(LayoutUnit::ZERO, by);
        if self.tree[id].is_inline_root() {
            self.results[id.index()].inline_corner = self.results[id.index()].inline_corner + down;
        }
        // Offsets of everything whose container is this box: children, and what is inside of inline boxes.
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
