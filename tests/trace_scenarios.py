"""Scenarios for the traces kept in tests/traces register themselves here, by name.

A scenario is a script: what lies on the table, what must be told of it, what must not. `write_traces.py` writes the
files.
"""

from __future__ import annotations

from collections.abc import Callable

from trace_script import Script

from companion.rules import HouseRules

Scenario = Callable[[], Script]
SCENARIOS: dict[str, Scenario] = {}


def scenario(make: Scenario) -> Scenario:
    SCENARIOS[make.__name__] = make
    return make


def three(**values: object) -> Script:
    return Script(("Ann", "Ben", "Cem"), **values)  # type: ignore[arg-type]


def five(*players: str, rules: HouseRules | None = None, **values: object) -> Script:
    """The children's quick game: layouts of five."""
    return Script(players or ("Ann", "Ben"), rules=rules or HouseRules(start_size=5), **values)  # type: ignore[arg-type]


def win(s: Script, player: str, *cards: str, sizes: list[int]) -> Script:
    """A winning turn, seen card by card."""
    s.take(player)
    for card in cards:
        s.place(player, card).look()
    return s.expect("round_won", player=player, next_sizes=sizes)


def next_round(s: Script, dealer: str, sizes: list[int], starter: str | None = None) -> Script:
    """The table is cleared and dealt anew."""
    for name, slots in s.slots.items():
        s.slots[name] = ["empty"] * len(slots)
    s.discards = []
    s.stock = False
    s.look(2)
    s.stock = True
    s.dealer = dealer
    return s.deal(sizes, starter=starter)
