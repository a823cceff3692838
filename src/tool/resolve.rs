//! `stillpage resolve`

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use serde_json::Value;

use super::element::{Elements, hundredths, path_step, tag};
use super::{
    Answer, Argument, Call, FROM, FileText, PageArguments, PageFile, TO, Tool, TypedArguments, Verdict, arguments,
    to_json, two_pages,
};
use crate::dom::NodeId;
use crate::error::{Error, RefError, StaleReason};
use crate::page::Page;
use crate::refs::resolver::{Resolution, Resolver};
use crate::refs::session::Session;
use crate::refs::{PageFingerprint, Ref, indexed_elements, stable_table};
use crate::safe_text::{PageText, SafeText, put_line, safe};

/// The page after.
pub(crate) const AFTER: Argument = Argument::positional("after", "The page after the change; not with --from and --to");
/// The refs that it is about.
pub(crate) const REFS: Argument =
    Argument::positional("ref", "Refs taken from BEFORE, such as e12; by default all of them");

arguments! {
    /// The arguments of `stillpage resolve`.
    struct ResolveArguments {
        before: PageFile = Argument::positional("before", "The page that the refs were taken from"),
        after: Option<PageFile> = AFTER,
        refs: Vec<String> = REFS,
        from: Option<String> = FROM,
        to: Option<String> = TO,
        handles: Option<FileText> = Argument::option(
            "handles",
            "Nodes that are still connected: a JSON file, or the object itself",
        )
        .detail("An object from element index in BEFORE to element index in AFTER, or an object with that as `handles`."),
    }
}

pub(super) const TOOL: Tool = Tool {
    name: "resolve",
    summary: "Where each ref of one page is in another version of that page",
    about: "Resolves the refs of a snapshot of BEFORE in AFTER: by the connected nodes given as handles, which are checked \
            against the identity of the ref, or by alignment of both pages: rows by their texts, controls by their row, \
            headings and groups. Ambiguous refs are refused, never guessed. Two moments of one recording (--from, --to): by the nodes that the recorder \
            says are the same ones.\n\n\
            Outcomes: exact (the same node, still the same widget), reattached (the same node, which lost its mark), \
            healed (found again on another node), error (stale_ref with a reason: navigated, removed, replaced, changed, \
            hidden; or ambiguous_ref with the candidates). Hidden elements are errors, but have \
            `to`. Exit code 1 if a ref given by name is not found.\n\n\
            JSON: [{\"ref\",\"index\",\"outcome\",\"to\",\"proof\",\"confidence\",\"reason\",\"error\":null|{\"code\",...}}], \
            where indexes are positions in document.querySelectorAll('*'), elements of open shadow trees and \
            frames following those of the document, and confidence is the share \
            of matches with this proof that were right on recorded re-renders.",
    arguments: ResolveArguments::ARGUMENTS,
    examples: &[
        ("resolve before.html after.html", "where every ref went"),
        ("resolve before.html after.html e12 --json", "one ref, as JSON"),
        ("resolve before.html after.html --handles kept.json", "with the nodes that a live page still holds"),
        (
            "resolve trace.zip --from call@8:after --to call@24:before e12",
            "one ref, later in a recording, which knows its nodes",
        ),
    ],
    run,
};

fn run(call: &Call<'_>) -> Result<Box<dyn Answer>, Error> {
    let [before, after] = call.pages[..] else {
        return Err(two_pages("resolve"));
    };
    let given: ResolveArguments = call.given();
    let (elements_before, elements_after) = (Elements::alone(before), Elements::alone(after));
    let shown =
        if call.stable_refs() { stable_table(before, elements_before.refs()) } else { elements_before.refs().clone() };
    let refs: Vec<(Ref, NodeId)> = shown.iter().collect();
    let wanted = wanted(&given.refs, &refs)?;
    let order = [indexed_elements(before.dom()), indexed_elements(after.dom())];
    let handles = match &given.handles {
        Some(file) => Some(read_handles(&file.text, [before, after], [&order[0], &order[1]])?),
        None => None,
    };
    let mut session = Session::new();
    session.adopt(Session::FIRST_TAB, &PageFingerprint::of(before), &shown);
    if call.given::<PageArguments>().navigated {
        session.navigate(Session::FIRST_TAB);
    }
    let current = PageFingerprint::of(after);
    let resolver = Resolver::new(&session, &current, Session::FIRST_TAB, handles.as_ref().or(call.kept))
        .with_names(elements_after.refs())
        .after_rerender();
    let index = order.each_ref().map(|order| order.iter().copied().zip(0..).collect::<FxHashMap<NodeId, u32>>());
    let rows = refs.iter().filter(|(reference, _)| wanted.as_ref().is_none_or(|w| w.contains(reference)));
    let rows = rows.map(|&(reference, node)| {
        let found = resolver.resolve(&reference.into());
        Row::new([&index[0], &index[1]], after, (reference, node), found)
    });
    Ok(Box::new(Rows { rows: rows.collect(), named: wanted.is_some() }))
}

/// The refs asked for; `None` for all.
fn wanted(texts: &[String], known: &[(Ref, NodeId)]) -> Result<Option<FxHashSet<Ref>>, Error> {
    if texts.is_empty() {
        return Ok(None);
    }
    let unknown =
        |text: &str| Error::Ref(RefError::Unknown { target: text.to_owned(), known: known.len(), nearest: Vec::new() });
    let shown: FxHashSet<Ref> = known.iter().map(|&(reference, _)| reference).collect();
    let mut refs = FxHashSet::default();
    for text in texts {
        let reference: Ref = text.parse().map_err(|_| unknown(text))?;
        if !shown.contains(&reference) {
            return Err(unknown(text));
        }
        refs.insert(reference);
    }
    Ok(Some(refs))
}

fn read_handles(text: &str, pages: [&Page; 2], [old, new]: [&[NodeId]; 2]) -> Result<FxHashMap<NodeId, NodeId>, Error> {
    let hint = "write a JSON object from element index before to element index after, such as {\"12\": 14}";
    let broken = |e: serde_json::Error| {
        let reason = e.to_string();
        Error::arguments(safe!("the handles file is invalid: {}", PageText::of(&reason)), hint)
    };
    let mut value: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(broken)?;
    // What `mutate` writes holds the handles beside the truth.
    if let Some(handles) = value.get_mut("handles") {
        value = handles.take();
    }
    let map: std::collections::BTreeMap<String, usize> = serde_json::from_value(value).map_err(broken)?;
    let (mut handles, mut taken) = (FxHashMap::default(), FxHashMap::default());
    // A file that was made of other pages is worse than none.
    let other_pages = "create it from these two pages: a connected node keeps its tag and is one element";
    for (from, to) in map {
        let index: usize = from.parse().map_err(|_| {
            Error::arguments(safe!("`{}` in the handles file is not an index", PageText::of(&from)), hint)
        })?;
        match (old.get(index), new.get(to)) {
            (Some(&before_node), Some(&after_node)) => {
                let (was, is) = (tag(pages[0].dom(), before_node), tag(pages[1].dom(), after_node));
                if was != is {
                    let reason = safe!(
                        "the handles file maps {} to {}, but that was <{}> and is <{}>",
                        index,
                        to,
                        PageText::token(was),
                        PageText::token(is)
                    );
                    return Err(Error::arguments(reason, other_pages));
                }
                if let Some(other) = taken.insert(after_node, index) {
                    let reason = safe!("the handles file maps both {} and {2} to {1}", other, to, index);
                    return Err(Error::arguments(reason, other_pages));
                }
                handles.insert(before_node, after_node);
            }
            _ => {
                return Err(Error::arguments(
                    safe!(
                        "the handles file maps {} to {}, but the pages have {} and {} elements",
                        index,
                        to,
                        old.len(),
                        new.len()
                    ),
                    "count elements as document.querySelectorAll('*') does, from 0, then those of open shadow trees and frames",
                ));
            }
        }
    }
    Ok(handles)
}

#[derive(Serialize)]
struct Row {
    #[serde(rename = "ref", serialize_with = "as_text")]
    reference: Ref,
    index: Option<u32>,
    outcome: &'static str,
    to: Option<u32>,
    proof: Option<&'static str>,
    confidence: Option<f64>,
    reason: Option<String>,
    /// Formatted when it is printed: there may be one for each of a hundred thousand refs.
    #[serde(serialize_with = "details")]
    error: Option<Box<RefError>>,
    /// The element that was found, for the text form.
    #[serde(skip)]
    step: SafeText,
}

impl Row {
    fn new(
        [before, after]: [&FxHashMap<NodeId, u32>; 2],
        page: &Page,
        (reference, node): (Ref, NodeId),
        found: Result<Resolution, RefError>,
    ) -> Self {
        let index = before.get(&node).copied();
        match found {
            Ok(found) => Self {
                reference,
                index,
                outcome: found.kind.as_str(),
                to: after.get(&found.node).copied(),
                proof: Some(found.proof.as_str()),
                confidence: Some(hundredths(found.confidence)),
                reason: Some(found.reason),
                error: None,
                step: path_step(page.dom(), found.node),
            },
            Err(error) => {
                // A hidden element still exists.
                let to = match &error {
                    RefError::Stale { reason: StaleReason::Hidden, now, .. } => now.first().and_then(|now| now.index),
                    _ => None,
                };
                Self {
                    reference,
                    index,
                    outcome: "error",
                    to,
                    proof: None,
                    confidence: None,
                    reason: None,
                    error: Some(Box::new(error)),
                    step: SafeText::new(),
                }
            }
        }
    }
}

struct Rows {
    rows: Vec<Row>,
    named: bool,
}

/// Returns the reason why a ref names nothing now.
fn reason(error: &RefError) -> &'static str {
    match error {
        RefError::Stale { reason, .. } => reason.as_str(),
        _ => "ambiguous",
    }
}

fn as_text<S: serde::Serializer>(reference: &Ref, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(reference)
}

/// An error with its reason, without the envelope around it.
fn details<S: serde::Serializer>(error: &Option<Box<RefError>>, serializer: S) -> Result<S::Ok, S::Error> {
    let details = error.as_ref().map(|error| {
        let mut details = Error::from((**error).clone()).to_json()["error"].take();
        details["reason"] = reason(error).into();
        details
    });
    details.serialize(serializer)
}

impl Answer for Rows {
    fn text(&self) -> SafeText {
        let mut out = SafeText::new();
        for row in &self.rows {
            let reference = safe!("{}", row.reference);
            if let Some(error) = &row.error {
                put_line!(out, "{} {} {}: {}", reference, error.code(), reason(error), error.message());
                continue;
            }
            // What is in a closed shadow tree has no index.
            let place = row.to.map_or(SafeText::new(), |index| safe!("#{} ", index));
            let reason = PageText::of(row.reason.as_deref().unwrap_or_default());
            put_line!(out, "{} {} -> {}{}: {}", reference, row.outcome, place, row.step, reason);
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
