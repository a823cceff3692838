//! The review as JSON.

use serde_json::{Value, json};

use super::changes::{Change, ChangeKind, Known};
use super::locators::BrokenLocator;
use super::{PageOutcome, PageReview, Review};
use crate::tool::{Surface, to_json};

pub(super) fn of(review: &Review) -> String {
    let not_understood = review.locators.not_understood().map(|(locator, reason)| {
        json!({ "file": locator.file, "line": locator.source.line, "locator": locator.source.text, "reason": reason })
    });
    to_json(&json!({
        "changes": ChangeKind::ALL.iter().map(|&kind| review.changes(kind)).sum::<usize>(),
        "broken": review.broken(),
        "checked": review.checked(),
        "notUnderstood": not_understood.collect::<Vec<_>>(),
        "pages": review.pages.iter().map(page).collect::<Vec<_>>(),
    }))
}

fn page(page: &PageReview) -> Value {
    let status = match &page.outcome {
        PageOutcome::Compared(_) => "compared",
        PageOutcome::Gone => "gone",
        PageOutcome::New => "new",
        PageOutcome::Broken(_) => "error",
    };
    let mut value = json!({ "page": page.name, "status": status });
    match &page.outcome {
        PageOutcome::Compared(comparison) => {
            value["changes"] = comparison.changes.iter().map(change).collect();
            value["locators"] = comparison.locators.iter().map(locator).collect();
            if !comparison.notes.is_empty() {
                value["notes"] = json!(comparison.notes);
            }
        }
        PageOutcome::Broken(error) => value["error"] = Surface::CommandLine.json(error)["error"].take(),
        PageOutcome::Gone | PageOutcome::New => {}
    }
    value
}

fn known(known: &Known) -> Value {
    json!({ "ref": known.reference, "role": known.role, "name": known.name })
}

fn change(change: &Change) -> Value {
    let mut value = json!({ "kind": change.kind.as_str() });
    if let (Value::Object(value), Value::Object(element)) = (&mut value, known(&change.element)) {
        value.extend(element);
    }
    value["now"] = change.now.as_ref().map(known).into();
    value["reason"] = change.reason.into();
    value["interceptor"] = json!(change.interceptor);
    value
}

fn locator(locator: &BrokenLocator) -> Value {
    json!({
        "file": locator.file,
        "line": locator.line,
        "locator": locator.written,
        "verdict": locator.verdict.as_str(),
        "matches": locator.matches,
        "element": known(&locator.element),
        "replacement": locator.replacement,
        "reason": locator.reason,
    })
}
