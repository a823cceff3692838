//! The anchors that insets and sizes name, beside what they fall back to, which the property itself is set to.

use super::complex::{Complex, SpecifiedAnchor};
use super::compute::units;
use super::specified::complex;
use super::{ComputeBasis, PropertyId, SpecifiedValue};
use crate::style::computed::{AnchorInset, Anchoring, ComputedStyle};

fn inset_slot(property: PropertyId) -> Option<usize> {
    use PropertyId as P;
    [P::Top, P::Right, P::Bottom, P::Left].into_iter().position(|p| p == property)
}

fn size_slot(property: PropertyId) -> Option<usize> {
    use PropertyId as P;
    [P::Width, P::Height, P::MinWidth, P::MinHeight, P::MaxWidth, P::MaxHeight].into_iter().position(|p| p == property)
}

/// Sets or clears the anchor of a property.
pub(super) fn apply(style: &mut ComputedStyle, property: PropertyId, value: &SpecifiedValue, basis: &ComputeBasis<'_>) {
    let specified = match complex(value) {
        Some(Complex::Anchor(anchor)) => Some(anchor),
        _ if style.anchoring.is_none() => return,
        _ => None,
    };
    if let Some(slot) = inset_slot(property) {
        let inset = match specified {
            Some(SpecifiedAnchor::Inset(inset, _)) => {
                let units = units(style, basis);
                Some(AnchorInset {
                    name: inset.name.clone(),
                    side: inset.side,
                    plus: inset.plus.as_ref().map(|(factor, length)| (*factor, length.compute(&units))),
                })
            }
            _ => None,
        };
        let own: &mut Anchoring = style.anchoring.get_or_insert_with(Box::default);
        own.insets[slot] = inset;
    } else if let Some(slot) = size_slot(property) {
        let own: &mut Anchoring = style.anchoring.get_or_insert_with(Box::default);
        own.sizes[slot] = match specified {
            Some(SpecifiedAnchor::Size(size, _)) => Some(size.clone()),
            _ => None,
        };
    }
}
