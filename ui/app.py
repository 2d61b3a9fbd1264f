"""Opens the tablet app, or plays in the terminal where no window can be had. Imports Kivy only to open it.

Without options the app begins with its home screen; a source, players or rules begin a game at once.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ui.commands import complain
from ui.kivyenv import NoWindow, has_display, open_window, prepare
from ui.options import PlayOptions

if TYPE_CHECKING:
    from ui.worker import Worker


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
    from ui.device import this_device
    from ui.games import unfinished
    from ui.lobby import Lobby
    from ui.wiring import make_worker, settled

    device = this_device()
    lobby = Lobby(lambda chosen, ledger: make_worker(chosen, ledger=ledger, device=device))
    game: Worker | None = None
    if options.resume and (saved := unfinished(on_unreadable=complain)) is not None:
        game = lobby.resume(saved, settled(options))
    elif options != PlayOptions(language=options.language):
        game = lobby.begin(settled(options))
    app = CompanionApp(game, lobby=lobby, language=options.language, device=device)
    try:
        app.run()
    finally:
        if app.game is not None:
            app.game.stop()
    return 0


def _start_again_without_display() -> int:
    """Kivy keeps the display it was first given; a fresh process can draw without one."""
    environment = {
        k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    }
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, "-m", "ui.cli", *sys.argv[1:]], environment)
