"""The commands of the command line, one module each.

A command module has `HELP`, `add_arguments(parser)` and `run(arguments) -> exit status`. It imports the
libraries it calls inside `run`, so that the command line starts at once and Kivy is loaded for the app alone.
"""

from __future__ import annotations

import sys

PROGRAM = "trash-companion"

USER_ERROR = 2
INTERRUPTED = 130


class UserError(Exception):
    """Something the person at the keyboard can mend: told in one line, exit status 2."""


def printable(text: str) -> str:
    """Text for the terminal: what would steer it or turn the line round is spelt out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def writable(name: str) -> str:
    """A file name for JSON: what is no character of Unicode, as in a wrongly encoded name, is spelt out."""
    return name.encode("utf-8", "backslashreplace").decode()


def complain(error: Exception | str) -> None:
    """Tell an error as one line on stderr."""
    print(f"{PROGRAM}: {printable(' '.join(str(error).split()))}", file=sys.stderr)
