//! The values of controls: what is in a field, which option is chosen, how far a range is.

use super::Value;
use super::property::Properties;
use super::role::filled;
use crate::dom::form::{self, InputType};

impl Properties<'_> {
    pub(super) fn is_range(&self) -> bool {
        match self.role() {
            "meter" | "progressbar" | "scrollbar" | "slider" | "spinbutton" => true,
            "separator" => self.judge.is_focusable(self.node),
            _ => false,
        }
    }

    /// The value of the node; `None` if it has none.
    pub(super) fn value(&self) -> Option<Value> {
        let dom = self.dom();
        let text = |text: String| (!text.is_empty()).then_some(Value::Text("string", text));
        if self.is("select") {
            let selected = dom.form().selected_options(self.node).next();
            return selected.and_then(|option| {
                let label = super::name::collapsed(&form::option_label(dom, option));
                text(match self.style() {
                    Some(style) => crate::layout::transformed(dom, self.node, style, &label).to_string(),
                    None => label,
                })
            });
        }
        match self.kind() {
            Some(InputType::File) => return text("No file chosen".to_owned()),
            Some(
                InputType::Color
                | InputType::Date
                | InputType::Time
                | InputType::Month
                | InputType::Week
                | InputType::DatetimeLocal,
            ) => return text(form::value(dom, self.node).into_owned()),
            Some(InputType::Password) => return text("\u{2022}".repeat(form::value(dom, self.node).chars().count())),
            Some(kind) if kind.is_text() && !self.is_range() => return text(form::value(dom, self.node).into_owned()),
            _ => {}
        }
        if self.is("textarea") {
            return text(form::value(dom, self.node).into_owned());
        }
        if self.is_range() {
            return self.range_value().map(|value| Value::Number(single(value)));
        }
        if matches!(self.role(), "textbox" | "searchbox" | "combobox") && dom.is_editing_host(self.node) {
            return text(super::name::collapsed(&dom.text_content(self.node)));
        }
        None
    }

    fn range_value(&self) -> Option<f64> {
        let (dom, element) = (self.dom(), self.element());
        if self.is("input") {
            return form::value(dom, self.node).trim().parse().ok();
        }
        if self.is("progress") {
            // Chrome: the attribute wins, whatever it says.
            if let Some(now) = filled(element, "aria-valuenow") {
                return Some(now.parse().unwrap_or(0.0));
            }
            return filled(element, "value").and_then(|v| v.parse().ok());
        }
        if self.is("meter") {
            return Some(filled(element, "value").and_then(|v| v.parse().ok()).unwrap_or(0.0));
        }
        let written = filled(element, "aria-valuenow").and_then(|value| value.parse().ok());
        let (least, greatest) = self.range_limits();
        written
            .or_else(|| matches!(self.role(), "scrollbar" | "separator" | "slider").then_some((least + greatest) / 2.0))
    }

    pub(super) fn range_limits(&self) -> (f64, f64) {
        let element = self.element();
        let number = |name: &str| filled(element, name).and_then(|value| value.parse::<f64>().ok());
        if self.is("progress") {
            return (0.0, number("max").filter(|max| *max > 0.0).unwrap_or(1.0));
        }
        if self.is("meter") {
            return (number("min").unwrap_or(0.0), number("max").unwrap_or(1.0));
        }
        if self.kind() == Some(InputType::Range) {
            return (number("min").unwrap_or(0.0), number("max").unwrap_or(100.0));
        }
        let most = if self.role() == "spinbutton" { 0.0 } else { 100.0 };
        let least = number("aria-valuemin").or_else(|| number("min").filter(|_| self.is("input")));
        let greatest = number("aria-valuemax").or_else(|| number("max").filter(|_| self.is("input")));
        (least.unwrap_or(0.0), greatest.unwrap_or(most))
    }
}

/// A number as Chromium keeps it: in single precision.
#[expect(clippy::cast_possible_truncation, reason = "the precision that is wanted")]
fn single(value: f64) -> f64 {
    f64::from(value as f32)
}
