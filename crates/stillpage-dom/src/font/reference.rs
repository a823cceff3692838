//! The reference faces at a size: advances, kerning and vertical metrics as Chromium measures them.

use super::FontMetrics;
use super::canonical::canonical;
use super::overhang::overhang;
use super::table::{HINTED, Joining, Ligature, MEASURED_HEIGHTS, Table, WHOLE_PPEM};

/// A face of the reference environment, possibly slanted by the rasteriser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReferenceFace {
    pub(super) table: u8,
    /// Slanted because the family has no italic face. Such glyphs are not hinted, so their advances are not fitted.
    pub(super) slanted: bool,
    /// Subpixel positioning: nothing is fitted to whole px. Chrome: so at any device scale but 1.
    pub(super) linear: bool,
}

/// Rounds half up, as `SkScalarRoundToInt` does.
pub(super) fn round(value: f32) -> f32 {
    (value + 0.5).floor()
}

/// From font units to px at a font size.
#[derive(Debug, Clone, Copy)]
pub(super) enum AdvanceScale {
    Exact {
        size: f32,
        units_per_em: f32,
    },
    Rounded {
        size: f32,
        units_per_em: f32,
    },
    /// The scale of `FT_MulFix`, to 26.6 px.
    Hinted(i64),
}

impl AdvanceScale {
    #[expect(clippy::cast_possible_truncation, reason = "sizes are clamped far below the range of i64")]
    fn hinted(units_per_em: f32, size: f32) -> Self {
        let (ppem, per_em) = (round(size) as i64, units_per_em as i64);
        Self::Hinted(((ppem << 22) + per_em / 2) / per_em)
    }

    pub(super) fn advance(self, units: u16) -> f32 {
        match self {
            Self::Exact { size, units_per_em } => f32::from(units) * size / units_per_em,
            Self::Rounded { size, units_per_em } => round(f32::from(units) * size / units_per_em),
            // The product that `FT_MulFix` makes, then whole px.
            Self::Hinted(scale) => (((((i64::from(units) * scale) + 0x8000) >> 16) + 32) >> 6) as f32,
        }
    }
}

/// The tables of `DejaVu Serif`, regular and bold.
const DEJAVU_SERIF: std::ops::RangeInclusive<u8> = 29..=30;

/// Sizes at which hinting gives the x of `DejaVu Serif` another height than rounding would: px per em, px.
const SERIF_X_HEIGHTS: [(f32, f32); 7] =
    [(12.0, 7.0), (14.0, 8.0), (16.0, 9.0), (19.0, 9.0), (21.0, 10.0), (28.0, 14.0), (30.0, 15.0)];

/// The number of faces.
pub(super) const FACES: usize = 39;

/// The files of the faces, in the order of the tables.
#[rustfmt::skip]
const FILES: [&str; FACES] = [
    "LiberationSans-Regular.ttf",
    "LiberationSans-Bold.ttf",
    "LiberationSans-Italic.ttf",
    "LiberationSans-BoldItalic.ttf",
    "LiberationSerif-Regular.ttf",
    "LiberationSerif-Bold.ttf",
    "LiberationSerif-Italic.ttf",
    "LiberationSerif-BoldItalic.ttf",
    "LiberationMono-Regular.ttf",
    "LiberationMono-Bold.ttf",
    "LiberationMono-Italic.ttf",
    "LiberationMono-BoldItalic.ttf",
    "LiberationSansNarrow-Regular.ttf",
    "LiberationSansNarrow-Bold.ttf",
    "LiberationSansNarrow-Italic.ttf",
    "LiberationSansNarrow-BoldItalic.ttf",
    "DejaVuSans.ttf",
    "DejaVuSans-Bold.ttf",
    "DejaVuSans-Oblique.ttf",
    "DejaVuSans-BoldOblique.ttf",
    "DejaVuSans-ExtraLight.ttf",
    "DejaVuSansCondensed.ttf",
    "DejaVuSansCondensed-Bold.ttf",
    "DejaVuSansCondensed-Oblique.ttf",
    "DejaVuSansCondensed-BoldOblique.ttf",
    "DejaVuSansMono.ttf",
    "DejaVuSansMono-Bold.ttf",
    "DejaVuSansMono-Oblique.ttf",
    "DejaVuSansMono-BoldOblique.ttf",
    "DejaVuSerif.ttf",
    "DejaVuSerif-Bold.ttf",
    "DejaVuSerif-Italic.ttf",
    "DejaVuSerif-BoldItalic.ttf",
    "DejaVuSerifCondensed.ttf",
    "DejaVuSerifCondensed-Bold.ttf",
    "DejaVuSerifCondensed-Italic.ttf",
    "DejaVuSerifCondensed-BoldItalic.ttf",
    "wqy-microhei.ttc",
    "wqy-microhei.ttc",
];

impl ReferenceFace {
    /// The name of the file that has its outlines, and which font of the file it is.
    #[must_use]
    pub fn file(self) -> (&'static str, u32) {
        (FILES.get(usize::from(self.table)).copied().unwrap_or_default(), u32::from(self.table == 38))
    }

    /// The weight of its glyphs.
    pub(super) fn weight(self) -> f32 {
        if self.file().0.contains("Bold") { 700.0 } else { 400.0 }
    }

    /// True if its glyphs are slanted because the family has no italic face.
    #[must_use]
    pub fn is_slanted(self) -> bool {
        self.slanted
    }

    /// Bold `monospace`, with whole advances.
    pub const MONOSPACE_BOLD: Self = Self { table: 9, slanted: false, linear: false };

    /// The face for text whose family exists nowhere.
    pub(super) const LAST_RESORT: Self = Self { table: 4, slanted: false, linear: false };

    fn table(self) -> Table {
        Table::of(self.table)
    }

    /// True if it has a glyph for the character.
    #[must_use]
    pub fn covers(self, c: char) -> bool {
        self.units(c).is_some()
    }

    /// Advance of a character in font units, or of the one that it is another name of, as `HarfBuzz` looks for it.
    pub(super) fn units(self, c: char) -> Option<u16> {
        let table = self.table();
        table.advance(u32::from(c)).or_else(|| table.advance(u32::from(canonical(c)?)))
    }

    /// Advance of a character at a font size in px; whole px without subpixel positioning; `None` if the face lacks it.
    #[must_use]
    pub fn advance(self, c: char, size: f32) -> Option<f32> {
        Some(self.scale_advance(self.units(c)?, size))
    }

    /// The ink beyond the start and the end of a character, px: that of ASCII in the sans-serif and the serif faces.
    ///
    /// Chrome: whole px. Approx: hinting moves it by up to one px, as does what is less than a hundredth of an em.
    #[must_use]
    pub fn overhang(self, c: char, size: f32) -> (f32, f32) {
        let Some(advance) = self.advance(c, size) else { return (0.0, 0.0) };
        let (left, right) = overhang(self.table, c);
        let left = (left * size).ceil();
        if right == 0.0 {
            return (left, 0.0);
        }
        // The advance is rounded, too.
        let exact = self.units(c).map_or(0.0, |units| f32::from(units) * size / self.table().units_per_em());
        (left, ((exact + right * size).ceil() - advance).max(0.0))
    }

    /// Advance of the glyph that stands for missing ones.
    #[must_use]
    pub fn notdef_advance(self, size: f32) -> f32 {
        self.scale_advance(self.table().notdef(), size)
    }

    /// The average and the greatest width of its characters in px at a font size in px: `xAvgCharWidth` of OS/2, and the
    /// width of the box around all glyphs, `xMax` less `xMin` of head.
    ///
    /// Chrome: `FreeType`'s sizes are 64ths of a px, and the rest is dropped; the greatest width is a whole number of px.
    #[must_use]
    pub fn character_widths(self, size: f32) -> (f32, f32) {
        let table = self.table();
        let size = (size * 64.0).floor() / 64.0;
        let scale = |units: u16| f32::from(units) * size / table.units_per_em();
        (scale(table.average_advance()), round(scale(table.greatest_width())))
    }

    /// An advance in font units at a font size in px.
    ///
    /// Chrome: without subpixel positioning, advances are those of hinted glyphs: whole px at a whole number of px per em.
    #[must_use]
    pub fn scale_advance(self, units: u16, size: f32) -> f32 {
        self.advance_scale(size).advance(units)
    }

    /// See [`scale_advance`](Self::scale_advance).
    pub(super) fn advance_scale(self, size: f32) -> AdvanceScale {
        let table = self.table();
        let units_per_em = table.units_per_em();
        // Limit: Chromium clamps font sizes to 10000 px.
        let size = size.clamp(0.0, 10_000.0);
        if self.linear {
            return AdvanceScale::Exact { size, units_per_em };
        }
        if self.slanted || table.flags() & WHOLE_PPEM == 0 || self.is_below_hinting(size) {
            return AdvanceScale::Rounded { size, units_per_em };
        }
        AdvanceScale::hinted(units_per_em, size)
    }

    /// Returns `true` for a size at which the program of the font turns hinting off.
    fn is_below_hinting(self, size: f32) -> bool {
        let ppem = round(size);
        ppem < 9.0
            && match self.file().0 {
                "LiberationSerif-Italic.ttf" => true,
                "LiberationSerif-Regular.ttf" => ppem < 8.0,
                "wqy-microhei.ttc" => ppem < 6.0,
                name if name.starts_with("LiberationSansNarrow") => ppem < 8.0,
                name => ppem < 7.0 && name.starts_with("Liberation"),
            }
    }

    /// True if any of its pairs is kerned.
    #[must_use]
    pub fn has_kerning(self) -> bool {
        self.table().has_kerning()
    }

    /// The kerning classes of a character as left and as right half of a pair, for [`Self::kerning`]; 0 is not kerned.
    #[must_use]
    pub fn kerning_classes(self, c: char) -> (u8, u8) {
        let table = self.table();
        let named = canonical(c).filter(|_| table.advance(u32::from(c)).is_none());
        table.kerning_classes(u32::from(named.unwrap_or(c)))
    }

    /// Returns the kerning of a pair of classes, added to the advance of the left one; whole px without subpixel positioning.
    #[must_use]
    pub fn kerning(self, left: u8, right: u8, size: f32) -> f32 {
        self.scale_kerning(self.table().kerning(left, right), size)
    }

    pub(super) fn scale_kerning(self, units: i16, size: f32) -> f32 {
        match units {
            0 => 0.0,
            units if self.linear => f32::from(units) * size / self.table().units_per_em(),
            units => round(f32::from(units) * size / self.table().units_per_em()),
        }
    }

    /// The kerning of a pair of classes in font units.
    pub(super) fn kerning_units(self, left: u8, right: u8) -> i16 {
        self.table().kerning(left, right)
    }

    /// True if it has ligatures that are on by default.
    #[must_use]
    pub fn has_ligatures(self) -> bool {
        self.table().has_ligatures()
    }

    /// The longest default ligature at the start of the characters (`'\0'` ends them).
    #[must_use]
    pub fn ligature(self, chars: [char; 4]) -> Option<Ligature> {
        self.table().ligature(chars.map(u32::from))
    }

    /// The forms of a letter of a joining script.
    #[must_use]
    pub fn joining(self, c: char) -> Option<Joining> {
        self.table().joining(u32::from(c))
    }

    /// The part of the em box above the baseline. Approx: to 0.02; it is that of the regular face.
    fn em_ascent(self) -> f32 {
        match self.table {
            0..=3 | 12..=15 => 0.7758,
            4..=7 => 0.7626,
            8..=11 => 0.7648,
            _ => 0.7598,
        }
    }

    /// Metrics at a font size in px.
    ///
    /// Chrome: ascent, descent and line gap are those of `hhea`, each rounded to a whole px.
    #[must_use]
    pub fn metrics(self, size: f32) -> FontMetrics {
        let table = self.table();
        let size = size.clamp(0.0, 10_000.0);
        let scale = |units: u16| f32::from(units) * size / table.units_per_em();
        let (mut ascent, mut descent) = (round(scale(table.ascent())), round(scale(table.descent())));
        // Chrome: with subpixel positioning, a descent that was rounded down takes a px from the ascent.
        let linear = self.linear;
        if linear && descent < scale(table.descent()) && ascent >= 1.0 {
            (ascent, descent) = (ascent - 1.0, descent + 1.0);
        }
        let line_gap = round(scale(table.line_gap()));
        let height = |units: u16| {
            if linear || table.flags() & MEASURED_HEIGHTS == 0 {
                return scale(units);
            }
            let at_ppem = f32::from(units) * round(size) / table.units_per_em();
            if self.slanted || size >= 256.0 {
                scale(units)
            } else if table.flags() & HINTED != 0 {
                round(at_ppem)
            } else {
                at_ppem
            }
        };
        // The x of DejaVu Serif is fitted to the grid by more than rounding.
        let fitted = SERIF_X_HEIGHTS.iter().find(|(ppem, _)| (round(size) - *ppem).abs() < 0.5);
        let x_height = match fitted {
            Some((_, fitted)) if DEJAVU_SERIF.contains(&self.table) && !self.slanted && !linear => *fitted,
            _ => height(table.x_height()),
        };
        FontMetrics {
            ascent,
            descent,
            line_gap,
            line_spacing: ascent + descent + line_gap,
            em_ascent: self.em_ascent() * size,
            x_height,
            cap_height: height(table.cap_height()),
            zero_advance: self.advance('0', size).unwrap_or(size / 2.0),
            ideographic_advance: self.advance('水', size).unwrap_or(size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Face, FaceList, FaceRequest, FontFamily};
    use super::*;

    fn face(name: &str, weight: f32, italic: bool) -> ReferenceFace {
        ReferenceFace::named(name, weight, italic).unwrap()
    }

    #[test]
    fn advance_is_whole_px() {
        let check = |name, c, size, expected: f32| {
            assert_eq!(face(name, 400.0, false).advance(c, size), Some(expected), "{name} {c} {size}");
        };
        check("Liberation Sans", 'a', 16.0, 9.0);
        check("Liberation Sans", 'C', 9.0, 7.0);
        check("Liberation Sans", 'W', 17.5, 17.0);
        check("DejaVu Sans", 'M', 17.5, 16.0);
        check("WenQuanYi Micro Hei", '中', 17.5, 18.0);
        check("WenQuanYi Micro Hei", 'a', 16.0, 9.0);
        assert_eq!(face("WenQuanYi Micro Hei", 400.0, true).advance('a', 16.0), Some(8.0));
        assert_eq!(face("Arial", 400.0, false).advance('中', 16.0), None);
    }

    #[test]
    fn kerning_is_whole_px() {
        let arial = face("Arial", 400.0, false);
        let kern = |a: char, b: char, size| arial.kerning(arial.kerning_classes(a).0, arial.kerning_classes(b).1, size);
        let got = [kern('A', 'V', 16.0), kern('T', 'o', 16.0), kern('A', ' ', 16.0), kern('x', 'x', 16.0)];
        assert_eq!(got.map(f32::to_bits), [-1.0f32, -2.0, -1.0, 0.0].map(f32::to_bits), "{got:?}");
    }

    #[test]
    fn metrics_are_rounded() {
        let check = |name, size, ascent: f32, descent: f32, line: f32| {
            let m = face(name, 400.0, false).metrics(size);
            let (got, expected) = ([m.ascent, m.descent, m.line_spacing], [ascent, descent, line]);
            assert_eq!(got.map(f32::to_bits), expected.map(f32::to_bits), "{name} {size}: {got:?}");
        };
        check("Times", 16.0, 14.0, 3.0, 18.0);
        check("Arial", 16.0, 14.0, 3.0, 18.0);
        check("Arial", 13.0, 12.0, 3.0, 15.0);
        check("DejaVu Sans", 16.0, 15.0, 4.0, 19.0);
    }

    #[test]
    fn x_heights_are_fitted() {
        let check = |name, size, expected: f32| {
            let got = face(name, 400.0, false).metrics(size).x_height;
            assert!((got - expected).abs() < 0.01, "{name} {size}: {got}");
        };
        check("DejaVu Serif", 16.0, 9.0);
        check("DejaVu Serif", 15.0, 8.0);
        check("DejaVu Serif", 30.0, 15.0);
        check("DejaVu Sans", 16.0, 9.0);
        check("Arial", 16.0, 8.45);
    }

    #[test]
    fn ligatures_and_joining() {
        let dejavu = face("DejaVu Sans", 400.0, false);
        assert_eq!(dejavu.ligature(['f', 'f', 'i', 'x']).map(|l| l.len), Some(3));
        assert_eq!(dejavu.ligature(['f', 'x', 'i', 'x']), None);
        assert!(dejavu.joining('ب').is_some_and(|j| j.medial.is_some()), "beh joins both sides");
        assert!(dejavu.joining('د').is_some_and(|j| j.medial.is_none() && j.terminal.is_some()), "dal joins one side");
        assert!(!face("Arial", 400.0, false).has_ligatures(), "Liberation Sans has no default ligature");
    }

    #[test]
    fn families_choose_faces() {
        let name = |family: FontFamily, weight, italic| {
            FaceList::choose(&[family], &FaceRequest::new(weight, italic)).primary().clone()
        };
        let named = |s: &str| FontFamily::Named(s.into());
        assert_eq!(name(named("helvetica"), 400.0, false), Face::Reference(face("Liberation Sans", 400.0, false)));
        assert_eq!(name(named("Georgia"), 700.0, false), Face::Reference(face("Liberation Serif", 700.0, false)));
        assert_eq!(
            name(FontFamily::Generic("system-ui".into()), 400.0, false),
            Face::Reference(face("DejaVu Sans", 400.0, false))
        );
        assert_eq!(face("DejaVu Sans", 300.0, false), face("DejaVu Sans Light", 400.0, false));
        assert_ne!(face("DejaVu Sans", 300.0, true), face("DejaVu Sans Light", 400.0, false));
        assert_eq!(Table::count(), 39);
    }

    #[test]
    fn scaled_devices_have_fractional_advances() {
        let at = |name: &str, size: f32| {
            let request = FaceRequest { scaled: true, ..FaceRequest::new(400.0, false) };
            let list = FaceList::choose(&[FontFamily::Named(name.into())], &request);
            (list.primary().reference(size).unwrap().0.advance('a', size).unwrap(), list.primary().metrics(size).ascent)
        };
        let (advance, ascent) = at("Arial", 15.0);
        assert!((advance - 8.342).abs() < 0.001 && (ascent - 13.0).abs() < 0.1, "{advance} {ascent}");
        let (advance, _) = at("Times New Roman", 15.0);
        assert!((advance - 6.658).abs() < 0.001, "{advance}");
    }

    #[test]
    fn fallback_faces_have_fractional_advances_for_geometric_precision_only() {
        let check = |scaled: bool, precise: bool, expected: bool| {
            let request = FaceRequest { scaled, precise, ..FaceRequest::new(400.0, false) };
            let list = FaceList::choose(&[FontFamily::Named("Arial".into())], &request);
            assert_eq!(list.linear_fallback(), expected, "{scaled} {precise}");
        };
        check(true, false, false);
        check(false, true, true);
        check(false, false, false);
    }
}
