#!/usr/bin/env python3
"""Main content of five pages of corpus/content beside trafilatura, resiliparse and readability-lxml, as a Markdown table.

usage: scripts/compare_main_content.py [STILLPAGE]

Needs `pip install trafilatura==2.3.1 resiliparse==2.0.1 readability-lxml==0.9`. Each cell has the words of the page's own text that were
found and, after a plus, the words that are not in it, counted as often as they occur.
"""
import collections, json, pathlib, re, subprocess, sys

import lxml.html
import readability
import resiliparse.extract.html2text as resiliparse
import trafilatura

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ["article/en-gates", "blog/pt-barco", "thread/de-leim", "documentation/fr-cache", "article/ja-suimon"]
BINARY = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/release/stillpage")


def stillpage(path, *options):
    return subprocess.run([BINARY, "text", str(path), "--main", *options], capture_output=True, check=False).stdout.decode()


EXTRACTORS = {
    "stillpage": lambda path, html: stillpage(path),
    "`--favor precision`": lambda path, html: stillpage(path, "--favor", "precision"),
    "`--favor recall`": lambda path, html: stillpage(path, "--favor", "recall"),
    "trafilatura": lambda path, html: trafilatura.extract(html, include_comments=False, include_tables=True) or "",
    "resiliparse": lambda path, html: resiliparse.extract_plain_text(html, main_content=True, alt_texts=False),
    "readability-lxml": lambda path, html: lxml.html.fromstring(readability.Document(html).summary()).text_content(),
}


def words(text):
    """Words by letters; of scripts without spaces each character."""
    return collections.Counter(re.findall(r"[぀-ヿ一-鿿]|[^\W぀-ヿ一-鿿]+", text.lower()))


def main():
    print("| page | words | " + " | ".join(EXTRACTORS) + " |")
    print("| --- | ---: |" + " ---: |" * len(EXTRACTORS))
    for page in PAGES:
        path = ROOT / "corpus/content" / f"{page}.html"
        html = path.read_text(encoding="utf-8")
        truth = words(json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["main"])
        row = []
        for extract in EXTRACTORS.values():
            found = words(extract(path, html))
            row.append(f"{sum((found & truth).values())} +{sum((found - truth).values())}")
        print(f"| `{page}` | {sum(truth.values())} | " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
