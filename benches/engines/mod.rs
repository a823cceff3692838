//! Parsing, style and layout beside those of Chromium's engine, without processes and protocols: what its main thread takes by its own
//! trace for the same page in a warm tab.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use stillpage_internals::stages;

use crate::median;
use crate::pages;

/// The number of times that each engine loads a page; the median counts.
const ROUNDS: usize = 9;

/// The number for pages of more than 3 MB.
const ROUNDS_OF_LARGE: usize = 3;

/// The milliseconds from which on a page counts for the summary: of less, most is what every page takes.
const LEAST: f64 = 3.0;

/// Chromium with its trace, behind a script that answers a line for a line.
struct Traced {
    node: Child,
    answers: BufReader<ChildStdout>,
}

/// Milliseconds of CPU on the main thread.
struct Blink {
    parse: f64,
    style: f64,
    layout: f64,
}

impl Traced {
    fn launch() -> Result<Self, String> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/time_engine.mjs");
        let mut node = Command::new("node")
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("node does not start: {error}"))?;
        let answers = BufReader::new(node.stdout.take().expect("it is piped"));
        Ok(Self { node, answers })
    }

    fn load(&mut self, file: &Path, rounds: usize) -> Result<Blink, String> {
        let mut line = String::new();
        let input = self.node.stdin.as_mut().expect("it is piped");
        writeln!(input, "{rounds} {}", file.display()).map_err(|error| format!("the script has ended: {error}"))?;
        self.answers.read_line(&mut line).map_err(|error| error.to_string())?;
        let answer: serde_json::Value =
            serde_json::from_str(&line).map_err(|_| "the script has ended; its error is above".to_owned())?;
        let time = |kind: &str| answer[kind].as_f64().ok_or_else(|| format!("{answer} has no {kind}"));
        Ok(Blink { parse: time("parse")?, style: time("style")?, layout: time("layout")? })
    }
}

impl Drop for Traced {
    fn drop(&mut self) {
        // It ends with its input, and Chromium with it.
        drop(self.node.stdin.take());
        let _ = self.node.wait();
    }
}

/// Prints a table of the pages that the command line asks for, or of those of the benches and of the corpus.
///
/// # Errors
/// Why Chromium's engine was not timed.
pub(crate) fn compare(corpus: &Path) -> Result<(), String> {
    let made = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    pages::for_each_asked(|name, html| {
        // A file is loaded where it is, with what is beside it.
        let mut file = PathBuf::from(name);
        if !name.ends_with(".html") {
            file = made.path().join(format!("{name}.html"));
            std::fs::write(&file, html).expect("a folder for temporary files has room");
        }
        let file = std::path::absolute(file).expect("a path that was read");
        files.push((name.to_owned(), file));
    })?;
    // `cargo bench` adds `--bench`.
    if std::env::args().skip(1).all(|argument| argument.starts_with('-')) {
        files.extend(corpus_pages(corpus)?);
    }
    let mut blink = Traced::launch()?;
    println!("| page | Blink, ms: parse | style | layout | all | stillpage, ms | times |");
    println!("|{}", " --- |".repeat(7));
    let mut ratios = Vec::new();
    for (name, file) in files {
        let large = std::fs::metadata(&file).is_ok_and(|file| file.len() > 3_000_000);
        let rounds = if large { ROUNDS_OF_LARGE } else { ROUNDS };
        let theirs = blink.load(&file, rounds)?;
        let all = theirs.parse + theirs.style + theirs.layout;
        let ours = median((0..rounds).map(|_| time(&file)).collect());
        if all > LEAST {
            ratios.push(ours / all);
        }
        println!(
            "| {name} | {:.2} | {:.2} | {:.2} | {all:.2} | {ours:.2} | {:.2} |",
            theirs.parse,
            theirs.style,
            theirs.layout,
            ours / all
        );
    }
    let pages = ratios.len();
    let Some(most) = ratios.iter().copied().max_by(f64::total_cmp) else { return Ok(()) };
    println!("{pages} pages on which Blink takes over {LEAST} ms: median {:.2} times, most {most:.2}", median(ratios));
    Ok(())
}

/// The name and the file of each page of the corpus.
fn corpus_pages(corpus: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let folders = std::fs::read_dir(corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
    let mut pages: Vec<_> = folders
        .filter_map(|folder| {
            let folder = folder.ok()?;
            let file = folder.path().join("page.html");
            file.exists().then(|| (folder.file_name().to_string_lossy().into_owned(), file))
        })
        .collect();
    pages.sort();
    Ok(pages)
}

/// Milliseconds of CPU from a file to its layout; deallocation is not measured.
fn time(file: &Path) -> f64 {
    let start = cpu();
    let page = stages::open(file).expect("a page of the benches");
    let took = cpu() - start;
    drop(page);
    took
}

/// Milliseconds of CPU of this thread, as the trace has them.
#[cfg(unix)]
fn cpu() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

/// Milliseconds of a clock, which is more than those of CPU where the thread has to wait.
#[cfg(not(unix))]
fn cpu() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed().as_secs_f64() * 1e3
}
