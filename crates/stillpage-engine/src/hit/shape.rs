//! Exact hit tests of areas under the pixel of a pointer: rectangles, rounded corners and polygons in any affine space.

use crate::geometry::{Point, Projection, Rect, Size};
use crate::layout::{ClipPart, Outline, winding};

/// Chrome: a point stands for the pixel of the viewport right and below of it, and hits what that pixel touches.
pub(super) fn pixel_at(point: Point) -> Rect {
    Rect::new(point.x, point.y, 1.0, 1.0)
}

/// An area that can be hit, in its own coordinate space.
#[derive(Debug, Clone)]
pub(super) struct Shape<'a> {
    area: Rect,
    radii: Option<&'a [Size; 4]>,
    polygon: Option<&'a [Point]>,
    outline: Option<&'a Outline>,
    /// Parts of a clip; a point in one of them is in the area.
    parts: Option<&'a [ClipPart]>,
    /// From the viewport to the area's space; `None` for the identity.
    from_viewport: Option<Projection>,
}

impl<'a> Shape<'a> {
    /// `None` if the transform flattens the area: nothing can hit it.
    pub(super) fn new(
        area: Rect,
        radii: Option<&'a [Size; 4]>,
        polygon: Option<&'a [Point]>,
        to_viewport: &Projection,
    ) -> Option<Self> {
        let from_viewport = if to_viewport.is_identity() { None } else { Some(to_viewport.invert()?) };
        Some(Self { area, radii, polygon, outline: None, parts: None, from_viewport })
    }

    /// Restricts the area to the part that is in an outline.
    pub(super) fn within(self, outline: Option<&'a Outline>) -> Self {
        Self { outline, ..self }
    }

    /// Restricts the area to the parts of a clip.
    pub(super) fn within_parts(self, parts: Option<&'a [ClipPart]>) -> Self {
        Self { parts, ..self }
    }

    /// True if a pixel of the viewport touches it. Under a rotation the pixel's bounding box in the area's space stands for
    /// it, so the caller has to compare bounding boxes in the viewport, too.
    pub(super) fn touches(&self, pixel: &Rect) -> bool {
        let point = pixel.origin();
        let pixel = self.from_viewport.map_or(*pixel, |m| m.apply_rect(pixel));
        if let Some(polygon) = self.polygon {
            // Chrome: `clip-path` is asked about the point itself.
            return is_inside(pixel.origin(), polygon);
        }
        if let Some(outline) = self.outline {
            // Chrome: so are SVG shapes.
            return outline.contains(self.from_viewport.map_or(point, |m| m.apply(point)));
        }
        if let Some(parts) = self.parts {
            let point = self.from_viewport.map_or(point, |m| m.apply(point));
            return parts.iter().any(|part| has(part, point));
        }
        pixel.overlaps(&self.area) && !self.radii.is_some_and(|radii| is_in_cut_corner(&pixel, &self.area, radii))
    }
}

/// True if a point of the coordinates of a clip is in a part of it.
fn has(part: &ClipPart, point: Point) -> bool {
    let Some(own) = part.to_clip.invert().map(|back| back.apply(point)) else { return false };
    let is_near =
        own.x >= part.area.x && own.x < part.area.right() && own.y >= part.area.y && own.y < part.area.bottom();
    is_near && part.outline.as_ref().is_none_or(|outline| outline.contains(own))
}

/// True if the pixel is entirely in the part that a rounded corner cuts off.
fn is_in_cut_corner(pixel: &Rect, area: &Rect, radii: &[Size; 4]) -> bool {
    // Top left, clockwise; the signs point from the ellipse's centre to the corner.
    let corners = [
        (area.x, area.y, -1.0, -1.0),
        (area.right(), area.y, 1.0, -1.0),
        (area.right(), area.bottom(), 1.0, 1.0),
        (area.x, area.bottom(), -1.0, 1.0),
    ];
    corners.iter().zip(radii).any(|(&(x, y, to_x, to_y), radius)| {
        if radius.width <= 0.0 || radius.height <= 0.0 {
            return false;
        }
        let center = Point::new(x - to_x * radius.width, y - to_y * radius.height);
        // The point of the pixel that is nearest to the centre decides.
        let nearest = Point::new(
            center.x.clamp(pixel.x, pixel.right()) - center.x,
            center.y.clamp(pixel.y, pixel.bottom()) - center.y,
        );
        let beyond = nearest.x * to_x > 0.0 && nearest.y * to_y > 0.0;
        beyond && (nearest.x / radius.width).powi(2) + (nearest.y / radius.height).powi(2) >= 1.0
    })
}

/// The nonzero rule.
pub(super) fn is_inside(point: Point, polygon: &[Point]) -> bool {
    winding(point, polygon) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Affine;

    #[track_caller]
    fn check(shape: Option<Shape<'_>>, hits: &[(f32, f32)], misses: &[(f32, f32)]) {
        let shape = shape.expect("a shape");
        for &(x, y) in hits {
            assert!(shape.touches(&pixel_at(Point::new(x, y))), "{x},{y} should hit");
        }
        for &(x, y) in misses {
            assert!(!shape.touches(&pixel_at(Point::new(x, y))), "{x},{y} should miss");
        }
    }

    // Expectations measured in Chromium with elementFromPoint.

    #[test]
    fn rectangle_is_hit_by_the_pixel() {
        let area = Rect::new(20.5, 20.5, 10.0, 10.0);
        check(
            Shape::new(area, None, None, &Projection::IDENTITY),
            &[(19.6, 25.0), (20.0, 25.0), (30.0, 25.0), (30.4, 25.0)],
            &[(19.0, 25.0), (19.4, 25.0), (30.5, 25.0), (31.0, 25.0)],
        );
    }

    #[test]
    fn rounded_corner_is_cut_off() {
        let radii = [Size::new(20.0, 20.0); 4];
        check(
            Shape::new(Rect::new(0.0, 0.0, 40.0, 40.0), Some(&radii), None, &Projection::IDENTITY),
            &[(5.0, 5.0), (6.0, 6.0), (5.5, 5.5), (34.0, 34.0), (33.0, 33.0), (34.0, 5.0)],
            &[(4.0, 4.0), (35.0, 35.0)],
        );
    }

    #[test]
    fn transform_is_undone() {
        let (sin, cos) = libm::sincosf(std::f32::consts::FRAC_PI_4);
        let turn = Affine { a: cos, b: sin, c: -sin, d: cos, e: 0.0, f: 0.0 };
        let about_center =
            Affine::translation(150.0, 110.0).then_inner(&turn).then_inner(&Affine::translation(-50.0, -10.0));
        check(
            Shape::new(Rect::new(0.0, 0.0, 100.0, 20.0), None, None, &about_center.into()),
            &[(150.0, 110.0), (180.0, 140.0), (185.0, 145.0)],
            &[(110.0, 110.0)],
        );
        let larger = Affine { a: 4.0, d: 4.0, e: 100.0, f: 100.0, ..Affine::IDENTITY };
        check(
            Shape::new(Rect::new(0.0, 0.0, 10.0, 10.0), None, None, &larger.into()),
            &[(100.0, 110.0), (139.0, 110.0)],
            &[(98.0, 110.0), (99.0, 110.0), (140.0, 110.0)],
        );
        let flat = Affine { a: 0.0, ..Affine::IDENTITY };
        assert!(
            Shape::new(Rect::new(0.0, 0.0, 9.0, 9.0), None, None, &flat.into()).is_none(),
            "nothing hits a flattened box"
        );
    }

    #[test]
    fn polygon_follows_the_nonzero_rule() {
        let triangle = [Point::new(0.0, 0.0), Point::new(40.0, 0.0), Point::new(0.0, 40.0)];
        check(
            Shape::new(Rect::new(0.0, 0.0, 40.0, 40.0), None, Some(&triangle), &Projection::IDENTITY),
            &[(1.0, 1.0), (19.0, 19.0)],
            &[(25.0, 25.0), (39.0, 39.0)],
        );
    }
}
