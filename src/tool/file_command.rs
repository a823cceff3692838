//! Commands about a recording, which they open themselves.

use super::{Answer, Argument, Arguments};
use crate::disk;
use crate::error::Error;
use crate::recording::SessionRecording;
use crate::safe_text::{PageText, safe};

/// A command about a file that is not a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FileCommand {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) about: &'static str,
    pub(crate) arguments: &'static [Argument],
    pub(crate) examples: &'static [(&'static str, &'static str)],
    pub(crate) run: RunFile,
}

/// Answers the command; the function is called with how much is done, of how much, and of what.
type RunFile = fn(&Arguments, &dyn Fn(usize, usize, &str)) -> Result<Box<dyn Answer>, Error>;

/// Opens a recording.
///
/// # Errors
/// Those of [`SessionRecording::open`], and [`Error::Arguments`] for a file of another kind.
pub(super) fn open(file: &str) -> Result<SessionRecording, Error> {
    if let Err(error) = disk::metadata(file) {
        return Err(Error::io(file, &error));
    }
    SessionRecording::open(file)?.ok_or_else(|| {
        Error::arguments(
            safe!("{} is not a recording", PageText::of(file)),
            "give the trace.zip of a Playwright test, or the events of rrweb; of a saved page there is one state, which every command reads",
        )
    })
}
