"""Index letters and digits as outlines, built from stroke skeletons so that one set serves many typefaces.

Every glyph is one unit high from cap line (y = 0) to base line (y = 1). Strokes are drawn with an elliptical pen
(wide for upright strokes, thin for level ones), joined as a bitmap, and traced back to contours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.tabletop.pen import Canvas, Color, Path, Points, path, resample, transform

_EM = 400
_MARGIN = 0.3


@dataclass(frozen=True, slots=True)
class GlyphStyle:
    """A typeface. Lengths are in parts of the cap height.

    width: of a letter such as B. stem: upright strokes. hair: level strokes. serif: how far serifs stand out,
    0 for none. slab: their thickness. square: exponent of the bowls, 2 for ellipses, more for boxier ones.
    slant: rightward lean at the cap line. tight: how close letters stand.
    """

    width: float = 0.60
    stem: float = 0.165
    hair: float = 0.085
    serif: float = 0.085
    slab: float = 0.055
    square: float = 2.3
    slant: float = 0.0
    tight: float = 0.06

    @classmethod
    def random(cls, rng: np.random.Generator) -> GlyphStyle:
        """Serif, slab, sans or bold condensed, each with its own spread."""
        u = rng.uniform
        kind = rng.choice(["roman", "slab", "sans", "bold", "light"], p=[0.34, 0.2, 0.18, 0.18, 0.1])
        slant = float(rng.choice([0.0, u(0.0, 0.15)], p=[0.85, 0.15]))
        square = u(1.9, 3.2)
        if kind == "roman":
            return cls(
                u(0.5, 0.7), u(0.13, 0.2), u(0.045, 0.095), u(0.06, 0.12), u(0.03, 0.06), square, slant
            )
        if kind == "slab":
            stem = u(0.1, 0.17)
            return cls(
                u(0.46, 0.68), stem, stem * u(0.65, 1.0), u(0.07, 0.12), stem * u(0.5, 0.9), square, slant
            )
        if kind == "sans":
            stem = u(0.1, 0.18)
            return cls(u(0.48, 0.72), stem, stem * u(0.75, 1.0), 0.0, 0.05, square, slant)
        if kind == "bold":
            stem = u(0.17, 0.215)
            return cls(u(0.45, 0.6), stem, stem * u(0.5, 0.8), 0.0, 0.05, u(2.4, 4.0), slant)
        return cls(u(0.42, 0.6), u(0.07, 0.1), u(0.045, 0.07), u(0.0, 0.09), 0.04, square, slant)


DEFAULT_GLYPHS = GlyphStyle()


class _Plate:
    """Bitmap on which one glyph of width `w` (unit heights) is put together."""

    def __init__(self, style: GlyphStyle, factor: float) -> None:
        self.style = style
        self.w = max(style.width * factor, style.stem * 1.05)
        self.s = style.stem
        self.t = style.hair
        self.thin = style.hair if style.serif else max(style.hair, style.stem * 0.8)
        span = int((self.w + 2 * _MARGIN) * _EM), int((1 + 2 * _MARGIN) * _EM)
        self.mask = np.zeros((span[1], span[0]), np.uint8)

    def contour(self, points: Points, value: int = 255) -> None:
        pixels = np.rint((points + _MARGIN) * _EM * 16).astype(np.int32)
        cv2.fillPoly(self.mask, [pixels], value, cv2.LINE_8, 4)

    def shape(self, *points: tuple[float, float]) -> None:
        self.contour(np.array(points, float))

    def bar(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.shape((x0, y0), (x1, y0), (x1, y1), (x0, y1))

    def diagonal(self, x0: float, y0: float, x1: float, y1: float, weight: float) -> None:
        """A straight stroke whose ends are cut level; x is its middle at each end."""
        half = weight / 2 * float(np.hypot(x1 - x0, y1 - y0)) / abs(y1 - y0)
        self.shape((x0 - half, y0), (x0 + half, y0), (x1 + half, y1), (x1 - half, y1))

    def pen(
        self, text: str, box: tuple[float, float, float, float], ball: str = "", weight: float = 0.0
    ) -> None:
        """Draw a skeleton given in the unit square so that the inked stroke fills box = (x0, y0, x1, y1).

        ball: "start" or "end" puts a round terminal there in typefaces with serifs. weight: even thickness instead
        of stem and hair.
        """
        s, t = (weight, weight) if weight else (self.s, self.t)
        x0, y0, x1, y1 = box
        line = path(text)[0] * (x1 - x0 - s, y1 - y0 - t) + (x0 + s / 2, y0 + t / 2)
        points, tangents = resample(line, 60)
        nx, ny = -tangents[:, 1], tangents[:, 0]
        reach = 2 * np.sqrt((s * nx) ** 2 + (t * ny) ** 2)
        offset = np.stack([s * s * nx / reach, t * t * ny / reach], 1)
        left, right = points + offset, points - offset
        for i in range(len(points) - 1):
            self.contour(np.stack([left[i], left[i + 1], right[i + 1], right[i]]))
        if ball and self.style.serif:
            at, inward = (points[0], tangents[0]) if ball == "start" else (points[-1], -tangents[-1])
            radius = max(s, t) * 0.58
            angles = np.linspace(0, 2 * np.pi, 30)
            centre = at + inward * radius * 0.3 + (np.sign(0.5 * (x0 + x1) - at[0]) * radius * 0.35, 0)
            self.contour(
                np.stack([centre[0] + radius * np.cos(angles), centre[1] + radius * np.sin(angles)], 1)
            )

    def ring(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.contour(self._oval(x0, y0, x1, y1))
        # A counter must stay open, however heavy the pen.
        s, t = min(self.s, (x1 - x0) * 0.4), min(self.t, (y1 - y0) * 0.36)
        self.contour(self._oval(x0 + s, y0 + t, x1 - s, y1 - t), 0)

    def _oval(self, x0: float, y0: float, x1: float, y1: float) -> Points:
        a = np.linspace(0, 2 * np.pi, 80, endpoint=False)
        c, s = np.cos(a), np.sin(a)
        power = 2 / self.style.square
        x = (x0 + x1) / 2 + (x1 - x0) / 2 * np.sign(c) * np.abs(c) ** power
        y = (y0 + y1) / 2 + (y1 - y0) / 2 * np.sign(s) * np.abs(s) ** power
        return np.stack([x, y], 1)

    def bowl(self, y0: float, x1: float, y1: float) -> None:
        """The round part of B, D, R and P, open to the left where the stem stands."""
        t = min(self.t, (y1 - y0) * 0.36)
        for inset_s, inset_t, value in ((0.0, 0.0, 255), (self.s, t, 0)):
            right, top, bottom = x1 - inset_s, y0 + inset_t, y1 - inset_t
            flat = min(self.s + (x1 - self.s) * 0.25, right - 0.02)
            oval = self._oval(2 * flat - right, top, right, bottom)
            half = oval[oval[:, 0] >= flat]
            half = half[np.argsort(half[:, 1])]
            start = self.s * 0.5 if value else self.s * 0.9
            self.contour(np.concatenate([[[start, top]], half, [[start, bottom]]]), value)
        self.bar(0, y0, self.s, y1)

    def serifs(self, *feet: tuple[float, float, float]) -> None:
        """Slabs at (left edge, right edge, y) of strokes; y is 0 for the cap line, 1 for the base line."""
        reach, slab = self.style.serif, self.style.slab
        if reach <= 0:
            return
        for x0, x1, y in feet:
            down = 1 if y < 0.5 else -1
            edge = y + slab * down
            self.bar(x0 - reach, min(y, edge), x1 + reach, max(y, edge))
            bend = reach * 0.7
            self.shape((x0 - bend, edge), (x0, edge + bend * down), (x0, edge))
            self.shape((x1 + bend, edge), (x1, edge + bend * down), (x1, edge))

    def beak(self, x: float, y: float, up: bool, reach: float) -> None:
        """The upright tick at the end of an arm, in typefaces with serifs."""
        if self.style.serif > 0:
            width = self.style.slab * 1.2
            tip = y - reach if up else y + reach
            self.shape((x, y), (x - width * 2, y), (x - width * 0.8, tip), (x, tip))


def _a(g: _Plate) -> None:
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


def _b(g: _Plate) -> None:
    g.bowl(0, g.w * 0.92, 0.5 + g.t * 0.3)
    g.bowl(0.5 - g.t * 0.6, g.w, 1)
    g.serifs((0, 0, 0), (0, 0, 1))


def _c(g: _Plate) -> None:
    g.pen(
        "M 1 .24 C .94 .07 .75 0 .55 0 C .18 0 0 .2 0 .5 C 0 .8 .18 1 .55 1 C .78 1 .95 .92 1 .74",
        (0, 0, g.w, 1),
        "start",
    )


def _d(g: _Plate) -> None:
    g.bowl(0, g.w, 1)
    g.serifs((0, 0, 0), (0, 0, 1))


def _e(g: _Plate) -> None:
    _f(g)
    g.bar(0, 1 - g.t, g.w * 0.95, 1)
    g.beak(g.w * 0.95, 1 - g.t, True, 0.16)


def _f(g: _Plate) -> None:
    g.bar(0, 0, g.s, 1)
    g.bar(0, 0, g.w * 0.92, g.t)
    g.beak(g.w * 0.92, g.t, False, 0.16)
    g.bar(0, 0.48 - g.t / 2, g.w * 0.72, 0.48 + g.t / 2)
    g.serifs((0, 0, 0), (0, g.s, 1))


def _h(g: _Plate) -> None:
    g.bar(0, 0, g.s, 1)
    g.bar(g.w - g.s, 0, g.w, 1)
    g.bar(0, 0.48 - g.t / 2, g.w, 0.48 + g.t / 2)
    g.serifs((0, g.s, 0), (0, g.s, 1), (g.w - g.s, g.w, 0), (g.w - g.s, g.w, 1))


def _j(g: _Plate) -> None:
    x = g.w * 0.88
    g.bar(x - g.s, 0, x, 0.6)
    g.pen("M 1 0 L 1 .42 C 1 .82 .8 1 .5 1 C .2 1 .02 .86 0 .56", (0, 0.42, x, 1), "end")
    g.serifs((x - g.s, x, 0))


def _k(g: _Plate) -> None:
    g.bar(0, 0, g.s, 1)
    g.diagonal(g.w - g.thin * 0.8, 0, g.s * 0.7, 0.64, g.thin)
    g.diagonal(g.w * 0.44, 0.36, g.w - g.s * 0.55, 1, g.s)
    g.serifs((0, g.s, 0), (0, g.s, 1), (g.w - g.thin * 1.3, g.w - g.thin * 0.3, 0), (g.w - g.s * 1.1, g.w, 1))


def _l(g: _Plate) -> None:
    g.bar(0, 0, g.s, 1)
    g.bar(0, 1 - g.t, g.w * 0.92, 1)
    g.beak(g.w * 0.92, 1 - g.t, True, 0.18)
    g.serifs((0, g.s, 0), (0, 0, 1))


def _n(g: _Plate) -> None:
    top, w = 0.36, g.w * 0.86
    g.bar(0, top, g.s, 1)
    g.bar(w - g.s, 0.7, w, 1)
    g.pen("M 0 .5 C .1 .2 .4 0 .62 0 C .9 0 1 .2 1 .5 L 1 1", (0, top - 0.02, w, 0.95))
    g.serifs((0, g.s, 1), (w - g.s, w, 1))


def _o(g: _Plate) -> None:
    g.ring(0, 0, g.w, 1)


def _q(g: _Plate) -> None:
    g.ring(0, 0, g.w, 1)
    g.diagonal(g.w * 0.5, 0.72, g.w * 0.98, 1.09, g.s * 0.75)


def _r(g: _Plate) -> None:
    g.bowl(0, g.w * 0.94, 0.53)
    g.bar(0, 0, g.s, 1)
    g.diagonal(g.w * 0.5, 0.5, g.w - g.s * 0.55, 1, g.s)
    g.serifs((0, 0, 0), (0, g.s, 1), (g.w - g.s * 1.05, g.w - g.s * 0.1, 1))


def _v(g: _Plate) -> None:
    g.diagonal(g.s * 0.6, 0, g.w / 2, 1, g.s)
    g.diagonal(g.w - g.thin * 0.6, 0, g.w / 2 + g.s * 0.1, 1, g.thin)
    g.serifs((g.s * 0.1, g.s * 1.1, 0), (g.w - g.thin * 1.1, g.w - g.thin * 0.1, 0))


def _y(g: _Plate) -> None:
    g.diagonal(g.s * 0.6, 0, g.w / 2, 0.58, g.s)
    g.diagonal(g.w - g.thin * 0.6, 0, g.w / 2, 0.58, g.thin)
    g.bar(g.w / 2 - g.s / 2, 0.54, g.w / 2 + g.s / 2, 1)
    g.serifs((g.s * 0.1, g.s * 1.1, 0), (g.w - g.thin * 1.1, g.w - g.thin * 0.1, 0))
    g.serifs((g.w / 2 - g.s / 2, g.w / 2 + g.s / 2, 1))


def _1(g: _Plate) -> None:
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


def _2(g: _Plate) -> None:
    g.pen("M 0 .27 C .04 .1 .25 0 .5 0 C .82 0 1 .12 1 .29 C 1 .55 .42 .66 0 1", (0, 0, g.w, 1), "start")
    g.bar(0, 1 - g.t * 1.25, g.w, 1)
    g.beak(g.w, 1 - g.t * 1.2, True, 0.14)


def _3(g: _Plate) -> None:
    g.pen(
        "M 0 .32 C .1 .1 .3 0 .5 0 C .82 0 1 .2 1 .5 C 1 .8 .8 1 .36 1",
        (g.w * 0.04, 0, g.w * 0.93, 0.5),
        "start",
    )
    g.pen("M .4 0 C .8 0 1 .2 1 .5 C 1 .8 .8 1 .48 1 C .24 1 .06 .88 0 .7", (0, 0.5 - g.t, g.w, 1), "end")


def _4(g: _Plate) -> None:
    x = g.w * 0.74
    half = max(g.s / 2, 0.05)
    y = 0.71
    g.bar(x - half, 0, x + half, 1)
    g.diagonal(x - half + g.thin * 0.4, 0, g.thin * 0.55, y, g.thin)
    g.bar(0, y - g.t * 0.6, g.w, y + g.t * 0.6)
    g.serifs((x - half, x + half, 1))


def _5(g: _Plate) -> None:
    t = max(g.t, 0.085)
    g.bar(g.w * 0.12, 0, g.w * 0.95, t * 1.2)
    g.diagonal(g.w * 0.12 + g.thin / 2, 0, g.w * 0.07 + g.thin / 2, 0.5, g.thin)
    g.pen(
        "M .06 .16 C .2 .04 .36 0 .5 0 C .82 0 1 .22 1 .5 C 1 .8 .82 1 .48 1 C .24 1 .06 .9 0 .72",
        (0, 0.36, g.w, 1),
        "end",
    )


def _6(g: _Plate) -> None:
    g.pen("M .96 .2 C .9 .06 .75 0 .56 0 C .2 0 0 .22 0 .6 L 0 .7", (0, 0, g.w, 1), "start")
    g.ring(0, 0.38, g.w, 1)


def _7(g: _Plate) -> None:
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


def _8(g: _Plate) -> None:
    g.ring(g.w * 0.07, 0, g.w * 0.93, 0.48 + g.t * 0.4)
    low = _Plate(g.style, g.w / g.style.width)
    low.ring(0, 0.48 - g.t * 0.6, g.w, 1)
    g.mask |= low.mask


def _9(g: _Plate) -> None:
    _6(g)
    # Half a turn about the middle of the glyph box is half a turn of the bitmap, whose margins are even.
    g.mask = g.mask[::-1, ::-1].copy()


_GLYPHS: dict[str, tuple[float, Callable[[_Plate], None]]] = {
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
    plate = _Plate(style, factor)
    build(plate)
    found, _ = cv2.findContours(plate.mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    contours: list[npt.NDArray[np.float64]] = []
    for line in found:
        if len(line) > 12:
            smooth = cv2.approxPolyDP(line, 0.6, True)
            contours.append(smooth.reshape(-1, 2) / _EM - _MARGIN)
    points = np.concatenate(contours)
    left = float(points[:, 0].min())
    return tuple(np.stack([c[:, 0] - left - style.slant * (c[:, 1] - 1), c[:, 1]], 1) for c in contours)


@lru_cache(maxsize=4096)
def text_path(text: str, style: GlyphStyle) -> tuple[Path, float]:
    """Contours of a word one unit high that starts at x = 0, and its width."""
    x, shapes = 0.0, []
    narrow = GlyphStyle(
        style.width * 0.72 if text == "10" else style.width,
        style.stem * (0.9 if text == "10" else 1.0),
        style.hair, min(style.serif, 0.05) if text == "10" else style.serif,
        style.slab, style.square, style.slant, style.tight,
    )  # fmt: skip
    for char in text:
        shape = glyph(char, narrow)
        shapes.append(tuple(c + (x, 0.0) for c in shape))
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
