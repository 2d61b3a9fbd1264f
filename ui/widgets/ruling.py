"""The answer to "Who is right?": whose turn it is and why, other questions, and what happened lately."""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView

from companion.events import Event, PhaseChanged, StateEvent
from companion.rulings import Question, answer, asked
from ui.theme import PLAYER_STYLES
from ui.view import PlayView
from ui.widgets import button, load_kv, mark, text  # noqa: F401  (the kv file uses their widgets)
from ui.words import clock, event_words, sentence_words

TOLD = 14
"""Happenings shown; what lies further back is in the record of the game."""


class HistoryRow(BoxLayout):
    """One happening with its time."""

    time = StringProperty("")
    said = StringProperty("")


class SentenceRow(BoxLayout):
    """A sentence of the answer, with the numbers of the rules it follows from."""

    rule = StringProperty("")
    said = StringProperty("")


class QuestionRow(ButtonBehavior, BoxLayout):
    """A question to tap."""

    said = StringProperty("")
    chosen = ObjectProperty(False)


class RulingSheet(ModalView):
    """Opened over the table; the game goes on behind it, and the sheet with it."""

    view = ObjectProperty(None, allownone=True, rebind=True)
    language = StringProperty("en")
    question = ObjectProperty(Question.WHOSE_TURN)
    general = BooleanProperty(False)
    """Asked away from the table: the rules, not the game."""
    style = ObjectProperty(PLAYER_STYLES[0], rebind=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._told: object = None
        # The language is bound here: the rule of the class sets it before the questions can be made.
        self.language = App.get_running_app().language
        if self.general:
            self.question = Question.WHICH_WILD
        self.bind(view=self._tell, language=self._tell, question=self._tell)
        self._tell()

    def _tell(self, *_: object) -> None:
        view: PlayView | None = self.view
        if view is None or (view.state, view.history, self.language, self.question) == self._told:
            return
        self._told = (view.state, view.history, self.language, self.question)
        ids = self.ids
        ids.answer.clear_widgets()
        for said in answer(self.question, view.state, view.history).said:
            words = sentence_words(said, view, self.language)
            ids.answer.add_widget(SentenceRow(rule=" ".join(said.rules), said=words))
        ids.history.clear_widgets()
        for event in told(view)[:TOLD]:
            row = HistoryRow(time=clock(view, event.t), said=event_words(event, self.language))
            ids.history.add_widget(row)
        self._offer(view)

    def _offer(self, view: PlayView) -> None:
        """The questions, in the words of this table."""
        rows = self.ids.questions
        if len(rows.children) != len(Question):
            rows.clear_widgets()
            for question in Question:
                row = QuestionRow()
                row.bind(on_release=lambda _, question=question: setattr(self, "question", question))
                rows.add_widget(row)
        for row, question in zip(reversed(rows.children), Question, strict=True):
            row.said = sentence_words(asked(question, view.state), view, self.language)
            row.chosen = question is self.question


def told(view: PlayView) -> tuple[Event, ...]:
    """The happenings worth telling, latest first."""
    untold = (PhaseChanged, StateEvent)
    return tuple(event for event in reversed(view.history) if not isinstance(event, untold))


load_kv(__file__)
