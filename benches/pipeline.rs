//! Every arrow of the pipeline and the whole of it, beside bare HTML parsing.
//!
//! `cargo bench` measures corpus pages and generated shop pages of 1,000, 10,000 and 100,000 elements. It ends with the
//! figure that is kept an eye on: end to end against html5ever building `markup5ever_rcdom`'s tree, on 10,000 elements.

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use html5ever::tendril::TendrilSink as _;
use markup5ever_rcdom::RcDom;
use stillpage::refs::Ref;
use stillpage::{Mutation, Session, Snapshot, SnapshotOptions};
use stillpage_internals::stages::{self, Stages};
use stillpage_internals::updates::Sample;

mod questions;
mod shop;

/// The pages of different shape that are measured: name and HTML.
fn pages() -> Vec<(String, Vec<u8>)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/pages");
    let mut pages: Vec<(String, Vec<u8>)> = ["checkout-modal", "docs-article", "data-table", "table-layout"]
        .iter()
        .map(|name| {
            let file = corpus.join(name).join("page.html");
            ((*name).to_owned(), std::fs::read(file).expect("a page of the corpus"))
        })
        .collect();
    for (name, elements) in [("shop-1k", 1_000), ("shop-10k", 10_000), ("shop-100k", 100_000)] {
        pages.push((name.to_owned(), shop::page(elements).into_bytes()));
    }
    pages
}

/// The yardstick: html5ever and the tree that comes with it.
fn bare_parse(html: &[u8]) -> RcDom {
    html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).from_utf8().one(html)
}

/// All of it: bytes to the text that Playwright prints.
fn end_to_end(html: &[u8]) -> String {
    Snapshot::render(&stages::render(html), &SnapshotOptions::default()).to_string()
}

/// One group: an arrow on every page. What it starts from is prepared outside the measurement.
fn measure<I, O>(criterion: &mut Criterion, arrow: &str, prepare: impl Fn(&[u8]) -> I, run: impl Fn(&I) -> O) {
    let mut group = criterion.benchmark_group(arrow);
    for (name, html) in pages() {
        let large = html.len() > 1_000_000;
        group.sample_size(if large { 10 } else { 20 });
        group.measurement_time(Duration::from_secs(if large { 8 } else { 3 }));
        group.throughput(Throughput::Bytes(html.len() as u64));
        let input = prepare(&html);
        group.bench_with_input(BenchmarkId::from_parameter(name), &input, |bencher, input| {
            bencher.iter_with_large_drop(|| run(input));
        });
    }
    group.finish();
}

fn arrows(criterion: &mut Criterion) {
    measure(criterion, "bare parse", <[u8]>::to_vec, |html| bare_parse(html));
    measure(criterion, "parse", <[u8]>::to_vec, |html| stages::parse(html));
    measure(criterion, "style", Stages::new, Stages::style);
    measure(criterion, "layout", Stages::new, Stages::layout);
    measure(criterion, "aria", Stages::new, Stages::aria);
    measure(criterion, "snapshot", Stages::new, |stages| {
        Snapshot::render(stages.page(), &SnapshotOptions::default()).to_string()
    });
    measure(criterion, "end to end", <[u8]>::to_vec, |html| end_to_end(html));
}

/// The median time of end to end over that of bare parsing, taken in turns.
#[expect(clippy::print_stdout, reason = "a bench reports what it measured")]
fn ratio(_: &mut Criterion) {
    for (name, elements, rounds) in [("1,000", 1_000, 31), ("10,000", 10_000, 15), ("100,000", 100_000, 5)] {
        let html = shop::page(elements).into_bytes();
        let (mut bare, mut whole) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            let start = Instant::now();
            drop(black_box(bare_parse(&html)));
            bare.push(start.elapsed());
            let start = Instant::now();
            drop(black_box(end_to_end(&html)));
            whole.push(start.elapsed());
        }
        bare.sort_unstable();
        whole.sort_unstable();
        let (bare, whole) = (bare[rounds / 2], whole[rounds / 2]);
        println!(
            "shop of {name} elements: bare parse {:.2} ms, end to end {:.1} ms, {:.1} times as long",
            bare.as_secs_f64() * 1e3,
            whole.as_secs_f64() * 1e3,
            whole.as_secs_f64() / bare.as_secs_f64()
        );
    }
}

/// Finding 1,000 refs again on a changed page, beside one snapshot of it.
#[expect(clippy::print_stdout, reason = "a bench reports what it measured")]
fn resolve(criterion: &mut Criterion) {
    let before = shop::page(10_000);
    let after = before.replacen("<body>", "<body><p role=status>Saved</p>", 1);
    let (old, new) = (stages::render(before.as_bytes()), Stages::new(after.as_bytes()));
    let shown = old.aria_snapshot().refs().clone();
    let mut session = Session::new();
    let refs: Vec<Ref> =
        session.observe(Session::FIRST_TAB, &old, &shown).iter().map(|(reference, _)| reference).collect();
    // Evenly over the page.
    let refs: Vec<Ref> = refs.iter().step_by((refs.len() / 1_000).max(1)).take(1_000).copied().collect();
    // As after a restart: nothing but what an element is says where it is.
    let session = Session::from_bytes(&session.to_bytes()).expect("what was just written");
    let run = || new.resolve(&session, &refs);
    let snapshot = || Snapshot::render(new.page(), &SnapshotOptions::default()).to_string();
    let whole = || end_to_end(after.as_bytes());
    let mut group = criterion.benchmark_group("resolve");
    group.sample_size(20);
    group.bench_function("1,000 refs on shop-10k", |bencher| bencher.iter(run));
    group.finish();
    let median = |run: &dyn Fn()| {
        let mut times: Vec<Duration> =
            (0..11).map(|_| Instant::now()).map(|start| (run(), start.elapsed()).1).collect();
        times.sort_unstable();
        times[5].as_secs_f64() * 1e3
    };
    let (found, tree, all) = (
        median(&|| assert!(black_box(run()) > 0, "refs are found")),
        median(&|| drop(black_box(snapshot()))),
        median(&|| drop(black_box(whole()))),
    );
    println!(
        "{} of {} refs found in {found:.1} ms; a snapshot of the rendered page takes {tree:.1} ms ({:.2} of it), from bytes \
         {all:.1} ms ({:.2} of it)",
        run(),
        refs.len(),
        found / tree,
        found / all
    );
}

/// A change of a page and the snapshot after it, beside bytes to snapshot.
#[expect(clippy::print_stdout, reason = "a bench reports what it measured")]
fn updates(_: &mut Criterion) {
    const ROUNDS: usize = 11;
    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64() * 1e3
    };
    for (name, elements) in [("shop-1k", 1_000), ("shop-10k", 10_000)] {
        let html = shop::page(elements).into_bytes();
        let whole = |_| {
            let start = Instant::now();
            drop(black_box(end_to_end(&html)));
            start.elapsed()
        };
        let first = median((0..ROUNDS).map(whole).collect());
        for (what, sample) in [("a text", Sample::Text), ("an attribute", Sample::Attribute), ("a row", Sample::Row)] {
            let mut page = stages::render(&html);
            let mut update = |round: usize| {
                let change = match sample.of(&page) {
                    Some(Mutation::SetText { node, text }) => {
                        Mutation::SetText { node, text: format!("{text} {round}") }
                    }
                    Some(other) => other,
                    None => return None,
                };
                let start = Instant::now();
                page.update(&[change]).expect("a change that is possible");
                drop(black_box(Snapshot::render(&page, &SnapshotOptions::default()).to_string()));
                Some(start.elapsed())
            };
            let again = median((0..ROUNDS).filter_map(&mut update).collect());
            println!("{name}, {what}: {again:.1} ms, {:.0}% of the first render", 100.0 * again / first);
        }
    }
}

criterion_group!(benches, arrows, resolve, questions::questions, questions::question_ratios, updates, ratio);
criterion_main!(benches);
