"""A whole game as one JSON document: header, every entry as it was written, and the state they make."""

from __future__ import annotations

from typing import Any

from companion.announce import state_event
from companion.events import Event, StateEvent, event_to_json
from companion.ledger import GameRecord
from companion.ledger_entries import entry_to_json, step_of
from companion.table_text import format_table

FORMAT = 1
"""Grows when a reader of the older form would misread the document."""


def record_to_json(record: GameRecord) -> dict[str, Any]:
    """``{"format", "game", "entries", "state", "table"}``.

    Each entry has the JSON form of `companion.ledger_entries` and ``"stands"``: false for a step that an undo
    took back. ``state`` is the closing event line, ``table`` the text form of the whole table.
    """
    steps = set(record.timeline.steps)
    entries = []
    for index, entry in enumerate(record.entries):
        line = entry_to_json(entry)
        entries.append(line | {"stands": index in steps} if step_of(entry) == 1 else line)
    return {
        "format": FORMAT,
        "game": record.header.to_json(),
        "entries": entries,
        "state": event_to_json(closing_state(record)),
        "table": format_table(record.state),
    }


def closing_state(record: GameRecord) -> StateEvent:
    """The state after the last entry, at its time."""
    return state_event(record.state, record.entries[-1].time if record.entries else 0.0)


def replay(record: GameRecord) -> list[Event]:
    """Every event as it was told, undone or not, then the state they led to."""
    told = [event for event in record.events if not isinstance(event, StateEvent)]
    return [*told, closing_state(record)]
