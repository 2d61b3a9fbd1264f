"""How much a place looks like the card backs already seen: the backs of one deal all look the same.

No network has to know a back for that. A card seen at half its place is the measure of what is unlike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image
from vision.plane import rectify
from vision.quads import UNIT_SQUARE, Quad

_SIZE = (24, 32)
_GAIN = (0.7, 1.4)  # how much darker or brighter shade and glare make a back
_DISTINCT = 2.0  # so much more must half a card differ from a whole one than two backs do
_NOISE = 4.0  # grey levels two backs may differ by, however alike those known are
_FEWEST = 3

Patch = NDArray[np.float32]


class Likeness:
    """The look of a deal's backs.

    Attributes:
        limit: the difference (mean of grey levels) up to which a place shows such a back; 0 when the outlines it
            was made from tell nothing: they are too few, or too unlike, or cannot be told from the table.
        alike: those of the outlines that show the same back.
    """

    def __init__(self, image: Image, quads: Sequence[Quad]) -> None:
        """`quads`: outlines of backs; those unlike all others are ignored."""
        patches = [_patch(image, quad) for quad in quads]
        nearest = np.array([self._least(p, patches[:i] + patches[i + 1 :]) for i, p in enumerate(patches)])
        self.limit = 0.0
        self.alike: list[Quad] = []
        self._known: list[Patch] = []
        if len(patches) < _FEWEST:
            return
        usual = float(np.median(nearest))
        good = np.flatnonzero(nearest <= 2 * usual + 2).tolist()
        self._known = [patches[i] for i in good]
        self.alike = [quads[i] for i in good]
        beside = [_patch(image, beside_of(quads[i], 0.5, 0.0)) for i in good]
        other = float(np.median([self._least(patch, self._known) for patch in beside]))
        if len(good) >= _FEWEST and other > _DISTINCT * usual:
            self.limit = min(0.5 * other, max(math.sqrt(usual * other), 2 * usual + _NOISE))

    def difference(self, image: Image, quad: Quad) -> float:
        """Mean difference in grey levels from the most similar back known."""
        return self._least(_patch(image, quad), self._known)

    @staticmethod
    def _least(patch: Patch, known: Sequence[Patch]) -> float:
        if not known:
            return float("inf")
        both_ways = (other for k in known for other in (k, k[::-1, ::-1]))
        return min(_difference(patch, other) for other in both_ways)


def beside_of(quad: Quad, right: float, down: float) -> Quad:
    """The outline so many of its widths and heights to the side, in the card's own perspective."""
    to_picture = cv2.getPerspectiveTransform(UNIT_SQUARE, quad.astype(np.float32))
    moved = UNIT_SQUARE + np.array([right, down], np.float32)
    return np.asarray(cv2.perspectiveTransform(moved[None], to_picture)[0], np.float32)


def _patch(image: Image, quad: Quad) -> Patch:
    return np.asarray(cv2.GaussianBlur(rectify(image, quad, _SIZE), (0, 0), 1.0), np.float32)


def _difference(patch: Patch, other: Patch) -> float:
    gain = float(np.clip(other.mean() / max(float(patch.mean()), 1.0), *_GAIN))
    return float(np.abs(patch * gain - other).mean())
