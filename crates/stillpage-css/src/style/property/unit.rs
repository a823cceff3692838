//! Units of length: what each is worth for a style.
//!
//! <https://drafts.csswg.org/css-values-4/#lengths>

use cssparser::match_ignore_ascii_case;

use super::ComputeBasis;
use crate::geometry::Size;
use crate::style::computed::{ComputedStyle, LineHeight, WritingMode};

/// A unit that depends on the font, the viewport or a container. The small, large and dynamic viewports are the same here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the CSS units")]
pub enum Unit {
    Em,
    /// `__qem` of user agent style sheets: an em, in a margin that quirks mode drops at the edges of `body` and table cells.
    QuirkyEm,
    Rem,
    Ex,
    Rex,
    Ch,
    Rch,
    Cap,
    Rcap,
    Ic,
    Ric,
    Lh,
    Rlh,
    Vw,
    Vh,
    Vi,
    Vb,
    Vmin,
    Vmax,
    Cqw,
    Cqh,
    Cqi,
    Cqb,
    Cqmin,
    Cqmax,
}

impl Unit {
    /// It is relative to a font of the element (or of its parent), not to the root's.
    pub(super) const fn is_of_font(self) -> bool {
        matches!(self, Self::Em | Self::QuirkyEm | Self::Ex | Self::Ch | Self::Cap | Self::Ic | Self::Lh)
    }
}

/// The value of a dimension, by the type of its unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Dimension {
    /// An absolute length: CSS px.
    Px(f64),
    /// A relative length.
    Relative(f64, Unit),
    /// Radians.
    Angle(f64),
    /// Seconds.
    Time(f64),
    /// Dots per px.
    Resolution(f64),
}

impl Dimension {
    /// A dimension token; `None` if the unit is unknown. `fr` and `Hz` are not for here.
    #[must_use]
    pub(super) fn new(value: f32, unit: &str) -> Option<Self> {
        let value = f64::from(value);
        let px = |factor: f64| Some(Self::Px(value * factor));
        let relative = |unit| Some(Self::Relative(value, unit));
        match_ignore_ascii_case! { unit,
            "px" => px(1.0),
            "em" => relative(Unit::Em),
            "rem" => relative(Unit::Rem),
            "vw" | "svw" | "lvw" | "dvw" => relative(Unit::Vw),
            "vh" | "svh" | "lvh" | "dvh" => relative(Unit::Vh),
            "vi" | "svi" | "lvi" | "dvi" => relative(Unit::Vi),
            "vb" | "svb" | "lvb" | "dvb" => relative(Unit::Vb),
            "vmin" | "svmin" | "lvmin" | "dvmin" => relative(Unit::Vmin),
            "vmax" | "svmax" | "lvmax" | "dvmax" => relative(Unit::Vmax),
            "ex" => relative(Unit::Ex),
            "rex" => relative(Unit::Rex),
            "ch" => relative(Unit::Ch),
            "rch" => relative(Unit::Rch),
            "cap" => relative(Unit::Cap),
            "rcap" => relative(Unit::Rcap),
            "ic" => relative(Unit::Ic),
            "ric" => relative(Unit::Ric),
            "lh" => relative(Unit::Lh),
            "rlh" => relative(Unit::Rlh),
            "cqw" => relative(Unit::Cqw),
            "cqh" => relative(Unit::Cqh),
            "cqi" => relative(Unit::Cqi),
            "cqb" => relative(Unit::Cqb),
            "cqmin" => relative(Unit::Cqmin),
            "cqmax" => relative(Unit::Cqmax),
            "in" => px(96.0),
            "cm" => px(96.0 / 2.54),
            "mm" => px(96.0 / 25.4),
            "q" => px(96.0 / 101.6),
            "pt" => px(96.0 / 72.0),
            "pc" => px(16.0),
            "deg" => Some(Self::Angle(value.to_radians())),
            "grad" => Some(Self::Angle(value * std::f64::consts::PI / 200.0)),
            "rad" => Some(Self::Angle(value)),
            "turn" => Some(Self::Angle(value * std::f64::consts::TAU)),
            "s" => Some(Self::Time(value)),
            "ms" => Some(Self::Time(value / 1000.0)),
            "dppx" | "x" => Some(Self::Resolution(value)),
            "dpi" => Some(Self::Resolution(value / 96.0)),
            "dpcm" => Some(Self::Resolution(value * 2.54 / 96.0)),
            _ => None,
        }
    }
}

/// The style that font-relative units resolve against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FontOf {
    /// The element's own.
    Element,
    /// The parent's: in `font-size` and other font properties.
    Parent,
    /// The element's own font, but the parent's line height: in `line-height`.
    ElementInParentLine,
}

/// The values that lengths of a style resolve against.
#[derive(Clone, Copy)]
pub(super) struct Units<'a> {
    pub(super) basis: &'a ComputeBasis<'a>,
    pub(super) style: &'a ComputedStyle,
    pub(super) font_of: FontOf,
}

impl Units<'_> {
    /// Used px of one CSS px: the zoom factor.
    pub(super) fn px(&self) -> f32 {
        self.style.zoom
    }

    /// Used px of one unit.
    pub(super) fn unit(&self, unit: Unit) -> f32 {
        let basis = self.basis;
        let fonts = basis.fonts;
        // The parent's used size is in the parent's zoom.
        let (font, scale) = match self.font_of {
            FontOf::Parent => (basis.parent, self.style.zoom / basis.parent.zoom),
            FontOf::Element | FontOf::ElementInParentLine => (self.style, 1.0),
        };
        let root = if basis.is_root {
            match self.font_of {
                FontOf::Parent => basis.initial.font_size * self.style.zoom,
                FontOf::Element | FontOf::ElementInParentLine => self.style.font_size,
            }
        } else {
            basis.root_font_size * self.style.zoom
        };
        // Approx: root-relative font measures take the element's own family.
        let of_root = |measure: f32| measure * scale * (root / (font.font_size * scale).max(0.01));
        let viewport = |axis_is_width: bool| {
            let Size { width, height } = basis.viewport.size();
            let length = if axis_is_width { width } else { height };
            length / 100.0 * self.style.zoom
        };
        let container = |axis_is_width: bool| {
            basis.asked_container.set(true);
            let size = if axis_is_width { basis.container.0 } else { basis.container.1 };
            size.map_or_else(|| viewport(axis_is_width), |size| size / 100.0)
        };
        let horizontal = self.style.writing_mode == WritingMode::HorizontalTb;
        match unit {
            Unit::Em | Unit::QuirkyEm => font.font_size * scale,
            Unit::Rem => root,
            Unit::Ex => fonts.ex(font) * scale,
            Unit::Ch => fonts.ch(font) * scale,
            Unit::Cap => fonts.cap(font) * scale,
            Unit::Ic => fonts.ic(font) * scale,
            Unit::Rex => of_root(fonts.ex(font)),
            Unit::Rch => of_root(fonts.ch(font)),
            Unit::Rcap => of_root(fonts.cap(font)),
            Unit::Ric => of_root(fonts.ic(font)),
            Unit::Lh => match self.font_of {
                FontOf::Element => line_height(self.style, basis),
                FontOf::Parent | FontOf::ElementInParentLine => {
                    line_height(basis.parent, basis) * (self.style.zoom / basis.parent.zoom)
                }
            },
            Unit::Rlh if basis.is_root => match self.font_of {
                FontOf::Element => line_height(self.style, basis),
                FontOf::Parent | FontOf::ElementInParentLine => line_height(basis.initial, basis),
            },
            Unit::Rlh => basis.root_line_height * self.style.zoom,
            Unit::Vw => viewport(true),
            Unit::Vh => viewport(false),
            Unit::Vi => viewport(horizontal),
            Unit::Vb => viewport(!horizontal),
            Unit::Vmin => viewport(true).min(viewport(false)),
            Unit::Vmax => viewport(true).max(viewport(false)),
            Unit::Cqw => container(true),
            Unit::Cqh => container(false),
            Unit::Cqi => container(horizontal),
            Unit::Cqb => container(!horizontal),
            Unit::Cqmin => container(true).min(container(false)),
            Unit::Cqmax => container(true).max(container(false)),
        }
    }
}

/// Used line height, px.
pub(super) fn line_height(style: &ComputedStyle, basis: &ComputeBasis<'_>) -> f32 {
    match style.line_height {
        LineHeight::Normal => basis.fonts.normal_line_height(style),
        LineHeight::Number(number) => number * style.font_size,
        LineHeight::Px(px) => px,
    }
}

/// Font measures, CSS px for the style's own used font size.
pub(crate) trait FontUnits {
    /// Height of `x`.
    fn ex(&self, style: &ComputedStyle) -> f32;
    /// Height of capital letters.
    fn cap(&self, style: &ComputedStyle) -> f32;
    /// Advance of `0`.
    fn ch(&self, style: &ComputedStyle) -> f32;
    /// Advance of U+6C34.
    fn ic(&self, style: &ComputedStyle) -> f32;
    /// `line-height: normal`.
    fn normal_line_height(&self, style: &ComputedStyle) -> f32;
}
