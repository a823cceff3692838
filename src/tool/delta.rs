//! `snapshot --since --delta`: changes from which the new snapshot is made of the old one.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Answer, choice, to_json};
use crate::safe_text::{PageText, SafeText, put, put_line};
use crate::snapshot::{LineDelta, SnapshotOutline};

choice! {
    /// The form of the changes since a snapshot.
    pub(super) enum DeltaFormat {
        Outline = "outline",
        Lines = "lines",
        AgentBrowser = "agent-browser",
    }
}

/// A snapshot that a session keeps.
pub(super) struct KeptSnapshot<'a> {
    pub(super) outline: &'a SnapshotOutline,
    /// The text without the line of its token.
    pub(super) text: &'a str,
    pub(super) token: &'a str,
}

impl KeptSnapshot<'_> {
    /// Its number among those of the session.
    fn revision(&self) -> Option<u64> {
        self.token.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()
    }
}

/// The changes from a snapshot to another one.
pub(super) enum DeltaAnswer {
    /// The changes by line, or the whole text where that is not longer.
    Lines { token: String, boundary: Option<String>, lines: String },
    /// The changes as agent-browser answers them.
    Protocol(Value),
}

impl DeltaAnswer {
    pub(super) fn between(
        old: &KeptSnapshot<'_>,
        new: &KeptSnapshot<'_>,
        format: DeltaFormat,
        boundary: Option<String>,
    ) -> Self {
        let delta = LineDelta::between(old.text, new.text);
        if format == DeltaFormat::AgentBrowser {
            return Self::Protocol(protocol(old, new, &delta));
        }
        let lines = delta.text();
        let lines = if lines.len() < new.text.len() { lines } else { new.text.to_owned() };
        Self::Lines { token: new.token.to_owned(), boundary, lines }
    }
}

/// The changes as agent-browser answers them.
fn protocol(old: &KeptSnapshot<'_>, new: &KeptSnapshot<'_>, delta: &LineDelta<'_>) -> Value {
    let nodes = |outline: &SnapshotOutline| -> BTreeMap<String, Value> {
        let all = outline.elements();
        all.map(|(reference, role, name)| (reference.to_string(), json!({ "name": name, "role": role }))).collect()
    };
    let (before, after) = (nodes(old.outline), nodes(new.outline));
    let removed: Vec<&String> = before.keys().filter(|reference| !after.contains_key(*reference)).collect();
    let (base, revision) = (old.revision(), new.revision());
    if delta.is_empty() {
        return json!({ "baseRevision": base, "kind": "unchanged", "revision": revision });
    }
    let mut changes: Vec<Value> =
        removed.iter().map(|reference| json!({ "op": "remove", "ref": format!("@{reference}") })).collect();
    for (reference, node) in &after {
        let op = match before.get(reference) {
            Some(was) if was == node => continue,
            Some(_) => "replace",
            None => "add",
        };
        changes.push(json!({ "node": node, "op": op, "ref": format!("@{reference}") }));
    }
    let (range, lines) = delta.splice();
    let small = json!({
        "baseRevision": base,
        "changes": changes,
        "kind": "delta",
        "removedRefs": removed,
        "revision": revision,
        "treeChange": { "deleteCount": range.len(), "lines": lines, "startLine": range.start },
    });
    let whole =
        json!({ "kind": "full", "refs": after, "removedRefs": removed, "revision": revision, "tree": new.text });
    if small.to_string().len() < whole.to_string().len() { small } else { whole }
}

impl Answer for DeltaAnswer {
    fn text(&self) -> SafeText {
        let Self::Lines { token, boundary, lines } = self else { return SafeText::verbatim(self.json()) };
        let mut out = SafeText::new();
        put_line!(out, "# Snapshot {}", PageText::token(token));
        if let Some(word) = boundary {
            put_line!(out, "--- BEGIN PAGE CONTENT {} ---", PageText::token(word));
        }
        put!(out, "{}", SafeText::lines(lines));
        if let Some(word) = boundary {
            put!(out, "\n--- END PAGE CONTENT {} ---", PageText::token(word));
        }
        out
    }

    fn json(&self) -> String {
        match self {
            Self::Protocol(json) => to_json(json),
            Self::Lines { token, lines, .. } => to_json(&json!({ "token": token, "lines": lines })),
        }
    }
}
