"""When the camera does not tell what happened: the likeliest happenings, one to tap."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.view import Choice
from ui.widgets import load_kv
from ui.widgets.button import TouchButton
from ui.words import choice_words

ROW = 56
"""Height of a choice on a 1280 × 800 screen."""


class Choices(BoxLayout):
    """One button a choice; tapping it dispatches `on_choose` with the choice."""

    choices = ListProperty([])
    language = StringProperty("en")
    unit = NumericProperty(1)

    __events__ = ("on_choose",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(choices=self._offer, language=self._offer)

    def on_choose(self, choice: Choice) -> None:
        """This is what happened."""

    def height_for(self, count: int) -> float:
        """The height that so many choices need."""
        row = max(dp(48), ROW * self.unit)
        return 64 * self.unit + count * (row + 8 * self.unit)

    def _offer(self, *_: object) -> None:
        self.ids.rows.clear_widgets()
        for choice in self.choices:
            row = TouchButton(said=choice_words(choice, self.language))
            row.bind(on_release=lambda _, choice=choice: self.dispatch("on_choose", choice))
            self.ids.rows.add_widget(row)


load_kv(__file__)
