"""Whose turn it is, and why: the happening that led to it and the rule it follows from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.events import (
    Discarded,
    Event,
    GameWon,
    Irregular,
    PhaseChanged,
    RoundStarted,
    RoundWon,
    StateEvent,
    Turn,
)


class Cause(StrEnum):
    """Why the table stands as it does."""

    NOTHING_YET = "nothing yet"
    DEALT = "dealt"
    DISCARDED = "discarded"
    PASSED_ON = "passed on"
    ROUND_WON = "round won"
    GAME_WON = "game won"


RULES: dict[Cause, tuple[str, ...]] = {
    Cause.NOTHING_YET: ("R5",),
    Cause.DEALT: ("R4",),
    Cause.DISCARDED: ("R12", "R3"),
    Cause.PASSED_ON: ("R3",),
    Cause.ROUND_WON: ("R14", "R15"),
    Cause.GAME_WON: ("R16",),
}
"""The rules each cause follows from."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to "whose turn is it?".

    Attributes:
        cause: what decided it.
        evidence: the happening itself, None where nothing has happened.
    """

    cause: Cause
    evidence: Event | None = None

    @property
    def rules(self) -> tuple[str, ...]:
        return RULES[self.cause]


def whose_turn(history: tuple[Event, ...]) -> Ruling:
    """What in the history, oldest first, decided whose turn it is."""
    told = [event for event in history if not isinstance(event, (PhaseChanged, StateEvent, Irregular))]
    for place in range(len(told) - 1, -1, -1):
        event = told[place]
        if isinstance(event, GameWon):
            return Ruling(Cause.GAME_WON, event)
        if isinstance(event, RoundWon):
            return Ruling(Cause.ROUND_WON, event)
        if isinstance(event, RoundStarted):
            return Ruling(Cause.DEALT, event)
        if isinstance(event, Turn):
            before = told[place - 1] if place else None
            if isinstance(before, Discarded):
                return Ruling(Cause.DISCARDED, before)
            if isinstance(before, RoundStarted):
                return Ruling(Cause.DEALT, before)
            return Ruling(Cause.PASSED_ON, event)
    return Ruling(Cause.NOTHING_YET)
