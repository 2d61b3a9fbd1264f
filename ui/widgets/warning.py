"""What those who play by touch have to know of: it stops no play."""

from __future__ import annotations

from math import ceil

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.fonts import BODY, marked_up
from ui.ink import extent
from ui.widgets import button, load_kv  # noqa: F401  (the kv file uses its text)

POINTS, LINE = 18, 24
"""Size of its words and height of a line on a 1280 × 800 screen."""
SIGN, EDGE = 66, 12
"""What its sign and edges take of its width there, and what is left above and below the words."""
SHARE = 0.9
"""Of a line, what words fill at least before it breaks."""


class WarningStrip(BoxLayout):
    """Shows `said` in as many lines as it needs."""

    said = StringProperty("")
    points = NumericProperty(POINTS)

    def height_for(self, width: float, unit: float, text: float) -> float:
        """The height it needs at a width in pixels, with the pixels of a 1280 × 800 screen and of its text."""
        room = SHARE * (width - SIGN * unit) / text
        lines = sum(ceil(extent(marked_up(line), BODY, POINTS)[0] / room) for line in self.said.split("\n"))
        return LINE * text * lines + EDGE * unit


load_kv(__file__)
