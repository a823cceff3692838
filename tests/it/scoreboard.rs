//! The scoreboard of `markdown --main` and `extract` on the pages of `corpus/content`, kind by kind: each page has the text and
//! the data that are expected beside it. The scoreboard may only rise; `UPDATE=1` writes it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use serde_json::Value;
use stillpage::Page;
use stillpage::extract::Schema;
use stillpage::markdown::{Markdown, MarkdownOptions};

/// Words that follow each other and are compared as one, the measure of the article extraction benchmark.
const SHINGLE: usize = 4;
/// From here on a value is one to rely on.
const SURE: f64 = 0.8;

/// Right, wrong, missed: of the text in runs of words, of the data in values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Score {
    right: usize,
    wrong: usize,
    missed: usize,
}

impl std::ops::AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.missed += other.missed;
    }
}

/// The score of a page: its text, its data, and of the values that are sure how many are right and wrong.
struct Scored {
    kind: String,
    text: Score,
    data: Score,
    sure: Score,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/content")
}

/// The pages of all kinds, in order.
fn pages() -> Vec<PathBuf> {
    let list = |folder: &Path| -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder).expect("the corpus is there").flatten().map(|entry| entry.path()).collect();
        paths.sort();
        paths
    };
    let kinds = list(&root()).into_iter().filter(|path| path.is_dir());
    kinds.flat_map(|kind| list(&kind)).filter(|path| path.extension().is_some_and(|ending| ending == "html")).collect()
}

/// The words of Markdown as it is read, without marks and addresses; characters of scripts without spaces are words.
fn words(markdown: &str) -> Vec<String> {
    let mut text = String::new();
    let mut rest = markdown;
    while let Some((before, after)) = rest.split_once("](") {
        text.push_str(before);
        text.push(' ');
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    let mut words: Vec<String> = Vec::new();
    let mut joins = false;
    for c in text.chars() {
        let is_ideograph = matches!(u32::from(c), 0x3040..=0x30ff | 0x3400..=0x9fff);
        if !c.is_alphanumeric() {
            joins = false;
        } else if let (true, false, Some(word)) = (joins, is_ideograph, words.last_mut()) {
            word.push(c);
        } else {
            words.push(c.to_string());
            joins = !is_ideograph;
        }
    }
    words
}

fn shingles(words: &[String]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for run in words.windows(SHINGLE.min(words.len()).max(1)) {
        *counts.entry(run.join(" ")).or_default() += 1;
    }
    counts
}

/// The text without the headline, which the expected texts leave out.
fn score_text(expected: &str, markdown: &str) -> Score {
    let body: Vec<&str> = markdown.lines().filter(|line| !line.starts_with("# ")).collect();
    let (wanted, found) = (shingles(&words(expected)), shingles(&words(&body.join("\n"))));
    let shared = |run: &String, count: &usize| found.get(run).copied().unwrap_or(0).min(*count);
    let right = wanted.iter().map(|(run, count)| shared(run, count)).sum();
    let all = |counts: &BTreeMap<String, usize>| counts.values().sum::<usize>();
    Score { right, wrong: all(&found) - right, missed: all(&wanted) - right }
}

/// The values at the ends of some data, by where they are.
fn leaves(value: &Value, pointer: String, out: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(object) => {
            object.iter().for_each(|(name, value)| leaves(value, format!("{pointer}/{name}"), out));
        }
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(i, value)| leaves(value, format!("{pointer}/{i}"), out));
        }
        Value::Null => {}
        value => {
            out.insert(pointer, value.clone());
        }
    }
}

fn is_same(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => (a - b).abs() < 1e-9,
        _ => a == b,
    }
}

fn score(path: &Path) -> Scored {
    let expected = fs::read_to_string(path.with_extension("json")).expect("each page has what is expected beside it");
    let expected: Value = serde_json::from_str(&expected).expect("JSON");
    let page = Page::open(path).expect("a page");
    let markdown = Markdown::of(&page, &MarkdownOptions::default().main(true)).text();
    let text = score_text(expected["main"].as_str().expect("the main text"), &markdown);
    let schema = Schema::parse(&expected["schema"].to_string()).expect("a schema");
    let found = page.extract(&schema);
    let (mut wanted, mut got) = (BTreeMap::new(), BTreeMap::new());
    leaves(&expected["data"], String::new(), &mut wanted);
    leaves(&found.data, String::new(), &mut got);
    let (mut data, mut sure) = (Score::default(), Score::default());
    for (pointer, value) in &got {
        let is_right = wanted.get(pointer).is_some_and(|wanted| is_same(wanted, value));
        let one = Score { right: usize::from(is_right), wrong: usize::from(!is_right), missed: 0 };
        data += one;
        if found.sources.get(pointer).is_some_and(|source| source.confidence >= SURE) {
            sure += one;
        }
    }
    data.missed = wanted.keys().filter(|pointer| !got.contains_key(*pointer)).count();
    let kind = path.parent().and_then(Path::file_name).expect("a folder").to_string_lossy().into_owned();
    Scored { kind, text, data, sure }
}

/// All pages, on as many threads as there are quarters of them.
fn scores() -> Vec<Scored> {
    let pages = pages();
    assert!(pages.len() >= 40, "the corpus is there");
    thread::scope(|scope| {
        let parts: Vec<_> = pages
            .chunks(pages.len().div_ceil(4))
            .map(|part| scope.spawn(move || part.iter().map(|page| score(page)).collect::<Vec<_>>()))
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("no page ends it")).collect()
    })
}

/// The rows of a scoreboard by their names: kind and what is scored.
fn rows(board: &str) -> BTreeMap<String, Score> {
    let rows = board.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| {
        let mut cells = line.split('\t');
        let name = format!("{}\t{}", cells.next()?, cells.next()?);
        let mut number = || cells.next()?.parse().ok();
        Some((name, Score { right: number()?, wrong: number()?, missed: number()? }))
    })
    .collect()
}

#[test]
fn content_and_data_of_every_kind_of_page() {
    let mut now: BTreeMap<String, Score> = BTreeMap::new();
    let mut sure = Score::default();
    for page in scores() {
        *now.entry(format!("{}\ttext", page.kind)).or_default() += page.text;
        *now.entry(format!("{}\tdata", page.kind)).or_default() += page.data;
        sure += page.sure;
    }
    assert!(sure.wrong * 20 <= sure.right + sure.wrong, "of the values that are sure too many are wrong: {sure:?}");
    let path = root().join("scoreboard.tsv");
    let known = rows(&fs::read_to_string(&path).unwrap_or_default());
    let fallen: Vec<String> = known
        .iter()
        .filter(|(name, known)| now.get(*name).is_none_or(|now| now.right < known.right || now.wrong > known.wrong))
        .map(|(name, known)| format!("{name}: {known:?}, now {:?}", now.get(name)))
        .collect();
    assert!(fallen.is_empty(), "fewer right or more wrong than the scoreboard says:\n{}", fallen.join("\n"));
    if now == known {
        return;
    }
    assert!(env::var_os("UPDATE").is_some(), "better than the scoreboard says: UPDATE=1 writes it");
    let mut board = "# kind\twhat\tright\twrong\tmissed\n".to_owned();
    for (name, score) in &now {
        board.push_str(&format!("{name}\t{}\t{}\t{}\n", score.right, score.wrong, score.missed));
    }
    fs::write(path, board).expect("the corpus is writable");
}
