import pyarrow
import pytest

from stillpage import Page

PAGE = Page.from_html("<main id=m class='a b'><h1>Cart</h1><button>Pay</button><p hidden>x</p></main>")
ROWS = PAGE.elements()


def test_rows():
    assert [row["tag"] for row in ROWS] == ["html", "head", "body", "main", "h1", "button", "p"]
    assert len(ROWS) == 7
    assert ROWS[3] | {"x": 0, "y": 0, "width": 0, "height": 0} == {
        "index": 3, "parent": 2, "tag": "main", "id": "m", "class": "a b", "ref": ROWS[3]["ref"], "role": "main", "name": "",
        "x": 0, "y": 0, "width": 0, "height": 0, "visible": True,
    }
    assert ROWS[-1]["width"] is None and ROWS[-1]["visible"] is False
    assert ROWS.to_dicts() == list(ROWS)
    assert repr(ROWS).startswith("<Table 7 rows: index, parent, tag")
    with pytest.raises(IndexError):
        ROWS[7]


def test_arrow_takes_the_memory_as_it_is():
    batch = pyarrow.record_batch(ROWS)
    assert batch.schema.names == ROWS.column_names
    assert batch.to_pylist() == ROWS.to_dicts()
    again = pyarrow.record_batch(ROWS)
    names = [batch.column("name").buffers()[2].address for batch in (batch, again)]
    assert names[0] == names[1], "both are the memory of the table"
    assert pyarrow.table(ROWS).num_rows == 7
    assert pyarrow.schema(ROWS) == batch.schema


def test_arrow_outlives_the_page():
    batch = pyarrow.record_batch(Page.from_html("<p>x").elements())
    assert batch.column("tag").to_pylist() == ["html", "head", "body", "p"]


def test_pandas():
    frame = ROWS.to_pandas()
    assert list(frame.columns) == ROWS.column_names
    assert frame.loc[frame.role == "button", "name"].tolist() == ["Pay"]
