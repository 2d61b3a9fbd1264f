"""What a ledger holds: the header of the game and its entries, as values and as JSON.

The state of a game is a fold over its entries: `Recorded` makes moves, `Undone` takes the latest back.
Nothing is ever edited; a correction is a move (`CorrectSlot` and its kin), an undo is an entry of its own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from companion.events import Event, event_from_json, event_to_json
from companion.json_fields import read_list, read_number, read_text, read_whole, read_wholes
from companion.move_json import move_from_json, move_to_json
from companion.moves import Move
from companion.rules import HouseRules
from companion.table import GameState
from companion.table_text import format_table, parse_table


class EntrySource(StrEnum):
    """Who says so."""

    CAMERA = "camera"
    PLAYER = "player"
    SYSTEM = "system"


class Decision(StrEnum):
    """What the table makes of the irregular play told last."""

    STANDS = "stands"
    PUT_RIGHT = "put_right"


@dataclass(frozen=True, slots=True)
class GameHeader:
    """The table a ledger is of, and when its clock began.

    Attributes:
        players: names in clockwise order.
        rules: the house rules.
        dealer: who deals first; None: not known.
        sizes: layout sizes of the first deal in seat order; None: as the rules have it.
        began: Unix time (s) of second 0 of the entries and events.
    """

    players: tuple[str, ...]
    rules: HouseRules = field(default_factory=HouseRules)
    dealer: str | None = None
    sizes: tuple[int, ...] | None = None
    began: float = 0.0

    def start(self) -> GameState:
        """The state before the first entry; raises ValueError where the header makes no table."""
        if self.dealer is not None and self.dealer not in self.players:
            raise ValueError(f"dealer: {self.dealer!r} is not one of the players {', '.join(self.players)}")
        # As the referee has it: with an unknown dealer the first player starts until play shows another.
        seat = len(self.players) - 1 if self.dealer is None else self.players.index(self.dealer)
        return GameState.new(self.players, self.rules, dealer=seat, sizes=self.sizes)

    def to_json(self) -> dict[str, Any]:
        """The header as an object; `from_json` reads it back to the same value."""
        return {
            "players": list(self.players),
            "rules": self.rules.to_json(),
            "dealer": self.dealer,
            "sizes": None if self.sizes is None else list(self.sizes),
            "began": self.began,
        }

    @classmethod
    def from_json(cls, value: Any) -> GameHeader:
        """Read `to_json`'s form; raises ValueError naming what is wrong."""
        if not isinstance(value, Mapping):
            raise ValueError("a game's header is an object")
        dealer, sizes = value.get("dealer"), value.get("sizes")
        return cls(
            tuple(read_text(name) for name in read_list(value.get("players"))),
            HouseRules.from_json(value.get("rules")),
            None if dealer is None else read_text(dealer),
            None if sizes is None else read_wholes(sizes),
            read_number(value.get("began")),
        )


@dataclass(frozen=True, slots=True)
class Recorded:
    """What happened and what was told of it. One undo takes back all its moves.

    Attributes:
        time: seconds since the header's `began`.
        source: who says so.
        moves: what changed the table, in order; none where something was only told (a phase, a wrong play
            that changed nothing).
        events: what the table was told.
        table: the table after it, where a reading put right on the way leads elsewhere than the moves alone.
    """

    time: float
    source: EntrySource
    moves: tuple[Move, ...] = ()
    events: tuple[Event, ...] = ()
    table: GameState | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """The latest `count` entries with moves that still stood are taken back, across rounds too."""

    time: float
    source: EntrySource
    count: int = 1
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """What the table decided about the irregular play told last; what that takes back is an `Undone`."""

    time: float
    source: EntrySource
    decision: Decision
    events: tuple[Event, ...] = ()


Entry: TypeAlias = Recorded | Undone | Decided


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """``{"t", "source", "moves" | "undone" | "decided", "events"}``, with moves perhaps a ``"table"``."""
    line: dict[str, Any] = {"t": entry.time, "source": entry.source.value}
    match entry:
        case Undone():
            line["undone"] = entry.count
        case Decided():
            line["decided"] = entry.decision.value
        case Recorded():
            line["moves"] = [move_to_json(move) for move in entry.moves]
            if entry.table is not None:
                line["table"] = format_table(entry.table)
    return line | {"events": [event_to_json(event) for event in entry.events]}


def entry_from_json(line: Any) -> Entry:
    """Read `entry_to_json`'s form; raises ValueError naming what is wrong."""
    if not isinstance(line, Mapping):
        raise ValueError("an entry is an object")
    time, source = read_number(line.get("t")), EntrySource(read_text(line.get("source")))
    events = tuple(event_from_json(event) for event in read_list(line.get("events")))
    if "undone" in line:
        return Undone(time, source, read_whole(line["undone"]), events)
    if "decided" in line:
        return Decided(time, source, Decision(read_text(line["decided"])), events)
    moves = tuple(move_from_json(move) for move in read_list(line.get("moves")))
    table = parse_table(read_text(line["table"])) if "table" in line else None
    return Recorded(time, source, moves, events, table)


def step_of(entry: Entry) -> int:
    """What an entry does to the steps that stand: 1 adds one, 0 leaves them, −n takes n back.

    Raises ValueError for an undo of no step and for a time that is none.
    """
    if not math.isfinite(entry.time):
        raise ValueError(f"t: a number was expected, not {entry.time!r}")
    if isinstance(entry, Recorded):
        return 1 if entry.moves or entry.table is not None else 0
    if isinstance(entry, Decided):
        return 0
    if entry.count < 1:
        raise ValueError(f"undone: 1 or more was expected, not {entry.count}")
    return -entry.count
