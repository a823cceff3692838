"""Uses of the package that have to type-check; mypy reads this file, nobody runs it."""

from pathlib import Path
from typing import Optional

import stillpage
from stillpage import Page, Session
from stillpage.testing import assert_aria_snapshot


def uses() -> None:
    page: Page = stillpage.open(Path("page.html"), viewport=(1280, 720), color_scheme="dark")
    text: str = Page.from_html(b"<p>x", url="https://example.org/").snapshot(mode="default", boxes=True)
    reference: Optional[str] = page.find("button")[0].ref
    name: str = page.find("a")[0].get("href", "") + text
    if page.check("e7", policy="playwright") and reference is not None:
        session = Session()
        name += session.observe(page)[reference].name + session.resolve(page, reference).reason
    page = page.find("input")[0].fill(text).page.select_option("select", ["a"]).page
    name += str(page.press("Enter").effects[0]["effect"])
    names = [match.element.name for match in page.search("x")] + [row["name"] for row in page.elements()]
    assert_aria_snapshot(page, Path("page.aria.yml"))
    try:
        page.locate(name + names[0])
    except stillpage.NotFoundError as error:
        print(error.code, error.hint)


def mistakes() -> None:
    Page.from_html(3)  # type: ignore[arg-type]
    stillpage.open("a", color_scheme="blue")  # type: ignore[arg-type]
    Page.from_html("x").snapshot("ai")  # type: ignore[call-arg]
    Page.from_html("x").fill("p")  # type: ignore[call-arg]
    Page.from_html("x").find("p")[0].tag = "x"  # type: ignore[misc]
