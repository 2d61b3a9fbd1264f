"""Whose turn it is, why, and what proves it: the card and the time, or the rule where nothing was told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from engine_tables import NAMES, card, table

from companion.events import (
    Discarded,
    Drew,
    Event,
    GameWon,
    Irregular,
    PhaseChanged,
    Placed,
    RoundStarted,
    RoundWon,
    Turn,
)
from companion.irregularities import Kind
from companion.observation import Phase
from companion.rules import PRESETS, HouseRules
from companion.rulings import Ruling, whose_turn
from companion.table import GameState, Stage

DEALT = RoundStarted(0.0, (2, 3), "Ben", "Ann")


def clock(time: float) -> str:
    return f"20:14:{time:02.0f}"


def said(ruling: Ruling) -> str:
    return ruling.words(clock=clock)


def keys(ruling: Ruling) -> list[str]:
    return [sentence.key for sentence in ruling.said]


def test_R12_a_queen_ends_the_turn_and_R3_the_next_plays() -> None:
    queen = Discarded(5, "Ann", card("QC"))
    ruling = whose_turn(
        table("AH ##", "## ## ##", discard="QC", turn=1),
        [
            DEALT,
            Turn(0, "Ann"),
            Drew(5, "Ann", "stock"),
            queen,
            Turn(5, "Ben"),
            PhaseChanged(6, Phase.OCCLUDED),
        ],
    )
    assert said(ruling) == (
        "It is Ben's turn (R3). Ann discarded Q♣ at 20:14:05: a queen fits no slot and ends the turn (R12). "
        "Play goes clockwise, so Ben is next (R3)."
    )
    assert ruling.evidence == (queen,)
    assert ruling.rules == ("R3", "R12")


@pytest.mark.parametrize(
    ("thrown", "layout", "rules", "key", "cited"),
    [
        ("KC", "AH ##", "standard", "TRASH_DISCARDED", ("R12",)),
        ("KC", "AH ##", "kings", "WILD_DISCARDED", ("R12",)),
        ("JC", "AH ##", "kings", "TRASH_DISCARDED", ("R12",)),
        ("JC", "AH ##", "standard", "WILD_DISCARDED", ("R12",)),
        ("QC", "AH ##", "faces", "WILD_DISCARDED", ("R12",)),
        ("JOKER", "AH ##", "jokers", "WILD_DISCARDED", ("R12",)),
        ("AC", "AH ##", "standard", "DOUBLE_DISCARDED", ("R12",)),
        ("3C", "AH ##", "standard", "ABOVE_DISCARDED", ("R12",)),
        ("AC", "JH ##", "standard", "SWAP_DISCARDED", ("R12", "R11")),
        ("2C", "AH ##", "standard", "PLAYABLE_DISCARDED", ("R12", "R9")),
        ("AC", "?? ##", "standard", "CARD_DISCARDED", ("R12",)),
        ("??", "AH ##", "standard", "CARD_DISCARDED", ("R12",)),
    ],
)
def test_R12_why_a_discard_ended_the_turn(
    thrown: str, layout: str, rules: str, key: str, cited: tuple[str, ...]
) -> None:
    ruling = whose_turn(
        table(layout, "## ## ##", discard=thrown, turn=1, rules=PRESETS[rules]),
        [DEALT, Turn(0, "Ann"), Discarded(5, "Ann", card(thrown)), Turn(5, "Ben")],
    )
    assert keys(ruling) == ["TURN_NOW", key, "CLOCKWISE"]
    assert ruling.said[1].rules == cited


def test_a_corrected_discard_is_told_as_corrected() -> None:
    told: list[Event] = [DEALT, Turn(0, "Ann"), Discarded(5, "Ann", card("KC")), Turn(5, "Ben")]
    assert "Q♣" in said(whose_turn(table("AH ##", "##", discard="QC", turn=1), told))


def test_R4_the_first_turn() -> None:
    ruling = whose_turn(table("## ##", "## ##", turns=0), [DEALT, Turn(0, "Ann")])
    assert keys(ruling) == ["TURN_NOW", "DEALT", "LEFT_STARTS"]
    assert "R4" in ruling.rules
    assert ruling.evidence == (DEALT,)


def test_R4_the_first_turn_without_a_record_of_the_deal() -> None:
    assert keys(whose_turn(table("## ##", "## ##", turns=0))) == ["TURN_NOW", "LEFT_STARTS"]


def test_H7_the_winner_starts() -> None:
    state = table("## ##", "## ##", turns=0, rules=HouseRules(winner_starts=True), won=(1, 0))
    state = replace(state, round=replace(state.round, number=2))
    won: list[Event] = [DEALT, RoundWon(1, "Ann", (1, 2)), replace(DEALT, t=3.0)]
    empty: list[Event] = []
    for told in (empty, won):
        assert keys(whose_turn(state, told))[-1] == "WINNER_STARTS"
    # The round before was void: nobody won it, and the dealer's left starts.
    assert keys(whose_turn(state, [*won, replace(DEALT, t=4.0)]))[-1] == "LEFT_STARTS"


def test_a_starter_nobody_can_account_for() -> None:
    state = table("## ##", "## ##", turns=0, dealer=0)
    state = replace(state, round=replace(state.round, starter=0))
    assert keys(whose_turn(state)) == ["TURN_NOW", "HAD_FIRST_TURN"]


def test_the_turn_was_passed_on_by_hand() -> None:
    told: list[Event] = [DEALT, Turn(0, "Ann"), Turn(7, "Ben")]
    ruling = whose_turn(table("## ##", "## ##", turn=1, turns=1), told)
    assert keys(ruling) == ["TURN_NOW", "PASSED_ON"]
    assert ruling.evidence == (told[2],)


@pytest.mark.parametrize(
    ("kind", "rule", "key"),
    [(Kind.OUT_OF_TURN, "R3", "TOOK_THE_TURN"), (Kind.NO_DISCARD, "R12", "DID_NO_DISCARD")],
)
def test_R3_a_turn_taken_irregularly(kind: Kind, rule: str, key: str) -> None:
    slip = Irregular(8, "Cleo", kind, rule, ())
    told: list[Event] = [
        DEALT,
        Turn(0, "Ann"),
        slip,
        Drew(8, "Cleo", "stock"),
        Placed(9, "Cleo", card("AC"), 1),
    ]
    ruling = whose_turn(table("## ##", "## ##", "AC ##", hand="??", turn=2), told)
    assert keys(ruling) == ["TURN_NOW", key, "STOCK_IN_HAND"]
    assert slip in ruling.evidence
    assert rule in ruling.said[1].rules


def test_nothing_that_was_taken_back_is_evidence() -> None:
    """Undo sets the turn without an event: what was told last is of another player."""
    told: list[Event] = [DEALT, Turn(0, "Ann"), Discarded(5, "Ann", card("QC")), Turn(5, "Ben")]
    assert keys(whose_turn(table("## ##", "## ##", turn=0), told)) == ["TURN_NOW"]


@pytest.mark.parametrize(("source", "key"), [("stock", "STOCK_IN_HAND"), ("discard", "DISCARD_IN_HAND")])
def test_R12_a_turn_lasts_until_a_discard(source: str, key: str) -> None:
    drew = Drew(9, "Ben", "stock" if source == "stock" else "discard")
    told: list[Event] = [
        DEALT,
        Discarded(5, "Ann", card("QC")),
        Turn(5, "Ben"),
        drew,
        Placed(9, "Ben", card("2C"), 2),
    ]
    ruling = whose_turn(table("AH ##", "## 2C", hand="??", turn=1, discard="QC"), told)
    assert keys(ruling) == ["TURN_NOW", "TRASH_DISCARDED", "CLOCKWISE", key]
    assert ruling.evidence == (told[1], drew)
    assert keys(whose_turn(table("AH ##", "## 2C", hand="??", turn=1)))[-1] == "CARD_IN_HAND"


def test_H8_the_others_have_a_last_turn() -> None:
    last = Placed(4, "Ann", card("2H"), 2)
    told: list[Event] = [DEALT, Turn(0, "Ann"), last, Discarded(5, "Ann", card("9C")), Turn(5, "Ben")]
    state = table("AH 2H", "## ##", turn=1, discard="9C", completed=[0], rules=PRESETS["family"])
    ruling = whose_turn(state, told)
    assert keys(ruling) == ["TURN_NOW", "LAID_ASIDE", "CLOCKWISE", "COMPLETED_BY", "LAST_TURN_NOW"]
    assert {"R14", "H8"} <= set(ruling.rules)
    assert last in ruling.evidence


def test_R14_nobodys_turn_after_the_win() -> None:
    last = Placed(4, "Ann", card("2H"), 2)
    state = table("AH 2H", "## ##", completed=[0], stage=Stage.ROUND_OVER, discard="9C")
    ruling = whose_turn(state, [DEALT, Turn(0, "Ann"), last, RoundWon(4, "Ann", (1, 2))])
    assert said(ruling) == (
        "It is nobody's turn: the round is over (R14). "
        "Ann laid 2♥ on slot 2 at 20:14:04, and every slot was face up (R14). "
        "Ann deals next (H7). The player to the left of the dealer, Ann, plays first: Ben (R4)."
    )
    assert keys(whose_turn(state))[1] == "COMPLETED"


def test_H7_winner_starts_the_next_round() -> None:
    state = table(
        "AH 2H", "## ##", completed=[0], stage=Stage.ROUND_OVER, rules=HouseRules(winner_starts=True)
    )
    assert keys(whose_turn(state))[-1] == "WINNER_STARTS"


def test_R16_the_game_is_won() -> None:
    state = table("AH", "## ##", completed=[0], stage=Stage.GAME_OVER)
    ruling = whose_turn(state, [DEALT, RoundWon(4, "Ann", (0, 2)), GameWon(4, "Ann")])
    assert keys(ruling) == ["GAME_OVER", "COMPLETED"]
    assert ruling.rules == ("R16", "R14")


def test_H6_the_game_is_won_at_the_agreed_size() -> None:
    rules = HouseRules(finish_size=1)
    ruling = whose_turn(table("AH 2H", "## ##", completed=[0], stage=Stage.GAME_OVER, rules=rules))
    assert keys(ruling) == ["GAME_OVER", "COMPLETED", "FINISH_AGREED"]
    assert ruling.rules == ("H6", "R14")


def test_R3_before_the_first_deal() -> None:
    ruling = whose_turn(GameState.new(NAMES[:3], dealer=1))
    assert said(ruling).startswith("It is nobody's turn: Ben deals first (R3).")
    assert "Cleo" in said(ruling)


def test_R13_a_void_round_is_dealt_again() -> None:
    ruling = whose_turn(table("## ##", "## ##", stage=Stage.DEAL, stock=0))
    assert keys(ruling)[0] == "DEAL_AGAIN"
    assert "R13" in ruling.rules
