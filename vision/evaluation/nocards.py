"""Pictures without a playing card, made from a seed or cut from real photos, and what is found in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.evaluation.photos import ReadPicture
from vision.evaluation.traps import TRAPS
from vision.frames import load_image
from vision.images import Image
from vision.judging import ReadCard
from vision.tabletop import light
from vision.tabletop.camera import TabletopCamera
from vision.tabletop.canvas import Canvas, place_rectangle
from vision.tabletop.materials import Materials
from vision.training.photos import LabelledPhoto

SIZE = (960, 720)
MARGIN = 24
"""Pixels a part of a photo keeps away from every labelled card."""
LEAST_PART = 160
"""Pixels of the shorter side from which a part of a photo is worth reading."""
KINDS = ("traps", "objects", "wallpaper", "traps", "table", "hands")
_GRID = 24

Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Bare:
    """A picture without a playing card, and what kind of picture or which photo it is."""

    kind: str
    image: Image


@dataclass(frozen=True, slots=True)
class FalseCards:
    """What was found in pictures without cards.

    Attributes:
        pictures: how many of each kind were read.
        found: kind, number of the picture in its kind, name and confidence of each find.
    """

    pictures: dict[str, int]
    found: tuple[tuple[str, int, str, float], ...]


def made_pictures(seed: int, count: int, materials: Materials) -> Iterator[Bare]:
    """So many pictures of bare tables, wallpapers, things and traps, the kinds in turn; the same for a seed."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        kind = KINDS[number % len(KINDS)]
        yield Bare(kind, _made(rng, kind, materials))


def _made(rng: Random, kind: str, materials: Materials) -> Image:
    if kind == "wallpaper":
        image = np.asarray(
            cv2.resize(materials.table_top(rng), SIZE, interpolation=cv2.INTER_CUBIC), np.uint8
        )
        return light.sensor(rng, image, float(rng.uniform(0, 6)), int(rng.integers(50, 101)))
    span = float(rng.uniform(180, 900))
    camera = TabletopCamera(
        width=SIZE[0],
        height=SIZE[1],
        span=span,
        tilt=float(rng.uniform(0, 55)),
        azimuth=float(rng.uniform(0, 360)),
        field_of_view=float(rng.uniform(45, 75)),
    )
    canvas = Canvas(camera)
    canvas.cover(materials.table_top(rng), float(rng.uniform(120, 1600)), float(rng.uniform(0, 360)))
    if kind == "objects":
        for _ in range(int(rng.integers(3, 12))):
            picture, width = materials.clutter(rng)
            _lay(rng, canvas, picture, width, span)
    elif kind == "traps":
        for _ in range(int(rng.integers(3, 13))):
            trap = TRAPS[int(rng.integers(len(TRAPS)))]
            picture, width = trap(rng, _thing(rng, materials))
            _lay(rng, canvas, picture, width, span)
    elif kind == "hands":
        for _ in range(int(rng.integers(1, 4))):
            _lay(rng, canvas, materials.hand(rng), float(rng.uniform(75, 110)), span)
    lit = light.illumination(rng, SIZE[1], SIZE[0])
    image = light.expose(
        canvas.image,
        lit,
        float(rng.uniform(0.4, 1.3)),
        float(rng.uniform(0.8, 1.2)),
        float(rng.uniform(0.8, 1.2)),
    )
    return light.sensor(rng, image, float(rng.uniform(0, 8)), int(rng.integers(45, 101)))


def _thing(rng: Random, materials: Materials) -> Image | None:
    """A picture of some object of the art folder (RGBA), if there is any."""
    if not materials.objects:
        return None
    return Materials(objects=materials.objects, art_only=True).clutter(rng)[0]


def _lay(rng: Random, canvas: Canvas, picture: Image, width: float, span: float) -> None:
    height = width * picture.shape[0] / picture.shape[1]
    at = rng.uniform(-0.45, 0.45, 2) * (span, span * SIZE[1] / SIZE[0])
    place = place_rectangle(width, height, (float(at[0]), float(at[1])), float(rng.uniform(0, 360)))
    canvas.shade(place + rng.normal(0, 2, 2), float(rng.uniform(0, 0.4)), float(rng.uniform(1, 5)))
    canvas.paint(np.ascontiguousarray(picture), place)


def bare_parts(photos: Iterable[LabelledPhoto]) -> Iterator[Bare]:
    """Of every completely labelled photo the largest part in which no card lies, where it is large enough."""
    for photo in photos:
        if photo.region != "card" or not photo.complete:
            continue
        image = load_image(photo.path)
        part = largest_bare_part(image.shape[1], image.shape[0], [_box(thing) for thing in photo.objects])
        if part is not None:
            x1, y1, x2, y2 = part
            yield Bare(f"part of {photo.folder}", np.ascontiguousarray(image[y1:y2, x1:x2]))


def largest_bare_part(
    width: int, height: int, boxes: Sequence[Sequence[float]]
) -> tuple[int, int, int, int] | None:
    """The largest rectangle (x1, y1, x2, y2) of a picture that keeps away from all boxes, on a coarse grid."""
    rows, columns = height // _GRID, width // _GRID
    free = np.ones((rows, columns), bool)
    for x1, y1, x2, y2 in boxes:
        top, left = max(int((y1 - MARGIN) // _GRID), 0), max(int((x1 - MARGIN) // _GRID), 0)
        free[top : int((y2 + MARGIN) // _GRID) + 1, left : int((x2 + MARGIN) // _GRID) + 1] = False
    best: tuple[int, tuple[int, int, int, int]] | None = None
    least = LEAST_PART / _GRID
    depth = np.zeros(columns, int)
    for row in range(rows):  # how far up each column is free, then the largest rectangle that ends here
        depth = np.where(free[row], depth + 1, 0)
        for left in range(columns):
            tall = int(depth[left])
            for right in range(left, columns):
                tall = min(tall, int(depth[right]))
                if tall < least:
                    break
                wide = right - left + 1
                if wide >= least and (best is None or wide * tall > best[0]):
                    best = wide * tall, (left, row - tall + 1, right + 1, row + 1)
    if best is None:
        return None
    left, top, right, bottom = (edge * _GRID for edge in best[1])
    return left, top, right, bottom


def _box(thing: dict[str, object]) -> list[float]:
    if "box" in thing:
        return [float(v) for v in np.asarray(thing["box"], float)]
    quad = np.asarray(thing["quad"], float)
    return [*quad.min(axis=0), *quad.max(axis=0)]


def false_cards(pictures: Iterable[Bare], read: ReadPicture, keep: Path | None = None) -> FalseCards:
    """Read pictures without cards and count what is found; those with a find are kept in a folder if named."""
    counts: dict[str, int] = {}
    found: list[tuple[str, int, str, float]] = []
    for bare in pictures:
        number = counts.get(bare.kind, 0)
        counts[bare.kind] = number + 1
        cards = read(bare.image)
        found += [(bare.kind, number, card.card, round(card.confidence, 3)) for card in cards]
        if cards and keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            name = f"{bare.kind.replace(' ', '-')}-{number}.jpg"
            data = cv2.imencode(".jpg", drawn_on(bare.image, cards))[1]
            (keep / name).write_bytes(data.tobytes())
    return FalseCards(counts, tuple(found))


def drawn_on(image: Image, cards: Sequence[ReadCard]) -> Image:
    """A copy of the picture with the finds' outlines and names."""
    picture = image.copy()
    for card in cards:
        cv2.polylines(picture, [np.round(card.quad).astype(np.int32)], True, (0, 0, 255), 2, cv2.LINE_AA)
        at = (int(card.quad[:, 0].mean()) - 40, int(card.quad[:, 1].mean()))
        text = f"{card.card} {card.confidence:.2f}"
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.7, (200, 0, 200), 2, cv2.LINE_AA)
    return picture
