//! `stillpage states` and `stillpage trace`: the moments of a recording, and the report on its actions.

use std::path::Path;

use super::commands::{CliCommand, Line};
use super::file::write_whole;
use super::output::{Failure, exit_code, print_note, print_reply, show_progress};
use crate::safe_text::{PageText, safe};
use crate::tool::{FileCommand, STATES, TRACE};

/// The commands.
pub(super) const COMMANDS: &[CliCommand] =
    &[command(&STATES, |line| answer(&STATES, line)), command(&TRACE, |line| answer(&TRACE, line))];

const fn command(of: &FileCommand, run: fn(&Line<'_>) -> Result<u8, Failure>) -> CliCommand {
    CliCommand {
        name: of.name,
        summary: of.summary,
        about: of.about,
        arguments: of.arguments,
        shared: &[],
        examples: of.examples,
        run,
    }
}

fn answer(command: &FileCommand, line: &Line<'_>) -> Result<u8, Failure> {
    let answer = (command.run)(&line.arguments, &show_progress)?;
    for (path, text) in answer.files() {
        write_whole(Path::new(&path), text)?;
        print_note(&safe!("# wrote {}\n", PageText::of(&path)));
    }
    print_reply(command.name, line.json, &*answer)?;
    Ok(exit_code(answer.verdict()))
}
