//! The moments of a recording, as the recording describes them.

use crate::geometry::Point;

/// A moment of a recording at which its page can be looked at.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RecordedState {
    /// Its name: `CALL:before`, `CALL:action` or `CALL:after` in a Playwright trace, `event:N` in a recording of rrweb.
    pub id: String,
    /// Milliseconds since the first state.
    pub time: f64,
    /// The page, where a recording has several: the recorder's name for it.
    pub page: String,
    /// The address of the page.
    pub url: String,
    /// The action that was done; `None` if nothing is known of it.
    pub action: Option<RecordedAction>,
    /// The reason why the action failed, in the words of the recorder.
    pub error: Option<String>,
}

/// An action in a recording.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RecordedAction {
    /// The method: `click`, `fill`, `goto`.
    pub method: String,
    /// The element that it was about, as the test or the recorder describes it.
    pub locator: Option<String>,
    /// The position of the pointer, CSS px of the viewport.
    pub point: Option<Point>,
    /// The text, key, option or address.
    pub value: Option<String>,
}
