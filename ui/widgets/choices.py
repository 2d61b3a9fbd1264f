"""When the camera does not tell what happened: the likeliest happenings, one to tap."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.view import Choice
from ui.widgets import load_kv
from ui.widgets.button import TouchButton
from ui.words import choice_words

ROW = 56
"""Height of a choice of one line on a 1280 × 800 screen."""
LINE, EDGE = 26, 16
"""Height of a line of words there, and what is left above and below them."""
BESIDE = 800
"""Width there from which the choices stand beside each other: so they take less of the table."""


class ChoiceButton(TouchButton):
    """A choice, in as many lines as it needs."""

    words = StringProperty("")


class Choices(BoxLayout):
    """One button a choice; tapping it dispatches `on_choose` with the choice."""

    choices = ListProperty([])
    language = StringProperty("en")
    beside = BooleanProperty(False)
    """They stand beside each other."""

    __events__ = ("on_choose",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(choices=self._offer, language=self._offer)

    def on_choose(self, choice: Choice) -> None:
        """This is what happened."""

    def height_for(self, count: int, width: float, unit: float, text: float) -> float:
        """The height that so many choices need at a width in pixels, with the pixels of a 1280 × 800 screen and of
        its text.
        """
        self.beside = width >= BESIDE * unit
        lines = count if self.beside else 1
        row = max(dp(48), ROW * unit, lines * LINE * text + EDGE * unit)
        return 32 * text + 32 * unit + (1 if self.beside else count) * (row + 8 * unit) - 8 * unit

    def _offer(self, *_: object) -> None:
        self.ids.rows.clear_widgets()
        for choice in self.choices:
            row = ChoiceButton(words=choice_words(choice, self.language))
            row.bind(on_release=lambda _, choice=choice: self.dispatch("on_choose", choice))
            self.ids.rows.add_widget(row)


load_kv(__file__)
