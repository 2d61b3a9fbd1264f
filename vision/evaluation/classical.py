"""The classical way of reading cards, for comparison: bright contours with four corners, indices by template.

It follows the usual recipe (E. Juras, OpenCV-Playing-Card-Detector, 2017): threshold the picture, keep contours
that look like a card, flatten each, cut out the corner with the index, split it into rank and suit, and name
each by the template that differs least. Its templates come from several decks instead of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import DECK_52, Card, Rank, Suit
from vision.images import Image
from vision.judging import ReadCard
from vision.plane import rectify
from vision.quads import Quad, area, as_quad, is_convex, portrait
from vision.reader import CardReading
from vision.tabletop.deck import Deck

UNKNOWN = "?"
"""What a card is read as whose index resembles no template."""

FLAT = (200, 300)
"""Width and height of a flattened card."""
CORNER = (36, 90)
"""Width and height of its corner with the index; four times as large when it is looked at."""
_SPECK = 24
"""Pixels of the enlarged corner that a part of an index is high at least."""
GLYPH = (64, 96)
"""Width and height that rank and suit are stretched to."""
_LEAST, _MOST = 0.001, 0.4
"""Share of the picture that one card may take."""
_UNLIKE = 0.34
"""Mean difference (0 to 1) from which a template is no match."""

Glyph = NDArray[np.uint8]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Templates:
    """Binary pictures of ranks and suits, several of each."""

    ranks: tuple[tuple[Rank, Glyph], ...]
    suits: tuple[tuple[Suit, Glyph], ...]

    @classmethod
    def from_decks(cls, decks: Iterable[Deck]) -> Templates:
        """Cut from the faces of decks, each deck's ranks on its spades and hearts, its suits on its sevens."""
        ranks: list[tuple[Rank, Glyph]] = []
        suits: list[tuple[Suit, Glyph]] = []
        for deck in decks:
            for card in DECK_52:
                parts = glyphs(_on_white(deck.face(card)))
                if parts is None or card.rank is None or card.suit is None:
                    continue
                if card.suit in (Suit.SPADES, Suit.HEARTS):
                    ranks.append((card.rank, parts[0]))
                if card.rank is Rank.SEVEN:
                    suits.append((card.suit, parts[1]))
        return cls(tuple(ranks), tuple(suits))


@dataclass(frozen=True, slots=True)
class ClassicalReader:
    """Reads cards with contours and templates; call it with a BGR picture."""

    templates: Templates

    def __call__(self, image: Image) -> list[ReadCard]:
        """The cards found, as `read_picture` gives them."""
        cards = []
        for quad in card_contours(image):
            name, confidence = self._name(rectify(image, quad, FLAT))
            rank, suit = (None, None) if name == UNKNOWN else (name[:-1], name[-1])
            cards.append(ReadCard(quad, name, rank, suit, confidence, CardReading({name: confidence})))
        return cards

    def _name(self, flat: Image) -> tuple[str, float]:
        """The better of both ways up."""
        return max(
            (self._look(way) for way in (flat, np.ascontiguousarray(flat[::-1, ::-1]))), key=lambda n: n[1]
        )

    def _look(self, flat: Image) -> tuple[str, float]:
        parts = glyphs(flat)
        if parts is None:
            return UNKNOWN, 0.0
        rank, rank_gap = _nearest(parts[0], self.templates.ranks)
        suit, suit_gap = _nearest(parts[1], self.templates.suits)
        worst = max(rank_gap, suit_gap)
        return (UNKNOWN, 0.0) if worst > _UNLIKE else (str(Card(rank, suit)), 1 - worst)


def card_contours(image: Image) -> Iterator[Quad]:
    """Outlines of bright shapes with four corners that may be cards."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    _, mask = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    surface = image.shape[0] * image.shape[1]
    for contour in contours:
        if not _LEAST * surface < cv2.contourArea(contour) < _MOST * surface:
            continue
        corners = cv2.approxPolyDP(contour, 0.02 * cv2.arcLength(contour, True), True)
        if len(corners) != 4:
            continue
        quad = as_quad(corners)
        if is_convex(quad) and area(quad) > 0:
            yield portrait(quad)


def glyphs(flat: Image) -> tuple[Glyph, Glyph] | None:
    """Rank and suit in a flattened card's corner as binary pictures, each cut close; None where there are not two."""
    card = cv2.resize(flat, FLAT, interpolation=cv2.INTER_AREA)
    corner = card[2 : CORNER[1], 2 : CORNER[0]]
    large = cv2.resize(corner, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    grey = cv2.cvtColor(np.asarray(large, np.uint8), cv2.COLOR_BGR2GRAY)
    _, ink = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(ink, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    # What touches the card's left edge is the table beside it, what touches the right one a picture's frame.
    boxes = [cv2.boundingRect(contour) for contour in contours]
    pieces = [box for box in boxes if box[0] > 0 and box[0] + box[2] < ink.shape[1] and box[3] >= _SPECK]
    if not pieces:
        return None
    pieces.sort(key=lambda box: box[1])
    rank = [box for box in pieces if box[1] < pieces[0][1] + pieces[0][3] / 2]  # both digits of a ten
    below = [box for box in pieces if box not in rank]
    return (_cut(ink, rank), _cut(ink, below[:1])) if below else None


def _cut(ink: NDArray[Any], boxes: Sequence[Sequence[int]]) -> Glyph:
    """What lies in the common box of some boxes (x, y, width, height), stretched to the size of a glyph."""
    left, top = (min(box[i] for box in boxes) for i in (0, 1))
    right, bottom = (max(box[i] + box[i + 2] for box in boxes) for i in (0, 1))
    return np.asarray(cv2.resize(ink[top:bottom, left:right], GLYPH), np.uint8)


def _nearest(glyph: Glyph, templates: Sequence[tuple[T, Glyph]]) -> tuple[T, float]:
    gaps = [float(cv2.absdiff(glyph, template).mean()) / 255 for _, template in templates]
    best = int(np.argmin(gaps))
    return templates[best][0], gaps[best]


def _on_white(face: NDArray[np.uint8]) -> Image:
    """An RGBA face as BGR on white."""
    alpha = face[..., 3:].astype(np.float32) / 255
    return np.asarray(face[..., 2::-1] * alpha + 255 * (1 - alpha), np.uint8)
