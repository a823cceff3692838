//! Playing a transcript again, up to the first answer that differs.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use serde_json::Value;

use super::Options;
use super::dispatcher::Dispatcher;
use super::transcript::{Started, Step};
use crate::error::Error;
use crate::geometry::Size;
use crate::safe_text::{PageText, safe};

/// Limit: bytes of one line of a transcript.
const MAX_LINE: u64 = 64 << 20;

/// The result of replaying a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Replayed {
    /// Calls that were answered as before.
    pub(crate) same: usize,
    /// The first call that was not.
    pub(crate) difference: Option<Divergence>,
}

/// A call whose answer is another one now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Divergence {
    /// The line of the transcript, from 1.
    pub(crate) line: usize,
    /// The tool with its arguments.
    pub(crate) call: String,
    /// The first line of the answer that differs, before and now.
    pub(crate) before: String,
    pub(crate) now: String,
}

/// Makes the calls of a transcript again, up to the first whose answer differs.
///
/// # Errors
/// [`Error::Open`] if it cannot be read, [`Error::Arguments`] if it is something else; those of starting a server.
pub(crate) fn replay(path: &Path, options: &Options) -> Result<Replayed, Error> {
    let file = File::open(path).map_err(|error| Error::io(path, &error))?;
    let mut lines = BufReader::new(std::io::Read::take(file, MAX_LINE * 64)).lines().zip(1usize..);
    let broken = |line: usize, reason: &str| {
        Error::arguments(
            safe!("{} line {}: {}", PageText::of(&path.to_string_lossy()), line, PageText::of(reason)),
            "pass a file that `stillpage mcp --record` wrote",
        )
    };
    let Some((first, _)) = lines.next() else { return Err(broken(1, "the file is empty")) };
    let first = first.map_err(|error| Error::io(path, &error))?;
    let started: Started = serde_json::from_str(&first).map_err(|error| broken(1, &error.to_string()))?;
    let mut options = Options { record: None, nonce: Some(started.nonce), ..options.clone() };
    options.page = options.page.or(started.page);
    let [width, height] = started.viewport;
    options.device.viewport = Size::new(width, height);
    let mut desk = Dispatcher::new(&options)?;
    let mut same = 0;
    for (line, number) in lines {
        let line = line.map_err(|error| Error::io(path, &error))?;
        let step: Step = serde_json::from_str(&line).map_err(|error| broken(number, &error.to_string()))?;
        let call = format!("{} {}", step.tool, Value::Object(step.arguments.clone()));
        let answered = desk.answer(&step.tool, step.arguments)?;
        if answered.text == step.answer && answered.is_error == step.is_error {
            same += 1;
            continue;
        }
        let (before, now) = first_difference(&step.answer, &answered.text);
        return Ok(Replayed { same, difference: Some(Divergence { line: number, call, before, now }) });
    }
    Ok(Replayed { same, difference: None })
}

/// The first line that two texts do not share, of each.
fn first_difference(before: &str, now: &str) -> (String, String) {
    let (mut old, mut new) = (before.lines(), now.lines());
    loop {
        match (old.next(), new.next()) {
            (Some(a), Some(b)) if a == b => {}
            (None, None) => return (String::new(), String::new()),
            (a, b) => return (a.unwrap_or("(nothing)").to_owned(), b.unwrap_or("(nothing)").to_owned()),
        }
    }
}
