"""What the screens beside the table are made of: a page with a head, rows to choose from, switches."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.scrollview import ScrollView

from ui.widgets import button, load_kv, text  # noqa: F401  (the kv file uses their widgets)
from ui.widgets.button import TouchButton


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


class OptionRow(ButtonBehavior, BoxLayout):
    """Something to choose: its name and a line about it; a sign tells whether it is chosen."""

    said = StringProperty("")
    line = StringProperty("")
    chosen = BooleanProperty(False)
    many = BooleanProperty(False)
    """Whether others may be chosen beside it."""


class Segments(BoxLayout):
    """A few values beside each other, one of them chosen: `on_pick` tells the one that was tapped."""

    labels = ListProperty([])
    values = ListProperty([])
    value = ObjectProperty(None, allownone=True)

    __events__ = ("on_pick",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(labels=self._offer, values=self._offer, value=self._offer)
        self._offer()

    def on_pick(self, value: object) -> None:
        """A value was tapped."""

    def _offer(self, *_: object) -> None:
        if len(self.labels) != len(self.values):
            return
        if len(self.children) != len(self.labels):
            self.clear_widgets()
            for _label in self.labels:
                self.add_widget(TouchButton(points=22))
        for row, label, value in zip(reversed(self.children), self.labels, self.values, strict=True):
            row.said, row.primary = label, value == self.value
            row.unbind(on_release=getattr(row, "_pick", lambda *_: None))
            row._pick = lambda _, value=value: self.dispatch("on_pick", value)
            row.bind(on_release=row._pick)


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
