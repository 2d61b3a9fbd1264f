"""Views as a watcher with an erring reader would give them: every look errs by itself, its belief is `vision.steady`'s.

What a trace shows of each spot is read anew after each change: `Belief` decides when to look, and how the looks
add up. Between its looks a belief stays as it is, right or wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from companion.cards import DECK_52, Card
from companion.observation import Reading, Sight, SlotView, TableView, face
from vision.layout import Place
from vision.steady import Belief, Look
from vision.tracking import TrackingConfig

_HIGH = 0.2
"""Share of the wrong readings that are told with confidence."""

_SUIT = 0.03
"""Of the right ranks so many have a wrong suit."""


@dataclass
class Reader:
    """A reader of single cards whose rank is right with probability `accuracy`.

    A right one is mostly sure, a wrong one mostly not: 0.35–0.75, but a fifth of them 0.75–0.95. The right card is
    then mostly its second choice.
    """

    rng: random.Random
    accuracy: float

    def read(self, card: Card) -> Reading:
        """One look at a card."""
        rng = self.rng
        if rng.random() < self.accuracy:
            shown = card
            if card.suit is not None and rng.random() < _SUIT:
                shown = rng.choice([c for c in DECK_52 if c.rank is card.rank and c != card])
            p = rng.uniform(0.8, 0.995)
            other = rng.choice([c for c in DECK_52 if c != shown])
        else:
            shown = rng.choice([c for c in DECK_52 if c.rank is not card.rank])
            p = rng.uniform(0.75, 0.95) if rng.random() < _HIGH else rng.uniform(0.35, 0.75)
            other = card if rng.random() < 0.7 else rng.choice([c for c in DECK_52 if c != shown])
        return face((shown, p), (other, (1 - p) * 0.7)).reading


@dataclass
class _Spot:
    belief: Belief = field(default_factory=lambda: Belief(Place(0.0, 0.0, 0.0), TrackingConfig()))
    shown: SlotView | None = None

    def view(self, time: float, truth: SlotView, reader: Reader) -> SlotView:
        belief = self.belief
        if truth.sight is Sight.UNSEEN:
            belief.glance(time, moving=True, changed=True)
            return truth
        if truth.sight is not Sight.FACE:
            belief.view, belief.covered, self.shown = truth, False, truth
            return truth
        card = truth.best
        assert card is not None
        differs = belief.covered or self.shown is None or self.shown.best != card
        self.shown = truth
        for tick in range(3):
            # The watcher looks several times between two views of the trace.
            moment = time + 0.06 * tick
            belief.glance(moment, moving=False, changed=differs)
            if belief.wants_look(moment):
                belief.look(Look(moment, Sight.FACE, reader.read(card)))
                differs = False
        return belief.seen


def watched(views: Iterable[TableView], reader: Reader) -> Iterator[TableView]:
    """The views of a sure trace as a watcher with this reader gives them."""
    spots: dict[tuple[int, int], _Spot] = {}
    for view in views:
        seats = tuple(
            tuple(
                spots.setdefault((seat, number), _Spot()).view(view.time, slot, reader)
                for number, slot in enumerate(slots)
            )
            for seat, slots in enumerate(view.seats)
        )
        pile = spots.setdefault((-1, 0), _Spot()).view(view.time, view.discard, reader)
        yield replace(view, seats=seats, discard=pile)
