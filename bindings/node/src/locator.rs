//! Locators: the steps that JavaScript wrote down, as the library's.

use serde_json::Value;
use stillpage::errors::{RefError, SelectorError};
use stillpage::refs::{Ref, RefTable};
use stillpage::{LocatedState, Locator, NodeId, Page, Role, TextPattern};

use crate::options::{flag, required, text};
use crate::{Failure, Named};

/// The locator of some steps.
pub(crate) fn read<'p>(page: &'p Page, steps: &Value) -> Result<Locator<'p>, Failure> {
    let mut locator: Option<Locator<'p>> = None;
    for step in steps.as_array().into_iter().flatten() {
        let step = step.as_object().ok_or_else(malformed)?;
        locator = Some(then(page, locator, step)?);
    }
    locator.ok_or_else(malformed)
}

fn malformed() -> Failure {
    Failure::argument("this is not a locator", "make one with page.getByRole() or page.locator()")
}

/// One more step. A page and a locator have the same methods to begin with.
fn then<'p>(page: &'p Page, before: Option<Locator<'p>>, step: &Named) -> Result<Locator<'p>, Failure> {
    macro_rules! begin {
        ($method:ident, $argument:expr) => {{
            let argument = $argument;
            match &before {
                Some(before) => before.$method(argument),
                None => page.$method(argument),
            }
        }};
    }
    let pattern = || pattern(step.get("text").unwrap_or(&Value::Null));
    let by = required(step, "by")?;
    Ok(match by {
        "role" => role(begin!(get_by_role, role_named(required(step, "role")?)?), step)?,
        "text" => begin!(get_by_text, pattern()?),
        "label" => begin!(get_by_label, pattern()?),
        "placeholder" => begin!(get_by_placeholder, pattern()?),
        "altText" => begin!(get_by_alt_text, pattern()?),
        "title" => begin!(get_by_title, pattern()?),
        "testId" => begin!(get_by_test_id, pattern()?),
        "selector" => begin!(locator, required(step, "selector")?),
        _ => {
            let before = before.ok_or_else(malformed)?;
            let other = || read(page, step.get("locator").unwrap_or(&Value::Null));
            match by {
                "hasText" => before.filter_has_text(pattern()?),
                "hasNotText" => before.filter_has_not_text(pattern()?),
                "has" => before.filter_has(&other()?),
                "hasNot" => before.filter_has_not(&other()?),
                "and" => before.and(&other()?),
                "or" => before.or(&other()?),
                "visible" => before.filter_visible(flag(step, "visible")),
                "nth" => {
                    before.nth(step.get("number").and_then(Value::as_i64).and_then(|n| n.try_into().ok()).unwrap_or(0))
                }
                _ => return Err(malformed()),
            }
        }
    })
}

fn role_named(name: &str) -> Result<Role, Failure> {
    Role::from_token(name)
        .ok_or_else(|| Failure::argument(&format!("{name:?} is not an ARIA role"), "use a role such as \"button\""))
}

fn role<'p>(mut locator: Locator<'p>, step: &Named) -> Result<Locator<'p>, Failure> {
    if let Some(name) = step.get("name") {
        locator = locator.name(pattern(name)?);
    }
    let state = |name: &str| step.get(name).and_then(Value::as_bool);
    if let Some(checked) = state("checked") {
        locator = locator.checked(checked);
    }
    if let Some(disabled) = state("disabled") {
        locator = locator.disabled(disabled);
    }
    if let Some(expanded) = state("expanded") {
        locator = locator.expanded(expanded);
    }
    if let Some(pressed) = state("pressed") {
        locator = locator.pressed(pressed);
    }
    if let Some(selected) = state("selected") {
        locator = locator.selected(selected);
    }
    if let Some(level) = step.get("level").and_then(Value::as_u64) {
        locator = locator.level(u32::try_from(level).unwrap_or(u32::MAX));
    }
    Ok(if flag(step, "includeHidden") { locator.include_hidden() } else { locator })
}

/// `{"text": "…"}`, `{"exact": "…"}` or `{"regex": "…", "flags": "…"}`.
fn pattern(value: &Value) -> Result<TextPattern, Failure> {
    let parts = value.as_object().ok_or_else(malformed)?;
    match (text(parts, "text"), text(parts, "exact"), text(parts, "regex")) {
        (Some(text), ..) => Ok(text.into()),
        (_, Some(text), _) => Ok(TextPattern::exact(text)),
        (.., Some(source)) => Ok(TextPattern::regex(source, text(parts, "flags").unwrap_or_default())),
        _ => Err(malformed()),
    }
}

/// The element that a target means: a ref, a selector or the steps of a locator. `refs` are made where it is a ref.
pub(crate) fn target<'r>(page: &Page, refs: impl FnOnce() -> &'r RefTable, target: &Value) -> Result<NodeId, Failure> {
    let Some(written) = target.as_str() else { return Ok(read(page, target)?.element()?.id()) };
    if let Ok(reference) = written.strip_prefix('@').unwrap_or(written).parse::<Ref>() {
        let refs = refs();
        return refs.element(reference).ok_or_else(|| {
            RefError::Unknown { target: reference.to_string(), known: refs.len(), nearest: Vec::new() }.into()
        });
    }
    let found = page.query_selector(written)?.map(stillpage::Element::id);
    found.ok_or_else(|| {
        SelectorError::NotFound {
            what: "matched by the selector".into(),
            hint: "compare it with the page's snapshot".into(),
        }
        .into()
    })
}

/// The state of an element as JSON.
pub(crate) fn state(state: &LocatedState) -> Value {
    serde_json::json!({
        "visible": state.visible,
        "inViewport": state.in_viewport,
        "enabled": state.enabled,
        "focused": state.focused,
        "checked": state.checked,
        "indeterminate": state.indeterminate,
        "value": state.value,
        "textContent": state.text_content,
    })
}
