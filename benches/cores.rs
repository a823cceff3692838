//! Scaling of whole pages in parallel: pages rendered to their snapshots by one thread and by as many as the machine has cores,
//! in turns, and the ratio of the medians: `cargo bench --bench cores`, with `-- shop` or `-- PAGE.html` behind it for some
//! pages. Beside it is the ratio of a bare html5ever parse of the same pages, which shows what the machine and its allocator let
//! threads have.

#![expect(clippy::print_stdout, reason = "a bench reports what it measured")]

use std::hint::black_box;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use html5ever::tendril::TendrilSink as _;
use markup5ever_rcdom::RcDom;
use stillpage::{Page, Snapshot, SnapshotOptions};

mod pages;
mod shop;

/// Times that one thread and all threads are timed.
const ROUNDS: usize = 7;

/// Takes this many pages from one list with this many threads.
fn run(work: &(dyn Fn() + Sync), pages: u32, threads: u32) -> Duration {
    let next = AtomicU32::new(0);
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while next.fetch_add(1, Ordering::Relaxed) < pages {
                    work();
                }
            });
        }
    });
    start.elapsed()
}

/// The medians of one thread and of all.
fn compare(work: &(dyn Fn() + Sync), threads: u32) -> [Duration; 2] {
    // About half a second for one thread.
    let once = run(work, 1, 1).as_micros().max(1);
    let pages = threads * u32::try_from(500_000_u128.div_ceil(once)).expect("a page takes more than nothing");
    let (mut one, mut all) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        one.push(run(work, pages, 1) / pages);
        all.push(run(work, pages, threads) / pages);
    }
    [one, all].map(|mut times| {
        times.sort();
        times[ROUNDS / 2]
    })
}

fn main() -> Result<(), String> {
    // `cargo test` runs benches for a moment to see whether they start.
    if std::env::args().any(|argument| argument == "--test") {
        return Ok(());
    }
    let threads = thread::available_parallelism().map_or(1, |n| u32::try_from(n.get()).unwrap_or(u32::MAX));
    println!("| page | one thread, ms a page | {threads} threads | times as fast | bare parse, times as fast |");
    println!("|{}", " --- |".repeat(5));
    pages::for_each_asked(|name, html| {
        let text = String::from_utf8_lossy(html);
        let snapshot = || {
            let page = Page::from_html(&text);
            black_box(Snapshot::render(&page, &SnapshotOptions::default()).to_string());
        };
        let parse = || {
            let parser = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default());
            black_box(parser.from_utf8().one(html));
        };
        let ([one, all], [bare_one, bare_all]) = (compare(&snapshot, threads), compare(&parse, threads));
        let ratio = |one: Duration, all: Duration| one.as_secs_f64() / all.as_secs_f64();
        println!(
            "| {name} | {:.1} | {:.1} | {:.2} | {:.2} |",
            one.as_secs_f64() * 1e3,
            all.as_secs_f64() * 1e3,
            ratio(one, all),
            ratio(bare_one, bare_all)
        );
    })
}
