"""A picture with the outlines of its cards and their names, for looking at what was read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.frames import Image
    from vision.judging import ReadCard

_SURE, _DOUBTFUL = (30, 130, 20), (0, 90, 210)  # blue, green, red; white letters are readable on both
_WHITE = (255, 255, 255)


def draw_cards(image: Image, cards: Iterable[ReadCard]) -> Image:
    """A copy of the picture (H, W, 3) with each card outlined and named, green if sure, else orange."""
    import cv2
    import numpy as np

    from vision.judging import SURE

    drawn = image.copy()
    thickness = max(2, round(max(image.shape[:2]) / 600))
    for card in cards:
        colour = _SURE if card.confidence >= SURE else _DOUBTFUL
        outline = np.round(card.quad).astype(np.int32)
        cv2.polylines(drawn, [outline], True, colour, thickness, cv2.LINE_AA)
        label = card.card if card.confidence >= SURE else f"{card.card} {card.confidence:.2f}"
        # As large as the card has room for: on a full table the labels must not cover each other.
        room = float(np.linalg.norm(card.quad[1] - card.quad[0]))
        (width, _), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_SIMPLEX, 1, 2)
        scale = min(thickness / 2.5, room / width)
        weight = max(1, round(2 * scale))
        (width, height), below = cv2.getTextSize(label, cv2.FONT_HERSHEY_SIMPLEX, scale, weight)
        x, y = (int(v) for v in np.round(card.quad.mean(axis=0)) - (width // 2, 0))
        cv2.rectangle(drawn, (x - 2, y - height - 2), (x + width + 2, y + below), colour, cv2.FILLED)
        cv2.putText(drawn, label, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, _WHITE, weight, cv2.LINE_AA)
    return np.asarray(drawn, np.uint8)


def drawing_paths(pictures: Iterable[Path], folder: Path) -> list[Path]:
    """Where the drawing of each picture goes: ``<stem>.cards.jpg``, never onto a picture or a drawing."""
    pictures = list(pictures)
    taken = {picture.resolve() for picture in pictures}
    paths = []
    for picture in pictures:
        path, number = folder / f"{picture.stem}.cards.jpg", 1
        while path.resolve() in taken:
            number += 1
            path = folder / f"{picture.stem}-{number}.cards.jpg"
        taken.add(path.resolve())
        paths.append(path)
    return paths
