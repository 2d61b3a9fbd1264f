"""The text form of a whole table, for people and for files; `parse_table` reads it back to the same value.

One `key: value` a line. Slots are `##` face down, `#7H` face down but known, `7H` face up, `??` face up but
unread, `..` empty. A dash stands for nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from companion.cards import UNKNOWN, Card
from companion.rules import HouseRules
from companion.table import (
    EMPTY_SLOT,
    FACE_DOWN,
    GameState,
    Layout,
    RoundState,
    Seat,
    Side,
    Slot,
    Stage,
    face_up,
)

_SEAT = re.compile(r"(.*), size (-?\d+), won (\d+): (.*)")


def format_layout(layout: Layout) -> str:
    """Its slots in order, such as ``AH ## JC``."""
    return _join(map(format_slot, layout.slots))


def parse_layout(text: str) -> Layout:
    """Read `format_layout`'s form; raises ValueError naming the slot that is wrong."""
    return Layout(tuple(parse_slot(slot) for slot in _split(text)))


def format_table(state: GameState) -> str:
    """The whole table; ends with a newline."""
    now, names = state.round, state.players
    lines = {
        "rules": json.dumps(state.rules.to_json()),
        "round": now.number,
        "stage": now.stage.value,
        "dealer": names[now.dealer],
        "starter": names[now.starter],
        "turn": names[now.turn],
        "turns": now.turns,
        "hand": "-" if now.hand is None else now.hand,
        "stock": now.stock,
        "discard": _join(map(str, now.discard)),
        "completed": json.dumps([names[seat] for seat in now.completed], ensure_ascii=False),
        "penalised": json.dumps([names[seat] for seat in now.penalised], ensure_ascii=False),
    }
    text = "".join(f"{key}: {value}\n" for key, value in lines.items())
    for seat, layout in zip(state.seats, now.layouts, strict=True):
        text += f"seat: {seat.name}, size {seat.size}, won {seat.rounds_won}: {format_layout(layout)}\n"
    return text


def parse_table(text: str) -> GameState:
    """Read `format_table`'s form; raises ValueError naming the line that is wrong."""
    values: dict[str, str] = {}
    seats: list[Seat] = []
    layouts: list[Layout] = []
    for line in text.rstrip("\n").split("\n"):
        key, colon, value = line.partition(": ")
        if not colon:
            raise ValueError(f"not a line of a table: {line!r}")
        if key == "seat":
            seat, layout = _parse_seat(value)
            seats.append(seat)
            layouts.append(layout)
        else:
            values[key] = value
    names = [seat.name for seat in seats]
    try:
        now = RoundState(
            number=int(values["round"]),
            dealer=names.index(values["dealer"]),
            starter=names.index(values["starter"]),
            turn=names.index(values["turn"]),
            stage=Stage(values["stage"]),
            layouts=tuple(layouts),
            stock=int(values["stock"]),
            discard=tuple(Card.parse(card) for card in _split(values["discard"])),
            hand=None if values["hand"] == "-" else Card.parse(values["hand"]),
            turns=int(values["turns"]),
            completed=tuple(names.index(name) for name in json.loads(values["completed"])),
            penalised=tuple(names.index(name) for name in json.loads(values["penalised"])),
        )
        return GameState(HouseRules.from_json(json.loads(values["rules"])), tuple(seats), now)
    except KeyError as missing:
        raise ValueError(f"a table's text lacks its line {missing}") from None


def _parse_seat(text: str) -> tuple[Seat, Layout]:
    match = _SEAT.fullmatch(text)
    if match is None:
        raise ValueError(f"not a seat: {text!r}")
    name, size, won, layout = match.groups()
    return Seat(name, int(size), int(won)), parse_layout(layout)


def format_slot(slot: Slot) -> str:
    """A slot's text form, such as ``##`` or ``7H``."""
    if slot.side is Side.EMPTY:
        return ".."
    if slot.side is Side.UP:
        return str(slot.card)
    return f"#{slot.card}" if slot.card.is_known else "##"


def parse_slot(text: str) -> Slot:
    """Read `format_slot`'s form; raises ValueError naming the card that is none."""
    if text == "..":
        return EMPTY_SLOT
    if text == "##":
        return FACE_DOWN
    if text.startswith("#"):
        return Slot(Side.DOWN, Card.parse(text[1:]))
    return face_up(UNKNOWN if text == "??" else Card.parse(text))


def _join(words: Iterable[str]) -> str:
    return " ".join(words) or "-"


def _split(text: str) -> list[str]:
    return [] if text == "-" else text.split()
