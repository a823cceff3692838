import itertools
import signal
import subprocess
import sys
import time

import pyarrow
import pytest

import stillpage
from stillpage import _native

PAGES = [f"<title>Page {n}</title><main><h1>{n}</h1><a href=/{n}>next</a><button>Pay</button></main>" for n in range(150)]


def test_rows_are_in_order_and_the_same_on_any_number_of_threads():
    columns = ["url", "title", "snapshot", "refs", "text", "markdown", "main", "links", "unstyled", "warnings", "status"]
    pages = [(html, f"https://example.org/{n}") for n, html in enumerate(PAGES)]
    one, two = (list(stillpage.map(pages, columns, threads=threads)) for threads in (1, 2))
    assert one == two
    assert [row["title"] for row in one] == [f"Page {n}" for n in range(150)]
    row = one[7]
    page = stillpage.Page.from_html(*pages[7][:1], url=pages[7][1])
    assert list(row) == [*columns, "error"]
    assert (row["url"], row["error"], row["status"]) == (pages[7][1], None, None)
    assert (row["snapshot"], row["text"], row["markdown"]) == (page.snapshot(), page.text(), page.markdown())
    assert row["main"] == page.text(main=True)
    assert row["links"] == [{"url": "https://example.org/7", "text": "next"}]
    button = row["refs"][-1]
    assert (button["role"], button["name"]) == ("button", "Pay")
    assert tuple(button["box"]) == page.element(button["ref"]).box


def test_every_kind_of_page(corpus):
    path = corpus / "checkout-modal" / "page.html"
    pages = ["<title>a</title>", b"<title>b</title>", ("<title>c</title>", None), (b"<title>d</title>", "https://d.org/"), path]
    rows = list(stillpage.map(pages, ["source", "title", "url"]))
    assert [row["title"] for row in rows] == ["a", "b", "c", "d", "Checkout – Fern & Furrow"]
    latin = "<title>Für</title>".encode("latin-1")
    rows_of_bytes = stillpage.map([(latin, None, "iso-8859-1"), (latin, None, "koi8-r")], ["title"])
    assert [row["title"] for row in rows_of_bytes] == ["Für", "FЭr"]
    assert rows[4]["source"] == str(path) and rows[3]["url"] == "https://d.org/"


def test_a_str_that_names_a_file_is_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a.html", "b.html", "notes"):
        (tmp_path / name).write_text(f"<title>{name}</title>")
    titles = lambda pages: [row["title"] for row in stillpage.map(pages, ["title"])]  # noqa: E731
    assert titles(sorted(map(str, tmp_path.glob("*.html")))) == ["a.html", "b.html"]
    assert titles(["a.html", "notes", "<title>c.html"]) == ["a.html", "notes", "c.html"]
    assert next(stillpage.map(["Just text"], ["text"]))["text"] == "Just text"
    (gone,) = stillpage.map(["gone.html"], ["title"])
    assert gone["error"]["code"] == "io_error" and "gone.html" in gone["error"]["message"]
    (text,) = stillpage.map_html(["a.html"], ["text"])
    assert (text["text"], text["error"]) == ("a.html", None)
    assert [row["title"] for row in stillpage.map_paths(["a.html", tmp_path / "b.html"], ["title"])] == ["a.html", "b.html"]
    assert next(stillpage.map_paths(["<p>"], ["title"]))["error"]["code"] == "io_error"
    for wrong in ("<p>x", b"<p>x", tmp_path / "a.html"):
        for function in (stillpage.map, stillpage.map_html, stillpage.map_paths):
            with pytest.raises(TypeError, match="put the page into a list"):
                list(function(wrong, ["title"]))


def test_a_bad_page_is_a_row_with_its_error(tmp_path):
    pages = ["<title>a</title>", tmp_path / "nope.html", b"%PDF-1.7", None, "<title>b</title>"]
    rows = list(stillpage.map(pages, ["title"]))
    assert [row["title"] for row in rows] == ["a", None, None, None, "b"]
    assert [row["error"] and row["error"]["code"] for row in rows] == [None, "io_error", "io_error", "not_found", None]
    assert all(row["error"]["hint"] and row["error"]["message"] for row in rows[1:4])
    large = list(stillpage.map(["<p>" * 1000], ["title"], max_bytes=100))
    assert large[0]["error"] and large[0]["title"] is None


def test_pages_are_taken_as_rows_are():
    taken = []

    def pages():
        for n in itertools.count():
            taken.append(n)
            yield "<p>x"

    rows = stillpage.map(pages(), ["title"], threads=2)
    assert taken == []
    next(rows)
    assert len(taken) <= 128


def test_options_reach_every_page():
    html = "<style>@media (width < 500px) { main { display: none } }</style><main>x</main>"
    assert [row["text"] for row in stillpage.map([html], ["text"])] == ["x"]
    assert [row["text"] for row in stillpage.map([html], ["text"], viewport=(400, 300))] == [""]


def test_mistakes_come_up_before_the_first_page():
    for arguments, options, kind, word in [
        ((["x"], ["titel"]), {}, ValueError, "there is no column \"titel\""),
        ((["x"], "title"), {}, TypeError, "columns must be a sequence of names, not str"),
        ((["x"],), {"threads": 0}, ValueError, "threads is 0"),
        ((["x"],), {"time_limit": -1.0}, ValueError, "time_limit -1"),
        ((["x"],), {"device": "Nokia 1"}, ValueError, "Nokia 1"),
        (([3],), {}, TypeError, "not int"),
        (([("x", 3)],), {}, TypeError, "not tuple"),
        (([("x",)],), {}, ValueError, "tuple of 2 or 3"),
    ]:
        with pytest.raises(kind, match=word):
            list(stillpage.map(*arguments, **options))
    assert _native.column_names(["title", "title"]) == ["title", "error"]


def test_tables_are_arrow():
    tables = list(stillpage.map_tables(PAGES, ["title", "refs", "error"], threads=1))
    assert sum(len(table) for table in tables) == 150 and len(tables) > 1
    table = pyarrow.Table.from_batches([pyarrow.record_batch(table) for table in tables])
    assert table.column("title").to_pylist() == [f"Page {n}" for n in range(150)]
    assert table.column("refs")[0].as_py()[-1]["name"] == "Pay"
    table.validate(full=True)


def test_memory_is_flat_over_many_pages():
    script = """
import resource, stillpage
pages = ("<title>x</title>" + "<p>text %d" % n * 20 for n in range(1500))
peak = None
for n, row in enumerate(stillpage.map(pages, ["title", "text"], threads=2)):
    if n == 500:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak)
"""
    grown = int(subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout)
    assert grown < 20_000, f"{grown} KiB more after 1,000 further pages"


def test_an_empty_tuple_is_a_value_error():
    for wrong in [[()], ["<p>a", ()]]:
        with pytest.raises(ValueError):
            list(stillpage.map(wrong, ["text"]))


def test_a_single_page_is_a_type_error_at_once():
    for map_of in [stillpage.map, stillpage.map_html, stillpage.map_paths, stillpage.map_tables]:
        with pytest.raises(TypeError):
            map_of("<p>a")


def test_a_lone_surrogate_is_a_row_with_an_error():
    rows = list(stillpage.map(["<p>a", "<p>\ud800", "<p>b"], ["text"]))
    assert [row["text"] for row in rows] == ["a", None, "b"]
    assert [row["error"] is None for row in rows] == [True, False, True]


@pytest.mark.skipif(sys.platform == "win32", reason="signals to a process are of Unix")
def test_an_interrupt_ends_a_map_within_a_second():
    program = (
        "import signal, stillpage\n"
        # A shell starts what it runs behind with the signal ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "page = '<table>' + '<tr><td>a<td>b' * 20000\n"
        "print('started', flush=True)\n"
        "list(stillpage.map([page] * 400, ['snapshot'], threads=1))\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline() == b"started\n"
    time.sleep(0.7)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert b"KeyboardInterrupt" in err and time.monotonic() - sent < 1.5
