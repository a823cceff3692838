//! An offline snapshot of a file beside Playwright's in a warm tab, beside a warm tab of a Chromium that stillpage drives, and
//! beside launching Chromium for it; then parsing, style and layout beside those of Chromium's engine. All in one run: `cargo bench
//! --features live --bench chromium`. Without a Chromium it says so; Playwright and the engine are timed where node finds
//! playwright-core 1.65.1 (`NODE_PATH=node_modules`).

#![expect(clippy::print_stdout, reason = "a bench reports what it measured")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use stillpage::live::{Browser, Launch};
use stillpage::{Page, Snapshot, SnapshotOptions};

mod engines;
mod pages;
mod shop;

/// The number of rounds of each way; the median counts.
const ROUNDS: usize = 7;

fn main() {
    // `cargo test` runs benches for a moment to see whether they start.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    if let Err(error) = Browser::launch(&Launch::default()) {
        println!("not measured: no Chromium ({error})");
        return;
    }
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/pages");
    println!("{:16} {:>12} {:>18} {:>18} {:>18}", "page", "offline", "Playwright", "warm tab", "launched for it");
    let mut missing = None;
    for name in ["sign-in", "product-grid", "data-table", "docs-article"] {
        missing = measure(name, &corpus.join(name).join("page.html")).err().or(missing);
    }
    if let Some(error) = missing {
        println!("Playwright is not measured: {error}");
    }
    println!();
    if let Err(error) = engines::compare(&corpus) {
        println!("Chromium's engine is not measured: {error}");
    }
}

/// Takes turns, so that what else the machine does touches all alike; Playwright comes last.
///
/// # Errors
/// Why Playwright was not measured; the rest is printed.
fn measure(name: &str, file: &PathBuf) -> Result<(), String> {
    let url = format!("file://{}", file.display());
    let mut warm = Browser::launch(&Launch::default()).expect("it was launched before");
    let (mut offline, mut in_tab, mut launched) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        // Several, since the browser of the last round is still ending while the first one runs.
        let runs = (0..ROUNDS).map(|_| timed(|| text(&Page::open(file).expect("a page of the corpus"))));
        offline.push(median(runs.collect()));
        in_tab.push(timed(|| in_browser(&mut warm, &url)));
        launched.push(timed(|| {
            let mut browser = Browser::launch(&Launch::default()).expect("it was launched before");
            in_browser(&mut browser, &url)
        }));
    }
    drop(warm);
    let [offline, in_tab, launched] = [offline, in_tab, launched].map(median);
    let against = |other: f64| format!("{other:.1} ms ({:.0}x)", other / offline);
    let playwright = in_playwright(file).map(against);
    let shown = playwright.as_deref().unwrap_or("-");
    println!(
        "{name:16} {:>12} {shown:>18} {:>18} {:>18}",
        format!("{offline:.2} ms"),
        against(in_tab),
        against(launched)
    );
    playwright.map(|_| ())
}

/// Milliseconds that Playwright takes to go to a page and to take its snapshot, in one warm tab.
fn in_playwright(file: &Path) -> Result<f64, String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/time_snapshots.mjs");
    let mut node = Command::new("node")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("node does not start: {error}"))?;
    let list = format!("{}\n", file.display()).repeat(ROUNDS);
    node.stdin.take().expect("it is piped").write_all(list.as_bytes()).map_err(|error| error.to_string())?;
    let output = node.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let timed: serde_json::Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let seconds = timed["clock"].as_f64().ok_or_else(|| format!("{timed} has no clock"))?;
    Ok(seconds * 1e3 / ROUNDS as f64)
}

fn text(page: &Page) -> String {
    Snapshot::render(page, &SnapshotOptions::default()).to_string()
}

/// Opens a tab, loads the page, measures it, closes the tab.
fn in_browser(browser: &mut Browser, url: &str) -> String {
    let mut tab = browser.open().expect("a tab opens");
    tab.load(url, Duration::from_secs(30)).expect("the page loads");
    let snapshot = text(&tab.record().expect("it can be measured").page());
    tab.close().expect("it closes");
    snapshot
}

/// Milliseconds.
fn timed(work: impl FnOnce() -> String) -> f64 {
    let start = Instant::now();
    let snapshot = work();
    let time = start.elapsed().as_secs_f64() * 1e3;
    assert!(snapshot.contains("[ref="), "a snapshot with refs");
    time
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
