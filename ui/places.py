"""Where the companion keeps its games and settings. Nothing here imports Kivy."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path

OWN_FOLDER = "TRASH_COMPANION_HOME"
"""The variable that names another folder than the system's."""
GAME = ".ledger"


def data_folder() -> Path:
    """The folder of games and settings; it need not be there yet."""
    if own := os.environ.get(OWN_FOLDER):
        return Path(own)
    if private := os.environ.get("ANDROID_PRIVATE"):
        return Path(private) / "trash-companion"
    if sys.platform == "win32" and (roaming := os.environ.get("APPDATA")):
        return Path(roaming) / "trash-companion"
    share = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(share) / "trash-companion"


def games_folder() -> Path:
    """The folder of the ledgers, made where it is missing. Raises OSError where it cannot be."""
    folder = data_folder() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def new_game_path(began: float, kind: str = "game") -> Path:
    """A free name for the ledger of a game that begins now, such as ``game-2026-11-30-20.14.05.ledger``.

    Raises OSError where the folder cannot be made.
    """
    stem = f"{kind}-{datetime.fromtimestamp(began):%Y-%m-%d-%H.%M.%S}"
    folder, number = games_folder(), 1
    path = folder / f"{stem}{GAME}"
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{GAME}"
    return path
