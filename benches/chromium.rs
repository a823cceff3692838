//! An offline snapshot of a file beside launching Chromium for it, and beside a tab of a Chromium that is running, all in
//! one run: `cargo bench --bench chromium`. Without a Chromium it says so.

#![expect(clippy::print_stdout, reason = "a bench reports what it measured")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use stillpage::live::{Browser, Launch};
use stillpage::{Page, Snapshot, SnapshotOptions};

/// How often each way is gone; the median counts.
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
    println!("{:16} {:>12} {:>18} {:>18}", "page", "offline", "warm tab", "launched for it");
    for name in ["sign-in", "product-grid", "data-table", "docs-article"] {
        measure(name, &corpus.join(name).join("page.html"));
    }
}

/// Takes turns, so that what else the machine does touches all alike.
fn measure(name: &str, file: &PathBuf) {
    let url = format!("file://{}", file.display());
    let mut warm = Browser::launch(&Launch::default()).expect("it was launched before");
    let (mut offline, mut in_tab, mut launched) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        offline.push(timed(|| text(&Page::open(file).expect("a page of the corpus"))));
        in_tab.push(timed(|| in_browser(&mut warm, &url)));
        launched.push(timed(|| {
            let mut browser = Browser::launch(&Launch::default()).expect("it was launched before");
            in_browser(&mut browser, &url)
        }));
    }
    let [offline, in_tab, launched] = [offline, in_tab, launched].map(median);
    let against = |other: f64| format!("{other:.0} ms ({:.0}x)", other / offline);
    println!("{name:16} {:>12} {:>18} {:>18}", format!("{offline:.1} ms"), against(in_tab), against(launched));
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
