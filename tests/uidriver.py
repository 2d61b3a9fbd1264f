"""Drives the app without a screen, frame by frame: what a finger does, what then is to be seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from kivy.uix.image import Image
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui.companion_app import CompanionApp
from ui.game import Game

# The tests take Kivy's widgets from here.
__all__ = ["Driver", "Image", "ScrollView", "Widget", "running"]

PATIENCE = 20.0
"""Seconds to wait for a thread before a test fails."""


class Driver:
    """A running app. Every step draws a few frames, so that layout and bindings settle."""

    def __init__(self, app: CompanionApp) -> None:
        self.app = app

    def step(self, frames: int = 2) -> None:
        for _ in range(frames):
            EventLoop.idle()

    def wait_for(self, condition: Callable[[], bool], what: str) -> None:
        """Draw frames until it holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"waited in vain for {what}"
            EventLoop.idle()
            time.sleep(0.01)
        self.step()

    def shown(self, kind: type[Widget]) -> list[Any]:
        """The widgets of a kind on the screen that is shown, those that are moved out of sight left out."""
        found = []
        for widget in self.app.manager.current_screen.walk(restrict=True):
            if isinstance(widget, kind) and widget.opacity and min(widget.size) > 1:
                x, y = widget.to_window(*widget.center)
                if 0 <= x <= self.app.width and 0 <= y <= self.app.height:
                    found.append(widget)
        return found

    def resize(self, width: int, height: int) -> None:
        Window.size = (width, height)
        self.step(3)

    def tap(self, widget: Widget) -> None:
        """Put a finger on the middle of a widget and lift it."""
        self.touch(*widget.to_window(*widget.center))

    def touch(self, x: float, y: float) -> None:
        """Put a finger on a place of the window and lift it."""
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.step(1)
        touch.touch_up()
        self.step(1)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Put a finger down, move it, lift it."""
        touch = UnitTestTouch(*start)
        touch.touch_down()
        touch.touch_move(*end)
        touch.touch_up()
        self.step(2)

    def picture(self, folder: Path) -> np.ndarray:
        """What is drawn, as RGB (height, width, 3)."""
        import cv2

        self.step()
        name = Window.screenshot(name=str(folder / "screen.png"))
        image = cv2.imread(name)
        assert image is not None
        return cv2.cvtColor(image, cv2.COLOR_BGR2RGB)


@contextmanager
def running(
    game: Game | None = None, *, size: tuple[int, int] = (1280, 800), **options: object
) -> Iterator[Driver]:
    """The app, with a game or at its first screen, stopped at the end."""
    Window.size = size
    app = CompanionApp(game, **{"language": "en", **options})  # type: ignore[arg-type]
    app._run_prepare()
    driver = Driver(app)
    try:
        driver.step(3)
        yield driver
    finally:
        app.stop()
        for child in Window.children[:]:
            Window.remove_widget(child)
