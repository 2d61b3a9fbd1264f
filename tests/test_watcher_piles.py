"""From frames to table views, on a drawn table: the discard pile and the stock."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest
from drawn_table import JACK, QUEEN, SEVEN, SIZE, Lying, Scene, scene

from companion.cards import Card
from companion.observation import EMPTY, Sight
from vision.corners import Outline
from vision.detector import Detection
from vision.eyes import Glimpse


class Heap:
    """The discard pile of a table where the networks take several of its cards for one."""

    def __init__(self, table: Scene) -> None:
        self._table = table
        self._card = float(cv2.contourArea(self.top))
        self._find, self._refine = table.eyes.find, table.eyes.refine

    @property
    def top(self) -> np.ndarray:
        return self._table.table.quad(self._table.discard_pose)

    @property
    def middle(self) -> np.ndarray:
        return self.top.mean(axis=0)

    def is_here(self, quad: np.ndarray, within: float = 15) -> bool:
        return bool(np.linalg.norm(quad.mean(axis=0) - self.middle) < within)

    def grown(self, quad: np.ndarray, times: float) -> np.ndarray:
        return (self.middle + [3, 2] + times * (quad - self.middle)).astype(np.float32)

    def is_large(self, quad: np.ndarray, cards: float) -> bool:
        """Whether an outline at the pile is as large as so many cards."""
        return self.is_here(quad, 20) and cv2.contourArea(quad) > cards * self._card

    def found(self, image: np.ndarray) -> list[Detection]:
        """What is found with eyes that take every card for one."""
        return self._find(image)

    def without_edges(
        self, cards: float, error: float
    ) -> Callable[[np.ndarray, Sequence[np.ndarray]], list[Outline]]:
        """A look for edges that leaves outlines as large as so many cards as they are, with an error."""

        def refine(image: np.ndarray, quads: Sequence[np.ndarray]) -> list[Outline]:
            outlines = zip(quads, self._refine(image, quads), strict=True)
            return [Outline(quad, error, 0.5) if self.is_large(quad, cards) else one for quad, one in outlines]

        return refine


def begun() -> Scene:
    """A table on whose discard pile a queen lies, and is seen."""
    table = scene([4, 4])
    table.run(1.5)
    table.discard(QUEEN)
    assert table.run(0.6).discard.best == QUEEN
    return table


def test_the_discard_pile_is_found_and_its_top_followed() -> None:
    table = scene([4, 4])
    assert table.run(1.5).discard == EMPTY
    for card in (QUEEN, JACK, SEVEN):
        table.wave(0.4, table.discard_pose)
        table.discard(card)
        assert table.run(0.5).discard.best == card
    table.wave(0.4, table.discard_pose)
    table.table.cards.pop()
    assert table.run(0.6).discard.best == JACK


def test_an_untidy_pile_whose_outline_is_too_large_is_followed() -> None:
    table = begun()
    heap, refine = Heap(table), table.eyes.refine

    def spreading(image: np.ndarray, quads: Sequence[np.ndarray]) -> list[Outline]:
        outlines = []
        for outline in refine(image, quads):
            middle = outline.quad.mean(axis=0)
            wide = (middle + 1.17 * (outline.quad - middle)).astype(np.float32)
            outlines.append(Outline(wide, 0.025, 0.5) if heap.is_here(outline.quad) else outline)
        return outlines

    table.eyes.refine = spreading  # type: ignore[method-assign]
    table.wave(0.4, table.discard_pose)
    table.discard(JACK)
    assert table.run(0.6).discard.best == JACK


def test_a_pile_spread_so_wide_that_it_seems_one_large_card_is_followed() -> None:
    table = begun()
    heap = Heap(table)

    def one_face(image: np.ndarray, closely: bool = False) -> list[Detection]:
        found: list[Detection] = []
        for one in heap.found(image):
            if heap.is_here(one.quad):
                if any(other.face_up and heap.is_here(other.quad) for other in found):
                    continue
                one = Detection(heap.grown(one.quad, 1.32), True, 0.88, 0.99)
            found.append(one)
        return found

    table.eyes.find, table.eyes.refine = one_face, heap.without_edges(1.3, 0.037)  # type: ignore[method-assign]
    for top in (JACK, SEVEN):
        table.wave(0.4, table.discard_pose)
        table.discard(top)
        assert table.run(0.6).discard.best == top


def test_a_heap_that_passes_for_one_card_and_cannot_be_named_is_searched_for_its_top() -> None:
    """Found a little too large and taken for a back, it has the reader see two cards' corners."""
    table = begun()
    heap, read = Heap(table), table.eyes.read

    def one_back(image: np.ndarray) -> list[Detection]:
        others = [one for one in heap.found(image) if not heap.is_here(one.quad, 20)]
        return [*others, Detection(heap.grown(heap.top, 1.12), False, 0.6, 0.24)]

    def blurred(image: np.ndarray, quads: Sequence[np.ndarray]) -> list[Glimpse]:
        doubt = Glimpse(0.0, 0.0, ((SEVEN, 0.43), (QUEEN, 0.38)))
        answers = zip(quads, read(image, quads), strict=True)
        return [doubt if heap.is_large(quad, 1.15) else glimpse for quad, glimpse in answers]

    table.eyes.find, table.eyes.refine = one_back, heap.without_edges(1.15, 0.03)  # type: ignore[method-assign]
    table.eyes.read = blurred  # type: ignore[method-assign]
    table.wave(0.4, table.discard_pose)
    table.discard(JACK)
    assert table.run(0.6).discard.best == JACK


def test_a_pile_is_found_that_was_begun_under_an_arm() -> None:
    table = scene([4, 4])
    table.run(1.5)
    x, y = (round(float(v)) for v in table.table.quad(table.discard_pose).mean(axis=0))
    table.table.arm = ((x, SIZE[1] + 50), (x, y))
    table.discard(QUEEN)
    view = table.run(1.5)
    assert view.discard.sight is Sight.UNSEEN, "something is there, but nobody knows what"
    table.table.arm = None
    assert table.run(0.6).discard.best == QUEEN


def test_a_card_held_over_a_layout_begins_no_pile() -> None:
    table = scene([4, 4])
    table.run(1.5)
    above = (table.slots[0][0].pose + table.slots[0][1].pose) / 2
    table.table.cards.append(Lying(above + np.array([0, 0, 1.2]), QUEEN))
    table.run(1.5)
    assert all(view.discard.sight is not Sight.FACE for view in table.views)


def test_the_stock_is_missed_when_it_is_used_up() -> None:
    table = scene([3, 3])
    assert table.run(1.5).stock is True
    table.wave(0.4, table.stock.pose)
    table.table.cards.remove(table.stock)
    assert table.run(2.0).stock is False


@pytest.mark.parametrize(("names", "begun"), [((SEVEN, JACK), False), ((QUEEN,), True)])
def test_a_pile_begins_with_a_card_named_twice_and_not_with_a_pattern_that_has_ever_another_name(
    names: tuple[Card, ...], begun: bool
) -> None:
    table = scene([4, 4])
    table.run(1.5)
    read, spot = table.eyes.read, table.table.quad(table.discard_pose).mean(axis=0)
    looks: list[Card] = []

    def doubting(image: np.ndarray, quads: Sequence[np.ndarray]) -> list[Glimpse]:
        answers = []
        for quad, glimpse in zip(quads, read(image, quads), strict=True):
            if np.linalg.norm(quad.mean(axis=0) - spot) < 15 and glimpse.nothing < 0.5:
                looks.append(names[len(looks) % len(names)])
                glimpse = Glimpse(0.1, 0.0, ((looks[-1], 0.6), (Card.parse("KD"), 0.2)))
            answers.append(glimpse)
        return answers

    table.eyes.read = doubting  # type: ignore[method-assign]
    table.wave(0.4, table.discard_pose)
    table.discard(QUEEN)
    view = table.run(1.5)
    assert len(looks) >= 2
    assert (view.discard.sight is Sight.FACE) == begun, str(view.discard)


def test_a_pile_does_not_begin_with_what_a_closer_look_does_not_show() -> None:
    """The pattern of a cloth may have a name, and the same one every time, but it is a card from afar only."""
    table = scene([4, 4])
    table.run(1.5)
    near = table.eyes.find_near
    table.eyes.find_near = lambda *_: []  # type: ignore[method-assign]
    table.wave(0.4, table.discard_pose)
    table.discard(QUEEN)
    assert table.run(1.5).discard.sight is not Sight.FACE
    table.eyes.find_near = near  # type: ignore[method-assign]
    assert table.run(1.5).discard.best == QUEEN
