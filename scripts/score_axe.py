#!/usr/bin/env python3
"""Compares the findings of `stillpage audit` with those of axe-core, element by element.

usage: scripts/score_axe.py PROGRAM PAGES RECORDINGS [RULE...]

PAGES is a folder of .html files, RECORDINGS what `node scripts/record_axe.mjs --pages PAGES --out RECORDINGS` wrote. Prints for each
rule that both have: the elements that both report, that stillpage alone reports, that axe-core alone reports, and the share of the
first. What axe-core leaves to a person (`incomplete`) is a finding of neither. The elements that RULEs differ in are listed.
"""

import collections
import json
import pathlib
import subprocess
import sys

OWN = {"control-covered", "control-off-page", "dialog-name", "label-for", "text-clipped"}


def answer(program, *words):
    run = subprocess.run([program, *words, "--json"], capture_output=True, text=True)
    return json.loads(run.stdout)


def is_certain(row):
    return row["verdict"] == "fails" and row["rule"] not in OWN and row["index"] is not None


def place(row):
    """With measurements the place is their first."""
    return row[0] if isinstance(row, list) else row


def main(program, pages, recordings, listed):
    both, ours, axes, undecided = (collections.Counter() for _ in range(4))
    differ = []
    files = sorted(pathlib.Path(recordings).glob("*.json"))
    for file in files:
        page = pathlib.Path(pages, f"{file.stem}.html")
        # Elements of open shadow trees follow, and have no place here.
        count = answer(program, "find", page, "*", "--no-text", "--max-results", "1")["totalMatches"]
        findings = answer(program, "audit", page)["findings"]
        found = {(row["rule"], row["index"]) for row in findings if is_certain(row)}
        rules = json.loads(file.read_text())["rules"].items()
        failed, open_ = (
            {(rule, place(row)) for rule, kinds in rules for row in kinds.get(kind, []) if place(row) < count}
            for kind in ("violations", "incomplete")
        )
        both.update(rule for rule, _ in found & failed)
        undecided.update(rule for rule, _ in (found - failed) & open_)
        ours.update(rule for rule, _ in found - failed - open_)
        axes.update(rule for rule, _ in failed - found)
        differ += [(rule, file.stem, at, "stillpage") for rule, at in found - failed - open_]
        differ += [(rule, file.stem, at, "axe-core") for rule, at in failed - found]
    print(f"{len(files)} pages")
    print("| rule | both | stillpage alone | axe-core alone | share | left to a person by axe-core |")
    print("| --- | --- | --- | --- | --- | --- |")
    for rule in sorted(both | ours | axes):
        share = both[rule] / (both[rule] + ours[rule] + axes[rule])
        print(f"| `{rule}` | {both[rule]} | {ours[rule]} | {axes[rule]} | {share:.3f} | {undecided[rule]} |")
    for rule, name, at, who in sorted(differ):
        if rule in listed:
            print(f"{rule} {name} {at}: {who} alone")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
