//! `stillpage resolve`

use std::fmt::Write as _;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::element::{Elements, path_step};
use super::{Answer, Argument, Call, Kind, Tool, Verdict, to_json};
use crate::dom::NodeId;
use crate::error::Error;
use crate::page::Page;
use crate::refs::fingerprint::{Fingerprint, Identity};
use crate::refs::heal::{Alignment, Match};
use crate::refs::{Death, Ref};
use crate::snapshot::{Snapshot, SnapshotOptions};

pub(super) const TOOL: Tool = Tool {
    name: "resolve",
    summary: "Where each ref of one page is in another version of that page",
    about: "Takes the refs of BEFORE's snapshot and finds each one in AFTER: by the connected node that HANDLES names, \
            checked against the ref's identity, else by whole-page alignment: rows by what they say, controls by their \
            row and their labels. What cannot be told apart is refused, never guessed.\n\n\
            Outcomes: exact (the same node, still the same widget), healed (found again on another node), error \
            (stale_ref with a reason, or ambiguous_ref with the candidates). Exit code 1 if a ref given by name is not \
            found.\n\n\
            JSON: [{\"ref\",\"index\",\"outcome\",\"to\",\"proof\",\"confidence\",\"error\":null|{\"code\",...}}], the indexes \
            being positions in document.querySelectorAll('*').",
    arguments: &[
        Argument::positional("before", Kind::Page, "The page that the refs were taken from").required(),
        Argument::positional("after", Kind::Page, "The page as it is now").required(),
        Argument::positional("refs", Kind::Text, "Refs of BEFORE, such as e12; all of them if none is given").many(),
        Argument::option("handles", Kind::FileText, "Nodes that are still connected: a JSON file")
            .detail("An object from element index in BEFORE to element index in AFTER, or an object with such a one as `handles`."),
        Argument::flag("navigated", "AFTER is another document: every ref is dead"),
    ],
    examples: &[
        ("resolve before.html after.html", "where every ref went"),
        ("resolve before.html after.html e12 --json", "one ref, as JSON"),
        ("resolve before.html after.html --handles kept.json", "with the nodes that a live page still holds"),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let [before, after] = call.pages else {
        return Err(Error::arguments("resolve takes two pages", "write the page before and the page after"));
    };
    let snapshot = Snapshot::render(before, &SnapshotOptions::default());
    let refs: Vec<(Ref, NodeId)> = snapshot.refs().iter().collect();
    let wanted = wanted(&call.arguments.texts("refs"), &refs)?;
    let (elements_before, elements_after) = (Elements::alone(before), Elements::alone(after));
    let handles = match call.arguments.text("handles") {
        Some(text) => Some(read_handles(text, &elements_before, &elements_after)?),
        None => None,
    };
    let named = wanted.is_some();
    let mut rows = Vec::new();
    if call.arguments.flag("navigated") {
        for &(reference, node) in &refs {
            if wanted.as_ref().is_none_or(|w| w.contains(&reference)) {
                rows.push(Row::dead(before, &elements_before, reference, node, &Death::Navigated));
            }
        }
        return Ok(Box::new(Rows { rows, named }));
    }
    let (old, new) = (fingerprint(before, refs.iter().map(|&(_, n)| n)), fingerprint(after, elements_after.iter()));
    let connected = |node: NodeId| handles.as_ref().and_then(|h| h.get(&node).copied());
    let alignment =
        Alignment::new(&old, &new, handles.as_ref().map(|_| &connected as &dyn Fn(NodeId) -> Option<NodeId>));
    let position: FxHashMap<NodeId, usize> = old.identities.iter().enumerate().map(|(i, id)| (id.node, i)).collect();
    for &(reference, node) in &refs {
        if wanted.as_ref().is_some_and(|w| !w.contains(&reference)) {
            continue;
        }
        let Some(&at) = position.get(&node) else { continue };
        rows.push(match alignment.resolve(at) {
            Match::Found { to, proof, confidence } => {
                let target = new.identities[to].node;
                let exact = connected(node) == Some(target);
                Row {
                    reference: reference.to_string(),
                    index: elements_before.index(node),
                    outcome: if exact { "exact" } else { "healed" },
                    to: elements_after.index(target),
                    proof: Some(proof.word()),
                    confidence: Some(confidence),
                    error: None,
                    step: path_step(after.dom(), target),
                }
            }
            Match::Refused { why, candidates } => {
                let death = Death::of(why, candidates.iter().map(|&c| &new.identities[c]), &old.identities[at]);
                Row::dead(before, &elements_before, reference, node, &death)
            }
        });
    }
    Ok(Box::new(Rows { rows, named }))
}

fn fingerprint(page: &Page, elements: impl Iterator<Item = NodeId>) -> Fingerprint {
    Fingerprint::of(page, &elements.collect::<Vec<_>>())
}

/// The refs asked for; `None` for all.
fn wanted(texts: &[&str], known: &[(Ref, NodeId)]) -> Result<Option<Vec<Ref>>, Error> {
    if texts.is_empty() {
        return Ok(None);
    }
    let unknown = |text: &str| Error::UnknownRef { target: text.to_owned(), known: known.len(), nearest: Vec::new() };
    let mut refs = Vec::new();
    for text in texts {
        let reference: Ref = text.parse().map_err(|_| unknown(text))?;
        if !known.iter().any(|(r, _)| *r == reference) {
            return Err(unknown(text));
        }
        refs.push(reference);
    }
    Ok(Some(refs))
}

fn read_handles(text: &str, before: &Elements<'_>, after: &Elements<'_>) -> Result<FxHashMap<NodeId, NodeId>, Error> {
    let hint = "write a JSON object from element index before to element index after, such as {\"12\": 14}";
    let broken =
        |e: serde_json::Error| Error::arguments(format!("the handles file is not what it should be: {e}"), hint);
    let mut value: serde_json::Value = serde_json::from_str(text).map_err(broken)?;
    // What `mutate` writes holds the handles beside the truth.
    if let Some(handles) = value.get_mut("handles") {
        value = handles.take();
    }
    let map: std::collections::BTreeMap<String, usize> = serde_json::from_value(value).map_err(broken)?;
    let (old, new): (Vec<NodeId>, Vec<NodeId>) = (before.iter().collect(), after.iter().collect());
    let mut handles = FxHashMap::default();
    for (from, to) in map {
        let index: usize =
            from.parse().map_err(|_| Error::arguments(format!("`{from}` in the handles file is no index"), hint))?;
        match (old.get(index), new.get(to)) {
            (Some(&from), Some(&to)) => {
                handles.insert(from, to);
            }
            _ => {
                return Err(Error::arguments(
                    format!(
                        "the handles file says {from} -> {to}, but the pages have {} and {} elements",
                        old.len(),
                        new.len()
                    ),
                    "count elements as document.querySelectorAll('*') does, from 0",
                ));
            }
        }
    }
    Ok(handles)
}

#[derive(Serialize)]
struct Row {
    #[serde(rename = "ref")]
    reference: String,
    index: Option<u32>,
    outcome: &'static str,
    to: Option<u32>,
    proof: Option<&'static str>,
    confidence: Option<f32>,
    error: Option<RowError>,
    #[serde(skip)]
    step: String,
}

#[derive(Serialize)]
struct RowError {
    code: &'static str,
    reason: &'static str,
    message: String,
    hint: &'static str,
    candidates: usize,
}

impl Row {
    fn dead(page: &Page, elements: &Elements<'_>, reference: Ref, node: NodeId, death: &Death) -> Self {
        Self {
            reference: reference.to_string(),
            index: elements.index(node),
            outcome: "error",
            to: None,
            proof: None,
            confidence: None,
            error: Some(RowError {
                code: death.code(),
                reason: death.reason(),
                message: death.message(reference),
                hint: death.hint(),
                candidates: death.candidates(),
            }),
            step: path_step(page.dom(), node),
        }
    }
}

struct Rows {
    rows: Vec<Row>,
    named: bool,
}

impl Answer for Rows {
    fn text(&self) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let _ = match &row.error {
                None => writeln!(
                    out,
                    "{} {} -> #{} {} ({})",
                    row.reference,
                    row.outcome,
                    row.to.map_or_else(|| "?".to_owned(), |i| i.to_string()),
                    row.step,
                    row.proof.unwrap_or_default(),
                ),
                Some(error) => writeln!(out, "{} {} {}: {}", row.reference, error.code, error.reason, error.message),
            };
        }
        out
    }

    fn json(&self) -> String {
        to_json(&self.rows)
    }

    fn verdict(&self) -> Verdict {
        if self.named && self.rows.iter().any(|row| row.error.is_some()) { Verdict::Failed } else { Verdict::Done }
    }
}

impl Death {
    fn of<'a>(
        why: crate::refs::heal::Refusal,
        candidates: impl Iterator<Item = &'a Identity>,
        identity: &Identity,
    ) -> Self {
        use crate::refs::heal::Refusal;
        let count = candidates.count();
        let what =
            format!("{} \"{}\"", if identity.role.is_empty() { "element" } else { &identity.role }, identity.name);
        match why {
            Refusal::Gone => Self::Removed { what },
            Refusal::RowGone => Self::RowRemoved { what },
            Refusal::GoneFromRow => Self::Changed { what },
            Refusal::OtherSurroundings => Self::Replaced { what, label: identity.near_label.to_string() },
            Refusal::AmbiguousRow | Refusal::Ambiguous => Self::Ambiguous { what, candidates: count },
        }
    }
}
