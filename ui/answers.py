"""The questions players ask, and their answers, in the players' language. No Kivy here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.events import Event
from companion.rulings import Question, answer, asked
from companion.sentences import in_words
from companion.table import GameState
from ui.i18n import tr


@dataclass(frozen=True, slots=True)
class AnswerWords:
    """An answer as the sheet shows it.

    Attributes:
        asked: the question in the words of this table.
        said: the sentences of the answer, the verdict first, each with the rules it follows from.
        evidence: the happenings it rests on, to point at in the time line.
    """

    asked: str
    said: tuple[tuple[str, tuple[str, ...]], ...]
    evidence: tuple[Event, ...]


def question_list(state: GameState, language: str, asker: int | None = None) -> list[tuple[Question, str]]:
    """Every question in the order of the list, in words."""
    translate = _translate(language)
    return [(question, in_words(asked(question, state, asker), translate)) for question in Question]


def answer_words(
    question: Question,
    state: GameState,
    history: Sequence[Event],
    language: str,
    *,
    began: float,
    asker: int | None = None,
) -> AnswerWords:
    """The answer for the table as it stands; `began` is the time of day at time zero of the history."""
    ruling = answer(question, state, history, asker)
    translate = _translate(language)

    def clock(time: float) -> str:
        return datetime.fromtimestamp(began + time).strftime("%H:%M:%S")

    return AnswerWords(
        in_words(ruling.asked, translate),
        tuple((in_words(said, translate, clock, cite=False), said.rules) for said in ruling.said),
        ruling.evidence,
    )


def _translate(language: str) -> Callable[[str], str]:
    return lambda message: tr(message, language)
