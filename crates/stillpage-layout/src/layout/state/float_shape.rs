//! The shapes of floats: <https://drafts.csswg.org/css-shapes-1/>
//!
//! Lines are beside the shape of a float rather than its margin box. A shape is cut into rows 1 px high, each as wide as the
//! shape is anywhere in it. Approx: lines at a fraction of a px are off by what the shape grows in that fraction.

use super::LayoutState;
use super::edges::BoxEdges;
use super::floats::Side;
use crate::geometry::Size;
use crate::layout::place::{corner_radii, radii};
use crate::layout::unit::{Extent, LayoutUnit, Offset};
use crate::style::ComputedStyle;
use crate::style::computed::{ClipShape, LengthPercentage, ShapeBox};

/// Limit: rows of a shape; those of a taller float are higher than 1 px.
const ROWS: u16 = 1000;

/// A rectangle or a shape that a line is kept out of, in px from the corner of the margin box.
#[derive(Debug, Clone, Copy)]
struct Area {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

/// The reach of a shape to the left and to the right in each row.
struct Rows {
    height: f32,
    reach: Vec<Option<(f32, f32)>>,
}

impl Rows {
    fn new(height: f32) -> Self {
        let count = height.max(1.0).ceil().min(f32::from(ROWS));
        Self { height: (height / count).max(1.0), reach: vec![None; usize::from(ROWS)] }
    }

    fn add(&mut self, row: usize, left: f32, right: f32) {
        if let Some(reach) = self.reach.get_mut(row) {
            let (l, r) = reach.unwrap_or((left, right));
            *reach = Some((l.min(left), r.max(right)));
        }
    }

    /// The rows that a span from `top` to `bottom` is in.
    fn within(&self, top: f32, bottom: f32) -> std::ops::Range<usize> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the rows")]
        let index = |at: f32| at.clamp(0.0, f32::from(ROWS)) as usize;
        index((top / self.height).floor())..index((bottom / self.height).ceil())
    }

    /// Adds what is inside of an ellipse.
    fn ellipse(&mut self, (x, y): (f32, f32), (rx, ry): (f32, f32)) {
        if rx <= 0.0 || ry <= 0.0 {
            return;
        }
        for row in self.within(y - ry, y + ry) {
            let (top, bottom) = self.span(row);
            // The height in the row at which it is widest.
            let nearest = y.clamp(top, bottom) - y;
            let share = nearest / ry;
            let half = rx * (1.0 - share * share).max(0.0).sqrt();
            self.add(row, x - half, x + half);
        }
    }

    /// Adds a rectangle with rounded corners.
    fn rectangle(&mut self, (left, top, right, bottom): (f32, f32, f32, f32), radii: &[Size; 4]) {
        let [top_left, top_right, bottom_right, bottom_left] = radii;
        for row in self.within(top, bottom) {
            let (from, to) = self.span(row);
            let inset = |above: &Size, below: &Size| {
                cut(above, top + above.height - to).max(cut(below, from - bottom + below.height))
            };
            self.add(row, left + inset(top_left, bottom_left), right - inset(top_right, bottom_right));
        }
    }

    /// Adds an edge of a polygon; a horizontal one is where its neighbours end.
    fn edge(&mut self, (x0, y0): (f32, f32), (x1, y1): (f32, f32)) {
        let (top, bottom) = (y0.min(y1), y0.max(y1));
        if top >= bottom {
            return;
        }
        for row in self.within(top, bottom) {
            let (from, to) = self.span(row);
            let x = |y: f32| x0 + (x1 - x0) * (y.clamp(top, bottom) - y0) / (y1 - y0);
            let (a, b) = (x(from), x(to));
            self.add(row, a.min(b), a.max(b));
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "at most `ROWS`")]
    fn span(&self, row: usize) -> (f32, f32) {
        (row as f32 * self.height, (row + 1) as f32 * self.height)
    }
}

impl LayoutState<'_> {
    /// Returns the area that a float with a shape keeps lines out of: rows from top to bottom, each with its edge towards the
    /// lines, in the coordinates of `corner`, that of the margin box. `None` where the shape is too much work: the margin box
    /// counts.
    pub(super) fn float_rows(
        &self,
        style: &ComputedStyle,
        side: Side,
        corner: Offset,
        size: Extent,
        edges: &BoxEdges,
    ) -> Option<Vec<(LayoutUnit, LayoutUnit, LayoutUnit)>> {
        let outside = style.shape_outside.as_ref()?;
        let zero = LayoutUnit::ZERO;
        let (m, b, p) = (&edges.margin, &edges.border, &edges.padding);
        let sides = |take: fn(&crate::layout::unit::Edges) -> LayoutUnit| {
            (match outside.reference {
                None | Some(ShapeBox::Margin) => zero,
                Some(ShapeBox::Border) => take(m),
                Some(ShapeBox::Padding) => take(m) + take(b),
                Some(ShapeBox::Content) => take(m) + take(b) + take(p),
            })
            .to_f32()
        };
        let (left, top) = (sides(|e| e.left), sides(|e| e.top));
        let area = Area {
            left,
            top,
            width: (size.width.to_f32() - left - sides(|e| e.right)).max(0.0),
            height: (size.height.to_f32() - top - sides(|e| e.bottom)).max(0.0),
        };
        let margin = outside.margin.resolve(area.width).max(0.0);
        let mut rows = Rows::new(size.height.to_f32());
        let radii = reference_radii(style, size, edges, area);
        self.fill(&mut rows, outside.shape.as_ref(), area, radii, margin)?;
        let right_edge = size.width.to_f32();
        let cut = rows.reach.iter().enumerate().filter_map(|(row, reach)| {
            let (from, to) = rows.span(row);
            let (left, right) = (*reach)?;
            // Chrome: a shape counts within the margin box only.
            let edge = if side == Side::Left { right } else { left }.clamp(0.0, right_edge);
            let bottom = corner.y + LayoutUnit::from_f32(to).min(size.height);
            let top = corner.y + LayoutUnit::from_f32(from);
            (top < bottom).then(|| (top, bottom, corner.x + LayoutUnit::from_f32(edge)))
        });
        Some(cut.collect())
    }

    fn fill(
        &self,
        rows: &mut Rows,
        shape: Option<&ClipShape>,
        area: Area,
        radii: Option<[Size; 4]>,
        margin: f32,
    ) -> Option<()> {
        let x = |length: &LengthPercentage| area.left + length.resolve(area.width);
        let y = |length: &LengthPercentage| area.top + length.resolve(area.height);
        let (width, height) = (area.width, area.height);
        match shape {
            None => {
                let edges = (area.left, area.top, area.left + width, area.top + height);
                rounded(rows, edges, radii.unwrap_or_default(), margin);
            }
            Some(ClipShape::Inset(sides, round)) => {
                let (left, top) = (x(&sides.left), y(&sides.top));
                let right = (area.left + width - sides.right.resolve(width)).max(left);
                let bottom = (area.top + height - sides.bottom.resolve(height)).max(top);
                // Percentages of the radii are of the reference box.
                let px = |(x, y): &(LengthPercentage, LengthPercentage)| {
                    let size = Size::new(x.resolve(width).max(0.0), y.resolve(height).max(0.0));
                    (LengthPercentage::px(size.width), LengthPercentage::px(size.height))
                };
                let declared = round.as_ref().map(|round| round.each_ref().map(px));
                let radii = declared.and_then(|radii| corner_radii(&radii, Size::new(right - left, bottom - top)));
                rounded(rows, (left, top, right, bottom), radii.map_or_else(Default::default, |radii| *radii), margin);
            }
            Some(ClipShape::Circle(radius, (cx, cy))) => {
                let (cx, cy) = (x(cx), y(cy));
                let diagonal = (width * width + height * height).sqrt() / std::f32::consts::SQRT_2;
                let radius = radius.as_ref().map_or_else(
                    || nearest_side(cx, area.left, width).min(nearest_side(cy, area.top, height)),
                    |radius| radius.resolve(diagonal).max(0.0),
                );
                rows.ellipse((cx, cy), (radius + margin, radius + margin));
            }
            Some(ClipShape::Ellipse(radii, (cx, cy))) => {
                let (cx, cy) = (x(cx), y(cy));
                let (rx, ry) = radii.as_ref().map_or_else(
                    || (nearest_side(cx, area.left, width), nearest_side(cy, area.top, height)),
                    |(rx, ry)| (rx.resolve(width).max(0.0), ry.resolve(height).max(0.0)),
                );
                rows.ellipse((cx, cy), (rx + margin, ry + margin));
            }
            Some(ClipShape::Polygon(points)) => {
                // Each edge costs as much as the rows it spans; with a margin there are two more and an ellipse for each.
                let cost = if margin > 0.0 { 128 } else { 32 };
                if !self.clip_points.spend((points.len() as u64).saturating_mul(cost)) {
                    return None;
                }
                let points: Vec<(f32, f32)> = points.iter().map(|(px, py)| (x(px), y(py))).collect();
                polygon(rows, &points, margin);
            }
            Some(ClipShape::Unknown) => return None,
        }
        Some(())
    }
}

fn nearest_side(at: f32, start: f32, size: f32) -> f32 {
    (at - start).abs().min((start + size - at).abs())
}

/// The corners of the box that a shape is in.
///
/// Chrome: they are those of the border box whatever the box is, as far as they fit in it.
fn reference_radii(style: &ComputedStyle, size: Extent, edges: &BoxEdges, area: Area) -> Option<[Size; 4]> {
    let (width, height) = (size.width - edges.margin.width(), size.height - edges.margin.height());
    let px = |radius: &Size| (LengthPercentage::px(radius.width), LengthPercentage::px(radius.height));
    let outer = radii(style, Extent::new(width, height).to_size())?.each_ref().map(px);
    corner_radii(&outer, Size::new(area.width, area.height)).map(|radii| *radii)
}

/// Returns the width that a rounded corner cuts off at a height that is `beyond` its centre.
fn cut(radius: &Size, beyond: f32) -> f32 {
    if beyond <= 0.0 || radius.width <= 0.0 || radius.height <= 0.0 {
        return 0.0;
    }
    let share = (beyond / radius.height).min(1.0);
    // Whole results are whole, without the last bits of the square root.
    let cut = radius.width * (1.0 - (1.0 - share * share).max(0.0).sqrt());
    (cut * 1024.0).round() / 1024.0
}

/// A rectangle with a margin around it.
fn rounded(rows: &mut Rows, (left, top, right, bottom): (f32, f32, f32, f32), radii: [Size; 4], margin: f32) {
    let grown = radii.map(|radius| Size::new(radius.width + margin, radius.height + margin));
    rows.rectangle((left - margin, top - margin, right + margin, bottom + margin), &grown);
}

/// A polygon with a margin around it: its edges moved to both sides, and a circle around each corner.
fn polygon(rows: &mut Rows, points: &[(f32, f32)], margin: f32) {
    for (at, &from) in points.iter().enumerate() {
        let to = points[(at + 1) % points.len()];
        rows.edge(from, to);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt();
        if margin > 0.0 && length > 0.0 {
            let (nx, ny) = (-dy / length * margin, dx / length * margin);
            for (nx, ny) in [(nx, ny), (-nx, -ny)] {
                rows.edge((from.0 + nx, from.1 + ny), (to.0 + nx, to.1 + ny));
            }
            rows.ellipse(from, (margin, margin));
        }
    }
}
