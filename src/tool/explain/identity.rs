//! Explanations of the identity that a ref recognises its element by, and of how a session found it.

use serde::Serialize;

use super::super::element::hundredths;
use super::subject::Subject;
use crate::aria::Role;
use crate::dom::{LocalName, NodeId, local_name};
use crate::refs::fingerprint::{Fingerprint, UniqueKey};
use crate::refs::resolver::Resolution;
use crate::safe_text::{PageText, SafeText, safe};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct IdentityExplanation {
    pub(super) role: String,
    pub(super) name: String,
    /// It has a link target or an id of its own, which finds it wherever it is on the page, if once.
    pub(super) own_key: Option<SafeText>,
    /// The list item, table row or card that it is in, and which one of how many.
    pub(super) row: Option<SafeText>,
    /// The nearest heading, group or landmark around it that has a name.
    pub(super) label: Option<String>,
    /// The number of labels around it that take part.
    pub(super) labels: usize,
    /// The number of other elements that look the same by themselves: role, name and authored attributes.
    pub(super) twins: usize,
}

impl IdentityExplanation {
    pub(super) fn of(subject: &Subject<'_>) -> Option<Self> {
        let (dom, page, node) = (subject.dom(), subject.page, subject.node);
        let everything: Vec<NodeId> = subject.elements.iter().collect();
        let print = Fingerprint::of(page, &everything);
        let own = print.identities.iter().find(|identity| identity.node == node)?;
        let looks_like = |other: &&crate::refs::fingerprint::Identity| {
            other.node != node && other.role == own.role && other.name == own.name && other.own == own.own
        };
        let key = || {
            let quoted = |name: LocalName| {
                dom.attr(node, &name)
                    .filter(|v| !v.trim_matches('#').is_empty())
                    .map(|v| safe!("{}={}", PageText::token(&name), PageText::quoted(v).at_most(60)))
            };
            quoted(local_name!("href")).or_else(|| quoted(local_name!("id")))
        };
        let row = own.record.and_then(|record| {
            let record = print.records.get(record as usize)?;
            let of = print.records.iter().filter(|r| r.list == record.list).count();
            Some(safe!("{}, {} of {} alike", subject.describe(record.node), record.place + 1, of))
        });
        Some(Self {
            role: own.role.map_or("", Role::name).to_owned(),
            name: own.name.to_string(),
            own_key: (own.key != UniqueKey::None).then(key).flatten(),
            row,
            label: Some(own.near_label.to_string()).filter(|label| !label.is_empty()),
            labels: own.labels.len(),
            twins: print.identities.iter().filter(looks_like).count(),
        })
    }

    pub(super) fn text(&self) -> SafeText {
        let mut parts: Vec<SafeText> = Vec::new();
        parts.push(match self.role.as_str() {
            "" => "no role".into(),
            role => safe!("role {}", PageText::token(role)),
        });
        parts.push(match self.name.as_str() {
            "" => "no name".into(),
            name => safe!("name {}", PageText::quoted(name).at_most(60)),
        });
        parts.extend(self.own_key.iter().map(|key| safe!("its own {}", key)));
        parts.extend(self.row.iter().map(|row| safe!("its row: {}", row)));
        parts.extend(self.label.iter().map(|label| safe!("its group: {}", PageText::quoted(label).at_most(60))));
        parts.push(match self.twins {
            0 => "nothing else looks like it".into(),
            1 => "1 other looks like it".into(),
            n => safe!("{} others look like it", n),
        });
        SafeText::join(parts, "; ")
    }
}

/// The resolution by which a session found a ref's element on this page.
#[derive(Serialize)]
pub(super) struct ResolutionExplanation {
    /// `exact`, `reattached` or `healed`.
    pub(super) outcome: &'static str,
    pub(super) proof: &'static str,
    pub(super) confidence: f64,
    pub(super) reason: String,
}

impl ResolutionExplanation {
    pub(super) fn of(resolution: &Resolution) -> Self {
        Self {
            outcome: resolution.kind.as_str(),
            proof: resolution.proof.as_str(),
            confidence: hundredths(resolution.confidence),
            reason: resolution.reason.clone(),
        }
    }
}
