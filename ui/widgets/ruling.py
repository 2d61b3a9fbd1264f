"""The answer to "Who is right?": whose turn it is and why, other questions, and what happened lately."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from companion.events import Event, Irregular, PhaseChanged, StateEvent, Turn
from companion.irregularities import Kind
from companion.rulings import Question, answer, asked
from ui.i18n import tr
from ui.snapshots import Snapshot
from ui.theme import PLAYER_STYLES
from ui.view import PlayView
from ui.widgets import load_kv, mark, text  # noqa: F401  (the kv file uses their widgets)
from ui.widgets.button import TouchButton
from ui.widgets.rules import RuleSheet, SentenceRow
from ui.widgets.sheets import Sheet
from ui.words import clock, event_words, sentence_words

ASKED: dict[Kind, Question] = {
    Kind.OUT_OF_TURN: Question.OUT_OF_TURN,
    Kind.NO_DISCARD: Question.OUT_OF_TURN,
    Kind.WRONG_SLOT: Question.WRONG_SLOT,
    Kind.ON_FACE_UP: Question.WILD_ON_FACE_UP,
    Kind.WILD_MOVED: Question.MOVE_WILD,
    Kind.PLAYABLE_DISCARDED: Question.MISSED_PLAY,
    Kind.DEEPER_DISCARD: Question.DEEPER_DISCARD,
    Kind.FIRST_FROM_DISCARD: Question.FACE_UP_STARTER,
}
"""What a table argues about that has not answered an irregularity yet; of the others it asks whose turn it is."""

TOGETHER = 3.0
"""Seconds within which happenings belong to the play that was pictured."""
TOLD = 14
"""Happenings shown; what lies further back is in the record of the game."""
SAID = 4
"""Sentences that most answers have."""


class LookButton(TouchButton):
    """Shows the pictures of a play."""


class HistoryRow(BoxLayout):
    """One happening with its time; `pictured` where there is a `shot` of it."""

    time = StringProperty("")
    said = StringProperty("")
    shot = ObjectProperty(None, allownone=True)
    pictured = BooleanProperty(False)

    __events__ = ("on_look",)

    def __init__(self, **kwargs: Any) -> None:
        self._button: LookButton | None = None
        super().__init__(**kwargs)

    def on_look(self) -> None:
        """The pictures are wished for."""

    def on_pictured(self, *_: object) -> None:
        """Few happenings have pictures: the others are spared a button."""
        if self._button is None:
            self._button = LookButton()
            self._button.bind(on_release=lambda _: self.dispatch("on_look"))
        if self.pictured:
            self.add_widget(self._button)
        else:
            self.remove_widget(self._button)


class PictureSheet(Sheet):
    """The table before and after a play."""

    before = StringProperty("")
    after = StringProperty("")


class QuestionRow(ButtonBehavior, BoxLayout):
    """A question to tap."""

    said = StringProperty("")
    question = ObjectProperty(None, allownone=True)
    chosen = ObjectProperty(False)


class RulingSheet(ModalView):
    """Opened over the table; the game goes on behind it, and the sheet with it. It may be opened again."""

    view = ObjectProperty(None, allownone=True, rebind=True)
    language = StringProperty("en")
    question = ObjectProperty(Question.WHOSE_TURN)
    general = BooleanProperty(False)
    """Asked away from the table: the rules, not the game."""
    style = ObjectProperty(PLAYER_STYLES[0], rebind=True)

    __events__ = ("on_accept", "on_put_right")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._told: object = None
        self._spare: dict[type[Widget], list[Any]] = {
            kind: [] for kind in (SentenceRow, HistoryRow, QuestionRow)
        }
        """Rows that are made and not shown."""
        self.settling = {"on_put_right": TouchButton(), "on_accept": TouchButton()}
        """The table's word about what it argues about, by the event it dispatches."""
        for event, action in self.settling.items():
            action.bind(on_release=lambda _, event=event: self._decided(event))
        self.argued: Irregular | None = None
        """What the table argues about, and the sheet tells of; what comes while it is read, is settled later."""
        self.pictures: PictureSheet | None = None
        self.rules: RuleSheet | None = None
        # The language is bound here: the rule of the class sets it before the questions can be made.
        self.language = App.get_running_app().language
        if self.general:
            self.question = Question.WHICH_WILD
        self.bind(view=self._tell, language=self._tell, question=self._tell)
        self._tell()

    def on_accept(self, irregular: Irregular) -> None:
        """The table lets stand what it argued about."""

    def on_put_right(self, irregular: Irregular) -> None:
        """The table takes it back."""

    def made_ready(self, view: PlayView) -> Iterator[None]:
        """Make the rows, one at a time, before anybody asks: all at once they would hold the screen up."""
        self.do_layout()  # else it is laid out when it is opened
        for kind, count in ((SentenceRow, SAID), (HistoryRow, TOLD)):
            for _ in range(count):
                self._spare[kind].append(self._row(kind))
                yield
        for count in range(1, len(Question) + 1):
            self._offer(view, count)
            yield

    def ask(self, view: PlayView) -> None:
        """Open it with what the table argues about now, or else with whose turn it is."""
        self.argued = None
        self.view = view
        self._settle(view)
        asked = None if self.argued is None else ASKED.get(self.argued.kind)
        self.question = asked or Question.WHOSE_TURN
        self.open(animation=False)
        Clock.schedule_once(self._show_question)

    def _show_question(self, _: float) -> None:
        """Scroll to the question that is answered."""
        chosen = next(row for row in self.ids.questions.children if row.chosen)
        self.ids.list.scroll_to(chosen, animate=False)

    def _tell(self, *_: object) -> None:
        view: PlayView | None = self.view
        if view is not None:
            self._settle(view)
        if view is None or _shown(self) == self._told:
            return
        self._told = _shown(self)
        sentences = answer(self.question, view.state, view.history).said
        for row, said in zip(
            self._rows(self.ids.answer, SentenceRow, len(sentences)), sentences, strict=True
        ):
            row.rule, row.said = " ".join(said.rules), sentence_words(said, view, self.language)
            row.rules = max(len(sentence.rules) for sentence in sentences)
        events = told(view)[:TOLD]
        rows = self._rows(self.ids.history, HistoryRow, len(events))
        for row, event, time in zip(rows, events, told_times(events), strict=True):
            row.time, row.said = clock(view, time), event_words(event, self.language)
            row.shot = snapshot_of(view, event)
        self._offer(view)

    def _decided(self, event: str) -> None:
        """The table has said what is to be done about what it argued about; what has come since is next."""
        argued, self.argued = self.argued, self.view.irregular
        self.dispatch(event, argued)
        if self.argued is not None and self.argued != argued:
            self.question = ASKED.get(self.argued.kind, Question.WHOSE_TURN)

    def _settle(self, view: PlayView) -> None:
        """What the table may say of what it argues about, beside the way back."""
        undecided = None if view.choices else view.irregular
        if undecided is None or self.argued not in view.history:
            self.argued = undecided
        argued = self.argued is not None and not self.general
        self.settling["on_put_right"].said = tr("Put it right", self.language)
        self.settling["on_accept"].said = tr("Let it stand", self.language)
        wanted = {"on_put_right": argued and view.can_put_right, "on_accept": argued}
        for event, action in self.settling.items():
            if wanted[event] is not (action.parent is not None):
                if wanted[event]:
                    self.ids.actions.add_widget(action, index=1)
                else:
                    self.ids.actions.remove_widget(action)

    def _rows(self, box: BoxLayout, kind: type[Widget], count: int) -> list[Any]:
        """So many rows in the box, in their order. Those that are made are used again: to make one holds the
        screen up.
        """
        spare = self._spare[kind]
        while len(box.children) > count:
            spare.append(row := box.children[0])
            box.remove_widget(row)
        while len(box.children) < count:
            box.add_widget(spare.pop() if spare else self._row(kind))
        return list(reversed(box.children))

    def _row(self, kind: type[Widget]) -> Widget:
        """A new row."""
        row = kind()
        if isinstance(row, HistoryRow):
            row.bind(on_look=lambda row: self.look(row.shot, row.said))
        elif isinstance(row, SentenceRow):
            row.bind(on_release=lambda row: self.explain(row.rule))
        elif isinstance(row, QuestionRow):
            row.bind(on_release=lambda row: setattr(self, "question", row.question))
        return row

    def explain(self, rule: str) -> None:
        """Show what the rules say; a sentence that follows from none has nothing to show."""
        if rule:
            self.rules = RuleSheet(rule=rule)
            self.rules.open(animation=False)

    def look(self, shot: Snapshot, title: str) -> None:
        """Show the pictures of a play."""
        self.pictures = PictureSheet(title=title, before=str(shot.before), after=str(shot.after))
        self.pictures.open(animation=False)

    def _offer(self, view: PlayView, count: int = len(Question)) -> None:
        """The questions, or the first of them, in the words of this table."""
        rows = self._rows(self.ids.questions, QuestionRow, count)
        for row, question in zip(rows, islice(Question, count), strict=True):
            row.question = question
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


def told_times(events: Sequence[Event]) -> list[float]:
    """When each of these happenings, latest first, is said to have been (s): none before the one it followed.

    What lay under a hand was seen later than what followed it.
    """
    return list(accumulate((event.t for event in reversed(events)), max))[::-1]


load_kv(__file__)
