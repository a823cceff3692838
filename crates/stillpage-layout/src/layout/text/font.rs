//! The fonts of styles, made once each; line heights.

use std::cell::{Cell, OnceCell, RefCell};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::super::axes::{has_central_baseline, has_upright_letters};
use super::super::unit::LayoutUnit;
use crate::font::{AsciiKerning, Face, FaceList, FontFeature, FontMetrics, ReferenceFace, SizedFile};
use crate::style::ComputedStyle;
use crate::style::computed::{FontVariantCaps, LineHeight};

/// The size of small capitals relative to the font size, as Chromium synthesises them.
const SMALL_CAPS: f32 = 0.7;

/// A face at a size.
pub(crate) struct SizedFace {
    pub(super) face: Face,
    /// Font size, px.
    pub(super) size: f32,
    /// The face that shows its text, chosen when the first text needs it.
    shown: OnceCell<Shown>,
    metrics: OnceCell<FontMetrics>,
}

/// The face that text is shown in.
enum Shown {
    Reference(Box<SizedReference>),
    File(Box<SizedFile>),
    /// No source of the face can be used.
    Nothing,
}

/// A reference face at a size with the numbers of ASCII at hand.
pub(super) struct SizedReference {
    pub(super) face: ReferenceFace,
    /// px, after `size-adjust`.
    pub(super) size: f32,
    /// Advances; `NaN` where the face lacks the character.
    ascii: [f32; 128],
    /// Advances of other characters that were asked for, each at its code point modulo the length; `NaN` as in `ascii`.
    others: [Cell<(char, f32)>; 256],
    kerning: Option<AsciiKerning>,
    pub(super) has_ligatures: bool,
}

impl fmt::Debug for SizedFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at {} px", self.face, self.size)
    }
}

impl SizedFace {
    fn new(face: Face, size: f32) -> Self {
        Self { face, size, shown: OnceCell::new(), metrics: OnceCell::new() }
    }

    fn shown(&self) -> &Shown {
        self.shown.get_or_init(|| match (self.face.reference(self.size), &self.face) {
            (Some((face, size)), _) => Shown::Reference(Box::new(SizedReference::new(face, size))),
            (None, Face::Web(face)) => face.sized(self.size).map_or(Shown::Nothing, |file| Shown::File(Box::new(file))),
            (None, Face::Reference(_)) => Shown::Nothing,
        })
    }

    /// Metrics in px.
    pub(super) fn metrics(&self) -> &FontMetrics {
        self.metrics.get_or_init(|| self.face.metrics(self.size))
    }

    /// The reference face that shows its text.
    pub(super) fn reference(&self) -> Option<&SizedReference> {
        match self.shown() {
            Shown::Reference(face) => Some(face),
            _ => None,
        }
    }

    /// The font file that shows its text.
    pub(super) fn file(&self) -> Option<&SizedFile> {
        match self.shown() {
            Shown::File(file) => Some(file),
            _ => None,
        }
    }

    /// Advance in px; `None` if the face lacks the character or may not show it.
    pub(super) fn advance(&self, c: char) -> Option<f32> {
        if let Face::Web(face) = &self.face
            && !face.rule().has_in_range(c)
        {
            return None;
        }
        match self.shown() {
            Shown::Reference(face) => face.advance(c),
            Shown::File(file) => file.advance(c),
            Shown::Nothing => None,
        }
    }

    /// True if the face has the character and may show it.
    pub(super) fn covers(&self, c: char) -> bool {
        match &self.face {
            Face::Reference(_) => self.advance(c).is_some(),
            Face::Web(face) => face.covers(c),
        }
    }

    /// True if nothing but the font itself may keep it from showing the character.
    pub(super) fn may_show(&self, c: char) -> bool {
        match &self.face {
            Face::Reference(_) => true,
            Face::Web(face) => face.rule().has_in_range(c) && !matches!(self.shown(), Shown::Nothing),
        }
    }

    /// Advance of a letter that stands upright in vertical text.
    ///
    /// Approx: fonts for vertical scripts have glyphs one em high, others none of their own: those are as high as a line.
    pub(super) fn upright_advance(&self) -> f32 {
        if self.covers('水') {
            return self.size;
        }
        let metrics = self.metrics();
        metrics.ascent + metrics.descent
    }

    /// Advance of the glyph that stands for missing ones.
    pub(super) fn notdef_advance(&self) -> f32 {
        match self.shown() {
            Shown::Reference(face) => face.face.notdef_advance(face.size),
            Shown::File(file) => file.notdef_advance(),
            Shown::Nothing => 0.0,
        }
    }

    /// Returns the kerning between two characters of the face.
    pub(super) fn kerning(&self, left: char, right: char, features: &[FontFeature]) -> f32 {
        match self.shown() {
            Shown::Reference(face) => face.kerning(left, right),
            Shown::File(file) => {
                let width = |text: &str| {
                    let mut sum = 0.0;
                    file.shape(text, features, |_, advance| sum += advance);
                    sum
                };
                let (mut a, mut b) = ([0; 4], [0; 4]);
                let pair: String = [left, right].iter().collect();
                width(&pair) - width(left.encode_utf8(&mut a)) - width(right.encode_utf8(&mut b))
            }
            Shown::Nothing => 0.0,
        }
    }
}

impl SizedReference {
    fn new(face: ReferenceFace, size: f32) -> Self {
        let (ascii, kerning) = (face.ascii_advances(size), face.ascii_kerning(size));
        let others = [const { Cell::new(('\0', f32::NAN)) }; 256];
        Self { face, size, ascii, others, kerning, has_ligatures: face.has_ligatures() }
    }

    /// Advance in px; `None` if the face lacks the character.
    pub(super) fn advance(&self, c: char) -> Option<f32> {
        let advance = self.ascii.get(c as usize).copied().unwrap_or_else(|| {
            let slot = &self.others[c as usize % self.others.len()];
            if slot.get().0 != c {
                slot.set((c, self.face.advance(c, self.size).unwrap_or(f32::NAN)));
            }
            slot.get().1
        });
        Some(advance).filter(|advance| !advance.is_nan())
    }

    /// Advance of an ASCII character; `NaN` if the face lacks it.
    pub(super) fn ascii_advance(&self, byte: u8) -> f32 {
        self.ascii[usize::from(byte & 127)]
    }

    /// The kerning of ASCII, if the face kerns.
    pub(super) fn ascii_kerning(&self) -> Option<&AsciiKerning> {
        self.kerning.as_ref()
    }

    /// Returns the kerning between two characters of the face.
    pub(super) fn kerning(&self, left: char, right: char) -> f32 {
        let Some(kerning) = &self.kerning else { return 0.0 };
        if let (Ok(left), Ok(right)) = (u8::try_from(left), u8::try_from(right))
            && left.is_ascii()
            && right.is_ascii()
        {
            return kerning.pair(left, right);
        }
        // No face kerns ideographs, kana or Hangul.
        if [left, right].iter().any(|c| matches!(*c, '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7FF}')) {
            return 0.0;
        }
        let (left, right) = (self.face.kerning_classes(left).0, self.face.kerning_classes(right).1);
        if left == 0 || right == 0 { 0.0 } else { self.face.kerning(left, right, self.size) }
    }
}

/// All of a style that the widths of its text depend on.
#[derive(Debug)]
pub(crate) struct TextFont {
    /// The faces of the family list, first choice first.
    pub(super) faces: SmallVec<[Rc<SizedFace>; 3]>,
    /// Index of the first available one.
    pub(super) primary: usize,
    /// Metrics of that.
    pub metrics: FontMetrics,
    /// px.
    pub size: f32,
    pub(super) italic: bool,
    /// Fallback faces have subpixel positioning.
    pub(super) linear: bool,
    pub(super) letter_spacing: f32,
    pub(super) word_spacing: f32,
    pub(super) kerning: bool,
    pub(super) ligatures: bool,
    /// The features that font files are shaped with.
    pub(super) features: Rc<[FontFeature]>,
    /// `font-size-adjust`: the x of each face is as high as this part of the font size.
    adjust: Option<f32>,
    /// Letters stand upright below each other.
    pub(super) upright: bool,
    /// Lines are aligned at the middle of the font.
    central: bool,
    /// Kerning that was asked of a font file, px.
    pairs: RefCell<FxHashMap<(char, char), f32>>,
    pub(super) caps: FontVariantCaps,
    /// The font of synthesised small capitals.
    pub(super) small: Option<Rc<Self>>,
}

impl TextFont {
    /// The first available face.
    pub(super) fn primary(&self) -> &SizedFace {
        &self.faces[self.primary]
    }

    /// The size of another face in its place.
    pub(super) fn fallback_size(&self, face: &Face) -> f32 {
        adjusted(face, self.size, self.adjust)
    }

    /// The metrics that another face has in its place.
    pub(crate) fn fallback_metrics(&self, metrics: FontMetrics) -> FontMetrics {
        if self.central { central(metrics) } else { metrics }
    }

    /// Advance of an icon whose font is not there, but was when the page was recorded.
    pub(super) fn icon_advance(&self, c: char) -> Option<f32> {
        self.faces.iter().find_map(|face| match &face.face {
            Face::Web(web) => web.icon_advance(c, face.size),
            Face::Reference(_) => None,
        })
    }

    /// Advance of a space, spacing not included.
    pub(crate) fn space(&self) -> f32 {
        self.primary().advance(' ').unwrap_or_else(|| self.primary().notdef_advance())
    }

    /// The kerning between two characters, if the first face has both.
    pub(crate) fn kerning_between(&self, left: char, right: char) -> f32 {
        let face = self.primary();
        if !self.kerning {
            return 0.0;
        }
        let kerning = || {
            if face.covers(left) && face.covers(right) { face.kerning(left, right, &self.features) } else { 0.0 }
        };
        if face.file().is_none() {
            return kerning();
        }
        *self.pairs.borrow_mut().entry((left, right)).or_insert_with(kerning)
    }

    /// Advance of the hyphen that shows at a soft hyphen.
    pub(crate) fn hyphen(&self) -> f32 {
        self.faces.iter().find_map(|f| f.advance('\u{2010}').or_else(|| f.advance('-'))).unwrap_or(0.0)
            + self.letter_spacing
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct FontKey {
    faces: FaceList,
    size: u32,
    letter_spacing: u32,
    word_spacing: u32,
    caps: FontVariantCaps,
    kerning: bool,
    ligatures: bool,
    features: Rc<[FontFeature]>,
    /// Lines are aligned at the middle of the font.
    central: bool,
    upright: bool,
    adjust: Option<u32>,
}

/// The fonts met in one layout.
#[derive(Default)]
pub(crate) struct TextCache {
    sized: FxHashMap<(Face, u32), Rc<SizedFace>>,
    fonts: FxHashMap<FontKey, Rc<TextFont>>,
    /// By the address of the style, which is kept alive beside it.
    by_style: FxHashMap<*const ComputedStyle, (Arc<ComputedStyle>, Rc<TextFont>)>,
}

impl fmt::Debug for TextCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TextCache of {} fonts", self.fonts.len())
    }
}

impl TextCache {
    /// The font of a style. Equal fonts are the same `Rc`.
    pub(crate) fn font(&mut self, style: &Arc<ComputedStyle>) -> Rc<TextFont> {
        if let Some((_, font)) = self.by_style.get(&Arc::as_ptr(style)) {
            return Rc::clone(font);
        }
        let faces = style.faces();
        // The bundled tables of the reference faces know kerning and ligatures only.
        let is_web = faces.faces().iter().any(|face| matches!(face, Face::Web(_)));
        let mut caps = style.font_variant_caps;
        let mut features = if is_web { style.font_features() } else { Vec::new() };
        if let Face::Web(face) = faces.primary()
            && caps != FontVariantCaps::Normal
            && caps.features().iter().all(|tag| face.has_feature(*tag))
        {
            features.extend(caps.features().iter().map(|tag| FontFeature { tag: *tag, value: 1 }));
            caps = FontVariantCaps::Normal;
        }
        let key = FontKey {
            faces,
            size: style.font_size.to_bits(),
            letter_spacing: style.letter_spacing.to_bits(),
            word_spacing: style.word_spacing.to_bits(),
            caps,
            kerning: !style.font_kerning_none,
            ligatures: style.has_ligatures(),
            features: features.into(),
            central: has_central_baseline(style),
            upright: has_upright_letters(style),
            adjust: style.font_size_adjust.map(f32::to_bits),
        };
        let font = self.font_of(key);
        self.by_style.insert(Arc::as_ptr(style), (Arc::clone(style), Rc::clone(&font)));
        font
    }

    fn font_of(&mut self, key: FontKey) -> Rc<TextFont> {
        if let Some(font) = self.fonts.get(&key) {
            return Rc::clone(font);
        }
        let size = f32::from_bits(key.size);
        let small = (key.caps != FontVariantCaps::Normal).then(|| {
            self.font_of(FontKey { size: (size * SMALL_CAPS).to_bits(), caps: FontVariantCaps::Normal, ..key.clone() })
        });
        let adjust = key.adjust.map(f32::from_bits);
        let mut metrics = key.faces.primary().metrics(adjusted(key.faces.primary(), size, adjust));
        if key.central {
            metrics = central(metrics);
        }
        let font = Rc::new(TextFont {
            faces: key.faces.faces().iter().map(|f| self.sized(f, adjusted(f, size, adjust))).collect(),
            primary: key.faces.primary_index(),
            metrics,
            size,
            italic: key.faces.italic(),
            linear: key.faces.linear_fallback(),
            letter_spacing: f32::from_bits(key.letter_spacing),
            word_spacing: f32::from_bits(key.word_spacing),
            kerning: key.kerning && !key.upright,
            ligatures: key.ligatures && key.letter_spacing << 1 == 0,
            adjust,
            upright: key.upright,
            central: key.central,
            features: Rc::clone(&key.features),
            pairs: RefCell::default(),
            caps: key.caps,
            small,
        });
        self.fonts.insert(key, Rc::clone(&font));
        font
    }

    /// A face at a size.
    pub(super) fn sized(&mut self, face: &Face, size: f32) -> Rc<SizedFace> {
        let entry = self.sized.entry((face.clone(), size.to_bits()));
        Rc::clone(entry.or_insert_with(|| Rc::new(SizedFace::new(face.clone(), size))))
    }
}

/// The size at which a face has the x-height that `font-size-adjust` asks for.
fn adjusted(face: &Face, size: f32, adjust: Option<f32>) -> f32 {
    let Some(adjust) = adjust else { return size };
    let x_height = face.metrics(size).x_height;
    if x_height > 0.0 { size * size * adjust / x_height } else { size }
}

/// Returns the metrics with the baseline in the middle. <https://www.w3.org/TR/css-writing-modes-4/#text-baselines>
fn central(metrics: FontMetrics) -> FontMetrics {
    // Chrome: whole px, of which the side above the letters has the odd one.
    let descent = ((metrics.ascent + metrics.descent) / 2.0).floor();
    FontMetrics { ascent: metrics.ascent + metrics.descent - descent, descent, ..metrics }
}

/// The used `line-height`.
///
/// Chrome: lengths and font sizes are rounded to the nearest 1/64 px, multiples of the font size down.
pub(crate) fn line_height(style: &ComputedStyle, metrics: &FontMetrics) -> LayoutUnit {
    match style.line_height {
        LineHeight::Normal => LayoutUnit::from_f32(metrics.line_spacing),
        LineHeight::Number(factor) => LayoutUnit::from_f32_round(style.font_size).mul_f32(factor),
        LineHeight::Px(px) => LayoutUnit::from_f32_round(px),
    }
}
