use super::*;
use crate::device::Device;
use crate::dom::{Mutation, ParseOptions, local_name};
use crate::style::Styles;
use crate::style::media::DocumentViewport;
use proptest::prelude::*;

const PAGE: &str =
    "<!doctype html><body><ul id=list class='Menu wide md:w-1/2'><li class=item>x<li>y</ul><svg><path/></svg>";

fn parse(html: &str) -> Dom {
    Dom::parse(html.as_bytes(), &ParseOptions::default())
}

/// Returns the rest of a pruned sheet behind a first rule.
fn pruned(css: &str) -> String {
    let css = format!("a{{}}{css}");
    let pruned = prune(&parse(PAGE), &css, &mut LackedNames::default()).into_owned();
    pruned.strip_prefix("a{}").unwrap().to_owned()
}

fn prune<'a>(dom: &Dom, css: &'a str, lacked: &mut LackedNames) -> Cow<'a, str> {
    let device = Device::default();
    let medium = Medium { device: &device, viewport: &DocumentViewport::new(device.viewport) };
    NamesOnPage::of(dom).prune(css, &medium, lacked)
}

#[test]
fn rules_that_need_a_name_which_the_page_lacks_are_left_out() {
    let unmatched = [
        ".none{width:1px}",
        "#none { width: 1px }",
        "article{width:1px}",
        ".menu > .item.none:hover::before { content: '}' }",
        ".none .item, .item ~ #list.none { background: url(a}b.png) }",
        ".none[title='a,.item']{}",
        ".none:not(.x, .item) {}",
        r".none\:x{}",
        ":where(.none, .other) .item{}",
        "li:is(.none):hover{}",
        "* > .none{}",
        "svg|none, x|none > li, svg|*.none{}",
        ".none { /* } */ width: 1px; }",
        ".none { background: url( \"a)}\" ) }",
    ];
    for css in unmatched {
        assert_eq!(pruned(css), "", "{css}");
        let group = format!("@media screen {{@layer x{{{css}}}}}li{{}}");
        assert_eq!(pruned(&group), "@media screen {@layer x{}}li{}", "{css}");
    }
}

#[test]
fn rules_that_may_match_stay() {
    let kept = [
        ".menu > .ITEM{}",
        r".md\:w-1\/2{}",
        r".\6eone{}",
        "PATH, .none{}",
        ".none, :is(.none, .item){}",
        ".none, [class=none]{}",
        ".none, :not(.none){}",
        "svg|path, x|none{}",
        "svg|none, svg|*{}",
        "*|none{}",
        // Comments in selectors are left to the parser.
        ".none/**/{}",
        // Nested rules may match without what is around them.
        ".none{:not(&){width:1px}}",
        ".none{@media all{width:1px}}",
        "@scope (.none){.none{}}",
        "@font-face{font-family:x}",
        "@keyframes none{from{width:1px}}",
    ];
    for css in kept {
        assert_eq!(pruned(css), css);
    }
}

#[test]
fn groups_that_nothing_stays_of_are_left_out() {
    for (css, rest) in [
        ("li{}@media screen{.none{}.none{}}ul{}", "li{}ul{}"),
        ("@supports (order:1) { @container (width > 1px) { .none{} } }", ""),
        ("@media screen{.none{}@supports (order:1){.none{}}.item{}}", "@media screen{.item{}}"),
        ("@media screen{.none{}.item{}.none{}@supports (order:1){.none{}}}li{}", "@media screen{.item{}}li{}"),
        ("@media print { .item{} @font-face{} }li{}", "li{}"),
        ("@media (width<1px){.item{}}@media (width<1px){li{}}@MEDIA (width>1px){li{}}", "@MEDIA (width>1px){li{}}"),
    ] {
        assert_eq!(pruned(css), rest, "{css}");
    }
    for css in
        ["@media screen{@layer x{}}", "@layer x{}", "@media screen{@page{}}", "@media print{li{}", "@media screen{"]
    {
        assert_eq!(pruned(css), css);
    }
}

#[test]
fn what_is_not_plain_stays_with_all_behind_it() {
    for odd in [".none{", "}", ".none{)}", ".none{(]}", ".x{content:'\n'}", ".none{--x:(}", "/* .none{}"] {
        let css = format!("{odd}.none{{}}");
        assert_eq!(pruned(&format!(".none{{}}{css}")), css, "{odd}");
    }
}

#[test]
fn the_first_rule_stays_as_imports_stand_before_it() {
    let dom = parse(PAGE);
    for (first, rest) in [
        (".none{}", ".none{}"),
        ("@media print{.none{}}", "@media print{}"),
        ("@media screen{.none{}}", "@media screen{}"),
    ] {
        let css = format!("{first} .none{{}} @import 'x.css'; .none{{}}");
        assert_eq!(prune(&dom, &css, &mut LackedNames::default()), format!("{rest}  @import 'x.css'; "));
    }
    assert!(matches!(prune(&dom, "li{}.item{}", &mut LackedNames::default()), Cow::Borrowed(_)));
}

#[test]
fn changes_bring_names_of_rules_that_were_left_out_or_not() {
    let mut dom = parse(PAGE);
    let mut lacked = LackedNames::default();
    let css = "a{} .none.other{} .item,li{} :is(.third, #fourth) b{} .item .fifth, .item.sixth{}";
    assert_eq!(prune(&dom, css, &mut lacked), "a{}  .item,li{}  ");
    let item = dom.elements_in_order().find(|&node| dom.attr(node, &local_name!("class")) == Some("item")).unwrap();
    let mut came = |class: &str| {
        let change = Mutation::SetAttribute { node: item, name: "class".to_owned(), value: class.to_owned() };
        let record = dom.change(&change).unwrap();
        lacked.came_with(&dom, &[record])
    };
    for class in ["item", "item other", "item unknown", "wide"] {
        assert!(!came(class), "{class}");
    }
    for class in ["none", "NONE other", "item third", "fifth", "item sixth"] {
        assert!(came(class), "{class}");
    }
}

/// Rules with selectors of every kind, and now and then what breaks them.
fn sheet() -> impl Strategy<Value = String> {
    let simple: &'static [&'static str] = &[
        ".item",
        ".none",
        "#list",
        "#none",
        "li",
        "path",
        "none",
        "*",
        "&",
        "[class=item]",
        ":not(.none)",
        ":is(.none, .item)",
        ":where(.none)",
        ":nth-child(1)",
        "::before",
        r".md\:w-1\/2",
        r".non\65",
        "svg|path",
        ":is(:not(.none), .none)",
    ];
    let between: &'static [&'static str] = &["", " ", ",", ">", " ~ ", "+", "/**/ "];
    let selector =
        proptest::collection::vec((proptest::sample::select(between), proptest::sample::select(simple)), 1..4);
    let bodies: &'static [&'static str] = &[
        "{order:3}",
        "{content:'}';order:4}",
        "{background:url(a}b);height:7px}",
        "{width:5px;:not(&){order:6}}",
        "{--x:{a};order:7}",
    ];
    let rule = (selector, proptest::sample::select(bodies)).prop_map(|(selector, body)| {
        let selector: String = selector
            .into_iter()
            .enumerate()
            .map(|(at, (b, s))| if at == 0 { s.into() } else { format!("{b}{s}") })
            .collect();
        selector + body
    });
    let groups: &'static [&'static str] = &[
        "@media all{",
        "@media print{",
        "@media (width < 300px){",
        "@supports (order:1){",
        "@layer a{",
        "@layer b,a;",
        "@scope (.item){",
        "@page{",
        "}",
        ";",
        "@x;",
    ];
    let noise: &'static [&'static str] = &[
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "'",
        "\"",
        "\\",
        "\n",
        "/*",
        "*/",
        "url(",
        "<!--",
        "-->",
        "@",
        "!important",
        "\u{e9}",
        "\0",
    ];
    let part = prop_oneof![
        12 => rule,
        3 => proptest::sample::select(groups).prop_map(String::from),
        1 => proptest::sample::select(noise).prop_map(String::from),
    ];
    proptest::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn styles_are_those_of_all_rules(css in sheet()) {
        for doctype in ["<!doctype html>", ""] {
            let dom = parse(&format!("{doctype}<style>{}</style>{}", css.replace("</", ""), PAGE.trim_start_matches("<!doctype html>")));
            let device = Device::default();
            // Custom properties are equal only to themselves, so that what they are written as is compared.
            let styles = |styles: &Styles| {
                let elements: Vec<_> = dom.elements_in_order().map(|node| styles.get(node)).collect();
                format!("{elements:?} {:?}", styles.pseudos)
            };
            let (found, all) = (styles(&Styles::cascade(&dom, &device)), styles(&Styles::with_all_rules(&dom, &device)));
            prop_assert!(found == all, "{found}\n{all}");
        }
    }
}
