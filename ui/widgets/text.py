"""Text: one line as large as its box allows, and paragraphs that wrap."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.label import Label

from ui.fonts import BODY, DISPLAY, marked_up, sign_font
from ui.ink import extent
from ui.widgets import load_kv

SIGN = 1.25
"""Size of a sign beside the words."""
SMALLEST = 0.6
"""How far words shrink to fit their box."""
UNLIMITED = 10_000
PROBE = 64
"""Font size at which a line is measured."""
ROOM = 0.96
"""Of a box, what is filled: letters are rounded to pixels at every size, and a line may come out a little wider than
measured."""


class FitLabel(Label):
    """One line, set at `largest` where that fits, down to `smallest`; below that it is cut with an ellipsis. Where
    `narrowest` is less than 1, its letters are made so much narrower before they are made smaller.

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
    fits = NumericProperty(1)
    """The size at which the words fit."""
    narrowest = NumericProperty(1)
    any_height = BooleanProperty(False)
    """Its width alone sets the size: the letters have room in a box that is lower than their line."""
    squeeze = NumericProperty(1)
    """How much narrower the letters are, 1: not at all."""
    limit = NumericProperty(UNLIMITED)
    """They are no larger than this: what a label beside it allows, see `level`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        changes = ("said", "sign", "size", "largest", "smallest", "face", "larger", "narrowest", "limit")
        self.bind(**dict.fromkeys(changes, self._fit))
        self._fit()

    def _fit(self, *_: object) -> None:
        wide, high = extent(self._line(PROBE) or " ", self.face, PROBE)
        across = ROOM * self.width / max(1, wide) * PROBE
        room = across / self.narrowest
        if not self.any_height:
            room = min(room, ROOM * self.height / max(1, high) * PROBE)
        self.font_name = self.face
        self.fits = max(1, int(min(self.largest * self.larger, max(self.smallest, room))))
        self.font_size = size = min(self.fits, self.limit)
        self.squeeze = min(1.0, max(self.narrowest, across / size))
        self.shorten = room < self.smallest
        self.text = self._line(size)

    def _line(self, size: float) -> str:
        said = marked_up(self.said)
        if not self.sign:
            return said
        return f"[font={sign_font(self.sign)}][size={round(size * SIGN)}]{self.sign}[/size][/font] {said}"


def level(labels: Iterable[FitLabel]) -> None:
    """Set these labels in one size, the largest that all of them have room for."""
    labels = list(labels)
    limit = min((label.fits for label in labels), default=UNLIMITED)
    for label in labels:
        label.limit = limit


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
        self._fitting = False
        super().__init__(**kwargs)
        self.bind(said=self._say, mode=self._fit, size=self._say)
        self._say()

    def texture_update(self, *largs: object) -> None:
        """Draw the words, and fit them: other words, or the same in less room, may be drawn as large as before."""
        super().texture_update(*largs)
        self._fit()

    def _fit(self, *_: object) -> None:
        if self.mode == "wrap":
            self.size_hint_y = None
            self.height = self.texture_size[1]
        elif self.mode == "box" and not self._fitting:
            self._fitting = True
            # At once, not a frame a step. A smaller size need not make the words smaller: then it goes on.
            while self.texture_size[1] > self.height and self.shrink > SMALLEST:
                self.shrink *= 0.94
                self.texture_update()
            self._fitting = False

    def _say(self, *_: object) -> None:
        self.shrink = 1
        self.text = marked_up(self.said)
        self._trigger_texture()


load_kv(__file__)
