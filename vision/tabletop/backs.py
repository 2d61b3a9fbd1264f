"""Card backs by the hundred, from a seed: a pattern, an ornament in the middle, a border."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.tabletop.deck import CARD_MM, DEFAULT_SIZE, Rgba
from vision.tabletop.decorate import BRAIDS, braid, rosette, spiral
from vision.tabletop.patterns import PATTERNS, Colors, gradient
from vision.tabletop.pen import Canvas, Color, ellipse, finish, path, poly, rect, star

_HALF_W, _HALF_H = CARD_MM[0] / 2, CARD_MM[1] / 2
_WHITE: Color = (255, 255, 255)


def _hsv(h: float, s: float, v: float) -> Color:
    pixel = np.array([[[h % 1.0 * 179, s * 255, v * 255]]], np.uint8)
    r, g, b = cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0].tolist()
    return int(r), int(g), int(b)


def _colors(rng: np.random.Generator) -> Colors:
    """Ground and figures that stand apart: dark on light, or light on dark."""
    u = rng.uniform
    # Red and blue backs are by far the most common ones.
    hue = float(rng.choice([u(-0.03, 0.03), u(0.57, 0.66), u(0, 1)], p=[0.32, 0.3, 0.38]))
    deep = _hsv(hue, u(0.55, 1.0), u(0.3, 0.85))
    if rng.random() < 0.12:
        deep = _hsv(0, 0, u(0.05, 0.3))
    pale = _hsv(hue + u(-0.1, 0.1), u(0.0, 0.25), u(0.88, 1.0))
    if rng.random() < 0.4:
        pale = _WHITE
    turn = float(rng.choice([0.0, u(0.08, 0.2), 0.5, u(-0.2, -0.08)]))
    third = _hsv(hue + turn, u(0.3, 0.9), u(0.5, 0.95))
    if rng.random() < 0.5:
        return pale, deep, third if rng.random() < 0.5 else deep
    return deep, pale, third if rng.random() < 0.6 else pale


def _inner(inset: float, corner: float = 0.0) -> tuple[float, float, float, float, float]:
    """A rectangle `inset` millimetres inside the card's edge, with its corner radius, as `rect` takes it."""
    return inset - _HALF_W, inset - _HALF_H, _HALF_W - inset, _HALF_H - inset, max(corner, 0.0)


def _medallion(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """An ornament in the middle on a clear ground."""
    ground, first, second = colors
    petals = int(rng.choice([4, 6, 8, 12, 16]))
    outer = float(rng.uniform(9, 20))
    tall = float(rng.choice([1.0, rng.uniform(1.0, 1.4)]))
    place = Canvas(c.image, c.matrix @ np.diag([1.0, tall, 1.0]), c.supersample)
    if rng.random() < 0.5:
        place.fill(rosette(0, 0, outer + 1.2, (outer + 1.2) * 0.86, petals), ground)
        for k, color in (
            (1.0, first),
            (0.82, ground),
            (0.74, second),
            (0.5, ground),
            (0.4, first),
            (0.18, ground),
        ):
            place.fill(rosette(0, 0, outer * k, outer * k * float(rng.uniform(0.6, 0.95)), petals), color)
        return
    place.fill(ellipse(0, 0, outer + 1.4, steps=72), first)
    place.fill(ellipse(0, 0, outer + 0.7, steps=72), ground)
    place.stroke(ellipse(0, 0, outer - 0.3, steps=72), 0.35, first)
    for i in range(petals):
        petal = place.moved(angle=i * 360 / petals)
        petal.fill(
            path(
                f"M 0 {-outer * 0.2} Q {outer * 0.22} {-outer * 0.55} 0 "
                f"{-outer * 0.9} Q {-outer * 0.22} {-outer * 0.55} 0 {-outer * 0.2} Z"
            ),
            first,
        )
        petal.stroke((spiral(0, -outer * 0.62, outer * 0.12, 1.0, 0.0),), 0.3, second, closed=False)
    place.fill(star(0, 0, outer * 0.3, outer * 0.14, petals), second)
    place.fill(ellipse(0, 0, outer * 0.1, steps=24), ground)


def _corners(c: Canvas, rng: np.random.Generator, colors: Colors, margin: float) -> None:
    """The same small ornament in all four corners."""
    ground, first, _ = colors
    kind = int(rng.integers(3))
    reach = float(rng.uniform(4.5, 8.5))
    x, y = _HALF_W - margin - reach, _HALF_H - margin - reach
    for angle, mirror in ((0, False), (0, True), (180, False), (180, True)):
        place = c.moved(angle=angle, mirror=mirror)
        if kind == 0:
            place.fill(rosette(x, y, reach * 0.9, reach * 0.65, 8), ground)
            place.fill(rosette(x, y, reach * 0.78, reach * 0.5, 8), first)
            place.fill(rosette(x, y, reach * 0.4, reach * 0.2, 6), ground)
        elif kind == 1:
            place.fill(poly((x - reach, y + reach), (x + reach, y + reach), (x + reach, y - reach)), ground)
            place.stroke(
                (spiral(x + reach * 0.35, y + reach * 0.35, reach * 0.5, 1.8, 2.3),),
                0.55,
                first,
                closed=False,
            )
            place.stroke(
                path(f"M {x - reach} {y + reach} L {x + reach} {y - reach}"), 0.4, first, closed=False
            )
        else:
            a = np.linspace(math.pi, 1.5 * math.pi, 16)
            for k in (1.9, 1.6, 1.0):
                arc = np.stack([x + reach + k * reach * np.cos(a), y + reach + k * reach * np.sin(a)], 1)
                place.stroke((arc,), 0.5, first, closed=False)


def _frame(c: Canvas, rng: np.random.Generator, colors: Colors, margin: float, corner: float) -> None:
    """Lines or a braid along the edge of the printed part."""
    ground, first, second = colors
    if rng.random() < 0.35:
        width = float(rng.uniform(1.6, 4.0))
        x0, y0, x1, y1, _ = _inner(margin + width / 2)
        motif = str(rng.choice(BRAIDS))
        for start, end in (
            ((x0, y0), (x1, y0)),
            ((x1, y0), (x1, y1)),
            ((x1, y1), (x0, y1)),
            ((x0, y1), (x0, y0)),
        ):
            braid(c, np.array([start, end]), width, motif, ground, first, first, 0.25)
        for x in (x0, x1):
            for y in (y0, y1):
                c.fill(rect(x - width / 2, y - width / 2, x + width / 2, y + width / 2), first)
                c.fill(star(x, y, width * 0.42, width * 0.18, 4), ground)
        return
    for k in range(int(rng.integers(1, 4))):
        inset = margin + k * float(rng.uniform(1.0, 2.4))
        c.stroke(rect(*_inner(inset, corner - k)), float(rng.uniform(0.25, 0.8)), second if k == 1 else first)


def draw_back(rng: np.random.Generator, size: tuple[int, int] = DEFAULT_SIZE, radius: float = 3.2) -> Rgba:
    """One back out of a practically endless number.

    size: (width, height) in pixels. radius: of the card's corners, in millimetres. Most are the same upside
    down.
    """
    colors = _colors(rng)
    margin = float(rng.choice([0.0, rng.uniform(2.0, 5.5)], p=[0.25, 0.75]))
    edge = _WHITE if rng.random() < 0.85 else colors[1]
    weights = np.array([w for _, w in PATTERNS])
    pattern = PATTERNS[int(rng.choice(len(PATTERNS), p=weights / weights.sum()))][0]
    canvas = Canvas.blank(size, edge if margin else colors[0])
    corner = float(rng.uniform(0, 3)) if margin else 0.0
    pad = float(rng.uniform(2, 6)) if margin and rng.random() < 0.25 else 0.0

    def paint(c: Canvas) -> None:
        c.fill(rect(*_inner(0)), colors[0])
        if pad:
            c.clipped(rect(*_inner(margin + pad)), lambda part: pattern(part, rng, colors))
            c.stroke(rect(*_inner(margin + pad)), 0.4, colors[1])
        else:
            pattern(c, rng, colors)
        if rng.random() < 0.3:
            _medallion(c, rng, colors)
        if rng.random() < 0.25:
            _corners(c, rng, colors, margin + pad)
        if margin and rng.random() < 0.65:
            _frame(c, rng, colors, margin, corner)

    canvas.clipped(rect(*_inner(margin, corner)), paint)
    rgb = canvas.shrunk()
    if pattern is not gradient and rng.random() < 0.9:
        # A card must not be known by which way up it lies.
        half = rgb.shape[0] // 2
        rgb[rgb.shape[0] - half :] = rgb[half - 1 :: -1, ::-1]
    return finish(rgb, radius)


def classic_back(color: Color, size: tuple[int, int] = DEFAULT_SIZE, radius: float = 3.2) -> Rgba:
    """The plain-spoken back of a good household deck: white border, lozenges, a medallion, in one ink."""
    canvas = Canvas.blank(size, _WHITE)

    def paint(c: Canvas) -> None:
        c.fill(rect(*_inner(0)), color)
        mesh = tuple(rect(i * 2.9 - 0.2, -70, i * 2.9 + 0.2, 70)[0] for i in range(-24, 25))
        for angle in (32.0, -32.0):
            c.moved(angle=angle).fill(mesh, _WHITE)
        for j in range(-14, 15):
            for i in range(-11, 12):
                x, y = (
                    (i + (j % 2) / 2) * 2.9 / math.cos(math.radians(32)),
                    j * 2.9 / math.sin(math.radians(32)) / 2,
                )
                c.fill(ellipse(x, y, 0.42, steps=14), _WHITE)
        c.fill((*rect(*_inner(3.6)), *rect(*_inner(7.0, 1.4))), color)
        for inset, width in ((4.5, 0.3), (7.0, 0.5)):
            c.stroke(rect(*_inner(inset, 1.4)), width, _WHITE)
        band = np.array([[-_HALF_W + 5.8, -_HALF_H + 5.8], [_HALF_W - 5.8, _HALF_H - 5.8]])
        for along in (np.linspace(band[0, 0], band[1, 0], 26), np.linspace(band[0, 1], band[1, 1], 38)):
            for value in along:
                across = band[:, 1] if len(along) == 26 else band[:, 0]
                for other in across:
                    at = (value, other) if len(along) == 26 else (other, value)
                    c.fill(ellipse(float(at[0]), float(at[1]), 0.5, steps=14), _WHITE)
        for k, ink in ((17.2, color), (16.4, _WHITE), (15.9, color)):
            c.fill(rosette(0, 0, k, k * 0.93, 16), ink)
        for i in range(12):
            c.stroke(rosette(0, 0, 14.6, 5.0, 8, i * math.pi / 48), 0.2, _WHITE)
        c.fill(ellipse(0, 0, 5.2, steps=48), color)
        c.fill(rosette(0, 0, 4.4, 2.6, 8), _WHITE)
        c.fill(star(0, 0, 2.4, 1.1, 8), color)

    canvas.clipped(rect(*_inner(3.6, 2.0)), paint)
    return finish(canvas.shrunk(), radius)
