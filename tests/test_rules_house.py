"""The house rules H1–H9 and the presets."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from engine_tables import NAMES, assert_refused, card, cards, table

from companion.cards import DECK_52, JOKER, UNKNOWN
from companion.engine import allows, apply, legal_moves
from companion.moves import Deal, Discard, ForgotCall, Place, Reshuffle, TakeDiscard, TakeStock, VoidRound
from companion.ranking import ranking
from companion.rounds import game_winner, next_dealer, next_sizes, next_starter, rounds_won
from companion.rules import PRESETS, HouseRules, NextDealer, RulesError, WildRanks, home_slot
from companion.table import GameState, Stage

CALL = HouseRules(call_trash=True)
LAST_TURN = HouseRules(last_turn=True)


@pytest.mark.parametrize(
    ("wild", "wilds", "trash"),
    [(WildRanks.JACKS, "J", "QK"), (WildRanks.KINGS, "K", "JQ"), (WildRanks.FACES, "JQK", "")],
)
def test_H1_wild_ranks(wild: WildRanks, wilds: str, trash: str) -> None:
    rules = HouseRules(wild=wild)
    assert {c.rank.letter for c in DECK_52 if c.rank and rules.is_wild(c)} == set(wilds)
    assert {c.rank.letter for c in DECK_52 if c.rank and rules.is_trash(c)} == set(trash)
    assert {home_slot(c) for c in DECK_52} == {None, *range(1, 11)}
    assert not rules.is_wild(UNKNOWN)
    assert not rules.is_trash(UNKNOWN)


def test_H1_kings_wild_jacks_are_trash() -> None:
    rules = PRESETS["kings"]
    assert legal_moves(table("## AC", "##", hand="JC", rules=rules)) == [Discard(0, card("JC"))]
    assert allows(table("## 2C", "##", hand="KC", rules=rules), Place(0, card("KC"), 1))


def test_H1_all_faces_no_trash() -> None:
    state = table("AC ##", "##", hand="QC", rules=PRESETS["faces"])
    assert Place(0, card("QC"), 2) in legal_moves(state)


def test_H2_two_wild_jokers_a_deck() -> None:
    rules = PRESETS["jokers"]
    deck = rules.deck(2)
    assert (len(deck), deck.count(JOKER), sum(map(rules.is_wild, deck))) == (54, 2, 6)
    assert rules.deck(3).count(JOKER) == 4
    assert JOKER not in HouseRules().deck(2)
    assert allows(table("## AC", "##", hand="JOKER", rules=rules), Place(0, JOKER, 1))


def test_H3_a_forgotten_call_costs_a_card_and_the_win_stands() -> None:
    won = apply(table("AH ##", "## ##", "##", hand="2H", discard="QC", rules=CALL), Place(0, card("2H"), 2))
    calls = [move for move in legal_moves(won) if isinstance(move, ForgotCall)]
    assert calls == [ForgotCall(0, by) for by in range(3)]
    paid = apply(won, ForgotCall(0, 2, card("9C")))
    assert (paid.round.stock, paid.round.discard) == (29, cards("QC 9C"))
    assert (paid.round.completed, paid.round.stage, rounds_won(paid)) == ((0,), Stage.ROUND_OVER, (1, 0, 0))
    assert_refused(paid, ForgotCall(0, 1), "H3")


def test_H3_open_until_the_next_deal() -> None:
    won = apply(table("AH ##", "## ##", hand="2H", rules=CALL), Place(0, card("2H"), 2))
    won = apply(won, Discard(0, UNKNOWN))
    assert allows(won, ForgotCall(0, 1))
    (deal,) = (move for move in legal_moves(won) if isinstance(move, Deal))
    assert_refused(apply(won, deal), ForgotCall(0, 1), "H3")


def test_H3_the_penalty_card_may_need_a_shuffle_or_lapse() -> None:
    state = table("AH ##", "##", hand="2H", discard="QC KC 5C", stock=0, rules=CALL)
    won = apply(state, Place(0, card("2H"), 2))
    assert Reshuffle() in legal_moves(won)
    assert_refused(won, ForgotCall(0, 1), "R13")
    paid = apply(apply(won, Reshuffle()), ForgotCall(0, 1))
    assert (paid.round.stock, paid.round.discard) == (1, (card("5C"), UNKNOWN))
    assert_refused(paid, Reshuffle(), "R13")
    bare = apply(table("AH ##", "##", hand="2H", stock=0, rules=CALL), Place(0, card("2H"), 2))
    lapsed = apply(bare, ForgotCall(0, 1))
    assert (lapsed.round.stock, lapsed.round.discard, lapsed.round.penalised) == (0, (), (0,))


def test_H3_nothing_is_shuffled_unless_a_penalty_is_due() -> None:
    place = Place(0, card("2H"), 2)
    plain = apply(table("AH ##", "##", hand="2H", discard="QC KC", stock=0), place)
    assert_refused(plain, Reshuffle(), "R13")
    assert_refused(table("AH ##", "##", hand="2H", discard="QC KC", stock=0, rules=CALL), Reshuffle(), "R13")
    won = apply(table("AH ##", "##", hand="2H", discard="QC KC 5C", stock=0, rules=CALL), place)
    paid = apply(apply(won, Reshuffle()), ForgotCall(0, 1))
    spent = replace(paid, round=replace(paid.round, stock=0))
    assert_refused(spent, Reshuffle(), "R13")


def test_H3_with_one_card_on_the_pile_and_no_stock_the_penalty_lapses() -> None:
    state = table("AH ##", "##", hand="2H", discard="QC", stock=0, rules=CALL)
    lapsed = apply(apply(state, Place(0, card("2H"), 2)), ForgotCall(0, 1)).round
    assert (lapsed.discard, lapsed.penalised) == (cards("QC"), (0,))
    full = table("AH ##", "##", hand="2H", discard="QC KC", rules=CALL)
    assert allows(apply(full, Place(0, card("2H"), 2)), ForgotCall(0, 1))


def test_H3_reshuffle_is_listed_once_while_a_last_turn_is_due() -> None:
    rules = HouseRules(call_trash=True, last_turn=True)
    state = table("AH 2H", "## ##", discard="QC KC", stock=0, turn=1, completed=[0], rules=rules)
    assert legal_moves(state) == [Reshuffle(), TakeDiscard(1)]


def test_H3_needs_the_agreement_a_winner_and_a_seat() -> None:
    place = Place(0, card("2H"), 2)
    assert_refused(apply(table("AH ##", "##", hand="2H"), place), ForgotCall(0, 1), "H3")
    won = apply(table("AH ##", "##", hand="2H", rules=CALL), place)
    assert_refused(won, ForgotCall(1, 0), "H3")
    assert_refused(won, ForgotCall(0, 2), "R1")


def test_H4_losers_by_face_down_slots_then_rounds_won_then_shared() -> None:
    layouts = ("AH", "## ## 3C", "## ##", "## ##", "AC ## ##")
    state = table(*layouts, won=[9, 7, 8, 8, 6], completed=[0], stage=Stage.GAME_OVER)
    bonus = GameState(HouseRules(last_round_bonus=True), state.seats, state.round)
    assert [(s.place, s.seat) for s in ranking(bonus)] == [(1, 0), (2, 2), (2, 3), (4, 1), (5, 4)]
    assert [s.face_down for s in ranking(bonus)] == [0, 2, 2, 2, 2]
    assert [s.rounds_won for s in ranking(bonus)] == [10, 8, 8, 7, 6]


def test_H4_fewer_face_down_slots_beat_more_rounds() -> None:
    layouts, won = ("AH", "## 2C 3C", "## ##"), [9, 7, 8]
    state = table(*layouts, won=won, completed=[0], stage=Stage.GAME_OVER)
    assert [s.seat for s in ranking(state)] == [0, 2, 1]
    bonus = GameState(HouseRules(last_round_bonus=True), state.seats, state.round)
    assert [s.seat for s in ranking(bonus)] == [0, 1, 2]


def test_H4_a_game_given_up_has_no_winner() -> None:
    state = table("## ##", "AH ##", rules=HouseRules(last_round_bonus=True))
    assert [(s.place, s.seat) for s in ranking(state)] == [(1, 1), (2, 0)]


def test_H5_start_size() -> None:
    state = GameState.new(NAMES[:2], PRESETS["quick"])
    state = apply(state, legal_moves(state)[0])
    assert [len(layout) for layout in state.round.layouts] == [5, 5]
    assert state.round.stock == 42
    assert legal_moves(table("## ## ## ## ##", "##", hand="6C")) == [Discard(0, card("6C"))]
    for size in (0, 11):
        with pytest.raises(RulesError, match="H5"):
            HouseRules(start_size=size)


def test_H6_finish_size_ends_the_game_at_the_next_size() -> None:
    six = "AH 2H 3H 4H 5H ##"
    place = Place(0, card("6H"), 6)
    won = apply(table(six, "##", hand="6H", rules=HouseRules(finish_size=5)), place)
    assert (won.round.stage, game_winner(won)) == (Stage.GAME_OVER, 0)
    for rules in (HouseRules(finish_size=4), HouseRules()):
        assert apply(table(six, "##", hand="6H", rules=rules), place).round.stage is Stage.ROUND_OVER
    for size in (0, 11):
        with pytest.raises(RulesError, match="H6"):
            HouseRules(finish_size=size)


def test_H6_a_finish_size_not_below_the_start_is_one_round() -> None:
    rules = HouseRules(start_size=5, finish_size=5)
    state = table("AH 2H 3H 4H ##", "##", hand="5H", rules=rules)
    assert apply(state, Place(0, card("5H"), 5)).round.stage is Stage.GAME_OVER


@pytest.mark.parametrize(
    ("choice", "dealer"),
    [(NextDealer.LEFT, 2), (NextDealer.WINNER, 0), (NextDealer.LOSER, 3), (NextDealer.FIXED, 1)],
)
def test_H7_next_dealer(choice: NextDealer, dealer: int) -> None:
    state = table(
        "AH ##", "## 2C ## ##", "## ##", "## ## ##", hand="2H", dealer=1, rules=HouseRules(next_dealer=choice)
    )
    won = apply(state, Place(0, card("2H"), 2))
    assert (next_dealer(won), next_starter(won)) == (dealer, (dealer + 1) % 4)
    assert_refused(won, Deal((dealer + 1) % 4, (dealer + 2) % 4, next_sizes(won)), "H7")


@pytest.mark.parametrize(("dealer", "next_one"), [(0, 1), (1, 3), (2, 3), (3, 1)])
def test_H7_of_equal_losers_the_first_to_the_dealers_left_deals(dealer: int, next_one: int) -> None:
    rules = HouseRules(next_dealer=NextDealer.LOSER)
    state = table("AH ##", "## ##", "##", "## ##", hand="2H", dealer=dealer, rules=rules)
    assert next_dealer(apply(state, Place(0, card("2H"), 2))) == next_one


def test_H7_the_winner_may_start() -> None:
    state = table("AH ##", "##", "##", hand="2H", dealer=2, rules=HouseRules(winner_starts=True))
    won = apply(state, Place(0, card("2H"), 2))
    assert (next_dealer(won), next_starter(won)) == (0, 0)
    assert_refused(won, Deal(0, 1, next_sizes(won)), "H7")
    started = apply(won, Deal(0, 0, next_sizes(won)))
    assert (started.round.turn, started.round.starter) == (0, 0)


def finish_turn(state: GameState) -> GameState:
    seat = state.round.turn
    return apply(apply(state, TakeStock(seat, card("QC"))), Discard(seat, card("QC")))


def test_H8_each_other_player_has_one_more_turn() -> None:
    state = table("## ##", "AH ##", "## ##", hand="2H", turn=1, rules=LAST_TURN)
    state = apply(state, Place(1, card("2H"), 2))
    assert (state.round.stage, state.round.completed) == (Stage.PLAY, (1,))
    assert legal_moves(state) == [Discard(1, UNKNOWN)]
    assert_refused(state, Place(1, card("2S"), 2), "R14")
    state = apply(state, Discard(1, card("KC")))
    assert (state.round.turn, state.round.stage) == (2, Stage.TAKE)
    state = finish_turn(state)
    assert (state.round.turn, state.round.stage) == (0, Stage.TAKE)
    state = finish_turn(state)
    assert (state.round.stage, next_sizes(state)) == (Stage.ROUND_OVER, (2, 1, 2))


def test_H8_all_who_complete_shrink() -> None:
    state = table("AH ##", "AC ##", "## ##", hand="2H", rules=LAST_TURN)
    state = apply(apply(state, Place(0, card("2H"), 2)), Discard(0, card("2C")))
    state = apply(apply(state, TakeDiscard(1)), Place(1, card("2C"), 2))
    state = finish_turn(apply(state, Discard(1, card("KC"))))
    assert (state.round.stage, state.round.completed) == (Stage.ROUND_OVER, (0, 1))
    assert (next_sizes(state), rounds_won(state)) == ((1, 1, 2), (1, 1, 0))


def test_H8_the_last_of_the_last_turns_ends_the_round_at_once() -> None:
    state = table("AH 2H", "AC ##", hand="2C", turn=1, completed=[0], rules=LAST_TURN)
    won = apply(state, Place(1, card("2C"), 2))
    assert (won.round.stage, won.round.completed) == (Stage.ROUND_OVER, (0, 1))
    assert allows(won, Discard(1, UNKNOWN))


def test_H8_a_layout_that_decides_the_game_needs_no_last_turns() -> None:
    state = table("AH 2H", "##", "##", hand="AC", turn=1, completed=[0], rules=LAST_TURN)
    won = apply(state, Place(1, card("AC"), 1))
    assert (won.round.stage, game_winner(won), rounds_won(won)) == (Stage.GAME_OVER, 1, (1, 1, 0))


def test_H8_without_a_card_to_take_the_win_stands() -> None:
    state = table("AH 2H", "## ##", turn=1, stock=0, discard="QC", completed=[0], rules=LAST_TURN)
    over = apply(state, VoidRound())
    assert (over.round.stage, rounds_won(over)) == (Stage.ROUND_OVER, (1, 0))


def test_H8_off_the_others_do_not_play_on() -> None:
    won = apply(table("AH ##", "## ##", hand="2H"), Place(0, card("2H"), 2))
    assert_refused(won, TakeStock(1), "R14")


def test_H9_decks() -> None:
    assert [len(HouseRules(decks=n).deck(2)) for n in (1, 2, 3)] == [52, 104, 156]
    assert HouseRules(decks=3).deck_count(6) == 3
    for decks in (0, 4):
        with pytest.raises(RulesError, match="H9"):
            HouseRules(decks=decks)


def test_presets_are_the_ones_agreed() -> None:
    assert set(PRESETS) == {"standard", "kings", "faces", "jokers", "quick", "family"}
    assert PRESETS["standard"] == HouseRules()
    assert PRESETS["family"].last_turn
    assert PRESETS["quick"].start_size == 5


ODD_RULES = HouseRules(decks=2, finish_size=3, next_dealer=NextDealer.LOSER)


@pytest.mark.parametrize("rules", [*PRESETS.values(), ODD_RULES])
def test_house_rules_json_round_trip(rules: HouseRules) -> None:
    assert HouseRules.from_json(rules.to_json()) == rules


def test_house_rules_json_holds_only_what_differs() -> None:
    settings: dict[str, Any] = {
        "wild": "kings",
        "jokers": True,
        "call_trash": True,
        "last_round_bonus": True,
        "start_size": 5,
        "finish_size": 5,
        "next_dealer": "winner",
        "last_turn": True,
    }
    assert HouseRules.from_json(settings).to_json() == settings
    assert HouseRules().to_json() == {}
    assert HouseRules.from_json({"finish_size": None}) == HouseRules()
    assert set(settings) | {"winner_starts", "decks"} == {f.name for f in fields(HouseRules)}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ([], "are an object"),
        ({"wilds": "jacks"}, "no such house rule: 'wilds'"),
        ({"wild": "queens"}, "wild: one of jacks, kings, faces was expected, not 'queens'"),
        ({"wild": 3}, "wild: one of"),
        ({"jokers": 1}, "jokers: true or false was expected, not 1"),
        ({"start_size": "5"}, "start_size: a whole number was expected, not '5'"),
        ({"decks": True}, "decks: a whole number was expected"),
        ({"start_size": None}, "start_size: a whole number"),
        ({"decks": 9}, "decks: 1 to 3"),
    ],
)
def test_bad_house_rules_are_named(settings: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        HouseRules.from_json(settings)
