"""The uppermost card of a discard pile whose cards peep out, so that two or more of them seem one card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from companion.cards import Card
from vision.corners import Outline
from vision.detector import Detection
from vision.eyes import Eyes, Glimpse
from vision.images import Image
from vision.layout import Place
from vision.lying import Cards, cards_on, outline_of
from vision.metric import TablePlane
from vision.quads import Quad, area
from vision.steady import Belief
from vision.tracking import TrackingConfig

_SPREAD = 14.0  # mm the top card lies off the middle of its pile, about
_TURNS = ((0.0, 25.0, -25.0), (50.0, -50.0))  # degrees it is turned against the pile, the likelier ones first
_ROUNDS = 2  # of the outline network, which draws a start this far off only so near at once
_SAME = 0.06  # of a card's size: outlines nearer than this are one
_LIKELY = 0.4  # the reader's probability of the first card of a pile
_NOTHING = 0.1  # the reader's probability of "no card" up to which there is one


class Beginning:
    """The first card of a discard pile, about to be believed: a pattern of the cloth has no name, or ever another."""

    def __init__(self) -> None:
        self._last: tuple[Place, Card] | None = None

    def is_sure(self, belief: Belief) -> bool:
        """Whether a pile begins with this card: it is named for sure, or likely and twice on end at one spot."""
        card, sure = max(belief.view.reading, key=lambda candidate: candidate[1])
        before, self._last = self._last, (belief.place, card)
        if sure >= belief.config.sure:
            return True
        if before is None or before[1] != card or sure < _LIKELY:
            return False
        return math.dist(before[0].centre, belief.place.centre) < _SPREAD


def unnamed(
    eyes: Eyes, image: Image, cards: Cards, candidates: Sequence[int], config: TrackingConfig
) -> list[int]:
    """Which of these cards may be several: too large for one or not outlined by one's edges, and without a name."""
    ill = [i for i in candidates if cards.size[i] > config.slot_size or cards.error[i] > config.pile_error]
    glimpses = eyes.read(image, [cards.quads[i] for i in ill]) if ill else []
    return [
        i
        for i, glimpse in zip(ill, glimpses, strict=True)
        if cards.size[i] > config.pile_size or not is_named(glimpse, config)
    ]


def is_named(glimpse: Glimpse, config: TrackingConfig) -> bool:
    """Whether the reader is sure of a face: it sees both indices of one card."""
    return (
        glimpse.nothing < _NOTHING
        and glimpse.back < _NOTHING
        and bool(glimpse.reading)
        and glimpse.reading[0][1] >= config.sure
    )


def top_of_pile(
    eyes: Eyes, image: Image, plane: TablePlane, about: Place, config: TrackingConfig
) -> Outline | None:
    """The outline of the uppermost card of a pile that is spread out, so that all of it seemed one large card.

    Card-sized outlines round about `about`, the middle of the whole pile, are drawn to the edges near them. Those
    of a card's size are the candidates; the clearest that can be named is the top card, for of those below it one
    index at least is hidden. Where none can be named it is the clearest. None where there is no candidate, or two
    that have different names.
    """
    candidates: list[Outline] = []
    for turns in _TURNS:
        found: list[Outline] = []
        for turn in np.radians(turns).tolist():
            found += _candidates(eyes, image, plane, replace(about, angle=about.angle + turn), config)
        found.sort(key=lambda outline: outline.error)
        glimpses = eyes.read(image, [outline.quad for outline in found]) if found else []
        named = [
            (outline, glimpse.reading[0][0])
            for outline, glimpse in zip(found, glimpses, strict=True)
            if is_named(glimpse, config)
        ]
        if named:
            return named[0][0] if len({card for _, card in named}) == 1 else None
        candidates += found
    return min(candidates, key=lambda outline: outline.error, default=None)


def _candidates(
    eyes: Eyes, image: Image, plane: TablePlane, about: Place, config: TrackingConfig
) -> list[Outline]:
    """Outlines of a card's size near a place, no two nearly the same."""
    steps = (-_SPREAD, 0.0, _SPREAD)
    starts = [replace(about, x=about.x + x, y=about.y + y) for x, y in product(steps, steps)]
    quads = [outline_of(start, plane) for start in starts]
    outlines: Sequence[Outline] = ()
    for _ in range(_ROUNDS):
        outlines = eyes.refine(image, quads)
        quads = [outline.quad for outline in outlines]
    cards = cards_on(
        plane,
        quads,
        [Detection(quad, True, 1.0, 1.0) for quad in quads],
        {i: outline.error for i, outline in enumerate(outlines)},
    )
    likely = [i for i in np.argsort(cards.error).tolist() if _is_likely(cards, i, config)]
    return [replace(outlines[i], quad=cards.quads[i]) for i in _apart(likely, cards.quads)]


def _is_likely(cards: Cards, i: int, config: TrackingConfig) -> bool:
    return abs(float(cards.size[i]) - 1) < config.slot_size - 1 and cards.error[i] < config.outline_error


def _apart(order: Sequence[int], quads: Sequence[Quad]) -> list[int]:
    """The first of each group of outlines that are nearly the same."""
    kept: list[int] = []
    for i in order:
        reach = _SAME * np.sqrt(area(quads[i]))
        if all(np.linalg.norm(quads[i].mean(axis=0) - quads[k].mean(axis=0)) > reach for k in kept):
            kept.append(i)
    return kept
