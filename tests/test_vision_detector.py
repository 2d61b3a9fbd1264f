"""From the network's raw answers to cards."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision import detector
from vision.backends import Tensor
from vision.detector import Detector, DetectorConfig, decode, letterbox, suppress
from vision.modelcard import ModelCard, Task
from vision.quads import Quad, iou

CARD = ModelCard("test", Task.DETECT, 640, 640, ("face up", "face down"))


def box(x: float, y: float, width: float, height: float, degrees: float = 0) -> Quad:
    a = math.radians(degrees)
    along = np.array([math.cos(a), math.sin(a)]) * width / 2
    across = np.array([-math.sin(a), math.cos(a)]) * height / 2
    corners = [-along - across, along - across, along + across, -along + across]
    return np.array([np.array([x, y]) + c for c in corners], np.float32)


def raw_answer(
    shape: tuple[int, int], cards: list[tuple[tuple[float, ...], int, float]], classes: int = 2
) -> Tensor:
    """A network's answer: for each card (box arguments, class, confidence) one anchor at stride 16."""
    height, width = shape
    counts = [(height // s) * (width // s) for s in (8, 16, 32)]
    raw = np.zeros((1, 4 + classes + 1, sum(counts)), np.float32)
    for (x, y, w, h, degrees), kind, confidence in cards:
        column, row = int(x // 16), int(y // 16)
        a = math.radians(degrees)
        # the middle of the card as seen from the anchor, along the card's axes
        dx, dy = x / 16 - (column + 0.5), y / 16 - (row + 0.5)
        along, across = dx * math.cos(a) + dy * math.sin(a), -dx * math.sin(a) + dy * math.cos(a)
        anchor = counts[0] + row * (width // 16) + column
        raw[0, :4, anchor] = [w / 32 - along, h / 32 - across, w / 32 + along, h / 32 + across]
        raw[0, 4 + kind, anchor] = confidence
        raw[0, 4 + classes, anchor] = a
    return raw


def test_answers_are_decoded_to_outlines() -> None:
    cards = [
        ((100, 60, 80, 50, 0), 0, 0.9),
        ((200, 150, 63, 88, 30), 1, 0.8),
        ((40, 200, 30, 40, -70), 0, 0.1),
    ]
    quads, sides = decode(raw_answer((256, 320), cards), (256, 320), DetectorConfig())
    assert len(quads) == 2, "the third is below the confidence"
    assert np.abs(quads[0] - box(100, 60, 80, 50)).max() < 1e-3
    assert np.abs(quads[1] - box(200, 150, 63, 88, 30)).max() < 1e-3
    assert np.allclose(sides, [[0.9, 0], [0, 0.8]])


class Answers:
    """A back end with a prepared answer."""

    name = "prepared"

    def __init__(self, raw: Tensor) -> None:
        self.raw = raw
        self.seen: list[tuple[int, ...]] = []

    def run(self, batch: Tensor) -> Tensor:
        self.seen.append(batch.shape)
        return self.raw


def prepared(monkeypatch: pytest.MonkeyPatch, raw: Tensor) -> tuple[Detector, Answers]:
    answers = Answers(raw)
    monkeypatch.setattr(detector, "load_backend", lambda *_: (CARD, answers))
    return Detector(), answers


def test_outlines_are_given_in_pixels_of_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = raw_answer((384, 640), [((100, 60, 80, 50, 20), 0, 0.9), ((300, 200, 40, 60, 0), 1, 0.6)])
    finder, answers = prepared(monkeypatch, raw)
    first, second = finder.detect(np.zeros((1080, 1920, 3), np.uint8))
    assert answers.seen == [(1, 3, 384, 640)], "a wide picture is not padded to a square"
    assert iou(first.quad, box(300, 180, 240, 150, 20)) > 0.999
    assert first.face_up and first.confidence == pytest.approx(0.9) and first.face_up_probability == 1
    assert not second.face_up and second.face_up_probability == 0
    assert iou(second.quad, box(900, 600, 120, 180)) > 0.999


def test_a_broken_network_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = np.full((1, 7, 640 * 640 // 64 * 21 // 16), np.nan, np.float32)
    finder, _ = prepared(monkeypatch, raw)
    assert finder.detect(np.zeros((64, 64, 3), np.uint8)) == []


@pytest.mark.parametrize(("height", "width"), [(1, 1), (3, 2000), (2000, 3), (33, 31), (3000, 4000)])
def test_any_picture_fits_the_network(height: int, width: int) -> None:
    batch, scale = letterbox(np.full((height, width, 3), 200, np.uint8), 320)
    assert batch.dtype == np.float32 and batch.flags["C_CONTIGUOUS"]
    assert batch.shape[2] % 32 == 0 and batch.shape[3] % 32 == 0 and max(batch.shape[2:]) == 320
    inner = round(height * scale[1]), round(width * scale[0])
    assert np.allclose(batch[0, :, : inner[0], : inner[1]], 200 / 255)
    assert np.allclose(batch[0, :, inner[0] :], 114 / 255) and np.allclose(
        batch[0, :, :, inner[1] :], 114 / 255
    )


def test_colours_come_in_the_network_s_order() -> None:
    picture = np.zeros((32, 32, 3), np.uint8)
    picture[:, :, 2] = 255  # red
    batch, _ = letterbox(picture, 32)
    assert batch[0, :, 5, 5].tolist() == [1, 0, 0]


def kept(quads: list[Quad], scores: list[float]) -> list[int]:
    return suppress(quads, np.array(scores, np.float32), DetectorConfig())


def test_two_answers_for_one_card_become_one() -> None:
    same = [box(100, 100, 63, 88), box(103, 98, 65, 86, 4), box(98, 101, 60, 90, -5)]
    assert kept(same, [0.9, 0.8, 0.7]) == [0]
    turned = [box(100, 100, 70, 88), box(100, 100, 88, 70, 90)]
    assert kept(turned, [0.9, 0.8]) == [0], "the same box told from another corner"


def test_cards_that_overlap_stay() -> None:
    assert kept([box(100, 100, 63, 88), box(130, 110, 63, 88, 20)], [0.9, 0.8]) == [0, 1]


def test_a_part_of_a_card_is_no_card() -> None:
    whole, pip, index = box(100, 100, 126, 176), box(100, 100, 40, 50), box(55, 40, 20, 40)
    assert kept([pip, whole, index], [0.95, 0.7, 0.5]) == [1]


def test_a_box_about_two_cards_gives_way_to_them() -> None:
    left, right, both = box(100, 100, 60, 85), box(164, 100, 60, 85), box(132, 100, 126, 88)
    assert kept([left, right, both], [0.9, 0.8, 0.6]) == [0, 1]


def test_boxes_without_an_area_are_dropped() -> None:
    assert kept([box(10, 10, 0, 50), box(50, 50, 30, 40)], [0.9, 0.5]) == [1]


def test_nearly_equal_answers_are_one_wherever_they_begin() -> None:
    rng = np.random.default_rng(7)
    for _ in range(5000):
        card = box(*rng.uniform(200, 800, 2), *rng.uniform(40, 300, 2), rng.uniform(0, 180))
        near = card + rng.normal(0, 10.0 ** rng.uniform(-5.5, -1), (4, 2))
        again = np.roll(near, int(rng.integers(4)), axis=0).astype(np.float32)
        assert kept([card, again], [0.9, 0.8]) == [0]


def test_answers_are_suppressed_as_if_all_pairs_were_compared() -> None:
    """Most pairs are never looked at; what is left must be what a plain comparison of all leaves."""
    config = DetectorConfig(nested=2.0)  # nothing is nested: this is about overlaps alone
    rng = np.random.default_rng(5)
    for _ in range(20):
        places = rng.uniform(0, 500, (12, 2))
        quads = [
            box(
                *(places[int(rng.integers(12))] + rng.normal(0, 12, 2)),
                *rng.uniform(40, 110, 2),
                rng.uniform(0, 180),
            )
            for _ in range(60)
        ]
        plain: list[int] = []
        for i, quad in enumerate(quads):
            if all(iou(quad, quads[j]) <= config.overlap for j in plain):
                plain.append(i)
        assert suppress(quads, np.ones(60, np.float32), config) == plain
        assert 5 < len(plain) < 60
