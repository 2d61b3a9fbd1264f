"""The Play screen: whose turn it is, the table, the camera, and what can be tapped in a game."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from ui.seating import Box
from ui.view import Camera, Choice, PlayView
from ui.widgets import banner, button, camera, choices, load_kv, notice, ruling, table  # noqa: F401
from ui.widgets.ruling import RulingSheet

MARGIN = 14
BANNER = 156
SIDE = 272
STRIP = 300
NOTICE = 88
"""Sizes on a 1280 × 800 screen; `STRIP` is the height of camera and buttons on an upright one."""


class PlayScreen(Screen):
    """Draws `view`. What is tapped goes out as events; the app hands them to the worker."""

    view = ObjectProperty(None, allownone=True, rebind=True)
    unit = NumericProperty(1)
    paused = BooleanProperty(False)
    asking = NumericProperty(0)
    noticed = BooleanProperty(False)

    __events__ = ("on_undo", "on_next_player", "on_pause", "on_accept", "on_choose")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sheet: RulingSheet | None = None
        self.bind(size=self._place, unit=self._place, view=self._follow)
        self.bind(noticed=self._place, asking=self._place)
        self._follow(self, self.view)
        self._place()

    def on_undo(self) -> None:
        """Undo was tapped."""

    def on_next_player(self) -> None:
        """Next player was tapped."""

    def on_pause(self) -> None:
        """Pause, or Go on, was tapped."""

    def on_accept(self) -> None:
        """The table lets an irregularity stand."""

    def on_choose(self, choice: Choice) -> None:
        """What happened was chosen."""

    def ask(self) -> None:
        """Open the answer to "Who is right?"."""
        self.sheet = RulingSheet(view=self.view)
        self.sheet.open(animation=False)

    def _follow(self, _: object, view: PlayView | None) -> None:
        self.paused = view is not None and view.camera is Camera.PAUSED
        self.asking = len(view.choices) if view is not None else 0
        self.noticed = view is not None and view.irregular is not None and not self.asking
        if self.sheet is not None:
            self.sheet.view = view

    def _place(self, *_: object) -> None:
        """Banner on top; camera and buttons beside the table, or under it where the screen is upright."""
        u, width, height, ids = self.unit, self.width, self.height, self.ids
        gap = MARGIN * u
        upright = height > width
        side_width = width - 2 * gap if upright else SIDE * u
        under = height - 2 * gap - BANNER * u
        _put(ids.banner, Box(gap, under + gap, width - 2 * gap, BANNER * u))
        if upright:
            _put(ids.side, Box(gap, gap, side_width, STRIP * u))
            field = Box(gap, 2 * gap + STRIP * u, side_width, under - STRIP * u - 2 * gap)
        else:
            _put(ids.side, Box(width - gap - side_width, gap, side_width, under - gap))
            field = Box(gap, gap, width - 3 * gap - side_width, under - gap)
        ids.side.orientation = "horizontal" if upright else "vertical"
        ids.camera.size_hint = (0.42, 1) if upright else (1, 0.5)
        ids.buttons.size_hint = (0.58, 1) if upright else (1, 0.5)
        # A notice hides no card: the table makes room, for the cards are what it is about.
        asking = ids.choices.height_for(self.asking) if self.asking else 0
        noticed = NOTICE * u if self.noticed else 0
        # Out of the window while there is nothing to tell: it would take the touches meant for the other.
        _put(ids.choices, Box(field.x if asking else -width, field.y, field.width, asking))
        _put(ids.notice, Box(field.x if noticed else -width, field.y, field.width, noticed))
        room = asking + noticed
        room += gap if room else 0
        _put(ids.table, Box(field.x, field.y + room, field.width, field.height - room))


def _put(widget: Widget, box: Box) -> None:
    widget.size, widget.pos = (box.width, box.height), (box.x, box.y)


load_kv(__file__)
