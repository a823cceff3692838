//! What the page is shown on: everything that media queries and layout may ask about the outside.

use crate::geometry::{Point, Size};

/// `prefers-color-scheme`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ColorScheme {
    /// Dark text on a light ground.
    #[default]
    Light,
    /// Light text on a dark ground.
    Dark,
}

/// The device of the reference environment by default: a 1280x720 desktop window at scale 1 with a mouse, light, en-US.
#[derive(Debug, Clone, PartialEq)]
pub struct Device {
    /// The layout viewport in CSS px; scrollbars are overlaid, they take no room.
    pub viewport: Size,
    /// Where the document is scrolled to, CSS px; clamped to what the document allows once it is laid out. `None`: where
    /// the page itself says it was (`data-frozen-scroll-x`, `-y`), else the origin.
    pub scroll: Option<Point>,
    /// Device pixels per CSS px.
    pub scale: f32,
    /// `prefers-color-scheme`.
    pub color_scheme: ColorScheme,
    /// True for `@media print`.
    pub print: bool,
}

impl Default for Device {
    fn default() -> Self {
        Self {
            viewport: Size::new(1280.0, 720.0),
            scroll: None,
            scale: 1.0,
            color_scheme: ColorScheme::Light,
            print: false,
        }
    }
}
