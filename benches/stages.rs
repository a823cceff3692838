//! One table: what each stage of the pipeline takes, and what a snapshot (`whole`), the main content and the data of a page take from
//! its bytes, in multiples of a bare html5ever parse (A) of the same page.
//!
//! `cargo bench --bench stages` prints it for every page of `pages`, `cargo bench --bench stages -- shop-10k` for pages
//! whose names contain a word, and `cargo bench --bench stages -- PAGE.html` for files. Medians of runs taken in turns, warm,
//! on one thread.

#![expect(clippy::print_stdout, reason = "a bench reports what it measured")]

use std::hint::black_box;
use std::time::Instant;

use html5ever::tendril::TendrilSink as _;
use markup5ever_rcdom::RcDom;
use stillpage::extract::Schema;
use stillpage::markdown::{Markdown, MarkdownOptions};
use stillpage::{Page, Snapshot, SnapshotOptions};
use stillpage_internals::stages::{self, Stages};

mod pages;
mod shop;

const COLUMNS: [&str; 9] =
    ["bare", "parse", "style", "layout", "aria", "snapshot", "whole", "markdown --main", "extract"];

/// Asks for single values and for a list.
const SCHEMA: &str = r#"{"type":"object","properties":{
    "title":{"type":"string"},"author":{"type":"string"},"date":{"type":"string","format":"date"},
    "image":{"type":"string","format":"uri"},
    "items":{"type":"array","items":{"type":"object","properties":{
        "name":{"type":"string"},"price":{"type":"number"},"url":{"type":"string","format":"uri"}}}}}}"#;

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

/// Returns an answer about a page from its bytes, and the page: as with the bare parse, deallocation is not measured.
fn with_page<T>(html: &[u8], ask: &dyn Fn(&Page) -> T) -> (Page, T) {
    let page = stages::render(html);
    let answer = ask(&page);
    (page, answer)
}

/// The median of each column, ms.
fn measure(html: &[u8], rounds: usize) -> [f64; COLUMNS.len()] {
    let page = Stages::new(html);
    let snapshot = |page: &Page| Snapshot::render(page, &SnapshotOptions::default()).to_string();
    let schema = Schema::parse(SCHEMA).expect("a schema");
    let main = MarkdownOptions::default().main(true);
    let mut columns = [const { Vec::new() }; COLUMNS.len()];
    for _ in 0..rounds {
        let took = [
            time(|| bare_parse(html)),
            time(|| stages::parse(html)),
            time(|| page.style()),
            time(|| page.layout()),
            time(|| page.aria()),
            time(|| snapshot(page.page())),
            time(|| with_page(html, &snapshot)),
            time(|| with_page(html, &|page| Markdown::of(page, &main).text())),
            time(|| with_page(html, &|page| page.extract(&schema))),
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

fn main() -> Result<(), String> {
    println!("| page | bytes | A, ms | {} |", COLUMNS[1..].join(" | "));
    println!("|{}", " --- |".repeat(COLUMNS.len() + 2));
    pages::for_each_asked(print_row)
}

fn print_row(name: &str, html: &[u8]) {
    let took = measure(html, if html.len() > 3_000_000 { 5 } else { 15 });
    let multiples: Vec<String> = took[1..].iter().map(|ms| format!("{:.1}", ms / took[0])).collect();
    println!("| {name} | {} | {:.2} | {} |", html.len(), took[0], multiples.join(" | "));
}
