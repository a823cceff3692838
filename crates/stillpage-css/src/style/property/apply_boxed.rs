//! Setting what properties share: corners, flags, and the groups that few elements have, which a style keeps in boxes.

use super::complex::Complex;
use super::compute::{length, units};
use super::specified::{bits, complex, keyword};
use super::{ComputeBasis, SpecifiedValue};
use crate::style::computed::{ComputedStyle, Effects, LengthPercentage};

/// Sets a part of a boxed group, which is made once a part of it is not initial.
pub(super) fn set<G: Default, T: PartialEq>(group: &mut Option<Box<G>>, part: impl Fn(&mut G) -> &mut T, computed: T) {
    if let Some(own) = group {
        *part(own) = computed;
        return;
    }
    let mut initial = G::default();
    if *part(&mut initial) != computed {
        *part(&mut initial) = computed;
        *group = Some(Box::new(initial));
    }
}

pub(super) fn radius(style: &mut ComputedStyle, corner: usize, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    let Some(Complex::Pair(x, y)) = complex(value) else { return };
    let units = units(style, basis);
    let pair = (x.compute_non_negative(&units), y.compute_non_negative(&units));
    let zero = (LengthPercentage::ZERO, LengthPercentage::ZERO);
    if style.border_radius.is_some() || pair != zero {
        let all = || Box::new([zero.clone(), zero.clone(), zero.clone(), zero.clone()]);
        style.border_radius.get_or_insert_with(all)[corner] = pair;
    }
}

pub(super) fn effect(style: &mut ComputedStyle, bit: Effects, value: &SpecifiedValue) {
    style.effects.set(bit, keyword(value).is_some_and(|k| k > 0));
}

pub(super) fn will_change(style: &mut ComputedStyle, value: &SpecifiedValue) {
    let all = Effects::WILL_STACK | Effects::WILL_CONTAIN_FIXED;
    style.effects = (style.effects - all) | (Effects::from_bits_retain(bits(value)) & all);
}

pub(super) fn perspective(style: &mut ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    let distance = match value {
        SpecifiedValue::Length(_) => Some(length(style, value, basis).resolve(0.0)),
        _ => None,
    };
    style.effects.set(Effects::PERSPECTIVE, distance.is_some());
    set(&mut style.perspective, |perspective| &mut perspective.distance, distance);
}

pub(super) fn grid_auto_flow(style: &mut ComputedStyle, value: &SpecifiedValue) {
    let bits = keyword(value).unwrap_or(0);
    set(&mut style.grid, |grid| &mut grid.flow_column, bits & 1 != 0);
    set(&mut style.grid, |grid| &mut grid.dense, bits & 2 != 0);
}

pub(super) fn shape_outside(style: &mut ComputedStyle, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    let (reference, shape) = match complex(value) {
        Some(Complex::ShapeOutside(shape, reference)) => {
            let units = units(style, basis);
            (Some(*reference), shape.as_ref().map(|shape| shape.map(&|length| length.compute(&units))))
        }
        _ => (None, None),
    };
    set(&mut style.shape_outside, |own| &mut own.reference, reference);
    set(&mut style.shape_outside, |own| &mut own.shape, shape);
}
