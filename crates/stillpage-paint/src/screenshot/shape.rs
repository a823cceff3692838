//! Shapes of SVG: their fill and their stroke.

use kurbo::PathEl;
use tiny_skia::{FillRule, LineCap, LineJoin, Path, PathBuilder, PathSegment, Shader, Stroke, StrokeDash, Transform};

use super::canvas::Canvas;
use super::clip::Clipped;
use super::paint_server::{Served, served};
use super::path::{scale_of, skia_color};
use crate::geometry::{Rect, Size};
use crate::layout::{DrawnShape, Outline};
use crate::page::Page;
use crate::style::computed::{Color, FillRule as ComputedFillRule, StrokeLinecap, StrokeLinejoin, SvgPaint, SvgStyle};
use crate::style::property::PaintBasis;

/// Limit: dashes of a line; one with more is painted whole.
const MAX_DASHES: f32 = 10_000.0;

/// Paints a shape. Approx: patterns and markers of SVG are not painted.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    page: &Page,
    basis: &PaintBasis,
    drawn: &DrawnShape<'_>,
    at: (Transform, &Clipped),
) {
    let initial = SvgStyle::default();
    let svg = drawn.svg.unwrap_or(&initial);
    let steps = drawn.outline.path().elements().len() as u64 * 40;
    if canvas.is_idle() || !canvas.budget().spend(steps) {
        return;
    }
    let Some(path) = path_of(drawn.outline) else { return };
    let shader = |paint: &SvgPaint, opacity: f32| shader(page, paint, drawn, &path, opacity);
    if let Some(shader) = svg.fill.as_ref().and_then(|paint| shader(paint, svg.fill_opacity)) {
        let rule = match svg.fill_rule {
            ComputedFillRule::Evenodd => FillRule::EvenOdd,
            ComputedFillRule::Nonzero => FillRule::Winding,
        };
        canvas.fill(Some(&path), shader, rule, at);
    }
    let stroke = drawn.outline.stroke().and_then(|(width, cap, join)| {
        let shader = shader(svg.stroke.as_ref()?, svg.stroke_opacity)?;
        let stroke = Stroke {
            width,
            line_cap: match cap {
                StrokeLinecap::Butt => LineCap::Butt,
                StrokeLinecap::Round => LineCap::Round,
                StrokeLinecap::Square => LineCap::Square,
            },
            line_join: match join {
                StrokeLinejoin::Round => LineJoin::Round,
                StrokeLinejoin::Bevel => LineJoin::Bevel,
                _ => LineJoin::Miter,
            },
            miter_limit: svg.stroke_miterlimit,
            dash: None,
        };
        Some((shader, stroke))
    });
    let Some((shader, stroke)) = stroke else { return };
    let dashed = dashes(page, basis, drawn, svg, &path).and_then(|dash| path.dash(&dash, scale_of(at.0)));
    let line = dashed.as_ref().unwrap_or(&path);
    if canvas.budget().spend(line.len() as u64 * 200) {
        let stroked = line.stroke(&stroke, scale_of(at.0));
        canvas.fill(stroked.as_ref(), shader, FillRule::Winding, at);
    }
}

/// The shader of a paint; `None` if nothing is painted.
fn shader(page: &Page, paint: &SvgPaint, drawn: &DrawnShape<'_>, path: &Path, opacity: f32) -> Option<Shader<'static>> {
    let opacity = opacity * drawn.opacity;
    let solid = |color: Color| {
        let color = drawn.style.used_color(color)?.faded(opacity);
        (color.alpha() > 0.0).then(|| Shader::SolidColor(skia_color(color)))
    };
    match paint {
        SvgPaint::Color(color) => solid(*color),
        SvgPaint::Context => None,
        SvgPaint::Server(url, fallback) => {
            let bounds = path.bounds();
            let bounds = Rect::from_edges(bounds.left(), bounds.top(), bounds.right(), bounds.bottom());
            match served(page, url, drawn.node, &bounds, opacity) {
                Served::Shader(shader) => Some(shader),
                Served::Nothing => None,
                Served::Missing => fallback.and_then(solid),
            }
        }
    }
}

/// The dashes of a stroke; `None` for a line that is whole.
///
/// <https://svgwg.org/svg2-draft/painting.html#StrokeDasharrayProperty>
fn dashes(page: &Page, basis: &PaintBasis, drawn: &DrawnShape<'_>, svg: &SvgStyle, path: &Path) -> Option<StrokeDash> {
    let text = svg.stroke_dasharray.as_deref()?;
    let Size { width, height } = page.device().viewport;
    // Approx: percentages are of the window, not of the view box.
    let diagonal = libm::hypotf(width, height) / std::f32::consts::SQRT_2;
    let lengths = basis.stroke_dashes(drawn.style, text);
    let mut lengths: Vec<f32> = lengths.iter().map(|length| length.resolve(diagonal)).collect();
    if lengths.len() % 2 == 1 {
        lengths.extend_from_within(..);
    }
    let sum: f32 = lengths.iter().sum();
    if sum * MAX_DASHES < extent(path) * lengths.len() as f32 {
        return None;
    }
    StrokeDash::new(lengths, svg.stroke_dashoffset.resolve(diagonal))
}

/// A length that no path of these points exceeds by much.
fn extent(path: &Path) -> f32 {
    let (mut length, mut last) = (0.0, tiny_skia::Point::zero());
    for segment in path.segments() {
        let mut to = |point: tiny_skia::Point| {
            length += point.distance(last);
            last = point;
        };
        match segment {
            PathSegment::MoveTo(point) => last = point,
            PathSegment::LineTo(point) => to(point),
            PathSegment::QuadTo(a, point) => [a, point].into_iter().for_each(to),
            PathSegment::CubicTo(a, b, point) => [a, b, point].into_iter().for_each(to),
            PathSegment::Close => {}
        }
    }
    length
}

fn path_of(outline: &Outline) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let px = |value: f64| value as f32;
    for element in outline.path().elements() {
        match *element {
            PathEl::MoveTo(p) => builder.move_to(px(p.x), px(p.y)),
            PathEl::LineTo(p) => builder.line_to(px(p.x), px(p.y)),
            PathEl::QuadTo(a, p) => builder.quad_to(px(a.x), px(a.y), px(p.x), px(p.y)),
            PathEl::CurveTo(a, b, p) => builder.cubic_to(px(a.x), px(a.y), px(b.x), px(b.y), px(p.x), px(p.y)),
            PathEl::ClosePath => builder.close(),
        }
    }
    builder.finish()
}
