//! Shapes of SVG: their fill and their stroke.

use kurbo::PathEl;
use tiny_skia::{FillRule, LineCap, LineJoin, Path, PathBuilder, Stroke, Transform};

use super::canvas::Canvas;
use super::clip::Clipped;
use super::path::{scale_of, used};
use crate::layout::{DrawnShape, Outline};
use crate::style::computed::{Color, FillRule as ComputedFillRule, StrokeLinecap, StrokeLinejoin, SvgStyle};

/// Paints a shape. Approx: patterns, gradients and markers of SVG are not painted.
pub(super) fn draw(canvas: &mut Canvas<'_>, drawn: &DrawnShape<'_>, at: (Transform, &Clipped)) {
    let initial = SvgStyle::default();
    let svg = drawn.style.svg.as_deref().unwrap_or(&initial);
    let steps = drawn.outline.path().elements().len() as u64 * 40;
    if canvas.is_idle() || !canvas.budget().spend(steps) {
        return;
    }
    let Some(path) = path_of(drawn.outline) else { return };
    let color = |color: Option<Color>| used(color?, drawn.style);
    if let Some(color) = color(svg.fill) {
        let rule = match svg.fill_rule {
            ComputedFillRule::Evenodd => FillRule::EvenOdd,
            ComputedFillRule::Nonzero => FillRule::Winding,
        };
        canvas.fill_color(Some(&path), color.faded(drawn.style.opacity), rule, at);
    }
    if let (Some(color), Some((width, cap, join))) = (color(svg.stroke), drawn.outline.stroke()) {
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
            ..Stroke::default()
        };
        if !canvas.budget().spend(path.len() as u64 * 200) {
            return;
        }
        let stroked = path.stroke(&stroke, scale_of(at.0));
        canvas.fill_color(stroked.as_ref(), color.faded(drawn.style.opacity), FillRule::Winding, at);
    }
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
