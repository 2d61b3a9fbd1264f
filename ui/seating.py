"""Where everything lies on the drawn table: trays around the felt, cards in a tray, plates, piles.

Plain geometry without Kivy. Lengths are in the unit of the given area (pixels); y points up, as Kivy draws.
Seats go clockwise as seen from above, beginning at the lower edge, as the players are named.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

CARD_ASPECT = 88 / 63
"""Height of a playing card over its width (63 × 88 mm)."""
COLUMNS = 5
"""Cards in a row of a layout (R5)."""


class Side(StrEnum):
    """The edge of the table a player sits at."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"

    @property
    def lies_across(self) -> bool:
        """Whether cards in front of this side lie with their long edge across the picture."""
        return self in (Side.LEFT, Side.RIGHT)


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle; x and y of its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        return (self.x + self.width / 2, self.y + self.height / 2)

    def overlaps(self, other: Box) -> bool:
        """Whether the two share more than an edge."""
        slack = 1e-6
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.top - slack
            and other.y < self.top - slack
        )

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def grown(self, by: float) -> Box:
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


@dataclass(frozen=True, slots=True)
class Tray:
    """One player's part of the table: the place of the cards and the plate with name and score."""

    side: Side
    cards: Box
    plate: Box


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The whole table.

    Attributes:
        card_width: width of an upright card.
        gap: distance between two cards of a layout.
        trays: one for each seat, in seat order.
        stock, discard: the two piles.
    """

    card_width: float
    gap: float
    trays: tuple[Tray, ...]
    stock: Box
    discard: Box


def sides(players: int) -> tuple[Side, ...]:
    """The side of each seat, clockwise from the lower edge, for 2 to 6 players (R1, R3)."""
    bottom, left, top, right = Side.BOTTOM, Side.LEFT, Side.TOP, Side.RIGHT
    plans = {
        2: (bottom, top),
        3: (bottom, left, right),
        4: (bottom, left, top, right),
        5: (bottom, bottom, top, top, top),
        6: (bottom, bottom, bottom, top, top, top),
    }
    try:
        return plans[players]
    except KeyError:
        raise ValueError(f"2 to 6 players can sit at the table (R1), not {players}") from None


def slot_cells(size: int, side: Side) -> tuple[tuple[int, int], ...]:
    """Column and row of the slots 1…size in a tray as drawn; column 0 is at the left, row 0 at the top.

    Slot 1 is at the top left as its player sees it (R5), so the rows run the other way at the far side and
    downward or upward at the sides of the table.
    """
    rows = max(1, math.ceil(size / COLUMNS))
    cells = []
    for slot in range(size):
        row, column = divmod(slot, COLUMNS)
        cells.append(
            {
                Side.BOTTOM: (column, row),
                Side.TOP: (COLUMNS - 1 - column, rows - 1 - row),
                Side.LEFT: (rows - 1 - row, column),
                Side.RIGHT: (row, COLUMNS - 1 - column),
            }[side]
        )
    return tuple(cells)


def card_boxes(tray: Tray, size: int, card_width: float, gap: float) -> tuple[Box, ...]:
    """The places of slots 1…size, the used cells centred in the tray."""
    height = card_width * CARD_ASPECT
    across, down = (height, card_width) if tray.side.lies_across else (card_width, height)
    cells = slot_cells(size, tray.side)
    if not cells:
        return ()
    last_column = max(column for column, _ in cells)
    first_column = min(column for column, _ in cells)
    last_row, first_row = max(row for _, row in cells), min(row for _, row in cells)
    width = (last_column - first_column + 1) * (across + gap) - gap
    tall = (last_row - first_row + 1) * (down + gap) - gap
    center_x, center_y = tray.cards.center
    left, top = center_x - width / 2, center_y + tall / 2
    return tuple(
        Box(
            left + (column - first_column) * (across + gap),
            top - (row - first_row) * (down + gap) - down,
            across,
            down,
        )
        for column, row in cells
    )


def plan_table(width: float, height: float, seats: tuple[Side, ...], largest: int, unit: float) -> TablePlan:
    """Lay out the table so that the cards are as large as fit.

    Args:
        width, height: of the felt.
        seats: the side of each seat.
        largest: size of the largest layout on the table.
        unit: one pixel of a 1280 × 800 screen; plates and margins scale with it.
    """
    rows = 1 if largest <= COLUMNS else 2
    if len(seats) >= 5:
        return _two_rows(width, height, seats, rows, unit)
    arrange = _facing if len(seats) == 2 else _around
    plans = [arrange(width, height, seats, rows, unit, beside) for beside in (True, False)]
    return max(plans, key=lambda plan: plan.card_width)


def _facing(
    width: float, height: float, seats: tuple[Side, ...], rows: int, unit: float, beside: bool
) -> TablePlan:
    """Two players: the layouts face each other, the piles lie at the right between the two.

    The plates stand at the left of the layouts, or `beside` false at their outer edges.
    """
    margin, gap, middle, apart = 22 * unit, 8 * unit, 34 * unit, 16 * unit
    plate_width, strip = 186 * unit, 76 * unit
    pile_columns = 2 if beside and width > height * 1.2 else 1
    plate_room = plate_width + margin if beside else 0
    fixed = 3 * margin + plate_room + (COLUMNS - 1) * gap + (pile_columns - 1) * gap * 2
    plates_high = 0 if beside else 2 * (strip + apart)
    card = min(
        (width - fixed) / (COLUMNS + pile_columns),
        (height - 2 * margin - middle - plates_high - 2 * (rows - 1) * gap) / (2 * rows * CARD_ASPECT),
        170 * unit,
    )
    tall = card * CARD_ASPECT
    tray_width, tray_height = COLUMNS * (card + gap) - gap, rows * (tall + gap) - gap
    pile_width = pile_columns * (card + 2 * gap) - 2 * gap
    # The spare width goes between the parts as well as outside them.
    spare = (width - plate_room - tray_width - pile_width - 3 * margin) / (4 if beside else 3)
    tray_x = margin + spare + (plate_room + spare if beside else 0)
    pile_x = tray_x + tray_width + margin + spare
    center_y = height / 2
    trays = []
    for side in seats:
        far = side is Side.TOP
        y = center_y + middle / 2 if far else center_y - middle / 2 - tray_height
        if beside:
            plate_height = min(tray_height, 184 * unit)
            plate = Box(margin + spare, y + (tray_height - plate_height) / 2, plate_width, plate_height)
        else:
            plate = Box(tray_x, y + tray_height + apart if far else y - apart - strip, tray_width, strip)
        trays.append(Tray(side, Box(tray_x, y, tray_width, tray_height), plate))
    if pile_columns == 2:
        stock = Box(pile_x, center_y - tall / 2, card, tall)
        discard = stock.moved(card + 2 * gap, 0)
    else:
        stock = Box(pile_x, center_y + 1.5 * gap, card, tall)
        discard = stock.moved(0, -tall - 3 * gap)
    return TablePlan(card, gap, tuple(trays), stock, discard)


def _around(
    width: float, height: float, seats: tuple[Side, ...], rows: int, unit: float, beside: bool
) -> TablePlan:
    """Three or four players, one at an edge; plates of the near and far side beside or over their trays."""
    margin, gap = 20 * unit, 6 * unit
    strip, side_strip, apart = 76 * unit, 118 * unit, 16 * unit
    plate_width = 140 * unit
    has_top = Side.TOP in seats
    # Across: a tray at each side, between them five upright cards and perhaps a plate.
    fixed_x = 4 * margin + 2 * (rows - 1) * gap + (COLUMNS - 1) * gap
    fixed_x += plate_width + apart if beside else 0
    by_width = (width - fixed_x) / (2 * rows * CARD_ASPECT + COLUMNS)
    # Down the middle: one or two trays and the piles.
    trays_down = 2 if has_top else 1
    fixed_y = (2 + trays_down) * margin + trays_down * (rows - 1) * gap
    fixed_y += 0 if beside else trays_down * (strip + apart)
    by_height = (height - fixed_y) / ((trays_down * rows + 1) * CARD_ASPECT)
    # Down a side: five cards across and a plate.
    by_side = (height - 2 * margin - side_strip - apart - (COLUMNS - 1) * gap) / COLUMNS
    card = min(by_width, by_height, by_side, 150 * unit)
    tall = card * CARD_ASPECT
    middle_width, middle_height = COLUMNS * (card + gap) - gap, rows * (tall + gap) - gap
    side_width, side_height = middle_height, middle_width
    # The spare width goes between the trays, not outside them all.
    group = middle_width + (plate_width + apart if beside else 0)
    spare = max(0.0, width - 2 * side_width - group - 4 * margin)
    side_inset = margin + spare * 0.2
    middle_x = (width - group) / 2
    tray_x = middle_x + (plate_width + apart if beside else 0)
    trays = []
    for side in seats:
        if side.lies_across:
            x = side_inset if side is Side.LEFT else width - side_inset - side_width
            y = (height - side_height - apart - side_strip) / 2
            # A single row of cards is narrower than a name.
            wide = max(side_width, min(150 * unit, middle_x - margin - side_inset))
            left = x if side is Side.LEFT else x + side_width - wide
            plate = Box(left, y + side_height + apart, wide, side_strip)
            trays.append(Tray(side, Box(x, y, side_width, side_height), plate))
            continue
        tray_y = height - margin - middle_height if side is Side.TOP else margin
        if beside:
            plate = Box(middle_x, tray_y, plate_width, middle_height)
        elif side is Side.TOP:
            plate = Box(tray_x, height - margin - strip, middle_width, strip)
            tray_y -= strip + apart
        else:
            plate = Box(tray_x, margin, middle_width, strip)
            tray_y += strip + apart
        trays.append(Tray(side, Box(tray_x, tray_y, middle_width, middle_height), plate))
    bottom = max((t.cards.top for t in trays if t.side is Side.BOTTOM), default=margin)
    top = min((t.cards.y for t in trays if t.side is Side.TOP), default=height - margin)
    stock = Box(width / 2 - card - gap, (bottom + top - tall) / 2, card, tall)
    return TablePlan(card, gap, tuple(trays), stock, stock.moved(card + 2 * gap, 0))


def _two_rows(width: float, height: float, seats: tuple[Side, ...], rows: int, unit: float) -> TablePlan:
    """Five or six players: trays in two rows, plates at the outer edge, piles between the rows."""
    margin, gap, apart = 18 * unit, 5 * unit, 14 * unit
    most = max(seats.count(Side.BOTTOM), seats.count(Side.TOP))
    by_width = (width - (most + 1) * margin - most * (COLUMNS - 1) * gap) / (most * COLUMNS)


    def by_height(strip: float) -> float:
        fixed_y = 4 * margin + 2 * (strip + apart) + 2 * (rows - 1) * gap
        return (height - fixed_y) / ((2 * rows + 1) * CARD_ASPECT)

    # Where the cards leave the height, the figures stand under the name.
    strip = 118 * unit if by_height(118 * unit) >= by_width else 70 * unit
    card = min(by_width, by_height(strip), 150 * unit)
    tall = card * CARD_ASPECT
    tray_width, tray_height = COLUMNS * (card + gap) - gap, rows * (tall + gap) - gap
    trays: list[Tray] = []
    for side in (Side.BOTTOM, Side.TOP):
        count = seats.count(side)
        space = (width - count * tray_width) / (count + 1)
        xs = [space + i * (tray_width + space) for i in range(count)]
        for x in reversed(xs) if side is Side.BOTTOM else xs:  # clockwise from above
            if side is Side.BOTTOM:
                plate = Box(x, margin, tray_width, strip)
                trays.append(Tray(side, Box(x, margin + strip + apart, tray_width, tray_height), plate))
            else:
                plate = Box(x, height - margin - strip, tray_width, strip)
                trays.append(
                    Tray(side, Box(x, plate.y - apart - tray_height, tray_width, tray_height), plate)
                )
    stock = Box(width / 2 - card - gap, height / 2 - tall / 2, card, tall)
    return TablePlan(card, gap, tuple(trays), stock, stock.moved(card + 2 * gap, 0))
