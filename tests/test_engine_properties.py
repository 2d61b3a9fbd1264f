"""What holds for the engine on any table and for any move."""

from __future__ import annotations

import engine_strategies as some
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.announce import announce, state_event
from companion.engine import IllegalMove, allows, apply, force, irregularity, legal_moves
from companion.events import event_from_json, event_to_json
from companion.move_json import move_from_json, move_to_json
from companion.moves import (
    CorrectDiscard,
    CorrectSlot,
    CorrectTurn,
    Deal,
    ForgotCall,
    Move,
    MoveWild,
    TakeStock,
    TurnDown,
)
from companion.ranking import ranking
from companion.rounds import game_winner
from companion.table import GameState, Stage


@given(some.tables_in_play())
@settings(deadline=None)
def test_every_listed_move_is_legal_and_listed_once(state: GameState) -> None:
    moves = legal_moves(state)
    assert len(set(moves)) == len(moves)
    for move in moves:
        assert irregularity(state, move) is None
        assert apply(state, move) == force(state, move) != state


@given(some.tables_in_play(), some.moves)
@settings(deadline=None, max_examples=300)
def test_every_legal_move_is_listed(state: GameState, move: Move) -> None:
    if not allows(state, move) or isinstance(move, (CorrectSlot, CorrectDiscard, CorrectTurn)):
        return
    if isinstance(move, (TakeStock, ForgotCall)) or not (state.round.hand and state.round.hand.is_known):
        move = some.without_card(move)
    else:
        move = some.with_card(move, state.round.hand)
    listed = [some.without_deal(listed) for listed in legal_moves(state)]
    assert some.without_deal(move) in listed


@given(some.tables_in_play())
@settings(deadline=None)
def test_a_game_goes_on_until_it_is_won(state: GameState) -> None:
    over = state.round.stage.value == "game over"
    assert over or legal_moves(state)


@given(some.tables_in_play(), st.lists(some.moves, max_size=6), st.data())
@settings(deadline=None, max_examples=200)
def test_whatever_happens_is_taken_without_a_fault(
    state: GameState, moves: list[Move], data: st.DataObject
) -> None:
    """Any play, irregular or not, leads to a table the engine goes on from, tells and ranks."""
    for move in moves:
        try:
            after = force(state, move)
        except IllegalMove:
            assert not allows(state, move)
            continue
        for event in announce(state, move, after, 1.5):
            assert event_from_json(event_to_json(event)) == event
        state = after
    line = event_to_json(state_event(state, 2))
    assert event_to_json(event_from_json(line)) == line
    assert len(ranking(state)) == len(state.seats)
    if listed := legal_moves(state):
        apply(state, data.draw(st.sampled_from(listed)))


@given(some.tables_in_play(), st.lists(some.moves, max_size=6))
@settings(deadline=None, max_examples=200)
def test_a_game_once_decided_stays_decided(state: GameState, moves: list[Move]) -> None:
    """Only putting right what lies on a slot takes a won game back (R16)."""
    for move in moves:
        won = game_winner(state)
        try:
            state = force(state, move)
        except IllegalMove:
            continue
        if won is not None and not isinstance(move, (CorrectSlot, MoveWild, TurnDown, Deal)):
            assert game_winner(state) == won and state.round.stage is Stage.GAME_OVER


@given(some.moves)
@settings(deadline=None)
def test_moves_survive_json(move: Move) -> None:
    assert move_from_json(move_to_json(move)) == move


@given(some.tables_in_play())
@settings(deadline=None)
def test_states_are_values(state: GameState) -> None:
    same = GameState(state.rules, state.seats, state.round)
    assert same == state
    assert len({same, state}) == 1
