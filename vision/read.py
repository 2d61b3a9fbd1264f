"""One picture in, its cards out: the detector, the corners and the reader in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.corners import Corners, Outline
from vision.detector import Detection, Detector
from vision.frames import Image
from vision.plane import rectify
from vision.quads import Quad, iou, upright
from vision.reader import BACK, JOKER, NONE, CardReading, Reader

# A crop that is this surely no card is left out; below it the detector is believed.
_NO_CARD = 0.6
# Two outlines that share more than this are one card found twice.
_SAME_CARD = 0.6
# Up to here an outline may be a quarter turn off, and the card is read both ways.
_SURE_OF_SIDE = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class ReadCard:
    """A card in a picture.

    Attributes:
        quad: (4, 2) float32 pixels, clockwise from the card's top left corner; of the two ends of a card that
            look alike the one higher up in the picture counts as the top.
        card: "10H", "JOKER" or "back".
        rank, suit: "10" and "H"; None for a joker or a back.
        confidence: probability that all this is right.
        reading: everything the reader thought.
    """

    quad: Quad
    card: str
    rank: str | None
    suit: str | None
    confidence: float
    reading: CardReading


@dataclass(frozen=True, slots=True, eq=False)
class Networks:
    """The three networks of the runtime."""

    detector: Detector
    corners: Corners
    reader: Reader

    @classmethod
    def load(cls, backend: str = "auto", *, threads: int = 1) -> Networks:
        """The app's own networks; raises ModelError as `Detector` does."""
        return cls(
            Detector(backend=backend, threads=threads),
            Corners(backend=backend, threads=threads),
            Reader(backend=backend, threads=threads),
        )

    def outlines(self, image: Image, detections: Sequence[Detection]) -> list[Outline]:
        """The exact outlines of detected cards, in the same order."""
        return self.corners.refine(image, [detection.quad for detection in detections])

    def read_outlines(self, image: Image, outlines: Sequence[Outline]) -> list[tuple[Quad, CardReading]]:
        """Name the cards inside these outlines; returns each outline in portrait order with its reading."""
        quads = [outline.quad for outline in outlines]
        readings = self.reader.read([rectify(image, quad) for quad in quads])
        doubtful = [i for i, outline in enumerate(outlines) if outline.short_first < _SURE_OF_SIDE]
        turned = [np.roll(quads[i], -1, axis=0) for i in doubtful]
        for i, quad, reading in zip(
            doubtful, turned, self.reader.read([rectify(image, q) for q in turned]), strict=True
        ):
            if _clarity(reading) > _clarity(readings[i]):
                quads[i], readings[i] = quad, reading
        return [(upright(quad), reading) for quad, reading in zip(quads, readings, strict=True)]


def read_picture(image: Image, networks: Networks | None = None) -> list[ReadCard]:
    """All cards in a BGR picture (H, W, 3) uint8, most confident first.

    Without `networks` the app's own are loaded at the first call and kept.
    """
    networks = networks or _own_networks()
    detections = networks.detector.detect(image)
    outlines = networks.outlines(image, detections)
    cards = []
    for detection, (quad, reading) in zip(detections, networks.read_outlines(image, outlines), strict=True):
        card = _judged(detection, quad, reading)
        if card is not None:
            cards.append(card)
    return without_doubles(cards)


def _judged(detection: Detection, quad: Quad, reading: CardReading) -> ReadCard | None:
    """What detector and reader say together; None when there is no card."""
    nothing = reading.probabilities.get(NONE, 0.0)
    if nothing > _NO_CARD:
        return None
    # Both networks judge which side shows, from different views: a product of their odds.
    back = reading.probabilities.get(BACK, 0.0) / max(1 - nothing, 1e-6)
    down = 1 - detection.face_up_probability
    face_down = back * down / max(back * down + (1 - back) * (1 - down), 1e-9)
    sure = detection.confidence * (1 - nothing)
    if face_down > 0.5:
        return ReadCard(quad, BACK, None, None, sure * face_down, reading)
    (card, probability), *_ = reading.candidates(1)
    name = str(card)
    rank, suit = (None, None) if name == JOKER else (name[:-1], name[-1])
    return ReadCard(quad, name, rank, suit, sure * (1 - face_down) * probability, reading)


def without_doubles(cards: Sequence[ReadCard]) -> list[ReadCard]:
    """Drop the less confident of cards that lie in the same place, which exact outlines show; best first."""
    kept: list[ReadCard] = []
    for card in sorted(cards, key=lambda c: -c.confidence):
        if all(iou(card.quad, other.quad) < _SAME_CARD for other in kept):
            kept.append(card)
    return kept


def _clarity(reading: CardReading) -> float:
    """How surely a crop shows one certain card."""
    return max(p for name, p in reading.probabilities.items() if name != NONE)


@lru_cache(maxsize=1)
def _own_networks() -> Networks:
    return Networks.load()
