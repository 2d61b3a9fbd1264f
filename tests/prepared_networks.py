"""Networks whose answers are set beforehand, to test how the answers are joined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from companion.cards import DECK_52
from vision import secondlook
from vision.closer import detect_near
from vision.corners import Corners, Outline
from vision.detector import Detection, Detector
from vision.images import Image
from vision.judging import ReadCard
from vision.quads import Quad
from vision.read import Networks, read_picture
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


@pytest.fixture
def closer_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closer looks at what is prepared are prepared, too."""

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
