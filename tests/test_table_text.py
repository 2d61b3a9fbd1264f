"""The text form of a whole table reads back to the same value."""

from __future__ import annotations

import engine_strategies as some
import pytest
from engine_tables import table
from hypothesis import given, settings

from companion.rules import HouseRules, WildRanks
from companion.table import GameState
from companion.table_text import format_layout, format_table, parse_layout, parse_table

TEXT = """\
rules: {"wild": "kings", "last_turn": true}
round: 1
stage: play
dealer: Ben
starter: Ann
turn: Ben
turns: 4
hand: ??
stock: 30
discard: 5C 10H
completed: ["Ann"]
penalised: []
seat: Ann, size 2, won 8: AH KC
seat: Ben, size 4, won 0: ## #7H ?? ..
"""


def example() -> GameState:
    return table(
        "AH KC",
        "## #7H ?? ..",
        hand="??",
        discard="5C 10H",
        turn=1,
        completed=[0],
        won=[8, 0],
        rules=HouseRules(wild=WildRanks.KINGS, last_turn=True),
    )


def test_the_text_form_is_this() -> None:
    assert format_table(example()) == TEXT
    assert parse_table(TEXT) == example()


@given(some.tables())
@settings(deadline=None)
def test_any_table_round_trips(state: GameState) -> None:
    assert parse_table(format_table(state)) == state


@given(some.tables_in_play())
@settings(deadline=None)
def test_any_table_in_play_round_trips(state: GameState) -> None:
    assert parse_table(format_table(state)) == state


def test_an_empty_layout_is_a_dash() -> None:
    assert format_layout(parse_layout("-")) == "-"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("stock: 30\n", "", "lacks its line 'stock'"),
        ("stock: 30", "stock 30", "not a line of a table: 'stock 30'"),
        ("AH KC", "AH 11C", "not a card: '11C'"),
        ("size 2", "size two", "not a seat"),
        ("play", "pause", "'pause' is not a valid Stage"),
        ('"kings"', '"queens"', "wild: one of"),
        ("dealer: Ben", "dealer: Bob", "Bob"),
    ],
)
def test_a_bad_text_is_named(old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_table(TEXT.replace(old, new))
