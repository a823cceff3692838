use super::*;
use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
use crate::page::RenderOptions;

/// Measured in Chromium: what, body, `document.body.innerText`.
const CASES: &[(&str, &str, &str)] = &[
    ("p", "<p>a</p><p>b</p>c<p>d", "a\n\nb\n\nc\n\nd"),
    (
        "p without a box",
        "a<p style='display: contents'>b<i>c</i></p>d<p style='display: inline'>e</p>f",
        "abcd\n\ne\n\nf",
    ),
    ("div", "<div>a</div><div>b</div>c<div><div>d</div></div>e", "a\nb\nc\nd\ne"),
    ("br", "a<br>b<br><br>c<div>x<br></div>y", "a\nb\n\nc\nx\n\ny"),
    ("inline", "a <span> b </span> c <b>d</b>  e", "a b c d e"),
    ("pre", "<pre>a  b\n  c\n</pre>d", "a  b\n  c\n\nd"),
    ("pre keeps one line feed", "<pre>\n\na\n\n</pre>d", "\na\n\n\nd"),
    ("no-break space", "a&nbsp;&nbsp;b &nbsp; c", "a\u{a0}\u{a0}b \u{a0} c"),
    (
        "table",
        "<table><caption>cap</caption><thead><tr><th>a<th>b</thead><tbody><tr><td>c<td>d</tr><tr><td>e<td></tr></tbody><tfoot><tr><td>f</tfoot></table>after",
        "cap\na\tb\nc\td\ne\t\nf\nafter",
    ),
    ("table with blocks", "<table><tr><td><p>a</p><td><div>b</div></tr><tr><td>c</table>", "a\n\n\t\nb\n\nc"),
    ("table in a cell", "<table><tr><td>a<table><tr><td>b<td>c</table><td>d</table>", "a\nb\tc\n\td"),
    (
        "table by style",
        "<div style='display:table'><div style='display:table-row'><div style='display:table-cell'>a</div><div style='display:table-cell'>b</div></div><div style='display:table-row'><div style='display:table-cell'>c</div></div></div>",
        "a\tb\nc",
    ),
    (
        "table with hidden parts",
        "<table><tr><td>a<tr style='display:none'><td>b<tr><td>c<td style='display:none'>x</table>",
        "a\nc",
    ),
    ("inline table", "x<table style='display:inline-table'><tr><td>a<td>b<tr><td>c</table>y", "xa\tb\ncy"),
    ("inline block", "x<div style='display:inline-block'><p>b</p><p>c</p></div>y", "x\n\nb\n\nc\n\ny"),
    ("flex", "<div style='display:flex'>  aa <span>b</span> cc </div>d", "aa\nb\ncc\nd"),
    ("float", "a<span style='float:left'>b</span>c", "a\nb\nc"),
    ("select", "a<select><option>x  y<option>z<optgroup label=G><option>w</optgroup></select>b", "a\nx y\nz\nw\nb"),
    (
        "select with hidden options",
        "<select><option label=LL>x<option hidden>h<option style='display:none'>n</select>",
        "x\nh\nn",
    ),
    (
        "controls",
        "a<textarea>x</textarea>b<input value=v>c<button>btn</button>d<input type=submit value=s>e",
        "abcbtnde",
    ),
    (
        "hidden",
        "a<span style='visibility:hidden'>b<i style='visibility:visible'>c</i></span>d<p style='visibility:hidden'>x</p>e",
        "acde",
    ),
    ("not displayed", "a<span style='display:none'>b</span>c<p style='display:none'>x</p>e", "ace"),
    ("contents", "a<div style='display:contents'>b<p>c</p></div>d", "ab\n\nc\n\nd"),
    (
        "text-transform",
        "<span style='text-transform:uppercase'>straße ab</span> <span style='text-transform:capitalize'>foo bar-baz</span>",
        "STRASSE AB Foo Bar-Baz",
    ),
    ("closed details", "<details><summary>s</summary>x<p>y</details>z", "s\nz"),
    ("open details", "<details open><summary>s</summary>x<p>y</details>z", "s\nx\n\ny\n\nz"),
    ("content-visibility", "a<div style='content-visibility:hidden'>x</div>b", "ab"),
    (
        "embedded",
        "a<iframe srcdoc='zz'></iframe>b<video>v</video>d<canvas>cc</canvas>e<noscript>ns</noscript>f",
        "abdef",
    ),
    ("generated content", "<style>p::before{content:'B'}li::marker{content:'M'}</style><p>x</p><li>y", "x\n\ny"),
    ("pre-wrap", "<div style='white-space:pre-wrap'> a  b\n  c \n\n d </div>e", " a  b\n  c \n\n d \ne"),
    ("pre-line", "<div style='white-space:pre-line'> a  b\n  c \n\n d </div>", "a b\nc\n\nd"),
    ("wrapped lines", "<div style='width:40px'>aaaa bbbb cccc</div>", "aaaa bbbb cccc"),
    ("empty blocks", "a<p></p>b<p> </p>c<div></div>d", "a\n\nb\n\nc\nd"),
    (
        "shadow tree",
        "<div id=h><template shadowrootmode=open>S<slot></slot><slot name=n>fb</slot></template>light<b slot=n>nn</b><i slot=zz>zz</i></div>x",
        "lightnn\nx",
    ),
    (
        "svg",
        "a<svg><text>t1</text><text>t2<tspan>t3</tspan></text><title>tt</title><desc>dd</desc></svg>b",
        "a\nt1\nt2t3\nb",
    ),
    ("fieldset", "<fieldset><legend>L</legend>x</fieldset>y", "L\nx\ny"),
    ("page that is not displayed", "<style>body{display:none}</style>a <b>c</b>\n d", "body{display:none}a c\n d"),
];

#[test]
fn every_character_has_a_source_and_a_block() {
    let html = "<!doctype html><body>a <b>bo</b>ld<p>x<br>y</p><table><tr><td>1<td>2</table>";
    let page = Page::render(
        Dom::parse(html.as_bytes(), &ParseOptions::default()),
        Device::default(),
        RenderOptions::default(),
    );
    let rendered = RenderedText::of_page(&page);
    let blocks: Vec<_> = rendered.blocks.iter().filter_map(|block| rendered.text.get(block.clone())).collect();
    assert_eq!(blocks, ["a bold", "x\ny", "1", "2"]);
    for (offset, c) in rendered.text.char_indices().filter(|(_, c)| c.is_alphanumeric()) {
        let (node, at) = rendered.position(offset).expect("a source");
        let own = page.dom().text(node).unwrap_or_default();
        assert_eq!(own.get(at..).and_then(|rest| rest.chars().next()), Some(c), "{offset} in {own:?}");
    }
}

#[test]
fn composed_text_has_shadow_trees_and_frames() {
    let check = |body: &str, expected: &str| {
        let html = format!("<!doctype html><body>{body}");
        let page = Page::render(
            Dom::parse(html.as_bytes(), &ParseOptions::default()),
            Device::default(),
            RenderOptions::default(),
        );
        assert_eq!(RenderedText::of_composed_page(&page).text, expected, "{body}");
    };
    check("a<x-a><template shadowrootmode=open>(<slot></slot>)</template>b<i slot=none>c</i></x-a>d", "a(b)d");
    check("a<x-a><template shadowrootmode=closed>(<slot></slot>)</template>b</x-a>d", "abd");
    check("a<iframe srcdoc='<title>t</title><p>b<p>c'></iframe>d", "a\n\nb\n\nc\n\nd");
    check("a<iframe style='display:none' srcdoc='<p>b'></iframe>d", "ad");
    check("a<p>b</p><select><option>c</select>", "a\n\nb\n\nc");
}

#[test]
fn inner_text_is_that_of_chromium() {
    let mut wrong = Vec::new();
    for (what, body, expected) in CASES {
        let html = format!("<!doctype html><body>{body}");
        let page = Page::render(
            Dom::parse(html.as_bytes(), &ParseOptions::default()),
            Device::default(),
            RenderOptions::default(),
        );
        let text = page_text(&page);
        if text != *expected {
            wrong.push(format!("{what}: {text:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
