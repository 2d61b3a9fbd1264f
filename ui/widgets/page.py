"""What the screens beside the table are made of: a page with a head, rows to choose from, switches."""

from __future__ import annotations

from math import ceil
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui.widgets import button, load_kv, text  # noqa: F401  (the kv file uses their widgets)
from ui.widgets.button import TouchButton
from ui.widgets.text import level

SHORT = 6
"""Letters that a choice has room for which is as wide as those beside it."""


class Page(Screen):
    """A screen with a way back."""

    __events__: tuple[str, ...] = ("on_back",)

    def on_back(self) -> None:
        """Back was tapped, or the back key."""


class PageHead(BoxLayout):
    """The title of a page, and the way back."""

    said = StringProperty("")

    __events__ = ("on_back",)

    def on_back(self) -> None:
        """Back was tapped."""


class Panel(BoxLayout):
    """A panel with a heading."""

    said = StringProperty("")


class Scroll(ScrollView):
    """Scrolls its one child up and down."""

    more_below = NumericProperty(0)
    more_above = NumericProperty(0)
    """1 where it goes on beyond that edge, else 0."""


class OnOff(Widget):
    """Shows whether something is on: by the place of its knob, and its colour."""

    shown = BooleanProperty(False)
    knob = NumericProperty(0)


class OptionRow(ButtonBehavior, BoxLayout):
    """Something to choose: its name and a line about it; a sign or a switch tells whether it is chosen."""

    said = StringProperty("")
    line = StringProperty("")
    chosen = BooleanProperty(False)
    many = BooleanProperty(False)
    """Whether others may be chosen beside it."""


class Segments(GridLayout):
    """A few values beside each other, one of them chosen: `on_pick` tells the one that was tapped."""

    columns = NumericProperty(0)
    """How many stand beside each other; 0: all, the longer words with more room."""
    rows_needed = NumericProperty(1)
    labels = ListProperty([])
    values = ListProperty([])
    value = ObjectProperty(None, allownone=True)

    __events__ = ("on_pick",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(labels=self._offer, values=self._offer, value=self._offer, columns=self._offer)
        self._offer()

    def on_pick(self, value: object) -> None:
        """A value was tapped."""

    def _offer(self, *_: object) -> None:
        if len(self.labels) != len(self.values):
            return
        self.cols = self.columns or max(1, len(self.labels))
        self.rows_needed = max(1, ceil(len(self.labels) / self.cols))
        if len(self.children) != len(self.labels):
            self.clear_widgets()
            for _label in self.labels:
                self.add_widget(row := TouchButton(points=22))
                row.ids.word.bind(fits=self._level)
        for row, label, value in zip(reversed(self.children), self.labels, self.values, strict=True):
            row.said, row.primary = label, value == self.value
            row.size_hint_x = 1 if self.columns else max(1, len(label) / SHORT)
            row.unbind(on_release=getattr(row, "_pick", lambda *_: None))
            row._pick = lambda _, value=value: self.dispatch("on_pick", value)
            row.bind(on_release=row._pick)
        self._level()

    def _level(self, *_: object) -> None:
        level(row.ids.word for row in self.children)


class Flow(FloatLayout):
    """Two parts: beside each other on a wide screen, one above the other on an upright one."""

    share = NumericProperty(0.5)
    """Of the room, what the first part takes on a wide screen."""
    upright_share = NumericProperty(0.4)
    spacing = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(size=self._part, pos=self._part, children=self._part, share=self._part)
        self.bind(upright_share=self._part, spacing=self._part)

    def _part(self, *_: object) -> None:
        if len(self.children) != 2:
            return
        second, first = self.children
        gap = self.spacing
        first.size_hint = second.size_hint = (None, None)
        if self.height > self.width:
            high = (self.height - gap) * self.upright_share
            first.size, first.pos = (self.width, high), (self.x, self.top - high)
            second.size, second.pos = (self.width, self.height - gap - high), self.pos
        else:
            wide = (self.width - gap) * self.share
            first.size, first.pos = (wide, self.height), self.pos
            second.size = (self.width - gap - wide, self.height)
            second.pos = (self.x + wide + gap, self.y)


load_kv(__file__)
