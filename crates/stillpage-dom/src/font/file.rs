//! A font file: its characters, metrics and advances, and the shaping of text with it.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use harfrust::font::charmap::Charmap;
use harfrust::{Buffer, Feature, Font, FontFuncs, GlyphId, ShapeOptions, ShapePlan, ShapePlanKey, ShaperFont, Tag};
use rustc_hash::FxHashMap;
use skrifa::{DrawMemory, HintOptions, PathSink, RasterTarget, ScalerFont};

use super::canonical::canonical;
use super::container::{FontError, open_type};
use super::reference::round;

/// An OpenType tag: four ASCII characters.
pub type FontTag = [u8; 4];

/// The glyphs of ASCII characters; `None` for those that a font lacks.
type AsciiGlyphs = [Option<GlyphId>; 128];

/// A font file that could be read.
pub struct FontFile {
    font: Font,
    /// Its `VDMX` table: heights of hinted lines.
    heights: Option<Arc<[u8]>>,
    ascii: Arc<AsciiGlyphs>,
}

impl fmt::Debug for FontFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FontFile of {} glyphs", self.font.num_glyphs())
    }
}

/// The rounding of glyph advances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Advances {
    /// By whole px, as the hinter of the font has them. Chrome: without subpixel positioning.
    Hinted,
    /// By whole px, rounded. Chrome: a slanted font is not hinted.
    Rounded,
    /// By fractions. Chrome: with subpixel positioning (`text-rendering: geometricPrecision`).
    Linear,
}

/// Metrics of a font in em.
#[derive(Debug, Clone, Copy)]
pub(super) struct EmMetrics {
    pub(super) ascent: f32,
    pub(super) descent: f32,
    pub(super) line_gap: f32,
    /// `None` where the font does not have it.
    pub(super) x_height: Option<f32>,
    pub(super) cap_height: Option<f32>,
    /// `xAvgCharWidth`.
    pub(super) average_width: Option<f32>,
    /// Width of the box around all glyphs.
    pub(super) widest: f32,
}

impl FontFile {
    /// Reads a TTF, OTF, WOFF or WOFF2 file.
    ///
    /// # Errors
    /// If it is damaged, too large, or another kind of file.
    pub fn read(bytes: &[u8]) -> Result<Self, FontError> {
        let data = open_type(bytes)?.into_owned();
        let heights = skrifa::raw::FontRef::from_index(&data, 0)
            .ok()
            .and_then(|font| font.table_data(Tag::new(b"VDMX")).map(|table| Arc::from(table.as_bytes())));
        let font = Font::new(data, 0).ok_or(FontError::Tables)?;
        let metrics = font.metrics();
        let usable = metrics.raw_units_per_em == metrics.units_per_em
            && metrics.num_glyphs > 0
            && metrics.max_h_advance.is_some()
            && font.charmap().has_unicode();
        if !usable {
            return Err(FontError::Tables);
        }
        let charmap = font.charmap();
        let mut ascii = [None; 128];
        for (code, glyph) in (0u8..).zip(&mut ascii) {
            *glyph = glyph_of(&charmap, char::from(code));
        }
        Ok(Self { font, heights, ascii: ascii.into() })
    }

    /// True if it has a glyph for the character.
    pub(super) fn covers(&self, c: char) -> bool {
        match self.ascii.get(c as usize) {
            Some(glyph) => glyph.is_some(),
            None => glyph_of(&self.font.charmap(), c).is_some(),
        }
    }

    /// True if it has a glyph for each character of an ASCII text.
    pub(super) fn covers_ascii(&self, text: &str) -> bool {
        text.bytes().all(|byte| self.ascii.get(usize::from(byte)).is_some_and(Option::is_some))
    }

    /// The least and greatest value of a variation axis; `None` if it has no such axis.
    pub(super) fn axis(&self, tag: FontTag) -> Option<(f32, f32)> {
        let axis = self.font.axes().iter().find(|axis| axis.tag() == Tag::new(&tag))?;
        Some((axis.min_value(), axis.max_value()))
    }

    /// True if it substitutes glyphs by a feature in any script.
    pub(super) fn has_feature(&self, tag: FontTag) -> bool {
        use skrifa::raw::TableProvider;
        let Ok(list) = self.font.tables().gsub().and_then(|gsub| gsub.feature_list()) else { return false };
        list.feature_records().iter().any(|record| record.feature_tag() == Tag::new(&tag))
    }

    /// Its family name, weight (1 to 1000), whether it is italic, and width in percent.
    pub(super) fn attributes(&self) -> (Option<String>, f32, bool, f32) {
        use harfrust::font::name::NameId;
        let names = self.font.names();
        let name = |id| names.get(id).and_then(|name| name.english_or_first()).map(|name| name.name().to_string());
        let attributes = self.font.default_attributes();
        let italic = attributes.style != harfrust::font::attribute::Style::Normal;
        let family = name(NameId::TYPOGRAPHIC_FAMILY_NAME).or_else(|| name(NameId::FAMILY_NAME));
        (family, attributes.weight.value(), italic, attributes.width.percentage())
    }

    /// The font at a size in px with values for its variation axes.
    pub(super) fn at(&self, size: f32, variations: &[(FontTag, f32)], advances: Advances) -> SizedFile {
        let font = if variations.is_empty() {
            self.font.clone()
        } else {
            let variations = variations.iter().map(|(tag, value)| (Tag::new(tag), *value));
            self.font.instance_builder().variations(variations).build()
        };
        // Limit: Chromium clamps font sizes to 10000 px.
        let size = size.clamp(0.0, 10_000.0);
        SizedFile {
            font,
            heights: self.heights.clone(),
            ascii: Arc::clone(&self.ascii),
            size,
            advances,
            scaler: RefCell::new(None),
            first_widths: RefCell::default(),
            widths: RefCell::default(),
            plans: RefCell::default(),
            buffer: RefCell::new(Buffer::new()),
        }
    }
}

/// Returns the glyph of a character, or of the one that it is another name of.
fn glyph_of(charmap: &Charmap<'_>, c: char) -> Option<GlyphId> {
    let glyph = |c: char| charmap.map_unicode(c).filter(|glyph| *glyph != GlyphId::NOTDEF);
    glyph(c).or_else(|| glyph(canonical(c)?))
}

/// A font file at a size.
pub struct SizedFile {
    font: Font,
    heights: Option<Arc<[u8]>>,
    ascii: Arc<AsciiGlyphs>,
    /// px
    size: f32,
    advances: Advances,
    /// Made when the first glyph is hinted.
    scaler: RefCell<Option<ScalerFont>>,
    /// Advances by glyph, 16.16 px: of the first glyphs, up to the last of them that was met, and of others.
    first_widths: RefCell<Vec<Option<i32>>>,
    widths: RefCell<FxHashMap<u32, i32>>,
    /// One for each script and set of features met. Making one takes longer than shaping a line with it.
    plans: RefCell<Vec<ShapePlan>>,
    /// Room for the text that is being shaped.
    buffer: RefCell<Buffer>,
}

impl fmt::Debug for SizedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SizedFile at {} px", self.size)
    }
}

/// The number of glyphs whose advances are found by their numbers: fonts have their Latin letters first.
const FIRST_GLYPHS: usize = 1024;

/// 1 px in the fixed-point numbers that text is shaped in.
const FIXED: f32 = 65_536.0;

#[expect(clippy::cast_possible_truncation, reason = "saturates; sizes are clamped far below the range")]
fn fixed(px: f32) -> i32 {
    (px * FIXED).round() as i32
}

#[expect(clippy::cast_precision_loss, reason = "advances are below 2^24")]
fn px(fixed: i32) -> f32 {
    fixed as f32 / FIXED
}

/// Returns a font at a size in px whose glyphs are fitted to pixels by its own hinter, or the automatic one if it has none.
///
/// Chrome: with "normal" hinting, that of the reference environment; `skrifa` is what Chromium hints web fonts with.
#[must_use]
pub fn hinted(font: &Font, size: f32) -> ScalerFont {
    let options = HintOptions::auto_fallback()
        .with_target(RasterTarget::Normal)
        .with_symmetric_rendering(false)
        .with_preserve_linear_metrics(false);
    ScalerFont::hinted(font.clone(), size, options)
}

/// Outlines go nowhere: only advances count.
struct NoPath;

impl PathSink for NoPath {
    fn move_to(&mut self, _: f32, _: f32) {}
    fn line_to(&mut self, _: f32, _: f32) {}
    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {}
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {}
    fn close(&mut self) {}
}

impl FontFuncs for SizedFile {
    fn nominal_glyph(&self, font: &ShaperFont<'_, '_>, c: u32) -> Option<GlyphId> {
        let known = self.ascii.get(c as usize).copied().flatten();
        known.or_else(|| font.default_nominal_glyph(c))
    }

    fn glyph_h_advance(&self, _: &ShaperFont<'_, '_>, glyph: GlyphId) -> i32 {
        self.width(glyph)
    }
}

impl SizedFile {
    fn charmap(&self) -> Charmap<'_> {
        self.font.charmap()
    }

    fn linear(&self, glyph: GlyphId) -> f32 {
        self.font.glyph_metrics().h_advance(glyph) * self.size / f32::from(self.font.units_per_em())
    }

    /// The advance of a glyph, 16.16 px.
    fn width(&self, glyph: GlyphId) -> i32 {
        let at = glyph.to_u32() as usize;
        if let Some(Some(width)) = self.first_widths.borrow().get(at) {
            return *width;
        }
        if at < FIRST_GLYPHS {
            let width = self.measure(glyph);
            let mut widths = self.first_widths.borrow_mut();
            if widths.len() <= at {
                widths.resize(at + 1, None);
            }
            widths[at] = Some(width);
            return width;
        }
        *self.widths.borrow_mut().entry(glyph.to_u32()).or_insert_with(|| self.measure(glyph))
    }

    #[cold]
    fn measure(&self, glyph: GlyphId) -> i32 {
        let linear = self.linear(glyph);
        let width = match self.advances {
            Advances::Linear => linear,
            Advances::Rounded => round(linear),
            Advances::Hinted => round(self.hinted(glyph).unwrap_or(linear)),
        };
        fixed(width)
    }

    /// The advance that the hinter gives a glyph.
    fn hinted(&self, glyph: GlyphId) -> Option<f32> {
        let mut scaler = self.scaler.borrow_mut();
        let scaler = scaler.get_or_insert_with(|| hinted(&self.font, self.size));
        scaler.outline(glyph)?.draw(DrawMemory::Scratch, &mut NoPath).ok()?.h_advance
    }

    /// px, after `size-adjust`.
    pub fn size(&self) -> f32 {
        self.size
    }

    /// The font, with the values of its variation axes.
    pub fn font(&self) -> &Font {
        &self.font
    }

    /// The advance of a character in px; `None` if the font lacks it.
    pub fn advance(&self, c: char) -> Option<f32> {
        let glyph = glyph_of(&self.charmap(), c)?;
        Some(px(self.width(glyph)))
    }

    /// The advance of the glyph for missing characters, px.
    pub fn notdef_advance(&self) -> f32 {
        px(self.width(GlyphId::NOTDEF))
    }

    /// Shapes a text of one script: gives `each` the advance in px of every glyph with the byte in `text` of the cluster that
    /// it belongs to. Cost: linear in the text.
    pub fn shape(&self, text: &str, features: &[FontFeature], mut each: impl FnMut(usize, f32)) {
        let mut buffer = self.buffer.borrow_mut();
        buffer.clear();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let features: Vec<Feature> =
            features.iter().map(|feature| Feature::new(Tag::new(&feature.tag), feature.value, ..)).collect();
        let font = ShaperFont::new(&self.font).with_scale(fixed(self.size)).with_font_funcs(Some(self));
        let mut plans = self.plans.borrow_mut();
        let (script, direction) = (buffer.script(), buffer.direction());
        let key = ShapePlanKey::new(&self.font, script, direction).language(buffer.language()).features(&features);
        let known = plans.iter().position(|plan| key.matches(plan)).unwrap_or_else(|| {
            plans.push(ShapePlan::new(&self.font, direction, script, buffer.language(), &features));
            plans.len() - 1
        });
        let options = ShapeOptions::new().features(&features).plan(Some(&plans[known]));
        let shaped = harfrust::shape(&font, &mut buffer, options);
        if shaped.is_err() || !buffer.allocation_successful() {
            // Too much for the shaper, as only fonts made to be are: the characters one by one.
            for (at, c) in text.char_indices() {
                each(at, self.advance(c).unwrap_or_else(|| self.notdef_advance()));
            }
            return;
        }
        for (glyph, position) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
            let advance = px(position.x_advance);
            // Chrome: without subpixel positioning, kerning is in whole px too. Most advances are.
            let is_done = self.advances == Advances::Linear || position.x_advance.trailing_zeros() >= 16;
            each(glyph.cluster as usize, if is_done { advance } else { round(advance) });
        }
    }

    /// Ascent and descent in px as the font's table of hinted heights has them for its size.
    ///
    /// <https://learn.microsoft.com/typography/opentype/spec/vdmx>. Chrome: used unless positioning is subpixel.
    pub(super) fn hinted_line(&self) -> Option<(f32, f32)> {
        if self.advances == Advances::Linear {
            return None;
        }
        let bytes = &**self.heights.as_ref()?;
        let u16_at = |at: usize| Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?));
        let i16_at = |at: usize| Some(i16::from_be_bytes(*bytes.get(at..)?.first_chunk()?));
        let ratios = usize::from(u16_at(4)?);
        let square = (0..ratios).find(|ratio| {
            matches!(bytes.get(6 + 4 * ratio + 1..6 + 4 * ratio + 4), Some([1, 0 | 1, 1..=255] | [0, 0, 0]))
        })?;
        let group = usize::from(u16_at(6 + 4 * ratios + 2 * square)?);
        let size = round(self.size);
        let record = (0..usize::from(u16_at(group)?)).map(|record| group + 4 + 6 * record);
        let at = record.into_iter().find(|at| u16_at(*at).is_none_or(|ppem| f32::from(ppem) >= size))?;
        if (f32::from(u16_at(at)?) - size).abs() > 0.5 {
            return None;
        }
        Some((f32::from(i16_at(at + 2)?), -f32::from(i16_at(at + 4)?)))
    }

    /// Metrics in em.
    pub(super) fn em_metrics(&self) -> EmMetrics {
        let metrics = self.font.metrics().scaled_f32(1.0);
        let line = metrics.h_line();
        let bounds = metrics.bounds();
        let positive = |value: Option<f32>| value.filter(|v| *v > 0.0);
        let glyph_height = |c: char| {
            let glyph = self.charmap().map_unicode(c)?;
            let extents = self.font.glyph_metrics().extents(glyph)?;
            positive(Some(extents.y_bearing / f32::from(self.font.units_per_em())))
        };
        EmMetrics {
            ascent: line.as_ref().map_or(0.0, |line| line.ascender),
            descent: line.as_ref().map_or(0.0, |line| -line.descender),
            line_gap: line.as_ref().map_or(0.0, |line| line.line_gap),
            x_height: positive(metrics.x_height()).or_else(|| glyph_height('x')),
            cap_height: positive(metrics.cap_height()).or_else(|| glyph_height('H')),
            average_width: positive(metrics.average_char_width()),
            widest: bounds.x_max - bounds.x_min,
        }
    }
}

/// An OpenType feature that is set to a value; 0 is off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FontFeature {
    /// Its tag.
    pub tag: FontTag,
    /// Its value.
    pub value: u32,
}
