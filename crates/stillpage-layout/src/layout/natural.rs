//! Natural sizes: what the contents of replaced elements and form controls suggest.
//!
//! <https://www.w3.org/TR/css-images-3/#sizing>. Chrome: default sizes of controls are those of Chromium with the reference
//! fonts.

use super::axes::Axes;
use super::control;
use super::state::LayoutState;
use super::state::box_tree::{BoxId, BoxKind, Control, Replaced};
use super::state::sizing;
use super::svg;
use super::unit::{Extent, LayoutUnit};
use crate::dom::{ImageState, NaturalSize, local_name};
use crate::style::computed::Dimension;
use crate::style::{ComputedStyle, matches_media};

/// Sizes of the content box that the contents suggest.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Natural {
    pub width: Option<LayoutUnit>,
    pub height: Option<LayoutUnit>,
    pub ratio: Option<f32>,
    /// The size where nothing else gives one.
    pub fallback: Extent,
}

impl Natural {
    fn fixed(width: LayoutUnit, height: LayoutUnit) -> Self {
        Self { width: Some(width), height: Some(height), ratio: None, fallback: Extent::new(width, height) }
    }

    fn of(size: NaturalSize) -> Self {
        Self {
            width: size.width.map(LayoutUnit::from_f32),
            height: size.height.map(LayoutUnit::from_f32),
            ratio: size.ratio,
            fallback: Extent::new(LayoutUnit::px(300), LayoutUnit::px(150)),
        }
    }

    /// The natural size in a box with this `zoom`.
    fn zoomed(self, zoom: f32) -> Self {
        let scaled = |length: LayoutUnit| LayoutUnit::from_f32(length.to_f32() * zoom);
        Self {
            width: self.width.map(scaled),
            height: self.height.map(scaled),
            ratio: self.ratio,
            fallback: Extent::new(scaled(self.fallback.width), scaled(self.fallback.height)),
        }
    }
}

/// The natural ratio of a replaced element; `None` without one.
pub(crate) fn natural_ratio(pass: &LayoutState<'_>, id: BoxId) -> Option<f32> {
    natural(pass, id).ratio
}

/// In the axes of the box.
pub(super) fn natural(pass: &LayoutState<'_>, id: BoxId) -> Natural {
    let natural = physical(pass, id);
    let node = &pass.tree[id];
    // Controls have lines of their own.
    let own = matches!(node.kind, BoxKind::Control(_)) && Axes::of(&node.style).is_vertical();
    if pass.tree.axes(id).is_vertical() == own {
        return natural;
    }
    Natural {
        width: natural.height,
        height: natural.width,
        ratio: natural.ratio.map(f32::recip),
        fallback: Extent::new(natural.fallback.height, natural.fallback.width),
    }
}

fn physical(pass: &LayoutState<'_>, id: BoxId) -> Natural {
    let node = &pass.tree[id];
    let px = |w, h| Natural::fixed(LayoutUnit::px(w), LayoutUnit::px(h));
    let number =
        |name| pass.dom.attr(node.node, &name).and_then(|v| v.trim().parse::<f32>().ok()).filter(|n| *n >= 0.0);
    // https://www.w3.org/TR/css-contain-2/#containment-size
    // Chrome: fields and boxes to check keep their size, which is not that of contents.
    let is_field = matches!(
        node.kind,
        BoxKind::Control(Control::TextField | Control::TextArea | Control::Checkbox | Control::Radio)
    );
    if !is_field && (node.style.contain_size || pass.skips_size(id)) {
        let size = |length: Option<f32>| LayoutUnit::from_f32(length.unwrap_or(0.0));
        let style = &node.style;
        return Natural::fixed(size(style.contain_intrinsic_width.length), size(style.contain_intrinsic_height.length));
    }
    match node.kind {
        BoxKind::Replaced(Replaced::Image) => {
            if let Ok(at) = pass.tree.content_images.binary_search_by_key(&id.index(), |(id, _)| id.index()) {
                let size = pass.tree.content_images.get(at).and_then(|(_, size)| *size);
                return size.map_or_else(|| px(0, 0), |size| Natural::of(size).zoomed(node.style.zoom));
            }
            match pass.dom.image_state(node.node, pass.device, &|media| matches_media(pass.device, media)) {
                ImageState::Available(size) => Natural::of(size).zoomed(node.style.zoom),
                ImageState::Broken | ImageState::None => px(0, 0),
            }
        }
        BoxKind::Replaced(Replaced::Canvas) => {
            let width = number(local_name!("width")).unwrap_or(300.0);
            let height = number(local_name!("height")).unwrap_or(150.0);
            Natural::of(NaturalSize {
                width: Some(width),
                height: Some(height),
                ratio: (width > 0.0 && height > 0.0).then(|| width / height),
            })
            .zoomed(node.style.zoom)
        }
        BoxKind::Replaced(Replaced::Svg) => outer_svg(pass, id),
        BoxKind::Replaced(Replaced::Audio) => px(300, 54).zoomed(node.style.zoom),
        // Nothing in them suggests a size.
        BoxKind::Replaced(_) => {
            Natural { fallback: Extent::new(LayoutUnit::px(300), LayoutUnit::px(150)), ..Natural::default() }
                .zoomed(node.style.zoom)
        }
        BoxKind::Control(kind) => {
            let size = control::natural_size(pass, id, kind);
            Natural::fixed(size.width, size.height)
        }
        _ => Natural::default(),
    }
}

/// The outermost `svg`: its natural size is that of its attributes, not of properties; the ratio is that of the
/// attributes if both are lengths, else of the `viewBox`.
fn outer_svg(pass: &LayoutState<'_>, id: BoxId) -> Natural {
    let node = &pass.tree[id];
    let view_box = svg::natural_ratio(pass.dom, node.node);
    let fixed =
        |name| svg::fixed_length(pass.dom, node.node, name, node.style.font_size).map(|px| px * node.style.zoom);
    let zoomed = |px: f32| LayoutUnit::from_f32(px * node.style.zoom);
    let (width, height) = (fixed("width"), fixed("height"));
    let ratio = match (width, height) {
        (Some(w), Some(h)) if w > 0.0 && h > 0.0 => Some(w / h),
        _ => view_box,
    };
    Natural {
        width: width.map(LayoutUnit::from_f32),
        height: height.map(LayoutUnit::from_f32),
        ratio,
        fallback: Extent::new(zoomed(300.0), zoomed(150.0)),
    }
}

/// The height of the content box that keywords such as `max-content` mean, given the width of the content box if it is set:
/// that of a replaced element with a ratio; `None` for all others.
pub(crate) fn height_by_contents(pass: &LayoutState<'_>, id: BoxId, width: Option<LayoutUnit>) -> Option<LayoutUnit> {
    let node = &pass.tree[id];
    if !matches!(node.kind, BoxKind::Replaced(_)) {
        return None;
    }
    let natural = natural(pass, id);
    let ratio = sizing::aspect_ratio(&node.style, natural.ratio)?;
    let by_ratio = |width: LayoutUnit| LayoutUnit::from_f32(width.to_f32() / ratio);
    width.map(by_ratio).or(natural.height).or_else(|| natural.width.map(by_ratio))
}

/// Is the width that of the contents? Chrome: for replaced elements keywords such as `max-content` mean what `auto` does.
pub(crate) fn is_width_by_contents(style: &ComputedStyle) -> bool {
    matches!(style.width, Dimension::Auto | Dimension::MinContent | Dimension::MaxContent | Dimension::FitContent(None))
}

/// Do percentages let it shrink to nothing? Chrome: those of `max-width` only if it is not a control.
pub(crate) fn is_compressible(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    let percent = |d: &Dimension| matches!(d, Dimension::Length(l) if l.has_percent());
    percent(&node.style.width) || matches!(node.kind, BoxKind::Replaced(_)) && percent(&node.style.max_width)
}

/// Is it replaced by something that has a ratio, but neither width nor height?
pub(crate) fn has_ratio_alone(pass: &LayoutState<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    if !matches!(node.kind, BoxKind::Replaced(_)) || !is_width_by_contents(&node.style) {
        return false;
    }
    let natural = natural(pass, id);
    let has_ratio = natural.ratio.is_some() || node.style.aspect_ratio.ratio.is_some();
    natural.width.is_none() && natural.height.is_none() && has_ratio
}
