"""A player's plate: mark and name, rounds won, and the size of the layout now and after a win."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.theme import ON_PLAYER, PLAYER_STYLES
from ui.widgets import load_kv, mark, text  # noqa: F401  (the kv file uses their widgets)


class Plate(BoxLayout):
    """The plate of one seat. `turned` shows it to the far side of the table."""

    seat = ObjectProperty(None, allownone=True, rebind=True)
    turned = BooleanProperty(False)
    active = BooleanProperty(False)
    style = ObjectProperty(PLAYER_STYLES[0], rebind=True)
    ink = ColorProperty(ON_PLAYER)
    chance = StringProperty("")
    compact = BooleanProperty(False)
    """Whether the plate is so small that each figure has its sign beside it, or none."""
    side = NumericProperty(36)
    """Width of the mark."""
    beside = BooleanProperty(False)
    """Whether the chance stands beside the other figures; else under them."""
    narrow = BooleanProperty(False)
    """Whether a cup has to stand for the word."""
    figures = NumericProperty(36)
    """Largest size of the figures."""


load_kv(__file__)
