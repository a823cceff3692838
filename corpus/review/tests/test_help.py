from playwright.sync_api import Page, expect


def test_help_leads_back(page: Page) -> None:
    page.goto("/help.html")
    expect(page.get_by_role("heading", name="Help", exact=True)).to_be_visible()
    page.get_by_role("link", name="Back to the cart").click()
    page.get_by_role("button", name="Pay 12 €").click()
