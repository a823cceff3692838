//! Calls of locators in another language as those of JavaScript.

use super::value::Value;

/// The methods of stillpage's locators in Rust for options of `getByRole`.
pub(super) const RUST_OPTIONS: &[&str] =
    &["name", "checked", "disabled", "expanded", "pressed", "selected", "level", "includeHidden"];
/// The methods for options of `filter`.
pub(super) const RUST_FILTERS: &[(&str, &str)] = &[
    ("filterHasText", "hasText"),
    ("filterHasNotText", "hasNotText"),
    ("filterHas", "has"),
    ("filterHasNot", "hasNot"),
    ("filterVisible", "visible"),
];
/// A call of a chain.
pub(super) struct Call {
    pub(super) method: String,
    pub(super) arguments: Vec<Value>,
}

/// The calls as JavaScript has them.
pub(super) fn javascript(calls: Vec<Call>) -> Result<String, String> {
    let mut written: Vec<(String, Vec<Value>)> = Vec::new();
    for Call { method, mut arguments } in calls {
        if let Some((_, option)) = RUST_FILTERS.iter().find(|(name, _)| *name == method) {
            let value = arguments.pop().ok_or("it has no argument")?;
            if matches!(value, Value::Exact(_)) {
                return Err("JavaScript has no exact texts in filters".to_owned());
            }
            written.push(("filter".to_owned(), vec![Value::Options(vec![((*option).to_owned(), value)])]));
            continue;
        }
        if RUST_OPTIONS.contains(&&*method) {
            let value = arguments.pop().unwrap_or(Value::Boolean(true));
            let of = written.last_mut().ok_or("it has no role")?;
            let is_exact = matches!(value, Value::Exact(_));
            let mut options = vec![(method, value)];
            options.extend(is_exact.then(|| ("exact".to_owned(), Value::Boolean(true))));
            match of.1.last_mut() {
                Some(Value::Options(known)) => known.extend(options),
                _ => of.1.push(Value::Options(options)),
            }
            continue;
        }
        if matches!(arguments.first(), Some(Value::Exact(_))) && method != "getByTestId" {
            arguments.push(Value::Options(vec![("exact".to_owned(), Value::Boolean(true))]));
        }
        written.push((method, arguments));
    }
    let call = |(method, arguments): &(String, Vec<Value>)| {
        format!("{method}({})", arguments.iter().map(Value::javascript).collect::<Vec<_>>().join(", "))
    };
    Ok(written.iter().map(call).collect::<Vec<_>>().join("."))
}
