"""What is told about a game, as values and as the JSON lines of `watch`, `referee` and `film`.

One event is one line, `{"t": seconds, "event": name, …}`; players go by name, cards by text form, slots by
number. `event_to_json` and `event_from_json` are inverse to each other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal, TypeAlias

from companion.cards import Card
from companion.irregularities import Kind
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


def _expected(what: str, value: Any) -> ValueError:
    return ValueError(f"{what} was expected, not {value!r}")


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise _expected("a number", value)
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _expected("a whole number", value)
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _expected("a text", value)
    return value


def _optional_text(value: Any) -> str | None:
    return None if value is None else _text(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _expected("true or false", value)
    return value


def _card(value: Any) -> Card:
    return Card.parse(_text(value))


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise _expected("a list", value)
    return value


def _source(value: Any) -> Source:
    if value == "stock":
        return "stock"
    if value == "discard":
        return "discard"
    raise _expected("stock or discard", value)


def _player_state(value: Any) -> PlayerState:
    if not isinstance(value, Mapping):
        raise _expected("an object", value)
    return PlayerState(
        _text(value.get("name")),
        _whole(value.get("size")),
        _whole(value.get("rounds_won")),
        tuple(_text(slot) for slot in _list(value.get("slots"))),
    )


_READERS: dict[str, Any] = {
    "t": _number,
    "sizes": lambda value: tuple(_whole(size) for size in _list(value)),
    "next_sizes": lambda value: tuple(_whole(size) for size in _list(value)),
    "dealer": _text,
    "starter": _text,
    "player": _text,
    "source": _source,
    "card": _card,
    "cards": lambda value: tuple(_card(card) for card in _list(value)),
    "slot": _whole,
    "kind": lambda value: Kind(_text(value)),
    "rule": _text,
    "phase": lambda value: Phase(_text(value)),
    "turn": _optional_text,
    "players": lambda value: tuple(_player_state(player) for player in _list(value)),
    "discard": lambda value: None if value is None else _card(value),
    "stock": _flag,
}
