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
            let rendered = layout.text(node).unwrap().rendered.of(&dom, node);
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

#[test]
fn lines_follow_white_space() {
    check("<div style='white-space: pre'>a  b\n\tc</div>", &["a  b|\n", "\t|c"]);
    check("<div style='white-space: pre-line'>a  b \n c</div>", &["a b|\n", "c"]);
    check("<div>a <b> b</b><br> c </div>", &["a |b", "c"]);
    check("<div>aaaa bbbb <nobr>cccc dddd</nobr></div>", &["aaaa bbbb", "cccc dddd"]);
    check("<div style='width: 60px'>wall&shy;pa&shy;per</div>", &["wall\u{AD}pa\u{AD}", "per"]);
}

#[test]
fn lines_are_reordered() {
    check("<div>abc עברית def</div>", &["abc |עברית| def"]);
    check("<div dir=rtl>abc עברית</div>", &[" עברית|abc"]);
    check("<div>a <bdo dir=rtl>xy</bdo> b</div>", &["a |xy| b"]);
}

#[test]
fn lines_make_room_for_floats() {
    check("<div><i style='float: left; width: 60px; height: 10px'></i>aaaa bbbb cccc</div>", &["aaaa", "bbbb cccc"]);
    check("<div>aaaaaaa <i style='float: left; width: 60px; height: 10px'></i>bbb</div>", &["aaaaaaa |bbb"]);
}

#[test]
fn lines_are_balanced() {
    check("<div style='text-wrap: balance'>aaaa bbbb c d</div>", &["aaaa", "bbbb c d"]);
    check("<div>aaaa bbbb c d</div>", &["aaaa bbbb c", "d"]);
}

/// The boxes of the elements with an id, in document order: x, y, width, height.
fn check_boxes(body: &str, expected: &[[f32; 4]]) {
    check_page(
        &format!("<!doctype html><style>body {{ margin: 0; font: 16px/20px Arial }}</style><body>{body}"),
        expected,
    );
}

fn check_page(html: &str, expected: &[[f32; 4]]) {
    let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
    let device = Device::default();
    let styles = Styles::cascade(&dom, &device);
    let layout = Layout::compute(&dom, &styles, &device);
    let got: Vec<[f32; 4]> = dom
        .elements_in_order()
        .filter(|n| dom.element(*n).is_some_and(|e| e.id.is_some()))
        .map(|n| layout.get(n).map_or([0.0; 4], |b| [b.rect.x, b.rect.y, b.rect.width, b.rect.height]))
        .collect();
    let near = got.len() == expected.len()
        && got.iter().flatten().zip(expected.iter().flatten()).all(|(a, b)| (a - b).abs() < 0.02);
    assert!(near, "{html}: {got:?} for {expected:?}");
}

#[test]
fn boxes_of_quirks_mode() {
    // What Chromium gives: images that cannot be shown are as high as wide, and a body leaves room for margins at its end.
    check_page("<body style='margin: 0'><img id=i src=none.png alt='' style='width: 50px'>", &[[0.0, 0.0, 50.0, 50.0]]);
    check_page("<body style='margin: 0'><img id=i src=none.png alt='' height=30>", &[[0.0, 0.0, 30.0, 30.0]]);
    check_page("<body id=b style='margin: 0'><main><p>x</p></main>", &[[0.0, 0.0, 1280.0, 704.0]]);
}

#[test]
fn boxes_are_as_high_as_their_font() {
    check_boxes("a<b id=x></b>b", &[[9.0, 1.0, 0.0, 17.0]]);
    check_boxes("a<b id=x style='padding: 3px'></b>b", &[[9.0, -2.0, 6.0, 23.0]]);
    check_boxes("<a id=x><img width=10 height=50 alt=''></a>", &[[0.0, 36.0, 10.0, 17.0]]);
    check_boxes("<p id=p style='margin: 0'><b id=x></b></p>", &[[0.0, 0.0, 1280.0, 0.0], [0.0; 4]]);
    check_boxes("<b id=x>foo<br id=y>bar</b>", &[[0.0, 1.0, 25.0, 37.0], [25.0, 1.0, 0.0, 17.0]]);
}

#[test]
fn boxes_are_shifted() {
    check_boxes("<div id=d>x<sup id=s>x</sup></div>", &[[0.0, 0.0, 1280.0, 25.328], [8.0, 2.0, 7.0, 15.0]]);
    let tall = "<i id=i style='display: inline-block; width: 10px; height: 40px; vertical-align: top'></i>";
    check_boxes(&format!("x{tall}<b id=b>y</b>"), &[[8.0, 0.0, 10.0, 40.0], [18.0, 1.0, 9.0, 17.0]]);
}

#[test]
fn boxes_are_moved_by_their_own_position() {
    let moved = "display: inline-block; position: relative; left: 20px; top: 5px";
    check_boxes(&format!("<i id=i style='{moved}'>x</i>"), &[[20.0, 5.0, 8.0, 20.0]]);
    check_boxes(
        &format!("<i id=i style='{moved}'><b>x</b><img width=5 height=9 id=j></i>"),
        &[[20.0, 5.0, 14.0, 20.0], [29.0, 11.0, 5.0, 9.0]],
    );
}

#[test]
fn boxes_out_of_flow_stay_with_their_text() {
    let out = "<u id=u style='position: absolute'>q</u>";
    check_boxes(&format!("<div style='width: 100px'>ab cd ef gh ij {out} cd</div>"), &[[90.0, 0.0, 9.0, 20.0]]);
    check_boxes(&format!("<div style='width: 30px'>aaa {out}bbb</div>"), &[[0.0, 20.0, 9.0, 20.0]]);
}

#[test]
fn annotations_stand_above() {
    check_boxes(
        "<div style='line-height: normal; margin-top: 30px'><ruby id=r>ab<rt id=t>xy</rt></ruby></div>",
        &[[0.0, 30.0, 18.0, 17.0], [0.0, 22.0, 18.0, 9.0]],
    );
}
