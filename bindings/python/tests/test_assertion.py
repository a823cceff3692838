"""``assert_aria_snapshot`` and the pytest plugin, as a project that uses them sees them."""

import textwrap

import pytest

import stillpage
from stillpage.testing import assert_aria_snapshot, to_page

HTML = "<h1>Cart</h1><button>Pay 30 €</button>"
TEMPLATE = '- heading "Cart" [level=1]\n- button /Pay \\d+ €/'


class Response:
    """What a test client returns."""

    def __init__(self, **attributes):
        self.__dict__.update(attributes)


def test_every_kind_of_response():
    class Playwright:
        def aria_snapshot(self):
            return '- heading "Cart" [level=1]\n- button "Pay 30 €"'

    body = HTML.encode()
    responses = [
        HTML,
        body,
        stillpage.Page.from_html(HTML),
        Response(get_data=lambda: body, headers={"Content-Type": "text/html; charset=utf-8"}),
        Response(content=body, headers={"content-type": "text/html"}),
        Response(content=HTML),
        Playwright(),
        Playwright().aria_snapshot(),
    ]
    for response in responses:
        if response in (body, responses[4]):
            # No charset is declared: windows-1252, as in a browser.
            assert_aria_snapshot(response, '- heading "Cart"')
            continue
        assert_aria_snapshot(response, TEMPLATE)
        with pytest.raises(AssertionError, match="nearest is button \"Pay 30 €\""):
            assert_aria_snapshot(response, '- button "Buy"')


def test_headers_say_the_charset_and_the_address():
    response = Response(
        content="<title>Für</title><a href=a>x</a>".encode("latin-1"),
        headers={"Content-Type": "text/html; charset=ISO-8859-1"},
        url="http://testserver/b/",
    )
    page = to_page(response)
    assert (page.title, page.url) == ("Für", "http://testserver/b/")


def test_django():
    import django
    from django.conf import settings
    from django.http import HttpResponse
    from django.test import RequestFactory
    from django.test.client import Client
    from django.urls import path

    def cart(request):
        return HttpResponse(HTML)

    settings.configure(ROOT_URLCONF=(path("cart", cart),), ALLOWED_HOSTS=["*"], SECRET_KEY="x")
    django.setup()
    assert_aria_snapshot(cart(RequestFactory().get("/cart")), TEMPLATE)
    assert_aria_snapshot(Client().get("/cart"), TEMPLATE)


def test_what_is_no_page_is_refused():
    with pytest.raises(TypeError, match="not dict"):
        assert_aria_snapshot({}, TEMPLATE)
    with pytest.raises(TypeError, match="snapshot must be str or pathlib.Path, not int"):
        assert_aria_snapshot(HTML, 3)
    with pytest.raises(ValueError, match="does not parse"):
        assert_aria_snapshot(HTML, "button")
    with pytest.raises(AssertionError, match="--update-snapshots"):
        assert_aria_snapshot(HTML, "")


TEST = '''
from pathlib import Path
import pytest
from stillpage.testing import assert_aria_snapshot

HTML = """<h1>Für Cart 3</h1><p>C:\\\\dir</p><button>Pay</button>"""

def test_ä_inline():
    if True:
        assert_aria_snapshot(HTML, "")

def test_kept():
    assert_aria_snapshot(
        HTML,
        """
        - heading /Cart \\\\d/ [level=2]
        - button
        """,
    )

def test_file():
    assert_aria_snapshot(HTML, Path("snapshots/cart.aria.yml"))

def test_passes():
    assert_aria_snapshot(HTML, "- button 'Pay'" if False else '- button "Pay"')

@pytest.mark.parametrize("n", [1, 2])
def test_same(n, assert_aria_snapshot):
    assert_aria_snapshot("<p>x", snapshot="- heading")
'''


def test_update_writes_what_the_page_has(pytester):
    path = pytester.makepyfile(test_shop=TEST)
    before = path.read_text("utf-8")
    result = pytester.runpytest_subprocess("-q")
    result.assert_outcomes(passed=1, failed=5)
    assert path.read_text("utf-8") == before
    result = pytester.runpytest_subprocess("-q", "--update-snapshots")
    result.assert_outcomes(passed=6)
    result.stdout.fnmatch_lines(["*aria snapshots written*", "*cart.aria.yml", "*test_shop.py:9"])
    text = path.read_text("utf-8")
    assert textwrap.dedent('''
    if True:
        assert_aria_snapshot(HTML, r"""
            - heading "Für Cart 3" [level=1]
            - paragraph: C:\\dir
            - button "Pay"
        """)
    ''').strip() in textwrap.dedent(text.split("def test_ä_inline():")[1].split("def")[0])
    assert "heading /Cart \\d/ [level=1]" in text, "the regular expression stays"
    assert text.count("- paragraph: x") == 1
    assert '"- button \'Pay\'" if False else' in text, "what passes stays"
    stored = path.parent / "snapshots" / "cart.aria.yml"
    assert stored.read_text("utf-8").startswith('- heading "Für Cart 3" [level=1]\n')
    pytester.runpytest_subprocess("-q").assert_outcomes(passed=6)


def test_update_says_what_it_cannot_write(pytester):
    pytester.makepyfile(
        """
        import pytest
        from stillpage.testing import assert_aria_snapshot

        WANTED = "- heading"

        def test_name():
            assert_aria_snapshot("<p>x", WANTED)

        @pytest.mark.parametrize("n", [1, 2])
        def test_disagree(n):
            assert_aria_snapshot(f"<p>{n}", "- heading")
        """
    )
    result = pytester.runpytest_subprocess("-q", "--update-snapshots")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*not written*", "*not one string literal*", "*disagree*"])
