#!/usr/bin/env python3
"""Compares `snapshot --format browsergym` and the other dialects with the frameworks' own serializers, page by page.

usage: score_dialects.py --bin PATH PAGE... [--chromium DIR] [--expected DIR]

BrowserGym's is that of the installed package `browsergym-core`; for chrome-devtools, `--node FILE` names a script that reads the nodes of
`--format ax` on standard input and prints what the server prints. Both get our nodes; with --chromium DIR, folder of recordings of
Chromium's trees (NAME.json.gz of page NAME.html, a list of nodes in the order of the protocol), BrowserGym's gets Chromium's too.
--expected DIR has what the others print of Chromium's trees, NAME.DIALECT.txt: `record_dialects.mjs` writes it for chrome-devtools and
stagehand, `print_browser_use.py` for browser-use; for agent-browser it is what `agent-browser snapshot` prints. Ids and the folders of
files are left out of the comparison.
Prints the share of pages and of lines that are the same.
"""
import argparse, difflib, gzip, importlib.util, json, os, re, subprocess, sys

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("pages", nargs="+")
parser.add_argument("--bin", default="target/release/stillpage")
parser.add_argument("--browsergym", help="obs.py of browsergym-core, where the package is not installed")
parser.add_argument("--node")
parser.add_argument("--chromium")
parser.add_argument("--expected")
parser.add_argument("--worst", type=int, default=0)
options = parser.parse_args()


def flatten():
    """BrowserGym's serializer, without what the rest of the package needs."""
    if not options.browsergym:
        from browsergym.utils.obs import flatten_axtree_to_str
        return flatten_axtree_to_str
    text = open(options.browsergym).read()
    start = text.index("IGNORED_AXTREE_ROLES")
    kept = [text[start : text.index("def flatten_dom_to_str")]]
    for name in ("_process_bid", "flatten_axtree_to_str"):
        begin = text.index(f"def {name}(")
        end = text.find("\ndef ", begin)
        kept.append(text[begin : end if end > 0 else None])
    scope = {}
    exec("import re\n" + "\n".join(kept), scope)
    return scope["flatten_axtree_to_str"]


def ours(page, form):
    run = subprocess.run([options.bin, "snapshot", page, "--format", form], capture_output=True, text=True, timeout=60)
    return run.stdout.rstrip("\n")


def without_ids(text):
    text = re.sub(r"(?m)^(\t*)\[[^\]]*\] ", r"\1", text)
    text = re.sub(r"(?m)^( *)uid=\S+", r"\1", text)
    text = re.sub(r"(?m)^( *)\[\d+-\d+\] |^( *)\[[a-z]+\d+\] ", r"\1\2", text)
    text = re.sub(r"(?m)^(\t*(?:\|SHADOW\(\w+\)\|)?\*?(?:\|scroll element)?)\[\w+\]<", r"\1<", text)
    text = re.sub(r"(, )?\bref=e\d+", "", text).replace(" []", "")
    # Recordings were made of the same pages in another folder.
    return re.sub(r"file:///\S*/", "file:///", text)


def protocol(recorded):
    """A recording as the nodes of the protocol."""
    nodes = []
    for at, node in enumerate(recorded):
        out = {"nodeId": str(at), "ignored": bool(node["ignored"]), "role": {"value": node["role"]}, "childIds": [str(child) for child in node["children"]]}
        if node["name"] is not None and not node["ignored"]:
            out["name"] = {"value": node["name"]}
        if node["value"] is not None:
            out["value"] = {"value": node["value"]}
        # Relations have elements instead of a value.
        out["properties"] = [
            {"name": name, "value": {} if value is None else {"value": value}} for name, value in node["properties"].items()
        ]
        nodes.append(out)
    return nodes


browsergym = flatten()
rows = {}


def compare(kind, page, text, expected):
    text, expected = without_ids(text), without_ids(expected.rstrip("\n"))
    lines, wanted = text.split("\n"), expected.split("\n")
    ratio = difflib.SequenceMatcher(None, lines, wanted, autojunk=False).ratio()
    rows.setdefault(kind, []).append((text == expected, ratio, page, next((pair for pair in zip(lines, wanted) if pair[0] != pair[1]), None)))


sys.setrecursionlimit(10000)
for page in options.pages:
    nodes = json.loads(ours(page, "ax"))["nodes"]
    printed = ours(page, "browsergym")
    compare("browsergym, our nodes", page, printed, browsergym({"nodes": nodes}))
    if options.node:
        run = subprocess.run(["node", options.node], input=json.dumps(nodes), capture_output=True, text=True, check=True)
        compare("chrome-devtools, our nodes", page, ours(page, "chrome-devtools"), run.stdout)
    recording = options.chromium and os.path.join(options.chromium, os.path.basename(page)[:-5] + ".json.gz")
    if recording and os.path.exists(recording):
        truth = json.loads(gzip.open(recording).read())
        # The window of a recording had the focus, and its pages another address.
        truth[0]["properties"] = {property["name"]: property["value"]["value"] for property in nodes[0]["properties"]}
        compare("browsergym, Chromium's nodes", page, printed, browsergym({"nodes": protocol(truth)}))
    for dialect in ("chrome-devtools", "stagehand", "agent-browser", "browser-use"):
        expected = options.expected and os.path.join(options.expected, f"{os.path.basename(page)[:-5]}.{dialect}.txt")
        if expected and os.path.exists(expected):
            compare(f"{dialect}, Chromium's nodes", page, ours(page, dialect), open(expected).read())
for kind, all_rows in rows.items():
    same = sum(row[0] for row in all_rows)
    print(f"{kind}: {same} of {len(all_rows)} pages the same, lines {sum(row[1] for row in all_rows) / len(all_rows):.4f}")
    for row in sorted(all_rows, key=lambda row: row[1])[: options.worst]:
        print(f"  {row[1]:.3f} {row[2]}: {row[3]}")
