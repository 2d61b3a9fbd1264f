"""How a drawn deck looks: index letters, type, pips, colours, courts, aces, jokers and back."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from companion.cards import Rank, Suit
from vision.tabletop.courts import CourtStyle
from vision.tabletop.palettes import BLACK, RED, papers_and_inks, random_palette
from vision.tabletop.pen import Color
from vision.tabletop.pips import PipStyle
from vision.tabletop.typeface import DEFAULT_GLYPHS, GlyphStyle

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


def index_letters(rank: Rank, language: str) -> str:
    """What stands in the corner of a card of this rank; KeyError for an unknown language."""
    ace, jack, queen, king = LANGUAGES[language]
    return {1: ace, 11: jack, 12: queen, 13: king}.get(int(rank), str(int(rank)))


def is_ambiguous(rank: Rank, language: str) -> bool:
    """Whether the letters of a rank stand for another rank elsewhere: a Dutch queen's V is a French jack's."""
    letters = index_letters(rank, language)
    return any(
        index_letters(other, spoken) == letters for spoken in LANGUAGES for other in Rank if other != rank
    )


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """Every choice a drawn deck makes; lengths in millimetres.

    index: height of the corner letters. index_pip: height of the sign below them. index_at: middle of the
    index column from the left edge, and its top from the upper edge. corners: 2 or 4 corners carry an index.
    pip: height of the signs on number cards. columns, rows: how far the outer signs stand from the middle.
    number: "pips", or "single" for one large sign on every number card. ace: "plain", "large", "ornate"
    (ornate only concerns the ace of spades; the others then are large). joker: design of the jokers. rule: a
    thin line around number cards. radius: of the card's corners. back_seed: chooses the back, None for the
    classic one.
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
    number: str = "pips"
    ace: str = "ornate"
    joker: int = 0
    rule: bool = False
    radius: float = 3.2
    back_seed: int | None = None

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
        index = {"small": u(4.6, 6.5), "normal": u(6.5, 9.0), "large": u(9.0, 12.0), "jumbo": u(13.0, 18.0)}[
            size
        ]
        corners = 4 if size in ("small", "normal") and rng.random() < 0.3 else 2
        column = max(4.0, index * 0.42 + u(0.8, 2.2))
        dark = rng.random() < 0.05
        paper, colors = papers_and_inks(rng, dark)
        palette = random_palette(rng, dark, paper, colors)
        index_pip = index * u(0.6, 0.85)
        # Number signs keep clear of the index: smaller and nearer the middle beside a large one.
        room = 31.5 - column - max(index * 0.36, index_pip * 0.52) - 0.5
        pip = min(u(10.0, 15.0), room * 0.72)
        columns = min(u(11.2, 13.4), room - pip * 0.47)
        # A figure may reach under the index, as on decks without frames, or leave it a clear column.
        clear = 31.5 - column - index * 0.33 - 0.8
        half_width = max(15.0, min(u(18.4, 21.6), clear) if rng.random() < 0.75 else u(20.0, 27.0))
        courts = CourtStyle.random(rng, palette, paper, half_width, dark)
        return cls(
            name=name,
            language=languages[int(rng.choice(len(languages), p=weights / weights.sum()))],
            glyphs=GlyphStyle.random(rng),
            index=index,
            index_pip=index_pip,
            index_at=(column, u(2.6, 5.2)),
            corners=corners,
            pips=PipStyle.random(rng),
            pip=pip,
            columns=columns,
            rows=u(25.5, 30.5),
            colors=colors,
            paper=paper,
            courts=courts,
            number=str(rng.choice(["pips", "single"], p=[0.95, 0.05])),
            ace=str(rng.choice(["plain", "large", "ornate"], p=[0.3, 0.2, 0.5])),
            joker=int(rng.integers(64)),
            rule=bool(rng.random() < 0.08),
            radius=u(2.2, 4.4),
            back_seed=int(rng.integers(1 << 31)),
        )
