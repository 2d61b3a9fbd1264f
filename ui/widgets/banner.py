"""Whose turn it is, in letters to be read from two metres."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.relativelayout import RelativeLayout

from ui.fonts import DISPLAY, marked_up
from ui.ink import extent
from ui.theme import PLAYER_STYLES
from ui.widgets import load_kv, mark, text  # noqa: F401  (the kv file uses their widgets)


class Banner(RelativeLayout):
    """The player's colour, mark and name, and what it is about: a turn, a deal, a win."""

    under = NumericProperty(0)
    """Height of the line under the name; 0: it is told beside it."""
    view = ObjectProperty(None, allownone=True, rebind=True)
    style = ObjectProperty(PLAYER_STYLES[0], rebind=True)
    said = StringProperty("")
    name_size = NumericProperty(1)
    beside = NumericProperty(0)
    """What mark and edges leave of the width for the name, where the mark stands before it."""
    mark_below = BooleanProperty(False)
    """The name is too long for that: the mark stands on the line under it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(**dict.fromkeys(("under", "said", "name_size", "beside"), self._make_room))
        self._make_room()

    def _make_room(self, *_: object) -> None:
        wide, _high = extent(marked_up(self.said) or " ", DISPLAY, int(self.name_size))
        self.mark_below = bool(self.under) and wide > self.beside


load_kv(__file__)
