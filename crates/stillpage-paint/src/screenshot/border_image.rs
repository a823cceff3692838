//! Images of borders: cut into nine parts, of which the corners stay and the edges are stretched or repeated.
//!
//! <https://drafts.csswg.org/css-backgrounds-3/#border-images>

use tiny_skia::{Pixmap, Transform};

use super::background::{Boxes, gradient_tile};
use super::canvas::Canvas;
use super::clip::Clipped;
use super::image::{self, Image, Images};
use super::path::{inset, rounded, scale_of};
use crate::dom::{Dom, NodeId};
use crate::geometry::{Rect, Sides};
use crate::style::ComputedStyle;
use crate::style::computed::{BackgroundRepeat, BorderImage, BorderImageWidth, BorderSlice, PaintImage};

/// Limit: pixels of a side of the image.
const MAX_SIDE: f32 = 4096.0;

/// Paints the image of a border; false for a border without one, which is painted as its style says.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    (style, border): (&ComputedStyle, &BorderImage),
    boxes: &Boxes<'_>,
    (images, dom, document): (&mut Images, &Dom, NodeId),
    at: (Transform, &Clipped),
) -> bool {
    let outset = sides(&border.outset, &boxes.border_widths, &boxes.border_widths, &boxes.border);
    let area = inset(&boxes.border, &negative(&outset));
    let (painted, resolution) = border.source.at(scale_of(canvas.to_picture()));
    let Some(pixels) = pixels(canvas, painted, &area, style, (images, dom, document)) else { return false };
    let (width, height) = (pixels.width() as f32, pixels.height() as f32);
    let cut = |slice: BorderSlice, length: f32| match slice {
        BorderSlice::Share(share) => (share * length).min(length),
        BorderSlice::Pixels(count) => (count * resolution).min(length),
    };
    let slices = Sides {
        top: cut(border.slice.top, height),
        right: cut(border.slice.right, width),
        bottom: cut(border.slice.bottom, height),
        left: cut(border.slice.left, width),
    };
    let natural = Sides {
        top: slices.top / resolution,
        right: slices.right / resolution,
        bottom: slices.bottom / resolution,
        left: slices.left / resolution,
    };
    let mut widths = sides(&border.width, &boxes.border_widths, &natural, &area);
    // Those that meet each other are made smaller together.
    let fits = (area.width / (widths.left + widths.right).max(0.01))
        .min(area.height / (widths.top + widths.bottom).max(0.01))
        .min(1.0);
    widths = Sides {
        top: widths.top * fits,
        right: widths.right * fits,
        bottom: widths.bottom * fits,
        left: widths.left * fits,
    };
    let columns = [(0.0, slices.left), (slices.left, width - slices.right), (width - slices.right, width)];
    let rows = [(0.0, slices.top), (slices.top, height - slices.bottom), (height - slices.bottom, height)];
    let inner = inset(&area, &widths);
    let across = [(area.x, inner.x), (inner.x, inner.right()), (inner.right(), area.right())];
    let down = [(area.y, inner.y), (inner.y, inner.bottom()), (inner.bottom(), area.bottom())];
    for (row, (from_y, to_y)) in rows.into_iter().enumerate() {
        for (column, (from_x, to_x)) in columns.into_iter().enumerate() {
            if row == 1 && column == 1 && !border.fill {
                continue;
            }
            let source = Rect::from_edges(from_x, from_y, to_x, to_y);
            let target = Rect::from_edges(across[column].0, down[row].0, across[column].1, down[row].1);
            if source.width < 0.5 || source.height < 0.5 || target.is_empty() {
                continue;
            }
            let Some(part) = part(&pixels, &source) else { continue };
            // Edges are as thick as their border, and their middle is scaled as the edges are.
            let scale_x = match (row, column) {
                (_, 1) => match row {
                    0 => scale(widths.top, slices.top),
                    2 => scale(widths.bottom, slices.bottom),
                    _ => scale(widths.top, slices.top).or(scale(widths.bottom, slices.bottom)),
                },
                _ => None,
            };
            let scale_y = match (row, column) {
                (1, 0) => scale(widths.left, slices.left),
                (1, 2) => scale(widths.right, slices.right),
                (1, _) => scale(widths.left, slices.left).or(scale(widths.right, slices.right)),
                _ => None,
            };
            let (x, tile_width) = placed(
                border.repeat.0.filter(|_| column == 1),
                (target.x, target.width),
                source.width,
                scale_x.unwrap_or(1.0 / resolution),
            );
            let (y, tile_height) = placed(
                border.repeat.1.filter(|_| row == 1),
                (target.y, target.height),
                source.height,
                scale_y.unwrap_or(1.0 / resolution),
            );
            let tile = Rect::new(x, y, tile_width, tile_height);
            let repeats = tile_width < target.width || tile_height < target.height;
            image::paint_pixels(canvas, &part, &tile, rounded(&target, None).as_ref(), repeats, at);
        }
    }
    true
}

/// The first tile of an edge: where it begins, and its length. Approx: tiles are not spaced out.
fn placed(repeat: Option<BackgroundRepeat>, (from, length): (f32, f32), natural: f32, scale: f32) -> (f32, f32) {
    let tile = (natural * scale).max(0.5);
    match repeat {
        None | Some(BackgroundRepeat::NoRepeat) => (from, length),
        Some(BackgroundRepeat::Repeat | BackgroundRepeat::Space) => (from + (length - tile) / 2.0, tile),
        Some(BackgroundRepeat::Round) => (from, length / (length / tile).round().max(1.0)),
    }
}

fn scale(width: f32, slice: f32) -> Option<f32> {
    (slice > 0.0 && width > 0.0).then(|| width / slice)
}

/// The image in its own pixels.
fn pixels(
    canvas: &mut Canvas<'_>,
    source: &PaintImage,
    area: &Rect,
    style: &ComputedStyle,
    (images, dom, document): (&mut Images, &Dom, NodeId),
) -> Option<Pixmap> {
    if area.width > MAX_SIDE || area.height > MAX_SIDE {
        return None;
    }
    match source {
        PaintImage::None | PaintImage::Set(_) => None,
        PaintImage::Gradient(gradient) => gradient_tile(gradient, &Rect::new(0.0, 0.0, area.width, area.height), style),
        PaintImage::Url(url) => {
            let image = images.of_url(dom, document, url, canvas.budget())?;
            match &*image {
                Image::Raster(raster) => {
                    let pixels = raster.whole();
                    canvas
                        .budget()
                        .spend(u64::from(pixels.width()) * u64::from(pixels.height()))
                        .then(|| pixels.clone())
                }
                Image::Svg(svg) => {
                    let drawn = svg.drawn(image.natural(area.size()), 1.0, &std::rc::Rc::clone(canvas.budget()))?;
                    Some((*drawn).clone())
                }
            }
        }
    }
}

/// A part of an image as one of its own.
fn part(pixels: &Pixmap, area: &Rect) -> Option<Pixmap> {
    let (width, height) = (area.width.round().max(1.0), area.height.round().max(1.0));
    let area =
        tiny_skia::IntRect::from_xywh(area.x.round() as i32, area.y.round() as i32, width as u32, height as u32)?;
    pixels.clone_rect(area)
}

fn sides(widths: &Sides<BorderImageWidth>, border: &Sides<f32>, slice: &Sides<f32>, area: &Rect) -> Sides<f32> {
    let one = |width: &BorderImageWidth, border: f32, slice: f32, length: f32| match width {
        BorderImageWidth::Times(times) => times * border,
        BorderImageWidth::Length(own) => own.resolve(length),
        BorderImageWidth::Auto => slice,
    };
    Sides {
        top: one(&widths.top, border.top, slice.top, area.height),
        right: one(&widths.right, border.right, slice.right, area.width),
        bottom: one(&widths.bottom, border.bottom, slice.bottom, area.height),
        left: one(&widths.left, border.left, slice.left, area.width),
    }
}

fn negative(sides: &Sides<f32>) -> Sides<f32> {
    Sides { top: -sides.top, right: -sides.right, bottom: -sides.bottom, left: -sides.left }
}
