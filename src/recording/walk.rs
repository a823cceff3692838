//! A page that goes from moment to moment of a recording.

use std::sync::atomic::{AtomicU64, Ordering};

use super::rrweb::Player;
use super::step::RecordedStep;
use super::trace::Built;
use super::{Kind, Moment, SessionRecording};
use crate::device::Device;
use crate::dom::NodeId;
use crate::error::Error;
use crate::page::{Page, RenderOptions, Rerendered};

/// Counts trees, so that a session knows the nodes of each. The numbers are never shown or stored.
static WALKS: AtomicU64 = AtomicU64::new(1 << 63);

/// The page of a recording at one of its moments, and then at others: what they share is not rendered again, and nodes that
/// stay keep their ids.
pub(crate) struct Walk<'r> {
    recording: &'r SessionRecording,
    /// Makes the device to show the page on from the one that it was recorded on.
    device: &'r dyn Fn(Device) -> Result<Device, Error>,
    at: Option<Place>,
    /// The number of different pages up to here.
    pages: u64,
}

/// The place of a walk.
struct Place {
    moment: Moment,
    /// As it was asked for.
    device: Device,
    page: Page,
    source: Source,
}

/// The source that a page was made of.
pub(super) enum Source {
    Trace(Option<Built>),
    Rrweb(Box<Player>),
}

impl<'r> Walk<'r> {
    pub(crate) fn new(recording: &'r SessionRecording, device: &'r dyn Fn(Device) -> Result<Device, Error>) -> Self {
        Self { recording, device, at: None, pages: 0 }
    }

    /// Goes to a moment; says whether nodes that stayed have kept their ids.
    ///
    /// # Errors
    /// Those of the device.
    pub(crate) fn go(&mut self, moment: Moment) -> Result<bool, Error> {
        let device = (self.device)(self.recording.device(moment))?;
        if let Some(place) = &mut self.at
            && place.device == device
        {
            let outcome = if place.moment == moment { Rerendered::Same } else { self.recording.update(place, moment) };
            if outcome != Rerendered::Impossible {
                place.moment = moment;
                self.pages += u64::from(outcome == Rerendered::Another);
                return Ok(true);
            }
        }
        self.pages += 1;
        let (mut dom, source) = self.recording.build(moment);
        // Another walk gives the ids of new nodes to other nodes.
        dom.set_origin(WALKS.fetch_add(1, Ordering::Relaxed));
        self.at =
            Some(Place { moment, page: Page::render(dom, device.clone(), RenderOptions::default()), device, source });
        Ok(false)
    }

    /// The page where it is; `None` before the first moment.
    pub(crate) fn page(&self) -> Option<&Page> {
        self.at.as_ref().map(|place| &place.page)
    }

    /// Returns the number of different pages that it was: while it stays, the page is the same in all it shows.
    pub(crate) fn pages(&self) -> u64 {
        self.pages
    }

    /// Returns the source of the page; `None` before the first moment.
    #[cfg(test)]
    pub(super) fn source(&self) -> Option<&Source> {
        self.at.as_ref().map(|place| &place.source)
    }

    /// The elements that the action of a step is about, as the recorder has it.
    pub(crate) fn targets(&self, step: &RecordedStep) -> Vec<NodeId> {
        let Some(place) = &self.at else { return Vec::new() };
        match (&place.source, &self.recording.kind) {
            (Source::Trace(Some(built)), Kind::Trace(trace)) => trace.targets(built, place.page.dom(), place.moment.0),
            (Source::Rrweb(player), _) => {
                let node = step.node.and_then(|number| player.nodes.get(&number)).copied();
                node.filter(|&node| place.page.dom().is_connected(node)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

impl SessionRecording {
    /// Makes the page at one moment the page at another one, unless that takes a render of its own.
    fn update(&self, place: &mut Place, moment: Moment) -> Rerendered {
        match (&self.kind, &mut place.source) {
            (Kind::Trace(trace), Source::Trace(Some(built))) if trace.is_of_one_page(place.moment.0, moment.0) => {
                place.page.edit(|dom| trace.update(built, dom, moment.0))
            }
            (Kind::Rrweb(events), Source::Rrweb(player)) => {
                place.page.edit(|dom| events.update(player, dom, place.moment.0, moment.0))
            }
            _ => Rerendered::Impossible,
        }
    }
}
