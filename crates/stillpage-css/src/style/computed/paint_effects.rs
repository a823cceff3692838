//! Changes to the pixels of an element on their way to the screen: filters, blending, masks; the colours of gradients.

use std::sync::Arc;

use super::{Color, Srgb};

/// The names of the blend modes, in the order of CSS Compositing.
pub const BLEND_MODES: [&str; 17] = [
    "normal",
    "multiply",
    "screen",
    "overlay",
    "darken",
    "lighten",
    "color-dodge",
    "color-burn",
    "hard-light",
    "soft-light",
    "difference",
    "exclusion",
    "hue",
    "saturation",
    "color",
    "luminosity",
    "plus-lighter",
];

/// A function of `filter`.
#[derive(Debug, Clone, PartialEq)]
pub enum FilterFunction {
    /// `blur()`: the radius, px.
    Blur(f32),
    /// `brightness()`
    Brightness(f32),
    /// `contrast()`
    Contrast(f32),
    /// `grayscale()`
    Grayscale(f32),
    /// `hue-rotate()`: degrees.
    HueRotate(f32),
    /// `invert()`
    Invert(f32),
    /// `opacity()`
    Opacity(f32),
    /// `saturate()`
    Saturate(f32),
    /// `sepia()`
    Sepia(f32),
    /// `drop-shadow()`: across, down, blur, px; the colour.
    DropShadow(f32, f32, f32, Color),
    /// `url()`: the address of a `filter` element.
    Url(Arc<str>),
    /// One with math or with lengths that are relative.
    Other,
}

/// The properties of paint that few elements have.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PaintEffects {
    /// The functions of `filter`, first to last.
    pub filter: Option<Arc<[FilterFunction]>>,
    /// The functions of `backdrop-filter`, first to last.
    pub backdrop: Option<Arc<[FilterFunction]>>,
    /// `mix-blend-mode`: its place in [`BLEND_MODES`], 0 for `normal`.
    pub blend: u8,
    /// The colours of `mask-image` if all of it is gradients of known colours.
    pub mask: Option<Arc<[Srgb]>>,
    /// The colours of `background-image` if all of it is gradients of known colours.
    pub background: Option<Arc<[Srgb]>>,
}
