"""Simulated games: reproducible, with every card and every motion of a hand known."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

from engine_tables import NAMES, card, table

from companion.cards import UNKNOWN
from companion.engine import irregularity
from companion.events import Irregular
from companion.irregularities import Kind
from companion.moves import (
    Deal,
    Discard,
    ForgotCall,
    Move,
    Place,
    Reshuffle,
    TakeDiscard,
    TakeStock,
    TakeWild,
)
from companion.rules import PRESETS, HouseRules
from companion.simulate import Motion, Spot, any_move, family_player, play_game, play_round, seen_by_all
from companion.table import FACE_DOWN, GameState, Stage


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (list(play_game(random.Random(5), NAMES[:3], rounds=2)) for _ in range(2))
    assert first == second
    assert first != list(play_game(random.Random(6), NAMES[:3], rounds=2))


def test_all_cards_are_known() -> None:
    for step in play_game(random.Random(1), NAMES[:2], PRESETS["jokers"], rounds=2):
        assert all(slot.card.is_known for layout in step.after.round.layouts for slot in layout.slots)
        assert step.after.round.hand is None or step.after.round.hand.is_known


def test_motions_carry_each_card_from_where_it_lay() -> None:
    """Replaying only the motions moves the cards as the engine does."""
    held: tuple[Any, Spot, int | None] = (None, Spot.STOCK, None)
    for step in play_game(random.Random(2), NAMES[:2], PRESETS["faces"], rounds=3):
        match step.move:
            case TakeStock() | TakeDiscard():
                source = Spot.STOCK if isinstance(step.move, TakeStock) else Spot.DISCARD
                held = (step.after.round.hand, source, None)
                assert step.motion is None
            case Place() | TakeWild():
                assert step.motion == Motion(step.move.seat, *held, Spot.SLOT, step.move.slot)
                held = (step.after.round.hand, Spot.SLOT, step.move.slot)
            case Discard():
                assert step.motion == Motion(step.move.seat, *held, Spot.DISCARD, None)
                assert step.after.round.discard_top == held[0]
            case _:
                assert step.motion is None


def test_the_stock_is_taken_from_the_top() -> None:
    for step in play_game(random.Random(3), NAMES[:2], rounds=1):
        if isinstance(step.move, TakeStock):
            assert step.before.round.stock == len(step.stock) + 1
            assert step.move.card == step.after.round.hand


def test_the_last_card_is_laid_aside() -> None:
    *_, won, aside = play_round(random.Random(4), GameState.new(NAMES[:2]))
    assert won.after.round.stage is Stage.ROUND_OVER
    assert isinstance(aside.move, Discard)
    assert aside.after.round.hand is None


def test_sizes_and_dealer_are_those_asked_for() -> None:
    (deal, *_) = play_game(random.Random(4), NAMES[:3], dealer=2, sizes=[4, 3, 2], rounds=1)
    assert isinstance(deal.move, Deal)
    assert (deal.move.sizes, deal.move.dealer, deal.move.starter) == ((4, 3, 2), 2, 0)


def test_some_winners_forget_to_call() -> None:
    forgotten = 0
    for step in play_game(random.Random(5), NAMES[:2], HouseRules(call_trash=True)):
        if isinstance(step.move, ForgotCall):
            forgotten += 1
            card = step.move.card
            assert step.motion == Motion(step.move.seat, card, Spot.STOCK, None, Spot.DISCARD, None)
            assert step.after.round.discard_top == card
    assert forgotten


def test_a_penalty_may_need_a_shuffle() -> None:
    rules = HouseRules(call_trash=True, decks=1)
    before_penalty = {
        type(earlier.move)
        for seed in range(10)
        for earlier, step in itertools.pairwise(
            play_game(random.Random(seed), NAMES[:4], rules, policy=any_move)
        )
        if isinstance(step.move, ForgotCall)
    }
    assert Reshuffle in before_penalty


def test_what_all_see_hides_face_down_cards_and_the_hand() -> None:
    seen = seen_by_all(table("#5H 2H", "#AS", hand="QC"))
    assert seen.round.layouts[0].slots[0] == FACE_DOWN
    assert seen.round.layouts[0].slots[1].card == card("2H")
    assert seen.round.hand == UNKNOWN
    assert seen_by_all(table("##", "##")).round.hand is None


def test_a_family_takes_a_fitting_discard_and_lays_what_it_can() -> None:
    fitting = table("## ##", "##", discard="2H")
    moves: list[Move] = [TakeStock(0), TakeDiscard(0)]
    taken = sum(family_player(random.Random(s), fitting, moves) == moves[1] for s in range(100))
    assert 75 < taken < 100
    useless = table("## ##", "##", discard="QC")
    assert all(family_player(random.Random(s), useless, moves) == moves[0] for s in range(20))


def test_a_slip_is_played_on_and_told_before_the_move() -> None:
    def throws_all_away(rng: random.Random, state: GameState, moves: Sequence[Move]) -> Move:
        hand = state.round.hand
        return moves[0] if hand is None else Discard(state.round.turn, hand)

    slips = 0
    for step in itertools.islice(play_game(random.Random(1), NAMES[:2], policy=throws_all_away), 30):
        found = irregularity(step.before, step.move)
        told = [event for event in step.events if isinstance(event, Irregular)]
        assert [event.kind for event in told] == ([] if found is None else [Kind.PLAYABLE_DISCARDED])
        assert not told or told[0] == step.events[0]
        slips += len(told)
    assert slips
