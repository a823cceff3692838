"""Aria snapshot assertions in tests, without a browser.

    from stillpage.testing import assert_aria_snapshot

    def test_cart(client):
        assert_aria_snapshot(client.get("/cart"), '''
            - heading "Cart" [level=1]
            - button /Pay \\d+ €/
        ''')

``pytest --update-snapshots`` writes what the page has into the test, or into the file that the test names.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Optional, Union

from . import AriaMatch, Element, Page, match_aria_text
from ._update import Update, add_update, is_updating

__all__ = ["assert_aria_snapshot", "assert_screenshot", "to_page"]


def assert_aria_snapshot(actual: Any, snapshot: Union[str, Path]) -> None:
    """Asserts that a page matches an aria snapshot template, as Playwright's ``to_match_aria_snapshot()`` does.

    Args:
        actual: HTML, bytes of a page, a ``stillpage.Page``, the response of a test client (Django, Flask, Starlette,
            httpx, requests), a Playwright page or locator, or the text of its ``aria_snapshot()``.
        snapshot: the template; or a ``Path`` to a file with it, relative to the file of the test.

    With ``--update-snapshots`` a snapshot that does not match, or is empty, is written anew: a string literal where it
    stands in the test, a file where it lies. Regular expressions stay where they match.

    Raises:
        AssertionError: if the page does not match.
        ArgumentError: if the template does not parse.
    """
    __tracebackhide__ = True
    frame = sys._getframe(1)
    test_file = Path(frame.f_code.co_filename)
    path: Optional[Path] = None
    if isinstance(snapshot, Path):
        path = test_file.parent / snapshot
        template = path.read_text("utf-8") if path.exists() else ""
    elif isinstance(snapshot, str):
        template = snapshot
    else:
        raise TypeError(f"snapshot must be str or pathlib.Path, not {type(snapshot).__qualname__}")
    result = _match(actual, template)
    empty = not template.strip()
    if result.matches and not empty:
        return
    if add_update(Update(test_file, frame.f_lineno, path, template, result.updated)):
        return
    if empty:
        where = f"{path} does not exist or is empty" if path else "the snapshot is empty"
        raise AssertionError(f"{where}: any page would match it; run pytest --update-snapshots to write it")
    raise AssertionError(
        f"the page does not match the aria snapshot\n\n{result.diff}\nThe page as a snapshot:\n\n{result.updated}\n"
        "Run pytest --update-snapshots to accept it."
    )


def assert_screenshot(
    actual: Any,
    name: Union[str, Path],
    *,
    full_page: bool = False,
    clip: Union[str, Element, None] = None,
    scale: Optional[float] = None,
    channel: int = 0,
    share: float = 0.0,
) -> None:
    """Asserts that a page looks as in a picture that was accepted before.

    Args:
        actual: HTML, bytes of a page, a ``stillpage.Page`` or the response of a test client.
        name: the picture is ``screenshots/TEST_FILE__NAME.png`` beside the file of the test; or a ``Path`` to it, relative to that file.
        full_page: all of the page in place of the window.
        clip: one element: a ref, a selector (its first match) or an element.
        scale: pixels per CSS pixel; by default those of the device.
        channel: the difference in a channel, of 255, up to which a pixel counts as the same.
        share: the share of pixels, 0 to 1, that may be others.

    A picture that is missing or differs fails the test and writes two files beside it: ``NAME.new.png``, the page as it looks now, and
    ``NAME.diff.png``, in which what differs is red. With ``--update-snapshots`` the new picture is accepted.

    Raises:
        AssertionError: if the page does not look as in the picture.
    """
    __tracebackhide__ = True
    test_file = Path(sys._getframe(1).f_code.co_filename)
    if isinstance(name, Path):
        path = test_file.parent / name
    else:
        path = test_file.parent / "screenshots" / f"{test_file.stem}__{name.replace('/', '__')}.png"
    reason = to_page(actual)._compare_screenshot(
        path, full_page=full_page, clip=clip, scale=scale, channel=channel, share=share, update=is_updating()
    )
    if reason is not None:
        raise AssertionError(reason)


def to_page(response: Any) -> Page:
    """The page of a response: HTML, bytes, or the response of a test client.

    Raises:
        TypeError: if it is none of these.
    """
    if isinstance(response, Page):
        return response
    if isinstance(response, (str, bytes)):
        return Page.from_html(response)
    # Werkzeug and Flask: get_data(); Django, requests and httpx: content.
    get_data = getattr(response, "get_data", None)
    body = get_data() if callable(get_data) else getattr(response, "content", None)
    if isinstance(body, (str, bytes)):
        if isinstance(body, bytes):
            body = _decode(response, body)
        return Page.from_html(body, url=_address(response))
    raise TypeError(
        "actual must be HTML, a stillpage.Page, a response with its body in content or get_data(), or a Playwright page "
        f"or locator, not {type(response).__qualname__}"
    )


def _match(actual: Any, template: str) -> AriaMatch:
    # Playwright's Page and Locator.
    aria_snapshot = getattr(actual, "aria_snapshot", None)
    if callable(aria_snapshot):
        actual = aria_snapshot()
    if isinstance(actual, str) and actual.lstrip().startswith("- "):
        return match_aria_text(actual, template)
    return to_page(actual).match_aria(template)


def _decode(response: Any, body: bytes) -> Union[str, bytes]:
    """The body by the charset of its Content-Type; unchanged without one: the page itself declares it then."""
    headers = getattr(response, "headers", None) or {}
    content_type = headers.get("Content-Type") or headers.get("content-type") or ""
    for parameter in content_type.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            try:
                return body.decode(value.strip(" \"'"), "replace")
            except LookupError:
                return body
    return body


def _address(response: Any) -> Optional[str]:
    """The absolute address of a response, where it has one."""
    request = getattr(response, "request", None)
    for address in (getattr(response, "url", None), getattr(request, "url", None)):
        if address is not None and str(address).startswith(("http://", "https://")):
            return str(address)
    return None
