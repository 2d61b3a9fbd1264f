"""Settings Kivy reads when it is first imported. Call `prepare` before that."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from pathlib import Path

OFFSCREEN_SIZE = (1920, 1920)
"""An offscreen surface cannot grow past its first size, so it begins with room for every shape of tablet."""


class NoWindow(Exception):
    """Kivy finds no way to open a window here."""


def prepare(*, offscreen: bool = False, size: tuple[int, int] = (1280, 800)) -> None:
    """Set the environment and configuration of Kivy; later calls change nothing.

    Kivy would otherwise read the command line, write a configuration and log files into the home folder.

    Args:
        offscreen: draw with Mesa's software renderer and no display at all.
        size: first size of the window in pixels.
    """
    if "kivy" in sys.modules:
        return
    for name in ("KIVY_NO_ARGS", "KIVY_NO_FILELOG", "KIVY_NO_CONFIG"):
        os.environ[name] = "1"
    os.environ["KIVY_LOG_MODE"] = "MIXED"
    os.environ.setdefault("KIVY_HOME", str(Path(tempfile.gettempdir()) / f"trash-companion-kivy-{_user()}"))
    Path(os.environ["KIVY_HOME"]).mkdir(parents=True, exist_ok=True)
    if offscreen:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
        os.environ.setdefault("KIVY_METRICS_DENSITY", "1")
        size = OFFSCREEN_SIZE

    logging.getLogger("kivy").addFilter(_worth_telling)

    from kivy.config import Config

    Config.set("kivy", "log_level", "warning")
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("graphics", "width", str(size[0]))
    Config.set("graphics", "height", str(size[1]))
    # Every edge is smoothed where it is drawn.
    Config.set("graphics", "multisamples", "0")


def open_window() -> None:
    """Make Kivy's window, or raise `NoWindow` where none can be made."""
    try:
        from kivy.core.window import Window
    except SystemExit as error:  # Kivy leaves the process when no provider works
        raise NoWindow("no window could be opened") from error
    if Window is None:
        raise NoWindow("no window could be opened")


def has_display() -> bool:
    """Whether there is a screen to open a window on."""
    if not sys.platform.startswith("linux") or "ANDROID_ARGUMENT" in os.environ:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _worth_telling(record: logging.LogRecord) -> bool:
    """Kivy tells every step of its start, and with a traceback that a touch driver nobody needs is absent."""
    return record.levelno >= logging.WARNING and "MTDev" not in record.getMessage()


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
