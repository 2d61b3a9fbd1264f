"""A layout whose corners somebody pointed out in the picture, for tables that are not found by themselves."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Place, SeatPlaces, TableLayout
from vision.metric import CARD_HEIGHT_MM, CARD_WIDTH_MM, Array, fit_plane, poses_on

COLUMNS = 5
"""Cards in a row of a layout (R5)."""
GAP_MM = 12.0
"""Between two cards of a layout, as people lay them; the fit of the plane evens out what is wrong with it."""


def layout_by_hand(
    corners: Sequence[NDArray[np.floating]], sizes: Sequence[int], picture: tuple[int, int]
) -> TableLayout:
    """The layouts that fill these corners; the piles are left to be found.

    Args:
        corners: for each seat (4, 2) pixels: the outer corners of its layout as its player sees it, top left, top
            right, bottom right, bottom left.
        sizes: cards of each layout.
        picture: width and height in pixels.

    Raises ValueError for corners that enclose nothing.
    """
    quads, counts = [], []
    for outline, size in zip(corners, sizes, strict=True):
        cards = _cards_within(np.asarray(outline, np.float64), size)
        quads.append(cards)
        counts.append(len(cards))
    every = np.concatenate(quads)
    plane = fit_plane(every, picture).plane
    poses = poses_on(plane, every)
    places = [
        Place(float(x), float(y), float(angle))
        for (x, y), angle in zip(poses.centres, poses.angles, strict=True)
    ]
    seats, first = [], 0
    for outline, count in zip(corners, counts, strict=True):
        mm = plane.mm(np.asarray(outline, np.float64))
        outward = mm[2:].mean(axis=0) - mm[:2].mean(axis=0)
        seats.append(SeatPlaces(tuple(places[first : first + count]), outward / np.linalg.norm(outward)))
        first += count
    return TableLayout(plane, tuple(seats), None, None)


def _cards_within(outline: Array, size: int) -> Array:
    """The cards (size, 4, 2) of a layout in pixels, slot 1 first, clockwise as its player sees them."""
    x, y = outline.T
    if abs(float(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))) < 2.0:
        raise ValueError("the corners of a layout enclose nothing")
    columns, rows = min(size, COLUMNS), math.ceil(size / COLUMNS)
    wide = columns * (CARD_WIDTH_MM + GAP_MM) - GAP_MM
    high = rows * (CARD_HEIGHT_MM + GAP_MM) - GAP_MM
    whole = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    to_picture = cv2.getPerspectiveTransform(whole, outline.astype(np.float32))
    card = np.array([(0, 0), (CARD_WIDTH_MM, 0), (CARD_WIDTH_MM, CARD_HEIGHT_MM), (0, CARD_HEIGHT_MM)])
    step = np.array([CARD_WIDTH_MM + GAP_MM, CARD_HEIGHT_MM + GAP_MM])
    slots = np.array([card + step * (slot % COLUMNS, slot // COLUMNS) for slot in range(size)])
    return np.asarray(cv2.perspectiveTransform(slots.reshape(-1, 1, 2), to_picture), np.float64).reshape(
        -1, 4, 2
    )
