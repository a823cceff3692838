import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import stillpage

SCRIPT = Path(sys.executable).parent / "stillpage"
CALLS = [[str(SCRIPT)], [sys.executable, "-m", "stillpage"]]


@pytest.mark.parametrize("call", CALLS)
def test_the_command_answers_as_the_library(call, corpus):
    page = corpus / "checkout-modal" / "page.html"
    run = subprocess.run([*call, "snapshot", "--playwright", str(page)], capture_output=True, text=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == stillpage.open(page).snapshot().strip()


def test_exit_codes_and_errors_are_those_of_the_command(corpus, tmp_path):
    template = tmp_path / "page.aria.yml"
    template.write_text("- tree")
    page = corpus / "checkout-modal" / "page.html"
    run = subprocess.run([SCRIPT, "match", page, template], capture_output=True, text=True)
    assert run.returncode == 1, run.stderr
    run = subprocess.run([SCRIPT, "snapshot", "absent.html", "--json"], capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (2, "")
    assert json.loads(run.stderr)["error"]["code"] == "io_error"


def test_it_serves_agents(corpus):
    start = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
    }
    run = subprocess.run([SCRIPT, "mcp", "--root", str(corpus)], input=json.dumps(start) + "\n", capture_output=True, text=True)
    assert json.loads(run.stdout.splitlines()[0])["result"]["serverInfo"]["name"] == "stillpage", run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other interrupts")
def test_an_interrupt_ends_it(corpus):
    process = subprocess.Popen([SCRIPT, "mcp", "--root", str(corpus)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode != 0
