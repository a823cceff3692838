//! Commands that are not tools: they read files of their own, serve, or use a browser.

use clap::{Arg, ArgMatches, Command};

use super::output::Failure;
use super::parser::{given, subcommand};
use crate::error::Error;
use crate::tool::{Argument, Arguments, Surface};

/// A command: described as a [`Tool`](crate::tool::Tool) is, and answered by itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct CliCommand {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) about: &'static str,
    pub(super) arguments: &'static [Argument],
    /// Arguments that it shares with others: they stand at the end of its help.
    pub(super) shared: &'static [Argument],
    pub(super) examples: &'static [(&'static str, &'static str)],
    /// Answers a line, and returns the exit code.
    pub(super) run: fn(&Line<'_>) -> Result<u8, Failure>,
}

impl CliCommand {
    /// Gives its listed subcommand the options.
    pub(super) fn complete(&self, listed: Command, common: &[Arg]) -> Command {
        subcommand(listed, self.about, self.examples, self.arguments.iter(), self.shared.iter(), common)
    }

    /// Runs the command line.
    pub(super) fn answer(&self, matches: &ArgMatches) -> Result<u8, Failure> {
        (self.run)(&Line::read(self.arguments.iter().chain(self.shared).collect(), matches)?)
    }
}

/// A line that was parsed and checked.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub(super) arguments: Arguments,
    /// `--json` was given.
    pub(super) json: bool,
    /// The arguments of the command.
    #[cfg_attr(not(feature = "live"), expect(dead_code, reason = "of commands about tabs"))]
    pub(super) declared: Vec<&'static Argument>,
    #[cfg_attr(not(feature = "live"), expect(dead_code, reason = "of commands about tabs"))]
    pub(super) matches: &'a ArgMatches,
}

impl<'a> Line<'a> {
    /// Reads a line, and checks it.
    ///
    /// # Errors
    /// [`Error::Arguments`] for a value that an argument does not take.
    pub(super) fn read(declared: Vec<&'static Argument>, matches: &'a ArgMatches) -> Result<Self, Error> {
        let given = given(declared.iter().copied(), matches)?;
        let arguments = Arguments::check(Surface::CommandLine, declared.iter().copied(), given)?;
        Ok(Self { arguments, json: matches.get_flag("json"), declared, matches })
    }
}
