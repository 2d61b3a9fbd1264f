"""Events on the terminal: as JSON lines, or in words for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.cards import Card
from companion.events import Event, PlayerState, StateEvent, event_to_json
from ui.i18n import N_, is_one, tr
from ui.words import card_words, event_words

LANGUAGE = "en"


class OnwardTime:
    """Times that never go back, for a reader: what is known late was first seen before what was told already."""

    def __init__(self) -> None:
        self._latest = 0.0

    def at(self, seconds: float) -> float:
        """The time, or the latest so far where that is later."""
        self._latest = max(self._latest, seconds)
        return self._latest

    def of(self, event: Event) -> Event:
        """The event at such a time."""
        return replace(event, t=self.at(event.t))


def tell(events: Iterable[Event], *, as_json: bool, players: Sequence[str] = ()) -> None:
    """Print each event as it comes; `players`, in the order of their seats, name whose the next layouts are."""
    onward = OnwardTime()
    for event in events:
        text = json.dumps(event_to_json(event)) if as_json else in_words(onward.of(event), players)
        if text:
            print(text, flush=True)


def in_words(event: Event, players: Sequence[str] = ()) -> str:
    """``1:04.2  It is the turn of Ben.``; empty where there is nothing to say."""
    if isinstance(event, StateEvent):
        return table_in_words(event)
    words = event_words(event, LANGUAGE, players)
    return f"{clock(event.t)}  {words}" if words else ""


def table_in_words(state: StateEvent, language: str = LANGUAGE) -> str:
    """The table at the end: a line for each player, one for the piles."""
    lines = []
    for player in state.players:
        mark = "*" if player.name == state.turn else " "
        slots = " ".join(_slot(slot) for slot in player.slots)
        lines.append(f"{mark} {player.name}: {slots}   {_standing(player, language)}")
    pile = (
        tr("The discard pile is empty now.", language)
        if state.discard is None
        else tr("On top of the discard pile now: {card}.", language, card=card_words(state.discard, language))
    )
    stock = (
        tr("The stock lies on the table.", language) if state.stock else tr("There is no stock.", language)
    )
    lines.append(f"  {pile} {stock}")
    return "\n".join(lines)


def _standing(player: PlayerState, language: str) -> str:
    """``10 slots, 1 round won``."""
    slots = N_("{count} slot") if is_one(player.size, language) else N_("{count} slots")
    won = N_("{count} round won") if is_one(player.rounds_won, language) else N_("{count} rounds won")
    return f"{tr(slots, language, count=player.size)}, {tr(won, language, count=player.rounds_won)}"


def clock(seconds: float) -> str:
    """``1:04.2``."""
    tenths = round(seconds * 10)
    return f"{tenths // 600}:{tenths % 600 // 10:02}.{tenths % 10}"


def _slot(text: str) -> str:
    signs = {"back": "▒", "empty": "·", "unseen": "?"}
    return signs[text] if text in signs else Card.parse(text).symbol
