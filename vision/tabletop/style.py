"""How a drawn deck looks: index letters, type, pips, colours, courts, aces, jokers and back."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from companion.cards import Rank, Suit
from vision.tabletop.courts import CourtStyle
from vision.tabletop.glyphs import DEFAULT_GLYPHS, GlyphStyle
from vision.tabletop.heads import Palette
from vision.tabletop.pen import Color
from vision.tabletop.pips import PipStyle

LANGUAGES: dict[str, tuple[str, str, str, str]] = {
    "english": ("A", "J", "Q", "K"),
    "french": ("A", "V", "D", "R"),
    "french-1": ("1", "V", "D", "R"),
    "german": ("A", "B", "D", "K"),
    "dutch": ("A", "B", "V", "H"),
    "italian": ("A", "F", "D", "R"),
    "italian-1": ("1", "F", "C", "R"),
    "scandinavian": ("E", "Kn", "D", "K"),
    "scandinavian-1": ("1", "Kn", "D", "K"),
}
"""Index letters of ace, jack, queen and king by language."""

BLACK: Color = (22, 20, 26)
RED: Color = (206, 24, 38)

TWO_COLORS: dict[Suit, Color] = {Suit.CLUBS: BLACK, Suit.DIAMONDS: RED, Suit.HEARTS: RED, Suit.SPADES: BLACK}
FOUR_COLORS: dict[Suit, Color] = {
    Suit.CLUBS: (22, 122, 60),
    Suit.DIAMONDS: (28, 84, 190),
    Suit.HEARTS: RED,
    Suit.SPADES: BLACK,
}


def index_letters(rank: Rank, language: str) -> str:
    """What stands in the corner of a card of this rank; KeyError for an unknown language."""
    ace, jack, queen, king = LANGUAGES[language]
    return {1: ace, 11: jack, 12: queen, 13: king}.get(int(rank), str(int(rank)))


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """Every choice a drawn deck makes; lengths in millimetres.

    index: height of the corner letters. index_pip: height of the sign below them. index_at: middle of the index
    column from the left edge, and its top from the upper edge. corners: 2 or 4 corners carry an index. pip: height of
    the signs on number cards. columns, rows: how far the outer signs stand from the middle. ace: "plain", "large",
    "ornate" (ornate only concerns the ace of spades; the others then are large). joker: design of the jokers.
    rule: a thin line around number cards. radius: of the card's corners. back_seed: chooses the back.
    """

    name: str = "drawn"
    language: str = "english"
    glyphs: GlyphStyle = DEFAULT_GLYPHS
    index: float = 8.4
    index_pip: float = 6.0
    index_at: tuple[float, float] = (5.9, 4.4)
    corners: int = 2
    pips: PipStyle = field(default_factory=PipStyle)
    pip: float = 13.0
    columns: float = 12.6
    rows: float = 28.5
    colors: tuple[Color, Color, Color, Color] = (BLACK, RED, RED, BLACK)
    paper: Color = (255, 255, 255)
    courts: CourtStyle = field(default_factory=CourtStyle)
    ace: str = "ornate"
    joker: int = 0
    rule: bool = False
    radius: float = 3.2
    back_seed: int = 7

    def color(self, suit: Suit) -> Color:
        """Ink of a suit's signs and index."""
        return self.colors["CDHS".index(suit.value)]

    @classmethod
    def random(cls, rng: np.random.Generator, name: str = "drawn") -> DeckStyle:
        """A style for training: languages, type, sizes, inks and papers vary widely but stay card-like."""
        u = rng.uniform
        languages = list(LANGUAGES)
        weights = np.array([0.34, 0.1, 0.06, 0.12, 0.14, 0.08, 0.04, 0.08, 0.04])
        size = str(rng.choice(["small", "normal", "large", "jumbo"], p=[0.22, 0.43, 0.2, 0.15]))
        index = {"small": u(4.6, 6.5), "normal": u(6.5, 9.0), "large": u(9.0, 12.0), "jumbo": u(13.0, 18.0)}[size]
        corners = 4 if size in ("small", "normal") and rng.random() < 0.3 else 2
        column = max(4.0, index * 0.42 + u(0.8, 2.2))
        dark = rng.random() < 0.05
        paper, colors = _papers_and_inks(rng, dark)
        palette = _palette(rng, dark, paper, colors)
        crowded = max(0.0, column + index * 0.35 - 8.4)
        columns = u(11.2, 13.4) - crowded * 0.45
        pip = min(u(10.0, 15.0), columns * 1.08)
        frame = (min(u(18.4, 21.6), 31.5 - column - index * 0.33 if rng.random() < 0.6 else 22.0), u(35.0, 38.8))
        courts = CourtStyle(
            palette=palette,
            frame=(max(frame[0], 15.0), frame[1]),
            split=float(rng.choice([0.0, u(-0.55, 0.55)], p=[0.6, 0.4])),
            line=u(0.18, 0.36),
            ruled=int(rng.choice([0, 1, 2], p=[0.25, 0.55, 0.2])),
            frame_color=palette.line if rng.random() < 0.4 else (palette.blue if rng.random() < 0.6 else palette.red),
            pip=u(7.0, 11.0),
            seed=int(rng.integers(1 << 31)),
        )
        return cls(
            name=name,
            language=languages[int(rng.choice(len(languages), p=weights / weights.sum()))],
            glyphs=GlyphStyle.random(rng),
            index=index,
            index_pip=index * u(0.6, 0.85),
            index_at=(column, u(2.6, 5.2)),
            corners=corners,
            pips=PipStyle.random(rng),
            pip=pip,
            columns=columns,
            rows=u(25.5, 30.5),
            colors=colors,
            paper=paper,
            courts=courts,
            ace=str(rng.choice(["plain", "large", "ornate"], p=[0.3, 0.2, 0.5])),
            joker=int(rng.integers(64)),
            rule=bool(rng.random() < 0.08),
            radius=u(2.2, 4.4),
            back_seed=int(rng.integers(1 << 31)),
        )


def _shade(rng: np.random.Generator, color: Color, spread: float) -> Color:
    r, g, b = (int(np.clip(v + rng.normal(0, spread), 0, 255)) for v in color)
    return r, g, b


def _papers_and_inks(rng: np.random.Generator, dark: bool) -> tuple[Color, tuple[Color, Color, Color, Color]]:
    if dark:
        gold, other = (214, 170, 84), (196, 40, 48) if rng.random() < 0.5 else (206, 206, 212)
        gold, other = _shade(rng, gold, 8), _shade(rng, other, 8)
        inks = (gold, gold, gold, gold) if rng.random() < 0.4 else (gold, other, other, gold)
        return _shade(rng, (24, 24, 28), 5), inks
    paper = [(255, 255, 255), (250, 247, 238), (244, 238, 222), (246, 248, 252)][int(rng.choice(4, p=[0.5, 0.25, 0.15, 0.1]))]
    black = _shade(rng, [BLACK, (34, 36, 44), (10, 10, 12)][int(rng.integers(3))], 4)
    red = _shade(rng, [RED, (228, 42, 40), (180, 22, 40), (236, 66, 54)][int(rng.integers(4))], 6)
    if rng.random() < 0.15:
        four = [
            ((22, 122, 60), (28, 84, 190)), ((20, 110, 70), (232, 132, 24)), ((36, 66, 170), (24, 140, 160)),
            ((16, 134, 48), (232, 176, 40)),
        ][int(rng.integers(4))]  # fmt: skip
        return paper, (_shade(rng, four[0], 6), _shade(rng, four[1], 6), red, black)
    return paper, (black, red, red, black)


def _palette(
    rng: np.random.Generator, dark: bool, paper: Color, inks: tuple[Color, Color, Color, Color]
) -> Palette:
    if dark:
        gold, second = inks[0], inks[1]
        deep = (70, 58, 40)
        return Palette(gold, deep, gold, (52, 52, 60), (36, 34, 38), (104, 92, 70), (58, 52, 46), (deep, (88, 74, 50), second))
    sets = [
        ((208, 34, 44), (248, 200, 62), (40, 82, 164)),
        ((190, 40, 40), (236, 186, 90), (52, 96, 140)),
        ((222, 60, 56), (250, 214, 90), (30, 120, 120)),
        ((170, 30, 60), (220, 190, 110), (40, 96, 70)),
        ((214, 44, 36), (255, 208, 40), (28, 54, 190)),
        ((200, 70, 60), (232, 200, 140), (110, 130, 160)),
        ((60, 60, 66), (206, 206, 206), (130, 130, 138)),
    ]
    red, yellow, blue = sets[int(rng.choice(len(sets), p=[0.34, 0.16, 0.12, 0.1, 0.14, 0.09, 0.05]))]
    line = inks[0] if rng.random() < 0.8 else (30, 44, 110)
    skin: Color = paper if rng.random() < 0.4 else _shade(rng, (252, 228, 206), 6)
    if rng.random() < 0.08:
        skin = _shade(rng, (200, 150, 110), 14)
    hairs: tuple[Color, Color, Color] = ((248, 214, 110), (222, 160, 70), (232, 232, 236))
    if rng.random() < 0.4:
        hairs = ((90, 60, 40), (190, 120, 60), (210, 210, 214))
    elif rng.random() < 0.3:
        hairs = (yellow, yellow, paper)
    return Palette(line, _shade(rng, red, 6), _shade(rng, yellow, 6), _shade(rng, blue, 6), line, paper, skin, hairs)
