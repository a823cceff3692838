//! Properties that are only painted: colours of borders, layers of backgrounds, shadows, outlines.

use std::sync::Arc;

use super::{Color, LengthPercentage, OutlineStyle};
use crate::geometry::Sides;

/// The properties that only paint; most elements have none of them.
///
/// Lists are kept as text, which [`PaintBasis`](crate::style::property::PaintBasis) reads when the page is painted.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "each field is the CSS property of its name; `None` is the initial value")]
pub struct PaintStyle {
    pub border_top_color: Color,
    pub border_right_color: Color,
    pub border_bottom_color: Color,
    pub border_left_color: Color,
    pub background_image: Option<Arc<str>>,
    pub background_position: Option<Arc<str>>,
    pub background_size: Option<Arc<str>>,
    pub background_repeat: Option<Arc<str>>,
    pub background_origin: Option<Arc<str>>,
    pub background_clip: Option<Arc<str>>,
    pub mask_image: Option<Arc<str>>,
    pub mask_position: Option<Arc<str>>,
    pub mask_size: Option<Arc<str>>,
    pub mask_repeat: Option<Arc<str>>,
    pub mask_origin: Option<Arc<str>>,
    pub mask_clip: Option<Arc<str>>,
    pub mask_mode: Option<Arc<str>>,
    pub mask_composite: Option<Arc<str>>,
    pub border_image_source: Option<Arc<str>>,
    pub border_image_slice: Option<Arc<str>>,
    pub border_image_width: Option<Arc<str>>,
    pub border_image_outset: Option<Arc<str>>,
    pub border_image_repeat: Option<Arc<str>>,
    pub object_position: Option<Arc<str>>,
    /// `resize` is not `none`.
    pub is_resizable: bool,
    pub box_shadow: Option<Arc<str>>,
    pub text_shadow: Option<Arc<str>>,
    pub text_decoration_color: Color,
    pub outline_color: Color,
    /// Computed width in px, also where there is no outline.
    pub outline_width: f32,
    pub outline_style: OutlineStyle,
    /// px
    pub outline_offset: f32,
}

impl PaintStyle {
    /// True if an outline is drawn.
    #[must_use]
    pub fn has_outline(&self) -> bool {
        !matches!(self.outline_style, OutlineStyle::None | OutlineStyle::Unset) && self.outline_width > 0.0
    }

    /// The lists of the layers of a background: images, positions, sizes, repetitions, origins and clips.
    #[must_use]
    pub fn background_lists(&self) -> [&Option<Arc<str>>; 6] {
        [
            &self.background_image,
            &self.background_position,
            &self.background_size,
            &self.background_repeat,
            &self.background_origin,
            &self.background_clip,
        ]
    }

    /// The lists of the layers of a mask, in the order of [`background_lists`](Self::background_lists).
    #[must_use]
    pub fn mask_lists(&self) -> [&Option<Arc<str>>; 6] {
        [&self.mask_image, &self.mask_position, &self.mask_size, &self.mask_repeat, &self.mask_origin, &self.mask_clip]
    }

    /// The parts of the border image: source, slice, width, outset and repetition.
    #[must_use]
    pub fn border_image(&self) -> [&Option<Arc<str>>; 5] {
        [
            &self.border_image_source,
            &self.border_image_slice,
            &self.border_image_width,
            &self.border_image_outset,
            &self.border_image_repeat,
        ]
    }

    /// All texts that are read when the page is painted.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let others =
            [&self.mask_mode, &self.mask_composite, &self.object_position, &self.box_shadow, &self.text_shadow];
        let layers = self.background_lists().into_iter().chain(self.mask_lists()).chain(self.border_image());
        layers.chain(others).filter_map(Option::as_deref)
    }
}

impl Default for PaintStyle {
    fn default() -> Self {
        Self {
            border_top_color: Color::Current,
            border_right_color: Color::Current,
            border_bottom_color: Color::Current,
            border_left_color: Color::Current,
            background_image: None,
            background_position: None,
            background_size: None,
            background_repeat: None,
            background_origin: None,
            background_clip: None,
            mask_image: None,
            mask_position: None,
            mask_size: None,
            mask_repeat: None,
            mask_origin: None,
            mask_clip: None,
            mask_mode: None,
            mask_composite: None,
            border_image_source: None,
            border_image_slice: None,
            border_image_width: None,
            border_image_outset: None,
            border_image_repeat: None,
            object_position: None,
            is_resizable: false,
            box_shadow: None,
            text_shadow: None,
            text_decoration_color: Color::Current,
            outline_color: Color::Current,
            outline_width: 3.0,
            outline_style: OutlineStyle::Unset,
            outline_offset: 0.0,
        }
    }
}

/// A layer of a background, as it is painted.
#[derive(Debug, Clone, PartialEq)]
pub struct BackgroundLayer {
    /// The image that it shows.
    pub image: PaintImage,
    /// Percentages are of the room that the image leaves.
    pub position: (LengthPercentage, LengthPercentage),
    /// The size of the image.
    pub size: BackgroundSize,
    /// The repetition on each axis.
    pub repeat: (BackgroundRepeat, BackgroundRepeat),
    /// The box that it is positioned in.
    pub origin: BackgroundBox,
    /// The box that it is seen in.
    pub clip: BackgroundBox,
}

/// The image of a border, as it is painted.
#[derive(Debug, Clone, PartialEq)]
pub struct BorderImage {
    /// Its source.
    pub source: PaintImage,
    /// The lines at which it is cut: fractions of it, or pixels.
    pub slice: Sides<BorderSlice>,
    /// Its middle is painted, too.
    pub fill: bool,
    /// Widths of the border that it fills.
    pub width: Sides<BorderImageWidth>,
    /// The distance by which it reaches out of the border box.
    pub outset: Sides<BorderImageWidth>,
    /// The repetition of the edges on each axis; `None` is `stretch`.
    pub repeat: (Option<BackgroundRepeat>, Option<BackgroundRepeat>),
}

/// A line at which the image of a border is cut.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BorderSlice {
    /// A share of the image.
    Share(f32),
    /// Its pixels.
    Pixels(f32),
}

/// A width of the image of a border.
#[derive(Debug, Clone, PartialEq)]
pub enum BorderImageWidth {
    /// As often as wide as the border.
    Times(f32),
    /// Percentages are of the border image area.
    Length(LengthPercentage),
    /// As wide as the slice.
    Auto,
}

/// A layer of a mask, as it is painted.
#[derive(Debug, Clone, PartialEq)]
pub struct MaskLayer {
    /// Its image, and the place of it.
    pub layer: BackgroundLayer,
    /// The way in which it is put together with the layers below.
    pub composite: MaskComposite,
    /// The lightness of the image counts, not its alpha alone; `None` if the image decides.
    pub by_luminance: Option<bool>,
}

/// `mask-composite`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the CSS keywords")]
pub enum MaskComposite {
    Add,
    Subtract,
    Intersect,
    Exclude,
}

/// An image of CSS.
#[derive(Debug, Clone, PartialEq)]
pub enum PaintImage {
    /// `none`, or one that is not painted.
    None,
    /// The URL, as written.
    Url(Arc<str>),
    /// Images for resolutions, in pixels per CSS px; the lowest first.
    Set(Arc<[(f32, Self)]>),
    /// A gradient.
    Gradient(Gradient),
}

impl PaintImage {
    /// The image for a resolution, and the one that it has; both in pixels per CSS px.
    #[must_use]
    pub fn at(&self, resolution: f32) -> (&Self, f32) {
        match self {
            Self::Set(images) => {
                let found = images.iter().find(|(own, _)| *own >= resolution).or_else(|| images.last());
                found.map_or((&Self::None, 1.0), |(own, image)| (image, *own))
            }
            image => (image, 1.0),
        }
    }
}

/// `background-size`
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the CSS keywords")]
pub enum BackgroundSize {
    Cover,
    Contain,
    /// Width and height; `None` is `auto`.
    Lengths(Option<LengthPercentage>, Option<LengthPercentage>),
}

/// `background-repeat` on an axis
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the CSS keywords")]
pub enum BackgroundRepeat {
    Repeat,
    NoRepeat,
    Round,
    Space,
}

/// A box of an element that a background refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the CSS keywords")]
pub enum BackgroundBox {
    Border,
    Padding,
    Content,
    Text,
}

/// A gradient.
#[derive(Debug, Clone, PartialEq)]
pub struct Gradient {
    /// Its shape.
    pub shape: GradientShape,
    /// Colours, and where each is (fractions of a turn in a conic one); hints are left out.
    pub stops: Vec<(Color, Option<LengthPercentage>)>,
    /// It repeats beyond its last stop.
    pub repeats: bool,
}

/// The shape of a gradient.
#[derive(Debug, Clone, PartialEq)]
pub enum GradientShape {
    /// Degrees clockwise from the top.
    Linear(f32),
    /// Towards a corner: -1 or 1 to the right and to the bottom.
    Corner(f32, f32),
    /// An ellipse or a circle: its radii, or how far it reaches, and its centre.
    Radial {
        /// It is a circle.
        circle: bool,
        /// `None`: as far as `extent` says.
        radii: Option<(LengthPercentage, LengthPercentage)>,
        /// Two flags: it reaches corners rather than sides, and the farthest rather than the nearest.
        extent: (bool, bool),
        /// Its centre.
        center: (LengthPercentage, LengthPercentage),
    },
    /// Degrees that it starts at, and its centre.
    Conic(f32, (LengthPercentage, LengthPercentage)),
}

/// A shadow of a box or of text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shadow {
    /// px
    pub x: f32,
    /// px
    pub y: f32,
    /// The blur radius: twice the standard deviation.
    pub blur: f32,
    /// px
    pub spread: f32,
    /// Its colour.
    pub color: Color,
    /// Inside of the box.
    pub inset: bool,
}
