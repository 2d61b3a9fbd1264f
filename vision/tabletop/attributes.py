"""What the court figures hold, and the arms that hold it."""

from __future__ import annotations

import math
from collections.abc import Callable

from companion.cards import Rank
from vision.tabletop.palettes import Inks
from vision.tabletop.pen import Canvas, Color, ellipse, path, rect, star


def arm(
    c: Canvas, ink: Inks, sleeve: Color, cuff: Color, grip: tuple[float, float], elbow: tuple[float, float]
) -> None:
    """A forearm from the elbow to a fist at `grip`."""
    p, w = ink.palette, ink.line
    angle = math.degrees(math.atan2(grip[1] - elbow[1], grip[0] - elbow[0]))
    reach = math.hypot(grip[0] - elbow[0], grip[1] - elbow[1])
    f = c.moved(elbow[0], elbow[1], 1.0, angle)
    f.piece(
        path(f"M -4 -4.6 L {reach - 3.2} -2.5 L {reach - 3.2} 2.5 L -4 4.6 C -6 2 -6 -2 -4 -4.6 Z"),
        sleeve,
        p.line,
        w,
    )
    for x in (0.28, 0.55):
        f.stroke(
            path(f"M {reach * x - 1} {-3.6 + 1.4 * x} Q {reach * x + 0.8} 0 {reach * x - 1} {3.6 - 1.4 * x}"),
            w * 0.8,
            p.line,
            closed=False,
        )
    f.piece(
        path(f"M {reach - 4.2} -3 L {reach - 1.6} -2.7 L {reach - 1.6} 2.7 L {reach - 4.2} 3 Z"),
        cuff,
        p.line,
        w,
    )


def fist(c: Canvas, ink: Inks, grip: tuple[float, float]) -> None:
    p, w = ink.palette, ink.line
    h = c.moved(*grip)
    h.piece(rect(-2.3, -2.2, 2.3, 2.2, 1.6), p.skin, p.line, w)
    for y in (-0.8, 0.3, 1.3):
        h.stroke(path(f"M -2 {y} L 1 {y}"), w * 0.75, p.line, closed=False)


def _steel(ink: Inks) -> Color:
    """Pale metal that stands out from the paper."""
    white, blue = ink.palette.white, ink.palette.blue
    return (
        (3 * white[0] + blue[0]) // 4,
        (3 * white[1] + blue[1]) // 4,
        (3 * white[2] + blue[2]) // 4,
    )


def _sword(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    c.piece(path("M -.85 -4 L -.85 -26 L 0 -29 L .85 -26 L .85 -4 Z"), _steel(ink), p.line, w)
    c.stroke(path("M 0 -4 L 0 -26"), w * 0.7, p.blue, closed=False)
    c.piece(rect(-3.8, -4.4, 3.8, -2.9, 0.6), p.yellow, p.line, w)
    c.piece(rect(-0.8, -3, 0.8, 3.6), p.red, p.line, w)
    c.piece(ellipse(0, 4.4, 1.3), p.yellow, p.line, w)


def _sceptre(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    c.piece(rect(-0.6, -19, 0.6, 9), p.yellow, p.line, w)
    c.piece(ellipse(0, -21, 2.2), ink.color("red", "blue"), p.line, w)
    c.piece(rect(-2.4, -21.5, 2.4, -20.5), p.yellow, p.line, w * 0.8)
    c.piece(star(0, -25, 2.2, 0.7, 4), p.yellow, p.line, w)


def _orb(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    c.piece(ellipse(0, -5, 3.6), ink.color("yellow", "blue"), p.line, w)
    c.piece(rect(-3.6, -5.6, 3.6, -4.4), p.red, p.line, w * 0.8)
    c.piece(
        path(
            "M -.6 -8.6 L -.6 -10.4 L -2 -10.4 L -2 -11.6 L -.6 -11.6 L -.6 -13.4 "
            "L .6 -13.4 L .6 -11.6 L 2 -11.6 L 2 -10.4 L .6 -10.4 L .6 -8.6 Z"
        ),
        p.yellow,
        p.line,
        w,
    )


def _flower(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    green = (46, 128, 72) if p.red[0] > p.red[1] + 60 else p.blue
    c.stroke(path("M 0 5 C .6 0 -.8 -5 0 -10"), w * 3, p.line, closed=False)
    c.stroke(path("M 0 5 C .6 0 -.8 -5 0 -10"), w * 1.4, green, closed=False)
    for side, y in ((-1, -4.0), (1, -6.4)):
        c.moved(0, y, mirror=side < 0).piece(
            path("M 0 0 C 1 -2.4 3 -2.6 4 -2.2 C 3.6 -.6 2 .6 0 0 Z"), green, p.line, w * 0.8
        )
    petal, heart = ink.color("red", "white", "yellow"), p.yellow
    kind = ink.pick("daisy", "tulip", "rose")
    if kind == "tulip":
        c.piece(
            path(
                "M -2.4 -14.6 L -1.2 -12.8 L 0 -15.2 L 1.2 -12.8 L 2.4 -14.6 C "
                "2.8 -11.6 1.8 -9.8 0 -9.6 C -1.8 -9.8 -2.8 -11.6 -2.4 -14.6 Z"
            ),
            petal,
            p.line,
            w,
        )
        return
    count = 6 if kind == "daisy" else 5
    for i in range(count):
        a = i * 2 * math.pi / count
        c.piece(
            ellipse(2.1 * math.cos(a), -12 + 2.1 * math.sin(a), 1.45 if kind == "daisy" else 1.8, steps=20),
            petal,
            p.line,
            w,
        )
    c.piece(ellipse(0, -12, 1.2, steps=20), heart if petal != heart else p.red, p.line, w)


def _fan(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    blade, rib = ink.color("red", "blue", "yellow"), p.white
    for i in range(7):
        c.moved(angle=(i - 3) * 15).piece(
            path("M 0 0 L -1.2 -9 Q 0 -10.4 1.2 -9 Z"), blade if i % 2 else rib, p.line, w
        )


def _halberd(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    c.piece(rect(-0.6, -23, 0.6, 12), p.yellow, p.line, w)
    c.piece(
        path(
            "M -.6 -16 C 2 -15.6 4.6 -14 5.4 -12.6 C 5.8 -16 "
            "5.8 -18.6 5.4 -21.4 C 4.6 -20 2 -18.8 -.6 -18.6 Z"
        ),
        _steel(ink),
        p.line,
        w,
    )
    c.piece(path("M -.6 -16.2 L -3.6 -17.3 L -.6 -18.4 Z"), _steel(ink), p.line, w)
    c.piece(path("M -.9 -22.6 L 0 -28 L .9 -22.6 Z"), _steel(ink), p.line, w)


def _staff(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    c.piece(rect(-0.7, -24, 0.7, 12), ink.color("yellow", "red"), p.line, w)
    for y in (-20.0, -14.0, -8.0, 8.0):
        c.piece(rect(-1.1, y, 1.1, y + 1.4), p.white, p.line, w * 0.8)
    c.piece(ellipse(0, -25.2, 1.7), p.yellow, p.line, w)


def _leaf(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    c.piece(
        path("M 0 4 C -5 -1 -5 -8 0 -14 C 5 -8 5 -1 0 4 Z"), ink.color("yellow", "blue", "red"), p.line, w
    )
    c.stroke(path("M 0 5 L 0 -12"), w, p.line, closed=False)
    for y in (-8.0, -5.0, -2.0):
        c.stroke(path(f"M -2.6 {y - 1.6} L 0 {y} L 2.6 {y - 1.6}"), w * 0.7, p.line, closed=False)


ATTRIBUTES: dict[Rank, tuple[Callable[[Canvas, Inks], None], ...]] = {
    Rank.JACK: (_halberd, _staff, _leaf),
    Rank.QUEEN: (_flower, _flower, _flower, _fan),
    Rank.KING: (_sword, _sword, _sceptre, _orb),
}
"""Things to choose from for each rank, drawn with the holding hand at the origin."""
