//! [`Resolver`]: resolves the refs of a session on a page, with proof, or with the reason why not.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::alignment::Alignment;
use super::builder::all_elements;
use super::claim::Claim;
use super::containers::match_containers;
use super::element_match::{ElementMatch, MatchFailure, Proof};
use super::fingerprint::Identity;
use super::observation::{Observation, Tab};
use super::page_fingerprint::PageFingerprint;
use super::session::Session;
use super::table::RefTable;
use crate::aria::interactive::has_pointer_cursor;
use crate::dom::{LocalName, Mutation, NodeId, local_name};
use crate::error::{RefError, StaleReason};
use crate::page::Page;
use crate::reference::Ref;

/// The present element of a ref.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Resolution {
    /// The ref.
    pub reference: Ref,
    /// Its element.
    pub node: NodeId,
    /// The way in which it was found.
    pub kind: ResolutionKind,
    /// The evidence.
    pub proof: Proof,
    /// The share of matches with this proof that were right on recorded re-renders, 0 to 1.
    pub confidence: f32,
    /// The evidence in words, a clause.
    pub reason: String,
    /// The mutations that correct the marks of the page: they restore the attribute and remove copies of it.
    pub mutations: Vec<Mutation>,
}

/// The way in which a ref's element was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResolutionKind {
    /// It is the same node, still the same widget; or the page is unchanged.
    Exact,
    /// It is the same node, which lost its marking attribute.
    Reattached,
    /// Another node that is the same widget.
    Healed,
}

impl ResolutionKind {
    /// The word for output: `exact`, `reattached` or `healed`.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Reattached => "reattached",
            Self::Healed => "healed",
        }
    }
}

/// An observation matched against the page.
#[derive(Debug)]
pub(super) struct Comparison {
    matches: Vec<ElementMatch>,
    /// Nodes of the observation that are connected, and what they are on the page.
    pub(super) handles: FxHashMap<NodeId, NodeId>,
    /// The row of the page that each row became.
    pub(super) rows: Vec<Option<u32>>,
}

/// Resolves the refs of a tab on a page: by marking attribute, by node, by fingerprint.
#[derive(Debug)]
pub struct Resolver<'a> {
    pub(super) session: &'a Session,
    pub(super) current: &'a PageFingerprint<'a>,
    pub(super) tab: &'a str,
    /// Connected nodes, by their nodes in the latest observation.
    given: Option<&'a FxHashMap<NodeId, NodeId>>,
    /// The refs of the elements of the page, for messages.
    pub(super) names: Option<&'a RefTable>,
    /// Identical rows may have changed places though the page looks as it did.
    distrusts_order: bool,
    /// The page belongs to another document than the tab.
    pub(super) navigated_away: bool,
    comparison: Vec<OnceLock<Comparison>>,
    /// The observation and the identity of each ref of the tab.
    pub(super) positions: FxHashMap<Ref, (usize, usize)>,
    /// The elements marked with each ref.
    marked_elements: FxHashMap<Ref, SmallVec<[NodeId; 1]>>,
}

impl<'a> Resolver<'a> {
    /// A resolver for the refs of `tab`.
    ///
    /// `handles`: the nodes of this page by their nodes in the latest observation, as a live page knows them. Trees with
    /// the same [origin](crate::dom::Dom::origin) need none.
    #[must_use]
    pub fn new(
        session: &'a Session,
        current: &'a PageFingerprint<'a>,
        tab: &'a str,
        handles: Option<&'a FxHashMap<NodeId, NodeId>>,
    ) -> Self {
        let known = session.tabs.get(tab);
        let mut positions: FxHashMap<Ref, (usize, usize)> = FxHashMap::default();
        let observations = known.map_or(&[][..], |tab| &tab.observations);
        for (number, observation) in observations.iter().enumerate() {
            positions.reserve(observation.refs.len());
            for (at, reference) in observation.refs.iter().enumerate() {
                if let Some(reference) = reference {
                    positions.insert(*reference, (number, at));
                }
            }
        }
        let marked_elements = match &session.attribute {
            Some(attribute) if observations.iter().any(|observation| observation.marked) => {
                marked_elements(current.page, attribute)
            }
            _ => FxHashMap::default(),
        };
        Self {
            session,
            current,
            tab,
            given: handles,
            names: None,
            distrusts_order: false,
            navigated_away: known.is_some_and(|tab| tab.is_left_for(current.page)),
            comparison: observations.iter().map(|_| OnceLock::new()).collect(),
            positions,
            marked_elements,
        }
    }

    /// Sets the refs by which errors name elements of the page.
    #[must_use]
    pub fn with_names(self, names: &'a RefTable) -> Self {
        Self { names: Some(names), ..self }
    }

    /// Treats the page as a re-render. Where it looks as it did, identical rows of a list may have changed places (`Move up`), so
    /// their elements are refused unless their nodes are known.
    #[must_use]
    pub fn after_rerender(self) -> Self {
        Self { distrusts_order: true, ..self }
    }

    /// Refuses the elements of rows that are duplicated in their list.
    fn refuse_duplicates(&self, observation: &Observation, matches: &mut [ElementMatch]) {
        let records = &observation.fingerprint.records;
        let mut count: FxHashMap<_, u32> = FxHashMap::default();
        for record in records {
            *count.entry((record.list, record.tag, record.digest)).or_default() += 1;
        }
        // Nested rows move with the row around them.
        let mut is_duplicate = vec![false; records.len()];
        for (at, record) in records.iter().enumerate() {
            let outer = record.outer.and_then(|outer| is_duplicate.get(outer as usize).copied());
            let own = count.get(&(record.list, record.tag, record.digest)).is_some_and(|&count| count > 1);
            is_duplicate[at] = own || outer == Some(true);
        }
        for (identity, found) in observation.fingerprint.identities.iter().zip(matches) {
            let row = identity.record.and_then(|row| is_duplicate.get(row as usize).copied());
            if row == Some(true)
                && let ElementMatch::Found { to, proof, .. } = *found
                && proof != Proof::UniqueKey
            {
                *found = ElementMatch::Refused { why: MatchFailure::AmbiguousRow, candidates: vec![to] };
            }
        }
    }

    pub(super) fn known(&self) -> Option<&'a Tab> {
        self.session.tabs.get(self.tab)
    }

    pub(super) fn observation(&self, number: usize) -> Option<&'a Observation> {
        self.known()?.observations.get(number)
    }

    fn is_newest(&self, number: usize) -> bool {
        number + 1 == self.comparison.len()
    }

    fn comparison(&self, number: usize, observation: &Observation) -> &Comparison {
        self.comparison[number].get_or_init(|| self.compare(observation, self.is_newest(number)))
    }

    fn compare(&self, observation: &Observation, newest: bool) -> Comparison {
        let current = self.current;
        let same_tree =
            observation.source != 0 && observation.source == current.page.dom().origin() && !self.distrusts_order;
        let mut handles: FxHashMap<NodeId, NodeId> = FxHashMap::default();
        if observation.marked {
            for (identity, reference) in observation.fingerprint.identities.iter().zip(&observation.refs) {
                // A copied attribute proves nothing.
                if let Some([only]) =
                    reference.and_then(|reference| self.marked_elements.get(&reference)).map(SmallVec::as_slice)
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
            for node in observation.nodes().filter(|node| current.positions.contains_key(node)) {
                handles.entry(node).or_insert(node);
            }
        }
        if let Some((origin, nodes)) = &observation.connected
            && *origin == current.page.dom().origin()
        {
            nodes.iter().for_each(|(&from, &to)| {
                handles.entry(from).or_insert(to);
            });
        }
        let known = (same_tree || !handles.is_empty() || self.given.is_some()).then_some(&handles);
        if newest && observation.may_be_of(current) {
            let contradicted = |identity: &Identity, place: u32| {
                let target = current.fingerprint.identities.get(place as usize).map(|identity| identity.node);
                // Positions in a file are untrusted.
                target.is_none() || handles.get(&identity.node).is_some_and(|&node| Some(node) != target)
            };
            let mut pairs = observation.fingerprint.identities.iter().zip(&observation.positions);
            if !pairs.any(|(identity, &place)| contradicted(identity, place)) {
                let found = |&place: &u32| ElementMatch::Found { to: place as usize, proof: Proof::Unchanged };
                let mut matches: Vec<ElementMatch> = observation.positions.iter().map(found).collect();
                if self.distrusts_order && known.is_none() {
                    self.refuse_duplicates(observation, &mut matches);
                }
                let rows = (0..observation.fingerprint.records.len()).map(|row| u32::try_from(row).ok()).collect();
                return Comparison { matches, handles, rows };
            }
        }
        let alignment =
            Alignment::new(&observation.fingerprint, &current.fingerprint, known).with_places(&observation.positions);
        let (matches, rows) = (alignment.resolve_all(), alignment.rows_after());
        Comparison { matches, handles, rows }
    }

    /// All refs of the tab that are on the page, with the position of their identity and whether they were marked: those of
    /// newer observations first, among them those on their own nodes first.
    pub(super) fn matched_refs(&self) -> Vec<(Resolution, usize, bool)> {
        let mut matched_refs = Vec::new();
        let Some(tab) = self.known() else { return matched_refs };
        for (number, observation) in tab.observations.iter().enumerate().rev() {
            if observation.document != tab.document {
                continue;
            }
            let comparison = self.comparison(number, observation);
            let start = matched_refs.len();
            for (at, slot) in observation.refs.iter().enumerate() {
                if slot.is_some()
                    && let ElementMatch::Found { to, proof } = comparison.matches[at]
                    && (self.is_newest(number) || proof.outlasts_absence())
                {
                    let resolution = self.found(observation, comparison, at, (to, proof));
                    matched_refs.push((resolution, to, observation.marked));
                }
            }
            if let Some(new) = matched_refs.get_mut(start..) {
                new.sort_by_key(|(resolution, ..)| resolution.kind == ResolutionKind::Healed);
            }
        }
        matched_refs
    }

    /// Containers of the latest observation whose contents changed, with the positions of their identities on the page.
    /// `refs`: the refs assigned so far, by identity. `shown`: the elements that may get one.
    pub(super) fn matched_containers(&self, refs: &[Option<Ref>], shown: &RefTable) -> Vec<(Resolution, usize)> {
        let Some((tab, observation)) = self.known().and_then(|tab| Some((tab, tab.observations.last()?))) else {
            return Vec::new();
        };
        if observation.document != tab.document {
            return Vec::new();
        }
        let comparison = self.comparison(self.comparison.len() - 1, observation);
        let now: FxHashMap<Ref, usize> =
            refs.iter().enumerate().filter_map(|(at, reference)| Some(((*reference)?, at))).collect();
        let found: Vec<Option<usize>> =
            observation.refs.iter().map(|reference| now.get(&(*reference)?).copied()).collect();
        let known = |at: usize| observation.refs[at].is_some();
        let identities = &self.current.fingerprint.identities;
        let free = |at: usize| {
            let node = identities[at].node;
            refs[at].is_none() && shown.of(node).is_some() && !is_target(self.current.page, node)
        };
        let (before, after) = (&observation.fingerprint, &self.current.fingerprint);
        let handle = |at: usize| {
            comparison.handles.get(&before.identities[at].node).and_then(|&node| self.current.position(node))
        };
        let pairs = match_containers((before, &known), (after, &free), &found, &comparison.rows, &handle);
        let resolution = |(at, to)| (self.found(observation, comparison, at, (to, Proof::Place)), to);
        pairs.into_iter().map(resolution).collect()
    }

    /// Resolves a ref.
    ///
    /// # Errors
    /// If the element is not certain to be on the page: [`RefError::Unknown`], [`RefError::Stale`],
    /// [`RefError::Ambiguous`], [`RefError::TargetConflict`].
    pub fn resolve(&self, claim: &Claim) -> Result<Resolution, RefError> {
        let reference = claim.reference;
        let Some(&(number, at)) = self.positions.get(&reference) else { return Err(self.not_kept(claim)) };
        let (Some(tab), Some(observation)) = (self.known(), self.observation(number)) else {
            return Err(self.not_kept(claim));
        };
        let identity = &observation.fingerprint.identities[at];
        if self.navigated_away || observation.document != tab.document {
            let was = self.was(observation, identity, reference);
            return Err(tab.navigated(was, self.navigated_away));
        }
        let comparison = self.comparison(number, observation);
        match comparison.matches[at].clone() {
            ElementMatch::Found { to, proof } if self.is_newest(number) || proof.outlasts_absence() => {
                let resolution = self.found(observation, comparison, at, (to, proof));
                if self.current.is_rendered(resolution.node) {
                    return Ok(resolution);
                }
                Err(RefError::Stale {
                    was: self.was(observation, identity, reference).into(),
                    reason: StaleReason::Hidden,
                    evidence: "it is there, but not rendered".to_owned(),
                    now: vec![self.summary(to)],
                })
            }
            ElementMatch::Found { .. } => Err(RefError::Stale {
                was: self.was(observation, identity, reference).into(),
                reason: StaleReason::Removed,
                evidence:
                    "it was not on the page at the last snapshot, and what looks like it now may be another element"
                        .to_owned(),
                now: Vec::new(),
            }),
            ElementMatch::Refused { why, candidates } => {
                Err(self.refusal(observation, comparison, at, why, &candidates))
            }
        }
    }

    fn found(
        &self,
        observation: &Observation,
        comparison: &Comparison,
        at: usize,
        found: (usize, Proof),
    ) -> Resolution {
        let (to, proof) = found;
        let identity = &observation.fingerprint.identities[at];
        let target = &self.current.fingerprint.identities[to];
        let node = target.node;
        let reference = observation.refs[at].unwrap_or(Ref { frame: 0, number: 0 });
        let marked_elements = self.marked_elements.get(&reference).map_or(&[][..], SmallVec::as_slice);
        let connected = comparison.handles.get(&identity.node) == Some(&node);
        let (kind, how) = if observation.marked && marked_elements.contains(&node) {
            let more = marked_elements.len() - 1;
            let how =
                if more > 0 { format!("of {} that carry its mark", more + 1) } else { "it carries its mark".into() };
            (ResolutionKind::Exact, how)
        } else if connected && observation.marked {
            (ResolutionKind::Reattached, "its node lost the mark, but is connected".to_owned())
        } else if connected {
            (ResolutionKind::Exact, "its node is connected".to_owned())
        } else if proof == Proof::Unchanged {
            (ResolutionKind::Exact, String::new())
        } else {
            (ResolutionKind::Healed, String::new())
        };
        let proof_text = self.proof_in_words(proof, target);
        let reason = match how.as_str() {
            "" => proof_text,
            how if marked_elements.len() > 1 => format!("{how}, only this one fits: {proof_text}"),
            how => format!("{how}; {proof_text}"),
        };
        let mut mutations = Vec::new();
        if observation.marked
            && let Some(name) = &self.session.attribute
        {
            let wrong = marked_elements.iter().filter(|&&marked_element| marked_element != node);
            mutations.extend(wrong.map(|&node| Mutation::RemoveAttribute { node, name: name.clone() }));
            if kind != ResolutionKind::Exact {
                let value = reference.to_string();
                mutations.push(Mutation::SetAttribute { node, name: name.clone(), value });
            }
        }
        Resolution { reference, node, kind, proof, confidence: proof.confidence(), reason, mutations }
    }
}

/// True for elements of any role that can be clicked or focused.
fn is_target(page: &Page, node: NodeId) -> bool {
    let points = |node| has_pointer_cursor(page.styles(), node);
    let dom = page.dom();
    points(node) && !dom.flat_parent(node).is_some_and(points)
        || dom.attr(node, &local_name!("tabindex")).is_some()
        || dom.attr(node, &local_name!("contenteditable")).is_some()
}

/// The elements marked with a ref, by ref.
fn marked_elements(page: &Page, attribute: &str) -> FxHashMap<Ref, SmallVec<[NodeId; 1]>> {
    let name = LocalName::from(attribute);
    let mut marked_elements: FxHashMap<Ref, SmallVec<[NodeId; 1]>> = FxHashMap::default();
    for node in all_elements(page.dom()) {
        if let Some(Ok(reference)) = page.dom().attr(node, &name).map(str::parse::<Ref>) {
            marked_elements.entry(reference).or_default().push(node);
        }
    }
    marked_elements
}
