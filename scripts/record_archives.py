#!/usr/bin/env python3
"""Records the shop of corpus/archives/shop_files as a crawler does: shop.warc.gz with warcio, shop.wacz with wacz of it, and, with
playwright-core in node_modules, shop.har.zip as Playwright's recordHar does.

usage: record_archives.py [OUT_DIR]; `pip install warcio wacz requests`
"""
import http.server, os, subprocess, sys, threading, urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = os.path.join(HERE, "..", "corpus", "archives", "shop_files")
OUT = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(FILES))
PORT = 8472
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css", ".svg": "image/svg+xml"}


def page(title, heading):
    return f"<!doctype html><html lang=en><title>{title}</title><link rel=stylesheet href=/shop.css><h1>{heading}</h1><a href=/>Home</a>"


class Shop(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, body, kind="text/html; charset=utf-8", status=200, location=None):
        body = body.encode()
        self.send_response(status)
        if location: self.send_header("Location", location)
        self.send_header("Content-Type", kind); self.send_header("Content-Length", str(len(body))); self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path); query = urllib.parse.parse_qs(address.query)
        if address.path == "/": return self.answer("", status=302, location="/home.html?lang=en")
        if address.path == "/search": return self.answer(page("Found", f"Results for {query['q'][0]}"))
        if address.path == "/cart": return self.answer(page("Cart", "One pot of tea, 3 euro"))
        if address.path == "/thanks": return self.answer(page("Thanks", "Thank you"))
        path = os.path.join(FILES, os.path.basename(address.path))
        if not os.path.isfile(path): return self.answer(page("Not found", "Not found"), status=404)
        self.answer(open(path, encoding="utf-8").read(), TYPES[os.path.splitext(path)[1]])

    def do_POST(self):
        name = urllib.parse.parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())["name"][0]
        if name == "Ada": return self.answer("", status=303, location="/thanks")
        self.answer(page("Sorry", f"No credit for {name}"))

    def log_message(self, *_): pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Shop)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{PORT}"

from warcio.capture_http import capture_http  # Before requests, which it listens to.
import requests

warc = os.path.join(OUT, "shop.warc.gz")
if os.path.exists(warc): os.remove(warc)
with capture_http(warc):
    for path in ("/", "/shop.css", "/cup.svg", "/cart?item=1", "/search?q=green+tea"): requests.get(base + path)
    for name in ("Bob", "Ada"): requests.post(base + "/order", data={"name": name})
wacz = os.path.join(OUT, "shop.wacz")
if os.path.exists(wacz): os.remove(wacz)
tool = os.path.join(os.path.dirname(sys.executable), "wacz")
subprocess.run([tool, "create", "-f", warc, "-o", wacz, "--detect-pages"], check=True)

RECORD = """
import { chromium } from 'playwright-core';
const [out, base] = process.argv.slice(-2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const context = await browser.newContext({ recordHar: { path: out, content: 'attach' } });
const page = await context.newPage();
await page.goto(base + '/');
await page.getByRole('link', { name: 'Cart' }).click();
await page.waitForLoadState('networkidle');
await page.goto(base + '/');
await page.getByLabel('Find').fill('green tea');
await page.getByRole('button', { name: 'Search' }).click();
await page.waitForLoadState('networkidle');
for (const name of ['Bob', 'Ada']) {
  await page.goto(base + '/');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Order' }).click();
  await page.waitForLoadState('networkidle');
}
await context.close();
await browser.close();
"""
har = os.path.join(OUT, "shop.har.zip")
subprocess.run(["node", "--input-type=module", "-e", RECORD, "--", har, base], check=True)
