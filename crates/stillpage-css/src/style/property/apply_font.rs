//! Computing zoom and the properties of fonts, whose values depend on each other and on the parent.

use super::complex::Complex;
use super::compute::number;
use super::specified::complex;
use super::syntax::SpecifiedLength;
use super::unit::{FontOf, Units};
use super::{ComputeBasis, SpecifiedValue, font};
use crate::dom::{local_name, ns};
use crate::style::computed::{ComputedStyle, LengthPercentage, LineHeight};

/// Is the element in an outermost `svg`, which is zoomed as a whole?
fn is_in_svg(basis: &ComputeBasis<'_>) -> bool {
    let Some((dom, node)) = basis.element else { return false };
    let is_svg = |node| dom.element(node).is_some_and(|element| element.name.ns == ns!(svg));
    let around = dom.node(node).parent.filter(|_| is_svg(node));
    around.is_some_and(|around| {
        dom.element(around).is_some_and(|e| e.name.ns == ns!(svg) && e.name.local != local_name!("foreignObject"))
    })
}

/// Undoes the inherited zoom of what is in an `svg`.
pub(crate) fn leave_zoom_to_svg(style: &mut ComputedStyle, basis: &ComputeBasis<'_>) {
    if is_in_svg(basis) {
        set_zoom(style, 1.0);
    }
}

/// The factors multiply down the tree.
pub(super) fn zoom(style: &mut ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    if is_in_svg(basis) {
        return;
    }
    let factor = match number(style, value, basis) {
        // Chrome: zero means normal.
        Some(factor) if factor > 0.0 => factor,
        _ => 1.0,
    };
    set_zoom(style, (basis.parent.zoom * factor).clamp(1e-6, 1e6));
}

fn set_zoom(style: &mut ComputedStyle, zoom: f32) {
    // Sizes that were inherited before are in the parent's zoom.
    let change = zoom / style.zoom;
    style.zoom = zoom;
    style.font_size *= change;
    style.letter_spacing *= change;
    style.word_spacing *= change;
    if let LineHeight::Px(px) = style.line_height {
        style.line_height = LineHeight::Px(px * change);
    }
    if let LengthPercentage::Linear { px, .. } = &mut style.text_indent {
        *px *= change;
    }
    style.border_spacing = (style.border_spacing.0 * change, style.border_spacing.1 * change);
}

pub(super) fn font_family(style: &mut ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    if let Some(Complex::Families(families)) = complex(value) {
        style.font_family = basis.web_fonts.map_or_else(|| families.clone(), |fonts| fonts.resolve(families));
        adjust_monospace(style, basis, false);
    }
}

/// <https://drafts.csswg.org/css-fonts-4/#font-size-prop>
pub(super) fn font_size(style: &mut ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    let parent = basis.parent;
    let parent_size = parent.font_size * (style.zoom / parent.zoom);
    let quirks = basis.quirks == crate::dom::Quirks::Quirks;
    match value {
        SpecifiedValue::Keyword(keyword @ 1..=8) => {
            let size = font::keyword_size(*keyword, font::is_monospace(&style.font_family), quirks);
            style.font_size = size * style.zoom;
            (style.font_size_keyword, style.font_size_absolute) = (*keyword, false);
            return;
        }
        SpecifiedValue::Keyword(keyword) => {
            let factor = match *keyword {
                font::LARGER => 1.2,
                font::SMALLER => 1.0 / 1.2,
                _ => 1.0,
            };
            style.font_size = parent_size * factor;
            style.font_size_absolute = parent.font_size_absolute;
            style.font_size_keyword = if *keyword == font::MATH { parent.font_size_keyword } else { 0 };
        }
        SpecifiedValue::Length(size) => {
            let units = Units { basis, style, font_of: FontOf::Parent };
            let computed = size.compute_px(&units, parent_size).clamp(0.0, 10_000.0 * style.zoom);
            let relative = match size {
                SpecifiedLength::Percent(_) => true,
                SpecifiedLength::Relative(_, unit) => unit.is_of_font(),
                SpecifiedLength::Px(_) | SpecifiedLength::Math(_) => false,
            };
            style.font_size = computed;
            style.font_size_keyword = 0;
            style.font_size_absolute = parent.font_size_absolute || !relative;
        }
        _ => return,
    }
    adjust_monospace(style, basis, true);
}

/// Chrome: a size that is relative to a parent of the other kind of font is scaled between the two default sizes.
///
/// `sized`: `font-size` was declared on the element (as a relative size); else the size is inherited.
pub(super) fn adjust_monospace(style: &mut ComputedStyle, basis: &ComputeBasis<'_>, sized: bool) {
    let parent = basis.parent;
    if style.font_size_absolute {
        return;
    }
    let own = font::is_monospace(&style.font_family);
    if own == font::is_monospace(&parent.font_family) {
        return;
    }
    if !sized && style.font_size_keyword > 0 {
        let quirks = basis.quirks == crate::dom::Quirks::Quirks;
        style.font_size = font::keyword_size(style.font_size_keyword, own, quirks) * style.zoom;
        return;
    }
    let factor = 13.0 / 16.0;
    style.font_size *= if own { factor } else { 1.0 / factor };
}

/// <https://drafts.csswg.org/css-fonts-4/#relative-weights>
pub(super) fn font_weight(style: &ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) -> f32 {
    let parent = basis.parent.font_weight;
    match value {
        SpecifiedValue::Keyword(font::BOLDER) => match parent {
            w if w < 350.0 => 400.0,
            w if w < 550.0 => 700.0,
            w => w.max(900.0),
        },
        SpecifiedValue::Keyword(font::LIGHTER) => match parent {
            w if w < 100.0 => w,
            w if w < 550.0 => 100.0,
            w if w < 750.0 => 400.0,
            _ => 700.0,
        },
        other => number(style, other, basis).unwrap_or(400.0).clamp(1.0, 1000.0),
    }
}

pub(super) fn line_height(style: &mut ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    style.line_height = match value {
        SpecifiedValue::Number(number) => LineHeight::Number(*number),
        SpecifiedValue::Length(length) => {
            let units = Units { basis, style, font_of: FontOf::ElementInParentLine };
            LineHeight::Px(length.compute_px(&units, style.font_size).max(0.0))
        }
        _ => LineHeight::Normal,
    };
}
