//! Metrics of a face at a size.

/// The metrics of a face at a size, CSS px.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FontMetrics {
    /// Above the baseline; a whole number.
    pub ascent: f32,
    /// Below the baseline; a whole number.
    pub descent: f32,
    /// Between lines; a whole number.
    pub line_gap: f32,
    /// The line height of `line-height: normal`: the sum of the three.
    pub line_spacing: f32,
    /// The em box above the baseline: the typographic ascent, scaled so that it and the descent are one em.
    pub em_ascent: f32,
    /// `ex`
    pub x_height: f32,
    /// `cap`
    pub cap_height: f32,
    /// `ch`: the advance of 0.
    pub zero_advance: f32,
    /// `ic`: the advance of 水 (one em where the face lacks it).
    pub ideographic_advance: f32,
}
