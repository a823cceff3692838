//! Shapes of SVG: their fill and their stroke.

use std::rc::Rc;

use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Path, PathSegment, Pattern, Pixmap, Shader, SpreadMode, Stroke,
    StrokeDash, Transform,
};

use super::canvas::Canvas;
use super::clip::Clipped;
use super::paint_server::{Served, Server, served};
use super::path::{path_of, plane, scale_of, skia_color};
use crate::dom::NodeId;
use crate::geometry::{Point, Rect, Size};
use crate::layout::{DrawnShape, draw_definition};
use crate::limits::Budget;
use crate::page::Page;
use crate::style::computed::{Color, FillRule as ComputedFillRule, StrokeLinecap, StrokeLinejoin, SvgPaint, SvgStyle};
use crate::style::property::PaintBasis;

/// Limit: dashes of a line; one with more is painted whole.
const MAX_DASHES: f32 = 10_000.0;
/// Limit: pixels of a side of a tile.
const MAX_TILE: f32 = 2000.0;
/// Limit: patterns and markers in each other.
const MAX_NESTING: u8 = 3;

/// The page of a shape, and what its lengths refer to.
pub(super) type Scene<'a> = (&'a Page, &'a PaintBasis);

/// The paint that a shape is filled with.
pub(super) enum Ink {
    Shader(Shader<'static>),
    /// A tile of a pattern, and where it is in user space.
    Tile(Pixmap, Transform, f32),
}

impl Ink {
    fn fill(&self, canvas: &mut Canvas<'_>, path: Option<&Path>, rule: FillRule, at: (Transform, &Clipped)) {
        match self {
            Self::Shader(shader) => canvas.fill(path, shader.clone(), rule, at),
            Self::Tile(pixels, place, opacity) => {
                let shader =
                    Pattern::new(pixels.as_ref(), SpreadMode::Repeat, FilterQuality::Bilinear, *opacity, *place);
                canvas.fill(path, shader, rule, at);
            }
        }
    }
}

/// Paints a shape.
pub(super) fn draw(canvas: &mut Canvas<'_>, scene: Scene<'_>, drawn: &DrawnShape<'_>, at: (Transform, &Clipped)) {
    let (page, basis) = scene;
    let initial = SvgStyle::default();
    let svg = drawn.svg.unwrap_or(&initial);
    let steps = drawn.outline.path().elements().len() as u64 * 40;
    if canvas.is_idle() || !canvas.budget().spend(steps) {
        return;
    }
    let Some(path) = path_of(drawn.outline) else { return };
    let (scale, nesting, budget) = (scale_of(at.0), canvas.nesting(), Rc::clone(canvas.budget()));
    let tools = (scale, nesting, &budget);
    if let Some(ink) = svg.fill.as_ref().and_then(|paint| ink(scene, paint, drawn, (&path, svg.fill_opacity), tools)) {
        let rule = match svg.fill_rule {
            ComputedFillRule::Evenodd => FillRule::EvenOdd,
            ComputedFillRule::Nonzero => FillRule::Winding,
        };
        ink.fill(canvas, Some(&path), rule, at);
    }
    let stroke = drawn.outline.stroke().and_then(|(width, cap, join)| {
        let ink = ink(scene, svg.stroke.as_ref()?, drawn, (&path, svg.stroke_opacity), tools)?;
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
        Some((ink, stroke))
    });
    if let Some((ink, stroke)) = stroke {
        let dashed = dashes(page, basis, drawn, svg, &path).and_then(|dash| path.dash(&dash, scale));
        let line = dashed.as_ref().unwrap_or(&path);
        if canvas.budget().spend(line.len() as u64 * 200) {
            let stroked = line.stroke(&stroke, scale);
            ink.fill(canvas, stroked.as_ref(), FillRule::Winding, at);
        }
    }
}

/// The ink of a paint; `None` if nothing is painted.
fn ink(
    scene: Scene<'_>,
    paint: &SvgPaint,
    drawn: &DrawnShape<'_>,
    (path, opacity): (&Path, f32),
    (scale, nesting, budget): (f32, u8, &Rc<Budget>),
) -> Option<Ink> {
    let opacity = opacity * drawn.opacity;
    let solid = |color: Color| {
        let color = drawn.style.used_color(color)?.faded(opacity);
        (color.alpha() > 0.0).then(|| Ink::Shader(Shader::SolidColor(skia_color(color))))
    };
    match paint {
        SvgPaint::Color(color) => solid(*color),
        SvgPaint::Context => None,
        SvgPaint::Server(url, fallback) => {
            let bounds = path.bounds();
            let bounds = Rect::from_edges(bounds.left(), bounds.top(), bounds.right(), bounds.bottom());
            match served(scene.0, url, drawn.node, &bounds, opacity) {
                Served::Shader(shader) => Some(Ink::Shader(shader)),
                Served::Pattern(pattern) => tile(scene, &pattern, (drawn.node, &bounds), scale, (nesting, budget))
                    .map(|(pixels, place)| Ink::Tile(pixels, place, opacity)),
                Served::Nothing => None,
                Served::Missing => fallback.and_then(solid),
            }
        }
    }
}

/// A tile of a pattern in pixels, and its place in the user space of a shape.
fn tile(
    scene: Scene<'_>,
    pattern: &Server<'_>,
    (node, bounds): (NodeId, &Rect),
    scale: f32,
    (nesting, budget): (u8, &Rc<Budget>),
) -> Option<(Pixmap, Transform)> {
    let (page, _) = scene;
    let found = pattern.tile(page, node, bounds).filter(|_| nesting < MAX_NESTING)?;
    let pixels = |length: f32| (length * scale).ceil().clamp(1.0, MAX_TILE);
    let (width, height) = (pixels(found.area.width), pixels(found.area.height));
    let (x, y) = (width / found.area.width, height / found.area.height);
    if !budget.spend(width as u64 * height as u64 * 4) {
        return None;
    }
    let mut canvas = Canvas::new(page, (width as u32, height as u32), (Point::ZERO, 1.0), Rc::clone(budget))?;
    canvas.nest(nesting + 1);
    let everywhere = canvas.unclipped();
    let to_tile = Transform::from_scale(x, y).pre_translate(-found.area.x, -found.area.y).pre_concat(found.content);
    draw_definition(page.dom(), page.styles(), found.node, found.size, &mut |shape| {
        let transform = to_tile.pre_concat(plane(&shape));
        draw(&mut canvas, scene, &shape, (transform, &everywhere));
    });
    let place = found.transform.pre_translate(found.area.x, found.area.y).pre_scale(1.0 / x, 1.0 / y);
    Some((canvas.into_pixels()?, place))
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
