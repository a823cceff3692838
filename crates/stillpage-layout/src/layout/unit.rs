//! Fixed-point lengths: 1/64 px, as Chromium rounds every used length.

use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use crate::geometry::{Point, Rect, Sides, Size};

/// A length in 1/64 px. Arithmetic saturates.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayoutUnit(i32);

impl LayoutUnit {
    /// 0 px.
    pub const ZERO: Self = Self(0);
    /// 1/64 px.
    pub const EPSILON: Self = Self(1);
    /// The largest length, about 33.5 million px.
    pub const MAX: Self = Self(i32::MAX);
    /// The most negative length.
    pub(crate) const MIN: Self = Self(i32::MIN);

    /// Whole px.
    pub const fn px(px: i32) -> Self {
        Self(px.saturating_mul(64))
    }

    /// Truncates towards zero. Chrome: how a style's length or a resolved percentage becomes a used length.
    pub(crate) fn from_f32(px: f32) -> Self {
        Self(to_i32(px * 64.0))
    }

    /// Rounds up: shrink-to-fit widths of text.
    pub(crate) fn from_f32_ceil(px: f32) -> Self {
        let units = px * 64.0;
        let whole = to_i32(units);
        #[expect(clippy::cast_precision_loss, reason = "so large a number has no fraction")]
        let is_cut = (whole as f32) < units;
        Self(if is_cut { whole.saturating_add(1) } else { whole })
    }

    /// Rounds down.
    pub(crate) fn from_f32_floor(px: f32) -> Self {
        Self(to_i32((px * 64.0).floor()))
    }

    /// Rounds to nearest.
    pub(crate) fn from_f32_round(px: f32) -> Self {
        // Half a unit away from zero, which is exact in twice the precision.
        let units = f64::from(px * 64.0);
        #[expect(clippy::cast_possible_truncation, reason = "float to int casts saturate; NaN becomes 0")]
        let raw = (units + 0.5_f64.copysign(units)) as i32;
        Self(raw)
    }

    /// From a count of 1/64 px.
    pub(crate) const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// The count of 1/64 px.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// In px.
    #[expect(
        clippy::cast_precision_loss,
        reason = "exact up to 2^24 / 64 px; beyond that a page is not measured to 1/64 px"
    )]
    pub(crate) fn to_f32(self) -> f32 {
        self.0 as f32 / 64.0
    }

    /// The nearest whole px, halves up (as Chromium's `Round`).
    pub const fn round(self) -> Self {
        Self(self.0.saturating_add(32) & !63)
    }

    /// The next whole px downwards.
    pub const fn floor(self) -> Self {
        Self(self.0 & !63)
    }

    /// The next whole px upwards.
    pub(crate) const fn ceil(self) -> Self {
        Self(self.0.saturating_add(63) & !63)
    }

    /// Not below zero.
    pub(crate) const fn clamp_negative(self) -> Self {
        if self.0 < 0 { Self::ZERO } else { self }
    }

    /// Times a fraction, truncated towards zero.
    pub(crate) fn mul_f32(self, factor: f32) -> Self {
        Self::from_f32(self.to_f32() * factor)
    }

    /// Half, rounded towards zero.
    pub const fn half(self) -> Self {
        Self(self.0 / 2)
    }

    /// Times a count.
    pub const fn times(self, count: i32) -> Self {
        Self(self.0.saturating_mul(count))
    }

    /// Divided by a count (0 counts as 1), truncated.
    pub const fn over(self, count: i32) -> Self {
        Self(if count == 0 { self.0 } else { self.0.wrapping_div(count) })
    }
}

/// A length or none, in the room of a length: the most negative one, which no box has, stands for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MaybeUnit(LayoutUnit);

impl MaybeUnit {
    /// The length, if there is one.
    pub(crate) fn get(self) -> Option<LayoutUnit> {
        (self.0 != LayoutUnit::MIN).then_some(self.0)
    }
}

impl Default for MaybeUnit {
    fn default() -> Self {
        Self(LayoutUnit::MIN)
    }
}

impl From<Option<LayoutUnit>> for MaybeUnit {
    fn from(length: Option<LayoutUnit>) -> Self {
        Self(length.map_or(LayoutUnit::MIN, |length| length.max(LayoutUnit::MIN + LayoutUnit::EPSILON)))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "float to int casts saturate; NaN becomes 0")]
fn to_i32(value: f32) -> i32 {
    value as i32
}

impl std::fmt::Debug for LayoutUnit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.to_f32())
    }
}

impl Add for LayoutUnit {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for LayoutUnit {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for LayoutUnit {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl AddAssign for LayoutUnit {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for LayoutUnit {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl std::iter::Sum for LayoutUnit {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Add::add)
    }
}

/// A position or a displacement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Offset {
    /// To the right.
    pub x: LayoutUnit,
    /// Downwards.
    pub y: LayoutUnit,
}

impl Offset {
    /// No displacement.
    pub const ZERO: Self = Self { x: LayoutUnit::ZERO, y: LayoutUnit::ZERO };

    /// From its coordinates.
    pub const fn new(x: LayoutUnit, y: LayoutUnit) -> Self {
        Self { x, y }
    }

    /// In px.
    pub(crate) fn to_point(self) -> Point {
        Point::new(self.x.to_f32(), self.y.to_f32())
    }
}

impl Add for Offset {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Offset {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

/// A width and a height.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Horizontal.
    pub width: LayoutUnit,
    /// Vertical.
    pub height: LayoutUnit,
}

impl Extent {
    /// From its two lengths.
    pub const fn new(width: LayoutUnit, height: LayoutUnit) -> Self {
        Self { width, height }
    }

    /// From a size in px.
    pub(crate) fn from_size(size: Size) -> Self {
        Self::new(LayoutUnit::from_f32(size.width), LayoutUnit::from_f32(size.height))
    }

    /// True where it has no area.
    pub(crate) fn is_empty(self) -> bool {
        self.width <= LayoutUnit::ZERO || self.height <= LayoutUnit::ZERO
    }

    /// The part that edges leave of it.
    pub(crate) fn shrink(self, edges: &Edges) -> Self {
        Self::new((self.width - edges.width()).clamp_negative(), (self.height - edges.height()).clamp_negative())
    }

    /// In px.
    pub(crate) fn to_size(self) -> Size {
        Size::new(self.width.to_f32(), self.height.to_f32())
    }
}

/// A rectangle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct LayoutRect {
    /// Top left corner.
    pub origin: Offset,
    /// Width and height.
    pub size: Extent,
}

impl LayoutRect {
    /// From corner and size.
    pub(crate) const fn new(x: LayoutUnit, y: LayoutUnit, width: LayoutUnit, height: LayoutUnit) -> Self {
        Self { origin: Offset::new(x, y), size: Extent::new(width, height) }
    }

    /// Right edge.
    pub(crate) fn right(&self) -> LayoutUnit {
        self.origin.x + self.size.width
    }

    /// Bottom edge.
    pub(crate) fn bottom(&self) -> LayoutUnit {
        self.origin.y + self.size.height
    }

    /// Moved.
    pub(crate) fn translate(&self, by: Offset) -> Self {
        Self { origin: self.origin + by, size: self.size }
    }

    /// The smallest rectangle that holds both.
    pub(crate) fn union(&self, other: &Self) -> Self {
        let left = self.origin.x.min(other.origin.x);
        let top = self.origin.y.min(other.origin.y);
        let right = self.right().max(other.right());
        let bottom = self.bottom().max(other.bottom());
        Self::new(left, top, right - left, bottom - top)
    }

    /// Without `by` at each side; of no negative size.
    pub(crate) fn shrink(&self, by: &Edges) -> Self {
        Self::new(
            self.origin.x + by.left,
            self.origin.y + by.top,
            (self.size.width - by.width()).clamp_negative(),
            (self.size.height - by.height()).clamp_negative(),
        )
    }

    /// Returns the intersection of the two; without extent if they have nothing in common.
    pub(crate) fn intersect(&self, other: &Self) -> Self {
        let left = self.origin.x.max(other.origin.x);
        let top = self.origin.y.max(other.origin.y);
        let (right, bottom) = (self.right().min(other.right()), self.bottom().min(other.bottom()));
        Self::new(left, top, (right - left).clamp_negative(), (bottom - top).clamp_negative())
    }

    /// In px.
    pub(crate) fn to_rect(self) -> Rect {
        Rect::new(self.origin.x.to_f32(), self.origin.y.to_f32(), self.size.width.to_f32(), self.size.height.to_f32())
    }
}

/// A length for each side.
pub(crate) type Edges = Sides<LayoutUnit>;

#[cfg(test)]
mod tests {
    use super::{LayoutUnit, MaybeUnit};

    #[test]
    fn only_none_is_no_length() {
        let through = |length: Option<LayoutUnit>| MaybeUnit::from(length).get();
        assert_eq!((through(None), through(Some(LayoutUnit::px(-3)))), (None, Some(LayoutUnit::px(-3))));
        assert!(
            through(Some(LayoutUnit::MIN)).is_some_and(|least| least < LayoutUnit::px(-1_000_000)),
            "the least length"
        );
    }

    #[test]
    fn units_round_as_named() {
        assert_eq!(LayoutUnit::from_f32(1.999).raw(), 127, "towards zero");
        assert_eq!(LayoutUnit::from_f32(-1.999).raw(), -127, "towards zero");
        assert_eq!(LayoutUnit::from_f32_ceil(1.001).raw(), 65, "up");
        assert_eq!(LayoutUnit::from_f32_floor(-1.001).raw(), -65, "down");
        assert_eq!(LayoutUnit::from_f32(f32::NAN).raw(), 0, "NaN");
        assert_eq!(LayoutUnit::from_raw(-96).round(), LayoutUnit::px(-1), "halves up");
    }

    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "that is what is compared")]
    fn units_round_as_floats_do() {
        let halves = (-400..400_i16).map(|n| f32::from(n) / 256.0);
        let near = [0.007_812_499, 0.007_812_5, 131_071.99, 262_143.98, 33_554_430.0, 33_554_432.0, 1e9, f32::INFINITY];
        for px in halves.chain(near).flat_map(|px| [px, -px]) {
            assert_eq!(LayoutUnit::from_f32_ceil(px).raw(), (px * 64.0).ceil() as i32, "{px} up");
            assert_eq!(LayoutUnit::from_f32_round(px).raw(), (px * 64.0).round() as i32, "{px} to the nearest");
        }
    }
}
