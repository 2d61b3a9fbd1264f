"""Moves as JSON, and the values a table is made of."""

from __future__ import annotations

from typing import Any

import pytest
from engine_tables import card, table

from companion.engine import apply, legal_moves
from companion.move_json import move_from_json, move_to_json
from companion.moves import CorrectDiscard, CorrectSlot, Deal, Place, Reshuffle
from companion.table import EMPTY_SLOT, GameState, Side, Slot


def test_moves_have_this_json() -> None:
    assert move_to_json(Place(0, card("7H"), 7)) == {"move": "place", "seat": 0, "card": "7H", "slot": 7}
    assert move_to_json(Reshuffle()) == {"move": "reshuffle"}
    assert move_to_json(Deal(0, 1, (2, 1))) == {
        "move": "deal",
        "dealer": 0,
        "starter": 1,
        "sizes": [2, 1],
        "cards": [],
    }
    assert move_to_json(CorrectSlot(1, 2, EMPTY_SLOT)) == {
        "move": "correct_slot",
        "seat": 1,
        "slot": 2,
        "content": "..",
    }
    assert move_to_json(CorrectDiscard(None)) == {"move": "correct_discard", "card": None}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (None, "a move is an object"),
        ({"move": "pass"}, "move: unknown 'pass'"),
        ({"move": "place", "seat": 0, "card": "7H"}, "place: slot is missing"),
        ({"move": "place", "seat": 0, "card": None, "slot": 7}, "card: a text was expected, not None"),
        ({"move": "place", "seat": "Ann", "card": "7H", "slot": 7}, "seat: a whole number was expected"),
        ({"move": "correct_slot", "seat": 0, "slot": 1, "content": "#1"}, "content: not a card"),
    ],
)
def test_a_bad_move_is_named(line: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        move_from_json(line)


def test_an_empty_slot_holds_no_card() -> None:
    with pytest.raises(ValueError, match="holds no card"):
        Slot(Side.EMPTY, card("7H"))


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (["Ann", ""], {}, "not a player's name: ''"),
        (["Ann", " Ben"], {}, "not a player's name"),
        (["Ann", "Be\nn"], {}, "not a player's name"),
        (["Ann", "Ann"], {}, "the same name: Ann, Ann"),
        (["Ann", "Ben"], {"sizes": [10]}, "sizes: a number from 1 to 10 a player"),
        (["Ann", "Ben"], {"sizes": [10, 11]}, "sizes: a number from 1 to 10 a player"),
        (["Ann", "Ben"], {"dealer": 2}, "dealer: seat 0 to 1"),
        (["Ann"], {}, "2 to 6 players were expected, not 1"),
    ],
)
def test_a_bad_game_is_named(players: list[str], options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GameState.new(players, **options)


def count_lines_of_play(state: GameState, depth: int) -> int:
    """Legal move sequences of this length, hidden cards unknown (a perft)."""
    if depth == 0:
        return 1
    return sum(count_lines_of_play(apply(state, move), depth - 1) for move in legal_moves(state))


@pytest.mark.parametrize(("depth", "lines"), [(1, 2), (2, 4), (3, 8), (4, 12)])
def test_lines_of_play_are_counted(depth: int, lines: int) -> None:
    """Counted by hand: Ann to take, a jack on her slot 1, a two on the discard pile."""
    assert count_lines_of_play(table("JC ##", "##", discard="2H"), depth) == lines
