//! Block formatting contexts: blocks stacked top to bottom, with collapsing margins, floats and clearance.
//!
//! <https://www.w3.org/TR/CSS22/visuren.html#block-formatting>, <https://www.w3.org/TR/CSS22/box.html#collapsing-margins>,
//! <https://www.w3.org/TR/CSS22/visudet.html#blockwidth>.
//!
//! The vertical position of a block is not known until something solid (a border, padding, a line, a box of a new
//! formatting context, clearance) ends the collapsing of margins: until then it is *unresolved*, and margins gather in a
//! [`MarginStrut`]. Floats met meanwhile are placed where the block would be if nothing else came; when that turns out
//! wrong, the layout is abandoned up to the nearest ancestor whose position is known, which starts it again with the right
//! expectation ([`Bfc::expected`]). No block is laid out more than three times for that by its parent.

use std::sync::Arc;

use super::margin::{MarginStrut, ignores_quirky_margins, quirky_margins, trims};
use crate::dom::local_name;
use crate::layout::list_box::group_label_height;
use crate::layout::state::LayoutState;
use crate::layout::state::box_tree::{BoxFlags, BoxId, BoxKind, Contents, Control};
use crate::layout::state::display::{clear_sides, is_inline_display, is_multicol, is_scroll_container};
use crate::layout::state::edges::BoxEdges;
use crate::layout::state::establish::{establishes_bfc, passes_percent_height};
use crate::layout::state::floats::{Bfc, FloatState, Side};
use crate::layout::state::results::{Constraints, InlineSpace, LayoutResult, Purpose};
use crate::layout::text_align::empty_line;
use crate::layout::unit::{Edges, Extent, LayoutUnit, Offset};
use crate::style::ComputedStyle;
use crate::style::computed::{BaselineSource, Direction};

/// The place of a block in a block formatting context, in the context's coordinates.
#[derive(Debug, Clone, Copy)]
pub(super) struct FlowSpace {
    /// Left edge of its border box.
    pub(super) x: LayoutUnit,
    /// Its top border edge without the strut.
    pub(super) y: LayoutUnit,
    /// Margins that adjoin its top: earlier siblings', ancestors', its own.
    pub(super) strut: MarginStrut,
    /// Its top border edge is not above this (clearance of itself or an ancestor); `MIN` without.
    pub(super) clearance: LayoutUnit,
    /// Its top border edge once something solid is met, regardless of the strut: cleared past adjoining floats.
    pub(super) forced: Option<LayoutUnit>,
    /// Nothing in its block container precedes it: its first line is the first formatted line.
    pub(super) first_formatted: bool,
}

impl FlowSpace {
    /// The place of the root of a block formatting context.
    pub(super) const ROOT: Self = Self {
        x: LayoutUnit::ZERO,
        y: LayoutUnit::ZERO,
        strut: MarginStrut::EMPTY,
        clearance: LayoutUnit::MIN,
        forced: None,
        first_formatted: true,
    };
}

/// The result of laying out a block in a block formatting context.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FlowOutcome {
    pub(super) outcome: LayoutResult,
    /// Border box height by content.
    pub(super) intrinsic: LayoutUnit,
    /// Its top border edge; `None` if margins collapse through it.
    pub(super) resolved: Option<LayoutUnit>,
    /// Clearance moved it.
    pub(super) pushed: bool,
    /// The margins that adjoin its bottom, without its own bottom margin.
    pub(super) end: MarginStrut,
    /// Floats were placed for another position than `resolved`.
    pub(super) aborted: bool,
    /// A line was cut off below (`line-clamp`): what follows takes no room.
    pub(super) clamped: bool,
}

/// The layout was abandoned: floats have to be placed again.
pub(super) struct Aborted;

/// A block container being laid out.
pub(super) struct Flow<'p, 'a> {
    pub(super) pass: &'p mut LayoutState<'a>,
    pub(super) bfc: &'p mut Bfc,
    pub(super) id: BoxId,
    pub(super) style: Arc<ComputedStyle>,
    pub(super) space: FlowSpace,
    pub(super) edges: BoxEdges,
    /// Border box width.
    pub(super) width: LayoutUnit,
    /// Content height for percentages.
    pub(super) percent_height: Option<LayoutUnit>,
    pub(super) purpose: Purpose,
    /// No baseline is wanted of the block.
    size_only: bool,
    /// Top border edge, once known.
    pub(super) resolved: Option<LayoutUnit>,
    /// The position of the next child's margin edge, from the top border edge.
    pub(super) at: LayoutUnit,
    /// Margins waiting for the next child.
    pub(super) strut: MarginStrut,
    pub(super) pushed: bool,
    /// The last child collapsed through and had clearance.
    pub(super) cleared_through: bool,
    pub(super) first_baseline: Option<LayoutUnit>,
    pub(super) last_baseline: Option<LayoutUnit>,
    /// The first baseline from the top of the child that has it.
    pub(super) own_first_baseline: Option<LayoutUnit>,
    /// Content height at which `line-clamp` cut.
    pub(super) clamp: Option<LayoutUnit>,
    pub(super) marker: Option<BoxId>,
}

#[expect(clippy::too_many_arguments, reason = "the state of a box that its parent knows")]
pub(super) fn flow(
    pass: &mut LayoutState<'_>,
    bfc: &mut Bfc,
    id: BoxId,
    constraints: &Constraints,
    edges: &BoxEdges,
    width: LayoutUnit,
    space: FlowSpace,
    is_root: bool,
) -> FlowOutcome {
    let style = Arc::clone(&pass.tree[id].style);
    let inset = edges.inset();
    let definite = pass.definite_height(id, constraints, edges, width);
    let usable = constraints.fixed_height.is_none() || constraints.fixed_height_definite;
    let percent_height = match definite.filter(|_| usable) {
        Some(height) => Some((height - inset.height()).clamp_negative()),
        None if passes_percent_height(pass, id) => constraints.percent_height.map(|h| {
            // Chrome: quirks mode fills the viewport with body and html, margins and borders taken off,
            // within their minimum and maximum.
            if pass.tree[id].flags.intersects(BoxFlags::BODY | BoxFlags::DOCUMENT_ELEMENT) {
                let filled = (h - edges.margin.height()).clamp_negative();
                pass.clamp_height(id, filled, constraints, edges) - inset.height()
            } else {
                h
            }
        }),
        None => None,
    };
    if constraints.purpose == Purpose::Place {
        let result = &mut pass.results[id.index()];
        result.edges.set_inset(edges.border, edges.padding, &mut pass.used_edges);
        result.definite_height = percent_height.into();
    }
    let mut flow = Flow {
        pass,
        bfc,
        id,
        style,
        space,
        edges: *edges,
        width,
        percent_height,
        purpose: constraints.purpose,
        size_only: constraints.size_only && constraints.purpose == Purpose::Measure,
        resolved: None,
        at: LayoutUnit::ZERO,
        strut: space.strut,
        pushed: false,
        cleared_through: false,
        first_baseline: None,
        last_baseline: None,
        own_first_baseline: None,
        clamp: None,
        marker: None,
    };
    match flow.run(constraints, is_root) {
        Ok(outcome) => outcome,
        Err(Aborted) => FlowOutcome { aborted: true, resolved: flow.resolved, ..FlowOutcome::default() },
    }
}

impl Flow<'_, '_> {
    /// Content box edges.
    pub(super) fn content(&self) -> (LayoutUnit, LayoutUnit) {
        let inset = self.edges.inset();
        let left = self.space.x + inset.left;
        (left, left + self.content_width())
    }

    pub(super) fn content_width(&self) -> LayoutUnit {
        (self.width - self.edges.inset().width()).clamp_negative()
    }

    /// The top border edge, or where it would be without the strut.
    pub(super) fn base(&self) -> LayoutUnit {
        self.resolved.unwrap_or(self.space.y)
    }

    /// The position of the next border edge if no margin is added.
    pub(super) fn next_edge(&self) -> LayoutUnit {
        self.base() + self.at + self.strut.sum()
    }

    /// The position of the top border edge if something solid follows that has no margin of its own.
    pub(super) fn edge_if_resolved(&self, y: LayoutUnit) -> LayoutUnit {
        self.space.forced.unwrap_or_else(|| y.max(self.space.clearance))
    }

    /// Something solid is at `y`: the top border edge is there.
    pub(super) fn resolve(&mut self, y: LayoutUnit) -> Result<(), Aborted> {
        if self.resolved.is_some() {
            return Ok(());
        }
        let edge = self.edge_if_resolved(y);
        self.pushed |= edge > y || self.space.forced.is_some();
        self.resolved = Some(edge);
        self.at = LayoutUnit::ZERO;
        self.strut = MarginStrut::default();
        self.bfc.expected = None;
        match self.bfc.adjoining.take() {
            Some(y) if y != edge && !self.bfc.tolerant => Err(Aborted),
            _ => Ok(()),
        }
    }

    pub(super) fn run(&mut self, constraints: &Constraints, is_root: bool) -> Result<FlowOutcome, Aborted> {
        let inset = self.edges.inset();
        if is_root || inset.top > LayoutUnit::ZERO {
            self.resolve(self.next_edge())?;
            self.at = inset.top + constraints.content_shift;
        }
        if let Some(label) = group_label_height(self.pass, self.id) {
            self.resolve(self.next_edge())?;
            self.at += label;
        }
        self.strut.ignores_quirky |= ignores_quirky_margins(self.pass, self.id);
        self.strut.is_trimmed |= trims(&self.style).0;
        if self.pass.tree[self.id].contents == Contents::Inlines {
            self.inline_contents()?;
        } else {
            self.block_contents()?;
        }
        self.finish(constraints, is_root)
    }

    pub(super) fn block_contents(&mut self) -> Result<(), Aborted> {
        let mut next = self.pass.tree[self.id].first_child;
        let mut first = true;
        while let Some(child) = next {
            let node = &self.pass.tree[child];
            next = node.next_sibling;
            if node.flags.contains(BoxFlags::OUTSIDE_MARKER) {
                self.marker = Some(child);
            } else if node.is_out_of_flow() {
                self.out_of_flow_child(child);
            } else if node.is_floating() {
                self.float_child(child);
            } else if first && self.marker_goes_first(child) {
                self.marker_line()?;
                first = false;
                next = Some(child);
            } else if establishes_bfc(self.pass, child) {
                self.independent_child(child)?;
                first = false;
            } else {
                self.in_flow_child(child, first)?;
                first = false;
            }
        }
        Ok(())
    }

    /// Chrome: in quirks mode the marker of an item that starts with a list has a line of its own.
    pub(super) fn marker_goes_first(&self, child: BoxId) -> bool {
        let node = &self.pass.tree[child];
        self.marker.is_some()
            && node.flags.contains(BoxFlags::QUIRKS)
            && node.pseudo.is_none()
            && [local_name!("ul"), local_name!("ol")].iter().any(|name| self.pass.dom.is_html(node.node, name))
    }

    pub(super) fn marker_line(&mut self) -> Result<(), Aborted> {
        let Some(marker) = self.marker else { return Ok(()) };
        let atomic = self.pass.layout_atomic(marker, self.content_width(), None, Purpose::Measure);
        self.resolve(self.next_edge())?;
        self.first_baseline = Some(self.at + atomic.baseline);
        self.at += atomic.outcome.size.height;
        Ok(())
    }

    /// Static position of an absolutely positioned child.
    pub(super) fn out_of_flow_child(&mut self, child: BoxId) {
        if self.purpose == Purpose::Measure {
            return;
        }
        let inset = self.edges.inset();
        let y = if self.resolved.is_some() { self.at + self.strut.sum() } else { LayoutUnit::ZERO };
        let x = if is_inline_display(self.pass.tree[child].style.original_display) {
            // Beside floats, and aligned as a line there would be.
            let (left, right) = self.content();
            let edge = if self.resolved.is_some() { self.next_edge() } else { self.expected_edge() };
            let room = self.bfc.room(edge, LayoutUnit::ZERO, left, right);
            empty_line(&self.style, room.left, room.right) - self.space.x
        } else if self.style.direction == Direction::Rtl {
            inset.left + self.content_width()
        } else {
            inset.left
        };
        let result = &mut self.pass.results[child.index()];
        result.container = Some(self.id);
        result.offset = Offset::new(x, y);
    }

    pub(super) fn float_child(&mut self, child: BoxId) {
        let y = if self.resolved.is_some() { self.next_edge() } else { self.expected_edge() };
        let base = if self.resolved.is_some() { self.base() } else { y };
        let (left, _) = self.content();
        let space = InlineSpace {
            width: self.content_width(),
            origin: Offset::new(left, base + self.edges.inset().top),
            percent_height: self.percent_height,
            first_formatted: false,
            max_lines: None,
            purpose: self.purpose,
        };
        self.pass.place_float(self.id, child, self.bfc, y, &space);
        if self.resolved.is_none() {
            let side = Side::of(&self.pass.tree[child].style);
            self.adjoin(y, side == Side::Left, side == Side::Right);
        }
    }

    /// The presumed position of an unresolved block.
    pub(super) fn expected_edge(&self) -> LayoutUnit {
        self.bfc.expected.unwrap_or_else(|| self.edge_if_resolved(self.next_edge()))
    }

    /// Floats were placed supposing that the top border edge is at `y`.
    pub(super) fn adjoin(&mut self, y: LayoutUnit, left: bool, right: bool) {
        if self.bfc.adjoining.is_none() {
            self.bfc.adjoining_sides = (false, false);
        }
        self.bfc.adjoining.get_or_insert(y);
        self.bfc.adjoining_sides.0 |= left;
        self.bfc.adjoining_sides.1 |= right;
    }

    /// True if the child is to be cleared past floats that were placed while this block is unresolved.
    pub(super) fn clears_adjoining(&self, clear: (bool, bool)) -> bool {
        self.resolved.is_none()
            && self.bfc.adjoining.is_some()
            && (clear.0 && self.bfc.adjoining_sides.0 || clear.1 && self.bfc.adjoining_sides.1)
    }

    /// Returns the constraints of a child that fills the content box and is laid out for `purpose`. Baselines of children matter
    /// to the block's own, and to a marker beside it.
    pub(super) fn child_constraints(&self, purpose: Purpose) -> Constraints {
        let fill = Constraints::fill(self.content_width(), self.percent_height, purpose);
        Constraints { size_only: self.size_only && self.marker.is_none(), ..fill }
    }

    /// A block in the same block formatting context.
    pub(super) fn in_flow_child(&mut self, child: BoxId, first: bool) -> Result<(), Aborted> {
        let style = Arc::clone(&self.pass.tree[child].style);
        let available = self.content_width();
        let edges = self.pass.edges(child, Some(available));
        let mut constraints = self.child_constraints(self.purpose);
        self.justify(child, &edges, &mut constraints);
        let width = self.pass.used_width(child, &constraints, &edges);
        let (margin_left, margin_right) = self.horizontal_margins(child, &edges, available, width);
        let (left, right) = self.content();
        let x = if self.style.direction == Direction::Rtl { right - margin_right - width } else { left + margin_left };

        let clear = clear_sides(&style);
        let mut forced = if self.resolved.is_none() { self.space.forced } else { None };
        if self.clears_adjoining(clear) {
            self.resolve(self.next_edge())?;
            forced = Some(self.bfc.clear(LayoutUnit::MIN, clear.0, clear.1));
        }
        // Chrome: negative margins do not move anything above where its parent was cleared to.
        let clearance = self.bfc.clear(self.space.clearance, clear.0, clear.1);
        let y = self.base() + self.at;
        let quirky = quirky_margins(self.pass, child);
        let mut space = FlowSpace {
            x,
            y,
            strut: self.strut.with(edges.margin.top, quirky.0),
            clearance,
            forced,
            first_formatted: first && self.space.first_formatted,
        };
        let mark = self.bfc.mark();
        let mut out = self.flow_child(child, &constraints, &edges, width, space);
        if out.aborted {
            if self.resolved.is_none() {
                self.resolved = out.resolved;
                return Err(Aborted);
            }
            out = self.retry(&mark, out.resolved, child, &constraints, &edges, width, space);
        }
        let collapsed = out.resolved.is_none();
        // Chrome: what decides is where the child would be as the first one, not where it would be after its siblings.
        let estimate = self.base() + out.end.sum();
        let cleared = collapsed && (clear.0 || clear.1) && (estimate < clearance || forced.is_some_and(|f| f > y));
        if cleared || out.pushed && !collapsed {
            self.resolve(self.next_edge())?;
        }
        let child_y = match out.resolved {
            Some(child_y) => {
                self.resolve(child_y)?;
                Some(child_y)
            }
            None if cleared => {
                let own = MarginStrut::default().with(edges.margin.top, quirky.0);
                let child_y = forced.unwrap_or_else(|| (y + out.end.sum()).max(clearance));
                if space.strut != own || self.bfc.adjoining.is_some_and(|e| e != child_y) {
                    space.strut = own;
                    out = self.retry(&mark, Some(child_y), child, &constraints, &edges, width, space);
                }
                self.bfc.adjoining = None;
                Some(child_y)
            }
            None if self.resolved.is_some() => {
                let child_y = (y + out.end.sum()).max(clearance);
                if self.bfc.adjoining.is_some_and(|e| e != child_y) {
                    out = self.retry(&mark, Some(child_y), child, &constraints, &edges, width, space);
                }
                self.bfc.adjoining = None;
                Some(child_y)
            }
            None => None,
        };
        let offset_y = child_y.map_or(LayoutUnit::ZERO, |y| y - self.base());
        if self.purpose == Purpose::Place {
            let margin = Edges { left: margin_left, right: margin_right, ..edges.margin };
            self.write_child(child, Offset::new(x - self.space.x, offset_y), margin, &out.outcome);
        }
        self.take_baselines(child, &out.outcome, offset_y);
        if collapsed {
            if cleared {
                self.at = offset_y - out.end.sum();
            }
            self.cleared_through = cleared || self.cleared_through;
        } else {
            self.at = offset_y + out.outcome.size.height;
            self.cleared_through = false;
        }
        // Chrome: the margin below a box that margins collapse through is as quirky as the one above.
        self.strut = out.end.with(edges.margin.bottom, quirky.1 || collapsed && quirky.0);
        if out.clamped && self.clamp.is_none() {
            self.clamp = Some(self.at);
        }
        Ok(())
    }

    pub(super) fn flow_child(
        &mut self,
        child: BoxId,
        constraints: &Constraints,
        edges: &BoxEdges,
        width: LayoutUnit,
        space: FlowSpace,
    ) -> FlowOutcome {
        let bfc = &mut *self.bfc;
        let out = self.pass.descend(|pass| flow(pass, bfc, child, constraints, edges, width, space, false));
        out.unwrap_or_else(|| {
            let height = self.pass.used_height(child, constraints, edges, width, edges.inset().height());
            FlowOutcome {
                outcome: LayoutResult { size: Extent::new(width, height), ..LayoutResult::default() },
                resolved: Some(space.forced.unwrap_or_else(|| (space.y + space.strut.sum()).max(space.clearance))),
                ..FlowOutcome::default()
            }
        })
    }

    /// Lays out a child again now that its position is known.
    #[expect(clippy::too_many_arguments, reason = "the state of the child")]
    pub(super) fn retry(
        &mut self,
        mark: &FloatState,
        position: Option<LayoutUnit>,
        child: BoxId,
        constraints: &Constraints,
        edges: &BoxEdges,
        width: LayoutUnit,
        space: FlowSpace,
    ) -> FlowOutcome {
        self.bfc.reset(mark);
        self.bfc.expected = position;
        let mut out = self.flow_child(child, constraints, edges, width, space);
        if out.aborted {
            self.bfc.reset(mark);
            self.bfc.expected = out.resolved;
            // Limit: a third disagreement is accepted.
            let outer = std::mem::replace(&mut self.bfc.tolerant, true);
            out = self.flow_child(child, constraints, edges, width, space);
            self.bfc.tolerant = outer;
        }
        self.bfc.expected = None;
        out
    }

    pub(super) fn write_child(&mut self, child: BoxId, offset: Offset, margin: Edges, outcome: &LayoutResult) {
        let result = &mut self.pass.results[child.index()];
        result.offset = offset;
        result.container = Some(self.id);
        result.edges.set_margin(margin, &mut self.pass.used_edges);
        result.size = outcome.size;
        result.first_baseline = outcome.first_baseline.into();
        result.last_baseline = outcome.last_baseline.into();
    }

    pub(super) fn take_baselines(&mut self, child: BoxId, outcome: &LayoutResult, offset_y: LayoutUnit) {
        // https://drafts.csswg.org/css-align-3/#baseline-export: those of what can be scrolled are within it.
        let is_scroller = is_scroll_container(&self.pass.tree[child].style);
        let shown = |baseline: LayoutUnit| {
            if is_scroller { baseline.clamp_negative().min(outcome.size.height) } else { baseline }
        };
        if self.first_baseline.is_none() {
            self.own_first_baseline = outcome.first_baseline.map(shown);
            self.first_baseline = self.own_first_baseline.map(|b| b + offset_y);
        }
        // Chrome: a marker stands beside generated content that is a table, a flex or a grid container, even an empty one.
        if self.marker.is_some()
            && self.first_baseline.is_none()
            && self.pass.tree[child].pseudo.is_some()
            && matches!(self.pass.tree[child].kind, BoxKind::Table | BoxKind::Flex | BoxKind::Grid)
        {
            (self.first_baseline, self.own_first_baseline) = (Some(offset_y), Some(LayoutUnit::ZERO));
        }
        // https://www.w3.org/TR/CSS22/visudet.html#leading: a table has no line boxes that an inline block could stand on.
        if self.pass.tree[child].kind == BoxKind::Table && self.lines_give_baseline() {
            return;
        }
        // Chrome: what can be scrolled stands on the line with its margin box.
        if self.pass.tree[child].kind == BoxKind::Block && is_scroller && self.lines_give_baseline() {
            let margin = self.pass.edges(child, Some(self.content_width())).margin;
            self.last_baseline = Some(offset_y + outcome.size.height + margin.bottom);
            return;
        }
        // Chrome: flex and grid containers hand on their first baseline.
        let last = if matches!(self.pass.tree[child].kind, BoxKind::Flex | BoxKind::Grid) {
            outcome.first_baseline
        } else {
            outcome.last_baseline
        };
        if let Some(last) = last {
            self.last_baseline = Some(shown(last) + offset_y);
        }
    }

    /// Is the last baseline of the block that of an inline block around it, or of itself?
    fn lines_give_baseline(&self) -> bool {
        let tree = &self.pass.tree;
        let mut at = self.id;
        loop {
            let node = &tree[at];
            if node.kind == BoxKind::Control(Control::Button) {
                return true;
            }
            if !matches!(node.kind, BoxKind::Block | BoxKind::Fieldset) || is_multicol(&node.style) {
                return false;
            }
            if node.is_atomic_inline() {
                return matches!(node.style.baseline_source, BaselineSource::Auto);
            }
            match node.parent.filter(|_| !node.is_out_of_flow() && !node.is_floating()) {
                Some(parent) => at = parent,
                None => return false,
            }
        }
    }
}
