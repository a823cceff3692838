//! The arguments of calls, as JavaScript has them.

/// A value whose text is known without running the source.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Text(String),
    /// All of a text: stillpage's `TextPattern::exact`.
    Exact(String),
    Regex(String, String),
    Number(String),
    Boolean(bool),
    Options(Vec<(String, Self)>),
    /// The calls of a locator.
    Chain(String),
}

impl Value {
    pub(super) fn javascript(&self) -> String {
        match self {
            Self::Text(text) | Self::Exact(text) => serde_json::Value::from(text.as_str()).to_string(),
            Self::Regex(source, flags) => format!("/{}/{flags}", without_slashes(source)),
            Self::Number(number) => number.clone(),
            Self::Boolean(value) => value.to_string(),
            Self::Options(options) => {
                let each = options.iter().map(|(name, value)| format!("{}: {}", camel_case(name), value.javascript()));
                format!("{{ {} }}", each.collect::<Vec<_>>().join(", "))
            }
            Self::Chain(calls) => calls.clone(),
        }
    }
}

/// A regular expression that a slash does not end.
fn without_slashes(source: &str) -> String {
    let (mut out, mut is_escaped, mut in_class) = (String::new(), false, false);
    for c in source.chars() {
        if c == '/' && !is_escaped && !in_class {
            out.push('\\');
        }
        match c {
            '[' if !is_escaped => in_class = true,
            ']' if !is_escaped => in_class = false,
            _ => {}
        }
        is_escaped = c == '\\' && !is_escaped;
        out.push(c);
    }
    out
}

/// `getByRole` for `get_by_role`, and `and` for Python's `and_`.
pub(super) fn camel_case(name: &str) -> String {
    crate::tool::surface::camel_case(&name.trim_end_matches('_').replace('_', "-"))
}
