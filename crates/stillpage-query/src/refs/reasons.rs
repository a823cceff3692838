//! The evidence of resolutions and the reasons of failures, in words.

use std::collections::BTreeMap;

use super::claim::Claim;
use super::element_match::{MatchFailure, Proof};
use super::fingerprint::{Fingerprint, Identity};
use super::observation::Observation;
use super::page_fingerprint::MAX_LISTED;
use super::resolver::{Comparison, Resolver};
use super::unknown::nearest;
use crate::aria::Role;
use crate::error::{ElementSummary, RefError, StaleReason};
use crate::reference::Ref;

impl Resolver<'_> {
    pub(super) fn proof_in_words(&self, proof: Proof, target: &Identity) -> String {
        let role = target.role.map_or("element", Role::name);
        let row = row_label(&self.current.fingerprint, target);
        match proof {
            Proof::UniqueKey => "its link target or id is still unique on the page".to_owned(),
            Proof::Row if row.is_empty() => format!("the same {role} in the same row"),
            Proof::Row => format!("the same {role} in the row {row:?}"),
            Proof::Choice => {
                format!("the same {role} in a row that reads like {row:?}, though the page shows another choice")
            }
            Proof::Labels if target.near_label.is_empty() => {
                format!("the only {role} of that name, among the same content")
            }
            Proof::Labels => format!("the only {role} of that name under {:?}", target.near_label),
            Proof::Order => format!("several {role}s are alike, and none of them moved"),
            Proof::Relabelled => "the same control with another label".to_owned(),
            Proof::Section => format!("the only {role} of that name, in the same section"),
            Proof::Contents => "its contents are the same".to_owned(),
            Proof::Place => "it is in the same place, among the same neighbours".to_owned(),
            Proof::Unchanged => "nothing that distinguishes elements changed on the page".to_owned(),
        }
    }

    /// The error for an element that was not found.
    pub(super) fn refusal(
        &self,
        observation: &Observation,
        comparison: &Comparison,
        at: usize,
        why: MatchFailure,
        candidates: &[usize],
    ) -> RefError {
        let identity = &observation.fingerprint.identities[at];
        let was = self.was(observation, identity, observation.refs[at].unwrap_or(Ref { frame: 0, number: 0 }));
        let listed: Vec<ElementSummary> = candidates.iter().take(MAX_LISTED).map(|&to| self.summary(to)).collect();
        if matches!(why, MatchFailure::Ambiguous | MatchFailure::AmbiguousRow) && !listed.is_empty() {
            return RefError::Ambiguous { was: was.into(), candidates: listed };
        }
        let stale = |reason, evidence: String, now| RefError::Stale { was: was.clone().into(), reason, evidence, now };
        // Its node may be another widget now.
        let successor = comparison.handles.get(&identity.node).and_then(|&node| self.current.position(node));
        if let Some(successor) = successor {
            let now = self.summary(successor);
            let target = &self.current.fingerprint.identities[successor];
            if (target.role, target.kind) == (identity.role, identity.kind) && target.name == identity.name {
                return stale(StaleReason::Replaced, format!("its node is now {now}, among other content"), vec![now]);
            }
            let reason = if target.role == identity.role && why == MatchFailure::GoneFromRow {
                StaleReason::Changed
            } else {
                StaleReason::Replaced
            };
            return stale(reason, format!("its node is now {now}"), vec![now]);
        }
        match why {
            MatchFailure::Gone => {
                stale(StaleReason::Removed, "nothing on the page resembles it".to_owned(), Vec::new())
            }
            MatchFailure::RowGone => {
                stale(StaleReason::Removed, "its row is no longer on the page".to_owned(), Vec::new())
            }
            MatchFailure::GoneFromRow => {
                let row = identity.record.and_then(|row| comparison.rows.get(row as usize).copied().flatten());
                let now = row.map(|row| self.controls_of(row)).unwrap_or_default();
                stale(StaleReason::Changed, "its row no longer contains it".to_owned(), now)
            }
            MatchFailure::OtherSurroundings => {
                let evidence = match &*identity.near_label {
                    "" => "the element with that role and name is now among other content".to_owned(),
                    label => format!("it was under {label:?}, and the element with that role and name is elsewhere"),
                };
                stale(StaleReason::Replaced, evidence, listed)
            }
            MatchFailure::AmbiguousRow | MatchFailure::Ambiguous => {
                stale(StaleReason::Removed, "nothing distinguishes its position from several others".to_owned(), listed)
            }
        }
    }

    /// The first controls in a row of the page.
    fn controls_of(&self, row: u32) -> Vec<ElementSummary> {
        self.current.controls(row).iter().map(|&at| self.summary(at)).collect()
    }

    pub(super) fn was(&self, observation: &Observation, identity: &Identity, reference: Ref) -> ElementSummary {
        summary(&observation.fingerprint, identity, Some(reference), None)
    }

    pub(super) fn summary(&self, at: usize) -> ElementSummary {
        let identity = &self.current.fingerprint.identities[at];
        let reference = self.names.and_then(|names| names.of(identity.node));
        summary(&self.current.fingerprint, identity, reference, self.current.index(identity.node))
    }

    /// The error for a ref that the tab does not hold.
    pub(super) fn not_kept(&self, claim: &Claim) -> RefError {
        let reference = claim.reference;
        if let Some(owner) = self.session.tab_of(reference)
            && owner != self.tab
        {
            return RefError::TargetConflict {
                reference,
                ref_tab: owner.to_owned(),
                requested_tab: self.tab.to_owned(),
            };
        }
        let of_frame = self.positions.keys().any(|known| known.number == reference.number);
        if let (Some(span), Some(tab), false) = (self.session.span(reference.number), self.known(), of_frame) {
            let mut was = ElementSummary::default();
            was.reference = Some(reference);
            if self.navigated_away || span.document != tab.document {
                return tab.navigated(was, self.navigated_away);
            }
            return RefError::Stale {
                was: was.into(),
                reason: StaleReason::Resnapshotted,
                evidence: "too many snapshots have been taken since, and it was dropped".to_owned(),
                now: Vec::new(),
            };
        }
        let describe = |(&reference, &(number, at)): (&Ref, &(usize, usize))| {
            let observation = self.observation(number)?;
            Some((reference, self.was(observation, &observation.fingerprint.identities[at], reference)))
        };
        let known: BTreeMap<Ref, ElementSummary> = self.positions.iter().filter_map(describe).collect();
        RefError::Unknown { target: reference.to_string(), known: known.len(), nearest: nearest(claim, known) }
    }
}

fn row_label<'p>(fingerprint: &'p Fingerprint, identity: &Identity) -> &'p str {
    identity.record.and_then(|row| fingerprint.records.get(row as usize)).map_or("", |record| &record.label)
}

fn summary(
    fingerprint: &Fingerprint,
    identity: &Identity,
    reference: Option<Ref>,
    index: Option<u32>,
) -> ElementSummary {
    let row = match row_label(fingerprint, identity) {
        "" => identity.near_label.to_string(),
        row => row.to_owned(),
    };
    let mut summary = ElementSummary::default();
    summary.reference = reference;
    summary.role = identity.role.unwrap_or(Role::Generic).name().to_owned();
    summary.name = identity.name.to_string();
    summary.row = if *row == *identity.name { String::new() } else { row };
    summary.index = index;
    summary
}
