"""Naming cards: what is made of the network's answers."""

from __future__ import annotations

import numpy as np
import pytest

from companion.cards import DECK_52, JOKER, Card
from vision import reader
from vision.backends import Tensor
from vision.glance import GLANCE_SIZE, glance
from vision.modelcard import ModelCard, ModelError, Task
from vision.plane import CROP_SIZE
from vision.reader import CardReading, Reader

SHAPE = (CROP_SIZE[1], CROP_SIZE[0], 3)
CLASSES = (*(str(card) for card in DECK_52), "JOKER", "back", "none")


class Bright:
    """A back end that calls a crop an ace of spades as far as its top left corner is bright, else a back."""

    name = "bright"

    def __init__(self) -> None:
        self.batches: list[Tensor] = []

    def run(self, batch: Tensor) -> Tensor:
        self.batches.append(batch)
        answer = np.zeros((len(batch), len(CLASSES)), np.float32)
        answer[:, CLASSES.index("AS")] = batch[:, 0, 0, 0]
        answer[:, CLASSES.index("back")] = 1 - batch[:, 0, 0, 0]
        return answer


def card_reader(
    monkeypatch: pytest.MonkeyPatch, classes: tuple[str, ...] = CLASSES, size: tuple[int, int] = GLANCE_SIZE
) -> tuple[Reader, Bright]:
    backend = Bright()
    card = ModelCard("test", Task.CLASSIFY, *size, classes)
    monkeypatch.setattr(reader, "load_backend", lambda *_: (card, backend))
    return Reader(), backend


def marked(first: int, turned: int) -> np.ndarray:
    """A crop whose top left pixels have this red, and those of it turned by half a turn the other."""
    crop = np.zeros(SHAPE, np.uint8)
    crop[:2, :2] = (0, 0, first)
    crop[-2:, -2:] = (0, 0, turned)
    return crop


def test_a_doubtful_card_is_looked_at_both_ways_up_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    names, backend = card_reader(monkeypatch)
    upright, turned, clear = names.read([marked(204, 102), marked(102, 204), marked(255, 0)])
    assert upright.probabilities["AS"] == turned.probabilities["AS"] == pytest.approx(0.6)
    assert clear.card == "AS" and clear.confidence == pytest.approx(1)
    shapes = [(3, 3, GLANCE_SIZE[1], GLANCE_SIZE[0]), (2, 3, GLANCE_SIZE[1], GLANCE_SIZE[0])]
    assert [batch.shape for batch in backend.batches] == shapes
    assert all(batch.dtype == np.float32 for batch in backend.batches)


def test_many_crops_are_read_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    names, backend = card_reader(monkeypatch)
    crops = [np.full(SHAPE, 255 if i % 3 else 0, np.uint8) for i in range(50)]
    assert [r.card for r in names.read(crops)] == ["AS" if i % 3 else "back" for i in range(50)]
    assert len(backend.batches) == 4
    assert names.read([]) == []


def test_a_crop_of_another_size_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    names, _ = card_reader(monkeypatch)
    with pytest.raises(ValueError, match="192 × 256"):
        names.read([np.zeros((64, 64, 3), np.uint8)])


def test_a_network_for_other_crops_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelError, match="takes 96 × 128"):
        card_reader(monkeypatch, size=(96, 128))


def test_a_glance_shows_both_indices_twice_as_large() -> None:
    """A mark in either index corner comes out upright, in its own place and at the crop's own scale."""
    width, height = CROP_SIZE
    crop = np.zeros(SHAPE, np.uint8)
    crop[20:40, 10:22] = 255
    crop[height - 36 : height - 16, width - 20 : width - 8] = 128
    seen = glance(crop)
    whole, left, right = seen[:, :96], seen[:, 96:144], seen[:, 144:]
    assert seen.shape == (GLANCE_SIZE[1], GLANCE_SIZE[0], 3)
    assert np.argwhere(left[..., 0]).min(axis=0).tolist() == [20, 10] and (left > 0).sum() == 20 * 12 * 3
    assert np.argwhere(right[..., 0]).min(axis=0).tolist() == [16, 8] and set(right[right > 0]) == {128}
    assert (whole[10:20, 5:11] == 255).all() and (whole > 0).sum() == 2 * 10 * 6 * 3


def reading(**probabilities: float) -> CardReading:
    return CardReading({name: probabilities.get(name, 0.0) for name in CLASSES})


def test_the_rank_may_be_surer_than_the_card() -> None:
    doubt = CardReading({**reading().probabilities, "10H": 0.5, "10D": 0.4, "AH": 0.1})
    assert doubt.card == "10H" and doubt.confidence == 0.5
    assert doubt.rank_confidence == pytest.approx(0.9)
    assert reading(JOKER=0.8, KS=0.2).rank_confidence == 0.8
    assert reading(back=0.7, KS=0.3).rank_confidence == 0.7


def test_candidates_are_faces_ranked_and_renormalised() -> None:
    candidates = reading(QH=0.3, KH=0.15, JOKER=0.05, back=0.5, QD=0.001).candidates()
    assert [str(card) for card, _ in candidates] == ["QH", "KH", "JOKER"]
    assert candidates[0][1] == pytest.approx(0.3 / 0.501)
    assert candidates[2][0] is JOKER or candidates[2][0] == JOKER
    assert len(reading(**{str(c): 1 / 52 for c in DECK_52}).candidates(limit=4)) == 4


def test_there_is_always_a_candidate() -> None:
    (only,) = reading(back=1.0).candidates()
    assert isinstance(only[0], Card) and only[1] == 0


def test_a_network_with_other_classes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelError, match="'ace' is no card"):
        card_reader(monkeypatch, ("ace", "back", "none"))
