"""Draws the app's own signs into a typeface: `python tests/write_signs.py` (needs `pip install fonttools`).

DejaVu Sans, which has every other sign, draws no camera, photo or cup, and its hand is too thin for a button.
Each sign takes the place of a character that means about the same, so a text reads well without the typeface.

It also takes the stroke out of Atkinson's zero, which at a distance makes it an 8: where `10` is a card or a number
of cards, no letter O can be meant. The typeface has no other zero to choose, and its licence allows this.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates

sys.path.insert(0, str(Path(__file__).parents[1]))

from ui.fonts import BODY, BOLD, FONT_FILES, SIGNS

EM, WIDE = 1000, 900
"""Units of an em, and the width of a sign."""
MIDDLE = 330
"""Height of the signs' middle over the base line: the middle of the capitals beside them."""
STEPS = 12
"""Points of a quarter of a circle."""

Point = tuple[float, float]
Shape = list  # of points


def arc(x: float, y: float, radius: float, begin: float, end: float) -> Shape:
    """Points of an arc about a centre; angles in degrees."""
    count = max(2, round(abs(end - begin) / 90 * STEPS))
    angles = (math.radians(begin + (end - begin) * n / count) for n in range(count + 1))
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]


def disc(x: float, y: float, radius: float) -> Shape:
    return arc(x, y, radius, 360, 0)


def box(left: float, low: float, right: float, high: float, radius: float = 0) -> Shape:
    """An upright rectangle with rounded corners, clockwise."""
    corners = (
        (left + radius, high - radius, 180),
        (right - radius, high - radius, 90),
        (right - radius, low + radius, 0),
        (left + radius, low + radius, -90),
    )
    return [point for x, y, turn in corners for point in arc(x, y, radius, turn, turn - 90)]


def band(x: float, y: float, radius: float, begin: float, end: float, thick: float) -> Shape:
    """A bent stroke."""
    outer = arc(x, y, radius + thick / 2, begin, end)
    return outer + arc(x, y, radius - thick / 2, end, begin)


class Hole(Shape):
    """What is cut out."""


def frame(left: float, low: float, right: float, high: float, radius: float, thick: float) -> list[Shape]:
    inner = (left + thick, low + thick, right - thick, high - thick)
    return [box(left, low, right, high, radius), Hole(box(*inner, max(0, radius - thick)))]


def camera() -> list[Shape]:
    body = [
        (-420, 190),
        (-190, 190),
        (-130, 290),
        (130, 290),
        (190, 190),
        (420, 190),
        (420, -300),
        (-420, -300),
    ]
    return [body, Hole(disc(0, -50, 195)), disc(0, -50, 110)]


def photo() -> list[Shape]:
    hills = [(-310, -230), (-110, 40), (10, -100), (120, 20), (310, -230)]
    return [*frame(-430, -350, 430, 350, 70, 72), hills, disc(170, 160, 70)]


def film() -> list[Shape]:
    return [box(-430, -330, 430, 330, 90), Hole([(-130, 200), (210, 0), (-130, -200)])]


def hand() -> list[Shape]:
    finger = box(-105, -80, 35, 300, 70)
    palm = box(-105, -400, 250, 0, 90)
    thumb = [(-100, -40), (-215, 40), (-285, -35), (-90, -350), (20, -300)]
    rings = [band(-35, 235, 190, -10, 190, 62)]
    return [finger, palm, thumb, *rings]


def pause() -> list[Shape]:
    return [box(-260, -310, -80, 310, 50), box(80, -310, 260, 310, 50)]


def corners() -> list[Shape]:
    """Four brackets."""
    shapes = []
    for sx in (-1, 1):
        for sy in (-1, 1):
            bracket = [(360, 340), (360, 90), (270, 90), (270, 250), (110, 250), (110, 340)]
            turned = [(x * sx, y * sy) for x, y in bracket]
            shapes.append(turned)
    return shapes


def cup() -> list[Shape]:
    bowl = [(-240, 350), (240, 350), *arc(0, 130, 240, 0, -180)]
    ears = [band(-250, 170, 125, 70, 270, 62), band(250, 170, 125, 110, -90, 62)]
    return [bowl, *ears, box(-50, -280, 50, -80), box(-210, -370, 210, -260, 40)]


def house() -> list[Shape]:
    roof = [(0, 370), (440, -20), (370, -95), (0, 235), (-370, -95), (-440, -20)]
    walls = [(-290, -20), (0, 240), (290, -20), (290, -350), (90, -350), (90, -90), (-90, -90), (-90, -350)]
    return [roof, [*walls, (-290, -350)]]


def out() -> list[Shape]:
    """An arrow down into a tray."""
    arrow = [(-65, 350), (65, 350), (65, 60), (210, 60), (0, -160), (-210, 60), (-65, 60)]
    tray = [
        (-370, -90),
        (-280, -90),
        (-280, -260),
        (280, -260),
        (280, -90),
        (370, -90),
        (370, -350),
        (-370, -350),
    ]
    return [arrow, tray]


DRAWN = {
    "◉": camera,
    "◧": photo,
    "⏵": film,
    "☝": hand,
    "‖": pause,
    "◰": corners,
    "♛": cup,
    "⌂": house,
    "⇩": out,
}


def glyph(shapes: Iterable[Shape]) -> object:
    pen = TTGlyphPen(None)
    for shape in shapes:
        points = [(round(x + WIDE / 2), round(y + MIDDLE)) for x, y in shape]
        # What is inked goes clockwise and what is cut out the other way, whichever way it was drawn.
        points = points if (area(points) > 0) == isinstance(shape, Hole) else points[::-1]
        pen.moveTo(points[0])
        for point in points[1:]:
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


def area(shape: Shape) -> float:
    """Twice the area; negative where the points go clockwise."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(shape, shape[1:] + shape[:1], strict=True))


def write(path: Path) -> None:
    names = {sign: f"uni{ord(sign):04X}" for sign in DRAWN}
    font = FontBuilder(EM, isTTF=True)
    font.setupGlyphOrder([".notdef", *names.values()])
    font.setupCharacterMap({ord(sign): name for sign, name in names.items()})
    font.setupGlyf({".notdef": glyph([]), **{names[sign]: glyph(draw()) for sign, draw in DRAWN.items()}})
    font.setupHorizontalMetrics({name: (WIDE, 0) for name in [".notdef", *names.values()]})
    font.setupHorizontalHeader(ascent=928, descent=-236)  # as DejaVu Sans, beside which they stand
    font.setupNameTable({"familyName": "Trash Signs", "styleName": "Regular"})
    font.setupOS2(sTypoAscender=928, sTypoDescender=-236, usWinAscent=928, usWinDescent=236)
    font.setupPost()
    font.font.recalcTimestamp = False
    font.font["head"].created = font.font["head"].modified = 0
    font.save(path)


def open_zero(path: Path) -> None:
    """Make the two holes of a zero with a stroke one: the outer edge of the upper right one, on all four sides."""
    font = TTFont(path, recalcTimestamp=False)
    table = font["glyf"]
    zero = table["zero"]
    places, ends, flags = zero.getCoordinates(table)
    if len(ends) != 3:
        return
    on_curve = [at for at in range(ends[1] + 1, len(places)) if flags[at] & 1]
    right, top = (max(on_curve, key=lambda at: places[at][side]) for side in (0, 1))
    quarter, middle = list(places[right:top]), (places[top][0], places[right][1])
    upper = quarter + [(2 * middle[0] - x, y) for x, y in [places[top], *quarter[:0:-1]]]
    hole = upper + [(2 * middle[0] - x, 2 * middle[1] - y) for x, y in upper]
    outside = slice(ends[0] + 1)
    zero.coordinates = GlyphCoordinates([*places[outside], *hole])
    zero.flags = flags[outside] + bytes(at % len(quarter) == 0 for at in range(len(hole)))
    zero.endPtsOfContours = [ends[0], len(zero.flags) - 1]
    zero.numberOfContours = 2
    font.save(path)


if __name__ == "__main__":
    write(FONT_FILES[SIGNS])
    for face in (BODY, BOLD):
        open_zero(FONT_FILES[face])
