"""Deals as a family lays them, seen by a tilted camera: card outlines with the faults of a real detector."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.metric import CARD_HEIGHT_MM, CARD_WIDTH_MM, card_corners

SIZE = (1920, 1080)
# Outward, degrees clockwise from the right.
SIDES = {"bottom": 90.0, "left": 180.0, "top": 270.0, "right": 0.0}
CLOCKWISE = ("bottom", "left", "top", "right")


@dataclass
class Deal:
    """A true table in millimetres (x right, y toward the bottom player) and the camera over it."""

    slots: list[NDArray[np.float64]]  # for each seat (n, 3): x, y, angle of the long side in radians
    stock: NDArray[np.float64]
    discard_place: NDArray[np.float64]
    to_picture: NDArray[np.float64]
    sides: tuple[str, ...]
    size: tuple[int, int] = SIZE
    extra: list[NDArray[np.float64]] = field(default_factory=list)

    def quad(self, pose: NDArray[np.float64]) -> NDArray[np.float64]:
        corners = card_corners(pose[None, :2], pose[2:3])[0]
        return cv2.perspectiveTransform(corners[None], self.to_picture)[0]

    def slot_quads(self) -> list[NDArray[np.float64]]:
        return [self.quad(pose) for seat in self.slots for pose in seat]


def rows_of(count: int, rng: np.random.Generator, custom: bool) -> tuple[int, ...]:
    if custom and count == 8 and rng.random() < 0.5:
        return (4, 4)
    if custom and rng.random() < 0.3:
        return (count,)
    return (count,) if count <= 5 else (5, count - 5)


def deal(
    rng: np.random.Generator,
    sizes: list[int],
    sides: tuple[str, ...] | None = None,
    tilt: float | None = None,
    custom: bool = False,
    sloppy: float = 1.0,
) -> Deal:
    """A random deal; `sloppy` 1 lays cards up to ±15 mm and ±12° off."""
    players = len(sizes)
    if sides is None:
        sides = {2: ("bottom", "top"), 3: ("bottom", "left", "top"), 4: CLOCKWISE}[players]
    pitch = np.array([CARD_WIDTH_MM + rng.uniform(8, 25), CARD_HEIGHT_MM + rng.uniform(8, 25)])
    # nobody lays a row of nine into his neighbour's place
    shapes = [rows_of(size, rng, custom and (players == 2 or size < 7)) for size in sizes]
    slots = []
    for side, shape in zip(sides, shapes, strict=True):
        outward = np.radians(SIDES[side] + rng.uniform(-8, 8))
        o = np.array([np.cos(outward), np.sin(outward)])
        right = np.array([o[1], -o[0]])
        reach = 130 + rng.uniform(0, 60)
        if set(sides) not in ({"bottom", "top"}, {"left", "right"}):  # neighbours' corners must not meet
            reach += max(0.0, 2.5 * pitch[0] - 100)
        depth = pitch[1] * (len(shape) - 1)
        aside = rng.uniform(-40, 40)
        centre_column = (max(shape) - 1) / 2
        cards = []
        for row, length in enumerate(shape):
            for column in range(length):
                at = o * (reach + row * pitch[1] + rng.uniform(0, 0.01) * depth)
                at = at + right * ((column - centre_column) * pitch[0] + aside)
                at = at + sloppy * np.clip(rng.normal(0, 6, 2), -15, 15)
                turn = outward + sloppy * np.radians(np.clip(rng.normal(0, 5), -12, 12))
                cards.append([*at, turn])
        slots.append(np.array(cards))
    stock_at = np.array([rng.uniform(-60, 60), rng.uniform(-25, 25)])
    axis = np.radians(90 + rng.uniform(-20, 20))
    stock = np.array([*stock_at, axis])
    beside = np.array([rng.choice([-1, 1]) * rng.uniform(80, 110), rng.uniform(-15, 15)])
    discard = np.array([*(stock_at + beside), axis])
    table = np.concatenate([*slots, stock[None], discard[None]])
    camera = camera_over(rng, table, tilt)
    return Deal(slots, stock, discard, camera, sides)


def camera_over(
    rng: np.random.Generator, table: NDArray[np.float64], tilt: float | None, size: tuple[int, int] = SIZE
) -> NDArray[np.float64]:
    """A homography from mm to pixels that shows the whole table."""
    angle = np.radians(rng.uniform(0, 55) if tilt is None else tilt)
    # the tablet leans back at the bottom edge of the picture, a little askew
    axis = np.radians(rng.uniform(-25, 25))
    rotation = cv2.Rodrigues(np.array([np.cos(axis), np.sin(axis), 0]) * angle)[0]
    turn = cv2.Rodrigues(np.array([0, 0, np.radians(rng.uniform(-20, 20))]))[0]
    rotation = rotation @ turn
    focal = rng.uniform(0.65, 1.05) * max(size)
    middle = (table[:, :2].min(0) + table[:, :2].max(0)) / 2
    corners = card_corners(table[:, :2], table[:, 2]).reshape(-1, 2) - middle
    points = np.concatenate([corners, np.zeros((len(corners), 1))], axis=1) @ rotation.T
    height = 300.0
    while True:
        z = points[:, 2] + height
        u = focal * points[:, 0] / z
        v = focal * points[:, 1] / z
        if (z > 50).all() and np.ptp(u) < size[0] * 0.96 and np.ptp(v) < size[1] * 0.96:
            shift = np.array([u.min() + u.max(), v.min() + v.max()]) / 2
            if np.abs(shift).max() < 0.2 * max(size):
                break
        height *= 1.03
    # look a little aside so that the table fits: small against the principal point, as a real lens is
    t = np.array([0, 0, height]) - height * np.array([shift[0] / focal, shift[1] / focal, 0])
    intrinsic = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    homography = intrinsic @ np.column_stack([rotation[:, 0], rotation[:, 1], t])
    return homography @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])


def jittered(quad: NDArray[np.float64], rng: np.random.Generator, pixels: float = 2.5) -> NDArray[np.float64]:
    """An outline as a detector gives it: noisy corners, any first corner."""
    return np.roll(quad + rng.normal(0, pixels, (4, 2)), rng.integers(4), axis=0)
