//! Values of `font-variant-*`, and what of a style chooses a face and its features.

use bitflags::bitflags;

use super::{ComputedStyle, FontStyle, FontVariantCaps, FontVariantPosition, TextRendering};
use crate::font::{FaceList, FaceRequest, FontFeature, FontTag};

bitflags! {
    /// `font-variant-ligatures`: the values that are declared; none for `normal`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct VariantLigatures: u8 {
        /// `common-ligatures`
        const COMMON = 1;
        /// `no-common-ligatures`
        const NO_COMMON = 1 << 1;
        /// `discretionary-ligatures`
        const DISCRETIONARY = 1 << 2;
        /// `no-discretionary-ligatures`
        const NO_DISCRETIONARY = 1 << 3;
        /// `historical-ligatures`
        const HISTORICAL = 1 << 4;
        /// `no-historical-ligatures`
        const NO_HISTORICAL = 1 << 5;
        /// `contextual`
        const CONTEXTUAL = 1 << 6;
        /// `no-contextual`
        const NO_CONTEXTUAL = 1 << 7;
        /// `none`
        const NONE = 0b1010_1010;
    }

    /// `font-variant-numeric`: the values that are declared; none for `normal`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct VariantNumeric: u8 {
        /// `lining-nums`
        const LINING = 1;
        /// `oldstyle-nums`
        const OLDSTYLE = 1 << 1;
        /// `proportional-nums`
        const PROPORTIONAL = 1 << 2;
        /// `tabular-nums`
        const TABULAR = 1 << 3;
        /// `diagonal-fractions`
        const DIAGONAL_FRACTIONS = 1 << 4;
        /// `stacked-fractions`
        const STACKED_FRACTIONS = 1 << 5;
        /// `ordinal`
        const ORDINAL = 1 << 6;
        /// `slashed-zero`
        const SLASHED_ZERO = 1 << 7;
    }

    /// `font-variant-east-asian`: the values that are declared; none for `normal`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct VariantEastAsian: u16 {
        /// `jis78`
        const JIS78 = 1;
        /// `jis83`
        const JIS83 = 1 << 1;
        /// `jis90`
        const JIS90 = 1 << 2;
        /// `jis04`
        const JIS04 = 1 << 3;
        /// `simplified`
        const SIMPLIFIED = 1 << 4;
        /// `traditional`
        const TRADITIONAL = 1 << 5;
        /// `full-width`
        const FULL_WIDTH = 1 << 6;
        /// `proportional-width`
        const PROPORTIONAL_WIDTH = 1 << 7;
        /// `ruby`
        const RUBY = 1 << 8;
    }
}

/// The features that values of the `font-variant-*` properties set, in the order in which Chromium sets them.
const LIGATURES: [(VariantLigatures, FontTag, u32); 7] = [
    (VariantLigatures::NO_COMMON, *b"liga", 0),
    (VariantLigatures::NO_COMMON, *b"clig", 0),
    (VariantLigatures::DISCRETIONARY, *b"dlig", 1),
    (VariantLigatures::NO_DISCRETIONARY, *b"dlig", 0),
    (VariantLigatures::HISTORICAL, *b"hlig", 1),
    (VariantLigatures::NO_HISTORICAL, *b"hlig", 0),
    (VariantLigatures::NO_CONTEXTUAL, *b"calt", 0),
];
const NUMERIC: [(VariantNumeric, FontTag); 8] = [
    (VariantNumeric::LINING, *b"lnum"),
    (VariantNumeric::OLDSTYLE, *b"onum"),
    (VariantNumeric::PROPORTIONAL, *b"pnum"),
    (VariantNumeric::TABULAR, *b"tnum"),
    (VariantNumeric::DIAGONAL_FRACTIONS, *b"frac"),
    (VariantNumeric::STACKED_FRACTIONS, *b"afrc"),
    (VariantNumeric::ORDINAL, *b"ordn"),
    (VariantNumeric::SLASHED_ZERO, *b"zero"),
];
const EAST_ASIAN: [(VariantEastAsian, FontTag); 9] = [
    (VariantEastAsian::JIS78, *b"jp78"),
    (VariantEastAsian::JIS83, *b"jp83"),
    (VariantEastAsian::JIS90, *b"jp90"),
    (VariantEastAsian::JIS04, *b"jp04"),
    (VariantEastAsian::SIMPLIFIED, *b"smpl"),
    (VariantEastAsian::TRADITIONAL, *b"trad"),
    (VariantEastAsian::FULL_WIDTH, *b"fwid"),
    (VariantEastAsian::PROPORTIONAL_WIDTH, *b"pwid"),
    (VariantEastAsian::RUBY, *b"ruby"),
];

impl ComputedStyle {
    /// Takes over what text inherits from `to` wherever it is as if inherited from `from`.
    #[expect(clippy::float_cmp, reason = "what was inherited is the same number")]
    pub fn inherit_again(&mut self, from: &Self, to: &Self) {
        macro_rules! inherit {
            ($($field:ident),*) => {
                $(if self.$field == from.$field {
                    self.$field.clone_from(&to.$field);
                })*
            };
        }
        inherit!(
            font_size,
            font_family,
            font_weight,
            font_style,
            font_width,
            font_variant_caps,
            font_kerning_none,
            font_variant_ligatures,
            font_feature_settings,
            line_height,
            letter_spacing,
            word_spacing,
            text_transform
        );
    }

    /// The faces of its font family list.
    #[must_use]
    pub fn faces(&self) -> FaceList {
        let request = FaceRequest {
            weight: self.font_weight,
            width: self.font_width,
            italic: self.font_style != FontStyle::Normal,
            scaled: self.scaled,
            precise: self.text_rendering == TextRendering::GeometricPrecision,
            optical_sizing: !self.font_optical_sizing_none,
            variations: self.font_variation_settings.as_deref().unwrap_or_default(),
        };
        FaceList::choose(&self.font_family, &request)
    }

    /// Returns `true` if common ligatures are set, letter spacing aside.
    #[must_use]
    pub fn has_ligatures(&self) -> bool {
        !self.font_variant_ligatures.contains(VariantLigatures::NO_COMMON)
    }

    /// The OpenType features that differ from what a font does by itself.
    ///
    /// <https://drafts.csswg.org/css-fonts-4/#feature-variation-precedence>
    #[must_use]
    pub fn font_features(&self) -> Vec<FontFeature> {
        let mut features = Vec::new();
        let mut set = |tag: FontTag, value| features.push(FontFeature { tag, value });
        if self.font_kerning_none {
            set(*b"kern", 0);
        }
        // Chrome: letter spacing turns common ligatures off, unless they are asked for.
        let spaced = self.letter_spacing != 0.0 && !self.font_variant_ligatures.contains(VariantLigatures::COMMON);
        if spaced || !self.has_ligatures() {
            set(*b"liga", 0);
            set(*b"clig", 0);
        }
        for (flag, tag, value) in LIGATURES {
            if self.font_variant_ligatures.contains(flag) {
                set(tag, value);
            }
        }
        for (flag, tag) in NUMERIC {
            if self.font_variant_numeric.contains(flag) {
                set(tag, 1);
            }
        }
        for (flag, tag) in EAST_ASIAN {
            if self.font_variant_east_asian.contains(flag) {
                set(tag, 1);
            }
        }
        match self.font_variant_position {
            FontVariantPosition::Normal => {}
            FontVariantPosition::Sub => set(*b"subs", 1),
            FontVariantPosition::Super => set(*b"sups", 1),
        }
        if let Some(settings) = &self.font_feature_settings {
            features.extend_from_slice(settings);
        }
        features
    }
}

impl FontVariantCaps {
    /// The features of a font that has such capitals itself.
    #[must_use]
    pub fn features(self) -> &'static [FontTag] {
        const SMALL: [FontTag; 2] = [*b"smcp", *b"c2sc"];
        match self {
            Self::Normal => &[],
            Self::SmallCaps => &SMALL[..1],
            Self::AllSmallCaps => &SMALL,
        }
    }
}
