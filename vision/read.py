"""One picture in, its cards out: the detector, the corners and the reader in a row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.corners import Corners, Outline
from vision.detector import Detection, Detector
from vision.frames import Image
from vision.metric import CARD_HEIGHT_MM, CARD_WIDTH_MM, TablePlane, fit_plane
from vision.plane import rectify
from vision.quads import Quad, iou, side_lengths, upright
from vision.reader import BACK, JOKER, NONE, CardReading, Reader

_CARD_PROPORTION = math.log(CARD_HEIGHT_MM / CARD_WIDTH_MM)
# The detector's score is no probability: half of the answers at 0.5 are cards, 99 of a hundred at 0.8.
_EVEN_SCORE, _SCORE_SLOPE = 0.5, 15.0
# What looks like a card from afar may still be a box of matches: the reader has a say up to here.
_SUREST = 0.95
# A name less likely than this is as good as none: of such finds on photos nine in ten were no card, or misnamed.
_LEAST_CONFIDENCE = 0.3
# Cards fewer pixels wide than this in the detector's picture are missed at times; at twice the size they are not.
_SMALL = 40.0
# A picture must hold this much more than the detector sees for a closer look to show anything.
_FINER = 1.3
_SURE_FACE = 0.9
# Two outlines that share more than this are one card found twice.
_SAME_CARD = 0.6
# How much the card's proportions on the table say about which sides are the short ones: this many nats where
# they are just those of a card.
_PROPORTION_WEIGHT = 6.0
# Outlines beyond this error (a share of their size) say nothing about the table.
_GOOD_OUTLINE = 0.08


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

    def checksums(self) -> dict[str, str]:
        """SHA-256 of each network's file by its name, to tell later what a figure was measured with."""
        return {part.card.name: part.card.sha256 for part in (self.detector, self.corners, self.reader)}

    def outlines(self, image: Image, detections: Sequence[Detection]) -> list[Outline]:
        """The exact outlines of detected cards, in the same order, each beginning with a short side."""
        found = self.corners.refine(image, [detection.quad for detection in detections])
        return short_sides_first(found, (image.shape[1], image.shape[0]))

    def read_outlines(self, image: Image, outlines: Sequence[Outline]) -> list[tuple[Quad, CardReading]]:
        """Name the cards inside outlines that begin with a short side.

        Returns each outline, beginning at the end that is higher up in the picture, with its reading.
        """
        quads = [upright(outline.quad) for outline in outlines]
        return list(zip(quads, self.reader.read(self.crops(image, quads)), strict=True))

    def crops(self, image: Image, quads: Sequence[Quad]) -> list[Image]:
        """The cards inside outlines as the reader takes them."""
        return [rectify(image, quad) for quad in quads]


def read_picture(image: Image, networks: Networks | None = None) -> list[ReadCard]:
    """All cards in a BGR picture (H, W, 3) uint8, most confident first.

    Without `networks` the app's own are loaded at the first call and kept.
    """
    networks = networks or _own_networks()
    cards = _read_at(image, networks, None)
    longest, size = max(image.shape[:2]), networks.detector.size
    if longest < _FINER * size or not _are_small(cards, size / longest):
        return cards
    return _read_at(image, networks, min(2 * size, longest))


def _read_at(image: Image, networks: Networks, size: int | None) -> list[ReadCard]:
    """The cards the detector finds at a size of the picture."""
    detections = networks.detector.detect(image, size)
    outlines = networks.outlines(image, detections)
    cards = []
    for detection, (quad, reading) in zip(detections, networks.read_outlines(image, outlines), strict=True):
        card = _judged(detection, quad, reading)
        if card is not None:
            cards.append(card)
    return without_doubles(cards)


def _are_small(cards: Sequence[ReadCard], scale: float) -> bool:
    """Whether there are cards, a sure face among them, and most so small that others may have been missed.

    The patterns of a cloth look like small backs: without a face there is nothing to look closer for.
    """
    if not any(card.rank is not None and card.confidence >= _SURE_FACE for card in cards):
        return False
    return scale * float(np.median([side_lengths(card.quad).min() for card in cards])) < _SMALL


def _judged(detection: Detection, quad: Quad, reading: CardReading) -> ReadCard | None:
    """What detector and reader say together; None when there is no card."""
    nothing = reading.probabilities.get(NONE, 0.0)
    score = 1 / (1 + math.exp(-_SCORE_SLOPE * (detection.confidence - _EVEN_SCORE)))
    back = reading.probabilities.get(BACK, 0.0)
    # A back may be any pattern, and so any pattern a back: that answer speaks neither for a card nor against.
    sure = _both(min(score, _SUREST), 1 - nothing - back / 2)
    if sure < 0.5:
        return None
    # That there is a card does not make a doubtful crop a good one to read.
    sure *= 1 - nothing
    back /= max(1 - nothing, 1e-6)
    face_down = _both(back, 1 - detection.face_up_probability)
    if face_down > 0.5:
        name, sure = BACK, sure * face_down
    else:
        (card, probability), *_ = reading.candidates(1)
        name, sure = str(card), sure * (1 - face_down) * probability
    if sure < _LEAST_CONFIDENCE:
        return None
    rank, suit = (None, None) if name in (BACK, JOKER) else (name[:-1], name[-1])
    return ReadCard(quad, name, rank, suit, sure, reading)


def without_doubles(cards: Sequence[ReadCard]) -> list[ReadCard]:
    """Drop the less confident of cards that lie in the same place, which exact outlines show; best first."""
    kept: list[ReadCard] = []
    for card in sorted(cards, key=lambda c: -c.confidence):
        if all(iou(card.quad, other.quad) < _SAME_CARD for other in kept):
            kept.append(card)
    return kept


def short_sides_first(outlines: Sequence[Outline], size: tuple[int, int]) -> list[Outline]:
    """Outlines that begin with a short side of the card, whatever they began with.

    Seen at a slant a card's long side may look the shorter. What is printed on it says which is which, and so
    do the proportions all cards have on the table they lie on.

    Args:
        outlines: of all cards in the picture.
        size: width and height of the picture.
    """
    good = [outline.quad for outline in outlines if outline.error < _GOOD_OUTLINE]
    plane = fit_plane(good, size).plane if good else None
    turned = []
    for outline in outlines:
        evidence = _PROPORTION_WEIGHT * _portrait(plane, outline.quad) if plane else 0.0
        short_first = 1 / (1 + math.exp(-evidence - _log_odds(outline.short_first)))
        if short_first < 0.5:
            quad = np.ascontiguousarray(np.roll(outline.quad, -1, axis=0))
            turned.append(Outline(quad, outline.error, 1 - short_first))
        else:
            turned.append(Outline(outline.quad, outline.error, short_first))
    return turned


def _portrait(plane: TablePlane, quad: Quad) -> float:
    """How the outline lies as a card: 1 with a short side first, -1 with a long one, 0 for a square."""
    lengths = side_lengths(plane.mm(quad))
    if not np.isfinite(lengths).all() or lengths.min() <= 0:  # beyond the horizon
        return 0.0
    proportion = math.log((lengths[1] + lengths[3]) / (lengths[0] + lengths[2])) / _CARD_PROPORTION
    return min(max(proportion, -1.0), 1.0)


def _both(p: float, q: float) -> float:
    """What two independent opinions of the same thing come to: a product of odds."""
    p, q = min(max(p, 1e-6), 1 - 1e-6), min(max(q, 1e-6), 1 - 1e-6)
    return p * q / (p * q + (1 - p) * (1 - q))


def _log_odds(p: float) -> float:
    p = min(max(p, 1e-3), 1 - 1e-3)
    return math.log(p / (1 - p))


@lru_cache(maxsize=1)
def _own_networks() -> Networks:
    return Networks.load()
