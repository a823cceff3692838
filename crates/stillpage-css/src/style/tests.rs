//! Whole cascades: what budgets and scopes do to the styles of a page.

use super::{Pseudo, Restyled, Styles};
use crate::device::Device;
use crate::dom::{Dom, Interaction, Mutation, NodeId, ParseOptions};
use crate::geometry::Size;
use crate::limits::{Limit, Warning};

/// The styles of a page with saved sheets.
fn cascade(html: &str, sheets: &[(&str, &str)]) -> (Dom, Styles) {
    let options = ParseOptions { url: url::Url::parse("http://x/").ok(), ..ParseOptions::default() };
    let mut dom = Dom::parse(html.as_bytes(), &options);
    for (url, css) in sheets {
        dom.stylesheets.insert((*url).into(), (*css).into());
    }
    let styles = Styles::cascade(&dom, &Device::default());
    (dom, styles)
}

fn limits(styles: &Styles) -> Vec<Limit> {
    let limit = |warning: &Warning| match warning {
        Warning::Limit(limit) => Some(*limit),
        _ => None,
    };
    styles.warnings().iter().filter_map(limit).collect()
}

fn by_id(dom: &Dom, id: &str) -> NodeId {
    dom.get_element_by_id(dom.document(), &id.into()).unwrap()
}

/// The order (`order: N`) of the elements with the ids `a`, `b`, ...
fn check(css: &str, body: &str, expected: &[i32]) {
    check_page(&format!("<!doctype html><style>{css}</style><body>{body}"), expected);
}

fn check_page(html: &str, expected: &[i32]) {
    let (dom, styles) = cascade(html, &[]);
    let ids = ["a", "b", "c", "d", "e", "f"];
    let found: Vec<i32> = ids[..expected.len()].iter().map(|id| styles.get(by_id(&dom, id)).unwrap().order).collect();
    assert_eq!(found, expected, "{html}");
}

#[test]
fn imports_end_at_cycles_and_at_their_budget() {
    let page = "<!doctype html><style>@import '0.css'</style><p id=a>x";
    let (dom, styles) =
        cascade(page, &[("http://x/0.css", "@import '1.css';"), ("http://x/1.css", "@import '0.css';p{order:7}")]);
    assert_eq!(styles.get(by_id(&dom, "a")).unwrap().order, 7, "a cycle is cut");
    assert!(limits(&styles).is_empty(), "{:?}", limits(&styles));
    // Each sheet imports all others: 9! ways to read them.
    let imports: String = (0..9).map(|i| format!("@import '{i}.css';")).collect();
    let names: Vec<String> = (0..9).map(|i| format!("http://x/{i}.css")).collect();
    let sheets: Vec<(&str, &str)> = names.iter().map(|name| (&**name, &*imports)).collect();
    let (_, styles) = cascade(page, &sheets);
    assert_eq!(limits(&styles), [Limit::Imports]);
}

#[test]
fn scopes_hold_what_is_below_their_root_and_above_their_limit() {
    let body =
        "<div class=s><p id=a></p><div class=l><p id=b></p><div class=s><p id=c></p></div></div></div><p id=d></p>";
    check("@scope (.s){p{order:1}}", body, &[1, 1, 1, 0]);
    check("@scope (.s) to (.l){p{order:1}}", body, &[1, 0, 1, 0]);
    check("@scope (.s) to (:scope > .l > .s){p{order:1}}", body, &[1, 1, 1, 0]);
    check("@scope (.s){@scope (.l){p{order:1}}}", body, &[0, 1, 1, 0]);
    check("@scope (.l){@scope (.s){p{order:1}}}", body, &[0, 0, 1, 0]);
}

#[test]
fn scopes_in_scopes_are_linear() {
    // Without a memo each level takes as many times longer as the page is deep: a year at eight levels.
    let css = "@scope (div){".repeat(8) + "p{order:3}" + &"}".repeat(8);
    check(&css, &("<div>".repeat(50) + "<p id=a>x"), &[3]);
}

#[test]
fn layers_are_reverted_one_after_the_other() {
    let css: String = (0..200).map(|i| format!("@layer l{i}{{p{{order:revert-layer}}}}")).collect();
    check(&format!("@layer first{{p{{order:5}}}}{css}"), "<p id=a>x", &[5]);
    check("@layer a{p{order:1}}@layer b{p{order:2}}p{order:revert-layer}", "<p id=a>x", &[2]);
    check("@layer a{p{order:1!important}}@layer b{p{order:2}}p{order:revert}", "<p id=a>x", &[1]);
}

#[test]
fn generated_text_ends_at_its_budget() {
    let css = format!("p::before{{content:'{}'}}i::before{{content:'y'}}", "x".repeat(20_000));
    let body = "<i id=a></i>".to_owned() + &"<p>x</p>".repeat(1000) + "<i id=b></i>";
    let (dom, styles) = cascade(&format!("<!doctype html><style>{css}</style><body>{body}"), &[]);
    assert_eq!(limits(&styles), [Limit::GeneratedText]);
    let is_made = |id: &str| styles.pseudo(by_id(&dom, id), Pseudo::Before).is_some();
    assert!(is_made("a") && !is_made("b"), "before and after the limit");
}

#[test]
fn pages_at_a_limit_are_not_styled_again_for_the_pointer() {
    let css = format!("p::before{{content:'{}'}}", "x".repeat(20_000));
    let body = "<i id=a></i>".to_owned() + &"<p>x</p>".repeat(1000);
    for (rule, expected) in [("", Restyled::Nothing), ("i:hover{order:1}", Restyled::Everything)] {
        let (mut dom, mut styles) = cascade(&format!("<!doctype html><style>{css}{rule}</style><body>{body}"), &[]);
        assert_eq!(limits(&styles), [Limit::GeneratedText]);
        let hover = Some(by_id(&dom, "a"));
        dom.set_interaction(Interaction { focus: hover, hover, ..Interaction::default() });
        assert_eq!(styles.update(&dom, &Device::default(), &[], None), expected, "{rule}");
    }
}

#[test]
fn the_pointer_restyles_nothing_where_no_rule_looks_at_it() {
    let many: String = (0..100).map(|i| format!("b:has(.a{i}){{order:1}}")).collect();
    for css in [&*many, ":root:target{order:1}", "i:dir(rtl){order:1}", "@scope (b){i{order:1}}"] {
        let (mut dom, mut styles) =
            cascade(&format!("<!doctype html><style>{css}</style><body><i id=a></i><b><i>"), &[]);
        let hover = Some(by_id(&dom, "a"));
        dom.set_interaction(Interaction { focus: hover, hover, ..Interaction::default() });
        assert_eq!(styles.update(&dom, &Device::default(), &[], None), Restyled::Nothing, "{css}");
    }
}

#[test]
fn rows_restyle_what_looks_at_them_and_nothing_else() {
    let row = "<li class=row><b class=mark>m</b><input type=radio name=r><button>b</button></li>";
    let check = |css: &str, expected: &[&str]| {
        let body = "<ul id=list><li class=row id=first>one</ul><p id=p><input type=radio name=r id=r>";
        let (mut dom, mut styles) = cascade(&format!("<!doctype html><style>{css}</style><body>{body}"), &[]);
        let parent = by_id(&dom, "list");
        let before = dom.node(parent).first_child;
        let mut records = Vec::new();
        let insert = Mutation::InsertHtml { parent, before, html: row.to_owned() };
        dom.apply_recorded(&[insert], &mut records).expect("a change that is possible");
        let size = |_| Some(Size::new(500.0, 100.0));
        let Restyled::Elements(restyled) = styles.update(&dom, &Device::default(), &records, Some(&size)) else {
            panic!("the whole page: {css}")
        };
        let ids: Vec<&str> = restyled.whole.iter().filter_map(|&node| dom.element(node)?.id.as_deref()).collect();
        assert_eq!(ids, expected, "{css}");
        assert_eq!(restyled.whole.len(), expected.len() + 1, "the row besides: {css}");
    };
    check(".row:has(.mark) { color: red }", &[]);
    check("p:has(.mark) { color: red } ul:has(.other) { color: red }", &[]);
    check("ul:has(.row + .row) { color: red }", &["list"]);
    check("p:has(:checked) { color: red }", &["r"]);
    check(":invalid { color: red }", &["r"]);
    let containers = "ul { container-type: inline-size } p { container-type: inline-size }";
    check(&format!("{containers} @container (width > 600px) {{ .row, input {{ color: red }} }}"), &[]);
}

#[test]
fn another_background_leaves_what_is_in_an_element() {
    let is_kept = |css: &str, style: &str| {
        let body = format!("<ul id=list><li class=row id=a><b id=b style='{style}'>x</b></ul>");
        let (mut dom, mut styles) = cascade(&format!("<!doctype html><style>{css}</style><body>{body}"), &[]);
        let (row, inner, parent) = (by_id(&dom, "a"), by_id(&dom, "b"), by_id(&dom, "list"));
        let style = |styles: &Styles, node: NodeId| std::sync::Arc::clone(styles.get(node).unwrap());
        let (row_before, before) = (style(&styles, row), style(&styles, inner));
        let insert = Mutation::InsertHtml { parent, before: Some(row), html: "<li class=row>y".to_owned() };
        let mut records = Vec::new();
        dom.apply_recorded(&[insert], &mut records).expect("a change that is possible");
        let restyled = styles.update(&dom, &Device::default(), &records, None);
        let Restyled::Elements(restyled) = restyled else { panic!("the whole page: {css}") };
        let is_kept = restyled.repainted.contains(&row);
        assert_ne!(restyled.whole.contains(&row), is_kept, "{css}");
        assert_ne!(style(&styles, row), row_before, "{css}");
        let (_, fresh) = (dom.clone(), Styles::cascade(&dom, &Device::default()));
        assert_eq!((styles.get(row), styles.get(inner)), (fresh.get(row), fresh.get(inner)), "{css}");
        assert_eq!(std::sync::Arc::ptr_eq(&style(&styles, inner), &before), is_kept, "{css}");
        is_kept
    };
    assert!(is_kept(".row:nth-child(2) { background: red }", ""));
    assert!(is_kept(".row { background: blue } .row:nth-child(2) { background: red } b { color: inherit }", ""));
    assert!(!is_kept(".row:nth-child(2) { background: red } b { background: inherit }", ""));
    assert!(!is_kept(".row:nth-child(2) { background: red } b { background: var(--x, Inherit) }", ""));
    assert!(!is_kept(".row:nth-child(2) { background: red }", "background-color: INHERIT"));
    assert!(!is_kept(".row:nth-child(2) { color: red }", ""));
}

#[test]
fn items_of_generated_content_count_too() {
    let css = format!("p::before{{content:{}}}", "counter(a) attr(title) '' ".repeat(2000));
    let (_, styles) = cascade(&format!("<!doctype html><style>{css}</style><body>{}", "<p>x</p>".repeat(100)), &[]);
    assert_eq!(limits(&styles), [Limit::GeneratedText]);
}

#[test]
fn changes_of_counters_are_steps() {
    let names: String = (0..5000).map(|i| format!(" c{i}")).collect();
    let css = format!("p{{counter-reset:{names}}}");
    let (_, styles) = cascade(&format!("<!doctype html><style>{css}</style><body>{}", "<p>x</p>".repeat(5000)), &[]);
    assert_eq!(limits(&styles), [Limit::StyleSteps]);
}

#[test]
fn counters_in_depth_end_at_their_budget() {
    let css = format!("div{{counter-reset:c}}div::before{{content:counters(c,'{}')}}", "x".repeat(1000));
    let (_, styles) = cascade(&format!("<!doctype html><style>{css}</style><body>{}", "<div>".repeat(400)), &[]);
    assert_eq!(limits(&styles), [Limit::GeneratedText]);
}

#[test]
fn attribute_rules_are_found_by_the_name_of_the_attribute() {
    check("[title]{order:1}", "<p id=a title></p><p id=b></p>", &[1, 0]);
    check("[TITLE*=b]{order:1}", "<p id=a title=abc></p><p id=b title=x></p>", &[1, 0]);
    check("[viewBox]{order:1}", "<svg id=a viewBox='0 0 1 1'></svg><p id=b viewbox></p>", &[1, 1]);
    check("*|*[href]{order:1}", "<svg><a id=a xlink:href=x></a></svg><a id=b href=x></a>", &[0, 1]);
    check("[*|href]{order:1}", "<svg><a id=a xlink:href=x></a></svg><a id=b href=x></a>", &[1, 1]);
}

#[test]
fn elements_of_a_kind_share_what_matches_by_names_alone() {
    // Values that no selector names do not tell elements apart; those that one names do, in any case it ignores.
    check("[t=x]{order:1}", "<p id=a t=x><p id=b t=y><p id=c t=z><p id=d t=x><p id=e t=X>", &[1, 0, 0, 1, 0]);
    check("[type=x]{order:1}", "<p id=a type=x><p id=b type=X><p id=c type=y>", &[1, 1, 0]);
    check("[t]{order:1}p:not([t=x]){order:2}", "<p id=a t=x><p id=b t><p id=c>", &[1, 2, 2]);
    check("#b{order:1}:not(.u){order:2}", "<p id=a class=u><p id=b class=u><p id=c>", &[0, 1, 2]);
    check(":link{order:1}", "<a id=a href=x>1</a><a id=b>2</a><a id=c href=y>3</a>", &[1, 0, 1]);
    // Ancestors count.
    check(
        ".u p{order:1}.u>p{order:2}",
        "<div class=u><p id=a><div><p id=b></div></div><div><p id=c></div>",
        &[2, 1, 0],
    );
    check(
        ".v b{order:1}",
        "<div class=v><p><b id=a></b></p></div><div><p><b id=b></b></p></div><div class=v><p><b id=c></b></p></div>",
        &[1, 0, 1],
    );
    // What is more than names is matched one by one, beside what is not.
    check("p{order:1}p+p{order:2}", "<p id=a><p id=b><div></div><p id=c>", &[1, 2, 1]);
    check("p:nth-child(2n){order:1}p{flex-grow:1}", "<p id=a><p id=b><p id=c><p id=d>", &[0, 1, 0, 1]);
    check("p:empty{order:1}p:has(i){order:2}", "<p id=a></p><p id=b>x</p><p id=c><i></i></p>", &[1, 0, 2]);
    check("[t^=x]{order:1}[t]{flex-grow:1}", "<p id=a t=xy><p id=b t=y><p id=c t=xz>", &[1, 0, 1]);
    check("p:lang(de){order:1}", "<p id=a lang=de><p id=b><p id=c lang=de>", &[1, 0, 1]);
    check("input:disabled{order:1}", "<input id=a disabled><input id=b><input id=c disabled>", &[1, 0, 1]);
    // The order of rules stays what it is.
    check("p.u{order:1}p:first-of-type{order:2}.u.u{order:3}", "<p id=a class=u><p id=b class=u>", &[3, 3]);
    check("@layer x{p:first-child{order:1}}p{order:2}@layer y{.u{order:3}}", "<p id=a class=u><p id=b>", &[2, 2]);
}

#[test]
fn ids_and_classes_ignore_case_in_quirks_mode_alone() {
    for (css, body, standards, quirks) in [
        (
            ".U b{order:1}",
            "<p class=u><b id=a></b><p class=v><b id=b></b><p class=U><b id=c></b>",
            [0, 0, 1],
            [1, 0, 1],
        ),
        (
            ".u b{order:1}",
            "<p class=u><b id=a></b><p class=v><b id=b></b><p class=U><b id=c></b>",
            [1, 0, 0],
            [1, 0, 1],
        ),
        (
            "#X>b{order:1}#X>.Y{order:2}",
            "<p id=x><b id=a></b><b id=b class=y></b><b id=c class=Y></b>",
            [0; 3],
            [1, 2, 2],
        ),
        (
            ".LongName .in~b{order:1}",
            "<p class=longname><b id=a class=IN></b><b id=b></b><p class=LongName><b class=in></b><b id=c></b>",
            [0, 0, 1],
            [0, 1, 1],
        ),
    ] {
        let page = format!("<style>{css}</style><body>{body}");
        check_page(&format!("<!doctype html>{page}"), &standards);
        check_page(&page, &quirks);
    }
}

#[test]
fn custom_properties_of_the_same_blocks_are_those_of_the_parent_and_the_element() {
    // Elements with different styles, and the same blocks with custom properties.
    let css = ".c{--n:3;--m:var(--n)}.d{--n:4}p{order:var(--m)}.x{flex-grow:1}.d .x{flex-grow:2}";
    let body = "<p id=a class=c></p><p id=b class='c x'></p><p id=c class='c d'></p>
        <div class=d><p id=d class=c></p><p id=e class='c x'></p></div>";
    check(css, body, &[3, 3, 4, 3, 3]);
    let css = ".c{--n:calc(var(--m) + 1)}#v{--m:1}#w{--m:2}p{order:var(--n,9)}.x{flex-grow:1}";
    let body = "<div id=v><p id=a class=c></p><p id=b class='c x'></p></div>
        <div id=w><p id=c class=c></p><p id=d class='c x'></p></div><p id=e class=c></p>";
    check(css, body, &[2, 2, 3, 3, 9]);
    // Attributes are the element's own.
    let css = ".c{--n:attr(data-n type(<integer>))}p{order:var(--n)}.x{flex-grow:1}";
    check(css, "<p id=a class=c data-n=1></p><p id=b class='c x' data-n=2></p>", &[1, 2]);
    // The order of blocks and their layers decide.
    let css = "@layer l{.c{--n:1}}.d{--n:2}.e{--n:revert-layer}p{order:var(--n)}";
    let body = "<p id=a class='c d'></p><p id=b class='c d e'></p><p id=c class='c e'></p><p id=d class=c></p>";
    check(css, body, &[2, 1, 1, 1]);
    // What does not inherit is the parent's alone.
    let css = "@property --n{syntax:'*';inherits:false;initial-value:7}.c{--n:1}.d{--n:inherit}p{order:var(--n)}";
    let body = "<div class=c><p id=a class=d></p><p id=b></p></div><div><p id=c class=d></p></div>";
    check(css, body, &[1, 7, 7]);
}

#[test]
fn rules_of_the_user_agent_that_a_small_page_leaves_unread_match_nothing_on_it() {
    let tags = "a abbr audio b bdo button center circle details dialog div fieldset figure foreignObject form frameset h1 h6 hr iframe \
                img input legend li listing marquee math menu meter mfrac mi mroot msup mtable mtd ol optgroup option p pre q rt ruby \
                select semantics slot sub summary svg symbol table tbody td text textarea th title tr ul use video";
    let attributes = "open popover title=x type=checkbox multiple disabled contenteditable href=x dir=rtl";
    for doctype in ["<!doctype html>", ""] {
        for word in tags.split_whitespace() {
            for inside in ["", "<svg>", "<math>"] {
                let body = format!("<{word} {attributes}>x<{word}><p><b>y</b></{word}></{word}><li>z");
                let dom = Dom::parse(format!("{doctype}<body>{inside}{body}").as_bytes(), &ParseOptions::default());
                let (few, all) = super::sheets::Sheets::of_first_page_and_later(&dom);
                let cascade = |sheets| super::cascade::cascade(&dom, &Device::default(), &|_| None, Some(sheets));
                let (few, all) = (cascade(few), cascade(all));
                for node in (0..dom.len()).map(NodeId::from_index) {
                    assert_eq!(few.get(node), all.get(node), "{inside}{body}");
                    assert_eq!(few.pseudos_of(node), all.pseudos_of(node), "{inside}{body}");
                }
            }
        }
    }
}
