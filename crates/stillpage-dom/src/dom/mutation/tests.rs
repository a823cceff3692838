use proptest::prelude::*;

use super::super::reference::outline;
use super::super::serialize::SerializeOptions;
use super::super::{NodeMap, ParseOptions};
use super::*;

fn parse(html: &str) -> Dom {
    Dom::parse(html.as_bytes(), &ParseOptions::default())
}

fn id(dom: &Dom, name: &str) -> NodeId {
    dom.get_element_by_id(dom.document(), &name.into()).unwrap()
}

fn check(html: &str, change: impl Fn(&Dom) -> Mutation, expected: &str) {
    let mut dom = parse(html);
    let mutation = change(&dom);
    dom.apply(&mutation).unwrap();
    let body = dom.body(dom.document()).unwrap();
    assert_eq!(dom.to_html(body, &SerializeOptions::default()), expected, "{mutation:?}");
}

#[test]
fn mutation_changes_the_tree() {
    let a = |dom: &Dom| id(dom, "a");
    check(
        "<ul id=a><li>x</ul>",
        |d| Mutation::InsertHtml { parent: a(d), before: None, html: "<li>y<li>z".into() },
        "<ul id=\"a\"><li>x</li><li>y</li><li>z</li></ul>",
    );
    check(
        "<table><tbody id=a></table>",
        |d| Mutation::InsertHtml { parent: a(d), before: None, html: "<tr><td>y".into() },
        "<table><tbody id=\"a\"><tr><td>y</td></tr></tbody></table>",
    );
    check("<p>x<b id=a>y</b>z", |d| Mutation::Replace { node: a(d), html: "1<i>2</i>3".into() }, "<p>x1<i>2</i>3z</p>");
    check("<p>x<b id=a>y</b>z", |d| Mutation::Remove { node: a(d) }, "<p>xz</p>");
    check(
        "<p id=b>x<b id=a>y</b></p><p id=c></p>",
        |d| Mutation::Move { node: a(d), parent: id(d, "c"), before: None },
        "<p id=\"b\">x</p><p id=\"c\"><b id=\"a\">y</b></p>",
    );
    check(
        "<p><b id=a title=t>y<template><i>z</i></template></b></p>",
        |d| Mutation::Copy { node: a(d), parent: d.node(a(d)).parent.unwrap(), before: Some(a(d)) },
        "<p><b id=\"a\" title=\"t\">y<template><i>z</i></template></b>\
         <b id=\"a\" title=\"t\">y<template><i>z</i></template></b></p>",
    );
    check("<p id=a>x<b>y</b>", |d| Mutation::SetText { node: a(d), text: "<".into() }, "<p id=\"a\">&lt;</p>");
    check(
        "<p id=a>",
        |d| Mutation::SetAttribute { node: a(d), name: "Title".into(), value: "t".into() },
        "<p id=\"a\" title=\"t\"></p>",
    );
    check("<p id=a>", |d| Mutation::RemoveAttribute { node: a(d), name: "id".into() }, "<p></p>");
    check(
        "<p><template id=a></template>",
        |d| Mutation::InsertHtml { parent: a(d), before: None, html: "<td>".into() },
        "<p><template id=\"a\"><td></td></template></p>",
    );
    check(
        "<svg id=a></svg>",
        |d| Mutation::InsertHtml { parent: a(d), before: None, html: "<lineargradient/>".into() },
        "<svg id=\"a\"><linearGradient></linearGradient></svg>",
    );
}

#[test]
fn mutation_keeps_the_tables_true() {
    let mut dom = parse("<label for=i>l</label><form><input id=i type=radio name=r checked></form><div id=d>");
    let (input, before) = (id(&dom, "i"), dom.len());
    dom.apply(&Mutation::SetAttribute { node: input, name: "id".into(), value: "j".into() }).unwrap();
    assert_eq!(dom.get_element_by_id(dom.document(), &"i".into()), None, "old id");
    assert_eq!(id(&dom, "j"), input, "new id");
    assert!(dom.form().labels(input).is_empty(), "the label lost its control");
    let form = dom.form().owner(input).unwrap();
    let html = "<input name=r type=radio checked class='x y'><iframe srcdoc='<p>in'></iframe>".to_owned();
    let record = dom.apply(&Mutation::InsertHtml { parent: form, before: None, html }).unwrap();
    assert!(record.added.iter().all(|n| n.index() >= before), "ids are new");
    assert!(!dom.form().is_checked(input) && dom.form().is_checked(record.added[0]), "radio group");
    assert_eq!(dom.element(record.added[0]).unwrap().classes.len(), 2, "classes");
    let frame = dom.element(record.added[1]).unwrap().frame_document.unwrap();
    assert_eq!(dom.text_content(frame), "in", "frame");
    let removed = dom.apply(&Mutation::Remove { node: form }).unwrap();
    assert_eq!((removed.target, removed.removed), (dom.body(dom.document()), vec![form]), "record");
    assert!(!dom.is_connected(input), "removed");
    assert!(NodeMap::new(dom.len(), ()).get(input).is_some(), "but its id is kept");
    dom.apply(&Mutation::Move { node: form, parent: id(&dom, "d"), before: None }).unwrap();
    assert!(dom.is_connected(input), "and put back");
}

#[test]
fn mutation_errors_leave_the_tree_alone() {
    let dom = parse("<div id=a><p id=b>x</p></div>");
    let (a, b) = (id(&dom, "a"), id(&dom, "b"));
    let text = dom.node(b).first_child.unwrap();
    let gone = NodeId::from_index(9999);
    for (mutation, expected) in [
        (Mutation::Remove { node: gone }, MutationError::MissingNode { node: gone }),
        (Mutation::Move { node: a, parent: b, before: None }, MutationError::Cycle { node: a, parent: b }),
        (
            Mutation::Move { node: b, parent: dom.document(), before: Some(text) },
            MutationError::NotAChild { node: text, parent: dom.document() },
        ),
        (
            Mutation::SetAttribute { node: a, name: "a b".into(), value: String::new() },
            MutationError::InvalidName { offset: 1 },
        ),
        (
            Mutation::SetAttribute { node: text, name: "a".into(), value: String::new() },
            MutationError::WrongKind { node: text, expected: "an element" },
        ),
    ] {
        let mut changed = dom.clone();
        assert_eq!(changed.apply(&mutation), Err(expected), "{mutation:?}");
        assert_eq!(outline(&changed), outline(&dom), "{mutation:?}");
        assert!(!expected.to_string().is_empty() && !expected.hint().is_empty(), "message");
    }
}

proptest! {
    #[test]
    fn mutation_sequences_keep_the_links_whole(steps in prop::collection::vec((0..6usize, 0..60usize, 0..60usize), 0..40)) {
        let mut dom = parse("<div id=a><p>x<b>y</b></p><ul><li>1<li>2</ul><template><i>t</i></template></div><section>
            <template shadowrootmode=open><slot></slot></template><u>s</u></section>");
        for (kind, i, j) in steps {
            let (node, other) = (NodeId::from_index(i % dom.len()), NodeId::from_index(j % dom.len()));
            let mutation = match kind {
                0 => Mutation::Remove { node },
                1 => Mutation::Move { node, parent: other, before: dom.node(other).first_child },
                2 => Mutation::InsertHtml { parent: node, before: None, html: "<td>a<p>b".into() },
                // Copies of copies would fill the memory.
                5 if dom.len() < 300 => Mutation::Copy { node, parent: other, before: None },
                3 => Mutation::Replace { node, html: "<em>r</em>".into() },
                _ => Mutation::SetText { node, text: "t".into() },
            };
            let _ = dom.apply(&mutation);
            for index in 0..dom.len() {
                let node = NodeId::from_index(index);
                let forward: Vec<_> = dom.children(node).collect();
                let mut backward: Vec<_> = dom.children(node).rev().collect();
                backward.reverse();
                prop_assert_eq!(&forward, &backward);
                prop_assert!(forward.iter().all(|&c| dom.node(c).parent == Some(node)));
                prop_assert!(dom.ancestors(node).take(1000).count() < 1000);
            }
        }
    }
}
