"""Events on the terminal: as JSON lines, or in words for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from companion.cards import Card
from companion.events import Event, StateEvent, event_to_json
from ui.words import event_words

LANGUAGE = "en"


def tell(events: Iterable[Event], *, as_json: bool, players: Sequence[str] = ()) -> None:
    """Print each event as it comes; `players`, in the order of their seats, name whose the next layouts are."""
    for event in events:
        text = json.dumps(event_to_json(event)) if as_json else in_words(event, players)
        if text:
            print(text, flush=True)


def in_words(event: Event, players: Sequence[str] = ()) -> str:
    """``1:04.2  It is the turn of Ben.``; empty where there is nothing to say."""
    if isinstance(event, StateEvent):
        return table_in_words(event)
    words = event_words(event, LANGUAGE, players)
    return f"{clock(event.t)}  {words}" if words else ""


def table_in_words(state: StateEvent) -> str:
    """The table at the end: a line for each player, one for the piles."""
    lines = []
    for player in state.players:
        mark = "*" if player.name == state.turn else " "
        slots = " ".join(_slot(slot) for slot in player.slots)
        lines.append(f"{mark} {player.name}: {slots}   {player.size} slots, {player.rounds_won} rounds won")
    discard = state.discard.symbol if state.discard else "none"
    lines.append(f"  discard pile: {discard}, stock: {'there' if state.stock else 'none'}")
    return "\n".join(lines)


def clock(seconds: float) -> str:
    """``1:04.2``."""
    tenths = round(seconds * 10)
    return f"{tenths // 600}:{tenths % 600 // 10:02}.{tenths % 10}"


def _slot(text: str) -> str:
    signs = {"back": "▒", "empty": "·", "unseen": "?"}
    return signs[text] if text in signs else Card.parse(text).symbol
