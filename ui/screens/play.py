"""The Play screen: whose turn it is, the table, the camera, and what can be tapped in a game."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.screenmanager import Screen

from ui.view import Camera, PlayView
from ui.widgets import banner, button, camera, load_kv, notice, ruling, table  # noqa: F401
from ui.widgets.ruling import RulingSheet

MARGIN = 14
BANNER = 156
SIDE = 272
STRIP = 300
"""Sizes on a 1280 × 800 screen; `STRIP` is the height of camera and buttons on an upright one."""


class PlayScreen(Screen):
    """Draws `view`. What is tapped goes out as events; the app hands them to the worker."""

    view = ObjectProperty(None, allownone=True, rebind=True)
    unit = NumericProperty(1)
    paused = BooleanProperty(False)

    __events__ = ("on_undo", "on_next_player", "on_pause", "on_accept")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sheet: RulingSheet | None = None
        self.bind(size=self._place, unit=self._place, view=self._follow)
        self._place()

    def on_undo(self) -> None:
        """Undo was tapped."""

    def on_next_player(self) -> None:
        """Next player was tapped."""

    def on_pause(self) -> None:
        """Pause, or Go on, was tapped."""

    def on_accept(self) -> None:
        """The table lets an irregularity stand."""

    def ask(self) -> None:
        """Open the answer to "Who is right?"."""
        self.sheet = RulingSheet(view=self.view)
        self.sheet.open(animation=False)

    def _follow(self, _: object, view: PlayView | None) -> None:
        self.paused = view is not None and view.camera is Camera.PAUSED
        if self.sheet is not None:
            self.sheet.view = view

    def _place(self, *_: object) -> None:
        """Banner on top; camera and buttons beside the table, or under it where the screen is upright."""
        u, width, height = self.unit, self.width, self.height
        gap = MARGIN * u
        ids = self.ids
        ids.banner.size = (width - 2 * gap, BANNER * u)
        ids.banner.pos = (gap, height - gap - BANNER * u)
        under = height - 2 * gap - BANNER * u
        upright = height > width
        if upright:
            ids.side.orientation = "horizontal"
            ids.side.size, ids.side.pos = (width - 2 * gap, STRIP * u), (gap, gap)
            ids.table.size = (width - 2 * gap, under - STRIP * u - 2 * gap)
            ids.table.pos = (gap, 2 * gap + STRIP * u)
        else:
            ids.side.orientation = "vertical"
            ids.side.size, ids.side.pos = (SIDE * u, under - gap), (width - gap - SIDE * u, gap)
            ids.table.size, ids.table.pos = (width - 3 * gap - SIDE * u, under - gap), (gap, gap)
        ids.camera.size_hint = (0.42, 1) if upright else (1, 0.47)
        ids.buttons.size_hint = (0.58, 1) if upright else (1, 0.53)
        ids.notice.size = (ids.table.width - 60 * u, 96 * u)
        ids.notice.pos = (ids.table.x + 30 * u, ids.table.y + 26 * u)


load_kv(__file__)
