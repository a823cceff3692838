//! The output of a command, and its exit code.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::AutoStream;
use anstream::stream::RawStream;

use super::color;
use crate::error::Error;
use crate::safe_text::{PageText, SafeText, safe};
pub(super) use crate::tool::door::exit_code;
use crate::tool::door::exit_code_of;
use crate::tool::{Answer, Surface, to_json};

pub(super) const DONE: u8 = 0;
/// Nothing found, refused, ambiguous, or a check failed.
pub(super) const NOTHING: u8 = 1;
pub(super) const ERROR: u8 = 2;
/// 128 and the number of SIGINT, as shells have it.
#[cfg(feature = "live")]
pub(super) const INTERRUPTED: u8 = 130;

/// The reason why a command line ends early.
#[derive(Debug)]
pub(super) enum Failure {
    /// The reader of the output has gone away.
    Pipe,
    /// Not a command line of ours, or a request for help.
    Usage(clap::Error),
    /// A question without an answer.
    Error(Error),
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// Prints an error to stderr.
pub(super) fn report(error: &Error, json: bool) -> u8 {
    report_with(error, json, &[])
}

/// Prints an error with notes in its JSON.
pub(super) fn report_with(error: &Error, json: bool, notes: &[String]) -> u8 {
    let with_notes = || {
        let mut value = Surface::CommandLine.json(error);
        if !notes.is_empty() {
            value["notes"] = notes.into();
        }
        to_json(&value)
    };
    print_error(&match json {
        true => safe!("{}\n", SafeText::verbatim(with_notes())),
        false => safe!("error: {}\n  hint: {}\n", error.message(), Surface::CommandLine.hint(error)),
    });
    exit_code_of(error)
}

/// `--quiet` was given: stderr has errors alone.
static IS_QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves out notes, warnings and progress from here on.
pub(super) fn be_quiet() {
    IS_QUIET.store(true, Ordering::Relaxed);
}

pub(super) fn is_quiet() -> bool {
    IS_QUIET.load(Ordering::Relaxed)
}

/// True if this is a terminal that shows colors, and its user does not refuse them.
fn shows_colors(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != anstream::ColorChoice::Never
}

/// Writes to stderr. A failure is ignored: there is nowhere left to report it.
pub(super) fn print_error(text: &SafeText) {
    let stderr = io::stderr();
    let _ = if shows_colors(&stderr) {
        let mut out = AutoStream::always(stderr);
        out.write_all(color::message(text.as_str()).as_bytes()).and_then(|()| out.flush())
    } else {
        (&stderr).write_all(text.as_bytes()).and_then(|()| (&stderr).flush())
    };
}

/// Writes a note, a warning or a progress to stderr, unless `--quiet` was given.
pub(super) fn print_note(text: &SafeText) {
    if !is_quiet() {
        print_error(text);
    }
}

/// Prints the text of a command's answer, in color where a terminal shows it.
pub(super) fn print_answer(command: &str, text: &SafeText) -> Result<(), Failure> {
    let stdout = io::stdout();
    if shows_colors(&stdout) {
        return write(&color::answer(command, text.as_str()), AutoStream::always(stdout.lock()));
    }
    print(text)
}

/// Prints a command's answer, as text or as JSON.
pub(super) fn print_reply(command: &str, json: bool, answer: &(impl Answer + ?Sized)) -> Result<(), Failure> {
    match json {
        true => print(&SafeText::verbatim(answer.json())),
        false => print_text(command, answer),
    }
}

/// Prints the text of a command's answer piece by piece, in color where a terminal shows it.
pub(super) fn print_text(command: &str, answer: &(impl Answer + ?Sized)) -> Result<(), Failure> {
    let stdout = io::stdout();
    if shows_colors(&stdout) {
        return print_answer(command, &answer.text());
    }
    write_pieces(|write| answer.write_text(&mut |piece| write(piece.as_str())), stdout.lock())
}

/// Writes to stdout; a reader that has gone away is not an error.
pub(super) fn print(text: &SafeText) -> Result<(), Failure> {
    write(text.as_str(), io::stdout().lock())
}

fn write(text: &str, out: impl io::Write) -> Result<(), Failure> {
    write_pieces(|write| write(text), out)
}

/// Writes what `pieces` hands on, and ends its last line.
fn write_pieces(pieces: impl FnOnce(&mut dyn FnMut(&str)), out: impl io::Write) -> Result<(), Failure> {
    /// Bytes that are written at once.
    const BUFFER: usize = 1 << 16;
    let mut out = io::BufWriter::with_capacity(BUFFER, out);
    let (mut written, mut is_in_line) = (Ok(()), false);
    pieces(&mut |piece| {
        if written.is_ok() && !piece.is_empty() {
            is_in_line = !piece.ends_with('\n');
            written = out.write_all(piece.as_bytes());
        }
    });
    let newline = if is_in_line { "\n" } else { "" };
    match written.and_then(|()| out.write_all(newline.as_bytes())).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Pipe),
        Err(error) => Err(Error::io("", &error).into()),
    }
}

/// Characters of a progress bar.
const BAR: usize = 20;

/// One line on a terminal's stderr, overwritten until all is done; nothing where stderr is not a terminal.
pub(super) fn show_progress(done: usize, all: usize, what: &str) {
    if io::stderr().is_terminal() && !is_quiet() {
        let filled = done * BAR / all.max(1);
        let bar = SafeText::join((0..BAR).map(|at| if at < filled { "#".into() } else { ".".into() }), "");
        let end = if done >= all { "\n" } else { "" };
        print_error(&safe!("\r\x1b[2K[{}] {}/{} {}{}", bar, done, all, PageText::of(what), end));
    }
}

/// One line about what is being waited for, on stderr.
#[cfg(feature = "live")]
pub(super) fn progress(what: impl Into<SafeText>) {
    print_note(&safe!("# {}\n", what.into()));
}
