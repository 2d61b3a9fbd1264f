"""The command line: `trash-companion COMMAND …`; without a command it opens the app."""

from __future__ import annotations

try:
    import argparse
    import errno
    import importlib
    import io
    import os
    import sys
    from collections.abc import Sequence
    from typing import Any, NoReturn

    from companion import __version__
    from ui.commands import INTERRUPTED, PROGRAM, USER_ERROR, UserError, complain
except KeyboardInterrupt:  # Ctrl-C in the first moment
    raise SystemExit(130) from None

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
# EBADF: the output was closed before the program began.
_OUTPUT_FAULTS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status (2: bad input, told in one line on stderr)."""
    try:
        _open_missing_streams()
        words = sys.argv[1:] if argv is None else argv
        status = _run(words)
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
        if error.filename is not None or error.errno not in _OUTPUT_FAULTS:
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
        top = parser()
        arguments = top.parse_args(words)
        if arguments.command is None:
            arguments = top.parse_args(["play"])
    except SystemExit:
        sys.stdout.flush()  # a help that nobody reads is told here, not by Python at exit
        raise
    status: int = arguments.run(arguments)
    sys.stdout.flush()
    return status


def _open_missing_streams() -> None:
    """A caller may have closed the output or the error output: what is told to a closed output is a fault as on a
    full disk, what is complained of is lost."""
    # The descriptors first: a file that is opened must not get the number of an output.
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY if number == 1 else os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _discard_output() -> None:
    """What is still buffered must not raise again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """Tells a wrong use in one line; `--help` tells the rest. Options are written out, for a later version may have
    more of them."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **{**settings, "allow_abbrev": False})
        self._words: Sequence[str] = ()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self._words = args or ()
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        # A file that was taken for an option.
        dashed = next((word for word in self._words if word[:1] == "-" and os.path.exists(word)), None)
        if dashed is not None:
            message += f"; before a file such as {dashed} goes --"
        complain(f"{self.prog.removeprefix(PROGRAM).strip()}: {message}".removeprefix(": "))
        sys.exit(USER_ERROR)

    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse's own passes over an output that takes nothing.
        if message:
            (file or sys.stderr).write(message)


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; a command's module is imported, the libraries it calls are not."""
    top = _Parser(
        prog=PROGRAM,
        description="Follows a game of Trash on a real table. Without a command it opens the app.",
    )
    top.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name in COMMANDS:
        module = importlib.import_module(f"ui.commands.{name}")
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return top


if __name__ == "__main__":
    sys.exit(main())
