//! The shapes of floats: <https://drafts.csswg.org/css-shapes-1/>
//!
//! Lines are beside the shape of a float rather than its margin box. A shape is cut into rows 1 px high, each as wide as the
//! shape is anywhere in it. Approx: lines at a fraction of a px are off by what the shape grows in that fraction.

use super::LayoutState;
use super::box_tree::BoxId;
use super::edges::BoxEdges;
use super::floats::Side;
use crate::geometry::Size;
use crate::layout::axes::Axes;
use crate::layout::clip_shape::corner_radii;
use crate::layout::unit::{Edges, Extent, LayoutUnit, Offset};
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

/// The rows of a shape, to be filled with what is in the coordinates of the screen, from the corner of the margin box.
struct Canvas<'a> {
    rows: &'a mut Rows,
    axes: Axes,
    /// The margin box.
    whole: Extent,
    margin: f32,
}

impl Canvas<'_> {
    fn point(&self, (x, y): (f32, f32)) -> (f32, f32) {
        match self.axes {
            Axes::Horizontal => (x, y),
            Axes::VerticalRl => (y, self.whole.width.to_f32() - x),
            Axes::VerticalLr => (y, x),
            Axes::SidewaysLr => (self.whole.height.to_f32() - y, x),
        }
    }

    /// A rectangle with a margin around it.
    fn rounded(&mut self, (left, top, right, bottom): (f32, f32, f32, f32), radii: [Size; 4]) {
        let margin = self.margin;
        let (a, b) = (self.point((left, top)), self.point((right, bottom)));
        let [top_left, top_right, bottom_right, bottom_left] = radii;
        let turned = match self.axes {
            Axes::Horizontal => [top_left, top_right, bottom_right, bottom_left],
            Axes::VerticalRl => [top_right, bottom_right, bottom_left, top_left],
            Axes::VerticalLr => [top_left, bottom_left, bottom_right, top_right],
            Axes::SidewaysLr => [bottom_left, top_left, top_right, bottom_right],
        };
        let grown = turned.map(|radius| {
            let (width, height) = self.turned((radius.width, radius.height));
            Size::new(width + margin, height + margin)
        });
        let (left, top) = (a.0.min(b.0) - margin, a.1.min(b.1) - margin);
        let (right, bottom) = (a.0.max(b.0) + margin, a.1.max(b.1) + margin);
        self.rows.rectangle((left, top, right, bottom), &grown);
    }

    fn ellipse(&mut self, center: (f32, f32), radii: (f32, f32)) {
        let (rx, ry) = self.turned(radii);
        self.rows.ellipse(self.point(center), (rx + self.margin, ry + self.margin));
    }

    fn turned(&self, (x, y): (f32, f32)) -> (f32, f32) {
        if self.axes.is_vertical() { (y, x) } else { (x, y) }
    }

    /// A polygon with a margin around it: its edges moved to both sides, and a circle around each corner.
    fn polygon(&mut self, mut points: Vec<(f32, f32)>) {
        // What has no area keeps nothing out.
        if is_flat(&points) {
            return;
        }
        for point in &mut points {
            *point = self.point(*point);
        }
        let margin = self.margin;
        for (at, &from) in points.iter().enumerate() {
            let to = points[(at + 1) % points.len()];
            self.rows.edge(from, to);
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = (dx * dx + dy * dy).sqrt();
            if margin > 0.0 && length > 0.0 {
                let (nx, ny) = (-dy / length * margin, dx / length * margin);
                for (nx, ny) in [(nx, ny), (-nx, -ny)] {
                    self.rows.edge((from.0 + nx, from.1 + ny), (to.0 + nx, to.1 + ny));
                }
                self.rows.ellipse(from, (margin, margin));
            }
        }
    }
}

/// Are all points of a polygon on one line?
fn is_flat(points: &[(f32, f32)]) -> bool {
    let Some((&(x, y), others)) = points.split_first() else { return true };
    let Some((dx, dy)) = others.iter().map(|p| (p.0 - x, p.1 - y)).find(|d| *d != (0.0, 0.0)) else { return true };
    others.iter().all(|p| (dx * (p.1 - y) - dy * (p.0 - x)).abs() < f32::EPSILON)
}

impl LayoutState<'_> {
    /// Returns the area that a float with a shape keeps lines out of: rows from top to bottom, each with its edge towards the
    /// lines, in the coordinates of `corner`, that of the margin box. `width` is that of its containing block. `None` where the
    /// shape is too much work: the margin box counts.
    pub(super) fn float_rows(
        &self,
        id: BoxId,
        corner: Offset,
        size: Extent,
        edges: &BoxEdges,
        width: LayoutUnit,
    ) -> Option<Vec<(LayoutUnit, LayoutUnit, LayoutUnit)>> {
        let style = &self.tree[id].style;
        let outside = style.shape_outside.as_ref()?;
        let axes = self.tree.axes(id);
        let physical = |sides| axes.sides_to_physical(sides);
        let (m, b, p) = (physical(&edges.margin), physical(&edges.border), physical(&edges.padding));
        let sides = |take: fn(&Edges) -> LayoutUnit| {
            (match outside.reference {
                None | Some(ShapeBox::Margin) => LayoutUnit::ZERO,
                Some(ShapeBox::Border) => take(&m),
                Some(ShapeBox::Padding) => take(&m) + take(&b),
                Some(ShapeBox::Content) => take(&m) + take(&b) + take(&p),
            })
            .to_f32()
        };
        let (left, top) = (sides(|e| e.left), sides(|e| e.top));
        let whole = axes.extent(size);
        let area = Area {
            left,
            top,
            width: (whole.width.to_f32() - left - sides(|e| e.right)).max(0.0),
            height: (whole.height.to_f32() - top - sides(|e| e.bottom)).max(0.0),
        };
        let mut rows = Rows::new(size.height.to_f32());
        let mut canvas =
            Canvas { rows: &mut rows, axes, whole, margin: outside.margin.resolve(width.to_f32()).max(0.0) };
        // Chrome: the corners are those of the border, as large as they are in the reference box.
        let radii = style.border_radius.as_ref();
        let radii = radii.and_then(|radii| corner_radii(radii, Size::new(area.width, area.height)));
        self.fill(&mut canvas, outside.shape.as_ref(), area, radii.map_or_else(Default::default, |radii| *radii))?;
        let right_edge = size.width.to_f32();
        let side = Side::of(style);
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

    fn fill(&self, canvas: &mut Canvas<'_>, shape: Option<&ClipShape>, area: Area, radii: [Size; 4]) -> Option<()> {
        let x = |length: &LengthPercentage| area.left + length.resolve(area.width);
        let y = |length: &LengthPercentage| area.top + length.resolve(area.height);
        let (width, height) = (area.width, area.height);
        match shape {
            None => canvas.rounded((area.left, area.top, area.left + width, area.top + height), radii),
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
                canvas.rounded((left, top, right, bottom), radii.map_or_else(Default::default, |radii| *radii));
            }
            Some(ClipShape::Circle(radius, (cx, cy))) => {
                let (cx, cy) = (x(cx), y(cy));
                let diagonal = (width * width + height * height).sqrt() / std::f32::consts::SQRT_2;
                let radius = radius.as_ref().map_or_else(
                    || nearest_side(cx, area.left, width).min(nearest_side(cy, area.top, height)),
                    |radius| radius.resolve(diagonal).max(0.0),
                );
                canvas.ellipse((cx, cy), (radius, radius));
            }
            Some(ClipShape::Ellipse(radii, (cx, cy))) => {
                let (cx, cy) = (x(cx), y(cy));
                let radii = radii.as_ref().map_or_else(
                    || (nearest_side(cx, area.left, width), nearest_side(cy, area.top, height)),
                    |(rx, ry)| (rx.resolve(width).max(0.0), ry.resolve(height).max(0.0)),
                );
                canvas.ellipse((cx, cy), radii);
            }
            Some(ClipShape::Polygon(points, _)) => {
                // Each edge costs as much as the rows it spans; with a margin there are two more and an ellipse for each.
                let cost = if canvas.margin > 0.0 { 128 } else { 32 };
                if !self.clip_points.spend((points.len() as u64).saturating_mul(cost)) {
                    return None;
                }
                canvas.polygon(points.iter().map(|(px, py)| (x(px), y(py))).collect());
            }
            Some(ClipShape::Path(..) | ClipShape::Url(_) | ClipShape::Unknown) => return None,
        }
        Some(())
    }
}

fn nearest_side(at: f32, start: f32, size: f32) -> f32 {
    (at - start).abs().min((start + size - at).abs())
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
