//! `stillpage test`: folders of pages against the templates beside them.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::commands::{CliCommand, Line};
use super::file::write_whole;
use super::output::{Failure, exit_code, print_reply, show_progress};
use super::pages::{FolderMeaning, pages_of};
use super::stack::STACK_BYTES;
use crate::device::Device;
use crate::error::{Error, catch};
use crate::offline::{Offline, read_if_there};
use crate::page::{Page, RenderOptions};
use crate::safe_text::{PageText, safe};
use crate::tool::suite::{Case, CaseOutcome, CaseView, Suite};
use crate::tool::{
    Answer as _, Argument, Arguments, DeviceArguments, MatchRules, OutputFile, TypedArguments as _, arguments, compare,
    joined,
};

const SUMMARY: &str = "Whether pages match the aria snapshot templates beside them";

const ABOUT: &str = "Compares each page below the folders with the template beside it, cart.html with cart.aria.yml, as `match` does. What \
     passes is only counted; a page that differs is listed with the difference.\n\n\
     Exit code 0 if all pages match, 1 if one does not or no page has a template, 2 if a page or a template cannot be read.\n\n\
     JSON: {\"passed\",\"failed\",\"errors\",\"updated\",\"created\",\"cases\":[{\"page\",\"template\",\
     \"outcome\":\"passed|failed|error|updated|created\",\"diff\",\"error\"}],\"untested\":[pages without a template]}.";

arguments! {
    /// The arguments of `stillpage test`.
    struct TestArguments {
        dir: Vec<String> = Argument::positional("dir", "Folders of pages, or pages").required(),
        update: bool = Argument::option("update", "Write the templates that do not match, and those that are missing")
            .detail("Regular expressions stay where they match a node of the same role."),
        junit: Option<OutputFile> = Argument::option(
            "junit",
            "Write a report in the XML format of JUnit, which CI servers read",
        ),
        html: Option<OutputFile> = Argument::option(
            "html",
            "Write a report to look at, with a picture of each page that differs",
        ),
        github: bool = Argument::option("github", "Print annotations for GitHub, at the templates"),
        captured: bool = Argument::option("captured", "Match the pages in the state that `capture` kept")
            .detail("As for `match`."),
        allow_empty: bool = Argument::option("allow-empty", "Accept templates that any page matches"),
    }
}

const ARGUMENTS: &[Argument] = joined!(TestArguments::ARGUMENTS, DeviceArguments::ARGUMENTS);

const EXAMPLES: &[(&str, &str)] = &[
    ("test pages", "a regression test of every page that has a template"),
    ("test pages --update", "write the templates, to review them as a diff"),
    ("test pages --junit report.xml --html report.html", "a report for CI, and one to look at"),
];

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "test",
    summary: SUMMARY,
    about: ABOUT,
    arguments: ARGUMENTS,
    shared: &[],
    examples: EXAMPLES,
    run: answer,
};

/// Runs the line and prints the summary.
fn answer(line: &Line<'_>) -> Result<u8, Failure> {
    let arguments = &line.arguments;
    let suite = run(arguments)?;
    for (path, text) in suite.files() {
        write_whole(Path::new(&path), text)?;
    }
    print_reply(COMMAND.name, line.json, &suite)?;
    Ok(exit_code(suite.verdict()))
}

fn run(arguments: &Arguments) -> Result<Suite, Error> {
    let device = crate::tool::device(arguments)?;
    let TestArguments { dir, update, junit, html, github, captured, allow_empty } = arguments.read();
    let rules = MatchRules { captured, allow_empty, surface: arguments.surface() };
    let pages = pages_of(&dir, FolderMeaning::AllPages)?;
    let mut pages: Vec<PathBuf> = pages.iter().map(|page| Offline::new(page).path().to_owned()).collect();
    for page in &pages {
        std::fs::metadata(page).map_err(|error| Error::io(page, &error))?;
    }
    pages.sort();
    pages.dedup();
    let mut suite = Suite {
        junit: junit.map(|path| path.to_string()),
        html: html.map(|path| path.to_string()),
        github,
        ..Suite::default()
    };
    let mut tested = Vec::new();
    for page in pages {
        let template = page.with_extension("aria.yml");
        if update || template.exists() {
            tested.push((page, template));
        } else {
            suite.untested.push(page.to_string_lossy().into_owned());
        }
    }
    suite.cases = on_all_cores(&tested, |(page, template)| {
        let (outcome, notes) = one(page, template, update, rules, &device, suite.html.is_some())
            .unwrap_or_else(|error| (CaseOutcome::Broken(error), Vec::new()));
        let (page, template) = (page.to_string_lossy().into_owned(), template.to_string_lossy().into_owned());
        Case { page, template, outcome, notes }
    })?;
    Ok(suite)
}

/// Compares one page with its template; with the notes about its file.
fn one(
    page: &Path,
    template: &Path,
    update: bool,
    rules: MatchRules,
    device: &Device,
    is_drawn: bool,
) -> Result<(CaseOutcome, Vec<String>), Error> {
    let text = read_if_there(template)?;
    let name = template.to_string_lossy();
    // A page that makes the engine fail is one error among the other results.
    let (result, view, notes) = catch(|| {
        let page = Page::render(Offline::new(page).dom()?, device.clone(), RenderOptions::once());
        let notes = page.warnings().notes().map(ToString::to_string).collect();
        let result = compare(&page, text.as_deref().unwrap_or_default(), &name, rules)?;
        let view = (is_drawn && !result.matches && !update).then(|| Box::new(CaseView::of(&page, &result.differing)));
        Ok::<_, Error>((result, view, notes))
    })??;
    let outcome = if result.matches {
        CaseOutcome::Passed
    } else if update {
        write_whole(template, &result.updated)?;
        CaseOutcome::Written { created: text.is_none() }
    } else {
        CaseOutcome::Failed { diff: result.diff, view }
    };
    Ok((outcome, notes))
}

/// Applies a function to each item, in order, by as many threads as there are cores.
pub(super) fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Result<Vec<R>, Error> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    let worker = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { break };
            let result = work(item);
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((at, result));
            show_progress(done.len(), items.len(), "pages");
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(items.len());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, worker).map_err(|error| Error::Internal {
                reason: safe!("no thread to work on: {}", PageText::of(&error.to_string())),
            })?;
        }
        Ok::<(), Error>(())
    })?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
