"""Printers' ornaments on a canvas: braids along a line, all-over patterns for cloth, scrolls and rosettes."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from vision.tabletop.pen import Canvas, Color, Path, Points, ellipse, length, poly, rect, resample, star

BRAIDS = ("dots", "lozenges", "zigzag", "bars", "chain", "plain", "waves")
CLOTHS = ("plain", "stripes", "checks", "lozenges", "dots", "scales", "fleurs", "chevrons")


def ribbon(line: Points, width: float) -> Path:
    """The band of a constant width along an open line."""
    points, tangents = resample(line, max(8, len(line)))
    offset = np.stack([-tangents[:, 1], tangents[:, 0]], 1) * width / 2
    return (np.concatenate([points + offset, (points - offset)[::-1]]),)


def braid(
    canvas: Canvas,
    line: Points,
    width: float,
    motif: str,
    ground: Color,
    figure: Color,
    edge: Color,
    thin: float,
) -> None:
    """A decorated band along an open line: ground, a repeated motif, and an outline `thin` wide."""
    band = ribbon(line, width)
    canvas.fill(band, ground)
    count = max(2, round(length(line) / (width * 0.95)))
    points, tangents = resample(line, 2 * count + 1)
    if motif in ("zigzag", "waves"):
        # An even number of turning points makes the line the same upside down.
        points, tangents = resample(line, 2 * count + 2)
        normals = np.stack([-tangents[:, 1], tangents[:, 0]], 1)
        swing = np.where(np.arange(len(points)) % 2 == 0, 1.0, -1.0)[:, None] * width * 0.36
        wave = points + normals * swing
        if motif == "waves":
            wave = resample(wave, 4 * len(wave))[0]
            kernel = np.ones(5) / 5
            wave = np.stack(
                [np.convolve(np.pad(wave[:, k], 2, mode="edge"), kernel, "valid") for k in (0, 1)], 1
            )
        canvas.stroke((wave,), width * 0.24, figure, closed=False)
    elif motif != "plain":
        for at, along in zip(points[1::2], tangents[1::2], strict=True):
            angle = math.degrees(math.atan2(along[1], along[0]))
            place = canvas.moved(float(at[0]), float(at[1]), width, angle)
            if motif == "dots":
                place.fill(ellipse(0, 0, 0.25, steps=14), figure)
            elif motif == "lozenges":
                place.fill(poly((-0.45, 0), (0, -0.34), (0.45, 0), (0, 0.34)), figure)
            elif motif == "bars":
                place.fill(poly((-0.2, -0.5), (0.2, -0.5), (0.2, 0.5), (-0.2, 0.5)), figure)
            else:
                place.fill(ellipse(0, 0, 0.4, 0.36, steps=16), figure)
                place.fill(ellipse(0, 0, 0.2, 0.17, steps=12), ground)
    canvas.stroke(band, thin, edge)


@lru_cache(maxsize=32)
def _cloth_figure(kind: str, reach: int) -> tuple[Path, bool]:
    """The motifs of a cloth with repeat 1, out to `reach` repeats, and whether they are lines to stroke."""
    n = reach
    if kind == "stripes":
        return tuple(rect(i, -n, i + 0.45, n)[0] for i in range(-n, n + 1)), False
    if kind == "chevrons":
        x = np.arange(-2 * n, 2 * n + 1) / 2
        zigzag = np.stack([x, np.arange(len(x)) % 2 * 0.5], 1)
        return tuple(zigzag + np.array([0, j]) for j in range(-n, n + 1)), True
    motif = {
        "lozenges": poly((-0.3, 0), (0, -0.19), (0.3, 0), (0, 0.19)),
        "checks": rect(-0.25, -0.25, 0.25, 0.25),
        "dots": ellipse(0, 0, 0.15, steps=14),
        "scales": ellipse(0, 0, 0.5, 0.42, steps=24),
        "fleurs": star(0, 0, 0.3, 0.09, 4),
    }[kind][0]
    if kind == "scales":
        motif = motif[:13]
    places = [(i + j % 2 / 2, j / 2) for j in range(-2 * n, 2 * n + 1) for i in range(-n, n + 1)]
    return tuple(motif + at for at in np.array(places)), kind == "scales"


def cloth(
    kind: str, ground: Color, figure: Color, step: float, angle: float, reach: float
) -> Callable[[Canvas], None]:
    """A painter of an all-over pattern out to `reach` millimetres from the origin, for `Canvas.clipped`."""

    def paint(canvas: Canvas) -> None:
        canvas.fill(rect(-2 * reach, -2 * reach, 2 * reach, 2 * reach), ground)
        if kind == "plain":
            return
        shape, stroked = _cloth_figure(kind, math.ceil(reach / step))
        place = canvas.moved(scale=step, angle=angle)
        if stroked:
            place.stroke(shape, 0.2, figure, closed=False)
        else:
            place.fill(shape, figure)

    return paint


def spiral(x: float, y: float, radius: float, turns: float, start: float, hand: int = 1) -> Points:
    """An open spiral that ends in its centre (x, y); `start` is the outer angle in radians, hand ±1 its
    sense.
    """
    t = np.linspace(0, 1, max(12, int(24 * turns)))
    r = radius * (1 - t) ** 0.85
    a = start + hand * 2 * math.pi * turns * t
    return np.stack([x + r * np.cos(a), y + r * np.sin(a)], 1)


def rosette(x: float, y: float, outer: float, inner: float, petals: int, turn: float = 0.0) -> Path:
    """A flower outline whose radius swings between inner and outer."""
    a = np.linspace(0, 2 * math.pi, max(48, petals * 12), endpoint=False)
    r = inner + (outer - inner) * (0.5 + 0.5 * np.cos(petals * (a - turn)))
    return (np.stack([x + r * np.cos(a), y + r * np.sin(a)], 1),)
