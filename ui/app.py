"""Opens the tablet app, or plays in the terminal where no window can be had. Imports Kivy only to open it."""

from __future__ import annotations

import os
import sys

from ui.kivyenv import NoWindow, has_display, open_window, prepare
from ui.options import PlayOptions


def run_app(options: PlayOptions) -> int:
    """Follow a game on the screen until the window is closed; returns the exit status."""
    if not has_display():
        from ui.headless import run_headless

        return run_headless(options)
    prepare()
    try:
        open_window()
    except NoWindow:
        return _start_again_without_display()
    from ui.companion_app import CompanionApp
    from ui.games import begin
    from ui.wiring import make_worker, settled

    options = settled(options)
    worker = make_worker(options, ledger=begin(options))
    worker.start()
    try:
        CompanionApp(worker, language=options.language).run()
    finally:
        worker.stop()
    return 0


def _start_again_without_display() -> int:
    """Kivy keeps the display it was first given; a fresh process can draw without one."""
    environment = {
        k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    }
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, "-m", "ui.cli", *sys.argv[1:]], environment)
