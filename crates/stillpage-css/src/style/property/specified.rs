//! Reading specified values by their type.

use super::SpecifiedValue;
use super::complex::Complex;
use crate::style::computed::Keyword;

pub(super) fn keyword(value: &SpecifiedValue) -> Option<u8> {
    match value {
        SpecifiedValue::Keyword(keyword) => Some(*keyword),
        _ => None,
    }
}

/// A keyword of an enum; the first one for a value of another type.
pub(super) fn word<K: Keyword>(value: &SpecifiedValue) -> K {
    K::from_index(keyword(value).unwrap_or(0))
}

/// Returns `true` for the second keyword, as of properties that are a switch.
pub(super) fn is_second(value: &SpecifiedValue) -> bool {
    keyword(value) == Some(1)
}

pub(super) fn complex(value: &SpecifiedValue) -> Option<&Complex> {
    match value {
        SpecifiedValue::Complex(complex) => Some(complex),
        _ => None,
    }
}

pub(super) fn bits(value: &SpecifiedValue) -> u16 {
    match value {
        SpecifiedValue::Bits(bits) => *bits,
        _ => 0,
    }
}

pub(super) fn integer(value: &SpecifiedValue) -> Option<i32> {
    match value {
        SpecifiedValue::Integer(integer) => Some(*integer),
        _ => None,
    }
}
