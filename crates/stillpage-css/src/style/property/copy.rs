//! Copies of the longhands that are not a field of their own: of `inherit` and `initial`.

use crate::style::computed::{ComputedStyle, Effects, LengthPercentage, LineHeight, PaintStyle};

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

pub(super) fn copy_font_family(style: &mut ComputedStyle, from: &ComputedStyle) {
    style.font_family = from.font_family.clone();
}

pub(super) fn copy_effects(style: &mut ComputedStyle, from: &ComputedStyle, bits: Effects) {
    style.effects = (style.effects - bits) | (from.effects & bits);
}

pub(super) fn copy_perspective(style: &mut ComputedStyle, from: &ComputedStyle) {
    copy_effects(style, from, Effects::PERSPECTIVE);
    copy_boxed(
        &mut style.perspective,
        from.perspective.as_deref(),
        |perspective| &mut perspective.distance,
        |perspective| perspective.distance,
    );
}

pub(super) fn copy_will_change(style: &mut ComputedStyle, from: &ComputedStyle) {
    copy_effects(style, from, Effects::WILL_STACK | Effects::WILL_CONTAIN_FIXED);
}

pub(super) fn copy_shape_outside(style: &mut ComputedStyle, from: &ComputedStyle) {
    copy_boxed(
        &mut style.shape_outside,
        from.shape_outside.as_deref(),
        |own| &mut own.reference,
        |from| from.reference,
    );
    copy_boxed(
        &mut style.shape_outside,
        from.shape_outside.as_deref(),
        |own| &mut own.shape,
        |from| from.shape.clone(),
    );
}

pub(super) fn copy_background<const BIT: u8>(style: &mut ComputedStyle, from: &ComputedStyle) {
    if BIT == 1 {
        style.background_color = from.background_color;
    } else {
        let image = |paint: &PaintStyle| paint.background_image.clone();
        copy_boxed(&mut style.paint, from.paint.as_deref(), |paint| &mut paint.background_image, image);
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

pub(super) fn copy_auto_flow(style: &mut ComputedStyle, from: &ComputedStyle) {
    copy_boxed(&mut style.grid, from.grid.as_deref(), |own| &mut own.flow_column, |from| from.flow_column);
    copy_boxed(&mut style.grid, from.grid.as_deref(), |own| &mut own.dense, |from| from.dense);
}

/// Copies a part of a boxed group, which is `None` when all of the group is initial.
pub(super) fn copy_boxed<G: Default, T>(
    own: &mut Option<Box<G>>,
    from: Option<&G>,
    part: impl Fn(&mut G) -> &mut T,
    value: impl Fn(&G) -> T,
) {
    match (own.as_deref_mut(), from) {
        (None, None) => {}
        (_, Some(from)) => *part(own.get_or_insert_with(Box::default)) = value(from),
        (Some(own), None) => *part(own) = value(&G::default()),
    }
}
