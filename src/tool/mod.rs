//! One user-visible operation per file. The subcommands of the command line, their help and their arguments derive from the
//! table [`TOOLS`].
//!
//! *In*: pages and checked [`Arguments`]. *Out*: an [`Answer`], as text or as JSON.
//!
//! *Invariants*: no IO; the shell loads pages and prints answers. The same call gives the same answer. A tool is one file
//! here and one row of [`TOOLS`]; nothing else knows its name.

mod act;
mod act_arguments;
#[cfg(all(feature = "cli", feature = "live"))]
mod action;
mod argument;
pub(crate) mod audit;
mod audit_html;
mod audit_machine;
mod check;
pub(crate) mod common;
mod coordinates;
mod delta;
mod diff;
#[cfg(test)]
mod difference_tests;
pub(crate) mod door;
mod drawn;
mod element;
mod explain;
#[cfg(feature = "extract")]
mod extract;
mod file_command;
mod find;
#[cfg(test)]
mod found_tests;
mod github;
mod given;
mod hit;
mod inspect;
mod landing;
mod locate;
mod markdown;
mod matching;
#[cfg(feature = "extract")]
mod metadata;
#[cfg(not(stillpage_npm))]
mod mutate;
#[cfg(test)]
mod mutate_tests;
mod report_html;
mod resolve;
#[cfg(feature = "cli")]
pub(crate) mod review;
#[cfg(not(stillpage_npm))]
mod score;
#[cfg(feature = "screenshot")]
pub(crate) mod screenshot;
mod search;
mod snapshot;
mod states;
#[cfg(feature = "cli")]
pub(crate) mod suite;
#[cfg(feature = "cli")]
mod suite_html;
mod surface;
mod target;
mod text;
pub(crate) mod trace;
mod value;
#[cfg(all(feature = "cli", feature = "live"))]
pub(crate) mod verify;
mod view;

use std::borrow::Cow;
use std::cell::RefCell;
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::dom::NodeId;
use crate::error::Error;
#[cfg(feature = "cli")]
use crate::page::Keep;
use crate::page::Page;
use crate::refs::RefTable;
use crate::refs::session::{Numbering, Session};
use crate::safe_text::{SafeText, safe, terminal_safe_json};
pub(crate) use act::{action_error, effects_json, submitter};
#[cfg(feature = "cli")]
pub(crate) use act_arguments::OutputArguments;
#[cfg(all(feature = "cli", feature = "live"))]
pub(crate) use action::Target;
#[cfg(feature = "mcp-tools")]
pub(crate) use argument::object_schema;
pub(crate) use argument::{Argument, ArgumentKind, ArgumentPlace};
pub(crate) use common::{COMMON, DeviceArguments, FILE, FILES, FROM, PageArguments, TAB, TO, device, device_from};
#[cfg(feature = "mcp-tools")]
pub(crate) use door::{checked_words, described_command};
#[cfg(not(stillpage_npm))]
pub(crate) use explain::won_declarations;
#[cfg(not(stillpage_npm))]
pub use explain::{LostDeclaration, StyleDeclaration, WonDeclaration};
pub(crate) use file_command::FileCommand;
pub(crate) use given::{Arguments, TypedArguments, arguments, count, join, joined};
pub(crate) use locate::located;
#[cfg(feature = "cli")]
pub(crate) use markdown::FAVOR_DETAIL;
#[cfg(feature = "cli")]
pub(crate) use matching::{MatchRules, compare};
#[cfg(feature = "cli")]
pub(crate) use resolve::{AFTER, REFS};
pub(crate) use states::COMMAND as STATES;
pub(crate) use surface::Surface;
#[cfg(feature = "mcp-tools")]
pub(crate) use surface::camel_case;
pub(crate) use trace::COMMAND as TRACE;
pub(crate) use value::{ArgumentValue, ChoiceValue, FileText, InputText, OutputFile, PageFile, choice};

/// One operation on saved pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool {
    /// One word, lower case.
    pub name: &'static str,
    /// The description: one line, no full stop.
    pub summary: &'static str,
    /// Help on reading the answer, and on what to know before relying on it: full sentences.
    pub about: &'static str,
    /// Its own arguments, besides [`COMMON`].
    pub arguments: &'static [Argument],
    /// Command lines without the program's name, each with what it is for.
    pub examples: &'static [(&'static str, &'static str)],
    /// Answers a call.
    pub run: fn(&Call<'_>) -> Result<Box<dyn Answer>, Error>,
}

/// Every tool, in the order in which a newcomer needs them.
pub(crate) const TOOLS: &[Tool] = &[
    snapshot::TOOL,
    inspect::TOOL,
    find::TOOL,
    search::TOOL,
    locate::TOOL,
    hit::TOOL,
    check::TOOL,
    act::CLICK,
    act::FILL,
    act::TYPE,
    act::PRESS,
    act::SELECT,
    act::SET_CHECKED,
    act::HOVER,
    act::DRAG,
    act::SCROLL,
    act::SUBMIT,
    explain::TOOL,
    view::TOOL,
    #[cfg(feature = "screenshot")]
    screenshot::TOOL,
    text::TOOL,
    markdown::TOOL,
    #[cfg(feature = "extract")]
    extract::TOOL,
    #[cfg(feature = "extract")]
    metadata::TOOL,
    matching::TOOL,
    audit::TOOL,
    diff::TOOL,
    resolve::TOOL,
    // A tool of those who measure refs, whose parts are 40 kB of download.
    #[cfg(not(stillpage_npm))]
    mutate::TOOL,
];

/// The commands about a file that is not a page, as the command line lists them.
pub(crate) const FILE_COMMANDS: [FileCommand; 2] = [STATES, TRACE];

/// A call of a tool.
#[derive(Debug, Clone)]
pub(crate) struct Call<'a> {
    /// The rendered pages, one for each argument of kind [`ArgumentKind::Page`], in order.
    pub pages: Vec<&'a Page>,
    /// The other arguments, checked against what the tool declares.
    pub arguments: &'a Arguments,
    /// The session that holds the meaning of refs beyond this call. Without one they are the numbers that Playwright gives, and
    /// each call its own.
    pub session: Option<&'a RefCell<Session>>,
    /// The refs that the elements of the first page have, where the caller assigns them.
    pub refs: Option<&'a RefTable>,
    /// The nodes of the second page by those of the first that they are, where a recording of both says so.
    pub kept: Option<&'a FxHashMap<NodeId, NodeId>>,
    /// Called by tools that take long, with their progress.
    #[cfg_attr(stillpage_npm, expect(dead_code, reason = "the npm package has no tool that takes long"))]
    pub progress: Progress<'a>,
    /// Runs command lines that the user gives.
    #[cfg_attr(not(feature = "extract"), expect(dead_code, reason = "`extract` alone runs command lines"))]
    pub command: RunCommand<'a>,
}

/// Runs a command line with a text as its input and a time limit, and returns what it prints.
#[derive(Clone, Copy)]
pub(crate) struct RunCommand<'a>(
    #[cfg_attr(not(feature = "extract"), expect(dead_code, reason = "`extract` alone runs command lines"))]
    pub  &'a dyn Fn(&str, &str, Duration) -> Result<String, Error>,
);

impl std::fmt::Debug for RunCommand<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RunCommand")
    }
}

/// Receives progress: how many of how many, and of what.
#[derive(Clone, Copy)]
pub(crate) struct Progress<'a>(
    #[cfg_attr(stillpage_npm, expect(dead_code, reason = "the npm package has no tool that takes long"))]
    pub  &'a dyn Fn(usize, usize, &str),
);

impl std::fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Progress")
    }
}

impl<'a> Call<'a> {
    /// The page that the call is about.
    ///
    /// # Panics
    /// If the tool declares no page, or the shell has not loaded it.
    #[must_use]
    pub(crate) fn page(&self) -> &'a Page {
        self.pages[0]
    }

    /// The arguments of the tool.
    #[must_use]
    pub(crate) fn given<T: TypedArguments>(&self) -> T {
        self.arguments.read()
    }

    /// The tab of the session that the call is about.
    #[must_use]
    pub(crate) fn tab(&self) -> &'a str {
        self.arguments.text_of(&TAB).unwrap_or(Session::FIRST_TAB)
    }

    /// True if refs are to be numbered by what elements are.
    #[must_use]
    pub(crate) fn stable_refs(&self) -> bool {
        self.given::<PageArguments>().refs == Numbering::Stable
    }
}

/// The answer of a tool.
pub(crate) trait Answer {
    /// As lines for a reader. Page content is in them only as [`PageText`](crate::safe_text::PageText).
    fn text(&self) -> SafeText;

    /// Writes the [`text`](Self::text), in pieces where it may be long.
    #[cfg(feature = "cli")]
    fn write_text(&self, write: &mut dyn FnMut(&SafeText)) {
        write(&self.text());
    }

    /// As JSON in the shape that DESIGN.md promises, on one line.
    fn json(&self) -> String;

    /// Files that the shell writes, by path: what arguments of kind [`ArgumentKind::Output`] asked for.
    fn files(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Pictures that the shell writes, by path, beside [`files`](Self::files).
    fn pictures(&self) -> Vec<(String, Vec<u8>)> {
        Vec::new()
    }

    /// True if the answer has the notes about its pages in it.
    fn has_notes(&self) -> bool {
        false
    }

    /// Returns the reason why a check failed, for the shell to report beside the answer.
    fn refusal(&self) -> Option<Error> {
        None
    }

    /// Returns the verdict, from which the exit code follows.
    fn verdict(&self) -> Verdict {
        Verdict::Done
    }
}

/// The verdict on a question: whether it got what it asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Found or done.
    Done,
    /// Nothing was found, or several where one was meant.
    Nothing,
    /// A check failed.
    Failed,
    /// Part of the work could not be done.
    Error,
}

impl Tool {
    /// The tool of that name.
    #[must_use]
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// True for an action on a saved page; a live tab has its own.
    #[cfg(all(feature = "cli", feature = "live"))]
    pub(crate) fn acts(&self) -> bool {
        act::NAMES.contains(&self.name)
    }

    /// True if its answers name the lines of elements.
    #[cfg(feature = "cli")]
    pub(crate) fn keeps_lines(&self) -> bool {
        [audit::TOOL.name, explain::TOOL.name].contains(&self.name)
    }

    /// Returns the part of a page's layout that an answer is made from.
    #[cfg(feature = "cli")]
    pub(crate) fn keeps(&self, arguments: &Arguments) -> Keep {
        match self.name {
            name if name == snapshot::TOOL.name => snapshot::keeps(arguments),
            name if [view::TOOL.name, audit::TOOL.name].contains(&name) => Keep::PaintList,
            // Refs are found by what is in the tree.
            #[cfg(not(stillpage_npm))]
            name if name == mutate::TOOL.name => Keep::Nothing,
            name if [text::TOOL.name, markdown::TOOL.name].contains(&name) => Keep::Nothing,
            // They are taken on a copy of the page.
            name if act::NAMES.contains(&name) => Keep::Nothing,
            _ => Keep::ForPainting,
        }
    }

    /// True if it asks for boxes of most pages, so that they are laid out at once.
    #[cfg(feature = "cli")]
    pub(crate) fn needs_boxes(&self, arguments: &Arguments) -> bool {
        self.name != text::TOOL.name || text::needs_boxes(arguments)
    }

    /// Its own arguments and the common ones, in the order of a usage line.
    pub(crate) fn all_arguments(&self) -> impl Iterator<Item = &'static Argument> + Clone {
        self.arguments.iter().chain(self.common_arguments())
    }

    /// The common arguments that it takes.
    #[must_use]
    pub(crate) fn common_arguments(&self) -> &'static [Argument] {
        if self.takes_page() { COMMON } else { &[] }
    }

    /// True if it is about a page.
    #[must_use]
    pub(crate) fn takes_page(&self) -> bool {
        self.arguments.iter().any(|a| a.kind == ArgumentKind::Page)
    }
}

/// The error of a tool that compares two pages and was given one.
fn two_pages(tool: &'static str) -> Error {
    Error::arguments(
        safe!("{} takes two pages", tool),
        "write the page before and the page after, or one recording and two of its moments: --at A --at B",
    )
}

/// The JSON text of a value that always has one, without characters that a terminal would obey.
pub(crate) fn to_json(value: &impl serde::Serialize) -> String {
    let json = exact_json(value);
    match terminal_safe_json(&json) {
        Cow::Borrowed(_) => json,
        Cow::Owned(safe) => safe,
    }
}

/// The JSON text of such a value, with the characters as they are.
fn exact_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("an answer is plain data, which has JSON")
}
