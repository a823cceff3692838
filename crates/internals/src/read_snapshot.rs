//! Reads a snapshot back, as text and from its JSON: both stand for the same lines.

use serde_json::Value;

/// A line of a snapshot: depth, role (or `text`), name, states and ref, text.
#[derive(Debug, PartialEq)]
pub(crate) struct SnapshotLine {
    depth: usize,
    role: String,
    name: String,
    reference: Option<String>,
    text: Option<String>,
}

/// Reads a snapshot's YAML; the error is the first invalid line.
///
/// # Errors
/// The first line that does not read as one.
pub(crate) fn read_snapshot(text: &str) -> Result<Vec<SnapshotLine>, String> {
    let mut lines: Vec<SnapshotLine> = Vec::new();
    let mut open = 0;
    for raw in text.split('\n').filter(|raw| !raw.is_empty()) {
        let bad = || raw.to_owned();
        let rest = raw.trim_start_matches(' ');
        let indent = raw.len() - rest.len();
        let (depth, rest) = (indent / 2, rest.strip_prefix("- ").ok_or_else(bad)?);
        if indent % 2 != 0 || depth > open {
            return Err(bad());
        }
        open = depth;
        if let Some(value) = ["/url: ", "/placeholder: "].iter().find_map(|key| rest.strip_prefix(key)) {
            read_value(value).ok_or_else(bad)?;
            continue;
        }
        if let Some(value) = rest.strip_prefix("text: ") {
            let text = Some(read_value(value).ok_or_else(bad)?);
            lines.push(SnapshotLine { depth, role: "text".to_owned(), name: String::new(), reference: None, text });
            continue;
        }
        let (key, after) = match rest.strip_prefix('\'') {
            Some(quoted) => read_quoted_key(quoted).ok_or_else(bad)?,
            None => (rest.to_owned(), None),
        };
        let (mut line, left) = read_key(&key).ok_or_else(bad)?;
        line.depth = depth;
        let after = after.unwrap_or(left);
        match after.as_str() {
            "" => {}
            ":" => open = depth + 1,
            _ => line.text = Some(after.strip_prefix(": ").and_then(read_value).ok_or_else(bad)?),
        }
        lines.push(line);
    }
    Ok(lines)
}

/// The contents of a key in single quotes, and what follows it.
fn read_quoted_key(text: &str) -> Option<(String, Option<String>)> {
    let (mut key, mut chars) = (String::new(), text.chars());
    loop {
        match chars.next()? {
            '\'' if chars.as_str().starts_with('\'') => {
                chars.next();
                key.push('\'');
            }
            '\'' => return Some((key, Some(chars.as_str().to_owned()))),
            c => key.push(c),
        }
    }
}

/// Role, name, states and ref, and what follows them.
fn read_key(key: &str) -> Option<(SnapshotLine, String)> {
    let end = key.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(key.len());
    let (role, mut rest) = key.split_at_checked(end).filter(|(role, _)| !role.is_empty())?;
    let mut line = SnapshotLine { depth: 0, role: role.to_owned(), name: String::new(), reference: None, text: None };
    if let Some(quoted) = rest.strip_prefix(" \"") {
        let mut escaped = false;
        let end = quoted.char_indices().find(|&(_, c)| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let (inside, after) = quoted.split_at_checked(end?.0)?;
        line.name = serde_json::from_str(&format!("\"{inside}\"")).ok()?;
        rest = after.strip_prefix('"')?;
    }
    while let Some(state) = rest.strip_prefix(" [") {
        let (state, after) = state.split_once(']')?;
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '=' | ',');
        if state.is_empty() || !state.chars().all(plain) {
            return None;
        }
        if let Some(reference) = state.strip_prefix("ref=") {
            line.reference = Some(reference.to_owned());
        }
        rest = after;
    }
    Some((line, rest.to_owned()))
}

/// A value, in double quotes or plain.
fn read_value(text: &str) -> Option<String> {
    let Some(quoted) = text.strip_prefix('"') else {
        return (!text.is_empty() && !text.contains(": ") && !text.ends_with(':')).then(|| text.to_owned());
    };
    let (mut out, mut chars) = (String::new(), quoted.chars());
    loop {
        match chars.next()? {
            '"' => return chars.as_str().is_empty().then_some(out),
            '\\' => out.push(match chars.next()? {
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'x' => {
                    let digits: String = chars.by_ref().take(2).collect();
                    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
                }
                c @ ('"' | '\\') => c,
                _ => return None,
            }),
            c => out.push(c),
        }
    }
}

/// The lines that the JSON of a snapshot stands for.
pub(super) fn listed(json: &Value) -> Vec<SnapshotLine> {
    let mut lines = Vec::new();
    let children = |value: &Value| value.as_array().cloned().unwrap_or_default().into_iter().rev();
    let mut open: Vec<(usize, Value)> = children(json).map(|child| (0, child)).collect();
    let text_line = |depth, text| SnapshotLine {
        depth,
        role: "text".to_owned(),
        name: String::new(),
        reference: None,
        text: Some(text),
    };
    while let Some((depth, node)) = open.pop() {
        if let Some(text) = node.as_str() {
            lines.push(text_line(depth, text.to_owned()));
            continue;
        }
        let string = |key: &str| node.get(key).and_then(Value::as_str).map(str::to_owned);
        let name = string("name").unwrap_or_default();
        // Playwright: longer names are left out of the text.
        let name = if name.encode_utf16().count() > 900 { String::new() } else { name };
        let role = string("role").unwrap_or_default();
        let (is_text, has_properties) =
            (role == "text", node.get("url").is_some() || node.get("placeholder").is_some());
        let text = string("text");
        let (text, below) = if has_properties && !is_text { (None, text) } else { (text, None) };
        lines.push(SnapshotLine { depth, role, name, reference: string("ref"), text });
        if let Some(text) = below {
            lines.push(text_line(depth + 1, text));
        }
        open.extend(node.get("children").into_iter().flat_map(children).map(|child| (depth + 1, child)));
    }
    lines
}
