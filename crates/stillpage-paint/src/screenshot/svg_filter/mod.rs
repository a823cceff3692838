//! Filters of SVG: the primitives of a `filter` element on pixels.
//!
//! <https://drafts.fxtf.org/filter-effects/>

mod around;
mod light;
mod noise;
mod pixels;
mod read;

use std::cell::OnceCell;
use std::rc::Rc;

use tiny_skia::{BlendMode, Pixmap, PixmapPaint, Transform};

use self::around::Convolution;
use self::light::Lighting;
use self::noise::Noise;
use self::pixels::Tables;
use super::blend::{paint_row, rows};
use super::pixel_effect::{blur, drop_shadow, recolor};
use crate::dom::NodeId;
use crate::geometry::Rect;
use crate::style::computed::Srgb;

pub(super) use self::read::read;

/// Limit: pixels of the results of a filter together; one with more is left out.
const MAX_RESULT_PIXELS: usize = 50_000_000;

/// Limit: pixels beyond a region.
const MAX_REACH: f32 = 900.0;

/// A filter as it is used by a group.
pub(super) struct SvgFilter {
    /// The area that it changes, in whole pixels of the picture; nothing is seen outside of it.
    pub(super) region: Rect,
    primitives: Vec<Primitive>,
}

/// A primitive: what it makes of the results before.
struct Primitive {
    effect: Effect,
    inputs: Vec<Input>,
    /// In whole pixels of the picture.
    area: Rect,
    /// It works on linear light, not on sRGB.
    is_linear: bool,
}

/// The pixels that a primitive looks at.
#[derive(Debug, Clone, Copy)]
enum Input {
    Source,
    SourceAlpha,
    /// No pixels: the background, and the paint of fills and strokes.
    Nothing,
    Result(usize),
}

/// The effect of a primitive; lengths are in pixels.
enum Effect {
    Blur(f32, f32),
    Offset(i32, i32),
    Flood(Srgb),
    /// Factors of red, green, blue and alpha and what is added, for each of them.
    Matrix([[f32; 5]; 4]),
    /// The first input on the second.
    Blend(BlendMode),
    /// `arithmetic`: of both, the first, the second, and what is added.
    Arithmetic([f32; 4]),
    Merge,
    /// The most or the least of what is around.
    Morphology {
        dilates: bool,
        radius: (usize, usize),
    },
    Transfer(Box<Tables>),
    Turbulence(Box<Noise>),
    Light(Box<Lighting>),
    Convolve(Box<Convolution>),
    /// By scales in pixels and two channels.
    Displace((f32, f32), (usize, usize)),
    /// The area that is repeated, in whole pixels of the picture.
    Tile(Rect),
    Image(Rc<FilterImage>),
    DropShadow {
        offset: (i32, i32),
        deviation: f32,
        color: Srgb,
    },
}

/// The image of an `feImage`, which is drawn once the filter is read.
pub(super) struct FilterImage {
    /// The primitive.
    pub(super) node: NodeId,
    /// The part of the picture that it paints, in whole pixels.
    pub(super) area: Rect,
    /// Its room in user space: the area before it is cut off.
    pub(super) room: Rect,
    /// The box that user space is in shares of, if it is.
    pub(super) bounds: Option<Rect>,
    /// From user space.
    pub(super) to_picture: Transform,
    /// The pixels of the area; none if there is nothing to be seen.
    pub(super) pixels: OnceCell<Pixmap>,
}

/// Pixels, and whether they are of linear light.
struct Output {
    pixels: Pixmap,
    is_linear: bool,
}

impl SvgFilter {
    /// The steps that it takes for a pixel.
    pub(super) fn steps(&self) -> u64 {
        let steps = |primitive: &Primitive| match primitive.effect {
            Effect::Morphology { radius: (x, y), .. } => 60 + 4 * (x + y) as u64,
            Effect::Turbulence(ref noise) => 160 + 250 * u64::from(noise.octaves),
            Effect::Light(_) => 700,
            Effect::Convolve(ref by) => 160 + 24 * by.kernel.len() as u64,
            _ => 160,
        };
        self.primitives.iter().map(steps).sum()
    }

    /// The images that it asks for.
    pub(super) fn images(&self) -> impl Iterator<Item = &Rc<FilterImage>> {
        self.primitives.iter().filter_map(|primitive| match &primitive.effect {
            Effect::Image(image) => Some(image),
            _ => None,
        })
    }

    /// The distance that it carries colours in its region, in whole pixels: so much more has to be there, transparent.
    pub(super) fn reach(&self) -> f32 {
        let carried = |primitive: &Primitive| match primitive.effect {
            Effect::Blur(x, y) => x.max(y) * 3.0,
            Effect::DropShadow { offset: (x, y), deviation, .. } => deviation * 3.0 + x.abs().max(y.abs()) as f32,
            _ => 0.0,
        };
        self.primitives.iter().map(carried).fold(0.0, f32::max).min(MAX_REACH).ceil()
    }

    /// Filters pixels whose corner is at a place of the picture.
    pub(super) fn apply(&self, pixels: &mut Pixmap, (x, y): (i32, i32)) {
        let size = pixels.width() as usize * pixels.height() as usize;
        if size * (self.primitives.len() + 3) > MAX_RESULT_PIXELS {
            return;
        }
        let place = |area: &Rect| Rect::new(area.x - x as f32, area.y - y as f32, area.width, area.height);
        keep(pixels, &place(&self.region));
        let mut results: Vec<Output> = Vec::with_capacity(self.primitives.len());
        for primitive in &self.primitives {
            let inputs = primitive.inputs.iter().map(|input| {
                let (mut pixels, is_linear) = match *input {
                    Input::Source => (pixels.clone(), false),
                    Input::SourceAlpha => (pixels::alpha_of(pixels), false),
                    Input::Result(at) => match results.get(at) {
                        Some(output) => (output.pixels.clone(), output.is_linear),
                        None => return None,
                    },
                    Input::Nothing => (Pixmap::new(pixels.width(), pixels.height())?, false),
                };
                pixels::convert(&mut pixels, is_linear, primitive.is_linear);
                Some(pixels)
            });
            let Some(inputs) = inputs.collect::<Option<Vec<Pixmap>>>() else { return };
            let Some(mut output) = primitive.run(inputs, pixels, (place(&primitive.area), (x, y))) else { return };
            keep(&mut output.pixels, &place(&primitive.area));
            results.push(output);
        }
        match results.pop() {
            Some(mut last) => {
                pixels::convert(&mut last.pixels, last.is_linear, false);
                *pixels = last.pixels;
            }
            // A filter without primitives hides what it is of.
            None => pixels.fill(tiny_skia::Color::TRANSPARENT),
        }
    }
}

impl Primitive {
    /// Its output; `None` if there is no room for it.
    fn run(&self, inputs: Vec<Pixmap>, source: &Pixmap, (area, (x, y)): (Rect, (i32, i32))) -> Option<Output> {
        let mut inputs = inputs.into_iter();
        let mut next = || inputs.next().or_else(|| Pixmap::new(source.width(), source.height()));
        let mut is_linear = self.is_linear;
        let mut pixels = next()?;
        match &self.effect {
            Effect::Turbulence(noise) => noise.paint(&mut pixels, &area, (x, y)),
            Effect::Light(lighting) => {
                let color = if is_linear { pixels::linear(lighting.color) } else { lighting.color };
                lighting.shine(&mut pixels, &area, (x, y), color);
            }
            Effect::Convolve(by) => around::convolve(&mut pixels, &area, by),
            Effect::Displace(scales, channels) => around::displace(&mut pixels, &next()?, *scales, *channels),
            Effect::Tile(part) => {
                let part = Rect::new(part.x - x as f32, part.y - y as f32, part.width, part.height);
                around::tile(&mut pixels, &area, &part);
            }
            Effect::Blur(x, y) => blur(&mut pixels, (*x, *y)),
            Effect::Offset(x, y) => pixels = over(Pixmap::new(source.width(), source.height())?, &pixels, (*x, *y)),
            Effect::Flood(color) => {
                is_linear = false;
                let color = super::path::skia_color(*color).premultiply().to_color_u8();
                rows(&mut pixels, &area).for_each(|row| paint_row(row, color));
            }
            Effect::Image(image) => {
                is_linear = false;
                if let Some(drawn) = image.pixels.get() {
                    pixels = over(pixels, drawn, (image.area.x as i32 - x, image.area.y as i32 - y));
                }
            }
            Effect::Matrix(matrix) => recolor(&mut pixels, matrix),
            Effect::Blend(mode) => {
                let mut below = next()?;
                let paint = PixmapPaint { blend_mode: *mode, ..PixmapPaint::default() };
                below.draw_pixmap(0, 0, pixels.as_ref(), &paint, Transform::identity(), None);
                pixels = below;
            }
            Effect::Arithmetic(factors) => pixels::arithmetic(&mut pixels, &next()?, *factors),
            Effect::Merge => {
                for upper in inputs {
                    pixels = over(pixels, &upper, (0, 0));
                }
            }
            Effect::Morphology { dilates, radius } => pixels::morph(&mut pixels, *dilates, *radius),
            Effect::Transfer(tables) => pixels::transfer(&mut pixels, tables),
            Effect::DropShadow { offset, deviation, color } => {
                let color = if is_linear { pixels::linear(*color) } else { *color };
                drop_shadow(&mut pixels, *offset, *deviation, color);
            }
        }
        Some(Output { pixels, is_linear })
    }
}

/// Pixels with others on them.
fn over(mut lower: Pixmap, upper: &Pixmap, (x, y): (i32, i32)) -> Pixmap {
    lower.draw_pixmap(x, y, upper.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    lower
}

/// Leaves nothing of pixels outside of an area.
fn keep(pixels: &mut Pixmap, area: &Rect) {
    let (width, height) = (pixels.width() as f32, pixels.height() as f32);
    let area = area.intersect(&Rect::new(0.0, 0.0, width, height));
    let outside = [
        Rect::from_edges(0.0, 0.0, width, area.y),
        Rect::from_edges(0.0, area.y, area.x, area.bottom()),
        Rect::from_edges(area.right(), area.y, width, area.bottom()),
        Rect::from_edges(0.0, area.bottom(), width, height),
    ];
    for part in outside {
        rows(pixels, &part).for_each(|row| row.fill(0));
    }
}
