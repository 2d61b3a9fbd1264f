"""House rules (H1–H9), the presets, and what they make of a deck (R1, R2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from companion.cards import DECK_52, JOKER, Card, Rank

MIN_PLAYERS, MAX_PLAYERS = 2, 6
LARGEST_LAYOUT = 10
MAX_DECKS = 3
TWO_TABLES_FROM = 5


class RulesError(ValueError):
    """House rules that contradict themselves, or a table they cannot serve; `rule` is the number."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{message} ({rule})")
        self.rule = rule


class WildRanks(StrEnum):
    """Which ranks are wild (H1); the court cards that are not are trash."""

    JACKS = "jacks"
    KINGS = "kings"
    FACES = "faces"

    @property
    def ranks(self) -> tuple[Rank, ...]:
        return _WILD_RANKS[self]


_WILD_RANKS = {
    WildRanks.JACKS: (Rank.JACK,),
    WildRanks.KINGS: (Rank.KING,),
    WildRanks.FACES: (Rank.JACK, Rank.QUEEN, Rank.KING),
}


class NextDealer(StrEnum):
    """Who deals the next round (H7)."""

    LEFT = "left"
    WINNER = "winner"
    LOSER = "loser"
    FIXED = "fixed"


def home_slot(card: Card) -> int | None:
    """The number of the slot an ace to ten belongs to (R9); None for every other card."""
    if card.rank is None or card.rank > LARGEST_LAYOUT:
        return None
    return card.rank.value


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What the table agreed before the deal; the default is the plain game.

    Attributes:
        wild: the wild ranks (H1).
        jokers: two jokers a deck, wild (H2).
        call_trash: whoever completes a layout must call "Trash!" (H3).
        last_round_bonus: losers are ranked by face-down slots left (H4).
        start_size: slots of the first layout, 1–10 (H5).
        finish_size: the game ends when a next layout would be this small (H6); None plays to the end (R16).
        next_dealer: who deals the next round (H7).
        winner_starts: the winner of a round starts the next, not the dealer's left (H7).
        last_turn: the others play one more turn after a layout is completed (H8).
        decks: decks shuffled together, 1–3 (H9); None is the default of R2.

    Raises RulesError where a number is out of its range.
    """

    wild: WildRanks = WildRanks.JACKS
    jokers: bool = False
    call_trash: bool = False
    last_round_bonus: bool = False
    start_size: int = LARGEST_LAYOUT
    finish_size: int | None = None
    next_dealer: NextDealer = NextDealer.LEFT
    winner_starts: bool = False
    last_turn: bool = False
    decks: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.start_size <= LARGEST_LAYOUT:
            raise RulesError("H5", f"start_size: 1 to {LARGEST_LAYOUT} was expected, not {self.start_size}")
        if self.finish_size is not None and not 1 <= self.finish_size <= LARGEST_LAYOUT:
            raise RulesError("H6", f"finish_size: 1 to {LARGEST_LAYOUT} was expected, not {self.finish_size}")
        if self.decks is not None and not 1 <= self.decks <= MAX_DECKS:
            raise RulesError("H9", f"decks: 1 to {MAX_DECKS} was expected, not {self.decks}")

    def is_wild(self, card: Card) -> bool:
        """Whether the card is known to be wild (R10, H1, H2)."""
        return card.is_joker or card.rank in self.wild.ranks

    def is_trash(self, card: Card) -> bool:
        """Whether the card is known to fit no slot at all (R12, H1)."""
        return card.is_known and home_slot(card) is None and not self.is_wild(card)

    def deck_count(self, players: int) -> int:
        """Decks for so many players (R2, H9); raises RulesError where R1 refuses the table."""
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise RulesError("R1", f"{MIN_PLAYERS} to {MAX_PLAYERS} players were expected, not {players}")
        count = self.decks or (1 if players == 2 else 2)
        if count == 1 and players >= TWO_TABLES_FROM:
            raise RulesError("R1", f"one deck is not enough for {players} players")
        return count

    def deck(self, players: int) -> tuple[Card, ...]:
        """All the cards of the game, in order."""
        one = DECK_52 + ((JOKER, JOKER) if self.jokers else ())
        return one * self.deck_count(players)

    def advises_two_tables(self, players: int) -> bool:
        """Whether so many players had better divide into two tables (R1)."""
        return players >= TWO_TABLES_FROM

    def to_json(self) -> dict[str, Any]:
        """Only what differs from the plain game, under the names of the attributes."""
        return {
            f.name: value.value if isinstance(value, StrEnum) else value
            for f in fields(self)
            if (value := getattr(self, f.name)) != f.default
        }

    @classmethod
    def from_json(cls, settings: Any) -> HouseRules:
        """Read `to_json`'s form; raises ValueError naming the setting that is wrong."""
        if not isinstance(settings, Mapping):
            raise ValueError("house rules are an object")
        known = {f.name: f.default for f in fields(cls)}
        values: dict[str, Any] = {}
        for name, value in settings.items():
            if name not in known:
                raise ValueError(f"no such house rule: {name!r} (known: {', '.join(known)})")
            values[name] = _setting(name, known[name], value)
        return cls(**values)


def _setting(name: str, default: object, value: object) -> object:
    if isinstance(default, StrEnum):
        try:
            return type(default)(str(value))
        except ValueError:
            choices = ", ".join(choice.value for choice in type(default))
            raise ValueError(f"{name}: one of {choices} was expected, not {value!r}") from None
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise ValueError(f"{name}: true or false was expected, not {value!r}")
        return value
    if value is None and default is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{name}: a whole number was expected, not {value!r}")
    return value


PRESETS: Mapping[str, HouseRules] = {
    "standard": HouseRules(),
    "kings": HouseRules(wild=WildRanks.KINGS),
    "faces": HouseRules(wild=WildRanks.FACES),
    "jokers": HouseRules(jokers=True),
    "quick": HouseRules(start_size=5),
    "family": HouseRules(last_turn=True),
}
