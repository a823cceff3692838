import json
from collections import Counter

import pytest

import stillpage
from stillpage import ArgumentError, Error, NotFoundError, Page

ORDER = """
<!doctype html><title>Order</title>
<form action=/order>
  <label>Name <input name=name required></label>
  <label>Size <select name=size><option value=s>Small<option value=l>Large</select></label>
  <label><input type=checkbox name=gift> As a gift</label>
  <button>Order</button>
</form>
<details><summary>Terms</summary><p>Thirty days.</p></details>
<a href=/help>Help</a> <button id=off disabled>Off</button>
<p style="height: 3000px">Long</p>
"""


@pytest.fixture(scope="module")
def order():
    return Page.from_html(ORDER, url="https://example.org/shop/")


def test_a_form_is_filled_and_sent(order):
    assert order.submit("form").effects[0]["effect"] == "invalid"
    page = order.fill("[name=name]", "Ada").page
    page = page.element("[name=name]").press("End").page
    page = page.type("[name=name]", " & Co").page
    page = page.select_option("select", ["Large"]).page
    for _ in range(2):
        page = page.set_checked("[name=gift]", True).page
    [sent] = page.click("form button").effects
    assert (sent["effect"], sent["method"], sent["newTab"]) == ("submit", "GET", False)
    assert sent["fields"] == [["name", "Ada & Co"], ["size", "l"], ["gift", "on"]]
    assert sent == page.element("select").submit().effects[0]


def test_pages_never_change(order):
    before = order.snapshot()
    performed = order.find("summary")[0].click()
    assert "Thirty days." in performed.page.snapshot()
    assert order.snapshot() == before


def test_links_say_where_they_lead(order):
    assert order.click("a").effects == [{"effect": "follow", "url": "https://example.org/help", "newTab": False}]
    assert repr(order.locate("the Help link").click()) == "<Performed [follow]>"


def test_keys_and_the_wheel_move_the_page(order):
    assert "[active]" in order.press("Tab").page.snapshot().split("textbox", 1)[1].split("\n", 1)[0]
    assert order.scroll(0, 500).page.element("a").box[1] == order.element("a").box[1] - 500


def test_what_cannot_be_done_is_an_error(order):
    with pytest.raises(Error) as refused:
        order.click("#off")
    assert refused.value.code == "refused" or refused.value.hint
    with pytest.raises(ArgumentError):
        order.fill("a", "x")
    with pytest.raises(NotFoundError):
        order.select_option("select", "Huge")
    with pytest.raises(ArgumentError):
        order.press("Foo")
    with pytest.raises(TypeError):
        order.select_option("select", 3)
    with pytest.raises(ArgumentError):
        order.element("a").drag_to(Page.from_html("<p>x").element("p"))


def act(page, step):
    action, value = step["action"].replace("select", "select_option").replace("-", "_"), step.get("value")
    if action == "scroll":
        return page.scroll(*value)
    arguments = [given for given in (step.get("target"), value) if given is not None]
    return getattr(page, action)(*arguments)


def told(effect):
    """An effect without what depends on how elements are numbered."""
    return {name: value for name, value in effect.items() if name not in ("ref", "index")}


def test_actions_answer_as_the_command_line(corpus):
    for pages in json.loads((corpus.parent / "actions" / "steps.json").read_text(encoding="utf-8")):
        page = stillpage.open(corpus / pages["page"] / "page.html")
        before = page.snapshot(mode="default").splitlines()
        for step in pages["steps"]:
            where = f"{pages['page']}: {step}"
            try:
                performed = act(page, step)
            except Error as error:
                assert error.code == step.get("error"), where
                continue
            assert "error" not in step, where
            assert [told(effect) for effect in performed.effects] == step["effects"], where
            page = performed.page
            after = page.snapshot(mode="default").splitlines()
            assert sorted((Counter(before) - Counter(after)).elements()) == step["gone"], where
            assert sorted((Counter(after) - Counter(before)).elements()) == step["new"], where
            before = after
