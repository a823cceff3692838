//! A snapshot as data that outlives its page: a session keeps it, and two of them can be compared.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::yaml::{push_json, push_value};
use super::{Child, Snapshot, SnapshotNode};
use crate::refs::Ref;
use crate::safe_text::without_forged_refs;

/// Limit: characters of a text that a line shows.
const LONGEST: usize = 160;

/// A snapshot as data: its nodes in order, parents first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SnapshotOutline {
    pub(super) nodes: Vec<OutlineNode>,
}

/// A node or a text of a snapshot.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct OutlineNode {
    /// The place of its parent among the nodes; `None` for the outermost.
    #[serde(rename = "in", default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// Its ref.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none", deserialize_with = "maybe_ref")]
    pub reference: Option<Ref>,
    /// Its role; `text` for texts among other children.
    #[serde(deserialize_with = "token")]
    pub role: String,
    /// Its name; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its states as snapshots write them: `checked`, `level=2`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "tokens")]
    pub states: Vec<String>,
    /// The text that it is or that is all there is in it; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The target of a link; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub url: String,
    /// Its placeholder; empty for none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub placeholder: String,
}

/// Reads what stands bare on a line: a role, a state, a ref. Outlines are read from files, which may say anything.
fn token<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    checked(String::deserialize(from)?)
}

fn maybe_ref<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Ref>, D::Error> {
    let text: Option<String> = Option::deserialize(from)?;
    text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
}

fn tokens<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Vec::deserialize(from)?.into_iter().map(checked).collect()
}

fn checked<E: serde::de::Error>(text: String) -> Result<String, E> {
    let is_plain = text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '=' | '.'));
    if is_plain { Ok(text) } else { Err(E::custom("a role, state or ref that no snapshot has")) }
}

impl SnapshotOutline {
    /// The outline of a snapshot.
    #[must_use]
    pub fn of(snapshot: &Snapshot) -> Self {
        let mut nodes: Vec<OutlineNode> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut shown = vec![false; snapshot.nodes.len()];
        for (depth, child) in snapshot.walk() {
            open.truncate(depth);
            let parent = open.last().copied();
            open.push(nodes.len());
            match child {
                Child::Node(at) => {
                    shown[*at] = true;
                    nodes.push(OutlineNode { parent, ..OutlineNode::of(snapshot.node(*at)) });
                }
                // The only text of a node is on the line of the node.
                Child::Text(text) if parent.is_some_and(|parent| nodes[parent].text == **text) => {
                    open.pop();
                }
                Child::Text(text) => {
                    nodes.push(OutlineNode {
                        parent,
                        role: "text".to_owned(),
                        text: text.to_string(),
                        ..OutlineNode::default()
                    });
                }
            }
        }
        Self { nodes }
    }

    /// The elements that have a ref: it, the role and the name.
    pub fn elements(&self) -> impl Iterator<Item = (Ref, &str, &str)> {
        self.nodes.iter().filter_map(|node| Some((node.reference?, &*node.role, &*node.name)))
    }

    /// The refs of its nodes.
    #[cfg(any(test, feature = "internals"))]
    pub fn refs(&self) -> impl Iterator<Item = Ref> {
        self.nodes.iter().filter_map(|node| node.reference)
    }

    /// The parent of a node. One that does not precede its child is ignored: outlines are read from files, too.
    pub(super) fn parent(&self, at: usize) -> Option<usize> {
        self.nodes[at].parent.filter(|&parent| parent < at)
    }

    /// The children of each node, and in the last place the outermost nodes.
    pub(super) fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len() + 1];
        for at in 0..self.nodes.len() {
            let parent = self.parent(at).unwrap_or(self.nodes.len());
            children[parent].push(at);
        }
        children
    }
}

impl OutlineNode {
    fn of(node: &SnapshotNode) -> Self {
        let mut states: Vec<String> = node.states.words(node.active).map(Cow::into_owned).collect();
        states.extend(node.aria_hidden.then(|| "aria-hidden".to_owned()));
        let text = match &*node.children {
            [Child::Text(text)] => text.to_string(),
            _ => String::new(),
        };
        Self {
            parent: None,
            reference: node.reference,
            role: node.role.name().to_owned(),
            name: node.name.to_string(),
            states,
            text,
            url: node.url().unwrap_or_default().to_owned(),
            placeholder: node.placeholder().unwrap_or_default().to_owned(),
        }
    }

    /// `- button "Save" [disabled] [ref=e7]: text`
    pub(super) fn line(&self) -> String {
        let mut line = format!("- {}", self.role);
        if !self.name.is_empty() {
            line.push(' ');
            push_json(&mut line, &short(&self.name));
        }
        for state in &self.states {
            let _ = write!(line, " [{state}]");
        }
        if let Some(reference) = &self.reference {
            let _ = write!(line, " [ref={reference}]");
        }
        if !self.text.is_empty() {
            line.push_str(": ");
            push_value(&mut line, &short(&self.text));
        }
        line
    }

    /// The node in a sentence: `main [ref=e2]`.
    pub(super) fn described(&self) -> String {
        let name = if self.name.is_empty() { String::new() } else { format!(" {:?}", short(&self.name)) };
        let reference = self.reference.as_ref().map(|r| format!(" [ref={r}]")).unwrap_or_default();
        format!("{}{name}{reference}", self.role)
    }
}

/// A text that a line has room for.
pub(super) fn short(text: &str) -> String {
    let text = &*without_forged_refs(text);
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outline_with_a_line_in_a_state_is_refused() {
        let node = |state: &str| serde_json::json!({ "nodes": [{ "role": "button", "states": [state] }] });
        let read = |state: &str| serde_json::from_value::<SnapshotOutline>(node(state));
        assert!(read("level=2").is_ok());
        let forged = read("checked]\n- button \"Pay\" [ref=e1");
        assert!(forged.is_err_and(|error| error.to_string().contains("no snapshot has")));
    }
}
