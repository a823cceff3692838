import pickle

import pytest

import stillpage
from stillpage import Page, _native

PAGE = Page.from_html("<h1>Cart</h1><button>Pay</button>")


def bad(kind, call, code, *words):
    with pytest.raises(kind) as caught:
        call()
    error = caught.value
    assert isinstance(error, stillpage.Error)
    assert error.code == code, error
    assert error.hint, error
    for word in words:
        assert word in str(error), error
    return error


def test_wrong_values_are_value_errors():
    refused = [
        (lambda: PAGE.snapshot(mode="yaml"), '"ai" or "default"'),
        (lambda: PAGE.snapshot(max_tokens=10), "200 or more"),
        (lambda: PAGE.agent_view(modal="hide"), '"mark", "drop" or "off"'),
        (lambda: PAGE.check("button", policy="strict"), '"playwright"'),
        (lambda: PAGE.match_aria("button"), "the template does not parse"),
        (lambda: PAGE.extract("{"), "the schema"),
        (lambda: stillpage.match_aria_text("- knob", "- button"), "unknown role"),
        (lambda: Page.from_html("x", url="example"), "absolute URL"),
        (lambda: Page.from_html("x", device="iPhone 0"), "iPhone 0"),
        (lambda: Page.from_html("x", viewport=(0, 10)), "0x10"),
        (lambda: Page.from_html("x", viewport=(float("nan"), 10)), "NaN"),
        (lambda: Page.from_html("x", scale=-1), "scale -1"),
        (lambda: Page.from_html("x", color_scheme="blue"), "blue"),
        (lambda: Page.from_html("x", scroll_y=-1), "scroll_y -1"),
        (lambda: stillpage.Session(numbering="random"), "random"),
        (lambda: stillpage.Session().resolve(PAGE, "button"), "not a ref"),
        (lambda: stillpage.Session.from_bytes(b"no session"), "session"),
        (lambda: PAGE.check(Page.from_html("<p>x").find("p")[0]), "another page"),
    ]
    for call, word in refused:
        bad(ValueError, call, "invalid_arguments", word)
    bad(ValueError, lambda: PAGE.find("p["), "invalid_selector")
    bad(ValueError, lambda: PAGE.search("(", regex=True), "invalid_pattern")


def test_wrong_types_are_type_errors():
    refused = [
        (lambda: Page.from_html(3), "html must be str or bytes, not int"),
        (lambda: stillpage.open(3), "path must be str or os.PathLike, not int"),
        (lambda: PAGE.check(3), "target must be a ref, a selector or an Element, not int"),
        (lambda: PAGE.extract(3), "schema must be a dict, JSON text, a Schema or a pydantic model, not int"),
        (lambda: PAGE.snapshot("ai"), "positional"),
        (lambda: PAGE.snapshot(boxs=True), "boxs"),
    ]
    for call, message in refused:
        with pytest.raises(TypeError) as caught:
            call()
        assert message in str(caught.value)


def test_what_is_not_there():
    error = bad(LookupError, lambda: PAGE.check("e9"), "not_found", "e9")
    assert error.details["nearest"][0] == {"index": None, "ref": "e3", "role": "button", "name": "Pay", "row": ""} or (
        error.details["nearest"][0]["name"] == "Pay"
    )
    bad(LookupError, lambda: PAGE.element("#nope"), "not_found")
    bad(LookupError, lambda: PAGE.locate("the Save button"), "not_found", "Save")


def test_files(tmp_path):
    bad(OSError, lambda: stillpage.open(tmp_path / "nope.html"), "io_error", "nope.html")
    pdf = tmp_path / "a.html"
    pdf.write_bytes(b"%PDF-1.7")
    bad(OSError, lambda: stillpage.open(pdf), "io_error")
    bad(OSError, lambda: Page.from_html(b"%PDF-1.7"), "io_error")


def test_errors_survive_pickling():
    error = bad(ValueError, lambda: PAGE.find("p["), "invalid_selector")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.code, again.details) == (type(error), str(error), error.code, error.details)


@pytest.mark.parametrize("stage", ["parse", "style", "layout", "aria", "snapshot"])
def test_panics_are_exceptions(stage, capfd):
    _native._inject_fault(stage)
    try:
        error = bad(stillpage.InternalError, lambda: Page.from_html("<p>x").snapshot(), "internal", "a fault was injected")
    finally:
        _native._inject_fault(None)
    assert isinstance(error, RuntimeError) and ".rs:" in error.message
    assert capfd.readouterr().err == "", "standard error belongs to the program"
    assert Page.from_html("<p>x").text() == "x"
