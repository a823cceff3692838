import builtins
import os
from typing import Any, BinaryIO, Iterator, Literal, Sequence, final, overload

from typing_extensions import CapsuleType

from ._errors import Error

__version__: str
MIN_TOKENS: int
"""The smallest ``max_tokens``."""

_Policy = Literal["lineage", "playwright"]
_Modal = Literal["mark", "drop", "off"]
_Mode = Literal["ai", "default"]

def open(
    path: str | os.PathLike[str],
    *,
    at: str | None = None,
    url: str | None = None,
    device: str | None = None,
    viewport: tuple[float, float] | None = None,
    scale: float | None = None,
    mobile: bool | None = None,
    color_scheme: Literal["light", "dark"] | None = None,
    reduced_motion: bool = False,
    locale: str | None = None,
    scroll_y: float | None = None,
) -> Page:
    """Opens a saved page: an .html or .mhtml file, a folder with an index.html, a recording at one of its moments, or
    a page of an archive.

    Style sheets, images and frames saved beside it are loaded; nothing outside its folder is read, and nothing over
    the network.

    Args:
        path: the file or folder; a Playwright trace or a recording of rrweb; a HAR, WACZ or WARC file.
        at: the moment of a recording: the id of one of its :func:`states`; the last one by default.
        url: the address of the page in an archive; the page that it begins with by default.
        device: a device by Playwright's name, such as ``"iPhone 15"``; the options below override it.
        viewport: width and height of the window, CSS pixels; (1280, 720) by default.
        scale: device pixels per CSS pixel.
        mobile: a phone or tablet: ``<meta name=viewport>`` counts and the pointer is a finger.
        color_scheme: what ``prefers-color-scheme`` says.
        reduced_motion: what ``prefers-reduced-motion`` says.
        locale: the user's language, a BCP 47 tag; ``"en-US"`` by default.
        scroll_y: how far the page is scrolled down, CSS pixels.

    Raises:
        FileError: if there is no such file or it is not a page.
        ArgumentError: if an option has a wrong value.
        NotFoundError: if a recording has no such moment.
    """

def states(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """The moments of a recording at which :func:`open` can look: a Playwright trace or a recording of rrweb.

    Each has the keys ``id``, ``time`` (milliseconds since the first), ``page``, ``url``, ``action`` (``method``, ``locator``,
    ``point`` and ``value``, or ``None``) and ``error``.

    Raises:
        FileError: if there is no such file.
        ArgumentError: if it is not a recording.
    """

def estimate_tokens(text: str) -> int:
    """About how many tokens a text has for current language models."""

def run_command(arguments: Sequence[str]) -> int:
    """Runs a command line of ``stillpage``, the name of the program first, and returns its exit code. It reads and writes the standard streams
    of the process."""

def match_aria_text(snapshot: str, template: str) -> AriaMatch:
    """Matches a snapshot that Playwright printed (``locator.aria_snapshot()``) with an aria snapshot template.

    Raises:
        ArgumentError: if either of them does not parse.
    """

@final
class Page:
    """A saved page as a browser would lay it out. It never changes."""

    @staticmethod
    def from_html(
        html: str | bytes,
        *,
        url: str | None = None,
        device: str | None = None,
        viewport: tuple[float, float] | None = None,
        scale: float | None = None,
        mobile: bool | None = None,
        color_scheme: Literal["light", "dark"] | None = None,
        reduced_motion: bool = False,
        locale: str | None = None,
        scroll_y: float | None = None,
    ) -> Page:
        """A page from markup; only what the markup itself holds is loaded.

        Bytes are decoded as a browser would, and may be MHTML.

        Args:
            html: the markup.
            url: its address, which relative URLs are resolved against.
            device, viewport, scale, mobile, color_scheme, reduced_motion, locale, scroll_y: as for ``stillpage.open()``.

        Raises:
            ArgumentError: if an option has a wrong value.
            FileError: if the bytes are of another format, such as a PDF.
        """

    @property
    def title(self) -> str:
        """``document.title``."""

    @property
    def url(self) -> str | None:
        """The address of the document, if it is known."""

    @property
    def warnings(self) -> list[str]:
        """What of the page was left out: limits that were reached, files that could not be read."""

    @property
    def refs(self) -> dict[str, Element]:
        """Every ref that ``snapshot()`` gives out, with its element."""

    def snapshot(
        self, *, mode: _Mode = "ai", boxes: bool = False, depth: int | None = None, max_tokens: int | None = None
    ) -> str:
        """The accessibility snapshot, exactly as Playwright 1.65 prints it.

        Args:
            mode: ``"ai"`` has refs, generic elements and frames; ``"default"`` is what ``to_match_aria_snapshot()`` compares.
            boxes: adds bounding boxes, ``[box=x,y,width,height]``.
            depth: leaves out what is deeper than this many levels.
            max_tokens: leaves out what matters least until the text has at most about this many tokens, and adds comments on
                what was left out; ``MIN_TOKENS`` or more.
        """

    def agent_view(
        self, *, boxes: bool = False, max_tokens: int | None = None, modal: _Modal = "mark", suspicious: bool = False
    ) -> str:
        """The snapshot as an agent should get it: with notes on the window and modals, and marks on what a click would not reach.

        Args:
            boxes: adds bounding boxes.
            max_tokens: as for ``snapshot()``.
            modal: what to do with elements behind an open modal: mark them, drop their refs, or nothing.
            suspicious: lists and marks text that a person looking at the page does not see.
        """

    def tree(self, *, mode: _Mode = "ai", boxes: bool = False, depth: int | None = None) -> list[Any]:
        """The snapshot as lists and dicts, in the shape of Playwright's ``ariaSnapshotJSON``."""

    def find(self, selector: str) -> list[Element]:
        """All elements that a CSS or Playwright selector matches, in document order.

        Raises:
            ArgumentError: if the selector does not parse.
        """

    def element(self, target: str | Element) -> Element:
        """The element of a ref such as ``"e7"``, or the first that a selector matches.

        Raises:
            NotFoundError: if the page has no such ref, or the selector matches nothing.
        """

    def search(
        self,
        text: str,
        *,
        regex: bool = False,
        case_sensitive: bool = False,
        max_results: int = 10,
        context_chars: int = 80,
        include_hidden: bool = False,
    ) -> TextMatches:
        """Matches of a text, or of a JavaScript regular expression, in what the page shows.

        Raises:
            ArgumentError: if the expression does not parse or takes too many steps on this page.
        """

    def locate(self, description: str) -> Element:
        """The element that a description in English means, such as ``'the "Save" button in the Billing section'``.

        Raises:
            NotFoundError: if no visible element fits, or several do; ``details`` has what came near.
        """

    def check(self, target: str | Element, *, policy: _Policy = "lineage", in_place: bool = False) -> Click:
        """What a click would do, scrolling where needed; if it would not land, what is in the way.

        Args:
            target: a ref, a selector (its first match) or an element.
            policy: what counts as landing: ``"lineage"`` the element, one inside or around it or related to it by a
                label; ``"playwright"`` only what Playwright accepts.
            in_place: asks without scrolling.
        """

    def click(self, target: str | Element) -> Performed:
        """``Element.click()`` of a ref, of the first match of a selector or of an element."""

    def dblclick(self, target: str | Element) -> Performed:
        """``Element.dblclick()`` of a ref, of the first match of a selector or of an element."""

    def hover(self, target: str | Element) -> Performed:
        """``Element.hover()`` of a ref, of the first match of a selector or of an element."""

    def fill(self, target: str | Element, text: str) -> Performed:
        """``Element.fill()`` of a ref, of the first match of a selector or of an element."""

    def type(self, target: str | Element, text: str) -> Performed:
        """``Element.type()`` of a ref, of the first match of a selector or of an element."""

    def select_option(self, target: str | Element, value: str | Sequence[str]) -> Performed:
        """``Element.select_option()`` of a ref, of the first match of a selector or of an element."""

    def set_checked(self, target: str | Element, checked: bool) -> Performed:
        """``Element.set_checked()`` of a ref, of the first match of a selector or of an element."""

    def submit(self, target: str | Element) -> Performed:
        """``Element.submit()`` of a ref, of the first match of a selector or of an element."""

    def press(self, key: str) -> Performed:
        """Presses a key where the focus is, by Playwright's name, such as ``"Tab"`` or ``"Control+A"``.

        Raises:
            ArgumentError: if no key has this name.
        """

    def scroll(self, right: float, down: float) -> Performed:
        """Turns the wheel where the pointer is, or in the middle of the window: CSS pixels."""

    def screenshot(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        full_page: bool = False,
        clip: str | Element | None = None,
        scale: float | None = None,
        omit_background: bool = False,
        fonts: str | os.PathLike[str] | None = None,
    ) -> bytes:
        """The page in pixels, as Chromium shows it, as the bytes of a PNG file.

        Args:
            path: also writes it to this file; one that ends in ``.webp`` is WebP without loss.
            full_page: all of the page in place of the window.
            clip: one element: a ref, a selector (its first match) or an element.
            scale: pixels per CSS pixel; by default those of the device.
            omit_background: leaves transparent what the page does not paint.
            fonts: a folder with the reference fonts; by default those that the system has.

        Warns:
            UserWarning: if a font is missing, whose text is drawn as bars.

        Raises:
            ArgumentError: if it would have too many pixels.
        """

    def _compare_screenshot(
        self,
        path: str | os.PathLike[str],
        *,
        full_page: bool,
        clip: str | Element | None,
        scale: float | None,
        channel: int,
        share: float,
        update: bool,
    ) -> str | None:
        """The reason why the page does not look as in a file, which is written anew with ``update``."""

    def text(self, *, main: bool = False, comments: bool = False, favor: str = "balance") -> str:
        """The visible text, ``document.body.innerText``.

        Args:
            main: only the main content, without headline, navigation, teasers and footers.
            comments: with ``main``, keeps the comments of readers.
            favor: with ``main``, the mistake that is worse: ``precision`` for text that does not belong to it, ``recall`` for text that is
                left out.
        """

    def markdown(self, *, main: bool = False, comments: bool = False, favor: str = "balance") -> str:
        """The visible page as Markdown; arguments as for ``text()``."""

    def extract(self, schema: Any) -> Extraction:
        """The data that a JSON Schema asks for, as far as the page has it.

        Args:
            schema: a dict, JSON text, a ``Schema`` or a pydantic model.

        Raises:
            ArgumentError: if it is not a schema.
        """

    def metadata(self) -> Extraction:
        """Title, author, dates, site and the rest of what catalogues ask for, as far as the page has it.

        ``data`` is a dict with ``title``, ``author``, ``datePublished``, ``dateModified``, ``siteName``, ``description``,
        ``language``, ``categories``, ``tags``, ``image``, ``url``, ``license`` and ``pageType``.

        >>> from stillpage import Page
        >>> Page.from_html("<h1>Tea</h1><p>By Ada Lind, <time datetime=2025-03-09>9 March</time></p>").metadata().data["author"]
        'Ada Lind'
        """

    def match_aria(self, template: str) -> AriaMatch:
        """Whether the page matches an aria snapshot template, as Playwright's ``to_match_aria_snapshot()`` would.

        Raises:
            ArgumentError: if the template does not parse.
        """

    def elements(self) -> Table:
        """Every element of the document as a table, in document order.

        Columns: index, parent (an index), tag, id, class, ref, role, name, x, y, width, height (CSS pixels of the viewport;
        null without a box), visible.
        """

@final
class Element:
    """An element of a page."""

    @property
    def tag(self) -> str:
        """Its local name, such as ``"button"``."""

    @property
    def ref(self) -> str | None:
        """Its ref; ``None`` if no pointer reaches it."""

    @property
    def role(self) -> str | None:
        """Its ARIA role; ``None`` for generic elements and those hidden from assistive technology."""

    @property
    def name(self) -> str:
        """Its accessible name."""

    @property
    def description(self) -> str:
        """Its accessible description."""

    @property
    def text(self) -> str:
        """Its ``innerText``."""

    @property
    def box(self) -> tuple[float, float, float, float] | None:
        """x, y, width and height of its ``getBoundingClientRect()``, CSS pixels; ``None`` if it has no box."""

    @property
    def visible(self) -> bool:
        """Its ``checkVisibility()``."""

    @property
    def parent(self) -> Element | None:
        """The element that it is a child of."""

    @property
    def attrib(self) -> dict[str, str]:
        """Its attributes."""

    @overload
    def get(self, name: str) -> str | None: ...
    @overload
    def get(self, name: str, default: None) -> str | None: ...
    @overload
    def get(self, name: str, default: str) -> str:
        """The value of an attribute."""

    def check(self, *, policy: _Policy = "lineage", in_place: bool = False) -> Click:
        """Where a click on it would land; see ``Page.check()``."""

    def explain_styles(self, property: str | None = None) -> list[WonDeclaration]:
        """The declarations of the page that won its properties, with inherited values and pseudo-elements, and those that lost.

        ``property``: those of one property alone, or of a shorthand with its longhands, and of the variables that their
        values have.
        """

    def click(self) -> Performed:
        """Clicks its middle, scrolled into view."""

    def dblclick(self) -> Performed:
        """Clicks it twice."""

    def hover(self) -> Performed:
        """Moves the pointer over it."""

    def fill(self, text: str) -> Performed:
        """Replaces the text of a field."""

    def type(self, text: str) -> Performed:
        """Focuses it and presses a key for each character of a text."""

    def select_option(self, value: str | Sequence[str]) -> Performed:
        """Chooses the options of a ``select`` with these values or labels, and no others."""

    def set_checked(self, checked: bool) -> Performed:
        """Checks or unchecks a checkbox, or checks a radio button, if it is not so already."""

    def submit(self) -> Performed:
        """Submits the form that it is or is in, by the form's first submit button."""

    def press(self, key: str) -> Performed:
        """Focuses it and presses a key by Playwright's name, such as ``"Enter"`` or ``"Control+A"``."""

    def drag_to(self, target: Element) -> Performed:
        """Presses the button of the mouse on it and releases it on another element."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Performed:
    """The outcome of an action. Pages never change: ``page`` is the one after it."""

    @property
    def page(self) -> Page:
        """The page to go on with: it has the focus, the pointer and the scroll offsets that the action left."""

    @property
    def effects(self) -> list[dict[str, Any]]:
        """The effects that the page does not show, each with its name as ``effect``: ``"follow"`` with ``url`` and
        ``newTab``; ``"submit"`` with ``method``, ``url``, ``enctype``, ``fields`` and ``newTab``; ``"invalid"``,
        ``"reset"``, ``"picker"`` and ``"script"`` with ``ref`` and ``index``; ``"fragment"``; ``"scrolled"``."""

@final
class Click:
    """What a click would do. True if nothing refuses it."""

    @property
    def element(self) -> Element:
        """The element that was to be clicked."""

    @property
    def ok(self) -> bool:
        """False if the click is refused."""

    @property
    def outcome(self) -> Literal["lands", "refused", "unknown"]:
        """``"unknown"`` where boxes are not enough to tell, such as on a canvas."""

    @property
    def reason(self) -> str | None:
        """Why it is refused or unknown, such as ``"intercepted"``, ``"hidden"`` or ``"disabled"``."""

    @property
    def interceptor(self) -> Element | None:
        """What the click would reach instead."""

    @property
    def point(self) -> tuple[float, float] | None:
        """Where it goes, CSS pixels of the viewport once ``scrolled``."""

    @property
    def free_point(self) -> tuple[float, float] | None:
        """If it is intercepted: another point of the element where it would land."""

    @property
    def scrolled(self) -> list[ScrolledBy]:
        """What has to be scrolled for it, inner scroll containers first."""

    @property
    def freed_by(self) -> list[ScrolledBy]:
        """If it is refused ``in_place``: how to scroll so that it lands."""

    def __bool__(self) -> bool: ...

@final
class WonDeclaration:
    """A declaration of the page that won one or more properties of an element."""

    @builtins.property
    def pseudo(self) -> str | None:
        """The pseudo-element that it is about, without colons; ``None`` for the element itself."""

    @builtins.property
    def property(self) -> str:
        """The property, as it is written."""

    @builtins.property
    def value(self) -> str:
        """The value, as it is written."""

    @builtins.property
    def sheet(self) -> str:
        """The address of the sheet as the page has it; the file of the page itself, or ``"style"`` for the attribute."""

    @builtins.property
    def line(self) -> int | None:
        """The line in that file, from 1; ``None`` for attributes."""

    @builtins.property
    def column(self) -> int | None:
        """The column, from 1; ``None`` for attributes."""

    @builtins.property
    def selector(self) -> str | None:
        """The selector that matched and decides; ``None`` for attributes."""

    @builtins.property
    def longhands(self) -> list[str]:
        """The longhands that it won."""

    @builtins.property
    def inherited_from(self) -> Element | None:
        """The ancestor that the values are inherited from; ``None`` if it is about the element itself."""

    @builtins.property
    def beats(self) -> list[LostDeclaration]:
        """The declarations that lost to it."""

@final
class LostDeclaration:
    """A declaration that lost to another one."""

    @builtins.property
    def property(self) -> str:
        """The property, as it is written."""

    @builtins.property
    def value(self) -> str:
        """The value, as it is written."""

    @builtins.property
    def sheet(self) -> str:
        """The address of the sheet as the page has it; the file of the page itself, or ``"style"`` for the attribute."""

    @builtins.property
    def line(self) -> int | None:
        """The line in that file, from 1; ``None`` for attributes."""

    @builtins.property
    def column(self) -> int | None:
        """The column, from 1; ``None`` for attributes."""

    @builtins.property
    def selector(self) -> str | None:
        """The selector that matched and decides; ``None`` for attributes."""

    @builtins.property
    def why(self) -> str:
        """The reason, such as ``"layer"``, ``"earlier"`` or ``"specificity 0,1,0 under 1,0,0"``."""

@final
class ScrolledBy:
    """A scroll container that is scrolled for a click."""

    @property
    def element(self) -> Element | None:
        """The scroll container; ``None`` for the viewport."""

    @property
    def by(self) -> tuple[float, float]:
        """How far, CSS pixels."""

    @property
    def to(self) -> tuple[float, float]:
        """The scroll offset afterwards."""

@final
class TextMatch:
    """Where a text was found."""

    @property
    def text(self) -> str:
        """The text that matches."""

    @property
    def before(self) -> str:
        """The text before it."""

    @property
    def after(self) -> str:
        """The text after it."""

    @property
    def hidden(self) -> bool:
        """The page does not show it."""

    @property
    def element(self) -> Element:
        """The innermost element that has all of it."""

@final
class TextMatches:
    """The matches of a search, in document order, what is shown before what is hidden."""

    @property
    def total(self) -> int:
        """How many there are, also beyond ``max_results``."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> TextMatch: ...
    def __iter__(self) -> Iterator[TextMatch]: ...

@final
class AriaMatch:
    """Whether a page matches a template. True if it does."""

    @property
    def matches(self) -> bool:
        """True if it does."""

    @property
    def diff(self) -> str:
        """The template with a mark in front of each line: two spaces for what was found, ``-`` for what was not."""

    @property
    def updated(self) -> str:
        """The page as a template, with the regular expressions of the old one where they match."""

    def __bool__(self) -> bool: ...

@final
class Schema:
    """A JSON Schema that was read once, to extract from many pages."""

    def __new__(cls, schema: Any) -> Schema: ...

@final
class Extraction:
    """What of a schema a page has."""

    @property
    def data(self) -> Any:
        """In the shape of the schema, as far as it was found."""

    @property
    def sources(self) -> dict[str, dict[str, Any]]:
        """By JSON Pointer into ``data``: ``from``, ``element``, ``property`` and ``confidence``."""

    @property
    def violations(self) -> list[tuple[str, str]]:
        """Where ``data`` breaks the schema: a JSON Pointer and a message."""

@final
class Session:
    """Refs that survive re-renders, or fail with the reason.

    >>> from stillpage import Page, Session
    >>> session = Session()
    >>> seen = session.observe(Page.from_html("<ul><li>Ada <button>Delete</button><li>Grace <button>Delete</button></ul>"))
    >>> ref = seen.page.find("button")[1].ref
    >>> after = Page.from_html("<ul><li>Joan <button>Delete</button><li>Grace <button>Delete</button></ul>")
    >>> session.resolve(after, ref).element.parent.text
    'Grace Delete'
    """

    def __new__(cls, *, numbering: Literal["sequential", "stable"] = "sequential") -> Session: ...
    @staticmethod
    def from_bytes(data: bytes) -> Session:
        """A session that ``to_bytes()`` wrote."""

    def to_bytes(self) -> bytes:
        """The session, to be kept in a file."""

    def observe(self, page: Page, *, tab: str = "1") -> Observation:
        """Gives refs to the elements of a page; those that it had before stay."""

    def resolve(self, page: Page, ref: str, *, tab: str | None = None) -> Resolution:
        """The element that a ref means on this version of the page.

        Raises:
            RefError: if it is not there any more (``stale_ref``), or cannot be distinguished from others (``ambiguous_ref``).
        """

    def navigate(self, *, tab: str = "1") -> None:
        """Records that a tab shows another document: all its refs so far are stale."""

    def __len__(self) -> int: ...
    def __bool__(self) -> Literal[True]: ...

@final
class Observation:
    """A page with the refs that its elements have in a session."""

    @property
    def page(self) -> Page:
        """The page."""

    @property
    def refs(self) -> dict[str, Element]:
        """Every ref with its element."""

    def snapshot(self, *, boxes: bool = False, depth: int | None = None, max_tokens: int | None = None) -> str:
        """As ``Page.snapshot()``, with the refs of the session."""

    def agent_view(
        self, *, boxes: bool = False, max_tokens: int | None = None, modal: _Modal = "mark", suspicious: bool = False
    ) -> str:
        """As ``Page.agent_view()``, with the refs of the session."""

    def __len__(self) -> int: ...
    def __getitem__(self, reference: str, /) -> Element: ...

@final
class Resolution:
    """Where a ref's element is now."""

    @property
    def ref(self) -> str:
        """The ref."""

    @property
    def element(self) -> Element:
        """Its element."""

    @property
    def outcome(self) -> Literal["exact", "reattached", "healed"]:
        """How it was found: the same node, the same node without its mark, another node that is the same widget."""

    @property
    def proof(self) -> str:
        """The kind of evidence."""

    @property
    def confidence(self) -> float:
        """The share of matches with this proof that were right on recorded re-renders, 0 to 1."""

    @property
    def reason(self) -> str:
        """The evidence in words."""

@final
class Table:
    """Rows and columns in Arrow's memory layout.

    pyarrow, pandas, polars and DuckDB take it without a copy: ``pyarrow.record_batch(table)``, ``polars.DataFrame(table)``.
    """

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""

    def to_arrow(self) -> Any:
        """A ``pyarrow.RecordBatch`` of the same memory."""

    def to_pandas(self) -> Any:
        """A ``pandas.DataFrame``."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """All rows as dicts."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> dict[str, Any]: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[CapsuleType, CapsuleType]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> CapsuleType: ...

def rows(
    pages: list[Any],
    columns: Sequence[str],
    *,
    threads: int | None = None,
    time_limit: float | None = None,
    max_bytes: int | None = None,
    device: str | None = None,
    viewport: tuple[float, float] | None = None,
    scale: float | None = None,
    mobile: bool | None = None,
    color_scheme: Literal["light", "dark"] | None = None,
    reduced_motion: bool = False,
    locale: str | None = None,
    scroll_y: float | None = None,
) -> Table:
    """The rows of some pages; ``stillpage.map()`` is for users."""

def column_names(columns: Sequence[str]) -> list[str]:
    """The columns that rows have: those that were asked for, once each, and ``error``."""

def read_warc(
    file: str | os.PathLike[str] | BinaryIO,
    *,
    name: str | os.PathLike[str] | None = None,
    every_type: bool = False,
    max_bytes: int | None = None,
) -> WarcReader:
    """Reads the pages of a WARC file, compressed or not, record by record.

    A record that is damaged has an ``error``, and reading goes on with the next one that can be found.

    Args:
        file: a path, or a binary file object.
        name: what messages and the column source call it.
        every_type: gives all responses and resources, whatever their media type.
        max_bytes: the most bytes that a page may have; 32 MiB by default.

    Raises:
        FileError: if there is no such file.
    """

@final
class WarcReader(Iterator[WarcRecord]):
    """Iterates over the records of a WARC file."""

    def __iter__(self) -> WarcReader: ...
    def __next__(self) -> WarcRecord: ...

@final
class WarcRecord:
    """A page out of a WARC file."""

    @property
    def offset(self) -> int:
        """The byte in the file at which the record, or its gzip member, starts."""

    @property
    def url(self) -> str | None:
        """The address; ``None`` for a damaged record of which it could not be read."""

    @property
    def date(self) -> str | None:
        """When it was fetched, as written."""

    @property
    def status(self) -> int | None:
        """The HTTP status."""

    @property
    def media_type(self) -> str:
        """The media type, without parameters."""

    @property
    def charset(self) -> str | None:
        """The encoding that the HTTP header names."""

    @property
    def truncated(self) -> bool:
        """The crawler cut the page off, or its body ends early."""

    @property
    def body(self) -> bytes:
        """The body, without transfer and content encodings."""

    @property
    def size(self) -> int:
        """The bytes of the body."""

    @property
    def error(self) -> Error | None:
        """Why it cannot be read."""
