"""Other languages' index letters on card art: find those of aces and courts, and write new ones."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from statistics import median

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import Card, Rank, Suit
from vision.tabletop.deck import Deck, DeckError, Rgba
from vision.tabletop.glyphs import draw_text, text_path
from vision.tabletop.pen import Canvas
from vision.tabletop.style import index_letters
from vision.tabletop.typeface import GlyphStyle

_LETTERED = (Rank.ACE, Rank.JACK, Rank.QUEEN, Rank.KING)
_CORNERS = ((0, False), (2, False), (0, True), (2, True))
"""Half turns in quarters, and whether the corner is the right-hand one."""


@dataclass(frozen=True, slots=True)
class _Mark:
    """A piece of ink in a corner: its box in pixels and its mask of the size of the box."""

    x: int
    y: int
    width: int
    height: int
    mask: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Measure:
    """What the corner letters of a deck have in common, in pixels, and the typeface nearest to theirs."""

    top: float
    height: float
    middle: float
    width: float
    glyphs: GlyphStyle


class RelabelledDeck:
    """Another deck with the corner letters of a language (a key of `LANGUAGES`) on its aces and courts.

    Raises DeckError when the deck's own letters cannot be found, as on decks whose courts have none.
    """

    def __init__(self, deck: Deck, language: str, glyphs: GlyphStyle | None = None, keep: int = 20) -> None:
        index_letters(Rank.ACE, language)
        self._deck = deck
        self._language = language
        self._keep = keep
        self._faces: OrderedDict[Card, Rgba] = OrderedDict()
        measure = _measure(deck)
        self._measure = measure if glyphs is None else replace(measure, glyphs=glyphs)

    @property
    def name(self) -> str:
        return f"{self._deck.name}+{self._language}"

    def face(self, card: Card) -> Rgba:
        """As the other deck's, with the letters of this one's language."""
        if card.rank not in _LETTERED:
            return self._deck.face(card)
        picture = self._faces.pop(card, None)
        if picture is None:
            picture = _rewrite(self._deck, card, index_letters(card.rank, self._language), self._measure)
            picture.flags.writeable = False
        self._faces[card] = picture
        if len(self._faces) > self._keep:
            self._faces.popitem(last=False)
        return picture

    def joker(self, index: int = 0) -> Rgba:
        return self._deck.joker(index)

    def back(self) -> Rgba:
        return self._deck.back()


def _paper(rgb: npt.NDArray[np.uint8], alpha: npt.NDArray[np.uint8]) -> npt.NDArray[np.int16]:
    """The commonest colour of an image's opaque part, shape (3,)."""
    pixels = rgb[alpha > 250].astype(np.int32) // 8
    codes = pixels @ np.array([1, 32, 1024])
    values, counts = np.unique(codes, return_counts=True)
    inside = rgb[alpha > 250][codes == values[counts.argmax()]]
    return np.median(inside, 0).astype(np.int16)


def _ink(corner: Rgba) -> npt.NDArray[np.uint8]:
    """1 where the upper left part of a card is printed, 0 on paper."""
    h, w = corner.shape[:2]
    window = corner[: int(h * 0.34), : int(w * 0.36)]
    rgb, alpha = np.ascontiguousarray(window[..., :3]), window[..., 3]
    apart = np.abs(rgb.astype(np.int16) - _paper(rgb, alpha)).max(2)
    return ((apart > 70) & (alpha > 200)).astype(np.uint8)


def _marks(corner: Rgba) -> list[_Mark]:
    """Separate pieces of ink in the upper left corner of a card that may be a letter, nearest first."""
    h, w = corner.shape[:2]
    count, labels, stats, _ = cv2.connectedComponentsWithStats(_ink(corner), connectivity=8)
    found = []
    for i in range(1, count):
        x, y, mw, mh, area = (int(v) for v in stats[i][:5])
        fits = 0.04 * h < mh < 0.22 * h and 0.02 * w < mw < 0.22 * w and area > 0.12 * mw * mh
        if fits and x < 0.17 * w and y < 0.14 * h:
            found.append(_Mark(x, y, mw, mh, labels[y : y + mh, x : x + mw] == i))
    return sorted(found, key=lambda m: m.x / w + m.y / h)


def _letter(corner: Rgba, top: float, height: float) -> _Mark | None:
    """The mark whose top and height are nearest to the deck's, if any is near; tails may hang low."""
    near = [
        m
        for m in _marks(corner)
        if abs(m.y - top) < 0.2 * height and -0.14 * height < m.height - height < 0.35 * height
    ]
    return min(near, key=lambda m: abs(m.y - top) + abs(m.height - height) + 0.5 * m.x, default=None)


def _boxed(corner: Rgba, top: float, height: float, middle: float, width: float) -> _Mark | None:
    """Whatever ink lies in the deck's usual letter box, for letters that touch the picture beside them."""
    x, y = max(int(middle - width * 0.55), 0), int(top)
    part = _ink(corner)[y : int(top + height) + 1, x : int(middle + width * 0.55) + 1] > 0
    if not 0.15 < part.mean() < 0.75:
        return None
    return _Mark(x, y, part.shape[1], part.shape[0], part)


def _measure(deck: Deck) -> _Measure:
    found: list[_Mark] = []
    for suit in Suit:
        for rank in _LETTERED:
            marks = _marks(deck.face(Card(rank, suit)))
            found += marks[:1]
    if len(found) < 12:
        raise DeckError(f"{deck.name}: no index letters found on {16 - len(found)} of 16 aces and courts")
    top, height = median(m.y for m in found), median(m.height for m in found)
    letters = {}
    for suit in Suit:
        for rank in _LETTERED:
            mark = _letter(deck.face(Card(rank, suit)), top, height)
            if mark is not None:
                letters[Card(rank, suit)] = mark
    kings = [m.width for card, m in letters.items() if card.rank is Rank.KING]
    if len(letters) < 8:
        raise DeckError(f"{deck.name}: no index letters found on {16 - len(letters)} of 16 aces and courts")
    middle, width = (
        median(m.x + m.width / 2 for m in letters.values()),
        median(kings or [m.width for m in letters.values()]),
    )
    return _Measure(top, height, middle, width, _typeface(list(letters.values()), height, width))


def _typeface(letters: list[_Mark], height: float, width: float) -> GlyphStyle:
    """Width, weight and serifs measured on the deck's own letters."""
    stems, feet = [], []
    for m in letters:
        depth = cv2.distanceTransform(np.pad(m.mask.astype(np.uint8), 1), cv2.DIST_L2, 5)
        ridge = (depth >= cv2.dilate(depth, np.ones((3, 3), np.uint8))) & (depth > 1)
        stems.append(2 * float(np.percentile(depth[ridge], 70)) if ridge.any() else 2.0)
        rows = m.mask.sum(1)
        low, above = (
            rows[int(m.height * 0.93) :].max(),
            rows[int(m.height * 0.78) : int(m.height * 0.86)].mean(),
        )
        feet.append(float(low) / max(float(above), 1.0))
    serif = 0.08 if median(feet) > 1.4 else 0.0
    breadth = float(np.clip(width / height / 1.08 - 1.4 * serif, 0.36, 0.8))
    stem = float(np.clip(median(stems) * 0.9 / height, 0.06, min(0.215, breadth * 0.36)))
    return GlyphStyle(width=breadth, stem=stem, hair=stem * (0.6 if serif else 0.85), serif=serif)


def _rewrite(deck: Deck, card: Card, letters: str, measure: _Measure) -> Rgba:
    picture = deck.face(card).copy()
    written = 0
    first: _Mark | None = None
    for turns, right in _CORNERS:
        view = np.rot90(picture, turns)
        corner = view[:, ::-1] if right else view
        mark = _letter(corner, measure.top, measure.height)
        if mark is None and not right:
            mark = _boxed(corner, measure.top, measure.height, measure.middle, measure.width)
        if mark is None or (right and (first is None or not _alike(mark, first))):
            continue
        first = first or mark
        _replace(view, mark, right, letters, measure)
        written += 1
    if written < 2:
        raise DeckError(f"{deck.name}: index letters found in {written} corners of {card}")
    return picture


def _alike(mirrored: _Mark, letter: _Mark) -> bool:
    """Whether a mark found in a mirrored corner is the same letter as one found in a plain corner."""
    size = (16, 24)
    a = cv2.resize(mirrored.mask[:, ::-1].astype(np.float32), size, interpolation=cv2.INTER_AREA)
    b = cv2.resize(letter.mask.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    return float(np.minimum(a, b).sum() / np.maximum(a, b).sum()) > 0.7


def _replace(view: Rgba, mark: _Mark, right: bool, letters: str, measure: _Measure) -> None:
    """Paint paper over a mark and write letters in its ink, in place; `right`: the mark's x runs from the
    right.
    """
    w = view.shape[1]
    x0 = w - mark.x - mark.width if right else mark.x
    mask = mark.mask[:, ::-1] if right else mark.mask
    edge = max(3, round(measure.height * 0.08))
    pad = edge + 2
    top, left = max(mark.y - pad, 0), max(x0 - pad, 0)
    patch = view[top : mark.y + mark.height + pad, left : x0 + mark.width + pad]
    whole = np.zeros(patch.shape[:2], np.uint8)
    whole[mark.y - top : mark.y - top + mark.height, x0 - left : x0 - left + mark.width] = mask
    ink = np.median(patch[whole > 0][:, :3], 0)
    core = cv2.erode(whole, np.ones((3, 3), np.uint8)) > 0
    if core.sum() > 8:
        ink = np.median(patch[core][:, :3], 0)
    paper = _paper(np.ascontiguousarray(patch[..., :3]), patch[..., 3])
    others = (np.abs(patch[..., :3].astype(np.int16) - paper).max(2) > 70) & (whole == 0)
    grown = cv2.dilate(whole, np.ones((2 * edge + 1,) * 2, np.uint8)) > 0
    near = cv2.dilate(whole, np.ones((3, 3), np.uint8)) > 0
    away = cv2.dilate((others & ~near).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    patch[grown & (near | ~away), :3] = paper.astype(np.uint8)
    middle = w - measure.middle if right else measure.middle
    _write(view, letters, measure, (int(ink[0]), int(ink[1]), int(ink[2])), middle, mark.y)


def _room(view: Rgba, measure: _Measure, middle: float, top: float) -> tuple[float, float]:
    """Left and right limits in pixels between which a word may stand around `middle`."""
    w = view.shape[1]
    rows = view[int(top) : int(top + measure.height)]
    rgb = np.ascontiguousarray(rows[..., :3])
    printed = (np.abs(rgb.astype(np.int16) - _paper(rgb, rows[..., 3])).max(2) > 70).sum(0) > 1
    left, right = int(middle), int(middle)
    while left > 0.015 * w and not printed[left - 1]:
        left -= 1
    while right < 0.985 * w and not printed[right]:
        right += 1
    gap = 0.008 * w
    return left + gap, right - gap


def _write(
    view: Rgba, letters: str, measure: _Measure, ink: tuple[int, int, int], middle: float, top: float
) -> None:
    h = view.shape[0]
    size = measure.height
    left, right = _room(view, measure, middle, top)
    width = min(text_path(letters, measure.glyphs)[1] * size, max(right - left, measure.width))
    # A word wider than the old letter moves into the free space instead of over its neighbour.
    middle = min(max(middle, left + width / 2), max(right - width / 2, left + width / 2))
    x0, x1 = max(int(middle - width / 2) - 3, 0), min(int(middle + width / 2) + 4, view.shape[1])
    y0, y1 = max(int(top) - 3, 0), min(int(top + size * 1.12) + 3, h)
    factor = 4
    plate = np.zeros(((y1 - y0) * factor, (x1 - x0) * factor, 3), np.uint8)
    matrix = np.array([[factor, 0, -x0 * factor], [0, factor, -y0 * factor], [0, 0, 1.0]])
    canvas = Canvas(plate, matrix, factor)
    draw_text(canvas, letters, measure.glyphs, (middle, top), size, (255, 255, 255), width)
    cover = canvas.shrunk()[..., :1].astype(np.float32) / 255
    target = view[y0:y1, x0:x1, :3]
    target[:] = np.rint(target * (1 - cover) + np.array(ink, np.float32) * cover).astype(np.uint8)
