use super::parse::SelectorErrorCode;
use super::query::matches;
use super::{MatchScope, Matcher, Namespaces, Nesting, SelectorList, StyleSelectorList, Tree, select};
use crate::dom::{Dom, NodeId, ParseOptions, Quirks, local_name};

fn tree(html: &str) -> Dom {
    Dom::parse(html.as_bytes(), &ParseOptions::default())
}

/// The ids of what a selector finds.
fn check(html: &str, selector: &str, expected: &str) {
    let dom = tree(html);
    let list = SelectorList::parse(selector).unwrap_or_else(|e| panic!("{selector}: {e}"));
    let found: Vec<&str> = select(&dom, &list, dom.document())
        .unwrap()
        .into_iter()
        .map(|n| dom.element(n).and_then(|e| e.id.as_deref()).unwrap_or("?"))
        .collect();
    assert_eq!(found.join(" "), expected, "{selector}");
}

const PAGE: &str = "<!doctype html><html id=h lang=en-GB><head id=hd></head><body id=b><nav id=n class='top Wide'><a id=l1 href=/x></a>\
    <a id=l2 href=y.HTML></a><a id=l3></a></nav><ul id=u><li id=i1></li><li id=i2 class=on>x</li><li id=i3></li>\
    <li id=i4 class=on></li></ul><p id=p1>a</p><p id=p2></p><h2 id=h2></h2><p id=p3><em id=e></em></p></body></html>";

#[test]
fn select_combinators() {
    check(PAGE, "nav a", "l1 l2 l3");
    check(PAGE, "body > ul > li.on", "i2 i4");
    check(PAGE, "h2 ~ p, p + p", "p2 p3");
    check(PAGE, "#u > :nth-child(2n+1)", "i1 i3");
    check(PAGE, "li:nth-child(2 of .on)", "i4");
    check(PAGE, "li:nth-last-child(1)", "i4");
    check(PAGE, "p:nth-of-type(3)", "p3");
}

#[test]
fn select_logical() {
    check(PAGE, ":is(h2, p):not(:empty)", "p1 p3");
    check(PAGE, "p:has(> em), nav:has(#l3)", "n p3");
    check(PAGE, "li:has(+ .on)", "i1 i3");
    check(PAGE, ":where(p, :unknown) em", "e");
    check(PAGE, "p:is()", "");
}

#[test]
fn select_attributes() {
    check(PAGE, "[href$='.html']", "");
    check(PAGE, "[href$='.html' i]", "l2");
    check(PAGE, "a[HREF]", "l1 l2");
    check(PAGE, "[class~='Wide']", "n");
    check(PAGE, ".wide", "");
    check("<p id=a type=TEXT>", "[type=text]", "a");
    check("<p id=a title=TEXT>", "[title=text]", "");
}

#[test]
fn select_state() {
    check(PAGE, ":link", "l1 l2");
    check(PAGE, ":root", "h");
    check(PAGE, ":scope > body", "b");
    check(PAGE, "p:lang(en)", "p1 p2 p3");
    check(PAGE, "p:lang(\\*-GB)", "p1 p2 p3");
    check(PAGE, "em:lang(e)", "");
    check(PAGE, "p:hover, p:visited", "");
    check("<form id=f><input id=a><input id=b disabled><input id=c required value=x></form>", "input:enabled", "a c");
    check("<form id=f><input id=a><input id=b disabled><input id=c required value=x></form>", ":disabled", "b");
    check("<form id=f><input id=a required><input id=c required value=x></form>", ":invalid", "f a");
    check("<fieldset id=f disabled><legend id=l><input id=a></legend><input id=b></fieldset>", "input:disabled", "b");
    check("<select id=s><option id=a><option id=b selected><option id=c></select>", ":checked", "b");
    check("<select id=s><option id=a disabled><option id=b></select>", ":checked", "b");
    check("<input id=a placeholder=x><input id=b placeholder=x value=y>", ":placeholder-shown", "a");
    check("<x-y id=a></x-y><p id=b></p>", ":not(:defined)", "a");
}

#[test]
fn select_disabled_options() {
    let page = "<select id=s disabled><option id=a><optgroup id=g><option id=b></optgroup></select>\
        <fieldset id=f disabled><select id=t><option id=c></select></fieldset><select id=u><option id=d disabled></select>";
    check(page, ":disabled", "s a g b f t c d");
    check(page, ":enabled", "u");
}

#[test]
fn select_focus() {
    check("<input id=a><div id=p><input id=b data-frozen-focus></div>", ":focus, :focus-within:not(html, body)", "p b");
    check(
        "<p id=p autofocus></p><button id=a disabled autofocus></button><button id=b autofocus></button>",
        ":focus",
        "b",
    );
    check(
        "<input id=a autofocus><dialog id=d open data-frozen-modal><p></p><a id=b href=x></a></dialog>",
        ":focus",
        "b",
    );
}

#[test]
fn select_shadow_trees_are_not_entered() {
    let page = "<div id=h><template shadowrootmode=open><p id=x></p><slot></slot></template><p id=l></p></div>";
    check(page, "p", "l");
    check(page, ":host, ::slotted(p), div > p", "l");
}

#[test]
fn select_direction() {
    check("<div id=a dir=rtl><p id=b></p><div id=c dir=ltr><p id=d></p></div></div>", ":dir(rtl)", "a b");
    check("<div id=a dir=auto><p id=b>123 \u{5d0}</p></div>", ":dir(rtl)", "a b");
    check("<div id=a><bdi id=b>\u{627}</bdi><i id=c></i></div>", ":dir(rtl)", "b");
}

/// Recorded in Chromium 156: every control that is not required, whether or not `required` applies to it.
#[test]
fn select_optional() {
    let page = "<input id=a><input id=b required><input id=c type=hidden required><input id=d type=submit><button id=e required>\
        </button><select id=f></select><select id=g required></select><textarea id=h></textarea><fieldset id=i></fieldset>\
        <output id=j></output>";
    check(page, ":optional", "a c d e f h");
    check(page, ":required", "b g");
}

/// Steps to match a rule's selectors against every element, and whether some match was given up.
fn steps(html: &str, selectors: &[&str]) -> (u64, bool) {
    let dom = tree(html);
    let tree = Tree::new(&dom);
    let mut matcher = Matcher::new(&tree, dom.quirks(dom.document()));
    for text in selectors {
        let list = StyleSelectorList::parse(text, &Nesting::Top, &Namespaces::default()).unwrap();
        for selector in list.selectors() {
            for element in dom.elements_in_order() {
                matcher.matches(&selector, element, &MatchScope::default());
            }
        }
    }
    (tree.steps(), tree.gave_up())
}

#[test]
fn matching_counts_what_it_looks_at() {
    let siblings = |n: usize| "<p>x</p>".repeat(n);
    assert_eq!(steps(&siblings(100), &["p"]), (0, false), "what an element has itself costs nothing");
    let (once, _) = steps(&siblings(100), &["b ~ p"]);
    let (twice, _) = steps(&siblings(200), &["b ~ p"]);
    assert!(once > 0 && twice > 3 * once, "{once} {twice}: each looks at all before it");
}

#[test]
fn matching_ends_at_its_budget() {
    const ALLOWED: u64 = 20_000;
    let dom = tree(&"<p>x</p>".repeat(500));
    let tree = Tree::with_steps(&dom, ALLOWED);
    let mut matcher = Matcher::new(&tree, Quirks::NoQuirks);
    let all: Vec<NodeId> = dom.elements_in_order().filter(|&n| dom.is_html(n, &local_name!("p"))).collect();
    let mut count = |text: &str| {
        let list = StyleSelectorList::parse(text, &Nesting::Top, &Namespaces::default()).unwrap();
        let selector = list.selectors().next().unwrap();
        all.iter().filter(|&&p| matcher.matches(&selector, p, &MatchScope::default())).count()
    };
    assert_eq!(count("p + p"), 499, "affordable");
    assert!(!tree.gave_up(), "so far");
    for i in 0..100 {
        assert_eq!(count(&format!("b{i} ~ p ~ p")), 0, "never matches");
    }
    assert!(tree.gave_up(), "too expensive");
    assert!(tree.steps() <= ALLOWED + 2 * ALLOWED / 4, "{}: what one selector may take", tree.steps());
    assert_eq!(count("p"), 500, "what takes no steps still matches");
}

#[test]
fn errors_have_code_and_offset() {
    use SelectorErrorCode as Code;
    for (text, code, offset) in [
        ("", Code::Empty, 0),
        ("a,", Code::Empty, 2),
        ("a, , b", Code::Empty, 3),
        ("a >", Code::DanglingCombinator, 3),
        ("a:contains('x')", Code::UnknownPseudo, 2),
        ("a::foo", Code::UnknownPseudo, 3),
        ("a[href", Code::Attribute, 6),
        ("ns|a", Code::Namespace, 3),
        ("#1a", Code::Syntax, 0),
        ("a::before b", Code::Syntax, 9),
        (":-moz-any-link", Code::UnknownPseudo, 1),
    ] {
        match SelectorList::parse(text) {
            Ok(_) if text == "a[href" => {}
            Ok(_) => panic!("{text} parses"),
            Err(error) => assert_eq!((error.code, error.offset), (code, offset), "{text}: {error}"),
        }
    }
}

#[test]
fn accepted_as_in_chromium() {
    for text in
        ["::-webkit-foo", ":is(:foo)", "a:hover:before", "::part(a):hover", ":host(a)", ":-webkit-any(a)", "::BEFORE"]
    {
        assert!(SelectorList::parse(text).is_ok(), "{text}");
    }
    for text in [
        "> a",
        ":not(:foo)",
        ":has(:has(a))",
        "::-moz-range-thumb",
        "a /deep/ b",
        ":nth-child(- n)",
        "[a=1]",
        "[a=b s]",
        ":lang('en')",
        ":lang(en, de)",
    ] {
        assert!(SelectorList::parse(text).is_err(), "{text}");
    }
}

#[test]
fn pseudo_elements_select_nothing() {
    check(PAGE, "p::before, ::-webkit-foo", "");
}

#[test]
fn matches_uses_the_element_as_scope() {
    let dom = tree(PAGE);
    let body = select(&dom, &SelectorList::parse("body").unwrap(), dom.document()).unwrap()[0];
    assert!(matches(&dom, body, &SelectorList::parse(":scope").unwrap()));
    assert!(!matches(&dom, body, &SelectorList::parse("html:scope").unwrap()));
}

#[test]
fn hostile_selectors_end() {
    let deep = format!("{}a{}", ":is(".repeat(5000), ")".repeat(5000));
    let _ = SelectorList::parse(&deep);
    let long = vec!["a"; 5000].join(" ");
    assert_eq!(SelectorList::parse(&long).unwrap_err().code, SelectorErrorCode::TooLong);
    let commas = ",".repeat(5000);
    assert!(SelectorList::parse(&commas).is_err());
}
