"""The table as values: slots, layouts, seats, the round, the game.

A `GameState` is what the companion knows at one moment. It is frozen and hashable, so a search may keep
thousands: `state.round.layouts[seat].slots[number - 1]` is a slot; the stock is a count; the discard pile is
a tuple, top card last; `state.round.hand` is the card in hand (None: no card, UNKNOWN: one not seen yet).
Face-down slots hold UNKNOWN; only a simulation, or a card turned down again, puts a known card there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from unicodedata import category

from companion.cards import UNKNOWN, Card
from companion.rules import LARGEST_LAYOUT, HouseRules


class Side(IntEnum):
    """What a slot shows."""

    EMPTY = 0
    DOWN = 1
    UP = 2


@dataclass(frozen=True, slots=True)
class Slot:
    """One place of a layout: the side it shows and the card there, UNKNOWN until it was seen."""

    side: Side
    card: Card = UNKNOWN

    def __post_init__(self) -> None:
        if self.side is Side.EMPTY and self.card.is_known:
            raise ValueError("an empty slot holds no card")

    @property
    def is_up(self) -> bool:
        return self.side is Side.UP


EMPTY_SLOT = Slot(Side.EMPTY)
FACE_DOWN = Slot(Side.DOWN)


def face_up(card: Card) -> Slot:
    """A slot showing this card (UNKNOWN: a face nobody could read)."""
    return Slot(Side.UP, card)


@dataclass(frozen=True, slots=True)
class Layout:
    """A player's slots, numbered from 1 (R5)."""

    slots: tuple[Slot, ...] = ()

    @classmethod
    def dealt(cls, size: int) -> Layout:
        """A layout of `size` face-down cards nobody has seen."""
        return cls((FACE_DOWN,) * size)

    def __len__(self) -> int:
        return len(self.slots)

    def has(self, number: int) -> bool:
        """Whether there is a slot of this number; a small layout lacks the ones above its size (R5)."""
        return 1 <= number <= len(self.slots)

    def slot(self, number: int) -> Slot:
        """The slot of this number (1…N)."""
        if not self.has(number):
            raise IndexError(f"a layout of {len(self.slots)} has no slot {number}")
        return self.slots[number - 1]

    def with_slot(self, number: int, slot: Slot) -> Layout:
        """This layout with one slot replaced."""
        return Layout((*self.slots[: number - 1], slot, *self.slots[number:]))

    def face_down(self) -> tuple[int, ...]:
        """Numbers of the face-down slots."""
        return tuple(n for n, slot in enumerate(self.slots, 1) if slot.side is Side.DOWN)

    @property
    def is_complete(self) -> bool:
        """Whether every slot is face up (R14)."""
        return bool(self.slots) and all(slot.is_up for slot in self.slots)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: name, layout size due in this round, rounds won before it (R15)."""

    name: str
    size: int
    rounds_won: int = 0


class Stage(StrEnum):
    """What the table waits for."""

    DEAL = "deal"
    """No round is on: the first deal, or a void round to deal again (R13)."""
    TAKE = "take"
    """The player on turn takes a card (R8)."""
    PLAY = "play"
    """The player on turn has a card in hand (R9–R12)."""
    ROUND_OVER = "round over"
    """A layout was completed (R14); the next deal follows."""
    GAME_OVER = "game over"
    """The game is won (R16, H6)."""


OVER = frozenset({Stage.ROUND_OVER, Stage.GAME_OVER})


@dataclass(frozen=True, slots=True)
class RoundState:
    """One round. Seats are indices in clockwise order.

    Attributes:
        number: deals so far; 0 before the first.
        dealer: who dealt it, or is to deal while the stage is DEAL.
        starter: who had the first turn.
        turn: who is on turn; after the round, who played last.
        stage: what the table waits for.
        layouts: one a seat.
        stock: cards in the stock.
        discard: the discard pile, top card last.
        hand: the card in hand of the player on turn, or None.
        turns: turns finished in this round.
        completed: seats that completed their layout, in order (more than one only under H8).
        penalised: seats that paid for a forgotten call (H3).
    """

    number: int
    dealer: int
    starter: int
    turn: int
    stage: Stage
    layouts: tuple[Layout, ...]
    stock: int = 0
    discard: tuple[Card, ...] = ()
    hand: Card | None = None
    turns: int = 0
    completed: tuple[int, ...] = ()
    penalised: tuple[int, ...] = ()

    @property
    def layout(self) -> Layout:
        """The layout of the player on turn."""
        return self.layouts[self.turn]

    @property
    def discard_top(self) -> Card | None:
        return self.discard[-1] if self.discard else None

    @property
    def is_over(self) -> bool:
        return self.stage in OVER


@dataclass(frozen=True, slots=True)
class GameState:
    """The whole game at one moment: agreed rules, seats in clockwise order, the present round."""

    rules: HouseRules
    seats: tuple[Seat, ...]
    round: RoundState

    @classmethod
    def new(
        cls,
        players: Sequence[str],
        rules: HouseRules | None = None,
        *,
        dealer: int = 0,
        sizes: Sequence[int] | None = None,
    ) -> GameState:
        """A game before its first deal.

        `sizes` takes up a game begun elsewhere; rounds won then follow from R15. Raises RulesError where the
        rules refuse the table (R1) and ValueError for bad names, sizes or dealer.
        """
        rules = rules or HouseRules()
        count = len(players)
        rules.deck_count(count)
        sizes = [rules.start_size] * count if sizes is None else list(sizes)
        for name in players:
            if not is_name(name):
                raise ValueError(f"not a player's name: {name!r}")
        if len(set(players)) != count:
            raise ValueError(f"two players have the same name: {', '.join(players)}")
        if len(sizes) != count or any(not 1 <= size <= LARGEST_LAYOUT for size in sizes):
            raise ValueError(f"sizes: a number from 1 to {LARGEST_LAYOUT} a player was expected, not {sizes}")
        if not 0 <= dealer < count:
            raise ValueError(f"dealer: seat 0 to {count - 1} was expected, not {dealer}")
        seats = tuple(
            Seat(name, size, max(0, rules.start_size - size))
            for name, size in zip(players, sizes, strict=True)
        )
        starter = (dealer + 1) % count
        return cls(rules, seats, RoundState(0, dealer, starter, starter, Stage.DEAL, (Layout(),) * count))

    @property
    def players(self) -> tuple[str, ...]:
        """Names in clockwise order."""
        return tuple(seat.name for seat in self.seats)

    def left_of(self, seat: int) -> int:
        """The next seat clockwise (R3, R4)."""
        return (seat + 1) % len(self.seats)


def is_name(name: str) -> bool:
    """Whether a player may be called so: one line without blanks around it, and nothing that steers a terminal or
    cannot be written down (half a character, as a wrongly encoded name leaves it).
    """
    refused = ("Cc", "Cs", "Zl", "Zp")
    return bool(name) and name == name.strip() and not any(category(letter) in refused for letter in name)
