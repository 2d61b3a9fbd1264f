"""Dominoes, dice and printed sheets: dark spots or letters on a pale card-shaped thing, as number cards have them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.images import Image
from vision.tabletop.slab import Random, Texture, any_colour, rounded, slab

_SPOTS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
    7: ((0, 0), (0, 1), (0, 2), (1, 1), (2, 0), (2, 1), (2, 2)),
    8: ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)),
    9: tuple((x, y) for x in range(3) for y in range(3)),
}
"""Column and row of the spots on a domino's half, none for 0."""
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)


def tile(rng: Random, texture: Texture) -> tuple[Image, float]:
    """A domino, half of one, or a die's face, spots or grooves in a darker or paler colour."""
    halves = int(rng.choice([1, 2], p=[0.35, 0.65]))
    width_mm = rng.uniform(18, 50)
    pale = rng.random() < 0.75
    picture = slab(width_mm, halves * width_mm, any_colour(rng, pale=True) if pale else (20, 20, 24, 255))
    side = picture.shape[1]
    ink = (
        any_colour(rng, pale=False)
        if rng.random() < 0.3
        else (25, 22, 22, 255)
        if pale
        else (245, 245, 240, 255)
    )
    near, radius = side * rng.uniform(0.2, 0.27), max(2, round(side * rng.uniform(0.055, 0.11)))
    for half in range(halves):
        turned = rng.random() < 0.5
        for spot in _SPOTS.get(int(rng.integers(0 if halves == 2 else 1, 10)), ()):
            column, row = spot[::-1] if turned else spot
            x, y = (round(side / 2 + (at - 1) * (side / 2 - near)) for at in (column, row))
            cv2.circle(picture, (x, y + half * side), radius, ink, -1, cv2.LINE_AA)
    if halves == 2 and rng.random() < 0.9:
        inset, thickness = round(side * rng.uniform(0, 0.15)), max(1, round(side * rng.uniform(0.01, 0.05)))
        cv2.line(picture, (inset, side), (side - inset, side), ink, thickness)
    return rounded(picture, rng.uniform(0.02, 0.2)), float(width_mm)


def print_of_text(rng: Random, texture: Texture) -> tuple[Image, float]:
    """A page, label, name card or ticket with type that can be read: few large words to many small lines."""
    width_mm = rng.uniform(35, 210)
    picture = slab(width_mm, width_mm * rng.uniform(0.5, 2.0), any_colour(rng, pale=True))
    if rng.random() < 0.5:
        picture[:, :, :3] = rng.uniform(225, 255)
    height, width = picture.shape[:2]
    ink = (
        any_colour(rng, pale=False)
        if rng.random() < 0.35
        else (*(float(v) for v in rng.uniform(5, 80, 3)), 255.0)
    )
    line = height * float(np.exp(rng.uniform(np.log(0.03), np.log(0.3))))
    centred, y = rng.random() < 0.5, line * rng.uniform(0.8, 1.5)
    while y < height - line * 0.3:
        heading = rng.random() < 0.15
        _set(rng, picture, _sentence(rng), y, line * (0.9 if heading else 0.55), ink, centred, heading)
        y += line * rng.choice([1.0, 1.3, 2.0], p=[0.7, 0.2, 0.1])
    if rng.random() < 0.5:
        picture = np.ascontiguousarray(np.rot90(picture))
        width_mm *= height / width
    return picture, float(width_mm)


def _set(
    rng: Random,
    picture: Image,
    text: str,
    y: float,
    size: float,
    ink: tuple[float, ...],
    centred: bool,
    bold: bool,
) -> None:
    """One line of type with its middle at y, `size` pixels high."""
    font = _FONTS[int(rng.integers(len(_FONTS)))]
    scale = max(size, 3) / max(cv2.getTextSize("x", font, 1.0, 1)[0][1], 1) / 1.6
    thickness = max(1, round(size * (0.16 if bold else 0.08)))
    (wide, tall), _ = cv2.getTextSize(text, font, scale, thickness)
    x = (picture.shape[1] - wide) // 2 if centred else round(0.06 * picture.shape[1])
    cv2.putText(picture, text, (x, round(y + tall / 2)), font, scale, ink, thickness, cv2.LINE_AA)


def _sentence(rng: Random) -> str:
    letters = np.array(list("aaabcdeeeefghiiijklmnnnoooprrrssstttuuvwxyz0123456789"))
    words = ["".join(rng.choice(letters, int(rng.integers(1, 11)))) for _ in range(int(rng.integers(1, 6)))]
    return " ".join(word.capitalize() if rng.random() < 0.15 else word for word in words)
