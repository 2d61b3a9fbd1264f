"""Irregular play: every kind is told from legal play, recorded with its rule, and the state goes on."""

from __future__ import annotations

import pytest
from engine_tables import card, cards, table

from companion.cards import UNKNOWN
from companion.engine import IllegalMove, allows, apply, force, irregularity
from companion.irregularities import Irregularity, Kind
from companion.moves import (
    CorrectDiscard,
    CorrectSlot,
    CorrectTurn,
    Deal,
    Discard,
    Move,
    MoveWild,
    Place,
    Reshuffle,
    TakeDiscard,
    TakeStock,
    TakeWild,
    TurnDown,
    VoidRound,
)
from companion.position import known_cards, status
from companion.rounds import rounds_won
from companion.rules import HouseRules
from companion.table import EMPTY_SLOT, FACE_DOWN, GameState, Stage, face_up
from companion.table_text import format_layout

BACKS = "## ## ## ## ## ## ## ## ## ##"
WON = apply(table("AH ##", BACKS, hand="2H"), Place(0, card("2H"), 2))


IRREGULAR: list[tuple[GameState, Move, Kind, str, str]] = [
    (table(BACKS, BACKS), TakeStock(1, card("5H")), Kind.OUT_OF_TURN, "R3", "5H"),
    (table(BACKS, BACKS, hand="5H"), Discard(1, card("QC")), Kind.OUT_OF_TURN, "R3", "QC"),
    (table(BACKS, BACKS, BACKS, hand="5H"), TakeStock(2), Kind.OUT_OF_TURN, "R3", ""),
    (table(BACKS, BACKS, hand="5H"), Place(0, card("5H"), 6), Kind.WRONG_SLOT, "R9", "5H"),
    (table(BACKS, BACKS, hand="QH"), Place(0, card("QH"), 6), Kind.WRONG_SLOT, "R9", "QH"),
    (table("JC ##", BACKS, hand="2H"), TakeWild(0, card("2H"), 1), Kind.WRONG_SLOT, "R9", "2H"),
    (table("AH ##", BACKS, hand="AS"), Place(0, card("AS"), 1), Kind.ON_FACE_UP, "R9", "AS"),
    (table("AH ##", BACKS, hand="JS"), Place(0, card("JS"), 1), Kind.ON_FACE_UP, "R10", "JS"),
    (table("AH ##", BACKS, hand="??"), Place(0, UNKNOWN, 1), Kind.ON_FACE_UP, "R9", ""),
    (table("JC ##", BACKS, hand="JS"), TakeWild(0, card("JS"), 1), Kind.ON_FACE_UP, "R10", "JS"),
    (table("JC ##", BACKS), MoveWild(0, 1, 2), Kind.WILD_MOVED, "R18", "JC"),
    (table(BACKS, BACKS, hand="5H"), Discard(0, card("5H")), Kind.PLAYABLE_DISCARDED, "R9", "5H"),
    (table(BACKS, BACKS, hand="??"), Discard(0, card("5H")), Kind.PLAYABLE_DISCARDED, "R9", "5H"),
    (table(BACKS, BACKS, hand="QC"), TakeStock(1, card("9C")), Kind.NO_DISCARD, "R12", "9C"),
    (table(BACKS, BACKS, discard="5H 6H QC"), TakeDiscard(0, 2), Kind.DEEPER_DISCARD, "R8", "5H"),
    (table(BACKS, BACKS, discard="6H", turns=0), TakeDiscard(0), Kind.FIRST_FROM_DISCARD, "R8", "6H"),
    (WON, Deal(0, 1, (2, 10)), Kind.WRONG_DEAL, "R15", ""),
    (GameState.new(["Ann", "Ben"]), Deal(0, 1, (10, 9)), Kind.WRONG_DEAL, "R5", ""),
    (WON, TakeStock(1, card("9C")), Kind.PLAYED_AFTER_WIN, "R14", "9C"),
    (WON, Place(1, card("9C"), 9), Kind.PLAYED_AFTER_WIN, "R14", "9C"),
    (table("AH ##", BACKS), TurnDown(0, 1), Kind.TURNED_DOWN, "R9", "AH"),
]


@pytest.mark.parametrize(("state", "move", "kind", "rule", "held"), IRREGULAR)
def test_irregular_play_has_a_kind_and_is_never_refused(
    state: GameState, move: Move, kind: Kind, rule: str, held: str
) -> None:
    assert irregularity(state, move) == Irregularity(kind, getattr(move, "seat", None), cards(held), rule)
    assert not allows(state, move)
    assert isinstance(force(state, move), GameState)


def test_every_kind_is_covered() -> None:
    covered = {kind for _, _, kind, _, _ in IRREGULAR}
    assert covered | {Kind.IMPOSSIBLE_COPY} == set(Kind)


def test_a_legal_move_is_no_irregularity() -> None:
    assert irregularity(table(BACKS, BACKS), TakeStock(0)) is None


def test_a_move_that_does_not_fit_the_table_has_no_kind() -> None:
    assert irregularity(table(BACKS, BACKS, hand="7H"), Discard(0, card("QC"))) is None
    assert irregularity(table(BACKS, BACKS), Reshuffle()) is None


def test_an_irregularity_goes_against_one_of_its_kinds_rules() -> None:
    assert Irregularity(Kind.OUT_OF_TURN, 1, (), "R12").rule == "R12"
    with pytest.raises(ValueError, match="out_of_turn goes against R3 or R12, not R9"):
        Irregularity(Kind.OUT_OF_TURN, 1, (), "R9")


@pytest.mark.parametrize(
    "move",
    [
        TakeStock(2),
        TurnDown(0, 11),
        MoveWild(0, 11, 1),
        MoveWild(0, 1, 11),
        Place(0, UNKNOWN, 11),
        CorrectSlot(0, 0, FACE_DOWN),
        TakeDiscard(0, -1),
        Deal(0, 2, (10, 10)),
        Deal(2, 1, (10, 10)),
        Deal(0, 1, (10, 11)),
        Deal(0, 1, (10,)),
    ],
)
def test_seats_and_slots_that_do_not_exist_are_refused(move: Move) -> None:
    with pytest.raises(IllegalMove):
        force(table(BACKS, BACKS, hand="??"), move)


def test_out_of_turn_play_takes_the_turn_along() -> None:
    after = force(table(BACKS, BACKS, BACKS), TakeStock(2, card("QC")))
    assert (after.round.turn, after.round.hand, after.round.turns) == (2, card("QC"), 5)
    assert apply(after, Discard(2, card("QC"))).round.turn == 0


def test_a_card_laid_out_of_turn_is_not_the_one_in_another_hand() -> None:
    after = force(table(BACKS, BACKS, hand="5H"), Place(1, UNKNOWN, 5))
    assert after.round.layouts[1].slot(5) == face_up(UNKNOWN)


def test_wrong_slot_goes_on_from_what_lies_there() -> None:
    after = force(table("## #AS", BACKS, hand="5H"), Place(0, card("5H"), 2))
    assert format_layout(after.round.layouts[0]) == "## 5H"
    assert after.round.hand == card("AS")


def test_on_face_up_brings_the_covered_card_to_hand() -> None:
    after = force(table("AH ##", BACKS, hand="JS"), Place(0, card("JS"), 1))
    assert (format_layout(after.round.layouts[0]), after.round.hand) == ("JS ##", card("AH"))


def test_a_moved_wild_changes_places() -> None:
    after = force(table("JC #5H ##", BACKS, turn=1), MoveWild(0, 1, 2))
    assert format_layout(after.round.layouts[0]) == "#5H JC ##"
    assert (after.round.turn, after.round.stage) == (1, Stage.TAKE)


def test_a_deeper_discard_leaves_the_cards_above() -> None:
    after = force(table(BACKS, BACKS, discard="5H 6H QC"), TakeDiscard(0, 1))
    assert (after.round.hand, after.round.discard) == (card("6H"), cards("5H QC"))


def test_a_discard_taken_from_no_pile_is_unknown() -> None:
    after = force(table(BACKS, BACKS, turns=0), TakeDiscard(0))
    assert (after.round.hand, after.round.discard) == (UNKNOWN, ())
    after = force(table(BACKS, BACKS, discard="5H 6H"), TakeDiscard(0, 3))
    assert (after.round.hand, after.round.discard) == (UNKNOWN, cards("5H 6H"))


def test_a_stock_card_taken_from_no_stock_leaves_none() -> None:
    assert force(table(BACKS, BACKS, stock=0), TakeStock(0)).round.stock == 0


def test_a_wrong_deal_is_played_as_dealt() -> None:
    state = force(GameState.new(["Ann", "Ben"]), Deal(0, 1, (10, 9)))
    assert (len(state.round.layouts[1]), state.seats[1].size) == (9, 10)
    assert status(state) == (Irregularity(Kind.WRONG_DEAL, 1, (), "R5"),)


def test_play_after_the_win_changes_the_table_but_not_the_result() -> None:
    after = force(force(WON, TakeStock(1, card("9C"))), Place(1, card("9C"), 9))
    assert (after.round.stage, after.round.completed) == (Stage.ROUND_OVER, (0,))
    assert (after.round.stock, after.round.layouts[1].slot(9)) == (29, face_up(card("9C")))
    assert force(WON, Discard(1, card("9C"))).round.discard == cards("9C")
    assert force(WON, VoidRound()) == WON


def test_a_card_turned_down_again_is_known_when_it_comes_to_hand() -> None:
    state = force(table("AH ##", BACKS), TurnDown(0, 1))
    assert format_layout(state.round.layouts[0]) == "#AH ##"
    state = apply(apply(state, TakeStock(0, card("AS"))), Place(0, card("AS"), 1))
    assert state.round.hand == card("AH")


def test_a_deal_over_a_round_in_play_starts_anew() -> None:
    state = force(table(BACKS, BACKS), Deal(0, 1, (10, 10)))
    assert (state.round.number, state.round.stage, state.round.turn) == (2, Stage.TAKE, 1)


def test_an_empty_slot_is_filled_and_the_turn_is_over() -> None:
    state = table(".. ##", BACKS, hand="AH")
    assert not allows(state, Discard(0, card("AH")))
    after = apply(state, Place(0, card("AH"), 1))
    assert (after.round.turn, after.round.stage, after.round.hand) == (1, Stage.TAKE, None)


def test_correcting_a_slot_changes_nothing_else() -> None:
    state = table("7H ##", BACKS, hand="QC")
    after = apply(state, CorrectSlot(0, 1, face_up(card("AH"))))
    assert (format_layout(after.round.layouts[0]), after.round.hand) == ("AH ##", card("QC"))


def test_correcting_the_last_slot_closes_and_reopens_a_round() -> None:
    state = table("AH ##", BACKS)
    closed = apply(state, CorrectSlot(0, 2, face_up(card("2H"))))
    assert (closed.round.stage, closed.round.completed) == (Stage.ROUND_OVER, (0,))
    assert apply(closed, CorrectSlot(0, 2, FACE_DOWN)) == state
    in_hand = apply(table("AH ##", BACKS, hand="2H"), Place(0, card("2H"), 2))
    reopened = apply(in_hand, CorrectSlot(0, 2, FACE_DOWN)).round
    assert (reopened.stage, reopened.completed, reopened.turn) == (Stage.PLAY, (), 0)


def test_correcting_one_of_two_winners_keeps_the_other() -> None:
    rules = HouseRules(last_turn=True)
    state = table("AH 2H", "AC", completed=[0, 1], stage=Stage.GAME_OVER, rules=rules)
    after = apply(state, CorrectSlot(1, 1, FACE_DOWN)).round
    assert (after.stage, after.completed) == (Stage.ROUND_OVER, (0,))
    after = apply(state, CorrectSlot(0, 1, EMPTY_SLOT)).round
    assert (after.stage, after.completed) == (Stage.GAME_OVER, (1,))


def test_H8_a_correction_during_the_last_turns_ends_nothing() -> None:
    state = table("AH 2H", "AC ##", "## ##", turn=1, completed=[0], rules=HouseRules(last_turn=True))
    for move in (CorrectSlot(1, 1, face_up(card("AS"))), TurnDown(1, 1)):
        after = force(state, move).round
        assert (after.stage, after.turn, after.completed) == (Stage.TAKE, 1, (0,))
    taken = apply(state, TakeStock(1, card("QC")))
    assert apply(taken, CorrectSlot(1, 1, face_up(card("AS")))).round.stage is Stage.PLAY


def test_H8_a_layout_found_complete_leaves_the_others_their_last_turn() -> None:
    state = table("## ##", "AH ##", rules=HouseRules(last_turn=True))
    state = apply(state, CorrectSlot(1, 2, face_up(card("2H"))))
    assert (state.round.stage, state.round.turn, state.round.completed) == (Stage.TAKE, 0, (1,))
    state = apply(apply(state, TakeStock(0, card("QC"))), Discard(0, card("QC")))
    assert (state.round.stage, rounds_won(state)) == (Stage.ROUND_OVER, (0, 1))


def test_H8_play_on_a_complete_layout_completes_it_once() -> None:
    state = table("AH JC", "## ##", "## ##", hand="2H", completed=[0], rules=HouseRules(last_turn=True))
    assert not allows(state, Place(0, card("2H"), 2))
    after = force(state, Place(0, card("2H"), 2)).round
    assert (after.completed, after.stage, after.hand) == ((0,), Stage.PLAY, card("JC"))


def test_correcting_the_discard_pile() -> None:
    state = table(BACKS, BACKS, discard="5H 6H")
    assert apply(state, CorrectDiscard(card("9H"))).round.discard == cards("5H 9H")
    assert apply(state, CorrectDiscard(None)).round.discard == ()
    assert apply(table(BACKS, BACKS), CorrectDiscard(card("9H"))).round.discard == cards("9H")


def test_correcting_the_turn() -> None:
    after = apply(table(BACKS, BACKS, BACKS, hand="QC", discard="5H", turns=0), CorrectTurn(2)).round
    assert (after.turn, after.stage, after.hand, after.turns) == (2, Stage.TAKE, None, 1)
    assert not allows(WON, CorrectTurn(1))
    assert not allows(GameState.new(["Ann", "Ben"]), CorrectTurn(1))


def test_status_names_wrong_cards_and_impossible_copies() -> None:
    state = table("5H JC #7H", "?? 7H KC", hand="JOKER", discard="7H JC")
    assert known_cards(state)[card("7H")] == 3
    assert set(status(state)) == {
        Irregularity(Kind.WRONG_SLOT, 0, cards("5H"), "R9"),
        Irregularity(Kind.WRONG_SLOT, 1, cards("7H"), "R9"),
        Irregularity(Kind.WRONG_SLOT, 1, cards("KC"), "R9"),
        Irregularity(Kind.IMPOSSIBLE_COPY, None, cards("7H 7H 7H"), "H9"),
        Irregularity(Kind.IMPOSSIBLE_COPY, None, cards("JC JC"), "H9"),
        Irregularity(Kind.IMPOSSIBLE_COPY, None, cards("JOKER"), "H9"),
    }


def test_status_finds_nothing_wrong_with_a_sound_table() -> None:
    assert status(table("AH JC ## ##", "## ??", hand="??", discard="7H")) == ()
    assert status(GameState.new(["Ann", "Ben"])) == ()
