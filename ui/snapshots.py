"""Small pictures of the table before and after each play, where the players switched that on.

They lie beside the ledger of their game, and go when the next game begins or the switch is turned off.
"""

from __future__ import annotations

import logging
import shutil
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.events import Event, PhaseChanged
from ui.view import Picture

FOLDER = ".pictures"
RECENT = 60
"""Pictures held in memory, some seconds of them: one of them shows the table before a play."""
BEFORE = 1.2
"""Seconds before a play was first seen at which the hand has mostly not come yet."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The two pictures of a play, by the time at which it was told."""

    time: float
    before: Path
    after: Path


class Snapshots:
    """The pictures of one game.

    Args:
        folder: where they go; it is made with the first of them.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._recent: deque[tuple[float, Picture]] = deque(maxlen=RECENT)
        self.on = False
        """Whether pictures are kept from now on."""
        self.taken: tuple[Snapshot, ...] = _found(folder)

    @staticmethod
    def of(ledger: Path) -> Snapshots:
        """The pictures of the game of a ledger."""
        return Snapshots(ledger.with_name(ledger.name + FOLDER))

    def see(self, time: float, picture: Picture) -> None:
        """Take in the camera's picture; in memory alone."""
        if self.on:
            self._recent.append((time, picture))

    def keep(self, events: Iterable[Event]) -> None:
        """Something was told: keep how the table looked before it, and how it looks now."""
        times = [event.t for event in events if not isinstance(event, PhaseChanged)]
        if not self.on or not times or not self._recent:
            return
        first = min(times)
        before = next((p for t, p in reversed(self._recent) if t <= first - BEFORE), self._recent[0][1])
        shot = Snapshot(first, self._path(first, "before"), self._path(first, "after"))
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for path, picture in ((shot.before, before), (shot.after, self._recent[-1][1])):
                path.write_bytes(_jpeg(picture))
        except OSError as error:
            log.error("%s: %s", self._folder, error.strerror or error)
            return
        self.taken = (*self.taken, shot)

    def _path(self, time: float, which: str) -> Path:
        return self._folder / f"{time:012.3f}-{which}.jpg"


def forget_pictures(games: Path) -> None:
    """Delete the pictures of all games."""
    for folder in games.glob(f"*{FOLDER}"):
        shutil.rmtree(folder, ignore_errors=True)


def _found(folder: Path) -> tuple[Snapshot, ...]:
    shots = []
    for before in sorted(folder.glob("*-before.jpg")):
        time, after = before.name.removesuffix("-before.jpg"), before.name.replace("-before", "-after")
        try:
            shots.append(Snapshot(float(time), before, before.with_name(after)))
        except ValueError:
            continue  # not one of ours
    return tuple(shots)


def _jpeg(picture: Picture) -> bytes:
    pixels = np.frombuffer(picture.pixels, np.uint8).reshape(picture.height, picture.width, 3)
    _, data = cv2.imencode(".jpg", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 85])
    return data.tobytes()
