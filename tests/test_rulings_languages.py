"""Rulings in every language of the app."""

from __future__ import annotations

import re
from dataclasses import replace
from string import Formatter

import pytest

from companion.rules import PRESETS
from companion.rulings import Question, answer, asked
from companion.sentences import Said, elapsed, in_words
from companion.texts import Text
from tests.ui_samples import HISTORY, sample_state
from ui.i18n import LANGUAGES, SOURCE_LANGUAGE, tr


def spoken(said: Said, language: str) -> str:
    return in_words(said, lambda message: tr(message, language), cite=False)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE_LANGUAGE])
@pytest.mark.parametrize("question", Question)
def test_every_question_is_asked_and_answered_in_the_language(question: Question, language: str) -> None:
    ruling = answer(question, sample_state(), HISTORY)
    for said in (ruling.asked, *ruling.said):
        words = spoken(said, language)
        assert "{" not in words
        assert words != spoken(said, SOURCE_LANGUAGE)


TIMED = [text for text in Text if Text.AT_TIME.value in text.value and text is not Text.AT_TIME]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", TIMED)
def test_a_time_that_stands_beside_a_sentence_is_left_out_of_it(text: Text, language: str) -> None:
    translated = tr(text.value, language)
    places = {name for _, name, _, _ in Formatter().parse(translated) if name}
    said = Said(text, ("R12",), tuple((name, 83.0 if name == "time" else name.upper()) for name in places))
    timed, plain = (in_words(said, lambda message: tr(message, language), clock) for clock in (elapsed, None))
    assert "0:01:23" in timed and "0:01:23" not in plain
    assert plain == timed.replace(tr(Text.AT_TIME.value, language, time="0:01:23"), "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_clause_about_a_card_hangs_on_a_time(language: str) -> None:
    """ "… at 14:13:36, which had a free slot": it is the card that had one."""
    hanging = re.compile(r"\{time\},? (which|dont|qui|che|que|die|dat)\b")
    assert not [text for text in TIMED if hanging.search(tr(text.value, language))]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "May I keep a king for later?"),
        ("fr", "Puis-je garder un Roi pour plus tard\u00a0?"),
        ("it", "Posso tenere un Re per dopo?"),
        ("nl", "Mag ik een Heer voor later bewaren?"),
        ("pt", "Posso guardar um Rei para depois?"),
    ],
)
def test_wild_cards_have_the_names_of_the_rule_texts(language: str, words: str) -> None:
    kings = replace(sample_state(), rules=PRESETS["kings"])
    assert spoken(asked(Question.KEEP_WILD, kings), language) == words
    assert tr(Text.KING.value, language) in words
