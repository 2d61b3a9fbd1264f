"""What the referee has accepted so far: the table, its doubts, the moves for a ledger, and the way back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.announce import announce, announce_irregularity
from companion.cards import Card
from companion.effects import perform
from companion.events import Event, Placed
from companion.moves import CorrectSlot, Discard, Move, Place
from companion.puzzle import Puzzle, Step
from companion.table import GameState

_UNDO_DEPTH = 2000


@dataclass(frozen=True, slots=True)
class _Past:
    """What undo returns to."""

    state: GameState
    ended: tuple[float, ...]
    doubtful: frozenset[Card]


class Accepted:
    """The accepted table and what is known about it.

    Attributes:
        state: the table.
        ended: by seat, when its latest turn of the round was first seen to have ended (s).
        doubtful: cards accepted on a reading less probable than `sure`: they prove no impossible copy.
    """

    def __init__(self, state: GameState, sure: float) -> None:
        self.state = state
        self.ended = (-math.inf,) * len(state.seats)
        self.doubtful: frozenset[Card] = frozenset()
        self._sure = sure
        self._past: list[_Past] = []
        self._moves: list[Move] = []

    @property
    def latest_past(self) -> GameState | None:
        """The table that one undo returns to."""
        return self._past[-1].state if self._past else None

    def remember(self) -> None:
        """The present table is one to which undo returns."""
        self._past.append(_Past(self.state, self.ended, self.doubtful))
        del self._past[:-_UNDO_DEPTH]

    def make(self, move: Move) -> None:
        """A move that is certain."""
        self.go_on(perform(self.state, move), move)

    def make_known(self, time: float, *moves: Move) -> list[Event]:
        """Moves that are certain; returns what is told of them."""
        events: list[Event] = []
        for move in moves:
            before = self.state
            self.make(move)
            events += announce(before, move, self.state, time)
        return events

    def go_on(self, state: GameState, *moves: Move) -> None:
        """These moves have led to this table."""
        self.state = state
        self._moves += moves

    def begin_round(self) -> None:
        self.ended = (-math.inf,) * len(self.ended)
        self.doubtful = frozenset()

    def end_turn(self, seat: int, time: float) -> None:
        ended = list(self.ended)
        ended[seat] = time
        self.ended = tuple(ended)

    def tell(self, steps: Sequence[tuple[Step, float]]) -> list[Event]:
        """Accept the steps of an explanation, each with its time (s); returns what is told of them."""
        events: list[Event] = []
        for n, (step, time) in enumerate(steps):
            for fault in step.irregularities:
                cards = fault.cards or _landing_cards(steps[n:])
                events.append(announce_irregularity(step.before, replace(fault, cards=cards), time))
            if step.move is None:
                continue
            if step.late and isinstance(step.move, CorrectSlot):
                name = step.before.seats[step.move.seat].name
                events.append(Placed(time, name, step.move.content.card, step.move.slot))
            events += announce(step.before, step.move, step.after, time)
            self.go_on(step.after, step.move)
        return events

    def doubt(self, step: Step, puzzle: Puzzle) -> None:
        """Remember the card of a step whose reading is unsure."""
        card = getattr(step.move, "card", None)
        if not isinstance(card, Card) or not card.is_known:
            return
        if any(run.probability(card) < self._sure for run in puzzle.runs_of(step)):
            self.doubtful |= {card}

    def return_to(self, state: GameState) -> bool:
        """Go on from another table of this game; whether it is one that undo leads to."""
        self.state = state
        while self._past:
            past = self._past.pop()
            if past.state == state:
                self.ended, self.doubtful = past.ended, past.doubtful
                return True
        return False

    def take_moves(self) -> tuple[Move, ...]:
        """The moves accepted since this was asked last."""
        moves, self._moves = tuple(self._moves), []
        return moves


def _landing_cards(steps: Sequence[tuple[Step, float]]) -> tuple[Card, ...]:
    """The card that the first of these steps to lay one down lays there, where it is known."""
    for step, _ in steps:
        if isinstance(step.move, (Place, Discard)):
            return (step.move.card,) if step.move.card.is_known else ()
    return ()
