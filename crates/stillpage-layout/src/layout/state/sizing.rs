//! Used values of the box model: margins, borders, padding, widths and heights.
//!
//! <https://www.w3.org/TR/CSS22/visudet.html>, <https://www.w3.org/TR/css-sizing-3/>, <https://www.w3.org/TR/css-sizing-4/>

use super::LayoutState;
use super::box_tree::{BoxFlags, BoxId, BoxKind};
use super::display::{has_automatic_minimum, is_scroll_container};
use super::edges::{BoxEdges, resolve, resolve_auto};
use super::establish::establishes_bfc;
use super::results::{Available, Constraints, IntrinsicWidths, MinMax, Purpose};
use crate::layout::unit::{Edges, LayoutUnit};
use crate::style::ComputedStyle;
use crate::style::computed::{AlignKeyword, BoxSizing, Dimension, LengthPercentage, Position};

/// Limit: boxes inside of each other whose heights are percentages of each other, of which it takes no layout to know them.
const MOST_PERCENTAGES: usize = 8;

/// A border-box length from a length of the box that `box-sizing` names.
fn to_border_box(style: &ComputedStyle, length: LayoutUnit, inset: LayoutUnit) -> LayoutUnit {
    match style.box_sizing {
        BoxSizing::ContentBox => length.clamp_negative() + inset,
        BoxSizing::BorderBox => length.max(inset),
    }
}

/// True for the keywords that mean the height of the contents.
pub(crate) fn is_content_size(height: &Dimension) -> bool {
    matches!(height, Dimension::MinContent | Dimension::MaxContent | Dimension::FitContent(_))
}

/// Is the minimum or the maximum height that of the contents?
pub(crate) fn has_content_bounds(style: &ComputedStyle) -> bool {
    is_content_size(&style.min_height) || is_content_size(&style.max_height)
}

/// True if `height` leaves the height to the content.
pub(crate) fn height_is_content(style: &ComputedStyle, constraints: &Constraints) -> bool {
    match &style.height {
        Dimension::Auto => true,
        Dimension::Length(length) => resolve(length, constraints.percent_height).is_none(),
        Dimension::Stretch => constraints.percent_height.is_none(),
        _ => true,
    }
}

/// The used ratio of width to height; `None` without one. `natural`: the ratio of a replaced element's contents.
pub(crate) fn aspect_ratio(style: &ComputedStyle, natural: Option<f32>) -> Option<f32> {
    let declared = style.aspect_ratio.ratio.filter(|r| r.is_finite() && *r > 0.0);
    if style.aspect_ratio.auto { natural.or(declared) } else { declared }
}

/// The width that goes with a height: both border-box, `inset` the border and padding.
pub(crate) fn width_from_height(style: &ComputedStyle, ratio: f32, height: LayoutUnit, inset: &Edges) -> LayoutUnit {
    if style.box_sizing == BoxSizing::BorderBox && !style.aspect_ratio.auto {
        return LayoutUnit::from_f32(height.to_f32() * ratio).max(inset.width());
    }
    LayoutUnit::from_f32((height - inset.height()).clamp_negative().to_f32() * ratio) + inset.width()
}

/// The height that goes with a width.
pub(crate) fn height_from_width(style: &ComputedStyle, ratio: f32, width: LayoutUnit, inset: &Edges) -> LayoutUnit {
    if style.box_sizing == BoxSizing::BorderBox && !style.aspect_ratio.auto {
        return LayoutUnit::from_f32(width.to_f32() / ratio).max(inset.height());
    }
    LayoutUnit::from_f32((width - inset.width()).clamp_negative().to_f32() / ratio) + inset.height()
}

impl LayoutState<'_> {
    /// A border-box width from one of the width properties; `None` for `auto` and for percentages of an unknown width.
    fn width_property(
        &mut self,
        id: BoxId,
        value: &Dimension,
        constraints: &Constraints,
        edges: &BoxEdges,
    ) -> Option<LayoutUnit> {
        let inset = edges.inset().width();
        let room = |c: &Constraints| c.width.definite().map(|w| (w - edges.margin.width()).clamp_negative());
        match value {
            Dimension::Auto => None,
            Dimension::Length(length) => {
                let style = &self.tree[id].style;
                // Scroll bars are in the content box.
                let around = inset - edges.gutter.width();
                resolve(length, constraints.percent_width).map(|l| to_border_box(style, l, around).max(inset))
            }
            Dimension::MinContent => Some(self.content_sizes_within(id, constraints.percent_width).min + inset),
            Dimension::MaxContent => Some(self.content_sizes_within(id, constraints.percent_width).max + inset),
            Dimension::FitContent(limit) => {
                let sizes = self.content_sizes_within(id, constraints.percent_width).plus(inset);
                let available = match limit {
                    Some(limit) => resolve(limit, constraints.percent_width).map(|l| l + inset),
                    None => room(constraints),
                };
                Some(match available {
                    Some(room) => sizes.fit(Available::Definite(room)),
                    None => sizes.fit(constraints.width),
                })
            }
            Dimension::Stretch => room(constraints).map(|r| r.max(inset)),
        }
    }

    /// Border-box minimum and maximum of the width; `min-width: auto` is not a minimum.
    pub(crate) fn width_bounds(
        &mut self,
        id: BoxId,
        constraints: &Constraints,
        edges: &BoxEdges,
    ) -> (LayoutUnit, LayoutUnit) {
        let style = std::sync::Arc::clone(&self.tree[id].style);
        let inset = edges.inset().width();
        let mut min = self.width_property(id, &style.min_width, constraints, edges).unwrap_or(inset);
        let mut max = self.width_property(id, &style.max_width, constraints, edges).unwrap_or(LayoutUnit::MAX);
        // css-sizing-4 5.1.1: limits of the height hold for the width, too, where neither is set.
        if style.width == Dimension::Auto
            && constraints.fixed_width.is_none()
            && !matches!(self.tree[id].kind, BoxKind::Replaced(_) | BoxKind::Control(_) | BoxKind::Table)
            && let Some(ratio) = aspect_ratio(&style, None)
            && self.definite_height_property(id, constraints, edges).is_none()
        {
            let transferred = |height: &Dimension| {
                let height = self.height_property(id, height, constraints, edges)?;
                Some(width_from_height(&style, ratio, height, &edges.inset()))
            };
            if let Some(most) = transferred(&style.max_height) {
                max = max.min(most.max(min));
            }
            if let Some(least) = transferred(&style.min_height) {
                min = min.max(least.min(max));
            }
        }
        // css-sizing-4 5.1: the automatic minimum of a box with a ratio is its content.
        if style.min_width == Dimension::Auto
            && style.width == Dimension::Auto
            && constraints.fixed_width.is_none()
            && !is_scroll_container(&style)
            && let Some(_) = style.aspect_ratio.ratio
            && !matches!(self.tree[id].kind, BoxKind::Replaced(_))
            && self.definite_height_property(id, constraints, edges).is_some()
        {
            min = min.max((self.min_content_size(id) + inset).min(max));
        }
        (min.max(inset), max.max(inset))
    }

    /// The used border-box width of a box that is neither a replaced element nor a table.
    pub(crate) fn used_width(&mut self, id: BoxId, constraints: &Constraints, edges: &BoxEdges) -> LayoutUnit {
        if let Some(width) = constraints.fixed_width {
            return width.max(edges.inset().width());
        }
        let (min, max) = self.width_bounds(id, constraints, edges);
        let style = std::sync::Arc::clone(&self.tree[id].style);
        let preferred = self.preferred_width(id, constraints, edges).or_else(|| {
            let ratio = aspect_ratio(&style, None)?;
            let height = self.definite_height_property(id, constraints, edges)?;
            Some(width_from_height(&style, ratio, height, &edges.inset()))
        });
        let fits = constraints.shrink_to_fit || self.tree[id].flags.contains(BoxFlags::FIT_CONTENT);
        let width = preferred.unwrap_or_else(|| {
            let inset = edges.inset().width();
            match constraints.width {
                Available::Definite(room) => {
                    let room = (room - edges.margin.width()).clamp_negative();
                    if fits { self.content_sizes(id).plus(inset).fit(Available::Definite(room)) } else { room }
                }
                Available::MinContent => self.min_content_size(id) + inset,
                Available::MaxContent => self.content_sizes(id).max + inset,
            }
        });
        width.min(max).max(min)
    }

    /// The border-box width of `width`; `None` if it is automatic.
    pub(crate) fn preferred_width(
        &mut self,
        id: BoxId,
        constraints: &Constraints,
        edges: &BoxEdges,
    ) -> Option<LayoutUnit> {
        if constraints.ignore_sizes {
            return None;
        }
        let style = std::sync::Arc::clone(&self.tree[id].style);
        self.width_property(id, &style.width, constraints, edges)
    }

    /// A border-box height from one of the height properties; `None` if it depends on the content.
    fn height_property(
        &self,
        id: BoxId,
        value: &Dimension,
        constraints: &Constraints,
        edges: &BoxEdges,
    ) -> Option<LayoutUnit> {
        let inset = edges.inset().height();
        match value {
            Dimension::Length(length) => {
                let around = inset - edges.gutter.height();
                resolve(length, constraints.percent_height)
                    .map(|l| to_border_box(&self.tree[id].style, l, around).max(inset))
            }
            Dimension::Stretch => {
                constraints.percent_height.map(|h| (h - self.margins_in_stretch(id, edges)).clamp_negative().max(inset))
            }
            Dimension::Auto | Dimension::MinContent | Dimension::MaxContent | Dimension::FitContent(_) => None,
        }
    }

    /// The margins above and below that `height: stretch` leaves room for: not those that could collapse with the parent's.
    ///
    /// <https://drafts.csswg.org/css-sizing-4/#stretch-fit-sizing>
    pub(crate) fn margins_in_stretch(&self, id: BoxId, edges: &BoxEdges) -> LayoutUnit {
        let node = &self.tree[id];
        let is_in_flow = !node.flags.contains(BoxFlags::INLINE_LEVEL) && !node.is_floating() && !node.is_out_of_flow();
        let Some(parent) = node.parent.filter(|parent| is_in_flow && !establishes_bfc(self, *parent)) else {
            return edges.margin.height();
        };
        let around = self.own_edges(parent, None).inset();
        let counted =
            |margin: LayoutUnit, inset: LayoutUnit| if inset > LayoutUnit::ZERO { margin } else { LayoutUnit::ZERO };
        counted(edges.margin.top, around.top) + counted(edges.margin.bottom, around.bottom)
    }

    /// The border-box height that is set from outside or by `height`, clamped; `None` if it depends on the content.
    pub(crate) fn definite_height_property(
        &self,
        id: BoxId,
        constraints: &Constraints,
        edges: &BoxEdges,
    ) -> Option<LayoutUnit> {
        if let Some(height) = constraints.fixed_height {
            return Some(height.max(edges.inset().height()));
        }
        if constraints.ignore_sizes {
            return None;
        }
        let style = &self.tree[id].style;
        let height = self.height_property(id, &style.height, constraints, edges)?;
        Some(self.clamp_height(id, height, constraints, edges))
    }

    /// The border-box height if it does not depend on the content, given the used border-box width.
    pub(crate) fn definite_height(
        &self,
        id: BoxId,
        constraints: &Constraints,
        edges: &BoxEdges,
        width: LayoutUnit,
    ) -> Option<LayoutUnit> {
        self.definite_height_property(id, constraints, edges).or_else(|| {
            let style = &self.tree[id].style;
            // A ratio does not apply to cells.
            let ratio = aspect_ratio(style, None).filter(|_| self.tree[id].kind != BoxKind::TableCell)?;
            if !height_is_content(style, constraints) {
                return None;
            }
            let height = height_from_width(style, ratio, width, &edges.inset());
            Some(self.clamp_height(id, height, constraints, edges))
        })
    }

    /// Clamps a border-box height by `min-height` and `max-height`.
    pub(crate) fn clamp_height(
        &self,
        id: BoxId,
        height: LayoutUnit,
        constraints: &Constraints,
        edges: &BoxEdges,
    ) -> LayoutUnit {
        let style = &self.tree[id].style;
        let inset = edges.inset().height();
        // Chrome: cells ignore them.
        if self.tree[id].kind == BoxKind::TableCell {
            return height.max(inset);
        }
        let min = self.height_property(id, &style.min_height, constraints, edges).unwrap_or(inset).max(inset);
        let max = self.height_property(id, &style.max_height, constraints, edges).unwrap_or(LayoutUnit::MAX).max(inset);
        height.min(max).max(min)
    }

    /// The used border-box height of a box whose content (with border and padding) is `intrinsic` high.
    pub(crate) fn used_height(
        &self,
        id: BoxId,
        constraints: &Constraints,
        edges: &BoxEdges,
        width: LayoutUnit,
        intrinsic: LayoutUnit,
    ) -> LayoutUnit {
        if let Some(height) = constraints.fixed_height {
            return height.max(edges.inset().height());
        }
        let style = &self.tree[id].style;
        let height = self.height_by_lengths(id, constraints, edges, width, intrinsic);
        // css-tables-3 3.3: the height of a cell is the least that it takes.
        if self.tree[id].kind == BoxKind::TableCell {
            return height.max(intrinsic);
        }
        if !has_content_bounds(style) {
            return height;
        }
        let max = if is_content_size(&style.max_height) { intrinsic } else { LayoutUnit::MAX };
        let min = match is_content_size(&style.min_height) {
            true => intrinsic,
            false => self.height_property(id, &style.min_height, constraints, edges).unwrap_or(LayoutUnit::ZERO),
        };
        height.min(max).max(min)
    }

    /// The used border-box height for any keywords as minimum and maximum.
    fn height_by_lengths(
        &self,
        id: BoxId,
        constraints: &Constraints,
        edges: &BoxEdges,
        width: LayoutUnit,
        intrinsic: LayoutUnit,
    ) -> LayoutUnit {
        let style = &self.tree[id].style;
        let intrinsic = if style.contain_size || self.skips_size(id) {
            // css-sizing-4 5.3: `contain-intrinsic-height` instead.
            edges.inset().height() + LayoutUnit::from_f32(style.contain_intrinsic_height.length.unwrap_or(0.0))
        } else {
            intrinsic
        };
        if let Some(height) = self.definite_height_property(id, constraints, edges) {
            return height;
        }
        if let Some(height) = self.definite_height(id, constraints, edges, width) {
            if has_automatic_minimum(style) {
                let max = self.height_property(id, &style.max_height, constraints, edges).unwrap_or(LayoutUnit::MAX);
                return height.max(intrinsic.min(max));
            }
            return height;
        }
        self.clamp_height(id, intrinsic, constraints, edges)
    }

    /// Skipped contents count for nothing in the box's own size (size containment).
    pub(crate) fn skips_size(&self, id: BoxId) -> bool {
        self.tree[id].flags.intersects(BoxFlags::SKIPS_CONTENTS | BoxFlags::FAR_AWAY)
    }

    /// Margins, borders and padding of a box, if they do not depend on its containing block.
    pub(crate) fn fixed_edges(&self, id: BoxId) -> Option<&BoxEdges> {
        self.fixed_edges.get(id)
    }

    /// Margins, borders and padding of a box as its style has them.
    pub(crate) fn own_edges(&self, id: BoxId, basis: Option<LayoutUnit>) -> BoxEdges {
        let open = || BoxEdges { gutter: self.gutter(id), ..BoxEdges::of(&self.tree[id].style, basis) };
        self.fixed_edges(id).copied().unwrap_or_else(open)
    }

    /// Margins, borders and padding of a box; borders of cells as collapsed with their neighbours'.
    pub(crate) fn edges(&self, id: BoxId, basis: Option<LayoutUnit>) -> BoxEdges {
        let mut edges = self.own_edges(id, basis);
        if let Some(border) = self.collapsed_borders.get(&id) {
            edges.border = *border;
            if matches!(self.tree[id].kind, BoxKind::Table) {
                edges.padding = Edges::default();
            }
        }
        edges
    }

    /// The intrinsic widths of a box's border box, regardless of its width properties.
    pub(crate) fn intrinsic(&mut self, id: BoxId) -> MinMax {
        let inset = self.edges(id, None).inset().width();
        self.content_sizes(id).plus(inset)
    }

    /// The min-content and max-content contribution of a box: its outer widths, margins included.
    ///
    /// <https://www.w3.org/TR/css-sizing-3/#intrinsic-contribution>
    pub(crate) fn contribution(&mut self, id: BoxId, widths: IntrinsicWidths) -> MinMax {
        let edges = self.edges(id, None);
        self.border_box_contribution(id, widths).plus(edges.margin.width())
    }

    /// The height that percentages of a box with a ratio refer to as far as it does not take layout to know it: a picture
    /// as high as a bar of fixed height is as wide as that makes it.
    fn styled_height_around(&self, id: BoxId) -> Option<LayoutUnit> {
        // The boxes with percentages, from the inside.
        let mut relative = Vec::new();
        let mut at = id;
        let mut height = loop {
            let Dimension::Length(length) = &self.tree[at].style.height else {
                break (at != id).then(|| self.height_between_insets(at)).flatten()?;
            };
            if self.tree.axes(at).is_vertical() != self.tree.axes(id).is_vertical() {
                return None;
            }
            if !length.has_percent() {
                break (at != id).then(|| self.content_height_of(at, length, None)).flatten()?;
            }
            let is_of_parent = at == id || !self.tree[at].is_out_of_flow() && self.tree[at].kind != BoxKind::TableCell;
            if relative.len() == MOST_PERCENTAGES || !is_of_parent {
                return None;
            }
            relative.push((at, length));
            at = self.tree[at].parent?;
            while self.tree[at].kind == BoxKind::Inline || self.tree[at].flags.contains(BoxFlags::ANONYMOUS) {
                at = self.tree[at].parent?;
            }
        };
        for (around, length) in relative.into_iter().skip(1).rev() {
            height = self.content_height_of(around, length, Some(height))?;
        }
        Some(height)
    }

    /// The content height of an absolutely positioned box that two insets stretch in a containing block whose height is a length.
    fn height_between_insets(&self, id: BoxId) -> Option<LayoutUnit> {
        let node = &self.tree[id];
        let stretches =
            matches!(node.style.align_self.keyword, AlignKeyword::Auto | AlignKeyword::Normal | AlignKeyword::Stretch);
        if !stretches || node.style.position != Position::Absolute || node.style.height != Dimension::Auto {
            return None;
        }
        let mut around = node.parent?;
        while self.tree[around].style.position == Position::Static {
            around = self.tree[around].parent?;
        }
        let Dimension::Length(height) = &self.tree[around].style.height else { return None };
        if self.tree.axes(around).is_vertical() != self.tree.axes(id).is_vertical() {
            return None;
        }
        let room = self.content_height_of(around, height, None)? + self.edges(around, None).padding.height();
        let edges = self.edges(id, None);
        let inset = &node.style.inset;
        let insets = resolve_auto(&inset.top, Some(room))? + resolve_auto(&inset.bottom, Some(room))?;
        Some((room - insets - edges.margin.height() - edges.inset().height()).clamp_negative())
    }

    /// The height of a content box for which `height` is a length.
    pub(crate) fn content_height_of(
        &self,
        id: BoxId,
        length: &LengthPercentage,
        basis: Option<LayoutUnit>,
    ) -> Option<LayoutUnit> {
        let edges = self.edges(id, None);
        let inset = edges.inset().height();
        let around = inset - edges.gutter.height();
        Some((to_border_box(&self.tree[id].style, resolve(length, basis)?, around) - inset).clamp_negative())
    }

    /// [`Self::contribution`] without the margins.
    pub(crate) fn border_box_contribution(&mut self, id: BoxId, widths: IntrinsicWidths) -> MinMax {
        let style = std::sync::Arc::clone(&self.tree[id].style);
        let edges = self.edges(id, None);
        let inset = edges.inset().width();
        let has_ratio = matches!(self.tree[id].kind, BoxKind::Replaced(_)) || style.aspect_ratio.ratio.is_some();
        let percent_height = if has_ratio { self.styled_height_around(id) } else { None };
        let constraints = Constraints {
            width: Available::MaxContent,
            percent_width: None,
            percent_height,
            fixed_width: None,
            fixed_height: None,
            fixed_height_definite: false,
            shrink_to_fit: true,
            ignore_sizes: false,
            size_only: false,
            content_shift: LayoutUnit::ZERO,
            purpose: Purpose::Measure,
        };
        if matches!(self.tree[id].kind, BoxKind::Replaced(_) | BoxKind::Control(_) | BoxKind::Table)
            && let Some(sizes) = self.special_contribution(id, &constraints, &edges)
        {
            return sizes;
        }
        let preferred = match &style.width {
            Dimension::Length(length) => {
                let around = inset - edges.gutter.width();
                resolve(length, None).map(|l| MinMax::both(to_border_box(&style, l, around).max(inset)))
            }
            Dimension::MinContent => Some(MinMax::both(self.min_content_size(id) + inset)),
            Dimension::MaxContent => Some(MinMax::both(self.content_sizes(id).max + inset)),
            _ => None,
        };
        let preferred = preferred.or_else(|| {
            let ratio = aspect_ratio(&style, None)?;
            let height = self.definite_height_property(id, &constraints, &edges)?;
            Some(MinMax::both(width_from_height(&style, ratio, height, &edges.inset())))
        });
        let sizes = match preferred {
            Some(sizes) => sizes,
            None => self.intrinsic_widths(id, widths).plus(inset),
        };
        let (min, max) = self.width_bounds(id, &constraints, &edges);
        MinMax { min: sizes.min.min(max).max(min), max: sizes.max.min(max).max(min) }
    }
}
