"""Second, nearer looks at what is doubtful in a picture: faces hardly read, and finds that nothing vouches for."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from vision.closer import detect_near
from vision.corners import Outline
from vision.detector import Detection
from vision.images import Image
from vision.judging import SURE, ReadCard, probability_of
from vision.metric import TablePlane
from vision.quads import Quad, area, iou
from vision.reader import BACK, NONE, CardReading
from vision.shortsides import short_sides_first, table_of

if TYPE_CHECKING:
    from vision.read import Networks

Find: TypeAlias = tuple[ReadCard, float]
"""A card and the detector's score of it."""
Look: TypeAlias = tuple[Outline, Detection]
"""What a closer look shows: an outline drawn exactly, and what it was drawn from."""

# So much has the outline of a closer look in common with the doubtful one it replaces, before it is drawn exactly and
# after, and so sure must the reader be then: at 0.9 it doubts either way, and the same crop read twice is no second opinion.
_CLOSER_NEAR, _CLOSER_SAME, _CLOSER_SURE = 0.4, 0.5, 0.95
# Of a card that is so large a part of the picture there is no closer look.
_LARGE_CARD = 0.05


class CloserLooks:
    """Closer looks at the cards of one picture. None is taken twice.

    Args:
        image: (H, W, 3) uint8 BGR.
        networks: those that look.
        outlines: of all cards of the picture; the table they lie on tells which sides are short.
    """

    def __init__(self, image: Image, networks: Networks, outlines: Sequence[Outline]) -> None:
        self.size = image.shape[1], image.shape[0]
        self._image, self._networks, self._outlines = image, networks, outlines
        self._taken: dict[bytes, list[Look]] = {}
        self._read: dict[bytes, tuple[Quad, CardReading]] = {}

    def at(self, quad: Quad) -> list[Look]:
        """What a closer look shows about where an outline is, the clearest first."""
        key = np.asarray(quad, np.float32).tobytes()
        if key not in self._taken:
            self._taken[key] = self._look(quad)
        return self._taken[key]

    def read(self, outline: Outline) -> tuple[Quad, CardReading]:
        """The card inside an outline that begins with a short side, as `Networks.read_outlines` names it."""
        key = outline.quad.tobytes()
        if key not in self._read:
            (self._read[key],) = self._networks.read_outlines(self._image, [outline])
        return self._read[key]

    @cached_property
    def _table(self) -> TablePlane | None:
        return table_of(self._outlines, self.size)

    def _look(self, quad: Quad) -> list[Look]:
        found = [d for d in detect_near(self._networks.detector, self._image, quad) if iou(d.quad, quad) > _CLOSER_NEAR]
        exact = self._networks.corners.refine(self._image, [detection.quad for detection in found])
        nearer = short_sides_first(exact, self._table or table_of(exact, self.size))
        return sorted(zip(nearer, found, strict=True), key=lambda look: look[0].error)


def read_closer(looks: CloserLooks, seen: Sequence[tuple[Quad, CardReading]]) -> list[tuple[Quad, CardReading]]:
    """The same, but for doubtful faces that a closer look at their surroundings shows surely.

    A card that lies crooked on others may have been outlined as one with them. It is not taken for a neighbour.
    """
    seen = list(seen)
    for i, (quad, reading) in enumerate(seen):
        if reading.confidence >= SURE or reading.card in (BACK, NONE):
            continue
        others = [other for k, (other, _) in enumerate(seen) if k != i]
        same = [outline for outline, _ in looks.at(quad) if _is_same_card(outline.quad, quad, others)]
        for again in map(looks.read, same[:1]):
            if again[1].confidence >= _CLOSER_SURE and again[1].card not in (BACK, NONE):
                seen[i] = again
    return seen


def _is_same_card(closer: Quad, quad: Quad, others: Sequence[Quad]) -> bool:
    """Whether the outline a closer look gave is of the card it was taken for, and of no other."""
    return iou(closer, quad) > max([_CLOSER_SAME, *(iou(closer, other) for other in others)])


def vouched_for(finds: Sequence[Find], still_sure: Callable[[ReadCard], float]) -> list[Find]:
    """The same finds, each as sure as a second look leaves it, unless surely read faces beside it vouch for it.

    `still_sure` tells the share of a find's confidence that is left. A single sure face is looked at again itself.
    """
    finds = list(finds)
    sure = [i for i, (card, _) in enumerate(finds) if card.is_sure_face]
    if len(sure) > 1:
        return finds
    for i in sorted(range(len(finds)), key=lambda i: i not in sure):
        if not any(finds[k][0].is_sure_face for k in sure if k != i):
            (card, score), share = finds[i], still_sure(finds[i][0])
            finds[i] = replace(card, confidence=card.confidence * share), score * share
    return finds


def still_sure(looks: CloserLooks, card: ReadCard) -> float:
    """The share of its confidence that a closer look leaves a find: what is no card is seldom the same one twice."""
    if area(card.quad) > _LARGE_CARD * math.prod(looks.size):
        return 1.0
    again = 0.0
    for outline, found in looks.at(card.quad)[:1]:
        _, reading = looks.read(outline)
        again = (1 - reading.probabilities.get(NONE, 0.0)) * probability_of(card.card, reading, found)
    return math.sqrt(again)
