"""Vector drawing on a card in millimetres: paths, an affine canvas, supersampled fills."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate

import cv2
import numpy as np
import numpy.typing as npt

from vision.tabletop.deck import CARD_MM, Rgba

Points = npt.NDArray[np.float64]
"""Points of shape (n, 2), x to the right, y down."""

Path = tuple[Points, ...]
"""Closed contours filled together by the even-odd rule, so that an inner contour is a hole."""

Color = tuple[int, int, int]
"""Red, green, blue, each 0…255."""

_SHIFT = 4
_TOKEN = re.compile(r"[MLCQZ]|-?\d*\.?\d+")
_ARGS = {"M": 1, "L": 1, "C": 3, "Q": 2}


def cubic(p0: Points, p1: Points, p2: Points, p3: Points, steps: int = 14) -> Points:
    """Points of a cubic Bézier curve without its first one, shape (steps, 2)."""
    t = np.linspace(0, 1, steps + 1)[1:, None]
    u = 1 - t
    return u**3 * p0 + 3 * u**2 * t * p1 + 3 * u * t**2 * p2 + t**3 * p3


@lru_cache(maxsize=2048)
def path(text: str) -> Path:
    """Contours from absolute M, L, C, Q and Z commands as in an SVG path; curves become short lines."""
    contours: list[list[Points]] = []
    tokens = _TOKEN.findall(text)
    i, command = 0, "M"
    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
            if command == "Z":
                continue
        count = _ARGS[command]
        p = np.array([float(v) for v in tokens[i : i + 2 * count]]).reshape(count, 2)
        i += 2 * count
        if command == "M":
            contours.append([p])
            command = "L"
            continue
        last = contours[-1][-1][-1]
        if command == "L":
            contours[-1].append(p)
        elif command == "C":
            contours[-1].append(cubic(last, p[0], p[1], p[2]))
        else:
            contours[-1].append(cubic(last, last + (p[0] - last) * 2 / 3, p[1] + (p[0] - p[1]) * 2 / 3, p[1]))
    return tuple(np.concatenate(c) for c in contours)


def poly(*points: tuple[float, float]) -> Path:
    """One straight-sided contour."""
    return (np.array(points, float),)


@lru_cache(maxsize=4096)
def rect(x0: float, y0: float, x1: float, y1: float, radius: float = 0.0) -> Path:
    """A rectangle, with round corners where radius is positive."""
    if radius <= 0:
        return poly((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    angles = np.linspace(0, math.pi / 2, 8)
    corner = np.stack([np.cos(angles), np.sin(angles)], 1) * radius
    turned = [corner, corner[:, ::-1] * (-1, 1), -corner, corner[:, ::-1] * (1, -1)]
    centres = [
        (x1 - radius, y1 - radius),
        (x0 + radius, y1 - radius),
        (x0 + radius, y0 + radius),
        (x1 - radius, y0 + radius),
    ]
    return (np.concatenate([t + c for t, c in zip(turned, np.array(centres), strict=True)]),)


@lru_cache(maxsize=4096)
def ellipse(cx: float, cy: float, rx: float, ry: float | None = None, steps: int = 40) -> Path:
    """An ellipse (a circle without ry)."""
    a = np.linspace(0, 2 * math.pi, steps, endpoint=False)
    return (np.stack([cx + rx * np.cos(a), cy + (rx if ry is None else ry) * np.sin(a)], 1),)


@lru_cache(maxsize=1024)
def star(cx: float, cy: float, outer: float, inner: float, points: int = 5, turn: float = 0.0) -> Path:
    """A star whose first point looks up, turned clockwise by `turn` radians."""
    a = np.arange(2 * points) * math.pi / points - math.pi / 2 + turn
    r = np.where(np.arange(2 * points) % 2 == 0, outer, inner)
    return (np.stack([cx + r * np.cos(a), cy + r * np.sin(a)], 1),)


def affine(
    dx: float = 0.0, dy: float = 0.0, scale: float = 1.0, angle: float = 0.0, mirror: bool = False
) -> npt.NDArray[np.float64]:
    """Mirror left-right, scale, turn clockwise by `angle` degrees, then move; shape (3, 3)."""
    c, s = math.cos(math.radians(angle)) * scale, math.sin(math.radians(angle)) * scale
    m = -1.0 if mirror else 1.0
    return np.array([[c * m, -s, dx], [s * m, c, dy], [0, 0, 1]])


def transform(shape: Path, matrix: npt.NDArray[np.float64]) -> Path:
    """The path under an affine (3, 3) matrix."""
    return tuple(c @ matrix[:2, :2].T + matrix[:2, 2] for c in shape)


def resample(line: Points, count: int) -> tuple[Points, Points]:
    """`count` points at equal distances along an open line, and the unit tangents there."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    at = np.concatenate([[0], np.cumsum(steps)])
    want = np.linspace(0, at[-1], count)
    points = np.stack([np.interp(want, at, line[:, k]) for k in (0, 1)], 1)
    tangents = np.gradient(points, axis=0)
    return points, tangents / np.maximum(np.hypot(*tangents.T), 1e-9)[:, None]


def length(line: Points) -> float:
    """Length of an open line."""
    return float(np.hypot(*np.diff(line, axis=0).T).sum())


class Canvas:
    """A card face being drawn, in millimetres with the origin in its middle.

    `moved` gives a canvas that draws into the same picture in other coordinates.
    """

    def __init__(
        self, image: npt.NDArray[np.uint8], matrix: npt.NDArray[np.float64], supersample: int
    ) -> None:
        self.image = image
        self.matrix = matrix
        self.supersample = supersample
        self._unit = math.sqrt(abs(float(matrix[0, 0] * matrix[1, 1] - matrix[0, 1] * matrix[1, 0])))

    @classmethod
    def blank(cls, size: tuple[int, int], paper: Color, supersample: int = 4) -> Canvas:
        """An empty card of `size` (width, height) pixels."""
        w, h = size[0] * supersample, size[1] * supersample
        image = np.empty((h, w, 3), np.uint8)
        cv2.rectangle(image, (0, 0), (w, h), paper, cv2.FILLED)
        matrix = np.array([[w / CARD_MM[0], 0, w / 2], [0, h / CARD_MM[1], h / 2], [0, 0, 1.0]])
        return cls(image, matrix, supersample)

    def moved(
        self, dx: float = 0.0, dy: float = 0.0, scale: float = 1.0, angle: float = 0.0, mirror: bool = False
    ) -> Canvas:
        """The same picture seen from coordinates placed by `affine`."""
        return Canvas(self.image, self.matrix @ affine(dx, dy, scale, angle, mirror), self.supersample)

    def _pixels(self, shape: Path) -> list[npt.NDArray[np.int32]]:
        # Half a pixel back: cv2 takes integer coordinates as pixel centres.
        turn, move = self.matrix[:2, :2].T * (1 << _SHIFT), (self.matrix[:2, 2] - 0.5) * (1 << _SHIFT)
        if len(shape) < 4:
            return [np.rint(c @ turn + move).astype(np.int32) for c in shape]
        points = np.rint(np.concatenate(shape) @ turn + move).astype(np.int32)
        ends = list(accumulate(len(c) for c in shape))
        return [points[a:b] for a, b in zip([0, *ends], ends, strict=False)]

    def fill(self, shape: Path, color: Color) -> None:
        """Fill contours by the even-odd rule."""
        cv2.fillPoly(self.image, self._pixels(shape), color, cv2.LINE_8, _SHIFT)

    def stroke(self, shape: Path, width: float, color: Color, closed: bool = True) -> None:
        """Draw lines of a width in millimetres with round joins."""
        thick = max(1, round(width * self._unit))
        cv2.polylines(self.image, self._pixels(shape), closed, color, thick, cv2.LINE_8, _SHIFT)

    def piece(self, shape: Path, color: Color, line: Color, width: float) -> None:
        """A filled shape with its outline, the way court figures are printed."""
        self.fill(shape, color)
        self.stroke(shape, width, line)

    def clipped(self, shape: Path, paint: Callable[[Canvas], None]) -> None:
        """Run `paint` on a canvas of which only the inside of `shape` is kept."""
        pixels = self._pixels(shape)
        h, w = self.image.shape[:2]
        low = np.min([p.min(0) for p in pixels], 0) >> _SHIFT
        high = (np.max([p.max(0) for p in pixels], 0) >> _SHIFT) + 2
        x0, y0 = int(np.clip(low[0], 0, w)), int(np.clip(low[1], 0, h))
        x1, y1 = int(np.clip(high[0], 0, w)), int(np.clip(high[1], 0, h))
        if x1 <= x0 or y1 <= y0:
            return
        part = self.image[y0:y1, x0:x1].copy()
        matrix = self.matrix.copy()
        matrix[:2, 2] -= (x0, y0)
        paint(Canvas(part, matrix, self.supersample))
        mask = np.zeros(part.shape[:2], np.uint8)
        offset = np.array([x0, y0], np.int32) << _SHIFT
        cv2.fillPoly(mask, [p - offset for p in pixels], 255, cv2.LINE_8, _SHIFT)
        cv2.copyTo(part, mask, self.image[y0:y1, x0:x1])

    def shrunk(self) -> npt.NDArray[np.uint8]:
        """The picture at its final size, RGB of shape (h, w, 3)."""
        image: npt.NDArray[np.uint8] = self.image
        factor = self.supersample
        while factor > 1:
            # Halving twice uses the fast path of INTER_AREA and gives the same average as one step.
            step = 2 if factor % 2 == 0 else factor
            size = image.shape[1] // step, image.shape[0] // step
            image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
            factor //= step
        return image


@lru_cache(maxsize=32)
def corner_alpha(size: tuple[int, int], radius: float) -> npt.NDArray[np.uint8]:
    """Opacity (h, w) of a card of `size` (width, height) pixels, its corner radius in millimetres."""
    canvas = Canvas.blank(size, (0, 0, 0))
    half_w, half_h = CARD_MM[0] / 2, CARD_MM[1] / 2
    canvas.fill(rect(-half_w, -half_h, half_w, half_h, radius), (255, 255, 255))
    return canvas.shrunk()[..., 0]


def finish(rgb: npt.NDArray[np.uint8], radius: float) -> Rgba:
    """Add the transparent round corners to an RGB card."""
    alpha = corner_alpha((rgb.shape[1], rgb.shape[0]), radius)
    return np.dstack([rgb, alpha])
