//! Sessions as bytes: JSON, versioned and compact, checked when it is read.
//!
//! Node ids are meaningless in another process, so restored refs are resolved by fingerprint alone.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fingerprint::{Choice, Fingerprint, Identity, LabelWords, RowIdentity, UniqueKey};
use super::observation::{Observation, Tab};
use super::packed::{pack, pack_atoms, pack_names, unpack, unpack_atoms, unpack_names, unpack_one};
use super::session::{MAX_REFS, Numbering, RememberedSnapshot, Session, Span};
use crate::aria::Role;
use crate::dom::NodeId;
use crate::reference::Ref;

/// Limit: bytes of all texts of a session, each as often as elements repeat it; those of 100,000 refs take some ten million.
const MAX_TEXT_BYTES: usize = 50 << 20;

/// The value of `format` in a session file.
const FORMAT: &str = "stillpage session";
/// The version written, and the newest that can be read.
const VERSION: u32 = 8;
/// The versions before, with digests of other texts: their numbers stay reserved, their refs are dropped.
const FIRST_VERSION: u64 = 1;

/// The reason why bytes could not be read as a session.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// Not a session file.
    Foreign,
    /// Written by a newer version of stillpage.
    Newer {
        /// The version of the file.
        version: u64,
    },
    /// A truncated or corrupted session file.
    Damaged {
        /// The place of the damage.
        reason: String,
    },
}

impl StoreError {
    /// Returns advice on what to do about it, one sentence.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Foreign => "pass a session file, or a file that does not exist yet; this one is not changed",
            Self::Newer { .. } => "use the stillpage that wrote it, or start a new session in another file",
            Self::Damaged { .. } => "start a new session in another file; this one is not changed",
        }
    }
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Foreign => f.write_str("this is not a session of stillpage"),
            Self::Newer { version } => {
                write!(f, "this session is of version {version}; this stillpage reads up to {VERSION}")
            }
            Self::Damaged { reason } => write!(f, "this session is damaged: {reason}"),
        }
    }
}

impl std::error::Error for StoreError {}

#[derive(Serialize, Deserialize)]
struct StoredSession<'a> {
    format: String,
    version: u32,
    last: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    attribute: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    stable: bool,
    tabs: Vec<StoredTab>,
    spans: Vec<(u32, String, u32)>,
    #[serde(rename = "lastSnapshot")]
    last_snapshot: u32,
    snapshots: Vec<(u32, String, Cow<'a, Value>)>,
    /// The last member; a truncated file lacks it.
    end: bool,
}

#[derive(Serialize, Deserialize)]
struct StoredTab {
    name: String,
    document: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    origin: Option<String>,
    observations: Vec<StoredObservation>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    moment: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct StoredObservation {
    document: u32,
    marked: bool,
    title: String,
    /// Label and words of each, then whether it counts rows.
    labels: Vec<(String, bool)>,
    /// Group and chosen member of each choice.
    choices: Vec<String>,
    page_digest: String,
    /// Every text once.
    texts: Vec<String>,
    records: Vec<StoredRecord>,
    identities: Vec<StoredIdentity>,
}

/// Tag, digest and nearest label; list; place; outer record, from 1; atoms; which of them may name it; label; its own identity, from 1.
#[derive(Serialize, Deserialize)]
struct StoredRecord(String, u32, u32, u32, String, String, u32, u32);

/// Role; name; digests of `own`, `kind`, `counted`, `cell` and `pane`; key; record, from 1; labels, then the scene and the value; section; nearest label; words nearby; parent, from 1; place;
/// number, 0 without a ref; frame.
#[derive(Serialize, Deserialize)]
struct StoredIdentity(u32, u32, String, u8, u32, u32, u32, u32, u32, u32, u32, u32, u32);

/// Each text once, by its number.
#[derive(Default)]
struct Texts {
    texts: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Texts {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }
}

fn from_one(index: Option<u32>) -> u32 {
    index.map_or(0, |index| index + 1)
}

impl Session {
    /// The session as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let tabs = self.tabs.iter().map(|(name, tab)| StoredTab {
            name: name.clone(),
            document: tab.document,
            origin: tab.origin.clone(),
            observations: tab.observations.iter().map(StoredObservation::of).collect(),
            moment: tab.moment.clone(),
        });
        let stored = StoredSession {
            format: FORMAT.to_owned(),
            version: VERSION,
            last: self.last,
            attribute: self.attribute.clone(),
            stable: self.numbering == Numbering::Stable,
            tabs: tabs.collect(),
            spans: self.spans.iter().map(|span| (span.first, span.tab.clone(), span.document)).collect(),
            last_snapshot: self.last_snapshot,
            snapshots: self.kept_snapshots().map(|s| (s.number, s.tab.clone(), Cow::Borrowed(&s.value))).collect(),
            end: true,
        };
        // Serializing fails only on keys that are not strings. An empty file would lose every ref.
        let mut bytes = serde_json::to_vec(&stored).expect("a session is valid JSON");
        bytes.push(b'\n');
        bytes
    }

    /// A session from the bytes of [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// [`StoreError`] for bytes that are not a session file, are truncated or corrupted, or were written by a newer version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StoreError> {
        // The first bytes identify the format, even if the rest is missing.
        let start = format!("{{\"format\":\"{FORMAT}\",\"version\":");
        let is_ours = bytes.starts_with(start.as_bytes());
        let damaged = |reason: String| if is_ours { StoreError::Damaged { reason } } else { StoreError::Foreign };
        if bytes.is_empty() {
            return Err(StoreError::Damaged { reason: "it is empty".to_owned() });
        }
        let mut value: Value = match serde_json::from_slice(bytes) {
            Ok(value) => value,
            Err(error) if error.is_eof() => return Err(damaged("it is cut off".to_owned())),
            Err(error) => return Err(damaged(error.to_string())),
        };
        if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(StoreError::Foreign);
        }
        match value.get("version").and_then(Value::as_u64) {
            Some(version) if version > u64::from(VERSION) => return Err(StoreError::Newer { version }),
            Some(version) if version == u64::from(VERSION) => {}
            Some(FIRST_VERSION..) => forget_elements(&mut value),
            _ => return Err(StoreError::Damaged { reason: "it has no version".to_owned() }),
        }
        let stored: StoredSession<'_> =
            serde_json::from_value(value).map_err(|error| StoreError::Damaged { reason: error.to_string() })?;
        if stored.text_bytes() > MAX_TEXT_BYTES {
            return Err(StoreError::Damaged { reason: "its elements repeat more text than a page has".to_owned() });
        }
        stored
            .restore()
            .ok_or_else(|| StoreError::Damaged { reason: "a part refers to one that is not there".to_owned() })
    }
}

/// Drops the elements of a session whose digests cannot be compared. Its numbers stay reserved, and its refs are reported as
/// evicted.
fn forget_elements(session: &mut Value) {
    for tab in session.get_mut("tabs").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(observations) = tab.get_mut("observations") {
            *observations = Value::Array(Vec::new());
        }
    }
}

impl StoredSession<'_> {
    /// Bytes of the texts that the elements have, repetitions included.
    fn text_bytes(&self) -> usize {
        let observations = self.tabs.iter().flat_map(|tab| &tab.observations);
        let bytes = observations.flat_map(|observation| {
            let length = |number: u32| observation.texts.get(number as usize).map_or(0, String::len);
            let of_records = observation.records.iter().map(move |record| length(record.6));
            let of_elements = observation.identities.iter().map(move |element| {
                [element.0, element.1, element.5, element.6, element.7, element.8].into_iter().map(length).sum()
            });
            of_records.chain(of_elements)
        });
        bytes.fold(0usize, usize::saturating_add)
    }

    fn restore(self) -> Option<Session> {
        let mut session = Session {
            last: self.last,
            attribute: self.attribute,
            numbering: if self.stable { Numbering::Stable } else { Numbering::Sequential },
            last_snapshot: self.last_snapshot,
            max_refs: MAX_REFS,
            ..Session::default()
        };
        for tab in self.tabs {
            let observations: Option<Vec<Observation>> =
                tab.observations.into_iter().map(StoredObservation::restore).collect();
            let restored =
                Tab { document: tab.document, origin: tab.origin, observations: observations?, moment: tab.moment };
            session.tabs.insert(tab.name, restored);
        }
        session.spans = self.spans.into_iter().map(|(first, tab, document)| Span { first, tab, document }).collect();
        session.snapshots = self
            .snapshots
            .into_iter()
            .map(|(number, tab, value)| RememberedSnapshot { number, tab, value: value.into_owned() })
            .collect();
        let ascending = session.spans.iter().zip(session.spans.iter().skip(1)).all(|(a, b)| a.first < b.first);
        (ascending && self.end).then_some(session)
    }
}

impl StoredObservation {
    fn of(observation: &Observation) -> Self {
        let mut texts = Texts::default();
        let own: FxHashMap<NodeId, u32> =
            (1..).zip(&observation.fingerprint.identities).map(|(n, i)| (i.node, n)).collect();
        let records = observation.fingerprint.records.iter().map(|record| {
            StoredRecord(
                pack([record.tag, record.digest, record.under]),
                record.list,
                record.place,
                from_one(record.outer),
                pack_atoms(&record.atoms),
                pack_names(record),
                texts.number(&record.label),
                own.get(&record.node).copied().unwrap_or_default(),
            )
        });
        let records = records.collect();
        let mut identities = Vec::with_capacity(observation.refs.len());
        for ((identity, place), reference) in
            observation.fingerprint.identities.iter().zip(&observation.positions).zip(&observation.refs)
        {
            let reference = reference.unwrap_or(Ref { frame: 0, number: 0 });
            identities.push(StoredIdentity(
                texts.number(identity.role_name()),
                texts.number(&identity.name),
                pack([identity.own, identity.kind, identity.counted, identity.cell, identity.pane]),
                identity.key as u8,
                from_one(identity.record),
                texts.number(&pack(identity.labels.iter().copied().chain([identity.scene, identity.value]))),
                texts.number(&pack(identity.section.iter().copied())),
                texts.number(&identity.near_label),
                texts.number(&pack(identity.nearby.iter().copied())),
                from_one(identity.parent),
                *place,
                reference.number,
                reference.frame,
            ));
        }
        Self {
            document: observation.document,
            marked: observation.marked,
            title: pack([observation.fingerprint.title]),
            labels: observation
                .fingerprint
                .labels
                .iter()
                .map(|l| (pack([l.label, l.words, l.repeats]), l.counts))
                .collect(),
            choices: observation
                .fingerprint
                .choices
                .iter()
                .map(|c| pack([c.group, c.chosen, c.place.into(), c.members.into()]))
                .collect(),
            page_digest: format!("{:016x}", observation.page_digest),
            texts: texts.texts,
            records,
            identities,
        }
    }

    /// `None` if an index is out of bounds.
    fn restore(self) -> Option<Observation> {
        let text = |number: u32| self.texts.get(number as usize).map(String::as_str);
        // An index from 1 that has to be below a limit; 0 for absent.
        let below = |index: u32, limit: usize| match index.checked_sub(1) {
            None => Some(None),
            Some(index) if (index as usize) < limit => Some(Some(index)),
            Some(_) => None,
        };
        let mut fingerprint = Fingerprint { title: unpack_one(self.title.as_bytes())?, ..Fingerprint::default() };
        for (digests, counts) in &self.labels {
            let &[label, words, repeats] = &unpack(digests)?[..] else { return None };
            fingerprint.labels.push(LabelWords { label, words, repeats, counts: *counts });
        }
        for digests in &self.choices {
            let &[group, chosen, place, members] = &unpack(digests)?[..] else { return None };
            let [place, members] = [place, members].map(|number| u32::try_from(number).ok());
            fingerprint.choices.push(Choice { group, chosen, place: place?, members: members? });
        }
        for (at, stored) in self.records.iter().enumerate() {
            let StoredRecord(digests, list, place, outer, atoms, names, label, own) = stored;
            let &[tag, digest, under] = &unpack(digests)?[..] else { return None };
            // The ids of this observation's own: those of its identities, then those of rows without one.
            let atoms = unpack_atoms(atoms)?;
            let index = below(*own, self.identities.len())?.map_or(self.identities.len() + at, |own| own as usize);
            fingerprint.records.push(RowIdentity {
                node: NodeId::from_index(index),
                tag,
                list: *list,
                place: *place,
                outer: below(*outer, at)?,
                names: unpack_names(names, &atoms)?,
                atoms,
                digest,
                under,
                label: text(*label)?.into(),
            });
        }
        let (mut positions, mut refs) = (Vec::new(), Vec::new());
        for (at, stored) in self.identities.iter().enumerate() {
            let StoredIdentity(
                role,
                name,
                digests,
                key,
                record,
                labels,
                section,
                near,
                nearby,
                parent,
                place,
                number,
                frame,
            ) = stored;
            let &[own, kind, counted, cell, pane] = &unpack(digests)?[..] else { return None };
            let mut labels = unpack(text(*labels)?)?;
            let value = labels.pop()?;
            let scene = labels.pop()?;
            fingerprint.identities.push(Identity {
                node: NodeId::from_index(at),
                role: match text(*role)? {
                    "" => None,
                    name => Some(Role::from_name(name)?),
                },
                name: text(*name)?.into(),
                own,
                kind,
                counted,
                cell,
                pane,
                key: *[UniqueKey::None, UniqueKey::Id, UniqueKey::Link].get(usize::from(*key))?,
                record: below(*record, self.records.len())?,
                labels: labels.into(),
                section: unpack(text(*section)?)?.into(),
                scene,
                value,
                near_label: text(*near)?.into(),
                nearby: unpack(text(*nearby)?)?,
                parent: below(*parent, at)?,
            });
            positions.push(*place);
            refs.push((*number > 0).then_some(Ref { frame: *frame, number: *number }));
        }
        let page_digest = u64::from_str_radix(&self.page_digest, 16).ok()?;
        Some(Observation {
            fingerprint,
            positions,
            page_digest,
            refs,
            document: self.document,
            source: 0,
            connected: None,
            marked: self.marked,
        })
    }
}
