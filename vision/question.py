"""What is asked of one place in one look, and what the answers of the networks come to."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from companion.observation import Reading, Sight
from vision.eyes import Glimpse
from vision.lying import NO_CARD, Cards, outline_of
from vision.metric import TablePlane
from vision.quads import Quad
from vision.steady import Belief, Look

_NOTHING = 0.6  # the reader's probability of "no card" that is believed
_SOMETHING = 0.1  # and below which there surely is one


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A place the reader is to look at.

    Attributes:
        belief: of the place.
        cards: cards of the frame.
        card: which of them lies there, or `NO_CARD`.
        crossed: whether something is over the surroundings of the place.
        overlooked: whether the detector found no card, only edges like those of one.
    """

    belief: Belief
    cards: Cards
    card: int
    crossed: bool = False
    overlooked: bool = False

    def quad(self, plane: TablePlane) -> Quad:
        """The outline (4, 2) in pixels of the card in question, or of one that would lie there."""
        if self.card == NO_CARD:
            return outline_of(self.belief.card or self.belief.place, plane)
        return self.cards.quads[self.card]

    def answer(self, time: float, glimpse: Glimpse, arm: bool) -> Look:
        """What the reader's glimpse says of the place; `arm`: what lies around it may be an arm that rests there."""
        if self.card == NO_CARD or (self.overlooked and glimpse.nothing > _NOTHING):
            return Look(time, Sight.EMPTY if glimpse.nothing > _NOTHING and not arm else Sight.UNSEEN)
        # Detector and reader judge the side from different views: a product of their odds.
        up = float(np.clip(self.cards.face_up[self.card], 0.02, 0.98))
        back = glimpse.back * (1 - up) / max(glimpse.back * (1 - up) + (1 - glimpse.back) * up, 1e-9)
        config = self.belief.config
        certain = not self._is_doubtful or self._is_sure(glimpse, back, config.plain_sure)
        hunch = not certain and not self.overlooked and self._is_sure(glimpse, back, config.hunch_sure)
        if glimpse.nothing > _NOTHING or not (certain or hunch):
            return Look(time, Sight.UNSEEN)
        place = self.cards.at(self.card)
        exact = not self._is_doubtful and self.cards.error[self.card] < config.plain_error
        size = float(self.cards.size[self.card]) if exact else None
        if back > 0.5:
            return Look(time, Sight.BACK, (), back, place, hunch, size)
        reading = glimpse.reading
        if self.cards.size[self.card] >= config.heap_size:
            reading = _flattened(reading)
        clear = min(1.0, config.pile_error / max(float(self.cards.error[self.card]), 1e-6))
        return Look(time, Sight.FACE, reading, 1 - back, place, hunch, size, clear**2)

    @property
    def _is_doubtful(self) -> bool:
        return self.crossed or self.overlooked

    @staticmethod
    def _is_sure(glimpse: Glimpse, back: float, least: float) -> bool:
        named = back >= least or (1 - back >= least and glimpse.reading[0][1] >= least)
        return glimpse.nothing < _SOMETHING and named


def _flattened(reading: Reading) -> Reading:
    """The same candidates, less sure: read in an outline that is about a heap, not a card."""
    roots = [math.sqrt(probability) for _, probability in reading]
    total = max(sum(roots), 1e-9)
    return tuple((card, root / total) for (card, _), root in zip(reading, roots, strict=True))
