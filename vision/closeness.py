"""How closely a picture is to be looked at: the detector sees it made smaller, and small cards get lost in that."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.quads import Quad, side_lengths

WANTED_WIDTH = 44.0
"""Pixels a card is to be wide where the detector sees it: of backs narrower than that it misses more and more."""
SIZES = (1.0, 1.5, 2.0)
"""How large the detector may be shown a picture, as multiples of the size it was trained at; time grows as the square."""
FEW = 3
"""With so few cards found it is not known how large the cards of the table are: the closest look is tried in turn."""


def size_for(quads: Sequence[Quad], trained: int, longest: int) -> int:
    """Pixels of a picture's longer side at which its cards are large enough for the detector.

    Args:
        quads: outlines found at the size it was trained at, in pixels of the picture; without any the cards may be
            too small to be found at all.
        trained: that size.
        longest: pixels of the picture's longer side; it is never blown up.
    """
    factor = SIZES[-1]
    if len(quads):
        width = float(np.median([side_lengths(quad).min() for quad in quads])) * trained / longest
        factor = next((factor for factor in SIZES if width * factor >= WANTED_WIDTH), factor)
    return max(trained, min(round(trained * factor), longest))


class Closeness:
    """The same from picture to picture: the size of the next look by what the last one found."""

    def __init__(self, trained: int) -> None:
        self._trained = trained
        self._quads: Sequence[Quad] | None = None
        self._close = False

    def size(self, longest: int) -> int:
        """Pixels of the longer side at which to look at a picture so long."""
        if self._quads is None:
            return size_for((), self._trained, longest) if self._close else self._trained
        return size_for(self._quads, self._trained, longest)

    def closest(self, longest: int) -> int:
        """Pixels of the longer side for the closest look at a picture so long."""
        return size_for((), self._trained, longest)

    def learn(self, quads: Sequence[Quad]) -> None:
        """Take in the outlines that a look found, in pixels of the picture."""
        few = len(quads) <= FEW
        self._quads, self._close = (None, not self._close) if few else (quads, False)
