//! A page in pixels, as Chromium shows it.
//!
//! *In*: [`Page`]. *Out*: [`Screenshot`], a PNG file.
//!
//! *Invariants*: what is seen is painted in the order in which hit testing has it; the same page and faces give the same bytes
//! on every machine; a picture is refused where it would take more than [`MAX_PIXELS`].
//!
//! Shapes are filled by `tiny-skia`, which builds in seconds and whose results do not depend on the machine. Glyphs are filled
//! by exact areas, as `FreeType` does it for Chromium.

mod backdrop;
mod background;
mod blend;
mod blur;
mod border;
mod border_image;
mod broken_image;
mod canvas;
mod clip;
mod compare;
mod control;
mod coverage;
mod embolden;
mod encode;
mod filter;
mod glyph;
mod gradient;
mod image;
mod layer;
mod lists;
mod mark;
mod marker;
mod mask;
mod nine_patch;
mod outline;
mod paint_server;
mod painter;
mod path;
mod pixel_effect;
mod rounded_box;
mod scaled_rows;
mod shadow;
mod shape;
mod soft_box;
mod svg_filter;
mod svg_image;
mod text;
mod text_clip;

pub use compare::{PictureDifference, Tolerance};
pub use encode::{ImageFormat, PixelSize};
pub use glyph::Outlines;
pub use mark::{Frame, FrameColor};

use crate::error::Error;
use crate::geometry::{Point, Rect};
use crate::limits::{Budget, Limit, Warnings};
use crate::page::Page;
use crate::safe_text::safe;
use canvas::Canvas;
use encode::{encode, internal};
use glyph::Glyphs;
use image::Images;
use painter::Painter;
use std::rc::Rc;
use tiny_skia::Pixmap;

/// Limit: pixels of a side.
const MAX_SIDE: f32 = 16_384.0;
/// Limit: pixels of a picture; it and what is painted on it take four bytes for each.
const MAX_PIXELS: f32 = 40_000_000.0;
/// Pixels between two pages that are drawn beside each other.
const GAP: u32 = 16;

/// Options of a screenshot.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ScreenshotOptions {
    full_page: bool,
    clip: Option<Rect>,
    omit_background: bool,
    scale: Option<f32>,
    outlines: Outlines,
    format: ImageFormat,
    frames: Vec<Frame>,
}

impl ScreenshotOptions {
    /// All of the page instead of the window: `fullPage` of Playwright.
    pub fn full_page(mut self, full_page: bool) -> Self {
        self.full_page = full_page;
        self
    }

    /// An area in viewport coordinates instead of the window; it may be outside.
    pub fn clip(mut self, clip: Rect) -> Self {
        self.clip = Some(clip);
        self
    }

    /// Nothing behind the page, where Chromium paints white: `omitBackground` of Playwright.
    pub fn omit_background(mut self, omit: bool) -> Self {
        self.omit_background = omit;
        self
    }

    /// Pixels per CSS pixel; by default as many as the device has.
    pub fn scale(mut self, scale: f32) -> Self {
        self.scale = Some(scale);
        self
    }

    /// Sets the files of the reference faces; by default those that systems install.
    pub fn outlines(mut self, outlines: Outlines) -> Self {
        self.outlines = outlines;
        self
    }

    /// Sets the format of the file; by default PNG.
    pub fn format(mut self, format: ImageFormat) -> Self {
        self.format = format;
        self
    }

    /// Frames with labels over the picture: sets of marks, as agents with eyes take them.
    pub fn frames(mut self, frames: Vec<Frame>) -> Self {
        self.frames = frames;
        self
    }

    /// As much of the page as a picture has room for, from its top, instead of the window.
    pub fn long_page(mut self, page: &Page) -> Self {
        let scale = self.pixels_per_px(page);
        let mut area = whole(page);
        let side = (MAX_SIDE / scale).floor();
        area.width = area.width.min(side);
        area.height = area.height.min(side).min((MAX_PIXELS / scale / scale / area.width.max(1.0)).floor());
        self.clip = Some(area);
        self
    }

    fn pixels_per_px(&self, page: &Page) -> f32 {
        self.scale.unwrap_or(page.device().scale).max(0.01)
    }

    /// Returns the area to draw, in viewport coordinates.
    fn area(&self, page: &Page) -> Rect {
        match self.clip {
            Some(clip) => Rect::from_edges(
                clip.x.floor(),
                clip.y.floor(),
                clip.right().ceil().max(clip.x.floor() + 1.0),
                clip.bottom().ceil().max(clip.y.floor() + 1.0),
            ),
            None if self.full_page => whole(page),
            None => Rect::new(0.0, 0.0, page.device().viewport.width, page.device().viewport.height),
        }
    }
}

/// All of a page, in viewport coordinates.
fn whole(page: &Page) -> Rect {
    let (viewport, scroll) = (page.device().viewport, page.layout().viewport());
    Rect::new(
        -scroll.offset.x,
        -scroll.offset.y,
        scroll.content.width.max(viewport.width),
        scroll.content.height.max(viewport.height),
    )
}

/// A page in pixels.
#[derive(Debug, Clone)]
pub struct Screenshot {
    bytes: Vec<u8>,
    format: ImageFormat,
    size: PixelSize,
    missing_faces: Vec<&'static str>,
    warnings: Warnings,
}

impl Screenshot {
    /// Draws a page.
    ///
    /// # Errors
    /// [`Error::Arguments`] if it would have too many pixels.
    pub fn of(page: &Page, options: &ScreenshotOptions) -> Result<Self, Error> {
        let painted = Painted::of(page, options)?;
        Self::encoded(painted.pixels, painted.missing_faces, painted.warnings, options.format)
    }

    /// Draws two pages beside each other, such as one before and after a change; the format is that of the first options.
    ///
    /// # Errors
    /// [`Error::Arguments`] if one of them, or both together, would have too many pixels.
    pub fn side_by_side(pages: [(&Page, &ScreenshotOptions); 2]) -> Result<Self, Error> {
        let [(before, options), (after, others)] = pages;
        let (mut left, right) = (Painted::of(before, options)?, Painted::of(after, others)?);
        let (width, height) =
            (left.pixels.width() + GAP + right.pixels.width(), left.pixels.height().max(right.pixels.height()));
        let mut both = Pixmap::new(width, height)
            .filter(|_| f64::from(width) * f64::from(height) <= f64::from(2.0 * MAX_PIXELS))
            .ok_or_else(|| too_large(f64::from(width), f64::from(height)))?;
        both.fill(tiny_skia::Color::from_rgba8(100, 116, 139, 255));
        let paint = tiny_skia::PixmapPaint::default();
        for (pixels, x) in [(&left.pixels, 0), (&right.pixels, left.pixels.width() + GAP)] {
            both.draw_pixmap(x as i32, 0, pixels.as_ref(), &paint, tiny_skia::Transform::identity(), None);
        }
        left.missing_faces.extend(right.missing_faces);
        left.missing_faces.sort_unstable();
        left.missing_faces.dedup();
        left.warnings.extend(&right.warnings);
        Self::encoded(both, left.missing_faces, left.warnings, options.format)
    }

    fn encoded(
        pixels: Pixmap,
        missing_faces: Vec<&'static str>,
        warnings: Warnings,
        format: ImageFormat,
    ) -> Result<Self, Error> {
        let size = PixelSize { width: pixels.width(), height: pixels.height() };
        Ok(Self { bytes: encode(pixels, format)?, format, size, missing_faces, warnings })
    }

    /// The picture as a file, in the format that was asked for.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The picture as a file, without a copy.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The format of the file.
    #[must_use]
    pub fn format(&self) -> ImageFormat {
        self.format
    }

    /// Returns its size in pixels.
    #[must_use]
    pub fn size(&self) -> PixelSize {
        self.size
    }

    /// Limits that were reached while the page was painted, and what is not in the picture for that.
    #[must_use]
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// Files of reference faces that the page needs and that were not found: text in them is drawn as bars.
    #[must_use]
    pub fn missing_faces(&self) -> &[&'static str] {
        &self.missing_faces
    }
}

/// A page, painted.
struct Painted {
    pixels: Pixmap,
    missing_faces: Vec<&'static str>,
    warnings: Warnings,
}

impl Painted {
    fn of(page: &Page, options: &ScreenshotOptions) -> Result<Self, Error> {
        let (area, scale) = (options.area(page), options.pixels_per_px(page));
        let (width, height) = ((area.width * scale).ceil().max(1.0), (area.height * scale).ceil().max(1.0));
        let budget = Rc::new(Budget::new(Limit::PaintSteps));
        let canvas = (width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS)
            .then(|| {
                Canvas::new(
                    page,
                    (width as u32, height as u32),
                    (Point::new(area.x, area.y), scale),
                    Rc::clone(&budget),
                )
            })
            .flatten();
        let Some(canvas) = canvas else { return Err(too_large(f64::from(width), f64::from(height))) };
        let mut glyphs = Glyphs::new(options.outlines.clone(), Rc::clone(&budget));
        let images = Images::new(Some(options.outlines.clone()));
        let mut painter = Painter::new(page, canvas, (&mut glyphs, images), options.omit_background);
        page.draw(&mut |drawing| painter.draw(&drawing));
        let (mut canvas, mut warnings) = painter.finish();
        budget.report(&mut warnings);
        mark::draw(&mut canvas, &mut glyphs, &options.frames);
        let pixels = canvas.into_pixels().ok_or_else(|| internal("it was not painted"))?;
        Ok(Self { pixels, missing_faces: glyphs.missing(), warnings })
    }
}

fn too_large(width: f64, height: f64) -> Error {
    Error::arguments(
        safe!("a picture of {}x{} pixels is too large", width, height),
        "take the window instead of the whole page, an element of it, or a smaller scale",
    )
}

/// Draws a page from its corner on, without white behind it.
fn draw(
    page: &Page,
    size: (u32, u32),
    scale: f32,
    (outlines, svg): (&Outlines, Option<Outlines>),
    budget: &Rc<Budget>,
) -> Option<Pixmap> {
    let canvas = Canvas::new(page, size, (Point::ZERO, scale), Rc::clone(budget))?;
    let mut glyphs = Glyphs::new(outlines.clone(), Rc::clone(budget));
    let mut painter = Painter::new(page, canvas, (&mut glyphs, Images::new(svg)), true);
    page.draw(&mut |drawing| painter.draw(&drawing));
    painter.finish().0.into_pixels()
}

#[cfg(test)]
mod effect_tests;
#[cfg(test)]
mod line_tests;
#[cfg(test)]
mod style_image_tests;
#[cfg(test)]
mod svg_tests;
#[cfg(test)]
mod tests;
