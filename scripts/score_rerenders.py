#!/usr/bin/env python3
"""Resolves the refs of every page of the corpus after many simulated re-renders, and counts what was wrong.

usage: scripts/score_rerenders.py BINARY [--seeds N] [--steps K] [--first SEED] [--jobs N] [--json FILE]

BINARY is a release build. Each page under corpus/pages, corpus/rerenders and corpus/content is re-rendered N times by each profile, K changes at
a time (`stillpage mutate --score --decidable`). Prints resolutions, wrong answers and found shares, with and without handles,
by profile; then every wrong answer with the command that shows it again. Exit code 1 if there is one.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys

PROFILES = ["react", "preact", "vue", "svelte", "morph", "chaos"]
MODES = ["stillpage", "stillpage without handles"]
COUNTS = ["right", "wrong", "refused", "missed"]


def score(binary, page, profile, arguments):
    command = [binary, "mutate", str(page), "--score", "--decidable", "--profile", profile, "--json"]
    command += ["--seeds", str(arguments.seeds), "--steps", str(arguments.steps), "--seed", str(arguments.first)]
    answer = subprocess.run(command, capture_output=True, check=False)
    # 1: nothing on the page is interactive.
    if answer.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: {answer.stderr.decode()}")
    return page, profile, json.loads(answer.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json")
    arguments = parser.parse_args()
    binary = str(pathlib.Path(arguments.binary).resolve())
    corpus = pathlib.Path(__file__).resolve().parent.parent / "corpus"
    pages = sorted([*corpus.glob("pages/*/page.html"), *corpus.glob("rerenders/*.html"), *corpus.glob("content/*/*.html")])
    jobs = [(page, profile) for page in pages for profile in PROFILES]
    tallies = collections.defaultdict(collections.Counter)
    mistakes = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        runs = [pool.submit(score, binary, *job, arguments) for job in jobs]
        for done, run in enumerate(concurrent.futures.as_completed(runs), 1):
            page, profile, answer = run.result()
            for row in answer["resolvers"]:
                if row["resolver"] in MODES:
                    for key in (profile, "all"):
                        tallies[key, row["resolver"]].update({name: row[name] for name in COUNTS})
            mistakes += [{"page": str(page.relative_to(corpus)), "profile": profile, **m} for m in answer["mistakes"]]
            resolutions = sum(sum(tallies["all", mode].values()) for mode in MODES)
            bar = "#" * (done * 30 // len(jobs))
            print(f"\r[{bar:30}] {done}/{len(jobs)} runs, {resolutions} resolutions", end="", file=sys.stderr)
    print(file=sys.stderr)
    print(f"{'profile':8} {'resolver':26}" + "".join(f"{name:>10}" for name in COUNTS) + f"{'found':>9}")
    for key in [*PROFILES, "all"]:
        for mode in MODES:
            tally = tallies[key, mode]
            found = 100 * tally["right"] / max(1, tally["right"] + tally["missed"])
            print(f"{key:8} {mode:26}" + "".join(f"{tally[name]:>10}" for name in COUNTS) + f"{found:>8.2f}%")
    for m in sorted(mistakes, key=lambda m: (m["page"], m["profile"], m["seed"])):
        print(f"WRONG {m['page']} --profile {m['profile']} --seed {m['seed']} --steps {arguments.steps}: {m['resolver']}, "
              f"{m['ref']} {m['what']} ({m['clarity']}): is at {m['truth']}, found at {m['to']}")
        for step in m["steps"]:
            print(f"    {step}")
    if arguments.json:
        rows = [{"profile": key, "resolver": mode, **tallies[key, mode]} for key, mode in sorted(tallies)]
        pathlib.Path(arguments.json).write_text(json.dumps({"rows": rows, "mistakes": mistakes}, indent=1) + "\n")
    sys.exit(1 if mistakes else 0)


main()
