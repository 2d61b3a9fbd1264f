"""Rendered scenes as a data set for the detector, in the form Ultralytics reads for oriented boxes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detector import FACE_DOWN, FACE_UP
from vision.parallel import in_processes
from vision.tabletop.materials import Materials
from vision.tabletop.scene import Scene, SeenCard, random_scene
from vision.training.packs import PackShelf

SMALLEST_SIDE = 7.0
"""Pixels; cards narrower than this are not labelled."""
LEAST_VISIBLE = 0.22
"""A card of which less shows is not labelled: nobody could say what lies there."""


ClassOf = Callable[[SeenCard], int | None]
"""The class a card is labelled with, None to leave it out."""


def side_of(card: SeenCard) -> int:
    """The detector's classes."""
    return FACE_UP if card.face_up else FACE_DOWN


def label_lines(scene: Scene, class_of: ClassOf = side_of) -> list[str]:
    """One line ``class x1 y1 … x4 y4`` (shares of the picture's sides) for each card that can be told."""
    height, width = scene.image.shape[:2]
    lines = []
    for card in scene.cards:
        box = box_in_picture(card.quad, width, height)
        number = class_of(card)
        if card.visible < LEAST_VISIBLE or box is None or number is None:
            continue
        numbers = " ".join(f"{v:.5f}" for v in (box / [width, height]).ravel())
        lines.append(f"{number} {numbers}")
    return lines


def box_in_picture(quad: NDArray[np.floating], width: int, height: int) -> NDArray[np.float64] | None:
    """The oriented box (4, 2) about the part of a quad that lies in the picture, None if too small.

    A whole card keeps its own corners; the labels of a cut one go round what is left.
    """
    if not np.all(np.isfinite(quad)):
        return None
    inside = np.all((quad >= 0) & (quad <= [width, height]))
    if inside:
        box = np.asarray(quad, float)
    else:
        frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        _, cut = cv2.intersectConvexConvex(quad.astype(np.float32), frame)
        if cut is None or len(cut) < 3:
            return None
        box = cv2.boxPoints(cv2.minAreaRect(cut)).astype(float)
        # The box about a cut card may reach over the edge; the labels must not.
        box = np.clip(box, 0, [width, height])
    sides = np.linalg.norm(box - np.roll(box, 1, axis=0), axis=1)
    return box if sides.min() >= SMALLEST_SIDE else None


BARE_ONE_IN = 4
"""Every fourth scene has no cards in it, over and above the few empty tables among the others."""


def write_scenes(
    out: Path,
    art: Path | None,
    count: int,
    seed: int,
    workers: int,
    size: int = 640,
    class_of: ClassOf = side_of,
) -> None:
    """Render `count` scenes into out/images and out/labels; the same seed gives the same pictures.

    None of the things in them looks like a card's back: with such in the pictures backs are missed.
    """
    (out / "images").mkdir(parents=True, exist_ok=True)
    (out / "labels").mkdir(parents=True, exist_ok=True)
    jobs = [(out, art, range(first, count, workers), seed, size, class_of) for first in range(workers)]
    in_processes(_write_share, jobs, workers)


def _write_share(
    out: Path, art: Path | None, numbers: range, seed: int, size: int, class_of: ClassOf
) -> None:
    cv2.setNumThreads(1)
    materials = Materials.from_folder(art, held_out=False) if art else Materials()
    materials.back_like = False
    shelf = PackShelf(art)
    for number in numbers:
        rng = np.random.default_rng([seed, number])
        packs = [shelf.pick(rng), shelf.pick(rng)]
        scene = random_scene(rng, packs, materials, (size, size), bare=number % BARE_ONE_IN == 0)
        name = f"scene_{seed}_{number:06d}"
        cv2.imwrite(str(out / "images" / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 93])
        (out / "labels" / f"{name}.txt").write_text("\n".join(label_lines(scene, class_of)) + "\n")
