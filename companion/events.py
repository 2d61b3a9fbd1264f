"""What is told about a game, as values and as the JSON lines of `watch`, `referee` and `film`.

One event is one line, `{"t": seconds, "event": name, …}`; players go by name, cards by text form, slots by
number. `event_to_json` and `event_from_json` are inverse to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal, TypeAlias

from companion.cards import Card
from companion.irregularities import Kind
from companion.json_fields import (
    read_card,
    read_cards,
    read_flag,
    read_list,
    read_number,
    read_text,
    read_whole,
    read_wholes,
)
from companion.observation import Phase

Source: TypeAlias = Literal["stock", "discard"]


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round was dealt: layout sizes in seat order, who dealt, who starts."""

    name: ClassVar[str] = "round_started"
    t: float
    sizes: tuple[int, ...]
    dealer: str
    starter: str


@dataclass(frozen=True, slots=True)
class Turn:
    """This player is on turn now."""

    name: ClassVar[str] = "turn"
    t: float
    player: str


@dataclass(frozen=True, slots=True)
class Drew:
    """The player took a card from the stock or the discard pile."""

    name: ClassVar[str] = "drew"
    t: float
    player: str
    source: Source


@dataclass(frozen=True, slots=True)
class Placed:
    """A card was laid on a face-down slot."""

    name: ClassVar[str] = "placed"
    t: float
    player: str
    card: Card
    slot: int


@dataclass(frozen=True, slots=True)
class TookWild:
    """A natural card was laid on its slot in place of a wild."""

    name: ClassVar[str] = "took_wild"
    t: float
    player: str
    card: Card
    slot: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was laid on the discard pile: the turn is over."""

    name: ClassVar[str] = "discarded"
    t: float
    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discard pile became the stock."""

    name: ClassVar[str] = "reshuffled"
    t: float


@dataclass(frozen=True, slots=True)
class Irregular:
    """Something went against a rule; player is None where it is nobody's."""

    name: ClassVar[str] = "irregular"
    t: float
    player: str | None
    kind: Kind
    rule: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundWon:
    """A player won the round; layout sizes of the next deal in seat order."""

    name: ClassVar[str] = "round_won"
    t: float
    player: str
    next_sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameWon:
    """A player won the game."""

    name: ClassVar[str] = "game_won"
    t: float
    player: str


@dataclass(frozen=True, slots=True)
class PhaseChanged:
    """What can be said about the picture as a whole has changed."""

    name: ClassVar[str] = "phase"
    t: float
    phase: Phase


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player in a `StateEvent`: slots are "back", "empty", "unseen" or a card's text form."""

    name: str
    size: int
    rounds_won: int
    slots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StateEvent:
    """The table at the end: turn is None when nobody is on turn, discard None when there is no pile."""

    name: ClassVar[str] = "state"
    t: float
    turn: str | None
    players: tuple[PlayerState, ...]
    discard: Card | None
    stock: bool


Event: TypeAlias = (
    RoundStarted
    | Turn
    | Drew
    | Placed
    | TookWild
    | Discarded
    | Reshuffled
    | Irregular
    | RoundWon
    | GameWon
    | PhaseChanged
    | StateEvent
)

_EVENTS: dict[str, type[Event]] = {
    kind.name: kind
    for kind in (
        RoundStarted,
        Turn,
        Drew,
        Placed,
        TookWild,
        Discarded,
        Reshuffled,
        Irregular,
        RoundWon,
        GameWon,
        PhaseChanged,
        StateEvent,
    )
}
_JSON_NAMES = {"source": "from"}


def event_to_json(event: Event) -> dict[str, Any]:
    """The event's line, its keys in the order of the contract."""
    line: dict[str, Any] = {"t": event.t, "event": event.name}
    for field in fields(event)[1:]:
        line[_JSON_NAMES.get(field.name, field.name)] = _to_json(getattr(event, field.name))
    return line


def event_from_json(line: Any) -> Event:
    """Read an event's line; raises ValueError naming the field that is wrong."""
    if not isinstance(line, Mapping):
        raise ValueError("an event is an object")
    kind = _EVENTS.get(str(line.get("event")))
    if kind is None:
        raise ValueError(f"event: unknown {line.get('event')!r}")
    values: dict[str, Any] = {}
    for field in fields(kind):
        key = _JSON_NAMES.get(field.name, field.name)
        if key not in line:
            raise ValueError(f"{kind.name}: {key} is missing")
        # Nobody's irregularity (a card seen too often) is the one event without a player.
        reader = _optional_text if kind is Irregular and key == "player" else _READERS[field.name]
        try:
            values[field.name] = reader(line[key])
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
    return kind(**values)


def _to_json(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, PlayerState):
        return {f.name: _to_json(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [_to_json(item) for item in value]
    return value.value if isinstance(value, (Kind, Phase)) else value


def _optional_text(value: Any) -> str | None:
    return None if value is None else read_text(value)


def _optional_card(value: Any) -> Card | None:
    return None if value is None else read_card(value)


def _source(value: Any) -> Source:
    if value == "stock":
        return "stock"
    if value == "discard":
        return "discard"
    raise ValueError(f"stock or discard was expected, not {value!r}")


def _players(value: Any) -> tuple[PlayerState, ...]:
    return tuple(_player_state(player) for player in read_list(value))


def _player_state(value: Any) -> PlayerState:
    if not isinstance(value, Mapping):
        raise ValueError(f"an object was expected, not {value!r}")
    return PlayerState(
        read_text(value.get("name")),
        read_whole(value.get("size")),
        read_whole(value.get("rounds_won")),
        tuple(read_text(slot) for slot in read_list(value.get("slots"))),
    )


_READERS: dict[str, Callable[[Any], object]] = {
    "t": read_number,
    "sizes": read_wholes,
    "next_sizes": read_wholes,
    "dealer": read_text,
    "starter": read_text,
    "player": read_text,
    "source": _source,
    "card": read_card,
    "cards": read_cards,
    "slot": read_whole,
    "kind": lambda value: Kind(read_text(value)),
    "rule": read_text,
    "phase": lambda value: Phase(read_text(value)),
    "turn": _optional_text,
    "players": _players,
    "discard": _optional_card,
    "stock": read_flag,
}
