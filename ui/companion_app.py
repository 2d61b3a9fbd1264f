"""The tablet app: draws the view that the worker publishes, and hands on what is tapped."""

from __future__ import annotations

from typing import Protocol

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, OptionProperty, StringProperty

from ui.i18n import LANGUAGES, system_language, tr
from ui.ink import register_fonts
from ui.screens.play import PlayScreen
from ui.theme import DARK, THEMES
from ui.view import Choice, PlayView

REDRAW = 1 / 30
"""Seconds between two looks at what the worker has published."""


class Game(Protocol):
    """What the app follows: the worker, or a fixed view for a picture."""

    def latest(self) -> PlayView:
        """The newest view."""

    def undo(self) -> None:
        """Take the last happening back."""

    def next_player(self) -> None:
        """Pass the turn on."""

    def pause(self, on: bool) -> None:
        """Stop following the table, or go on."""

    def accept(self) -> None:
        """Let the open irregularity stand."""

    def choose(self, choice: Choice) -> None:
        """Say which of the view's choices is what happened."""

    def stop(self) -> None:
        """End following; returns when no thread runs any more."""


def unit(width: float, height: float) -> float:
    """One pixel of a 1280 × 800 screen, or of an upright 800 × 1280 one, on this screen."""
    long, short = max(width, height), min(width, height)
    return max(0.2, min(long / 1280, short / 800))


class CompanionApp(App):
    """Language, theme and view of the whole app; every string in kv is `app.tr('…', app.language)`."""

    language = OptionProperty("en", options=list(LANGUAGES))
    theme = OptionProperty("dark", options=list(THEMES))
    palette = ObjectProperty(DARK, rebind=True)
    u = NumericProperty(1)
    width = NumericProperty(1280)
    height = NumericProperty(800)
    turn_far = BooleanProperty(False)
    view = ObjectProperty(None, allownone=True, rebind=True)
    title = StringProperty("Trash")

    def __init__(self, game: Game, *, language: str | None = None, theme: str = "dark") -> None:
        super().__init__(kv_file="")
        self.game = game
        self.language = language or system_language()
        self.theme = theme
        self.screen: PlayScreen | None = None

    def tr(self, message: str, language: str, **values: object) -> str:
        """For kv: naming the language makes the string follow it."""
        return tr(message, language, **values)

    def on_theme(self, *_: object) -> None:
        self.palette = THEMES[self.theme]

    def build(self) -> PlayScreen:
        register_fonts()
        Window.clearcolor = self.palette.surface
        self.screen = screen = PlayScreen(name="play", view=self.game.latest())
        screen.bind(
            on_undo=lambda *_: self.game.undo(),
            on_next_player=lambda *_: self.game.next_player(),
            on_pause=lambda *_: self.game.pause(not screen.paused),
            on_accept=lambda *_: self.game.accept(),
            on_choose=lambda _, choice: self.game.choose(choice),
        )
        Window.bind(size=self._resize)
        self._resize(Window, Window.size)
        self._look = Clock.schedule_interval(self._refresh, REDRAW)
        return screen

    def on_start(self) -> None:
        Window.allow_screensaver = False

    def on_stop(self) -> None:
        self._look.cancel()
        Window.unbind(size=self._resize)
        Window.allow_screensaver = True
        self.game.stop()

    def _resize(self, _: object, size: tuple[float, float]) -> None:
        self.width, self.height = size
        self.u = unit(*size)

    def _refresh(self, _: float) -> None:
        view = self.game.latest()
        if self.screen is not None and view is not self.screen.view:
            self.screen.view = view
