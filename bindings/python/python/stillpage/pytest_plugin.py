"""pytest's half of ``stillpage.testing``: ``--update-snapshots``, and the assertion as a fixture."""

from __future__ import annotations

from typing import Any, Callable

import pytest

_WRITTEN = pytest.StashKey[tuple[list[str], list[str]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("stillpage")
    group.addoption(
        "--update-snapshots",
        action="store_true",
        default=False,
        help="Write aria snapshots and screenshots that do not match into the tests or files that have them.",
    )


def pytest_configure(config: pytest.Config) -> None:
    from . import _update

    update = bool(config.getoption("--update-snapshots"))
    if update and hasattr(config, "workerinput"):
        raise pytest.UsageError("--update-snapshots rewrites tests, which one process alone can do: leave out -n")
    _update.collect(update)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    from . import _update

    written, refused = _update.write_updates()
    session.config.stash[_WRITTEN] = (written, refused)
    if refused and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    written, refused = config.stash.get(_WRITTEN, ([], []))
    if written:
        terminalreporter.section("aria snapshots written")
        for place in written:
            terminalreporter.line(place)
    if refused:
        terminalreporter.section("aria snapshots not written", red=True)
        for place in refused:
            terminalreporter.line(place)


@pytest.fixture
def assert_aria_snapshot() -> Callable[..., None]:
    """``stillpage.testing.assert_aria_snapshot``, for tests that would rather not import it."""
    from .testing import assert_aria_snapshot

    return assert_aria_snapshot


@pytest.fixture
def assert_screenshot() -> Callable[..., None]:
    """``stillpage.testing.assert_screenshot``, for tests that would rather not import it."""
    from .testing import assert_screenshot

    return assert_screenshot
