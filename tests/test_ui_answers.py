"""The answers in every language of the app."""

from __future__ import annotations

from datetime import datetime

import pytest

from companion.rules import PRESETS
from companion.rulings import Question
from companion.texts import Text
from tests.ui_samples import HISTORY, sample_state
from ui.answers import answer_words, question_list
from ui.i18n import LANGUAGES, SOURCE_LANGUAGE, tr

BEGAN = datetime(2026, 5, 1, 20, 14, 0).timestamp()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_asked_and_answered_in_the_language(language: str) -> None:
    state = sample_state()
    listed = question_list(state, language)
    assert [question for question, _ in listed] == list(Question)
    for question, words in listed:
        answered = answer_words(question, state, HISTORY, language, began=BEGAN)
        assert answered.asked == words
        sentences = [words, *(said for said, _ in answered.said)]
        assert all(sentence and "{" not in sentence for sentence in sentences)
        if language != SOURCE_LANGUAGE:
            english = answer_words(question, state, HISTORY, SOURCE_LANGUAGE, began=BEGAN)
            assert all(s != e for (s, _), (e, _) in zip(answered.said, english.said, strict=True))


def test_whose_turn_with_the_time_of_day() -> None:
    answered = answer_words(Question.WHOSE_TURN, sample_state(), HISTORY, "en", began=BEGAN)
    assert answered.said[:2] == (
        ("It is Ann's turn.", ("R3",)),
        ("Ben discarded Q♥ at 20:14:15: a queen fits no slot and ends the turn.", ("R12",)),
    )
    assert answered.evidence == (HISTORY[-2],)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", "Puis-je garder un Roi pour plus tard ?"),
        ("it", "Posso tenere un Re per dopo?"),
        ("nl", "Mag ik een Heer voor later bewaren?"),
        ("pt", "Posso guardar um Rei para depois?"),
    ],
)
def test_wild_cards_have_the_names_of_the_rule_texts(language: str, words: str) -> None:
    state = sample_state()
    kings = type(state)(PRESETS["kings"], state.seats, state.round)
    assert dict(question_list(kings, language))[Question.KEEP_WILD] == words
    assert tr(Text.KING.value, language) in words
