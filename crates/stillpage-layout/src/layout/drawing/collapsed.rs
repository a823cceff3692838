//! Borders of tables whose borders collapse: each is drawn once, beside one of the cells that it is between.

use super::Artist;
use crate::geometry::Rect;
use crate::layout::paint_rect::legend;
use crate::layout::place::{Place, Placement};
use crate::layout::state::box_tree::{BoxId, BoxKind, BoxTree};
use crate::layout::state::results::{BoxArea, BoxAreas};
use crate::layout::table::{PhysicalSide, SeenBorder, seen_borders};
use crate::layout::unit::LayoutRect;
use crate::style::computed::{BorderCollapse, BorderStyle, PaintStyle, Srgb, WritingMode};

/// A border between cells, or at the edge of a table.
#[derive(Debug)]
pub struct DrawnBorder {
    /// The area that it fills, in whole px.
    pub area: Rect,
    /// It runs across, above or below cells.
    pub is_horizontal: bool,
    /// Its style.
    pub style: BorderStyle,
    /// Its colour.
    pub color: Srgb,
}

/// The parts of a page that decide about the borders of a box.
pub(in crate::layout) struct Beside {
    /// The area of the legend of a fieldset.
    pub(super) legend: Option<LayoutRect>,
    /// The borders of a part of a table whose borders collapse.
    pub(super) collapsed: Option<Vec<DrawnBorder>>,
}

impl Artist<'_> {
    /// Finds what decides about the borders of a box.
    pub(in crate::layout) fn beside(
        &mut self,
        tree: &BoxTree,
        areas: &BoxAreas,
        placement: &Placement,
        id: BoxId,
    ) -> Beside {
        Beside {
            legend: legend(tree, areas, placement, id),
            collapsed: self.collapsed_borders(tree, id, (&placement.places[id.index()], &areas[id.index()])),
        }
    }

    /// The borders that are drawn in place of those of a box; `None` where borders do not collapse. Approx: they do not in vertical
    /// tables.
    fn collapsed_borders(
        &mut self,
        tree: &BoxTree,
        id: BoxId,
        (place, area): (&Place, &BoxArea),
    ) -> Option<Vec<DrawnBorder>> {
        let node = &tree[id];
        match node.kind {
            BoxKind::Table => {
                let collapses = node.style.border_collapse == BorderCollapse::Collapse;
                if !collapses || node.style.writing_mode != WritingMode::HorizontalTb {
                    return None;
                }
                self.seen_borders.extend(seen_borders(tree, id, &self.collapsed_slots)?);
                Some(Vec::new())
            }
            BoxKind::TableCell => {
                let seen = self.seen_borders.get(&id)?;
                let rect = LayoutRect { origin: place.origin, size: area.size }.to_rect();
                let lines = Lines::of(&rect, area, seen);
                Some(seen.iter().filter_map(|border| drawn(tree, border, &lines)).collect())
            }
            _ => None,
        }
    }
}

/// The lines around a cell in whole px: where each begins and ends, across and down.
struct Lines {
    top: (f32, f32),
    right: (f32, f32),
    bottom: (f32, f32),
    left: (f32, f32),
    /// No cell follows to the right.
    is_last: bool,
}

impl Lines {
    fn of(cell: &Rect, area: &BoxArea, seen: &[SeenBorder]) -> Self {
        // A cell has half of each border.
        let halves = area.edges.border();
        let line = |middle: f32, half: f32| {
            let from = (middle - half + 0.5).floor();
            (from, from + (2.0 * half).round())
        };
        Self {
            top: line(cell.y, halves.top.to_f32()),
            right: line(cell.right(), halves.right.to_f32()),
            bottom: line(cell.bottom(), halves.bottom.to_f32()),
            left: line(cell.x, halves.left.to_f32()),
            is_last: seen.iter().any(|border| border.side == PhysicalSide::Right && border.is_outer),
        }
    }
}

fn drawn(tree: &BoxTree, border: &SeenBorder, lines: &Lines) -> Option<DrawnBorder> {
    let (owner, side) = border.owner;
    let style = &tree[owner].style;
    let initial = PaintStyle::default();
    let colors = style.paint.as_deref().unwrap_or(&initial);
    let (side, color) = match side {
        PhysicalSide::Top => (style.border.top, colors.border_top_color),
        PhysicalSide::Right => (style.border.right, colors.border_right_color),
        PhysicalSide::Bottom => (style.border.bottom, colors.border_bottom_color),
        PhysicalSide::Left => (style.border.left, colors.border_left_color),
    };
    // Corners are those of the lines across.
    let end = if lines.is_last { lines.right.1 } else { lines.right.0 };
    let across = |line: (f32, f32)| Rect::from_edges(lines.left.0, line.0, end, line.1);
    let down = |line: (f32, f32)| Rect::from_edges(line.0, lines.top.1, line.1, lines.bottom.0);
    let (area, is_horizontal) = match border.side {
        PhysicalSide::Top => (across(lines.top), true),
        PhysicalSide::Bottom => (across(lines.bottom), true),
        PhysicalSide::Left => (down(lines.left), false),
        PhysicalSide::Right => (down(lines.right), false),
    };
    let color = style.used_color(color).filter(|color| color.alpha() > 0.0 && !area.is_empty())?;
    Some(DrawnBorder { area, is_horizontal, style: side.style, color })
}
