"""How cards lie on a table, in millimetres: layouts for Trash, scattered, in fans, rows and piles."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.cards import DECK_52, JOKER, Card
from vision.tabletop.canvas import CARD_HEIGHT, CARD_WIDTH, place_rectangle

Random = np.random.Generator


@dataclass(frozen=True, slots=True)
class Lying:
    """One card on the table.

    Attributes:
        card: what it is, also when it lies face down.
        face_up: which side shows.
        x, y: millimetres of its middle.
        angle: degrees clockwise from upright in the picture.
        pack: which of the packs on the table it comes from (they differ in their backs).
    """

    card: Card
    face_up: bool
    x: float
    y: float
    angle: float
    pack: int = 0

    def corners(self, lift: float = 0.0) -> NDArray[np.float64]:
        """Corners (4, 3) in millimetres, from the card's own top left clockwise."""
        flat = place_rectangle(CARD_WIDTH, CARD_HEIGHT, (self.x, self.y), self.angle)
        return np.hstack([flat, np.full((4, 1), lift)])


def shuffled(rng: Random, packs: int = 1, jokers: int = 2) -> Iterator[Card]:
    """Cards of shuffled packs, without end (shuffled anew when used up)."""
    cards = [*DECK_52, *[JOKER] * jokers] * packs
    while True:
        yield from (cards[i] for i in rng.permutation(len(cards)))


def trash_table(rng: Random, share_up: float) -> list[Lying]:
    """Layouts of two to four players with stock and discard pile, laid by hand.

    `share_up` is the share of slots already face up.
    """
    players = int(rng.integers(1, 5))
    cards = shuffled(rng, 2)
    gap_x, gap_y = rng.uniform(1, 25), rng.uniform(1, 25)
    sloppy_mm, sloppy_deg = rng.uniform(0, 8), rng.uniform(0, 8)
    lying: list[Lying] = []
    size = int(rng.choice([10, 10, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]))
    per_row = size if rng.random() < 0.15 else int(rng.choice([5, 5, 5, 4]))
    reach = rng.uniform(30, 120)
    for player in range(players):
        rows = math.ceil(size / per_row)
        side = 90 * (player * 2 if players == 2 else player) + rng.normal(0, 4)
        cos, sin = math.cos(math.radians(side)), math.sin(math.radians(side))
        # Sideways seats sit farther out, so that wide layouts do not run into each other.
        away = reach + CARD_HEIGHT * rows / 2 + (0 if player % 2 == 0 or players == 2 else 160 + reach * 0.5)
        for slot in range(size):
            row, column = divmod(slot, per_row)
            u = (column - (min(per_row, size) - 1) / 2) * (CARD_WIDTH + gap_x) + rng.normal(0, sloppy_mm)
            v = away + (row - (rows - 1) / 2) * (CARD_HEIGHT + gap_y) + rng.normal(0, sloppy_mm)
            angle = side + rng.normal(0, sloppy_deg) + 180 * float(rng.integers(2))
            up = rng.random() < share_up
            x, y = u * cos - v * sin, u * sin + v * cos
            lying.append(Lying(next(cards), up, x, y, angle, int(rng.random() < 0.5)))
    lying += pile(
        rng, cards, (-45 + rng.normal(0, 10), rng.normal(0, 10)), False, int(rng.integers(1, 12)), 1.0
    )
    if rng.random() < 0.8:
        middle = (45 + rng.normal(0, 10), rng.normal(0, 10))
        lying += pile(rng, cards, middle, True, int(rng.integers(1, 9)), rng.uniform(0.5, 10))
    return lying


def pile(
    rng: Random,
    cards: Iterator[Card],
    middle: tuple[float, float],
    face_up: bool,
    count: int,
    spread: float,
) -> list[Lying]:
    """Cards on top of each other, the last one uppermost, `spread` mm about the middle."""
    turn = rng.uniform(0, 360) if spread > 4 else rng.normal(0, 8) + 90 * float(rng.integers(4))
    return [
        Lying(
            next(cards),
            face_up,
            middle[0] + rng.normal(0, spread),
            middle[1] + rng.normal(0, spread),
            turn + rng.normal(0, spread),
        )
        for _ in range(count)
    ]


def scattered(rng: Random, count: int, area: float, apart: float) -> list[Lying]:
    """Cards thrown on a square of `area` mm, their middles `apart` mm from each other where possible."""
    cards = shuffled(rng)
    face_down = rng.choice([0.0, 0.15, 0.5, 1.0], p=[0.4, 0.3, 0.2, 0.1])
    middles: list[tuple[float, float]] = []
    for _ in range(count * 8):
        x, y = rng.uniform(-area / 2, area / 2, 2)
        if all(math.hypot(x - a, y - b) >= apart for a, b in middles):
            middles.append((float(x), float(y)))
        if len(middles) == count:
            break
    packs = int(rng.integers(1, 3))
    return [
        Lying(
            next(cards), bool(rng.random() >= face_down), x, y, rng.uniform(0, 360), int(rng.integers(packs))
        )
        for x, y in middles
    ]


def fan(rng: Random) -> list[Lying]:
    """A hand of cards spread so that each covers a part of the one before."""
    cards = shuffled(rng)
    count = int(rng.integers(2, 7))
    step, turn = rng.uniform(14, 62), rng.normal(0, 9)
    lean = rng.uniform(-25, 25)
    start = rng.uniform(0, 360)
    lying = []
    x = y = 0.0
    for i in range(count):
        angle = start + i * turn + rng.normal(0, 3)
        lying.append(Lying(next(cards), bool(rng.random() < 0.93), x, y, angle))
        heading = math.radians(angle + lean)
        x, y = x + step * math.cos(heading), y + step * math.sin(heading)
    middle_x = sum(c.x for c in lying) / count
    middle_y = sum(c.y for c in lying) / count
    return [Lying(c.card, c.face_up, c.x - middle_x, c.y - middle_y, c.angle) for c in lying]


def rows(rng: Random) -> list[Lying]:
    """One to four straight rows or columns, edge to edge or nearly so."""
    cards = shuffled(rng)
    across, down = int(rng.integers(1, 8)), int(rng.integers(1, 4))
    gap = rng.uniform(-6, 14)
    turn, sloppy = rng.uniform(0, 360), rng.uniform(0, 4)
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    share_up = float(rng.choice([1.0, 0.7, 0.0], p=[0.5, 0.35, 0.15]))
    lying = []
    for row in range(down):
        for column in range(across):
            u = (column - (across - 1) / 2) * (CARD_WIDTH + gap) + rng.normal(0, sloppy)
            v = (row - (down - 1) / 2) * (CARD_HEIGHT + gap) + rng.normal(0, sloppy)
            angle = turn + rng.normal(0, sloppy)
            up = bool(rng.random() < share_up)
            lying.append(Lying(next(cards), up, u * cos - v * sin, u * sin + v * cos, angle))
    return lying


def neighbours(rng: Random, cards: Iterator[Card], middle: Lying) -> list[Lying]:
    """Cards round about or under one: of the same grid, of a pile, or none."""
    kind = rng.random()
    if kind < 0.3:
        return []
    if kind < 0.5:
        under = pile(rng, cards, (middle.x, middle.y), True, int(rng.integers(1, 5)), rng.uniform(1, 16))
        return under
    gap, sloppy = rng.uniform(-4, 25), rng.uniform(0, 6)
    turn = math.radians(middle.angle)
    around = []
    for column, row in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1)):
        if rng.random() < 0.4:
            continue
        u = column * (CARD_WIDTH + gap) + rng.normal(0, sloppy)
        v = row * (CARD_HEIGHT + gap) + rng.normal(0, sloppy)
        x = u * math.cos(turn) - v * math.sin(turn)
        y = u * math.sin(turn) + v * math.cos(turn)
        angle = middle.angle + rng.normal(0, sloppy)
        around.append(Lying(next(cards), bool(rng.random() < 0.5), x, y, angle, int(rng.integers(2))))
    return around


def overlapping(rng: Random, cards: Iterator[Card], middle: Lying) -> Lying:
    """A card that covers a corner or an edge of another one."""
    heading, distance = rng.uniform(0, 2 * math.pi), rng.uniform(38, 85)
    x, y = middle.x + distance * math.cos(heading), middle.y + distance * math.sin(heading)
    return Lying(next(cards), bool(rng.random() < 0.7), float(x), float(y), float(rng.uniform(0, 360)))
