"""What is asked of one place in one look, and what the answers of the networks come to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.observation import Sight
from vision.eyes import Glimpse
from vision.lying import NO_CARD, Cards
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

    def answer(self, time: float, glimpse: Glimpse, arm: bool) -> Look:
        """What the reader's glimpse says of the place; `arm`: what lies around it may be an arm that rests there."""
        if self.card == NO_CARD or (self.overlooked and glimpse.nothing > _NOTHING):
            return Look(time, Sight.EMPTY if glimpse.nothing > _NOTHING and not arm else Sight.UNSEEN)
        # Detector and reader judge the side from different views: a product of their odds.
        up = float(np.clip(self.cards.face_up[self.card], 0.02, 0.98))
        back = glimpse.back * (1 - up) / max(glimpse.back * (1 - up) + (1 - glimpse.back) * up, 1e-9)
        if glimpse.nothing > _NOTHING or (self._is_doubtful and not self._is_sure(glimpse, back)):
            return Look(time, Sight.UNSEEN)
        place = self.cards.at(self.card)
        if back > 0.5:
            return Look(time, Sight.BACK, (), back, place)
        return Look(time, Sight.FACE, glimpse.reading, 1 - back, place)

    @property
    def _is_doubtful(self) -> bool:
        return self.crossed or self.overlooked

    def _is_sure(self, glimpse: Glimpse, back: float) -> bool:
        least = self.belief.config.plain_sure
        named = back >= least or (1 - back >= least and glimpse.reading[0][1] >= least)
        return glimpse.nothing < _SOMETHING and named
