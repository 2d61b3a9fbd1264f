"""The exact truth of a film: event lines stamped with the moment from which a camera can know them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.events import Event
from vision.tabletop.camera import TabletopCamera
from vision.tabletop.canvas import CARD_HEIGHT, CARD_WIDTH, place_rectangle
from vision.tabletop.patch import Box, Patch
from vision.tabletop.stage import Place


@dataclass(frozen=True, slots=True)
class Told:
    """Events that are true once a place of the table lies still and open (None: at once)."""

    events: tuple[Event, ...]
    place: Place | None


class TruthKeeper:
    """Collects what has happened and stamps it when nothing moves over its place any more.

    Events keep their order: none is stamped before the ones told earlier.

    Attributes:
        events: those that have come true.
    """

    def __init__(self, camera: TabletopCamera) -> None:
        self._camera = camera
        self._pending: list[tuple[Told, NDArray[np.uint8], Box]] = []
        self.events: list[Event] = []

    def add(self, told: Told) -> None:
        """Something has happened."""
        if told.place is None:
            self._pending.append((told, np.zeros((1, 1), np.uint8), (0, 0, 1, 1)))
            return
        place = told.place
        quad = self._camera.project(place_rectangle(CARD_WIDTH, CARD_HEIGHT, place.at, place.angle))
        x0, y0 = (int(v) for v in np.floor(quad.min(axis=0)))
        x1, y1 = (int(v) for v in np.ceil(quad.max(axis=0)))
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [np.round(quad - [x0, y0]).astype(np.int32)], (255,))
        self._pending.append((told, mask, (x0, y0, x1, y1)))

    def stamp(self, time: float, moving: Sequence[Patch]) -> None:
        """See what has come true at this time, with these things in motion."""
        while self._pending:
            told, mask, box = self._pending[0]
            if told.place is not None and any(patch.covers(mask, box) for patch in moving):
                return
            del self._pending[0]
            self.events += [replace(event, t=round(time, 3)) for event in told.events]

    def close(self, time: float, last: Event) -> None:
        """Everything is true now; `last` is the final line."""
        self.stamp(time, ())
        self.events.append(replace(last, t=round(time, 3)))
