"""The command line: `trash-companion COMMAND …`; without a command it opens the app."""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from companion import __version__
from ui.commands import INTERRUPTED, PROGRAM, USER_ERROR, UserError, complain

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

BROKEN_PIPE = 141
_DISK_FAULTS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status (2: bad input, told in one line on stderr)."""
    _open_missing_streams()
    words = sys.argv[1:] if argv is None else argv
    try:
        status = _run(words or ["play"])
    except UserError as error:
        complain(error)
        return USER_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has gone.
        _discard_output()
        return BROKEN_PIPE
    except OSError as error:
        if error.filename is not None or error.errno not in _DISK_FAULTS:
            raise
        # Files are written where their faults are told by name: what is left is the output.
        _discard_output()
        complain(f"the output cannot be written ({error.strerror})")
        return USER_ERROR
    return status


def _run(words: Sequence[str]) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A file name or a suit the terminal cannot write must not end the run.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        arguments = parser().parse_args(words)
    except SystemExit:
        sys.stdout.flush()  # a help that nobody reads is told here, not by Python at exit
        raise
    status: int = arguments.run(arguments)
    sys.stdout.flush()
    return status


def _open_missing_streams() -> None:
    """A caller may have closed the output or the error output; what is told there is lost, nothing else."""
    # The descriptors first: a file that is opened must not get the number of an output.
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _discard_output() -> None:
    """What is still buffered must not raise again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """Tells a wrong use in one line; `--help` tells the rest."""

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog.removeprefix(PROGRAM).strip()}: {message}".removeprefix(": "))
        sys.exit(USER_ERROR)


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; a command's module is imported, the libraries it calls are not."""
    top = _Parser(
        prog=PROGRAM,
        description="Follows a game of Trash on a real table. Without a command it opens the app.",
    )
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in COMMANDS:
        module = importlib.import_module(f"ui.commands.{name}")
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return top


if __name__ == "__main__":
    sys.exit(main())
