"""Flat things that are no playing card and might be taken for one: other games' cards, money, phones, prints.

They are drawn otherwise than the traps the networks learn from (`rectangle_like_a_card`), so that what was
learnt by heart does not help.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image
from vision.tabletop.canvas import rounded_rectangle

Random = np.random.Generator
Trap = tuple[Image, float]
"""An RGBA picture (height, width, 4) uint8 and the thing's width in millimetres."""

_WIDTH = 320
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)


def number_card(rng: Random, picture: Image | None) -> Trap:
    """A card of a game with colours and numbers: one colour, a slanting oval, a large digit."""
    card = _sheet(rng, 87 / 56, bright=True)
    height = card.shape[0]
    middle = (_WIDTH // 2, height // 2)
    cv2.rectangle(card, (0, 0), (_WIDTH - 1, height - 1), (250, 250, 250, 255), 22)
    lean = float(rng.uniform(20, 50))
    cv2.ellipse(card, middle, (110, 190), lean, 0, 360, (250, 250, 250, 255), -1, cv2.LINE_AA)
    text = str(rng.choice([*"0123456789", "+2", "+4", "X", "12", "R"]))
    _write(card, text, middle, 5.0, _color(rng), 14)
    for corner in ((48, 54), (_WIDTH - 48, height - 54)):
        _write(card, text, corner, 1.4, (250, 250, 250), 4)
    return _rounded(card, 22), 56.0


def picture_card(rng: Random, picture: Image | None) -> Trap:
    """A card of a memory or quartet game: a framed picture, perhaps with a title and a few lines of text."""
    ratio = float(rng.choice([1.0, 1.4, 1.55]))
    card = _sheet(rng, ratio, bright=True)
    height = card.shape[0]
    frame = int(rng.integers(10, 40))
    inner = (slice(frame, height - frame - int(rng.choice([0, height // 4]))), slice(frame, _WIDTH - frame))
    card[inner][..., :3] = _color(rng) if picture is None else 235
    if picture is not None:
        _fit(card[inner], picture)
    else:
        _blots(rng, card[inner])
    if rng.random() < 0.6:
        _write(card, _words(rng, 1), (_WIDTH // 2, height - 26), 0.8, (20, 20, 20), 2)
    return _rounded(card, int(rng.integers(0, 26))), float(rng.uniform(45, 75))


def banknote(rng: Random, picture: Image | None) -> Trap:
    """Money: fine waves in pale colours, a portrait's oval, the value in two corners."""
    note = _sheet(rng, float(rng.uniform(0.42, 0.55)), bright=False)
    height = note.shape[0]
    note[..., :3] = np.clip(note[..., :3] * 0.3 + 165, 0, 255)
    ink = _color(rng)
    xs = np.arange(_WIDTH)
    for line in range(0, height, 4):
        wave = line + 6 * np.sin(xs / rng.uniform(12, 15) + line / 9)
        path = np.stack([xs, wave], axis=1).astype(np.int32)
        cv2.polylines(note, [path], False, (*ink, 255), 1, cv2.LINE_AA)
    at = (int(rng.uniform(0.3, 0.75) * _WIDTH), height // 2)
    cv2.ellipse(note, at, (height // 4, height // 3), 0, 0, 360, (*_color(rng), 255), -1, cv2.LINE_AA)
    if picture is not None:
        r = height // 5
        _fit(note[at[1] - r : at[1] + r, at[0] - r : at[0] + r], picture)
    value = str(rng.choice([5, 10, 20, 50, 100]))
    _write(note, value, (40, 30), 1.2, ink, 3)
    _write(note, value, (_WIDTH - 40, height - 24), 1.0, ink, 3)
    return note, float(rng.uniform(120, 160))


def phone(rng: Random, picture: Image | None) -> Trap:
    """A phone, its screen dark or with rows of icons or a chat."""
    slab = _sheet(rng, 2.05, bright=False)
    height = slab.shape[0]
    slab[..., :3] = int(rng.integers(8, 50))
    screen = slab[16 : height - 16, 10 : _WIDTH - 10]
    kind = int(rng.integers(3))
    if kind:
        screen[..., :3] = _color(rng)
    if kind == 1:
        for row in range(60, screen.shape[0] - 60, 75):
            for column in range(25, screen.shape[1] - 50, 72):
                box = (column, row), (column + 50, row + 50)
                cv2.rectangle(screen, *box, (*_color(rng), 255), -1)
    elif kind == 2:
        for row in range(30, screen.shape[0] - 60, 64):
            left = int(rng.choice([12, 90]))
            cv2.rectangle(screen, (left, row), (left + 190, row + 46), (245, 245, 245, 255), -1)
            _write(screen, _words(rng, 2), (left + 95, row + 23), 0.55, (30, 30, 30), 1)
    return _rounded(slab, 36), float(rng.uniform(66, 78))


def print_of_text(rng: Random, picture: Image | None) -> Trap:
    """A receipt, a name card, a page or a ticket: dark type on pale paper."""
    sheet = _sheet(rng, float(rng.choice([0.6, 1.41, 1.6, 2.4])), bright=False)
    sheet[..., :3] = rng.uniform(205, 255, 3)
    height = sheet.shape[0]
    step = int(rng.integers(18, 40))
    _write(
        sheet, _words(rng, 1), (_WIDTH // 2, 34), 1.2, _color(rng) if rng.random() < 0.5 else (20, 20, 20), 3
    )
    for y in range(34 + 2 * step, height - 12, step):
        _write(sheet, _words(rng, int(rng.integers(1, 5))), (_WIDTH // 2, y), step / 44, (40, 40, 40), 1)
    return sheet, float(rng.uniform(50, 210))


def box_or_book(rng: Random, picture: Image | None) -> Trap:
    """A lid, a cover or a photograph: a picture with a title over it."""
    lid = _sheet(rng, float(rng.uniform(0.7, 1.6)), bright=True)
    if picture is not None:
        _fit(lid[20:-20, 20:-20], picture)
    else:
        _blots(rng, lid)
    _write(lid, _words(rng, 2), (_WIDTH // 2, int(rng.choice([40, lid.shape[0] - 40]))), 1.0, _color(rng), 3)
    return lid, float(rng.uniform(60, 220))


def domino(rng: Random, picture: Image | None) -> Trap:
    """A domino or a die's face: pips on a pale tile, much like a number card's."""
    halves = int(rng.integers(1, 3))
    tile = _sheet(rng, halves, bright=False)
    pale = rng.random() < 0.7
    tile[..., :3] = rng.uniform(215, 255) if pale else rng.uniform(15, 60)
    ink = (25, 25, 25, 255) if pale else (240, 240, 240, 255)
    for half in range(halves):
        places = rng.permutation(9)[: int(rng.integers(1, 7))]
        for place in places:
            at = 70 + 90 * int(place % 3), half * _WIDTH + 70 + 90 * int(place // 3)
            cv2.circle(tile, at, 26, ink, -1, cv2.LINE_AA)
    if halves == 2:
        cv2.line(tile, (20, _WIDTH), (_WIDTH - 20, _WIDTH), ink, 4)
    return _rounded(tile, 24), float(rng.uniform(20, 45))


TRAPS: tuple[Callable[[Random, Image | None], Trap], ...] = (
    number_card,
    picture_card,
    banknote,
    phone,
    print_of_text,
    box_or_book,
    domino,
)


def _sheet(rng: Random, ratio: float, bright: bool) -> Image:
    sheet = np.full((round(_WIDTH * ratio), _WIDTH, 4), 255, np.uint8)
    color = np.array(_color(rng), float)
    sheet[..., :3] = np.clip(color * (1.25 if bright else 0.9), 0, 255)
    return sheet


def _color(rng: Random) -> tuple[int, int, int]:
    pixel = np.array([[[rng.uniform(0, 180), rng.uniform(60, 255), rng.uniform(60, 250)]]]).astype(np.uint8)
    red, green, blue = cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0]
    return int(red), int(green), int(blue)


def _write(
    sheet: NDArray[np.uint8],
    text: str,
    middle: tuple[int, int],
    size: float,
    ink: tuple[int, int, int],
    thick: int,
) -> None:
    font = _FONTS[len(text) % len(_FONTS)]
    (width, height), _ = cv2.getTextSize(text, font, size, thick)
    patch = np.ascontiguousarray(sheet)
    at = (middle[0] - width // 2, middle[1] + height // 2)
    cv2.putText(patch, text, at, font, size, (*ink, 255), thick, cv2.LINE_AA)
    sheet[:] = patch


def _words(rng: Random, count: int) -> str:
    letters = "abcdefghiklmnoprstuvz"
    return " ".join(
        "".join(letters[int(i)] for i in rng.integers(0, len(letters), int(rng.integers(2, 8))))
        for _ in range(count)
    )


def _blots(rng: Random, sheet: NDArray[np.uint8]) -> None:
    patch = np.ascontiguousarray(sheet)
    for _ in range(int(rng.integers(3, 12))):
        at = int(rng.integers(0, patch.shape[1])), int(rng.integers(0, patch.shape[0]))
        axes = int(rng.integers(10, 120)), int(rng.integers(10, 120))
        cv2.ellipse(patch, at, axes, float(rng.uniform(0, 180)), 0, 360, (*_color(rng), 255), -1, cv2.LINE_AA)
    sheet[:] = patch


def _fit(place: NDArray[np.uint8], picture: Image) -> None:
    """Blend an RGBA picture into a place, stretched to it."""
    scaled = cv2.resize(picture, (place.shape[1], place.shape[0]), interpolation=cv2.INTER_AREA)
    alpha = scaled[..., 3:].astype(np.float32) / 255
    place[..., :3] = (place[..., :3] * (1 - alpha) + scaled[..., :3] * alpha).astype(np.uint8)


def _rounded(sheet: Image, radius: int) -> Image:
    if radius > 0:
        sheet[..., 3] = rounded_rectangle(sheet.shape[0], sheet.shape[1], radius)
    return sheet
