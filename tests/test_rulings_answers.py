"""What the answers make of the current table and its house rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from engine_tables import card, cards, table

from companion.events import Discarded, Drew, Event, Irregular, Placed, RoundStarted, TookWild, Turn
from companion.irregularities import Kind
from companion.rules import PRESETS, HouseRules, NextDealer, WildRanks
from companion.rulings import Question, Ruling, answer
from companion.table import GameState, Stage

FAMILY = PRESETS["family"]
DEALT = RoundStarted(0.0, (2, 2), "Ben", "Ann")
OVER = Stage.ROUND_OVER


def keys(ruling: Ruling) -> list[str]:
    return [said.key for said in ruling.said]


def told(ruling: Ruling, key: str) -> dict[str, object]:
    """What stands in the places of one sentence of the answer."""
    (said,) = (said for said in ruling.said if said.key == key)
    return {name: value for name, value in said.values if name != "time"}


def test_H8_no_last_turn_unless_agreed() -> None:
    state = table("AH 2H", "## ##", completed=[0], stage=OVER)
    last = Placed(4, "Ann", card("2H"), 2)
    ruling = answer(Question.LAST_TURN, state, [DEALT, last])
    assert keys(ruling) == ["NO_LAST_TURN", "COMPLETED_BY", "LAST_TURN_NOT_AGREED"]
    assert ruling.rules == ("R14", "H8")
    assert ruling.evidence == (last,)


def test_H8_who_has_still_a_last_turn() -> None:
    state = table("AH 2H", "## ##", "## ##", "## ##", completed=[0], turn=2, rules=FAMILY)
    assert told(answer(Question.LAST_TURN, state), "STILL_TO_PLAY") == {"players": ("Cleo", "Dan")}
    assert "STILL_TO_PLAY" not in keys(answer(Question.LAST_TURN, table("## ##", "##", rules=FAMILY)))


def test_H8_a_layout_that_wins_the_game_leaves_no_last_turn() -> None:
    assert "WINS_GAME_AT_ONCE" in keys(answer(Question.LAST_TURN, table("##", "## ##", rules=FAMILY)))
    assert "WINS_GAME_AT_ONCE" not in keys(answer(Question.LAST_TURN, table("## ##", "## ##", rules=FAMILY)))


@pytest.mark.parametrize(
    ("wild", "key"),
    [(WildRanks.JACKS, "JACKS_WILD"), (WildRanks.KINGS, "KINGS_WILD"), (WildRanks.FACES, "FACES_WILD")],
)
def test_H1_which_cards_are_wild(wild: WildRanks, key: str) -> None:
    state = table("##", "##", rules=HouseRules(wild=wild))
    assert keys(answer(Question.WHICH_WILD, state)) == [key]
    jokers = table("##", "##", rules=HouseRules(wild=wild, jokers=True))
    assert keys(answer(Question.WHICH_WILD, jokers)) == [key, "JOKERS_WILD"]


@pytest.mark.parametrize(
    ("layout", "rules", "expected", "cited"),
    [
        ("AH ##", HouseRules(), ["THAT_WINS_ROUND"], {"R10", "R14"}),
        ("##", HouseRules(), ["THAT_WINS_GAME"], {"R10", "R14", "R16"}),
        ("AH ##", HouseRules(finish_size=1), ["THAT_WINS_GAME"], {"R10", "R14", "H6"}),
        ("AH ##", FAMILY, ["THAT_WINS_ROUND", "LAST_TURN_THEN"], {"R10", "R14", "H8"}),
        ("AH ##", HouseRules(call_trash=True), ["THAT_WINS_ROUND", "CALL_WHEN_LAYING"], {"R10", "R14", "H3"}),
    ],
)
def test_R14_a_wild_on_the_last_slot(
    layout: str, rules: HouseRules, expected: list[str], cited: set[str]
) -> None:
    ruling = answer(Question.WILD_LAST_SLOT, table(layout, "## ## ##", rules=rules))
    assert keys(ruling) == ["WILD_FILLS_LAST", *expected, "FACE_DOWN_NOW"]
    assert set(ruling.rules) == cited


@pytest.mark.parametrize("question", [Question.NATURAL_FOR_WILD, Question.MUST_SWAP])
def test_R11_the_slot_of_the_wild_is_named(question: Question) -> None:
    state = table("## JC 3D", "## ## JD")
    assert told(answer(question, state, asker=0), "WILD_LIES") == {
        "player": "Ann",
        "card": card("JC"),
        "slot": 2,
    }
    assert "slot 2" in answer(question, state, asker=0).words()
    assert told(answer(question, state, asker=1), "WILD_LIES")["slot"] == 3
    assert keys(answer(question, table("## 2C", "##")))[-1] == "NO_WILD_LIES"


def test_H1_a_jack_is_not_looked_for_where_kings_are_wild() -> None:
    state = table("KC ##", "##", rules=PRESETS["kings"])
    assert told(answer(Question.NATURAL_FOR_WILD, state), "WILD_LIES")["card"] == card("KC")


def test_R11_a_swap_that_is_possible_now() -> None:
    state = table("## JC", "##", hand="2S")
    assert told(answer(Question.MUST_SWAP, state), "SWAP_NOW") == {
        "player": "Ann",
        "card": card("2S"),
        "wild": card("JC"),
        "slot": 2,
    }
    # Ben asks, and has no card in hand.
    assert keys(answer(Question.MUST_SWAP, state, asker=1))[-1] == "NO_WILD_LIES"


def test_R11_a_swap_that_was_made_in_this_turn() -> None:
    swap = TookWild(6, "Ann", card("2S"), 2)
    events: list[Event] = [DEALT, Turn(0, "Ann"), Drew(5, "Ann", "stock"), swap]
    ruling = answer(Question.NATURAL_FOR_WILD, table("## 2S", "##", hand="??"), events)
    assert keys(ruling) == ["SWAP_GOES_ON", "SWAPPED_AT"]
    assert ruling.evidence == (swap,)


@pytest.mark.parametrize(
    ("question", "kind", "rule"),
    [
        (Question.MOVE_WILD, Kind.WILD_MOVED, "R18"),
        (Question.WILD_ON_FACE_UP, Kind.ON_FACE_UP, "R10"),
        (Question.DEEPER_DISCARD, Kind.DEEPER_DISCARD, "R8"),
        (Question.FACE_UP_STARTER, Kind.FIRST_FROM_DISCARD, "R8"),
        (Question.WRONG_SLOT, Kind.WRONG_SLOT, "R9"),
        (Question.OUT_OF_TURN, Kind.OUT_OF_TURN, "R12"),
        (Question.OUT_OF_TURN, Kind.NO_DISCARD, "R12"),
        (Question.MISSED_PLAY, Kind.PLAYABLE_DISCARDED, "R12"),
    ],
)
def test_slips_are_told_and_the_table_decides(question: Question, kind: Kind, rule: str) -> None:
    old, slip = (Irregular(t, "Ben", kind, rule, cards("7C")) for t in (1.0, 9.0))
    ruling = answer(question, table("## ##", "##"), [old, DEALT, slip])
    assert ruling.evidence == (slip,)
    assert keys(ruling)[-1] == "TABLE_DECIDES"
    assert rule in ruling.rules


def test_R9_a_card_on_a_wrong_slot_is_found_on_the_table() -> None:
    state = table("2C JD AH", "##")
    lying = [said for said in answer(Question.WRONG_SLOT, state).said if said.key == "LIES_WRONG"]
    assert [dict(said.values)["slot"] for said in lying] == [1, 3]
    assert "NONE_LIES_WRONG" in keys(answer(Question.WRONG_SLOT, table("AC JD", "##")))


def test_R18_a_wild_in_hand_and_where_it_may_go() -> None:
    state = table("## 2C ##", "##", hand="JC")
    assert told(answer(Question.KEEP_WILD, state), "WILD_IN_HAND")["slots"] == (1, 3)
    assert "WILD_IN_HAND" not in keys(answer(Question.KEEP_WILD, state, asker=1))


@pytest.mark.parametrize(
    ("state", "asker", "last"),
    [
        (table("##", "##", discard="JC"), 0, "TAKE_NOW"),
        (table("##", "##", discard="QC"), 0, "TOP_NOW"),
        (table("##", "##", discard="JC"), 1, "TOP_NOW"),
        (table("##", "##", discard="JC", hand="??"), 0, "ONE_CARD_A_TURN"),
        (table("##", "##", turns=0), 0, "FIRST_FROM_STOCK"),
        (table("##", "##"), 0, "NO_PILE"),
    ],
)
def test_R8_a_wild_on_the_discard_pile(state: GameState, asker: int, last: str) -> None:
    assert keys(answer(Question.WILD_FROM_DISCARD, state, asker=asker))[-1] == last


def test_R8_any_top_card_may_be_taken() -> None:
    assert keys(answer(Question.DEEPER_DISCARD, table("##", "##", discard="QC")))[-1] == "TAKE_NOW"


def test_R12_the_discard_taken_in_this_turn() -> None:
    drew = Drew(5, "Ann", "discard")
    state = table("## ##", "##", hand="9C")
    assert answer(Question.PUT_BACK, state, [DEALT, Turn(0, "Ann"), drew]).evidence == (drew,)
    assert answer(Question.PUT_BACK, state, [DEALT, drew, Turn(6, "Ann")]).evidence == ()


def test_R6_who_takes_from_the_stock_first() -> None:
    ruling = answer(Question.FACE_UP_STARTER, table("##", "##", turns=0, turn=1))
    assert told(ruling, "FIRST_FROM_STOCK") == {"player": "Ben"}


def test_R12_what_was_placed_before_a_queen_stays() -> None:
    queen = Discarded(8, "Ann", card("QC"))
    events: list[Event] = [
        DEALT,
        Turn(0, "Ann"),
        Drew(3, "Ann", "stock"),
        Placed(4, "Ann", card("2C"), 2),
        Placed(5, "Ann", card("AC"), 1),
        queen,
        Turn(8, "Ben"),
    ]
    ruling = answer(Question.TRASH_MID_CHAIN, table("AC 2C ##", "##", turn=1, discard="QC"), events)
    assert told(ruling, "STAYED")["cards"] == cards("2C AC")
    assert ruling.evidence == (queen,)


def test_H1_no_card_is_trash_where_all_faces_are_wild() -> None:
    assert "NO_TRASH" in keys(answer(Question.TRASH_MID_CHAIN, table("##", "##", rules=PRESETS["faces"])))


@pytest.mark.parametrize(
    ("stock", "discard", "last"),
    [(12, "QC 2C", "STOCK_NOW"), (0, "QC 2C", "SHUFFLE_NOW"), (0, "QC", "NOTHING_TO_SHUFFLE")],
)
def test_R13_what_is_shuffled(stock: int, discard: str, last: str) -> None:
    ruling = answer(Question.STOCK_EMPTY, table("##", "##", stock=stock, discard=discard))
    assert keys(ruling) == ["TOP_STAYS", last]
    assert last != "SHUFFLE_NOW" or told(ruling, last) == {"card": card("2C")}


@pytest.mark.parametrize(
    ("custom", "playing", "over"),
    [
        (NextDealer.LEFT, ["DEALS_NEXT", "DEAL_PASSES_LEFT"], "Ann"),
        (NextDealer.FIXED, ["DEALS_NEXT", "SAME_DEALER"], "Cleo"),
        (NextDealer.WINNER, ["WINNER_DEALS", "DEALER_NOT_KNOWN"], "Ben"),
        (NextDealer.LOSER, ["LOSER_DEALS", "DEALER_NOT_KNOWN"], "Ann"),
    ],
)
def test_H7_who_deals_next(custom: NextDealer, playing: list[str], over: str) -> None:
    rules = HouseRules(next_dealer=custom)
    state = table("## ##", "AC 2C", "AD ##", rules=rules)
    ruling = answer(Question.NEXT_DEALER, state)
    assert keys(ruling) == playing
    assert playing[0] != "DEALS_NEXT" or told(ruling, "DEALS_NEXT") == {"player": over}
    won = replace(state, round=replace(state.round, stage=OVER, completed=(1,), turn=1))
    assert told(answer(Question.NEXT_DEALER, won), "DEALS_NEXT") == {"player": over}


def test_R3_the_first_dealer_and_R16_the_last() -> None:
    assert "CUT_FOR_DEAL" in keys(answer(Question.NEXT_DEALER, GameState.new(["Ann", "Ben"])))
    game = table("AH", "##", completed=[0], stage=Stage.GAME_OVER)
    assert keys(answer(Question.NEXT_DEALER, game)) == ["NOBODY_DEALS"]
    assert answer(Question.NEXT_DEALER, game).rules == ("R16",)
    early = table("AH 2C", "##", completed=[0], stage=Stage.GAME_OVER, rules=HouseRules(finish_size=1))
    assert answer(Question.NEXT_DEALER, early).rules == ("H6",)


def test_R15_the_next_sizes() -> None:
    state = table("## ## ##", "##")
    assert keys(answer(Question.NEXT_SIZE, state, asker=0)) == ["SIZE_IF", "WIN_IS_GAME"]
    assert keys(answer(Question.NEXT_SIZE, state, asker=1)) == ["WIN_IS_GAME", "SIZE_IF"]
    won = table("AC 2C", "## ##", completed=[0], stage=OVER)
    ruling = answer(Question.NEXT_SIZE, won, asker=1)
    assert told(ruling, "SIZE_STAYS") == {"player": "Ben", "size": 2}
    assert told(ruling, "SIZE_SHRINKS") == {"player": "Ann", "size": 1}
    dealt = answer(Question.NEXT_SIZE, GameState.new(["Ann", "Ben"], sizes=[4, 10]), asker=0)
    assert [dict(said.values)["size"] for said in dealt.said] == [4, 10]


def test_H6_the_agreed_size_ends_the_game() -> None:
    rules = HouseRules(finish_size=2)
    ruling = answer(Question.NEXT_SIZE, table("## ## ##", "## ## ## ##", rules=rules))
    assert keys(ruling) == ["WIN_IS_GAME", "SIZE_IF", "FINISH_AGREED"]
    assert "H6" in ruling.rules


def test_H3_a_forgotten_call() -> None:
    calls = HouseRules(call_trash=True)
    assert keys(answer(Question.FORGOT_CALL, table("##", "##"))) == ["CALL_NOT_AGREED"]
    assert keys(answer(Question.FORGOT_CALL, table("##", "##", rules=calls)))[-1] == "CALL_NOBODY"
    won = table("AC 2C", "## ##", completed=[0], stage=OVER, rules=calls)
    assert told(answer(Question.FORGOT_CALL, won), "CALL_OPEN") == {"player": "Ann"}
    paid = replace(won, round=replace(won.round, penalised=(0,)))
    assert keys(answer(Question.FORGOT_CALL, paid)) == ["CALL_PENALTY", "CALL_PAID"]


def test_R17_both_on_one_card() -> None:
    ruling = answer(Question.BOTH_ON_ONE, table("##", "## ##", "##", turn=2))
    assert told(ruling, "ON_ONE_CARD") == {"players": ("Ann", "Cleo")}
    assert told(ruling, "TURN_NOW") == {"player": "Cleo"}
    assert keys(answer(Question.BOTH_ON_ONE, table("## ##", "## ##")))[-1] == "NOBODY_ON_ONE"
    early = table("## ##", "## ##", rules=HouseRules(finish_size=1))
    assert keys(answer(Question.BOTH_ON_ONE, early))[-2:] == ["NEVER_ON_ONE", "FINISH_AGREED"]
    won = table("AC", "##", completed=[0], stage=Stage.GAME_OVER)
    assert keys(answer(Question.BOTH_ON_ONE, won))[-1] == "COMPLETED"


def test_H4_who_is_second() -> None:
    layouts = ("AH", "## ## ##", "## 2C")
    plain = table(*layouts, completed=[0], stage=Stage.GAME_OVER, won=(9, 7, 1))
    assert [dict(s.values)["player"] for s in answer(Question.WHO_IS_SECOND, plain).said[1:]] == [
        "Ann",
        "Ben",
        "Cleo",
    ]
    bonus = replace(plain, rules=HouseRules(last_round_bonus=True))
    ruling = answer(Question.WHO_IS_SECOND, bonus)
    assert [dict(s.values)["player"] for s in ruling.said[1:]] == ["Ann", "Cleo", "Ben"]
    assert "H4" in ruling.rules
    assert "RANKED_NOW" in keys(answer(Question.WHO_IS_SECOND, table("##", "##")))
