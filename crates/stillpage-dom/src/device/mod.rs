//! The device that shows the page: everything that media queries and layout may ask about the outside.
//!
//! *In*: options of a caller, or the name of a device. *Out*: [`Device`].
//!
//! *Invariants*: a device is data; nothing here asks the machine that it runs on.

mod layout_viewport;
mod named;

use std::sync::Arc;

pub use self::layout_viewport::ViewportMeta;
use crate::font::InstalledFonts;
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

/// A device that shows a page.
///
#[doc = include_str!("device.md")]
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Device {
    /// The window in CSS px: the layout viewport, unless a [`mobile`](Self::mobile) page asks for another one. Scrollbars are
    /// overlaid, they take no room.
    pub viewport: Size,
    /// The scroll position of the document, CSS px; clamped to what the document allows once it is laid out. `None`: where the
    /// page records (`data-frozen-scroll-x`, `-y`), else the origin.
    pub scroll: Option<Point>,
    /// Device pixels per CSS px, as Playwright's `deviceScaleFactor`. Chrome: layout is in CSS px at any scale; only the
    /// advances of text differ.
    pub scale: f32,
    /// A phone or tablet, as Playwright's `isMobile`: `<meta name=viewport>` counts.
    pub mobile: bool,
    /// The pointer is a finger, as Playwright's `hasTouch`: `(pointer: coarse)`, `(hover: none)`.
    pub touch: bool,
    /// `prefers-color-scheme`.
    pub color_scheme: ColorScheme,
    /// `prefers-reduced-motion: reduce`.
    pub reduced_motion: bool,
    /// The user's language, a BCP 47 tag.
    pub locale: Box<str>,
    /// True for `@media print`.
    pub print: bool,
    /// Fonts beside the reference fonts.
    pub fonts: Option<Arc<InstalledFonts>>,
    /// The window, where the viewport is another one: a page on a phone.
    #[doc(hidden)]
    pub window: Option<Size>,
    /// The size of the visual viewport, where it differs from the layout viewport: a page zoomed out on a phone. Chrome: fixed
    /// boxes are positioned in it.
    #[doc(hidden)]
    pub seen: Option<Size>,
}

impl Default for Device {
    fn default() -> Self {
        Self::desktop()
    }
}

impl Device {
    /// The device of the reference environment: a 1280x720 desktop window at scale 1 with a mouse, light, en-US.
    #[must_use]
    pub fn desktop() -> Self {
        Self {
            viewport: Size::new(1280.0, 720.0),
            scroll: None,
            scale: 1.0,
            mobile: false,
            touch: false,
            color_scheme: ColorScheme::Light,
            reduced_motion: false,
            locale: "en-US".into(),
            print: false,
            fonts: None,
            window: None,
            seen: None,
        }
    }

    /// With a window of this size in CSS px.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "layout is computed in f32")]
    pub fn viewport(mut self, width: impl Into<f64>, height: impl Into<f64>) -> Self {
        self.viewport = Size::new(width.into() as f32, height.into() as f32);
        self
    }

    /// With the document scrolled to an offset in CSS px.
    #[must_use]
    pub fn scroll(mut self, x: f32, y: f32) -> Self {
        self.scroll = Some(Point::new(x, y));
        self
    }

    /// With this number of device pixels per CSS px.
    #[must_use]
    pub fn scale(mut self, scale: f32) -> Self {
        self.scale = scale;
        self
    }

    /// A phone or tablet, or not: [`mobile`](field@Self::mobile), and with it [`touch`](field@Self::touch).
    #[must_use]
    pub fn mobile(mut self, mobile: bool) -> Self {
        self.mobile = mobile;
        self.touch = mobile;
        self
    }

    /// With a finger for a pointer, or a mouse.
    #[must_use]
    pub fn touch(mut self, touch: bool) -> Self {
        self.touch = touch;
        self
    }

    /// With a preferred colour scheme.
    #[must_use]
    pub fn color_scheme(mut self, scheme: ColorScheme) -> Self {
        self.color_scheme = scheme;
        self
    }

    /// With a preference for less motion, or not.
    #[must_use]
    pub fn reduced_motion(mut self, reduced: bool) -> Self {
        self.reduced_motion = reduced;
        self
    }

    /// With a language, a BCP 47 tag.
    #[must_use]
    pub fn locale(mut self, locale: &str) -> Self {
        self.locale = locale.into();
        self
    }

    /// With fonts beside the reference fonts.
    #[must_use]
    pub fn fonts(mut self, fonts: InstalledFonts) -> Self {
        self.fonts = Some(Arc::new(fonts));
        self
    }

    /// The window in CSS px: the screen, for media queries.
    #[doc(hidden)]
    pub fn window(&self) -> Size {
        self.window.unwrap_or(self.viewport)
    }

    /// True if a CSS px is not a device pixel.
    #[doc(hidden)]
    pub fn is_scaled(&self) -> bool {
        (self.scale - 1.0).abs() > f32::EPSILON
    }
}
