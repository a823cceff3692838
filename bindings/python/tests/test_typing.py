import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def run(*command):
    result = subprocess.run([sys.executable, "-m", *map(str, command)], cwd=HERE.parent, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_uses_type_check():
    run("mypy", "--config-file", "pyproject.toml", HERE / "typed.py")


def test_the_package_type_checks():
    run("mypy", "--config-file", "pyproject.toml", "-p", "stillpage")


def test_stubs_are_what_the_module_has():
    run("mypy.stubtest", "stillpage._native", "--mypy-config-file", "pyproject.toml", "--allowlist", HERE / "stubtest.txt")
