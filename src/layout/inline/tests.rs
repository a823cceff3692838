//! Whole paragraphs, laid out through the pipeline; widths are those of the reference faces.

use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
use crate::layout::Layout;
use crate::style::Styles;

/// The text of each line of the document, top to bottom, left to right; fragments of different boxes parted by `|`.
fn lines(body: &str) -> Vec<String> {
    let html = format!(
        "<!doctype html><style>body {{ margin: 0; font: 16px Arial }} div {{ width: 100px }}</style><body>{body}"
    );
    let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
    let device = Device::default();
    let styles = Styles::cascade(&dom, &device);
    let layout = Layout::compute(&dom, &styles, &device);
    let mut runs = Vec::new();
    for node in dom.descendants(dom.document()) {
        for line in layout.text(node).map_or(&[][..], |t| &t.lines) {
            let rendered = &layout.text(node).unwrap().rendered;
            let text = rendered.get(line.start as usize..line.end as usize).unwrap().to_owned();
            runs.push((line.rect.bottom(), line.rect.x, text));
        }
    }
    runs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut out: Vec<String> = Vec::new();
    let mut last = f32::NAN;
    for (bottom, _, text) in runs {
        match out.last_mut().filter(|_| (bottom - last).abs() < 1.0) {
            Some(line) => *line = format!("{line}|{text}"),
            None => out.push(text),
        }
        last = bottom;
    }
    out
}

fn check(body: &str, expected: &[&str]) {
    assert_eq!(lines(body), expected, "{body}");
}

#[test]
fn lines_break_at_the_last_opportunity_that_fits() {
    check("<div>the quick brown fox jumps</div>", &["the quick", "brown fox", "jumps"]);
    check("<div>the <b>quick </b>brown fox</div>", &["the |quick", "brown fox"]);
    check("<div>a supercalifragilistic word</div>", &["a", "supercalifragilistic", "word"]);
}

#[test]
fn lines_break_words_where_allowed() {
    check("<div style='overflow-wrap: anywhere'>supercalifragilistic</div>", &["supercalifragil", "istic"]);
    check("<div style='word-break: break-all'>a supercalifragilistic</div>", &["a supercalifra", "gilistic"]);
    check("<div style='white-space: nowrap'>the quick brown fox jumps</div>", &["the quick brown fox jumps"]);
}
