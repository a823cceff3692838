import gzip
import io

import pytest

import stillpage


def record(url, body, *, media_type="text/html; charset=iso-8859-1", kind="response", compress=True):
    http = b"HTTP/1.1 200 OK\r\nContent-Type: " + media_type.encode() + b"\r\n\r\n" + body
    head = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-05-17T08:30:00Z\r\n"
    head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    whole = head.encode() + http + b"\r\n\r\n"
    return gzip.compress(whole) if compress else whole


RECORDS = [
    record("https://example.org/a", "<title>Für</title>".encode("latin-1")),
    record("https://example.org/logo.png", b"\x89PNG", media_type="image/png"),
    record("https://example.org/b", b"<title>B</title>", media_type="text/html"),
]


@pytest.fixture
def warc(tmp_path):
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(b"".join(RECORDS))
    return path


def test_records(warc):
    records = list(stillpage.read_warc(warc))
    assert [(r.url, r.status, r.charset, r.error) for r in records] == [
        ("https://example.org/a", 200, "windows-1252", None),
        ("https://example.org/b", 200, None, None),
    ]
    first = records[0]
    assert (first.offset, first.date, first.media_type, first.truncated) == (0, "2024-05-17T08:30:00Z", "text/html", False)
    assert first.body == "<title>Für</title>".encode("latin-1") and first.size == len(first.body)
    assert records[1].offset == len(RECORDS[0]) + len(RECORDS[1])
    assert [r.media_type for r in stillpage.read_warc(warc, every_type=True)] == ["text/html", "image/png", "text/html"]
    assert repr(first) == "<WarcRecord https://example.org/a at 0>"


def test_file_objects_are_read_as_they_come(warc):
    class Slow(io.BytesIO):
        def read(self, size=-1):
            return super().read(min(size, 10))

    by_path = [(r.offset, r.url, r.body) for r in stillpage.read_warc(warc)]
    by_file = [(r.offset, r.url, r.body) for r in stillpage.read_warc(Slow(warc.read_bytes()))]
    assert by_path == by_file


def test_rows_of_a_warc(warc):
    rows = list(stillpage.map(stillpage.read_warc(warc), ["source", "offset", "url", "status", "title"]))
    assert rows[0] == {
        "source": str(warc), "offset": 0, "url": "https://example.org/a", "status": 200, "title": "Für", "error": None,
    }
    assert rows[1]["title"] == "B"


def test_a_damaged_record_is_an_error_among_the_others(warc):
    data = b"".join([RECORDS[0], RECORDS[2][:-40] + b"\0" * 40, RECORDS[2]])
    records = list(stillpage.read_warc(io.BytesIO(data), name="bad.warc.gz"))
    assert [r.error is None for r in records] == [True, False, True]
    damaged = records[1]
    assert damaged.error.hint and damaged.body == b"" and damaged.offset == len(RECORDS[0])
    rows = list(stillpage.map(records, ["title"]))
    assert [row["title"] for row in rows] == ["Für", None, "B"]
    assert rows[1]["error"]["code"] == damaged.error.code


def test_files_that_fail(tmp_path):
    with pytest.raises(OSError) as missing:
        stillpage.read_warc(tmp_path / "nope.warc")
    assert missing.value.code == "io_error"
    with pytest.raises(TypeError, match="file must be a path or a binary file object, not int"):
        stillpage.read_warc(3)

    class Broken:
        def read(self, size):
            raise OSError("the network is gone")

    records = list(stillpage.read_warc(Broken()))
    assert len(records) == 1 and "the network is gone" in str(records[0].error)
