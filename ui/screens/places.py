"""Where the parts of the Play screen lie: geometry alone, without Kivy."""

from __future__ import annotations

from dataclasses import dataclass

from ui.seating import Box

MARGIN = 14
BANNER = 156
SIDE = 296
WIDE_SIDE = 540
STRIP = 308
PAD = 330
BUTTONS = 140
GAP = 10
"""Sizes on a 1280 × 800 screen. `STRIP` is the height of camera and buttons on an upright one; with the cards
to tap, `PAD` is theirs there and `WIDE_SIDE` the width of both on a wide one."""

ROW = ("next_player", "undo", "ask", "pause", "touch", "menu")


@dataclass(frozen=True, slots=True)
class Places:
    """The boxes of banner, camera, bar and buttons by their ids; what is left is the table's."""

    parts: dict[str, Box]
    table: Box
    halved: bool
    """The cards to tap lie in a narrow and high place."""


def places(width: float, height: float, unit: float, *, by_touch: bool, camera: bool) -> Places:
    """Banner on top; camera, cards to tap and buttons beside the table, or under it on an upright screen.

    Args:
        width, height: of the screen.
        unit: one pixel of a 1280 × 800 screen.
        by_touch: the cards to tap are shown, instead of the camera picture.
        camera: there is a camera, whose picture is worth room.
    """
    gap = MARGIN * unit
    under = height - 2 * gap - BANNER * unit
    parts = {"banner": Box(gap, under + gap, width - 2 * gap, BANNER * unit)}
    nowhere = Box(-2 * width, gap, width / 2, height / 2)
    parts["bar"] = parts["camera"] = nowhere
    if height > width:
        wide = width - 2 * gap
        strip = (PAD + BUTTONS) * unit + gap if by_touch else STRIP * unit
        table = Box(gap, 2 * gap + strip, wide, under - strip - 2 * gap)
        if by_touch:
            parts |= _in_rows(Box(gap, gap, wide, BUTTONS * unit), unit)
            parts["bar"] = Box(gap, 2 * gap + BUTTONS * unit, wide, PAD * unit)
        else:
            tile = wide * 0.42
            parts["camera"] = Box(gap, gap, tile, strip)
            parts |= _in_column(Box(2 * gap + tile, gap, wide - tile - gap, strip), unit)
        return Places(parts, table, halved=False)
    side = (WIDE_SIDE if by_touch else SIDE) * unit
    x, high = width - gap - side, under - gap
    table = Box(gap, gap, width - 3 * gap - side, high)
    if by_touch:
        parts |= _in_rows(Box(x, gap, side, BUTTONS * unit), unit)
        y = 2 * gap + BUTTONS * unit
        parts["bar"] = Box(x, y, side, high - y + gap)
    else:
        low = high * (0.52 if camera else 0.7)
        parts |= _in_column(Box(x, gap, side, low), unit)
        parts["camera"] = Box(x, 2 * gap + low, side, high - low - gap)
    return Places(parts, table, halved=True)


def _in_column(box: Box, unit: float) -> dict[str, Box]:
    """The next player's button large, the others in pairs, Who is right? by itself."""
    gap = GAP * unit
    row = (box.height - 3 * gap) / 4.3
    half = (box.width - gap) / 2
    ys = [box.y + n * (row + gap) for n in range(4)]
    return {
        "touch": Box(box.x, ys[0], half, row),
        "menu": Box(box.x + half + gap, ys[0], half, row),
        "ask": Box(box.x, ys[1], box.width, row),
        "undo": Box(box.x, ys[2], half, row),
        "pause": Box(box.x + half + gap, ys[2], half, row),
        "next_player": Box(box.x, ys[3], box.width, box.top - ys[3]),
    }


def _in_rows(box: Box, unit: float) -> dict[str, Box]:
    """Two rows of three."""
    gap = GAP * unit
    wide, high = (box.width - 2 * gap) / 3, (box.height - gap) / 2
    return {
        name: Box(box.x + n % 3 * (wide + gap), box.top - high - n // 3 * (high + gap), wide, high)
        for n, name in enumerate(ROW)
    }
