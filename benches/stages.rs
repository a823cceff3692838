//! One table: what each stage of the pipeline takes, in multiples of a bare html5ever parse (A) of the same page.
//!
//! `cargo bench --bench stages` prints it for every page of `pages`, `cargo bench --bench stages -- shop-10k` for pages
//! whose names contain a word. Medians of runs taken in turns, warm, on one thread.

#![expect(clippy::print_stdout, reason = "a bench reports what it measured")]

use std::hint::black_box;
use std::time::Instant;

use html5ever::tendril::TendrilSink as _;
use markup5ever_rcdom::RcDom;
use stillpage::internals::stages::{self, Stages};
use stillpage::{Snapshot, SnapshotOptions};

mod pages;
mod shop;

const COLUMNS: [&str; 7] = ["bare", "parse", "style", "layout", "aria", "snapshot", "whole"];

fn bare_parse(html: &[u8]) -> RcDom {
    html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).from_utf8().one(html)
}

/// Milliseconds; dropping the result is not measured.
fn time<T>(run: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    let result = black_box(run());
    let took = start.elapsed().as_secs_f64() * 1e3;
    drop(result);
    took
}

/// The median of each column, ms.
fn measure(html: &[u8], rounds: usize) -> [f64; COLUMNS.len()] {
    let page = Stages::new(html);
    let snapshot = |page: &stillpage::Page| Snapshot::render(page, &SnapshotOptions::default()).to_string();
    let mut columns = [const { Vec::new() }; COLUMNS.len()];
    for _ in 0..rounds {
        let took = [
            time(|| bare_parse(html)),
            time(|| stages::parse(html)),
            time(|| page.style()),
            time(|| page.layout()),
            time(|| page.aria()),
            time(|| snapshot(page.page())),
            time(|| snapshot(&stages::render(html))),
        ];
        for (column, took) in columns.iter_mut().zip(took) {
            column.push(took);
        }
    }
    columns.map(|mut column| {
        column.sort_by(f64::total_cmp);
        column[rounds / 2]
    })
}

fn main() {
    // `cargo bench` adds `--bench`.
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    println!("| page | bytes | A, ms | {} |", COLUMNS[1..].join(" | "));
    println!("|{}", " --- |".repeat(COLUMNS.len() + 2));
    for (name, html) in pages::all() {
        if !asked.is_empty() && !asked.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let took = measure(html.as_bytes(), if html.len() > 3_000_000 { 5 } else { 15 });
        let multiples: Vec<String> = took[1..].iter().map(|ms| format!("{:.1}", ms / took[0])).collect();
        println!("| {name} | {} | {:.2} | {} |", html.len(), took[0], multiples.join(" | "));
    }
}
