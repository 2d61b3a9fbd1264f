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

    def __init__(self) -> None:
        self._pending: list[Told] = []
        self.events: list[Event] = []

    def add(self, told: Told) -> None:
        """Something has happened."""
        self._pending.append(told)

    def stamp(self, time: float, moving: Sequence[Patch], camera: TabletopCamera) -> None:
        """See what has come true at this time, with these things in motion before the camera."""
        while self._pending:
            told = self._pending[0]
            if told.place is not None:
                mask, box = _outline(told.place, camera)
                if any(patch.covers(mask, box) for patch in moving):
                    return
            self._make_true(time)

    def close(self, time: float, last: Event) -> None:
        """Everything is true now; `last` is the final line."""
        while self._pending:
            self._make_true(time)
        self.events.append(replace(last, t=round(time, 3)))

    def _make_true(self, time: float) -> None:
        told = self._pending.pop(0)
        self.events += [replace(event, t=round(time, 3)) for event in told.events]


def _outline(place: Place, camera: TabletopCamera) -> tuple[NDArray[np.uint8], Box]:
    """A mask of the card that lies at a place, and where the mask is in the picture."""
    quad = camera.project(place_rectangle(CARD_WIDTH, CARD_HEIGHT, place.at, place.angle))
    x0, y0 = (int(v) for v in np.floor(quad.min(axis=0)))
    x1, y1 = (int(v) for v in np.ceil(quad.max(axis=0)))
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillPoly(mask, [np.round(quad - [x0, y0]).astype(np.int32)], (255,))
    return mask, (x0, y0, x1, y1)
