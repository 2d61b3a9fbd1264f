"""The discard pile out of sight: for how long, from when, and over whose cards the hands came."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from itertools import pairwise

from companion.evidence import Run
from companion.observation import Sight, TableView
from companion.referee_config import RefereeConfig

_MOST_VIEWS = 200
"""Views of the pile, and views without it, that are kept in mind."""


class PileCover:
    """What hides the discard pile.

    Attributes:
        covered_at: when it last came to sight again unchanged after a hand (s), −∞ if never.
    """

    def __init__(self, config: RefereeConfig) -> None:
        self._config = config
        self._gaps: deque[tuple[float, float]] = deque(maxlen=_MOST_VIEWS)
        self._hands: deque[tuple[float, frozenset[int]]] = deque(maxlen=_MOST_VIEWS)
        self._watched_from = -math.inf
        self.covered_at = -math.inf

    def hide(self, view: TableView) -> None:
        """Take in a view in which the pile is out of sight."""
        over = (n for n, slots in enumerate(view.seats) if any(slot.sight is Sight.UNSEEN for slot in slots))
        self._hands.append((view.time, frozenset(over)))

    def show(self, time: float, blind: float, opened: bool) -> None:
        """The pile is seen again after so long (s); `opened`: it shows another card now."""
        self._gaps.append((time, blind))
        if blind >= self._config.cover_s and not opened:
            self.covered_at = time

    def start_watch(self, time: float) -> None:
        """The accepted table is that of this time (s): what follows is reckoned from here."""
        self._watched_from = time

    @property
    def blind_s(self) -> float:
        """The longest the pile was out of sight since the time of the accepted table (s)."""
        return max((blind for until, blind in self._gaps if until > self._watched_from), default=0.0)

    @property
    def first(self) -> float | None:
        """When the pile first went out of sight for long enough since then (s); None if it did not."""
        spans = ((until - blind, blind) for until, blind in self._gaps if until > self._watched_from)
        return next((start for start, blind in spans if blind >= self._config.cover_s), None)

    @property
    def hands(self) -> frozenset[int]:
        """The seats whose slots were covered while a hand was over the pile since then."""
        return frozenset(seat for time, seats in self._hands if time > self._watched_from for seat in seats)

    def reached(self, tops: Sequence[Run]) -> tuple[frozenset[int], ...]:
        """For each discard top the seats whose slots were covered while a hand laid it there.

        A hand comes from its player's side, mostly over the own layout.
        """
        spans = [(-math.inf, -math.inf), *((before.last, run.start) for before, run in pairwise(tops))]
        return tuple(
            frozenset(seat for time, seats in self._hands if last < time < first for seat in seats)
            for last, first in spans[: len(tops)]
        )
