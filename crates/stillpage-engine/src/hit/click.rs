//! A click on one element, tried out: scrolled into view, at the point where it would go, with what would get it instead.

use super::lineage::{button_or_link, holds, is_labelled, lands, outwards};
use super::map::{HitMap, retarget};
use super::occlusion::{free_point, parts};
use super::scroll::{Alignment, Scrolled, scroll_into_view, stays_in_view};
use super::trials::Trials;
use super::verdict::{Outcome, Policy, Refusal, Unknown, opaque};
use crate::dom::form::is_labelable;
use crate::dom::{NodeId, local_name, ns};
use crate::geometry::{Point, Rect};
use crate::page::Page;
use crate::style::computed::{Interactivity, PointerEvents, Position, Visibility};

/// Playwright: a smaller part of an element in the viewport, px², is not clicked.
const MIN_AREA: f32 = 0.99;

/// The action on an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// Press and release the button of a mouse.
    Click,
    /// Twice.
    DoubleClick,
    /// Move a mouse there.
    Hover,
    /// Check or uncheck: a click.
    Check,
    /// Set the value of a field.
    Fill,
    /// Type keys into a field.
    Type,
    /// Press a key.
    Press,
    /// Choose an option.
    Select,
    /// Scroll it.
    Scroll,
}

impl Action {
    /// True if it goes where a pointer points, so that it matters what is in front. What is filled or typed goes to the
    /// element even if it is covered.
    #[must_use]
    #[doc(hidden)]
    pub fn needs_hit_test(self) -> bool {
        matches!(self, Self::Click | Self::DoubleClick | Self::Hover | Self::Check)
    }

    /// True if a disabled element does not take it.
    #[must_use]
    pub(crate) fn needs_enabled(self) -> bool {
        !matches!(self, Self::Hover | Self::Press | Self::Scroll)
    }
}

/// The result of a click. It outlives the page; `Page::element` has the elements of its ids.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Landing {
    /// The element.
    pub node: NodeId,
    /// The point of the click, viewport coordinates once scrolled; `None` if there is no such point, or if none was looked for.
    pub point: Option<Point>,
    /// The outcome.
    pub outcome: Outcome,
    /// The scrolling that it took, inner scroll containers first.
    pub scrolled: Vec<Scrolled>,
    /// If the click is intercepted: another point of the element where it would land.
    pub free_point: Option<Point>,
    /// If the click is refused where the element is: how to scroll so that it would land in the middle of it. Only what
    /// asks without scrolling leaves something to be scrolled.
    pub freed_by: Vec<Scrolled>,
}

impl Landing {
    /// One that is refused at a point, viewport coordinates, without scrolling.
    #[must_use]
    #[doc(hidden)]
    pub fn refused_at(node: NodeId, point: Point, refusal: Refusal) -> Self {
        Self { point: Some(point), ..Self::new(node, Outcome::Refused(refusal)) }
    }

    /// False if the click is refused.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        !matches!(self.outcome, Outcome::Refused(_))
    }

    /// One that was decided without a pointer.
    pub(crate) fn without_point(node: NodeId, outcome: Outcome) -> Self {
        Self::new(node, outcome)
    }

    fn new(node: NodeId, outcome: Outcome) -> Self {
        Self { node, point: None, outcome, scrolled: Vec::new(), free_point: None, freed_by: Vec::new() }
    }
}

/// Returns the result of an action on an element.
///
/// Scrolls it into view and hits the middle of the part of its first client rect that shows; if something that stays in view
/// is in front there, scrolls it to the other places that Playwright tries.
///
/// Actions that no pointer does only ask whether the element is there and takes them.
///
/// Costs a layout of the page where something has to be scrolled.
#[must_use]
pub fn land(map: &HitMap<'_>, node: NodeId, action: Action, policy: Policy) -> Landing {
    land_among(map, &mut Trials::default(), node, action, policy)
}

/// Returns the result of an action on one of many elements of a page, which share the layouts of `trials`.
#[must_use]
pub fn land_among(map: &HitMap<'_>, trials: &mut Trials, node: NodeId, action: Action, policy: Policy) -> Landing {
    match try_out(map, trials, node, action, policy) {
        (first, Some(freed)) => Landing { scrolled: one_after_the_other(&first.scrolled, &freed.scrolled), ..freed },
        (first, None) => first,
    }
}

/// Returns the result at the first place alone: where an element is brought that has to be in view.
#[must_use]
pub fn land_in_view(map: &HitMap<'_>, node: NodeId, action: Action, policy: Policy) -> Landing {
    let (first, freed) = try_out(map, &mut Trials::default(), node, action, policy);
    Landing { freed_by: freed.map(|freed| freed.scrolled).unwrap_or_default(), ..first }
}

/// Returns the result of an action without scrolling, as the page stands.
#[must_use]
pub fn land_in_place(map: &HitMap<'_>, node: NodeId, action: Action, policy: Policy) -> Landing {
    if let Some(known) = without_pointer(map.page(), node, action) {
        return known;
    }
    let landing = aim(map, node, policy);
    if landing.is_ok() {
        return landing;
    }
    let scrolled = land(map, node, action, policy);
    let freed_by = if scrolled.outcome == Outcome::Lands { scrolled.scrolled } else { Vec::new() };
    Landing { freed_by, ..landing }
}

/// Tries an action where the element has been scrolled into view; if something is in front of it there, also the click that
/// lands once it is scrolled out from behind that: Playwright tries the same places in this order.
fn try_out(
    map: &HitMap<'_>,
    trials: &mut Trials,
    node: NodeId,
    action: Action,
    policy: Policy,
) -> (Landing, Option<Landing>) {
    if let Some(known) = without_pointer(map.page(), node, action) {
        return (known, None);
    }
    let at_first = |map: &HitMap<'_>| {
        let landing = aim(map, node, policy);
        let places = places_to_try(map, &landing);
        (landing, places)
    };
    let scrolled = scroll_into_view(map, node, Alignment::IfNeeded);
    let before = offsets(&scrolled);
    let (first, places) = match before.is_empty() {
        true => at_first(map),
        false => at_first(&HitMap::new(trials.at(map.page(), &before))),
    };
    let freed = places.into_iter().find_map(|scrolled| {
        let mut all = offsets(&scrolled);
        all.extend(before.iter().filter(|(node, _)| scrolled.iter().all(|later| later.scroller != *node)));
        let landing = aim(&HitMap::new(trials.at(map.page(), &all)), node, policy);
        (landing.outcome == Outcome::Lands).then_some(Landing { scrolled, ..landing })
    });
    (Landing { scrolled, ..first }, freed)
}

/// The landing of an action for which nothing is pointed at.
fn without_pointer(page: &Page, node: NodeId, action: Action) -> Option<Landing> {
    let outcome = before_pointing(page, node, action);
    outcome.or((!action.needs_hit_test()).then_some(Outcome::Lands)).map(|outcome| Landing::new(node, outcome))
}

fn offsets(scrolled: &[Scrolled]) -> Vec<(NodeId, Point)> {
    scrolled.iter().map(|s| (s.scroller, s.to)).collect()
}

/// Adds up the scrolling of two steps, where some containers were scrolled twice.
fn one_after_the_other(first: &[Scrolled], then: &[Scrolled]) -> Vec<Scrolled> {
    let mut all = first.to_vec();
    for scrolled in then {
        match all.iter_mut().find(|known| known.scroller == scrolled.scroller) {
            Some(known) => *known = Scrolled { by: known.by + scrolled.by, ..*scrolled },
            None => all.push(*scrolled),
        }
    }
    all.retain(|scrolled| scrolled.by != Point::ZERO);
    all
}

/// Returns the outcome where it does not depend on a pointer: that there is nothing to point at, or that it takes no clicks.
pub(crate) fn before_pointing(page: &Page, node: NodeId, action: Action) -> Option<Outcome> {
    let (dom, styles) = (page.dom(), page.styles());
    let refused = |refusal| Some(Outcome::Refused(refusal));
    let own = page.layout().get(node);
    if own.is_none_or(|own| own.rect.is_empty()) {
        return unknown_inside(page, node).map_or(refused(Refusal::NoBox), |unknown| Some(Outcome::Unknown(unknown)));
    }
    if styles.get(node).is_some_and(|style| style.visibility != Visibility::Visible) {
        return refused(Refusal::Hidden);
    }
    if action.needs_enabled()
        && let Some(disabled) = disabled(page, node)
    {
        return refused(Refusal::Disabled(disabled));
    }
    let inert = outwards(dom, node).any(|n| styles.get(n).is_some_and(|s| s.interactivity == Interactivity::Inert));
    if inert { refused(Refusal::Inert) } else { None }
}

/// Returns the disabled element on which a click is lost: the element, the control that it is in, or the one it labels.
fn disabled(page: &Page, node: NodeId) -> Option<NodeId> {
    let dom = page.dom();
    let is_disabled =
        |n: NodeId| dom.form().is_disabled(n) || page.aria().get(n).is_some_and(|aria| aria.states.disabled);
    // The nearest control around decides; a fieldset disables its controls, not the clicks on its text.
    let control = outwards(dom, node).find(|&n| is_labelable(dom, n) || dom.is_html(n, &local_name!("option")));
    let label = outwards(dom, node).find(|&n| dom.is_html(n, &local_name!("label")));
    let labelled = label.filter(|_| control.is_none()).and_then(|label| dom.form().labeled_control(label));
    [Some(node), control, labelled].into_iter().flatten().find(|&n| is_disabled(n))
}

/// Hits an element where it is.
fn aim(map: &HitMap<'_>, node: NodeId, policy: Policy) -> Landing {
    let page = map.page();
    let dom = page.dom();
    let mut landing = Landing::new(node, Outcome::Lands);
    let Some(part) = parts(map, node).find(|part| part.width * part.height > MIN_AREA) else {
        let viewport = page.device().viewport;
        let window = Rect::new(0.0, 0.0, viewport.width, viewport.height);
        let inside = page.layout().client_rects(node).iter().any(|rect| !rect.intersect(&window).is_empty());
        landing.outcome = Outcome::Refused(if inside { Refusal::Clipped } else { Refusal::Offscreen });
        return landing;
    };
    let point = part.center();
    landing.point = Some(point);
    let target = if policy == Policy::Playwright { button_or_link(dom, node) } else { node };
    let hit = map.innermost_at(point);
    landing.outcome = judge(map, target, hit, policy);
    // As seen from the element: nodes inside a shadow tree or a frame are represented by their host.
    let seen = |hit: Option<NodeId>| hit.map(|hit| retarget(dom, hit, node));
    match &mut landing.outcome {
        Outcome::Refused(Refusal::Intercepted(by)) => {
            *by = seen(*by);
            if map.modal_over(node).is_none() {
                landing.free_point = free_point(map, target, policy, point);
            }
        }
        Outcome::Refused(Refusal::PointerEventsNone(by)) => *by = seen(*by),
        _ => {}
    }
    landing
}

/// Judges a hit: the outcome of a click on `node` that hits `hit`.
fn judge(map: &HitMap<'_>, node: NodeId, hit: Option<NodeId>, policy: Policy) -> Outcome {
    let page = map.page();
    let dom = page.dom();
    if let Some(modal) = map.modal_over(node) {
        // Without a backdrop nothing is in front, and still nothing is reached.
        let by = hit.filter(|&hit| !holds(dom, hit, node)).unwrap_or(modal);
        return Outcome::Refused(Refusal::Intercepted(Some(by)));
    }
    if let Some(hit) = hit
        && let Some(unknown) = opaque(dom, hit)
    {
        // A canvas in a button leaves the click to the button; frames and plugins do not.
        let inside = hit != node && holds(dom, node, hit) && matches!(unknown, Unknown::Canvas(_));
        let in_front = !holds(dom, node, hit);
        if !(inside || in_front && policy == Policy::Playwright) {
            return Outcome::Unknown(unknown);
        }
    }
    let without_pointers = page.styles().get(node).is_some_and(|style| style.pointer_events == PointerEvents::None);
    if without_pointers && hit.is_none_or(|hit| !holds(dom, node, hit)) && !acts_for(page, hit, node, policy) {
        return Outcome::Refused(Refusal::PointerEventsNone(hit));
    }
    match lands(dom, node, hit, policy) {
        true => Outcome::Lands,
        false => Outcome::Refused(Refusal::Intercepted(hit)),
    }
}

/// True if what was hit through an element does what a click on the element is meant to do: the button or link that it is
/// in, or its label.
fn acts_for(page: &Page, hit: Option<NodeId>, node: NodeId, policy: Policy) -> bool {
    let (dom, Some(hit)) = (page.dom(), hit) else { return false };
    let around = button_or_link(dom, node);
    policy == Policy::Lineage && (around != node && holds(dom, around, hit) || is_labelled(dom, hit, node))
}

/// Returns the scrolling to try for a click that something in front has intercepted, in the order in which Playwright tries the
/// places. Empty if the click is refused for another reason.
fn places_to_try(map: &HitMap<'_>, refused: &Landing) -> Vec<Vec<Scrolled>> {
    let (page, node) = (map.page(), refused.node);
    let mut places: Vec<Vec<Scrolled>> = Vec::new();
    let Outcome::Refused(Refusal::Intercepted(_)) = refused.outcome else { return places };
    let front = refused.point.filter(|_| map.modal_over(node).is_none()).and_then(|point| map.innermost_at(point));
    let Some(front) = front else { return places };
    for alignment in [Alignment::End, Alignment::Center, Alignment::Start] {
        let scrolled = scroll_into_view(map, node, alignment);
        if !scrolled.is_empty() && !places.contains(&scrolled) && is_left_behind(page, node, front, &scrolled) {
            places.push(scrolled);
        }
    }
    places
}

/// False if what is in front of an element is certain to be there still once something is scrolled: what scrolls along with
/// it, and what is fixed and as large as all of that. Saves a layout.
fn is_left_behind(page: &Page, node: NodeId, front: NodeId, scrolled: &[Scrolled]) -> bool {
    let dom = page.dom();
    if !stays_in_view(page, front) {
        return scrolled.iter().any(|scrolled| !holds(dom, scrolled.scroller, front));
    }
    let Some(own) = page.layout().get(node) else { return false };
    let by = scrolled.iter().fold(Point::ZERO, |sum, scrolled| sum + scrolled.by);
    let moved = own.rect.translate(Point::new(-by.x, -by.y));
    let covers = |n: NodeId| {
        let style = page.styles().get(n);
        let is_fixed = style.is_some_and(|s| s.position == Position::Fixed && s.pointer_events != PointerEvents::None);
        let rect = page.layout().get(n).filter(|_| is_fixed).map(|own| own.rect);
        rect.is_some_and(|rect| {
            let wide = rect.x <= moved.x && rect.right() >= moved.right();
            wide && rect.y <= moved.y && rect.bottom() >= moved.bottom()
        })
    };
    !outwards(dom, front).any(covers)
}

/// Returns the reason why an element without a box may still be something to click: it is in what a canvas or a plugin stands
/// for, or it is a custom element whose shadow tree was not saved.
fn unknown_inside(page: &Page, node: NodeId) -> Option<Unknown> {
    let dom = page.dom();
    let shown = |n: NodeId| page.layout().get(n).is_some_and(|own| !own.rect.is_empty());
    let around = outwards(dom, node).skip(1).find_map(|n| {
        opaque(dom, n).filter(|unknown| matches!(unknown, Unknown::Canvas(_) | Unknown::Plugin(_)) && shown(n))
    });
    let element = dom.element(node)?;
    let custom = element.name.local.contains('-')
        && element.name.ns == ns!(html)
        && element.shadow_root.is_none()
        && dom.child_elements(node).next().is_none()
        && page.layout().get(node).is_some();
    // Chrome: an object without data and without contents takes no room; the browser that showed it may have had both.
    let plugin = || opaque(dom, node).filter(|unknown| matches!(unknown, Unknown::Plugin(_)));
    let laid_out = page.layout().get(node).is_some();
    around.or(custom.then_some(Unknown::Custom(node))).or_else(|| plugin().filter(|_| laid_out))
}
