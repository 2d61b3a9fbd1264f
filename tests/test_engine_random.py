"""What holds in every game, held against games played at random under all house rules."""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter

import pytest
from engine_tables import NAMES

from companion.cards import Card
from companion.engine import allows, legal_moves
from companion.moves import Deal, Discard, ForgotCall, Place
from companion.position import status
from companion.rounds import game_winner, rounds_won
from companion.rules import HouseRules, NextDealer, WildRanks
from companion.simulate import Step, any_move, family_player, play_game, seen_by_all
from companion.table import Stage


@functools.cache
def whole_deck(rules: HouseRules, players: int) -> Counter[Card]:
    return Counter(rules.deck(players))


def check_step(step: Step) -> None:
    """The invariants of one move."""
    before, after = step.before.round, step.after.round
    rules, seats = step.after.rules, step.after.seats
    deck = whole_deck(rules, len(seats))

    on_table = [slot.card for layout in after.layouts for slot in layout.slots]
    in_hand = [] if after.hand is None else [after.hand]
    cards = [*on_table, *in_hand, *after.discard, *step.stock]
    assert Counter(cards) == deck, "no card comes or goes"
    assert after.stock == len(step.stock)
    if after.is_over:
        assert status(step.after) == ()
    if after.stage is Stage.TAKE:
        assert after.hand is None
        assert after.stock + len(after.discard) == deck.total() - len(on_table), "stock + discard is constant"
    for seat, layout in zip(seats, after.layouts, strict=True):
        assert len(layout) == seat.size == rules.start_size - seat.rounds_won

    if isinstance(step.move, Deal):
        assert rounds_won(step.before) == tuple(seat.rounds_won for seat in seats)
        return
    for old, new in zip(before.layouts, after.layouts, strict=True):
        assert set(new.face_down()) <= set(old.face_down()), "a face-up slot is never turned down"
    if after.turns > before.turns:
        assert isinstance(step.move, Discard), "the discard pile is the turn clock"
        assert len(after.discard) == len(before.discard) + 1
    to_play = after.stage is Stage.PLAY and after.turn not in after.completed
    if to_play and after.hand is not None and rules.is_wild(after.hand):
        assert any(isinstance(move, Place) for move in legal_moves(step.after)), "a wild in hand is playable"
    if not isinstance(step.move, ForgotCall):
        assert allows(seen_by_all(step.before), step.move), "what is legal does not hang on hidden cards"


def play_and_check(seed: int, players: int, rules: HouseRules, rounds: int) -> int:
    """Play a game, seeds alternating between wild and sensible players; the number of rounds dealt."""
    policy = family_player if seed % 2 else any_move
    dealt = 0
    last = None
    for step in play_game(
        random.Random(seed), NAMES[:players], rules, dealer=seed % players, rounds=rounds, policy=policy
    ):
        check_step(step)
        dealt += isinstance(step.move, Deal)
        last = step.after
    assert last is not None
    assert (game_winner(last) is not None) == (last.round.stage is Stage.GAME_OVER)
    assert dealt == rounds or last.round.stage is Stage.GAME_OVER
    return dealt


def random_rules(rng: random.Random, wild: WildRanks, last_turn: bool, players: int) -> HouseRules:
    return HouseRules(
        wild=wild,
        last_turn=last_turn,
        jokers=rng.random() < 0.5,
        call_trash=rng.random() < 0.5,
        last_round_bonus=rng.random() < 0.5,
        start_size=rng.randint(1, 10),
        finish_size=rng.choice([None, 1, 5]),
        next_dealer=rng.choice(list(NextDealer)),
        winner_starts=rng.random() < 0.5,
        decks=rng.choice([None, 1, 2, 3] if players < 5 else [None, 2, 3]),
    )


def test_random_games_keep_the_invariants() -> None:
    rounds = 0
    for seed, (wild, last_turn, players) in enumerate(
        itertools.product(WildRanks, (False, True), range(2, 7))
    ):
        rules = random_rules(random.Random(seed), wild, last_turn, players)
        rounds += play_and_check(seed, players, rules, rounds=10)
    assert rounds > 150


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("wild", WildRanks)
def test_every_combination_of_house_rules_keeps_the_invariants(wild: WildRanks, players: int) -> None:
    """Together more than 10,000 rounds; each of the 15 parts covers every combination of the other rules."""
    switches = itertools.product((False, True), repeat=5)
    rounds = 0
    choices = itertools.product(switches, NextDealer)
    for seed, ((jokers, call, bonus, starts, last), dealer) in enumerate(choices):
        rules = HouseRules(
            wild=wild,
            jokers=jokers,
            call_trash=call,
            last_round_bonus=bonus,
            winner_starts=starts,
            last_turn=last,
            next_dealer=dealer,
            start_size=seed % 10 + 1,
            finish_size=(None, None, None, 2)[seed // 2 % 4],
            decks=(None, 2, 3, 1 if players < 5 else 2)[seed // 4 % 4],
        )
        rounds += play_and_check(seed, players, rules, rounds=12)
    assert rounds > 700


def test_games_have_the_length_known_from_earlier_play() -> None:
    """10–19 rounds and about 176 turns in the median with two players, sensible or not."""
    lengths, turns = [], []
    for seed in range(40):
        steps = list(play_game(random.Random(seed), NAMES[:2]))
        lengths.append(sum(isinstance(step.move, Deal) for step in steps))
        turns.append(sum(step.after.round.turns > step.before.round.turns for step in steps))
    assert 10 <= min(lengths) <= max(lengths) <= 19
    assert 120 < sorted(turns)[20] < 240
