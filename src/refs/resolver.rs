//! [`Resolver`]: where the refs of a session are on a page, with proof, or what became of them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::fingerprint::{Fingerprint, Identity, is_interactive_role};
use super::heal::{Alignment, Match, Proof, Refusal};
use super::session::{Session, Sighting, Tab};
use super::take::all_elements;
use super::unknown::nearest;
use super::wrapper::find_wrappers;
use super::{Claim, Ref, RefTable};
use crate::aria::Exposure;
use crate::dom::{LocalName, Mutation, NodeId, local_name};
use crate::error::{Error, Sighted, StaleReason};
use crate::page::Page;
use crate::style::computed::Cursor;

/// Limit: elements that an error lists.
const MAX_LISTED: usize = 5;

/// A page as a resolver sees it.
#[derive(Debug)]
pub struct Present<'p> {
    page: &'p Page,
    print: Fingerprint,
    whole: u64,
    positions: FxHashMap<NodeId, usize>,
    /// Positions in `document.querySelectorAll('*')`; only errors ask for them.
    index: OnceLock<FxHashMap<NodeId, u32>>,
}

/// Where a ref's element is now.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolution {
    /// The ref.
    pub reference: Ref,
    /// Its element.
    pub node: NodeId,
    /// How it was found.
    pub outcome: Outcome,
    /// What that rests on.
    pub proof: Proof,
    /// 0 to 1: 1 leaves no doubt.
    pub confidence: f32,
    /// The same in words: a clause.
    pub reason: String,
    /// What to do to the page so that its marks are right again: the attribute is put back, and taken off elements that
    /// carry it wrongly.
    pub mutations: Vec<Mutation>,
}

/// How a ref's element was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The same node, still the same widget; or nothing on the page changed.
    Exact,
    /// The same node without the attribute that marked it.
    Reattached,
    /// Another node that is the same widget.
    Healed,
}

impl Outcome {
    /// In one word, for answers.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Reattached => "reattached",
            Self::Healed => "healed",
        }
    }
}

impl<'p> Present<'p> {
    /// Takes the fingerprint of a page; linear in its size.
    #[must_use]
    pub fn of(page: &'p Page) -> Self {
        let print = Fingerprint::of(page, &all_elements(page.dom()));
        let positions = print.identities.iter().enumerate().map(|(at, identity)| (identity.node, at)).collect();
        Self { page, whole: print.whole(), print, positions, index: OnceLock::new() }
    }

    /// The page.
    #[must_use]
    pub fn page(&self) -> &'p Page {
        self.page
    }

    /// The identities of all its elements.
    #[must_use]
    pub fn print(&self) -> &Fingerprint {
        &self.print
    }

    pub(super) fn whole(&self) -> u64 {
        self.whole
    }

    /// Where an element's identity is.
    pub(super) fn position(&self, node: NodeId) -> Option<usize> {
        self.positions.get(&node).copied()
    }

    fn index(&self, node: NodeId) -> Option<u32> {
        let all = || {
            let elements = self.page.dom().elements_in_order().enumerate();
            elements.filter_map(|(at, node)| Some((node, u32::try_from(at).ok()?))).collect()
        };
        self.index.get_or_init(all).get(&node).copied()
    }

    fn is_rendered(&self, node: NodeId) -> bool {
        self.page.aria().get(node).is_some_and(|aria| aria.exposure.contains(Exposure::BOX))
    }
}

/// What a sighting's elements are on the page.
#[derive(Debug)]
struct Compared {
    matches: Vec<Match>,
    /// Nodes of the sighting that the page still has.
    handles: FxHashMap<NodeId, NodeId>,
    /// The row that each row became.
    rows: Vec<Option<u32>>,
}

/// Finds the refs of a tab on a page: by the attribute, by the node, by what they are.
#[derive(Debug)]
pub struct Resolver<'a> {
    session: &'a Session,
    present: &'a Present<'a>,
    tab: &'a str,
    /// Nodes that are known to be connected still, by the node they were at the last look.
    given: Option<&'a FxHashMap<NodeId, NodeId>>,
    /// The refs of the page's own elements, for messages.
    names: Option<&'a RefTable>,
    /// The page's document is not the tab's any more.
    left: bool,
    compared: Vec<OnceLock<Compared>>,
    /// The sighting and the identity of each ref of the tab.
    places: FxHashMap<Ref, (usize, usize)>,
    /// The elements that carry each ref as an attribute.
    carriers: FxHashMap<Ref, SmallVec<[NodeId; 1]>>,
}

impl<'a> Resolver<'a> {
    /// A resolver for the refs of `tab`.
    ///
    /// `handles`: which nodes of the tab's last page are which nodes of this one, if a
    /// live page knows; trees with the same [origin](crate::dom::Dom::origin) need none.
    #[must_use]
    pub fn new(
        session: &'a Session,
        present: &'a Present<'a>,
        tab: &'a str,
        handles: Option<&'a FxHashMap<NodeId, NodeId>>,
    ) -> Self {
        let known = session.tabs.get(tab);
        let mut places = FxHashMap::default();
        let sightings = known.map_or(&[][..], |tab| &tab.sightings);
        for (number, sighting) in sightings.iter().enumerate() {
            for (at, reference) in sighting.refs.iter().enumerate() {
                if let Some(reference) = reference {
                    places.insert(*reference, (number, at));
                }
            }
        }
        let carriers = match &session.attribute {
            Some(attribute) if sightings.iter().any(|sighting| sighting.marked) => carriers(present.page, attribute),
            _ => FxHashMap::default(),
        };
        Self {
            session,
            present,
            tab,
            given: handles,
            names: None,
            left: known.is_some_and(|tab| tab.is_left_for(present.page)),
            compared: sightings.iter().map(|_| OnceLock::new()).collect(),
            places,
            carriers,
        }
    }

    /// The same resolver that names the page's elements by these refs in errors.
    #[must_use]
    pub fn with_names(self, names: &'a RefTable) -> Self {
        Self { names: Some(names), ..self }
    }

    fn known(&self) -> Option<&'a Tab> {
        self.session.tabs.get(self.tab)
    }

    fn sighting(&self, number: usize) -> Option<&'a Sighting> {
        self.known()?.sightings.get(number)
    }

    fn is_newest(&self, number: usize) -> bool {
        number + 1 == self.compared.len()
    }

    fn compared(&self, number: usize, sighting: &Sighting) -> &Compared {
        self.compared[number].get_or_init(|| self.compare(sighting, self.is_newest(number)))
    }

    fn compare(&self, sighting: &Sighting, newest: bool) -> Compared {
        let present = self.present;
        let same_tree = sighting.source != 0 && sighting.source == present.page.dom().origin();
        let mut handles: FxHashMap<NodeId, NodeId> = FxHashMap::default();
        if sighting.marked {
            for (identity, reference) in sighting.print.identities.iter().zip(&sighting.refs) {
                // An attribute that was copied says nothing.
                if let Some([only]) =
                    reference.and_then(|reference| self.carriers.get(&reference)).map(SmallVec::as_slice)
                {
                    handles.insert(identity.node, *only);
                }
            }
        }
        if let Some(given) = self.given.filter(|_| newest) {
            given.iter().for_each(|(&from, &to)| {
                handles.entry(from).or_insert(to);
            });
        } else if same_tree {
            for node in sighting.nodes().filter(|node| present.positions.contains_key(node)) {
                handles.entry(node).or_insert(node);
            }
        }
        if let Some((origin, nodes)) = &sighting.connected
            && *origin == present.page.dom().origin()
        {
            nodes.iter().for_each(|(&from, &to)| {
                handles.entry(from).or_insert(to);
            });
        }
        let known = (same_tree || !handles.is_empty() || self.given.is_some()).then_some(&handles);
        if newest && sighting.whole == present.whole {
            let contradicted = |identity: &Identity, place: u32| {
                let target = present.print.identities.get(place as usize).map(|identity| identity.node);
                // A file may say anything of places.
                target.is_none() || handles.get(&identity.node).is_some_and(|&node| Some(node) != target)
            };
            let mut pairs = sighting.print.identities.iter().zip(&sighting.places);
            if !pairs.any(|(identity, &place)| contradicted(identity, place)) {
                let found =
                    |&place: &u32| Match::Found { to: place as usize, proof: Proof::Unchanged, confidence: 1.0 };
                let matches = sighting.places.iter().map(found).collect();
                let rows = (0..sighting.print.records.len()).map(|row| u32::try_from(row).ok()).collect();
                return Compared { matches, handles, rows };
            }
        }
        let alignment = Alignment::new(&sighting.print, &present.print, known);
        let (matches, rows) = (alignment.resolve_all(), alignment.rows_after());
        Compared { matches, handles, rows }
    }

    /// Every ref of the tab that is on the page, with the position of its element's identity and whether it was marked;
    /// those of newer sightings first, and of those the ones on their own node.
    pub(super) fn carried(&self) -> Vec<(Resolution, usize, bool)> {
        let mut carried = Vec::new();
        let Some(tab) = self.known() else { return carried };
        for (number, sighting) in tab.sightings.iter().enumerate().rev() {
            if sighting.document != tab.document {
                continue;
            }
            let compared = self.compared(number, sighting);
            let start = carried.len();
            for (at, slot) in sighting.refs.iter().enumerate() {
                if slot.is_some()
                    && let Match::Found { to, proof, confidence } = compared.matches[at]
                    && (self.is_newest(number) || proof.outlasts_absence())
                {
                    let resolution = self.found(sighting, compared, at, (to, proof, confidence));
                    carried.push((resolution, to, sighting.marked));
                }
            }
            if let Some(new) = carried.get_mut(start..) {
                new.sort_by_key(|(resolution, ..)| resolution.outcome == Outcome::Healed);
            }
        }
        carried
    }

    /// The containers of the last look that changed inside, with the position of the identity that each is now. `refs`:
    /// what has a ref so far, by identity; `shown`: what may have one.
    pub(super) fn carried_wrappers(&self, refs: &[Option<Ref>], shown: &RefTable) -> Vec<(Resolution, usize)> {
        let Some((tab, sighting)) = self.known().and_then(|tab| Some((tab, tab.sightings.last()?))) else {
            return Vec::new();
        };
        if sighting.document != tab.document {
            return Vec::new();
        }
        let compared = self.compared(self.compared.len() - 1, sighting);
        let now: FxHashMap<Ref, usize> =
            refs.iter().enumerate().filter_map(|(at, reference)| Some(((*reference)?, at))).collect();
        let found: Vec<Option<usize>> =
            sighting.refs.iter().map(|reference| now.get(&(*reference)?).copied()).collect();
        let known = |at: usize| sighting.refs[at].is_some();
        let identities = &self.present.print.identities;
        let free = |at: usize| {
            let node = identities[at].node;
            refs[at].is_none() && shown.of(node).is_some() && !is_target(self.present.page, node)
        };
        let (before, after) = (&sighting.print, &self.present.print);
        let handle =
            |at: usize| compared.handles.get(&before.identities[at].node).and_then(|&node| self.present.position(node));
        let pairs = find_wrappers((before, &known), (after, &free), &found, &compared.rows, &handle);
        let resolution = |(at, to)| (self.found(sighting, compared, at, (to, Proof::Place, 0.6)), to);
        pairs.into_iter().map(resolution).collect()
    }

    /// Finds a ref's element.
    ///
    /// # Errors
    /// What became of it, if it is not there for certain: [`Error::UnknownRef`], [`Error::StaleRef`],
    /// [`Error::AmbiguousRef`], [`Error::TargetConflict`].
    pub fn resolve(&self, claim: &Claim) -> Result<Resolution, Error> {
        let reference = claim.reference;
        let Some(&(number, at)) = self.places.get(&reference) else { return Err(self.not_kept(claim)) };
        let (Some(tab), Some(sighting)) = (self.known(), self.sighting(number)) else {
            return Err(self.not_kept(claim));
        };
        let identity = &sighting.print.identities[at];
        if self.left || sighting.document != tab.document {
            let was = self.was(sighting, identity, reference);
            return Err(navigated(was, tab, self.left));
        }
        let compared = self.compared(number, sighting);
        match compared.matches[at].clone() {
            Match::Found { to, proof, confidence } if self.is_newest(number) || proof.outlasts_absence() => {
                let resolution = self.found(sighting, compared, at, (to, proof, confidence));
                if self.present.is_rendered(resolution.node) {
                    return Ok(resolution);
                }
                Err(Error::StaleRef {
                    was: self.was(sighting, identity, reference).into(),
                    reason: StaleReason::Hidden,
                    evidence: "it is there, but not rendered".to_owned(),
                    now: vec![self.sighted(to)],
                })
            }
            Match::Found { .. } => Err(Error::StaleRef {
                was: self.was(sighting, identity, reference).into(),
                reason: StaleReason::Removed,
                evidence: "it was not on the page at the last look, and what looks like it now may be another"
                    .to_owned(),
                now: Vec::new(),
            }),
            Match::Refused { why, candidates } => Err(self.refusal(sighting, compared, at, why, &candidates)),
        }
    }

    fn found(&self, sighting: &Sighting, compared: &Compared, at: usize, found: (usize, Proof, f32)) -> Resolution {
        let (to, proof, confidence) = found;
        let identity = &sighting.print.identities[at];
        let target = &self.present.print.identities[to];
        let node = target.node;
        let reference = sighting.refs[at].unwrap_or(Ref { frame: 0, number: 0 });
        let carriers = self.carriers.get(&reference).map_or(&[][..], SmallVec::as_slice);
        let connected = compared.handles.get(&identity.node) == Some(&node);
        let (outcome, how) = if sighting.marked && carriers.contains(&node) {
            let more = carriers.len() - 1;
            let how =
                if more > 0 { format!("of {} that carry its mark", more + 1) } else { "it carries its mark".into() };
            (Outcome::Exact, how)
        } else if connected && sighting.marked {
            (Outcome::Reattached, "its node lost the mark, but is connected".to_owned())
        } else if connected {
            (Outcome::Exact, "its node is connected".to_owned())
        } else if proof == Proof::Unchanged {
            (Outcome::Exact, String::new())
        } else {
            (Outcome::Healed, String::new())
        };
        let told = self.proof_in_words(proof, target);
        let reason = match how.as_str() {
            "" => told,
            how if carriers.len() > 1 => format!("{how}, this one alone fits: {told}"),
            how => format!("{how}; {told}"),
        };
        let mut mutations = Vec::new();
        if sighting.marked
            && let Some(name) = &self.session.attribute
        {
            let wrong = carriers.iter().filter(|&&carrier| carrier != node);
            mutations.extend(wrong.map(|&node| Mutation::RemoveAttribute { node, name: name.clone() }));
            if outcome != Outcome::Exact {
                let value = reference.to_string();
                mutations.push(Mutation::SetAttribute { node, name: name.clone(), value });
            }
        }
        Resolution { reference, node, outcome, proof, confidence, reason, mutations }
    }

    fn proof_in_words(&self, proof: Proof, target: &Identity) -> String {
        let role = if target.role.is_empty() { "element" } else { &target.role };
        let row = row_label(&self.present.print, target);
        match proof {
            Proof::OwnKey => "its link target or id is on the page once, as before".to_owned(),
            Proof::Row if row.is_empty() => format!("the same {role} in the same row"),
            Proof::Row => format!("the same {role} in the row {row:?}"),
            Proof::Labels if target.near_label.is_empty() => {
                format!("the only {role} of that name, among the same content")
            }
            Proof::Labels => format!("the only {role} of that name under {:?}", target.near_label),
            Proof::Order => format!("several {role}s are alike, and all of them are where they were"),
            Proof::Relabelled => "the same control with another label".to_owned(),
            Proof::Contents => "it holds what it held".to_owned(),
            Proof::Place => "it stands where it stood, among the same neighbours".to_owned(),
            Proof::Unchanged => "nothing that tells elements apart changed on the page".to_owned(),
        }
    }

    /// Why an element was not found.
    fn refusal(
        &self,
        sighting: &Sighting,
        compared: &Compared,
        at: usize,
        why: Refusal,
        candidates: &[usize],
    ) -> Error {
        let identity = &sighting.print.identities[at];
        let was = self.was(sighting, identity, sighting.refs[at].unwrap_or(Ref { frame: 0, number: 0 }));
        let listed: Vec<Sighted> = candidates.iter().take(MAX_LISTED).map(|&to| self.sighted(to)).collect();
        if matches!(why, Refusal::Ambiguous | Refusal::AmbiguousRow) && !listed.is_empty() {
            return Error::AmbiguousRef { was: was.into(), candidates: listed };
        }
        let stale = |reason, evidence: String, now| Error::StaleRef { was: was.clone().into(), reason, evidence, now };
        // Its node may be somebody else's by now.
        let heir = compared.handles.get(&identity.node).and_then(|&node| self.present.position(node));
        if let Some(heir) = heir {
            let now = self.sighted(heir);
            let target = &self.present.print.identities[heir];
            if (&target.role, target.kind) == (&identity.role, identity.kind) && target.name == identity.name {
                return stale(StaleReason::Replaced, format!("its node now is {now}, among other content"), vec![now]);
            }
            let reason = if target.role == identity.role && why == Refusal::GoneFromRow {
                StaleReason::Changed
            } else {
                StaleReason::Replaced
            };
            return stale(reason, format!("its node now is {now}"), vec![now]);
        }
        match why {
            Refusal::Gone => {
                stale(StaleReason::Removed, "nothing on the page is like it any more".to_owned(), Vec::new())
            }
            Refusal::RowGone => stale(StaleReason::Removed, "its row is no longer on the page".to_owned(), Vec::new()),
            Refusal::GoneFromRow => {
                let row = identity.record.and_then(|row| compared.rows.get(row as usize).copied().flatten());
                let now = row.map(|row| self.controls_of(row)).unwrap_or_default();
                stale(StaleReason::Changed, "its row is there, but without it".to_owned(), now)
            }
            Refusal::OtherSurroundings => {
                let evidence = match &*identity.near_label {
                    "" => "what has that role and name now stands among other content".to_owned(),
                    label => format!("it was under {label:?}, and what has that role and name now is elsewhere"),
                };
                stale(StaleReason::Replaced, evidence, listed)
            }
            Refusal::AmbiguousRow | Refusal::Ambiguous => {
                stale(StaleReason::Removed, "nothing tells which of several places was its own".to_owned(), listed)
            }
        }
    }

    /// What can be acted on in a row of the page.
    fn controls_of(&self, row: u32) -> Vec<Sighted> {
        let identities = self.present.print.identities.iter().enumerate();
        identities
            .filter(|(_, identity)| identity.record == Some(row) && is_interactive_role(&identity.role))
            .take(MAX_LISTED)
            .map(|(at, _)| self.sighted(at))
            .collect()
    }

    fn was(&self, sighting: &Sighting, identity: &Identity, reference: Ref) -> Sighted {
        sighted(&sighting.print, identity, Some(reference), None)
    }

    fn sighted(&self, at: usize) -> Sighted {
        let identity = &self.present.print.identities[at];
        let reference = self.names.and_then(|names| names.of(identity.node));
        sighted(&self.present.print, identity, reference, self.present.index(identity.node))
    }

    /// The error for a ref that the tab does not have.
    fn not_kept(&self, claim: &Claim) -> Error {
        let reference = claim.reference;
        if let Some(owner) = self.session.tab_of(reference)
            && owner != self.tab
        {
            return Error::TargetConflict {
                reference: reference.to_string(),
                ref_tab: owner.to_owned(),
                requested_tab: self.tab.to_owned(),
            };
        }
        let of_frame = self.places.keys().any(|known| known.number == reference.number);
        if let (Some(span), Some(tab), false) = (self.session.span(reference.number), self.known(), of_frame) {
            let was = Sighted { reference: Some(reference.to_string()), ..Sighted::default() };
            if self.left || span.document != tab.document {
                return navigated(was, tab, self.left);
            }
            return Error::StaleRef {
                was: was.into(),
                reason: StaleReason::Resnapshotted,
                evidence: "too much was seen since; it is not kept any more".to_owned(),
                now: Vec::new(),
            };
        }
        let told = |(&reference, &(number, at)): (&Ref, &(usize, usize))| {
            let sighting = self.sighting(number)?;
            Some((reference, self.was(sighting, &sighting.print.identities[at], reference)))
        };
        let known: BTreeMap<Ref, Sighted> = self.places.iter().filter_map(told).collect();
        Error::UnknownRef { target: reference.to_string(), known: known.len(), nearest: nearest(claim, known) }
    }
}

/// True for what may be acted on though its role does not say so: a pointer would click it, or it takes the focus.
fn is_target(page: &Page, node: NodeId) -> bool {
    let points = |node| page.styles().get(node).is_some_and(|style| style.cursor == Cursor::Pointer);
    let dom = page.dom();
    points(node) && !dom.flat_parent(node).is_some_and(points)
        || dom.attr(node, &local_name!("tabindex")).is_some()
        || dom.attr(node, &local_name!("contenteditable")).is_some()
}

fn navigated(was: Sighted, tab: &Tab, left: bool) -> Error {
    let evidence = match (&tab.origin, left) {
        (Some(origin), true) => format!("its document, of {origin}, was left for another one"),
        _ => "its document was left for another one".to_owned(),
    };
    Error::StaleRef { was: was.into(), reason: StaleReason::Navigated, evidence, now: Vec::new() }
}

fn row_label<'p>(print: &'p Fingerprint, identity: &Identity) -> &'p str {
    identity.record.and_then(|row| print.records.get(row as usize)).map_or("", |record| &record.label)
}

fn sighted(print: &Fingerprint, identity: &Identity, reference: Option<Ref>, index: Option<u32>) -> Sighted {
    let row = match row_label(print, identity) {
        "" => identity.near_label.to_string(),
        row => row.to_owned(),
    };
    Sighted {
        reference: reference.map(|reference| reference.to_string()),
        role: if identity.role.is_empty() { "generic".to_owned() } else { identity.role.to_string() },
        name: identity.name.to_string(),
        row: if *row == *identity.name { String::new() } else { row },
        index,
    }
}

/// The elements that carry a ref as an attribute, by ref.
fn carriers(page: &Page, attribute: &str) -> FxHashMap<Ref, SmallVec<[NodeId; 1]>> {
    let name = LocalName::from(attribute);
    let mut carriers: FxHashMap<Ref, SmallVec<[NodeId; 1]>> = FxHashMap::default();
    for node in all_elements(page.dom()) {
        if let Some(Ok(reference)) = page.dom().attr(node, &name).map(str::parse::<Ref>) {
            carriers.entry(reference).or_default().push(node);
        }
    }
    carriers
}
