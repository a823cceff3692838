//! The tools by name, for shells outside this crate: pages that are loaded already and arguments as JSON go in, text, JSON and
//! an exit code come out.

use std::ops::Deref;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::{
    Argument, ArgumentKind, ArgumentPlace, Arguments, Call, FILE_COMMANDS, FileCommand, FileText, Progress, RunCommand,
    Surface, TOOLS, Tool, Verdict, to_json,
};
use crate::device::Device;
use crate::error::{ActionError, Error, OpenError, RefError, SelectorError};
use crate::limits::Warnings;
use crate::page::Page;
use crate::refs::RefTable;
use crate::safe_text::{PageText, safe};

/// The answer of a tool.
#[derive(Debug)]
#[non_exhaustive]
pub struct ToolAnswer {
    /// As lines for a reader.
    pub text: String,
    /// As JSON on one line.
    pub json: String,
    /// Files to write, by path.
    pub files: Vec<(String, String)>,
    /// Pictures to write, by path.
    pub pictures: Vec<(String, Vec<u8>)>,
    /// Lines for standard error: the notes on the pages, unless the answer has them, and the warnings about them.
    pub warnings: Vec<String>,
    /// The reason why a check failed.
    pub refusal: Option<Error>,
    /// The exit code of a command line.
    pub exit_code: u8,
}

/// The caller of a tool, which decides whether the words of a command line or the values of a program are checked, and which
/// names errors call arguments by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "there are these two kinds of caller")]
pub enum Caller {
    /// A command line: values are words.
    CommandLine,
    /// A program: values are of the types that the table of tools names.
    Program,
}

/// Every tool with its arguments, for the shell to parse a command line by and to print help from.
#[must_use]
pub fn tools() -> Value {
    let tool = |tool: &Tool| {
        let mut value = described_command(tool.name, tool.summary, tool.about, tool.arguments, tool.examples);
        value["common"] = tool.common_arguments().iter().map(described).collect();
        value
    };
    TOOLS.iter().map(tool).collect()
}

/// Every command about a file that is not a page, as [`tools`] lists those about pages.
#[must_use]
pub fn file_commands() -> Value {
    let command = |of: &FileCommand| described_command(of.name, of.summary, of.about, of.arguments, of.examples);
    FILE_COMMANDS.iter().map(command).collect()
}

/// Returns the effects of an action as the commands print them as JSON, on the page after it.
#[must_use]
pub fn effects(page: &Page, effects: &[crate::activation::Effect]) -> Vec<Value> {
    super::act::effects_json(page, effects)
}

/// Answers a command about a file that is not a page, with the words of a command line.
///
/// # Errors
/// What the command reports, and [`Error::Arguments`] for arguments that it does not take.
pub fn answer_file(name: &str, words: &Map<String, Value>) -> Result<ToolAnswer, Error> {
    let Some(command) = FILE_COMMANDS.iter().find(|command| command.name == name) else {
        return Err(Error::arguments(
            safe!("there is no command {}", PageText::token(name)),
            "`stillpage help` lists them",
        ));
    };
    let answer = (command.run)(&checked_words(command.arguments, words)?, &|_, _, _| {})?;
    Ok(ToolAnswer {
        text: answer.text().as_str().to_owned(),
        json: answer.json(),
        files: answer.files(),
        pictures: answer.pictures(),
        warnings: Vec::new(),
        refusal: answer.refusal(),
        exit_code: exit_code(answer.verdict()),
    })
}

/// A command as [`tools`] lists it, without arguments that it shares with others.
pub(crate) fn described_command(
    name: &str,
    summary: &str,
    about: &str,
    arguments: &[Argument],
    examples: &[(&str, &str)],
) -> Value {
    let arguments: Vec<Value> = arguments.iter().map(described).collect();
    let examples: Vec<[&str; 2]> = examples.iter().map(|&(line, what)| [line, what]).collect();
    let common = Value::Array(Vec::new());
    json!({
        "name": name, "summary": summary, "about": about, "arguments": arguments, "common": common, "examples": examples,
    })
}

/// The words of a command line as arguments.
///
/// # Errors
/// [`Error::Arguments`] for a word that is not one of the argument's.
pub(crate) fn checked_words(declared: &'static [Argument], words: &Map<String, Value>) -> Result<Arguments, Error> {
    let mut values = Map::new();
    for (name, value) in words {
        let argument = declared.iter().find(|argument| argument.name == name.as_str());
        let read =
            argument.map_or_else(|| Ok(value.clone()), |argument| typed(Caller::CommandLine, argument, value))?;
        values.insert(name.clone(), read);
    }
    Arguments::check(Surface::CommandLine, declared.iter(), values)
}

fn described(argument: &Argument) -> Value {
    let kind = match argument.kind {
        ArgumentKind::Page => "page",
        ArgumentKind::Flag => "flag",
        ArgumentKind::TextOrInput => "text-or-input",
        ArgumentKind::FileText => "file",
        ArgumentKind::Output => "output",
        _ => "text",
    };
    let choices = match argument.kind {
        ArgumentKind::Choice(words) => json!(words),
        _ => Value::Null,
    };
    json!({
        "name": argument.name,
        "positional": argument.place == ArgumentPlace::Positional,
        "kind": kind,
        "value": argument.value_name(),
        "choices": choices,
        "required": argument.required,
        "many": argument.many,
        "default": argument.default,
        "summary": argument.summary,
        "detail": argument.detail,
    })
}

/// The device that the common arguments among those given describe.
///
/// # Errors
/// [`Error::Arguments`] for a value that is not one, and if Playwright has no device of that name.
pub fn device(caller: Caller, given: &Map<String, Value>) -> Result<Device, Error> {
    let given = &known_names(caller, given);
    let named = |argument: &&'static Argument| given.contains_key(argument.name);
    let mut own = Map::new();
    for argument in super::COMMON.iter().filter(named) {
        let value = given.get(argument.name).map(|value| typed(caller, argument, value)).transpose()?;
        own.insert(argument.name.to_owned(), value.unwrap_or_default());
    }
    super::device(&Arguments::check(caller.surface(), super::COMMON.iter(), own)?)
}

/// Answers a call of a tool about these pages, one for each argument of kind `page`, in order.
///
/// # Errors
/// What the tool reports, and [`Error::Arguments`] for arguments that it does not take.
pub fn answer<P: Deref<Target = Page>>(
    name: &str,
    pages: &[P],
    caller: Caller,
    given: &Map<String, Value>,
    refs: Option<&RefTable>,
) -> Result<ToolAnswer, Error> {
    let tool = Tool::named(name).ok_or_else(|| {
        let hint = match caller {
            Caller::CommandLine => "`stillpage help` lists the commands",
            Caller::Program => "the list of tools names the commands",
        };
        Error::arguments(safe!("there is no command {}", PageText::token(name)), hint)
    })?;
    let mut values = Map::new();
    for (name, value) in &known_names(caller, given) {
        let argument = tool.all_arguments().find(|argument| argument.name == name.as_str());
        let value = argument.map_or_else(|| Ok(value.clone()), |argument| typed(caller, argument, value))?;
        values.insert(name.clone(), value);
    }
    let (mut wanted, mut any) = (0, false);
    for argument in tool.arguments.iter().filter(|argument| argument.kind == ArgumentKind::Page) {
        wanted += 1;
        any |= argument.many;
        values.entry(argument.name).or_insert_with(|| "-".into());
    }
    if pages.len() < wanted || (pages.len() > wanted && !any) {
        return Err(Error::arguments(
            safe!("{} is about {} pages, not {}", tool.name, wanted, pages.len()),
            "load as many pages as the command names files",
        ));
    }
    let pages: Vec<&Page> = pages.iter().map(Deref::deref).collect();
    let mut written = Map::new();
    values.retain(|name, value| match name.strip_suffix("-path") {
        Some(file) => written.insert(file.to_owned(), value.take()).is_some_and(|_| false),
        None => true,
    });
    let mut arguments = Arguments::check(caller.surface(), tool.all_arguments(), values)?;
    for argument in tool.arguments.iter().filter(|argument| argument.kind == ArgumentKind::FileText) {
        if let (Some(text), Some(path)) = (arguments.text_of(argument), written.get(argument.name)) {
            let file = FileText { text: text.to_owned(), path: path.as_str().map(str::to_owned) };
            arguments = arguments.with(argument, file.into_value());
        }
    }
    let (progress, command) = (Progress(&|_, _, _| {}), RunCommand(&refuse));
    let answer = (tool.run)(&Call {
        pages: pages.clone(),
        arguments: &arguments,
        session: None,
        refs,
        kept: None,
        progress,
        command,
    })?;
    let mut warnings = Warnings::default();
    for page in &pages {
        warnings.extend(&page.warnings());
    }
    Ok(ToolAnswer {
        text: answer.text().as_str().to_owned(),
        json: with_warnings(answer.json(), &warnings, answer.has_notes()),
        files: answer.files(),
        pictures: answer.pictures(),
        warnings: warnings
            .iter()
            .filter(|warning| !(warning.is_note() && answer.has_notes()))
            .map(|warning| format!("{}: {warning}", if warning.is_note() { "note" } else { "warning" }))
            .collect(),
        refusal: answer.refusal(),
        exit_code: exit_code(answer.verdict()),
    })
}

/// The exit code of a command that ended with an error.
#[must_use]
pub fn exit_code_of(error: &Error) -> u8 {
    exit_code(match error {
        // The command was understood, and the page has no answer to it.
        Error::Selector(
            SelectorError::NotFound { .. }
            | SelectorError::NotLocated { .. }
            | SelectorError::AmbiguousDescription { .. }
            | SelectorError::StrictModeViolation { .. },
        )
        | Error::Ref(RefError::Unknown { .. } | RefError::Stale { .. } | RefError::Ambiguous { .. })
        | Error::Open(OpenError::NotFound { .. })
        | Error::Action(ActionError::NotFound { .. } | ActionError::Refused { .. }) => Verdict::Nothing,
        _ => Verdict::Error,
    })
}

/// 0 if the command found or did what was asked, 1 if it did not, 2 if it could not.
pub(crate) fn exit_code(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Done => 0,
        Verdict::Nothing | Verdict::Failed => 1,
        Verdict::Error => 2,
    }
}

/// An error in the words of this caller, in the shape of `--json`.
#[must_use]
pub fn error_json(caller: Caller, error: &Error) -> Value {
    caller.surface().json(error)
}

impl Caller {
    fn surface(self) -> Surface {
        match self {
            Self::CommandLine => Surface::CommandLine,
            Self::Program => Surface::Server,
        }
    }
}

/// Arguments by the names that the table of tools has.
fn known_names(caller: Caller, given: &Map<String, Value>) -> Map<String, Value> {
    given.iter().map(|(name, value)| (caller.surface().known_name(name), value.clone())).collect()
}

/// A value of an argument, or the values of a repeatable one: of a command line those that its words mean.
fn typed(caller: Caller, argument: &Argument, value: &Value) -> Result<Value, Error> {
    match (caller, value) {
        (Caller::CommandLine, Value::Array(values)) => {
            values.iter().map(|value| typed(caller, argument, value)).collect::<Result<Vec<_>, _>>().map(Value::from)
        }
        (Caller::CommandLine, Value::String(word)) => argument.read(word),
        _ => Ok(value.clone()),
    }
}

/// A JSON answer with the warnings about its pages, and the notes unless it has them; an answer that is not an object is not
/// changed.
pub(crate) fn with_warnings(json: String, warnings: &Warnings, has_notes: bool) -> String {
    let mut json = json;
    for (name, lines) in warnings.fields(!has_notes) {
        if let Some(head) = json.strip_suffix('}') {
            let comma = if head.ends_with('{') { "" } else { "," };
            json = format!("{head}{comma}\"{name}\":{}}}", to_json(&lines));
        }
    }
    json
}

/// Commands of the user's are run by the command line of this crate alone.
fn refuse(line: &str, _: &str, _: Duration) -> Result<String, Error> {
    Err(Error::Command { command: line.to_owned(), reason: "no program is run here".into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(value: Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn tools_answer_by_name() {
        let pages = [&Page::from_html("<a href=/a>A</a><a href=/b>B</a>")];
        let words = given(json!({ "selector": "a", "max-results": "1" }));
        let found = answer("find", &pages, Caller::CommandLine, &words, None).unwrap();
        assert!(found.text.ends_with("# 1 more of 2; raise --max-results\n"), "{}", found.text);
        for name in ["maxResults", "max-results"] {
            let values = given(json!({ "selector": "a", name: 1 }));
            let found = answer("find", &pages, Caller::Program, &values, None).unwrap();
            assert!(found.text.ends_with("; raise maxResults\n"), "{}", found.text);
            assert_eq!(found.exit_code, 0, "{}", found.json);
        }
    }

    #[test]
    fn mistakes_in_calls_are_errors() {
        let pages = [&Page::from_html("")];
        let code = |name: &str, pages: &[&Page], value: Value| {
            answer(name, pages, Caller::CommandLine, &given(value), None).unwrap_err().code()
        };
        assert_eq!(code("finde", &pages, json!({})), "invalid_arguments", "no such tool");
        assert_eq!(code("find", &[], json!({ "selector": "a" })), "invalid_arguments", "no page");
        assert_eq!(code("find", &pages, json!({ "selector": "a", "max-results": "x" })), "invalid_arguments", "a word");
        assert_eq!(code("find", &pages, json!({ "selector": "a[" })), "invalid_selector", "of the tool itself");
        assert!(device(Caller::CommandLine, &given(json!({ "device": "Abacus" }))).is_err(), "no such device");
        let tall = device(Caller::CommandLine, &given(json!({ "viewport": "10x20", "selector": "a" }))).unwrap();
        assert_eq!(tall.viewport, crate::geometry::Size::new(10.0, 20.0), "other arguments are ignored");
    }
}
