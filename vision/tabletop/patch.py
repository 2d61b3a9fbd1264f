"""Flat pictures made ready to be painted many times: what a film moves about, and what it leaves lying.

Colours are premultiplied by alpha (Porter & Duff, Compositing Digital Images, 1984): edges stay clean under
warping and blurring, and laying one picture over another is one multiplication and one addition.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.images import Image
from vision.tabletop.camera import TabletopCamera

Box: TypeAlias = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels, the last two exclusive."""

_LEVEL_STEP = 0.7
"""Each stored size of a sprite is this much smaller than the one before: no warp then aliases."""


def overlap(a: Box, b: Box) -> Box | None:
    """What two boxes share, or None."""
    x0, y0, x1, y1 = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


class Sprite:
    """A flat picture of known size in millimetres.

    Args:
        rgba: uint8 (h, w, 4), colours not premultiplied.
    """

    def __init__(self, rgba: Image) -> None:
        alpha = rgba[:, :, 3:].astype(np.uint16)
        colour = (rgba[:, :, 2::-1].astype(np.uint16) * alpha + 127) // 255
        self._levels = [np.ascontiguousarray(np.dstack([colour, alpha]).astype(np.uint8))]

    @classmethod
    def shadow(cls, mask: Image, strength: float) -> Sprite:
        """Nothing but darkness: `mask` uint8 (h, w), `strength` 0 (none) to 1 (black)."""
        rgba = np.zeros((*mask.shape, 4), np.uint8)
        rgba[:, :, 3] = (mask * strength).astype(np.uint8)
        return cls(rgba)

    def near(self, factor: float) -> Image:
        """The stored size (BGRA) closest above `factor` of the original."""
        level = 0
        while factor < _LEVEL_STEP ** (level + 1) and min(self._levels[level].shape[:2]) > 6:
            level += 1
            if level == len(self._levels):
                height, width = self._levels[0].shape[:2]
                scale = _LEVEL_STEP**level
                size = (max(2, round(width * scale)), max(2, round(height * scale)))
                smaller = cv2.resize(self._levels[0], size, interpolation=cv2.INTER_AREA)
                self._levels.append(np.asarray(smaller, np.uint8))
        return self._levels[level]


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A sprite as the camera sees it.

    Attributes:
        box: where in the picture.
        colour: premultiplied BGR uint8 (h, w, 3).
        alpha: uint8 (h, w).
    """

    box: Box
    colour: Image
    alpha: Image

    def blend(self, image: Image, clip: Box | None = None) -> None:
        """Lay this over a picture (BGR, changed in place), only inside `clip`."""
        box = self.box if clip is None else overlap(self.box, clip)
        if box is None:
            return
        x0, y0, x1, y1 = box
        dx, dy = self.box[0], self.box[1]
        inside = (slice(y0 - dy, y1 - dy), slice(x0 - dx, x1 - dx))
        through = cv2.bitwise_not(self.alpha[inside])
        region = image[y0:y1, x0:x1]
        dimmed = cv2.multiply(region, cv2.merge([through, through, through]), scale=1 / 255)
        cv2.add(dimmed, self.colour[inside], dst=dimmed)
        region[:] = dimmed

    def covers(self, mask: Image, box: Box) -> bool:
        """Whether a noticeable part (2 %) of a mask (uint8, its place `box`) lies under this."""
        shared = overlap(self.box, box)
        if shared is None:
            return False
        x0, y0, x1, y1 = shared
        own = self.alpha[y0 - self.box[1] : y1 - self.box[1], x0 - self.box[0] : x1 - self.box[0]]
        other = mask[y0 - box[1] : y1 - box[1], x0 - box[0] : x1 - box[0]]
        under = cv2.countNonZero(cv2.bitwise_and(own, other))
        return under > 0.02 * max(1, cv2.countNonZero(mask))


def warp(camera: TabletopCamera, sprite: Sprite, corners: ArrayLike) -> Patch | None:
    """A sprite whose own corners, from its top left clockwise, lie at `corners` (mm, (4, 2) or (4, 3)); None
    where it is not in the picture."""
    return warp_onto(camera.project(corners), (camera.width, camera.height), sprite)


def warp_onto(quad: NDArray[np.float64], size: tuple[int, int], sprite: Sprite) -> Patch | None:
    """A sprite on a quadrilateral (4, 2) of pixels, cut to a picture of `size` (width, height)."""
    if not np.all(np.isfinite(quad)):
        return None
    low, high = np.floor(quad.min(axis=0)).astype(int) - 1, np.ceil(quad.max(axis=0)).astype(int) + 1
    box = overlap((int(low[0]), int(low[1]), int(high[0]), int(high[1])), (0, 0, *size))
    if box is None:
        return None
    height, width = sprite.near(1.0).shape[:2]
    edges = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    source = sprite.near(max(max(edges[0], edges[2]) / width, max(edges[1], edges[3]) / height))
    height, width = source.shape[:2]
    rectangle = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    target = (quad - box[:2]).astype(np.float32)
    transform = cv2.getPerspectiveTransform(rectangle, target)
    warped = cv2.warpPerspective(
        source, transform, (box[2] - box[0], box[3] - box[1]), flags=cv2.INTER_LINEAR
    )
    return Patch(box, np.asarray(warped[:, :, :3], np.uint8), np.ascontiguousarray(warped[:, :, 3], np.uint8))


def smeared(patch: Patch, path: tuple[float, float], size: tuple[int, int]) -> Patch:
    """A patch that moves by `path` (pixels) while the shutter is open, cut to a picture of `size`."""
    reach = max(abs(path[0]), abs(path[1]))
    if reach < 1.5:
        return patch
    mx, my = int(np.ceil(abs(path[0]) / 2)) + 1, int(np.ceil(abs(path[1]) / 2)) + 1
    x0, y0, x1, y1 = patch.box
    grown = (x0 - mx, y0 - my, x1 + mx, y1 + my)
    box = overlap(grown, (0, 0, *size))
    if box is None:
        return patch
    layers = cv2.merge([patch.colour, patch.alpha])
    padded: cv2.typing.MatLike = cv2.copyMakeBorder(layers, my, my, mx, mx, cv2.BORDER_CONSTANT)
    # Halving the step doubles the number of positions averaged: three rounds give eight.
    dx, dy = path[0] / 2, path[1] / 2
    while max(abs(dx), abs(dy)) >= 0.75:
        there = _shifted(padded, round(dx / 2), round(dy / 2))
        back = _shifted(padded, round(dx / 2) - round(dx), round(dy / 2) - round(dy))
        padded = cv2.addWeighted(there, 0.5, back, 0.5, 0)
        dx, dy = dx / 2, dy / 2
    cut = padded[box[1] - grown[1] : box[3] - grown[1], box[0] - grown[0] : box[2] - grown[0]]
    return Patch(box, np.asarray(cut[:, :, :3], np.uint8), np.ascontiguousarray(cut[:, :, 3], np.uint8))


def _shifted(layers: cv2.typing.MatLike, dx: int, dy: int) -> cv2.typing.MatLike:
    height, width = layers.shape[:2]
    result = np.zeros_like(layers)
    sx, sy = max(0, -dx), max(0, -dy)
    tx, ty = max(0, dx), max(0, dy)
    w, h = width - abs(dx), height - abs(dy)
    if w > 0 and h > 0:
        result[ty : ty + h, tx : tx + w] = layers[sy : sy + h, sx : sx + w]
    return result
