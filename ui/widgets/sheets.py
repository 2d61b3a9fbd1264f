"""Sheets over a screen: choosing the card that lies somewhere, writing a name, the menu of the table."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.modalview import ModalView

from companion.cards import Card
from companion.table import FACE_DOWN, Slot, face_up, is_name
from ui.fonts import is_drawn
from ui.i18n import tr
from ui.view import SlotLook, SlotPicture
from ui.widgets import button, card, deckpad, load_kv, nameinput, page, text  # noqa: F401  (the kv file uses their widgets)


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
    others = ListProperty([])
    """Names that are taken."""
    may_go = BooleanProperty(False)

    __events__ = ("on_done", "on_gone")

    def on_done(self, name: str) -> None:
        """The name is written."""

    def on_gone(self) -> None:
        """The player leaves."""

    def hint(self, written: str, language: str) -> str:
        """What there is to say of the name as it is written."""
        if _name(written) in self.others:
            return tr("Somebody else has this name.", language)
        if not is_drawn(written):
            return tr("Some of this cannot be drawn here. On the table it is: {name}", language, name=written)
        return ""

    def may_be(self, written: str) -> bool:
        """Whether a player may be called so."""
        return is_name(_name(written)) and _name(written) not in self.others

    def done(self) -> None:
        """Take the name over, and close; one that is taken already stays to be changed."""
        if self.may_be(self.ids.name.text):
            self.dismiss(animation=False)
            self.dispatch("on_done", _name(self.ids.name.text))

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


def _name(written: str) -> str:
    return " ".join(written.split())


load_kv(__file__)
