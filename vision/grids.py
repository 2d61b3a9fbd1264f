"""One player's cards as a layout of rows and columns, numbered from that player's side (R5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from vision.metric import CARD_HEIGHT_MM, CARD_WIDTH_MM, Array

MISSING = -1  # in `Grid.cards`: the slot exists but no card was found on it

_PLACING = 10.0  # mm a hand misses the lattice by, one standard deviation
_WORST = 8.0  # cost of one card however far off it lies
_COLUMN_PITCH = (58.0, 120.0)  # mm between neighbours of a row: a little overlap to two fingers' gap
_ROW_PITCH = (78.0, 150.0)
_STAGGER = 12.0  # mm one row is shifted against the other, one standard deviation
_ROW_GAP = 50.0  # mm: more than two sloppy cards of one row differ, less than two rows do
_ANGLE = np.radians(8)  # a card's turn against its layout, one standard deviation
_HOLE = 2.0  # cost of taking a wide gap for a card that was not found
_LARGEST = 10  # cards of a layout (H5)
_NO_SUCH_SHAPE = 6.0  # cost of rows no family lays (3 + 7)
_COLUMN = 2.5  # cost of two rows for so few cards that they fit into one: the other may well be the stock
_FEW = 3


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A layout fitted to cards.

    Attributes:
        cards: for each slot in order 1…N the index of its card, or `MISSING`.
        centres: (N, 2) where the slots lie, mm.
        angles: (N,) direction of each card's long side, radians in [0, π).
        rows: lengths of the rows, the row far from the player first.
        outward: (2,) unit direction from the layout toward its player.
        cost: how badly the cards fit, about a negative log likelihood.
    """

    cards: tuple[int, ...]
    centres: Array
    angles: Array
    rows: tuple[int, ...]
    outward: Array
    cost: float

    @property
    def found(self) -> int:
        return sum(card != MISSING for card in self.cards)


def shapes(count: int) -> Iterator[tuple[int, ...]]:
    """Row lengths in which a layout of `count` cards is laid, the commonest first."""
    seen = set()
    halves = (count - count // 2, count // 2)
    for rows in ((min(5, count), count - min(5, count)), halves, (count, 0)):
        shape = tuple(n for n in rows if n)
        if shape not in seen:
            seen.add(shape)
            yield shape


def mean_axis(angles: Array) -> float:
    """Mean of directions that are equal after half a turn, radians in [0, π)."""
    return float(np.angle(np.exp(2j * angles).sum()) / 2 % np.pi)


def fit_grid(
    members: NDArray[np.int_],
    centres: Array,
    angles: Array,
    away: Array,
    expected: int | None,
    thorough: bool = True,
) -> Grid:
    """Fit a layout to the cards `members`.

    Args:
        members: (k,) indices into the table's cards, k ≥ 1.
        centres: (n, 2) of all cards, mm.
        angles: (n,) of all cards, radians.
        away: (2,) direction from the middle of the table to these cards; tells the player's side.
        expected: how many slots the layout should have, or None.
        thorough: look for holes where cards were not found. A card missing at the end of the last row leaves
            no hole: the layout is then fitted as the smaller one.
    """
    own, turns = centres[members], angles[members]
    axis = mean_axis(turns)
    local, rows, right, outward = _seen_by_player(own, axis, away)
    slope = float(np.arctan(_row_slope(local, rows)))
    if abs(slope) > 1e-3:
        axis += slope
        local, rows, right, outward = _seen_by_player(own, axis, away)
    spread = np.abs((turns - axis + np.pi / 2) % np.pi - np.pi / 2)
    turned = float(np.minimum(0.5 * (spread / _ANGLE) ** 2, _WORST).sum())
    columns = [row[np.argsort(local[row, 0])] for row in rows]
    best = _in_order(local, columns)
    if thorough:
        for shape, taken in _with_holes(columns, expected):
            tried = _lattice(local, columns, shape, taken)
            # a hole has to be seen in the spacing, or the smaller layout is the simpler story
            if tried.cost + _HOLE < best.cost:
                best = replace(tried, cost=tried.cost + _HOLE)

    cards, where, turn = [], [], []
    for row, length in enumerate(best.shape):
        at = dict(zip(best.taken[row], columns[row], strict=True)) if row < len(columns) else {}
        for column in range(length):
            k = at.get(column, MISSING)
            spot = local[k] if k != MISSING else best.spot(row, column)
            cards.append(MISSING if k == MISSING else int(members[k]))
            where.append(spot[0] * right + spot[1] * outward)
            turn.append(turns[k] if k != MISSING else axis % np.pi)
    return Grid(tuple(cards), np.array(where), np.array(turn), best.shape, outward, turned + best.cost)


def _seen_by_player(
    own: Array, axis: float, away: Array
) -> tuple[Array, list[NDArray[np.int_]], Array, Array]:
    """Cards in the player's frame (right, toward him), their rows, and the frame's two directions."""
    outward = np.array([np.cos(axis), np.sin(axis)])
    if outward @ away < 0:
        outward = -outward
    right = np.array([outward[1], -outward[0]])
    local = np.stack([own @ right, own @ outward], axis=1)
    return local, _split_rows(local[:, 1]), right, outward


def _split_rows(y: Array) -> list[NDArray[np.int_]]:
    """Indices of the cards of each row, the row farthest from the player first."""
    order = np.argsort(y)
    gaps = np.flatnonzero(np.diff(y[order]) > _ROW_GAP)
    if len(gaps) == 0 and np.ptp(y) > CARD_HEIGHT_MM * 0.75 and len(y) > 2:
        gaps = np.array([int(np.argmax(np.diff(y[order])))])
    return [np.asarray(part) for part in np.split(order, gaps + 1)]


def _row_slope(local: Array, rows: list[NDArray[np.int_]]) -> float:
    """Common slope of the rows against the assumed direction."""
    top = bottom = 0.0
    for row in rows:
        x, y = local[row, 0], local[row, 1]
        top += float(((x - x.mean()) * (y - y.mean())).sum())
        bottom += float(((x - x.mean()) ** 2).sum())
    # short rows say less about their direction than their cards do
    return top / (bottom + 2 * CARD_WIDTH_MM**2)


@dataclass(frozen=True, slots=True, eq=False)
class _Lattice:
    """Rows and columns through cards: the columns taken in each row, and where any of its points lies."""

    shape: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    origin: Array
    by_row: Array
    by_column: Array
    cost: float

    def spot(self, row: int, column: int) -> Array:
        return np.asarray(self.origin + row * self.by_row + column * self.by_column)


def _in_order(local: Array, columns: Sequence[NDArray[np.int_]]) -> _Lattice:
    """The cards as the layout they would be if none were missing."""
    lengths = tuple(len(row) for row in columns)
    fit = _lattice(local, columns, lengths, tuple(tuple(range(n)) for n in lengths))
    if lengths not in shapes(len(local)):
        return replace(fit, cost=fit.cost + _NO_SUCH_SHAPE * max(1, len(lengths) - 1))
    return replace(fit, cost=fit.cost + _COLUMN) if len(lengths) > 1 and len(local) <= _FEW else fit


def _with_holes(
    columns: Sequence[NDArray[np.int_]], expected: int | None
) -> Iterator[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]]:
    """Layouts of one or two cards more: their shape and the columns the cards take in each row."""
    lengths = [len(row) for row in columns]
    count = sum(lengths)
    for total in range(count + 1, min(expected or _LARGEST, count + 2) + 1):
        for shape in shapes(total):
            if len(shape) == len(lengths) and all(n <= room for n, room in zip(lengths, shape, strict=True)):
                rooms = (combinations(range(room), n) for n, room in zip(lengths, shape, strict=True))
                for taken in product(*rooms):
                    yield shape, taken


def _lattice(
    local: Array,
    columns: Sequence[NDArray[np.int_]],
    shape: tuple[int, ...],
    taken: tuple[tuple[int, ...], ...],
) -> _Lattice:
    """Least squares through the cards of each row (`columns`, left to right) at the columns `taken`."""
    order = np.concatenate(columns)
    row_of = np.repeat(np.arange(len(columns)), [len(row) for row in columns])
    column_of = np.concatenate([np.array(row) for row in taken])
    several_rows, several_columns = len(columns) > 1, np.ptp(column_of) > 0
    basis = [np.ones(len(order))]
    if several_rows:
        basis.append(row_of.astype(float))
    if several_columns:
        basis.append(column_of.astype(float))
    matrix = np.stack(basis, axis=1)
    points = local[order]
    solution = np.linalg.lstsq(matrix, points, rcond=None)[0]
    residual = np.linalg.norm(points - matrix @ solution, axis=1)
    by_row = solution[1] if several_rows else np.array([0.0, CARD_HEIGHT_MM * 1.15])
    by_column = solution[-1] if several_columns else np.array([CARD_WIDTH_MM * 1.2, 0.0])
    cost = float(np.minimum(0.5 * (residual / _PLACING) ** 2, _WORST).sum())
    cost += 0.5 * (by_row[0] / _STAGGER) ** 2
    for pitch, (low, high) in ((by_column[0], _COLUMN_PITCH), (by_row[1], _ROW_PITCH)):
        cost += 0.5 * (max(0.0, low - pitch, pitch - high) / _PLACING) ** 2
    return _Lattice(shape, taken, solution[0], by_row, by_column, float(cost))
