"""A second look at one picture: nearer at what is doubtful, from afar at what fills it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from companion.cards import DECK_52
from tests import prepared_networks
from tests.prepared_networks import Prepared, at, found, reading, up
from vision.detector import Detection
from vision.images import Image
from vision.quads import Quad
from vision.read import read_picture
from vision.reader import CardReading
from vision.tabletop.drawn import DrawnDeck

closer_looks = prepared_networks.closer_looks
pytestmark = pytest.mark.usefixtures("closer_looks")


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
