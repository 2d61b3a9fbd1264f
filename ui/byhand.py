"""The corners of the layouts in the camera's picture, to be moved by hand. Nothing here imports Kivy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from ui.seating import Side, sides
from ui.view import Outline
from vision.byhand import layout_by_hand
from vision.frames import Frame
from vision.layout import TableLayout

Point: TypeAlias = tuple[float, float]
"""Shares of the picture's width and height, from its top left."""
Corners: TypeAlias = tuple[tuple[Point, ...], ...]
"""For each seat the four corners of its layout as its player sees it: top left, top right, bottom right, bottom left."""

_DEEP, _EDGE = 0.26, 0.05
"""How far a layout reaches into the picture before anybody moves it, and its distance from the edge."""


_TURN = {Side.BOTTOM: 0, Side.LEFT: 1, Side.TOP: 2, Side.RIGHT: 3}
"""Quarters of a turn, clockwise, from the lower edge to each side."""


def first_corners(players: int) -> Corners:
    """Where the layouts probably lie; the first player sits at the lower edge of the picture."""
    seats = sides(players)
    return tuple(_corners(seats, seat) for seat in range(players))


def corners_around(outlines: Sequence[Outline], players: int) -> Corners:
    """The corners of what was found of each player's cards; empty where some player's are not found."""
    every: list[tuple[Point, ...]] = []
    for seat, side in enumerate(sides(players)):
        points = [corner for outline in outlines if outline.seat == seat for corner in outline.corners]
        if not points:
            return ()
        # Clockwise from the picture's top left, as the player at the lower edge sees them.
        four = (
            min(points, key=lambda p: p[0] + p[1]),
            max(points, key=lambda p: p[0] - p[1]),
            max(points, key=lambda p: p[0] + p[1]),
            min(points, key=lambda p: p[0] - p[1]),
        )
        turn = _TURN[side]
        every.append(four[turn:] + four[:turn])
    return tuple(every)


def _corners(seats: tuple[Side, ...], seat: int) -> tuple[Point, ...]:
    side = seats[seat]
    same = [index for index, other in enumerate(seats) if other is side]
    crowded = side.lies_across or Side.LEFT in seats
    low, high = (0.3, 0.7) if crowded else (0.24, 0.76) if len(seats) == 2 else (0.12, 0.88)
    share = (high - low) / len(same)
    # Clockwise from above, so from right to left at the lower edge, as its players see it from left to right.
    begin = low + share * same.index(seat) + 0.01
    end = low + share * (same.index(seat) + 1) - 0.01
    near, far = 1 - _EDGE, 1 - _EDGE - _DEEP
    # As the player at the lower edge sees it, then turned to the player's side.
    at = (1 - end, 1 - begin)
    corners = ((at[0], far), (at[1], far), (at[1], near), (at[0], near))
    for _ in range(_TURN[side]):
        corners = tuple((1 - y, x) for x, y in corners)  # type: ignore[assignment]
    return corners


def layout_at(corners: Corners, sizes: tuple[int, ...], frame: Frame) -> TableLayout:
    """The layouts at these corners of a frame's picture. Raises ValueError for corners that enclose nothing."""
    height, width = frame.image.shape[:2]
    pixels = [np.array(seat) * (width, height) for seat in corners]
    return layout_by_hand(pixels, sizes, (width, height))
