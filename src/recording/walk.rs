//! A page that goes from moment to moment of a recording.

use rustc_hash::FxHashMap;

use super::step::RecordedStep;
use super::{Kind, Moment, SessionRecording};
use crate::device::Device;
use crate::dom::{Dom, NodeId};
use crate::error::Error;
use crate::page::Page;

/// The page of a recording at one of its moments, and then at others.
pub(crate) struct Walk<'r> {
    recording: &'r SessionRecording,
    /// What the page is shown on, given what it was recorded on.
    device: &'r dyn Fn(Device) -> Result<Device, Error>,
    at: Option<(Moment, Page)>,
    /// What the recorder marked as what an action is about.
    targets: Vec<NodeId>,
    /// The nodes by the recorder's numbers, if it numbers them.
    nodes: FxHashMap<u64, NodeId>,
}

impl<'r> Walk<'r> {
    pub(crate) fn new(recording: &'r SessionRecording, device: &'r dyn Fn(Device) -> Result<Device, Error>) -> Self {
        Self { recording, device, at: None, targets: Vec::new(), nodes: FxHashMap::default() }
    }

    /// Goes to a moment.
    ///
    /// # Errors
    /// Those of the device.
    pub(crate) fn go(&mut self, moment: Moment) -> Result<&Page, Error> {
        if self.at.as_ref().is_none_or(|(at, _)| *at != moment) {
            let device = (self.device)(self.recording.device(moment))?;
            let dom = self.dom(moment);
            self.at = Some((moment, Page::render(dom, device)));
        }
        self.at.as_ref().map(|(_, page)| page).ok_or_else(|| Error::Internal { reason: "no page was rendered".into() })
    }

    /// The page where it is; `None` before the first moment.
    pub(crate) fn page(&self) -> Option<&Page> {
        self.at.as_ref().map(|(_, page)| page)
    }

    fn dom(&mut self, moment: Moment) -> Dom {
        match &self.recording.kind {
            Kind::Trace(trace) => {
                let (dom, targets) = trace.dom_with_targets(moment.0);
                self.targets = targets;
                dom
            }
            Kind::Rrweb(events) => {
                let (dom, nodes) = events.dom_with_nodes(moment.0);
                self.nodes = nodes;
                dom
            }
        }
    }

    /// The elements that the action of a step is about, as the recorder has it.
    pub(crate) fn targets(&self, step: &RecordedStep) -> Vec<NodeId> {
        match step.node {
            Some(number) => self.nodes.get(&number).copied().into_iter().collect(),
            None => self.targets.clone(),
        }
    }
}
