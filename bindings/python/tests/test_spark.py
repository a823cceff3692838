"""``stillpage.spark`` on a local Spark: run with ``bindings/python/test --spark``."""

import gzip
import json
import os
import signal
import struct
import subprocess
import sys
import time

import pytest
from pyspark.sql import SparkSession

import stillpage
from stillpage.spark import read_warc, row_mapper, schema, snapshots, warc_snapshots

#: How many pages; ``bindings/python/test --spark PAGES`` sets it.
PAGES = int(os.environ.get("SPARK_PAGES", "200"))
COLUMNS = ["url", "title", "snapshot", "text", "main", "refs", "links"]
#: Bytes. Each page is a small one of the corpus: what is tested is that none is lost, doubled or changed.
LARGEST = 6_000


@pytest.fixture(scope="module")
def spark():
    # A task may fail three times: without that, local mode gives up at the first.
    builder = SparkSession.builder.master("local[2, 4]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.shuffle.partitions", "4").config("spark.driver.memory", "2g")
    # Workers run in the environment of the tests.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "10").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def pages(corpus):
    """Pages that all differ: those of the corpus, each with a heading of its own."""
    files = sorted(path for path in corpus.glob("*/page.html") if path.stat().st_size < LARGEST)
    assert len(files) > 5
    sources = [path.read_text("utf-8", "replace") for path in files]
    return [
        (f"https://example.org/{n}", sources[n % len(sources)].replace("<body", f"<title>{n}</title><body", 1) + f"<h2>Page {n}</h2>")
        for n in range(PAGES)
    ]


@pytest.fixture(scope="module")
def expected(pages, tmp_path_factory):
    """What `stillpage batch` writes for a WARC file of the pages, by address."""
    warc = tmp_path_factory.mktemp("crawl") / "pages.warc.gz"
    warc.write_bytes(b"".join(record(url, html) for url, html in pages))
    begin = time.monotonic()
    command = [os.environ["STILLPAGE"], "batch", str(warc), "--columns", ",".join(COLUMNS)]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.splitlines()
    print(f"\nstillpage batch: {len(lines)} pages in {time.monotonic() - begin:.0f} s")
    # Arrow has the boxes in single precision, as the engine does; JSON has the shortest decimal fraction for them.
    rows = [json.loads(line, parse_float=lambda digits: struct.unpack("f", struct.pack("f", float(digits)))[0]) for line in lines]
    assert len(rows) == len(pages) and all(row["error"] is None for row in rows)
    return {row["url"]: row for row in rows}


def by_url(df):
    begin = time.monotonic()
    rows = [row.asDict(recursive=True) for row in df.collect()]
    print(f"\nSpark: {len(rows)} pages in {time.monotonic() - begin:.0f} s")
    found = {row["url"]: row for row in rows}
    assert len(found) == len(rows), "none is doubled"
    return found


def test_a_worker_is_killed_and_the_rows_are_those_of_batch(spark, pages, expected, tmp_path):
    killed = tmp_path / "killed"
    mapper = row_mapper(url="url", columns=COLUMNS)

    def dies_once(batches):
        for done, batch in enumerate(mapper(batches)):
            if done == 1:
                try:
                    # Only one of all workers gets to make it.
                    killed.touch(exist_ok=False)
                except FileExistsError:
                    pass
                else:
                    os.kill(os.getpid(), signal.SIGKILL)
            yield batch

    df = spark.createDataFrame(pages, "url string, html string").repartition(4)
    found = by_url(df.mapInArrow(dies_once, schema(COLUMNS)))
    assert killed.exists(), "a worker was killed"
    assert found == expected


def test_snapshots_keep_columns_and_rows_with_errors(spark):
    rows = [(1, "https://example.org/1", b"<title>a</title>"), (2, None, b"%PDF-1.7"), (3, None, None)]
    df = spark.createDataFrame(rows, "id int, address string, html binary")
    found = snapshots(df, url="address", columns=["title"], keep=["id"]).orderBy("id").collect()
    assert [(row.id, row.title, row.error and row.error.code) for row in found] == [
        (1, "a", None), (2, None, "io_error"), (3, None, "not_found"),
    ]
    with pytest.raises(ValueError, match="no column 'body'; its columns are id, address, html"):
        snapshots(df, html="body")
    with pytest.raises(ValueError, match="there is no column \"titel\""):
        snapshots(df, url="address", columns=["titel"])


def test_warc_files_are_read_a_partition_each(spark, pages, expected, tmp_path):
    paths = []
    for part in range(3):
        path = tmp_path / f"{part}.warc.gz"
        path.write_bytes(b"".join(record(url, html) for url, html in pages[part:300:3]))
        paths.append(str(path))
    wanted = {url: expected[url] for url, _ in pages[:300]}
    frame = warc_snapshots(spark, paths, columns=COLUMNS)
    assert frame.rdd.getNumPartitions() == 3
    assert by_url(frame) == wanted
    records = read_warc(spark, paths)
    assert records.where("status = 200 and error is null").count() == len(wanted)
    assert by_url(snapshots(records, charset="charset", columns=COLUMNS)) == wanted
    opened = warc_snapshots(spark, paths, columns=["url"], open=lambda path: open(path, "rb"))
    assert opened.count() == len(wanted)


def record(url, html):
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html.encode()
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-05-17T08:30:00Z\r\n"
    head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    return gzip.compress(head.encode() + http + b"\r\n\r\n")
