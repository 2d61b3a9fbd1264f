"""Finding and naming cards on labelled photos: what became of every labelled card and of every find."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import load_image
from vision.images import Image
from vision.judging import ReadCard
from vision.metric import fit_plane
from vision.quads import Quad, area, as_quad, intersection, iou
from vision.training.photos import LabelledPhoto, box_iou, box_of

LEAST_IOU = 0.5
"""A find is a labelled card when the two share this much (intersection over union)."""
APART = 0.1
"""A card counts as apart, whole and uncovered, when other labels share less than this of its box."""
FAIR_WIDTH = 40.0
"""Pixels a card must be wide for its reading to be asked for."""
FORGIVEN = 0.5
"""A find that is no labelled card is forgiven when this much of it lies on a label that asks for nothing."""

ReadPicture = Callable[[Image], Sequence[ReadCard]]


@dataclass(frozen=True, slots=True)
class LabelledCard:
    """What became of one labelled card.

    Attributes:
        photo: name of the photo's file.
        folder: of the photo, which stands for its decks, tables and cameras.
        label: "10H", "JOKER", "back", or a rank alone ("10") where the photo's label has no suit.
        read: what it was taken for; None when it was not found.
        confidence: stated with it; 0 when it was not found.
        width: of the card in pixels (shorter side of the labelled outline, where only a box is labelled of
            the found outline, where there is none either of the box).
        brightness: mean grey level of the labelled place, 0 to 255.
        tilt: of the table against the picture in degrees, from all outlines found in the photo; None where
            none was found.
        apart: no other label reaches into its box.
    """

    photo: str
    folder: str
    label: str
    read: str | None
    confidence: float
    width: float
    brightness: float
    tilt: float | None
    apart: bool

    @property
    def found(self) -> bool:
        return self.read is not None

    @property
    def fair(self) -> bool:
        """Whole, uncovered and wide enough: what the figures to be reached speak of."""
        return self.apart and self.width >= FAIR_WIDTH

    @property
    def rank_right(self) -> bool:
        return self.read is not None and rank_of(self.label) == rank_of(self.read)

    @property
    def card_right(self) -> bool:
        """Rank and suit where the label has both, else the rank."""
        return self.read == self.label or (self.label == rank_of(self.label) and self.rank_right)


@dataclass(frozen=True, slots=True)
class FalseFind:
    """A find that is no labelled card; `on_label` when it lies on one that is covered, ignored or taken."""

    photo: str
    read: str
    confidence: float
    on_label: bool


@dataclass(slots=True)
class Tally:
    """What became of all cards and finds of some photos."""

    photos: int = 0
    seconds: float = 0.0
    cards: list[LabelledCard] = field(default_factory=list)
    false: list[FalseFind] = field(default_factory=list)

    def __iadd__(self, other: Tally) -> Tally:
        self.photos += other.photos
        self.seconds += other.seconds
        self.cards += other.cards
        self.false += other.false
        return self


def rank_of(name: str) -> str:
    """The rank of a label or reading; "JOKER" and "back" are ranks of their own."""
    return name[:-1] if name[-1] in "CDHS" and name not in ("JOKER", "back") else name


def evaluate_photos(photos: Iterable[LabelledPhoto], read: ReadPicture) -> dict[str, Tally]:
    """Read every completely labelled photo of whole cards; what came of it by folder."""
    tallies: dict[str, Tally] = {}
    for photo in photos:
        if photo.region != "card" or not photo.complete:
            continue
        image = load_image(photo.path)
        begun = time.perf_counter()
        cards = read(image)
        seconds = time.perf_counter() - begun
        tally = tallies.setdefault(photo.folder, Tally())
        tally += judge(photo, image, cards)
        tally.seconds += seconds
    return tallies


def judge(photo: LabelledPhoto, image: Image, cards: Sequence[ReadCard]) -> Tally:
    """One photo: each label takes the found card that overlaps it most, the most overlapping pairs first.

    A label marked `ignore` asks for nothing and forgives a find.
    """
    height, width = image.shape[:2]
    overlaps = np.array(
        [[_overlap(thing, card.quad, width, height) for card in cards] for thing in photo.objects]
    ).reshape(len(photo.objects), len(cards))
    pairs = _pairs(overlaps)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    tilt = _tilt([card.quad for card in cards], (width, height))
    apart = cards_apart(photo)
    tally = Tally(photos=1)
    for row, thing in enumerate(photo.objects):
        if thing.get("ignore"):
            continue
        card = cards[pairs[row]] if row in pairs else None
        tally.cards.append(
            LabelledCard(
                photo=photo.path.name,
                folder=photo.folder,
                label="back" if thing.get("back") else str(thing.get("card") or thing["rank"]),
                read=card.card if card else None,
                confidence=card.confidence if card else 0.0,
                width=_width(thing, card),
                brightness=_brightness(thing, grey),
                tilt=tilt,
                apart=apart[row],
            )
        )
    taken = set(pairs.values())
    for column, card in enumerate(cards):
        if column not in taken:
            on_label = any(_lies_on(card.quad, thing) for thing in photo.objects)
            tally.false.append(FalseFind(photo.path.name, card.card, card.confidence, on_label))
    return tally


def cards_apart(photo: LabelledPhoto) -> list[bool]:
    """For each label whether the others leave its box (almost) alone."""
    return [_lies_apart(photo.objects, row) for row in range(len(photo.objects))]


def _tilt(quads: Sequence[Quad], size: tuple[int, int]) -> float | None:
    """Degrees between the table and the picture, from the cards on it."""
    return math.degrees(math.hypot(*fit_plane(quads, size).plane.tilt)) if quads else None


def _width(thing: dict[str, Any], card: ReadCard | None) -> float:
    if "quad" in thing:
        return _short_side(as_quad(thing["quad"]))
    if card is not None:
        return _short_side(card.quad)
    box = _box(thing)
    return float((box[2:] - box[:2]).min())


def _brightness(thing: dict[str, Any], grey: NDArray[np.uint8]) -> float:
    outline = as_quad(thing["quad"]) if "quad" in thing else _corners(_box(thing))
    mask = np.zeros_like(grey)
    cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 255)
    return float(cv2.mean(grey, mask)[0])


def _lies_apart(objects: Sequence[dict[str, Any]], which: int) -> bool:
    boxes = [_box(thing) for thing in objects]
    mine = boxes.pop(which)
    surface = float(np.prod(mine[2:] - mine[:2]))
    sides = [np.minimum(mine[2:], other[2:]) - np.maximum(mine[:2], other[:2]) for other in boxes]
    return all(side.min() <= 0 or float(np.prod(side)) < APART * surface for side in sides)


def _lies_on(quad: Quad, thing: dict[str, Any]) -> bool:
    outline = as_quad(thing["quad"]) if "quad" in thing else _corners(_box(thing))
    return intersection(quad, outline) > FORGIVEN * area(quad)


def _box(thing: dict[str, Any]) -> NDArray[np.float64]:
    if "box" in thing:
        return np.asarray(thing["box"], float)
    quad = np.asarray(thing["quad"], float)
    return np.concatenate([quad.min(axis=0), quad.max(axis=0)])


def _corners(box: NDArray[np.float64]) -> Quad:
    return as_quad([[box[0], box[1]], [box[2], box[1]], [box[2], box[3]], [box[0], box[3]]])


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
