//! Elements as Playwright 1.65 finds them on the same pages.

use proptest::prelude::*;

use super::*;
use crate::device::Device;
use crate::dom::{Dom, LocalName, ParseOptions};
use crate::page::RenderOptions;
use crate::search::css;

const PAGE: &str = "<!doctype html><head><title>Sign in</title></head><body>
    <h1 id=a>Sign in</h1><h2 id=b>Sign <b id=c>in</b> now</h2>
    <form id=f data-testid=form><label id=l>Name <input id=n></label>
      <button id=s>Sign in</button><button id=d disabled aria-label='Sign up'>+</button>
      <input id=v type=submit value='Sign in'><input id=x type=checkbox checked aria-label=Stay></form>
    <p id=h hidden>Sign in <i id=i>here</i></p><script id=j>Sign in</script>
    <div id=w><template shadowrootmode=open><button id=o>Shadow sign in</button><slot id=t></slot></template><u id=u>Light</u></div>
    <ul id=k><li id=k1>one</li><li id=k2>two, it's</li><li id=k3>Three<br>lines</li></ul></body>";

fn page() -> Page {
    Page::render(Dom::parse(PAGE.as_bytes(), &ParseOptions::default()), Device::default(), RenderOptions::default())
}

/// The ids of what a selector means.
#[track_caller]
fn check(selector: &str, expected: &str) {
    let page = page();
    let found = css::find(&page, selector).unwrap_or_else(|error| panic!("{selector}: {error}"));
    let id = |node| page.dom().attr(node, &LocalName::from("id")).unwrap_or("-");
    let ids: Vec<_> = found.into_iter().map(id).collect();
    assert_eq!(ids.join(" "), expected, "{selector}");
}

#[test]
fn text_is_that_of_the_smallest_element() {
    check("text=sign in", "a b s v i h o".replace("i h", "h").as_str());
    check("text='Sign in'", "a s v h");
    check("\"Sign in\"", "a s v h");
    check("text=/^sign IN$/i", "a s v");
    check("text=it's", "k2");
    check("text=three lines", "");
    check("text=threelines", "k3");
    check("text=Light", "u");
}

#[test]
fn pseudo_classes_go_into_css() {
    check("h2:has-text('sign in')", "b");
    check(":text('sign in')", "a b s v h o");
    check(":text-is('Sign in')", "a s v h");
    check("li:text-matches('^T', 'i')", "k2 k3");
    check("p:visible, h1:visible", "a");
    check("p:not(:visible)", "h");
    check("form > button:has-text('sign')", "s");
    check("li:has(+ li:has-text('two'))", "k1");
    check(":nth-match(li, 2)", "k2");
    check(":nth-match(li:visible, 3)", "k3");
    check("div button", "");
    check("css=div button", "o");
    check("css:light=div button", "");
    check("css:light=button", "s d");
    check(":light(button):visible", "s d");
    check("ul:has(:text-is('one')) > li:last-child", "k3");
    check("button:is(:visible, :disabled):not([disabled])", "s o");
}

#[test]
fn roles_have_names_and_states() {
    check("role=button", "s d v o");
    check("role=button[name='Sign in']", "s v");
    check("role=button[name='sign in' i]", "s v");
    check("role=button[name*='SIGN' i][disabled]", "d");
    check("role=button[name=/sign (up|off)/i]", "d");
    check("role=checkbox[checked]", "x");
    check("role=checkbox[checked=false]", "");
    check("role=heading[level=2]", "b");
    check("role=button[expanded=false]", "");
    check("role=paragraph", "");
    check("role=paragraph[include-hidden]", "h");
}

#[test]
fn chains_go_from_part_to_part() {
    check("ul >> li >> nth=1", "k2");
    check("li >> nth=-1", "k3");
    check("ul >> text=one", "k1");
    check("form >> role=button >> nth=0", "s");
    check("id=f >> button", "s d");
    check("data-testid=form >> input >> visible=true", "n v x");
    check("*css=ul >> text=one", "k");
    check("li >> text=one", "k1");
    check("p >> visible=false", "h");
    check("div >> button", "o");
    check("ul >> li >> :scope", "k1 k2 k3");
    check("nth=0", "");
}

#[test]
fn plain_css_stays_plain() {
    for selector in ["a[href='>>']", "[title=':visible']", "li:nth-child(2)", "a >b", "[a=b]", "li, :is(a)"] {
        assert!(!is_playwright(selector), "{selector}");
    }
    for selector in ["a >> b", "css=a", "'a'", "//a", "..", "a:VISIBLE", "li:is(:text('x'))"] {
        assert!(is_playwright(selector), "{selector}");
    }
}

#[test]
fn parse_error_has_offset() {
    let check = |selector: &str, expected: &str| {
        let error = css::find(&page(), selector).expect_err(selector);
        assert_eq!(format!("{error}"), format!("invalid selector `{selector}` at {expected}"));
    };
    check("//div", "column 1: XPath is not supported");
    check("a >> xpath=b", "column 6: XPath is not supported");
    check("a >> ..", "column 6: XPath is not supported");
    check("foo=bar", "column 1: there is no selector engine `foo`");
    check("li >> nth=x", "column 11: nth= takes a number from 0, or -1 for the last");
    check(
        "role=button[nme='x']",
        "column 12: there is no `nme`; there are checked, description, disabled, expanded, include-hidden, level, name, pressed and selected",
    );
    check("role=link[checked]", "column 10: the role link has no `checked`");
    check("text=/(/", "column 7: this group is not closed");
    check("li:has-text(x)", "column 4: `:has-text()` takes one text in quotes");
    check("li:has(a):visible:nope", "column 19: there is no pseudo-class or pseudo-element `nope`");
    check("li:near(a)", "column 4: `:near()` is not supported");
    check("a >> b >", "column 9: a selector is missing");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Any text is a selector or an error with a place in it, and what is found is on the page.
    #[test]
    fn any_text_is_a_selector_or_an_error(pieces in prop::collection::vec(prop::sample::select(&[
        "li", "*", ">>", " ", ":has-text(", "'one'", ")", "text=", "role=", "button", "[name=", "/x/", "]", "nth=", "1", ":not(",
        ":is(", ":has(", ":visible", "//", "\"", ",", ">", "+", ":scope", "é", "\\", "css=", ":nth-match(", "id=", "(",
    ][..]), 0..9)) {
        let selector = pieces.concat();
        match css::find(&page(), &selector) {
            Ok(_) => {}
            Err(SelectorError::Invalid { offset, .. }) => prop_assert!(offset <= selector.len(), "{}", selector),
            Err(error) => prop_assert_eq!(error.code(), "pattern_too_expensive"),
        }
    }
}
