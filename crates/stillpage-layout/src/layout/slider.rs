//! Sliders: their track and the thumb in it.
//!
//! Chrome: boxes of a shadow tree of the user agent's. The track fills the width of the slider and is centred in its height;
//! the thumb starts at the top of the track.

use super::axes::Axes;
use super::control_parts::{border_box_height, border_box_width, outer_height, outer_width};
use super::matrix;
use super::place::radii;
use super::state::edges::BoxEdges;
use super::unit::{Edges, Extent, LayoutRect, LayoutUnit, Offset};
use crate::dom::{Dom, NodeId, form, local_name};
use crate::geometry::{Rect, Size};
use crate::style::computed::{Appearance, Direction, Display, Overflow, PointerEvents, Visibility};
use crate::style::{ComputedStyle, Pseudo, Styles};

/// Returns the thickness of a native thumb.
fn native_thumb(slider: &ComputedStyle) -> LayoutUnit {
    LayoutUnit::from_f32(16.0 * slider.zoom)
}

/// Chrome: the thumb of a native slider is 16 px thick whatever its style is, and without `appearance: none` of its own it
/// stays so in other sliders.
fn is_native(slider: &ComputedStyle, thumb: &ComputedStyle) -> bool {
    slider.appearance != Appearance::None || thumb.appearance != Appearance::None
}

/// Returns the thickness of a slider: that of its track with the thumb in it.
pub(super) fn thickness(styles: &Styles, node: NodeId, slider: &ComputedStyle) -> LayoutUnit {
    let outer = if Axes::of(slider).is_vertical() { outer_width } else { outer_height };
    let thumb = thumb_thickness(styles, node, slider);
    let track = styles.pseudo(node, Pseudo::SliderTrack);
    track.map_or(thumb, |style| outer(style, thumb)).clamp_negative()
}

/// Returns the thickness of the thumb, margins included.
fn thumb_thickness(styles: &Styles, node: NodeId, slider: &ComputedStyle) -> LayoutUnit {
    let vertical = Axes::of(slider).is_vertical();
    match styles.pseudo(node, Pseudo::SliderThumb) {
        Some(style) if style.display == Display::None => LayoutUnit::ZERO,
        Some(style) if is_native(slider, style) => {
            let margin = BoxEdges::of(style, None).margin;
            native_thumb(slider) + if vertical { margin.width() } else { margin.height() }
        }
        Some(style) if vertical => outer_width(style, LayoutUnit::ZERO),
        Some(style) => outer_height(style, LayoutUnit::ZERO),
        None => native_thumb(slider),
    }
}

/// A part of a slider that a pointer can hit, and its rounded corners.
type Target = (Rect, Option<Box<[Size; 4]>>);

/// Returns the parts of the track and the thumb that stick out of a slider with the border box `rect`, back to front.
pub(super) fn targets(
    dom: &Dom,
    styles: &Styles,
    node: NodeId,
    slider: &ComputedStyle,
    rect: &LayoutRect,
    inset: &Edges,
) -> Vec<Target> {
    if slider.overflow_x != Overflow::Visible || slider.overflow_y != Overflow::Visible {
        return Vec::new();
    }
    let mut targets = parts(dom, styles, node, slider, &rect.shrink(inset));
    let own = rect.to_rect();
    targets.retain(|(area, _)| area.intersect(&own) != *area);
    targets
}

/// The track and the thumb of the slider whose content box is `content`.
fn parts(dom: &Dom, styles: &Styles, node: NodeId, slider: &ComputedStyle, content: &LayoutRect) -> Vec<Target> {
    let mut targets = Vec::new();
    let Some(track) = styles.pseudo(node, Pseudo::SliderTrack).filter(|track| track.display != Display::None) else {
        return targets;
    };
    let vertical = Axes::of(slider).is_vertical();
    let edges = BoxEdges::of(track, None);
    let thick = thumb_thickness(styles, node, slider);
    let room = content.size;
    let size = if vertical {
        Extent::new(border_box_width(track, &edges, thick), (room.height - edges.margin.height()).clamp_negative())
    } else {
        Extent::new((room.width - edges.margin.width()).clamp_negative(), border_box_height(track, &edges, thick))
    };
    let mut at = content.origin + Offset::new(edges.margin.left, edges.margin.top);
    if vertical {
        at.x += (room.width - size.width - edges.margin.width()).half();
    } else {
        at.y += (room.height - size.height - edges.margin.height()).half();
    }
    let track_rect = LayoutRect { origin: at, size };
    push(&mut targets, track, &track_rect);
    let Some(thumb) = styles.pseudo(node, Pseudo::SliderThumb).filter(|thumb| thumb.display != Display::None) else {
        return targets;
    };
    let thumb_edges = BoxEdges::of(thumb, None);
    let size = if is_native(slider, thumb) {
        Extent::new(native_thumb(slider), native_thumb(slider))
    } else {
        Extent::new(
            border_box_width(thumb, &thumb_edges, LayoutUnit::ZERO),
            border_box_height(thumb, &thumb_edges, LayoutUnit::ZERO),
        )
    };
    let inner = track_rect.shrink(&edges.border.plus(&edges.padding));
    let margin = thumb_edges.margin;
    let is_reversed = slider.direction == Direction::Rtl;
    let way = |room: LayoutUnit, thumb: LayoutUnit| (room - thumb).clamp_negative().mul_f32(fraction(dom, node));
    let origin = if vertical {
        let way = way(inner.size.height, size.height);
        let y = if is_reversed {
            inner.bottom() - size.height - margin.bottom - way
        } else {
            inner.origin.y + margin.top + way
        };
        Offset::new(inner.origin.x + margin.left, y)
    } else {
        let way = way(inner.size.width, size.width);
        let x = if is_reversed {
            inner.right() - size.width - margin.right - way
        } else {
            inner.origin.x + margin.left + way
        };
        Offset::new(x, inner.origin.y + margin.top)
    };
    push(&mut targets, thumb, &LayoutRect { origin, size });
    targets
}

fn push(targets: &mut Vec<Target>, style: &ComputedStyle, rect: &LayoutRect) {
    if style.pointer_events == PointerEvents::None || style.visibility != Visibility::Visible {
        return;
    }
    let mut area = rect.to_rect();
    if let Some(list) = &style.transform {
        // Approx: one that is turned is hit in its bounding box.
        let own = matrix::transform(list, &Rect::new(0.0, 0.0, area.width, area.height)).projection();
        let moved = own.apply_rect(&Rect::new(0.0, 0.0, area.width, area.height));
        area = Rect::new(area.x + moved.x, area.y + moved.y, moved.width, moved.height);
    }
    if !area.is_empty() {
        targets.push((area, radii(style, area.size())));
    }
}

/// Returns the position of the value of a slider between its limits, 0 to 1.
fn fraction(dom: &Dom, node: NodeId) -> f32 {
    let number = |text: &str| text.trim().parse::<f32>().ok().filter(|number| number.is_finite());
    let limit = |name| dom.attr(node, &name).and_then(number);
    let min = limit(local_name!("min")).unwrap_or(0.0);
    let max = limit(local_name!("max")).unwrap_or(100.0).max(min);
    let value = number(&form::value(dom, node)).unwrap_or(min);
    if max > min { ((value - min) / (max - min)).clamp(0.0, 1.0) } else { 0.0 }
}
