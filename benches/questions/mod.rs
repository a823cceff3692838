//! Questions on generated shop pages, each beside what it is measured by.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion};
use stillpage_internals::stages::Stages;

use crate::shop;

/// The selectors that both libraries look up in a page.
const SELECTORS: [&str; 5] = [
    "a[href]",
    "li > article h3",
    ".card:not(.is-new) img",
    "main [class*=price], main button",
    "ul li:nth-child(2n+1) a",
];

/// The text for `search` and `locate`.
const TEXT: &str = "washes at thirty degrees";
const DESCRIPTION: &str = "the 'no such thing on the page' button";

/// A question and its yardstick, ready to run.
type Work<'a> = Box<dyn Fn() + 'a>;

/// `search` beside `innerText`, our selectors beside `scraper`'s, `locate` beside the accessibility tree: each pair with
/// its limit.
fn pairs<'a>(
    stages: &'a Stages,
    html: &'a scraper::Html,
    ours: &'a dyn Fn() -> Vec<usize>,
    theirs: &'a [scraper::Selector],
) -> Vec<(&'static str, f64, Work<'a>, Work<'a>)> {
    vec![
        (
            "search beside innerText",
            1.2,
            Box::new(|| _ = black_box(stages.search(TEXT))),
            Box::new(|| drop(black_box(stages.inner_text()))),
        ),
        (
            "five selectors beside scraper",
            3.0,
            Box::new(move || drop(black_box(ours()))),
            Box::new(move || {
                for selector in theirs {
                    black_box(html.select(selector).count());
                }
            }),
        ),
        (
            "locate beside the accessibility tree",
            3.0,
            Box::new(|| _ = black_box(stages.page().locate(DESCRIPTION).is_ok())),
            Box::new(|| drop(black_box(stages.aria()))),
        ),
    ]
}

/// Runs the pairs on one page, both of each in turns.
fn on_page(elements: usize, each: &mut dyn FnMut(&str, f64, &Work<'_>, &Work<'_>)) {
    let stages = Stages::new(shop::page(elements).as_bytes());
    let html = scraper::Html::parse_document(&shop::page(elements));
    let ours = stages.selectors(&SELECTORS);
    let theirs: Vec<_> = SELECTORS.iter().map(|s| scraper::Selector::parse(s).expect("a selector")).collect();
    let counts: Vec<usize> = theirs.iter().map(|selector| html.select(selector).count()).collect();
    assert_eq!(ours(), counts, "both find the same");
    for (name, limit, question, yardstick) in pairs(&stages, &html, &ours, &theirs) {
        each(name, limit, &question, &yardstick);
    }
}

/// Every question and its yardstick as groups.
pub(crate) fn questions(criterion: &mut Criterion) {
    for (size, elements) in [("shop-10k", 10_000), ("shop-100k", 100_000)] {
        on_page(elements, &mut |name, _, question, yardstick| {
            let mut group = criterion.benchmark_group(name);
            group.sample_size(10).measurement_time(Duration::from_secs(2));
            group.bench_function(BenchmarkId::new("question", size), |bencher| bencher.iter(question));
            group.bench_function(BenchmarkId::new("yardstick", size), |bencher| bencher.iter(yardstick));
            group.finish();
        });
    }
}

/// The median of each question over that of its yardstick, taken in turns.
#[expect(clippy::print_stdout, reason = "a bench reports what it measured")]
pub(crate) fn question_ratios(_: &mut Criterion) {
    for (size, elements, rounds) in [("10,000", 10_000, 21), ("100,000", 100_000, 9)] {
        on_page(elements, &mut |name, limit, question, yardstick| {
            let (mut asked, mut measured) = (Vec::new(), Vec::new());
            for _ in 0..rounds {
                let start = Instant::now();
                question();
                asked.push(start.elapsed());
                let start = Instant::now();
                yardstick();
                measured.push(start.elapsed());
            }
            asked.sort_unstable();
            measured.sort_unstable();
            let ratio = asked[rounds / 2].as_secs_f64() / measured[rounds / 2].as_secs_f64();
            println!("{name}, {size} elements: {ratio:.2} times as long (at most {limit})");
        });
    }
}
