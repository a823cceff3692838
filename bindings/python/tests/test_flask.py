"""Tests of a Flask application: what its pages are to assistive technology, and whether its buttons can be clicked."""

import flask
import pytest

from stillpage.testing import assert_aria_snapshot, to_page

app = flask.Flask(__name__)

PAGE = """
<!doctype html><title>{{ title }}</title>
<main>
  <h1>{{ title }} ({{ items|length }})</h1>
  <ul aria-label=Items>{% for item in items %}<li>{{ item }}</li>{% endfor %}</ul>
  <form method=post><button {% if not items %}disabled{% endif %}>Pay {{ 15 * items|length }} €</button></form>
</main>
"""


@app.get("/cart")
def cart():
    return flask.render_template_string(PAGE, title="Cart", items=flask.request.args.getlist("item"))


@pytest.fixture
def client():
    return app.test_client()


def test_cart(client):
    assert_aria_snapshot(client.get("/cart?item=Mug&item=Teapot"), """
        - main:
          - heading /Cart \\(\\d+\\)/ [level=1]
          - list "Items":
            - /children: equal
            - listitem: Mug
            - listitem: Teapot
          - button /Pay \\d+ €/
    """)


def test_an_empty_cart_cannot_be_paid(client):
    response = client.get("/cart")
    assert_aria_snapshot(response, '- button "Pay 0 €" [disabled]')
    assert to_page(response).check("role=button").reason == "disabled"
