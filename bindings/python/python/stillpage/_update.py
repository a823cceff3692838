"""Snapshots that ``pytest --update-snapshots`` writes."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional, Tuple

FUNCTION = "assert_aria_snapshot"


@dataclass(frozen=True)
class Update:
    """A snapshot that is not what the page has."""

    test_file: Path
    line: int
    """Within the call, counted from 1."""
    path: Optional[Path]
    """The file of the snapshot; ``None`` for a literal in the test."""
    before: str
    after: str


_updates: Optional[List[Update]] = None


def collect(on: bool) -> None:
    """Starts or stops to collect updates in place of failing."""
    global _updates
    _updates = [] if on else None


def is_updating() -> bool:
    """True if what does not match is to be written."""
    return _updates is not None


def add_update(update: Update) -> bool:
    """Takes an update if they are collected."""
    if _updates is None:
        return False
    _updates.append(update)
    return True


def write_updates() -> Tuple[List[str], List[str]]:
    """Writes what was collected: the places that were written, and those that could not be, with the reason."""
    written: List[str] = []
    refused: List[str] = []
    by_file: Dict[Path, List[Update]] = {}
    # A test with parameters comes to the same place more than once.
    for update in dict.fromkeys(_updates or []):
        by_file.setdefault(update.path or update.test_file, []).append(update)
    for path, updates in sorted(by_file.items()):
        if updates[0].path is not None:
            if len({update.after for update in updates}) > 1:
                refused.append(f"{path}: tests disagree on what it should be")
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(updates[0].after, "utf-8")
            written.append(str(path))
            continue
        done, failed = _write_literals(path, updates)
        written += done
        refused += failed
    if _updates is not None:
        _updates.clear()
    return written, refused


def _write_literals(path: Path, updates: List[Update]) -> Tuple[List[str], List[str]]:
    source = path.read_bytes()
    # ast counts columns in bytes of UTF-8.
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and _is_assertion(node)]
    edits: Dict[Tuple[int, int], str] = {}
    written: List[str] = []
    refused: List[str] = []
    for update in updates:
        place = f"{path}:{update.line}"
        literals = [literal for call in calls for literal in _literal(call, update)]
        if len(literals) != 1:
            refused.append(f"{place}: the snapshot is not one string literal in a call on this line")
            continue
        node = literals[0]
        assert node.end_lineno is not None and node.end_col_offset is not None
        span = (starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset)
        first = lines[node.lineno - 1]
        indent = len(first) - len(first.lstrip(b" "))
        literal = _as_literal(update.after, " " * indent)
        if edits.setdefault(span, literal) != literal:
            refused.append(f"{place}: calls of the same test disagree on what it should be")
            continue
        written.append(place)
    for (start, end), literal in sorted(edits.items(), reverse=True):
        source = source[:start] + literal.encode() + source[end:]
    path.write_bytes(source)
    return written, refused


def _is_assertion(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", None)
    return name == FUNCTION


def _literal(call: ast.Call, update: Update) -> List[ast.Constant]:
    """The snapshot of a call if it is the one that ran."""
    if not call.lineno <= update.line <= (call.end_lineno or call.lineno):
        return []
    arguments = call.args[1:2] + [keyword.value for keyword in call.keywords if keyword.arg == "snapshot"]
    return [node for node in arguments if isinstance(node, ast.Constant) and node.value == update.before]


def _as_literal(text: str, indent: str) -> str:
    """A triple-quoted string, indented one level deeper than the line that it begins on."""
    # Raw, so that regular expressions stay readable; the text ends with a line break, so never with a backslash.
    if '"""' in text:
        body = textwrap.indent(text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"'), indent + "    ")
        return f'"""\n{body}{indent}"""'
    prefix = "r" if "\\" in text else ""
    return f'{prefix}"""\n{textwrap.indent(text, indent + "    ")}{indent}"""'
