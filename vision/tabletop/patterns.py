"""The patterns of card backs: each paints a whole card in three colours, from a generator of chance."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from companion.cards import Suit
from vision.tabletop.decorate import rosette, spiral
from vision.tabletop.pen import (
    Canvas,
    Color,
    Path,
    Points,
    affine,
    ellipse,
    path,
    poly,
    rect,
    star,
    transform,
)
from vision.tabletop.pips import PipStyle, pip_parts

Colors = tuple[Color, Color, Color]
"""Ground, first and second figure colour."""

Painter = Callable[[Canvas, np.random.Generator, Colors], None]

_REACH = 70.0
"""Beyond the corner of the card from its middle, whatever the angle."""


def _lines(step: float, width: float, shift: float = 0.0) -> Path:
    """Upright bars over the whole card, their middles `shift` beside the multiples of `step`."""
    n = math.ceil(_REACH / step)
    middles = [i * step + shift for i in range(-n, n + 1)]
    return tuple(rect(x - width / 2, -_REACH, x + width / 2, _REACH)[0] for x in middles)


def _places(step_x: float, step_y: float, stagger: bool = True) -> list[tuple[float, float]]:
    """A grid over the card that is the same upside down."""
    nx, ny = math.ceil(36 / step_x), math.ceil(50 / step_y)
    shift = 0.5 if stagger else 0.0
    return [
        ((i + (j % 2) * shift) * step_x, j * step_y) for j in range(-ny, ny + 1) for i in range(-nx, nx + 1)
    ]


def _repeat(motif: Path, places: list[tuple[float, float]]) -> Path:
    return tuple(contour + np.array(at) for at in places for contour in motif)


def motif(rng: np.random.Generator, size: float) -> Path:
    """A small sign within a circle of radius `size`."""
    k = float(rng.uniform(0.35, 0.6))
    points = int(rng.choice([4, 5, 6, 8]))
    kind = int(rng.integers(8))
    if kind == 0:
        return ellipse(0, 0, size * 0.8)
    if kind == 1:
        return poly((-size * k * 1.6, 0), (0, -size), (size * k * 1.6, 0), (0, size))
    if kind == 2:
        return star(0, 0, size, size * k, points)
    if kind == 3:
        return rosette(0, 0, size, size * k, points)
    if kind == 4:
        return rect(-size * 0.7, -size * 0.7, size * 0.7, size * 0.7)
    if kind == 5:
        return (*ellipse(0, 0, size), *ellipse(0, 0, size * (0.4 + k * 0.6)))
    if kind == 6:
        suit = list(Suit)[int(rng.integers(4))]
        return transform(pip_parts(suit, PipStyle())[0], affine(scale=1.6 * size))
    arm = size * 0.3
    cross = [(-arm, -size), (arm, -size), (arm, -arm), (size, -arm), (size, arm), (arm, arm)]
    return poly(*cross, *((-x, -y) for x, y in cross))


def lattice(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Two families of crossing lines, sometimes doubled, sometimes with a sign in every mesh."""
    _, first, second = colors
    step, width = float(rng.uniform(2.2, 7.0)), float(rng.uniform(0.25, 1.2))
    angle = float(rng.choice([45.0, 30.0, 60.0, 0.0, 55.0]))
    bars = _lines(step, min(width, step * 0.4))
    for turn in (angle, -angle) if angle else (0.0, 90.0):
        c.moved(angle=turn).fill(bars, first)
    if rng.random() < 0.35:
        thin = (*_lines(step, width * 0.35, step * 0.22), *_lines(step, width * 0.35, -step * 0.22))
        for turn in (angle, -angle) if angle else (0.0, 90.0):
            c.moved(angle=turn).fill(thin, second)


def meshes(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Lozenges in rows with a sign in each, the back of countless casino decks."""
    _, first, second = colors
    w, h = float(rng.uniform(3.5, 9)), float(rng.uniform(5, 13))
    fill = float(rng.uniform(0.72, 0.94))
    cell = poly((0, -h / 2 * fill), (w / 2 * fill, 0), (0, h / 2 * fill), (-w / 2 * fill, 0))
    places = _places(w, h / 2)
    c.fill(_repeat(cell, places), first)
    inner = motif(rng, min(w, h) * float(rng.uniform(0.12, 0.24)))
    c.fill(_repeat(inner, places), colors[0] if rng.random() < 0.5 else second)


def all_over(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Small signs on a grid, two kinds taking turns at times."""
    _, first, second = colors
    step = float(rng.uniform(3.0, 10.0))
    size = step * float(rng.uniform(0.25, 0.46))
    stagger = bool(rng.random() < 0.75)
    rise = step * float(rng.uniform(0.5, 0.9)) if stagger else step
    places = _places(step, rise, stagger)
    c.fill(_repeat(motif(rng, size), places), first)
    if rng.random() < 0.5:
        c.fill(_repeat(motif(rng, size * 0.4), places), second)
    elif not stagger:
        between = [(x + step / 2, y + step / 2) for x, y in places]
        c.fill(_repeat(motif(rng, size * 0.6), between), second)


def stripes(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Bars of one or two colours at some angle, at times of three widths."""
    _, first, second = colors
    step, angle = float(rng.uniform(2.5, 12)), float(rng.choice([0, 90, 45, -45, 20]))
    turned = c.moved(angle=angle)
    turned.fill(_lines(step, step * float(rng.uniform(0.2, 0.6))), first)
    if rng.random() < 0.5:
        turned.fill(_lines(step, step * 0.12, step / 2), second)


def plaid(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """A tartan: see-through bars of several widths that cross."""
    _, first, second = colors
    step = float(rng.uniform(8, 20))
    bars = [
        (float(rng.uniform(0, step / 2)), float(rng.uniform(0.4, step * 0.35)), col)
        for col in (first, second, first)
    ]
    base = c.image.astype(np.uint16)
    angle = float(rng.choice([0.0, 45.0]))
    for turn in (angle, angle + 90.0):
        layer = Canvas(c.image.copy(), c.matrix, c.supersample).moved(angle=turn)
        for offset, width, color in bars:
            for shift in (offset, -offset):
                layer.fill(_lines(step, width, shift), color)
        base = base + layer.image
    c.image[:] = (base // 3).astype(np.uint8)


def argyle(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Large lozenges in two colours with fine lines across."""
    _, first, second = colors
    w, h = float(rng.uniform(9, 17)), float(rng.uniform(13, 24))
    cell = poly((0, -h / 2), (w / 2, 0), (0, h / 2), (-w / 2, 0))
    rows = _places(w, h, stagger=False)
    c.fill(_repeat(cell, rows), first)
    if rng.random() < 0.5:
        c.fill(_repeat(cell, [(x + w / 2, y + h / 2) for x, y in rows[::2]]), second)
    outline = _repeat(cell, [(x + w / 2, y) for x, y in rows])
    c.stroke(outline, 0.3, second if second != first else colors[0])


def scallops(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Overlapping fans like fish scales or waves; the lower half looks the other way."""
    ground, first, second = colors
    r = float(rng.uniform(3.0, 9.0))
    rings = [1.0, 0.8, 0.55, 0.3][: int(rng.integers(2, 5))]

    def paint(half: Canvas) -> None:
        for y in np.arange(-50, 4 * r, r / 2):
            row = round((y + 50) / (r / 2))
            for x in np.arange(-36 + (row % 2) * r, 40, 2 * r):
                for i, k in enumerate(rings):
                    half.fill(
                        ellipse(float(x), float(y) + r, r * k, steps=28), (first, ground, second)[i % 3]
                    )

    paint(c)
    c.clipped(rect(-40, 0, 40, 50), lambda low: paint(low.moved(angle=180)))


def weave(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Basket work, or herring-bone where the bars lean."""
    _, first, second = colors
    n, w = int(rng.integers(2, 5)), float(rng.uniform(0.7, 1.6))
    cell = n * w * 1.35
    lean = float(rng.choice([0.0, 45.0]))
    turned = c.moved(angle=lean)
    for j in range(-math.ceil(_REACH / cell), math.ceil(_REACH / cell) + 1):
        for i in range(-math.ceil(_REACH / cell), math.ceil(_REACH / cell) + 1):
            block = turned.moved(i * cell, j * cell, angle=90.0 * ((i + j) % 2))
            offsets = (np.arange(n) - (n - 1) / 2) * cell / n
            bars = tuple(rect(-cell * 0.46, o - w / 2, cell * 0.46, o + w / 2)[0] for o in offsets)
            block.fill(bars, first if (i + j) % 2 else second)


def truchet(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Quarter rings joined by chance into loops, the lower half repeating the upper one upside down."""
    _, first, _ = colors
    cell, width = float(rng.uniform(4, 9)), float(rng.uniform(0.5, 1.8))
    a = np.linspace(0, math.pi / 2, 10)
    arc = np.stack([np.cos(a), np.sin(a)], 1) * cell / 2
    nx, ny = math.ceil(34 / cell), math.ceil(46 / cell)
    arcs: list[Points] = []
    for j in range(ny):
        for i in range(-nx, nx):
            corner = np.array([i * cell, j * cell])
            if rng.random() < 0.5:
                arcs += [corner + arc, corner + cell - arc]
            else:
                flipped = arc * (-1, 1)
                arcs += [corner + np.array([cell, 0]) + flipped, corner + np.array([0, cell]) - flipped]
    for angle in (0.0, 180.0):
        c.moved(angle=angle).stroke(tuple(arcs), width, first, closed=False)


def rays(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Beams from the middle, with rings or a disc over them."""
    ground, first, second = colors
    count = int(rng.choice([12, 16, 24, 36, 60]))
    for i in range(count):
        c.moved(angle=360 / count * i).fill(
            poly(
                (0, 0),
                (_REACH * math.tan(math.pi / count / 2), -_REACH),
                (-_REACH * math.tan(math.pi / count / 2), -_REACH),
            ),
            first,
        )
    for r in sorted(rng.uniform(4, 22, int(rng.integers(1, 4))), reverse=True):
        c.fill(ellipse(0, 0, float(r) + 1.2, steps=60), ground)
        c.fill(ellipse(0, 0, float(r), steps=60), second)
    c.fill(motif(rng, 4.0), ground)


def nested(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Frame within frame down to the middle."""
    step = float(rng.uniform(1.4, 5.0))
    corner = float(rng.choice([0.0, rng.uniform(1, 6)]))
    for k in range(1, int(29 / step)):
        inset = k * step
        color = colors[1 + (k // 2) % 2] if k % 2 else colors[0]
        c.fill(
            rect(inset - 31.5, inset - 44, 31.5 - inset, 44 - inset, max(corner - inset * 0.2, 0.0)), color
        )


def guilloche(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Bank-note rosettes: many thin curves turned against each other."""
    _, first, second = colors
    width = float(rng.uniform(0.15, 0.4))
    apart = float(rng.uniform(12, 26))
    for centre in (0.0,) if rng.random() < 0.5 else (-apart, apart, 0.0):
        petals, count = int(rng.integers(5, 17)), int(rng.integers(8, 20))
        outer, inner = float(rng.uniform(18, 48)), float(rng.uniform(2, 14))
        for i in range(count):
            curve = rosette(0, 0, outer, inner, petals, i * 2 * math.pi / petals / count)
            c.moved(0, centre).stroke(curve, width, first if i % 2 else second)


def moire(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Sets of fine waves laid over each other, as around the edges of share papers."""
    _, first, second = colors
    step, swing, period = (
        float(rng.uniform(0.9, 2.2)),
        float(rng.uniform(0.6, 4.0)),
        float(rng.uniform(6, 24)),
    )
    x = np.linspace(-46, 46, 160)
    for angle, color in ((0.0, first), (90.0, second)):
        waves = tuple(
            np.stack([x, y + swing * np.sin(2 * math.pi * x / period)], 1) for y in np.arange(-50, 50, step)
        )
        c.moved(angle=angle).stroke(waves, step * 0.3, color, closed=False)


def scrolls(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Spirals and leaves, the same in all four quarters."""
    _, first, second = colors
    u = rng.uniform
    quarters = [c, c.moved(mirror=True), c.moved(angle=180), c.moved(angle=180, mirror=True)]
    for _ in range(int(rng.integers(6, 16))):
        x, y, r, start = float(u(2, 26)), float(u(2, 38)), float(u(3, 11)), float(u(0, 6.28))
        width, hand = float(u(0.4, 1.3)), int(rng.choice([-1, 1]))
        line = (spiral(x, y, r, float(u(1, 2.6)), start, hand),)
        for quarter in quarters:
            quarter.stroke(line, width, first, closed=False)
            tip = quarter.moved(
                x + r * math.cos(start), y + r * math.sin(start), r * 0.5, math.degrees(start)
            )
            tip.fill(path("M 0 0 Q .5 -.6 1.1 0 Q .5 .6 0 0 Z"), second)
            quarter.fill(ellipse(x, y, width * 1.1, steps=18), second)


def vines(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Leafy stems that wind up the card side by side, with blossoms."""
    _, first, second = colors
    columns = int(rng.integers(2, 6))
    gap = 63 / columns
    swing, period = gap * float(rng.uniform(0.2, 0.4)), float(rng.uniform(14, 30))
    y = np.linspace(-46, 46, 120)
    leaf = path("M 0 0 C 1 -1.6 3 -1.8 4.6 -.4 C 3.2 1 1.4 1.2 0 0 Z")
    size, petals = float(rng.uniform(0.6, 1.3)), int(rng.choice([5, 6, 8]))
    for k in range(columns):
        middle = (k + 0.5) * gap - 31.5
        phase = math.pi * (k % 2)
        x = middle + swing * np.sin(2 * math.pi * y / period + phase)
        c.stroke((np.stack([x, y], 1),), 0.6, first, closed=False)
        for i in range(6, 114, 6):
            side = 1 if (i // 6) % 2 else -1
            place = c.moved(float(x[i]), float(y[i]), size, 30.0 * side, mirror=side < 0)
            if (i // 6) % 3:
                place.fill(leaf, first)
            else:
                place.fill(rosette(2.6, 0, 2.6, 1.2, petals), second)


def damask(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Smooth noise cut at a level, or in bands, and mirrored into all quarters."""
    _, first, second = colors
    h, w = c.image.shape[:2]
    cells = (int(rng.integers(5, 16)), int(rng.integers(4, 12)))
    small = (w // 8 + 1, h // 8 + 1)
    noise = cv2.resize(rng.random(cells).astype(np.float32), small, interpolation=cv2.INTER_CUBIC)
    half = np.concatenate([noise, noise[::-1]], 0)
    full = cv2.resize(np.concatenate([half, half[:, ::-1]], 1), (w, h), interpolation=cv2.INTER_LINEAR)
    bands = int(rng.choice([0, 0, 3, 5]))
    if bands:
        on = np.floor(full * bands * 2).astype(np.int32) % 2 == 0
        cv2.copyTo(np.full_like(c.image, first), on.astype(np.uint8), c.image)
        return
    cv2.copyTo(np.full_like(c.image, first), (full > 0.5).astype(np.uint8), c.image)
    cv2.copyTo(np.full_like(c.image, second), (np.abs(full - 0.58) < 0.03).astype(np.uint8), c.image)


def gradient(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """A soft picture, as on photo backs; it need not look the same upside down."""
    h, w = c.image.shape[:2]
    few = rng.random((int(rng.integers(2, 7)), int(rng.integers(2, 6)))).astype(np.float32)
    mix = cv2.resize(few, (w // 16, h // 16), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.5:
        # Coarse grain over the large shapes makes it a picture of something.
        fine = rng.random((h // 64 + 2, w // 64 + 2)).astype(np.float32) - 0.5
        mix = mix + 0.35 * cv2.resize(fine, (w // 16, h // 16), interpolation=cv2.INTER_CUBIC)
    mix = np.clip(mix, 0, 1)[..., None]
    a, b, d = (np.array(k, np.float32) for k in colors)
    soft = np.where(mix < 0.5, a + (b - a) * 2 * mix, b + (d - b) * (2 * mix - 1))
    c.image[:] = cv2.resize(np.clip(soft, 0, 255).astype(np.uint8), (w, h), interpolation=cv2.INTER_LINEAR)


def solid(c: Canvas, rng: np.random.Generator, colors: Colors) -> None:
    """Nothing but ground, with a sign in the middle at most."""
    ground, mark = colors[:2]
    if sum(ground) > 600:
        # A plain pale back would look like a blank face.
        ground, mark = mark, ground
        c.fill(rect(-_REACH, -_REACH, _REACH, _REACH), ground)
    if rng.random() < 0.6:
        c.fill(motif(rng, float(rng.uniform(4, 14))), mark)


PATTERNS: tuple[tuple[Painter, float], ...] = (
    (lattice, 0.13),
    (meshes, 0.11),
    (all_over, 0.12),
    (stripes, 0.05),
    (plaid, 0.04),
    (argyle, 0.03),
    (scallops, 0.04),
    (weave, 0.03),
    (truchet, 0.03),
    (rays, 0.04),
    (nested, 0.03),
    (guilloche, 0.08),
    (moire, 0.04),
    (scrolls, 0.09),
    (vines, 0.04),
    (damask, 0.06),
    (gradient, 0.05),
    (solid, 0.03),
)
"""Every pattern and how often it is drawn."""
