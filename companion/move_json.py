"""Moves as JSON objects, `{"move": "place", "seat": 0, "card": "7H", "slot": 7}`: what a ledger keeps.

`move_to_json` and `move_from_json` are inverse to each other. Seats are indices, slots are numbered 1…N.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from companion.cards import Card
from companion.json_fields import read_card, read_cards, read_list, read_text, read_whole, read_wholes
from companion.moves import (
    CorrectDiscard,
    CorrectSlot,
    CorrectTurn,
    Deal,
    Discard,
    ForgotCall,
    Move,
    MoveWild,
    Place,
    Reshuffle,
    TakeDiscard,
    TakeStock,
    TakeWild,
    TurnDown,
    VoidRound,
)
from companion.table import Slot
from companion.table_text import format_slot, parse_slot

_MOVES: dict[str, type[Move]] = {
    "deal": Deal,
    "take_stock": TakeStock,
    "take_discard": TakeDiscard,
    "place": Place,
    "take_wild": TakeWild,
    "discard": Discard,
    "reshuffle": Reshuffle,
    "void_round": VoidRound,
    "forgot_call": ForgotCall,
    "move_wild": MoveWild,
    "turn_down": TurnDown,
    "correct_slot": CorrectSlot,
    "correct_discard": CorrectDiscard,
    "correct_turn": CorrectTurn,
}
_NAMES = {kind: name for name, kind in _MOVES.items()}


def move_to_json(move: Move) -> dict[str, Any]:
    """The move's object, every field of it named."""
    line: dict[str, Any] = {"move": _NAMES[type(move)]}
    for field in fields(move):
        line[field.name] = _to_json(getattr(move, field.name))
    return line


def move_from_json(line: Any) -> Move:
    """Read `move_to_json`'s form; raises ValueError naming what is wrong."""
    if not isinstance(line, Mapping):
        raise ValueError("a move is an object")
    kind = _MOVES.get(str(line.get("move")))
    if kind is None:
        raise ValueError(f"move: unknown {line.get('move')!r}")
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name not in line:
            raise ValueError(f"{line['move']}: {field.name} is missing")
        try:
            values[field.name] = _read(kind, field.name, line[field.name])
        except ValueError as error:
            raise ValueError(f"{field.name}: {error}") from None
    return kind(**values)


def _to_json(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Slot):
        return format_slot(value)
    if isinstance(value, tuple):
        return [_to_json(item) for item in value]
    return value


def _read(kind: type[Move], field: str, value: Any) -> object:
    match field:
        case "card":
            return None if value is None and kind is CorrectDiscard else read_card(value)
        case "cards":
            return tuple(read_cards(cards) for cards in read_list(value))
        case "content":
            return parse_slot(read_text(value))
        case "sizes":
            return read_wholes(value)
    return read_whole(value)
