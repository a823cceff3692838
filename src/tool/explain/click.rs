//! Explanations of a click on an element.

use serde::Serialize;

use super::super::element::hundredths;
use super::super::landing::scrolling_of;
use super::subject::Subject;
use crate::dom::NodeId;
use crate::geometry::Point;
use crate::hit::{Action, HitMap, Outcome, Policy, Refusal, land, land_in_place};
use crate::safe_text::{SafeText, safe};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Click {
    /// `null` if boxes cannot decide it.
    pub(super) lands: Option<bool>,
    /// In the window, once it is scrolled.
    pub(super) point: Option<[f64; 2]>,
    pub(super) reason: Option<&'static str>,
    /// The element that the click hits as the page stands.
    pub(super) hit: Option<SafeText>,
    /// It takes scrolling first.
    pub(super) scrolls: bool,
    /// The distance, and the scroll containers.
    #[serde(skip)]
    scrolling: SafeText,
    /// Another point where it would land.
    pub(super) free_point: Option<[f64; 2]>,
    pub(super) why: SafeText,
}

impl Click {
    pub(super) fn of(subject: &Subject<'_>) -> Self {
        let map = HitMap::new(subject.page);
        let landing = land(&map, subject.node, Action::Click, Policy::Lineage);
        // Only where nothing moves, the page as it stands shows what is hit.
        let hit = landing
            .point
            .filter(|_| landing.scrolled.is_empty())
            .and_then(|point| map.at_seen_from(point, subject.node));
        let (lands, reason, why) = match landing.outcome {
            Outcome::Lands => {
                let why = match land_in_place(&map, subject.node, Action::Click, Policy::Lineage).outcome {
                    Outcome::Refused(refusal @ Refusal::Intercepted(Some(_))) => {
                        safe!("as the page stands, {}", subject.refused(refusal))
                    }
                    _ => hit.map_or_else(|| "nothing is in front".into(), |hit| subject.hits(hit)),
                };
                (Some(true), None, why)
            }
            Outcome::Unknown(unknown) => {
                (None, Some(unknown.as_str()), safe!("{} hides its contents", subject.describe(unknown.node())))
            }
            Outcome::Refused(refusal) => (Some(false), Some(refusal.as_str()), subject.refused(refusal)),
            _ => (None, None, "what it does is not known".into()),
        };
        let point = |p: Point| [hundredths(p.x), hundredths(p.y)];
        Self {
            lands,
            point: landing.point.map(point),
            reason,
            hit: hit.map(|hit| subject.describe(hit)),
            scrolls: !landing.scrolled.is_empty(),
            scrolling: scrolling_of(subject.page, subject.elements, &landing),
            free_point: landing.free_point.map(point),
            why,
        }
    }

    pub(super) fn text(&self) -> SafeText {
        let word = match self.lands {
            Some(true) => "lands",
            Some(false) => "does not land",
            None => "may or may not land",
        };
        let at = self.point.map(|[x, y]| safe!(" at {},{}", x, y)).unwrap_or_default();
        let scrolled = if self.scrolls { safe!(" after scrolling {}", self.scrolling) } else { SafeText::new() };
        safe!("{}{}{}: {}", word, scrolled, at, self.why)
    }
}

impl Subject<'_> {
    /// Describes the element that a click that lands hits.
    fn hits(&self, hit: NodeId) -> SafeText {
        let dom = self.dom();
        let how = match () {
            () if hit == self.node => return "it hits the element itself".into(),
            () if dom.contains(self.node, hit) => "in the element",
            () if dom.contains(hit, self.node) => "around the element",
            () => "a label of the element, or what it labels",
        };
        safe!("it hits {}, which is {}", self.describe(hit), how)
    }

    fn refused(&self, refusal: Refusal) -> SafeText {
        let by = |by: Option<NodeId>| by.map_or_else(|| "nothing".into(), |by| self.describe(by));
        match refusal {
            Refusal::Intercepted(None) => "nothing is hit there".into(),
            Refusal::Intercepted(Some(front)) => safe!("{} is in front", self.describe(front)),
            Refusal::PointerEventsNone(below) => {
                safe!("pointer-events: none lets it through to {}", by(below))
            }
            Refusal::Disabled(control) => safe!("{} is disabled", self.describe(control)),
            Refusal::Inert => "inert keeps pointers away".into(),
            Refusal::NoBox => "it has no box to click on".into(),
            Refusal::Hidden => "visibility: hidden lets it through".into(),
            Refusal::Offscreen => "no scrolling brings it into the window".into(),
            Refusal::Clipped => "an ancestor clips it away".into(),
            _ => refusal.as_str().into(),
        }
    }
}
