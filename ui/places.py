"""Where the companion keeps its games and settings. Nothing here imports Kivy."""

from __future__ import annotations

import os
import re
import sys
from datetime import MAXYEAR, datetime, timedelta
from pathlib import Path

from ui.dates import local_time

OWN_FOLDER = "TRASH_COMPANION_HOME"
"""The variable that names another folder than the system's."""
GAME = ".ledger"
STAMP = "%Y-%m-%d-%H.%M.%S"
_STAMP = re.compile(r"\d{4}-\d\d-\d\d-\d\d\.\d\d\.\d\d")


def is_android() -> bool:
    """Whether this runs inside an Android app."""
    return "ANDROID_ARGUMENT" in os.environ


def data_folder() -> Path:
    """The folder of games and settings; it need not be there yet."""
    if own := os.environ.get(OWN_FOLDER):
        return Path(own)
    if private := os.environ.get("ANDROID_PRIVATE"):
        return Path(private) / "trash-companion"
    if sys.platform == "win32" and (roaming := os.environ.get("APPDATA")):
        return Path(roaming) / "trash-companion"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "trash-companion"
    share = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(share) / "trash-companion"


def games_folder() -> Path:
    """The folder of the ledgers, made where it is missing. Raises OSError where it cannot be."""
    folder = data_folder() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def picture_folder() -> Path:
    """Where people look for pictures: their Pictures folder, or their home."""
    return _own_folder("Pictures")


def document_folder() -> Path:
    """Where people look for files: their Documents folder, or their home."""
    return _own_folder("Documents")


def new_game_path(began: float, kind: str = "game") -> Path:
    """A free name for the ledger of a game that begins now, such as ``game-2026-11-30-20.14.05.ledger``.

    It comes after the names of all games before it, also where the clock was set back meanwhile: so the game
    played last is the last by name. Raises OSError where the folder cannot be made.
    """
    now = (local_time(began) or datetime.now()).replace(microsecond=0)
    folder = games_folder()
    earlier = [stamp for path in folder.glob(f"{kind}-*") if (stamp := stamp_of(path)) is not None]
    if earlier and now <= max(earlier):
        now = max(earlier) + timedelta(seconds=1)
    return folder / f"{kind}-{now:{STAMP}}{GAME}"


def stamp_of(path: Path) -> datetime | None:
    """The time in the name of a ledger, or of what was set aside of one; None where it has none."""
    match = _STAMP.search(path.name)
    try:
        stamp = None if match is None else datetime.strptime(match[0], STAMP)
    except ValueError:
        return None
    return None if stamp is None or stamp.year == MAXYEAR else stamp


def _own_folder(name: str) -> Path:
    home = Path.home()
    folder = home / name
    return folder if folder.is_dir() else home
