//! Areas with rounded corners, and those of `clip-path`: <https://www.w3.org/TR/css-shapes-1/#basic-shape-functions>.

use crate::geometry::{Point, Rect, Size};
use crate::style::computed::{ClipShape, FillRule, LengthPercentage};

/// A rectangle, its rounded corners, and a polygon in place of it.
type ClipArea = (Rect, Option<Box<[Size; 4]>>, Option<Box<[Point]>>);

/// Returns the area that a shape leaves of a box at `at`; `None` for those that are not one area.
pub(super) fn clip_area(shape: &ClipShape, at: Point, size: Size) -> Option<ClipArea> {
    let x = |l: &LengthPercentage| l.resolve(size.width);
    let y = |l: &LengthPercentage| l.resolve(size.height);
    let ellipse = |rx: f32, ry: f32, (cx, cy): &(LengthPercentage, LengthPercentage)| {
        let center = Point::new(at.x + x(cx), at.y + y(cy));
        let radius = Size::new(rx, ry);
        (Rect::new(center.x - rx, center.y - ry, rx * 2.0, ry * 2.0), Some(Box::new([radius, radius, radius, radius])))
    };
    Some(match shape {
        ClipShape::Inset(sides, round) => {
            let (left, right) = (x(&sides.left), x(&sides.right));
            let (top, bottom) = (y(&sides.top), y(&sides.bottom));
            let width = (size.width - left - right).max(0.0);
            let height = (size.height - top - bottom).max(0.0);
            // Approx: percentages of radii are of what is left of the box, not of the box.
            let radii = round.as_ref().and_then(|round| corner_radii(round, Size::new(width, height)));
            (Rect::new(at.x + left, at.y + top, width, height), radii, None)
        }
        ClipShape::Circle(radius, center) => {
            let r = match radius {
                Some(r) => r.resolve((size.width.powi(2) + size.height.powi(2)).sqrt() / std::f32::consts::SQRT_2),
                None => {
                    let (cx, cy) = (x(&center.0), y(&center.1));
                    cx.min(size.width - cx).min(cy).min(size.height - cy)
                }
            };
            let (area, radii) = ellipse(r, r, center);
            (area, radii, None)
        }
        ClipShape::Ellipse(radii, center) => {
            let (rx, ry) = match radii {
                Some((rx, ry)) => (x(rx), y(ry)),
                None => {
                    let (cx, cy) = (x(&center.0), y(&center.1));
                    (cx.min(size.width - cx), cy.min(size.height - cy))
                }
            };
            let (area, radii) = ellipse(rx, ry, center);
            (area, radii, None)
        }
        ClipShape::Polygon(points, FillRule::Nonzero) => {
            let points: Box<[Point]> = points.iter().map(|(px, py)| Point::new(at.x + x(px), at.y + y(py))).collect();
            let (mut left, mut top, mut right, mut bottom) = (f32::MAX, f32::MAX, f32::MIN, f32::MIN);
            for p in &points {
                (left, right) = (left.min(p.x), right.max(p.x));
                (top, bottom) = (top.min(p.y), bottom.max(p.y));
            }
            (Rect::from_edges(left, top, right.max(left), bottom.max(top)), None, Some(points))
        }
        ClipShape::Polygon(..) | ClipShape::Path(..) | ClipShape::Url(_) | ClipShape::Unknown => return None,
    })
}

/// Used radii of the corners of a rectangle; `None` where all are square.
pub(crate) fn corner_radii(declared: &[(LengthPercentage, LengthPercentage); 4], size: Size) -> Option<Box<[Size; 4]>> {
    let mut out = [Size::ZERO; 4];
    for (radius, (rx, ry)) in out.iter_mut().zip(declared.iter()) {
        *radius = Size::new(rx.resolve(size.width).max(0.0), ry.resolve(size.height).max(0.0));
    }
    let [tl, tr, br, bl] = out;
    let mut factor: f32 = 1.0;
    for (length, sum) in [
        (size.width, tl.width + tr.width),
        (size.width, bl.width + br.width),
        (size.height, tl.height + bl.height),
        (size.height, tr.height + br.height),
    ] {
        if sum > length && sum > 0.0 {
            factor = factor.min(length / sum);
        }
    }
    for radius in &mut out {
        *radius = Size::new(radius.width * factor, radius.height * factor);
    }
    out.iter().any(|r| r.width > 0.0 && r.height > 0.0).then(|| Box::new(out))
}
