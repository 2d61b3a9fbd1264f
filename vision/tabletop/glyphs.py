"""Index letters and digits as outlines, built from stroke skeletons so that one set serves many typefaces.

Every glyph is one unit high from cap line (y = 0) to base line (y = 1). Strokes are drawn with an elliptical
pen (wide for upright strokes, thin for level ones), joined as a bitmap, and traced back to contours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.tabletop.pen import Canvas, Color, Path, transform
from vision.tabletop.typeface import EM, MARGIN, GlyphStyle, Plate


def _a(g: Plate) -> None:
    left, right = g.thin, g.s
    top = g.w / 2
    apex = right * 0.32
    g.diagonal(top - apex + left * 0.3, 0, left * 0.6, 1, left)
    g.diagonal(top, 0, g.w - right * 0.6, 1, right)
    y = 0.66
    g.bar(
        g.w * 0.5 * (1 - y) + left * 0.5,
        y - g.t * 0.5,
        g.w - g.w * 0.5 * (1 - y) - right * 0.6,
        y + g.t * 0.5,
    )
    g.serifs((left * 0.1, left * 1.1, 1), (g.w - right * 1.1, g.w - right * 0.1, 1))


def _b(g: Plate) -> None:
    g.bowl(0, g.w * 0.92, 0.5 + g.t * 0.3)
    g.bowl(0.5 - g.t * 0.6, g.w, 1)
    g.serifs((0, 0, 0), (0, 0, 1))


def _c(g: Plate) -> None:
    g.pen(
        "M 1 .24 C .94 .07 .75 0 .55 0 C .18 0 0 .2 0 .5 C 0 .8 .18 1 .55 1 C .78 1 .95 .92 1 .74",
        (0, 0, g.w, 1),
        "start",
    )


def _d(g: Plate) -> None:
    g.bowl(0, g.w, 1)
    g.serifs((0, 0, 0), (0, 0, 1))


def _e(g: Plate) -> None:
    _f(g)
    g.bar(0, 1 - g.t, g.w * 0.95, 1)
    g.beak(g.w * 0.95, 1 - g.t, True, 0.16)


def _f(g: Plate) -> None:
    g.bar(0, 0, g.s, 1)
    g.bar(0, 0, g.w * 0.92, g.t)
    g.beak(g.w * 0.92, g.t, False, 0.16)
    g.bar(0, 0.48 - g.t / 2, g.w * 0.72, 0.48 + g.t / 2)
    g.serifs((0, 0, 0), (0, g.s, 1))


def _h(g: Plate) -> None:
    g.bar(0, 0, g.s, 1)
    g.bar(g.w - g.s, 0, g.w, 1)
    g.bar(0, 0.48 - g.t / 2, g.w, 0.48 + g.t / 2)
    g.serifs((0, g.s, 0), (0, g.s, 1), (g.w - g.s, g.w, 0), (g.w - g.s, g.w, 1))


def _j(g: Plate) -> None:
    x = g.w * 0.88
    g.bar(x - g.s, 0, x, 0.6)
    g.pen("M 1 0 L 1 .42 C 1 .82 .8 1 .5 1 C .2 1 .02 .86 0 .56", (0, 0.42, x, 1), "end")
    g.serifs((x - g.s, x, 0))


def _k(g: Plate) -> None:
    g.bar(0, 0, g.s, 1)
    g.diagonal(g.w - g.thin * 0.8, 0, g.s * 0.7, 0.64, g.thin)
    # The leg starts on the arm, so that no gap is left between them and the stem.
    start = g.s * 0.7 + (g.w - g.thin * 0.8 - g.s * 0.7) * 0.36
    g.diagonal(start, 0.41, g.w - g.s * 0.55, 1, g.s)
    g.serifs((0, g.s, 0), (0, g.s, 1), (g.w - g.thin * 1.3, g.w - g.thin * 0.3, 0), (g.w - g.s * 1.1, g.w, 1))


def _l(g: Plate) -> None:
    g.bar(0, 0, g.s, 1)
    g.bar(0, 1 - g.t, g.w * 0.92, 1)
    g.beak(g.w * 0.92, 1 - g.t, True, 0.18)
    g.serifs((0, g.s, 0), (0, 0, 1))


def _n(g: Plate) -> None:
    top, w = 0.36, g.w * 0.86
    g.bar(0, top, g.s, 1)
    g.bar(w - g.s, 0.7, w, 1)
    g.pen("M 0 .5 C .1 .2 .4 0 .62 0 C .9 0 1 .2 1 .5 L 1 1", (0, top - 0.02, w, 0.95))
    g.serifs((0, g.s, 1), (w - g.s, w, 1))


def _o(g: Plate) -> None:
    g.ring(0, 0, g.w, 1)


def _q(g: Plate) -> None:
    g.ring(0, 0, g.w, 1)
    g.diagonal(g.w * 0.5, 0.72, g.w * 0.98, 1.09, g.s * 0.75)


def _r(g: Plate) -> None:
    g.bowl(0, g.w * 0.94, 0.53)
    g.bar(0, 0, g.s, 1)
    g.diagonal(g.w * 0.5, 0.5, g.w - g.s * 0.55, 1, g.s)
    g.serifs((0, 0, 0), (0, g.s, 1), (g.w - g.s * 1.05, g.w - g.s * 0.1, 1))


def _v(g: Plate) -> None:
    g.diagonal(g.s * 0.6, 0, g.w / 2, 1, g.s)
    g.diagonal(g.w - g.thin * 0.6, 0, g.w / 2 + g.s * 0.1, 1, g.thin)
    g.serifs((g.s * 0.1, g.s * 1.1, 0), (g.w - g.thin * 1.1, g.w - g.thin * 0.1, 0))


def _y(g: Plate) -> None:
    g.diagonal(g.s * 0.6, 0, g.w / 2, 0.58, g.s)
    g.diagonal(g.w - g.thin * 0.6, 0, g.w / 2, 0.58, g.thin)
    g.bar(g.w / 2 - g.s / 2, 0.54, g.w / 2 + g.s / 2, 1)
    g.serifs((g.s * 0.1, g.s * 1.1, 0), (g.w - g.thin * 1.1, g.w - g.thin * 0.1, 0))
    g.serifs((g.w / 2 - g.s / 2, g.w / 2 + g.s / 2, 1))


def _1(g: Plate) -> None:
    x = g.w / 2 + g.s * 0.1
    g.bar(x - g.s / 2, 0, x + g.s / 2, 1)
    reach = max(0.16, g.s * 1.1)
    g.shape(
        (x, 0),
        (x + g.s / 2, 0),
        (x - g.s / 2 + 0.01, 0.2),
        (x - g.s / 2 - reach, 0.26),
        (x - g.s / 2 - reach, 0.26 - g.t),
    )
    g.serifs((x - g.s / 2, x + g.s / 2, 1))


def _2(g: Plate) -> None:
    g.pen("M 0 .27 C .04 .1 .25 0 .5 0 C .82 0 1 .12 1 .29 C 1 .55 .42 .66 0 1", (0, 0, g.w, 1), "start")
    g.bar(0, 1 - g.t * 1.25, g.w, 1)
    g.beak(g.w, 1 - g.t * 1.2, True, 0.14)


def _3(g: Plate) -> None:
    g.pen(
        "M 0 .32 C .1 .1 .3 0 .5 0 C .82 0 1 .2 1 .5 C 1 .8 .8 1 .36 1",
        (g.w * 0.04, 0, g.w * 0.93, 0.5),
        "start",
    )
    g.pen("M .4 0 C .8 0 1 .2 1 .5 C 1 .8 .8 1 .48 1 C .24 1 .06 .88 0 .7", (0, 0.5 - g.t, g.w, 1), "end")


def _4(g: Plate) -> None:
    x = g.w * 0.74
    half = max(g.s / 2, 0.05)
    y = 0.71
    g.bar(x - half, 0, x + half, 1)
    g.diagonal(x - half + g.thin * 0.4, 0, g.thin * 0.55, y, g.thin)
    g.bar(0, y - g.t * 0.6, g.w, y + g.t * 0.6)
    g.serifs((x - half, x + half, 1))


def _5(g: Plate) -> None:
    t = max(g.t, 0.085)
    g.bar(g.w * 0.12, 0, g.w * 0.95, t * 1.2)
    g.diagonal(g.w * 0.12 + g.thin / 2, 0, g.w * 0.07 + g.thin / 2, 0.5, g.thin)
    g.pen(
        "M .06 .16 C .2 .04 .36 0 .5 0 C .82 0 1 .22 1 .5 C 1 .8 .82 1 .48 1 C .24 1 .06 .9 0 .72",
        (0, 0.36, g.w, 1),
        "end",
    )


def _6(g: Plate) -> None:
    g.pen("M .96 .2 C .9 .06 .75 0 .56 0 C .2 0 0 .22 0 .6 L 0 .7", (0, 0, g.w, 1), "start")
    g.ring(0, 0.38, g.w, 1)


def _7(g: Plate) -> None:
    t = max(g.t, 0.085)
    g.bar(0, 0, g.w, t * 1.25)
    g.beak(g.style.slab * 2.4, t * 1.2, False, 0.14)
    x = g.w - g.s * 0.5
    foot = max(g.w * 0.38, g.s * 0.6)
    g.shape(
        (x - g.s * 0.62, t * 0.6),
        (g.w, 0),
        (g.w, t * 1.25),
        (foot + g.s * 0.55, 0.75),
        (foot + g.s * 0.5, 1),
        (foot - g.s * 0.5, 1),
        (foot - g.s * 0.42, 0.75),
    )


def _8(g: Plate) -> None:
    g.ring(g.w * 0.07, 0, g.w * 0.93, 0.48 + g.t * 0.4)
    low = Plate(g.style, g.w / g.style.width)
    low.ring(0, 0.48 - g.t * 0.6, g.w, 1)
    g.mask |= low.mask


def _9(g: Plate) -> None:
    _6(g)
    # Half a turn about the middle of the glyph box is half a turn of the bitmap, whose margins are even.
    g.mask = g.mask[::-1, ::-1].copy()


_GLYPHS: dict[str, tuple[float, Callable[[Plate], None]]] = {
    "A": (1.12, _a), "B": (1.0, _b), "C": (1.0, _c), "D": (1.06, _d), "E": (0.92, _e), "F": (0.9, _f),
    "H": (1.08, _h), "J": (0.8, _j), "K": (1.08, _k), "L": (0.88, _l), "n": (0.92, _n), "O": (1.08, _o),
    "Q": (1.08, _q), "R": (1.04, _r), "V": (1.12, _v), "Y": (1.08, _y),
    "0": (0.92, _o), "1": (0.62, _1), "2": (0.9, _2), "3": (0.9, _3), "4": (0.98, _4), "5": (0.9, _5),
    "6": (0.92, _6), "7": (0.9, _7), "8": (0.92, _8), "9": (0.92, _9),
}  # fmt: skip

GLYPHS = frozenset(_GLYPHS)
"""The characters that can be drawn."""


@lru_cache(maxsize=4096)
def glyph(char: str, style: GlyphStyle) -> Path:
    """Contours of a character, its ink starting at x = 0; raises KeyError for one outside `GLYPHS`."""
    factor, build = _GLYPHS[char]
    plate = Plate(style, factor)
    build(plate)
    found, _ = cv2.findContours(plate.mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    contours: list[npt.NDArray[np.float64]] = []
    for line in found:
        # Slivers left between strokes are no counters.
        if cv2.contourArea(line) > 0.003 * EM * EM:
            smooth = cv2.approxPolyDP(line, 0.6, True)
            contours.append(smooth.reshape(-1, 2) / EM - MARGIN)
    points = np.concatenate(contours)
    left = float(points[:, 0].min())
    return tuple(np.stack([c[:, 0] - left - style.slant * (c[:, 1] - 1), c[:, 1]], 1) for c in contours)


@lru_cache(maxsize=4096)
def text_path(text: str, style: GlyphStyle) -> tuple[Path, float]:
    """Contours of a word one unit high that starts at x = 0, and its width."""
    x, shapes = 0.0, []
    if text == "10":
        # Two digits share the room of one letter.
        style = replace(style, width=style.width * 0.72, stem=style.stem * 0.9, serif=min(style.serif, 0.05))
    for char in text:
        shape = glyph(char, style)
        shapes.append(tuple(c + np.array([x, 0.0]) for c in shape))
        x += float(max(c[:, 0].max() for c in shape)) + style.tight
    return tuple(c for shape in shapes for c in shape), x - style.tight


def draw_text(
    canvas: Canvas,
    text: str,
    style: GlyphStyle,
    at: tuple[float, float],
    height: float,
    color: Color,
    max_width: float | None = None,
) -> None:
    """Draw a word whose cap line is centred on `at`, `height` high, squeezed to at most `max_width`."""
    shape, width = text_path(text, style)
    squeeze = min(1.0, max_width / (width * height)) if max_width else 1.0
    scale_x = height * squeeze
    matrix = np.array([[scale_x, 0, at[0] - width * scale_x / 2], [0, height, at[1]], [0, 0, 1.0]])
    canvas.fill(transform(shape, matrix), color)
