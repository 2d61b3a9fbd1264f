"""Heads of the court figures. Each is drawn around the middle of the face, in millimetres, y down.

The face is about 9.6 wide and 12 high, from the hair line at −5.5 to the chin at 6.2; the top of a hat
reaches −11.5.
"""

from __future__ import annotations

import numpy as np

from companion.cards import Rank
from vision.tabletop.palettes import Inks
from vision.tabletop.pen import Canvas, Color, Path, ellipse, path, poly, star


def _both(shape: Path) -> tuple[Path, Path]:
    return shape, tuple(c * (-1, 1) for c in shape)


def _face(c: Canvas, ink: Inks, turn: float, lady: bool) -> None:
    """Face with features shifted sideways by `turn` millimetres, which makes it look that way."""
    p, w = ink.palette, ink.line
    jaw = 4.3 if lady else 4.6
    c.piece(
        path(f"M -4.7 -6.5 L 4.7 -6.5 L 4.8 -1 C {jaw + 0.3} 3.4 "
            f"2.6 6 0 6.2 C -2.6 6 {-jaw - 0.3} 3.4 -4.8 -1 Z"),
        p.skin, p.line, w,
    )  # fmt: skip
    f = c.moved(turn)
    open_eye = ink.rng.random() < 0.8
    for side in (-1, 1):
        # The far eye of a turned head is nearer to the nose.
        x = side * (2.15 - 0.25 * side * np.sign(turn) * min(abs(turn), 1))
        e = f.moved(float(x), -1.2)
        almond = path("M -1.15 .1 Q 0 -.95 1.15 .1 Q 0 .75 -1.15 .1 Z")
        if open_eye:
            e.fill(almond, p.white)
        e.stroke(almond, w * 0.75, p.line)
        e.fill(ellipse(0.12 * float(np.sign(turn)), -0.08, 0.42, steps=14), p.line)
        brow = "M -1.3 -1.1 Q 0 -1.9 1.4 -1.2" if lady else "M -1.4 -1.1 Q .2 -1.9 1.4 -1.4"
        e.moved(mirror=side < 0).stroke(path(brow), w * (0.8 if lady else 1.2), p.line, closed=False)
    way = 1 if turn >= 0 else -1
    nose = f.moved(mirror=way < 0)
    nose.stroke(path("M -.5 -1.6 C -.2 .2 .3 1 1 1.55 Q .7 2.1 -.5 1.9"), w * 0.85, p.line, closed=False)
    mouth = f.moved(0, 3.65)
    mouth.fill(path("M -1.25 0 Q -.5 -.55 0 -.25 Q .5 -.55 1.25 0 Q 0 .95 -1.25 0 Z"), p.red)
    mouth.stroke(path("M -1.3 0 Q 0 .25 1.3 0"), w * 0.6, p.line, closed=False)
    if lady:
        for side in (-1, 1):
            c.fill(ellipse(side * 2.9 + turn * 0.6, 1.9, 0.75, steps=18), _mix(p.skin, p.red, 0.28))


def _mix(a: Color, b: Color, t: float) -> Color:
    return (
        round(a[0] + (b[0] - a[0]) * t),
        round(a[1] + (b[1] - a[1]) * t),
        round(a[2] + (b[2] - a[2]) * t),
    )


def _locks(c: Canvas, ink: Inks, hair: Color, shape: str, strands: tuple[str, ...]) -> None:
    """The same lock of hair on both sides of the face, with strands."""
    p = ink.palette
    for side in _both(path(shape)):
        c.piece(side, hair, p.line, ink.line)
    for strand in strands:
        for side in _both(path(strand)):
            c.stroke(side, ink.line * 0.7, p.line, closed=False)


def _beard(c: Canvas, ink: Inks, hair: Color, turn: float) -> None:
    p, w = ink.palette, ink.line
    kind = ink.pick("forked", "full", "square", "pointed")
    low = {
        "forked": "C 6.2 4.6 4.8 8.4 2 10.4 L 0 8.6 L -2 10.4 C -4.8 8.4 -6.2 4.6",
        "full": "C 6.4 5 4.6 9.6 0 9.8 C -4.6 9.6 -6.4 5",
        "square": "C 5.6 3.6 5.4 7.4 4.6 9 L -4.6 9 C -5.4 7.4 -5.6 3.6",
        "pointed": "C 5.8 4.4 3.2 8.6 0 11.2 C -3.2 8.6 -5.8 4.4",
    }[kind]
    c.piece(
        path(f"M 4.9 -.4 {low} -4.9 -.4 C -4.3 1.6 -2.6 2.3 0 2.3 C 2.6 2.3 4.3 1.6 4.9 -.4 Z"),
        hair,
        p.line,
        w,
    )
    for x in (0.9, 2.1, 3.3):
        for side in _both(path(f"M {x} 5.6 Q {x * 1.25} 7 {x * 0.85} 8.2")):
            c.stroke(side, w * 0.7, p.line, closed=False)
    m = c.moved(turn * 0.8)
    m.fill(path("M -1.2 3.9 Q 0 3.4 1.2 3.9 Q 0 4.9 -1.2 3.9 Z"), p.red)
    droop = ink.rng.uniform(0.2, 1.2)
    for side in _both(
        path(f"M 0 2.3 C 1.2 1.9 2.6 2.6 3.9 {2.6 + droop} C 2.6 {3.9 + droop * 0.3} 1 3.9 0 3.1 Z")
    ):
        m.piece(side, hair, p.line, w * 0.8)


def _jewel_band(
    c: Canvas, ink: Inks, y: float, half: float, height: float, ground: Color, gem: Color
) -> None:
    p, w = ink.palette, ink.line
    c.piece(
        path(
            f"M {-half} {y - height} Q 0 {y - height + 1.3} {half} {y - height} L {half - 0.2} {y} "
            f"Q 0 {y + 1.3} {-half + 0.2} {y} Z"
        ),
        ground, p.line, w,
    )  # fmt: skip
    for x in np.linspace(-half * 0.75, half * 0.75, 5):
        sag = 0.65 * (1 - (x / half) ** 2)
        c.fill(ellipse(float(x), y - height / 2 + sag, height * 0.24, steps=14), gem)


def _crown(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    lining = ink.color("red", "blue", "red")
    kind = ink.pick("points", "arches", "leaves", "points")
    if kind == "arches":
        c.piece(path("M -6 -7 C -9 -10.5 -4 -12 0 -9.9 C 4 -12 9 -10.5 6 -7 Z"), lining, p.line, w)
        for side in _both(path("M -5.6 -7.2 C -8 -10.4 -4 -11.4 0 -10")):
            c.stroke(side, w * 4.4, p.line, closed=False)
            c.stroke(side, w * 2.6, p.yellow, closed=False)
        c.piece(ellipse(0, -10.6, 1.0), p.yellow, p.line, w)
    else:
        tips = [(-7.3, -11.0), (-3.7, -11.6), (0.0, -11.8), (3.7, -11.6), (7.3, -11.0)]
        dip = -8.2 if kind == "points" else -8.8
        c.piece(path("M -6 -7 C -6.5 -9.5 -4 -10.4 0 -10.4 C 4 -10.4 6.5 -9.5 6 -7 Z"), lining, p.line, w)
        line: list[tuple[float, float]] = [(-6.4, -7)]
        for i, tip in enumerate(tips):
            line.append(tip)
            if i < 4:
                line.append(((tip[0] + tips[i + 1][0]) / 2, dip))
        line.append((6.4, -7))
        c.piece(poly(*line), p.yellow, p.line, w)
        for tip in tips:
            knob = ellipse(*tip, 0.75, steps=18) if kind == "points" else star(*tip, 1.35, 0.55, 4)
            c.piece(knob, p.white if kind == "points" else p.yellow, p.line, w * 0.8)
    _jewel_band(c, ink, -4.9, 6.5, 2.3, p.yellow, ink.color("red", "blue", "dark"))


def king(c: Canvas, ink: Inks, turn: float) -> None:
    """Crown, curled hair to the neck, beard and moustache."""
    hair = ink.palette.hair[int(ink.rng.choice([0, 1, 2]))]
    curl = (
        "M -4.4 -6 L -6.2 -6 C -7.4 -3 -7.2 1.4 -7.6 3.4 C -10.2 4.4 -9 8.4 -6.6 7.4 C -5.4 6.8 -5 5 -4.6 3 Z"
    )
    _locks(
        c,
        ink,
        hair,
        curl,
        (
            "M -6 -4.6 C -6.4 -1 -6.2 2 -6.2 5.6",
            "M -5.3 -4.6 C -5.5 -1 -5.4 1 -5.3 4",
            "M -8 5.2 Q -7.2 6.6 -6.4 5.4",
        ),
    )
    _face(c, ink, turn, lady=False)
    _beard(c, ink, hair, turn)
    _crown(c, ink)


def queen(c: Canvas, ink: Inks, turn: float) -> None:
    """Long parted hair or a veil, a small coronet, no beard."""
    p, w = ink.palette, ink.line
    hair = p.hair[int(ink.rng.choice([0, 1, 1]))]
    if ink.rng.random() < 0.5:
        veil = ink.color("blue", "red", "white", "dark")
        c.piece(
            path(
                "M 0 -9.6 C -7 -9.4 -8.6 -4 -9 1 C -9.4 6 -11 9 -12 "
                "11 L 12 11 C 11 9 9.4 6 9 1 C 8.6 -4 7 -9.4 0 -9.6 Z"
            ),
            veil,
            p.line,
            w,
        )
    lock = (
        "M 0 -8.2 C -5.6 -8.2 -7 -4.6 -7 -1 C -7 3 -8.6 6 -8.8 "
        "9.6 C -6.6 11.4 -4 10 -3.6 7 C -3.2 4 -4.2 2 -4.4 -2 Z"
    )
    _locks(c, ink, hair, lock, ())
    _face(c, ink, turn, lady=True)
    for side in _both(
        path(
            "M 0 -8.2 C -5.2 -8.2 -7 -4.8 -7 -1 C -7 .8 -6.4 2 -5.6 "
            "3 C -5 1 -4.8 -1 -4.2 -3 C -3.2 -4.6 -1.4 -5.4 0 -7 Z"
        )
    ):
        c.piece(side, hair, p.line, w)
    for strand in (
        "M -.6 -7.4 C -3.6 -6.6 -5.4 -4.6 -5.6 -.6",
        "M -1.4 -7.9 C -5 -7 -6.4 -4.6 -6.3 -.4",
        "M -6.6 4.5 C -7.2 7 -7 8.6 -6.4 10",
        "M -5 4.5 C -5.6 7 -5.4 8.4 -4.8 9.6",
    ):
        for side in _both(path(strand)):
            c.stroke(side, w * 0.7, p.line, closed=False)
    gem = ink.color("red", "blue")
    kind = ink.pick("pearls", "leaves", "tiara")
    for x in (-3.6, -1.8, 0.0, 1.8, 3.6):
        y = -10.1 + abs(x) * 0.14
        if kind == "pearls":
            c.piece(ellipse(x, y, 0.85, steps=18), p.white, p.line, w * 0.8)
        elif kind == "leaves":
            c.piece(
                path(
                    f"M {x - 0.9} -8.6 Q {x - 1.1} {y - 0.3} {x} "
                    f"{y - 1.5} Q {x + 1.1} {y - 0.3} {x + 0.9} -8.6 Z"
                ),
                p.yellow,
                p.line,
                w * 0.8,
            )
        else:
            c.piece(star(x, y, 1.3, 0.6, 4), p.yellow, p.line, w * 0.8)
    _jewel_band(c, ink, -7.4, 4.6, 1.9, p.yellow, gem)
    for ear in (-1, 1):
        c.piece(ellipse(ear * 4.9 + turn * 0.2, 2.5, 0.6, 0.85, steps=18), p.yellow, p.line, w * 0.7)


def jack(c: Canvas, ink: Inks, turn: float) -> None:
    """A flat cap, often with a feather, a bob of hair, no beard."""
    p, w = ink.palette, ink.line
    hair = p.hair[int(ink.rng.choice([0, 1]))]
    if ink.rng.random() < 0.5:
        bob = (
            "M -4.2 -6 L -6.4 -5.4 C -7.2 -2 -7 1 -7.4 3.6 C -8.8 4.2 "
            "-9.2 6.2 -7.6 6.6 L -4.4 6.4 C -4.8 4 -4.8 2 -4.6 -1 Z"
        )
        strands = ("M -5.9 -4.6 C -6.2 -1 -6 2 -6.6 6", "M -5.2 -4.6 C -5.5 -1 -5.4 2 -5.6 6")
    else:
        bob = (
            "M -4.2 -6 L -6.2 -5.4 C -7.6 -4 -6 -2.4 -7.2 -1 C -8.4 .4 -6.4 "
            "1.6 -7.4 3 C -8.2 4.6 -6.2 5.6 -5 4.6 C -4.4 3 -4.8 1 -4.6 -1 Z"
        )
        strands = ("M -6 -4 C -5 -3 -6 -1.4 -5.4 0", "M -6.2 .4 C -5.2 1.4 -6 3 -5.4 4")
    _locks(c, ink, hair, bob, strands)
    _face(c, ink, turn, lady=False)
    c.piece(path("M -4.7 -4.2 C -2 -3 1 -4.6 4.7 -4 L 5 -7 L -5 -7 Z"), hair, p.line, w)
    cap, trim = ink.color("red", "blue", "dark"), ink.color("yellow", "white")
    if ink.rng.random() < 0.7:
        plume = ink.color("white", "yellow", "red" if cap != p.red else "blue")
        side = c.moved(mirror=turn > 0)
        side.piece(
            path("M 4.5 -7 C 6 -12 10.5 -12.6 12.4 -8.6 C 11.2 -9.6 10 -9.2 9.6 -8 C 9 -6 7 -5.4 4.5 -6 Z"),
            plume,
            p.line,
            w,
        )
        side.stroke(path("M 5 -6.8 C 7 -9.6 9 -10.4 11.2 -9.6"), w * 0.8, p.line, closed=False)
    kind = ink.pick("beret", "flat", "slashed")
    if kind == "flat":
        c.piece(path("M -6.6 -6 L -7.2 -10.4 L 7.2 -10.4 L 6.6 -6 Q 0 -4.4 -6.6 -6 Z"), cap, p.line, w)
        for x in (-4.2, 0.0, 4.2):
            c.stroke(path(f"M {x} -10.2 L {x * 0.92} -6"), w, p.line, closed=False)
    else:
        c.piece(
            path("M -7 -5.6 C -9.4 -8.4 -6 -11 0 -10.8 C 6 -11 9.4 -8.4 7 -5.6 Q 0 -4 -7 -5.6 Z"),
            cap,
            p.line,
            w,
        )
        if kind == "slashed":
            for x in (-4.6, 0.0, 4.6):
                c.piece(ellipse(x, -8.4, 0.6, 1.35, steps=20), trim, p.line, w * 0.7)
    c.piece(path("M -7.2 -6.6 Q 0 -4.9 7.2 -6.6 L 7 -4.9 Q 0 -3.1 -7 -4.9 Z"), trim, p.line, w)


HEADS = {Rank.JACK: jack, Rank.QUEEN: queen, Rank.KING: king}
