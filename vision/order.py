"""How well the cards found in one look agree with where cards are known to lie."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from companion.observation import Sight
from vision.lying import Cards
from vision.metric import TablePlane
from vision.quads import area
from vision.steady import Belief
from vision.tracking import TrackingConfig

APART = 50.0
"""Millimetres from a card that lies on no place to all places, at the least."""
_SEVERAL = 4  # cards that must agree on a drift


class Order:
    """Whether cards lie where they are looked for.

    Attributes:
        drift: how far the cards found last lay off where they were, as a share of a card's size.
        strays: how many backs lay beside all places in the last look.
        astray: for how many looks most cards have lain beside most places: they are not where they are looked for.
    """

    def __init__(self, config: TrackingConfig) -> None:
        self._config = config
        self.drift = 0.0
        self.strays = self.astray = 0

    def restart(self) -> None:
        """The camera has moved, and where the cards lie is known again."""
        self.drift, self.astray = 0.0, 0

    @property
    def is_good(self) -> bool:
        """Whether the last look found nothing out of its place."""
        return not self.strays and not self.astray

    def note(
        self, cards: Cards, taken: Mapping[int, Belief], beliefs: Sequence[Belief], plane: TablePlane
    ) -> None:
        """Take in the cards of a picture on their plane; `taken`: which of them lie on which of the places."""
        self._note_drift(cards, taken, plane)
        self.strays = sum(i not in taken and self._is_stray(cards, i, beliefs) for i in range(len(cards)))
        sure = cards.confidence >= self._config.stray_confidence
        known = sum(belief.view.sight is not Sight.EMPTY for belief in beliefs)
        matched = sum(bool(sure[i]) for i in taken)
        lost = sure.sum() >= _SEVERAL and 2 * matched < sure.sum() and 2 * matched < known
        self.astray = self.astray + 1 if lost else 0

    def _note_drift(self, cards: Cards, taken: Mapping[int, Belief], plane: TablePlane) -> None:
        # face-down cards stay where they lie
        settled = [(i, b.card) for i, b in taken.items() if b.card and b.seen.sight is Sight.BACK]
        if len(settled) >= _SEVERAL:
            there = plane.pixels(np.array([card.centre for _, card in settled]))
            here = np.array([cards.quads[i].mean(axis=0) for i, _ in settled])
            size = np.mean([np.sqrt(area(cards.quads[i])) for i, _ in settled])
            self.drift = float(np.abs(np.median(here - there, axis=0)).max() / size)

    def _is_stray(self, cards: Cards, i: int, beliefs: Sequence[Belief]) -> bool:
        """Whether a card is surely a back that lies beside all places, not one held over a layout."""
        if cards.face_up[i] > 0.5 or cards.confidence[i] < self._config.stray_confidence:
            return False
        return all(math.dist(cards.poses.centres[i], belief.place.centre) > APART for belief in beliefs)
