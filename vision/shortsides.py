"""Which sides of an outline are the card's short ones."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.corners import Outline
from vision.metric import CARD_HEIGHT_MM, CARD_WIDTH_MM, TablePlane, fit_plane
from vision.quads import Quad, side_lengths

_CARD_PROPORTION = math.log(CARD_HEIGHT_MM / CARD_WIDTH_MM)
# How much the card's proportions on the table say about which sides are the short ones: this many nats where
# they are just those of a card.
_PROPORTION_WEIGHT = 6.0
# Outlines beyond this error (a share of their size) say nothing about the table.
_GOOD_OUTLINE = 0.08


def table_of(outlines: Sequence[Outline], size: tuple[int, int]) -> TablePlane | None:
    """The table these cards lie on, by those of them that are well outlined; None where none is.

    `size`: width and height of the picture.
    """
    good = [outline.quad for outline in outlines if outline.error < _GOOD_OUTLINE]
    return fit_plane(good, size).plane if good else None


def short_sides_first(outlines: Sequence[Outline], plane: TablePlane | None) -> list[Outline]:
    """Outlines that begin with a short side of the card, whatever they began with.

    Seen at a slant a card's long side may look the shorter. What is printed on it says which is which, and so
    do the proportions all cards have on the table they lie on, where that is known.
    """
    turned = []
    for outline in outlines:
        evidence = _PROPORTION_WEIGHT * _portrait(plane, outline.quad) if plane else 0.0
        short_first = 1 / (1 + math.exp(-evidence - _log_odds(outline.short_first)))
        if short_first < 0.5:
            quad = np.ascontiguousarray(np.roll(outline.quad, -1, axis=0))
            turned.append(Outline(quad, outline.error, 1 - short_first))
        else:
            turned.append(Outline(outline.quad, outline.error, short_first))
    return turned


def _portrait(plane: TablePlane, quad: Quad) -> float:
    """How the outline lies as a card: 1 with a short side first, -1 with a long one, 0 for a square."""
    lengths = side_lengths(plane.mm(quad))
    if not np.isfinite(lengths).all() or lengths.min() <= 0:  # beyond the horizon
        return 0.0
    proportion = math.log((lengths[1] + lengths[3]) / (lengths[0] + lengths[2])) / _CARD_PROPORTION
    return min(max(proportion, -1.0), 1.0)


def _log_odds(p: float) -> float:
    p = min(max(p, 1e-3), 1 - 1e-3)
    return math.log(p / (1 - p))
