"""A button for fingers: a sign, a word, and at least 48 dp each way."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from ui.widgets import load_kv, text  # noqa: F401  (the kv file uses its widgets)


class TouchButton(ButtonBehavior, BoxLayout):
    """`said` is the word, `sign` a symbol before it; `primary` marks the one that is used most; `line` stands
    small under the word."""

    said = StringProperty("")
    sign = StringProperty("")
    line = StringProperty("")
    primary = BooleanProperty(False)
    points = NumericProperty(0)
    """Size of the words on a 1280 × 800 screen; 0: as usual."""
    ink = ColorProperty((1, 1, 1, 1))


load_kv(__file__)
