"""Things of about a card's shape that are none: never to be taken for one.

Other games' cards and tiles, cards for paying, banknotes, phones, keyboards, books, photographs, notes, print. Each is
drawn upright as RGBA uint8 and has a true width in millimetres.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.images import Image
from vision.tabletop.pieces import print_of_text, tile
from vision.tabletop.slab import Texture, any_colour, fill, rounded, scribble, slab, write

Random = np.random.Generator
Draw = Callable[[Random, Texture], tuple[Image, float]]
"""Draws one kind of trap and tells its width in millimetres."""

_WORDS = (
    "SKIP",
    "+2",
    "+4",
    "STOP",
    "GO",
    "x2",
    "?",
    "!",
    "WILD",
    "PASS",
    "100",
    "50",
    "II",
    "IV",
    "XIX",
    "VII",
)
_LETTERS = np.array(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))


def trap(rng: Random, texture: Texture, back_like: bool = True) -> tuple[Image, float]:
    """Something with the outline of a card, and its width in millimetres.

    `back_like`: also things that a card seen from behind may look just like: plain tiles, covers, photographs.
    """
    kinds = [
        (game_card, 0.26), (picture_card, 0.14), (pay_card, 0.08), (banknote, 0.1), (phone, 0.1),
        (keyboard, 0.08), (note, 0.06), (tile, 0.12), (print_of_text, 0.1),
    ]  # fmt: skip
    if back_like:
        kinds += [(cover, 0.08), (photograph, 0.06), (blank, 0.04)]
    shares = np.array([share for _, share in kinds])
    draw = kinds[int(rng.choice(len(kinds), p=shares / shares.sum()))][0]
    return draw(rng, texture)


def game_card(rng: Random, texture: Texture) -> tuple[Image, float]:
    """A card of a game with numbers and colours: a field or an oval, a number or word, the same in its corners."""
    width_mm = rng.uniform(54, 66)
    picture = slab(width_mm, width_mm * rng.uniform(1.3, 1.65), any_colour(rng, pale=True))
    height, width = picture.shape[:2]
    edge = round(width * rng.uniform(0.03, 0.1))
    field, oval = any_colour(rng, pale=False), any_colour(rng, pale=bool(rng.random() < 0.6))
    if rng.random() < 0.85:
        cv2.rectangle(picture, (edge, edge), (width - 1 - edge, height - 1 - edge), field, -1)
    middle = (width // 2, height // 2)
    design = rng.random()
    if design < 0.5:
        axes = (round(width * rng.uniform(0.26, 0.42)), round(height * rng.uniform(0.26, 0.46)))
        cv2.ellipse(picture, middle, axes, float(rng.uniform(-40, 40)), 0, 360, oval, -1, cv2.LINE_AA)
    elif design < 0.7:
        for _ in range(int(rng.integers(3, 14))):
            at = (int(rng.uniform(edge, width - edge)), int(rng.uniform(edge, height - edge)))
            cv2.circle(
                picture, at, int(rng.uniform(4, 30)), any_colour(rng), int(rng.choice([-1, 2])), cv2.LINE_AA
            )
    sign = str(int(rng.integers(0, 16))) if rng.random() < 0.65 else str(rng.choice(_WORDS))
    ink = field if design < 0.5 and rng.random() < 0.6 else any_colour(rng)
    size = height * rng.uniform(0.16, 0.4) / max(1.0, 0.6 * len(sign))
    write(rng, picture, sign, middle, size, ink)
    if rng.random() < 0.75:
        small = height * rng.uniform(0.05, 0.11)
        corner = any_colour(rng, pale=bool(rng.random() < 0.6))
        for _ in range(2):
            write(rng, picture, sign, (width * 0.17, height * 0.12), small, corner)
            picture = np.ascontiguousarray(picture[::-1, ::-1])
    return rounded(picture, rng.uniform(0.02, 0.08)), float(width_mm)


def picture_card(rng: Random, texture: Texture) -> tuple[Image, float]:
    """A trading card or tarot: a title, a picture in a frame, lines of writing or a numeral."""
    width_mm = rng.uniform(54, 80)
    picture = slab(width_mm, width_mm * rng.uniform(1.35, 1.8), any_colour(rng))
    height, width = picture.shape[:2]
    edge = round(width * rng.uniform(0.04, 0.1))
    top = round(height * rng.uniform(0.05, 0.16))
    bottom = round(height * rng.uniform(0.5, 0.93))
    if rng.random() < 0.6:
        cv2.rectangle(
            picture,
            (edge // 2, edge // 2),
            (width - edge // 2, height - edge // 2),
            any_colour(rng, pale=True),
            -1,
        )
    fill(picture, texture(rng), (edge, top, width - edge, bottom))
    if rng.random() < 0.5:
        axes = (round(width * rng.uniform(0.12, 0.3)), round(height * rng.uniform(0.1, 0.22)))
        at = (width // 2, (top + bottom) // 2)
        cv2.ellipse(picture, at, axes, 0, 0, 360, any_colour(rng), -1, cv2.LINE_AA)
    title = "".join(rng.choice(_LETTERS, int(rng.integers(2, 9))))
    write(rng, picture, title, (width / 2, top * 0.55), max(6.0, top * 0.35), any_colour(rng))
    if bottom < 0.8 * height:
        scribble(
            rng,
            picture,
            (edge, bottom, width - edge, height - edge),
            int(rng.integers(7, 14)),
            (40.0, 36.0, 36.0, 255.0),
        )
    return rounded(picture, rng.uniform(0.01, 0.07)), float(width_mm)


def pay_card(rng: Random, texture: Texture) -> tuple[Image, float]:
    """A card for paying, a licence, a member's card: 85.6 × 54 mm, rounded."""
    picture = slab(85.6, 54, any_colour(rng))
    height, width = picture.shape[:2]
    if rng.random() < 0.5:
        fill(picture, texture(rng), (0, 0, width, height))
    if rng.random() < 0.3:
        cv2.rectangle(
            picture, (0, round(0.1 * height)), (width, round(0.3 * height)), (20.0, 20.0, 22.0, 255.0), -1
        )
    if rng.random() < 0.7:
        chip = (round(0.1 * width), round(0.36 * height)), (round(0.23 * width), round(0.54 * height))
        cv2.rectangle(picture, *chip, (215.0, 180.0, 90.0, 255.0), -1)
    if rng.random() < 0.4:
        fill(
            picture,
            texture(rng),
            (round(0.06 * width), round(0.25 * height), round(0.32 * width), round(0.85 * height)),
        )
    digits = "".join(str(d) for d in rng.integers(0, 10, 16))
    write(
        rng,
        picture,
        f"{digits[:4]} {digits[4:8]} {digits[8:]}",
        (0.52 * width, 0.68 * height),
        0.09 * height,
        any_colour(rng),
    )
    scribble(
        rng,
        picture,
        (round(0.4 * width), round(0.76 * height), round(0.9 * width), height - 8),
        12,
        any_colour(rng),
    )
    return rounded(picture, 0.06), 85.6


def banknote(rng: Random, texture: Texture) -> tuple[Image, float]:
    """Wavy lines, a value in the corners, a window with a portrait."""
    width_mm = rng.uniform(115, 165)
    picture = slab(width_mm, width_mm * rng.uniform(0.42, 0.56), any_colour(rng, pale=True))
    height, width = picture.shape[:2]
    x = np.arange(width)
    ink = any_colour(rng)
    for _ in range(int(rng.integers(6, 22))):
        wave = height * (
            rng.uniform(0, 1) + rng.uniform(0.02, 0.2) * np.sin(x / rng.uniform(8, 60) + rng.uniform(0, 6))
        )
        cv2.polylines(picture, [np.stack([x, wave], 1).astype(np.int32)], False, ink, 1, cv2.LINE_AA)
    left, right = sorted(rng.uniform(0.05, 0.95, 2) * width)
    wash = picture[:, int(left) : int(right), :3]
    wash[:] = (wash * 0.7 + np.array(any_colour(rng)[:3]) * 0.3).astype(np.uint8)
    at = (round(width * rng.uniform(0.25, 0.75)), height // 2)
    cv2.ellipse(
        picture, at, (round(0.24 * height), round(0.36 * height)), 0, 0, 360, any_colour(rng), -1, cv2.LINE_AA
    )
    cv2.circle(
        picture,
        (at[0], round(0.42 * height)),
        round(0.13 * height),
        any_colour(rng, pale=True),
        -1,
        cv2.LINE_AA,
    )
    value = str(rng.choice([1, 2, 5, 10, 20, 50, 100, 200, 500]))
    for spot in ((0.1, 0.16), (0.9, 0.16), (0.1, 0.84), (0.9, 0.84)):
        if rng.random() < 0.7:
            write(
                rng,
                picture,
                value,
                (spot[0] * width, spot[1] * height),
                height * rng.uniform(0.1, 0.24),
                any_colour(rng),
            )
    return picture, float(width_mm)


def phone(rng: Random, texture: Texture) -> tuple[Image, float]:
    """A phone or small tablet, screen up: dark, a page, a picture or rows of app signs; or its back."""
    width_mm = rng.uniform(60, 82) if rng.random() < 0.8 else rng.uniform(100, 150)
    dark = float(rng.uniform(5, 60))
    body = (dark, dark, dark, 255.0) if rng.random() < 0.7 else any_colour(rng)
    picture = slab(width_mm, width_mm * rng.uniform(1.4, 2.15), body)
    height, width = picture.shape[:2]
    edge = round(width * rng.uniform(0.02, 0.07))
    screen = (edge, edge, width - edge, height - edge)
    showing = rng.random()
    if showing < 0.25:
        fill(picture, texture(rng), screen)
    elif showing < 0.55:
        cv2.rectangle(picture, screen[:2], screen[2:], any_colour(rng, pale=True), -1)
        scribble(rng, picture, screen, int(rng.integers(8, 18)), any_colour(rng))
    elif showing < 0.75:
        fill(picture, texture(rng), screen)
        step = (width - 2 * edge) // 4
        for y in range(edge + step, height - edge - step, max(step, 8)):
            for column in range(4):
                at = (
                    (edge + column * step + step // 5, y),
                    (edge + (column + 1) * step - step // 5, y + step * 3 // 5),
                )
                cv2.rectangle(picture, *at, any_colour(rng), -1)
    elif showing < 0.9:  # the back, with its lenses
        for row in range(int(rng.integers(1, 4))):
            lens = (round(0.18 * width), round((0.1 + 0.09 * row) * height))
            cv2.circle(picture, lens, round(0.07 * width), (15.0, 15.0, 18.0, 255.0), -1, cv2.LINE_AA)
    return rounded(picture, rng.uniform(0.03, 0.16)), float(width_mm)


def keyboard(rng: Random, texture: Texture) -> tuple[Image, float]:
    """Rows of keys: a laptop's lower half, a calculator, a remote control."""
    rows, columns = ((5, 12), (6, 4), (9, 3), (5, 5))[int(rng.integers(4))]
    key_mm = rng.uniform(8, 19)
    body = any_colour(rng) if rng.random() < 0.3 else (*[float(rng.uniform(15, 230))] * 3, 255.0)
    head = rng.uniform(0, 0.5) * rows
    picture = slab((columns + 0.6) * key_mm, (rows + head + 0.6) * key_mm, body)
    width = picture.shape[1]
    step = width / (columns + 0.6)
    ink, cap = (
        any_colour(rng),
        any_colour(rng) if rng.random() < 0.3 else (*[float(rng.uniform(5, 120))] * 3, 255.0),
    )
    if head > 1:
        low = (round(0.3 * step), round(0.3 * step)), (round(width - 0.3 * step), round(head * step))
        cv2.rectangle(picture, *low, any_colour(rng), -1)
    for row in range(rows):
        for column in range(columns):
            x, y = (column + 0.35) * step, (row + head + 0.35) * step
            cv2.rectangle(
                picture, (round(x), round(y)), (round(x + 0.82 * step), round(y + 0.82 * step)), cap, -1
            )
            write(rng, picture, str(rng.choice(_LETTERS)), (x + 0.4 * step, y + 0.4 * step), 0.35 * step, ink)
    return rounded(picture, 0.04), float((columns + 0.6) * key_mm)


def cover(rng: Random, texture: Texture) -> tuple[Image, float]:
    """A book, a box, a leaflet: a picture with a title."""
    width_mm = rng.uniform(50, 210)
    picture = slab(width_mm, width_mm * rng.uniform(0.7, 1.6), any_colour(rng))
    height, width = picture.shape[:2]
    if rng.random() < 0.7:
        fill(picture, texture(rng), (0, 0, width, height))
    for _ in range(int(rng.integers(1, 4))):
        text = "".join(rng.choice(_LETTERS, int(rng.integers(3, 10))))
        at = (width * rng.uniform(0.3, 0.7), height * rng.uniform(0.1, 0.9))
        write(rng, picture, text, at, height * rng.uniform(0.04, 0.12), any_colour(rng))
    return picture, float(width_mm)


def photograph(rng: Random, texture: Texture) -> tuple[Image, float]:
    """A print or postcard, most with a white border."""
    width_mm = rng.uniform(60, 150)
    picture = slab(width_mm, width_mm * rng.uniform(0.66, 1.5), (245.0, 244.0, 240.0, 255.0))
    height, width = picture.shape[:2]
    edge = round(width * rng.uniform(0, 0.08))
    fill(picture, texture(rng), (edge, edge, width - edge, height - round(edge * rng.uniform(1, 3))))
    return picture, float(width_mm)


def note(rng: Random, texture: Texture) -> tuple[Image, float]:
    """A sheet, receipt, sticky note or score pad with writing on it."""
    width_mm = rng.uniform(50, 210)
    picture = slab(width_mm, width_mm * rng.uniform(0.8, 2.2), any_colour(rng, pale=True))
    height, width = picture.shape[:2]
    ink = (*(float(v) for v in rng.uniform(10, 110, 3)), 255.0)
    scribble(rng, picture, (12, 8, width - 12, height - 8), int(rng.integers(9, 24)), ink)
    if rng.random() < 0.5:
        for row in range(int(rng.integers(2, 8))):
            number = str(int(rng.integers(0, 200)))
            write(
                rng,
                picture,
                number,
                (width * rng.uniform(0.2, 0.8), height * (0.1 + 0.1 * row)),
                0.06 * height,
                ink,
            )
    return picture, float(width_mm)


def blank(rng: Random, texture: Texture) -> tuple[Image, float]:
    """A plain piece of card, a coaster, a tile: one colour or one picture."""
    width_mm = rng.uniform(40, 110)
    picture = slab(width_mm, width_mm * rng.uniform(0.6, 1.6), any_colour(rng))
    if rng.random() < 0.4:
        fill(picture, texture(rng), (0, 0, picture.shape[1], picture.shape[0]))
    return rounded(picture, rng.uniform(0.01, 0.5)), float(width_mm)
