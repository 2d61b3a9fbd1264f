"""A game by touch: one tap a card, whatever the rules make of it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.cards import JOKER, Card
from companion.engine import force
from companion.moves import Discard, Move, Place, Reshuffle, TakeDiscard, TakeStock, TakeWild, VoidRound
from companion.observation import BACK, EMPTY, Phase, TableView, face
from companion.rules import HouseRules
from companion.simulate import play_game
from companion.table import GameState, Stage
from tests.ui_samples import sample_state
from ui.touch import candidates, deal, laid_on, left, pile_candidates, taken_from_pile, tapped


def card(text: str) -> Card:
    return Card.parse(text)


def dealt(rules: HouseRules | None = None) -> GameState:
    state = GameState.new(("Ann", "Ben"), rules, dealer=1)
    return force(state, deal(state)[0])


def after(state: GameState, *moves: Move) -> GameState:
    for move in moves:
        state = force(state, move)
    return state


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("7H", Place(0, card("7H"), 7)),
        ("QC", Discard(0, card("QC"))),
        ("KC", Discard(0, card("KC"))),
    ],
)
def test_one_tap_takes_the_card_and_plays_it(text: str, usual: object) -> None:
    assert tapped(dealt(), card(text)) == (TakeStock(0, card(text)), usual)


def test_the_card_under_the_one_laid_is_one_tap_more() -> None:
    state = after(dealt(), *tapped(dealt(), card("7H")) or ())
    assert tapped(state, card("2S")) == (Place(0, card("2S"), 2),)
    assert tapped(state, card("7D")) == (Discard(0, card("7D")),), "its slot holds its natural card"


def test_a_card_may_be_thrown_away_all_the_same() -> None:
    assert tapped(dealt(), card("7H"), to_pile=True) == (TakeStock(0, card("7H")), Discard(0, card("7H")))


def test_a_wild_asks_for_its_slot_unless_only_one_is_left() -> None:
    assert tapped(dealt(), card("JS")) is None
    assert laid_on(dealt(), card("JS"), 4) == (TakeStock(0, card("JS")), Place(0, card("JS"), 4))
    small = dealt(HouseRules(start_size=1, jokers=True))
    assert tapped(small, JOKER) == (TakeStock(0, JOKER), Place(0, JOKER, 1))


def test_a_natural_card_takes_the_place_of_its_wild() -> None:
    state = after(dealt(), *laid_on(dealt(), card("JS"), 4), Discard(0, card("QS")))
    state = after(state, TakeStock(1), Discard(1, card("KS")))
    assert tapped(state, card("4D")) == (TakeStock(0, card("4D")), TakeWild(0, card("4D"), 4))


def test_a_rank_above_the_layout_is_thrown_away() -> None:
    assert tapped(dealt(HouseRules(start_size=5)), card("8H")) == (
        TakeStock(0, card("8H")),
        Discard(0, card("8H")),
    )


def test_the_discard_pile_is_taken_and_played_with_one_tap() -> None:
    state = after(dealt(), TakeStock(0), Discard(0, card("7H")))
    assert taken_from_pile(state) == (TakeDiscard(1), Place(1, card("7H"), 7))
    wild = after(dealt(), TakeStock(0), Discard(0, card("JH")))
    assert taken_from_pile(wild) == (TakeDiscard(1),), "a wild waits for its slot"
    assert taken_from_pile(dealt()) == ()


def test_an_empty_stock_is_shuffled_on_the_way() -> None:
    state = sample_state()
    empty = replace(state, round=replace(state.round, stock=0))
    moves = tapped(empty, card("5S"))
    assert moves is not None and moves[:2] == (Reshuffle(), TakeStock(0, card("5S")))
    bare = replace(state, round=replace(state.round, stock=0, discard=()))
    assert tapped(bare, card("5S")) == (VoidRound(),)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "rules",
    [HouseRules(start_size=3), HouseRules(start_size=3, jokers=True, last_turn=True)],
    ids=["plain", "jokers"],
)
def test_a_whole_game_by_touch_comes_out_as_it_was_played(rules: HouseRules, seed: int) -> None:
    """Every card that comes to hand is tapped; what the tap means is what a lawful game did."""
    names = ("Ann", "Ben")
    state = GameState.new(names, rules)
    taps = 0
    for step in play_game(random.Random(seed), names, rules, rounds=None):
        move = step.move
        if (
            state.round.stage in (Stage.DEAL, Stage.ROUND_OVER)
            and step.after.round.number > state.round.number
        ):
            state = force(state, deal(state)[0])
        elif isinstance(move, TakeDiscard):
            state = force(state, move)
        elif isinstance(move, (Place, TakeWild, Discard)):
            if state.round.is_over:
                continue
            moves = tapped(state, move.card, to_pile=isinstance(move, Discard))
            moves = laid_on(state, move.card, move.slot) if moves is None else moves
            taps += 1
            for one in moves:
                state = force(state, one)
        assert state.round.number == step.after.round.number
    assert state.round.stage is Stage.GAME_OVER
    assert state.seats == step.after.seats
    assert [seat.is_complete for seat in state.round.layouts] == [
        seat.is_complete for seat in step.after.round.layouts
    ]
    assert taps


def test_cards_in_sight_are_counted() -> None:
    rest = left(sample_state())
    assert rest[card("4D")] == 0 and rest[card("4S")] == 1
    assert sum(rest.values()) == 52 - sum(rest[c] == 0 for c in rest)


def test_what_the_camera_reads_comes_first_then_what_belongs_there() -> None:
    seen = face((card("5H"), 0.5), (card("4D"), 0.3), (card("6H"), 0.1))
    table = TableView(1.0, Phase.TRACKING, ((BACK, BACK, BACK, seen), ()), EMPTY, True)
    offered = candidates(sample_state(), 0, 4, table)
    assert offered[:2] == (card("5H"), card("6H")), "the card that was accepted is what is wrong"
    assert card("4S") in offered and len(offered) == len(set(offered)) == 5
    naturals = candidates(sample_state(), 0, 2, None)
    assert {str(c)[0] for c in naturals[:3]} == {"2"}


def test_the_pile_offers_what_ends_a_turn() -> None:
    offered = pile_candidates(sample_state(), None)
    assert card("QH") not in offered
    assert all(str(c)[0] in "QK" for c in offered)
    table = TableView(1.0, Phase.TRACKING, ((), ()), face((card("3H"), 0.9)), True)
    assert pile_candidates(sample_state(), table)[0] == card("3H")
