//! The pages that the words of a line mean, and the answers about several of them, one after the other.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::folder::{Folder, PAGE_ENDINGS, matches};
use super::output::{DONE, Failure, exit_code, print, print_answer, print_error};
use super::saved::{CallResult, Output, read_input, run_tool};
use crate::error::{Error, catch};
use crate::offline::Offline;
use crate::recording::SessionRecording;
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::common::SESSION;
use crate::tool::door::exit_code_of;
use crate::tool::{Argument, Arguments, FILE, Surface, Tool, to_json};

/// Standard input.
const INPUT: &str = "-";

/// The meaning of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FolderMeaning {
    /// All pages below it.
    AllPages,
    /// Its index, if it has one, or the recording that it holds; else all pages below it.
    Index,
}

/// The pages that words mean: files, `file:` addresses, folders, globs that the shell has left alone. What is not there is an
/// error of its page.
///
/// # Errors
/// [`Error::Arguments`] for a glob or a folder without pages, and for standard input beside other pages.
pub(super) fn pages_of(words: &[impl AsRef<str>], folders: FolderMeaning) -> Result<Vec<String>, Error> {
    let mut pages = Vec::new();
    for word in words {
        let word = word.as_ref();
        let path = Path::new(word);
        match std::fs::metadata(path) {
            Ok(known) if known.is_dir() => add_folder(&mut pages, path, folders)?,
            Err(_) if word.contains(['*', '?', '[']) && !word.contains("://") => {
                for found in matches(word)? {
                    let path = found.map_err(|error| Error::io(error.path(), error.error()))?;
                    match path.is_dir() {
                        true => add_folder(&mut pages, &path, folders)?,
                        false => pages.push(path.to_string_lossy().into_owned()),
                    }
                }
            }
            _ => pages.push(word.to_owned()),
        }
    }
    if pages.len() > 1 && pages.iter().any(|page| page == INPUT) {
        return Err(Error::arguments("standard input is one page", "give it alone, or the pages as files"));
    }
    Ok(pages)
}

fn add_folder(pages: &mut Vec<String>, folder: &Path, meaning: FolderMeaning) -> Result<(), Error> {
    let name = |path: &Path| path.to_string_lossy().into_owned();
    if meaning == FolderMeaning::Index && (Offline::new(folder).has_page() || SessionRecording::open(folder)?.is_some())
    {
        pages.push(name(folder));
        return Ok(());
    }
    let below: Vec<PathBuf> = Folder::new(folder, PAGE_ENDINGS)?.collect::<Result<_, _>>()?;
    if below.is_empty() {
        return Err(Error::arguments(
            safe!("there are no pages in {}", SafeText::path(folder)),
            "pages end in .html, .htm, .xhtml or .mhtml",
        ));
    }
    pages.extend(below.iter().map(|path| name(path)));
    Ok(())
}

/// The pages of a line that is about several; a single one takes the place of the words for it.
///
/// # Errors
/// As [`pages_of`].
pub(super) fn several(tool: &Tool, given: &mut Map<String, Value>) -> Result<Option<Vec<String>>, Error> {
    let Some(argument) = tool.arguments.iter().find(|argument| argument.several) else { return Ok(None) };
    let words: Vec<&str> = match given.get(argument.name) {
        Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(word)) => vec![word],
        _ => return Ok(None),
    };
    let pages = pages_of(&words, FolderMeaning::Index)?;
    let Some(first) = pages.first() else { return Ok(None) };
    given.insert(argument.name.to_owned(), first.as_str().into());
    Ok((pages.len() > 1).then_some(pages))
}

/// Answers for each page under a heading of its own; the exit code is the worst of them.
pub(super) fn answer(
    tool: &Tool,
    given: &Arguments,
    pages: &[String],
    json: bool,
    timings: bool,
) -> Result<u8, Failure> {
    let file = tool.arguments.iter().find(|argument| argument.several).unwrap_or(&FILE);
    refuse_what_is_of_one(tool, given)?;
    let (mut code, mut values) = (DONE, Vec::new());
    for page in pages {
        let arguments = read_input(tool, given.clone().with(file, page.as_str()))?;
        // A page that makes the engine fail is one error among the other results.
        let output = Output { json, timings, page: Some(page) };
        let answered = catch(|| {
            let mut answered = run_tool(tool, &arguments, output)?;
            let text = answered.json.take().unwrap_or_else(|| answered.answer.text());
            Ok((text, answered))
        })
        .and_then(|answered| answered);
        if !json {
            print_answer(tool.name, &safe!("## {}\n", PageText::of(page)))?;
        }
        let (page_code, value) = match answered {
            Ok((text, answered)) => one(tool.name, page, (&text, answered), json)?,
            Err(error) if error.code() == "invalid_arguments" => return Err(error.into()),
            Err(error) => {
                report(page, &error, json);
                (exit_code_of(&error), with_error(format!("{{\"file\":{}", to_json(page)), &error))
            }
        };
        code = code.max(page_code);
        values.push(value);
    }
    if json {
        print(&SafeText::verbatim(format!("{{\"pages\":[{}]}}", values.join(","))))?;
    }
    Ok(code)
}

/// Prints what is known of a page, and gives its exit code and its JSON.
fn one(
    command: &str,
    page: &str,
    (text, answered): (&SafeText, CallResult),
    json: bool,
) -> Result<(u8, String), Failure> {
    let CallResult { answer, notes, mut clock, .. } = answered;
    let mut value = String::new();
    if json {
        value = format!("{{\"file\":{},\"answer\":{}", to_json(&page), text.as_str());
        if !notes.is_empty() {
            value.push_str(&format!(",\"notes\":{}", to_json(&notes)));
        }
    } else {
        print_answer(command, text)?;
    }
    let refusal = answer.refusal();
    if let Some(refusal) = &refusal {
        report(page, refusal, json);
    }
    if let Some(line) = clock.line_if_watched() {
        print_error(&safe!("{}\n", line));
    }
    let value = match refusal {
        Some(refusal) => with_error(value, &refusal),
        None => format!("{value}}}"),
    };
    Ok((exit_code(answer.verdict()), value))
}

fn with_error(value: String, error: &Error) -> String {
    let error = Surface::CommandLine.json(error);
    format!("{value},\"error\":{}}}", to_json(&error["error"]))
}

/// Prints the error of one page; as JSON it is in the answer.
fn report(page: &str, error: &Error, json: bool) {
    if !json {
        let (hint, message) = (Surface::CommandLine.hint(error), error.message());
        // Errors about files name them.
        let name = if message.as_str().starts_with(page) { SafeText::new() } else { safe!("{}: ", PageText::of(page)) };
        print_error(&safe!("error: {}{}\n  hint: {}\n", name, message, hint));
    }
}

/// A session follows one page, and a file that is written holds one.
fn refuse_what_is_of_one(tool: &Tool, given: &Arguments) -> Result<(), Error> {
    let of_one = |argument: &&Argument| {
        let is_output = argument.kind == crate::tool::ArgumentKind::Output;
        (is_output || argument.name == SESSION.name) && given.text_of(argument).is_some()
    };
    match tool.all_arguments().find(of_one) {
        Some(argument) => Err(Error::arguments(
            safe!("--{} is about one page", argument.name),
            "give one page, or call the command once for each",
        )),
        None => Ok(()),
    }
}
