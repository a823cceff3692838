//! The attributes of a line: those of the element that browser-use shows, its live value, and properties of its accessible node.

use std::borrow::Cow;

use super::facts::Facts;
use super::interactive::text_of;
use crate::dom::NodeId;
use crate::dom::form::{self, InputType};

/// Attributes and properties that are shown, in the order in which repeated values are looked for; `checked` is there twice.
const SHOWN: [&str; 55] = [
    "title",
    "type",
    "checked",
    "id",
    "name",
    "role",
    "value",
    "placeholder",
    "data-date-format",
    "alt",
    "aria-label",
    "aria-expanded",
    "data-state",
    "aria-checked",
    "aria-valuemin",
    "aria-valuemax",
    "aria-valuenow",
    "aria-placeholder",
    "pattern",
    "min",
    "max",
    "minlength",
    "maxlength",
    "step",
    "accept",
    "multiple",
    "inputmode",
    "autocomplete",
    "aria-autocomplete",
    "list",
    "data-mask",
    "data-inputmask",
    "data-datepicker",
    "format",
    "expected_format",
    "contenteditable",
    "pseudo",
    "checked",
    "selected",
    "expanded",
    "pressed",
    "disabled",
    "invalid",
    "valuemin",
    "valuemax",
    "valuenow",
    "keyshortcuts",
    "haspopup",
    "multiselectable",
    "required",
    "valuetext",
    "level",
    "busy",
    "live",
    "ax_name",
];

/// Attributes that are shown though another has the same value.
const KEPT: [&str; 6] = ["format", "expected_format", "placeholder", "value", "aria-label", "title"];

/// Values in the order in which their names came.
#[derive(Default)]
struct Values<'a>(Vec<(Cow<'a, str>, String)>);

impl<'a> Values<'a> {
    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| &**value)
    }

    fn set(&mut self, name: impl Into<Cow<'a, str>>, value: impl Into<String>) {
        let name = name.into();
        match self.0.iter_mut().find(|(own, _)| *own == name) {
            Some(own) => own.1 = value.into(),
            None => self.0.push((name, value.into())),
        }
    }

    fn remove(&mut self, name: &str) {
        self.0.retain(|(own, _)| own != name);
    }
}

/// The attributes of an element, with spaces between them.
pub(super) fn text(facts: &Facts<'_>, node: NodeId) -> String {
    let written = written(facts, node);
    let mut values = Values::default();
    for (name, value) in &written.0 {
        let value = value.trim_matches(super::super::is_python_space);
        if SHOWN.contains(&&**name) && !value.is_empty() {
            values.set(name.clone(), value);
        }
    }
    let tag = facts.tag(node);
    let kind = written.get("type").unwrap_or_default().to_lowercase();
    if tag == "input" && !written.0.is_empty() {
        hint(&written, &kind, &mut values);
    }
    let is_password = tag == "input" && kind == "password";
    describe(facts, node, is_password, &mut values);
    if is_password {
        values.remove("value");
    }
    drop_repeated(&mut values);
    if values.get("type").is_some_and(|kind| kind.eq_ignore_ascii_case(&tag)) {
        values.remove("type");
    }
    if values.get("invalid").is_some_and(|value| value.eq_ignore_ascii_case("false")) {
        values.remove("invalid");
    }
    if values.get("required").is_some_and(|value| matches!(&*value.to_lowercase(), "false" | "0" | "no")) {
        values.remove("required");
    }
    if values.get("expanded").is_some() {
        values.remove("aria-expanded");
    }
    let all: Vec<String> = values.0.iter().map(|(name, value)| format!("{name}={}", short(value, 100))).collect();
    all.join(" ")
}

/// The attributes as written, with the live value of a field.
fn written<'a>(facts: &Facts<'a>, node: NodeId) -> Values<'a> {
    let dom = facts.tree.page.dom();
    let mut values = Values::default();
    let Some(element) = dom.element(node) else { return values };
    for attribute in element.attributes.iter().filter(|attribute| attribute.name.prefix.is_none()) {
        values.set(&*attribute.name.local, &*attribute.value);
    }
    let tag = facts.tag(node);
    if tag != "input" && tag != "textarea" {
        return values;
    }
    if !is_secret(&values) {
        let mut value = form::value(dom, node);
        if value.is_empty()
            && InputType::of(element).is_some_and(InputType::is_checkable)
            && values.get("value").is_none()
        {
            value = Cow::Borrowed("on");
        }
        values.set("value", value);
    }
    match dom.form().is_checked(node) {
        true => values.set("checked", "true"),
        false => values.remove("checked"),
    }
    values
}

/// True for a field with a value that is not looked at.
fn is_secret(values: &Values<'_>) -> bool {
    let kind = values.get("type").unwrap_or_default().to_lowercase();
    let purpose = values.get("autocomplete").unwrap_or_default().to_lowercase();
    matches!(&*kind, "password" | "file" | "hidden")
        || purpose.starts_with("cc-")
        || purpose.starts_with("one-time-code")
}

/// Adds what a field is to be filled with.
fn hint<'a>(written: &Values<'a>, kind: &str, values: &mut Values<'a>) {
    let format = match kind {
        "date" => "YYYY-MM-DD",
        "time" => "HH:MM",
        "datetime-local" => "YYYY-MM-DDTHH:MM",
        "month" => "YYYY-MM",
        "week" => "YYYY-W##",
        _ => "",
    };
    if !format.is_empty() {
        values.set("format", format);
    }
    if values.get("placeholder").is_some() {
        return;
    }
    match kind {
        "date" | "time" | "datetime-local" | "month" | "week" => values.set("placeholder", format),
        "tel" if values.get("pattern").is_none() => values.set("placeholder", "123-456-7890"),
        "text" | "" => {
            if let Some(format) = written.get("uib-datepicker-popup") {
                if !format.is_empty() {
                    values.set("expected_format", format);
                    values.set("format", format);
                }
                return;
            }
            let class = written.get("class").unwrap_or_default().to_lowercase();
            let is_picker = ["datepicker", "datetimepicker", "daterangepicker"].iter().any(|name| class.contains(name));
            if is_picker || written.get("data-datepicker").is_some() {
                let format =
                    written.get("data-date-format").filter(|format| !format.is_empty()).unwrap_or("mm/dd/yyyy");
                values.set("placeholder", format);
                values.set("format", format);
            }
        }
        _ => {}
    }
}

/// Adds the properties of the accessible node.
fn describe(facts: &Facts<'_>, node: NodeId, is_password: bool, values: &mut Values<'_>) {
    let Some(at) = facts.accessible(node) else { return };
    let is_field = matches!(&*facts.tag(node), "input" | "textarea" | "select");
    for (name, value) in facts.tree.properties(at).filter(|(name, _)| SHOWN.contains(name)) {
        if is_password && matches!(name, "value" | "valuetext") {
            continue;
        }
        let text = text_of(value);
        if text.is_empty() {
            continue;
        }
        if name == "valuetext" && is_field {
            values.set("value", &*text);
        }
        values.set(name, text);
    }
}

/// Drops what has the value of another attribute.
fn drop_repeated(values: &mut Values<'_>) {
    let mut seen: Vec<String> = Vec::new();
    let mut repeated = Vec::new();
    for name in SHOWN {
        let Some(value) = values.get(name).filter(|value| value.chars().nth(5).is_some()) else { continue };
        if seen.iter().any(|other| other == value) && !KEPT.contains(&name) {
            repeated.push(name);
        } else {
            seen.push(value.to_owned());
        }
    }
    for name in repeated {
        values.remove(name);
    }
}

/// The beginning of a text, with dots if it is longer.
pub(super) fn short(text: &str, length: usize) -> Cow<'_, str> {
    match text.char_indices().nth(length) {
        Some((end, _)) => Cow::Owned(format!("{}...", text.get(..end).unwrap_or(text))),
        None => Cow::Borrowed(text),
    }
}
