//! A page in pixels, as Chromium shows it.
//!
//! *In*: [`Page`]. *Out*: [`Screenshot`], a PNG file.
//!
//! *Invariants*: what is seen is painted in the order in which hit testing has it; the same page and faces give the same bytes
//! on every machine; a picture is refused where it would take more than [`MAX_PIXELS`].
//!
//! Shapes are filled by `tiny-skia`, which builds in seconds and whose results do not depend on the machine. Glyphs are filled
//! by exact areas, as `FreeType` does it for Chromium.

mod background;
mod blur;
mod border;
mod canvas;
mod clip;
mod control;
mod coverage;
mod filter;
mod glyph;
mod gradient;
mod image;
mod layer;
mod lists;
mod mark;
mod painter;
mod path;
mod shadow;
mod shape;
mod svg_image;
mod text;

pub use glyph::Outlines;

use crate::error::Error;
use crate::geometry::{Point, Rect};
use crate::limits::{Budget, Limit, Warnings};
use crate::page::Page;
use crate::safe_text::safe;
use canvas::{Canvas, encode, internal};
use glyph::Glyphs;
use image::Images;
use painter::Painter;
use std::rc::Rc;
use tiny_skia::Pixmap;

/// Limit: pixels of a side.
const MAX_SIDE: f32 = 16_384.0;
/// Limit: pixels of a picture; it and what is painted on it take four bytes for each.
const MAX_PIXELS: f32 = 40_000_000.0;

/// Options of a screenshot.
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct ScreenshotOptions {
    full_page: bool,
    clip: Option<Rect>,
    omit_background: bool,
    scale: Option<f32>,
    outlines: Outlines,
    marks: Vec<(Rect, String)>,
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

    /// Frames with labels over the picture, in viewport coordinates: sets of marks, as agents with eyes take them.
    pub fn marks(mut self, marks: Vec<(Rect, String)>) -> Self {
        self.marks = marks;
        self
    }

    /// Returns the area to draw, in viewport coordinates.
    fn area(&self, page: &Page) -> Rect {
        let (viewport, scroll) = (page.device().viewport, page.layout().viewport());
        match self.clip {
            Some(clip) => Rect::from_edges(
                clip.x.floor(),
                clip.y.floor(),
                clip.right().ceil().max(clip.x.floor() + 1.0),
                clip.bottom().ceil().max(clip.y.floor() + 1.0),
            ),
            None if self.full_page => Rect::new(
                -scroll.offset.x,
                -scroll.offset.y,
                scroll.content.width.max(viewport.width),
                scroll.content.height.max(viewport.height),
            ),
            None => Rect::new(0.0, 0.0, viewport.width, viewport.height),
        }
    }
}

/// A page in pixels.
#[derive(Debug, Clone)]
pub struct Screenshot {
    png: Vec<u8>,
    size: (u32, u32),
    missing_faces: Vec<&'static str>,
    warnings: Warnings,
}

impl Screenshot {
    /// Draws a page.
    ///
    /// # Errors
    /// [`Error::InvalidArguments`] if it would have too many pixels.
    pub fn of(page: &Page, options: &ScreenshotOptions) -> Result<Self, Error> {
        let area = options.area(page);
        let scale = options.scale.unwrap_or(page.device().scale).max(0.01);
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
        let Some(canvas) = canvas else {
            return Err(Error::arguments(
                safe!("a picture of {}x{} pixels is too large", f64::from(width), f64::from(height)),
                "take the window instead of the whole page, an element of it, or a smaller scale",
            ));
        };
        let mut glyphs = Glyphs::new(options.outlines.clone(), Rc::clone(&budget));
        let images = Images::new(Some(options.outlines.clone()));
        let mut painter = Painter::new(page, canvas, (&mut glyphs, images), options.omit_background);
        page.draw(&mut |drawing| painter.draw(&drawing));
        let (mut canvas, mut warnings) = painter.finish();
        budget.report(&mut warnings);
        mark::draw(&mut canvas, &mut glyphs, &options.marks);
        let pixels = canvas.into_pixels().ok_or_else(|| internal("it was not painted"))?;
        Ok(Self {
            png: encode(pixels)?,
            size: (width as u32, height as u32),
            missing_faces: glyphs.missing(),
            warnings,
        })
    }

    /// The picture as a PNG file.
    #[must_use]
    pub fn png(&self) -> &[u8] {
        &self.png
    }

    /// The picture as a PNG file, without a copy.
    #[must_use]
    pub fn into_png(self) -> Vec<u8> {
        self.png
    }

    /// Width and height in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
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
mod tests;
