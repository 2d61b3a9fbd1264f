"""Figures of a game that is over, from its ledger."""

from __future__ import annotations

from dataclasses import dataclass

from companion.events import Discarded, Placed, RoundWon, TookWild
from companion.ledger_entries import Recorded
from companion.timeline import Timeline

BREAK = 600.0
"""Seconds without an entry after which nobody was playing: such a time counts for no length."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What was played: turns that ended with a discard or a win, the most cards laid in one turn and by whom,
    the time at the table in seconds."""

    turns: int
    longest: int
    longest_by: str
    seconds: float


def figures(timeline: Timeline) -> Figures:
    """The figures of what stands."""
    turns, laid, longest, longest_by = 0, 0, 0, ""
    seconds, last = 0.0, None
    for index in timeline.steps:
        entry = timeline.entry(index)
        assert isinstance(entry, Recorded)
        if last is not None and 0 < entry.time - last < BREAK:
            seconds += entry.time - last
        last = entry.time
        for event in entry.events:
            if isinstance(event, (Placed, TookWild)):
                laid += 1
                if laid > longest:
                    longest, longest_by = laid, event.player
            elif isinstance(event, (Discarded, RoundWon)):
                turns += 1
                laid = 0
    return Figures(turns, longest, longest_by, seconds)
