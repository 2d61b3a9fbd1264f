"""The answer to "Who is right?": whose turn it is, why, and what happened lately."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView

from companion.events import Event, PhaseChanged, StateEvent
from ui.theme import PLAYER_STYLES
from ui.view import PlayView
from ui.why import whose_turn
from ui.widgets import button, load_kv, mark, text  # noqa: F401  (the kv file uses their widgets)
from ui.words import clock, event_words, rule_words, ruling_words

TOLD = 14
"""Happenings shown; what lies further back is in the record of the game."""


class HistoryRow(BoxLayout):
    """One happening with its time."""

    time = StringProperty("")
    said = StringProperty("")


class RuleRow(BoxLayout):
    """A rule with its number."""

    rule = StringProperty("")
    said = StringProperty("")


class RulingSheet(ModalView):
    """Opened over the table; the game goes on behind it, and the sheet with it."""

    view = ObjectProperty(None, allownone=True, rebind=True)
    language = StringProperty("en")
    reason = StringProperty("")
    style = ObjectProperty(PLAYER_STYLES[0], rebind=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._told: tuple[object, ...] = ()
        self.bind(view=self._tell, language=self._tell)
        self._tell()

    def _tell(self, *_: object) -> None:
        view: PlayView | None = self.view
        if view is None or (view.history, view.player, self.language) == self._told:
            return
        self._told = (view.history, view.player, self.language)
        ruling = whose_turn(view.history)
        self.reason = ruling_words(ruling, view, self.language)
        self.ids.rules.clear_widgets()
        for rule in ruling.rules:
            self.ids.rules.add_widget(RuleRow(rule=rule, said=rule_words(rule, self.language)))
        self.ids.history.clear_widgets()
        for event in told(view)[:TOLD]:
            row = HistoryRow(time=clock(view, event), said=event_words(event, self.language))
            self.ids.history.add_widget(row)


def told(view: PlayView) -> tuple[Event, ...]:
    """The happenings worth telling, latest first."""
    return tuple(
        event for event in reversed(view.history) if not isinstance(event, (PhaseChanged, StateEvent))
    )


load_kv(__file__)
