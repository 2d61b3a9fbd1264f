"""Rulings in every language of the app."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules import PRESETS
from companion.rulings import Question, answer, asked
from companion.sentences import Said, in_words
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


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "May I keep a king for later?"),
        ("fr", "Puis-je garder un Roi pour plus tard ?"),
        ("it", "Posso tenere un Re per dopo?"),
        ("nl", "Mag ik een Heer voor later bewaren?"),
        ("pt", "Posso guardar um Rei para depois?"),
    ],
)
def test_wild_cards_have_the_names_of_the_rule_texts(language: str, words: str) -> None:
    kings = replace(sample_state(), rules=PRESETS["kings"])
    assert spoken(asked(Question.KEEP_WILD, kings), language) == words
    assert tr(Text.KING.value, language) in words
