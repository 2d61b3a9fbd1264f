"""The chances of a table, reckoned once for all the views that differ by the picture alone."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from companion.events import Event
from companion.odds import Odds
from companion.table import GameState


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The chance of each seat that the next stock card plays, and where a wild goes best."""

    chances: tuple[Fraction | None, ...]
    wild_slot: int | None


@lru_cache(maxsize=2)
def reckon(state: GameState, history: tuple[Event, ...]) -> Reckoned:
    """The odds of a table; kept, for most views differ by the picture alone."""
    odds = Odds(state, history)
    chances = tuple(
        None if (chance := odds.next_stock_card(seat)) is None else chance.played
        for seat in range(len(state.seats))
    )
    places = odds.wild_places(state.round.turn)
    return Reckoned(chances, places[0].slot if places else None)
