//! Values as computed: `calc()` trees whose percentages wait for layout, and custom properties.

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
    /// A function of one to three arguments.
    Function(MathFunction, Vec<Self>),
}

/// The functions of <https://drafts.csswg.org/css-values-4/#math> that are not linear; angles are radians.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the CSS functions")]
pub enum MathFunction {
    /// A product of two terms that both depend on the basis.
    Multiply,
    /// A quotient.
    Divide,
    Hypot,
    RoundNearest,
    RoundUp,
    RoundDown,
    RoundToZero,
    Mod,
    Rem,
    Abs,
    Sign,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Pow,
    Sqrt,
    Log,
    Exp,
    Progress,
}

impl MathFunction {
    /// The function's value; missing arguments count as NaN, which ends as 0.
    #[must_use]
    pub fn evaluate(self, arguments: &[f64]) -> f64 {
        let argument = |index: usize| arguments.get(index).copied().unwrap_or(f64::NAN);
        let (a, b) = (argument(0), argument(1));
        match self {
            Self::Multiply => a * b,
            Self::Divide => a / b,
            Self::Hypot => arguments.iter().map(|x| x * x).sum::<f64>().sqrt(),
            Self::RoundNearest | Self::RoundUp | Self::RoundDown | Self::RoundToZero => self.round(a, b),
            Self::Mod => {
                if b.is_infinite() {
                    return if a.is_sign_negative() == b.is_sign_negative() { a } else { f64::NAN };
                }
                a - b * (a / b).floor()
            }
            Self::Rem => {
                if b.is_infinite() {
                    a
                } else {
                    a % b
                }
            }
            Self::Abs => a.abs(),
            Self::Sign => {
                if a == 0.0 || a.is_nan() {
                    a
                } else {
                    a.signum()
                }
            }
            Self::Sin => libm::sin(a),
            Self::Cos => libm::cos(a),
            Self::Tan => libm::tan(a),
            Self::Asin => libm::asin(a),
            Self::Acos => libm::acos(a),
            Self::Atan => libm::atan(a),
            Self::Atan2 => libm::atan2(a, b),
            Self::Pow => libm::pow(a, b),
            Self::Sqrt => a.sqrt(),
            Self::Log if arguments.len() > 1 => libm::log(a) / libm::log(b),
            Self::Log => libm::log(a),
            Self::Exp => libm::exp(a),
            Self::Progress => ((a - b) / (argument(2) - b)).clamp(0.0, 1.0),
        }
    }

    /// <https://drafts.csswg.org/css-values-4/#funcdef-round>
    fn round(self, a: f64, step: f64) -> f64 {
        if step == 0.0 || a.is_nan() || step.is_nan() || (a.is_infinite() && step.is_infinite()) {
            return f64::NAN;
        }
        if a.is_infinite() {
            return a;
        }
        if step.is_infinite() {
            return match self {
                Self::RoundUp if a > 0.0 => f64::INFINITY,
                Self::RoundDown if a < 0.0 => f64::NEG_INFINITY,
                _ => 0.0,
            };
        }
        let quotient = a / step.abs();
        let steps = match self {
            Self::RoundUp => quotient.ceil(),
            Self::RoundDown => quotient.floor(),
            Self::RoundToZero => quotient.trunc(),
            _ => (quotient + 0.5).floor(),
        };
        steps * step.abs()
    }
}

impl Calc {
    /// A plain length.
    #[must_use]
    pub const fn px(px: f32) -> Self {
        Self::Linear { px, percent: 0.0 }
    }

    /// The used length against `basis` px.
    #[must_use]
    pub fn resolve(&self, basis: f32) -> f32 {
        let used = self.evaluate(basis);
        // Limit: lengths end at what 1/64 px fit into 32 bits.
        if used.is_nan() { 0.0 } else { used.clamp(-33_554_428.0, 33_554_428.0) }
    }

    fn evaluate(&self, basis: f32) -> f32 {
        match self {
            Self::Linear { px, percent } => px + percent * basis,
            Self::Sum(terms) => terms.iter().map(|t| t.evaluate(basis)).sum(),
            Self::Product(factor, term) => factor * term.evaluate(basis),
            Self::Min(terms) => terms.iter().map(|t| t.evaluate(basis)).fold(f32::INFINITY, f32::min),
            Self::Max(terms) => terms.iter().map(|t| t.evaluate(basis)).fold(f32::NEG_INFINITY, f32::max),
            Self::Clamp(low, value, high) => value.evaluate(basis).min(high.evaluate(basis)).max(low.evaluate(basis)),
            Self::Function(function, arguments) => {
                let arguments: smallvec::SmallVec<[f64; 4]> =
                    arguments.iter().map(|a| f64::from(a.evaluate(basis))).collect();
                narrow(function.evaluate(&arguments))
            }
        }
    }
}

/// The nearest `f32`.
#[expect(clippy::cast_possible_truncation, reason = "rounding to the nearest single is what computed values do")]
pub fn narrow(value: f64) -> f32 {
    value as f32
}

pub use super::variable::CustomProperties;
