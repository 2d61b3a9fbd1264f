"""A closer look: cards the whole picture shows badly are found by their surroundings alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest

from companion.cards import Card
from vision.closer import SIZE, SURROUNDINGS, detect_near
from vision.corners import Outline
from vision.detector import Detection, Detector, DetectorConfig
from vision.eyes import Glimpse
from vision.images import Image
from vision.layout import Place
from vision.lying import cards_on
from vision.metric import TablePlane
from vision.outlining import drawn_again, outlined_closer, seen_from_beside
from vision.quads import Quad, iou
from vision.tracking import TrackingConfig

CONFIG = TrackingConfig()
PLANE = TablePlane(np.eye(3), 1000.0, (0.0, 0.0))  # a pixel is a millimetre
PICTURE = np.zeros((300, 400, 3), np.uint8)
CARD = Place(200.0, 150.0, 1.4)


def outline(place: Place, size: float = 1.0) -> Quad:
    quad = np.roll(PLANE.pixels(place.corners()), 1, axis=0)
    return np.asarray(quad.mean(axis=0) + size * (quad - quad.mean(axis=0)), np.float32)


class White:
    """Finds the upright box of what is white in a picture."""

    def __init__(self) -> None:
        self.size = 0

    def detect(
        self, image: Image, size: int | None = None, config: DetectorConfig | None = None
    ) -> list[Detection]:
        self.size = size or 0
        rows, columns = np.nonzero(image[:, :, 0] > 200)
        if not len(rows):
            return []
        (x0, x1), (y0, y1) = (columns.min(), columns.max() + 1), (rows.min(), rows.max() + 1)
        quad = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
        return [Detection(quad, True, 0.8, 0.7)]


@pytest.mark.parametrize("corner", [(0, 0), (130, 90), (340, 215)])
def test_what_is_found_nearby_is_told_in_pixels_of_the_whole_picture(corner: tuple[int, int]) -> None:
    x, y = corner
    picture = PICTURE.copy()
    picture[y : y + 85, x : x + 60] = 255
    picture[y : y + 85, (x + 200) % 400 : (x + 200) % 400 + 9] = 255  # too far away
    white = White()
    quad = np.array([[x, y], [x + 60, y], [x + 60, y + 85], [x, y + 85]], np.float32)
    (found,) = detect_near(cast(Detector, white), picture, quad + np.float32(4))
    assert np.abs(found.quad - quad).max() <= 1 and white.size == SIZE
    assert (found.confidence, found.face_up_probability) == (0.8, 0.7)


def test_as_much_is_seen_as_is_said() -> None:
    seen: list[tuple[int, ...]] = []

    class Measured:
        def detect(
            self, image: Image, size: int | None = None, config: DetectorConfig | None = None
        ) -> list[Detection]:
            seen.append(image.shape)
            return []

    quad = np.array([[100, 100], [150, 100], [150, 170], [100, 170]], np.float32)
    detect_near(cast(Detector, Measured()), PICTURE, quad)
    assert seen[0][:2] == pytest.approx((SURROUNDINGS[0] * 70,) * 2, abs=2)


@pytest.mark.parametrize("off", [(-900, 0), (0, -900), (900, 0), (0, 900)])
def test_beyond_the_picture_is_nothing(off: tuple[float, float]) -> None:
    quad = np.array([[0, 0], [50, 0], [50, 70], [0, 70]], np.float32) + np.array(off, np.float32)
    assert detect_near(cast(Detector, White()), np.full((300, 400, 3), 255, np.uint8), quad) == []


class Closer:
    """Finds nearby what was prepared: outlines, each with its error and, to be read, a name and how sure it is."""

    def __init__(self, *found: tuple[Quad, float] | tuple[Quad, float, str, float]) -> None:
        self.found, self.looks = found, 0
        self.before = ("9D", 0.5)

    def find(self, image: Image, closely: bool = False) -> list[Detection]:
        raise AssertionError("the whole picture was looked at already")

    def find_near(self, image: Image, quad: Quad, surroundings: float) -> list[Detection]:
        self.looks += 1
        return [Detection(seen[0], True, 0.9, 0.97) for seen in self.found]

    def refine(self, image: Image, quads: Sequence[Quad]) -> list[Outline]:
        prepared = {seen[0].tobytes(): Outline(seen[0], seen[1], 0.9) for seen in self.found}
        return [prepared[quad.tobytes()] for quad in quads]

    def read(self, image: Image, quads: Sequence[Quad]) -> list[Glimpse]:
        glimpses = []
        for quad in quads:
            name, sure = self.before
            for seen in self.found:
                if len(seen) == 4 and iou(seen[0], quad) > 0.99:
                    name, sure = seen[2], seen[3]
            glimpses.append(Glimpse(0.0, 0.0, ((Card.parse(name), sure),)))
        return glimpses


def better(eyes: Closer, quad: Quad, error: float, up: float = 0.97) -> Quad | None:
    """The outline that a closer look puts in the place of an ill one; None where that stays."""
    cards = cards_on(PLANE, [quad], [Detection(quad, up > 0.5, 0.9, up)], {0: error})
    found = outlined_closer(eyes, PICTURE, PLANE, cards, [0], CONFIG)
    return found[0].quad if found else None


TOP, BELOW = outline(CARD), outline(Place(212.0, 156.0, 1.1))


def is_outline(found: Quad | None, quad: Quad) -> bool:
    return found is not None and iou(found, quad) > 0.99


@pytest.mark.parametrize(("size", "error"), [(1.0, 0.06), (1.2, 0.01), (1.4, 0.09)])
def test_the_clearest_card_takes_the_place_of_an_outline_about_several(size: float, error: float) -> None:
    assert is_outline(better(Closer((BELOW, 0.019), (TOP, 0.012)), outline(CARD, size), error), TOP)


def test_a_card_outlined_well_or_a_back_needs_no_closer_look() -> None:
    eyes = Closer((TOP, 0.01))
    assert better(eyes, TOP, 0.01) is None and better(eyes, TOP, 0.06, up=0.03) is None
    assert eyes.looks == 0


@pytest.mark.parametrize(
    "eyes",
    [
        Closer(),
        Closer((TOP, 0.025)),
        Closer((outline(CARD, 1.2), 0.01)),
        Closer((outline(CARD, 0.7), 0.01)),
        Closer((outline(Place(260.0, 190.0, 0.2)), 0.01)),
    ],
    ids=["nothing", "no clearer", "too large", "too small", "another card"],
)
def test_an_outline_stays_where_a_closer_look_shows_no_card_better(eyes: Closer) -> None:
    assert better(eyes, TOP, 0.03) is None and eyes.looks == len(SURROUNDINGS)


def test_where_no_outline_is_clear_the_only_one_with_a_name_is_the_card() -> None:
    large = outline(CARD, 1.3)
    assert is_outline(better(Closer((BELOW, 0.05, "4S", 0.4), (TOP, 0.06, "QH", 0.97)), large, 0.05), TOP)
    twice = Closer((outline(CARD, 1.07), 0.07, "QH", 0.99), (TOP, 0.06, "QH", 0.97))
    assert is_outline(better(twice, large, 0.05), TOP), "the clearest with that name"
    two = Closer((BELOW, 0.05, "4S", 0.97), (TOP, 0.06, "QH", 0.97))
    assert better(two, large, 0.05) is None, "either may lie on the other"
    named = Closer((TOP, 0.06, "QH", 0.97))
    named.before = ("KD", 0.97)
    assert better(named, large, 0.05) is None


def test_on_a_high_pile_the_card_is_the_clear_outline_that_is_smaller_than_all_of_it() -> None:
    high = outline(CARD, 1.1)
    assert is_outline(better(Closer((high, 0.015)), outline(CARD, 1.24), 0.02), high)
    assert better(Closer((high, 0.028)), outline(CARD, 1.24), 0.02) is None, "hardly clearer"
    assert better(Closer((high, 0.015)), outline(CARD, 1.14), 0.02) is None, "hardly smaller"


def test_a_heap_without_a_name_is_looked_at_from_beside() -> None:
    class FromBeside(Closer):
        """Sees the top card only in a picture whose middle is off the heap's."""

        def find_near(self, image: Image, quad: Quad, surroundings: float) -> list[Detection]:
            near = super().find_near(image, quad, surroundings)
            return near if np.abs(quad.mean(axis=0) - heap.mean(axis=0)).min() > 5 else []

    heap = outline(CARD, 1.3)
    eyes = FromBeside((TOP, 0.06, "QH", 0.97))
    assert better(eyes, heap, 0.05) is None
    found = seen_from_beside(eyes, PICTURE, PLANE, heap, CONFIG)
    assert found is not None and is_outline(found.quad, TOP)
    two = FromBeside((TOP, 0.06, "QH", 0.97), (BELOW, 0.05, "4S", 0.97))
    assert seen_from_beside(two, PICTURE, PLANE, heap, CONFIG) is None


@pytest.mark.parametrize(
    ("before", "now", "stays"), [(0.012, 0.05, True), (0.012, 0.018, False), (0.06, 0.05, False)]
)
def test_an_outline_drawn_anew_is_taken_unless_it_is_worse(before: float, now: float, stays: bool) -> None:
    slipped = outline(Place(206.0, 153.0, 1.3))

    class Slipping(Closer):
        def refine(self, image: Image, quads: Sequence[Quad]) -> list[Outline]:
            return [Outline(slipped, now, 0.9) for _ in quads]

    known = [(Detection(TOP, True, 0.9, 0.97), before)]
    cards = drawn_again(Slipping(), PICTURE, PLANE, known, CONFIG)
    assert is_outline(cards.quads[0], TOP if stays else slipped)
    assert cards.error[0] == (before if stays else now) and cards.face_up[0] == 0.97
