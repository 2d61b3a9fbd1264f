"""Whose turn it is, in letters to be read from two metres."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.relativelayout import RelativeLayout

from ui.fonts import DISPLAY, NARROWEST, marked_up
from ui.ink import extent
from ui.scripts import clusters
from ui.theme import PLAYER_STYLES
from ui.widgets import load_kv, mark, text  # noqa: F401  (the kv file uses their widgets)
from ui.widgets.text import ROOM


class Banner(RelativeLayout):
    """The player's colour, mark and name, and what it is about: a turn, a deal, a win."""

    under = NumericProperty(0)
    """Height of the line under the name; 0: it is told beside it."""
    view = ObjectProperty(None, allownone=True, rebind=True)
    style = ObjectProperty(PLAYER_STYLES[0], rebind=True)
    said = StringProperty("")
    shown = StringProperty("")
    """The name, or so much of it as is told in letters of the size that two metres ask for. All of it stands on the
    player's plate."""
    name_size = NumericProperty(1)
    smallest = NumericProperty(1)
    """The size of letters that two metres ask for."""
    beside = NumericProperty(0)
    """What mark and edges leave of the width for the name, where the mark stands before it."""
    room = NumericProperty(0)
    """What a name that is too long for that has."""
    mark_below = BooleanProperty(False)
    """The name is too long for that: the mark stands on the line under it."""
    tight = BooleanProperty(False)
    """The name is so long that what stands beside it has less room."""
    several = BooleanProperty(False)
    """It is about more than one player: their names are told whole, in smaller letters."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        changes = ("under", "said", "name_size", "smallest", "beside", "room", "several")
        self.bind(**dict.fromkeys(changes, self._make_room))
        self._make_room()

    def _make_room(self, *_: object) -> None:
        wide, _high = extent(marked_up(self.said) or " ", DISPLAY, int(self.name_size))
        self.mark_below = bool(self.under) and wide > self.beside
        self.tight = not self.under and not self._fits(self.said, self.beside)
        self.shown = self.said if self.several else self._cut()

    def _cut(self) -> str:
        """The name, or as many of its letters as fit."""
        if self._fits(self.said, self.room):
            return str(self.said)
        letters = clusters(self.said)
        # Few are measured: each is drawn for it.
        longest = bisect_left(
            range(1, len(letters)), True, key=lambda count: not self._fits(_shortened(letters[:count]), self.room)
        )
        return _shortened(letters[: max(1, longest)])

    def _fits(self, words: str, room: float) -> bool:
        wide, _high = extent(marked_up(words) or " ", DISPLAY, int(self.smallest))
        return wide * NARROWEST <= ROOM * room


def _shortened(letters: Sequence[str]) -> str:
    return "".join(letters).rstrip(" -.'’") + "…"


load_kv(__file__)
