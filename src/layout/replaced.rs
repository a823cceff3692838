//! Replaced elements and form controls: boxes whose size does not come from children.
//!
//! <https://www.w3.org/TR/CSS22/visudet.html#inline-replaced-width>, <https://www.w3.org/TR/css-images-3/#sizing>.
//! Chrome: default sizes of controls are those of Chromium with the reference fonts.

use std::sync::Arc;

use super::block;
use super::box_tree::{BoxFlags, BoxId, BoxKind, Control, Replaced};
use super::control;
use super::pass::Pass;
use super::sizing::{self, BoxEdges};
use super::svg;
use super::tree::{Available, Constraints, MinMax, Outcome, Purpose};
use super::unit::{Extent, LayoutUnit, Offset};
use crate::dom::{ImageState, NaturalSize, local_name};
use crate::style::computed::{AlignKeyword, Dimension, Direction, TextAlign};
use crate::style::matches_media;

/// Sizes of the content box that the contents suggest.
#[derive(Debug, Clone, Copy, Default)]
struct Natural {
    width: Option<LayoutUnit>,
    height: Option<LayoutUnit>,
    ratio: Option<f32>,
    /// What counts where nothing else does.
    fallback: Extent,
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
}

/// The natural ratio of a replaced element; `None` without one.
pub(crate) fn natural_ratio(pass: &Pass<'_>, id: BoxId) -> Option<f32> {
    natural(pass, id).ratio
}

fn natural(pass: &Pass<'_>, id: BoxId) -> Natural {
    let node = &pass.tree[id];
    let px = |w, h| Natural::fixed(LayoutUnit::px(w), LayoutUnit::px(h));
    let number =
        |name| pass.dom.attr(node.node, &name).and_then(|v| v.trim().parse::<f32>().ok()).filter(|n| *n >= 0.0);
    match node.kind {
        BoxKind::Replaced(Replaced::Image) => {
            if node.pseudo.is_some() {
                return px(0, 0);
            }
            match pass.dom.image_state(node.node, pass.device, &|media| matches_media(pass.device, media)) {
                ImageState::Available(size) => Natural::of(size),
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
        }
        BoxKind::Replaced(Replaced::Svg) => outer_svg(pass, id),
        BoxKind::Replaced(Replaced::Audio) => px(300, 54),
        BoxKind::Replaced(_) => px(300, 150),
        BoxKind::Control(kind) => {
            let size = control::natural_size(pass, id, kind);
            Natural::fixed(size.width, size.height)
        }
        _ => Natural::default(),
    }
}

/// The outermost `svg`: its natural size is that of its attributes, whatever properties say; the ratio is that of the
/// attributes if both are lengths, else of the `viewBox`.
fn outer_svg(pass: &Pass<'_>, id: BoxId) -> Natural {
    let node = &pass.tree[id];
    let view_box = svg::natural_ratio(pass.dom, node.node);
    let fixed =
        |name| svg::fixed_length(pass.dom, node.node, name, node.style.font_size).map(|px| px * node.style.zoom);
    let (width, height) = (fixed("width"), fixed("height"));
    let ratio = match (width, height) {
        (Some(w), Some(h)) if w > 0.0 && h > 0.0 => Some(w / h),
        _ => view_box,
    };
    Natural {
        width: width.map(LayoutUnit::from_f32),
        height: height.map(LayoutUnit::from_f32),
        ratio,
        fallback: Extent::new(LayoutUnit::px(300), LayoutUnit::px(150)),
    }
}

/// Width and height limits, border-box.
struct Limits {
    min: Extent,
    max: Extent,
}

/// The used border-box size of a replaced element or control.
///
/// <https://www.w3.org/TR/CSS22/visudet.html#min-max-widths> (the table of constraint violations)
fn used_size(pass: &mut Pass<'_>, id: BoxId, constraints: &Constraints, edges: &BoxEdges) -> Extent {
    let style = Arc::clone(&pass.tree[id].style);
    let inset = edges.inset();
    let natural = natural(pass, id);
    let ratio = sizing::aspect_ratio(&style, natural.ratio);
    let (min_width, max_width) = pass.width_bounds(id, constraints, edges);
    let min_height = pass.clamp_height(id, LayoutUnit::ZERO, constraints, edges);
    let max_height = pass.clamp_height(id, LayoutUnit::MAX, constraints, edges);
    let limits = Limits { min: Extent::new(min_width, min_height), max: Extent::new(max_width, max_height) };
    let clamp_width = |w: LayoutUnit| w.min(limits.max.width).max(limits.min.width);
    let clamp_height = |h: LayoutUnit| h.min(limits.max.height).max(limits.min.height);

    let width = constraints.fixed_width.or_else(|| pass.preferred_width(id, constraints, edges).map(clamp_width));
    let height = if constraints.ignore_sizes && constraints.fixed_height.is_none() {
        None
    } else {
        pass.definite_height_property(id, constraints, edges)
    };
    match (width, height) {
        (Some(width), Some(height)) => Extent::new(width, height),
        (Some(width), None) => {
            let height = match ratio {
                Some(ratio) => sizing::height_from_width(&style, ratio, width, &inset),
                None => natural.height.unwrap_or(natural.fallback.height) + inset.height(),
            };
            Extent::new(width, clamp_height(height))
        }
        (None, Some(height)) => {
            let width = match ratio {
                Some(ratio) => sizing::width_from_height(&style, ratio, height, &inset),
                None => natural.width.unwrap_or(natural.fallback.width) + inset.width(),
            };
            Extent::new(clamp_width(width), height)
        }
        (None, None) => {
            let Some(ratio) = ratio else {
                let width = natural.width.unwrap_or(natural.fallback.width) + inset.width();
                let height = natural.height.unwrap_or(natural.fallback.height) + inset.height();
                return Extent::new(clamp_width(width), clamp_height(height));
            };
            let width = match (natural.width, natural.height, constraints.width) {
                (Some(width), _, _) => width + inset.width(),
                (None, Some(height), _) => sizing::width_from_height(&style, ratio, height + inset.height(), &inset),
                // No size at all: it fills the room.
                (None, None, Available::Definite(room)) if constraints.percent_width.is_some() => {
                    (room - edges.margin.width()).max(inset.width())
                }
                // Chrome: nothing at all where the room is what is asked for, the default size for an open percentage.
                (None, None, _) if style.width == Dimension::Auto => inset.width(),
                (None, None, _) => natural.fallback.width + inset.width(),
            };
            let height = match natural.height {
                Some(height) if natural.width.is_some() => height + inset.height(),
                _ => sizing::height_from_width(&style, ratio, width, &inset),
            };
            let by_width = |w: LayoutUnit| sizing::height_from_width(&style, ratio, w, &inset);
            let by_height = |h: LayoutUnit| sizing::width_from_height(&style, ratio, h, &inset);
            violations(Extent::new(width, height), &limits, by_width, by_height)
        }
    }
}

fn violations(
    size: Extent,
    limits: &Limits,
    by_width: impl Fn(LayoutUnit) -> LayoutUnit,
    by_height: impl Fn(LayoutUnit) -> LayoutUnit,
) -> Extent {
    let (Extent { width: w, height: h }, min, max) = (size, limits.min, limits.max);
    let (over_w, under_w, over_h, under_h) = (w > max.width, w < min.width, h > max.height, h < min.height);
    let scale = |a: LayoutUnit, b: LayoutUnit| a.to_f32() / b.to_f32().max(1.0 / 64.0);
    match (over_w, under_w, over_h, under_h) {
        (true, _, true, _) if scale(max.width, w) <= scale(max.height, h) => {
            Extent::new(max.width, by_width(max.width).max(min.height))
        }
        (true, _, true, _) => Extent::new(by_height(max.height).max(min.width), max.height),
        (_, true, _, true) if scale(min.width, w) <= scale(min.height, h) => {
            Extent::new(by_height(min.height).min(max.width), min.height)
        }
        (_, true, _, true) => Extent::new(min.width, by_width(min.width).min(max.height)),
        (_, true, true, _) => Extent::new(min.width, max.height),
        (true, _, _, true) => Extent::new(max.width, min.height),
        (true, ..) => Extent::new(max.width, by_width(max.width).max(min.height)),
        (_, true, ..) => Extent::new(min.width, by_width(min.width).min(max.height)),
        (_, _, true, _) => Extent::new(by_height(max.height).max(min.width), max.height),
        (_, _, _, true) => Extent::new(by_height(min.height).min(max.width), min.height),
        _ => size,
    }
}

/// Lays out a replaced element or a control other than a button.
pub(crate) fn layout(pass: &mut Pass<'_>, id: BoxId, constraints: &Constraints) -> Outcome {
    let edges = pass.edges(id, constraints.percent_width);
    let size = used_size(pass, id, constraints, &edges);
    let kind = pass.tree[id].kind;
    if constraints.purpose == Purpose::Place {
        match kind {
            BoxKind::Replaced(Replaced::Frame) => layout_frame(pass, id, size, &edges),
            BoxKind::Control(Control::ListBox) => layout_list_box(pass, id, size),
            _ => {}
        }
    }
    let baseline = match kind {
        BoxKind::Control(kind) => control::baseline(pass, id, kind, size, &edges),
        _ => None,
    };
    Outcome { size, first_baseline: baseline, last_baseline: baseline }
}

/// The document in a frame fills its content box.
fn layout_frame(pass: &mut Pass<'_>, id: BoxId, size: Extent, edges: &BoxEdges) {
    let Some(document) = pass.tree[id].first_child else { return };
    let inset = edges.inset();
    let content =
        Extent::new((size.width - inset.width()).clamp_negative(), (size.height - inset.height()).clamp_negative());
    pass.layout_document(document, content);
    let result = &mut pass.results[document.index()];
    result.offset = Offset::new(inset.left, inset.top);
    result.container = Some(id);
}

/// Options are blocks below each other.
fn layout_list_box(pass: &mut Pass<'_>, id: BoxId, size: Extent) {
    let constraints = Constraints {
        fixed_width: Some(size.width),
        fixed_height: Some(size.height),
        ..Constraints::fit(size.width, None, Purpose::Place)
    };
    block::layout_root(pass, id, &constraints);
}

/// A button: its contents are centred vertically (by the block layout, which knows).
pub(crate) fn layout_button(pass: &mut Pass<'_>, id: BoxId, constraints: &Constraints) -> Outcome {
    let constraints = Constraints { shrink_to_fit: true, ..*constraints };
    block::layout_root(pass, id, &constraints)
}

/// <https://html.spec.whatwg.org/#the-fieldset-and-legend-elements>: the legend is in the top border.
pub(crate) fn layout_fieldset(pass: &mut Pass<'_>, id: BoxId, constraints: &Constraints) -> Outcome {
    let style = Arc::clone(&pass.tree[id].style);
    let edges = pass.edges(id, constraints.percent_width);
    let width = pass.used_width(id, constraints, &edges);
    let inset = edges.inset();
    let inner = (width - inset.width()).clamp_negative();
    let legend = pass.tree[id].first_child.filter(|&c| pass.tree[c].flags.contains(BoxFlags::LEGEND));
    let content = pass.tree[id].last_child.filter(|&c| Some(c) != legend);
    let purpose = constraints.purpose;
    let mut top = edges.border.top;
    let mut first_baseline = None;
    if let Some(legend) = legend {
        let legend_style = Arc::clone(&pass.tree[legend].style);
        let legend_edges = pass.edges(legend, Some(inner));
        let outcome = pass.layout(legend, &Constraints::fit(inner, None, purpose));
        let margin = legend_edges.margin;
        let outer = outcome.size.height + margin.height();
        let y = if outer < edges.border.top {
            (edges.border.top - outcome.size.height).half().max(margin.top)
        } else {
            margin.top
        };
        top = top.max(y + outcome.size.height + margin.bottom);
        if purpose == Purpose::Place {
            let free = (inner - outcome.size.width - margin.width()).clamp_negative();
            let rtl = style.direction == Direction::Rtl;
            let align = match (legend_style.justify_self.keyword, legend_style.text_align) {
                (AlignKeyword::Center, _) | (_, TextAlign::WebkitCenter) => free.half(),
                (AlignKeyword::Right | AlignKeyword::End, _) | (_, TextAlign::WebkitRight) => free,
                _ if legend_edges.auto.left && legend_edges.auto.right => free.half(),
                _ if legend_edges.auto.left => free,
                _ if rtl => free,
                _ => LayoutUnit::ZERO,
            };
            let result = &mut pass.results[legend.index()];
            result.offset = Offset::new(inset.left + margin.left + align, y);
            result.container = Some(id);
            result.margin = margin;
        }
        first_baseline = outcome.first_baseline.map(|b| b + y);
    }
    // The space that the legend takes beyond the border is not part of the content's height.
    let above = top + edges.padding.top;
    let below = edges.padding.bottom + edges.border.bottom;
    let height = pass.definite_height(id, constraints, &edges, width);
    let mut bottom = above;
    let mut last_baseline = None;
    if let Some(content) = content {
        let room = height.map(|h| (h - above - below).clamp_negative());
        let inner_constraints = Constraints {
            fixed_width: Some(inner),
            fixed_height: room,
            fixed_height_definite: constraints.fixed_height.is_none() || constraints.fixed_height_definite,
            ..Constraints::fill(inner, room, purpose)
        };
        let mut outcome = pass.layout(content, &inner_constraints);
        if height.is_none() {
            // A minimum height stretches the content, too.
            let whole = pass.used_height(id, constraints, &edges, width, above + outcome.size.height + below);
            let room = (whole - above - below).clamp_negative();
            if room != outcome.size.height {
                outcome = pass.layout(content, &Constraints { fixed_height: Some(room), ..inner_constraints });
            }
        }
        if purpose == Purpose::Place {
            let result = &mut pass.results[content.index()];
            result.offset = Offset::new(inset.left, above);
            result.container = Some(id);
        }
        bottom = above + outcome.size.height;
        first_baseline = first_baseline.or(outcome.first_baseline.map(|b| b + above));
        last_baseline = outcome.last_baseline.map(|b| b + above);
    }
    let height = pass.used_height(id, constraints, &edges, width, bottom + below);
    Outcome { size: Extent::new(width, height), first_baseline, last_baseline: last_baseline.or(first_baseline) }
}

/// Content box widths.
pub(crate) fn content_sizes(pass: &mut Pass<'_>, id: BoxId) -> MinMax {
    let natural = natural(pass, id);
    let width = natural.width.unwrap_or_else(|| match (natural.height, natural.ratio) {
        (Some(height), Some(ratio)) => LayoutUnit::from_f32(height.to_f32() * ratio),
        (None, Some(_)) if pass.tree[id].style.width == Dimension::Auto => LayoutUnit::ZERO,
        _ => natural.fallback.width,
    });
    MinMax::both(width)
}

/// The border-box contribution. <https://www.w3.org/TR/css-sizing-3/#replaced-percentage-min-contribution>: percentages
/// make the minimum 0.
pub(crate) fn contribution(pass: &mut Pass<'_>, id: BoxId, constraints: &Constraints, edges: &BoxEdges) -> MinMax {
    let width = used_size(pass, id, constraints, edges).width;
    let style = &pass.tree[id].style;
    if is_compressible(pass, id) {
        let min = match &style.min_width {
            Dimension::Length(length) if !length.has_percent() => sizing::resolve_or_zero(length, None),
            _ => LayoutUnit::ZERO,
        };
        return MinMax { min: min.max(edges.inset().width()).min(width), max: width };
    }
    MinMax::both(width)
}

/// Do percentages let it shrink to nothing? Chrome: those of `max-width` only if it is no control.
pub(crate) fn is_compressible(pass: &Pass<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    let percent = |d: &Dimension| matches!(d, Dimension::Length(l) if l.has_percent());
    percent(&node.style.width) || matches!(node.kind, BoxKind::Replaced(_)) && percent(&node.style.max_width)
}

/// Is it replaced by something that has a ratio, but neither width nor height?
pub(crate) fn has_ratio_alone(pass: &Pass<'_>, id: BoxId) -> bool {
    let node = &pass.tree[id];
    if !matches!(node.kind, BoxKind::Replaced(_)) || node.style.width != Dimension::Auto {
        return false;
    }
    let natural = natural(pass, id);
    natural.width.is_none() && natural.height.is_none() && natural.ratio.is_some()
}
