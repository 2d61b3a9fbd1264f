"""Tables for tests, written as text: `table("AH ## 3C", "## ##", hand="7H")`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.cards import Card
from companion.engine import IllegalMove, allows, legal_moves, verify
from companion.moves import Move
from companion.rules import HouseRules
from companion.table import GameState, RoundState, Seat, Stage
from companion.table_text import parse_layout

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")


def card(text: str) -> Card:
    return Card.parse(text)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def table(
    *layouts: str,
    hand: str | None = None,
    discard: str = "",
    turn: int = 0,
    stock: int = 30,
    turns: int = 4,
    stage: Stage | None = None,
    completed: Sequence[int] = (),
    rules: HouseRules | None = None,
    won: Sequence[int] | None = None,
    dealer: int | None = None,
) -> GameState:
    """A round in play; the stage follows from the hand, the players are Ann, Ben, Cleo, …"""
    parsed = tuple(parse_layout(layout) for layout in layouts)
    won = won or [0] * len(layouts)
    seats = tuple(Seat(NAMES[i], len(layout), won[i]) for i, layout in enumerate(parsed))
    dealer = len(layouts) - 1 if dealer is None else dealer
    return GameState(
        rules or HouseRules(),
        seats,
        RoundState(
            number=1,
            dealer=dealer,
            starter=(dealer + 1) % len(layouts),
            turn=turn,
            stage=stage or (Stage.TAKE if hand is None else Stage.PLAY),
            layouts=parsed,
            stock=stock,
            discard=cards(discard),
            hand=None if hand is None else card(hand),
            turns=turns,
            completed=tuple(completed),
        ),
    )


def assert_refused(state: GameState, move: Move, rule: str) -> None:
    """The move is refused, by this rule, and not among the legal ones."""
    with pytest.raises(IllegalMove) as caught:
        verify(state, move)
    assert caught.value.rule == rule
    assert rule in str(caught.value)
    assert not allows(state, move)
    assert move not in legal_moves(state)
