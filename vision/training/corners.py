"""Training material for the corner network: cards of the detector's rendered scenes, with rough outlines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import MARGIN, PATCH, offsets_from
from vision.images import Image
from vision.plane import rectify
from vision.quads import Quad, as_quad, side_lengths
from vision.training.scenes import box_in_picture

_SMALLEST = 14.0  # pixels of the shorter side
_LARGEST_STORED = 130.0  # pixels of the longer side: the patch shows no more
_PER_SCENE = 4
_BORDER = 1.5  # pixels: a label that touches the border may be of a cut card


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A card in its surroundings.

    Attributes:
        image: the surroundings.
        quad: the card's outline in them, from its own top left corner.
        box: the box a perfect detector would draw.
    """

    image: Image
    quad: Quad
    box: Quad


def read_examples(scenes: Path, limit: int, seed: int = 0) -> list[Example]:
    """Cards from a data set that `write_scenes` wrote, `limit` at most, a few from every scene.

    Raises OSError when there is no such data set.
    """
    rng = np.random.default_rng(seed)
    examples: list[Example] = []
    for label in sorted((scenes / "labels").iterdir()):
        image = cv2.imread(str(scenes / "images" / f"{label.stem}.jpg"))
        if image is None:
            continue
        size = np.array(image.shape[1::-1])
        numbers = [line.split()[1:] for line in label.read_text("utf-8").splitlines() if line.strip()]
        quads = [np.array(n, np.float64).reshape(4, 2) * size for n in numbers]
        # The outline of a cut card is not in the labels.
        whole = [q for q in quads if (q > _BORDER).all() and (q < size - _BORDER).all()]
        large = [q for q in whole if side_lengths(q).min() >= _SMALLEST]
        for which in rng.permutation(len(large))[:_PER_SCENE]:
            examples.append(_cut_out(np.asarray(image, np.uint8), large[which]))
        if len(examples) >= limit:
            break
    return examples[:limit]


def _cut_out(image: Image, quad: NDArray[np.float64]) -> Example:
    box = cv2.boxPoints(cv2.minAreaRect(quad.astype(np.float32)))
    middle, reach = box.mean(axis=0), np.ptp(box, axis=0).max() * 0.95
    low = np.maximum(np.floor(middle - reach), 0).astype(int)
    high = np.minimum(np.ceil(middle + reach), image.shape[1::-1]).astype(int)
    region = image[low[1] : high[1], low[0] : high[0]]
    scale = min(1.0, _LARGEST_STORED / float(side_lengths(quad).max()))
    target = np.maximum(np.round(np.array(region.shape[1::-1]) * scale), 1).astype(int)
    factor = target / region.shape[1::-1]
    small = cv2.resize(region, (int(target[0]), int(target[1])), interpolation=cv2.INTER_AREA)
    placed = [((q - low) * factor).astype(np.float32) for q in (quad, box)]
    return Example(np.array(small, np.uint8), placed[0], as_quad(placed[1]))


def _at_border(example: Example, rng: np.random.Generator) -> Example:
    """The same card partly outside the picture, as far as half of it."""
    side, share = int(rng.integers(4)), float(rng.uniform(0.05, 0.5))
    image, quad = example.image, example.quad
    low, high = quad.min(axis=0), quad.max(axis=0)
    start, end = np.zeros(2, int), np.array(image.shape[1::-1])
    axis = side % 2
    if side < 2:
        start[axis] = int(low[axis] + share * (high - low)[axis])
    else:
        end[axis] = int(high[axis] - share * (high - low)[axis]) + 1
    image, quad = image[start[1] : end[1], start[0] : end[0]], quad - start
    visible = box_in_picture(quad, image.shape[1], image.shape[0])
    if visible is None:
        return example
    box = cv2.boxPoints(cv2.minAreaRect(visible.astype(np.float32)))
    return Example(image, quad.astype(np.float32), as_quad(box))


def _mirrored(example: Example) -> Example:
    width = example.image.shape[1]
    quad, box = (
        np.array([width - 1, 0], np.float32) + q[[1, 0, 3, 2]] * [-1, 1] for q in (example.quad, example.box)
    )
    return Example(
        np.ascontiguousarray(example.image[:, ::-1]), quad.astype(np.float32), box.astype(np.float32)
    )


def rough_outline(example: Example, rng: np.random.Generator) -> Quad:
    """An outline as the first pass gets it from the detector, or the second from the first."""
    if rng.random() < 0.5:
        (x, y), (a, b), degrees = cv2.minAreaRect(example.box)
        size = float(np.sqrt(a * b))
        # Heavy tails: most boxes are good, a few are far off.
        spread = float(rng.choice([0.5, 1.0, 2.0], p=[0.4, 0.45, 0.15]))
        x, y = rng.normal([x, y], 0.025 * spread * size)
        a, b = np.array([a, b]) * np.exp(rng.normal(0, 0.04 * spread, 2))
        box = cv2.boxPoints(((x, y), (a, b), degrees + rng.normal(0, 3.5 * spread)))
        return as_quad(box.astype(np.float32))
    spread = float(rng.choice([0.015, 0.04, 0.08]))
    middle = example.quad.mean(axis=0)
    sides = side_lengths(example.quad)
    scale = np.exp(rng.normal(0, spread, 2))
    moved = (example.quad - middle) * scale + middle + rng.normal(0, spread / 2, 2) * sides.mean()
    return (moved + rng.normal(0, spread * 0.7, (4, 2)) * sides.mean()).astype(np.float32)


def batches(
    examples: list[Example], rng: np.random.Generator, size: int
) -> Iterator[tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]]:
    """One pass over the examples in random order.

    Yields:
        Patches (size, 3, PATCH, PATCH), offsets (size, 8) and whether side 0–1 of the rough outline is a
        short side of the card (size, 1).
    """
    order = rng.permutation(len(examples))
    for start in range(0, len(order) - size + 1, size):
        patches, targets, shorts = [], [], []
        for index in order[start : start + size]:
            example = _mirrored(examples[index]) if rng.random() < 0.5 else examples[index]
            example = _at_border(example, rng) if rng.random() < 0.12 else example
            # Beginning anywhere: which sides are the short ones must be read off the card.
            rough = np.roll(rough_outline(example, rng), int(rng.integers(4)), axis=0)
            patch = _varied(rectify(example.image, rough, (PATCH, PATCH), MARGIN), rng)
            offsets, turns = _target(rough, example.quad)
            patches.append(patch.transpose(2, 0, 1))
            targets.append(offsets.ravel())
            shorts.append([float(turns % 2 == 0)])
        stacked = np.ascontiguousarray(np.stack(patches)[:, ::-1], np.float32)
        stacked /= 255
        yield stacked, np.array(targets, np.float32), np.array(shorts, np.float32)


def _target(rough: Quad, quad: Quad) -> tuple[NDArray[np.float32], int]:
    """Offsets of the true corners from the nearest rough ones, and by how many corners they are turned."""
    distances = [float(np.abs(np.roll(quad, -k, axis=0) - rough).sum()) for k in range(4)]
    turns = int(np.argmin(distances))
    return offsets_from(rough, np.roll(quad, -turns, axis=0)), turns


def _varied(patch: Image, rng: np.random.Generator) -> Image:
    """Other light, another camera: a little of what the scenes have already."""
    if rng.random() < 0.5:
        gain, lift = np.exp(rng.normal(0, 0.2)), rng.normal(0, 12)
        patch = np.asarray(cv2.convertScaleAbs(np.maximum(patch * gain + lift, 0)), np.uint8)
    if rng.random() < 0.2:
        patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), float(rng.uniform(0.4, 1.3))), np.uint8)
    if rng.random() < 0.1:
        patch = np.repeat(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY)[:, :, None], 3, axis=2)
    return patch
