"""Starts the app on a tablet."""

from __future__ import annotations

import os

from ui.app import run_app
from ui.options import PlayOptions
from ui.places import data_folder


def start() -> None:
    """Open the app with its first screen, in the tablet's language."""
    from jnius import autoclass

    # Android has no variables for language and temporary files.
    os.environ.setdefault("LANG", autoclass("java.util.Locale").getDefault().getLanguage())
    temporary = data_folder() / "temporary"
    temporary.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("TMPDIR", str(temporary))
    run_app(PlayOptions())
