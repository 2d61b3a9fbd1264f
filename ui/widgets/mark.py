"""A player's mark: the shape that, with the colour and the name, tells one player from another."""

from __future__ import annotations

from typing import Any

from kivy.properties import ColorProperty, NumericProperty, ObjectProperty, OptionProperty
from kivy.uix.widget import Widget

from ui.fonts import SYMBOLS
from ui.ink import ink_in
from ui.theme import Shape
from ui.widgets import load_kv

GLYPHS = {
    Shape.CIRCLE: "●",
    Shape.TRIANGLE: "▲",
    Shape.SQUARE: "■",
    Shape.STAR: "★",
    Shape.HEXAGON: "⬢",
    Shape.CROSS: "✚",
}


class Mark(Widget):
    """The shape, as large as fits into the widget."""

    shape = OptionProperty(Shape.CIRCLE, options=list(Shape))
    tint = ColorProperty((1, 1, 1, 1))
    fill = NumericProperty(0.86)
    texture = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(shape=self._draw, size=self._draw, fill=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        side = min(self.size) * self.fill
        # A square fills its box with more ink than the other shapes; the eye wants it smaller.
        side *= 0.86 if self.shape is Shape.SQUARE else 1.0
        self.texture = ink_in(GLYPHS[self.shape], SYMBOLS, side, side).texture if side >= 2 else None


load_kv(__file__)
