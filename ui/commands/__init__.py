"""The commands of the command line, one module each.

A command module has `HELP`, `add_arguments(parser)` and `run(arguments) -> exit status`. It imports the
libraries it calls inside `run`, so that the command line starts at once and Kivy is loaded for the app alone.
"""

from __future__ import annotations


class UserError(Exception):
    """Something the person at the keyboard can mend: told in one line, exit status 2."""
