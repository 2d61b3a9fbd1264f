"""Play that breaks a rule: recorded with its kind and rule, never refused."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.cards import Card


class Kind(StrEnum):
    """The kinds of irregular play; `rules` are the numbers each may go against."""

    OUT_OF_TURN = "out_of_turn"
    WRONG_SLOT = "wrong_slot"
    ON_FACE_UP = "on_face_up"
    WILD_MOVED = "wild_moved"
    PLAYABLE_DISCARDED = "playable_discarded"
    NO_DISCARD = "no_discard"
    DEEPER_DISCARD = "deeper_discard"
    FIRST_FROM_DISCARD = "first_from_discard"
    WRONG_DEAL = "wrong_deal"
    PLAYED_AFTER_WIN = "played_after_win"
    TURNED_DOWN = "turned_down"
    IMPOSSIBLE_COPY = "impossible_copy"

    @property
    def rules(self) -> tuple[str, ...]:
        return _RULES[self]


_RULES = {
    Kind.OUT_OF_TURN: ("R3", "R12"),
    Kind.WRONG_SLOT: ("R9",),
    Kind.ON_FACE_UP: ("R9", "R10"),
    Kind.WILD_MOVED: ("R18",),
    Kind.PLAYABLE_DISCARDED: ("R9", "R12"),
    Kind.NO_DISCARD: ("R12",),
    Kind.DEEPER_DISCARD: ("R8",),
    Kind.FIRST_FROM_DISCARD: ("R8",),
    Kind.WRONG_DEAL: ("R5", "R15"),
    Kind.PLAYED_AFTER_WIN: ("R14",),
    Kind.TURNED_DOWN: ("R9",),
    Kind.IMPOSSIBLE_COPY: ("H9",),
}


@dataclass(frozen=True, slots=True)
class Irregularity:
    """One irregular happening.

    Attributes:
        kind: what it was.
        seat: whose; None where it belongs to no seat (a card seen too often).
        cards: the cards it was done with, as far as known.
        rule: the number it goes against, one of `kind.rules`.
    """

    kind: Kind
    seat: int | None
    cards: tuple[Card, ...]
    rule: str

    def __post_init__(self) -> None:
        if self.rule not in self.kind.rules:
            raise ValueError(f"{self.kind} goes against {' or '.join(self.kind.rules)}, not {self.rule}")
