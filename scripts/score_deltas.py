#!/usr/bin/env python3
"""Measures the tokens of what changed after a click, next to those of the whole page.

usage: scripts/score_deltas.py PROGRAM PAGES [CLICKS]

PAGES is a folder of saved pages, a folder each with a page.html. So many controls of each page (8 unless given), evenly spread, are
clicked, each on the page as it was saved; clicks that are refused do not count. Prints the median and the 90th percentile of the share
that `snapshot --since --delta lines` has of the whole snapshot's tokens, of all clicks and of those that changed the snapshot. The
estimate of tokens is that of the Python package, which has to be installed (`pip install bindings/python`).
"""

import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

from stillpage import estimate_tokens

CONTROLS = "a[href], button, input, select, textarea, summary, label, [role=tab], [role=button], [role=menuitem]"


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


def answer(*words):
    done = run(*words)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return done.stdout


def body(text):
    """A snapshot or a delta without the comments above it, which an answer has either way."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("# "))


def shares_of(program, page, limit, folder):
    """Shares of the whole, and whether anything changed, for the clicks that landed."""
    found = json.loads(answer(program, "find", page, CONTROLS, "--json", "--max-results", 1000))["elements"]
    refs = [element["ref"] for element in found if element["ref"]]
    refs = refs[:: max(1, -(-len(refs) // limit))]
    for ref in refs:
        session, after = folder / f"{ref}.json", page.with_name("after-click.html")
        shown = answer(program, "snapshot", page, "--session", session).splitlines()
        token = next(line for line in shown if line.startswith("# Snapshot ")).split()[-1]
        if run(program, "click", page, ref, "-o", after, "--overwrite").returncode != 0:
            continue
        whole = body(answer(program, "snapshot", after))
        # A session keeps the last snapshot only.
        since = ("--session", session, "--since", token, "--delta", "lines")
        delta = body(answer(program, "snapshot", after, *since))
        yield estimate_tokens(delta) / estimate_tokens(whole), bool(delta)


def main(program, pages, limit=8):
    everything = []
    for page in sorted(pathlib.Path(pages).glob("*/page.html")):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch, page.parent.name)
            shutil.copytree(page.parent, folder)
            everything += shares_of(program, folder / "page.html", int(limit), pathlib.Path(scratch))
    for name, shares in [
        ("all", [share for share, _ in everything]),
        ("changed", [share for share, changed in everything if changed]),
    ]:
        if len(shares) < 2:
            continue
        tenths = statistics.quantiles(shares, n=10)
        print(f"{name:8} {len(shares):4} clicks  median {statistics.median(shares):.3f}  90% at most {tenths[-1]:.3f}")


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
