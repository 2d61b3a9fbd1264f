"""Rendered card crops as a data set for the reader: what the detector would cut out, faults included."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import DECK_52, JOKER, Card
from vision.images import Image
from vision.parallel import in_processes
from vision.plane import CROP_SIZE, rectify
from vision.tabletop.materials import Materials
from vision.tabletop.scene import Scene, close_scene, trap_scene
from vision.training.packs import LETTERED, PackShelf

CLASSES: tuple[str, ...] = (*(str(card) for card in DECK_52), str(JOKER), "back", "none")
"""What the reader tells apart, in the order of its outputs."""
CLASS_OF = {name: number for number, name in enumerate(CLASSES)}
KEPT_MARGIN = 0.12
"""Crops are kept with this share of border around, so that training can shift and turn them anew."""
KEPT_SIZE = (round(CROP_SIZE[0] * (1 + 2 * KEPT_MARGIN)), round(CROP_SIZE[1] * (1 + 2 * KEPT_MARGIN)))
"""Width and height in pixels of a kept crop."""

NARROWEST, WIDEST = 30.0, 240.0
"""Pixels; how wide cards are in the rendered pictures, evenly on a logarithmic scale."""
LEAST_VISIBLE = 0.5
"""A card of which less shows is no example of it."""
SHARE_OF_LETTERED = 0.25
"""So many crops in one are of aces and court cards whatever the shuffle: their letters are another in each language."""
SHARE_OF_NOTHING = 0.05
SHARE_OF_TRAPS = 0.06
FAR_OFF = 0.1
"""So many outlines in one are far off: such crops must be read with less confidence, not be misread."""
LETTERED_CARDS = [card for card in DECK_52 if card.rank in LETTERED]
CROPS_PER_FILE = 1000
"""Crops are large; a process keeps no more than this many in memory."""

Random = np.random.Generator


def class_of(card: Card, face_up: bool) -> int:
    return CLASS_OF[str(card) if face_up else "back"]


def loosened(rng: Random, quad: NDArray[np.floating], amount: float) -> NDArray[np.float64]:
    """A quad as a detector gives it: shifted, scaled, turned, its corners off; at times only an oriented box.

    `amount` 1.0 stands for about two per cent of the card's width on each of them.
    """
    quad = np.asarray(quad, float)
    if rng.random() < 0.3:
        box = cv2.boxPoints(cv2.minAreaRect(quad.astype(np.float32))).astype(float)
        start = int(np.argmin(np.linalg.norm(box - quad[0], axis=1)))
        box = np.roll(box, -start, axis=0)
        if np.linalg.norm(box[1] - quad[1]) > np.linalg.norm(box[3] - quad[1]):
            box = box[[0, 3, 2, 1]]
        quad = box
    side = float(np.linalg.norm(quad[1] - quad[0]))
    middle = quad.mean(axis=0)
    turn = np.radians(rng.normal(0, 1.5 * amount))
    cos, sin = np.cos(turn), np.sin(turn)
    scale = 1 + rng.normal(0.005, 0.02 * amount, 2)
    turned = (quad - middle) * scale @ np.array([[cos, sin], [-sin, cos]]) + middle
    moved = turned + rng.normal(0, 0.02 * amount * side, 2) + rng.normal(0, 0.01 * amount * side, (4, 2))
    return np.asarray(moved, float)


def _nothing(rng: Random, scene: Scene) -> NDArray[np.float64] | None:
    """A quad in which no card lies, or only slivers: what a false find of the detector would show."""
    height, width = scene.image.shape[:2]
    for _ in range(6):
        short = rng.uniform(0.1, 0.45) * width
        box = cv2.boxPoints(
            (
                (float(rng.uniform(0.1, 0.9) * width), float(rng.uniform(0.1, 0.9) * height)),
                (float(short), float(short * rng.uniform(1.1, 1.6))),
                float(rng.uniform(0, 180)),
            )
        )
        if all(_overlap(box, card.quad) < 0.3 for card in scene.cards):
            return np.asarray(box, float)
    return None


def _overlap(a: NDArray[Any], b: NDArray[Any]) -> float:
    """Shared area as a share of the smaller of two convex quads."""
    if not (np.all(np.isfinite(a)) and np.all(np.isfinite(b))):
        return 0.0
    a, b = a.astype(np.float32), b.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(a, b)
    smaller = min(cv2.contourArea(a), cv2.contourArea(b))
    return float(shared / smaller) if smaller > 0 else 0.0


def write_crops(
    out: Path,
    art: Path | None,
    count: int,
    seed: int,
    workers: int,
    held_out: bool = False,
    traps: float = SHARE_OF_TRAPS,
) -> None:
    """Render `count` crops into out/crops_*.npz.

    In each ``images`` (n, height, width, 3) BGR, ``labels`` (n,), and ``ambiguous`` (n,) bool: whether only the figure
    tells the rank. `traps`: the share of things that are no cards.
    """
    out.mkdir(parents=True, exist_ok=True)
    jobs = [
        (out, art, range(first, count, workers), seed, first, held_out, traps) for first in range(workers)
    ]
    in_processes(_write_share, jobs, workers)


def _write_share(
    out: Path, art: Path | None, numbers: range, seed: int, part: int, held_out: bool, traps: float
) -> None:
    cv2.setNumThreads(1)
    materials = Materials.from_folder(art, held_out) if art else Materials()
    shelf = PackShelf(art, held_out)
    crops: list[tuple[Image, int, bool]] = []
    for number in numbers:
        found = _one_crop(np.random.default_rng([seed, number]), shelf, materials, traps)
        if found is not None:
            crops.append(found)
        if len(crops) == CROPS_PER_FILE or (number == numbers[-1] and crops):
            images, labels, ambiguous = (np.array(column) for column in zip(*crops, strict=True))
            file = out / f"crops_{seed}_{part}_{number}.npz"
            np.savez(file, images=images, labels=labels, ambiguous=ambiguous)
            crops.clear()


def _one_crop(
    rng: Random, shelf: PackShelf, materials: Materials, traps: float = SHARE_OF_TRAPS
) -> tuple[Image, int, bool] | None:
    card_width = float(np.exp(rng.uniform(np.log(NARROWEST), np.log(WIDEST))))
    size = int(min(card_width * rng.uniform(1.9, 2.6), 420))
    if rng.random() < traps:
        image, outline = trap_scene(rng, materials, size, min(card_width / size, 0.5))
        if not np.all(np.isfinite(outline)):
            return None
        return keep(image, loosened(rng, outline, 1.5)), CLASS_OF["none"], False
    packs = [shelf.pick(rng), shelf.pick(rng)]
    wanted = (
        LETTERED_CARDS[int(rng.integers(len(LETTERED_CARDS)))] if rng.random() < SHARE_OF_LETTERED else None
    )
    scene = close_scene(rng, packs, materials, size, card_width, wanted)
    if not scene.cards:
        return None
    if rng.random() < SHARE_OF_NOTHING:
        nowhere = _nothing(rng, scene)
        return None if nowhere is None else (keep(scene.image, nowhere), CLASS_OF["none"], False)
    card = scene.cards[0]
    if card.visible < LEAST_VISIBLE or not np.all(np.isfinite(card.quad)):
        return None
    quad = loosened(rng, card.quad, 3.5 if rng.random() < FAR_OFF else 1.0)
    if rng.random() < 0.5:
        quad = np.roll(quad, 2, axis=0)
    ambiguous = card.face_up and packs[0].is_ambiguous(card.card)
    return keep(scene.image, quad), class_of(card.card, card.face_up), ambiguous


def keep(image: Image, quad: NDArray[np.floating]) -> Image:
    """Cut a card out with the border that training varies it in."""
    return rectify(image, quad.astype(np.float32), KEPT_SIZE, KEPT_MARGIN)
