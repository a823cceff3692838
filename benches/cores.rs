//! How whole pages in parallel scale: pages rendered to their snapshots by one thread and by as many as the machine has cores,
//! in turns, and the ratio of the medians: `cargo bench --bench cores`.

#![expect(clippy::print_stdout, reason = "a bench reports what it measured")]

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use stillpage::{Page, Snapshot, SnapshotOptions};

mod pages;
mod shop;

/// Times that one thread and all threads are timed.
const ROUNDS: usize = 7;

/// Milliseconds for so many pages, taken from one list by so many threads.
fn render(html: &str, count: usize, threads: usize) -> f64 {
    let next = AtomicUsize::new(0);
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while next.fetch_add(1, Ordering::Relaxed) < count {
                    let page = Page::from_html(html);
                    black_box(Snapshot::render(&page, &SnapshotOptions::default()).to_string());
                }
            });
        }
    });
    start.elapsed().as_secs_f64() * 1e3
}

fn main() {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    println!("| page | pages | one thread, ms | {cores} threads, ms | times as fast |");
    println!("|{}", " --- |".repeat(5));
    for (name, html) in pages::all() {
        if html.len() > 1_000_000 {
            continue;
        }
        // About half a second for one thread.
        let count = (500.0 / render(&html, 1, 1)).ceil() as usize * cores;
        let (mut one, mut all) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            one.push(render(&html, count, 1));
            all.push(render(&html, count, cores));
        }
        let [one, all] = [one, all].map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[ROUNDS / 2]
        });
        println!("| {name} | {count} | {one:.0} | {all:.0} | {:.2} |", one / all);
    }
}
