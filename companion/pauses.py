"""Pauses between changes on the table: was there time for a turn that left nothing to see?"""

from __future__ import annotations

import math
from collections import deque
from statistics import median

from companion.referee_config import RefereeConfig
from companion.sights import Sights

_LONGER = 1.7
"""In a trace of settled tables, one a step, a step without a change makes a pause of two steps."""


class Pauses:
    """The pauses between the changes of the last turns."""

    def __init__(self, config: RefereeConfig, players: int) -> None:
        self._config = config
        self._gaps: deque[float] = deque(maxlen=3 * players)
        self._ends: deque[float] = deque([-math.inf], maxlen=players)
        self._last = -math.inf

    def note(self, time: float, ends_turn: bool) -> None:
        """A change was accepted that was first seen at this time (s)."""
        gap = time - self._last
        if 0 < gap < math.inf:
            self._gaps.append(gap)
        self._last = max(self._last, time)
        if ends_turn:
            self._ends.append(time)

    def before(self, time: float, sights: Sights) -> tuple[bool, bool]:
        """Whether a turn may have gone unseen just before a change at this time, and at all lately."""
        gap = time - self._last
        if sights.sparse:
            least = (
                max(self._config.turn_s, _LONGER * median(self._gaps)) if self._gaps else self._config.turn_s
            )
            return gap >= least, max(gap, *self._gaps, -math.inf) >= least
        just_now = gap >= self._config.turn_s and sights.cover.blind_s >= self._config.cover_s
        return just_now, just_now or sights.cover.covered_at > self._ends[0]
