#!/usr/bin/env python3
"""Measures `stillpage mcp`: what a call takes beside one render of its page, and the memory of many tabs.

usage: scripts/mcp_figures.py BINARY FOLDER

BINARY is a release build, FOLDER has pages in folders of their own (corpus/pages). Prints JSON: the median and the worst ratio of
a call to a render on one thread (--timings of the snapshot command), for opening a page, a snapshot, and an action with
its answer; resident memory with 100 pages in tabs.
"""

import json
import pathlib
import re
import statistics
import subprocess
import sys
import time

binary, folder = sys.argv[1], pathlib.Path(sys.argv[2])
pages = sorted(path for path in folder.glob("*/page.html"))
server = subprocess.Popen([binary, "mcp", "--root", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
count = 0


def request(method, params):
    global count
    count += 1
    server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": count, "method": method, "params": params}) + "\n")
    server.stdin.flush()
    return json.loads(server.stdout.readline())["result"]


def call(tool, **arguments):
    start = time.perf_counter()
    result = request("tools/call", {"name": tool, "arguments": arguments})
    return (time.perf_counter() - start) * 1000, result


def render(page):
    """Milliseconds of all stages of one render."""
    err = subprocess.run([binary, "snapshot", page, "--timings"], capture_output=True, text=True, check=True).stderr
    return json.loads(err.splitlines()[-1])["total"]


request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "figures", "version": "1"}})
server.stdin.write(json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}) + "\n")
ratios = {"open": [], "snapshot": [], "action": []}
for page in pages:
    once = min(render(page) for _ in range(3))
    url = str(page.relative_to(folder))
    ratios["open"].append(min(call("browser_navigate", url=url)[0] for _ in range(3)) / once)
    ratios["snapshot"].append(min(call("browser_snapshot")[0] for _ in range(3)) / once)
    ratios["action"].append(min(call("browser_mouse_click_xy", x=5, y=5)[0] for _ in range(3)) / once)
for at in range(100):
    call("browser_tabs", action="new", url=str(pages[at % len(pages)].relative_to(folder)))
status = pathlib.Path(f"/proc/{server.pid}/status").read_text()
resident = int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024
server.stdin.close()
server.wait()
figures = {name: {"median": round(statistics.median(all), 2), "worst": round(max(all), 2)} for name, all in ratios.items()}
print(json.dumps({"pages": len(pages), "calls over one render": figures, "100 tabs, MB": round(resident)}, indent=2))
