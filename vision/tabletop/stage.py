"""Where everything belongs on a filmed table: layouts around stock and discard pile, and the camera.

Millimetres, x to the right and y towards the lower edge of the picture, the middle of the table at (0, 0).
Angles are degrees clockwise as the picture shows them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tabletop.camera import TabletopCamera
from vision.tabletop.canvas import CARD_HEIGHT, CARD_WIDTH, place_rectangle

Random = np.random.Generator

CLOCKWISE = ("bottom", "left", "top", "right")
"""Sides of the picture, clockwise as seen from above."""
PER_ROW = 5
_EDGE = 0.025
"""Share of the picture kept free around the outermost cards."""


class StageError(ValueError):
    """A table that cannot be set up; the message is one line."""


def sides_of(players: int, first: str = "bottom") -> tuple[str, ...]:
    """The side each player sits at, clockwise from `first`; two sit opposite each other.

    Raises StageError for an unknown side or a number of players other than 2 to 4.
    """
    if first not in CLOCKWISE:
        raise StageError(f"first seat: {', '.join(CLOCKWISE)} was expected, not {first!r}")
    if not 2 <= players <= 4:
        raise StageError(f"2 to 4 players can be filmed, not {players}")
    start = CLOCKWISE.index(first)
    step = 2 if players == 2 else 1
    return tuple(CLOCKWISE[(start + step * i) % 4] for i in range(players))


@dataclass(frozen=True, slots=True)
class Place:
    """A spot for a card: millimetres of its middle, and its turn in degrees."""

    x: float
    y: float
    angle: float

    @property
    def at(self) -> tuple[float, float]:
        return self.x, self.y


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """A player's side of the table.

    Attributes:
        side: degrees the side is turned clockwise from the lower edge of the picture.
        away: millimetres from the middle of the table to the middle of the row nearest to it.
        aside: millimetres the layout is shifted to the player's right.
        gap: millimetres between cards.
        skew: degrees the whole layout is turned.
    """

    side: float
    away: float
    aside: float = 0.0
    gap: float = 10.0
    skew: float = 0.0

    def spot(self, right: float, outward: float) -> tuple[float, float]:
        """The table point so far to the player's right and so far out from the table's middle."""
        turn = math.radians(self.side)
        return (
            right * math.cos(turn) - outward * math.sin(turn),
            right * math.sin(turn) + outward * math.cos(turn),
        )

    def slot(self, number: int, size: int) -> Place:
        """Where slot `number` (1…size) lies: rows of five as the player reads (R5)."""
        row, column = divmod(number - 1, PER_ROW)
        u = (column - (min(size, PER_ROW) - 1) / 2) * (CARD_WIDTH + self.gap)
        v = row * (CARD_HEIGHT + self.gap)
        turn = math.radians(self.skew)
        u, v = u * math.cos(turn) - v * math.sin(turn), u * math.sin(turn) + v * math.cos(turn)
        x, y = self.spot(u + self.aside, v + self.away)
        return Place(x, y, self.side + self.skew)

    @property
    def edge(self) -> float:
        """How far out a layout of two rows reaches, in millimetres from the middle of the table."""
        return self.away + 1.5 * CARD_HEIGHT + self.gap


@dataclass(frozen=True, slots=True)
class Stage:
    """A table set up for a game: where each seat, the stock and the discard pile are."""

    seats: tuple[SeatPlace, ...]
    stock: Place
    discard: Place

    def outlines(self, sizes: Sequence[int]) -> NDArray[np.float64]:
        """Corners (n, 2) in millimetres of every card of a deal."""
        places = [self.stock, self.discard]
        for seat, size in zip(self.seats, sizes, strict=True):
            places += [seat.slot(number, size) for number in range(1, size + 1)]
        return np.vstack([place_rectangle(CARD_WIDTH, CARD_HEIGHT, p.at, p.angle) for p in places])


def set_up(rng: Random, sizes: Sequence[int], first: str = "bottom", sloppy: float = 1.0) -> Stage:
    """A table for players with layouts of these sizes, as they happen to arrange it."""
    sides = sides_of(len(sizes), first)
    gap = float(rng.uniform(7, 12))
    middle = float(rng.uniform(20, 34))
    upright = any(side in ("bottom", "top") for side in sides)
    crossed = upright and any(side in ("left", "right") for side in sides)
    across = CARD_WIDTH + float(rng.uniform(18, 30))
    seats = []
    for side in sides:
        away = CARD_HEIGHT + middle
        if crossed and side in ("left", "right"):
            # Neighbouring layouts must not run into each other at the corners.
            widest = max(
                min(size, PER_ROW) for s, size in zip(sides, sizes, strict=True) if s in ("bottom", "top")
            )
            away = max(across, widest * (CARD_WIDTH + gap) / 2) + CARD_HEIGHT / 2 + middle
        turn, shift = rng.normal(0, 1.2) * sloppy, rng.normal(0, 6) * sloppy
        seats.append(SeatPlace(90.0 * CLOCKWISE.index(side), away, float(shift), gap, float(turn)))
    along = np.array([1.0, 0.0]) if upright else np.array([0.0, 1.0])
    if rng.random() < 0.5:
        along = -along
    angle = 0.0 if upright else 90.0
    stock, discard = -along * across / 2, along * across / 2
    wobble = rng.normal(0, 3, 4) * sloppy
    return Stage(
        tuple(seats),
        Place(
            float(stock[0] + wobble[0]), float(stock[1] + wobble[1]), angle + float(rng.normal(0, 3) * sloppy)
        ),
        Place(
            float(discard[0] + wobble[2]),
            float(discard[1] + wobble[3]),
            angle + float(rng.normal(0, 3) * sloppy),
        ),
    )


def fit_camera(
    points: NDArray[np.float64],
    size: tuple[int, int],
    *,
    tilt: float = 0.0,
    azimuth: float = 0.0,
    roll: float = 0.0,
    field_of_view: float = 62.0,
) -> TabletopCamera:
    """The camera that shows table points (n, 2) as large as fits into a picture of `size` (width, height)."""
    width, height = size
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    span, look = float(np.ptp(points[:, 0])) + 300.0, (float(middle[0]), float(middle[1]))
    room = np.array([width, height]) * (1 - 2 * _EDGE)
    for _ in range(60):
        camera = TabletopCamera(width, height, span, tilt, azimuth, roll, field_of_view, look)
        seen = camera.project(points)
        centre = (seen.min(axis=0) + seen.max(axis=0)) / 2
        there, here = camera.table_at(np.array([centre, [width / 2, height / 2]]))
        look = (look[0] + float(there[0] - here[0]) * 0.7, look[1] + float(there[1] - here[1]) * 0.7)
        span *= 1 + 0.7 * (float(np.max(np.ptp(seen, axis=0) / room)) - 1)
    return TabletopCamera(width, height, span, tilt, azimuth, roll, field_of_view, look)
