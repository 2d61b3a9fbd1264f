"""The command line: `trash-companion COMMAND …`; without a command it opens the app."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence

from ui.commands import PROGRAM, USER_ERROR, UserError, complain

COMMANDS = (
    "play",
    "read",
    "watch",
    "referee",
    "film",
    "replay",
    "export",
    "bench",
    "train",
    "evaluate",
    "doctor",
)

INTERRUPTED = 130
BROKEN_PIPE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status (2: bad input, told in one line on stderr)."""
    words = sys.argv[1:] if argv is None else argv
    arguments = parser().parse_args(words or ["play"])
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A file name or a suit the terminal cannot write must not end the run.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except UserError as error:
        complain(error)
        return USER_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has gone; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return status


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; a command's module is imported, the libraries it calls are not."""
    top = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Follows a game of Trash on a real table. Without a command it opens the app.",
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in COMMANDS:
        module = importlib.import_module(f"ui.commands.{name}")
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return top


if __name__ == "__main__":
    sys.exit(main())
