//! The element of an action: which one, by which locator, and whether the action reaches it.

use serde::Serialize;

use super::LandingReport;
use super::cause::{self, Cause};
use crate::dom::NodeId;
use crate::hit::{Action, HitMap, Landing, Modality, Outcome, Policy, Refusal, land, land_in_place};
use crate::page::Page;
use crate::recording::RecordedStep;
use crate::safe_text::SafeText;
use crate::search::javascript::{self, WrittenLocator, of_selector};
use crate::search::playwright::steps::Step;
use crate::tool::element::{Bounds, Elements, bounds, tag};
use crate::tool::landing::{Interceptor, at, subject};

/// Limit: matches of a locator of which each gets its own locator.
const MAX_MATCHES: usize = 5;

/// The element of an action, with what was found out about it.
pub(super) struct Found {
    pub(super) target: Option<TargetReport>,
    pub(super) locator: Option<LocatorReport>,
    pub(super) landing: Option<LandingReport>,
    pub(super) cause: Option<Cause>,
    /// The element that would get the pointer instead.
    pub(super) interceptor: Option<NodeId>,
}

/// The element that an action meant.
#[derive(Debug, Clone, Serialize)]
pub(super) struct TargetReport {
    pub(super) r#ref: Option<String>,
    pub(super) index: Option<u32>,
    pub(super) tag: String,
    pub(super) role: Option<&'static str>,
    pub(super) name: String,
    #[serde(rename = "box")]
    pub(super) bounds: Bounds,
    #[serde(skip)]
    pub(super) node: NodeId,
    /// In words.
    #[serde(skip)]
    pub(super) words: SafeText,
}

impl TargetReport {
    pub(super) fn new(page: &Page, elements: &Elements<'_>, node: NodeId) -> Self {
        let known = page.aria().get(node);
        Self {
            r#ref: elements.reference(node),
            index: elements.index(node),
            tag: tag(page.dom(), node).to_owned(),
            role: known.and_then(|known| known.role).map(crate::aria::Role::name),
            name: known.map(|known| known.name.to_string()).unwrap_or_default(),
            bounds: bounds(page, node),
            node,
            words: subject(page, elements, node),
        }
    }
}

/// The matches of an action's locator.
#[derive(Debug, Clone, Serialize)]
pub(super) struct LocatorReport {
    /// As a test in JavaScript has it.
    pub(super) written: String,
    /// The number of elements that it finds; unknown if it uses what is not supported here.
    pub(super) matches: Option<usize>,
    /// Locators for each of several elements, for none of them an empty list.
    pub(super) each: Vec<String>,
    /// One that finds this element alone and does not depend on the structure of the page.
    pub(super) better: Option<String>,
}

/// Looks for the element of an action on a page.
pub(super) fn find(
    page: &Page,
    elements: &Elements<'_>,
    step: &RecordedStep,
    marked: &[NodeId],
    last_found: Option<&str>,
) -> Found {
    let selector = step.selector.as_deref().map(of_selector);
    let matches = selector.as_ref().and_then(|selector| selector.find(page).ok());
    let node = match (marked, &matches) {
        // What the recorder marked is what Playwright found, also several where it wanted one.
        ([one], _) => Some(*one),
        (_, Some(found)) => found.first().copied(),
        ([first, ..], None) => Some(*first),
        ([], None) => pointed_at(page, step),
    };
    let locator = selector.map(|selector| locator(page, step, &selector, matches.as_deref(), node));
    let landing = node.filter(|_| is_of_pointer(&step.action.method)).map(|node| {
        let map = HitMap::new(page);
        // A failed action is looked at where Playwright had scrolled its element.
        let tried = if step.has_failed() && step.during.is_some() { land_in_place } else { land };
        tried(&map, node, Action::Click, Policy::Playwright)
    });
    let interceptor = landing.as_ref().and_then(|landing| match landing.outcome {
        Outcome::Refused(Refusal::Intercepted(by) | Refusal::PointerEventsNone(by)) => by,
        _ => None,
    });
    let cause = step
        .has_failed()
        .then(|| cause::of(page, elements, step, node, matches.as_deref(), landing.as_ref(), last_found));
    // None of several that are counted is meant.
    let is_counted = step.expectation.as_ref().is_some_and(|expectation| expectation.matcher == "to.have.count");
    let node = node.filter(|_| !is_counted || matches.as_ref().is_some_and(|found| found.len() == 1));
    Found {
        target: node.map(|node| TargetReport::new(page, elements, node)),
        locator,
        landing: landing.map(|landing| landing_report(page, elements, &landing, interceptor)),
        cause,
        interceptor,
    }
}

fn pointed_at(page: &Page, step: &RecordedStep) -> Option<NodeId> {
    let point = step.action.point?;
    HitMap::new(page).at(point)
}

/// True for what goes where a pointer points.
pub(super) fn is_of_pointer(method: &str) -> bool {
    matches!(
        method,
        "click" | "dblclick" | "tap" | "hover" | "check" | "uncheck" | "setChecked" | "dragTo" | "dragAndDrop"
    )
}

fn locator(
    page: &Page,
    step: &RecordedStep,
    selector: &WrittenLocator,
    matches: Option<&[NodeId]>,
    node: Option<NodeId>,
) -> LocatorReport {
    let as_recorded = || step.action.locator.clone().unwrap_or_default();
    let written = selector.print().unwrap_or_else(as_recorded);
    let several = matches.filter(|found| found.len() > 1).unwrap_or_default();
    let each = several.iter().take(MAX_MATCHES).map(|&node| javascript::of(page, node)).collect();
    let better = node.filter(|_| several.is_empty()).and_then(|node| {
        let generated = javascript::of(page, node);
        // Without a part that says where it stands, and by more than a text that may be that of a whole section.
        let is_by_meaning =
            ["getByRole", "getByLabel", "getByTestId", "getByPlaceholder", "getByAltText", "getByTitle"]
                .iter()
                .any(|method| generated.starts_with(method));
        let is_placed = |steps: &[Step]| steps.iter().any(|step| matches!(step, Step::Nth(_)) || is_of_structure(step));
        let stands =
            |locator: &str| ["nth(", "first()", "last()", "locator("].iter().any(|part| locator.contains(part));
        (selector.steps().is_some_and(is_placed) && is_by_meaning && !stands(&generated)).then_some(generated)
    });
    LocatorReport { written, matches: matches.map(<[NodeId]>::len), each, better }
}

/// True for a selector that is more than one id or attribute made for the purpose.
fn is_of_structure(step: &Step) -> bool {
    match step {
        Step::Css(selector) => !selector.starts_with(['#', '[']) || selector.contains([' ', '>', '~', '+']),
        _ => false,
    }
}

fn landing_report(
    page: &Page,
    elements: &Elements<'_>,
    landing: &Landing,
    interceptor: Option<NodeId>,
) -> LandingReport {
    let (outcome, reason) = match landing.outcome {
        Outcome::Unknown(unknown) => ("unknown", Some(unknown.as_str())),
        Outcome::Refused(refusal) => ("refused", Some(refusal.as_str())),
        _ => ("lands", None),
    };
    let modality = Modality::of(page);
    LandingReport {
        outcome,
        reason,
        point: landing.point.map(at),
        interceptor: interceptor.map(|by| Interceptor::new(page, elements, &modality, by, landing.node)),
    }
}
