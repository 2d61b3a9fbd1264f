"""Playing cards and their text form."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Suit(StrEnum):
    """The four French suits; the value is the letter of the text form."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        return {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[self.value]


class Rank(IntEnum):
    """Ace to king; the value of an ace to ten is the slot it belongs to (R9)."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        return _RANK_LETTERS.get(self.value, str(self.value))


_RANK_LETTERS = {1: "A", 11: "J", 12: "Q", 13: "K"}
_RANKS_BY_LETTER = {_RANK_LETTERS.get(rank, str(rank)): Rank(rank) for rank in range(1, 14)}


@dataclass(frozen=True, slots=True)
class Card:
    """One card: a rank with a suit, a joker, or a card nobody has seen yet.

    Text forms are ``"10H"``, ``"JOKER"`` and ``"??"``; `parse` reads them back.
    Build the special ones from the module's `JOKER` and `UNKNOWN`.
    """

    rank: Rank | None = None
    suit: Suit | None = None
    is_joker: bool = False

    def __post_init__(self) -> None:
        if (self.rank is None) != (self.suit is None):
            raise ValueError("a card has both a rank and a suit, or neither")
        if self.is_joker and self.rank is not None:
            raise ValueError("a joker has no rank")

    @property
    def is_known(self) -> bool:
        return self.is_joker or self.rank is not None

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card's text form; raises ValueError naming the text when it is none."""
        text = text.strip().upper()
        if text == "JOKER":
            return JOKER
        if text == "??":
            return UNKNOWN
        rank = _RANKS_BY_LETTER.get(text[:-1])
        if rank is None or text[-1] not in "CDHS":
            raise ValueError(f"not a card: {text!r} (expected a form such as 10H, QS, JOKER or ??)")
        return cls(rank, Suit(text[-1]))

    def __str__(self) -> str:
        if self.is_joker:
            return "JOKER"
        if self.rank is None or self.suit is None:
            return "??"
        return f"{self.rank.letter}{self.suit.value}"

    @property
    def symbol(self) -> str:
        """How a person writes the card: ``10♥``."""
        if self.rank is None or self.suit is None:
            return str(self)
        return f"{self.rank.letter}{self.suit.symbol}"


JOKER = Card(is_joker=True)
UNKNOWN = Card()

DECK_52: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
