//! Light of `feDiffuseLighting` and `feSpecularLighting`: the alpha of pixels as a surface.
//!
//! <https://drafts.fxtf.org/filter-effects/#feDiffuseLightingElement>

use std::ops::Range;

use tiny_skia::{ColorU8, Pixmap};

use super::pixels::pixels_of;
use crate::geometry::Rect;
use crate::style::computed::Srgb;

type Vector = [f32; 3];

/// The rise of the cosine over which the edge of a cone fades.
const FADE: f32 = 0.016;

/// A surface and the light on it.
pub(super) struct Lighting {
    pub(super) source: Source,
    pub(super) surface_scale: f32,
    /// `diffuseConstant` or `specularConstant`
    pub(super) constant: f32,
    /// `specularExponent`; `None` for diffuse light.
    pub(super) exponent: Option<f32>,
    pub(super) color: Srgb,
}

/// A source of light, in pixels of the picture.
pub(super) enum Source {
    /// The direction to it.
    Distant(Vector),
    Point(Vector),
    Spot {
        at: Vector,
        /// Its direction.
        to: Vector,
        exponent: f32,
        /// The cosine of `limitingConeAngle`.
        limit: f32,
    },
}

fn dot(a: Vector, b: Vector) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn normal(vector: Vector) -> Vector {
    let length = dot(vector, vector).sqrt();
    if length > 0.0 { vector.map(|part| part / length) } else { [0.0, 0.0, 1.0] }
}

impl Lighting {
    /// Replaces an area of pixels, whose corner is at a place of the picture, by the light on them.
    pub(super) fn shine(&self, pixels: &mut Pixmap, area: &Rect, (x, y): (i32, i32), color: Srgb) {
        let width = pixels.width() as usize;
        let heights: Vec<f32> = pixels.pixels().iter().map(|pixel| f32::from(pixel.alpha()) / 255.0).collect();
        let (columns, rows) = pixels_of(area, pixels);
        let (Range { start: left, end: right }, Range { start: top, end: bottom }) = (columns.clone(), rows.clone());
        if columns.is_empty() || rows.is_empty() {
            return;
        }
        // The nearest pixel of the area.
        let of = |column: usize, row: usize| {
            heights
                .get(row.clamp(top + 1, bottom).saturating_sub(1) * width + column.clamp(left + 1, right) - 1)
                .copied()
                .unwrap_or(0.0)
        };
        for row in rows {
            for column in columns.clone() {
                // One more than each, so that what is before the first is a number too.
                let near = |dx: usize, dy: usize| of(column + dx, row + dy);
                let across = near(2, 0) + 2.0 * near(2, 1) + near(2, 2) - near(0, 0) - 2.0 * near(0, 1) - near(0, 2);
                let down = near(0, 2) + 2.0 * near(1, 2) + near(2, 2) - near(0, 0) - 2.0 * near(1, 0) - near(2, 0);
                let facing = normal([-self.surface_scale * across / 4.0, -self.surface_scale * down / 4.0, 1.0]);
                let at = [column as f32 + x as f32 + 0.5, row as f32 + y as f32 + 0.5, self.surface_scale * near(1, 1)];
                let (light, share) = self.light(at);
                let made = self.color_at(facing, light, color.channels().map(|channel| channel / 255.0 * share));
                if let Some(pixel) = pixels.pixels_mut().get_mut(row * width + column) {
                    *pixel = made.premultiply();
                }
            }
        }
    }

    /// The direction from a point to the light, and the share of it that arrives.
    fn light(&self, at: Vector) -> (Vector, f32) {
        let from = |source: Vector| normal([source[0] - at[0], source[1] - at[1], source[2] - at[2]]);
        match self.source {
            Source::Distant(direction) => (direction, 1.0),
            Source::Point(source) => (from(source), 1.0),
            Source::Spot { at: source, to, exponent, limit } => {
                let light = from(source);
                let cosine = -dot(light, to);
                if cosine < limit {
                    return (light, 0.0);
                }
                let fade = ((cosine - limit) / FADE).min(1.0);
                (light, libm::powf(cosine.max(0.0), exponent) * fade)
            }
        }
    }

    fn color_at(&self, facing: Vector, light: Vector, color: Vector) -> ColorU8 {
        let byte = |share: f32| (share.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        let Some(exponent) = self.exponent else {
            let [red, green, blue] = color.map(|channel| byte(channel * (self.constant * dot(facing, light)).max(0.0)));
            return ColorU8::from_rgba(red, green, blue, 255);
        };
        let middle = normal([light[0], light[1], light[2] + 1.0]);
        let share = self.constant * libm::powf(dot(facing, middle).max(0.0), exponent);
        let lit = color.map(|channel| (channel * share).clamp(0.0, 1.0));
        let most = lit[0].max(lit[1]).max(lit[2]);
        let [red, green, blue] = lit.map(|channel| byte(if most > 0.0 { channel / most } else { 0.0 }));
        ColorU8::from_rgba(red, green, blue, byte(most))
    }
}
