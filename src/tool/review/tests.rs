//! Reviews of small pages.

use super::changes::ChangeKind;
use super::locators::LocatorVerdict;
use super::{Comparison, SourceLanguage, TestLocators, review_pages};
use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
use crate::page::{Page, RenderOptions};

fn reviewed(before: &str, after: &str, tests: &str) -> Comparison {
    let locators = TestLocators::of([("a.spec.ts", SourceLanguage::JavaScript, tests)]);
    let page = |html: &str| {
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::default());
        Page::render(dom, Device::default(), RenderOptions::default())
    };
    review_pages([&page(before), &page(after)], &locators)
}

fn kinds(comparison: &Comparison) -> Vec<(ChangeKind, String)> {
    comparison.changes.iter().map(|change| (change.kind, change.words().to_string())).collect()
}

#[test]
fn new_name_is_a_change_of_the_element() {
    let found = reviewed(
        "<main><h1>Shop</h1><form id=f><input aria-label=Pieces><button data-testid=pay>Pay 12 €</button></form></main>",
        "<main><h1>Shop</h1><form id=f><input aria-label=Pieces><button data-testid=pay>Pay 16 €</button></form></main>",
        "await page.getByRole('button', { name: 'Pay 12 €' }).click();",
    );
    assert_eq!(kinds(&found), [(ChangeKind::Name, "button \"Pay 12 €\" [ref=e6]: now \"Pay 16 €\"".to_owned())]);
    let [locator] = &found.locators[..] else { panic!("{:?}", found.locators) };
    assert_eq!((locator.verdict, locator.line), (LocatorVerdict::Nothing, 1));
    assert_eq!(locator.replacement.as_deref(), Some("page.getByTestId('pay')"));
}

#[test]
fn cover_is_named() {
    let page = "<main><button>Pay</button></main>";
    let notice = "<div id=notice style='position: fixed; inset: 0'>Cookies</div>";
    let found = reviewed(page, &format!("{page}{notice}"), "");
    let [(ChangeKind::Covered, words)] = &kinds(&found)[..] else { panic!("{:?}", kinds(&found)) };
    assert!(words.starts_with("button \"Pay\" [ref=e3]: div#notice") && words.ends_with("is in front"), "{words}");
}

#[test]
fn second_match_breaks_a_locator() {
    let page = "<h1>Team</h1><ul><li>Ada <button>Remove</button></ul>";
    let found = reviewed(
        page,
        &page.replace("</ul>", "<li>Grace <button>Remove</button></ul>"),
        "const all = page.getByRole('list');\nawait all.getByRole('button').click();",
    );
    let [locator] = &found.locators[..] else { panic!("{:?}", found.locators) };
    assert_eq!((locator.verdict, locator.matches, locator.line), (LocatorVerdict::Several, 2, 2));
    assert!(locator.replacement.as_deref().is_some_and(|text| text.contains("Ada")), "{locator:?}");
}

#[test]
fn same_pages_have_no_changes() {
    let page = "<h1>Team</h1><button>Add</button>";
    let found = reviewed(page, page, "page.getByRole('button', { name: 'Add' })");
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(found.checked, 1);
}
