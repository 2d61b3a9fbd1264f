"""A puzzle as a question: whether it is still the same, and when its answers were first seen."""

from __future__ import annotations

from collections.abc import Sequence

from companion.evidence import Run
from companion.puzzle import Change, Puzzle, Step


def new_runs(changes: Sequence[Change], tops: Sequence[Run]) -> list[Run]:
    return [change.run for change in changes] + list(tops[1:])


def question(puzzle: Puzzle) -> object:
    """Equal for puzzles with the same answers: the search is repeated only when the evidence has changed."""
    return (
        id(puzzle.state),
        tuple((c.seat, c.slot, id(c.run), _weight(c.run)) for c in puzzle.changes),
        tuple((id(run), _weight(run)) for run in puzzle.tops[1:]),
        round(puzzle.blind_s),
        puzzle.paused,
        puzzle.paused_lately,
        puzzle.hidden_since,
        puzzle.shuffled,
        puzzle.out_of_sight,
    )


def _weight(run: Run) -> object:
    return min(run.views, 3), run.best, round(10 * run.probability(run.best))


def first_seen(steps: Sequence[Step], puzzle: Puzzle, now: float) -> list[float]:
    """When each step was seen first; a step not seen itself has the time of the one that shows it."""
    times: list[float] = []
    upcoming = now
    for step in reversed(steps):
        if runs := puzzle.runs_of(step):
            upcoming = max(run.start for run in runs)
        times.append(upcoming)
    return times[::-1]
