"""What the detector takes for cards where there are none, as crops from which the reader learns to say so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.read import Networks
from vision.reader import BACK
from vision.tabletop.materials import Materials
from vision.tabletop.scene import random_scene
from vision.training.crops import CLASS_OF, keep

BACK_LIKE = 0.5
"""A find that looks this much like a back to the reader is none of its business: any pattern may be a back, and
calling some of them nothing would cost real backs. Those are the detector's to learn."""
SIZE = (640, 640)


def write_false_finds(out: Path, art: Path | None, count: int, seed: int, networks: Networks) -> int:
    """Render `count` scenes without cards and keep what is found in them as crops of nothing.

    Args:
        out: the npz file to write, as `write_crops` does: ``images`` and ``labels``.
        art: folder of textures, objects and hands, or None for drawn ones.

    Returns:
        How many crops were kept; without any, no file is written.
    """
    materials = Materials.from_folder(art, held_out=False) if art else Materials()
    images: list[NDArray[np.uint8]] = []
    for number in range(count):
        scene = random_scene(np.random.default_rng([seed, number]), [], materials, SIZE, bare=True)
        outlines = networks.outlines(scene.image, networks.detector.detect(scene.image))
        for quad, reading in networks.read_outlines(scene.image, outlines):
            if reading.probabilities.get(BACK, 0.0) < BACK_LIKE and np.isfinite(quad).all():
                images.append(keep(scene.image, quad))
    if images:
        out.parent.mkdir(parents=True, exist_ok=True)
        np.savez(out, images=np.array(images), labels=np.full(len(images), CLASS_OF["none"]))
    return len(images)
