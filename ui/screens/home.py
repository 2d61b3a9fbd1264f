"""The first screen: go on with a game, begin one, look at a photo, ask about the rules, settings."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.screenmanager import Screen

from companion.cards import Card
from ui.games import SavedGame
from ui.i18n import tr
from ui.view import SlotLook, SlotPicture
from ui.widgets import button, felt, load_kv, page, text  # noqa: F401  (the kv file uses their widgets)
from ui.widgets.card import CardView
from ui.words import day_words

FAN: tuple[SlotPicture, ...] = (
    SlotPicture(1, SlotLook.UP, Card.parse("AS")),
    SlotPicture(2, SlotLook.UP, Card.parse("2H")),
    SlotPicture(3, SlotLook.DOWN),
    SlotPicture(4, SlotLook.WILD, Card.parse("JC")),
    SlotPicture(5, SlotLook.UP, Card.parse("5D")),
)


class HomeScreen(Screen):
    """`saved` is the game to go on with; what is tapped is `on_wish`."""

    saved = ObjectProperty(None, allownone=True)
    notice = ObjectProperty(None, allownone=True)
    unit = NumericProperty(1)

    __events__ = ("on_wish",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._fan = [CardView(slot=slot) for slot in FAN]
        for card in self._fan:
            card.size_hint = (None, None)
            self.ids.felt.add_widget(card)
        self.ids.felt.bind(size=self._lay, pos=self._lay)
        self._lay()

    def on_wish(self, wish: str) -> None:
        """One of resume, new, demo, photo, rules, settings."""

    def saved_words(self, saved: SavedGame | None, language: str) -> str:
        """Who plays, which round, when it was played last."""
        if saved is None:
            return ""
        return tr(
            "{players} · round {number} · {when}",
            language,
            players=", ".join(saved.header.players),
            number=saved.state.round.number,
            when=day_words(saved.last, language),
        )

    def _lay(self, *_: object) -> None:
        """A row of a layout, as large as the felt allows."""
        ground = self.ids.felt
        inner = ground.width - 4 * ground.rail
        width = max(8.0, min(inner / (len(FAN) + 0.6), ground.height * 0.4 * 63 / 88))
        gap = width * 0.1
        whole = len(FAN) * (width + gap) - gap
        for index, card in enumerate(self._fan):
            card.size = (round(width), round(width * 88 / 63))
            card.pos = (
                round(ground.center_x - whole / 2 + index * (width + gap)),
                round(ground.y + ground.height * 0.24),
            )


load_kv(__file__)
