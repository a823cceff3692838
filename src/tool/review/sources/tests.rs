//! Locators in sources of each language.

use super::{SourceLanguage, locators, written};

/// The locators of a source: the line, and the locator in JavaScript or the reason.
fn read(text: &str, language: SourceLanguage) -> Vec<(usize, String)> {
    let found = locators(text, language).into_iter();
    found
        .map(|found| match found.steps {
            Ok(steps) => (found.line, written(&steps, SourceLanguage::JavaScript)),
            Err(reason) => (found.line, format!("? {reason}")),
        })
        .collect()
}

fn lines(found: &[(usize, String)]) -> String {
    found.iter().map(|(line, text)| format!("{line} {text}\n")).collect()
}

#[test]
fn javascript_is_read() {
    let found = read(
        r#"import { test, expect } from '@playwright/test';
const SAVE = 'Save';
test('a page', async ({ page }) => {
  // page.getByRole('button', { name: 'In a comment' })
  await page.goto('/a');
  await page.getByRole('button', { name: SAVE, exact: true }).click();
  const dialog: Locator = page.getByRole("dialog", { name: /Sold\/out/i });
  await expect(dialog.getByText('Hosta ' + "Blue")).toBeVisible();
  await page.locator('li').filter({ hasText: 'Tea', has: page.getByRole('button') }).nth(-1).hover();
  await page.fill('#name', 'Ada');
  await page.getByText(`Hello ${name}`).click();
  await this.page.getByTestId('x').first().click();
  await row.getByLabel('Pieces').fill('2');
  const count = await page.getByRole('row').count();
  items.filter(item => item.first()).map(f);
});
"#,
        SourceLanguage::JavaScript,
    );
    insta::assert_snapshot!(lines(&found), @r"
    6 page.getByRole('button', { name: 'Save', exact: true })
    7 page.getByRole('dialog', { name: /Sold\/out/i })
    8 page.getByRole('dialog', { name: /Sold\/out/i }).getByText('Hosta Blue')
    9 page.locator('li').filter({ hasText: 'Tea' }).filter({ has: getByRole('button') }).last()
    10 page.locator('#name')
    11 ? ``Hello ${name}`` is known only when the test runs
    12 page.getByTestId('x').first()
    13 ? `row` is not set to a page or a locator in this file
    14 page.getByRole('row')
    ");
}

#[test]
fn python_is_read() {
    let found = read(
        r#"
def test_page(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).first.click()
    # page.get_by_text("in a comment")
    dialog = page.get_by_role("dialog", name=re.compile(r"sold/out", re.IGNORECASE))
    expect(dialog.get_by_text("Hosta "
                              'Blue')).to_be_visible()
    page.locator("li", has_text="Tea").and_(page.locator(".x")).last.hover()
    page.get_by_text(f"Hello {name}").click()
    page.get_by_label('It\'s').fill("1")
"#,
        SourceLanguage::Python,
    );
    insta::assert_snapshot!(lines(&found), @r#"
    3 page.getByRole('button', { name: 'Save', exact: true }).first()
    5 page.getByRole('dialog', { name: /sold\/out/i })
    6 page.getByRole('dialog', { name: /sold\/out/i }).getByText('Hosta Blue')
    8 page.locator('li').filter({ hasText: 'Tea' }).and(locator('.x')).last()
    9 ? `f"Hello {name}"` is known only when the test runs
    10 page.getByLabel('It\'s')
    "#);
}

#[test]
fn rust_is_read() {
    let found = read(
        r##"
fn a_page() {
    let page = Page::from_html(HTML);
    let coffee = page.get_by_role(Role::Listitem).filter_has_text("coffee");
    expect(&coffee.get_by_role(Role::Button).name(TextPattern::exact("Add")).disabled(false)).to_have_count(1);
    page.get_by_text(TextPattern::regex(r"\d+ items?", "i")).first();
    page.locator(r#"a[href="/x"]"#).filter_has(&page.get_by_role(Role::Img));
    other.get_by_label("x");
    let c = 'x';
}
"##,
        SourceLanguage::Rust,
    );
    insta::assert_snapshot!(lines(&found), @r#"
    4 page.getByRole('listitem').filter({ hasText: 'coffee' })
    5 page.getByRole('listitem').filter({ hasText: 'coffee' }).getByRole('button', { name: 'Add', exact: true, disabled: false })
    6 page.getByText(/\d+ items?/i).first()
    7 page.locator('a[href="/x"]').filter({ has: getByRole('img') })
    8 ? `other` is not set to a page or a locator in this file
    "#);
}

#[test]
fn damaged_sources_are_read_as_far_as_they_go() {
    for text in [
        "page.getByRole(",
        "page.getByRole('x",
        "page.getByRole(\"button\", {name:",
        "`${",
        "/*",
        "page.locator(((((",
        "}})",
    ] {
        for language in [SourceLanguage::JavaScript, SourceLanguage::Python, SourceLanguage::Rust] {
            for found in locators(text, language) {
                assert!(found.steps.is_err(), "{text}: {found:?}");
            }
        }
    }
}
