"""The ``stillpage`` command: ``python -m stillpage``, ``uvx stillpage``."""

import signal
import sys

from . import _native


def main() -> None:
    """Runs the command line of this process, and ends it with the exit code."""
    # The command handles interrupts by itself, or is ended by them as any program is.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_native.run_command(["stillpage", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
