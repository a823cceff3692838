//! Subcommands and their arguments, as clap takes them, from the tables that describe them.

use std::fmt::Write as _;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Map, Value};

use crate::error::Error;
use crate::tool::{Argument, ArgumentKind, ArgumentPlace};

/// The meaning of exit codes, for every command.
pub(super) const EXIT_CODES: &str = "Exit code, with and without --json: 0 if the command found or did what was asked; 1 if it found \
                          nothing (find: an empty list is an answer), refused, found several where one was expected, or a check failed; 2 if it failed.";

/// A subcommand as the list of all commands shows it.
pub(super) fn listed(name: &'static str, summary: &'static str) -> Command {
    Command::new(name).about(summary)
}

/// A listed subcommand with its options, described by its tool.
pub(super) fn subcommand(
    sub: Command,
    about: &'static str,
    lines: &[(&str, &str)],
    arguments: impl Iterator<Item = &'static Argument> + Clone,
    shared: impl Iterator<Item = &'static Argument>,
    common: &[Arg],
) -> Command {
    let mut has_several = false;
    let name = sub.get_name().to_owned();
    let summary = sub.get_about().map(ToString::to_string).unwrap_or_default();
    let mut sub = sub
        .long_about(format!("{summary}.\n\n{about}"))
        .after_help(format!("`stillpage {name} --help` has the details, all options and examples."))
        .after_long_help(examples(lines))
        .next_line_help(false);
    if arguments.clone().any(|argument| argument.several) {
        sub = sub.override_usage(usage(&name, arguments.clone()));
    }
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        let mut arg = clap_argument(argument);
        if argument.several {
            arg = arg.action(ArgAction::Append).num_args(1..);
            // All words are its own, see `given`; clap asks for an end of them.
            if arguments.peek().is_some_and(|next| next.place == ArgumentPlace::Positional) {
                arg = arg.value_terminator("\u{0}");
            }
        } else if argument.place == ArgumentPlace::Positional && has_several {
            arg = arg.required(false);
        }
        has_several |= argument.several;
        sub = sub.arg(arg);
    }
    for argument in shared {
        sub = sub.arg(clap_argument(argument).help_heading(SHARED_HEADING).hide_short_help(true));
    }
    sub.args(common.iter().map(|arg| arg.clone().help_heading(SHARED_HEADING)))
}

/// The line that says how a command is written: clap does not know which words are required behind several pages.
fn usage(name: &str, arguments: impl Iterator<Item = &'static Argument>) -> String {
    let mut line = format!("stillpage {name} [OPTIONS]");
    for argument in arguments.filter(|argument| argument.place == ArgumentPlace::Positional) {
        let (open, close) = if argument.required { ('<', '>') } else { ('[', ']') };
        let more = if argument.several { "..." } else { "" };
        let _ = write!(line, " {open}{}{close}{more}", argument.value_name());
    }
    line
}

/// The heading of the options that most commands share: at the end, once.
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

/// Characters of words to choose from that stand in the place of the value.
const FEW_CHARS: usize = 18;

fn clap_argument(argument: &'static Argument) -> Arg {
    let mut arg =
        Arg::new(argument.name).help(argument.summary).required(argument.required).hide_short_help(argument.rare);
    if !argument.detail.is_empty() {
        arg = arg.long_help(format!("{}.\n\n{}", argument.summary, argument.detail));
    }
    if argument.place == ArgumentPlace::Option {
        arg = arg.long(argument.name);
    }
    if let Some(former) = argument.former {
        arg = arg.alias(former);
    }
    if argument.kind == ArgumentKind::Output && argument.name == "output" {
        arg = arg.short('o');
    }
    if argument.kind == ArgumentKind::Flag {
        return arg.action(ArgAction::SetTrue);
    }
    // Of a long name the last word will do: the column of names stays narrow.
    let value_name = argument.value_name();
    let value_name = match value_name.rsplit_once('_') {
        Some((_, last)) if argument.place == ArgumentPlace::Option => last.to_owned(),
        _ => value_name,
    };
    arg = arg.value_name(value_name).action(ArgAction::Set);
    // A value such as `-5,3`, or `-` itself; by position it would swallow the options after it.
    arg = arg.allow_hyphen_values(argument.place == ArgumentPlace::Option);
    if let ArgumentKind::Choice(words) = argument.kind {
        arg = arg.value_parser(PossibleValuesParser::new(words));
        arg = match argument.value_name() {
            few if few.len() <= FEW_CHARS => arg.hide_possible_values(true).value_name(few),
            _ => arg.value_name(argument.name.rsplit('-').next().unwrap_or_default().to_uppercase()),
        };
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

/// The arguments of a parsed line, by name; those that may be several pages are a list if they are.
pub(super) fn given<'a>(
    declared: impl Iterator<Item = &'a Argument> + Clone,
    matches: &ArgMatches,
) -> Result<Map<String, Value>, Error> {
    let mut given = Map::new();
    let mut last_word = None;
    for argument in declared.clone() {
        let value = if argument.kind == ArgumentKind::Flag {
            matches.get_flag(argument.name).then_some(Value::Bool(true))
        } else {
            let mut words: Vec<&String> = matches.get_many::<String>(argument.name).into_iter().flatten().collect();
            if argument.several && words.len() > 1 && declared.clone().any(|next| takes_last_word(next, matches)) {
                last_word = words.pop();
            } else if takes_last_word(argument, matches) {
                words.extend(last_word.take());
            }
            let mut values = words.into_iter().map(|word| argument.read(word)).collect::<Result<Vec<_>, _>>()?;
            let is_list = argument.many || argument.several && values.len() > 1;
            match is_list {
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

/// True for what is given by position behind the pages: the last of the words.
fn takes_last_word(argument: &Argument, matches: &ArgMatches) -> bool {
    argument.place == ArgumentPlace::Positional
        && argument.kind != ArgumentKind::Page
        && argument.unless.is_none_or(|flag| !matches.get_flag(flag))
}
