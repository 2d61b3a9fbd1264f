"""One picture in, its cards out: how the networks' answers are joined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import cv2
import numpy as np
import pytest

from companion.cards import DECK_52
from vision import secondlook
from vision.closer import detect_near
from vision.corners import Corners, Outline
from vision.detector import Detection, Detector
from vision.images import Image
from vision.judging import ReadCard
from vision.quads import Quad, side_lengths
from vision.read import Networks, read_picture
from vision.reader import CardReading, Reader
from vision.shortsides import short_sides_first
from vision.tabletop.drawn import DrawnDeck

NAMES = (*(str(card) for card in DECK_52), "JOKER", "back", "none")
IMAGE = np.zeros((400, 600, 3), np.uint8)


def at(x: float, y: float) -> Quad:
    return np.array([[x, y], [x + 63, y], [x + 63, y + 88], [x, y + 88]], np.float32)


def reading(**probabilities: float) -> CardReading:
    return CardReading({name: probabilities.get(name, 0.0) for name in NAMES})


class Prepared:
    """All three networks with answers set beforehand."""

    def __init__(
        self,
        detections: list[Detection],
        readings: list[CardReading],
        short_first: float = 1.0,
        sideways: CardReading | None = None,
    ) -> None:
        self.detections, self.readings, self.short_first = detections, list(readings), short_first
        self.sideways, self.asked = sideways, False
        self.size = 640
        self.sizes: list[int] = []
        self.closer = 0
        self.looked_at: int | None = None

    def near(self, quad: Quad) -> list[Detection]:
        """A closer look shows what was seen before."""
        self.closer += 1
        self.looked_at = int(np.argmin([np.abs(d.quad - quad).max() for d in self.detections]))
        return [replace(self.detections[self.looked_at], quad=quad)]

    def detect(self, image: Image, size: int | None = None) -> list[Detection]:
        self.asked = False
        if size is not None and size < self.size:
            return []
        self.sizes.append(size or self.size)
        return self.detections

    def refine(self, image: Image, quads: Sequence[Quad]) -> list[Outline]:
        return [Outline(quad, 0.01, self.short_first) for quad in quads]

    def read(self, crops: Sequence[Image]) -> list[CardReading]:
        """The prepared readings; crops read once more, sideways, say little."""
        looked_at, self.looked_at = self.looked_at, None
        if looked_at is not None and len(crops) == 1:
            return [self.readings[looked_at]]
        if self.asked or not crops:
            return [self.sideways or reading()] * len(crops)
        self.asked = True
        assert len(crops) == len(self.readings)
        return self.readings


@pytest.fixture(autouse=True)
def closer_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    def near(detector: Detector, image: Image, quad: Quad) -> list[Detection]:
        return detector.near(quad) if isinstance(detector, Prepared) else detect_near(detector, image, quad)

    monkeypatch.setattr(secondlook, "detect_near", near)


def found(prepared: Prepared, image: Image = IMAGE) -> list[ReadCard]:
    networks = Networks(cast(Detector, prepared), cast(Corners, prepared), cast(Reader, prepared))
    return read_picture(image, networks)


def up(quad: Quad, confidence: float = 0.9, side: float = 0.95) -> Detection:
    return Detection(quad, side >= 0.5, confidence, side)


def beside(prepared: Prepared) -> list[ReadCard]:
    """What is found beside a card that leaves no doubt: the rest of the finds."""
    detections = [*prepared.detections, up(at(500, 300))]
    readings = [*prepared.readings, reading(KD=1.0)]
    return [card for card in found(Prepared(detections, readings)) if card.card != "KD"]


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


class Near(Prepared):
    """From afar something else is seen than at the detector's own size."""

    def __init__(self, prepared: Prepared, from_afar: Prepared) -> None:
        super().__init__(prepared.detections, prepared.readings)
        self.at_size, self.from_afar = (prepared.detections, prepared.readings), from_afar

    def detect(self, image: Image, size: int | None = None) -> list[Detection]:
        near = size is None or size >= self.size
        afar = self.from_afar.detections, self.from_afar.readings
        self.asked = False
        self.detections, self.readings = self.at_size if near else afar
        return self.detections


class LookedAtCloser(Prepared):
    """A picture of which one part, seen closer, shows another outline with another name, or nothing."""

    def __init__(self, prepared: Prepared, outline: Quad | None, named: CardReading) -> None:
        super().__init__(prepared.detections, prepared.readings)
        self.outline, self.named = outline, named

    def near(self, quad: Quad) -> list[Detection]:
        seen = super().near(quad)
        if self.looked_at:
            return seen
        return [] if self.outline is None else [up(self.outline)]

    def read(self, crops: Sequence[Image]) -> list[CardReading]:
        if self.looked_at == 0 and len(crops) == 1:
            self.looked_at = None
            return [self.named]
        return super().read(crops)


DOUBTFUL = {"9D": 0.6, "7D": 0.4}


def looked_at_closer(seen: dict[str, float], off: float, named: dict[str, float]) -> tuple[list[str], int]:
    """What is told of a card that lies beside two kings, and how many closer looks were taken."""
    quads = [at(300, 150), at(450, 150), at(100, 150)]
    prepared = Prepared([up(quad) for quad in quads], [reading(**seen), reading(KD=1.0), reading(KS=1.0)])
    prepared = LookedAtCloser(prepared, quads[0] + np.array([off, 0], np.float32), reading(**named))
    return [card.card for card in found(prepared) if card.card[0] != "K"], prepared.closer


def test_a_doubtful_card_is_looked_at_closer() -> None:
    assert looked_at_closer(DOUBTFUL, 9.0, {"4S": 1.0}) == (["4S"], 1)
    assert looked_at_closer({"9D": 0.95, "7D": 0.05}, 9.0, {"4S": 1.0}) == (["9D"], 0)
    assert looked_at_closer({"back": 0.6, "7D": 0.4}, 9.0, {"4S": 1.0})[1] == 0


@pytest.mark.parametrize(
    ("off", "named"),
    [(9.0, {"4S": 0.92, "5S": 0.08}), (9.0, {"back": 1.0}), (9.0, {"none": 1.0}), (40.0, {"4S": 1.0})],
    ids=["no surer", "back", "none", "another card"],
)
def test_a_closer_look_counts_where_it_is_sure_of_the_same_card(off: float, named: dict[str, float]) -> None:
    assert looked_at_closer(DOUBTFUL, off, named) == (["9D"], 1)


def test_a_closer_look_at_a_card_is_not_taken_for_one_that_lies_on_it() -> None:
    under, over = at(300, 150), at(320, 150)
    others = [reading(KD=1.0), reading(KS=1.0)]
    prepared = Prepared([up(under), up(over), up(at(90, 90))], [reading(**DOUBTFUL), *others])
    prepared = LookedAtCloser(prepared, over - np.array([3, 0], np.float32), reading(KD=1.0))
    assert sorted(card.card for card in found(prepared)) == ["9D", "KD", "KS"] and prepared.closer == 1


@pytest.mark.parametrize("seen", [{"JOKER": 1.0}, {"AS": 1.0}, {"back": 1.0}])
@pytest.mark.parametrize("outline", [None, at(20, 20)], ids=["nothing", "something else"])
def test_a_find_alone_must_be_the_same_in_a_closer_look(seen: dict[str, float], outline: Quad | None) -> None:
    """In a picture of a game it need not: the cards beside it vouch for it."""
    first = up(at(20, 20), side=0.02 if "back" in seen else 0.95)
    alone = LookedAtCloser(Prepared([first], [reading(**seen)]), outline, reading(none=0.9, **{"7H": 0.1}))
    assert found(alone) == [] and alone.closer
    assert len(found(Prepared([first], [reading(**seen)]))) == 1
    beside = [up(at(200, 20)), up(at(300, 20))]
    game = Prepared([first, *beside], [reading(**seen), reading(KD=1.0), reading(QS=1.0)])
    game = LookedAtCloser(game, outline, reading(none=0.9, **{"7H": 0.1}))
    assert len(found(game)) == 3 and not game.closer


LARGE = (at(0, 0) * 4 + (50, 20)).astype(np.float32)


def test_a_card_that_fills_the_picture_is_seen_from_afar() -> None:
    pip = Prepared([up(at(100, 60))], [reading(back=1.0)])
    beside = Prepared([up(at(400, 60))], [reading(back=1.0)])
    for nothing in (Prepared([], []), pip):
        assert [card.card for card in found(Near(nothing, Prepared([up(LARGE)], [reading(AS=1.0)])))] == ["AS"]
    seen = found(Near(beside, Prepared([up(LARGE)], [reading(AS=1.0)])))
    assert {card.card for card in seen} == {"AS", "back"}, "what lies beside it stays"


@pytest.mark.parametrize(
    ("quad", "names"),
    [(at(9, 9), {"AS": 1.0}), (LARGE, {"AS": 0.6, "AC": 0.4}), (LARGE, {"back": 1.0}), (LARGE, {"none": 1.0})],
    ids=["small", "doubtful", "back", "none"],
)
def test_from_afar_only_a_large_and_sure_face_counts(quad: Quad, names: dict[str, float]) -> None:
    assert found(Near(Prepared([], []), Prepared([up(quad)], [reading(**names)]))) == []


def test_beside_a_sure_face_there_is_no_look_from_afar() -> None:
    here, afar = Prepared([up(at(9, 9))], [reading(KD=1.0)]), Prepared([up(LARGE)], [reading(AS=1.0)])
    assert [card.card for card in found(Near(here, afar))] == ["KD"]


@pytest.mark.parametrize("turn", [0, 1])
def test_the_app_s_networks_read_a_card_that_fills_the_picture(turn: int) -> None:
    deck = DrawnDeck(size=(250, 350))
    read = []
    for card in DECK_52[::5]:
        face = deck.face(card)
        image = np.full((380, 500, 3), 60, np.uint8)
        here = image[15:365, 125:375]
        here[:] = np.where(face[..., 3:] > 127, face[..., :3], here)
        seen = read_picture(np.ascontiguousarray(np.rot90(cv2.resize(image[:, 110:390], None, fx=2.5, fy=2.5), turn)))
        read.append([found.card for found in seen] == [str(card)])
    assert sum(read) >= 0.9 * len(read)


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
