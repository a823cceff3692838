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

use serde_json::json;

use super::commands::{CliCommand, Line};
use super::output::{DONE, Failure, NOTHING, print_note};
use crate::batch::{Column, RowOptions, RunOptions, run};
use crate::device::Device;
use crate::error::Error;
use crate::markdown::Favor;
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::{Argument, DeviceArguments, OutputFile, TypedArguments as _, arguments, joined, to_json};
use input::Inputs;
use output::{Output, RowFormat};
use progress::Progress;

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

arguments! {
    /// The arguments of `stillpage batch`.
    struct BatchArguments {
        input: Vec<String> = Argument::positional(
            "input",
            "Pages, folders, WARC files, globs, or - for a list of paths on standard input",
        )
        .required(),
        columns: String = Argument::option("columns", "The columns of a row, in order, separated by commas")
            .default("source,url,title,status,snapshot,unstyled"),
        format: RowFormat = Argument::option(
            "format",
            "One file of JSON lines, a JSON file for each page, or files of Parquet",
        )
        .default("jsonl")
        .detail("Parquet is a feature of the build: `cargo install stillpage --features parquet`."),
        output: Option<OutputFile> = Argument::option(
            "output",
            "The file to write, or the folder for the other formats; standard output by default",
        ),
        resume: bool = Argument::option("resume", "Resume an interrupted run; inputs and columns have to be the same")
            .detail("Complete rows in the output are kept, and the rest is computed. No row is lost or duplicated."),
        resources: bool = Argument::option(
            "resources",
            "Find the style sheets, images and frames of pages in their WARC file",
        )
        .detail("Each WARC file is read twice: first to find where its records are. A page from a file has what was saved beside it \
         anyway."),
        index: Vec<String> = Argument::option(
            "index",
            "Also find them through this CDX or CDXJ index; its WARC files are beside it",
        )
        .rare(),
        jobs: Option<usize> = Argument::option("jobs", "How many threads work; as many as there are cores by default")
            .within(1, 1024),
        time_limit: f32 = Argument::option("time-limit", "The most seconds that a page may take")
            .up_to(3600)
            .rare()
            .default("60"),
        max_size: usize = Argument::option("max-size", "The most megabytes that a page may have, once decompressed")
            .within(1, 1024)
            .rare()
            .default("32")
            .detail("What a page takes in memory is bounded by this and by the engine's own limits."),
        favor: Favor = Argument::option("favor", "The mistake that is worse in the columns of the main content")
            .rare()
            .default("balance")
            .detail(crate::tool::FAVOR_DETAIL),
    }
}

const ARGUMENTS: &[Argument] = joined!(BatchArguments::ARGUMENTS, DeviceArguments::ARGUMENTS);

const EXAMPLES: &[(&str, &str)] = &[
    ("batch saved-site -o pages.jsonl", "a snapshot of every page in a folder"),
    ("batch crawl.warc.gz --columns url,main -o text.jsonl", "the main content of every page of a crawl"),
    ("batch crawl.warc.gz --columns url,refs -o refs.jsonl --resume", "the rest, after an interruption"),
    ("batch crawl.warc.gz --resources --columns url,agent_view", "pages with their style sheets"),
];

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "batch",
    summary: SUMMARY,
    about: ABOUT,
    arguments: ARGUMENTS,
    shared: &[],
    examples: EXAMPLES,
    run: answer,
};

/// Runs the line; the summary goes to stderr.
fn answer(line: &Line<'_>) -> Result<u8, Failure> {
    let arguments = &line.arguments;
    super::inject_fault()?;
    let given: BatchArguments = arguments.read();
    let mut options = options(&given, crate::tool::device(arguments)?)?;
    let mut inputs =
        Inputs::new(&given.input)?.max_bytes(options.row.max_bytes).resources(given.resources, &given.index)?;
    options.row.resources = inputs.indexed();
    let output = given.output.as_deref().map(Path::new);
    let mut output = Output::open(given.format, output, given.resume, &options.row)?;
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
    print_note(&if line.json {
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

fn options(given: &BatchArguments, device: Device) -> Result<RunOptions, Error> {
    let mut columns = Vec::new();
    for name in given.columns.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        columns.push(name.parse::<Column>().map_err(|unknown| {
            Error::arguments(PageText::of(&unknown.to_string()).at_most(1000), "name some of them, separated by commas")
        })?);
    }
    let row = RowOptions::default()
        .columns(columns)
        .device(device)
        .time_limit(Duration::from_secs_f32(given.time_limit))
        .max_bytes(given.max_size as u64 * 1_000_000)
        .favor(given.favor);
    let mut options = RunOptions::default().row(row);
    options.jobs = given.jobs.and_then(NonZero::new);
    Ok(options)
}
