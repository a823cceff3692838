//! Locators as JavaScript writes them.

use crate::search::playwright::steps::Step;
use crate::search::playwright::{RoleOptions, TextRule};

/// A text as a JSON string.
pub(super) fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A text as a string of CSS.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A text as JavaScript quotes it. Playwright: as JSON does, but between single quotes.
pub fn js(text: &str) -> String {
    let json = json(text);
    let inner = json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
    format!("'{}'", inner.replace("\\\"", "\"").replace('\'', "\\'"))
}

/// The calls of a chain of steps.
pub(super) fn print(steps: &[Step]) -> String {
    steps.iter().map(call).collect::<Vec<_>>().join(".")
}

fn call(step: &Step) -> String {
    match step {
        Step::Role(role, options) => format!("getByRole({}{})", js(role.name()), role_options(options)),
        Step::Text(rule) => by_text("getByText", rule),
        Step::Label(rule) => by_text("getByLabel", rule),
        Step::Attribute(_, name, rule) => match *name {
            "placeholder" => by_text("getByPlaceholder", rule),
            "alt" => by_text("getByAltText", rule),
            "title" => by_text("getByTitle", rule),
            name => format!("locator({})", js(&format!("[{name}]"))),
        },
        Step::TestId(rule) => format!("getByTestId({})", pattern(rule)),
        Step::Css(selector) => format!("locator({})", js(selector)),
        Step::HasText(rule, true) => format!("filter({{ hasText: {} }})", pattern(rule)),
        Step::HasText(rule, false) => format!("filter({{ hasNotText: {} }})", pattern(rule)),
        Step::Has(inner, true) => format!("filter({{ has: {} }})", print(inner)),
        Step::Has(inner, false) => format!("filter({{ hasNot: {} }})", print(inner)),
        Step::Visible(true) => "visible()".to_owned(),
        Step::Visible(false) => "filter({ visible: false })".to_owned(),
        Step::Nth(0) => "first()".to_owned(),
        Step::Nth(-1) => "last()".to_owned(),
        Step::Nth(number) => format!("nth({number})"),
        Step::ContentFrame => "contentFrame()".to_owned(),
        Step::And(other) => format!("and({})", print(other)),
        Step::Or(other) => format!("or({})", print(other)),
    }
}

fn by_text(method: &str, rule: &TextRule) -> String {
    let exact = if matches!(rule, TextRule::Exact(_)) { ", { exact: true }" } else { "" };
    format!("{method}({}{exact})", pattern(rule))
}

fn pattern(rule: &TextRule) -> String {
    match rule {
        TextRule::Part(text) | TextRule::Exact(text) => js(text),
        TextRule::Regex(source, flags) => format!("/{source}/{flags}"),
    }
}

fn role_options(options: &RoleOptions) -> String {
    let mut written = Vec::new();
    let mut exact = false;
    for (option, rule) in [("name", &options.name), ("description", &options.description)] {
        if let Some(rule) = rule {
            exact |= matches!(rule, TextRule::Exact(_));
            written.push(format!("{option}: {}", pattern(rule)));
        }
    }
    if exact {
        written.push("exact: true".to_owned());
    }
    let hidden = options.include_hidden.then_some(("includeHidden", true));
    written.extend(options.states().chain(hidden).map(|(state, value)| format!("{state}: {value}")));
    written.extend(options.level.map(|level| format!("level: {level}")));
    match written.is_empty() {
        true => String::new(),
        false => format!(", {{ {} }}", written.join(", ")),
    }
}
