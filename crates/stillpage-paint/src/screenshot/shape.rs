//! Shapes of SVG: their fill and their stroke.

use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Path, PathSegment, Pattern, Pixmap, Shader, SpreadMode, Stroke,
    StrokeDash, Transform,
};

use super::canvas::Canvas;
use super::clip::Clipped;
use super::paint_server::{Served, Server, served};
use super::path::{path_of, scale_of, skia_color};
use crate::geometry::{Rect, Size};
use crate::layout::DrawnShape;
use crate::page::Page;
use crate::style::computed::{Color, FillRule as ComputedFillRule, StrokeLinecap, StrokeLinejoin, SvgPaint, SvgStyle};
use crate::style::property::PaintBasis;

/// Limit: dashes of a line; one with more is painted whole.
const MAX_DASHES: f32 = 10_000.0;
/// The page of a shape, and what its lengths refer to.
pub(super) type Scene<'a> = (&'a Page, &'a PaintBasis);

/// The ink that a shape is filled or stroked with.
pub(super) enum Ink<'p> {
    Shader(Shader<'static>),
    /// A pattern that is still to be painted, and its opacity.
    Pattern(Server<'p>, f32),
    /// A tile of a pattern, its place in user space and its opacity.
    Tile(Pixmap, Transform, f32),
}

impl Ink<'_> {
    fn fill(&self, canvas: &mut Canvas<'_>, path: Option<&Path>, rule: FillRule, at: (Transform, &Clipped)) {
        match self {
            Self::Shader(shader) => canvas.fill(path, shader.clone(), rule, at),
            Self::Pattern(..) => {}
            Self::Tile(pixels, place, opacity) => {
                let shader =
                    Pattern::new(pixels.as_ref(), SpreadMode::Repeat, FilterQuality::Bilinear, *opacity, *place);
                canvas.fill(path, shader, rule, at);
            }
        }
    }
}

/// The path of a shape; `None` if nothing of it is painted.
pub(super) fn path(canvas: &Canvas<'_>, drawn: &DrawnShape<'_>) -> Option<Path> {
    let steps = drawn.outline.path().elements().len() as u64 * 40;
    if canvas.is_idle() || !canvas.budget().spend(steps) {
        return None;
    }
    path_of(drawn.outline)
}

/// The inks that a shape of these bounds is filled and stroked with.
pub(super) fn inks<'p>(page: &'p Page, drawn: &DrawnShape<'_>, bounds: &Rect) -> [Option<Ink<'p>>; 2] {
    let initial = SvgStyle::default();
    let svg = drawn.svg.unwrap_or(&initial);
    let stroke = svg.stroke.as_ref().filter(|_| drawn.outline.stroke().is_some());
    [(svg.fill.as_ref(), svg.fill_opacity), (stroke, svg.stroke_opacity)]
        .map(|(paint, opacity)| ink(page, paint?, drawn, bounds, opacity * drawn.opacity))
}

/// Paints a shape with what fills and strokes it.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    (page, basis): Scene<'_>,
    drawn: &DrawnShape<'_>,
    (path, [fill, stroke]): (&Path, [Option<Ink<'_>>; 2]),
    at: (Transform, &Clipped),
) {
    let initial = SvgStyle::default();
    let svg = drawn.svg.unwrap_or(&initial);
    if let Some(ink) = fill {
        let rule = match svg.fill_rule {
            ComputedFillRule::Evenodd => FillRule::EvenOdd,
            ComputedFillRule::Nonzero => FillRule::Winding,
        };
        ink.fill(canvas, Some(path), rule, at);
    }
    let Some((ink, (width, cap, join))) = stroke.zip(drawn.outline.stroke()) else { return };
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
    let scale = scale_of(at.0);
    let dashed = dashes(page, basis, drawn, svg, path).and_then(|dash| path.dash(&dash, scale));
    let line = dashed.as_ref().unwrap_or(path);
    if canvas.budget().spend(line.len() as u64 * 200) {
        let stroked = line.stroke(&stroke, scale);
        ink.fill(canvas, stroked.as_ref(), FillRule::Winding, at);
    }
}

/// The ink of a paint; `None` if nothing is painted.
fn ink<'p>(page: &'p Page, paint: &SvgPaint, drawn: &DrawnShape<'_>, bounds: &Rect, opacity: f32) -> Option<Ink<'p>> {
    let solid = |color: Color| {
        let color = drawn.style.used_color(color)?.faded(opacity);
        (color.alpha() > 0.0).then(|| Ink::Shader(Shader::SolidColor(skia_color(color))))
    };
    match paint {
        SvgPaint::Color(color) => solid(*color),
        SvgPaint::Context => None,
        SvgPaint::Server(url, fallback) => match served(page, url, drawn.node, bounds, opacity) {
            Served::Shader(shader) => Some(Ink::Shader(shader)),
            Served::Pattern(pattern) => Some(Ink::Pattern(pattern, opacity)),
            Served::Nothing => None,
            Served::Missing => fallback.and_then(solid),
        },
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
