"""Finding and naming cards on labelled photos, counted."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.frames import load_image
from vision.quads import Quad, as_quad, iou
from vision.read import Networks, ReadCard, read_picture
from vision.training.photos import LabelledPhoto, box_iou, box_of

LEAST_IOU = 0.5
APART = 0.1
"""A card counts as apart, whole and uncovered, when other labels share less than this of its box."""
SURE = 0.9
"""A name is said with confidence from this probability on."""


@dataclass(frozen=True, slots=True)
class Named:
    """One labelled card that was found: its label and what it was taken for.

    Attributes:
        label: "10H", "JOKER", "back", or a rank alone ("10") where the photo's label has no suit.
        card: what it was read as.
        confidence: of the reading.
        width: of the card in pixels (its shorter side).
    """

    label: str
    card: str
    confidence: float
    width: float

    @property
    def rank_right(self) -> bool:
        return _rank(self.label) == _rank(self.card)

    @property
    def card_right(self) -> bool:
        """Rank and suit where the label has both, else the rank."""
        return self.card == self.label or (self.label == _rank(self.label) and self.rank_right)


def _rank(name: str) -> str:
    return name[:-1] if name[-1] in "CDHS" and name not in ("JOKER", "back") else name


@dataclass(slots=True)
class Tally:
    """Counts over a set of photos; `apart` counts the cards whose boxes lie apart from all others."""

    photos: int = 0
    cards: int = 0
    found: int = 0
    apart: int = 0
    apart_found: int = 0
    false: int = 0
    seconds: float = 0.0
    named: list[Named] = field(default_factory=list)
    missed: list[tuple[str, str]] = field(default_factory=list)
    wrong: list[tuple[str, str, str, float]] = field(default_factory=list)

    def summary(self) -> dict[str, Any]:
        """Shares with their 95 % intervals (Wilson), for a results file."""
        found = len(self.named)
        sure = [n for n in self.named if n.confidence >= SURE]
        return {
            "photos": self.photos,
            "cards": self.cards,
            "recall": share(self.found, self.cards),
            "recall_apart": share(self.apart_found, self.apart),
            "precision": share(self.found, self.found + self.false),
            "rank_right": share(sum(n.rank_right for n in self.named), found),
            "card_right": share(sum(n.card_right for n in self.named), found),
            "found_and_rank_right": share(sum(n.rank_right for n in self.named), self.cards),
            "sure": share(len(sure), found),
            "wrong_rank_though_sure": sum(not n.rank_right for n in sure),
            "calibration_error": round(calibration_error(self.named), 4),
            "ms_a_photo": round(1000 * self.seconds / max(self.photos, 1), 1),
        }


def share(part: int, whole: int) -> dict[str, float]:
    """A share with Wilson's 95 % interval (E. B. Wilson, JASA 22, 1927)."""
    if whole == 0:
        return {"value": math.nan, "low": 0.0, "high": 1.0}
    z = 1.96
    p = part / whole
    middle = (p + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z / (1 + z * z / whole) * math.sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole))
    return {"value": round(p, 4), "low": round(middle - half, 4), "high": round(middle + half, 4)}


def calibration_error(named: Sequence[Named], bins: int = 10) -> float:
    """Expected calibration error (Guo et al., On Calibration of Modern Neural Networks, 2017)."""
    error = 0.0
    for low in np.linspace(0, 1, bins, endpoint=False):
        inside = [n for n in named if low < n.confidence <= low + 1 / bins]
        if inside:
            right = sum(n.card_right for n in inside) / len(inside)
            error += len(inside) / len(named) * abs(right - sum(n.confidence for n in inside) / len(inside))
    return error


def evaluate_photos(photos: Iterable[LabelledPhoto], networks: Networks) -> dict[str, Tally]:
    """Read every photo with whole-card labels; counts by folder."""
    tallies: dict[str, Tally] = {}
    for photo in photos:
        if photo.region != "card" or not photo.complete:
            continue
        tally = tallies.setdefault(photo.folder, Tally())
        image = load_image(photo.path)
        begun = time.perf_counter()
        cards = read_picture(image, networks)
        tally.seconds += time.perf_counter() - begun
        count_photo(tally, photo, cards, image.shape[1], image.shape[0])
    return tallies


def count_photo(
    tally: Tally, photo: LabelledPhoto, cards: Sequence[ReadCard], width: int, height: int
) -> None:
    """Add one photo: each label takes the found card that overlaps it most, the most overlapping pairs first.

    A label marked `ignore` asks for nothing and forgives a find.
    """
    tally.photos += 1
    overlaps = np.array(
        [[_overlap(thing, card.quad, width, height) for card in cards] for thing in photo.objects]
    ).reshape(len(photo.objects), len(cards))
    pairs = _pairs(overlaps)
    for row, thing in enumerate(photo.objects):
        if thing.get("ignore"):
            continue
        tally.cards += 1
        apart = _lies_apart(photo.objects, row)
        tally.apart += apart
        label = "back" if thing.get("back") else str(thing.get("card") or thing["rank"])
        if row not in pairs:
            tally.missed.append((photo.path.name, label))
            continue
        card = cards[pairs[row]]
        named = Named(label, card.card, card.confidence, _short_side(card.quad))
        tally.found += 1
        tally.apart_found += apart
        tally.named.append(named)
        if not named.card_right:
            tally.wrong.append((photo.path.name, label, card.card, round(card.confidence, 3)))
    tally.false += len(cards) - len(pairs)


def _lies_apart(objects: Sequence[dict[str, Any]], which: int) -> bool:
    """Whether the others' boxes leave a label's box (almost) alone."""
    boxes = [_box(thing) for thing in objects]
    mine = boxes.pop(which)
    area = float(np.prod(mine[2:] - mine[:2]))
    sides = [np.minimum(mine[2:], other[2:]) - np.maximum(mine[:2], other[:2]) for other in boxes]
    return all(side.min() <= 0 or float(np.prod(side)) < APART * area for side in sides)


def _box(thing: dict[str, Any]) -> NDArray[np.float64]:
    if "box" in thing:
        return np.asarray(thing["box"], float)
    quad = np.asarray(thing["quad"], float)
    return np.concatenate([quad.min(axis=0), quad.max(axis=0)])


def _overlap(thing: dict[str, Any], quad: Quad, width: int, height: int) -> float:
    if "quad" in thing:
        return float(iou(as_quad(thing["quad"]), quad))
    return box_iou(box_of(quad, width, height), np.asarray(thing["box"], float))


def _pairs(overlaps: NDArray[np.float64]) -> dict[int, int]:
    """Labels (rows) and finds (columns) that belong together, greedily by overlap."""
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for flat in np.argsort(-overlaps, axis=None):
        row, column = (int(i) for i in np.unravel_index(flat, overlaps.shape))
        if overlaps[row, column] < LEAST_IOU:
            break
        if row not in pairs and column not in taken:
            pairs[row] = column
            taken.add(column)
    return pairs


def _short_side(quad: Quad) -> float:
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).min())
