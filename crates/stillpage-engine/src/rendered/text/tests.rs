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

/// Measured in Chromium, as above, with the style sheet [`PARTS`].
const TABLES: &[(&str, &str, &str)] = &[
    ("text", "<i table><i row>a</i>b</i>", "a\nb"),
    ("inline box between rows", "<i table><i row>a</i><b>b</b><i row>c</i></i>", "a\nbc"),
    ("cells after a row", "<i table><i row>a</i><i cell>b</i><i cell>c</i></i>", "a\nb\tc"),
    ("row after cells", "<p><i cell>a</i><i cell>b</i><i row>c</i></p>", "a\tbc"),
    ("text between rows without a table", "<p><i row>a</i>b<i row>c</i></p>", "abc"),
    ("empty box between rows without a table", "<p><i row>a</i> <b></b> <i row>b</i></p>", "ab"),
    ("row group without rows", "<p><i row>a</i> <i group>b</i> <i row>c</i></p>", "a\nbc"),
    ("empty row group", "<i table><i row>a</i><i group></i></i>", "a"),
    (
        "cells of two row groups",
        "<i table><i group><i cell>a</i><i cell>b</i></i><i group><i cell>c</i></i></i>",
        "a\tbc",
    ),
    ("text after a row group", "<i table><i group><i row>a</i></i>b</i>", "a\nb"),
    ("text before a row", "<i table>a<i row>b</i></i>", "ab"),
    ("text beside cells", "<i table><i row><i cell>a</i>b<b>c</b><i cell>d</i></i></i>", "a\tbcd"),
    ("text beside cells without a row", "<i table><i cell>a</i><i cell>b</i>c</i>", "a\tb\tc"),
    ("text beside cells without a table", "<p><i cell>a</i><i cell>b</i>c<i cell>d</i></p>", "a\tbcd"),
    ("block after a row", "<i table><i row>a</i><u>b</u>c<u>d</u></i>", "a\n\nb\nc\nd"),
    ("hidden row", "<i table><i row>a</i><i row hid>b</i><i row>c</i></i>", "a\nc"),
    ("positioned box after a row", "<i table><i row>a</i><i style='position:absolute'>b</i></i>", "a\n\nb"),
    ("rows in a box without a box", "<p><i row>a</i><i style='display:contents'><i row>b</i>c</i></p>", "a\nbc"),
    (
        "line break and control after a row",
        "<i table><i row>a</i><br></i><i table><i row>a</i><textarea></textarea></i>",
        "a\n\n\na\n",
    ),
];

const PARTS: &str = "<style>[table]{display:table}[row]{display:table-row}[cell]{display:table-cell}[group]{display:table-row-group}[caption]{display:table-caption}u{display:block}[hid]{visibility:hidden}</style>";

/// Measured in Chromium: body, `document.body.innerText`.
const DRAWINGS: &[(&str, &str)] = &[
    ("<svg><text id=t0>x  <tspan> y </tspan> <title>T</title><a>z</a></text></svg>", "x y z"),
    ("<svg><defs><text>a</text><g><text>b</text></g></defs></svg>", "a\nb"),
    ("<svg><symbol><text>a</text></symbol></svg>", "a"),
    ("<svg><clipPath><text>a</text></clipPath></svg>", "a"),
    ("<svg><mask><text>a</text></mask></svg>", "a"),
    ("<svg><pattern><text>a</text></pattern></svg>", "a"),
    ("<svg><marker><text>a</text></marker></svg>", "a"),
    ("<svg><linearGradient><text>a</text></linearGradient></svg>", ""),
    ("<svg><filter><text>a</text></filter></svg>", ""),
    ("<svg><g display=none><text>a</text></g></svg>", "a"),
    ("<svg><text>a<textPath>b</textPath></text><textPath>c</textPath><tspan>d</tspan></svg>", "ab"),
    ("<svg><defs><text style='display:none'>a</text><text visibility=hidden>b</text></defs></svg>", ""),
    ("<svg><defs><text>a</text></defs></svg>", "a"),
    ("<svg width=0 height=0><text>a</text></svg>", "a"),
    ("<svg><clipPath><g><text>a</text></g></clipPath></svg>", "a"),
    (
        "<svg><defs><defs><text>a</text></defs><title>b</title><desc>c</desc><metadata>d</metadata></defs>loose<g>loose</g></svg>",
        "a",
    ),
    ("<svg><defs><svg><text>a</text></svg></defs><style>x{}</style></svg>", "a"),
    (
        "<svg><radialGradient><text>a</text></radialGradient><animate><text>b</text></animate><stop><text>c</text></stop><rect><text>d</text></rect><path><text>e</text></path><a><text>f</text></a><image><text>g</text></image><view><text>g</text></view><set><text>h</text></set><use><text>i</text></use><bogus><text>i</text></bogus><cursor><text>k</text></cursor></svg>",
        "f",
    ),
    ("<svg><text>a<g>b</g><set>c</set><bogus>d</bogus><tspan><a>e</a></tspan></text></svg>", "ae"),
    ("<text>a</text><svg viewBox='0 0 0 0'><text>b</text></svg>", "a\nb"),
    ("<svg><g><text>b</text><defs><text>c</text></defs></g></svg>", "b\nc"),
    ("<svg><text>a</text></svg><svg><text>b</text></svg>", "a\nb"),
    (
        "<svg><g display=none><text>a</text></g><svg style='display:none'><text>b</text></svg><a style='display:none'><text>c</text></a><switch style='display:none'><text>d</text></switch></svg>",
        "a",
    ),
    (
        "<svg><defs style='display:none'><text>a</text></defs><symbol style='display:none'><text>b</text></symbol><mask style='display:none'><text>c</text></mask><clipPath style='display:none'><text>d</text></clipPath><pattern style='display:none'><text>e</text></pattern><marker style='display:none'><text>f</text></marker></svg>",
        "f",
    ),
    (
        "<svg><g style='display:contents'><text>a</text></g><g style='display:none'><g><defs><text>b</text></defs></g></g></svg>",
        "a\nb",
    ),
    (
        "<svg><defs><switch><text>a</text><text>b</text></switch><a><text>c</text></a><g><tspan>d</tspan></g></defs></svg>",
        "a\nc",
    ),
    ("<div style='visibility:hidden'><svg><defs><text visibility=visible>a</text></defs></svg></div>", "a"),
    ("x<svg><defs><text>a</text></defs></svg>y<svg><text>b</text></svg>z", "x\na\ny\nb\nz"),
    (
        "<svg><defs><text>a <tspan>b</tspan><tspan display=none>c</tspan></text><text style='display:contents'>q</text></defs></svg>",
        "a b",
    ),
    ("<div style='display:contents'><svg><defs><text>a</text></defs></svg></div>", "a"),
    (
        "<svg><mask><g style='display:none'><text>a</text></g></mask><defs><g style='display:none'><text>b</text></g></defs></svg>",
        "a\nb",
    ),
    ("<div style='content-visibility:hidden'><svg><defs><text>b</text></defs></svg></div>", ""),
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

/// Checks the `innerText` of bodies, each with a name.
fn check_all<'a>(cases: impl Iterator<Item = (&'a str, String, &'a str)>) {
    let mut wrong = Vec::new();
    for (what, body, expected) in cases {
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

#[test]
fn inner_text_is_that_of_chromium() {
    check_all(CASES.iter().map(|&(what, body, expected)| (what, body.to_owned(), expected)));
}

#[test]
fn anonymous_rows_and_cells_are_separated() {
    check_all(TABLES.iter().map(|&(what, body, expected)| (what, format!("{PARTS}{body}"), expected)));
}

#[test]
fn text_in_svg_definitions_is_rendered() {
    check_all(DRAWINGS.iter().map(|&(body, expected)| (body, body.to_owned(), expected)));
}
