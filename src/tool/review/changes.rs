//! Elements that an agent or a test relies on, and what became of them.

use super::super::element::Elements;
use super::super::landing::Interceptor;
use crate::aria::Role;
use crate::dom::NodeId;
use crate::error::{RefError, StaleReason};
use crate::hit::{Action, HitMap, Landing, Modality, Outcome, Policy, Refusal, Trials, land_among};
use crate::page::Page;
use crate::refs::Ref;
use crate::safe_text::{PageText, SafeText, put, safe};

/// Roles of elements that nobody acts on, and that tests look for by their names.
const NAMED: &[Role] = &[
    Role::Alert,
    Role::Alertdialog,
    Role::Complementary,
    Role::Dialog,
    Role::Figure,
    Role::Form,
    Role::Heading,
    Role::Img,
    Role::Meter,
    Role::Navigation,
    Role::Progressbar,
    Role::Region,
    Role::Search,
    Role::Status,
    Role::Table,
];

/// A kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChangeKind {
    Gone,
    New,
    Role,
    Name,
    Covered,
    Blocked,
    Unsure,
}

impl ChangeKind {
    pub(super) const ALL: [Self; 7] =
        [Self::Gone, Self::Role, Self::Name, Self::Covered, Self::Blocked, Self::New, Self::Unsure];

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::New => "new",
            Self::Role => "role",
            Self::Name => "name",
            Self::Covered => "covered",
            Self::Blocked => "blocked",
            Self::Unsure => "unsure",
        }
    }

    /// True if somebody who relied on the element is let down.
    pub(super) fn breaks(self) -> bool {
        !matches!(self, Self::New | Self::Unsure)
    }
}

/// An element in one of the versions.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) reference: Option<String>,
    pub(super) role: &'static str,
    pub(super) name: String,
    /// Role and name.
    pub(super) words: SafeText,
}

impl Known {
    pub(super) fn of(elements: &Elements<'_>, page: &Page, node: NodeId) -> Self {
        let known = page.aria().get(node);
        Self {
            reference: elements.reference(node),
            role: known.and_then(|known| known.role).map_or("generic", Role::name),
            name: known.map(|known| known.name.to_string()).unwrap_or_default(),
            words: words(page, node),
        }
    }
}

/// `button "Pay"`
fn words(page: &Page, node: NodeId) -> SafeText {
    let known = page.aria().get(node);
    let mut out = safe!("{}", known.and_then(|known| known.role).map_or("generic", Role::name));
    if let Some(known) = known.filter(|known| !known.name.is_empty()) {
        put!(out, " {}", PageText::quoted(&known.name));
    }
    out
}

/// A change of an element.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) kind: ChangeKind,
    /// Before; after for one that is new.
    pub(super) element: Known,
    pub(super) now: Option<Known>,
    /// The reason why it is gone or does not get a click, in a word.
    pub(super) reason: Option<&'static str>,
    pub(super) interceptor: Option<Interceptor>,
}

/// A page with what is asked of it.
pub(super) struct Side<'a> {
    pub(super) page: &'a Page,
    pub(super) elements: &'a Elements<'a>,
    pub(super) map: HitMap<'a>,
    pub(super) trials: Trials,
}

impl Side<'_> {
    fn known(&self, node: NodeId) -> Known {
        Known::of(self.elements, self.page, node)
    }

    fn landing(&mut self, node: NodeId) -> Landing {
        land_among(&self.map, &mut self.trials, node, Action::Click, Policy::Playwright)
    }
}

fn role(page: &Page, node: NodeId) -> Option<Role> {
    page.aria().get(node)?.role
}

fn is_interactive(page: &Page, node: NodeId) -> bool {
    role(page, node).is_some_and(Role::is_interactive)
}

/// True if agents and tests look for the element.
pub(super) fn is_relied_on(page: &Page, node: NodeId) -> bool {
    let is_named = || page.aria().get(node).is_some_and(|known| !known.name.trim().is_empty());
    is_interactive(page, node) || role(page, node).is_some_and(|role| NAMED.contains(&role)) && is_named()
}

/// The changes of an element, from what was found of it after.
pub(super) fn of_element(
    [before, after]: [&mut Side<'_>; 2],
    node: NodeId,
    found: &Result<NodeId, RefError>,
) -> Vec<Change> {
    let element = before.known(node);
    let alone = |kind, reason| Change { kind, element: element.clone(), now: None, reason, interceptor: None };
    let now = match found {
        Ok(found) => *found,
        Err(RefError::Stale { reason: StaleReason::Hidden, .. }) => {
            return vec![alone(ChangeKind::Gone, Some("hidden"))];
        }
        Err(RefError::Stale { reason, .. }) => return vec![alone(ChangeKind::Gone, Some(reason.as_str()))],
        Err(_) => return vec![alone(ChangeKind::Unsure, None)],
    };
    let known = after.known(now);
    let mut changes = Vec::new();
    let mut add = |kind, reason, interceptor| {
        changes.push(Change { kind, element: element.clone(), now: Some(known.clone()), reason, interceptor });
    };
    if known.role != element.role {
        add(ChangeKind::Role, None, None);
    }
    if known.name != element.name {
        add(ChangeKind::Name, None, None);
    }
    if is_interactive(before.page, node) {
        // Most clicks land: those of the page before are tried where one of the page after does not.
        let landing = after.landing(now);
        if let Outcome::Refused(refusal) = landing.outcome
            && before.landing(node).outcome == Outcome::Lands
        {
            match refusal {
                Refusal::Intercepted(by) | Refusal::PointerEventsNone(by) => {
                    let modality = Modality::of(after.page);
                    let by = by.map(|by| Interceptor::new(after.page, after.elements, &modality, by, now));
                    add(ChangeKind::Covered, Some(refusal.as_str()), by);
                }
                _ => add(ChangeKind::Blocked, Some(refusal.as_str()), None),
            }
        }
    }
    changes
}

/// A new element.
pub(super) fn new(after: &Side<'_>, node: NodeId) -> Change {
    Change { kind: ChangeKind::New, element: after.known(node), now: None, reason: None, interceptor: None }
}

/// Refs beside those of a table, for elements that have none.
pub(super) fn next_reference(table: &crate::refs::RefTable) -> Ref {
    let last = table.iter().filter(|(reference, _)| reference.frame == 0).map(|(reference, _)| reference.number).max();
    Ref { frame: 0, number: last.unwrap_or_default() + 1 }
}
