"""Sheets over a screen: choosing the card that lies somewhere, writing a name, the menu of the table."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.modalview import ModalView

from companion.cards import Card
from companion.table import FACE_DOWN, Slot, face_up
from ui.view import SlotLook, SlotPicture
from ui.widgets import button, card, deckpad, load_kv, page, text  # noqa: F401  (the kv file uses their widgets)


class Sheet(ModalView):
    """A panel over the screen; a tap beside it closes it."""

    title = StringProperty("")


class CardButton(ButtonBehavior, FloatLayout):
    """A card, large enough for a finger."""

    slot = ObjectProperty(SlotPicture(1, SlotLook.EMPTY))
    numbered = BooleanProperty(False)


class PickSheet(Sheet):
    """Which card lies there? The likeliest ones large, then all of them. `on_pick` tells it."""

    candidates = ListProperty([])
    left = ObjectProperty({})
    jokers = BooleanProperty(False)
    number = ObjectProperty(None, allownone=True)
    """The slot's number; None: it is the discard pile."""

    __events__ = ("on_pick",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._offer()

    def on_pick(self, content: Slot) -> None:
        """This is what lies there."""

    def pick(self, content: Slot) -> None:
        """Choose, and close."""
        self.dismiss(animation=False)
        self.dispatch("on_pick", content)

    def pick_card(self, chosen: Card) -> None:
        """Choose a card that lies face up."""
        self.pick(face_up(chosen))

    def _offer(self) -> None:
        row = self.ids.likely
        for chosen in self.candidates:
            likely = CardButton(slot=SlotPicture(1, SlotLook.UP, chosen))
            likely.bind(on_release=lambda _, chosen=chosen: self.pick_card(chosen))
            row.add_widget(likely)
        if self.number is not None:
            down = CardButton(slot=SlotPicture(self.number, SlotLook.DOWN), numbered=True)
            down.bind(on_release=lambda _: self.pick(FACE_DOWN))
            row.add_widget(down)


class NameSheet(Sheet):
    """A name to write; `on_done` with it, `on_gone` when the player leaves the table."""

    name = StringProperty("")
    may_go = BooleanProperty(False)

    __events__ = ("on_done", "on_gone")

    def on_done(self, name: str) -> None:
        """The name is written."""

    def on_gone(self) -> None:
        """The player leaves."""

    def done(self) -> None:
        """Take the name over, and close."""
        self.dismiss(animation=False)
        self.dispatch("on_done", " ".join(self.ids.name.text.split()))

    def gone(self) -> None:
        """Take the player from the table, and close."""
        self.dismiss(animation=False)
        self.dispatch("on_gone")


class MenuSheet(Sheet):
    """What is needed now and then in a game: `on_wish` tells which."""

    watched = BooleanProperty(True)
    """There is a camera to set up."""

    __events__ = ("on_wish",)

    def on_wish(self, wish: str) -> None:
        """This was tapped."""

    def wish(self, wish: str) -> None:
        """Close, and tell it."""
        self.dismiss(animation=False)
        self.dispatch("on_wish", wish)


load_kv(__file__)
