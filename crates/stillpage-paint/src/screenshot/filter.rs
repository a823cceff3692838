//! The functions of `filter` on pixels.
//!
//! <https://drafts.fxtf.org/filter-effects/>

use std::rc::Rc;

use tiny_skia::Pixmap;

use super::path::inset;
use super::pixel_effect::{MAX_DEVIATION, blur, drop_shadow, matrix, recolor};
use super::svg_filter::{FilterImage, SvgFilter};
use crate::geometry::{Rect, Sides};
use crate::style::ComputedStyle;
use crate::style::computed::{Color, FilterFunction};

/// A step of a filter.
pub(super) enum Step {
    Function(FilterFunction),
    Svg(SvgFilter),
}

/// The functions with the colours that a style gives them, and filters of SVG as they are read.
pub(super) fn used(
    functions: &[FilterFunction],
    style: &ComputedStyle,
    read: impl Fn(&str) -> Option<SvgFilter>,
) -> Vec<Step> {
    let used = |function: &FilterFunction| match function {
        FilterFunction::DropShadow(x, y, blur, color) => {
            let color = style.used_color(*color).map_or(Color::Unknown, Color::Srgb);
            Some(Step::Function(FilterFunction::DropShadow(*x, *y, *blur, color)))
        }
        FilterFunction::Url(url) => read(url).map(Step::Svg),
        other => Some(Step::Function(other.clone())),
    };
    functions.iter().filter_map(used).collect()
}

/// The steps that filters take for a pixel.
pub(super) fn steps(filter: &[Step]) -> u64 {
    let steps = |step: &Step| match step {
        Step::Function(_) => 120,
        Step::Svg(filter) => filter.steps(),
    };
    filter.iter().map(steps).sum()
}

fn deviation(function: &FilterFunction, scale: f32) -> f32 {
    match function {
        FilterFunction::Blur(radius) | FilterFunction::DropShadow(_, _, radius, _) => {
            (radius * scale).clamp(0.0, MAX_DEVIATION)
        }
        _ => 0.0,
    }
}

/// The distance that functions carry colours, in whole pixels.
pub(super) fn reach(filter: &[Step], scale: f32) -> f32 {
    let carried = |step: &Step| match step {
        Step::Function(function @ FilterFunction::DropShadow(x, y, ..)) => {
            deviation(function, scale) * 3.0 + x.abs().max(y.abs()) * scale
        }
        Step::Function(function) => deviation(function, scale) * 3.0,
        Step::Svg(_) => 0.0,
    };
    filter.iter().map(carried).sum::<f32>().min(3.0 * MAX_DEVIATION).ceil()
}

/// The images that filters of SVG ask for.
pub(super) fn images(filter: &[Step]) -> Vec<Rc<FilterImage>> {
    let of_step = |step: &Step| match step {
        Step::Svg(filter) => filter.images().cloned().collect(),
        Step::Function(_) => Vec::new(),
    };
    filter.iter().flat_map(of_step).collect()
}

/// The areas that filters of SVG look at and paint, in whole pixels of the picture.
pub(super) fn regions(filter: &[Step]) -> impl Iterator<Item = Rect> {
    filter.iter().filter_map(|step| match step {
        Step::Svg(filter) => Some(inset(&filter.region, &Sides::all(-filter.reach()))),
        Step::Function(_) => None,
    })
}

/// Applies a filter to pixels whose corner is at a place of the picture, the first step first.
pub(super) fn apply(pixels: &mut Pixmap, filter: &[Step], corner: (i32, i32), scale: f32) {
    for step in filter {
        let function = match step {
            Step::Function(function) => function,
            Step::Svg(filter) => {
                filter.apply(pixels, corner);
                continue;
            }
        };
        match function {
            FilterFunction::Blur(_) => {
                let deviation = deviation(function, scale);
                blur(pixels, (deviation, deviation));
            }
            FilterFunction::DropShadow(x, y, _, Color::Srgb(color)) => {
                let offset = ((x * scale).round() as i32, (y * scale).round() as i32);
                drop_shadow(pixels, offset, deviation(function, scale), *color);
            }
            FilterFunction::Opacity(share) => {
                for byte in pixels.data_mut() {
                    *byte = (f32::from(*byte) * share + 0.5) as u8;
                }
            }
            _ => {
                if let Some(matrix) = matrix(function) {
                    let row = |at: usize| [matrix[at][0], matrix[at][1], matrix[at][2], 0.0, matrix[at][3]];
                    recolor(pixels, &[row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0, 0.0]]);
                }
            }
        }
    }
}
