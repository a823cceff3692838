//! Colours: <https://drafts.csswg.org/css-color-4/>

/// A colour in sRGB, in steps of 1/256 of an 8-bit channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Srgb {
    channels: [u16; 3],
    alpha: u16,
}

/// A computed colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Color {
    /// A colour of sRGB; others are converted and clipped.
    Srgb(Srgb),
    /// `currentcolor`, for other properties than `color`.
    Current,
    /// One colour in the light scheme and another one in the dark; never computed.
    ByScheme(SchemeColors),
    /// A colour that is not computed: with relative channels or math, or in a space that is not converted.
    Unknown,
}

/// Colours for the light and the dark scheme. Approx: of whole steps of 8-bit channels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemeColors {
    light: [u8; 4],
    dark: [u8; 4],
}

impl SchemeColors {
    /// From the colours of both.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounded, and from 0 to 255")]
    pub fn new(light: Srgb, dark: Srgb) -> Self {
        let bytes = |color: Srgb| {
            let [red, green, blue] = color.channels();
            [red, green, blue, color.alpha() * 255.0].map(|channel| channel.round() as u8)
        };
        Self { light: bytes(light), dark: bytes(dark) }
    }

    /// The colour of a scheme.
    #[must_use]
    pub fn of(self, is_dark: bool) -> Srgb {
        let [red, green, blue, alpha] = if is_dark { self.dark } else { self.light };
        Srgb::new([red, green, blue].map(f32::from), f32::from(alpha) / 255.0)
    }
}

/// Steps of a channel.
const STEPS: f32 = 256.0;

impl Srgb {
    /// Black.
    pub(crate) const BLACK: Self = Self { channels: [0; 3], alpha: u16::MAX };
    /// White.
    pub const WHITE: Self = Self { channels: [255 * 256; 3], alpha: u16::MAX };

    /// From channels of 0 to 255 and an alpha of 0 to 1, all clamped; NaN is 0.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped, and `as` makes 0 of NaN")]
    pub fn new(channels: [f32; 3], alpha: f32) -> Self {
        Self {
            channels: channels.map(|channel| (channel.clamp(0.0, 255.0) * STEPS).round() as u16),
            alpha: (alpha.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16,
        }
    }

    /// Red, green and blue from 0 to 255.
    #[must_use]
    pub fn channels(self) -> [f32; 3] {
        self.channels.map(|channel| f32::from(channel) / STEPS)
    }

    /// Red, green and blue from 0 to 1.
    #[must_use]
    pub fn unit(self) -> [f32; 3] {
        self.channels().map(|channel| channel / 255.0)
    }

    /// Opacity from 0 to 1.
    #[must_use]
    pub fn alpha(self) -> f32 {
        f32::from(self.alpha) / f32::from(u16::MAX)
    }

    /// Returns the colour with its alpha multiplied.
    #[must_use]
    pub fn faded(self, by: f32) -> Self {
        Self::new(self.channels(), self.alpha() * by)
    }

    /// The colour that is seen where it is painted over another one.
    /// <https://drafts.csswg.org/compositing-1/#simplealphacompositing>
    #[must_use]
    pub fn over(self, below: Self) -> Self {
        let (top, under) = (self.alpha(), below.alpha());
        let alpha = top + under * (1.0 - top);
        if alpha <= 0.0 {
            return Self::new([0.0; 3], 0.0);
        }
        let (upper, lower) = (self.channels(), below.channels());
        let channel = |at: usize| (upper[at] * top + lower[at] * under * (1.0 - top)) / alpha;
        Self::new([channel(0), channel(1), channel(2)], alpha)
    }

    /// <https://www.w3.org/TR/WCAG22/#dfn-relative-luminance>
    #[must_use]
    pub(crate) fn luminance(self) -> f32 {
        let [red, green, blue] = self.channels().map(|channel| linear(channel / 255.0));
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>, from 1 to 21; alpha does not count.
    #[must_use]
    pub fn contrast(self, other: Self) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// `#rrggbb`; alpha does not count.
    #[must_use]
    pub fn hex(self) -> String {
        let [red, green, blue] = self.channels.map(|channel| (channel + 128) / 256);
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// From linear light, 0 to 1.
    pub(in crate::style) fn from_linear(channels: [f32; 3], alpha: f32) -> Self {
        Self::new(channels.map(|channel| gamma(channel.clamp(0.0, 1.0)) * 255.0), alpha)
    }

    /// <https://drafts.csswg.org/css-color-4/#hsl-to-rgb>: degrees, and fractions of 1.
    pub(in crate::style) fn from_hsl(hue: f32, saturation: f32, lightness: f32, alpha: f32) -> Self {
        let (saturation, hue) = (saturation.max(0.0), hue.rem_euclid(360.0));
        let channel = |n: f32| {
            let k = (n + hue / 30.0).rem_euclid(12.0);
            let a = saturation * lightness.min(1.0 - lightness);
            // Chrome: legacy colours have whole channels.
            ((lightness - a * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)) * 255.0).round()
        };
        Self::new([channel(0.0), channel(8.0), channel(4.0)], alpha)
    }

    /// <https://drafts.csswg.org/css-color-4/#hwb-to-rgb>
    pub(in crate::style) fn from_hwb(hue: f32, white: f32, black: f32, alpha: f32) -> Self {
        if white + black >= 1.0 {
            let gray = (white / (white + black) * 255.0).round();
            return Self::new([gray; 3], alpha);
        }
        let pure = Self::from_hsl(hue, 1.0, 0.5, 1.0).channels();
        Self::new(pure.map(|channel| (channel * (1.0 - white - black) + white * 255.0).round()), alpha)
    }

    /// <https://drafts.csswg.org/css-color-4/#color-conversion-code>, `OKLab_to_XYZ` and on to linear sRGB.
    pub(in crate::style) fn from_oklab(lightness: f32, a: f32, b: f32, alpha: f32) -> Self {
        let l = lightness + 0.396_337_78 * a + 0.215_803_76 * b;
        let m = lightness - 0.105_561_346 * a - 0.063_854_17 * b;
        let s = lightness - 0.089_484_18 * a - 1.291_485_5 * b;
        let [l, m, s] = [l, m, s].map(|v| v * v * v);
        Self::from_linear(
            [
                4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
                -1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s,
                -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
            ],
            alpha,
        )
    }

    /// <https://drafts.csswg.org/css-color-4/#oklab-lab-to-predefined>
    fn to_oklab(self) -> [f32; 3] {
        let [red, green, blue] = self.channels().map(|channel| linear(channel / 255.0));
        let l = libm::cbrtf(0.412_221_46 * red + 0.536_332_55 * green + 0.051_445_995 * blue);
        let m = libm::cbrtf(0.211_903_5 * red + 0.680_699_5 * green + 0.107_396_96 * blue);
        let s = libm::cbrtf(0.088_302_46 * red + 0.281_718_85 * green + 0.629_978_7 * blue);
        [
            0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
            1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
        ]
    }

    /// <https://drafts.csswg.org/css-color-4/#lab-to-predefined>: Lab with the D50 white point.
    pub(in crate::style) fn from_lab(lightness: f32, a: f32, b: f32, alpha: f32) -> Self {
        const EPSILON: f32 = 216.0 / 24389.0;
        const KAPPA: f32 = 24389.0 / 27.0;
        let y = (lightness + 16.0) / 116.0;
        let (x, z) = (y + a / 500.0, y - b / 200.0);
        let back = |v: f32| if v * v * v > EPSILON { v * v * v } else { (116.0 * v - 16.0) / KAPPA };
        let y = if lightness > KAPPA * EPSILON { y * y * y } else { lightness / KAPPA };
        let (x, z) = (back(x) * 0.964_295_7, back(z) * 0.825_104_6);
        // From D50 to D65 and to linear sRGB, in one matrix.
        Self::from_linear(
            [
                3.134_136 * x - 1.617_386 * y - 0.490_662_2 * z,
                -0.978_795_5 * x + 1.916_254_4 * y + 0.033_442_73 * z,
                0.071_955_39 * x - 0.228_976_76 * y + 1.405_386_1 * z,
            ],
            alpha,
        )
    }

    /// A share of this colour and the rest of another: `color-mix()`, with premultiplied alpha.
    /// <https://drafts.csswg.org/css-color-5/#color-mix-result>
    pub(in crate::style) fn mixed(self, share: f32, other: Self, in_oklab: bool) -> Self {
        let (of_self, of_other) = (self.alpha() * share, other.alpha() * (1.0 - share));
        let alpha = of_self + of_other;
        if alpha <= 0.0 {
            return Self::new([0.0; 3], 0.0);
        }
        let mix = |a: [f32; 3], b: [f32; 3]| [0, 1, 2].map(|at| (a[at] * of_self + b[at] * of_other) / alpha);
        if in_oklab {
            let [lightness, a, b] = mix(self.to_oklab(), other.to_oklab());
            return Self::from_oklab(lightness, a, b, alpha);
        }
        Self::new(mix(self.channels(), other.channels()), alpha)
    }
}

impl Color {
    /// Black.
    pub(crate) const BLACK: Self = Self::Srgb(Srgb::BLACK);
    /// `transparent`
    pub(crate) const TRANSPARENT: Self = Self::Srgb(Srgb { channels: [0; 3], alpha: 0 });

    /// True if it is known to paint nothing.
    #[must_use]
    pub fn is_transparent(self) -> bool {
        matches!(self, Self::Srgb(srgb) if srgb.alpha == 0)
    }
}

/// Linear light of a gamma-encoded channel, both 0 to 1.
fn linear(channel: f32) -> f32 {
    if channel <= 0.040_45 { channel / 12.92 } else { libm::powf((channel + 0.055) / 1.055, 2.4) }
}

fn gamma(light: f32) -> f32 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * libm::powf(light, 1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_wcag() {
        let check = |a: [f32; 3], b: [f32; 3], expected: f32| {
            let contrast = Srgb::new(a, 1.0).contrast(Srgb::new(b, 1.0));
            assert!((contrast - expected).abs() < 0.005, "{a:?} on {b:?}: {contrast}");
        };
        check([0.0; 3], [255.0; 3], 21.0);
        check([255.0; 3], [0.0; 3], 21.0);
        check([119.0; 3], [255.0; 3], 4.48);
        check([118.0; 3], [255.0; 3], 4.54);
        check([255.0, 0.0, 0.0], [255.0; 3], 4.0);
        check([0.0, 0.0, 238.0], [255.0; 3], 9.4);
    }

    #[test]
    fn layers_are_composited() {
        let half = Srgb::BLACK.faded(0.5);
        assert_eq!(half.over(Srgb::WHITE).hex(), "#808080");
        assert_eq!(Srgb::WHITE.over(half), Srgb::WHITE);
        let both = half.over(half);
        assert!((both.alpha() - 0.75).abs() < 1e-3, "{both:?}");
    }
}
