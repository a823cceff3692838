#!/usr/bin/env python3
"""Measures `stillpage batch` beside other programs on the same pages, in the same run.

usage: scripts/batch_figures.py BINARY FOLDER [--sample N] [--pairs N] [--soak PAGES] [--chromium]

BINARY is a release build, FOLDER has saved pages (.html). Prints JSON:

- pages per second of CPU time for each program, so that other work on the machine matters little: snapshot, main content and
  text of stillpage, main content by trafilatura, text by lxml (from PyPI: trafilatura, lxml, lxml_html_clean; left out where they are missing);
- how much faster two threads are than one, by the clock, for so many pairs of runs that take turns, and how many cores the
  runs on two threads kept busy: only worth something on an idle machine with two cores;
- with --chromium, Playwright's snapshots of the same pages in one warm tab (time_snapshots.mjs; NODE_PATH has playwright-core);
- with --soak, the resident memory of a run over that many pages of a compressed WARC file, at each tenth of it.
"""

import argparse
import gzip
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time


def batch(binary, arguments, watch=None):
    """Runs a batch; CPU seconds, seconds by the clock, rows."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    command = [binary, "batch", *map(str, arguments)]
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if watch:
        watch(run)
    _, err = run.communicate()
    clock = time.monotonic() - start
    if run.returncode == 2:
        raise SystemExit(err)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, clock


def in_python(work, pages):
    start = time.process_time()
    for page in pages:
        try:
            work(page)
        except Exception:  # A page that a program cannot read takes its time, too.
            pass
    return time.process_time() - start


def others():
    """Other programs, as far as they are installed: from bytes to text."""
    found = {}
    try:
        import trafilatura

        found["trafilatura main"] = lambda page: trafilatura.extract(page)
    except ImportError as error:
        print(f"without trafilatura: {error}", file=sys.stderr)
    try:
        import lxml.html

        found["lxml text"] = lambda page: lxml.html.fromstring(page).text_content()
    except ImportError as error:
        print(f"without lxml: {error}", file=sys.stderr)
    return found


def member(url, page):
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    block = head + page
    header = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return gzip.compress(header.encode() + block + b"\r\n\r\n", 1)


def soak(binary, pages, count, folder):
    """Resident memory in MB at each tenth of the rows."""
    warc = folder / "soak.warc.gz"
    members = [member("http://pages.example/", page) for page in pages]
    with open(warc, "wb") as out:
        for n in range(count):
            out.write(members[n % len(members)])
    rows = folder / "rows.jsonl"
    seen = {}

    def watch(run):
        written, lines = 0, 0
        while run.poll() is None:
            time.sleep(0.2)
            try:
                with open(rows, "rb") as file:
                    file.seek(written)
                    fresh = file.read()
                status = pathlib.Path(f"/proc/{run.pid}/status").read_text()
            except FileNotFoundError:
                continue
            written += len(fresh)
            lines += fresh.count(b"\n")
            resident = [line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")]
            if resident:
                seen.setdefault(lines * 10 // count, round(int(resident[0]) / 1024))

    cpu, clock = batch(binary, [warc, "--columns", "url,main", "-o", rows], watch)
    lines = sum(1 for _ in open(rows, "rb"))
    return {"pages": lines, "clock": round(clock, 1), "cpu": round(cpu, 1), "resident MB by tenth": seen}


def in_chromium(paths):
    """CPU seconds and seconds by the clock of Playwright's snapshots in one warm tab."""
    script = pathlib.Path(__file__).with_name("time_snapshots.mjs")
    listing = "".join(f"{path.resolve()}\n" for path in paths)
    run = subprocess.run(["node", script], input=listing, stdout=subprocess.PIPE, text=True, check=True)
    measured = json.loads(run.stdout)
    return measured["cpu"], measured["clock"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--soak", type=int, default=0)
    parser.add_argument("--chromium", action="store_true")
    options = parser.parse_args()
    paths = sorted(options.folder.rglob("*.html"))
    if options.sample:
        paths = paths[:: max(1, len(paths) // options.sample)][: options.sample]
    pages = [path.read_bytes() for path in paths]
    result = {"pages": len(pages), "bytes": sum(map(len, pages)), "load": os.getloadavg()[0], "pages per CPU second": {}}
    speed = result["pages per CPU second"]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # One WARC file, so that nothing beside the pages is read.
        warc = folder / "pages.warc.gz"
        warc.write_bytes(b"".join(member(f"http://pages.example/{n}", page) for n, page in enumerate(pages)))
        for name in ["snapshot", "main", "text"]:
            cpu, _ = batch(options.binary, [warc, "--columns", f"url,{name}", "--jobs", 1])
            speed[f"stillpage {name}"] = round(len(pages) / cpu, 1)
        for name, work in others().items():
            work(pages[0])
            speed[name] = round(len(pages) / in_python(work, pages), 1)
        ratios, busy = [], []
        for _ in range(options.pairs):
            one, two = (batch(options.binary, [warc, "--columns", "url,snapshot", "--jobs", jobs]) for jobs in (1, 2))
            ratios.append(round(one[1] / two[1], 2))
            busy.append(round(two[0] / two[1], 2))
        result["two threads over one"], result["cores busy"] = ratios, busy
        if options.chromium:
            cpu, clock = in_chromium(paths)
            speed["Playwright snapshot"] = round(len(pages) / cpu, 1)
            own, own_clock = batch(options.binary, [*paths, "--columns", "url,snapshot", "--jobs", 1])
            result["Playwright over stillpage"] = {"CPU": round(cpu / own, 1), "clock": round(clock / own_clock, 1)}
        if options.soak:
            result["soak"] = soak(options.binary, pages, options.soak, folder)
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
