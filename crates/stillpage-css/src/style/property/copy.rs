//! Copies of the longhands that are not a field of their own: of `inherit` and `initial`.

use super::PropertyId;
use crate::style::computed::{
    Anchoring, ComputedStyle, Effects, GridStyle, LengthPercentage, LineHeight, Perspective, ShapeOutside, SvgStyle,
    Transform,
};

/// The element's own zoom is the product over its ancestors: `zoom: inherit` and `initial` are handled where it is applied.
pub(super) fn copy_zoom(style: &mut ComputedStyle, from: &ComputedStyle) {
    style.zoom = from.zoom;
}

/// Used sizes hold the zoom factor of the style that they are of.
pub(super) fn copy_font_size(style: &mut ComputedStyle, from: &ComputedStyle) {
    style.font_size = from.font_size * (style.zoom / from.zoom);
    style.font_size_keyword = from.font_size_keyword;
    style.font_size_absolute = from.font_size_absolute;
}

pub(super) fn copy_line_height(style: &mut ComputedStyle, from: &ComputedStyle) {
    style.line_height = match from.line_height {
        LineHeight::Px(px) => LineHeight::Px(px * (style.zoom / from.zoom)),
        other => other,
    };
}

pub(super) fn copy_effect<const BITS: u16>(style: &mut ComputedStyle, from: &ComputedStyle) {
    let bits = Effects::from_bits_retain(BITS);
    style.effects = (style.effects - bits) | (from.effects & bits);
}

pub(super) fn copy_perspective(style: &mut ComputedStyle, from: &ComputedStyle) {
    copy_effect::<{ Effects::PERSPECTIVE.bits() }>(style, from);
    copy_perspective_distance(style, from);
}

pub(super) fn copy_background<const BIT: u8>(style: &mut ComputedStyle, from: &ComputedStyle) {
    if BIT == 1 {
        style.background_color = from.background_color;
    }
    style.background_paint = (style.background_paint & !BIT) | (from.background_paint & BIT);
}

pub(super) fn copy_radius<const CORNER: usize>(style: &mut ComputedStyle, from: &ComputedStyle) {
    let zero = || (LengthPercentage::ZERO, LengthPercentage::ZERO);
    let corner = from.border_radius.as_ref().map(|radii| radii[CORNER].clone());
    if corner.is_some() || style.border_radius.is_some() {
        style.border_radius.get_or_insert_with(|| Box::new([zero(), zero(), zero(), zero()]))[CORNER] =
            corner.unwrap_or_else(zero);
    }
}

/// Top, right, bottom, left, each with the anchor it names.
pub(super) fn copy_inset<const SIDE: usize>(style: &mut ComputedStyle, from: &ComputedStyle) {
    let (own, theirs) = (&mut style.inset, &from.inset);
    match SIDE {
        0 => own.top = theirs.top.clone(),
        1 => own.right = theirs.right.clone(),
        2 => own.bottom = theirs.bottom.clone(),
        _ => own.left = theirs.left.clone(),
    }
    let anchor = from.anchoring.as_ref().and_then(|anchoring| anchoring.insets[SIDE].clone());
    if anchor.is_some() || style.anchoring.is_some() {
        style.anchoring.get_or_insert_with(Box::default).insets[SIDE] = anchor;
    }
}

pub(super) fn copy_margin_top(style: &mut ComputedStyle, from: &ComputedStyle) {
    style.margin.top = from.margin.top.clone();
    style.quirky_margin_top = from.quirky_margin_top;
}

pub(super) fn copy_margin_bottom(style: &mut ComputedStyle, from: &ComputedStyle) {
    style.margin.bottom = from.margin.bottom.clone();
    style.quirky_margin_bottom = from.quirky_margin_bottom;
}

pub(super) fn copy_scroll_margin<const SIDE: usize>(style: &mut ComputedStyle, from: &ComputedStyle) {
    style.set_scroll_margin(SIDE, from.scroll_margin(SIDE));
}

pub(super) fn copy_scroll_padding<const SIDE: usize>(style: &mut ComputedStyle, from: &ComputedStyle) {
    style.set_scroll_padding(SIDE, from.scroll_padding(SIDE));
}

/// A field of a boxed group that is `None` when all of the group is initial.
macro_rules! boxed {
    ($($function:ident: $group:ident $type:ident { $($field:ident),+ })+) => {$(
        pub(super) fn $function(style: &mut ComputedStyle, from: &ComputedStyle) {
            match (&mut style.$group, &from.$group) {
                (None, None) => {}
                (own, Some(from)) => {
                    let own = own.get_or_insert_with(Box::default);
                    $(own.$field = from.$field.clone();)+
                }
                (Some(own), None) => {
                    let from = $type::default();
                    $(own.$field = from.$field;)+
                }
            }
        }
    )+};
}

boxed! {
    copy_anchor_name: anchoring Anchoring { names }
    copy_anchor_scope: anchoring Anchoring { scope }
    copy_position_anchor: anchoring Anchoring { target }
    copy_position_area: anchoring Anchoring { area }
    copy_position_fallbacks: anchoring Anchoring { fallbacks }
    copy_shape_outside: shape_outside ShapeOutside { reference, shape }
    copy_shape_margin: shape_outside ShapeOutside { margin }
    copy_transform: transform Transform { list }
    copy_translate: transform Transform { translate }
    copy_rotate: transform Transform { rotate }
    copy_scale: transform Transform { scale }
    copy_transform_origin: transform Transform { origin }
    copy_transform_box: transform Transform { transform_box }
    copy_perspective_distance: perspective Perspective { distance }
    copy_perspective_origin: perspective Perspective { origin }
    copy_template_rows: grid GridStyle { template_rows }
    copy_template_columns: grid GridStyle { template_columns }
    copy_template_areas: grid GridStyle { template_areas }
    copy_auto_rows: grid GridStyle { auto_rows }
    copy_auto_columns: grid GridStyle { auto_columns }
    copy_auto_flow: grid GridStyle { flow_column, dense }
    copy_row_start: grid GridStyle { row_start }
    copy_row_end: grid GridStyle { row_end }
    copy_column_start: grid GridStyle { column_start }
    copy_column_end: grid GridStyle { column_end }
    copy_x: svg SvgStyle { x }
    copy_y: svg SvgStyle { y }
    copy_cx: svg SvgStyle { cx }
    copy_cy: svg SvgStyle { cy }
    copy_r: svg SvgStyle { r }
    copy_rx: svg SvgStyle { rx }
    copy_ry: svg SvgStyle { ry }
    copy_d: svg SvgStyle { d }
    copy_fill: svg SvgStyle { fill }
    copy_stroke: svg SvgStyle { stroke }
    copy_stroke_width: svg SvgStyle { stroke_width }
    copy_fill_rule: svg SvgStyle { fill_rule }
    copy_stroke_linecap: svg SvgStyle { stroke_linecap }
    copy_stroke_linejoin: svg SvgStyle { stroke_linejoin }
    copy_text_anchor: svg SvgStyle { text_anchor }
}

/// Takes one field of the grid over.
pub(super) fn grid_field(style: &mut ComputedStyle, property: PropertyId, from: GridStyle) {
    if style.grid.is_none() && from == GridStyle::default() {
        return;
    }
    let own = style.grid.get_or_insert_with(Box::default);
    match property {
        PropertyId::GridTemplateRows => own.template_rows = from.template_rows,
        PropertyId::GridTemplateColumns => own.template_columns = from.template_columns,
        PropertyId::GridTemplateAreas => own.template_areas = from.template_areas,
        PropertyId::GridAutoRows => own.auto_rows = from.auto_rows,
        PropertyId::GridAutoColumns => own.auto_columns = from.auto_columns,
        PropertyId::GridAutoFlow => (own.flow_column, own.dense) = (from.flow_column, from.dense),
        PropertyId::GridRowStart => own.row_start = from.row_start,
        PropertyId::GridRowEnd => own.row_end = from.row_end,
        PropertyId::GridColumnStart => own.column_start = from.column_start,
        PropertyId::GridColumnEnd => own.column_end = from.column_end,
        _ => {}
    }
}
