"""Training material for the corner network: rendered cards, their exact outlines, and rough ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import MARGIN, PATCH, along_axes, offsets_from
from vision.frames import Image
from vision.plane import rectify
from vision.quads import Quad, as_quad, side_lengths
from vision.tabletop.materials import Materials
from vision.tabletop.scene import random_scene
from vision.training.packs import PackShelf
from vision.training.scenes import box_in_picture

LEAST_VISIBLE = 0.4
_SMALLEST = 14.0  # pixels of the shorter side
_LARGEST_STORED = 130.0  # pixels of the longer side: the patch shows no more
_PER_SCENE = 6
_SIZES = ((640, 640), (960, 720), (1280, 960))


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


def write_examples(out: Path, art: Path | None, scenes: int, seed: int, held_out: bool = False) -> int:
    """Render scenes and store cards from them as out/<seed>.jsonl and JPEG files; returns how many."""
    out.mkdir(parents=True, exist_ok=True)
    materials = Materials.from_folder(art, held_out=held_out) if art else Materials()
    shelf = PackShelf(art, held_out=held_out)
    count = 0
    with (out / f"{seed}.jsonl").open("w", encoding="utf-8") as lines:
        for number in range(scenes):
            rng = np.random.default_rng([seed, number])
            size = _SIZES[int(rng.choice(len(_SIZES), p=[0.3, 0.4, 0.3]))]
            scene = random_scene(rng, [shelf.pick(rng), shelf.pick(rng)], materials, size)
            cards = [
                c
                for c in scene.cards
                if c.visible >= LEAST_VISIBLE and side_lengths(c.quad).min() >= _SMALLEST
            ]
            for which in rng.permutation(len(cards))[:_PER_SCENE]:
                example = _cut(scene.image, cards[which].quad)
                if example is None:
                    continue
                name = f"{seed}_{count:06d}.jpg"
                cv2.imwrite(str(out / name), example.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
                outlines = {"quad": example.quad.tolist(), "box": example.box.tolist()}
                lines.write(json.dumps({"image": name, **outlines}) + "\n")
                count += 1
    return count


def read_examples(folder: Path) -> list[Example]:
    """All examples that `write_examples` left in a folder."""
    examples = []
    for lines in sorted(folder.glob("*.jsonl")):
        for line in lines.read_text("utf-8").splitlines():
            entry = json.loads(line)
            image = cv2.imread(str(folder / entry["image"]))
            if image is not None:
                quad, box = np.array(entry["quad"], np.float32), np.array(entry["box"], np.float32)
                examples.append(Example(np.asarray(image, np.uint8), quad, box))
    return examples


def _cut(image: Image, quad: NDArray[np.float64]) -> Example | None:
    height, width = image.shape[:2]
    visible = box_in_picture(quad, width, height)
    if visible is None:
        return None
    box = np.asarray(cv2.boxPoints(cv2.minAreaRect(visible.astype(np.float32))), np.float64)
    middle, reach = box.mean(axis=0), np.ptp(np.concatenate([box, quad]), axis=0).max() * 0.95
    low = np.maximum(np.floor(middle - reach), 0).astype(int)
    high = np.minimum(np.ceil(middle + reach), [width, height]).astype(int)
    region = image[low[1] : high[1], low[0] : high[0]]
    scale = min(1.0, _LARGEST_STORED / float(side_lengths(quad).max()))
    target = np.maximum(np.round(np.array(region.shape[1::-1]) * scale), 1).astype(int)
    factor = target / region.shape[1::-1]
    small = cv2.resize(region, (int(target[0]), int(target[1])), interpolation=cv2.INTER_AREA)
    placed = [((q - low) * factor).astype(np.float32) for q in (quad, box)]
    return Example(np.asarray(small, np.uint8), placed[0], as_quad(placed[1]))


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
            rough = along_axes(rough_outline(example, rng))
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
