//! The limits and steps of an `input`, and whether its value keeps them.

use super::value::{InputType, input_value, number, step};

use super::super::{ElementData, LocalName, local_name};

/// The numeric limits of an `input`.
pub(super) struct Range {
    kind: InputType,
    pub(super) value: Option<f64>,
    min: Option<f64>,
    max: Option<f64>,
    pub(super) is_limited: bool,
}

impl Range {
    /// `None` if limits do not apply.
    pub(super) fn of(element: &ElementData) -> Option<Self> {
        let kind = InputType::of(element).filter(|kind| kind.is_steppable())?;
        let limit = |name: LocalName| element.attr(&name).and_then(|value| number(kind, value));
        let (min, max) = (limit(local_name!("min")), limit(local_name!("max")));
        let value = number(kind, &input_value(element, kind));
        let is_limited = kind == InputType::Range || min.is_some() || max.is_some();
        Some(Self { kind, value, min, max, is_limited })
    }

    pub(super) fn is_inside(&self) -> bool {
        let Some(value) = self.value else { return true };
        if self.kind == InputType::Range {
            return true;
        }
        let (above, below) = (self.min.is_none_or(|min| value >= min), self.max.is_none_or(|max| value <= max));
        match (self.kind, self.min, self.max) {
            // Times may run over midnight.
            (InputType::Time, Some(min), Some(max)) if max < min => above || below,
            _ => above && below,
        }
    }

    /// <https://html.spec.whatwg.org/#suffering-from-a-step-mismatch>
    pub(super) fn is_step_mismatch(&self, element: &ElementData) -> bool {
        let (Some(value), Some(step)) = (self.value, step(element, self.kind)) else { return false };
        // The step base is `min`, else the value itself, which is then on a step.
        let Some(min) = self.min.filter(|_| self.kind != InputType::Range) else { return false };
        let steps = (value - min) / step;
        (steps - steps.round()).abs() > 1e-9 * steps.abs().max(1.0)
    }
}
