"""The discard pile out of sight: for how long, from when, and over whose cards the hands came."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from companion.evidence import Run
from companion.observation import Sight, TableView
from companion.referee_config import RefereeConfig

_MOST_SPANS = 200
"""Times the pile was out of sight that are kept in mind."""

_HAND_SHARE = 1 / 3
"""A hand that lays a card comes over the layout beside it for most of the way; a slot that a camera loses for a
single view is out of sight for less than this part of it."""


_COMING_TO_SIGHT_S = 0.5
"""A card laid is read so soon after the hand is gone."""


@dataclass(slots=True)
class _Span:
    """Views in a row without the pile.

    Attributes:
        first, last: times of the first and the last of them (s).
        views: how many.
        over: in how many of them some slot of a seat was out of sight, too.
        until: when the pile came to sight again (s), ∞ while it is out of sight.
        blind: for how long it was out of sight then (s).
    """

    first: float
    last: float
    views: int = 0
    over: Counter[int] = field(default_factory=Counter)
    until: float = math.inf
    blind: float = 0.0

    @property
    def is_over(self) -> bool:
        """Whether the pile has come to sight again."""
        return self.until < math.inf

    @property
    def seats(self) -> frozenset[int]:
        """The seats over whose cards the hand came."""
        return frozenset(seat for seat, views in self.over.items() if views >= _HAND_SHARE * self.views)


class PileCover:
    """What hides the discard pile.

    Attributes:
        covered_at: when it last came to sight again unchanged after a hand (s), −∞ if never.
    """

    def __init__(self, config: RefereeConfig) -> None:
        self._config = config
        self._spans: deque[_Span] = deque(maxlen=_MOST_SPANS)
        self._watched_from = -math.inf
        self.covered_at = -math.inf

    def hide(self, view: TableView) -> None:
        """Take in a view in which the pile is out of sight."""
        if not self._hidden:
            self._spans.append(_Span(view.time, view.time))
        span = self._spans[-1]
        span.last = view.time
        span.views += 1
        span.over.update(
            n for n, slots in enumerate(view.seats) if any(slot.sight is Sight.UNSEEN for slot in slots)
        )

    def show(self, time: float, blind: float, opened: bool) -> None:
        """The pile is seen again after so long (s); `opened`: it shows another card now."""
        long_enough = blind >= self._config.cover_s
        if long_enough and not self._hidden:
            # Views are far apart: what happened between two is in none.
            self._spans.append(_Span(time, time))
        if self._hidden or long_enough:
            self._spans[-1].blind, self._spans[-1].until = blind, time
        if long_enough and not opened:
            self.covered_at = time

    def by_hand_between(self, start: float, end: float) -> bool:
        """Whether between these times (s) a hand that came over somebody's cards hid the pile, however quick it was."""
        return any(
            start < span.first and span.last < end and span.views > 1 and span.seats for span in self._spans
        )

    def start_watch(self, time: float) -> None:
        """The accepted table is that of this time (s): what follows is reckoned from here."""
        self._watched_from = time

    @property
    def _hidden(self) -> bool:
        """Whether the pile is out of sight now."""
        return bool(self._spans) and not self._spans[-1].is_over

    def _watched(self) -> list[_Span]:
        return [span for span in self._spans if span.is_over and span.until > self._watched_from]

    @property
    def blind_s(self) -> float:
        """The longest the pile was out of sight since the time of the accepted table (s)."""
        return max((span.blind for span in self._watched()), default=0.0)

    @property
    def first(self) -> float | None:
        """When the pile first went out of sight for long enough since then (s); None if it did not."""
        starts = (span.until - span.blind for span in self._watched() if span.blind >= self._config.cover_s)
        return next(starts, None)

    @property
    def hands(self) -> frozenset[int]:
        """The seats whose slots were covered while a hand was over the pile since then."""
        return frozenset().union(*(span.seats for span in self._spans if span.last > self._watched_from))

    def laid_by(self, run: Run) -> frozenset[int]:
        """The seats whose slots were covered just before a discard top was first seen."""
        just_before = (span for span in self._spans if run.start - _COMING_TO_SIGHT_S <= span.until <= run.start)
        return frozenset().union(*(span.seats for span in just_before))

    def reached(self, tops: Sequence[Run]) -> tuple[frozenset[int], ...]:
        """For each discard top the seats whose slots were covered while a hand laid it there.

        A hand comes from its player's side, mostly over the own layout.
        """
        between = [(-math.inf, -math.inf), *((before.last, run.start) for before, run in pairwise(tops))]
        return tuple(
            frozenset().union(*(span.seats for span in self._spans if last < span.last < first))
            for last, first in between[: len(tops)]
        )
