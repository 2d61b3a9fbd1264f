"""Every card of the game to tap: the suits in rows, ace to king, and the jokers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kivy.app import App
from kivy.graphics import Color, InstructionGroup, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.cards import JOKER, Card, Rank, Suit
from ui.fonts import DISPLAY, SYMBOLS
from ui.ink import ink_in
from ui.seating import Box
from ui.widgets.card import ink_of

SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
GAP = 4
"""Pixels between two cards, on a 1280 × 800 screen."""


class DeckPad(Widget):
    """Dispatches `on_card` with the card that was tapped. `left` counts what may still come."""

    left: Mapping[Card, int] = ObjectProperty({})
    jokers = BooleanProperty(False)
    halved = BooleanProperty(False)
    """Each suit takes two lines: for a place that is narrow and high."""
    unit = NumericProperty(1)
    palette = ObjectProperty(None, rebind=True)

    __events__ = ("on_card",)

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("palette", App.get_running_app().palette)
        super().__init__(**kwargs)
        self._cards = InstructionGroup()
        self.canvas.add(self._cards)
        changes = ("left", "jokers", "halved", "unit", "palette", "size", "pos")
        self.bind(**dict.fromkeys(changes, self._draw))
        self._draw()

    def on_card(self, card: Card) -> None:
        """A card was tapped."""

    def cells(self) -> Iterator[tuple[Card, Box]]:
        """Every card with its place on the screen."""
        gap = GAP * self.unit
        cards: list[list[Card | None]] = []
        for suit in SUITS:
            line: list[Card | None] = [Card(rank, suit) for rank in Rank]
            line.append(JOKER if self.jokers and suit is SUITS[-1] else None)
            cards += [line[:7], line[7:]] if self.halved else [line if self.jokers else line[:-1]]
        columns = max(map(len, cards))
        width = (self.width - (columns - 1) * gap) / columns
        height = (self.height - (len(cards) - 1) * gap) / len(cards)
        for row, line in enumerate(cards):
            y = self.top - (row + 1) * height - row * gap
            for column, card in enumerate(line):
                if card is not None:
                    yield card, Box(self.x + column * (width + gap), y, width, height)

    def card_at(self, x: float, y: float) -> Card | None:
        """The card under a finger; half the gap around it counts."""
        reach = GAP * self.unit / 2
        for card, box in self.cells():
            grown = box.grown(reach)
            if grown.x <= x <= grown.right and grown.y <= y <= grown.top:
                return card
        return None

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.disabled or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        touch.ud["pad"] = self.card_at(*touch.pos)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        card = self.card_at(*touch.pos)
        if card is not None and card == touch.ud.get("pad"):
            self.dispatch("on_card", card)
        return True

    def _draw(self, *_: object) -> None:
        self._cards.clear()
        # Out of sight it is drawn when it comes back: its place changes then.
        if min(self.size) < 40 or self.right <= 0:
            return
        for card, box in self.cells():
            # A card that lies in sight already is darker, its signs smaller; it can be tapped all the same.
            comes = not self.left or self.left.get(card, 0)
            self._cards.add(Color(*(self.palette.card if comes else self.palette.card_gone)))
            radius = [7 * self.unit]
            self._cards.add(
                SmoothRoundedRectangle(pos=(box.x, box.y), size=(box.width, box.height), radius=radius)
            )
            if comes:
                self._cards.add(Color(*self.palette.line))
                outline = (box.x, box.y, box.width, box.height, *radius)
                self._cards.add(SmoothLine(rounded_rectangle=outline, width=max(1.0, 1.1 * self.unit)))
            box = box if comes else box.grown(-4 * self.unit)
            self._cards.add(Color(*ink_of(card, self.palette)[:3], 1.0))
            if card.is_joker:
                self._write("★", SYMBOLS, box, 0.5, 0.6)
            elif card.rank is not None and card.suit is not None:
                ten = len(card.rank.letter) > 1
                self._write(card.rank.letter, DISPLAY, box, 0.35 if ten else 0.33, 0.56 if ten else 0.46)
                self._write(card.suit.symbol, SYMBOLS, box, 0.8 if ten else 0.72, 0.28 if ten else 0.36)

    def _write(self, text: str, font: str, box: Box, x: float, width: float) -> None:
        sign = ink_in(text, font, box.width * width, box.height * 0.56)
        at = box.x + box.width * x - sign.width / 2, box.y + box.height / 2 - sign.height / 2
        self._cards.add(
            Rectangle(texture=sign.texture, pos=(round(at[0]), round(at[1])), size=(sign.width, sign.height))
        )
