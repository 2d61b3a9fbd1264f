"""Card backs by the hundred, from a seed."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from vision.tabletop.deck import CARD_MM, DEFAULT_SIZE, Rgba
from vision.tabletop.decorate import rosette, spiral
from vision.tabletop.pen import Canvas, Color, ellipse, finish, path, poly, rect, star

_HALF_W, _HALF_H = CARD_MM[0] / 2, CARD_MM[1] / 2

Colors = tuple[Color, Color, Color]
"""Ground, first and second figure colour."""


def _hsv(h: float, s: float, v: float) -> Color:
    pixel = np.array([[[h % 1.0 * 179, s * 255, v * 255]]], np.uint8)
    r, g, b = cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0].tolist()
    return int(r), int(g), int(b)


def _colors(rng: np.random.Generator) -> Colors:
    """Ground and figures that stand apart: dark on light, light on dark, or coloured on coloured."""
    u = rng.uniform
    # Red and blue backs are by far the most common ones.
    hue = float(rng.choice([u(-0.03, 0.03), u(0.57, 0.66), u(0, 1)], p=[0.32, 0.3, 0.38]))
    deep = _hsv(hue, u(0.55, 1.0), u(0.3, 0.85))
    if rng.random() < 0.12:
        deep = _hsv(0, 0, u(0.05, 0.3))
    pale = _hsv(hue + u(-0.1, 0.1), u(0.0, 0.25), u(0.88, 1.0))
    third = _hsv(hue + float(rng.choice([0.0, u(0.08, 0.2), 0.5, u(-0.2, -0.08)])), u(0.3, 0.9), u(0.5, 0.95))
    if rng.random() < 0.5:
        return pale, deep, third if rng.random() < 0.5 else deep
    return deep, pale, third if rng.random() < 0.6 else pale


Painter = Callable[[Canvas, np.random.Generator, Colors], None]


def _lattice(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Two families of crossing lines, with a mark in every mesh."""
    _, first, second = colors
    step, width = float(rng.uniform(2.2, 7.0)), float(rng.uniform(0.25, 1.2))
    angle = float(rng.choice([45.0, 30.0, 60.0, 0.0, 55.0]))
    reach = 70.0
    n = math.ceil(reach / step)
    for sign in (-1, 1):
        turned = c.moved(angle=sign * angle if angle else (0.0 if sign < 0 else 90.0))
        lines = tuple(np.array([[i * step, -reach], [i * step, reach]]) for i in range(-n, n + 1))
        turned.stroke(lines, width, first, closed=False)
        if rng.random() < 0.4:
            shift = tuple(line + (step * 0.2, 0) for line in lines)
            turned.stroke(shift, width * 0.4, second, closed=False)


def _all_over(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """A small motif repeated on a staggered grid."""
    _, first, second = colors
    step = float(rng.uniform(3.0, 9.0))
    aspect = float(rng.uniform(0.7, 1.8))
    size = step * float(rng.uniform(0.25, 0.46))
    kind = int(rng.integers(6))
    shapes = [
        lambda: ellipse(0, 0, size),
        lambda: poly((-size, 0), (0, -size * aspect), (size, 0), (0, size * aspect)),
        lambda: star(0, 0, size * 1.1, size * 0.45, int(rng.choice([4, 5, 6, 8]))),
        lambda: rosette(0, 0, size * 1.1, size * 0.4, int(rng.choice([4, 5, 6]))),
        lambda: rect(-size * 0.8, -size * 0.8, size * 0.8, size * 0.8),
        lambda: (*ellipse(0, 0, size), *ellipse(0, 0, size * 0.6)),
    ]
    shape = shapes[kind]()
    small = ellipse(0, 0, size * 0.35, steps=16)
    core = rng.random() < 0.5
    nx, ny = math.ceil(34 / step), math.ceil(46 / (step * aspect))
    big: list[npt.NDArray[np.float64]] = []
    little: list[npt.NDArray[np.float64]] = []
    for j in range(-2 * ny, 2 * ny + 1):
        for i in range(-nx, nx + 1):
            at = np.array([(i + j % 2 / 2) * step, j * step * aspect / 2])
            big += [p + at for p in shape]
            little += [p + at for p in small]
    c.fill(tuple(big), first)
    if core:
        c.fill(tuple(little), second)


def _stripes(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    _, first, second = colors
    step, angle = float(rng.uniform(2.5, 12)), float(rng.choice([0, 90, 45, -45, 20]))
    turned = c.moved(angle=angle)
    n = math.ceil(70 / step)
    duty = float(rng.uniform(0.2, 0.6))
    for i in range(-n, n + 1):
        turned.fill(rect((i - duty / 2) * step, -70, (i + duty / 2) * step, 70), first if i % 2 else second)


def _guilloche(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Bank-note rosettes: many thin curves turned against each other."""
    _, first, second = colors
    width = float(rng.uniform(0.15, 0.4))
    for centre in [(0.0, 0.0)] if rng.random() < 0.5 else [(0.0, -20.0), (0.0, 20.0), (0.0, 0.0)]:
        petals, count = int(rng.integers(5, 17)), int(rng.integers(8, 20))
        outer, inner = float(rng.uniform(18, 48)), float(rng.uniform(2, 14))
        place = c.moved(*centre)
        for i in range(count):
            curve = rosette(0, 0, outer, inner, petals, i * 2 * math.pi / petals / count)
            place.stroke(curve, width, first if i % 2 else second)


def _scrolls(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Spirals and leaves, the same in all four quarters."""
    _, first, second = colors
    marks = []
    for _ in range(int(rng.integers(5, 14))):
        x, y = float(rng.uniform(2, 26)), float(rng.uniform(2, 38))
        marks.append((x, y, float(rng.uniform(3, 11)), float(rng.uniform(1, 2.6)), float(rng.uniform(0, 6.28)), float(rng.uniform(0.4, 1.3)), int(rng.choice([-1, 1]))))
    quarters = [c, c.moved(mirror=True), c.moved(angle=180), c.moved(angle=180, mirror=True)]
    for quarter in quarters:
        for x, y, r, turns, start, width, hand in marks:
            quarter.stroke((spiral(x, y, r, turns, start, hand),), width, first, closed=False)
            leaf = quarter.moved(x + r * math.cos(start), y + r * math.sin(start), r * 0.5, math.degrees(start))
            leaf.fill(path("M 0 0 Q .5 -.6 1.1 0 Q .5 .6 0 0 Z"), second)
            quarter.fill(ellipse(x, y, width * 1.1, steps=18), second)


def _damask(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Smooth noise cut at a level and mirrored into all quarters."""
    _, first, second = colors
    h, w = c.image.shape[:2]
    cells = (int(rng.integers(5, 16)), int(rng.integers(4, 12)))
    noise = cv2.resize(rng.random(cells).astype(np.float32), (w // 8 + 1, h // 8 + 1), interpolation=cv2.INTER_CUBIC)
    half = np.concatenate([noise, noise[::-1]], 0)
    full = np.concatenate([half, half[:, ::-1]], 1)
    full = cv2.resize(full, (w, h), interpolation=cv2.INTER_LINEAR)
    bands = int(rng.choice([0, 3, 5]))
    if bands:
        on = (np.floor(full * bands * 2).astype(np.int32) % 2 == 0).astype(np.uint8) * 255
        cv2.copyTo(np.full_like(c.image, first), on, c.image)
        return
    cv2.copyTo(np.full_like(c.image, first), (full > 0.5).astype(np.uint8) * 255, c.image)
    edge = (np.abs(full - 0.56) < 0.025).astype(np.uint8) * 255
    cv2.copyTo(np.full_like(c.image, second), edge, c.image)


def _medallions(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """A large middle ornament, smaller ones in the corners, maybe on another ground."""
    ground, first, second = colors
    if rng.random() < 0.5:
        _BASIC[int(rng.integers(3))](c, rng, (ground, second, second))
    petals = int(rng.choice([4, 6, 8, 12, 16]))
    outer = float(rng.uniform(11, 22))
    c.fill(rosette(0, 0, outer + 1.2, (outer + 1.2) * 0.85, petals), ground)
    for k, color in ((1.0, first), (0.82, ground), (0.74, second), (0.5, ground), (0.4, first), (0.18, ground)):
        c.fill(rosette(0, 0, outer * k, outer * k * float(rng.uniform(0.6, 0.95)), petals), color)
    for x in (-1, 1):
        for y in (-1, 1):
            place = c.moved(x * 21.0, y * 33.0)
            place.fill(rosette(0, 0, 6.2, 4.4, 8), ground)
            place.fill(rosette(0, 0, 5.4, 3.4, 8), first)
            place.fill(rosette(0, 0, 2.8, 1.4, 6), ground)


def _gradient(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """A soft picture, as on photo backs; it need not look the same upside down."""
    h, w = c.image.shape[:2]
    few = rng.random((int(rng.integers(2, 6)), int(rng.integers(2, 5)), 1)).astype(np.float32)
    mix = cv2.resize(few, (w // 16, h // 16), interpolation=cv2.INTER_CUBIC)
    mix = np.clip(mix, 0, 1)[..., None]
    a, b, d = (np.array(k, np.float32) for k in colors)
    soft = np.where(mix < 0.5, a + (b - a) * 2 * mix, b + (d - b) * (2 * mix - 1))
    c.image[:] = cv2.resize(np.clip(soft, 0, 255).astype(np.uint8), (w, h), interpolation=cv2.INTER_LINEAR)


def _solid(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Nothing but ground, with a sign in the middle at most."""
    if rng.random() < 0.6:
        size = float(rng.uniform(4, 14))
        shape = [star(0, 0, size, size * 0.45), ellipse(0, 0, size), rosette(0, 0, size, size * 0.5, 6), rect(-size, -size, size, size)]
        c.fill(shape[int(rng.integers(4))], colors[1])


_BASIC: tuple[Painter, ...] = (_lattice, _all_over, _stripes)
_PAINTERS: tuple[tuple[Painter, float], ...] = (
    (_lattice, 0.2), (_all_over, 0.17), (_stripes, 0.07), (_guilloche, 0.13), (_scrolls, 0.13), (_damask, 0.12),
    (_medallions, 0.1), (_gradient, 0.05), (_solid, 0.03),
)  # fmt: skip


def draw_back(
    rng: np.random.Generator, size: tuple[int, int] = DEFAULT_SIZE, radius: float = 3.2
) -> Rgba:
    """One back out of a practically endless number. size: (width, height) pixels; radius: of the corners, in mm."""
    colors = _colors(rng)
    margin = float(rng.choice([0.0, rng.uniform(2.0, 5.5)], p=[0.25, 0.75]))
    edge: Color = (255, 255, 255) if rng.random() < 0.85 else colors[1]
    weights = np.array([w for _, w in _PAINTERS])
    painter = _PAINTERS[int(rng.choice(len(_PAINTERS), p=weights / weights.sum()))][0]
    canvas = Canvas.blank(size, edge if margin else colors[0])
    corner = float(rng.uniform(0, 3))
    inside = rect(margin - _HALF_W, margin - _HALF_H, _HALF_W - margin, _HALF_H - margin, corner if margin else 0.0)

    def paint(c: Canvas) -> None:
        c.fill(rect(-_HALF_W, -_HALF_H, _HALF_W, _HALF_H), colors[0])
        painter(c, rng, colors)

    canvas.clipped(inside, paint)
    if margin and rng.random() < 0.6:
        for k in range(int(rng.integers(1, 4))):
            inset = margin + k * float(rng.uniform(1.0, 2.4))
            line = rect(inset - _HALF_W, inset - _HALF_H, _HALF_W - inset, _HALF_H - inset, max(corner - k, 0.0))
            canvas.stroke(line, float(rng.uniform(0.25, 0.8)), colors[1] if colors[1] != edge else colors[0])
    return finish(canvas.shrunk(), radius)
