"""Looking for a deal: cards of several pictures put together, until a layout of them is sure and complete."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.rounds import only_winner
from vision.eyes import Eyes
from vision.growth import alike, grown, middle_of
from vision.images import Image
from vision.layout import HintKind, LayoutFit, TableLayout, find_layout
from vision.likeness import Likeness
from vision.quads import Quad
from vision.tracking import TrackingConfig

_UNMOVED = 0.05  # the same when it has not been touched
_CLEAR = 0.6  # the detector's confidence in a card that nothing is wrong with
_SAME_PLACE = 0.35  # of a card's size: outlines nearer than this in two pictures are one card


@dataclass(frozen=True, slots=True, eq=False)
class _Sighting:
    quad: Quad
    face_up: float
    confidence: float

    @property
    def middle(self) -> Quad:
        return np.asarray(self.quad.mean(axis=0), np.float32)

    @property
    def size(self) -> float:
        x, y = self.quad.astype(np.float64).T
        return float(np.sqrt(0.5 * abs((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())))


class LayoutSearch:
    """Attempts to find one deal.

    Attributes:
        sizes: cards each player is to have, or None.
        fit: the latest attempt.
        cards: how many cards it had.
    """

    def __init__(
        self,
        eyes: Eyes,
        config: TrackingConfig,
        frame_size: tuple[int, int],
        players: int,
        sizes: Sequence[int] | None,
        first_seat: str,
        previous: TableLayout | None,
    ) -> None:
        self.sizes = tuple(sizes) if sizes is not None else None
        self.fit = LayoutFit(None, 0.0, ())
        self.cards = 0
        self._eyes, self._config, self._frame_size = eyes, config, frame_size
        self._players, self._first_seat, self._previous = players, first_seat, previous
        self._pictures: deque[list[_Sighting]] = deque(maxlen=config.layout_pictures)
        self._next = -np.inf
        self._steady: tuple[float, tuple[int, ...]] | None = None
        self._fitted: list[_Sighting] = []
        self._fitted_sizes = self.sizes

    def is_due(self, time: float, moving: float) -> bool:
        """Whether this frame is worth a look; `moving` is the share of the picture in motion."""
        if moving > self._config.quiet_share:
            self._pictures.clear()
            return False
        return time >= self._next

    def look(self, image: Image, time: float) -> TableLayout | None:
        """Look at a frame; the layout once it is certain."""
        self._next = time + self._config.layout_s
        least = self._config.least_confidence
        # Before anybody is told that cards are missing, or that no deal is found, it is looked for them as well as can be.
        closely = len(self._pictures) >= 2 and not self.fit.is_complete
        detections = [d for d in self._eyes.find(image, closely) if d.confidence >= least]
        outlines = self._eyes.refine(image, [d.quad for d in detections])
        seen = [
            _Sighting(o.quad, d.face_up_probability, d.confidence)
            for o, d in zip(outlines, detections, strict=True)
        ]
        if self.fit.layout is not None and not self.fit.is_complete:
            seen += self._missed(image, seen, self.fit.layout)
        self._pictures.append(seen)
        cards = _together(self._pictures)
        self.cards = len(cards)
        if len(self._pictures) < 2:
            return None
        if not _same_cards(cards, self._fitted) or self.sizes != self._fitted_sizes:
            self._fit(cards)
        return self._judged(time)

    def _missed(self, image: Image, seen: Sequence[_Sighting], layout: TableLayout) -> list[_Sighting]:
        """Backs of an incomplete deal that the detector did not find."""
        backs = [card.quad for card in seen if card.face_up < 0.5]
        likeness = Likeness(image, backs)
        found = grown(image, backs, self._eyes, likeness)
        all_slots = sum(self.sizes) if self.sizes is not None else 0
        if layout.stock is None or len(backs) + len(found) <= all_slots:
            # what passes for the stock may be a player's card
            found += alike(image, middle_of(layout), self._eyes, likeness, [*backs, *found])
        return [_Sighting(quad, 0.0, self._config.least_confidence) for quad in found]

    def _fit(self, cards: list[_Sighting]) -> None:
        """Fit the clear cards alone, or all of them where those make no deal.

        What passes for a back now and then would be one more stock. Without known sizes a card not seen clearly may be
        one of a player's.
        """
        self._fitted, self._fitted_sizes = cards, self.sizes
        clear = [card for card in cards if card.confidence >= _CLEAR]
        if self.sizes is not None and self._players <= len(clear) < len(cards):
            self.fit = self._fit_of(clear)
            if self.fit.is_complete and self.fit.sureness >= self._config.layout_sure:
                return
        self.fit = self._fit_of(cards)

    def _fit_of(self, cards: Sequence[_Sighting]) -> LayoutFit:
        return find_layout(
            np.array([card.quad for card in cards]),
            [card.face_up > 0.5 for card in cards],
            self._frame_size,
            self._players,
            sizes=self.sizes,
            first_seat=self._first_seat,
            previous=self._previous,
        )

    def _judged(self, time: float) -> TableLayout | None:
        layout = self.fit.layout
        if layout is None or self.fit.sureness < self._config.layout_sure:
            self._steady = None
            return None
        if self._steady is None or self._steady[1] != layout.sizes:
            self._steady = (time, layout.sizes)
            return None
        if self.fit.is_complete and self.sizes is not None:
            return layout
        # Nobody said how many cards there should be, or there are others: wait, the deal may be going on.
        no_stock = any(hint.kind is HintKind.NO_STOCK for hint in self.fit.hints)
        patience = self._config.patience_s
        if self._previous is not None and self.sizes is not None:
            # the end of the last round may not have been seen, and these cards prove it
            won = only_winner(self.sizes, layout.sizes) is not None
            patience = self._config.next_deal_s if won else patience
        return layout if time - self._steady[0] >= patience and not no_stock else None


def _together(pictures: Sequence[Sequence[_Sighting]]) -> list[_Sighting]:
    """Cards that are seen in at least two fifths of the pictures, each with its middling outline."""
    groups: list[list[_Sighting]] = []
    for picture in pictures:
        for card in picture:
            for group in groups:
                if np.linalg.norm(group[-1].middle - card.middle) < _SAME_PLACE * card.size:
                    group.append(card)
                    break
            else:
                groups.append([card])
    cards = []
    for group in groups:
        if len(group) >= 0.4 * len(pictures):
            quads = np.array([_begun_like(group[0].quad, card.quad) for card in group])
            face_up = float(np.mean([card.face_up for card in group]))
            confidence = float(np.mean([card.confidence for card in group]))
            cards.append(_Sighting(np.median(quads, axis=0).astype(np.float32), face_up, confidence))
    return cards


def _same_cards(cards: Sequence[_Sighting], others: Sequence[_Sighting]) -> bool:
    """Whether two sets of outlines are of the same cards, none of them moved."""
    if len(cards) != len(others):
        return False
    return all(
        any(
            np.linalg.norm(card.middle - other.middle) < _UNMOVED * card.size
            and (card.face_up > 0.5) == (other.face_up > 0.5)
            for other in others
        )
        for card in cards
    )


def _begun_like(first: Quad, quad: Quad) -> Quad:
    """The outline begun where `first` begins, so that those of several pictures can be averaged."""
    turns = [np.roll(quad, -k, axis=0) for k in range(4)]
    return min(turns, key=lambda turned: float(np.abs(turned - first).sum()))
