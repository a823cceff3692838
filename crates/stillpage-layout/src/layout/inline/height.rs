//! Heights of what is on a line, above and below its baseline.

use crate::font::FontMetrics;
use crate::layout::unit::LayoutUnit;

/// The extent above and below the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Height {
    pub(super) ascent: LayoutUnit,
    pub(super) descent: LayoutUnit,
}

impl Height {
    /// Nothing: uniting with it changes nothing.
    pub(super) const EMPTY: Self = Self { ascent: LayoutUnit::MIN, descent: LayoutUnit::MIN };

    pub(super) fn is_empty(self) -> bool {
        self.ascent == LayoutUnit::MIN
    }

    /// Ascent and descent of a font, without leading.
    pub(super) fn of_font(metrics: &FontMetrics) -> Self {
        Self { ascent: LayoutUnit::from_f32(metrics.ascent), descent: LayoutUnit::from_f32(metrics.descent) }
    }

    /// A font's with half-leading on both sides. Chrome: the upper half is rounded down to a whole px.
    pub(super) fn with_leading(self, line_height: LayoutUnit) -> Self {
        let leading = line_height - self.sum();
        let above = LayoutUnit::from_raw(leading.raw().div_euclid(2)).floor();
        Self { ascent: self.ascent + above, descent: self.descent + leading - above }
    }

    /// Ascent plus descent.
    pub(super) fn sum(self) -> LayoutUnit {
        if self.is_empty() { LayoutUnit::ZERO } else { self.ascent + self.descent }
    }

    /// The middle's distance above the baseline; 0 if empty.
    pub(super) fn middle(self) -> LayoutUnit {
        if self.is_empty() { LayoutUnit::ZERO } else { (self.ascent - self.descent).half() }
    }

    pub(super) fn unite(&mut self, other: Self) {
        if !other.is_empty() {
            self.ascent = self.ascent.max(other.ascent);
            self.descent = self.descent.max(other.descent);
        }
    }

    /// Upside down.
    pub(super) fn flipped(self) -> Self {
        Self { ascent: self.descent, descent: self.ascent }
    }

    /// Moved down.
    pub(super) fn moved(self, by: LayoutUnit) -> Self {
        if self.is_empty() { self } else { Self { ascent: self.ascent - by, descent: self.descent + by } }
    }
}
