"""One card as it lies on the drawn table: a face, a back, a wild laid for another card, or an empty place."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.cards import Card, Suit
from ui.fonts import DISPLAY, SYMBOLS
from ui.ink import ink_in
from ui.materials import SHADOW_MARGIN
from ui.textures import texture
from ui.theme import RGBA, Palette
from ui.view import SlotLook, SlotPicture
from ui.widgets import load_kv

COVERED = 0.42
"""Opacity of a card that a hand covers now: it is still known, but not seen."""
LIT = 3.0
"""Seconds in which the light around a card that was just laid fades."""
FLIGHT = 0.45
"""Seconds in which a card comes to its place."""
SMALLEST = 8
_GROUNDS = {SlotLook.EMPTY: "place", SlotLook.DOWN: "back", SlotLook.WILD: "wild"}


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign on a card: its centre and the box it must fit into, as parts of the card, and its colour."""

    text: str
    font: str
    x: float
    y: float
    width: float
    height: float
    colour: RGBA


def signs(slot: SlotPicture, palette: Palette, *, across: bool, numbered: bool = True) -> tuple[Sign, ...]:
    """What is written on a card.

    Args:
        slot: the card.
        palette: the colours.
        across: the card lies with its long edge across; the signs stand upright all the same.
        numbered: the place is a slot, and shows its number where no card does.
    """
    number = str(slot.number)
    if slot.look is SlotLook.EMPTY:
        return (Sign(number, DISPLAY, 0.5, 0.5, 0.4, 0.26, palette.on_felt),) if numbered else ()
    if slot.look is SlotLook.DOWN:
        box = (0.24, 0.3) if across else (0.34, 0.2)
        return (Sign(number, DISPLAY, 0.5, 0.5, *box, palette.on_back),) if numbered else ()
    if slot.look is SlotLook.UNREAD or slot.card is None:
        return (Sign("?", DISPLAY, 0.5, 0.5, 0.6, 0.5, palette.card_muted),)
    if slot.look is SlotLook.WILD and numbered:
        return _wild(slot.card, number, palette, across)
    return _face(slot.card, palette, across)


def _face(card: Card, palette: Palette, across: bool) -> tuple[Sign, ...]:
    ink = ink_of(card, palette)
    if card.is_joker:
        return (Sign("★", SYMBOLS, 0.5, 0.5, 0.7, 0.6, ink),)
    rank, suit = _rank(card), _suit(card)
    if across:
        return (
            Sign(rank, DISPLAY, 0.32, 0.5, 0.46, 0.62, ink),
            Sign(suit, SYMBOLS, 0.74, 0.5, 0.28, 0.46, ink),
        )
    return (Sign(rank, DISPLAY, 0.5, 0.66, 0.8, 0.42, ink), Sign(suit, SYMBOLS, 0.5, 0.25, 0.48, 0.27, ink))


def _wild(card: Card, number: str, palette: Palette, across: bool) -> tuple[Sign, ...]:
    """The wild card itself, and on a golden band the slot it stands for."""
    ink = ink_of(card, palette)
    rank, suit = ("★", "") if card.is_joker else (_rank(card), _suit(card))
    rank_font = SYMBOLS if card.is_joker else DISPLAY
    if across:
        marks = [
            Sign(rank, rank_font, 0.24, 0.5, 0.28, 0.5, ink),
            Sign(suit, SYMBOLS, 0.52, 0.5, 0.2, 0.36, ink),
            Sign(number, DISPLAY, 0.83, 0.5, 0.22, 0.46, palette.on_wild),
        ]
    else:
        marks = [
            Sign(rank, rank_font, 0.33, 0.68, 0.4, 0.36, ink),
            Sign(suit, SYMBOLS, 0.7, 0.68, 0.32, 0.24, ink),
            Sign(number, DISPLAY, 0.5, 0.19, 0.6, 0.24, palette.on_wild),
        ]
    return tuple(mark for mark in marks if mark.text)


def _rank(card: Card) -> str:
    return card.rank.letter if card.rank else "?"


def _suit(card: Card) -> str:
    return card.suit.symbol if card.suit else ""


def ink_of(card: Card, palette: Palette) -> RGBA:
    """The colour of a card's signs: red or black, or one for each suit."""
    if card.suit is Suit.DIAMONDS:
        return palette.card_diamonds
    if card.suit is Suit.CLUBS:
        return palette.card_clubs
    return palette.card_red if card.suit is Suit.HEARTS else palette.card_black


class CardView(Widget):
    """A card. `angle` turns its signs to a side of the table, in degrees against the clock; 0: they stand
    upright for who holds the tablet, also on a card that lies `across`.

    `shift` draws it so far from its place, for a moment: the way on which it came there.
    """

    slot = ObjectProperty(SlotPicture(1, SlotLook.EMPTY))
    numbered = BooleanProperty(True)
    across = BooleanProperty(False)
    angle = NumericProperty(0)
    shift = ListProperty([0, 0])
    palette = ObjectProperty(None, rebind=True)
    fade = NumericProperty(1.0)
    ground = ObjectProperty(None, allownone=True)
    shadow = ObjectProperty(None, allownone=True)
    shadow_margin = NumericProperty(0)
    shadow_drop = ListProperty([0, 0])
    drawn = ListProperty([0, 0, 0, 0])
    """The box in which the card is drawn before it is turned."""
    band = ListProperty([0, 0, 0, 0])
    glow = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("palette", App.get_running_app().palette)
        super().__init__(**kwargs)
        self._signs = InstructionGroup()
        # Over the ground, which the kv rule may add later, and before the turn is taken back.
        self.canvas.after.insert(0, self._signs)
        changes = ("slot", "numbered", "across", "angle", "palette", "size", "pos")
        self.bind(**dict.fromkeys(changes, self._draw))
        self._draw()

    def light_up(self, way: tuple[float, float] = (0, 0), wait: float = 0) -> None:
        """Show for a moment that this card was just laid: it comes from so far away, after a wait in seconds,
        and a light around it fades.
        """
        Animation.cancel_all(self, "glow", "shift")
        self.glow, self.shift = 1, list(way)
        move = Animation(shift=[0, 0], duration=FLIGHT, transition="out_cubic")
        (Animation(duration=wait) + move if wait else move).start(self)
        Animation(glow=0, duration=LIT, transition="in_quad").start(self)

    def settle(self) -> None:
        """Lie in its place at once."""
        Animation.cancel_all(self, "shift")
        self.shift = [0, 0]

    def go_out(self) -> None:
        """Lie in its place at once, and no longer lit: another game's table is drawn."""
        Animation.cancel_all(self, "glow")
        self.glow = 0
        self.settle()

    @property
    def lies_across(self) -> bool:
        """Whether it is drawn across before it is turned."""
        return self.across and self.angle % 180 == 0

    def _draw(self, *_: object) -> None:
        if min(self.size) < SMALLEST:
            return
        look, across = self.slot.look, self.lies_across
        width, height = self.size if across == self.across else self.size[::-1]
        self.drawn = [self.center_x - width / 2, self.center_y - height / 2, width, height]
        name = _GROUNDS.get(look, "face")
        if look is SlotLook.WILD and not self.numbered:
            name = "face"
        lies = look is not SlotLook.EMPTY
        self.ground = texture(name, self.palette.name, across)
        self.shadow = texture("shadow", self.palette.name, across) if lies else None
        self.shadow_margin = min(self.size) * SHADOW_MARGIN
        down, turn = self.shadow_margin * 0.35, math.radians(self.angle)
        self.shadow_drop = [-down * math.sin(turn), -down * math.cos(turn)]
        self.fade = COVERED if self.slot.covered and lies else 1.0
        self.band = self._band() if name == "wild" else [self.x, self.y, 0, 0]
        self._signs.clear()
        for sign in signs(self.slot, self.palette, across=across, numbered=self.numbered):
            self._write(sign)

    def _band(self) -> list[float]:
        """The golden band of a wild card: at its foot, or at its right end where it lies across."""
        x, y, width, height = self.drawn
        inset = min(self.size) * 0.05
        if self.lies_across:
            return [x + width * 0.68, y + inset, width * 0.32 - inset, height - 2 * inset]
        return [x + inset, y + inset, width - 2 * inset, height * 0.34 - inset]

    def _write(self, sign: Sign) -> None:
        left, bottom, width, height = self.drawn
        ink = ink_in(sign.text, sign.font, width * sign.width, height * sign.height)
        x = left + width * sign.x - ink.width / 2
        y = bottom + height * sign.y - ink.height / 2
        self._signs.add(Color(*sign.colour[:3], self.fade))
        self._signs.add(
            Rectangle(texture=ink.texture, pos=(round(x), round(y)), size=(ink.width, ink.height))
        )


load_kv(__file__)
