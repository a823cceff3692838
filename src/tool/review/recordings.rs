//! Two recordings of a session: their actions in pairs.

use rustc_hash::FxHashSet;

use super::{PageOutcome, PageReview, TestLocators, pair};
use crate::device::Device;
use crate::error::Error;
use crate::recording::{Moment, RecordedStep, SessionRecording, Walk};

/// Limit: actions of each recording that are paired by what they do; later ones are paired by their number.
const MAX_PAIRED: usize = 2_000;

/// Compares the pages of two recordings before each action that both have, and after the last. What changed is listed where it
/// first shows.
///
/// # Errors
/// Those of the device.
pub(crate) fn review(
    [base, head]: [&SessionRecording; 2],
    device: &dyn Fn(Device) -> Result<Device, Error>,
    tests: &TestLocators,
    progress: &dyn Fn(usize, usize, &str),
) -> Result<Vec<PageReview>, Error> {
    let moments = pairs(base, head)?;
    let (mut before, mut after) = (Walk::new(base, device), Walk::new(head, device));
    let mut pages = Vec::new();
    let (mut changes, mut broken) = (FxHashSet::default(), FxHashSet::default());
    for (done, (name, from, to)) in moments.iter().enumerate() {
        progress(done, moments.len(), name);
        before.go(*from)?;
        after.go(*to)?;
        let (Some(old), Some(new)) = (before.page(), after.page()) else { continue };
        let mut comparison = pair::review([old, new], tests);
        comparison.changes.retain(|change| {
            let now = change.now.as_ref().map(|now| now.words.to_string());
            changes.insert((change.kind.as_str(), change.element.words.to_string(), now))
        });
        comparison
            .locators
            .retain(|locator| broken.insert((locator.file.clone(), locator.line, locator.written.clone())));
        pages.push(PageReview { name: name.clone(), outcome: PageOutcome::Compared(comparison) });
    }
    progress(moments.len(), moments.len(), "");
    Ok(pages)
}

/// The method of an action and what it is done to: two that have both are the same action of both recordings.
fn key(step: &RecordedStep) -> String {
    let what = step.selector.as_deref().or(step.action.locator.as_deref()).or(step.action.value.as_deref());
    format!("{} {}", step.action.method, what.unwrap_or_default())
}

/// The moments to compare, with names.
fn pairs(base: &SessionRecording, head: &SessionRecording) -> Result<Vec<(String, Moment, Moment)>, Error> {
    let (old, new) = (base.steps(), head.steps());
    let mut pairs = Vec::new();
    for (a, b) in aligned(&old, &new) {
        let (a, b) = (&old[a], &new[b]);
        let at = |step: &RecordedStep| step.during.or(step.before);
        if let (Some(from), Some(to)) = (at(a), at(b)) {
            let what = a.action.locator.as_deref().or(a.action.value.as_deref()).unwrap_or_default();
            pairs.push((format!("{} {} {what}", a.id, a.action.method).trim_end().to_owned(), from, to));
        }
    }
    let (from, to) = (base.find(None)?, head.find(None)?);
    if pairs.last().is_none_or(|(_, a, b)| (*a, *b) != (from, to)) {
        pairs.push(("the end".to_owned(), from, to));
    }
    Ok(pairs)
}

/// The longest common run of actions, by position.
fn aligned(old: &[RecordedStep], new: &[RecordedStep]) -> Vec<(usize, usize)> {
    let (a, b): (Vec<String>, Vec<String>) =
        (old.iter().take(MAX_PAIRED).map(key).collect(), new.iter().take(MAX_PAIRED).map(key).collect());
    // The length of the run from each pair of positions on.
    let width = b.len() + 1;
    let mut lengths = vec![0_u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            lengths[i * width + j] = if a[i] == b[j] {
                lengths[(i + 1) * width + j + 1] + 1
            } else {
                lengths[(i + 1) * width + j].max(lengths[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs.extend((MAX_PAIRED..old.len().min(new.len())).map(|at| (at, at)));
    pairs
}
