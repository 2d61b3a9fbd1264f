"""The uppermost card of an untidy pile is found among outlines of a card's size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from companion.cards import Card
from vision.corners import Outline
from vision.detector import Detection
from vision.eyes import Glimpse
from vision.layout import Place
from vision.lying import cards_on
from vision.metric import TablePlane
from vision.pile import top_of_pile
from vision.quads import Quad
from vision.question import Question
from vision.steady import Belief
from vision.tracking import TrackingConfig

CONFIG = TrackingConfig()
PLANE = TablePlane(np.eye(3), 1000.0, 0.0)  # a pixel is a millimetre
PILE = Place(200.0, 150.0, 1.4)
PICTURE = np.zeros((300, 400, 3), np.uint8)
QUEEN, KING = Card.parse("QC"), Card.parse("KC")


def outline_of(place: Place, size: float = 1.0) -> Quad:
    quad = np.roll(PLANE.pixels(place.corners()), 1, axis=0)
    return np.asarray(quad.mean(axis=0) + size * (quad - quad.mean(axis=0)), np.float32)


class PileEyes:
    """Draws a start to the edges of the card that lies at most 15 degrees turned against it, and names that."""

    def __init__(self, *cards: tuple[Place, Card, float]) -> None:
        self.cards = cards

    def find(self, image: np.ndarray, closely: bool = False) -> list[Detection]:
        return []

    def find_near(self, image: np.ndarray, quad: Quad, surroundings: float) -> list[Detection]:
        return []

    def refine(self, image: np.ndarray, quads: Sequence[Quad]) -> list[Outline]:
        outlines = []
        for quad in quads:
            near = [
                place
                for place, *_ in self.cards
                if np.abs(_turn(quad) - _turn(outline_of(place))) < np.radians(15)
            ]
            outlines.append(Outline(outline_of(near[0]), 0.03, 0.9) if near else Outline(quad, 0.2, 0.5))
        return outlines

    def read(self, image: np.ndarray, quads: Sequence[Quad]) -> list[Glimpse]:
        glimpses = []
        for quad in quads:
            (card, sure), *_ = [
                (card, sure) for place, card, sure in self.cards if np.abs(quad - outline_of(place)).max() < 1
            ]
            glimpses.append(Glimpse(0.0, 0.0, ((card, sure),)))
        return glimpses


def _turn(quad: Quad) -> float:
    """Direction of a card's long side, radians from 0 to pi."""
    x, y = quad[2] - quad[1]
    return float(np.arctan2(y, x) % np.pi)


@pytest.mark.parametrize("turned", [-60, -45, -20, 0, 10, 30, 55])
def test_the_top_card_is_found_however_it_is_turned_on_its_pile(turned: float) -> None:
    top = Place(PILE.x + 6, PILE.y - 9, PILE.angle + float(np.radians(turned)))
    found = top_of_pile(PileEyes((top, QUEEN, 0.98)), PICTURE, PLANE, PILE, CONFIG)
    assert found is not None and np.abs(found.quad - outline_of(top)).max() < 0.01


def test_two_cards_with_names_leave_the_doubt() -> None:
    below = Place(PILE.x, PILE.y, PILE.angle + 0.44)
    eyes = PileEyes((PILE, QUEEN, 0.95), (below, KING, 0.92))
    assert top_of_pile(eyes, PICTURE, PLANE, PILE, CONFIG) is None
    eyes = PileEyes((PILE, QUEEN, 0.5), (below, KING, 0.92))
    found = top_of_pile(eyes, PICTURE, PLANE, PILE, CONFIG)
    assert found is not None and np.abs(found.quad - outline_of(below)).max() < 0.01, "the only one named"


def test_without_an_outline_of_a_cards_size_there_is_none() -> None:
    assert top_of_pile(PileEyes(), PICTURE, PLANE, PILE, CONFIG) is None


@pytest.mark.parametrize(("error", "plain"), [(0.01, True), (0.022, True), (0.05, False)])
def test_a_card_far_away_is_in_full_view_and_one_with_a_finger_across_it_is_not(
    error: float, plain: bool
) -> None:
    cards = cards_on(PLANE, [outline_of(PILE)], [Detection(outline_of(PILE), True, 0.9, 0.97)], {0: error})
    assert cards.is_plain(0, CONFIG) == plain


@pytest.mark.parametrize(("size", "sure"), [(1.0, True), (1.15, True), (1.24, False)])
def test_a_name_read_in_the_outline_of_a_heap_is_not_sure(size: float, sure: bool) -> None:
    """The likeliest card stays the likeliest."""
    quad = outline_of(PILE, size)
    cards = cards_on(PLANE, [quad], [Detection(quad, True, 0.9, 0.97)], {0: 0.02})
    asked = Question(Belief(PILE, CONFIG), cards, 0)
    look = asked.answer(1.0, Glimpse(0.0, 0.0, ((QUEEN, 0.93), (KING, 0.07))), arm=False)
    (best, probability), (other, rest) = look.reading
    assert (best, other) == (QUEEN, KING) and probability + rest == pytest.approx(1)
    assert (probability >= CONFIG.sure) == sure and probability > 0.7
