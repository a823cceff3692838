//! Items of subgrids as contributions to the track sizing of the grid around them.
//!
//! <https://www.w3.org/TR/css-grid-2/#subgrid-item-contribution>. They stand beside the grid's own items, with the margins,
//! borders and padding of the subgrids around them as additional margins at their edges.

use std::ops::Range;
use std::sync::Arc;

use taffy::prelude::TaffyMaxContent;
use taffy::{AlignSelf, LayoutInput, RequestedAxis, RunMode, SizingMode};

use super::container::Container;
use super::items::is_subgrid;
use super::stage::{Cells, Role};
use super::subgrid_lines::{Placement, names};
use super::value::{align_items, direction};
use crate::layout::state::box_tree::BoxId;
use crate::layout::state::edges::{self, BoxEdges};
use crate::layout::state::flexible_styles::ItemStyle;
use crate::layout::state::results::Purpose;
use crate::layout::unit::LayoutUnit;
use crate::limits::Limit;
use crate::style::ComputedStyle;
use crate::style::computed::{Direction, LengthPercentage, LengthPercentageAuto};

/// Limit: what looking into a subgrid takes, for each one that it is in: grids around it look into it, too. Real subgrids are
/// three deep at most.
const STEPS_OF_SUBGRID: u64 = 100;

/// An item of a subgrid in the grid around it.
#[derive(Debug)]
pub(super) struct SubgridContribution {
    /// The item; the subgrid itself where an edge of it has no item.
    pub(super) id: BoxId,
    /// In the tracks of the grid.
    pub(super) cells: Cells,
    pub(super) role: Role,
    /// The innermost subgrid that it is in; `None` at an edge without items.
    pub(super) parent: Option<BoxId>,
    /// Additional margins, CSS px: before and after the rows, and the columns.
    pub(super) around: [(f32, f32); 2],
}

/// A subgrid in a grid, or in a subgrid of it.
#[derive(Debug)]
pub(super) struct Nested {
    pub(super) id: BoxId,
    /// The subgrid around it: its place in the list; `None` if that is the grid.
    pub(super) parent: Option<usize>,
    /// Subgrids from the grid to it, itself included.
    depth: u64,
    /// In the tracks of the box around it.
    pub(super) own_cells: Cells,
    /// Does it begin where the box around it ends?
    pub(super) is_mirrored: bool,
    /// Does it take rows, columns of the grid?
    pub(super) takes: [bool; 2],
    /// In the tracks of the grid.
    cells: Cells,
    /// Does its first column come last in the grid?
    is_reversed: bool,
    owner: Option<BoxId>,
    around: [(f32, f32); 2],
    /// Between its tracks, CSS px.
    gaps: [f32; 2],
}

/// The length of a gap; `None` for `normal`.
pub(super) fn gap(style: &ComputedStyle, x: bool, basis: Option<LayoutUnit>) -> Option<f32> {
    let gap = if x { &style.column_gap } else { &style.row_gap };
    gap.as_ref().map(|gap| edges::resolve_or_zero(gap, basis).to_f32())
}

/// Returns the margins, borders and padding around the contents of a box along an axis, before and after them in text of this
/// direction.
pub(super) fn around(edges: &BoxEdges, x: bool, text: Direction) -> (f32, f32) {
    let inset = edges.inset();
    let sum = |margin: LayoutUnit, inset: LayoutUnit| (margin + inset).to_f32();
    let (margin, left) = (&edges.margin, sum(edges.margin.left, inset.left));
    match (x, text) {
        (false, _) => (sum(margin.top, inset.top), sum(margin.bottom, inset.bottom)),
        (true, Direction::Ltr) => (left, sum(margin.right, inset.right)),
        (true, Direction::Rtl) => (sum(margin.right, inset.right), left),
    }
}

impl Container<'_, '_> {
    /// All items in subgrids that count for tracks of this grid, and the subgrids. Those that take only tracks that are
    /// sized already are not looked into: `is_sized`, rows and columns.
    pub(super) fn contributions(
        &mut self,
        placement: &Placement,
        is_sized: [bool; 2],
    ) -> (Vec<SubgridContribution>, Vec<Nested>) {
        let style = Arc::clone(&self.pass.tree[self.id].style);
        let gaps = [false, true].map(|x| gap(&style, x, self.width).unwrap_or(0.0));
        let root = Nested {
            id: self.id,
            parent: None,
            depth: 0,
            own_cells: Cells::default(),
            is_mirrored: false,
            takes: [true; 2],
            cells: [0..placement.counts[0], 0..placement.counts[1]],
            is_reversed: false,
            owner: None,
            around: [(0.0, 0.0); 2],
            gaps,
        };
        let (mut items, mut nested) = (Vec::new(), Vec::new());
        let own: Vec<BoxId> = self.translated.items.iter().map(|(child, _)| *child).collect();
        self.enter(&own, placement, &root, None, gaps, &mut nested, None);
        let mut at = 0;
        while let Some(subgrid) = nested.get(at) {
            if (0..2).all(|axis| is_sized[axis] || !subgrid.takes[axis]) {
                at += 1;
                continue;
            }
            if !self.pass.grid_steps.take(STEPS_OF_SUBGRID * subgrid.depth) {
                self.pass.tree.warnings.limit(Limit::GridSteps);
                at += 1;
                continue;
            }
            let id = subgrid.id;
            let mut inside = Container::new(self.pass, id, Purpose::Measure, None, &BoxEdges::default());
            let children: Vec<BoxId> = inside.translated.items.iter().map(|(child, _)| *child).collect();
            let input = LayoutInput {
                run_mode: RunMode::PerformLayout,
                sizing_mode: SizingMode::InherentSize,
                axis: RequestedAxis::Both,
                known_dimensions: taffy::Size::NONE,
                known_dimensions_are_definite: taffy::Size { width: false, height: false },
                parent_size: taffy::Size::NONE,
                available_space: taffy::Size::MAX_CONTENT,
                vertical_margins_are_collapsible: taffy::Line::FALSE,
            };
            let placed = inside.place(&input);
            if let Some(placed) = placed {
                let subgrid = nested.remove(at);
                let mut deeper = Vec::new();
                self.enter(&children, &placed, &subgrid, Some(at), gaps, &mut deeper, Some(&mut items));
                nested.insert(at, subgrid);
                nested.append(&mut deeper);
            }
            at += 1;
        }
        (items, nested)
    }

    /// The items of a subgrid (or of the grid itself, whose own items are not to be listed), and the subgrids among them.
    #[expect(clippy::too_many_arguments, reason = "a step of the walk above, with what it collects")]
    fn enter(
        &mut self,
        children: &[BoxId],
        placed: &Placement,
        outer: &Nested,
        parent: Option<usize>,
        gaps: [f32; 2],
        nested: &mut Vec<Nested>,
        mut items: Option<&mut Vec<SubgridContribution>>,
    ) {
        let axes = [false, true];
        let text = self.pass.tree[self.id].style.direction;
        let outer_style = Arc::clone(&self.pass.tree[outer.id].style);
        let areas = outer_style.grid.as_deref().map(|grid| super::value::areas(&grid.template_areas.rows));
        // In the tracks of the grid.
        let mapped = |own: &Range<usize>, x: bool| {
            let all = &outer.cells[usize::from(x)];
            match outer.takes[usize::from(x)] {
                false => all.clone(),
                true if x && outer.is_reversed => all.end.saturating_sub(own.end)..all.end.saturating_sub(own.start),
                true => all.start + own.start..all.start + own.end,
            }
        };
        let half = axes.map(|x| (outer.gaps[usize::from(x)] - gaps[usize::from(x)]) / 2.0);
        let margins = |cells: &Range<usize>, x: bool| {
            let (all, around) = (&outer.cells[usize::from(x)], outer.around[usize::from(x)]);
            let half = half[usize::from(x)];
            let before = if cells.start == all.start { around.0 } else { half };
            (before, if cells.end == all.end { around.1 } else { half })
        };
        for (&child, own_cells) in children.iter().zip(&placed.cells) {
            let cells = axes.map(|x| mapped(&own_cells[usize::from(x)], x));
            let takes = axes.map(|x| outer.takes[usize::from(x)] && is_subgrid(self.pass, child, x));
            let beside = axes.map(|x| margins(&cells[usize::from(x)], x));
            if let Some(items) = items.as_deref_mut() {
                let sizes = axes.map(|x| outer.takes[usize::from(x)] && !takes[usize::from(x)]);
                if sizes != [false; 2] {
                    let role = Role { sizes, owner: outer.owner, is_empty: false };
                    items.push(SubgridContribution {
                        id: child,
                        cells: cells.clone(),
                        role,
                        parent: Some(outer.id),
                        around: beside,
                    });
                }
            }
            let node = &self.pass.tree[child];
            let is_mirrored = node.style.direction != outer_style.direction;
            let style = Arc::clone(&node.style);
            for x in axes {
                if is_subgrid(self.pass, child, x) {
                    let own = style.grid.as_deref().map(|g| if x { &g.template_columns } else { &g.template_rows });
                    let range = &own_cells[usize::from(x)];
                    let areas = areas.as_ref();
                    let names = own.map(|own| names(placed, areas, own, x, range, x && is_mirrored));
                    self.pass.name_lines(child, x, names.unwrap_or_default());
                }
            }
            if takes == [false; 2] {
                continue;
            }
            let edges = self.pass.own_edges(child, self.width);
            let around = axes.map(|x| {
                let (at, own) = (usize::from(x), around(&edges, x, text));
                if takes[at] { (beside[at].0 + own.0, beside[at].1 + own.1) } else { beside[at] }
            });
            let owner = outer.owner.or((outer.takes[1] && !takes[1]).then_some(child));
            nested.push(Nested {
                id: child,
                parent,
                depth: outer.depth + 1,
                own_cells: own_cells.clone(),
                is_mirrored,
                takes,
                cells,
                is_reversed: outer.is_reversed != is_mirrored,
                owner,
                around,
                gaps: axes.map(|x| gap(&style, x, self.width).unwrap_or(outer.gaps[usize::from(x)])),
            });
        }
        let Some(items) = items else { return };
        // Edges that no item is at.
        for x in axes.into_iter().filter(|x| outer.takes[usize::from(*x)]) {
            let at = usize::from(x);
            let all = &outer.cells[at];
            for edge in [all.start..all.start + 1, all.end.saturating_sub(1)..all.end] {
                let covers = |own: &Cells| {
                    let cells = mapped(&own[at], x);
                    if edge.start == all.start { cells.start == all.start } else { cells.end == all.end }
                };
                if !placed.cells.iter().any(covers) {
                    let mut cells = outer.cells.clone();
                    cells[at] = edge.clone();
                    let mut sizes = [false; 2];
                    sizes[at] = true;
                    // Chrome: gaps do not count there.
                    let mut around = [(0.0, 0.0); 2];
                    if edge.start == all.start {
                        around[at].0 = outer.around[at].0;
                    }
                    if edge.end == all.end {
                        around[at].1 = outer.around[at].1;
                    }
                    let role = Role { sizes, owner: None, is_empty: true };
                    items.push(SubgridContribution { id: outer.id, cells, role, parent: None, around });
                }
            }
        }
    }

    /// The style of an item while tracks along an axis are sized.
    pub(super) fn contribution_style(&mut self, item: &SubgridContribution, x: bool) -> ItemStyle {
        let text = self.pass.tree[self.id].style.direction;
        let parent = item.parent.map(|parent| Arc::clone(&self.pass.tree[parent].style));
        let mut style = match &parent {
            Some(parent) => {
                let mut style = self.item_style(item.id);
                style.align_self = style.align_self.or(Some(align_items(parent.align_items)));
                style.justify_self = style.justify_self.or(Some(align_items(parent.justify_items)));
                style
            }
            None => ItemStyle::initial(direction(&self.pass.tree[item.id].style)),
        };
        let own = Arc::clone(&self.pass.tree[item.id].style);
        let margin = item.parent.map(|_| &own.margin);
        let (rows, (mut left, mut right)) = (item.around[0], item.around[1]);
        if text == Direction::Rtl {
            (left, right) = (right, left);
        }
        style.margin = taffy::Rect {
            left: self.widened(margin.map(|m| &m.left), left),
            right: self.widened(margin.map(|m| &m.right), right),
            top: self.widened(margin.map(|m| &m.top), rows.0),
            bottom: self.widened(margin.map(|m| &m.bottom), rows.1),
        };
        if !x {
            if item.role.owner.is_some() {
                // It asks for the width of the subgrid's area.
                let area = (taffy::LengthPercentageAuto::length(left), taffy::LengthPercentageAuto::length(right));
                hide(&mut style, true, area.0);
                style.margin.right = area.1;
            } else if is_subgrid(self.pass, item.id, true) {
                stretch(&mut style, true);
            }
        }
        style
    }

    /// A margin and more.
    pub(super) fn widened(&mut self, margin: Option<&LengthPercentageAuto>, more: f32) -> taffy::LengthPercentageAuto {
        match margin {
            Some(LengthPercentageAuto::Length(LengthPercentage::Linear { px, percent })) => {
                self.length(&LengthPercentage::Linear { px: px + more, percent: *percent }).into()
            }
            Some(LengthPercentageAuto::Length(length)) => {
                let width = self.uses_width();
                taffy::LengthPercentageAuto::length(edges::resolve_or_zero(length, width).to_f32() + more)
            }
            Some(LengthPercentageAuto::Auto) | None => taffy::LengthPercentageAuto::length(more),
        }
    }
}

/// Lets an item fill its area along an axis.
///
/// <https://www.w3.org/TR/css-grid-2/#subgrid-box-alignment>: there a subgrid is always stretched.
pub(super) fn stretch(style: &mut ItemStyle, x: bool) {
    let zero_if_auto = |margin: &mut taffy::LengthPercentageAuto| {
        if margin.is_auto() {
            *margin = taffy::LengthPercentageAuto::length(0.0);
        }
    };
    style.aspect_ratio = None;
    if x {
        style.size.width = taffy::Dimension::auto();
        style.min_size.width = taffy::LengthPercentageAuto::auto();
        style.max_size.width = taffy::LengthPercentageAuto::auto();
        style.justify_self = Some(AlignSelf::STRETCH);
        zero_if_auto(&mut style.margin.left);
        zero_if_auto(&mut style.margin.right);
    } else {
        style.size.height = taffy::Dimension::auto();
        style.min_size.height = taffy::LengthPercentageAuto::auto();
        style.max_size.height = taffy::LengthPercentageAuto::auto();
        style.align_self = Some(AlignSelf::STRETCH);
        zero_if_auto(&mut style.margin.top);
        zero_if_auto(&mut style.margin.bottom);
    }
}

/// Lets an item ask for nothing along an axis but margins.
pub(super) fn hide(style: &mut ItemStyle, x: bool, margin: taffy::LengthPercentageAuto) {
    stretch(style, x);
    if x {
        (style.margin.left, style.margin.right) = (margin, margin);
        (style.padding.left, style.padding.right, style.border.left, style.border.right) = (0.0, 0.0, 0.0, 0.0);
    } else {
        (style.margin.top, style.margin.bottom) = (margin, margin);
        (style.padding.top, style.padding.bottom, style.border.top, style.border.bottom) = (0.0, 0.0, 0.0, 0.0);
    }
}
