"""Pauses between changes on the table: was there time for a turn that left nothing to see?"""

from __future__ import annotations

import math
from collections import deque
from statistics import median

from companion.referee_config import RefereeConfig
from companion.sights import Sights

_LONGER = 1.7
"""In a trace of settled tables, one a step, a step without a change makes a pause of two steps."""

_HASTE = 0.75
"""Nobody takes a card, looks at it and lays it down in less than this part of the shortest time of the last turns, …"""

_TURNS_TO_TELL = 4
"""… once so many were seen."""


class Pauses:
    """The pauses between the changes of the last turns."""

    def __init__(self, config: RefereeConfig, players: int) -> None:
        self._config = config
        self._players = players
        self._gaps: deque[float] = deque(maxlen=3 * players)
        self._waits: deque[float] = deque(maxlen=3 * players)
        self._ends: deque[float] = deque([-math.inf], maxlen=players)
        self._last = -math.inf
        self._turn_ended = False

    def note(self, time: float, ends_turn: bool) -> None:
        """A change was accepted that was first seen at this time (s)."""
        gap = time - self._last
        if 0 < gap < math.inf:
            self._gaps.append(gap)
            if self._turn_ended:
                self._waits.append(gap)
        self._last = max(self._last, time)
        self._turn_ended = ends_turn
        if ends_turn:
            self._ends.append(time)

    def begin_round(self, time: float) -> None:
        """Cards were dealt at this time (s). How long it takes until somebody begins tells nothing of turns."""
        self._last = max(self._last, time)
        self._turn_ended = False
        self._ends.append(time)

    def before(self, time: float, sights: Sights) -> tuple[bool, bool]:
        """Whether a turn may have gone unseen just before a change at this time, and at all lately."""
        gap = time - self._last
        if sights.sparse:
            least = (
                max(self._config.turn_s, _LONGER * median(self._gaps)) if self._gaps else self._config.turn_s
            )
            return gap >= least, max(gap, *self._gaps, -math.inf) >= least
        cover = sights.cover
        # Time for the turn nobody saw, and for the next one up to the change.
        just_now = gap >= 2 * self._shortest_turn and cover.first is not None and cover.first < time
        lately = max(list(self._waits)[-self._players :], default=0.0) >= 2 * self._shortest_turn
        return just_now, just_now or (lately and cover.covered_at > self._ends[0])

    @property
    def _shortest_turn(self) -> float:
        """How long it takes at this table at the least to take a card, look at it and lay it down (s)."""
        least = self._config.turn_s
        return max(least, _HASTE * min(self._waits)) if len(self._waits) >= _TURNS_TO_TELL else least
