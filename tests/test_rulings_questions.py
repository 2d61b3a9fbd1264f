"""Every question of the rules page has an answer at every table, in every preset, citing its rules."""

from __future__ import annotations

import random
import re
import string
from dataclasses import replace

import pytest
from engine_tables import NAMES, table

from companion.events import Event
from companion.rules import PRESETS, HouseRules
from companion.rulings import Question, Ruling, answer, asked
from companion.sentences import in_words
from companion.simulate import any_move, play_game, seen_by_all
from companion.table import GameState, Stage
from companion.texts import Text

# The list of the rules page, in its words and order, with the rules it names there.
LISTED = {
    "whose turn is it": (Question.WHOSE_TURN, {"R3"}),
    "do we all get one more turn": (Question.LAST_TURN, {"R14", "H8"}),
    "jack or king wild": (Question.WHICH_WILD, {"H1"}),
    "may a jack fill my last slot": (Question.WILD_LAST_SLOT, {"R14"}),
    "natural for my jack, is my turn over": (Question.NATURAL_FOR_WILD, {"R11"}),
    "must I swap": (Question.MUST_SWAP, {"R11"}),
    "may I move a jack": (Question.MOVE_WILD, {"R18"}),
    "jack on a face-up card": (Question.WILD_ON_FACE_UP, {"R10"}),
    "keep a jack": (Question.KEEP_WILD, {"R18"}),
    "take a jack from the discard": (Question.WILD_FROM_DISCARD, {"R8"}),
    "deeper discard": (Question.DEEPER_DISCARD, {"R8"}),
    "put the discard back and draw": (Question.PUT_BACK, {"R12"}),
    "face-up starter": (Question.FACE_UP_STARTER, {"R6"}),
    "a ten on nine slots": (Question.RANK_ABOVE, {"R12"}),
    "queen in mid-chain, do I lose what I placed": (Question.TRASH_MID_CHAIN, {"R12"}),
    "stock empty, shuffle the top card too": (Question.STOCK_EMPTY, {"R13"}),
    "who deals next": (Question.NEXT_DEALER, {"H7"}),
    "what size do I get next": (Question.NEXT_SIZE, {"R15"}),
    "forgot to call": (Question.FORGOT_CALL, {"H3"}),
    "both on one card": (Question.BOTH_ON_ONE, {"R17"}),
    "who is second": (Question.WHO_IS_SECOND, {"R15"}),
    "wrong slot": (Question.WRONG_SLOT, {"R9"}),
    "out of turn": (Question.OUT_OF_TURN, {"R3", "R12"}),
    "missed play": (Question.MISSED_PLAY, {"R9", "R12"}),
}

RULE = re.compile(r"R([1-9]|1[0-8])|H[1-9]")


def test_no_question_of_the_list_is_missing() -> None:
    assert [question for question, _ in LISTED.values()] == list(Question)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("listed", LISTED)
def test_a_question_cites_the_rules_of_the_list(listed: str, preset: str) -> None:
    question, rules = LISTED[listed]
    ruling = answer(question, table("## 2C JD", "## 2D ##", discard="QC", rules=PRESETS[preset]))
    if preset == "family" and question is Question.LAST_TURN:
        rules = {"H8", "R15"}
    assert rules <= set(ruling.rules)
    assert all(RULE.fullmatch(rule) for rule in ruling.rules)


def assert_readable(ruling: Ruling) -> None:
    words = ruling.words()
    assert words
    assert "{" not in words and "None" not in words and "()" not in words
    for said in ruling.said:
        sentence = in_words(said, cite=False)
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence.endswith((".", ":"))
        places = {name for _, name, _, _ in string.Formatter().parse(said.text.value) if name}
        assert places == {name for name, _ in said.values}
        assert ("time" in places) == (said.evidence is not None)
    assert all(rule in words for rule in ruling.rules)
    assert in_words(ruling.asked).endswith("?")


@pytest.mark.parametrize("preset", [*PRESETS, "all house rules"])
def test_every_question_has_an_answer_through_whole_games(preset: str) -> None:
    """Any legal play, every stage of a game, each player asking."""
    rules = PRESETS.get(preset) or HouseRules(
        jokers=True, call_trash=True, last_round_bonus=True, last_turn=True, winner_starts=True, decks=1
    )
    rules = replace(rules, start_size=min(rules.start_size, 3))
    rng = random.Random(preset)
    told: list[Event] = []
    stages = {Stage.DEAL}
    start = GameState.new(NAMES[:3], rules)
    for question in Question:
        assert_readable(answer(question, start))
    for step in play_game(random.Random(4), NAMES[:3], rules, policy=any_move):
        told += [replace(event, t=float(len(told) + i)) for i, event in enumerate(step.events)]
        fresh = step.after.round.stage not in stages
        stages.add(step.after.round.stage)
        if fresh or rng.random() < 0.03:
            state = seen_by_all(step.after)
            for question in Question:
                ruling = answer(question, state, told, rng.randrange(3))
                assert_readable(ruling)
                assert set(ruling.evidence) <= set(told)
    assert stages == set(Stage)


def test_every_text_is_written_once() -> None:
    assert len({text.value for text in Text}) == len(Text.__members__)


def test_a_question_names_the_cards_of_this_table() -> None:
    state = table("## ##", "## ## ##", rules=PRESETS["kings"])
    assert in_words(asked(Question.KEEP_WILD, state)) == "May I keep a king for later?"
    assert in_words(asked(Question.RANK_ABOVE, state, 1)) == "Where does the 4 go in a layout of size 3?"


def test_every_ordinary_table_names_ten_on_nine() -> None:
    layout = " ".join(["##"] * 10)
    state = table(layout, layout)
    assert in_words(asked(Question.RANK_ABOVE, state)) == "Where does the 10 go in a layout of size 9?"


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="asker: seat 0 to 1 was expected, not 2"):
        answer(Question.KEEP_WILD, table("##", "##"), asker=2)


def test_words_are_translated_and_times_told_by_the_clock() -> None:
    messages: list[str] = []

    def shout(message: str) -> str:
        messages.append(message)
        return message

    state = table("##", "##", rules=PRESETS["jokers"])
    words = answer(Question.KEEP_WILD, state).words(shout, cite=False)
    assert "Lay a jack or a joker on" in words
    assert {Text.WILD_NOT_KEPT.value, Text.JACK_OR_JOKER.value} <= set(messages)
