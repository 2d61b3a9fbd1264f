"""The core rules R1–R18, one test or more a number."""

from __future__ import annotations

import random

import pytest
from engine_tables import NAMES, assert_refused, card, cards, table

from companion.cards import UNKNOWN
from companion.engine import allows, apply, legal_moves
from companion.moves import Deal, Discard, Place, Reshuffle, TakeDiscard, TakeStock, TakeWild, VoidRound
from companion.rounds import cut_for_deal, game_winner, next_dealer, next_sizes, next_starter, rounds_won
from companion.rules import PRESETS, HouseRules, RulesError
from companion.simulate import play_game
from companion.table import FACE_DOWN, GameState, Stage, face_up
from companion.table_text import format_layout

BACKS = "## ## ## ## ## ## ## ## ## ##"


def dealt(players: int = 2, rules: HouseRules | None = None) -> GameState:
    state = GameState.new(NAMES[:players], rules)
    return apply(state, legal_moves(state)[0])


@pytest.mark.parametrize("players", range(2, 7))
def test_R1_two_to_six_players(players: int) -> None:
    assert len(GameState.new(NAMES[:players]).seats) == players


@pytest.mark.parametrize("players", [0, 1, 7])
def test_R1_refuses_other_numbers(players: int) -> None:
    with pytest.raises(RulesError, match="R1") as caught:
        GameState.new([f"P{i}" for i in range(players)])
    assert caught.value.rule == "R1"


def test_R1_refuses_five_or_more_on_one_deck() -> None:
    for players in (5, 6):
        with pytest.raises(RulesError, match=f"one deck is not enough for {players} players"):
            HouseRules(decks=1).deck_count(players)
    assert HouseRules(decks=1).deck_count(4) == 1


def test_R1_advises_two_tables_from_five() -> None:
    assert [HouseRules().advises_two_tables(n) for n in range(2, 7)] == [False, False, False, True, True]


def test_R2_decks_by_players() -> None:
    assert [HouseRules().deck_count(n) for n in range(2, 7)] == [1, 2, 2, 2, 2]
    assert len(HouseRules().deck(2)) == 52
    assert len(HouseRules().deck(3)) == 104
    assert HouseRules(decks=1).deck_count(3) == 1


def test_R3_play_goes_clockwise() -> None:
    state = dealt(3)
    order = []
    for _ in range(4):
        seat = state.round.turn
        order.append(seat)
        state = apply(apply(state, TakeStock(seat, card("QC"))), Discard(seat, card("QC")))
    assert order == [1, 2, 0, 1]


def test_R3_lowest_cut_deals_ace_low_ties_cut_again() -> None:
    assert cut_for_deal(cards("KH AS 2C")) == (1,)
    assert cut_for_deal(cards("5H 9S 5C")) == (0, 2)
    assert cut_for_deal(cards("JOKER KS")) == (1,)
    for bad in ((), cards("?? KS")):
        with pytest.raises(ValueError, match="cuts one card"):
            cut_for_deal(bad)


def test_R3_the_first_dealer_is_the_one_the_cut_named() -> None:
    state = GameState.new(NAMES[:3], dealer=2)
    assert next_dealer(state) == 2
    assert_refused(state, Deal(0, 0, (10, 10, 10)), "R3")


@pytest.mark.parametrize("dealer", range(3))
def test_R4_left_of_the_dealer_starts(dealer: int) -> None:
    state = GameState.new(NAMES[:3], dealer=dealer)
    assert next_starter(state) == (dealer + 1) % 3
    assert_refused(state, Deal(dealer, dealer, (10, 10, 10)), "R4")


def test_R5_layouts_of_face_down_cards_numbered_from_one() -> None:
    state = dealt()
    assert [format_layout(layout) for layout in state.round.layouts] == [BACKS, BACKS]
    layout = state.round.layouts[0].with_slot(1, face_up(card("AH"))).with_slot(10, face_up(card("10S")))
    assert format_layout(layout) == "AH ## ## ## ## ## ## ## ## 10S"


def test_R5_a_small_layout_lacks_the_slots_above_its_size() -> None:
    state = GameState.new(NAMES[:2], sizes=[10, 7])
    layout = apply(state, legal_moves(state)[0]).round.layouts[1]
    assert [layout.has(n) for n in (0, 1, 7, 8, 10)] == [False, True, True, False, False]
    with pytest.raises(IndexError, match="no slot 8"):
        layout.slot(8)


def test_R5_nothing_is_played_before_the_deal() -> None:
    assert_refused(GameState.new(NAMES[:2]), TakeStock(1), "R5")


def test_R5_simulated_cards_fill_the_layouts() -> None:
    assert_refused(
        GameState.new(NAMES[:2], sizes=[2, 1]), Deal(0, 1, (2, 1), (cards("AH"), cards("2H"))), "R5"
    )


def test_R6_the_rest_is_the_stock_and_the_discard_pile_is_empty() -> None:
    assert (dealt(2).round.stock, dealt(2).round.discard) == (32, ())
    assert dealt(4).round.stock == 64


def test_R7_face_down_cards_are_unknown_until_play_turns_them_up() -> None:
    state = dealt()
    assert all(slot == FACE_DOWN for layout in state.round.layouts for slot in layout.slots)
    after = apply(apply(state, TakeStock(1, card("7H"))), Place(1, card("7H"), 7))
    assert after.round.hand == UNKNOWN
    assert after.round.layouts[1].face_down() == (1, 2, 3, 4, 5, 6, 8, 9, 10)


def test_R8_stock_or_top_of_the_discard_pile() -> None:
    state = table(BACKS, BACKS, discard="7H QC")
    assert legal_moves(state) == [TakeStock(0), TakeDiscard(0)]
    taken = apply(state, TakeDiscard(0))
    assert (taken.round.hand, taken.round.discard) == (card("QC"), cards("7H"))
    assert apply(state, TakeStock(0)).round.stock == 29


def test_R8_the_discard_may_be_taken_unconditionally() -> None:
    assert allows(table("AH ##", BACKS, discard="KS"), TakeDiscard(0))


def test_R8_the_first_turn_takes_from_the_stock() -> None:
    assert legal_moves(dealt()) == [TakeStock(1)]
    assert_refused(dealt(), TakeDiscard(1), "R8")
    assert_refused(table(BACKS, BACKS, discard="7H", turns=0), TakeDiscard(0), "R8")


def test_R8_only_the_top_card() -> None:
    assert_refused(table(BACKS, BACKS, discard="7H QC"), TakeDiscard(0, depth=1), "R8")


def test_R8_one_card_a_turn_and_a_card_before_all_else() -> None:
    assert_refused(table(BACKS, BACKS, hand="7H", discard="QC"), TakeDiscard(0), "R8")
    assert_refused(table(BACKS, BACKS), Place(0, card("7H"), 7), "R8")
    assert_refused(table(BACKS, BACKS), TakeDiscard(0), "R8")


def test_R9_own_slot_and_the_displaced_card_is_played_on() -> None:
    state = table("## ## #AS", BACKS, hand="3H")
    state = apply(state, Place(0, card("3H"), 3))
    assert format_layout(state.round.layouts[0]) == "## ## 3H"
    assert state.round.hand == card("AS")
    state = apply(state, Place(0, card("AS"), 1))
    assert (format_layout(state.round.layouts[0]), state.round.turn) == ("AS ## 3H", 0)


def test_R9_no_filling_order_but_only_the_own_slot() -> None:
    state = table(BACKS, BACKS, hand="10H")
    assert legal_moves(state) == [Place(0, card("10H"), 10)]
    assert_refused(state, Place(0, card("10H"), 9), "R9")


def test_R9_not_on_its_own_natural() -> None:
    state = table("AH ##", BACKS, hand="AS")
    assert_refused(state, Place(0, card("AS"), 1), "R9")
    assert_refused(state, TakeWild(0, card("AS"), 1), "R9")


def test_R9_a_playable_card_must_be_played() -> None:
    assert_refused(table(BACKS, BACKS, hand="4C"), Discard(0, card("4C")), "R9")


def test_R9_an_unknown_hand_is_revealed_where_it_lands() -> None:
    state = table("## ## ##", BACKS, hand="??")
    assert apply(state, Place(0, card("2D"), 2)).round.layouts[0].slot(2) == face_up(card("2D"))
    assert_refused(state, Place(0, card("2D"), 3), "R9")
    assert legal_moves(state) == [*(Place(0, UNKNOWN, n) for n in (1, 2, 3)), Discard(0, UNKNOWN)]
    assert apply(state, Place(0, UNKNOWN, 3)).round.layouts[0].slot(3) == face_up(UNKNOWN)


def test_R10_a_jack_goes_on_any_face_down_slot() -> None:
    state = table("AH ## 3C ##", BACKS, hand="JC")
    assert legal_moves(state) == [Place(0, card("JC"), 2), Place(0, card("JC"), 4), Discard(0, card("JC"))]
    assert_refused(state, Place(0, card("JC"), 1), "R10")
    assert_refused(state, TakeWild(0, card("JC"), 1), "R10")
    assert apply(state, Place(0, card("JC"), 4)).round.hand == UNKNOWN


def test_R11_a_natural_may_replace_the_wild_in_its_slot() -> None:
    state = table("## JC ##", BACKS, hand="2H")
    assert legal_moves(state) == [TakeWild(0, card("2H"), 2), Discard(0, card("2H"))]
    swapped = apply(state, TakeWild(0, card("2H"), 2))
    assert format_layout(swapped.round.layouts[0]) == "## 2H ##"
    assert (swapped.round.hand, swapped.round.turn) == (card("JC"), 0)
    assert allows(swapped, Place(0, card("JC"), 3))


def test_R11_only_where_a_wild_lies() -> None:
    assert_refused(table("## ##", BACKS, hand="2H"), TakeWild(0, card("2H"), 2), "R11")
    assert_refused(table("JC ##", BACKS, hand="2H"), TakeWild(0, card("2H"), 1), "R9")


def test_R11_only_in_the_own_turn_with_the_natural_in_hand() -> None:
    take = TakeWild(0, card("AH"), 1)
    assert_refused(table("JC ##", BACKS), take, "R8")
    assert_refused(table("JC ##", BACKS, turn=1, hand="AH"), take, "R3")


def test_R11_an_unread_face_may_be_a_wild() -> None:
    state = table("?? ##", BACKS, hand="AH")
    assert legal_moves(state) == [TakeWild(0, card("AH"), 1), Discard(0, card("AH"))]
    assert apply(state, TakeWild(0, card("AH"), 1)).round.hand == UNKNOWN
    unknown = table("?? JC 3C ##", BACKS, hand="??")
    assert TakeWild(0, UNKNOWN, 1) in legal_moves(unknown)
    assert TakeWild(0, UNKNOWN, 2) in legal_moves(unknown)
    assert TakeWild(0, UNKNOWN, 3) not in legal_moves(unknown)


@pytest.mark.parametrize("hand", ["QC", "KC", "AS", "10C"])
def test_R12_an_unplayable_card_ends_the_turn(hand: str) -> None:
    state = table("AH ## ## ## ## ## ## ## ##", BACKS, hand=hand, discard="5C")
    assert legal_moves(state) == [Discard(0, card(hand))]
    after = apply(state, Discard(0, card(hand))).round
    assert (after.turn, after.stage, after.hand) == (1, Stage.TAKE, None)
    assert after.discard == cards(f"5C {hand}")
    assert format_layout(after.layouts[0]).startswith("AH ##")


def test_R12_a_card_above_the_layout_has_no_slot() -> None:
    assert_refused(table("## ##", BACKS, hand="3C"), Place(0, card("3C"), 3), "R5")


def test_R12_the_next_player_waits_for_the_discard() -> None:
    assert_refused(table(BACKS, BACKS, hand="QC"), TakeStock(1), "R12")


def test_R13_the_top_discard_stays_and_the_rest_becomes_the_stock() -> None:
    state = table(BACKS, BACKS, discard="5C QC 7H KS", stock=0)
    assert legal_moves(state) == [Reshuffle(), TakeDiscard(0)]
    assert_refused(state, TakeStock(0), "R13")
    after = apply(state, Reshuffle())
    assert (after.round.stock, after.round.discard, after.round.turn) == (3, cards("KS"), 0)


def test_R13_only_when_a_player_wants_a_stock_card() -> None:
    assert_refused(table(BACKS, BACKS, discard="5C QC", stock=1), Reshuffle(), "R13")
    assert_refused(table(BACKS, BACKS, discard="5C QC", stock=0, hand="KS"), Reshuffle(), "R13")
    assert_refused(table(BACKS, BACKS, discard="5C", stock=0), Reshuffle(), "R13")


def test_R13_nothing_to_shuffle_voids_the_round_and_it_is_dealt_again() -> None:
    state = table(BACKS, BACKS, discard="5C", stock=0, turn=1)
    assert legal_moves(state) == [VoidRound(), TakeDiscard(1)]
    void = apply(state, VoidRound())
    assert void.round.stage is Stage.DEAL
    assert rounds_won(void) == (0, 0)
    assert legal_moves(void) == [Deal(state.round.dealer, state.round.starter, (10, 10))]


def test_R13_a_round_with_cards_left_is_not_void() -> None:
    assert_refused(table(BACKS, BACKS, discard="5C QC", stock=0), VoidRound(), "R13")
    assert_refused(table(BACKS, BACKS, stock=1), VoidRound(), "R13")
    assert_refused(table(BACKS, BACKS, stock=0, hand="5C"), VoidRound(), "R13")


@pytest.mark.parametrize("last", ["2H", "JC"])
def test_R14_the_first_complete_layout_wins_at_once(last: str) -> None:
    state = table("AH ## JH", BACKS, hand=last)
    won = apply(state, Place(0, card(last), 2))
    assert (won.round.stage, won.round.completed) == (Stage.ROUND_OVER, (0,))
    for move in (TakeStock(1), Place(0, card("2S"), 2), TakeStock(0)):
        assert_refused(won, move, "R14")


def test_R14_the_card_in_hand_is_laid_aside() -> None:
    won = apply(table("AH #9S", BACKS, hand="2H", discard="QC"), Place(0, card("2H"), 2))
    assert won.round.hand == card("9S")
    aside = apply(won, Discard(0, card("9S")))
    assert (aside.round.discard, aside.round.hand) == (cards("QC 9S"), None)
    assert aside.round.stage is Stage.ROUND_OVER
    assert_refused(won, Discard(1, card("9S")), "R14")
    assert_refused(aside, Discard(0, card("9S")), "R8")


def test_R14_no_deal_before_the_round_is_won() -> None:
    assert_refused(table(BACKS, BACKS), Deal(0, 1, (10, 10)), "R14")


def test_R15_the_winner_shrinks_by_one() -> None:
    won = apply(table("AH ##", "## ## ##", hand="2H", won=[8, 7]), Place(0, card("2H"), 2))
    assert (next_sizes(won), rounds_won(won)) == ((1, 3), (9, 7))
    assert_refused(won, Deal(0, 1, (2, 3)), "R15")
    again = apply(won, Deal(0, 1, (1, 3)))
    assert [(seat.size, seat.rounds_won) for seat in again.seats] == [(1, 9), (3, 7)]
    assert [len(layout) for layout in again.round.layouts] == [1, 3]


def test_R15_sizes_given_tell_the_rounds_won() -> None:
    state = GameState.new(NAMES[:2], sizes=[10, 7])
    assert [seat.rounds_won for seat in state.seats] == [0, 3]


@pytest.mark.parametrize("last", ["AH", "JC"])
def test_R16_completing_one_card_wins_the_game(last: str) -> None:
    from_stock = table("##", BACKS, hand=last, won=[9, 0])
    from_discard = apply(table("##", BACKS, discard=last, won=[9, 0]), TakeDiscard(0))
    for state in (from_stock, from_discard):
        won = apply(state, Place(0, card(last), 1))
        assert (won.round.stage, game_winner(won), next_sizes(won)) == (Stage.GAME_OVER, 0, (0, 10))
        assert_refused(won, Deal(0, 1, (1, 10)), "R16")


def test_R16_no_game_is_won_before() -> None:
    won = apply(table("AH ##", BACKS, hand="2H"), Place(0, card("2H"), 2))
    assert (game_winner(won), game_winner(dealt())) == (None, None)


def test_R17_both_on_one_card_the_first_wins_outright() -> None:
    for rules in (HouseRules(), PRESETS["family"]):
        won = apply(table("##", "##", hand="AH", rules=rules), Place(0, card("AH"), 1))
        assert game_winner(won) == 0
        assert_refused(won, TakeStock(1), "R14")


def test_R18_nothing_is_kept_between_turns() -> None:
    for step in play_game(random.Random(18), NAMES[:3], rounds=3):
        if step.after.round.stage is Stage.TAKE:
            assert step.after.round.hand is None


def test_R18_the_card_in_hand_is_the_card_played() -> None:
    assert_refused(table(BACKS, BACKS, hand="7H"), Place(0, card("JC"), 3), "R18")


def test_R18_a_move_that_names_no_card_plays_the_one_in_hand() -> None:
    state = table("JC ## ##", BACKS, hand="2H", discard="QC")
    laid = apply(state, Place(0, UNKNOWN, 2)).round
    assert laid.layouts[0].slot(2) == face_up(card("2H"))
    assert_refused(state, Place(0, UNKNOWN, 3), "R9")
    assert_refused(state, Discard(0, UNKNOWN), "R9")
    ten = table("AH ##", BACKS, hand="10H", discard="QC")
    assert apply(ten, Discard(0, UNKNOWN)).round.discard == cards("QC 10H")
