"""``Page.screenshot`` and ``assert_screenshot``."""

import warnings
from pathlib import Path

import pytest

import stillpage
from stillpage.testing import assert_screenshot

PAGE = "<body style='margin: 0; background: {}'><p id=box style='width: 30px; height: 20px; margin: 0'>"


def test_picture_of_window_page_and_element(tmp_path):
    page = stillpage.Page.from_html(PAGE.format("red"), viewport=(64, 48))
    assert page.screenshot().startswith(b"\x89PNG")
    assert size(page.screenshot()) == (64, 48)
    assert size(page.screenshot(scale=2)) == (128, 96)
    assert size(page.screenshot(clip="#box")) == (30, 20)
    tall = stillpage.Page.from_html("<div style='height: 500px'>", viewport=(64, 48))
    assert size(tall.screenshot(full_page=True))[1] > 500
    written = page.screenshot(tmp_path / "page.webp")
    assert written.startswith(b"RIFF") and (tmp_path / "page.webp").read_bytes() == written
    with pytest.raises(stillpage.ArgumentError, match="png"):
        page.screenshot(tmp_path / "page.gif")
    with pytest.raises(stillpage.ArgumentError, match="no box"):
        stillpage.Page.from_html("<p id=box hidden>").screenshot(clip="#box")


def test_missing_font_is_a_warning(tmp_path):
    page = stillpage.Page.from_html("Words")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        page.screenshot(fonts=tmp_path)
    assert all("drawn as bars" in str(warning.message) for warning in caught)


def test_assertion_fails_with_pictures_to_look_at(tmp_path):
    picture = tmp_path / "shots" / "red.png"
    red, reddish = (stillpage.Page.from_html(PAGE.format(color), viewport=(10, 10)) for color in ("red", "#f80000"))
    with pytest.raises(AssertionError, match="no picture .* yet"):
        assert_screenshot(red, picture)
    picture.with_suffix(".new.png").rename(picture)
    assert_screenshot(red, picture)
    with pytest.raises(AssertionError, match="100 of 100 pixels"):
        assert_screenshot(reddish, picture)
    assert picture.with_suffix(".diff.png").exists()
    assert_screenshot(reddish, picture, channel=8)
    assert_screenshot(reddish, picture, share=1.0)
    assert sorted(path.name for path in Path(picture.parent).iterdir()) == ["red.png"]


def test_update_accepts_the_picture(pytester):
    pytester.makepyfile("def test_it(assert_screenshot):\n    assert_screenshot('<h1>Cart</h1>', 'cart')\n")
    pytester.runpytest().assert_outcomes(failed=1)
    pytester.runpytest("--update-snapshots").assert_outcomes(passed=1)
    assert [path.name for path in (pytester.path / "screenshots").iterdir()] == ["test_update_accepts_the_picture__cart.png"]
    pytester.runpytest().assert_outcomes(passed=1)


def size(png):
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
