//! The actions of a recording, each with the moments around it.

use super::Moment;
use super::state::RecordedAction;

/// An action with what the recorder knows of how it went.
#[derive(Debug, Clone)]
pub(crate) struct RecordedStep {
    /// The recorder's name for it: the call of a trace, the event of a recording of rrweb.
    pub(crate) id: String,
    /// Milliseconds since the first state.
    pub(crate) time: f64,
    /// The page, where a recording has several.
    pub(crate) page: String,
    /// The address of the page afterwards.
    pub(crate) url: String,
    pub(crate) action: RecordedAction,
    /// The selector that finds its element, as the recorder keeps it.
    pub(crate) selector: Option<String>,
    /// The expectation of an assertion.
    pub(crate) expectation: Option<Expectation>,
    /// The reason why it failed, in the words of the recorder.
    pub(crate) error: Option<String>,
    /// It had not ended when the recording did.
    pub(crate) is_unfinished: bool,
    /// The recorder's log of its progress.
    pub(crate) log: Vec<String>,
    /// The line of the test: `checkout.spec.mjs:17`.
    pub(crate) source: Option<String>,
    /// Before it.
    pub(crate) before: Option<Moment>,
    /// The moment at which its element had been found and it was about to be done; the last time that it was tried.
    pub(crate) during: Option<Moment>,
    /// After it.
    pub(crate) after: Option<Moment>,
    /// The recorder's number of its element.
    pub(super) node: Option<u64>,
}

impl RecordedStep {
    pub(crate) fn has_failed(&self) -> bool {
        self.error.is_some() || self.is_unfinished
    }
}

/// The expectation of an assertion on an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expectation {
    /// As Playwright names it: `to.have.text`.
    pub(crate) matcher: String,
    /// The text, pattern or number; none for a state.
    pub(crate) expected: Option<String>,
    /// The opposite is expected.
    pub(crate) is_not: bool,
}
