"""What flat things are drawn on: an upright slab in RGBA uint8, with fields, pictures and writing."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.images import Image
from vision.tabletop.canvas import rounded_rectangle

Random = np.random.Generator
Texture = Callable[[Random], Image]
"""Draws some picture (BGR), for photographs, covers and screens."""

LONG_SIDE = 320
"""Pixels of a slab's longer side."""


def any_colour(rng: Random, pale: bool | None = None) -> tuple[float, ...]:
    """Any colour (RGB and full alpha); `pale` or strong on demand."""
    saturation = (
        rng.uniform(0, 90) if pale else rng.uniform(120, 255) if pale is False else rng.uniform(0, 255)
    )
    value = rng.uniform(190, 255) if pale else rng.uniform(40, 250)
    pixel = np.array([[[rng.uniform(0, 180), saturation, value]]]).astype(np.uint8)
    return (*(float(v) for v in cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0]), 255.0)


def slab(width_mm: float, height_mm: float, colour: tuple[float, ...]) -> Image:
    """An opaque rectangle of these proportions."""
    scale = LONG_SIDE / max(width_mm, height_mm)
    shape = max(8, round(height_mm * scale)), max(8, round(width_mm * scale))
    return np.tile(np.array(colour, np.uint8), (*shape, 1))


def rounded(picture: Image, radius: float) -> Image:
    """The picture with its corners cut round; `radius` as a share of the shorter side."""
    height, width = picture.shape[:2]
    r = max(1, round(radius * min(height, width)))
    picture[:, :, 3] = rounded_rectangle(height, width, r)
    return picture


def fill(picture: Image, texture: Image, box: tuple[int, int, int, int]) -> None:
    """Put a part of a texture (BGR) into the box x0, y0, x1, y1."""
    x0, y0, x1, y1 = box
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    rows, columns = min(texture.shape[0], 2 * (y1 - y0)), min(texture.shape[1], 2 * (x1 - x0))
    part = cv2.resize(texture[:rows, :columns], (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    picture[y0:y1, x0:x1, :3] = part[:, :, ::-1]


def write(
    rng: Random,
    picture: Image,
    text: str,
    middle: tuple[float, float],
    height: float,
    colour: tuple[float, ...],
) -> None:
    font, thickness = int(rng.integers(0, 5)), max(1, round(height * rng.uniform(0.06, 0.2)))
    scale = height / max(cv2.getTextSize("0", font, 1.0, 1)[0][1], 1)
    (width, tall), _ = cv2.getTextSize(text, font, scale, thickness)
    at = (round(middle[0] - width / 2), round(middle[1] + tall / 2))
    cv2.putText(picture, text, at, font, scale, colour, thickness, cv2.LINE_AA)


def scribble(
    rng: Random, picture: Image, box: tuple[int, int, int, int], step: int, ink: tuple[float, ...]
) -> None:
    """Lines of strokes in a box x0, y0, x1, y1, as writing looks that is too small to be read."""
    x0, y0, x1, y1 = box
    for y in range(y0 + step, y1, step):
        x = x0
        while x < x1 - 4:
            end = min(x + int(rng.integers(step // 2 + 1, 4 * step)), x1)
            cv2.line(picture, (x, y), (end, y), ink, max(1, step // 4))
            x = end + max(2, step // 2)
        if rng.random() < 0.15:
            break
