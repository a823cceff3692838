"""Snapshots of many pages on a Spark cluster.

    from stillpage.spark import snapshots, warc_snapshots

    snapshots(df, html="html", url="url", columns=["title", "main"])
    warc_snapshots(spark, paths, columns=["url", "title", "main"])

Rows are those of ``stillpage.map()``. Every executor needs the package ``stillpage`` and pyarrow.
"""

from __future__ import annotations

import builtins
import os
from typing import TYPE_CHECKING, Any, BinaryIO, Callable, Dict, Iterable, Iterator, List, Optional, Sequence

from ._many import map_tables
from ._native import WarcRecord, column_names, read_warc as read_warc_file

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["read_warc", "row_mapper", "schema", "snapshots", "warc_snapshots"]

_TYPES = {
    "offset": "bigint",
    "status": "int",
    "unstyled": "boolean",
    "warnings": "array<string>",
    "refs": "array<struct<ref:string,role:string,name:string,box:array<float>>>",
    "links": "array<struct<url:string,text:string>>",
    "error": "struct<code:string,message:string,hint:string>",
}
#: Limit: records that are handed to Spark at once; it holds them until they have all been read.
_RECORDS = 64

Mapper = Callable[[Iterable["pyarrow.RecordBatch"]], Iterator["pyarrow.RecordBatch"]]


def schema(columns: Sequence[str]) -> str:
    """The Spark schema of rows with these columns, as DDL."""
    return ", ".join(f"`{name}` {_TYPES.get(name, 'string')}" for name in column_names(list(columns)))


def row_mapper(
    *,
    html: str = "html",
    url: Optional[str] = None,
    charset: Optional[str] = None,
    columns: Sequence[str] = ("url", "title", "snapshot"),
    keep: Sequence[str] = (),
    threads: int = 1,
    **options: Any,
) -> Mapper:
    """The function that ``snapshots()`` gives to ``DataFrame.mapInArrow``."""
    names = column_names(list(columns))

    def rows_of(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        for batch in batches:
            nothing = [None] * batch.num_rows
            parts = [nothing if name is None else batch.column(name).to_pylist() for name in (html, url, charset)]
            pages = zip(*parts)
            done = 0
            for table in map_tables(pages, names, threads=threads, **options):
                rows = pyarrow.record_batch(table)
                kept = [batch.column(name).slice(done, rows.num_rows) for name in keep]
                done += rows.num_rows
                yield pyarrow.RecordBatch.from_arrays([*kept, *rows.columns], [*keep, *rows.schema.names])

    return rows_of


def snapshots(
    df: DataFrame,
    *,
    html: str = "html",
    url: Optional[str] = "url",
    charset: Optional[str] = None,
    columns: Sequence[str] = ("url", "title", "snapshot"),
    keep: Sequence[str] = (),
    threads: int = 1,
    time_limit: Optional[float] = 60,
    **options: Any,
) -> DataFrame:
    """A row for each page of a DataFrame.

    Args:
        df: has a column of HTML, strings or binary.
        html: the name of that column.
        url: the name of the column with the addresses of the pages; ``None`` without such a column.
        charset: the name of the column with the charsets that HTTP headers name, for binary HTML.
        columns: as for ``stillpage.map()``; ``error`` is added.
        keep: columns of ``df`` to keep, in front of the others.
        threads: threads per task; Spark runs a task per core, so one is right unless ``spark.task.cpus`` is more.
        time_limit: seconds for a page.
        options: as for ``stillpage.map()``.
    """
    needed = [name for name in (html, url, charset, *keep) if name is not None]
    missing = [name for name in needed if name not in df.columns]
    if missing:
        raise ValueError(f"the DataFrame has no column {missing[0]!r}; its columns are {', '.join(df.columns)}")
    mapper = row_mapper(
        html=html,
        url=url,
        charset=charset,
        columns=columns,
        keep=keep,
        threads=threads,
        time_limit=time_limit,
        **options,
    )
    chosen = df.select(*dict.fromkeys(needed))
    kept = [f"`{name}` {df.schema[name].dataType.simpleString()}" for name in keep]
    return chosen.mapInArrow(mapper, ", ".join([*kept, schema(columns)]))


def read_warc(
    spark: SparkSession, paths: Sequence[str], *, open: Callable[[str], BinaryIO] | None = None
) -> DataFrame:
    """The pages of WARC files, a partition per file, read record by record.

    Columns: source, offset, url, date, status, charset, truncated, html (binary), error. ``snapshots(df, charset="charset")``
    makes rows of them; ``warc_snapshots()`` does without moving the pages through Spark.

    Args:
        spark: the session.
        paths: local paths or https addresses, as workers see them.
        open: opens anything else as a binary file on a worker, such as ``lambda path: fsspec.open(path, "rb").open()``.
    """
    fields = (
        "source string, offset bigint, url string, date string, status int, charset string, truncated boolean, "
        "html binary, error struct<code:string,message:string,hint:string>"
    )

    def read(path: str) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        batch: List[Dict[str, Any]] = []
        kinds = _arrow_record_schema()
        for record in _records(path, open):
            error = record.error
            batch.append(
                {
                    "source": path,
                    "offset": record.offset,
                    "url": record.url,
                    "date": record.date,
                    "status": record.status,
                    "charset": record.charset,
                    "truncated": record.truncated,
                    "html": None if error else record.body,
                    "error": error and {"code": error.code, "message": error.message, "hint": error.hint},
                }
            )
            if len(batch) == _RECORDS:
                yield pyarrow.RecordBatch.from_pylist(batch, kinds)
                batch = []
        if batch:
            yield pyarrow.RecordBatch.from_pylist(batch, kinds)

    return _by_file(spark, paths, read, fields)


def warc_snapshots(
    spark: SparkSession,
    paths: Sequence[str],
    *,
    columns: Sequence[str] = ("source", "offset", "url", "status", "title", "snapshot"),
    threads: int = 1,
    time_limit: Optional[float] = 60,
    open: Callable[[str], BinaryIO] | None = None,
    **options: Any,
) -> DataFrame:
    """A row for each page of WARC files, a partition per file.

    Args:
        spark: the session.
        paths: as for ``read_warc()``.
        columns: as for ``stillpage.map()``; ``error`` is added.
        threads, time_limit, options: as for ``snapshots()``.
        open: as for ``read_warc()``.
    """
    names = column_names(list(columns))

    def read(path: str) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        for table in map_tables(_records(path, open), names, threads=threads, time_limit=time_limit, **options):
            yield pyarrow.record_batch(table)

    return _by_file(spark, paths, read, schema(columns))


def _records(path: str, open: Callable[[str], BinaryIO] | None) -> Iterator[WarcRecord]:
    if open is None and not path.startswith(("http://", "https://")):
        yield from read_warc_file(os.fspath(path))
        return
    with (open or _open_address)(path) as file:
        yield from read_warc_file(file, name=path)


def _open_address(address: str) -> BinaryIO:
    from urllib.request import urlopen

    # A stalled connection fails, and Spark runs the task again.
    response: BinaryIO = urlopen(address, timeout=60)
    return response


def _by_file(
    spark: SparkSession,
    paths: Sequence[str],
    read: Callable[[str], Iterator[pyarrow.RecordBatch]],
    fields: str,
) -> DataFrame:
    if isinstance(paths, (str, bytes)):
        raise TypeError(f"paths must be a sequence of paths, not {type(paths).__qualname__}")
    all_paths = builtins.list(paths)

    def read_all(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for at in batch.column(0).to_pylist():
                yield from read(all_paths[at])

    # A range with as many partitions as numbers has one number in each; unlike parallelize() it works over Spark Connect.
    numbers = spark.range(0, len(all_paths), 1, max(1, len(all_paths)))
    return numbers.mapInArrow(read_all, fields)


def _arrow_record_schema() -> pyarrow.Schema:
    import pyarrow

    text = pyarrow.string()
    return pyarrow.schema(
        [
            ("source", text),
            ("offset", pyarrow.int64()),
            ("url", text),
            ("date", text),
            ("status", pyarrow.int32()),
            ("charset", text),
            ("truncated", pyarrow.bool_()),
            ("html", pyarrow.binary()),
            ("error", pyarrow.struct([("code", text), ("message", text), ("hint", text)])),
        ]
    )

