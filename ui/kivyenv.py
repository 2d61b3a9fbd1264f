"""Settings Kivy reads when it is first imported. Call `prepare` before that."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from pathlib import Path

from ui.places import data_folder, is_android

OFFSCREEN_SIZE = (1920, 1920)
"""An offscreen surface cannot grow past its first size, so it begins with room for every shape of tablet."""


_DISPLAYS = {"DISPLAY": "x11", "WAYLAND_DISPLAY": "wayland"}
"""What names a display on Linux, and SDL's driver for it."""


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
    # Kivy's other window for Linux ends the process where the display does not answer.
    os.environ["KIVY_WINDOW"] = "sdl2"
    # Android has no folder for temporary files.
    home = data_folder() / "kivy" if is_android() else _temporary_folder()
    os.environ.setdefault("KIVY_HOME", str(home))
    Path(os.environ["KIVY_HOME"]).mkdir(parents=True, exist_ok=True)
    if offscreen:
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
        os.environ.setdefault("KIVY_METRICS_DENSITY", "1")
        size = OFFSCREEN_SIZE
    elif drivers := ",".join(driver for name, driver in _DISPLAYS.items() if os.environ.get(name)):
        # Left to itself, SDL opens a window that nobody sees where a display does not answer.
        os.environ.setdefault("SDL_VIDEODRIVER", drivers)

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
    if not sys.platform.startswith("linux") or is_android():
        return True
    return any(os.environ.get(name) for name in _DISPLAYS)


def _worth_telling(record: logging.LogRecord) -> bool:
    """Kivy tells every step of its start, and with a traceback what is told in a line or needed by nobody."""
    known = any(text in record.getMessage() for text in ("MTDev", "any valuable Window provider"))
    return record.levelno >= logging.WARNING and not known


def _temporary_folder() -> Path:
    return Path(tempfile.gettempdir()) / f"trash-companion-kivy-{_user()}"


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
