//! Locators as Playwright 1.65 generates them in Chromium, and that they find their element again.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::device::Device;
use crate::dom::local_name;
use crate::offline::Offline;
use crate::page::RenderOptions;
use crate::search::css;
use crate::search::playwright::elements_below;
use crate::snapshot::{Snapshot, SnapshotOptions};

/// Asserts the locator that `of` writes for `#x`, and that it finds `found`.
#[track_caller]
fn check_found(html: &str, expected: &str, found: &str) {
    let page = Page::from_html(html);
    let by_id = |id: &str| page.dom().get_element_by_id(page.dom().document(), &id.into()).expect("an element");
    let written = of(&page, by_id("x"));
    assert_eq!(written, expected, "{html}");
    let found_again = selector_of(&written).expect("a locator").find(&page);
    assert_eq!(found_again, Ok(vec![by_id(found)]), "{written}");
}

/// Asserts the locator that `of` writes for the first element with the class `x`, and that it finds it.
#[track_caller]
fn check_class(html: &str, expected: &str) {
    let page = Page::from_html(html);
    let x = css::find(&page, ".x").expect("a selector")[0];
    let written = of(&page, x);
    assert_eq!(written, expected, "{html}");
    assert_eq!(selector_of(&written).expect("a locator").find(&page), Ok(vec![x]), "{written}");
}

#[track_caller]
fn check(html: &str, expected: &str) {
    check_found(html, expected, "x");
}

/// Returns the number of lines of a recording that are as generated here, and the number of all; the others go into `wrong`, and
/// what is not found again.
fn compare(page: &Page, name: &str, recording: &str, wrong: &mut Vec<String>) -> (usize, usize) {
    let dom = page.dom();
    let order = elements_below(dom, dom.document(), true);
    let snapshot = Snapshot::render(page, &SnapshotOptions::default());
    let (mut equal, mut all) = (0, 0);
    for line in recording.lines() {
        let (key, expected) = line.split_once(' ').expect("a key and a locator");
        let node = match key.parse::<usize>() {
            Ok(at) => order[at],
            Err(_) => snapshot.refs().element(key.parse().expect("a ref")).expect("an element with this ref"),
        };
        all += 1;
        let written = of(page, node);
        equal += usize::from(written == expected);
        if written != expected {
            wrong.push(format!("{name} {key}: {written}\n    not {expected}"));
        }
        let found = selector_of(&written).expect("a locator").find(page);
        if found.as_deref() != Ok(&[generate::retargeted(page, node)]) {
            wrong.push(format!("{name} {key}: {written} finds {found:?}"));
        }
    }
    (equal, all)
}

#[test]
fn locators_are_those_that_playwright_generates() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut files: Vec<PathBuf> = fs::read_dir(root.join("snapshots/generated"))
        .expect("the recordings")
        .map(|entry| entry.expect("a recording").path())
        .collect();
    files.sort();
    let (mut equal, mut all, mut wrong) = (0, 0, Vec::new());
    for file in files {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let folder = root.join("corpus/pages").join(&name);
        let path = ["page.html", "page.mhtml"].map(|file| folder.join(file)).into_iter().find(|path| path.exists());
        let dom = Offline::new(path.expect("a page of the corpus")).dom().expect("a saved page");
        let page = Page::render(dom, Device::default(), RenderOptions::default());
        let (same, lines) = compare(&page, &name, &fs::read_to_string(&file).expect("a recording"), &mut wrong);
        equal += same;
        all += lines;
    }
    assert!(wrong.is_empty(), "{equal} of {all}:\n{}", wrong.join("\n"));
    assert!(all >= 2800, "{all} locators are too few");
}

#[test]
fn attribute_for_test_ids_is_that_of_the_page() {
    let html = "<p data-qa=a>x</p><p data-testid=a>x</p>";
    let mut dom = Page::from_html(html).dom().clone();
    dom.set_test_id_attribute("data-qa");
    let pages = [Page::render(dom, Device::default(), RenderOptions::once()), Page::from_html(html)];
    for (page, marked) in pages.iter().zip(["[data-qa]", "[data-testid]"]) {
        let wanted = css::find(page, marked).expect("a selector");
        let written = of(page, wanted[0]);
        assert_eq!(written, "getByTestId('a')", "{marked}");
        assert_eq!(selector_of(&written).expect("a locator").find(page), Ok(wanted), "{marked}");
    }
}

#[test]
fn elements_go_by_what_users_perceive_first() {
    check("<button id=x>Go</button>", "getByRole('button', { name: 'Go' })");
    check("<button id=x>Go</button><button>Go on</button>", "getByRole('button', { name: 'Go', exact: true })");
    check("<button id=x data-testid=go>Go</button>", "getByTestId('go')");
    check("<button id=x data-test='g\"o'>Go</button>", "locator('[data-test=\"g\\\\\"o\"]')");
    check("<p>It's<b id=x>Ada's</b>", "getByText('Ada\\'s')");
    check("<input id=x><input>", "locator('[id=\"x\"]')");
    check("<input id=x placeholder='Your name'>", "getByRole('textbox', { name: 'Your name' })");
    check("<img id=x alt='A map' title=Map>", "getByRole('img', { name: 'A map' })");
    check("<table><tr><td id=x>08:15<td>09:30</table>", "getByRole('cell', { name: ':15' })");
    check(
        "<label>From <select id=x><option>Town quay<option>Skerry<option>Lighthouse island</select></label>",
        "getByLabel('From Town')",
    );
    check("<p id=x>The 18:40 boat to Skerry is cancelled today", "getByText('The 18:40 boat to Skerry is')");
    check("<div><i id=x title='a\tb'>?</i></div>", "getByText('?')");
}

#[test]
fn equal_elements_differ_by_what_is_around() {
    let list = "<ul><li>Milk <button class=x>Add</button><li>Eggs <button>Add</button></ul>";
    check_class(list, "getByRole('listitem').filter({ hasText: 'Milk Add' }).getByRole('button')");
    check_class("<p><b class=x>a</b><b>a</b><b>a</b>", "getByText('a').first()");
    check_class("<p><b>a</b><b>a</b><b class=x>a</b>", "getByText('a').nth(2)");
    check_class("<p>a<p><b>a/b</b><b class=x>a/b</b>", "getByText('a/b').nth(1)");
    check_class("<p><b>a/b c</b><b class=x>a/b</b>", "getByText('a/b', { exact: true })");
    let many = "<i></i>".repeat(9);
    check_class(&format!("<section class='a'>{many}<i class=x></i></section>"), "locator('.x')");
    check_class(&format!("<section>{many}<i class=x></i></section><i class=x></i>"), "locator('.x').first()");
    check_class(&format!("<section>{many}<i class='y x'></i><i class='y x'></i></section>"), "locator('.y').first()");
    check_class("<i class=x>It's \"a>>b\"</i><i>It's \"a>>b\" c</i>", "getByText('It\\'s \"a>>b\"', { exact: true })");
    check_class("<p class=x aria-label='a\tb\u{1}' role=group>", "getByRole('group', { name: 'a b\\u0001' })");
}

#[test]
fn parts_of_a_button_mean_the_button() {
    check_found("<button id=b><b id=x>Go</b></button>", "getByRole('button', { name: 'Go' })", "b");
    check_found("<div role=link id=b>See <b id=x>more</b></div>", "getByRole('link', { name: 'See more' })", "b");
    check("<a href=/>Go <span id=x contenteditable>more</span></a>", "getByText('more')");
}

#[test]
fn frames_are_entered() {
    let page =
        Page::from_html("<iframe title=Map srcdoc='<p>Quay<button>Zoom</button>'></iframe><button>Zoom</button>");
    let found = |text: &str| selector_of(text).expect("a locator").find(&page).expect("elements");
    let inner = found("frameLocator('iframe').getByRole('button')");
    let written = of(&page, inner[0]);
    assert_eq!(written, "locator('iframe[title=\"Map\"]').contentFrame().getByRole('button', { name: 'Zoom' })");
    assert_eq!(found(&written), inner);
    assert_eq!(found("getByTitle('Map').contentFrame().getByText('quay')").len(), 1);
}

/// The ids of what a locator finds.
#[track_caller]
fn check_finds(locator: &str, expected: &str) {
    let page = Page::from_html(
        "<main id=m><ul><li id=a>Milk <button id=b>Add</button><li id=c>Oat milk <button id=d disabled title='Sold out'>Add</button></ul>
         <h2 id=h>Don't \"wait\"</h2><p id=n>a\u{1f600}b</p><button hidden id=z>Add</button></main>",
    );
    let found = selector_of(locator).unwrap_or_else(|| panic!("{locator} is a locator")).find(&page);
    let found = found.unwrap_or_else(|error| panic!("{locator}: {error}"));
    let ids: Vec<_> = found.iter().map(|&node| page.dom().attr(node, &local_name!("id")).unwrap_or("-")).collect();
    assert_eq!(ids.join(" "), expected, "{locator}");
}

#[test]
fn locators_are_read_as_people_write_them() {
    check_finds("page.getByRole('button', { name: \"add\" }).first()", "b");
    check_finds("page.getByRole(`button`).last()", "d");
    check_finds("getByRole('button', { name: 'Add', exact: true, disabled: true })", "d");
    check_finds("getByRole('button', { includeHidden: true }).nth(-1)", "z");
    check_finds("getByRole('button', { description: 'sold' })", "d");
    check_finds("getByRole('heading', { level: 2, })", "h");
    check_finds("getByRole('listitem').filter({ hasText: /^Milk/ }).getByRole('button')", "b");
    check_finds("getByRole('listitem').filter({ hasNotText: 'oat' })", "a");
    check_finds("page.locator('li', { has: page.getByTitle('Sold out') })", "c");
    check_finds("page\n  .locator('li')\n  .filter({ hasNot: page.locator('[disabled]') })", "a");
    check_finds("locator('button').filter({ visible: true }).or(getByText('wait'));", "b d h");
    check_finds("locator('li').and(getByText('oat'))", "c");
    check_finds("getByText('Don\\'t \"wait\"', { exact: true })", "h");
    check_finds("getByText('\\ud83d\\ude00')", "n");
    check_finds("getByText('\\u{1F600}\\x62')", "n");
    check_finds("locator('main').locator(locator('li').nth(1))", "c");
}

#[test]
fn mistakes_in_locators_are_reported_where_they_are() {
    let check = |locator: &str, expected: &str| {
        let found = selector_of(locator).expect("a locator").find(&Page::from_html("<p>"));
        let error = found.expect_err(locator);
        assert_eq!(error.to_string(), format!("invalid selector `{locator}` at {expected}"));
    };
    check("getByText('a'", "column 14: `,` is expected");
    check("page.getByText('a", "column 16: the string does not end");
    check("getByRole('knob')", "column 1: there is no role `knob`");
    check("getByText('a').frist()", "column 16: there is no method `frist`");
    check("getByText('a', { loud: true })", "column 1: getByText() has no option `loud`, only `exact`");
    check("locator('a') b", "column 14: `.` and another call, or the end, is expected");
    let deep = "locator(".repeat(50);
    let error = selector_of(&deep).expect("a locator").find(&Page::from_html("<p>")).expect_err("an error");
    assert!(error.to_string().ends_with("column 169: locators are nested too deeply"), "{error}");
    for css in ["main > a", "a:not(.b)", "text=getByText(1)", "get(a)"] {
        assert!(selector_of(css).is_none(), "{css} is a selector");
    }
}
