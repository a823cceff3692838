//! Subcommands and their arguments, as clap takes them, from the tables that describe them.

use std::fmt::Write as _;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Map, Value};

use crate::error::Error;
use crate::tool::{Argument, ArgumentKind, ArgumentPlace};

/// What exit codes mean, for every command.
pub(super) const EXIT_CODES: &str = "Exit code, with and without --json: 0 if the command found or did what was asked; 1 if it found \
                          nothing (find: an empty list is an answer), refused, found several where one was expected, or a check failed; 2 if it failed.";

/// One subcommand, described by its tool.
pub(super) fn subcommand(
    name: &'static str,
    summary: &'static str,
    about: &'static str,
    lines: &[(&str, &str)],
    arguments: impl Iterator<Item = &'static Argument>,
    shared: impl Iterator<Item = &'static Argument>,
    common: &[Arg],
) -> Command {
    let mut sub = Command::new(name)
        .about(summary)
        .long_about(format!("{summary}.\n\n{about}"))
        .after_help(format!("`stillpage {name} --help` has the details, examples, and the options of all commands."))
        .after_long_help(examples(lines))
        .next_line_help(false);
    for argument in arguments {
        sub = sub.arg(clap_argument(argument));
    }
    for argument in shared {
        sub = sub.arg(clap_argument(argument).help_heading(SHARED_HEADING).hide_short_help(true));
    }
    sub.args(common.iter().map(|arg| arg.clone().help_heading(SHARED_HEADING)))
}

/// Where the options stand that most commands share: at the end, once.
const SHARED_HEADING: &str = "Options of all commands";

/// The examples of a tool as the end of its long help.
fn examples(lines: &[(&str, &str)]) -> String {
    let mut text = if lines.is_empty() { String::new() } else { String::from("Examples:\n") };
    for (line, what) in lines {
        let _ = writeln!(text, "  stillpage {line}\n      {what}");
    }
    text.push_str(if lines.is_empty() { "" } else { "\n" });
    text.push_str(EXIT_CODES);
    text
}

fn clap_argument(argument: &'static Argument) -> Arg {
    let mut arg = Arg::new(argument.name).help(argument.summary).required(argument.required);
    if !argument.detail.is_empty() {
        arg = arg.long_help(format!("{}.\n\n{}", argument.summary, argument.detail));
    }
    if argument.place == ArgumentPlace::Option {
        arg = arg.long(argument.name);
    }
    if argument.kind == ArgumentKind::Output && argument.name == "output" {
        arg = arg.short('o');
    }
    if argument.kind == ArgumentKind::Flag {
        return arg.action(ArgAction::SetTrue);
    }
    arg = arg.value_name(argument.value_name()).action(ArgAction::Set);
    // A value such as `-5,3`, or `-` itself; by position it would swallow the options after it.
    arg = arg.allow_hyphen_values(argument.place == ArgumentPlace::Option);
    if let ArgumentKind::Choice(words) = argument.kind {
        arg = arg.value_parser(PossibleValuesParser::new(words)).value_name(argument.name.to_uppercase());
    }
    if let Some(default) = argument.default {
        arg = arg.default_value(default);
    }
    match (argument.many, argument.place) {
        (true, ArgumentPlace::Option) => arg.action(ArgAction::Append),
        (true, ArgumentPlace::Positional) => arg.action(ArgAction::Append).num_args(0..),
        (false, _) => arg,
    }
}

/// The arguments of a parsed line, by name.
pub(super) fn given<'a>(
    declared: impl Iterator<Item = &'a Argument>,
    matches: &ArgMatches,
) -> Result<Map<String, Value>, Error> {
    let mut given = Map::new();
    for argument in declared {
        let value = if argument.kind == ArgumentKind::Flag {
            matches.get_flag(argument.name).then_some(Value::Bool(true))
        } else {
            let words = matches.get_many::<String>(argument.name).into_iter().flatten();
            let mut values = words.map(|word| argument.read(word)).collect::<Result<Vec<_>, _>>()?;
            match argument.many {
                true if !values.is_empty() => Some(Value::Array(values)),
                _ => values.pop(),
            }
        };
        if let Some(value) = value {
            given.insert(argument.name.to_owned(), value);
        }
    }
    Ok(given)
}
