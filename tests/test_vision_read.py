"""One picture in, its cards out: how the networks' answers are joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest

from companion.cards import DECK_52
from vision.corners import Corners, Outline
from vision.detector import Detection, Detector
from vision.frames import Image
from vision.quads import Quad, side_lengths
from vision.read import Networks, ReadCard, read_picture, short_sides_first
from vision.reader import CardReading, Reader

NAMES = (*(str(card) for card in DECK_52), "JOKER", "back", "none")
IMAGE = np.zeros((400, 600, 3), np.uint8)


def at(x: float, y: float) -> Quad:
    return np.array([[x, y], [x + 63, y], [x + 63, y + 88], [x, y + 88]], np.float32)


def reading(**probabilities: float) -> CardReading:
    return CardReading({name: probabilities.get(name, 0.0) for name in NAMES})


class Prepared:
    """All three networks with answers set beforehand."""

    def __init__(
        self, detections: list[Detection], readings: list[CardReading], short_first: float = 1.0
    ) -> None:
        self.detections, self.readings, self.short_first = detections, list(readings), short_first
        self.size = 640
        self.sizes: list[int | None] = []

    def detect(self, image: Image, size: int | None = None) -> list[Detection]:
        self.sizes.append(size)
        return self.detections

    def refine(self, image: Image, quads: Sequence[Quad]) -> list[Outline]:
        return [Outline(quad, 0.01, self.short_first) for quad in quads]

    def read(self, crops: Sequence[Image]) -> list[CardReading]:
        assert len(crops) == len(self.readings)
        return self.readings


def found(prepared: Prepared, image: Image = IMAGE) -> list[ReadCard]:
    networks = Networks(cast(Detector, prepared), cast(Corners, prepared), cast(Reader, prepared))
    return read_picture(image, networks)


def up(quad: Quad, confidence: float = 0.9, side: float = 0.95) -> Detection:
    return Detection(quad, side >= 0.5, confidence, side)


def test_cards_come_with_rank_suit_and_place() -> None:
    cards = found(
        Prepared(
            [up(at(10, 10)), up(at(200, 10), 0.8), up(at(400, 10), 0.7, side=0.05)],
            [reading(**{"10H": 0.98, "10D": 0.02}), reading(JOKER=1.0), reading(back=0.99, AS=0.01)],
        )
    )
    told = {c.card: c for c in cards}
    assert {(c.card, c.rank, c.suit) for c in cards} == {
        ("10H", "10", "H"),
        ("JOKER", None, None),
        ("back", None, None),
    }
    assert told["10H"].quad.tolist() == at(10, 10).tolist()
    by_name = {c.card: c.confidence for c in cards}
    assert by_name["10H"] == pytest.approx(0.98, abs=0.01)
    assert by_name["JOKER"] > 0.95, "a score of 0.8 is as good as certain"


def test_what_the_reader_calls_no_card_is_left_out() -> None:
    assert found(Prepared([up(at(10, 10))], [reading(none=0.97, AS=0.03)])) == []
    assert found(Prepared([up(at(10, 10), 0.4)], [reading(none=0.6, AS=0.4)])) == []
    (doubtful,) = found(Prepared([up(at(10, 10), 0.9)], [reading(none=0.4, AS=0.6)]))
    assert doubtful.card == "AS" and doubtful.confidence < 0.6


def test_a_name_nobody_would_bet_on_is_not_told() -> None:
    """So spread out are the probabilities of what is no card at all, or none to be read."""
    spread = {str(card): 1 / 52 for card in DECK_52}
    assert found(Prepared([up(at(10, 10))], [reading(**spread)])) == []
    (likely,) = found(Prepared([up(at(10, 10))], [reading(AS=0.4, AC=0.35, KS=0.25)]))
    assert likely.card == "AS" and 0.3 <= likely.confidence <= 0.4
    assert found(Prepared([up(at(10, 10), side=0.5)], [reading(AS=0.5, KS=0.25, back=0.25)])) != []


@pytest.mark.parametrize("score", [0.35, 0.45, 0.6, 0.9])
def test_that_something_looks_like_a_back_speaks_neither_for_a_card_nor_against(score: float) -> None:
    """Any pattern could be a back: whether it is one is the detector's to say; a face is a card's own."""
    back = found(Prepared([up(at(10, 10), score, side=0.02)], [reading(back=1.0)]))
    assert bool(back) == (score > 0.5)
    assert found(Prepared([up(at(10, 10), score)], [reading(**{"7H": 1.0})]))[0].card == "7H"


@pytest.mark.parametrize(
    ("side", "back", "card"), [(0.95, 0.6, "AS"), (0.05, 0.4, "back"), (0.6, 0.9, "back"), (0.4, 0.1, "AS")]
)
def test_the_surer_network_says_which_side_shows(side: float, back: float, card: str) -> None:
    (only,) = found(Prepared([up(at(10, 10), side=side)], [reading(back=back, AS=1 - back)]))
    assert only.card == card
    agreed = found(Prepared([up(at(10, 10), side=0.99)], [reading(AS=1.0)]))[0]
    assert only.confidence < agreed.confidence, "they disagreed"


def test_the_way_up_in_the_picture_is_the_way_up() -> None:
    (only,) = found(Prepared([up(np.roll(at(10, 10), 2, axis=0))], [reading(AS=1.0)]))
    assert only.quad.tolist() == at(10, 10).tolist()


def slanted() -> list[Quad]:
    """Three cards of one row seen from a low place: their long sides look the shorter."""
    to_picture = np.array([[1.1, 0, 40], [0, 0.55, 40], [0, -0.0006, 1]])
    quads = []
    for x in (0, 120, 240):
        points = np.column_stack([at(x, 100), np.ones(4)]) @ to_picture.T
        quads.append((points[:, :2] / points[:, 2:]).astype(np.float32))
    return quads


@pytest.mark.parametrize("start", [0, 1])
def test_the_table_tells_which_sides_are_the_short_ones(start: int) -> None:
    quads = slanted()
    lengths = side_lengths(quads[0])
    assert lengths[0] > lengths[1], "seen at a slant"
    cards = found(
        Prepared([up(np.roll(q, start, axis=0)) for q in quads], [reading(AS=1.0)] * 3, short_first=0.5)
    )
    assert sorted(c.quad.tolist() for c in cards) == sorted(q.tolist() for q in quads)


def test_print_on_the_card_tells_where_the_table_does_not() -> None:
    square = np.array([[10, 10], [85, 10], [85, 85], [10, 85]], np.float32)
    rough = 0.5  # says nothing of the table
    (kept,) = short_sides_first([Outline(square, rough, 0.9)], (600, 400))
    assert kept.quad.tolist() == square.tolist()
    (turned,) = short_sides_first([Outline(square, rough, 0.1)], (600, 400))
    assert turned.quad.tolist() == np.roll(square, -1, axis=0).tolist()
    assert turned.short_first == pytest.approx(0.9)


def test_one_card_found_twice_is_told_once() -> None:
    cards = found(Prepared([up(at(10, 10), 0.6), up(at(13, 12), 0.9)], [reading(AS=1.0), reading(AS=1.0)]))
    assert len(cards) == 1 and cards[0].quad.tolist() == at(13, 12).tolist()


@pytest.mark.parametrize(
    ("longest", "width", "sizes"),
    [
        (1920, 100, [None, 1280]),  # 33 pixels in the detector's picture
        (1920, 130, [None]),  # 43
        (1000, 50, [None, 1000]),  # no finer than the picture
        (800, 40, [None]),  # little more would be seen
        (640, 20, [None]),
    ],
)
def test_small_cards_in_a_large_picture_are_looked_for_again(
    longest: int, width: int, sizes: list[int | None]
) -> None:
    quad = (at(0, 0) * width / 63 + 20).astype(np.float32)
    prepared = Prepared([up(quad)], [reading(AS=1.0)])
    assert len(found(prepared, np.zeros((longest // 2, longest, 3), np.uint8))) == 1
    assert prepared.sizes == sizes


@pytest.mark.parametrize("seen", [[], [{"back": 1.0}], [{"JOKER": 1.0}], [{"AS": 0.6, "AC": 0.4}]])
def test_without_a_sure_face_nothing_is_looked_for_again(seen: list[dict[str, float]]) -> None:
    """Small backs all over the picture are most likely the pattern of a cloth."""
    cards = [up(at(30, 30), side=0.02 if "back" in names else 0.95) for names in seen]
    prepared = Prepared(cards, [reading(**names) for names in seen])
    assert len(found(prepared, np.zeros((1080, 1920, 3), np.uint8))) == len(seen)
    assert prepared.sizes == [None]


def test_an_empty_table_has_no_cards() -> None:
    assert found(Prepared([], [])) == []


@pytest.mark.parametrize("size", [(1, 1), (40, 3), (480, 640)])
def test_the_app_s_networks_see_no_cards_where_there_are_none(size: tuple[int, int]) -> None:
    assert read_picture(np.full((*size, 3), 90, np.uint8)) == []
