"""Drives the app without a screen, frame by frame: what a finger does, what then is to be seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.tests.common import UnitTestTouch
from kivy.uix.image import Image
from kivy.uix.label import Label
from kivy.uix.modalview import ModalView
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui.companion_app import CompanionApp
from ui.game import Game
from ui.seating import Box
from ui.widgets.button import TouchButton
from ui.widgets.page import OptionRow
from ui.widgets.text import FitLabel, Words

# The tests take Kivy's widgets from here.
__all__ = ["Driver", "Image", "ScrollView", "Widget", "check_screen", "check_scrolled", "running", "scroll_of"]

FINGER = 48
"""Density-independent pixels a finger needs each way."""

PATIENCE = 20.0
"""Seconds to wait for a thread before a test fails."""


def frame() -> None:
    """All that Kivy does in a frame but the drawing, which a processor takes most of the time for."""
    Clock.tick()
    EventLoop.dispatch_input()
    Builder.sync()
    Clock.tick_draw()
    Builder.sync()


class Driver:
    """A running app. Every step takes a few frames, so that layout and bindings settle; `picture` draws."""

    def __init__(self, app: CompanionApp) -> None:
        self.app = app

    def step(self, frames: int = 2) -> None:
        for _ in range(frames):
            frame()

    def wait_for(self, condition: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
        """Let frames pass until it holds."""
        end = time.monotonic() + patience
        while not condition():
            assert time.monotonic() < end, f"waited in vain for {what}"
            frame()
            time.sleep(0.01)
        self.step()

    @property
    def sheet(self) -> ModalView | None:
        """The sheet that is open over the screen, the uppermost one."""
        return next((child for child in Window.children if isinstance(child, ModalView)), None)

    def shown(self, kind: type[Widget]) -> list[Any]:
        """The widgets of a kind on the sheet or screen that is shown, those that are moved out of sight left out."""
        found = []
        for widget in (self.sheet or self.app.manager.current_screen).walk(restrict=True):
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
        EventLoop.idle()
        name = Window.screenshot(name=str(folder / "screen.png"))
        image = cv2.imread(name)
        assert image is not None
        return cv2.cvtColor(image, cv2.COLOR_BGR2RGB)


def check_screen(driver: Driver) -> None:
    """Nothing is cut off, no text lies over another, and a finger can hit everything."""
    finger = dp(FINGER)
    if (sheet := driver.sheet) is not None:
        assert sheet.x >= -1 and sheet.y >= -1, "the sheet begins off the screen"
        assert sheet.right <= driver.app.width + 1 and sheet.top <= driver.app.height + 1, "the sheet is cut"
    for target in (*driver.shown(TouchButton), *driver.shown(OptionRow)):
        assert min(target.size) >= finger - 0.5, f"{target.said!r} is too small: {target.size}"
        if not scroll_of(target):
            x, y = target.to_window(target.x, target.y)
            assert x >= -1 and y >= -1, f"{target.said!r} begins off the screen"
            assert x + target.width <= driver.app.width + 1 and y + target.height <= driver.app.height + 1, (
                f"{target.said!r} is cut"
            )
    texts = [
        label
        for label in (*driver.shown(FitLabel), *driver.shown(Words))
        if label.said or label.texture_size[0]
    ]
    for label in texts:
        what = f"{label.said!r} {label.size}"
        assert not label.is_shortened, f"{what} is cut off"
        if label.height > 1 and (isinstance(label, FitLabel) or label.mode != "wrap"):
            assert label.texture_size[1] <= label.height + 4, f"{what} needs {label.texture_size}"
    for one, other in combinations([label for label in texts if label.said], 2):
        if scroll_of(one) is scroll_of(other):
            a, b = _ink_box(one), _ink_box(other)
            assert not a.overlaps(b), f"{one.said!r} lies over {other.said!r}: {a} {b}"


def check_scrolled(driver: Driver) -> None:
    """The same of what is to be scrolled to, too."""
    check_screen(driver)
    for view in [view for view in driver.app.manager.current_screen.walk() if isinstance(view, ScrollView)]:
        if view.children and view.children[0].height > view.height:
            for place in (0.66, 0.33, 0.0, 1.0):
                view.scroll_y = place
                driver.step(2)
                check_screen(driver)


def scroll_of(widget: Widget) -> ScrollView | None:
    """The scroll view it lies in."""
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView):
            return parent
        parent = parent.parent
    return None


def _ink_box(label: Label) -> Box:
    """Where the words of a label are, without the empty lines above and below the letters."""
    x, y = label.to_window(label.x, label.y)
    high = min(label.height, label.texture_size[1]) * 0.8
    wide = min(label.width, label.texture_size[0])
    left = x + {"left": 0, "center": (label.width - wide) / 2, "right": label.width - wide}[label.halign]
    room = label.height - high
    return Box(left, y + {"bottom": 0, "middle": room / 2, "top": room}[label.valign], wide, high)


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
