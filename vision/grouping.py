"""Which cards belong to one player, and which are the piles.

Cards of one layout are near neighbours with one direction. A spanning tree over "how unlike neighbours of a
layout are these two" is cut at its longest edges; the cuts, the stock and the discard pile that together make
the likeliest table win.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.grids import Grid, fit_grid, mean_axis
from vision.metric import CARD_HEIGHT_MM, CARD_WIDTH_MM, Array

NEW_TABLE = np.zeros((0, 2))  # no expectation of where seats and stock are

_STRAY = 6.0  # cost of a card that belongs to nobody
_WRONG_COUNT = 4.0  # of each card too many or too few
_UNEQUAL = 0.5  # of each card two layouts differ by where sizes are not known
_NO_STOCK = 6.0
_STOCK_OFF = 110.0  # mm the stock lies from the middle of the layouts, one standard deviation
_NEAREST_SEAT = 95.0  # mm: a layout's middle is no nearer than this to the middle of the table
_MOVED_SEAT = 120.0  # mm a layout or the stock shifts from one deal to the next, one standard deviation
_SPARE_CUTS = 3
_STOCKS_TRIED = 8
_DISCARDS_TRIED = 4


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """The players' layouts, first player first and clockwise, the piles (indices of cards) and the rest."""

    grids: tuple[Grid, ...]
    stock: int | None
    discard: int | None
    strays: tuple[int, ...]
    cost: float


def best_partitions(
    centres: Array,
    angles: Array,
    faces: NDArray[np.bool_],
    players: int,
    sizes: Sequence[int] | None,
    first_of: Callable[[Array], int],
    expected: Array = NEW_TABLE,
) -> list[Partition]:
    """The likeliest tables, best first, at most one for each way to choose the piles.

    Args:
        centres: (n, 2) of the cards in mm.
        angles: (n,) of their long sides, radians.
        faces: (n,) whether a face shows.
        players: number of layouts.
        sizes: slots of each, or None.
        first_of: picks the first player's among layout centres (players, 2).
        expected: (players + 1, 2) where the layouts and, last, the stock are expected in mm, or `NEW_TABLE`.
    """
    scorer = _Scorer(centres, angles, players, sizes, first_of, expected)
    unlike = _unlikeness(centres, angles)

    def search(thorough: bool) -> list[Partition]:
        found = []
        for stock, discard in _piles(centres, unlike, faces, expected):
            rest = np.array([i for i in range(len(centres)) if i not in (stock, discard)], dtype=int)
            if len(rest) >= players:
                ways = _cuts(rest, unlike, players)
                tables = (scorer.partition(groups, stock, discard, lost, thorough) for groups, lost in ways)
                found.append(min(tables, key=lambda partition: partition.cost))
        return sorted(found, key=lambda partition: partition.cost)

    found = search(thorough=False)
    if found and not _is_plain(found[0], sizes):
        found = search(thorough=True)
    return found


def _is_plain(partition: Partition, sizes: Sequence[int] | None) -> bool:
    """Every card has its place and every layout its cards: no need to look for holes."""
    if partition.strays or partition.stock is None:
        return False
    return sizes is None or all(len(g.cards) == n for g, n in zip(partition.grids, sizes, strict=True))


def _unlikeness(centres: Array, angles: Array) -> Array:
    """(n, n) mm by which two cards miss being neighbours in a layout."""
    axis = np.angle(np.exp(2j * angles)[:, None] + np.exp(2j * angles)[None, :]) / 2
    offset = centres[None] - centres[:, None]
    along = np.abs(offset[..., 0] * np.cos(axis) + offset[..., 1] * np.sin(axis))
    across = np.abs(-offset[..., 0] * np.sin(axis) + offset[..., 1] * np.cos(axis))
    beside = np.hypot(np.maximum(0, across - CARD_WIDTH_MM * 1.2), along)
    above = np.hypot(np.maximum(0, along - CARD_HEIGHT_MM * 1.15), across)
    turn = np.abs((angles[None] - angles[:, None] + np.pi / 2) % np.pi - np.pi / 2)
    return np.asarray(np.minimum(beside, above) + 150 * np.maximum(0, turn - np.radians(20)))


def _piles(
    centres: Array, unlike: Array, faces: NDArray[np.bool_], expected: Array
) -> Iterator[tuple[int | None, int | None]]:
    """Pairs (stock, discard) to try: cards near the middle and cards that stand alone."""
    middle = expected[-1] if len(expected) else centres.mean(axis=0)
    central = np.argsort(np.linalg.norm(centres - middle, axis=1))
    alone = np.argsort(-np.where(np.eye(len(centres), dtype=bool), np.inf, unlike).min(axis=1))

    def likely(cards: NDArray[np.bool_], number: int) -> list[int]:
        kinds = ([int(i) for i in order if cards[i]][:number] for order in (central, alone))
        return list(dict.fromkeys(i for kind in kinds for i in kind))

    for stock in [*likely(~faces, _STOCKS_TRIED // 2), None]:
        yield stock, None
        for discard in likely(faces, _DISCARDS_TRIED // 2):
            yield stock, discard


def _cuts(
    cards: NDArray[np.int_], unlike: Array, players: int
) -> Iterator[tuple[list[NDArray[np.int_]], tuple[int, ...]]]:
    """Ways to cut the cards' spanning tree into `players` groups and up to two strays."""
    edges = _spanning_tree(unlike[np.ix_(cards, cards)])
    edges.sort(key=lambda edge: -edge[0])
    longest = edges[: players - 1 + _SPARE_CUTS]
    for strays in (0, 1, 2):
        for cut in combinations(range(len(longest)), players - 1 + strays):
            kept = [edge for k, edge in enumerate(edges) if k not in cut]
            parts = sorted(_components(len(cards), kept), key=len, reverse=True)
            if sum(len(part) for part in parts[players:]) > 2:
                continue
            yield (
                [cards[part] for part in parts[:players]],
                tuple(int(cards[i]) for part in parts[players:] for i in part),
            )


def _spanning_tree(weight: Array) -> list[tuple[float, int, int]]:
    """Prim's minimum spanning tree as (weight, node, node)."""
    n = len(weight)
    inside = np.zeros(n, dtype=bool)
    inside[0] = True
    near, link = weight[0].copy(), np.zeros(n, dtype=int)
    edges = []
    for _ in range(n - 1):
        node = int(np.argmin(np.where(inside, np.inf, near)))
        edges.append((float(near[node]), int(link[node]), node))
        inside[node] = True
        closer = weight[node] < near
        near, link = np.where(closer, weight[node], near), np.where(closer, node, link)
    return edges


def _components(n: int, edges: Sequence[tuple[float, int, int]]) -> list[list[int]]:
    label = list(range(n))
    for _, a, b in edges:
        old, new = label[a], label[b]
        if old != new:
            label = [new if value == old else value for value in label]
    groups: dict[int, list[int]] = {}
    for node, value in enumerate(label):
        groups.setdefault(value, []).append(node)
    return list(groups.values())


class _Scorer:
    """Turns groups into layouts with a cost; fits of one group are kept, the cuts repeat them."""

    def __init__(
        self,
        centres: Array,
        angles: Array,
        players: int,
        sizes: Sequence[int] | None,
        first_of: Callable[[Array], int],
        expected: Array,
    ) -> None:
        self._centres, self._angles = centres, angles
        self._players, self._sizes = players, sizes
        self._first_of, self._expected = first_of, expected
        self._fits: dict[tuple[bytes, bool, int | None, bool], Grid] = {}

    def partition(
        self,
        groups: Sequence[NDArray[np.int_]],
        stock: int | None,
        discard: int | None,
        strays: tuple[int, ...],
        thorough: bool,
    ) -> Partition:
        middles = np.array([self._centres[group].mean(axis=0) for group in groups])
        table = self._expected[-1] if len(self._expected) else middles.mean(axis=0)
        order = self._clockwise(middles, table)
        grids = tuple(
            self._fit(groups[k], middles[k] - table, self._sizes[seat] if self._sizes else None, thorough)
            for seat, k in enumerate(order)
        )
        cost = sum(grid.cost for grid in grids) + _STRAY * len(strays)
        cost += self._counts(grids) + self._places(grids, middles[order], table, stock)
        return Partition(grids, stock, discard, strays, float(cost))

    def _clockwise(self, middles: Array, table: Array) -> NDArray[np.int_]:
        bearing = np.arctan2(middles[:, 1] - table[1], middles[:, 0] - table[0])
        first = self._first_of(middles)
        return np.argsort((bearing - bearing[first] + 1e-9) % (2 * np.pi))

    def _fit(self, group: NDArray[np.int_], away: Array, expected: int | None, thorough: bool) -> Grid:
        axis = mean_axis(self._angles[group])
        inward = bool(np.cos(axis) * away[0] + np.sin(axis) * away[1] > 0)
        key = group.tobytes(), inward, expected if thorough else None, thorough
        if key not in self._fits:
            self._fits[key] = fit_grid(group, self._centres, self._angles, away, expected, thorough)
        return self._fits[key]

    def _counts(self, grids: Sequence[Grid]) -> float:
        if self._sizes is not None:
            return _WRONG_COUNT * sum(abs(g.found - n) for g, n in zip(grids, self._sizes, strict=True))
        found = [len(grid.cards) for grid in grids]
        holes = sum(len(grid.cards) - grid.found for grid in grids)
        too_many = sum(max(0, n - 10) for n in found)
        return _UNEQUAL * (max(found) - min(found)) + _WRONG_COUNT * (holes + too_many)

    def _places(self, grids: Sequence[Grid], middles: Array, table: Array, stock: int | None) -> float:
        """Players sit around the middle, look at it, and the stock is near it."""
        cost = 0.0
        away = middles - table
        distance = np.maximum(np.linalg.norm(away, axis=1), 1.0)
        for grid, step, far in zip(grids, away, distance, strict=True):
            cost += 0.5 * (max(0.0, _NEAREST_SEAT - far) / 25) ** 2
            askew = np.degrees(np.arccos(np.clip(grid.outward @ step / far, -1, 1)))
            cost += 0.5 * (max(0.0, askew - 35) / 15) ** 2
        if stock is None:
            cost += _NO_STOCK
        else:
            cost += 0.5 * float((((self._centres[stock] - table) / _STOCK_OFF) ** 2).sum())
        if len(self._expected):
            shift = (middles - self._expected[:-1]) / _MOVED_SEAT
            cost += 0.5 * float((shift**2).sum())
        return cost
