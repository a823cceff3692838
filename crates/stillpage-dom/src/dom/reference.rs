//! The arena against markup5ever's own reference tree, node for node.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData as RcData, RcDom};
use proptest::prelude::*;

use super::*;

/// One line for each node: depth and what it is.
pub(super) fn outline(dom: &Dom) -> Vec<String> {
    let mut lines = Vec::new();
    let mut stack = vec![(dom.document(), 0)];
    while let Some((id, depth)) = stack.pop() {
        let line = match &dom.node(id).data {
            NodeData::Document(data) => format!("document {:?}", data.quirks),
            NodeData::Fragment => "fragment".to_owned(),
            NodeData::ShadowRoot(_) => "shadow root".to_owned(),
            NodeData::Doctype(d) => format!("doctype {:?} {:?} {:?}", d.name, d.public_id, d.system_id),
            NodeData::Text(text) => format!("text {:?}", dom.text_in(text)),
            NodeData::Comment(text) => format!("comment {:?}", dom.text_in(text)),
            NodeData::ProcessingInstruction(pi) => format!("pi {:?} {:?}", pi.target, pi.data),
            NodeData::Element(element) => {
                let attributes: Vec<_> = element.attributes.iter().map(|a| (&a.name, &*a.value)).collect();
                format!("element {:?} {attributes:?}", element.name)
            }
        };
        lines.push(format!("{depth} {line}"));
        stack.extend(dom.children(id).rev().map(|child| (child, depth + 1)));
        stack.extend(dom.element(id).and_then(|e| e.template_contents).map(|contents| (contents, depth + 1)));
        stack.extend(dom.element(id).and_then(|e| e.shadow_root).map(|root| (root, depth + 1)));
    }
    lines
}

/// The outline of the reference tree, in the same form.
fn reference_outline(html: &str) -> Vec<String> {
    let mut options = ParseOpts::default();
    options.tokenizer.discard_bom = false;
    let rc = parse_document(RcDom::default(), options).one(html);
    let mut lines = Vec::new();
    let mut stack: Vec<(Handle, usize, bool)> = vec![(rc.document.clone(), 0, false)];
    while let Some((node, depth, is_contents)) = stack.pop() {
        let mut contents = None;
        let line = match &node.data {
            RcData::Document if is_contents => "fragment".to_owned(),
            RcData::Document => format!("document {:?}", rc.quirks_mode.get()),
            RcData::Doctype { name, public_id, system_id } => {
                format!("doctype {:?} {:?} {:?}", &**name, &**public_id, &**system_id)
            }
            RcData::Text { contents } => format!("text {:?}", &**contents.borrow()),
            RcData::Comment { contents } => format!("comment {:?}", &**contents),
            RcData::ProcessingInstruction { target, contents } => format!("pi {:?} {:?}", &**target, &**contents),
            RcData::Element { name, attrs, template_contents, .. } => {
                contents = template_contents.borrow().clone();
                let attrs = attrs.borrow();
                let attributes: Vec<_> = attrs.iter().map(|a| (&a.name, &*a.value)).collect();
                format!("element {name:?} {attributes:?}")
            }
        };
        lines.push(format!("{depth} {line}"));
        stack.extend(node.children.borrow().iter().rev().map(|child| (child.clone(), depth + 1, false)));
        stack.extend(contents.map(|contents| (contents, depth + 1, true)));
    }
    lines
}

fn check(html: &str) {
    let theirs = reference_outline(html);
    // As a whole and character by character.
    for piece in [usize::MAX, 4] {
        let mut dom = Dom::new();
        dom.parse_documents(dom.document(), html, piece, &mut resource::NothingSaved);
        compare(html, &outline(&dom), &theirs);
    }
}

fn compare(html: &str, ours: &[String], theirs: &[String]) {
    if let Some(at) = (0..ours.len().max(theirs.len())).find(|&i| ours.get(i) != theirs.get(i)) {
        panic!("{html:?}\nline {at}\nours:   {:?}\ntheirs: {:?}", ours.get(at), theirs.get(at));
    }
}

#[test]
fn reference_agrees_on_the_standard_tricks() {
    for html in [
        "",
        "x",
        "<!DOCTYPE html><title>a</title><p>b<p>c",
        "<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN' 'http://www.w3.org/TR/html4/loose.dtd'><p>",
        "<b><p>x</b>y</p>z",
        "<a>1<div>2<a>3</div>4</a>5",
        "<table>a<tr>b<td>c</table>d",
        "<table><form><tr><td><input></form></table>",
        "<svg viewbox='0 0 1 1'><foreignobject><p>x</p></foreignobject><a xlink:href=y></svg>",
        "<math><annotation-xml encoding=text/html><p>x</annotation-xml><mi>y",
        "<template><tr><td>x</template><template><template>y</template></template>",
        "<select><option>a<option>b<optgroup><option>c</select>",
        "<noscript><p>x</noscript><noframes><p></noframes>",
        "<textarea>\n\nx</textarea><pre>\ny</pre>",
        "<frameset><frame></frameset>",
        "<!-- a --><html a=b><html a=c d=e><!-- b --></html><!-- c -->",
        "a<script>1<!--<script></script>--></script>b\r\nc\0d&amp;&notit;&#0;",
        "<p><b><i><u></p>x<p>y",
        "<ruby>a<rt>b<rp>c</ruby><button><p>x<button>y",
    ] {
        check(html);
    }
}

#[test]
fn reference_agrees_over_the_corpus() {
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus"))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "html") {
                let html = encoding::decode(&std::fs::read(&path).unwrap(), None).into_owned();
                // Those go further than the reference tree does.
                if !html.contains("shadowrootmode") && !html.contains("data-frozen-modal") {
                    check(&html);
                }
            }
        }
    }
}

/// A piece of markup that gets parsers into trouble.
pub(super) fn soup() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "a",
        "b",
        "i",
        "nobr",
        "p",
        "div",
        "span",
        "table",
        "tbody",
        "tr",
        "td",
        "th",
        "caption",
        "colgroup",
        "col",
        "select",
        "option",
        "optgroup",
        "hr",
        "input",
        "button",
        "form",
        "ul",
        "li",
        "dl",
        "dt",
        "dd",
        "h1",
        "svg",
        "math",
        "mi",
        "annotation-xml",
        "foreignObject",
        "desc",
        "title",
        "template",
        "script",
        "style",
        "textarea",
        "noscript",
        "iframe",
        "plaintext",
        "frameset",
        "frame",
        "html",
        "head",
        "body",
        "br",
        "img",
        "image",
        "ruby",
        "rt",
        "object",
        "marquee",
        "applet",
        "address",
        "center",
        "font",
        "x-y",
    ]);
    let attribute = prop::sample::select(vec![
        "",
        " id=a",
        " class='b c'",
        " type=hidden",
        " encoding=text/html",
        " color=red",
        " a=1 a=2",
        " href",
        " /",
        " xlink:href=x",
        " definitionurl=y",
    ]);
    let text = prop::sample::select(vec![
        " ",
        "x",
        "\n",
        "&lt;",
        "&amp",
        "\0",
        "\u{e9}",
        "<!-- c -->",
        "<!DOCTYPE html>",
        "<![CDATA[d]]>",
        "<?pi?>",
        "\r\n",
        "</",
        "<",
        "-->",
        "</br>",
        "</p>",
        "</html>",
        "</body>",
    ]);
    let piece = prop_oneof![
        4 => (name.clone(), attribute).prop_map(|(n, a)| format!("<{n}{a}>")),
        2 => name.prop_map(|n| format!("</{n}>")),
        2 => text.prop_map(str::to_owned),
        1 => ".{0,6}",
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn reference_agrees_on_soup(html in soup()) {
        check(&html);
    }

    #[test]
    fn reference_agrees_on_any_text(html in "\\PC*") {
        check(&html);
    }
}
