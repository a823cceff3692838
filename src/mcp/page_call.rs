//! Calls of the tools that the page in front declares: its forms are filled in, and sent if they say so.

use serde_json::{Map, Value, json};
use stillpage_query::form_tools::FormTool;

use super::act::with_page;
use super::browser::Browser;
use super::page_tools::named;
use super::response::{Response, ToolError, bounded};
use crate::activation::ActiveDocument;
use crate::dom::form::{InputType, option_value};
use crate::dom::{NodeId, local_name};
use crate::extract::Schema;
use crate::safe_text::PageText;

/// Answers a call of a tool of the page in front; `None` if it has none of this name.
pub(super) fn call(
    browser: &mut Browser,
    name: &str,
    given: &Map<String, Value>,
    nonce: &str,
) -> Option<Result<Response, ToolError>> {
    let (_, tool) = named(browser).into_iter().find(|(own, _)| own == name)?;
    Some(run(browser, name, &tool, given, nonce))
}

fn run(
    browser: &mut Browser,
    name: &str,
    tool: &FormTool,
    given: &Map<String, Value>,
    nonce: &str,
) -> Result<Response, ToolError> {
    check(name, tool, given)?;
    let shown = browser.page()?;
    let document = &mut shown.document;
    let filled = given.iter().filter_map(|(field, value)| {
        let (_, controls) = tool.fields.iter().find(|(name, _)| name == field)?;
        Some((controls, value))
    });
    for (controls, value) in filled {
        fill(document, controls, value);
    }
    if tool.submits {
        document.submit_form(tool.form);
    }
    // That a script may have had a part in it is said of clicks.
    let mut said = browser.settle()?;
    if !tool.submits {
        said.push(
            "The form is filled in and not sent: it has no toolautosubmit. Click its button to send it.".to_owned(),
        );
    }
    let said = said.iter().map(|line| PageText::of(line).to_string()).collect::<Vec<_>>().join("\n");
    let result = format!("Called the page's tool {}.\n{}", PageText::quoted(&tool.name), bounded(&said, nonce));
    Ok(Response { result: Some(result), ..with_page(browser, Vec::new()) })
}

/// # Errors
/// Every place at which the arguments break the schema of the form.
fn check(name: &str, tool: &FormTool, given: &Map<String, Value>) -> Result<(), ToolError> {
    let mut schema = tool.input_schema.clone();
    // A field that the form does not have would be left out without a word.
    schema["additionalProperties"] = json!(false);
    for property in schema["properties"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        // Chromium: the format of a time is a regular expression.
        if let Some(format) = property["format"].as_str().filter(|format| format.starts_with('^')).map(str::to_owned) {
            property["pattern"] = format.into();
        }
    }
    let schema = Schema::parse(&schema.to_string())
        .map_err(|error| ToolError::thrown(format!("the schema of the page's form is not usable: {}", error.reason)))?;
    let wrong = schema.violations(&Value::Object(given.clone()));
    if wrong.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = wrong
        .iter()
        .map(|found| format!("✖ {}\n  → at {}", PageText::of(&found.message), PageText::of(&found.pointer)))
        .collect();
    Err(ToolError::new(format!("Invalid arguments for tool \"{name}\":\n{}", lines.join("\n"))))
}

/// Sets the controls of one property.
fn fill(document: &mut ActiveDocument, controls: &[NodeId], value: &Value) {
    let texts: Vec<String> = match value {
        Value::Array(values) => values.iter().map(text_of).collect(),
        value => vec![text_of(value)],
    };
    let Some(&first) = controls.first() else { return };
    let dom = document.page().dom();
    if dom.is_html(first, &local_name!("select")) {
        let has_value = |option: &NodeId| texts.iter().any(|text| *text == option_value(dom, *option));
        let mut chosen: Vec<NodeId> = dom.form().options(first).iter().copied().filter(has_value).collect();
        if dom.attr(first, &local_name!("multiple")).is_none() {
            chosen.truncate(1);
        }
        return document.assign_options(first, &chosen);
    }
    let kind = dom.element(first).and_then(InputType::of);
    if !kind.is_some_and(InputType::is_checkable) {
        return document.assign_text(first, texts.first().map(String::as_str).unwrap_or_default());
    }
    let checked: Vec<(NodeId, bool)> = controls
        .iter()
        .map(|&control| {
            let own = dom.attr(control, &local_name!("value")).unwrap_or("on");
            (control, value.as_bool().unwrap_or_else(|| texts.iter().any(|text| text == own)))
        })
        .collect();
    for (control, checked) in checked {
        // A radio button is unchecked by another one.
        if checked || kind == Some(InputType::Checkbox) {
            document.assign_checkedness(control, checked);
        }
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
