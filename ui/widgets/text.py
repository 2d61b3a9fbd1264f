"""Text: one line as large as its box allows, and paragraphs that wrap."""

from __future__ import annotations

from typing import Any

from kivy.properties import ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.label import Label

from ui.fonts import BODY, DISPLAY, SYMBOLS, marked_up
from ui.ink import extent
from ui.widgets import load_kv

SIGN = 1.25
"""Size of a sign beside the words."""
SMALLEST = 0.6
"""How far words shrink to fit their box."""
PROBE = 64
"""Font size at which a line is measured."""


class FitLabel(Label):
    """One line, set at `largest` where that fits, down to `smallest`; below that it is cut with an ellipsis.

    `sign` is a symbol before the words, a little larger than they are; `ink` the colour.
    """

    said = StringProperty("")
    sign = StringProperty("")
    face = StringProperty(DISPLAY)
    largest = NumericProperty(40)
    smallest = NumericProperty(12)
    larger = NumericProperty(1)
    """By how much the players want all text larger."""
    ink = ColorProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        changes = ("said", "sign", "size", "largest", "smallest", "face", "larger")
        self.bind(**dict.fromkeys(changes, self._fit))
        self._fit()

    def _fit(self, *_: object) -> None:
        wide, high = extent(self._line(PROBE) or " ", self.face, PROBE)
        # Letters are rounded to pixels at every size: a line may come out a little wider than measured.
        room = 0.96 * min(self.width / max(1, wide), self.height / max(1, high)) * PROBE
        self.font_name = self.face
        self.font_size = size = max(1, int(min(self.largest * self.larger, max(self.smallest, room))))
        self.shorten = room < self.smallest
        self.text = self._line(size)

    def _line(self, size: int) -> str:
        said = marked_up(self.said)
        if not self.sign:
            return said
        return f"[font={SYMBOLS}][size={round(size * SIGN)}]{self.sign}[/size][/font] {said}"


class Words(Label):
    """Words in the body face; suits and foreign scripts get a typeface that has them.

    `mode`: "line", cut to the width; "wrap", as many lines as it needs, and its height follows; "box",
    wrapped, and smaller where the height asks for it. `points` is the size on a 1280 × 800 screen.
    """

    said = StringProperty("")
    face = StringProperty(BODY)
    mode = OptionProperty("line", options=["line", "wrap", "box"])
    points = NumericProperty(20)
    shrink = NumericProperty(1)
    ink = ColorProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(said=self._say, mode=self._fit, texture_size=self._fit, size=self._say)
        self._say()

    def _fit(self, *_: object) -> None:
        if self.mode == "wrap":
            self.size_hint_y = None
            self.height = self.texture_size[1]
        elif self.mode == "box" and self.texture_size[1] > self.height and self.shrink > SMALLEST:
            self.shrink *= 0.94
            self.texture_update()  # at once, not a frame a step: it comes back here until it fits

    def _say(self, *_: object) -> None:
        self.shrink = 1
        self.text = marked_up(self.said)


load_kv(__file__)
