"""Naming cards: what is made of the network's answers."""

from __future__ import annotations

import numpy as np
import pytest

from companion.cards import DECK_52, JOKER, Card
from vision import reader
from vision.backends import Tensor
from vision.modelcard import ModelCard, ModelError, Task
from vision.reader import CardReading, Reader

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


def card_reader(monkeypatch: pytest.MonkeyPatch, classes: tuple[str, ...] = CLASSES) -> tuple[Reader, Bright]:
    backend = Bright()
    card = ModelCard("test", Task.CLASSIFY, 96, 128, classes)
    monkeypatch.setattr(reader, "load_backend", lambda *_: (card, backend))
    return Reader(), backend


def test_both_ways_up_are_averaged(monkeypatch: pytest.MonkeyPatch) -> None:
    names, backend = card_reader(monkeypatch)
    crop = np.zeros((128, 96, 3), np.uint8)
    crop[0, 0] = (0, 0, 255)  # red, which the network gets as its first channel
    upright, turned, both = names.read([crop, crop[::-1, ::-1].copy(), np.maximum(crop, crop[::-1, ::-1])])
    assert upright.probabilities["AS"] == turned.probabilities["AS"] == pytest.approx(0.5)
    assert both.card == "AS" and both.confidence == pytest.approx(1)
    assert backend.batches[0].shape == (6, 3, 128, 96) and backend.batches[0].dtype == np.float32


def test_many_crops_are_read_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    names, backend = card_reader(monkeypatch)
    crops = [np.full((128, 96, 3), 255 if i % 3 else 0, np.uint8) for i in range(50)]
    assert [r.card for r in names.read(crops)] == ["AS" if i % 3 else "back" for i in range(50)]
    assert len(backend.batches) == 4
    assert names.read([]) == []


def test_a_crop_of_another_size_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    names, _ = card_reader(monkeypatch)
    with pytest.raises(ValueError, match="96 × 128"):
        names.read([np.zeros((64, 64, 3), np.uint8)])


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
