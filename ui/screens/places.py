"""Where the parts of the Play screen lie: geometry alone, without Kivy."""

from __future__ import annotations

from dataclasses import dataclass

from ui.seating import Box

MARGIN = 14
BANNER, UPRIGHT_BANNER = 156, 200
SIDE = 296
WIDE_SIDE = 540
STRIP = 308
PAD = 330
BUTTONS = 140
TOUCH_BUTTONS = 112
GAP = 10
"""Sizes on a 1280 × 800 screen. `STRIP` is the height of camera and buttons on an upright one; with the cards
to tap, `PAD` is theirs there and `WIDE_SIDE` the width of both on a wide one, where `TOUCH_BUTTONS` is the height of two
rows of buttons, elsewhere `BUTTONS`."""

NEXT_SHARE = 4.3
"""Rows that a column of buttons takes: the next player's is a little higher than the three under it."""
BELOW = (("touch", "menu"), ("ask",), ("undo", "pause"))
"""The buttons under the next player's in a column, the lowest row first."""
ROWS = ({"next_player": 1.3, "undo": 1, "ask": 1.55}, {"pause": 1, "touch": 1.2, "menu": 1})
"""The buttons beside the cards to tap, with their shares of a row: some have longer words than others."""
ROW = tuple(name for row in ROWS for name in row)


@dataclass(frozen=True, slots=True)
class Places:
    """The boxes of banner, camera, bar and buttons by their ids; what is left is the table's."""

    parts: dict[str, Box]
    table: Box
    halved: bool
    """The cards to tap lie in a narrow and high place."""


def places(
    width: float,
    height: float,
    unit: float,
    *,
    by_touch: bool,
    camera: bool,
    playing: bool = True,
    finger: float = 0,
) -> Places:
    """Banner on top; camera, cards to tap and buttons beside the table, or under it on an upright screen.

    Args:
        width, height: of the screen.
        unit: one pixel of a 1280 × 800 screen.
        by_touch: the cards to tap are shown, instead of the camera picture.
        camera: there is a camera: its picture, or what is wrong with it, is worth room.
        playing: somebody is on turn. Otherwise there is no next player, and the camera takes the button's room.
        finger: height that a button needs at least, in pixels.
    """
    gap = MARGIN * unit
    banner = (UPRIGHT_BANNER if height > width else BANNER) * unit
    under = height - 2 * gap - banner
    # Beside a wide screen's table the cards to tap need the room.
    rows_high = BUTTONS if height > width else TOUCH_BUTTONS
    buttons = max(rows_high * unit, 2 * finger + GAP * unit)
    rows = NEXT_SHARE if playing else len(BELOW)
    column = rows * finger + len(BELOW) * GAP * unit
    parts = {"banner": Box(gap, under + gap, width - 2 * gap, banner)}
    nowhere = Box(-2 * width, gap, width / 2, height / 2)
    parts["bar"] = parts["camera"] = parts["next_player"] = nowhere
    if height > width:
        wide = width - 2 * gap
        strip = PAD * unit + buttons + gap if by_touch else max(STRIP * unit, column)
        table = Box(gap, 2 * gap + strip, wide, under - strip - 2 * gap)
        if by_touch:
            parts |= _in_rows(Box(gap, gap, wide, buttons), unit, playing)
            parts["bar"] = Box(gap, 2 * gap + buttons, wide, PAD * unit)
        else:
            tile = wide * 0.42
            parts["camera"] = Box(gap, gap, tile, strip)
            parts |= _in_column(Box(2 * gap + tile, gap, wide - tile - gap, strip), unit, playing)
        return Places(parts, table, halved=False)
    side = (WIDE_SIDE if by_touch else SIDE) * unit
    x, high = width - gap - side, under - gap
    table = Box(gap, gap, width - 3 * gap - side, high)
    if by_touch:
        parts |= _in_rows(Box(x, gap, side, buttons), unit, playing)
        y = 2 * gap + buttons
        parts["bar"] = Box(x, y, side, high - y + gap)
    else:
        low = max(high * (0.52 if camera else 0.7) * rows / NEXT_SHARE, column)
        parts |= _in_column(Box(x, gap, side, low), unit, playing)
        parts["camera"] = Box(x, 2 * gap + low, side, high - low - gap)
    return Places(parts, table, halved=True)


def _in_column(box: Box, unit: float, playing: bool) -> dict[str, Box]:
    """The next player's button large, the others in pairs, Who is right? by itself."""
    gap = GAP * unit
    rows = NEXT_SHARE if playing else len(BELOW)
    row = (box.height - (len(BELOW) - (not playing)) * gap) / rows
    parts: dict[str, Box] = {}
    y = box.y
    for names in BELOW:
        wide = (box.width - (len(names) - 1) * gap) / len(names)
        parts |= {name: Box(box.x + n * (wide + gap), y, wide, row) for n, name in enumerate(names)}
        y += row + gap
    return {**parts, "next_player": Box(box.x, y, box.width, box.top - y)} if playing else parts


def _in_rows(box: Box, unit: float, playing: bool) -> dict[str, Box]:
    """Two rows of three, or two in the upper one."""
    gap = GAP * unit
    high = (box.height - gap) / 2
    parts = {}
    for n, every in enumerate(ROWS):
        row = {name: share for name, share in every.items() if playing or name != "next_player"}
        x, share = box.x, (box.width - (len(row) - 1) * gap) / sum(row.values())
        for name, part in row.items():
            parts[name] = Box(x, box.top - high - n * (high + gap), part * share, high)
            x += part * share + gap
    return parts
