//! The lists of properties that only paint: checked when they are declared, read when the page is painted.
//!
//! <https://drafts.csswg.org/css-backgrounds-3/>, <https://drafts.csswg.org/css-images-4/>

use std::cell::Cell;
use std::sync::Arc;

use cssparser::Parser;

use super::complex::Complex;
use super::paint_image::{Compute, paint_image, position};
use super::specified::complex;
use super::syntax::{
    Invalid, Parsed, Range, SpecifiedLength, accept, length, length_percentage, one_of, quirky_length_percentage,
};
use super::unit::{FontOf, FontUnits, Units};
use super::{ComputeBasis, ParseMode, SpecifiedValue, apply_boxed, border_image, color};
use crate::geometry::{Sides, Size};
use crate::style::computed::{
    BackgroundBox, BackgroundLayer, BackgroundRepeat, BackgroundSize, BorderImage, BorderImageWidth, BorderSlice,
    Color, ComputedStyle, LengthPercentage, MaskComposite, MaskLayer, PaintImage, Shadow, Srgb,
};
use crate::style::media::DocumentViewport;

/// Limit: layers of a background and shadows that are painted.
const MAX_LAYERS: usize = 64;

fn nothing(_: &SpecifiedLength) -> LengthPercentage {
    LengthPercentage::ZERO
}

/// Keeps the text of a value that has been checked.
pub(super) fn kept<T>(
    input: &mut Parser<'_>,
    check: impl FnOnce(&mut Parser<'_>, Compute<'_>) -> Parsed<T>,
) -> Parsed<SpecifiedValue> {
    input.skip_whitespace();
    let start = input.position();
    check(input, &nothing)?;
    Ok(Complex::Text(input.slice_from(start).trim().into()).into())
}

/// Keeps the text of a list that has been checked.
pub(super) fn kept_list<T>(
    input: &mut Parser<'_>,
    check: impl Fn(&mut Parser<'_>, Compute<'_>) -> Parsed<T>,
) -> Parsed<SpecifiedValue> {
    kept(input, |input, compute| list(input, |input| check(input, compute)))
}

/// The text that a value was kept as.
pub(super) fn text(value: &SpecifiedValue) -> Option<Arc<str>> {
    match complex(value) {
        Some(Complex::Text(text)) => Some(Arc::clone(text)),
        _ => None,
    }
}

impl SpecifiedValue {
    /// The image at an address.
    pub(crate) fn image_at(url: &str) -> Self {
        let mut text = String::from("url(");
        // Writing to a string does not fail.
        let _ = cssparser::serialize_string(url, &mut text);
        text.push(')');
        Complex::Text(text.into()).into()
    }
}

/// Sets `background-image`.
pub(super) fn apply_background_image(style: &mut ComputedStyle, value: &SpecifiedValue) {
    let text = text(value);
    style.background_paint = (style.background_paint & !2) | (u8::from(text.is_some()) << 1);
    apply_boxed::set(&mut style.paint, |paint| &mut paint.background_image, text);
}

/// A colour; `currentcolor` stays.
pub(super) fn paint_color(value: &SpecifiedValue) -> Color {
    match value {
        SpecifiedValue::Color(color) => *color,
        _ => Color::Current,
    }
}

/// `outline-color`; `auto` is the colour of the text.
pub(super) fn outline_color(input: &mut Parser<'_>) -> Parsed<SpecifiedValue> {
    if accept(input, "auto") {
        return Ok(SpecifiedValue::Color(Color::Current));
    }
    color::color(input).map(SpecifiedValue::Color)
}

/// A comma-separated list.
pub(super) fn list<T>(input: &mut Parser<'_>, mut item: impl FnMut(&mut Parser<'_>) -> Parsed<T>) -> Parsed<Vec<T>> {
    let mut all = vec![item(input)?];
    while input.try_parse(Parser::expect_comma).is_ok() {
        all.push(item(input)?);
    }
    all.truncate(MAX_LAYERS);
    Ok(all)
}

/// `background-size` of a layer.
pub(super) fn size(input: &mut Parser<'_>, compute: Compute<'_>) -> Parsed<BackgroundSize> {
    if accept(input, "cover") {
        return Ok(BackgroundSize::Cover);
    }
    if accept(input, "contain") {
        return Ok(BackgroundSize::Contain);
    }
    let one = |input: &mut Parser<'_>| -> Parsed<Option<LengthPercentage>> {
        if accept(input, "auto") {
            return Ok(None);
        }
        Ok(Some(compute(&length_percentage(input, Range::NonNegative)?)))
    };
    let width = one(input)?;
    let height = input.try_parse(one).unwrap_or(None);
    Ok(BackgroundSize::Lengths(width, height))
}

/// `background-repeat` of a layer.
pub(super) fn repeat(input: &mut Parser<'_>) -> Parsed<(BackgroundRepeat, BackgroundRepeat)> {
    use BackgroundRepeat::{NoRepeat, Repeat, Round, Space};
    if accept(input, "repeat-x") {
        return Ok((Repeat, NoRepeat));
    }
    if accept(input, "repeat-y") {
        return Ok((NoRepeat, Repeat));
    }
    let one = |input: &mut Parser<'_>| -> Parsed<BackgroundRepeat> {
        let word = one_of(input, &["repeat", "no-repeat", "round", "space"])?;
        Ok([Repeat, NoRepeat, Round, Space][usize::from(word)])
    };
    let x = one(input)?;
    Ok((x, input.try_parse(one).unwrap_or(x)))
}

/// `background-origin`, `background-clip` of a layer.
pub(super) fn background_box(input: &mut Parser<'_>) -> Parsed<BackgroundBox> {
    let words = ["border-box", "border", "padding-box", "padding", "content-box", "content", "text", "border-area"];
    Ok(match one_of(input, &words)? {
        0 | 1 | 7 => BackgroundBox::Border,
        2 | 3 => BackgroundBox::Padding,
        4 | 5 => BackgroundBox::Content,
        _ => BackgroundBox::Text,
    })
}

/// `mask-origin`, `mask-clip` of a layer. Approx: a mask that does not clip ends with the border box.
pub(super) fn mask_box(input: &mut Parser<'_>) -> Parsed<BackgroundBox> {
    match input.try_parse(|i| one_of(i, &["fill-box", "stroke-box", "view-box", "no-clip"])) {
        Ok(0) => Ok(BackgroundBox::Content),
        Ok(_) => Ok(BackgroundBox::Border),
        Err(_) => background_box(input),
    }
}

/// `mask-mode` of a layer: true if its lightness counts; `None` if its image decides.
pub(super) fn mask_mode(input: &mut Parser<'_>) -> Parsed<Option<bool>> {
    one_of(input, &["match-source", "alpha", "luminance"]).map(|mode| (mode > 0).then_some(mode == 2))
}

/// `mask-composite` of a layer, by the older names as well.
pub(super) fn mask_composite(input: &mut Parser<'_>) -> Parsed<MaskComposite> {
    use MaskComposite::{Add, Exclude, Intersect, Subtract};
    let words = [
        ("add", Add),
        ("subtract", Subtract),
        ("intersect", Intersect),
        ("exclude", Exclude),
        ("source-over", Add),
        ("source-out", Subtract),
        ("source-in", Intersect),
        ("xor", Exclude),
        // Approx: none of these is seen on pages.
        ("clear", Subtract),
        ("copy", Add),
        ("source-atop", Add),
        ("destination-over", Add),
        ("destination-in", Intersect),
        ("destination-out", Subtract),
        ("destination-atop", Add),
        ("plus-lighter", Add),
    ];
    let word = one_of(input, &words.map(|(word, _)| word))?;
    Ok(words[usize::from(word)].1)
}

/// `box-shadow`, `text-shadow`: a shadow.
pub(super) fn shadow(input: &mut Parser<'_>, compute: Compute<'_>) -> Parsed<Shadow> {
    let mut shadow = Shadow { x: 0.0, y: 0.0, blur: 0.0, spread: 0.0, color: Color::Current, inset: false };
    let (mut has_color, mut has_lengths) = (false, false);
    loop {
        if !shadow.inset && accept(input, "inset") {
            shadow.inset = true;
        } else if !has_lengths && let Ok(x) = input.try_parse(|i| length(i, Range::All)) {
            has_lengths = true;
            let px = |length: &SpecifiedLength| compute(length).resolve(0.0);
            shadow.x = px(&x);
            shadow.y = px(&length(input, Range::All)?);
            if let Ok(blur) = input.try_parse(|i| length(i, Range::NonNegative)) {
                shadow.blur = px(&blur).max(0.0);
                if let Ok(spread) = input.try_parse(|i| length(i, Range::All)) {
                    shadow.spread = px(&spread);
                }
            }
        } else if !has_color && let Ok(color) = input.try_parse(color::color) {
            (has_color, shadow.color) = (true, color);
        } else {
            break;
        }
    }
    if has_lengths { Ok(shadow) } else { Err(Invalid) }
}

/// A list of shadows, or `none`.
pub(super) fn shadows(input: &mut Parser<'_>, compute: Compute<'_>) -> Parsed<Vec<Shadow>> {
    if accept(input, "none") {
        return Ok(Vec::new());
    }
    list(input, |input| shadow(input, compute))
}

/// `stroke-dasharray`: lengths, with commas or without; numbers are px.
///
/// <https://svgwg.org/svg2-draft/painting.html#StrokeDasharrayProperty>
pub(super) fn dashes(input: &mut Parser<'_>, compute: Compute<'_>) -> Parsed<Vec<LengthPercentage>> {
    let mode = ParseMode { presentation_attribute: true, ..ParseMode::default() };
    let mut dashes = Vec::new();
    loop {
        dashes.push(compute(&quirky_length_percentage(input, Range::NonNegative, &mode)?));
        if input.is_exhausted() {
            return Ok(dashes);
        }
        let _ = input.try_parse(Parser::expect_comma);
    }
}

/// The colours of the shadows in a text that was kept.
pub(super) fn shadow_colors(text: &str) -> Vec<Color> {
    let shadows = shadows(&mut Parser::new(text), &nothing).unwrap_or_default();
    shadows.into_iter().map(|shadow| shadow.color).collect()
}

/// The values that the lengths of [`PaintStyle`](crate::style::computed::PaintStyle) resolve against.
#[derive(Debug, Clone, Copy)]
pub struct PaintBasis {
    /// Font size of the root element, px.
    pub root_font_size: f32,
    /// px
    pub viewport: Size,
}

/// Approx: measures of a font as most have them, where a length that is only painted asks for them.
struct UsualFont;

impl FontUnits for UsualFont {
    fn ex(&self, style: &ComputedStyle) -> f32 {
        style.font_size * 0.5
    }
    fn ch(&self, style: &ComputedStyle) -> f32 {
        style.font_size * 0.5
    }
    fn cap(&self, style: &ComputedStyle) -> f32 {
        style.font_size * 0.7
    }
    fn ic(&self, style: &ComputedStyle) -> f32 {
        style.font_size
    }
    fn normal_line_height(&self, style: &ComputedStyle) -> f32 {
        style.font_size * 1.15
    }
}

impl PaintBasis {
    /// Reads a text that was checked when it was declared.
    fn read<T>(
        &self,
        style: &ComputedStyle,
        text: &str,
        read: impl FnOnce(&mut Parser<'_>, Compute<'_>) -> Parsed<T>,
    ) -> Option<T> {
        let asked = Cell::new(false);
        let basis = ComputeBasis {
            parent: style,
            initial: style,
            is_root: false,
            root_font_size: self.root_font_size,
            root_line_height: self.root_font_size * 1.15,
            viewport: &DocumentViewport::new(self.viewport),
            container: (None, None),
            asked_container: &asked,
            quirks: crate::dom::Quirks::default(),
            fonts: &UsualFont,
            web_fonts: None,
            element: None,
        };
        let units = Units { basis: &basis, style, font_of: FontOf::Element };
        read(&mut Parser::new(text), &|length| length.compute(&units)).ok()
    }

    /// The layers of a background, the topmost first.
    #[must_use]
    pub fn background(&self, style: &ComputedStyle) -> Vec<BackgroundLayer> {
        let Some(paint) = &style.paint else { return Vec::new() };
        self.layers(style, paint.background_lists(), background_box, BackgroundBox::Padding)
    }

    /// The layers of a mask, the topmost first.
    #[must_use]
    pub fn mask(&self, style: &ComputedStyle) -> Vec<MaskLayer> {
        let Some(paint) = &style.paint else { return Vec::new() };
        let modes = self.read(style, of(&paint.mask_mode), |i, _| list(i, mask_mode));
        let composites = self.read(style, of(&paint.mask_composite), |i, _| list(i, mask_composite));
        let layers = self.layers(style, paint.mask_lists(), mask_box, BackgroundBox::Border);
        let layer = |(index, layer)| MaskLayer {
            layer,
            composite: at(&composites, index, MaskComposite::Add),
            by_luminance: at(&modes, index, None),
        };
        layers.into_iter().enumerate().map(layer).collect()
    }

    /// The image of the border; `None` without one.
    #[must_use]
    pub fn border_image(&self, style: &ComputedStyle) -> Option<BorderImage> {
        let [source, slice, width, outset, repeat] = style.paint.as_ref()?.border_image();
        let source = self.read(style, source.as_deref()?, paint_image)?;
        if source == PaintImage::None {
            return None;
        }
        let whole = || (Sides::all(BorderSlice::Share(1.0)), false);
        let (slice, fill) = self.read(style, of(slice), |i, _| border_image::slice(i)).unwrap_or_else(whole);
        let times = |times| Sides::all(BorderImageWidth::Times(times));
        let width = self.read(style, of(width), border_image::width).unwrap_or_else(|| times(1.0));
        let outset = self.read(style, of(outset), border_image::outset).unwrap_or_else(|| times(0.0));
        let repeat = self.read(style, of(repeat), |i, _| border_image::repeat(i)).unwrap_or_default();
        Some(BorderImage { source, slice, fill, width, outset, repeat })
    }

    /// Layers by the lists of their images, positions, sizes, repetitions, origins and clips.
    fn layers(
        &self,
        style: &ComputedStyle,
        [images, positions, sizes, repeats, origins, clips]: [&Option<Arc<str>>; 6],
        read_box: fn(&mut Parser<'_>) -> Parsed<BackgroundBox>,
        origin: BackgroundBox,
    ) -> Vec<BackgroundLayer> {
        let Some(text) = images else { return Vec::new() };
        let images = self.read(style, text, |i, compute| list(i, |i| paint_image(i, compute))).unwrap_or_default();
        let positions = self.read(style, of(positions), |i, c| list(i, |i| position(i, c)));
        let sizes = self.read(style, of(sizes), |i, c| list(i, |i| size(i, c)));
        let repeats = self.read(style, of(repeats), |i, _| list(i, repeat));
        let origins = self.read(style, of(origins), |i, _| list(i, read_box));
        let clips = self.read(style, of(clips), |i, _| list(i, read_box));
        let layer = |(index, image)| BackgroundLayer {
            image,
            position: at(&positions, index, (LengthPercentage::ZERO, LengthPercentage::ZERO)),
            size: at(&sizes, index, BackgroundSize::Lengths(None, None)),
            repeat: at(&repeats, index, (BackgroundRepeat::Repeat, BackgroundRepeat::Repeat)),
            origin: at(&origins, index, origin),
            clip: at(&clips, index, BackgroundBox::Border),
        };
        images.into_iter().enumerate().map(layer).collect()
    }

    /// Returns the area in which the background colour is seen.
    #[must_use]
    pub fn color_clip(&self, style: &ComputedStyle) -> BackgroundBox {
        let text = style.paint.as_ref().and_then(|paint| paint.background_clip.as_deref());
        let clips = text.and_then(|text| self.read(style, text, |i, _| list(i, background_box)));
        clips.and_then(|clips| clips.last().copied()).unwrap_or(BackgroundBox::Border)
    }

    /// The colour that a text stands for on an element; `None` if it is not a colour.
    #[must_use]
    pub fn color(&self, style: &ComputedStyle, text: &str) -> Option<Srgb> {
        let mut input = Parser::new(text);
        let color = color::color(&mut input).ok().filter(|_| input.is_exhausted())?;
        style.used_color(color)
    }

    /// `object-position`: percentages are of the room that the image leaves.
    #[must_use]
    pub fn object_position(&self, style: &ComputedStyle) -> (LengthPercentage, LengthPercentage) {
        let text = style.paint.as_ref().and_then(|paint| paint.object_position.as_deref());
        let middle = || (LengthPercentage::percent(0.5), LengthPercentage::percent(0.5));
        text.and_then(|text| self.read(style, text, position)).unwrap_or_else(middle)
    }

    /// `box-shadow`, the topmost first.
    #[must_use]
    pub fn box_shadows(&self, style: &ComputedStyle) -> Vec<Shadow> {
        let text = style.paint.as_ref().and_then(|paint| paint.box_shadow.as_deref());
        text.and_then(|text| self.read(style, text, shadows)).unwrap_or_default()
    }

    /// `stroke-dasharray` as it was kept.
    #[must_use]
    pub fn stroke_dashes(&self, style: &ComputedStyle, text: &str) -> Vec<LengthPercentage> {
        self.read(style, text, dashes).unwrap_or_default()
    }

    /// `text-shadow`, the topmost first.
    #[must_use]
    pub fn text_shadows(&self, style: &ComputedStyle) -> Vec<Shadow> {
        let text = style.paint.as_ref().and_then(|paint| paint.text_shadow.as_deref());
        text.and_then(|text| self.read(style, text, shadows)).unwrap_or_default()
    }
}

/// The text of a list; empty for the initial value.
fn of(text: &Option<Arc<str>>) -> &str {
    text.as_deref().unwrap_or_default()
}

/// The value of a layer in a list, which is repeated for the layers beyond it.
fn at<T: Clone>(values: &Option<Vec<T>>, index: usize, initial: T) -> T {
    values.as_ref().and_then(|values| values.get(index % values.len().max(1))).cloned().unwrap_or(initial)
}
