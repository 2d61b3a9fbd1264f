"""What the figures on a player's plate mean, in words: opened by a tap on the plate."""

from __future__ import annotations

from typing import Any

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.i18n import tr
from ui.theme import PLAYER_STYLES
from ui.view import SeatPicture
from ui.widgets import load_kv, mark, text  # noqa: F401  (the kv file uses their widgets)
from ui.widgets.sheets import Sheet
from ui.words import chance_words


class FigureRow(BoxLayout):
    """A figure, and what it says."""

    said = StringProperty("")
    sign = StringProperty("")
    figure = StringProperty("")


class PlayerSheet(Sheet):
    """All that a plate tells of a player."""

    seat = ObjectProperty(None, allownone=True, rebind=True)
    style = ObjectProperty(PLAYER_STYLES[0], rebind=True)
    language = StringProperty("en")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(seat=self._tell, language=self._tell)
        self._tell()

    def _tell(self, *_: object) -> None:
        if self.seat is None:
            return
        box = self.ids.figures
        box.clear_widgets()
        for sign, said, figure in figures(self.seat, self.language):
            box.add_widget(FigureRow(sign=sign, said=said, figure=figure))


def figures(seat: SeatPicture, language: str) -> list[tuple[str, str, str]]:
    """Sign, words and value of each figure of a plate."""
    told = [
        ("♛", tr("Rounds won", language), str(seat.rounds_won)),
        ("", tr("Cards of the layout", language), str(seat.size)),
    ]
    if seat.next_size:
        told.append(("→", tr("Cards of the next layout, after a win", language), str(seat.next_size)))
    else:
        told.append(("→", tr("A win of this round wins the game", language), "♛"))
    if chance := chance_words(seat):
        told.append(("⚄", tr("Chance that the next card of the stock can be played", language), chance))
    return told


load_kv(__file__)
