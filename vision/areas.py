"""The pixels of the gate's picture that belong to each place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Place
from vision.metric import CARD_HEIGHT_MM, CARD_WIDTH_MM, TablePlane
from vision.motion import Mask, MotionGate
from vision.tracking import TrackingConfig

Pixels = NDArray[np.intp]

_EDGE = 4.5  # mm around a card that its edge, its shadow and a small error of its outline may change


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """Flat indices of the pixels of a card's place: the card without its edges, the card, with its shadow, with its
    surroundings.
    """

    core: Pixels
    inside: Pixels
    edged: Pixels
    around: Pixels
    pixels_per_mm2: float = 1.0

    @property
    def ring(self) -> Pixels:
        """The surroundings alone."""
        return np.setdiff1d(self.around, self.edged, assume_unique=True)


class Areas:
    """Areas by place, kept as long as the plane stays."""

    def __init__(self, gate: MotionGate, plane: TablePlane, surroundings: float) -> None:
        """`surroundings`: width in mm of what is looked at around a card."""
        self._gate, self._plane, self._surroundings = gate, plane, surroundings
        self._known: dict[Place, Area] = {}

    def of(self, place: Place) -> Area:
        area = self._known.get(place)
        if area is None:
            if len(self._known) > 500:  # every card laid down is a place of its own
                self._known.clear()
            inside = self._gate.pixels_in(self._plane.pixels(place.corners(2.0)))
            around = self._gate.pixels_in(self._plane.pixels(place.corners(self._surroundings)))
            edged = self._gate.pixels_in(self._plane.pixels(place.corners(_EDGE)))
            density = len(inside) / ((CARD_WIDTH_MM + 4.0) * (CARD_HEIGHT_MM + 4.0))
            core = self._gate.pixels_in(self._plane.pixels(place.corners(-_EDGE)))
            area = self._known[place] = Area(core, inside, edged, around, density)
        return area

    def disc(self, place: Place, radius: float, without: Sequence[Place]) -> Area:
        """The free room within `radius` mm of a place's centre."""
        turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        edge = place.centre + radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)
        free = self.mask([])
        free.reshape(-1)[self._gate.pixels_in(self._plane.pixels(edge))] = 1
        for other in without:
            free.reshape(-1)[self.of(other).inside] = 0
        pixels = np.flatnonzero(free)
        return Area(pixels, pixels, pixels, pixels)

    def mask(self, areas: Sequence[Pixels]) -> Mask:
        """A mask uint8 of the gate's picture, 1 in all of these."""
        mask = np.zeros(self._gate.size[::-1], np.uint8)
        for pixels in areas:
            mask.reshape(-1)[pixels] = 1
        return mask


class Measure:
    """Sets of pixels, measured all at once."""

    def __init__(self, sets: Sequence[Pixels]) -> None:
        filled = [pixels if len(pixels) else np.zeros(1, np.intp) for pixels in sets]
        self._all = np.concatenate(filled) if filled else np.zeros(0, np.intp)
        self._counts = np.array([len(pixels) for pixels in filled], dtype=np.intp)
        self._starts = np.concatenate([[0], np.cumsum(self._counts)[:-1]]).astype(np.intp)

    def shares(self, mask: Mask) -> NDArray[np.float64]:
        """(n,) share of each set that is 1 in a mask."""
        if not len(self._counts):
            return np.zeros(0)
        if not cv2.countNonZero(mask):  # most of the time nothing moves
            return np.zeros(len(self._counts))
        sums = np.add.reduceat(mask.reshape(-1)[self._all], self._starts, dtype=np.int64)
        return np.asarray(sums / self._counts)


def share(mask: Mask, pixels: Pixels) -> float:
    """Share of some pixels that is 1 in a mask; 0 where there are none."""
    return float(mask.reshape(-1)[pixels].mean()) if len(pixels) else 0.0


def area_of(mask: Mask, pixels: Pixels) -> int:
    """How many of some pixels are 1 in a mask."""
    return int(np.count_nonzero(mask.reshape(-1)[pixels]))


def is_clear(area: Area, lying: Mask, solid: tuple[Mask, Mask], config: TrackingConfig) -> bool:
    """Whether nothing crosses the surroundings of a place: an arm that reaches over it would.

    The pixels of cards that lie on the table, `lying`, do not count: they may be new. `solid`: motion and change.
    """
    ring = area.ring
    ring = ring[lying.reshape(-1)[ring] == 0]
    finger = min(config.finger_mm2 * area.pixels_per_mm2, max(2.0, config.crossed_share * len(ring)))
    return all(area_of(mask, ring) < finger for mask in solid)
