"""Whose turn it is, in letters to be read from two metres."""

from __future__ import annotations

from kivy.properties import ObjectProperty
from kivy.uix.relativelayout import RelativeLayout

from ui.theme import PLAYER_STYLES
from ui.widgets import load_kv, mark, text  # noqa: F401  (the kv file uses their widgets)


class Banner(RelativeLayout):
    """The player's colour, mark and name, and what it is about: a turn, a deal, a win."""

    view = ObjectProperty(None, allownone=True, rebind=True)
    style = ObjectProperty(PLAYER_STYLES[0], rebind=True)


load_kv(__file__)
