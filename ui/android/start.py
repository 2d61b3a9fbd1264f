"""Starts the app on a tablet."""

from __future__ import annotations

import os

from ui.app import run_app
from ui.options import PlayOptions


def start() -> None:
    """Open the app with its first screen, in the tablet's language."""
    from jnius import autoclass

    # Android has no variable for it.
    os.environ.setdefault("LANG", autoclass("java.util.Locale").getDefault().getLanguage())
    run_app(PlayOptions())
