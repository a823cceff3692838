//! The values of longhands that nothing sets: initial and inherited ones.

use super::{ComputeBasis, PropertyId, SpecifiedValue, apply_font, font, table};
use crate::style::computed::ComputedStyle;

/// Sets a longhand to its initial value.
pub(crate) fn set_initial(style: &mut ComputedStyle, property: PropertyId, basis: &ComputeBasis<'_>) {
    match property {
        PropertyId::Zoom => apply_font::zoom(style, &SpecifiedValue::Number(1.0), basis),
        PropertyId::FontSize => table::apply(style, property, &SpecifiedValue::Keyword(font::MEDIUM), basis),
        PropertyId::BorderTopWidth => style.border.top.width = MEDIUM_BORDER,
        PropertyId::BorderRightWidth => style.border.right.width = MEDIUM_BORDER,
        PropertyId::BorderBottomWidth => style.border.bottom.width = MEDIUM_BORDER,
        PropertyId::BorderLeftWidth => style.border.left.width = MEDIUM_BORDER,
        PropertyId::FontFamily => {
            table::copy(style, property, basis.initial);
            apply_font::adjust_monospace(style, basis, false);
        }
        _ => table::copy(style, property, basis.initial),
    }
}

/// `medium`, px. [`finish`] makes it 0 where the border has no style.
const MEDIUM_BORDER: f32 = 3.0;

/// Sets a longhand to the parent's computed value.
pub(crate) fn set_inherited(style: &mut ComputedStyle, property: PropertyId, basis: &ComputeBasis<'_>) {
    if property == PropertyId::Zoom {
        // Limit: the parent's own factor is not kept; `zoom: inherit` counts as 1.
        apply_font::zoom(style, &SpecifiedValue::Number(1.0), basis);
        return;
    }
    table::copy(style, property, basis.parent);
}

/// The style of a child before any declaration: inherited properties from the parent, the rest initial.
#[must_use]
pub(crate) fn inherit_from(parent: &ComputedStyle, initial: &ComputedStyle) -> ComputedStyle {
    let mut style = initial.clone();
    style.zoom = parent.zoom;
    table::copy_inherited(&mut style, parent);
    for side in [&mut style.border.top, &mut style.border.right, &mut style.border.bottom, &mut style.border.left] {
        side.width = MEDIUM_BORDER;
    }
    style.custom = parent.custom.clone();
    style
}
