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

use super::bfc::{Bfc, Opportunity, Side};
use super::box_tree::{BoxFlags, BoxId, BoxKind, Contents, Control};
use super::build::is_inline_display;
use super::inline;
use super::multicol;
use super::orthogonal;
use super::pass::Pass;
use super::sizing::{BoxEdges, is_scroll_container};
use super::tree::{Available, Constraints, InlineFragmentKind, InlineOutcome, InlineSpace, MinMax, Outcome, Purpose};
use super::unit::{Edges, Extent, LayoutUnit, Offset};
use crate::dom::{local_name, ns};
use crate::style::ComputedStyle;
use crate::style::computed::{
    AlignKeyword, Clear, ContentVisibility, Direction, Display, Float, LengthPercentage, LengthPercentageAuto,
    Overflow, Position, TextAlign,
};

/// Adjoining margins: the largest positive and the most negative one.
///
/// Quirks mode tells margins of the user agent's style sheet apart: `body` and table cells ignore those of their first and
/// last child. <https://html.spec.whatwg.org/#margin-collapsing-quirks>
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct MarginStrut {
    positive: LayoutUnit,
    negative: LayoutUnit,
    quirky: LayoutUnit,
    /// At the start of a box that ignores quirky margins.
    ignores_quirky: bool,
}

impl MarginStrut {
    const EMPTY: Self = Self {
        positive: LayoutUnit::ZERO,
        negative: LayoutUnit::ZERO,
        quirky: LayoutUnit::ZERO,
        ignores_quirky: false,
    };

    /// With one margin more.
    fn with(mut self, margin: LayoutUnit, is_quirky: bool) -> Self {
        match is_quirky {
            true if self.ignores_quirky => {}
            true => self.quirky = self.quirky.max(margin),
            false => self.positive = self.positive.max(margin),
        }
        self.negative = self.negative.min(margin);
        self
    }

    /// The collapsed margin.
    fn sum(self) -> LayoutUnit {
        self.positive.max(self.quirky) + self.negative
    }

    /// The collapsed margin at the end of a box that ignores quirky margins.
    fn sum_without_quirky(self) -> LayoutUnit {
        self.positive + self.negative
    }

    fn is_empty(self) -> bool {
        self.positive == LayoutUnit::ZERO && self.negative == LayoutUnit::ZERO && self.quirky == LayoutUnit::ZERO
    }
}

/// Where a block in a block formatting context goes; positions are in the context's coordinates.
#[derive(Debug, Clone, Copy)]
struct FlowSpace {
    /// Left edge of its border box.
    x: LayoutUnit,
    /// Where its top border edge would be without the strut.
    y: LayoutUnit,
    /// Margins that adjoin its top: earlier siblings', ancestors', its own.
    strut: MarginStrut,
    /// Its top border edge is not above this (clearance of itself or an ancestor); `MIN` without.
    clearance: LayoutUnit,
    /// Its top border edge once something solid is met, whatever the strut: cleared past adjoining floats.
    forced: Option<LayoutUnit>,
    /// Nothing in its block container precedes it: its first line is the first formatted line.
    first_formatted: bool,
}

impl FlowSpace {
    /// Of the root of a block formatting context.
    const ROOT: Self = Self {
        x: LayoutUnit::ZERO,
        y: LayoutUnit::ZERO,
        strut: MarginStrut::EMPTY,
        clearance: LayoutUnit::MIN,
        forced: None,
        first_formatted: true,
    };
}

/// What comes of a block in a block formatting context.
#[derive(Debug, Clone, Copy, Default)]
struct FlowOutcome {
    outcome: Outcome,
    /// Border box height by content.
    intrinsic: LayoutUnit,
    /// Its top border edge; `None` if margins collapse through it.
    resolved: Option<LayoutUnit>,
    /// Clearance moved it.
    pushed: bool,
    /// What adjoins its bottom, without its own bottom margin.
    end: MarginStrut,
    /// Floats were placed for another position than `resolved`.
    aborted: bool,
    /// A line was cut off below (`line-clamp`): what follows takes no room.
    clamped: bool,
}

/// The layout was abandoned: floats have to be placed again.
struct Aborted;

/// A block container being laid out.
struct Flow<'p, 'a> {
    pass: &'p mut Pass<'a>,
    bfc: &'p mut Bfc,
    id: BoxId,
    style: Arc<ComputedStyle>,
    space: FlowSpace,
    edges: BoxEdges,
    /// Border box width.
    width: LayoutUnit,
    /// Content height for percentages.
    percent_height: Option<LayoutUnit>,
    purpose: Purpose,
    /// Top border edge, once known.
    resolved: Option<LayoutUnit>,
    /// Where the next child's margin edge goes, from the top border edge.
    at: LayoutUnit,
    /// Margins waiting for the next child.
    strut: MarginStrut,
    pushed: bool,
    /// The last child collapsed through and had clearance.
    cleared_through: bool,
    first_baseline: Option<LayoutUnit>,
    last_baseline: Option<LayoutUnit>,
    /// The first baseline from the top of the child that has it.
    own_first_baseline: Option<LayoutUnit>,
    /// Content height at which `line-clamp` cut.
    clamp: Option<LayoutUnit>,
    marker: Option<BoxId>,
}

/// Blocks that establish a formatting context whatever their style.
const ROOTS: BoxFlags = BoxFlags::TOP_LAYER
    .union(BoxFlags::LEGEND)
    .union(BoxFlags::ORTHOGONAL)
    .union(BoxFlags::DOCUMENT_ELEMENT)
    .union(BoxFlags::OUTPUT);

/// Does a block-level box establish a formatting context of its own, which floats outside do not reach into?
pub(crate) fn establishes_bfc(pass: &Pass<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    if node.kind != BoxKind::Block {
        return node.kind != BoxKind::Inline;
    }
    let style = &node.style;
    if node.flags.contains(BoxFlags::ANONYMOUS) {
        // Closed details: skipped contents are contained, margins too.
        return node.flags.contains(BoxFlags::SKIPS_CONTENTS);
    }
    is_scroll_container(style)
        || node.flags.intersects(ROOTS)
        || matches!(
            style.display,
            Display::FlowRoot | Display::FlowRootListItem | Display::InlineBlock | Display::WebkitBox
        )
        || style.contain_layout
        || style.contain_paint
        || style.contain_size
        || style.column_count.is_some()
        || style.column_width.is_some()
        || style.float != Float::None
        || matches!(style.position, Position::Absolute | Position::Fixed)
        || style.content_visibility != ContentVisibility::Visible
        || style.container_type != crate::style::computed::ContainerType::Normal
        || !matches!(style.align_content.keyword, AlignKeyword::Normal)
}

/// Lays out a block container that establishes a block formatting context.
pub(crate) fn layout_root(pass: &mut Pass<'_>, id: BoxId, constraints: &Constraints) -> Outcome {
    if orthogonal::applies(pass, id) {
        return orthogonal::layout(pass, id, constraints);
    }
    let edges = pass.edges(id, constraints.percent_width);
    let width = pass.used_width(id, constraints, &edges);
    layout_root_in(pass, id, constraints, &edges, width)
}

/// [`layout_root`] with a known border-box width and edges (of table cells, buttons, ...).
pub(crate) fn layout_root_in(
    pass: &mut Pass<'_>,
    id: BoxId,
    constraints: &Constraints,
    edges: &BoxEdges,
    width: LayoutUnit,
) -> Outcome {
    if multicol::applies(&pass.tree[id].style) {
        return multicol::layout(pass, id, constraints, edges, width);
    }
    let mut bfc = Bfc::new();
    if let Some(n) = pass.tree[id].style.line_clamp
        && clamps_lines(&pass.tree[id].style)
    {
        bfc.lines_left = Some(n);
    }
    flow(pass, &mut bfc, id, constraints, edges, width, FlowSpace::ROOT, true).outcome
}

/// Lays out the contents of a multi-column container in one column, those of a vertical flow as if it were horizontal.
/// Returns the content height.
pub(crate) fn layout_strip(
    pass: &mut Pass<'_>,
    id: BoxId,
    edges: &BoxEdges,
    width: LayoutUnit,
    purpose: Purpose,
) -> (LayoutUnit, Outcome) {
    let mut bfc = Bfc::new();
    let constraints = Constraints { ignore_sizes: true, ..Constraints::fill(width, None, purpose) };
    let out = flow(pass, &mut bfc, id, &constraints, edges, width, FlowSpace::ROOT, true);
    ((out.intrinsic - edges.inset().height()).clamp_negative(), out.outcome)
}

/// `-webkit-line-clamp` applies to vertical legacy boxes.
pub(crate) fn clamps_lines(style: &ComputedStyle) -> bool {
    style.line_clamp.is_some()
        && matches!(style.display, Display::WebkitBox | Display::WebkitInlineBox | Display::FlowRoot | Display::Block)
}

#[expect(clippy::too_many_arguments, reason = "the state of a box that its parent knows")]
fn flow(
    pass: &mut Pass<'_>,
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
            // Chrome: quirks mode fills the viewport with body and html, margins and borders taken off.
            if pass.tree[id].flags.intersects(BoxFlags::BODY | BoxFlags::DOCUMENT_ELEMENT) {
                (h - edges.margin.height() - inset.height()).clamp_negative()
            } else {
                h
            }
        }),
        None => None,
    };
    if constraints.purpose == Purpose::Place {
        let result = &mut pass.results[id.index()];
        result.border = edges.border;
        result.padding = edges.padding;
        result.definite_height = percent_height;
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

/// Boxes of automatic height through which percentage heights look at the next containing block.
fn passes_percent_height(pass: &Pass<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    node.flags.contains(BoxFlags::ANONYMOUS)
        || node.flags.contains(BoxFlags::QUIRKS)
            && node.kind == BoxKind::Block
            && !matches!(node.style.position, Position::Absolute | Position::Fixed)
            && node.style.height == crate::style::computed::Dimension::Auto
}

impl Flow<'_, '_> {
    /// Content box edges.
    fn content(&self) -> (LayoutUnit, LayoutUnit) {
        let inset = self.edges.inset();
        let left = self.space.x + inset.left;
        (left, left + self.content_width())
    }

    fn content_width(&self) -> LayoutUnit {
        (self.width - self.edges.inset().width()).clamp_negative()
    }

    /// The top border edge, or where it would be without the strut.
    fn base(&self) -> LayoutUnit {
        self.resolved.unwrap_or(self.space.y)
    }

    /// Where the next border edge goes if no margin is added.
    fn next_edge(&self) -> LayoutUnit {
        self.base() + self.at + self.strut.sum()
    }

    /// Where the top border edge is if something solid is met that has no margin of its own.
    fn edge_if_resolved(&self, y: LayoutUnit) -> LayoutUnit {
        self.space.forced.unwrap_or_else(|| y.max(self.space.clearance))
    }

    /// Something solid is at `y`: the top border edge is there.
    fn resolve(&mut self, y: LayoutUnit) -> Result<(), Aborted> {
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

    fn run(&mut self, constraints: &Constraints, is_root: bool) -> Result<FlowOutcome, Aborted> {
        let inset = self.edges.inset();
        if is_root || inset.top > LayoutUnit::ZERO {
            self.resolve(self.next_edge())?;
            self.at = inset.top + constraints.content_shift;
        }
        self.strut.ignores_quirky |= ignores_quirky_margins(self.pass, self.id);
        if self.pass.tree[self.id].contents == Contents::Inlines {
            self.inline_contents(is_root)?;
        } else {
            self.block_contents()?;
        }
        self.finish(constraints, is_root)
    }

    fn block_contents(&mut self) -> Result<(), Aborted> {
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
    fn marker_goes_first(&self, child: BoxId) -> bool {
        let node = &self.pass.tree[child];
        self.marker.is_some()
            && node.flags.contains(BoxFlags::QUIRKS)
            && node.pseudo.is_none()
            && [local_name!("ul"), local_name!("ol")].iter().any(|name| self.pass.dom.is_html(node.node, name))
    }

    fn marker_line(&mut self) -> Result<(), Aborted> {
        let Some(marker) = self.marker else { return Ok(()) };
        let atomic = self.pass.layout_atomic(marker, self.content_width(), None, Purpose::Measure);
        self.resolve(self.next_edge())?;
        self.first_baseline = Some(self.at + atomic.baseline);
        self.at += atomic.outcome.size.height;
        Ok(())
    }

    /// Static position of an absolutely positioned child.
    fn out_of_flow_child(&mut self, child: BoxId) {
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
            inline::empty_line(&self.style, room.left, room.right) - self.space.x
        } else if self.style.direction == Direction::Rtl {
            inset.left + self.content_width()
        } else {
            inset.left
        };
        let result = &mut self.pass.results[child.index()];
        result.container = Some(self.id);
        result.offset = Offset::new(x, y);
    }

    fn float_child(&mut self, child: BoxId) {
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
            let side = used_side(&self.pass.tree[child].style);
            self.adjoin(y, side == Side::Left, side == Side::Right);
        }
    }

    /// Where an unresolved block is supposed to be.
    fn expected_edge(&self) -> LayoutUnit {
        self.bfc.expected.unwrap_or_else(|| self.edge_if_resolved(self.next_edge()))
    }

    /// Floats were placed supposing that the top border edge is at `y`.
    fn adjoin(&mut self, y: LayoutUnit, left: bool, right: bool) {
        if self.bfc.adjoining.is_none() {
            self.bfc.adjoining_sides = (false, false);
        }
        self.bfc.adjoining.get_or_insert(y);
        self.bfc.adjoining_sides.0 |= left;
        self.bfc.adjoining_sides.1 |= right;
    }

    /// True if the child is to be cleared past floats that were placed while this block is unresolved.
    fn clears_adjoining(&self, clear: (bool, bool)) -> bool {
        self.resolved.is_none()
            && self.bfc.adjoining.is_some()
            && (clear.0 && self.bfc.adjoining_sides.0 || clear.1 && self.bfc.adjoining_sides.1)
    }

    fn child_constraints(&self) -> Constraints {
        Constraints::fill(self.content_width(), self.percent_height, self.purpose)
    }

    /// A block in the same block formatting context.
    fn in_flow_child(&mut self, child: BoxId, first: bool) -> Result<(), Aborted> {
        let style = Arc::clone(&self.pass.tree[child].style);
        let available = self.content_width();
        let edges = self.pass.edges(child, Some(available));
        let constraints = self.child_constraints();
        let width = self.pass.used_width(child, &constraints, &edges);
        let (margin_left, margin_right) = self.horizontal_margins(&style, &edges, available, width);
        let (left, right) = self.content();
        let x = if self.style.direction == Direction::Rtl { right - margin_right - width } else { left + margin_left };

        let clear = clear_sides(&style, self.style.direction);
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
        self.take_baselines(&out.outcome, offset_y);
        if collapsed {
            if cleared {
                self.at = offset_y - out.end.sum();
            }
            self.cleared_through = cleared || self.cleared_through;
        } else {
            self.at = offset_y + out.outcome.size.height;
            self.cleared_through = false;
        }
        self.strut = out.end.with(edges.margin.bottom, quirky.1);
        if out.clamped && self.clamp.is_none() {
            self.clamp = Some(self.at);
        }
        Ok(())
    }

    fn flow_child(
        &mut self,
        child: BoxId,
        constraints: &Constraints,
        edges: &BoxEdges,
        width: LayoutUnit,
        space: FlowSpace,
    ) -> FlowOutcome {
        flow(self.pass, self.bfc, child, constraints, edges, width, space, false)
    }

    /// Lays out a child again now that its position is known.
    #[expect(clippy::too_many_arguments, reason = "the state of the child")]
    fn retry(
        &mut self,
        mark: &super::bfc::Mark,
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

    /// A block-level box that establishes a formatting context (or is replaced): it is placed beside floats.
    fn independent_child(&mut self, child: BoxId) -> Result<(), Aborted> {
        let style = Arc::clone(&self.pass.tree[child].style);
        let edges = self.pass.edges(child, Some(self.content_width()));
        let clear = clear_sides(&style, self.style.direction);
        let clearance = self.bfc.clear(self.space.clearance, clear.0, clear.1);
        let quirky = quirky_margins(self.pass, child);
        let with_margin = self.strut.with(edges.margin.top, quirky.0);
        let mut y = self.base() + self.at + with_margin.sum();
        let mut determines = false;
        let before = (self.at, self.strut);
        if self.resolved.is_none() {
            if self.clears_adjoining(clear) {
                y = self.next_edge();
            } else {
                if let Some(expected) = self.bfc.expected {
                    y = expected;
                }
                determines = edges.margin.top != LayoutUnit::ZERO && self.bfc.has_floats_below(y);
            }
            if determines {
                // Will it fit beside the floats with its margin collapsed? If not, the margin is not part of the strut.
                let trial = self.beside_floats(child, &style, &edges, y.max(clearance), Purpose::Measure);
                if trial.1.y > y.max(clearance) {
                    let separate = self.next_edge();
                    if self.bfc.expected.is_none() {
                        y = separate;
                    }
                }
            }
            self.resolve(y)?;
            y = self.base();
            debug_assert!(self.at == LayoutUnit::ZERO || before.0 == self.at, "resolving starts at the border edge");
        }
        let (outcome, offset, margin) = self.beside_floats(child, &style, &edges, y.max(clearance), self.purpose);
        let offset_y = offset.y - self.base();
        if self.purpose == Purpose::Place {
            self.write_child(child, Offset::new(offset.x - self.space.x, offset_y), margin, &outcome);
        }
        self.take_baselines(&outcome, offset_y);
        self.at = offset_y + outcome.size.height;
        self.strut = MarginStrut::default().with(edges.margin.bottom, quirky.1);
        self.cleared_through = false;
        Ok(())
    }

    /// Lays out a box in the first room between floats, at or below `y`, that it fits in. Returns its border box corner
    /// and used margins.
    fn beside_floats(
        &mut self,
        child: BoxId,
        style: &ComputedStyle,
        edges: &BoxEdges,
        y: LayoutUnit,
        purpose: Purpose,
    ) -> (Outcome, Offset, Edges) {
        let (left, right) = self.content();
        let available = self.content_width();
        let mut y = y;
        // Limit: after so many rooms the box is put below all floats.
        for attempt in 0..64 {
            if attempt == 63 {
                y = self.bfc.bottom().map_or(y, |b| b.max(y));
            }
            let mut height = LayoutUnit::EPSILON;
            for _ in 0..4 {
                let room = self.bfc.room(y, height, left, right);
                let untouched = room.left == left && room.right == right.max(left);
                let (from, to) = if untouched {
                    (left + edges.margin.left, right - edges.margin.right)
                } else {
                    (
                        room.left.max(left + edges.margin.left.clamp_negative()),
                        room.right.min(right - edges.margin.right.clamp_negative()),
                    )
                };
                if !untouched && to < from {
                    break;
                }
                let span = (to - from).clamp_negative();
                let attempt_purpose = if untouched { purpose } else { Purpose::Measure };
                let mut constraints = Constraints::fill(available, self.percent_height, attempt_purpose);
                constraints.width = Available::Definite((span + edges.margin.width()).clamp_negative());
                let outcome = self.pass.layout(child, &constraints);
                // Chrome: margins of the box do not count.
                let fits = outcome.size.width <= room.width() || untouched;
                if !fits {
                    break;
                }
                let deep = self.bfc.room(y, outcome.size.height.max(LayoutUnit::EPSILON), left, right);
                if (deep.left != room.left || deep.right != room.right)
                    && !untouched_by(&deep, from, outcome.size.width, room)
                {
                    height = outcome.size.height;
                    continue;
                }
                if attempt_purpose != purpose {
                    self.pass.layout(child, &Constraints { purpose, ..constraints });
                }
                let room_width = span + edges.margin.width();
                let (ml, mr) = self.horizontal_margins(style, edges, room_width, outcome.size.width);
                let x = if self.style.direction == Direction::Rtl {
                    to + edges.margin.right - mr - outcome.size.width
                } else {
                    from - edges.margin.left + ml
                };
                return (outcome, Offset::new(x, y), Edges { left: ml, right: mr, ..edges.margin });
            }
            match self.bfc.next_band(y) {
                Some(next) => y = next,
                None => break,
            }
        }
        let constraints = Constraints::fill(available, self.percent_height, purpose);
        let outcome = self.pass.layout(child, &constraints);
        let (ml, mr) = self.horizontal_margins(style, edges, available, outcome.size.width);
        let x = if self.style.direction == Direction::Rtl { right - mr - outcome.size.width } else { left + ml };
        (outcome, Offset::new(x, y), Edges { left: ml, right: mr, ..edges.margin })
    }

    /// Used horizontal margins of a block-level box. <https://www.w3.org/TR/CSS22/visudet.html#blockwidth>
    fn horizontal_margins(
        &self,
        style: &ComputedStyle,
        edges: &BoxEdges,
        available: LayoutUnit,
        width: LayoutUnit,
    ) -> (LayoutUnit, LayoutUnit) {
        let free = available - width - edges.margin.width();
        let (mut left, mut right) = (edges.margin.left, edges.margin.right);
        if free > LayoutUnit::ZERO {
            match (edges.auto.left, edges.auto.right) {
                (true, true) => {
                    left = free.half();
                    right = free - left;
                }
                (true, false) => left = free,
                (false, true) => right = free,
                (false, false) => {
                    // Chrome: -webkit-center and friends (`<center>`, `align=`) align blocks, too; so does justify-self.
                    let by_self = match style.justify_self.keyword {
                        AlignKeyword::Center => Some(TextAlign::WebkitCenter),
                        AlignKeyword::End | AlignKeyword::FlexEnd | AlignKeyword::SelfEnd => Some(TextAlign::End),
                        AlignKeyword::Right => Some(TextAlign::WebkitRight),
                        AlignKeyword::Left => Some(TextAlign::WebkitLeft),
                        AlignKeyword::Start | AlignKeyword::FlexStart | AlignKeyword::SelfStart => {
                            Some(TextAlign::Start)
                        }
                        _ => None,
                    };
                    let align = by_self.unwrap_or(self.style.text_align);
                    let rtl = self.style.direction == Direction::Rtl;
                    match align {
                        TextAlign::WebkitCenter => {
                            left += free.half();
                            right = available - width - left;
                        }
                        TextAlign::WebkitRight if !rtl => left += free,
                        TextAlign::WebkitLeft if rtl => right += free,
                        TextAlign::End if by_self.is_some() && !rtl => left += free,
                        TextAlign::End if by_self.is_some() => right += free,
                        _ => {}
                    }
                }
            }
        }
        (left, right)
    }

    fn write_child(&mut self, child: BoxId, offset: Offset, margin: Edges, outcome: &Outcome) {
        let result = &mut self.pass.results[child.index()];
        result.offset = offset;
        result.container = Some(self.id);
        result.margin = margin;
        result.size = outcome.size;
        result.first_baseline = outcome.first_baseline;
        result.last_baseline = outcome.last_baseline;
    }

    fn take_baselines(&mut self, outcome: &Outcome, offset_y: LayoutUnit) {
        if self.first_baseline.is_none() {
            self.first_baseline = outcome.first_baseline.map(|b| b + offset_y);
            self.own_first_baseline = outcome.first_baseline;
        }
        if let Some(last) = outcome.last_baseline {
            self.last_baseline = Some(last + offset_y);
        }
    }

    fn inline_contents(&mut self, is_root: bool) -> Result<(), Aborted> {
        let (left, _) = self.content();
        let inset = self.edges.inset();
        let top = if self.resolved.is_some() { self.base() + self.at } else { self.expected_edge() };
        let space = InlineSpace {
            width: self.content_width(),
            origin: Offset::new(left, top),
            percent_height: self.percent_height,
            first_formatted: self.space.first_formatted,
            max_lines: None,
            purpose: self.purpose,
        };
        let floats = self.bfc.float_count();
        let mark = self.resolved.is_none().then(|| self.bfc.mark());
        let mut out = inline::layout(self.pass, self.id, &space, self.bfc);
        let mut top = top;
        if self.resolved.is_none() {
            if out.empty {
                if self.bfc.float_count() > floats {
                    self.adjoin(top, true, true);
                }
            } else {
                let edge = self.edge_if_resolved(self.next_edge());
                let had_adjoining = self.bfc.adjoining.is_some();
                self.resolve(self.next_edge())?;
                if edge != top
                    && let Some(mark) = mark
                    && !had_adjoining
                {
                    // The expectation was of another attempt; the lines move, and floats beside them with them.
                    self.bfc.reset(&mark);
                    let space = InlineSpace { origin: Offset::new(left, edge), ..space };
                    out = inline::layout(self.pass, self.id, &space, self.bfc);
                    top = edge;
                }
            }
        }
        let _ = top;
        let start = self.at;
        if !out.empty {
            let mut height = out.height;
            if let Some(left) = self.bfc.lines_left {
                let lines = u32::try_from(out.layout.lines.len()).unwrap_or(u32::MAX);
                if lines > left {
                    height = left
                        .checked_sub(1)
                        .and_then(|i| out.layout.lines.get(i as usize))
                        .map_or(LayoutUnit::ZERO, |line| line.rect.bottom());
                }
                self.bfc.lines_left = Some(left.saturating_sub(lines));
                if lines >= left && left > 0 {
                    self.clamp = Some(start + height);
                }
            }
            self.first_baseline = out.first_baseline.map(|b| b + start);
            self.last_baseline = out.last_baseline.map(|b| b + start);
            self.at = start + height;
            self.strut = MarginStrut::default();
            self.cleared_through = false;
        }
        let _ = is_root;
        if self.purpose == Purpose::Place {
            self.write_lines(out, Offset::new(inset.left, start));
        }
        Ok(())
    }

    /// Writes the offsets of what is on the lines. `corner`: of the content box in the border box.
    fn write_lines(&mut self, out: InlineOutcome, corner: Offset) {
        for fragment in &out.layout.fragments {
            match fragment.kind {
                InlineFragmentKind::Atomic | InlineFragmentKind::StaticPosition => {
                    let result = &mut self.pass.results[fragment.id.index()];
                    result.offset = fragment.rect.origin + corner;
                    result.container = Some(self.id);
                    if fragment.kind == InlineFragmentKind::Atomic {
                        result.margin = BoxEdges::of(&self.pass.tree[fragment.id].style, Some(self.width)).margin;
                    }
                }
                InlineFragmentKind::Text { .. } | InlineFragmentKind::Inline | InlineFragmentKind::Break => {}
            }
        }
        self.pass.results[self.id.index()].inline_corner = corner;
        self.pass.inlines[self.id.index()] = Some(Box::new(out.layout));
    }

    fn finish(&mut self, constraints: &Constraints, is_root: bool) -> Result<FlowOutcome, Aborted> {
        let inset = self.edges.inset();
        let mut end = self.strut;
        let mut intrinsic = LayoutUnit::ZERO;
        if self.resolved.is_some() {
            intrinsic = inset.top;
        }
        if is_root && let Some(bottom) = self.bfc.bottom() {
            intrinsic = intrinsic.max(bottom - self.base());
        }
        let separated = is_root || inset.bottom > LayoutUnit::ZERO || self.cleared_through;
        if separated {
            if self.resolved.is_none() {
                self.resolve(self.next_edge())?;
                intrinsic = intrinsic.max(inset.top);
            } else if ignores_quirky_margins(self.pass, self.id) {
                intrinsic = intrinsic.max(self.at + end.sum_without_quirky());
            } else {
                intrinsic = intrinsic.max(self.at + end.sum());
            }
            end = MarginStrut::default();
        } else {
            intrinsic = intrinsic.max(self.at);
        }
        if let Some(clamp) = self.clamp
            && self.bfc.lines_left == Some(0)
        {
            intrinsic = intrinsic.min(clamp.max(inset.top));
        }
        if let Some(marker) = self.marker {
            intrinsic = self.place_marker(marker, intrinsic)?;
        }
        intrinsic += inset.bottom;
        if let Some(least) = self.quirky_fill(constraints, end) {
            intrinsic = intrinsic.max(least);
        }
        let height = self.pass.used_height(self.id, constraints, &self.edges, self.width, intrinsic);
        if self.resolved.is_none() && height > LayoutUnit::ZERO {
            // Something solid: margins of what is inside do not collapse with what follows.
            let strut = self.strut;
            self.resolve(self.next_edge())?;
            end = strut;
        }
        let auto = super::sizing::height_is_content(&self.style, constraints);
        if !end.is_empty() && self.resolved.is_some() && (height != intrinsic || !auto) {
            end = MarginStrut::default();
        }
        self.align_content(height, intrinsic);
        self.button_baseline(height);
        let size = Extent::new(self.width, height);
        let outcome = Outcome { size, first_baseline: self.first_baseline, last_baseline: self.last_baseline };
        if is_root && self.purpose == Purpose::Place {
            let result = &mut self.pass.results[self.id.index()];
            result.size = size;
            result.first_baseline = outcome.first_baseline;
            result.last_baseline = outcome.last_baseline;
        }
        Ok(FlowOutcome {
            outcome,
            intrinsic,
            resolved: self.resolved,
            pushed: self.pushed,
            end,
            aborted: false,
            clamped: self.clamp.is_some() && self.bfc.lines_left == Some(0),
        })
    }

    /// Chrome: a button without a line sits on the bottom of its content box.
    fn button_baseline(&mut self, height: LayoutUnit) {
        if self.pass.tree[self.id].kind == BoxKind::Control(Control::Button) && self.last_baseline.is_none() {
            self.last_baseline = Some(height - self.edges.inset().bottom);
            self.first_baseline = self.last_baseline;
        }
    }

    /// `align-content` of block containers moves the content of a box that is higher than it.
    fn align_content(&mut self, height: LayoutUnit, intrinsic: LayoutUnit) {
        let free = height - intrinsic;
        let shift = match self.style.align_content.keyword {
            _ if self.pass.tree[self.id].kind == BoxKind::Control(Control::Button) => free.half(),
            AlignKeyword::Center | AlignKeyword::SpaceAround | AlignKeyword::SpaceEvenly => free.half(),
            AlignKeyword::End | AlignKeyword::FlexEnd => free,
            _ => return,
        };
        if shift <= LayoutUnit::ZERO {
            return;
        }
        self.first_baseline = self.first_baseline.map(|b| b + shift);
        self.last_baseline = self.last_baseline.map(|b| b + shift);
        if self.purpose == Purpose::Place {
            self.pass.shift_contents(self.id, shift);
        }
    }

    /// Quirks mode: <https://quirks.spec.whatwg.org/#the-html-element-fills-the-viewport-quirk> and the body's.
    ///
    /// Chrome: off the body's goes what it is moved down by and what collapses at its end.
    fn quirky_fill(&self, constraints: &Constraints, end: MarginStrut) -> Option<LayoutUnit> {
        let flags = self.pass.tree[self.id].flags;
        if !flags.contains(BoxFlags::QUIRKS) || !flags.intersects(BoxFlags::BODY | BoxFlags::DOCUMENT_ELEMENT) {
            return None;
        }
        if self.style.float != Float::None || matches!(self.style.position, Position::Absolute | Position::Fixed) {
            return None;
        }
        let room = constraints.percent_height?;
        let margins = if flags.contains(BoxFlags::BODY) && !establishes_bfc(self.pass, self.id) {
            let bottom = self.edges.margin.bottom;
            match self.resolved {
                Some(top) => top - self.space.y + end.with(bottom, quirky_margins(self.pass, self.id).1).sum(),
                None => end.sum() + bottom,
            }
        } else {
            self.edges.margin.height()
        };
        Some((room - margins).clamp_negative())
    }

    /// Puts the outside marker beside the first line; without any line, it makes room for itself.
    fn place_marker(&mut self, marker: BoxId, intrinsic: LayoutUnit) -> Result<LayoutUnit, Aborted> {
        let inset = self.edges.inset();
        let atomic = self.pass.layout_atomic(marker, self.content_width(), None, self.purpose);
        let size = atomic.outcome.size;
        let mut intrinsic = intrinsic;
        // Chrome: a marker that is taller than the line of the child beside it pushes the child down.
        if let Some(own) = self.own_first_baseline {
            let lack = (atomic.baseline - own).clamp_negative();
            if lack > LayoutUnit::ZERO {
                intrinsic += lack;
                self.first_baseline = self.first_baseline.map(|b| b + lack);
                self.last_baseline = self.last_baseline.map(|b| b + lack);
                if self.purpose == Purpose::Place {
                    self.pass.shift_contents(self.id, lack);
                }
            }
        }
        let y = match self.first_baseline {
            Some(baseline) => baseline - atomic.baseline,
            None => {
                if self.resolved.is_none() {
                    self.resolve(self.next_edge())?;
                }
                intrinsic = intrinsic.max(inset.top + size.height);
                inset.top
            }
        };
        if self.purpose == Purpose::Place {
            let gap = LayoutUnit::from_f32(self.style.font_size * 0.5);
            let x = if self.style.direction == Direction::Rtl {
                inset.left + self.content_width() + gap
            } else {
                inset.left - size.width - gap
            };
            let result = &mut self.pass.results[marker.index()];
            result.offset = Offset::new(x, y);
            result.container = Some(self.id);
        }
        Ok(intrinsic)
    }
}

/// `body` and table cells, in quirks mode.
fn ignores_quirky_margins(pass: &Pass<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    node.flags.contains(BoxFlags::QUIRKS) && (node.flags.contains(BoxFlags::BODY) || node.kind == BoxKind::TableCell)
}

/// Are the top and bottom margins those of the user agent's style sheet? Always false outside of quirks mode.
///
/// Approx: a margin that the page sets to the same length counts as the user agent's.
fn quirky_margins(pass: &Pass<'_>, id: BoxId) -> (bool, bool) {
    let node = &pass.tree[id];
    if !node.flags.contains(BoxFlags::QUIRKS) || node.flags.contains(BoxFlags::ANONYMOUS) || node.pseudo.is_some() {
        return (false, false);
    }
    let Some(element) = pass.dom.element(node.node).filter(|e| e.name.ns == ns!(html)) else { return (false, false) };
    let em = match element.name.local {
        local_name!("p") | local_name!("dl") | local_name!("ul") | local_name!("ol") | local_name!("pre") => 1.0,
        local_name!("blockquote") | local_name!("figure") | local_name!("dir") | local_name!("menu") => 1.0,
        local_name!("listing") | local_name!("xmp") | local_name!("plaintext") | local_name!("h3") => 1.0,
        local_name!("form") => 1.0,
        local_name!("hr") => 0.5,
        local_name!("h1") => 0.67,
        local_name!("h2") => 0.83,
        local_name!("h4") => 1.33,
        local_name!("h5") => 1.67,
        local_name!("h6") => 2.33,
        _ => return (false, false),
    };
    let default = em * node.style.font_size;
    let is_default = |margin: &LengthPercentageAuto| {
        matches!(margin, LengthPercentageAuto::Length(LengthPercentage::Linear { px, percent })
            if *percent == 0.0 && (px - default).abs() < 0.02)
    };
    (is_default(&node.style.margin.top), is_default(&node.style.margin.bottom))
}

/// True if the room a box was measured for goes on as far as the box itself is concerned.
fn untouched_by(deep: &Opportunity, from: LayoutUnit, width: LayoutUnit, room: Opportunity) -> bool {
    deep.left <= from.max(room.left) && deep.right >= (from + width).min(room.right)
}

/// `clear`: left, right.
pub(crate) fn clear_sides(style: &ComputedStyle, _direction: Direction) -> (bool, bool) {
    match style.clear {
        Clear::None => (false, false),
        Clear::Left => (true, false),
        Clear::Right => (false, true),
        Clear::Both => (true, true),
    }
}

/// Which side a float goes to.
pub(crate) fn used_side(style: &ComputedStyle) -> Side {
    if style.float == Float::Right { Side::Right } else { Side::Left }
}

/// Intrinsic widths of the contents of a block container with block-level children.
///
/// Chrome: floats add up until something that is no float comes; a box with its own formatting context is put beside them.
pub(crate) fn content_sizes(pass: &mut Pass<'_>, id: BoxId) -> MinMax {
    let mut sizes = MinMax::default();
    let (mut left, mut right) = (LayoutUnit::ZERO, LayoutUnit::ZERO);
    let mut next = pass.tree[id].first_child;
    while let Some(child) = next {
        let node = &pass.tree[child];
        next = node.next_sibling;
        if node.is_out_of_flow() || node.flags.contains(BoxFlags::OUTSIDE_MARKER) {
            continue;
        }
        let style = Arc::clone(&node.style);
        let floating = node.is_floating();
        let beside = establishes_bfc(pass, child) || node.flags.contains(BoxFlags::ANONYMOUS) && node.is_inline_root();
        let clear = clear_sides(&style, style.direction);
        if clear.0 {
            sizes.max = sizes.max.max(left + right);
            left = LayoutUnit::ZERO;
        }
        if clear.1 {
            sizes.max = sizes.max.max(left + right);
            right = LayoutUnit::ZERO;
        }
        let margin = BoxEdges::of(&style, None).margin;
        let own = pass.border_box_contribution(child);
        let outer = own.plus(margin.width());
        sizes.min = sizes.min.max(outer.min);
        if floating {
            match used_side(&style) {
                Side::Left => left += outer.max.clamp_negative(),
                Side::Right => right += outer.max.clamp_negative(),
            }
            continue;
        }
        if beside {
            let from = if margin.left > LayoutUnit::ZERO { left.max(margin.left) } else { left + margin.left };
            let to = if margin.right > LayoutUnit::ZERO { right.max(margin.right) } else { right + margin.right };
            sizes.max = sizes.max.max(own.max + from + to).max(left + right);
        } else {
            sizes.max = sizes.max.max(left + right).max(outer.max);
        }
        (left, right) = (LayoutUnit::ZERO, LayoutUnit::ZERO);
    }
    sizes.max = sizes.max.max(left + right);
    sizes.min = sizes.min.clamp_negative();
    sizes.max = sizes.max.max(sizes.min);
    sizes
}

/// True for the values of `overflow` that let content show outside.
pub(crate) fn is_visible(overflow: Overflow) -> bool {
    overflow == Overflow::Visible
}
