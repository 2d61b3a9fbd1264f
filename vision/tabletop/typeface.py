"""Typefaces as numbers, and the pen that inks one glyph from its skeleton."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.tabletop.pen import Points, path, resample

EM = 400
"""Pixels to the cap height on a plate."""

MARGIN = 0.3
"""Room around the glyph box on a plate, in cap heights."""


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


class Plate:
    """Bitmap on which one glyph of width `w` (unit heights) is put together."""

    def __init__(self, style: GlyphStyle, factor: float) -> None:
        self.style = style
        self.w = max(style.width * factor, style.stem * 1.05)
        self.s = style.stem
        self.t = style.hair
        self.thin = style.hair if style.serif else max(style.hair, style.stem * 0.8)
        span = int((self.w + 2 * MARGIN) * EM), int((1 + 2 * MARGIN) * EM)
        self.mask = np.zeros((span[1], span[0]), np.uint8)

    def contour(self, points: Points, value: int = 255) -> None:
        pixels = np.rint((points + MARGIN) * EM * 16).astype(np.int32)
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

        ball: "start" or "end" puts a round terminal there in typefaces with serifs. weight: even thickness
        instead of stem and hair.
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
            # Neighbouring serifs must not meet, or they would close the space between two stems.
            left = min([reach, *((x0 - b) / 2 - 0.03 for a, b, other in feet if other == y and b < x0)])
            right = min([reach, *((a - x1) / 2 - 0.03 for a, b, other in feet if other == y and a > x1)])
            down = 1 if y < 0.5 else -1
            edge = y + slab * down
            self.bar(x0 - max(left, 0), min(y, edge), x1 + max(right, 0), max(y, edge))
            for x, bend in ((x0, -0.7 * max(left, 0)), (x1, 0.7 * max(right, 0))):
                self.shape((x + bend, edge), (x, edge + abs(bend) * down), (x, edge))

    def beak(self, x: float, y: float, up: bool, reach: float) -> None:
        """The upright tick at the end of an arm, in typefaces with serifs."""
        if self.style.serif > 0:
            width = self.style.slab * 1.2
            tip = y - reach if up else y + reach
            self.shape((x, y), (x - width * 2, y), (x - width * 0.8, tip), (x, tip))
