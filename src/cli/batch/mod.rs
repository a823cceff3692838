//! `stillpage batch`: many pages to rows.

mod input;
mod output;
#[cfg(feature = "parquet")]
mod parquet;
mod progress;

use std::num::NonZero;
use std::path::Path;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use clap::{Arg, ArgMatches, Command};
use serde_json::json;

use super::output::{DONE, Failure, NOTHING, print_error};
use super::parser::{given, subcommand};
use crate::batch::{Column, RowOptions, RunOptions, run};
use crate::error::Error;
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::with_device;
use crate::tool::{Argument, ArgumentKind, Arguments, Surface, to_json};
use input::Inputs;
use output::Output;
use progress::Progress;

pub(super) const NAME: &str = "batch";

const SUMMARY: &str = "Convert pages or WARC files to one row per page: snapshots, refs, text, Markdown, links";

const ABOUT: &str = "Makes a row of each page, on all cores, and writes the rows in the order of the pages. Inputs are saved pages, \
     folders of them, WARC files (.warc, .warc.gz), globs, and `-` for a list of paths on standard input, one a line. Memory does \
     not grow with the number of pages.\n\n\
     A page that cannot be read, takes too long or makes the engine fail becomes a row with its error, and the others continue. Exit code \
     0 if every page has its data, 1 if some have an error instead, 2 if the batch cannot continue.\n\n\
     Columns: source (the file), offset (the byte of the record in a WARC file), url, title, status (HTTP), snapshot (as Playwright \
     prints it, with refs), agent_view (as `stillpage snapshot` prints it), refs [{ref,role,name,box}], text, markdown, main (the \
     main content as text), main_markdown, metadata (title, author, dates and the rest), links [{url,text}], unstyled (a style sheet that the page links or imports was not found), \
     warnings, error {code,message,hint,retryable,details}.";

const FORMATS: &[&str] = &["jsonl", "files", "parquet"];

const ARGUMENTS: &[Argument] = with_device!([
    Argument::positional("input", ArgumentKind::Text, "Pages, folders, WARC files, globs, or - for a list of paths on standard input")
        .required()
        .many(),
    Argument::option("columns", ArgumentKind::Text, "The columns of a row, in order, separated by commas")
        .default("source,url,title,status,snapshot,unstyled"),
    Argument::option("format", ArgumentKind::Choice(FORMATS), "One file of JSON lines, a JSON file for each page, or files of Parquet")
        .default("jsonl")
        .detail("Parquet is a feature of the build: `cargo install stillpage --features parquet`."),
    Argument::option("output", ArgumentKind::Output, "The file to write, or the folder for the other formats; standard output by default"),
    Argument::flag("resume", "Resume an interrupted run; inputs and columns have to be the same")
        .detail("Complete rows in the output are kept, and the rest is computed. No row is lost or duplicated."),
    Argument::flag("resources", "Find the style sheets, images and frames of pages in their WARC file").detail(
        "Each WARC file is read twice: first to find where its records are. A page from a file has what was saved beside it \
         anyway.",
    ),
    Argument::option("index", ArgumentKind::Text, "Also find them through this CDX or CDXJ index; its WARC files are beside it").rare()
        .many(),
    Argument::option("jobs", ArgumentKind::Integer { min: 1, max: 1024 }, "How many threads work; as many as there are cores by default"),
    Argument::option("time-limit", ArgumentKind::Number { max: 3600 }, "The most seconds that a page may take").rare().default("60"),
    Argument::option("max-size", ArgumentKind::Integer { min: 1, max: 1024 }, "The most megabytes that a page may have, once decompressed").rare()
        .default("32")
        .detail("What a page takes in memory is bounded by this and by the engine's own limits."),
], []);

const EXAMPLES: &[(&str, &str)] = &[
    ("batch saved-site -o pages.jsonl", "a snapshot of every page in a folder"),
    ("batch crawl.warc.gz --columns url,main -o text.jsonl", "the main content of every page of a crawl"),
    ("batch crawl.warc.gz --columns url,refs -o refs.jsonl --resume", "the rest, after an interruption"),
    ("batch crawl.warc.gz --resources --columns url,agent_view", "pages with their style sheets"),
];

pub(super) fn command(common: &[Arg]) -> Command {
    subcommand(NAME, SUMMARY, ABOUT, EXAMPLES, ARGUMENTS.iter(), [].iter(), common)
}

/// Runs the line; the summary goes to stderr.
pub(super) fn answer(matches: &ArgMatches) -> Result<u8, Failure> {
    let arguments = Arguments::check(Surface::CommandLine, ARGUMENTS.iter(), given(ARGUMENTS.iter(), matches)?)?;
    super::inject_fault()?;
    let mut options = options(&arguments)?;
    let mut inputs = Inputs::new(&arguments.texts("input"))?
        .max_bytes(options.row.max_bytes)
        .resources(arguments.flag("resources"), &arguments.texts("index"))?;
    options.row.resources = inputs.indexed();
    let output = arguments.text("output").map(Path::new);
    let mut output = Output::open(arguments.required("format"), output, arguments.flag("resume"), &options.row)?;
    output.check(&options.row, inputs.skip_rows(output.rows())?.as_ref())?;
    let start = Instant::now();
    let left_out = inputs.left_out();
    let mut progress = Progress::new(&inputs);
    let (mut failed, mut closed) = (0_usize, false);
    let made = run(inputs, &options, |row| {
        failed += usize::from(row.error.is_some());
        progress.row(&row);
        match output.write(row) {
            Ok(()) => {}
            // The reader of the output has gone away: the batch is over.
            Err(Failure::Pipe) => {
                closed = true;
                return Err(Error::Internal { reason: SafeText::new() });
            }
            Err(Failure::Error(error)) => return Err(error),
            Err(Failure::Usage(error)) => {
                return Err(Error::Internal { reason: PageText::of(&error.to_string()).into() });
            }
        }
        Ok(())
    });
    progress.finish();
    if closed {
        return Err(Failure::Pipe);
    }
    let made = made?;
    output.finish()?;
    let seconds = start.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
    let rate = made as f64 / seconds.max(1e-3);
    let before = output.rows() - made;
    let left_out = left_out.lock().unwrap_or_else(PoisonError::into_inner);
    print_error(&if matches.get_flag("json") {
        let round = |value: f64| (value * 100.0).round() / 100.0;
        let summary = json!({
            "pages": made, "failed": failed, "before": before, "seconds": round(seconds), "pagesPerSecond": round(rate),
            "leftOut": left_out.json(),
        });
        safe!("{}\n", SafeText::verbatim(to_json(&summary)))
    } else {
        let resumed = if before > 0 { safe!(" after {} from before", before) } else { SafeText::new() };
        let noun = if made == 1 { "page" } else { "pages" };
        let (left_out, rate) = (left_out.text(), safe!("{:.1} pages a second", rate));
        safe!("# {} {}{}, {} with an error, {:.1} s, {}\n{}", made, noun, resumed, failed, seconds, rate, left_out)
    });
    Ok(if failed == 0 { DONE } else { NOTHING })
}

fn options(arguments: &Arguments) -> Result<RunOptions, Error> {
    let mut columns = Vec::new();
    for name in arguments.required("columns").split(',').map(str::trim).filter(|name| !name.is_empty()) {
        columns.push(name.parse::<Column>().map_err(|unknown| {
            Error::arguments(PageText::of(&unknown.to_string()).at_most(1000), "name some of them, separated by commas")
        })?);
    }
    let seconds = arguments.number("time-limit").unwrap_or(60.0);
    let megabytes = arguments.count("max-size").unwrap_or(32);
    let row = RowOptions::default()
        .columns(columns)
        .device(crate::tool::device(arguments)?)
        .time_limit(Some(Duration::from_secs_f32(seconds)))
        .max_bytes(megabytes as u64 * 1_000_000);
    Ok(RunOptions::default().row(row).jobs(arguments.count("jobs").and_then(NonZero::new)))
}
