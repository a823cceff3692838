//! Suggestions for refs that do not exist.

use std::collections::BTreeMap;

use super::claim::Claim;
use crate::error::ElementSummary;
use crate::reference::Ref;

/// Limit: suggestions; more would be a list of the page.
const MAX_SUGGESTIONS: usize = 3;
/// Limit: edits between a mistyped ref and a suggestion.
const MAX_EDITS: usize = 1;

/// The nearest refs to one that does not exist: by claimed role and name, then by spelling.
#[must_use]
pub fn nearest(claim: &Claim, known: BTreeMap<Ref, ElementSummary>) -> Vec<ElementSummary> {
    let text = claim.reference.to_string();
    let same = |a: &str, b: &str| !a.is_empty() && a.eq_ignore_ascii_case(b);
    let mut ranked: Vec<((u8, usize, u32), ElementSummary)> = known
        .into_iter()
        .filter_map(|(reference, summary)| {
            let likeness = match (same(&claim.role, &summary.role), same(&claim.name, &summary.name)) {
                (true, true) => 0,
                (false, true) => 1,
                _ => 2,
            };
            let spelled = strsim::levenshtein(&text, &reference.to_string());
            let near = reference.number == claim.reference.number || spelled <= MAX_EDITS;
            let apart = reference.number.abs_diff(claim.reference.number);
            (likeness < 2 || near).then_some(((likeness, spelled, apart), summary))
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().take(MAX_SUGGESTIONS).map(|(_, summary)| summary).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(target: &str, expected: &[&str]) {
        let known =
            [("e1", "heading", "Cart"), ("e12", "button", "Save"), ("e21", "link", "Home"), ("f1e7", "button", "Play")];
        let known = known.into_iter().map(|(reference, role, name)| {
            let mut summary = ElementSummary::default();
            summary.reference = reference.parse().ok();
            summary.role = role.to_owned();
            summary.name = name.to_owned();
            (reference.parse().unwrap(), summary)
        });
        let found = nearest(&target.parse().unwrap(), known.collect());
        let found: Vec<_> = found.iter().filter_map(|s| Some(s.reference?.to_string())).collect();
        assert_eq!(found, expected, "{target}");
    }

    #[test]
    fn nearest_refs_are_suggested() {
        check("e2", &["e1", "e12", "e21"]);
        check("e112", &["e12"]);
        check("e999", &[]);
        check("e7", &["e1", "f1e7"]);
        check("button \"Save\" [ref=e999]", &["e12"]);
        check("menuitem \"Home\" [ref=e11]", &["e21", "e12", "e1"]);
    }
}
