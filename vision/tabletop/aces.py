"""Aces: a single sign, and the ornate ace of spades of the old duty cards."""

from __future__ import annotations

import math

import numpy as np

from companion.cards import Suit
from vision.tabletop.decorate import rosette, spiral
from vision.tabletop.pen import Canvas, Color, ellipse, path, rect, star
from vision.tabletop.pips import PipStyle, draw_pip, pip_parts


def draw_ace(
    canvas: Canvas, suit: Suit, kind: str, pips: PipStyle, pip: float, ink: Color, paper: Color, seed: int
) -> None:
    """The middle of an ace. kind: "plain" as large as other signs, "large", or "ornate" for spades."""
    if kind == "ornate" and suit is Suit.SPADES:
        _ornate(canvas, pips, ink, paper, np.random.default_rng(seed))
    else:
        draw_pip(canvas, suit, pips, (0, 0), pip * (1.25 if kind == "plain" else 1.75), ink)


def _ornate(canvas: Canvas, pips: PipStyle, ink: Color, paper: Color, rng: np.random.Generator) -> None:
    size = float(rng.uniform(34, 42))
    if rng.random() < 0.45:
        _rays_and_scrolls(canvas, size, ink, rng)
    draw_pip(canvas, Suit.SPADES, pips, (0, 0), size, ink)
    blade = pip_parts(Suit.SPADES, pips)[0]
    kind = int(rng.integers(5))
    # A paper-coloured blade and a smaller solid one leave a line of even width inside the rim.
    for scale, color in ((0.84, paper), (0.79, ink)):
        canvas.moved(0, size * 0.012, size * scale).fill(blade, color)
    middle = canvas.moved(0, size * 0.06)
    if kind == 0:
        draw_pip(middle, Suit.SPADES, pips, (0, 0), size * 0.3, paper)
        for hand in (-1, 1):
            middle.stroke(
                (spiral(hand * size * 0.19, size * 0.07, size * 0.07, 1.3, 1.6, hand),),
                0.4,
                paper,
                closed=False,
            )
    elif kind == 1:
        for i in range(9):
            middle.stroke(rosette(0, 0, size * 0.19, size * 0.05, 5, i * 2 * math.pi / 45), 0.22, paper)
        middle.stroke(ellipse(0, 0, size * 0.21), 0.35, paper)
    elif kind == 2:
        _filigree(middle, size, paper)
    elif kind == 3:
        for r in (0.2, 0.15, 0.1):
            middle.stroke(rosette(0, 0, size * r, size * r * 0.8, 8), 0.4, paper)
        middle.fill(star(0, 0, size * 0.085, size * 0.035, 5), paper)
    else:
        for i in range(8):
            place = middle.moved(angle=i * 45)
            place.fill(
                path(
                    f"M 0 {-size * 0.04} Q {size * 0.06} {-size * 0.11} 0 "
                    f"{-size * 0.2} Q {-size * 0.06} {-size * 0.11} 0 {-size * 0.04} Z"
                ),
                paper,
            )
        middle.stroke(ellipse(0, 0, size * 0.22), 0.4, paper)


def _filigree(c: Canvas, size: float, paper: Color) -> None:
    """Paired scrolls that climb the blade."""
    for y, r in ((0.12, 0.085), (-0.02, 0.075), (-0.14, 0.055)):
        for hand in (-1, 1):
            x = hand * size * (r + 0.012)
            line = spiral(x, y * size, size * r, 1.4, math.pi / 2, -hand)
            c.stroke((line,), 0.42, paper, closed=False)
            c.fill(ellipse(x, y * size, size * 0.018, steps=16), paper)
    c.fill(
        path(
            f"M 0 {-size * 0.33} Q {size * 0.035} {-size * 0.25} 0 "
            f"{-size * 0.19} Q {-size * 0.035} {-size * 0.25} 0 {-size * 0.33} Z"
        ),
        paper,
    )
    c.stroke(path(f"M 0 {-size * 0.18} L 0 {size * 0.2}"), 0.35, paper, closed=False)


def _rays_and_scrolls(c: Canvas, size: float, ink: Color, rng: np.random.Generator) -> None:
    if rng.random() < 0.5:
        for i in range(48):
            r0, r1 = size * 0.5, size * (0.64 if i % 2 else 0.6)
            a = i * 2 * math.pi / 48
            c.stroke(
                (np.array([[r0 * math.cos(a), r0 * math.sin(a)], [r1 * math.cos(a), r1 * math.sin(a)]]),),
                0.2,
                ink,
                closed=False,
            )
        c.stroke(ellipse(0, 0, size * 0.66, steps=80), 0.3, ink)
        return
    for hand in (-1, 1):
        for y, r in ((size * 0.5, 3.2), (size * 0.36, 2.4)):
            x = hand * (size * 0.22 + r)
            c.stroke((spiral(x, y, r, 1.6, -math.pi / 2, hand),), 0.45, ink, closed=False)
    c.fill(rect(-size * 0.34, size * 0.62, size * 0.34, size * 0.64), ink)
