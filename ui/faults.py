"""What went wrong, in the players' words: files, cameras and ledgers tell it in English, with names and paths. No
Kivy here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ui.i18n import N_, tr

CAUSES: tuple[str, ...] = (
    N_("no such camera, or another program uses it"),
    N_("no such camera"),
    N_("no more pictures come from it"),
    N_("cannot be opened"),
    N_("no such file"),
    N_("a folder, not a picture"),
    N_("a file is named as a folder"),
    N_("permission denied"),
    N_("the disk is full"),
    N_("the disk can only be read"),
    N_("the file is empty"),
    N_("the picture is cut off"),
    N_("the picture cannot be decoded"),
    N_("the picture is too large for the memory"),
    N_("not a picture, or a damaged one"),
    N_("not a video, or a damaged one"),
    N_("in use by another run of the companion"),
    N_("open already in this run of the companion"),
    N_("of a newer version of the companion"),
    N_("damaged"),
    N_("cannot be written"),
    N_("cannot be read"),
)
"""What is told of a file or a camera; of two that may be meant the longer one is."""
_LONGEST_FIRST = sorted(CAUSES, key=len, reverse=True)
_CAMERA = re.compile(r"camera (\d+)")
_IN_BRACKETS = re.compile(r"\(([^()]+)\)")

SETTINGS_DAMAGED = N_("The settings cannot be read and begin anew. What there was is kept beside them.")
SETTINGS_UNREAD = N_("The settings cannot be read and begin anew.")
SETTINGS_UNWRITTEN = N_("The settings cannot be kept: they hold until the app ends.")
GAME_UNWRITTEN = N_("The game begun last could not be kept.")
GAME_RESCUED = N_("The game's file is damaged. It goes on with what can be read of it.")
GAME_LOCKED = N_("The game played last cannot be opened.")
GAME_DAMAGED = N_("The game played last cannot be read: its file is damaged. It is left as it is.")
CAMERA_REFUSED = N_(
    "The camera may not be used: the game was played by touch. The tablet's settings can allow it."
)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that went wrong beside the game: what it means for the players, and what the file told of it, in
    English and with its path, for the log."""

    said: str
    told: str = ""


def notice_words(fault: Fault | None, language: str) -> str:
    """What the first screen says of it: no path, and the cause where it has words for it."""
    if fault is None:
        return ""
    said, cause = tr(fault.said, language), _known(fault.told)
    return said if cause in ("", "damaged") else f"{said} ({tr(cause, language)})"


def fault_words(fault: str, language: str) -> str:
    """Why there is nothing to see: a camera has the number here that it has among the settings, from 1, a file its
    name."""
    for cause in _LONGEST_FIRST:
        source, found, rest = fault.partition(f": {cause}")
        if not found or rest[:1] not in ("", " ", ":", ";"):
            continue
        camera = _CAMERA.fullmatch(source)
        if camera is None:
            return f"{_name(source)}: {tr(_known(fault), language)}"
        said = tr("Camera {number}: {cause}", language, number=int(camera[1]) + 1, cause=tr(cause, language))
        return said + rest
    return fault


def cause_words(fault: str, language: str) -> str:
    """The cause alone, without the file or the camera; in the file's words where it has none here."""
    return tr(cause, language) if (cause := _known(fault)) else fault.rpartition(": ")[2]


def _known(fault: str) -> str:
    """The cause that is told, the one behind it where that is named in brackets; empty where it is none of these."""
    inner = _IN_BRACKETS.search(fault)
    if inner is not None and inner[1] in CAUSES:
        return inner[1]
    return next((cause for cause in _LONGEST_FIRST if re.search(rf": {re.escape(cause)}(?![\w,])", fault)), "")


def _name(path: str) -> str:
    """The name of a file, of either kind of path."""
    return re.split(r"[/\\]", path)[-1]
