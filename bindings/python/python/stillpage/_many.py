"""Rows of many pages."""

from __future__ import annotations

import os
import pathlib
from itertools import islice
from typing import Any, Iterable, Iterator, List, Literal, Optional, Sequence, Tuple, Union

from ._errors import ArgumentError
from ._native import Table, WarcRecord, column_names, rows

_Html = Union[str, bytes, None]
PageLike = Union[
    _Html,
    "os.PathLike[str]",
    WarcRecord,
    Tuple[_Html, Optional[str]],
    Tuple[_Html, Optional[str], Optional[str]],
]

#: Limit: pages that are in memory at once, per thread. More would only wait for the slowest.
_PAGES_PER_THREAD = 64
#: Limit: bytes of markup that are in memory at once, whatever the number of pages.
_BYTES = 64 << 20


def map(  # noqa: A001 - as in multiprocessing.Pool.map and concurrent.futures
    pages: Iterable[PageLike],
    columns: Sequence[str] = ("url", "title", "snapshot"),
    *,
    threads: Optional[int] = None,
    time_limit: Optional[float] = 60,
    max_bytes: Optional[int] = None,
    device: Optional[str] = None,
    viewport: Optional[Tuple[float, float]] = None,
    scale: Optional[float] = None,
    mobile: Optional[bool] = None,
    color_scheme: Optional[Literal["light", "dark"]] = None,
    reduced_motion: bool = False,
    locale: Optional[str] = None,
    scroll_y: Optional[float] = None,
) -> Iterator[dict[str, Any]]:
    """A row for each of many pages, in order, on several threads: what ``stillpage batch`` writes as JSON lines.

    Pages are taken as rows are, so that neither has to fit in memory. What is wrong with a page is the ``error`` of its row:
    a dict with ``code``, ``message`` and ``hint``, else ``None``.

    >>> import stillpage
    >>> for row in stillpage.map(["<title>Ada</title>", "<title>Grace</title>"], ["title"]):
    ...     print(row)
    {'title': 'Ada', 'error': None}
    {'title': 'Grace', 'error': None}

    Args:
        pages: markup, paths of saved pages, ``WarcRecord``, or tuples of markup, its address and, for bytes, the charset that
            its HTTP header names. A ``str`` without a ``<`` is a path if it names a file or ends like a page's name, so that
            ``map(glob.glob("*.html"))`` reads the files; ``map_html()`` and ``map_paths()`` guess nothing.
        columns: what rows have: source, offset, url, title, status, snapshot, agent_view, refs, text, markdown, main,
            main_markdown, metadata, links, unstyled, warnings.
        threads: how many threads work; as many as there are cores by default.
        time_limit: the longest that a page may take, seconds; ``None`` for no limit.
        max_bytes: the most bytes that a page may have; 32 MiB by default.
        device, viewport, scale, mobile, color_scheme, reduced_motion, locale, scroll_y: as for ``stillpage.open()``.

    Raises:
        ArgumentError: if there is no such column, or an option has a wrong value.
        TypeError: if something in ``pages`` is not a page, or ``pages`` is a single one.
    """
    tables = map_tables(
        pages,
        columns,
        threads=threads,
        time_limit=time_limit,
        max_bytes=max_bytes,
        device=device,
        viewport=viewport,
        scale=scale,
        mobile=mobile,
        color_scheme=color_scheme,
        reduced_motion=reduced_motion,
        locale=locale,
        scroll_y=scroll_y,
    )
    # No generator itself: mistakes come up where it is called.
    return (row for table in tables for row in table)


def map_html(
    pages: Iterable[_Html], columns: Sequence[str] = ("url", "title", "snapshot"), **options: Any
) -> Iterator[dict[str, Any]]:
    """As ``map()`` for markup: whatever a ``str`` looks like, it is a page.

    >>> import stillpage
    >>> [row["text"] for row in stillpage.map_html(["index.html"], ["text"])]
    ['index.html']
    """
    _refuse_one(pages)
    return map(((html, None) for html in pages), columns, **options)


def map_paths(
    paths: Iterable[Union[str, "os.PathLike[str]"]], columns: Sequence[str] = ("url", "title", "snapshot"), **options: Any
) -> Iterator[dict[str, Any]]:
    """As ``map()`` for paths of saved pages: whatever a ``str`` looks like, it is a path."""
    _refuse_one(paths)
    return map((pathlib.Path(path) for path in paths), columns, **options)


def _refuse_one(pages: object) -> None:
    if isinstance(pages, (str, bytes, os.PathLike)):
        raise TypeError(f"pages must be an iterable of pages, not {type(pages).__qualname__}: put the page into a list")


#: How the names of saved pages end.
_ENDINGS = (".html", ".htm", ".xhtml", ".mhtml", ".mht")


def _as_page(page: PageLike) -> PageLike:
    """A ``str`` that is meant as a path, as one."""
    if isinstance(page, str) and "<" not in page and "\n" not in page:
        if page.strip().lower().endswith(_ENDINGS) or (page and os.path.exists(page)):
            return pathlib.Path(page)
    return page


def map_tables(
    pages: Iterable[PageLike],
    columns: Sequence[str] = ("url", "title", "snapshot"),
    *,
    threads: Optional[int] = None,
    **options: Any,
) -> Iterator[Table]:
    """As ``map()``, with many rows at once as a ``Table``, for Arrow, Parquet and data frames."""
    _refuse_one(pages)
    if isinstance(columns, (str, bytes)):
        raise TypeError(f"columns must be a sequence of names, not {type(columns).__qualname__}")
    # Mistakes come up before the first page does.
    names = list(columns)
    column_names(names)
    rows([], names, threads=threads, **options)
    return _tables(pages, names, threads, options)


def _tables(
    pages: Iterable[PageLike], columns: List[str], threads: Optional[int], options: dict[str, Any]
) -> Iterator[Table]:
    at_once = _PAGES_PER_THREAD * (threads or os.cpu_count() or 1)
    iterator = iter(pages)
    while True:
        chunk: List[PageLike] = []
        size = 0
        for page in islice(iterator, at_once):
            page = _as_page(page)
            if isinstance(page, tuple) and not page:
                raise ArgumentError(
                    "a page is a tuple of 2 or 3, not an empty one",
                    code="invalid_arguments",
                    hint="pass (html, url) or (html, url, charset)",
                )
            chunk.append(page)
            size += _size(page)
            if size >= _BYTES:
                break
        if not chunk:
            return
        yield rows(chunk, columns, threads=threads, **options)


def _size(page: PageLike) -> int:
    """The bytes that a page has in memory, about; 0 for a file, which is read when its row is made."""
    if isinstance(page, tuple):
        return _size(page[0])
    if isinstance(page, WarcRecord):
        return page.size
    return len(page) if isinstance(page, (str, bytes)) else 0
