//! Values as declared and as computed: `calc()` trees and custom properties.

use std::collections::BTreeMap;
use std::sync::Arc;

/// A math function whose percentages wait for layout; leaves are `px + percent * basis`.
#[derive(Debug, Clone, PartialEq)]
pub enum Calc {
    /// `px + percent * basis`
    Linear {
        /// px.
        px: f32,
        /// Fraction of the basis.
        percent: f32,
    },
    /// Sum.
    Sum(Vec<Self>),
    /// Product with a number.
    Product(f32, Box<Self>),
    /// `min()`
    Min(Vec<Self>),
    /// `max()`
    Max(Vec<Self>),
    /// `clamp()`
    Clamp(Box<Self>, Box<Self>, Box<Self>),
}

impl Calc {
    /// The used length against `basis` px.
    #[must_use]
    pub fn resolve(&self, basis: f32) -> f32 {
        match self {
            Self::Linear { px, percent } => px + percent * basis,
            Self::Sum(terms) => terms.iter().map(|t| t.resolve(basis)).sum(),
            Self::Product(factor, term) => factor * term.resolve(basis),
            Self::Min(terms) => terms.iter().map(|t| t.resolve(basis)).fold(f32::INFINITY, f32::min),
            Self::Max(terms) => terms.iter().map(|t| t.resolve(basis)).fold(f32::NEG_INFINITY, f32::max),
            Self::Clamp(low, value, high) => value.resolve(basis).min(high.resolve(basis)).max(low.resolve(basis)),
        }
    }
}

/// The custom properties of an element: name (without the dashes) to token text, inherited by sharing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CustomProperties {
    /// `None` if no custom property is set.
    pub values: Option<Arc<BTreeMap<Box<str>, Arc<str>>>>,
}
