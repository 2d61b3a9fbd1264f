"""Four-cornered outlines in pictures: float32 arrays (4, 2) of x, y in pixels, clockwise on the screen."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Quad = NDArray[np.float32]

UNIT_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def as_quad(points: Any) -> Quad:
    """Four points as a clockwise quad that starts at the same point."""
    quad = np.asarray(points, np.float32).reshape(4, 2)
    return quad if signed_area(quad) >= 0 else np.ascontiguousarray(quad[[0, 3, 2, 1]])


def signed_area(quad: NDArray[Any]) -> float:
    """Area in square pixels, positive when clockwise (y points down)."""
    x, y = np.asarray(quad, np.float64).T
    return float(0.5 * (x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def area(quad: NDArray[Any]) -> float:
    return abs(signed_area(quad))


def is_convex(quad: NDArray[Any]) -> bool:
    """Whether every corner turns the same way and none is flat."""
    sides = np.roll(quad, -1, axis=0) - quad
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    return bool((turns > 0).all() or (turns < 0).all())


def side_lengths(quad: NDArray[Any]) -> NDArray[np.float64]:
    """Lengths of the sides 0–1, 1–2, 2–3, 3–0 in pixels."""
    sides = np.roll(quad, -1, axis=0) - quad
    return np.asarray(np.hypot(sides[:, 0], sides[:, 1]), np.float64)


def intersection(a: Quad, b: Quad) -> float:
    """Area in common, square pixels; both convex.

    Clips one by the other's sides (Sutherland and Hodgman, Reentrant polygon clipping, 1974). OpenCV's
    `intersectConvexConvex` is ten times as fast, and of outlines that differ by a last digit it may find a third in common.
    """
    low = np.maximum(a.min(axis=0), b.min(axis=0))
    high = np.minimum(a.max(axis=0), b.max(axis=0))
    if (low >= high).any():
        return 0.0
    inside = 1.0 if signed_area(b) >= 0 else -1.0
    rest: list[tuple[float, float]] = [(float(x), float(y)) for x, y in a]
    sides = [(float(x), float(y)) for x, y in b]
    for (x0, y0), (x1, y1) in zip(sides, sides[1:] + sides[:1], strict=True):
        across, down = inside * (x1 - x0), inside * (y1 - y0)
        depths = [across * (y - y0) - down * (x - x0) for x, y in rest]
        clipped = []
        for i, (point, depth) in enumerate(zip(rest, depths, strict=True)):
            before, depth_before = rest[i - 1], depths[i - 1]
            if (depth >= 0) != (depth_before >= 0):
                t = depth_before / (depth_before - depth)
                clipped.append(
                    (before[0] + t * (point[0] - before[0]), before[1] + t * (point[1] - before[1]))
                )
            if depth >= 0:
                clipped.append(point)
        rest = clipped
    return area(np.array(rest)) if len(rest) > 2 else 0.0


def iou(a: Quad, b: Quad) -> float:
    """Intersection over union of two convex quads."""
    common = intersection(a, b)
    return common / max(area(a) + area(b) - common, 1e-9)


def portrait(quad: Quad) -> Quad:
    """The same outline beginning with a short side, so that corner 0 is a top left one.

    Of the two ends the one higher up in the picture is the top. Equally long sides count as portrait.
    """
    lengths = side_lengths(quad)
    if lengths[0] + lengths[2] > lengths[1] + lengths[3]:
        quad = np.roll(quad, 1, axis=0)
    return upright(quad)


def upright(quad: Quad) -> Quad:
    """The same outline, turned by half a turn where side 0–1 lies below side 2–3 in the picture."""
    first, second = quad[0] + quad[1], quad[2] + quad[3]
    if (first[1], first[0]) > (second[1], second[0]):
        quad = np.roll(quad, 2, axis=0)
    return np.ascontiguousarray(quad)
