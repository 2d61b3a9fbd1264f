"""What was told of a game and still holds: the evidence of rulings and the time line on the screen."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from companion.events import Event, Irregular, PhaseChanged, RoundStarted
from companion.ledger_entries import Decided, Entry, Undone, step_of

KEPT = 600
"""Entries kept: far more than a round has, which is what rulings ask for."""


@dataclass(frozen=True, slots=True)
class _Block:
    step: bool
    events: tuple[Event, ...]
    decides: bool = False


class History:
    """The events of a game without those that were taken back."""

    def __init__(self) -> None:
        self._blocks: deque[_Block] = deque(maxlen=KEPT)
        self.events: tuple[Event, ...] = ()
        """Oldest first."""
        self.irregular: Irregular | None = None
        """What goes against a rule in this round and is not decided yet."""
        self.steps_to_irregular = 0
        """So many steps an undo has to take back for it not to have happened."""

    def add(self, *entries: Entry) -> None:
        """Take in entries in their order."""
        for entry in entries:
            if isinstance(entry, Undone):
                self._take_back(entry.count)
            told = tuple(event for event in entry.events if not isinstance(event, PhaseChanged))
            decides = isinstance(entry, Decided)
            if told or decides or step_of(entry) == 1:
                self._blocks.append(_Block(step_of(entry) == 1, told, decides))
        self.events = tuple(event for block in self._blocks for event in block.events)
        self._look_for_irregular()

    def _take_back(self, count: int) -> None:
        while count and self._blocks:
            count -= self._blocks.pop().step

    def steps_to(self, irregular: Irregular) -> int | None:
        """How many steps an undo has to take back for this not to have happened; None where it is decided or gone."""
        return next((steps for event, steps in self._undecided() if event == irregular), None)

    def _look_for_irregular(self) -> None:
        self.irregular, self.steps_to_irregular = next(self._undecided(), (None, 0))

    def _undecided(self) -> Iterator[tuple[Irregular, int]]:
        """What goes against a rule in this round and is not decided, latest first, with the steps that lie after it."""
        steps = 0
        for block in reversed(self._blocks):
            steps += block.step
            if block.decides:
                return
            for event in reversed(block.events):
                if isinstance(event, Irregular):
                    yield event, steps
                if isinstance(event, RoundStarted):
                    return
