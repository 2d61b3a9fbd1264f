"""Moves: everything that changes a table, as frozen values.

Seats are indices; slots are numbered 1…N. A card that nobody has seen is UNKNOWN: a stock card taken unseen,
a card in hand that came from a face-down slot. Naming it when it lands (`Place(seat, card, slot)`) reveals
what the hand held.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.cards import UNKNOWN, Card
from companion.table import Slot


@dataclass(frozen=True, slots=True)
class Deal:
    """Shuffle and deal a round (R5). `cards`, one tuple a seat, is known only to a simulation."""

    dealer: int
    starter: int
    sizes: tuple[int, ...]
    cards: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class TakeStock:
    """Take the top card of the stock (R8)."""

    seat: int
    card: Card = UNKNOWN


@dataclass(frozen=True, slots=True)
class TakeDiscard:
    """Take a card of the discard pile: the top (R8), or `depth` cards below it, which is irregular."""

    seat: int
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Lay the card in hand on a face-down slot; the card that lay there comes to hand (R9, R10)."""

    seat: int
    card: Card
    slot: int


@dataclass(frozen=True, slots=True)
class TakeWild:
    """Lay a natural on its slot where a wild lies; the wild comes to hand (R11)."""

    seat: int
    card: Card
    slot: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay the card in hand on the discard pile: the turn ends (R12); after a win it is laid aside (R14)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """Shuffle the discard pile but its top card into a new stock (R13)."""


@dataclass(frozen=True, slots=True)
class VoidRound:
    """No card is left to take: the round is void and dealt again (R13)."""


@dataclass(frozen=True, slots=True)
class ForgotCall:
    """Seat `by` objects that `seat` completed without calling: a penalty card from the stock (H3)."""

    seat: int
    by: int
    card: Card = UNKNOWN


@dataclass(frozen=True, slots=True)
class MoveWild:
    """Carry a wild from one slot to another; always irregular (R18)."""

    seat: int
    source: int
    slot: int


@dataclass(frozen=True, slots=True)
class TurnDown:
    """Turn a face-up slot face down again; always irregular (R9)."""

    seat: int
    slot: int


@dataclass(frozen=True, slots=True)
class CorrectSlot:
    """The table says what really lies on a slot."""

    seat: int
    slot: int
    content: Slot


@dataclass(frozen=True, slots=True)
class CorrectDiscard:
    """The table says which card tops the discard pile; None: there is no pile."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class CorrectTurn:
    """The table says whose turn it is; that player has yet to take a card."""

    seat: int


Take: TypeAlias = TakeStock | TakeDiscard
Irregular: TypeAlias = MoveWild | TurnDown
Correction: TypeAlias = CorrectSlot | CorrectDiscard | CorrectTurn
InRound: TypeAlias = (
    Take | Place | TakeWild | Discard | Reshuffle | VoidRound | ForgotCall | Irregular | Correction
)
Move: TypeAlias = Deal | InRound
