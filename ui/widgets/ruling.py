"""The answer to "Who is right?": whose turn it is and why, other questions, and what happened lately."""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView

from companion.events import Event, PhaseChanged, StateEvent, Turn
from companion.rulings import Question, answer, asked
from ui.snapshots import Snapshot
from ui.theme import PLAYER_STYLES
from ui.view import PlayView
from ui.widgets import button, load_kv, mark, text  # noqa: F401  (the kv file uses their widgets)
from ui.widgets.sheets import Sheet
from ui.words import clock, event_words, sentence_words

TOGETHER = 3.0
"""Seconds within which happenings belong to the play that was pictured."""
TOLD = 14
"""Happenings shown; what lies further back is in the record of the game."""


class HistoryRow(BoxLayout):
    """One happening with its time; `pictured` where there are pictures of it: `on_look`."""

    time = StringProperty("")
    said = StringProperty("")
    pictured = BooleanProperty(False)

    __events__ = ("on_look",)

    def on_look(self) -> None:
        """The pictures are wished for."""


class PictureSheet(Sheet):
    """The table before and after a play."""

    before = StringProperty("")
    after = StringProperty("")


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
        self.pictures: PictureSheet | None = None
        # The language is bound here: the rule of the class sets it before the questions can be made.
        self.language = App.get_running_app().language
        if self.general:
            self.question = Question.WHICH_WILD
        self.bind(view=self._tell, language=self._tell, question=self._tell)
        self._tell()

    def _tell(self, *_: object) -> None:
        view: PlayView | None = self.view
        if view is None or _shown(self) == self._told:
            return
        self._told = _shown(self)
        ids = self.ids
        ids.answer.clear_widgets()
        for said in answer(self.question, view.state, view.history).said:
            words = sentence_words(said, view, self.language)
            ids.answer.add_widget(SentenceRow(rule=" ".join(said.rules), said=words))
        ids.history.clear_widgets()
        for event in told(view)[:TOLD]:
            row = HistoryRow(time=clock(view, event.t), said=event_words(event, self.language))
            if (shot := snapshot_of(view, event)) is not None:
                row.pictured = True
                row.bind(on_look=lambda row, shot=shot: self.look(shot, row.said))
            ids.history.add_widget(row)
        self._offer(view)

    def look(self, shot: Snapshot, title: str) -> None:
        """Show the pictures of a play."""
        self.pictures = PictureSheet(title=title, before=str(shot.before), after=str(shot.after))
        self.pictures.open(animation=False)

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


def _shown(sheet: RulingSheet) -> object:
    view = sheet.view
    return view.state, view.history, view.snapshots, sheet.language, sheet.question


def snapshot_of(view: PlayView, event: Event) -> Snapshot | None:
    """The pictures of a happening: those of the play it was told with; None for a turn, which shows nothing."""
    if isinstance(event, Turn):
        return None
    earlier = [shot for shot in view.snapshots if shot.time <= event.t + 0.001]
    shot = earlier[-1] if earlier else None
    return shot if shot is not None and event.t - shot.time < TOGETHER else None


def told(view: PlayView) -> tuple[Event, ...]:
    """The happenings worth telling, latest first."""
    untold = (PhaseChanged, StateEvent)
    return tuple(event for event in reversed(view.history) if not isinstance(event, untold))


load_kv(__file__)
