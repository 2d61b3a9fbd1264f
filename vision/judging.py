"""What detector and reader come to together: a card with its name and a confidence, or none."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.detector import Detection
from vision.quads import Quad, iou
from vision.reader import BACK, JOKER, NONE, CardReading

# The detector's score is no probability: half of the answers at 0.5 are cards, 99 of a hundred at 0.8.
_EVEN_SCORE, _SCORE_SLOPE = 0.5, 15.0
# What looks like a card from afar may still be a box of matches: the reader has a say up to here.
_SUREST = 0.95
# A name less likely than this is as good as none: of such finds on photos nine in ten were no card, or misnamed.
_LEAST_CONFIDENCE = 0.3
# A find less sure than this (for backs by the detector's score) says nothing about whether there are cards in the
# picture, one as sure as `_CERTAIN` all it can: but for a tenth with a back. Of the pictures without cards that are
# measured, half as many have finds so; a lone back is missed a little more often.
_DOUBTFUL_FACE, _DOUBTFUL_BACK, _CERTAIN, _BACK_PROVES = 0.45, 0.7, 0.9, 0.9
SURE = 0.9
"""A name is said with confidence from this probability on; below it is "not sure"."""
# Two outlines that share more than this are one card found twice.
_SAME_CARD = 0.6


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

    @property
    def is_sure_face(self) -> bool:
        """Whether a rank is surely read."""
        return self.rank is not None and self.confidence >= SURE


def judged(detection: Detection, quad: Quad, reading: CardReading) -> ReadCard | None:
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
    name = BACK if _face_down(reading, detection) > 0.5 else str(reading.candidates(1)[0][0])
    sure *= probability_of(name, reading, detection)
    if sure < _LEAST_CONFIDENCE:
        return None
    rank, suit = (None, None) if name in (BACK, JOKER) else (name[:-1], name[-1])
    return ReadCard(quad, name, rank, suit, sure, reading)


def _face_down(reading: CardReading, detection: Detection) -> float:
    """The probability that a card lies face down, given that there is one, by detector and reader."""
    nothing = reading.probabilities.get(NONE, 0.0)
    back = reading.probabilities.get(BACK, 0.0) / max(1 - nothing, 1e-6)
    return _both(back, 1 - detection.face_up_probability)


def probability_of(name: str, reading: CardReading, detection: Detection) -> float:
    """The probability of a name, given that there is a card."""
    face_down = _face_down(reading, detection)
    if name == BACK:
        return face_down
    faces = {str(card): probability for card, probability in reading.candidates(len(reading.probabilities), 0.0)}
    return (1 - face_down) * faces.get(name, 0.0)


def _both(p: float, q: float) -> float:
    """What two independent opinions of the same thing come to: a product of odds."""
    p, q = min(max(p, 1e-6), 1 - 1e-6), min(max(q, 1e-6), 1 - 1e-6)
    return p * q / (p * q + (1 - p) * (1 - q))


def proof(card: ReadCard, score: float) -> float:
    """How sure a find makes it by itself that playing cards lie in the picture, 0 to 1.

    `score` is the detector's confidence. A face whose rank is clearly read leaves no doubt. What looks like a back
    may be any pattern, and tells by the detector's word alone.
    """
    if card.card == BACK:
        return _BACK_PROVES * _share(score, _DOUBTFUL_BACK)
    reading = card.reading
    of_rank = reading.rank_confidence / max(reading.confidence, 1e-6) if card.card == reading.card else 1.0
    return _share(card.confidence * of_rank, _DOUBTFUL_FACE)


def in_company(cards: Sequence[ReadCard], proofs: Sequence[float]) -> list[ReadCard]:
    """Finds as sure as all of them together make it that there are playing cards at all; those left unlikely drop out.

    A picture of a game has faces that vouch for the doubtful finds beside them. In a picture without, a tile, a
    phone or a chequered cloth is the only find, or one of few: it has to stand by itself.
    """
    shown = 1 - math.prod(1 - p for p in proofs)
    surer = (replace(card, confidence=card.confidence * shown) for card in cards)
    return [card for card in surer if card.confidence >= _LEAST_CONFIDENCE]


def _share(value: float, doubtful: float) -> float:
    """From 0 where a find says nothing to 1 where it is certain."""
    return min(max((value - doubtful) / (_CERTAIN - doubtful), 0.0), 1.0)


def without_doubles(cards: Sequence[ReadCard]) -> list[ReadCard]:
    """Drop the less confident of cards that lie in the same place, which exact outlines show; best first."""
    kept: list[ReadCard] = []
    for card in sorted(cards, key=lambda c: -c.confidence):
        if all(iou(card.quad, other.quad) < _SAME_CARD for other in kept):
            kept.append(card)
    return kept
