//! Layers of a picture: pixels that are painted on their own and then mixed with what is below.

use std::rc::Rc;

use tiny_skia::{BlendMode, IntRect, Pixmap, PixmapPaint, Transform};

use super::blend::{mode, over, rows};
use super::filter::{self, Step};
use super::path::inset;
use super::svg_filter::{FilterImage, SvgFilter};
use crate::geometry::{Rect, Sides};
use crate::style::ComputedStyle;
use crate::style::computed::{Effects, FilterFunction};

/// Steps to read a function of a filter, and the element that an address is of.
const FUNCTION_STEPS: u64 = 10;
const ADDRESS_STEPS: u64 = 20_000;

/// Pixels, and which of them have been painted.
pub(super) struct Layer {
    /// As large as the picture; memory is used where something is painted.
    pub(super) pixels: Pixmap,
    /// The whole pixels that have been painted.
    painted: Rect,
}

/// The mix of a layer with what is below.
pub(super) struct Mix {
    /// From 0 to 1.
    pub(super) opacity: f32,
    blend: BlendMode,
    filter: Vec<Step>,
}

impl Mix {
    /// The mix that a style asks for, with filters of SVG as they are read.
    pub(super) fn of(style: &ComputedStyle, read: impl Fn(&str) -> Option<SvgFilter>) -> Self {
        let effects = style.paint_effects.as_deref();
        Self {
            opacity: style.opacity.clamp(0.0, 1.0),
            blend: effects.map_or(BlendMode::SourceOver, |effects| mode(effects.blend)),
            filter: effects
                .filter(|_| style.effects.contains(Effects::FILTER))
                .and_then(|effects| Some(filter::used(effects.filter.as_deref()?, style, read)))
                .unwrap_or_default(),
        }
    }

    /// The steps to find out the mix that a style asks for.
    pub(super) fn steps_to_read(style: &ComputedStyle) -> u64 {
        let functions = style.paint_effects.as_deref().and_then(|effects| effects.filter.as_deref());
        let steps = |function: &FilterFunction| match function {
            FilterFunction::Url(_) => ADDRESS_STEPS,
            _ => FUNCTION_STEPS,
        };
        functions.map_or(0, |functions| functions.iter().map(steps).sum())
    }

    /// The images that its filters ask for.
    pub(super) fn images(&self) -> Vec<Rc<FilterImage>> {
        filter::images(&self.filter)
    }

    /// The mix of pixels that are painted as they are.
    pub(super) fn plain() -> Self {
        Self { opacity: 1.0, blend: BlendMode::SourceOver, filter: Vec::new() }
    }

    /// Makes it one without filters, for which there is no budget left.
    pub(super) fn leave_out_filters(&mut self) {
        self.filter.clear();
    }

    /// The steps that it takes for a pixel.
    pub(super) fn steps(&self) -> u64 {
        4 + filter::steps(&self.filter) + if self.blend == BlendMode::SourceOver { 0 } else { 40 }
    }
}

impl Layer {
    /// A transparent layer; `None` if there is no room for it.
    pub(super) fn new((width, height): (u32, u32)) -> Option<Self> {
        Some(Self { pixels: Pixmap::new(width, height)?, painted: Rect::ZERO })
    }

    pub(super) fn bounds(&self) -> Rect {
        Rect::new(0.0, 0.0, self.pixels.width() as f32, self.pixels.height() as f32)
    }

    /// Remembers that an area in whole pixels is painted.
    pub(super) fn paint(&mut self, area: &Rect) {
        self.painted = if self.painted.is_empty() { *area } else { self.painted.union(area) };
    }

    /// The area that has been painted.
    pub(super) fn painted(&self) -> Rect {
        self.painted.intersect(&self.bounds())
    }

    /// The coverage of an area, row by row, by alpha or by the lightness of what is painted, which is transparent again.
    pub(super) fn take_coverage(&mut self, area: &Rect, by_luminance: bool) -> Vec<u8> {
        let painted = std::mem::replace(&mut self.painted, Rect::ZERO).intersect(&self.bounds());
        let mut coverage = Vec::with_capacity(area.width as usize * area.height as usize);
        for row in rows(&mut self.pixels, area) {
            let pixels = row.chunks_exact(4);
            coverage.extend(pixels.map(|pixel| if by_luminance { luminance(pixel) } else { pixel[3] }));
        }
        rows(&mut self.pixels, &painted).for_each(|row| row.fill(0));
        coverage
    }

    /// The number of pixels that mixing looks at.
    pub(super) fn extent(&self, mix: &Mix, scale: f32) -> u64 {
        if self.painted.is_empty() {
            return 0;
        }
        let area = self.filtered(&self.painted, mix, scale);
        area.width as u64 * area.height as u64
    }

    /// The area that filters of a painted one reach.
    fn filtered(&self, painted: &Rect, mix: &Mix, scale: f32) -> Rect {
        let grown = |area: &Rect| inset(area, &Sides::all(-filter::reach(&mix.filter, scale)));
        let area = filter::regions(&mix.filter).fold(grown(painted), |area, region| area.union(&grown(&region)));
        area.intersect(&self.bounds())
    }

    /// Mixes what has been painted with a layer below, and is transparent again.
    pub(super) fn mix_into(&mut self, below: &mut Self, mix: &Mix, scale: f32) {
        let painted = std::mem::replace(&mut self.painted, Rect::ZERO).intersect(&self.bounds());
        if painted.is_empty() {
            return;
        }
        if mix.filter.is_empty() && mix.blend == BlendMode::SourceOver {
            below.paint(&painted);
            for (lower, upper) in rows(&mut below.pixels, &painted).zip(rows(&mut self.pixels, &painted)) {
                over(lower, upper, mix.opacity);
                upper.fill(0);
            }
            return;
        }
        let area = self.filtered(&painted, mix, scale);
        let (x, y) = (area.x as i32, area.y as i32);
        let cropped = IntRect::from_xywh(x, y, area.width as u32, area.height as u32)
            .and_then(|area| self.pixels.as_ref().clone_rect(area));
        if let Some(mut cropped) = cropped {
            filter::apply(&mut cropped, &mix.filter, (x, y), scale);
            let paint = PixmapPaint { opacity: mix.opacity, blend_mode: mix.blend, ..PixmapPaint::default() };
            below.pixels.draw_pixmap(x, y, cropped.as_ref(), &paint, Transform::identity(), None);
            below.paint(&area);
        }
        rows(&mut self.pixels, &painted).for_each(|row| row.fill(0));
    }
}

/// The lightness of a premultiplied pixel, from 0 to 255.
fn luminance(pixel: &[u8]) -> u8 {
    let [red, green, blue, _] = *pixel else { return 0 };
    (0.2125 * f32::from(red) + 0.7154 * f32::from(green) + 0.0721 * f32::from(blue) + 0.5) as u8
}
