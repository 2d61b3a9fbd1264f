"""Whose cards lie where: seats, slots and piles of a table, found from the cards of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from vision.grids import MISSING
from vision.grouping import NEW_TABLE, Partition, best_partitions
from vision.metric import Array, TablePlane, card_corners, fit_plane, poses_on

MAX_ERROR = 0.16  # of a card's size: an outline off by more is no whole card on the table
SIDES = ("bottom", "left", "top", "right")  # clockwise as seen from above


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card lies or may lie: centre in mm, direction of the long side in radians."""

    x: float
    y: float
    angle: float

    @property
    def centre(self) -> Array:
        return np.array([self.x, self.y])

    def corners(self, margin: float = 0.0) -> Array:
        """(4, 2) mm, clockwise, grown by `margin` mm."""
        return card_corners(self.centre[None], np.array([self.angle]), margin)[0]


@dataclass(frozen=True, slots=True, eq=False)
class SeatPlaces:
    """A player's slots in order 1…N, and the unit direction (2,) in mm from the layout to the player."""

    slots: tuple[Place, ...]
    outward: Array

    @property
    def centre(self) -> Array:
        return np.mean([slot.centre for slot in self.slots], axis=0)


@dataclass(frozen=True, slots=True, eq=False)
class TableLayout:
    """Seats clockwise as seen from above, the first player first, and the two piles; all on one plane."""

    plane: TablePlane
    seats: tuple[SeatPlaces, ...]
    stock: Place | None
    discard: Place | None

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(len(seat.slots) for seat in self.seats)

    def quad(self, place: Place, margin: float = 0.0) -> Array:
        """A place's outline (4, 2) in pixels, grown by `margin` mm."""
        return self.plane.pixels(place.corners(margin))

    def on(self, plane: TablePlane) -> TableLayout:
        """The same table seen through another homography."""
        return replace(self, plane=plane)


class HintKind(StrEnum):
    """What keeps a layout from being sure."""

    NO_CARDS = "no_cards"
    MISSING_SEATS = "missing_seats"
    WRONG_COUNT = "wrong_count"
    HIDDEN_SLOT = "hidden_slot"
    NO_STOCK = "no_stock"
    STRAY_CARD = "stray_card"


@dataclass(frozen=True, slots=True)
class Hint:
    """One thing that is wrong; `seat`, `found` and `expected` as far as they apply."""

    kind: HintKind
    seat: int | None = None
    found: int = 0
    expected: int = 0

    def text(self, players: Sequence[str]) -> str:
        name = players[self.seat] if self.seat is not None else ""
        cards = "1 card" if self.found == 1 else f"{self.found} cards"
        return {
            HintKind.NO_CARDS: "I see no cards",
            HintKind.MISSING_SEATS: f"I see cards for {self.found} of {self.expected} players",
            HintKind.WRONG_COUNT: f"{name} has {cards}, should have {self.expected}",
            HintKind.HIDDEN_SLOT: f"I see {self.found} of {name}'s {self.expected} cards",
            HintKind.NO_STOCK: "I do not see the stock",
            HintKind.STRAY_CARD: f"{cards} lie apart from the layouts",
        }[self.kind]


@dataclass(frozen=True, slots=True, eq=False)
class LayoutFit:
    """The likeliest layout of a picture.

    Attributes:
        layout: None when the cards of too few players are seen.
        sureness: 0…1, the layout's share of belief against the next best and against there being none.
        hints: what is wrong with it.
        slots: for each seat the index of the outline on each slot, -1 where none lies.
    """

    layout: TableLayout | None
    sureness: float
    hints: tuple[Hint, ...]
    slots: tuple[tuple[int, ...], ...] = ()

    @property
    def is_complete(self) -> bool:
        """Every player has the expected cards and the stock is there."""
        return self.layout is not None and not any(
            hint.kind is not HintKind.STRAY_CARD for hint in self.hints
        )


def find_layout(
    quads: Sequence[NDArray[np.floating]] | NDArray[np.floating],
    face_up: Sequence[bool],
    size: tuple[int, int],
    players: int,
    *,
    sizes: Sequence[int] | None = None,
    first_seat: str = "bottom",
    previous: TableLayout | None = None,
) -> LayoutFit:
    """Find the seats, slots and piles.

    Args:
        quads: (n, 4, 2) outlines in pixels, clockwise.
        face_up: for each outline whether a face shows.
        size: width and height of the picture.
        players: number of seats.
        sizes: slots of each seat, the first player first; None when any count will do.
        first_seat: side of the picture nearest the first player.
        previous: the layout of the last deal on this table, if any: seats and stock are likely near its.
    """
    outlines = np.asarray(quads, dtype=np.float64).reshape(-1, 4, 2)
    if len(outlines) == 0:
        return LayoutFit(None, 0.0, (Hint(HintKind.NO_CARDS),))
    fit = fit_plane(outlines, size, previous.plane if previous else None)
    whole = np.flatnonzero(fit.error < MAX_ERROR)
    if len(whole) < players:
        return LayoutFit(None, 0.0, (Hint(HintKind.MISSING_SEATS, None, len(whole), players),))
    poses = poses_on(fit.plane, outlines[whole])
    faces = np.asarray(face_up, dtype=bool)[whole]
    first = _first_corner(first_seat, size)
    expectation = NEW_TABLE
    if previous is not None:
        expectation = _same_table(previous, fit.plane)

    def first_of(centres: Array) -> int:
        return int(np.argmin(fit.plane.pixels(centres) @ first))

    found = best_partitions(poses.centres, poses.angles, faces, players, sizes, first_of, expectation)
    if not found:
        return LayoutFit(None, 0.0, (Hint(HintKind.MISSING_SEATS, None, 0, players),))
    best = found[0]
    layout = _layout(best, fit.plane, poses.centres, poses.angles)
    slots = tuple(
        tuple(MISSING if card == MISSING else int(whole[card]) for card in grid.cards) for grid in best.grids
    )
    return LayoutFit(layout, _sureness(found), _hints(best, sizes), slots)


def _first_corner(first_seat: str, size: tuple[int, int]) -> Array:
    """A direction along which the first player's cards come first."""
    if first_seat not in SIDES:
        raise ValueError(f"first seat: one of {', '.join(SIDES)} was expected, not {first_seat!r}")
    return {"bottom": np.array([0.0, -1.0]), "left": np.array([1.0, 0.0]), "top": np.array([0.0, 1.0]),
            "right": np.array([-1.0, 0.0])}[first_seat]  # fmt: skip


def _same_table(previous: TableLayout, plane: TablePlane) -> Array:
    """Where seats and stock lay before, (players + 1, 2) in mm of the new plane, the stock last."""
    spots = [seat.centre for seat in previous.seats]
    spots.append(previous.stock.centre if previous.stock else np.mean(spots, axis=0))
    return plane.mm(previous.plane.pixels(np.array(spots)))


def _layout(best: Partition, plane: TablePlane, centres: Array, angles: Array) -> TableLayout:
    def place(card: int | None) -> Place | None:
        if card is None:
            return None
        return Place(float(centres[card, 0]), float(centres[card, 1]), float(angles[card]))

    seats = []
    for grid in best.grids:
        spots = zip(*grid.centres.T.tolist(), grid.angles.tolist(), strict=True)
        seats.append(SeatPlaces(tuple(Place(x, y, angle) for x, y, angle in spots), grid.outward))
    return TableLayout(plane, tuple(seats), place(best.stock), place(best.discard))


def _sureness(found: Sequence[Partition]) -> float:
    """Belief in the best partition; having found no layout counts as one at a middling cost."""
    costs = np.array([partition.cost for partition in found])
    none = 4.0 + 1.5 * sum(grid.found for grid in found[0].grids)
    belief = np.exp(-(costs - costs[0]))
    return float(1 / (belief.sum() + np.exp(min(0.0, costs[0] - none))))


def _hints(best: Partition, sizes: Sequence[int] | None) -> tuple[Hint, ...]:
    hints = []
    for seat, grid in enumerate(best.grids):
        if sizes is not None and len(grid.cards) != sizes[seat]:
            hints.append(Hint(HintKind.WRONG_COUNT, seat, grid.found, sizes[seat]))
        elif grid.found < len(grid.cards):
            hints.append(Hint(HintKind.HIDDEN_SLOT, seat, grid.found, len(grid.cards)))
    if best.stock is None:
        hints.append(Hint(HintKind.NO_STOCK))
    if best.strays:
        hints.append(Hint(HintKind.STRAY_CARD, None, len(best.strays)))
    return tuple(hints)
