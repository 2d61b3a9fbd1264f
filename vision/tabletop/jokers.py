"""Jokers: a jester's bust, a fool's head, a cap and a star, coloured or in one ink."""

from __future__ import annotations

import math

import numpy as np

from vision.tabletop.glyphs import draw_text
from vision.tabletop.palettes import Palette
from vision.tabletop.pen import Canvas, Color, affine, ellipse, path, rect, star, transform
from vision.tabletop.typeface import GlyphStyle


def draw_joker(
    canvas: Canvas, design: int, palette: Palette, glyphs: GlyphStyle, ink: Color, paper: Color, height: float
) -> None:
    """A joker filling the card; `design` chooses the figure and the word's place, `height` is that of its
    letters.
    """
    rng = np.random.default_rng([design, 77])
    words = ["JOKER", "JOKER", "JOKER", "JOLLY"]
    word = words[int(rng.integers(len(words)))] if design else "JOKER"
    figures = (_bust, _head, _cap, _star)
    figure = figures[design % len(figures)]
    for half in (0.0, 180.0):
        place = canvas.moved(angle=half)
        if figure is not _bust and design % 3 == 2:
            draw_text(place, word, glyphs, (0, -40.5), height, ink, 40)
            place.fill(star(-26.5, -38.5, 3.2, 1.25), ink)
            place.fill(star(26.5, -38.5, 3.2, 1.25), ink)
        else:
            step = height * 1.16
            top = -40.2
            if design % 5 == 4:
                place.fill(star(-26.3, top + 2.6, 3.2, 1.25), ink)
                top += 7.0
            for i, letter in enumerate(word):
                draw_text(place, letter, glyphs, (-26.3, top + i * step), height, ink, 5.6)
    figure(canvas, palette, ink, paper, rng)


def _bell(c: Canvas, p: Palette, x: float, y: float, radius: float = 1.6) -> None:
    c.piece(ellipse(x, y, radius, steps=24), p.yellow, p.line, 0.26)
    c.stroke(
        path(f"M {x - radius * 0.6} {y + radius * 0.25} L {x + radius * 0.6} {y + radius * 0.25}"),
        0.2,
        p.line,
        closed=False,
    )


def _fool(c: Canvas, p: Palette, left: Color, right: Color) -> None:
    """A grinning head under a two-horned cap; chin at y = 9, tips of the cap at ±17."""
    w = 0.3
    c.piece(
        path("M 0 -7 C -2 -15 -10 -17 -16 -10 C -18 -7 -18 -3 -16.6 -1 C -14.6 -6 -10 -6.4 -7 -3 Z"),
        left,
        p.line,
        w,
    )
    c.piece(
        path("M 0 -7 C 2 -15 10 -17 16 -10 C 18 -7 18 -3 16.6 -1 C 14.6 -6 10 -6.4 7 -3 Z"), right, p.line, w
    )
    c.piece(path("M -5 -9 C -4 -14 -1 -17 2.5 -17.6 C 4 -14 4 -11 3.4 -8.4 Z"), p.yellow, p.line, w)
    c.piece(path("M -7 -4 C -7 3 -5 8.6 0 9.2 C 5 8.6 7 3 7 -4 Z"), p.skin, p.line, w)
    c.piece(path("M -7.6 -3 C -6 -9 6 -9 7.6 -3 Q 0 -6 -7.6 -3 Z"), p.yellow, p.line, w)
    for side in (-1, 1):
        e = c.moved(side * 2.8, -0.6)
        e.piece(path("M -1.5 .3 Q 0 -1.5 1.5 .3 Q 0 1 -1.5 .3 Z"), p.white, p.line, w * 0.7)
        e.fill(ellipse(0.2, -0.1, 0.5, steps=14), p.line)
        e.moved(mirror=side < 0).stroke(path("M -1.7 -1.6 Q .3 -3 2 -2"), w, p.line, closed=False)
        c.fill(ellipse(side * 4.2, 3, 1.0, steps=18), p.red)
    c.stroke(path("M -.4 -.4 C .6 1.2 1.6 2.2 1.2 2.8 Q .4 3.4 -.8 2.9"), w, p.line, closed=False)
    c.piece(path("M -3.6 4.6 Q 0 6 3.6 4.6 Q 2.4 8 0 7.9 Q -2.4 8 -3.6 4.6 Z"), p.white, p.line, w * 0.8)
    for side in (-1, 1):
        _bell(c, p, side * 16.8, 0.2)
    _bell(c, p, 2.6, -18.4)


def _ruff(c: Canvas, p: Palette, colors: tuple[Color, Color]) -> None:
    for i in range(9):
        a = (i - 4) * 17
        place = c.moved(0, 6, 1.0, 180 + a)
        place.piece(path("M -2.6 0 L 0 -12.5 L 2.6 0 Z"), colors[i % 2], p.line, 0.3)
        tip = math.radians(90 + a)
        _bell(c, p, 13.2 * math.cos(tip), 6 + 13.2 * math.sin(tip), 1.1)


def _two(p: Palette, rng: np.random.Generator) -> tuple[Color, Color]:
    choice = [(p.red, p.blue), (p.red, p.dark), (p.blue, p.yellow), (p.red, p.white)]
    return choice[int(rng.integers(len(choice)))]


def _bust(c: Canvas, p: Palette, ink: Color, paper: Color, rng: np.random.Generator) -> None:
    """Double-headed like a court, with a marotte between the halves."""
    colors = _two(p, rng)
    for half in (0.0, 180.0):
        place = c.moved(angle=half)
        body = path("M -5 -13 C -12 -12 -17 -8 -17 0 L 0 0 L 0 -13 Z")
        place.piece(body, colors[0], p.line, 0.3)
        place.moved(mirror=True).piece(body, colors[1], p.line, 0.3)
        for y in (-9.0, -4.6):
            place.piece(ellipse(0, y, 1.0, steps=20), p.yellow, p.line, 0.26)
        ruff = star(0, 0, 10.5, 6.0, 13)
        place.piece(transform(ruff, affine(0, -14.2) @ np.diag([1.0, 0.62, 1.0])), p.white, p.line, 0.28)
        place.piece(
            transform(ruff, affine(0, -15.2, 0.72) @ np.diag([1.0, 0.62, 1.0])), p.yellow, p.line, 0.28
        )
        _fool(place.moved(0, -23.5, 0.85), p, colors[1], colors[0])
    c.piece(rect(-17, -1.1, 17, 1.1), p.yellow, p.line, 0.3)


def _head(c: Canvas, p: Palette, ink: Color, paper: Color, rng: np.random.Generator) -> None:
    colors = _two(p, rng)
    c.stroke(ellipse(0, 0, 20.5, steps=90), 0.35, ink)
    c.stroke(ellipse(0, 0, 19.7, steps=90), 0.2, ink)
    big = c.moved(0, -1, 1.0)
    _ruff(big, p, colors)
    _fool(big, p, *colors)


def _cap(c: Canvas, p: Palette, ink: Color, paper: Color, rng: np.random.Generator) -> None:
    """Only the cap with its bells, over crossed maces."""
    colors = _two(p, rng)
    for side in (-1, 1):
        rod = c.moved(0, 6, 1.0, side * 38.0)
        rod.piece(rect(-0.9, -24, 0.9, 22, 0.8), p.yellow, p.line, 0.3)
        rod.piece(ellipse(0, -25, 3.1), colors[0], p.line, 0.3)
        rod.fill(star(0, -25, 2.3, 0.9), p.yellow)
    k = c.moved(0, 4, 1.15)
    k.piece(path("M -9 2 C -16 -6 -18 -4 -19 2 C -18.6 -12 -10 -14 -4 -8 Z"), colors[0], p.line, 0.3)
    k.piece(path("M 9 2 C 16 -6 18 -4 19 2 C 18.6 -12 10 -14 4 -8 Z"), colors[1], p.line, 0.3)
    k.piece(path("M -9 2 C -10 -8 -4 -14 0 -19 C 4 -14 10 -8 9 2 Z"), p.yellow, p.line, 0.3)
    k.piece(path("M -10 1 Q 0 -2.6 10 1 L 9.4 6 Q 0 2.6 -9.4 6 Z"), colors[0], p.line, 0.3)
    for x in (-6.0, -2.0, 2.0, 6.0):
        k.fill(ellipse(x, 2.3 - 0.04 * (36 - x * x), 0.8, steps=18), p.white)
    for x, y in ((-19.0, 3.4), (19.0, 3.4), (0.0, -20.6)):
        _bell(k, p, x, y, 1.8)


def _star(c: Canvas, p: Palette, ink: Color, paper: Color, rng: np.random.Generator) -> None:
    points = int(rng.choice([5, 6, 8]))
    colors = _two(p, rng)
    c.fill(star(0, 0, 19, 19 * 0.46, points), ink)
    c.fill(star(0, 0, 17.2, 17.2 * 0.46, points), paper)
    for i in range(points):
        place = c.moved(angle=i * 360 / points)
        half = math.pi / points
        inner = 7.2
        place.fill(path(f"M 0 0 L 0 -15.6 L {inner * math.sin(half)} {-inner * math.cos(half)} Z"), colors[0])
        place.fill(
            path(f"M 0 0 L 0 -15.6 L {-inner * math.sin(half)} {-inner * math.cos(half)} Z"), colors[1]
        )
    c.piece(ellipse(0, 0, 3.4), p.yellow, p.line, 0.3)
