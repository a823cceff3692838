import io
import json
import threading
import time

import pytest

import stillpage
from stillpage import Page

CART = """
<!doctype html><title>Cart</title>
<nav><a href=/help>Help</a></nav>
<main>
  <h1>Cart</h1>
  <p>Two mugs, dispatched from the pottery in Delft within three working days.</p>
  <ul><li>Mug <button id=less>Remove</button><li>Teapot <button id=more>Remove</button></ul>
  <label>Pieces <input type=number value=2></label>
  <button disabled>Pay 30 €</button>
  <p hidden>Secret</p>
</main>
"""


@pytest.fixture(scope="module")
def cart():
    return Page.from_html(CART, url="https://example.org/cart")


def test_snapshots(cart):
    assert cart.snapshot(mode="default").startswith('- navigation:\n  - link "Help":\n    - /url: /help\n- main:\n')
    assert "[ref=e" in cart.snapshot()
    assert "[box=" in cart.snapshot(boxes=True)
    assert cart.snapshot(depth=1).count("\n") < cart.snapshot().count("\n")
    assert cart.agent_view().startswith("# Page: Cart\n")
    assert "[box=" in cart.agent_view(boxes=True)


def test_a_token_budget_folds(corpus):
    page = stillpage.open(corpus / "checkout-modal" / "page.html")
    whole, small = page.agent_view(), page.agent_view(max_tokens=500)
    assert stillpage.estimate_tokens(small) <= 500 < stillpage.estimate_tokens(whole)
    assert stillpage.estimate_tokens(page.snapshot(max_tokens=500)) <= 500
    assert "[obscured]" in whole and "[obscured]" not in page.agent_view(modal="off")


def test_open_takes_paths_and_options(corpus):
    path = corpus / "checkout-modal" / "page.html"
    desktop, phone = stillpage.open(str(path)), stillpage.open(path, device="iPhone 15")
    assert desktop.title == phone.title == "Checkout – Fern & Furrow"
    assert desktop.snapshot(boxes=True) != phone.snapshot(boxes=True)
    assert stillpage.open(path.parent.parent / "sign-in", viewport=(600, 400)).find("input")


def test_recordings_open_at_their_moments(corpus):
    trace = corpus.parent / "recordings" / "checkout.trace.zip"
    states = stillpage.states(trace)
    clicks = [state for state in states if state["action"] and state["action"]["method"] == "click"]
    assert clicks[-1]["error"] and clicks[0]["id"].endswith(":before")
    before = stillpage.open(trace, at=clicks[0]["id"])
    assert "Gift wrap was added." not in before.text()
    assert "Gift wrap was added." in stillpage.open(trace, at=clicks[0]["id"].replace("before", "after")).text()
    assert stillpage.open(trace).title == "Checkout"
    with pytest.raises(stillpage.NotFoundError):
        stillpage.open(trace, at="call@1:after")
    with pytest.raises(stillpage.ArgumentError):
        stillpage.states(corpus / "sign-in" / "page.html")


def test_archives_open_at_their_addresses(corpus):
    for name in ["shop.warc.gz", "shop.wacz", "shop.har.zip"]:
        archive = corpus.parent / "archives" / name
        page = stillpage.open(archive, url="http://127.0.0.1:8472/")
        assert page.title == "Tea" and "Sold out" not in page.text()
        with pytest.raises(stillpage.NotFoundError):
            stillpage.open(archive, url="http://127.0.0.1:8472/else")
    with pytest.raises(stillpage.ArgumentError):
        stillpage.open(corpus / "sign-in" / "page.html", url="http://127.0.0.1:8472/")


def test_device_options_reach_the_cascade():
    html = "<style>@media (prefers-color-scheme: dark) { p { width: 10px } }"
    html += "@media (width < 500px) { p { width: 20px } }</style><p>x"
    for options, width in [({}, 1264), ({"color_scheme": "dark"}, 10), ({"viewport": (400, 300)}, 20)]:
        assert Page.from_html(html, **options).find("p")[0].box[2] == width


def test_bytes_are_decoded_as_a_browser_would():
    html = "<meta charset=iso-8859-1><title>Für</title>".encode("latin-1")
    assert Page.from_html(html).title == "Für"


def test_find_and_elements(cart):
    buttons = cart.find("li button")
    assert [button.name for button in buttons] == ["Remove", "Remove"]
    assert cart.find("role=spinbutton")[0].get("value") == "2"
    button = buttons[0]
    assert (button.tag, button.role, button.get("id"), button.get("nope"), button.get("nope", "")) == (
        "button", "button", "less", None, "",
    )
    assert button.attrib == {"id": "less"}
    assert button.parent.text == "Mug Remove"
    assert button == cart.find("#less")[0] and button != buttons[1]
    assert len({button, cart.find("#less")[0], buttons[1]}) == 2
    x, y, width, height = button.box
    assert x > 0 and y > 0 and width > 30 and height > 10
    assert button.visible and not cart.find("[hidden]")[0].visible
    assert cart.find("title")[0].box is None
    assert repr(button) == f'<Element button "Remove" ref={button.ref}>'
    assert cart.refs[button.ref] == button == cart.element(button.ref)


def test_styles_say_which_declaration_won():
    page = Page.from_html("<style>a { color: red }\n#go { color: green }\ndiv { font: 12px serif }</style><div><a id=go>Go</a></div>")
    link = page.find("#go")[0]
    won = link.explain_styles("color")
    assert [(w.property, w.value, w.line, w.column, w.selector) for w in won] == [("color", "green", 2, 7, "#go")]
    assert won[0].longhands == ["color"] and won[0].inherited_from is None and won[0].pseudo is None
    (lost,) = won[0].beats
    assert (lost.property, lost.value, lost.line, lost.selector) == ("color", "red", 1, "a")
    assert lost.why == "specificity 0,0,1 under 1,0,0"
    font = link.explain_styles("font-size")[0]
    assert (font.property, font.value, font.inherited_from) == ("font", "12px serif", page.find("div")[0])
    assert len(link.explain_styles()) == 2 and link.explain_styles("width") == []
    assert repr(won[0]).startswith("<WonDeclaration color: green ") and repr(lost).endswith(": specificity 0,0,1 under 1,0,0>")


def test_clicks():
    page = Page.from_html("<button>Buy</button><div id=veil style='position: fixed; inset: 0'>We use cookies</div>")
    click = page.check("button")
    assert not click and not click.ok
    assert (click.outcome, click.reason) == ("refused", "intercepted")
    assert click.interceptor == page.find("#veil")[0]
    assert click.element.name == "Buy"
    assert page.check(page.find("#veil")[0])
    assert page.check("#veil").point == (640, 360)
    below = Page.from_html("<div style='height: 3000px'></div><button>Buy</button>").check("button")
    assert below and below.scrolled[0].element is None and below.scrolled[0].by[1] > 2000


def test_search_is_a_sequence(cart):
    found = cart.search("remove")
    assert len(found) == found.total == 2
    assert [match.text for match in found] == ["Remove", "Remove"]
    assert found[-1].element == cart.find("#more")[0]
    assert found[0].before.endswith("Mug ")
    assert (len(cart.search("remove", max_results=1)), cart.search("remove", max_results=1).total) == (1, 2)
    assert cart.search(r"\d+ €", regex=True)[0].text == "30 €"
    assert not cart.search("secret") and cart.search("secret", include_hidden=True)[0].hidden
    assert not cart.search("REMOVE", case_sensitive=True)
    with pytest.raises(IndexError):
        found[2]


def test_locate(cart):
    assert cart.locate("the Pay button").name == "Pay 30 €"
    with pytest.raises(stillpage.NotFoundError) as ambiguous:
        cart.locate("the Remove button")
    assert ambiguous.value.code == "ambiguous_description"
    assert len(ambiguous.value.details["candidates"]) == 2


def test_text_and_markdown(cart):
    assert cart.text().startswith("Help\nCart\n")
    assert "Secret" not in cart.text()
    assert "# Cart" in cart.markdown()
    assert "[Help](https://example.org/help)" in cart.markdown()
    assert "Help" not in cart.text(main=True) and "Delft" in cart.text(main=True)
    assert "Help" not in cart.markdown(main=True)


def test_extract_takes_dicts_text_schemas_and_models():
    page = Page.from_html("<h1>Teapot</h1><dl><dt>Price<dd>30 €</dl>")
    schema = {"type": "object", "properties": {"price": {"type": "string"}}, "required": ["price", "colour"]}

    class Model:
        @staticmethod
        def model_json_schema():
            return schema

    for form in [schema, json.dumps(schema), stillpage.Schema(schema), Model]:
        found = page.extract(form)
        assert found.data == {"price": "30 €"}
        assert found.sources["/price"]["element"].tag == "dd"
        assert [pointer for pointer, _ in found.violations] == [""]


def test_metadata_has_values_and_their_sources():
    found = Page.from_html("<h1>Tea</h1><p>By Ada Lind, <time datetime=2025-03-09>9 March</time></p>").metadata()
    assert found.data["datePublished"] == "2025-03-09"
    assert found.sources["/datePublished"]["element"].tag == "time"
    assert found.violations == []


def test_tree_is_what_playwright_calls_json(cart):
    tree = cart.tree(mode="default")
    assert [node["role"] for node in tree] == ["navigation", "main"]
    assert json.loads(json.dumps(tree)) == tree


def test_templates(cart):
    match = cart.match_aria("- button /Pay \\d+ €/ [disabled]")
    assert match and match.matches and match.diff == ""
    match = cart.match_aria("- button /Pay \\d+ €/")
    assert match.updated.count("/Pay \\d+ €/ [disabled]") == 1
    match = cart.match_aria("- heading \"Basket\"")
    assert not match and "nearest is heading \"Cart\"" in match.diff
    assert stillpage.match_aria_text(cart.snapshot(mode="default"), "- button /Pay/ [disabled]")


def test_warnings_say_what_was_left_out():
    font = "<style>@font-face { font-family: f; src: url(data:font/woff2;base64,AAAA) } p { font-family: f }</style><p>x"
    assert len(Page.from_html(font).warnings) == 1 and "font f" in Page.from_html(font).warnings[0]
    assert Page.from_html("<p>x").warnings == []


def test_deep_pages_become_deep_values():
    html = "<div role=group aria-label=a>" * 1500 + "x"
    node, depth = Page.from_html(html).tree(mode="default")[0], 0
    while isinstance(node, dict):
        node, depth = (node.get("children") or [None])[0], depth + 1
    assert depth > 400


def test_the_gil_is_released():
    html = "<p>" + "<span>word </span>" * 6000
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    begin = time.monotonic()
    Page.from_html(html).snapshot()
    took = time.monotonic() - begin
    during = sum(begin < at < begin + took for at in ticks)
    done.set()
    thread.join()
    assert during > 2, f"the other thread ran {during} times in {took:.2f} s"


def test_objects_say_what_they_are(cart):
    assert repr(cart) == '<Page "Cart" https://example.org/cart>'
    assert repr(cart.search("remove")) == "<TextMatches 2 of 2>"
    assert repr(cart.check("role=button[disabled]")).startswith("<Click refused disabled")
    assert repr(cart.match_aria("- main")) == "<AriaMatch matches>"
    assert repr(stillpage.Session()) == "<Session 0 refs>"
    print(cart.snapshot(), file=io.StringIO())
