"""A complete deck drawn by program, in as many styles as wished."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

import numpy as np

from companion.cards import JOKER, Card, Rank, Suit
from vision.tabletop.aces import draw_ace
from vision.tabletop.backs import classic_back, draw_back
from vision.tabletop.courts import draw_court
from vision.tabletop.deck import CARD_MM, DEFAULT_SIZE, Rgba
from vision.tabletop.glyphs import draw_text, text_path
from vision.tabletop.jokers import draw_joker
from vision.tabletop.palettes import Palette
from vision.tabletop.pen import Canvas, finish, rect
from vision.tabletop.pips import draw_pip, positions
from vision.tabletop.style import DeckStyle, index_letters

_HALF_W, _HALF_H = CARD_MM[0] / 2, CARD_MM[1] / 2


class DrawnDeck:
    """A deck in one style. Cards are drawn when asked for and kept, the least used forgotten first.

    size is the width and height of every card in pixels.
    """

    def __init__(
        self, style: DeckStyle | None = None, size: tuple[int, int] = DEFAULT_SIZE, keep: int = 60
    ) -> None:
        self.style = style or DeckStyle()
        self.size = size
        self._keep = keep
        self._cards: OrderedDict[str, Rgba] = OrderedDict()

    @property
    def name(self) -> str:
        return self.style.name

    def face(self, card: Card) -> Rgba:
        """RGBA picture of a card; ValueError for a card nobody has seen."""
        if card.is_joker:
            return self.joker(0)
        if card.rank is None or card.suit is None:
            raise ValueError(f"{card} has no face")
        rank, suit = card.rank, card.suit
        return self._kept(str(card), lambda: self._draw_face(rank, suit))

    def joker(self, index: int = 0) -> Rgba:
        """One of two jokers: the first in colour, the second in a single ink."""
        which = index % 2
        return self._kept(f"{JOKER}{which}", lambda: self._draw_joker(which))

    def back(self) -> Rgba:
        """The deck's back."""
        seed, radius = self.style.back_seed, self.style.radius
        if seed is None:
            return self._kept("back", lambda: classic_back(self.style.courts.frame_color, self.size, radius))
        return self._kept("back", lambda: draw_back(np.random.default_rng(seed), self.size, radius))

    def _kept(self, key: str, draw: Callable[[], Rgba]) -> Rgba:
        picture = self._cards.pop(key, None)
        if picture is None:
            picture = draw()
            picture.flags.writeable = False
        self._cards[key] = picture
        if len(self._cards) > self._keep:
            self._cards.popitem(last=False)
        return picture

    def _draw_face(self, rank: Rank, suit: Suit) -> Rgba:
        style = self.style
        canvas = Canvas.blank(self.size, style.paper)
        ink = style.color(suit)
        if rank >= Rank.JACK:
            draw_court(canvas, Card(rank, suit), style.courts, style.pips, ink)
        elif rank is Rank.ACE:
            draw_ace(canvas, suit, style.ace, style.pips, style.pip, ink, style.paper, style.courts.seed)
        elif style.number == "single":
            draw_pip(canvas, suit, style.pips, (0, 0), 1.8 * style.pip, ink)
        else:
            for x, y in positions(rank):
                at = (x * style.columns, y * style.rows)
                draw_pip(canvas, suit, style.pips, at, style.pip, ink, down=y > 0)
        if style.rule:
            inset = style.index_at[1] * 0.45
            canvas.stroke(
                rect(inset - _HALF_W, inset - _HALF_H, _HALF_W - inset, _HALF_H - inset, 1.5), 0.3, ink
            )
        self._draw_index(canvas, rank, suit)
        return finish(canvas.shrunk(), style.radius)

    def _draw_index(self, canvas: Canvas, rank: Rank, suit: Suit) -> None:
        style = self.style
        letters, ink = index_letters(rank, style.language), style.color(suit)
        x, y = style.index_at[0] - _HALF_W, style.index_at[1] - _HALF_H
        room = 2 * (style.index_at[0] - 1.0)
        for half in (0.0, 180.0):
            turned = canvas.moved(angle=half)
            for side in (1,) if style.corners == 2 else (1, -1):
                at = (side * x, y)
                width = text_path(letters, style.glyphs)[1] * style.index
                clear = rect(
                    at[0] - min(width, room) / 2 - 0.8,
                    at[1] - 0.8,
                    at[0] + min(width, room) / 2 + 0.8,
                    at[1] + style.index + 0.8,
                )
                turned.fill(clear, style.paper)
                draw_text(turned, letters, style.glyphs, at, style.index, ink, room)
                below = y + style.index + style.index_pip * 0.5 + style.index * 0.14
                draw_pip(turned, suit, style.pips, (at[0], below), style.index_pip, ink)

    def _draw_joker(self, which: int) -> Rgba:
        style = self.style
        canvas = Canvas.blank(self.size, style.paper)
        palette, ink = style.courts.palette, style.colors[2]
        if which:
            ink = style.colors[3]
            palette = _one_ink(palette)
        draw_joker(canvas, style.joker, palette, style.glyphs, ink, style.paper, 5.2)
        return finish(canvas.shrunk(), style.radius)


def _one_ink(p: Palette) -> Palette:
    """The palette for black-and-white printing: every colour becomes line, grey or paper."""
    grey = (
        (p.line[0] + 2 * p.white[0]) // 3,
        (p.line[1] + 2 * p.white[1]) // 3,
        (p.line[2] + 2 * p.white[2]) // 3,
    )
    return Palette(p.line, p.line, p.white, grey, p.line, p.white, p.white, (p.white, grey, p.white))
