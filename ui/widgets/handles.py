"""The corners of each layout over the camera's picture, to be dragged to where they are."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Ellipse, InstructionGroup, Line
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from ui.theme import PLAYER_STYLES

HANDLE = 16
"""Radius of a handle in density-independent pixels; a finger reaches it from twice as far."""


class CornerHandles(Widget):
    """Shows and moves `corners`, as `ui.byhand.Corners` has them; empty: there are none."""

    corners = ObjectProperty(())

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)
        self.bind(corners=self._draw, size=self._draw, pos=self._draw)

    def place(self, seat: int, corner: int) -> tuple[float, float]:
        """Where a corner is in the window's coordinates."""
        x, y = self.corners[seat][corner]
        return self.x + x * self.width, self.top - y * self.height

    def on_touch_down(self, touch: MotionEvent) -> bool:
        every = [(seat, corner) for seat, four in enumerate(self.corners) for corner in range(len(four))]
        if not every:
            return bool(super().on_touch_down(touch))

        def away(handle: tuple[int, int]) -> float:
            x, y = self.place(*handle)
            return max(abs(touch.x - x), abs(touch.y - y))

        nearest = min(every, key=away)
        if away(nearest) > dp(2 * HANDLE):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        touch.ud["corner"] = nearest
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        seat, corner = touch.ud["corner"]
        x = min(1.0, max(0.0, (touch.x - self.x) / max(1.0, self.width)))
        y = min(1.0, max(0.0, (self.top - touch.y) / max(1.0, self.height)))
        four = list(self.corners[seat])
        four[corner] = (x, y)
        self.corners = (*self.corners[:seat], tuple(four), *self.corners[seat + 1 :])
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        return True

    def _draw(self, *_: object) -> None:
        self._drawing.clear()
        radius = dp(HANDLE)
        for seat, four in enumerate(self.corners):
            places = [self.place(seat, corner) for corner in range(len(four))]
            colour = Color(*PLAYER_STYLES[seat].colour)
            points = [value for place in places for value in place]
            for ink, width in ((Color(1, 1, 1, 0.95), 4), (colour, 2.4)):
                self._drawing.add(ink)
                self._drawing.add(Line(points=points, close=True, width=width))
            for x, y in places:
                self._drawing.add(Color(1, 1, 1, 0.95))
                self._drawing.add(Ellipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius)))
                self._drawing.add(Color(*PLAYER_STYLES[seat].colour))
                inner = radius * 0.78
                self._drawing.add(Ellipse(pos=(x - inner, y - inner), size=(2 * inner, 2 * inner)))
