//! The icon of images that cannot be shown: a torn sheet with a landscape.

use tiny_skia::{FillRule, PathBuilder, Transform};

use super::canvas::Canvas;
use super::clip::Clipped;
use crate::dom::{Dom, local_name};
use crate::geometry::Rect;
use crate::layout::{BoxKind, DrawnBox};
use crate::style::computed::{Dimension, LengthPercentage, Srgb};

/// px
const SIDE: f32 = 16.0;

type Corners = &'static [(f32, f32)];

/// Colours and polygons, in px from the corner. The tear runs from the right edge to the lower one.
const PARTS: [([f32; 3], &[Corners]); 5] = [
    (
        [203.0, 214.0, 234.0],
        &[
            &[(0.0, 0.0), (11.0, 0.0), (16.0, 5.0), (16.0, 8.0), (7.0, 16.0), (0.0, 16.0)],
            &[(16.0, 11.0), (16.0, 16.0), (10.0, 16.0)],
        ],
    ),
    ([255.0; 3], &[&[(2.0, 6.0), (2.5, 4.5), (4.5, 3.0), (6.5, 3.0), (8.0, 4.0), (8.0, 6.0)]]),
    (
        [88.0, 170.0, 57.0],
        &[
            &[(1.0, 15.0), (4.0, 11.0), (6.5, 10.0), (9.0, 10.0), (11.5, 11.5), (7.5, 15.0)],
            &[(11.5, 15.0), (13.5, 13.5), (15.0, 15.0)],
        ],
    ),
    ([255.0; 3], &[&[(11.0, 1.0), (15.0, 5.0), (11.0, 5.0)]]),
    (
        [150.0, 150.0, 151.0],
        &[
            &[(0.0, 0.0), (11.0, 0.0), (11.0, 1.0), (1.0, 1.0), (1.0, 15.0), (7.0, 15.0), (7.0, 16.0), (0.0, 16.0)],
            &[(10.0, 0.0), (11.0, 0.0), (16.0, 5.0), (16.0, 8.0), (15.0, 8.0), (15.0, 5.0), (10.0, 5.0)],
            &[(15.0, 11.0), (16.0, 11.0), (16.0, 16.0), (10.0, 16.0), (10.0, 15.0), (15.0, 15.0)],
        ],
    ),
];

/// True for the box of the icon in that of an image.
pub(super) fn is_icon(dom: &Dom, drawn: &DrawnBox<'_>) -> bool {
    let style = drawn.style;
    let is_side = |size: &Dimension| *size == Dimension::Length(LengthPercentage::px(SIDE));
    let is_image = || [local_name!("img"), local_name!("input")].iter().any(|name| dom.is_html(drawn.node, name));
    drawn.kind == BoxKind::Block
        && !drawn.is_element
        && is_side(&style.width)
        && is_side(&style.height)
        && drawn.border.top == 0.0
        && is_image()
}

/// Paints the icon.
pub(super) fn draw(canvas: &mut Canvas<'_>, area: &Rect, at: (Transform, &Clipped)) {
    for (color, polygons) in PARTS {
        let mut builder = PathBuilder::new();
        for corners in polygons {
            for (index, (x, y)) in corners.iter().enumerate() {
                let (x, y) = (area.x + x, area.y + y);
                if index == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
            }
            builder.close();
        }
        canvas.fill_color(builder.finish().as_ref(), Srgb::new(color, 1.0), FillRule::Winding, at);
    }
}
