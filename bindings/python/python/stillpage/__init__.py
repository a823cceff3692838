"""What a browser agent would see on a saved page, offline and in milliseconds.

>>> import stillpage
>>> page = stillpage.Page.from_html("<button disabled>Pay</button> <a href=/help>Help</a>")
>>> print(page.snapshot())
- generic [active] [ref=e1]:
  - button "Pay" [disabled] [ref=e2]
  - link "Help" [ref=e3] [cursor=pointer]:
    - /url: /help
>>> page.check("e2")
<Click refused disabled>
"""

from ._errors import ArgumentError, Error, FileError, InternalError, NotFoundError, RefError
from ._many import map, map_html, map_paths, map_tables
from ._native import (
    MIN_TOKENS,
    AriaMatch,
    Click,
    Element,
    Extraction,
    LostDeclaration,
    Observation,
    Page,
    Performed,
    Resolution,
    Schema,
    ScrolledBy,
    Session,
    Table,
    TextMatch,
    TextMatches,
    WarcReader,
    WarcRecord,
    WonDeclaration,
    __version__,
    estimate_tokens,
    match_aria_text,
    open,
    read_warc,
    states,
)

__all__ = [
    "ArgumentError",
    "AriaMatch",
    "Click",
    "Element",
    "Error",
    "Extraction",
    "FileError",
    "InternalError",
    "LostDeclaration",
    "MIN_TOKENS",
    "NotFoundError",
    "Observation",
    "Page",
    "Performed",
    "RefError",
    "Resolution",
    "Schema",
    "ScrolledBy",
    "Session",
    "Table",
    "TextMatch",
    "TextMatches",
    "WarcReader",
    "WarcRecord",
    "WonDeclaration",
    "__version__",
    "estimate_tokens",
    "map",
    "map_html",
    "map_paths",
    "map_tables",
    "match_aria_text",
    "open",
    "read_warc",
    "states",
]
