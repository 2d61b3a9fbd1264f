"""One picture in, its cards out: how the networks' answers are joined."""

from __future__ import annotations

import numpy as np
import pytest

from companion.cards import DECK_52
from tests import prepared_networks
from tests.prepared_networks import Prepared, at, beside, found, reading, up
from vision.corners import Outline
from vision.quads import Quad, side_lengths
from vision.read import read_picture
from vision.reader import CardReading
from vision.shortsides import short_sides_first, table_of

closer_looks = prepared_networks.closer_looks
pytestmark = pytest.mark.usefixtures("closer_looks")


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
    assert beside(Prepared([up(at(10, 10))], [reading(none=0.97, AS=0.03)])) == []
    assert beside(Prepared([up(at(10, 10), 0.4)], [reading(none=0.6, AS=0.4)])) == []
    (doubtful,) = beside(Prepared([up(at(10, 10), 0.9)], [reading(none=0.4, AS=0.6)]))
    assert doubtful.card == "AS" and doubtful.confidence < 0.6


def test_a_name_nobody_would_bet_on_is_not_told() -> None:
    """So spread out are the probabilities of what is no card at all, or none to be read."""
    spread = {str(card): 1 / 52 for card in DECK_52}
    assert beside(Prepared([up(at(10, 10))], [reading(**spread)])) == []
    (likely,) = beside(Prepared([up(at(10, 10))], [reading(AS=0.4, AC=0.35, KS=0.25)]))
    assert likely.card == "AS" and 0.3 <= likely.confidence <= 0.4
    assert beside(Prepared([up(at(10, 10), side=0.5)], [reading(AS=0.5, KS=0.25, back=0.25)])) != []


@pytest.mark.parametrize("score", [0.35, 0.45, 0.6, 0.9])
def test_that_something_looks_like_a_back_speaks_neither_for_a_card_nor_against(score: float) -> None:
    """Any pattern could be a back: whether it is one is the detector's to say; a face is a card's own."""
    back = beside(Prepared([up(at(10, 10), score, side=0.02)], [reading(back=1.0)]))
    assert bool(back) == (score > 0.5)
    assert beside(Prepared([up(at(10, 10), score)], [reading(**{"7H": 1.0})]))[0].card == "7H"


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


@pytest.mark.parametrize(
    ("read", "sideways", "card"),
    [
        (reading(**{"5C": 0.4, "9C": 0.3}), reading(AC=0.97), "AC"),
        (reading(**{"5C": 0.4, "9C": 0.3}), reading(AC=0.7), "5C"),
        (reading(**{"back": 0.4, "5C": 0.35}), reading(AC=1.0), "5C"),
        (reading(**{"5C": 0.7}), reading(AC=1.0), "5C"),
        (reading(**{"5C": 0.4, "9C": 0.3}), reading(back=1.0), "5C"),
        (reading(**{"5C": 0.4, "9C": 0.3}), reading(none=1.0), "5C"),
    ],
)
def test_a_card_cut_out_sideways_is_read_the_other_way(
    read: CardReading, sideways: CardReading, card: str
) -> None:
    """Only a face that can hardly be read as it was cut out, and only as one that is read well."""
    prepared = Prepared([up(at(10, 10)), up(at(500, 300))], [read, reading(KD=1.0)], sideways=sideways)
    one = next(c for c in found(prepared) if c.card != "KD")
    assert one.card == card
    across = float(np.linalg.norm(one.quad[1] - one.quad[0]))
    assert across == pytest.approx(88 if card == "AC" else 63), "its outline begins with the side that is on top"


def test_print_on_the_card_tells_where_the_table_does_not() -> None:
    square = np.array([[10, 10], [85, 10], [85, 85], [10, 85]], np.float32)
    rough = 0.5  # says nothing of the table
    assert table_of([Outline(square, rough, 0.9)], (600, 400)) is None
    (kept,) = short_sides_first([Outline(square, rough, 0.9)], None)
    assert kept.quad.tolist() == square.tolist()
    (turned,) = short_sides_first([Outline(square, rough, 0.1)], None)
    assert turned.quad.tolist() == np.roll(square, -1, axis=0).tolist()
    assert turned.short_first == pytest.approx(0.9)


def test_one_card_found_twice_is_told_once() -> None:
    cards = found(Prepared([up(at(10, 10), 0.6), up(at(13, 12), 0.9)], [reading(AS=1.0), reading(AS=1.0)]))
    assert len(cards) == 1 and cards[0].quad.tolist() == at(13, 12).tolist()


@pytest.mark.parametrize(
    ("longest", "width", "sizes"),
    [
        (1920, 70, [640, 1280]),  # 23 pixels in the detector's picture
        (1920, 100, [640, 960]),  # 33
        (1920, 140, [640]),  # 47
        (1000, 50, [640, 960]),
        (900, 30, [640, 900]),  # no finer than the picture
        (800, 40, [640]),  # little more would be seen
        (640, 20, [640]),
    ],
)
def test_small_cards_in_a_large_picture_are_looked_for_again(
    longest: int, width: int, sizes: list[int]
) -> None:
    quad = (at(0, 0) * width / 63 + 20).astype(np.float32)
    prepared = Prepared([up(quad)], [reading(AS=1.0)])
    assert len(found(prepared, np.zeros((longest // 2, longest, 3), np.uint8))) == 1
    assert prepared.sizes == sizes


@pytest.mark.parametrize("seen", [{"back": 1.0}, {"JOKER": 1.0}, {"AS": 0.6, "AC": 0.4}])
def test_without_a_sure_face_nothing_is_looked_for_again(seen: dict[str, float]) -> None:
    """Small backs all over the picture are most likely the pattern of a cloth."""
    prepared = Prepared([up(at(30, 30), side=0.02 if "back" in seen else 0.95)], [reading(**seen)])
    assert len(found(prepared, np.zeros((1080, 1920, 3), np.uint8))) == 1
    assert prepared.sizes == [640]


@pytest.mark.parametrize(("number", "sizes"), [(3, [640]), (4, [640, 1280])])
def test_several_small_backs_are_a_deal_worth_a_closer_look(number: int, sizes: list[int]) -> None:
    prepared = Prepared(
        [up(at(30 + 90 * i, 30), side=0.02) for i in range(number)], [reading(back=1.0)] * number
    )
    assert len(found(prepared, np.zeros((1080, 1920, 3), np.uint8))) == number
    assert prepared.sizes == sizes


@pytest.mark.parametrize(("longest", "sizes"), [(1280, [640]), (1800, [640]), (4000, [640, 1280])])
def test_in_a_large_picture_nothing_found_may_be_too_small(longest: int, sizes: list[int]) -> None:
    prepared = Prepared([], [])
    assert found(prepared, np.zeros((longest // 2, longest, 3), np.uint8)) == []
    assert prepared.sizes == sizes


FACE, DIM = {"AS": 1.0}, {"AS": 0.5, "7H": 0.3, "QD": 0.2}


def lying(*finds: tuple[dict[str, float], float]) -> Prepared:
    """Finds side by side, each with what the reader says and the detector's score."""
    cards = [
        up(at(10 + 80 * i, 10), score, side=0.02 if "back" in names else 0.95)
        for i, (names, score) in enumerate(finds)
    ]
    return Prepared(cards, [reading(**names) for names, _ in finds])


@pytest.mark.parametrize("names", [DIM, {"back": 1.0}])
def test_a_doubtful_find_needs_a_card_beside_it(names: dict[str, float]) -> None:
    assert found(lying((names, 0.65))) == []
    assert len(found(lying((names, 0.65), (FACE, 0.9)))) == 2


@pytest.mark.parametrize("names", [FACE, {"back": 1.0}, {"AS": 0.6, "AC": 0.4}])
def test_a_clear_find_stands_by_itself(names: dict[str, float]) -> None:
    assert len(found(lying((names, 0.92)))) == 1


def test_backs_vouch_for_each_other() -> None:
    one, many = (found(lying(*[({"back": 1.0}, 0.78)] * number)) for number in (1, 6))
    assert len(many) == 6
    assert all(card.confidence > 0.8 for card in many)
    assert all(card.confidence < 0.5 for card in one)


def test_a_find_more_makes_no_other_less_sure() -> None:
    rng = np.random.default_rng(5)
    kinds = (FACE, DIM, {"back": 1.0}, {"JOKER": 0.7, "2C": 0.3})
    for _ in range(40):
        finds = [(kinds[int(rng.integers(4))], float(rng.uniform(0.4, 0.95))) for _ in range(6)]
        with_all = {card.quad.tobytes(): card.confidence for card in found(lying(*finds))}
        for card in found(lying(*finds[:-1])):
            assert with_all[card.quad.tobytes()] >= card.confidence - 1e-9


def test_an_empty_table_has_no_cards() -> None:
    assert found(Prepared([], [])) == []


@pytest.mark.parametrize("size", [(1, 1), (40, 3), (480, 640)])
def test_the_app_s_networks_see_no_cards_where_there_are_none(size: tuple[int, int]) -> None:
    assert read_picture(np.full((*size, 3), 90, np.uint8)) == []
