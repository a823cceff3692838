//! Updates of small pages, and of the corpus.

use super::super::files::corpus_files;
use super::*;
use crate::page::{Keep, RenderOptions};

/// Returns whether the whole layout was kept, and whether boxes of it were.
fn kept(html: &str, change: impl Fn(&Dom) -> Mutation) -> (bool, bool) {
    let mut page = Page::from_html(html);
    let mutation = change(page.dom());
    let _ = page.paint_list();
    page.update(&[mutation]).expect("a change that is possible");
    let is_same_layout = page.layout().is_painted();
    assert_same(&page, &Page::render(page.dom().clone(), Device::default(), RenderOptions::default()), &html);
    (is_same_layout, page.keeps_boxes())
}

#[test]
fn updates_keep_what_they_do_not_concern() {
    let by_id = |dom: &Dom| dom.get_element_by_id(dom.document(), &"a".into()).expect("an element");
    let text = |dom: &Dom| Mutation::SetText {
        node: dom.node(by_id(dom)).first_child.expect("a text"),
        text: "longer than before".to_owned(),
    };
    let set = |name: &'static str, value: &'static str| {
        move |dom: &Dom| Mutation::SetAttribute { node: by_id(dom), name: name.to_owned(), value: value.to_owned() }
    };
    let page =
        "<!doctype html><style>.b { color: red } b:has(i) { margin: 1px }</style><div><p id=a>x</p><p>y</p></div>";
    assert_eq!(kept(page, set("data-x", "1")), (true, true), "an attribute that no selector asks for");
    assert_eq!(kept(page, set("class", "c")), (true, true), "a class that no selector asks for");
    assert_eq!(kept(page, set("class", "b")), (false, true), "a class that a selector asks for");
    assert_eq!(kept(page, text), (false, true), "a text");
    let vertical = "<!doctype html><p id=a style='writing-mode: vertical-rl'>x";
    assert_eq!(kept(vertical, text), (false, false), "vertical text is laid out again");
}

#[test]
fn a_page_that_kept_no_boxes_is_updated_all_the_same() {
    let html = "<!doctype html><p id=a>x</p><p style='position: relative'>y</p>";
    let dom = Dom::parse(html.as_bytes(), &crate::dom::ParseOptions::default());
    let mut page = Page::render(dom, Device::default(), RenderOptions::default().keep(Keep::PaintList));
    assert_eq!(page.paint_list().len(), Page::from_html(html).paint_list().len(), "painted");
    let node = page.dom().get_element_by_id(page.dom().document(), &"a".into()).expect("an element");
    page.update(&[Mutation::SetText { node, text: "longer".to_owned() }]).expect("a change that is possible");
    assert_same(&page, &Page::render(page.dom().clone(), Device::default(), RenderOptions::default()), &html);
}

#[test]
fn what_is_only_painted_follows_a_change_of_children() {
    let html = "<!doctype html><style>:checked { outline: 2px solid; box-shadow: 1px 1px red } p:nth-child(2) { border: 1px solid blue }
        p { border: 1px solid red }</style><div><p id=a><input type=radio name=r checked>x<p><input type=radio name=r>y</div>";
    let mut page = Page::from_html(html);
    let drawn = |page: &Page| {
        let mut drawn = Vec::new();
        page.draw(&mut |drawing| drawn.push(format!("{drawing:?}")));
        drawn
    };
    assert!(drawn(&page).iter().any(|one| one.starts_with("Outline")), "an outline");
    let node = page.dom().get_element_by_id(page.dom().document(), &"a".into()).expect("an element");
    let parent = page.dom().node(node).parent.expect("a parent");
    for before in [page.dom().node(node).next_sibling, None] {
        page.update(&[Mutation::Copy { node, parent, before }]).expect("a change that is possible");
        let fresh = Page::render(page.dom().clone(), Device::default(), RenderOptions::default());
        assert_same(&page, &fresh, &html);
        assert_eq!(drawn(&page), drawn(&fresh), "what is drawn");
    }
}

#[test]
fn svgs_are_measured_again_where_their_size_changes() {
    let html = "<!doctype html><style>svg { width: 50%; height: 2em } div { float: left }</style><div><p id=a>x</p>
        <svg viewBox='0 0 10 10'><svg x=1 width=5 height=5><path d='M0 0h9v9z'/></svg><text y=9>t</text></svg></div>";
    let text = |dom: &Dom| Mutation::SetText {
        node: dom.get_element_by_id(dom.document(), &"a".into()).and_then(|a| dom.node(a).first_child).expect("a text"),
        text: "a text that makes the float wider".to_owned(),
    };
    assert_eq!(kept(html, text), (false, true));
}

#[test]
fn rows_come_and_go_among_siblings_that_selectors_count() {
    let rules = [
        "li:nth-child(odd) { color: red }",
        "li:nth-child(3n+1) .in b { margin: 2px }",
        "li:last-child, li:first-child > i { padding: 3px }",
        ":is(li:nth-child(2) .in) b { color: green }",
        "b:not(li:nth-last-child(2) b) { font-weight: 400 }",
        "li:first-child + li .in { width: 50px }",
        "li:nth-child(4) ~ li b { color: blue }",
        "li:nth-last-child(3)::before { content: 'x' }",
        "li:nth-child(even) { --size: 20px } .in { font-size: var(--size, 10px) }",
        "li:only-child * { margin: 4px }",
        "li:nth-child(odd) { background: red }",
        "li:nth-child(3n) { background: red } .in { background: inherit } b { background: var(--none, inherit) }",
        "li:nth-child(odd) { background: #123 } li .in { background: lime } li:nth-child(3n) .in { background: blue }",
        "ol { list-style: none }",
        "ol { list-style: disc } li:nth-child(2) { list-style: square } li:nth-child(3) { list-style: 'x' }",
        "ol { list-style: disc } li:nth-child(4) { list-style: lower-roman } li:last-child { display: block }",
    ];
    let list = format!("<ol>{}", "<li><div class=in><b>n</b></div><i>y</i>".repeat(6));
    let sheets: Vec<String> = rules.iter().map(|rule| (*rule).to_owned()).chain([rules.concat()]).collect();
    let standards = sheets.iter().map(|sheet| (sheet, format!("<!doctype html><style>{sheet}</style>{list}")));
    // In quirks mode classes ignore case.
    let quirks = sheets.iter().map(|sheet| (sheet, format!("<style>{}</style>{list}", sheet.replace(".in", ".IN"))));
    for (sheet, html) in standards.chain(quirks) {
        let mut page = Page::from_html(&html);
        let items = |page: &Page| -> Vec<NodeId> {
            let dom = page.dom();
            dom.descendants(dom.document()).filter(|&node| dom.is_html(node, &local_name!("li"))).collect()
        };
        let parent = page.dom().node(items(&page)[0]).parent.expect("a list");
        let first = items(&page)[0];
        let steps: [&dyn Fn(&Page) -> Mutation; 5] = [
            &|page| Mutation::Copy { node: items(page)[1], parent, before: Some(items(page)[2]) },
            &|page| Mutation::Remove { node: items(page)[0] },
            &|page| Mutation::Move { node: items(page)[3], parent, before: Some(items(page)[0]) },
            &|_| Mutation::InsertHtml { parent, before: None, html: "<li><div class=in><b>new</b></div>".to_owned() },
            &|_| Mutation::Move { node: first, parent, before: None },
        ];
        for step in steps {
            let change = step(&page);
            page.update(std::slice::from_ref(&change)).expect("a change that is possible");
            assert_same(
                &page,
                &Page::render(page.dom().clone(), Device::default(), RenderOptions::default()),
                &(&sheet, change),
            );
        }
        while let [node, _, ..] = items(&page)[..] {
            page.update(&[Mutation::Remove { node }]).expect("a change that is possible");
            assert_same(
                &page,
                &Page::render(page.dom().clone(), Device::default(), RenderOptions::default()),
                &(&sheet, "one less"),
            );
        }
    }
}

/// Changes of a page as it is then.
type Step<'a> = &'a dyn Fn(&Dom) -> Vec<Mutation>;

/// Applies some changes to a page, each after the last, and compares with first renders.
fn check_steps(html: &str, steps: &[Step<'_>]) {
    let mut page = Page::from_html(html);
    for (number, step) in steps.iter().enumerate() {
        let changes = step(page.dom());
        page.update(&changes).expect("changes that are possible");
        let fresh = Page::render(page.dom().clone(), Device::default(), RenderOptions::default());
        assert_same(&page, &fresh, &(html, number, changes));
    }
}

fn named(dom: &Dom, id: &str) -> NodeId {
    dom.get_element_by_id(dom.document(), &id.into()).expect("an element")
}

#[test]
fn what_has_looks_at_decides_again() {
    let rules = [
        ".box:has(.mark) { color: red }",
        ".box:has(> .mark) .text { margin: 2px }",
        ".box:has(.mark) + .box .text { padding: 3px }",
        ".text:has(+ .mark) { width: 50px }",
        ".box:has(~ .box .mark) b { font-weight: 400 }",
        ".box:not(:has(.mark)) > .text::before { content: 'none' }",
        ":is(.box:has([data-on]) .text) { color: green }",
        "body:has(.mark:nth-child(2)) { --x: 4px } .text { text-indent: var(--x, 0) }",
        ".box:has(b:empty) { border: 1px solid }",
        ".box:has(#a, .mark:not(.off)) { line-height: 2 }",
        "section:has(.text:first-child) .box { margin: 1px }",
        ".box:has(:disabled, :checked) { opacity: 0.5 }",
    ];
    let body = "<section id=s><div class=box id=one><p class=text id=t>x</p><b id=b>y</b></div>
        <div class=box id=two><p class=text>z</p><i id=i></i></div></section><section id=rest><p>w</section>";
    let insert = |dom: &Dom, parent: &str, html: &str| {
        vec![Mutation::InsertHtml { parent: named(dom, parent), before: None, html: html.to_owned() }]
    };
    let set = |dom: &Dom, id: &str, name: &str, value: &str| Mutation::SetAttribute {
        node: named(dom, id),
        name: name.to_owned(),
        value: value.to_owned(),
    };
    let steps: [Step<'_>; 14] = [
        &|dom| insert(dom, "rest", "<u class=mark>m</u>"),
        &|dom| vec![set(dom, "i", "class", "mark")],
        &|dom| vec![set(dom, "i", "class", "mark off")],
        &|dom| insert(dom, "one", "<u class=mark id=m>m</u><input disabled>"),
        // Out of one place with the class, which goes before it is in the other.
        &|dom| {
            let (node, parent) = (named(dom, "m"), named(dom, "two"));
            vec![Mutation::Move { node, parent, before: None }, set(dom, "m", "class", "")]
        },
        &|dom| vec![set(dom, "m", "class", "mark")],
        &|dom| {
            let class = "class".to_owned();
            let (node, parent) = (named(dom, "m"), named(dom, "one"));
            vec![Mutation::RemoveAttribute { node, name: class }, Mutation::Move { node, parent, before: None }]
        },
        &|dom| vec![set(dom, "t", "data-on", "")],
        &|dom| vec![Mutation::RemoveAttribute { node: named(dom, "t"), name: "data-on".to_owned() }],
        &|dom| vec![set(dom, "b", "id", "a")],
        &|dom| vec![Mutation::SetText { node: named(dom, "a"), text: String::new() }],
        &|dom| vec![Mutation::Remove { node: named(dom, "t") }],
        &|dom| vec![Mutation::Copy { node: named(dom, "two"), parent: named(dom, "rest"), before: None }],
        &|dom| vec![Mutation::Remove { node: named(dom, "a") }, Mutation::Remove { node: named(dom, "i") }],
    ];
    let sheets = rules.iter().map(|rule| (*rule).to_owned()).chain([rules.concat()]);
    for sheet in sheets {
        check_steps(&format!("<!doctype html><style>{sheet}</style>{body}"), &steps);
        check_steps(&format!("<style>{}</style>{body}", sheet.replace(".mark", ".MARK")), &steps);
    }
}

#[test]
fn what_is_in_containers_follows_their_sizes() {
    let rules = [
        "@container (width > 300px) { .in { color: red; height: 30px } }",
        "@container (width > 300px) { .in::before { content: 'wide ' } }",
        ".in { width: 50cqw }",
        "@container inner (width <= 200px) { b { display: block } }",
        "@container style(--on: yes) { .in { margin: 5px } }",
        "@container (width > 300px) { .box:has(.mark) .in { padding: 4px } }",
        "@container (height > 20px) { .in { color: blue } }",
    ];
    let kinds = [
        ".box { container-type: inline-size }",
        ".box { container: inner / inline-size } .row { display: flex } .row > * { flex: 1 }",
        "section { container-type: inline-size } .box { container-type: inline-size; width: 60% }",
        ".box { container-type: size; height: 25px }",
    ];
    let body =
        "<section id=s class=row style='width: 500px'><div class=box id=one><p class=in id=t>x <b>y</b></p></div>
        <div class=box id=two><p class=in>z</p></div></section>";
    let style = |dom: &Dom, id: &str, value: &str| {
        vec![Mutation::SetAttribute { node: named(dom, id), name: "style".to_owned(), value: value.to_owned() }]
    };
    let insert = |dom: &Dom, parent: &str, html: &str| {
        vec![Mutation::InsertHtml { parent: named(dom, parent), before: None, html: html.to_owned() }]
    };
    let steps: [Step<'_>; 11] = [
        &|dom| insert(dom, "one", "<p class=in>new <b>b</b></p>"),
        &|dom| style(dom, "s", "width: 900px"),
        &|dom| style(dom, "one", "width: 150px; --on: yes"),
        &|dom| insert(dom, "s", "<div class=box id=three><p class='in mark'>new</p></div>"),
        &|dom| style(dom, "three", "container-type: normal"),
        &|dom| vec![Mutation::SetText { node: named(dom, "t"), text: "a text that is longer".to_owned() }],
        &|dom| {
            let (node, parent) = (named(dom, "t"), named(dom, "two"));
            vec![Mutation::Move { node, parent, before: None }]
        },
        &|dom| style(dom, "s", "width: 250px"),
        &|dom| {
            insert(dom, "two", "<div class=box><div class=box><div class=box><p class=in>deep</p></div></div></div>")
        },
        &|dom| vec![Mutation::Remove { node: named(dom, "one") }],
        &|dom| style(dom, "s", "width: 800px"),
    ];
    for kind in kinds {
        for rule in rules.iter().map(|rule| (*rule).to_owned()).chain([rules.concat()]) {
            check_steps(&format!("<!doctype html><style>{kind} {rule}</style>{body}"), &steps);
        }
    }
}

#[test]
fn boxes_inside_of_elements_without_any_go_with_them() {
    let style = |dom: &Dom, value: &str| {
        vec![Mutation::SetAttribute { node: named(dom, "a"), name: "style".to_owned(), value: value.to_owned() }]
    };
    let html = "<!doctype html><style>div { display: grid } p { display: contents }</style>
        <div><p id=a><b>x</b><i>y</i></p><span>z</span></div>";
    let steps: [Step<'_>; 3] =
        [&|dom| style(dom, "display: none"), &|dom| style(dom, "color: red"), &|dom| style(dom, "display: none")];
    check_steps(html, &steps);
}

#[test]
fn what_left_an_svg_of_changed_contents_has_no_box() {
    let html = "<!doctype html><div id=a>x <svg width=50 height=20><g id=b><text id=c y=15>t</text></g></svg></div>";
    for id in ["b", "c"] {
        let insert =
            |dom: &Dom| Mutation::InsertHtml { parent: named(dom, "a"), before: None, html: "<p>new</p>".to_owned() };
        let empty = |dom: &Dom| Mutation::SetText { node: named(dom, id), text: "other".to_owned() };
        check_steps(html, &[&|dom| vec![insert(dom), empty(dom)]]);
    }
}

#[test]
fn updates_equal_first_renders() {
    let files = corpus_files();
    for (seed, file) in (0u64..).zip(&files) {
        let dom = Offline::new(file).dom().expect("a page");
        if dom.len() > 600 {
            continue;
        }
        if seed % 4 == 0 {
            check_rerender(Page::render(dom.clone(), Device::default(), RenderOptions::default()), seed, 2);
        }
        let options = RenderOptions::default();
        let options = if seed % 2 == 0 { options } else { options.on_demand() };
        check(Page::render(dom, Device::default(), options), seed, 2);
    }
}

/// Rules whose matches hang on what is in elements and behind them, and on the sizes of containers.
const RELATIONS: &str = "<style>div:has(> p, li) { outline: 1px solid } li:has(+ li) > * { margin: 1px }
    section:has([class] span) b, ul:has(:checked) label { color: red } :has(~ p) { padding-left: 1px }
    body > *, li { container-type: inline-size } section { container: part / inline-size }
    @container (width > 400px) { p, li { text-indent: 2px } } @container part (width < 900px) { a { color: green } }
    td { width: 10cqw }</style>";

#[test]
fn updates_of_pages_with_relations_equal_first_renders() {
    for (seed, file) in (0u64..).zip(&corpus_files()).filter(|(seed, _)| seed % 3 == 1) {
        let dom = Offline::new(file).dom().expect("a page");
        let Some(parent) = dom.body(dom.document()).filter(|_| dom.len() <= 600) else { continue };
        let page = Page::render(dom, Device::default(), RenderOptions::default());
        let html = RELATIONS.to_owned();
        let page =
            page.mutate(&[Mutation::InsertHtml { parent, before: None, html }]).expect("a change that is possible");
        let again = Page::render(page.dom().clone(), Device::default(), RenderOptions::default());
        check(again, seed, 4);
        if seed % 2 == 0 {
            check_rerender(page, seed, 2);
        }
    }
}
