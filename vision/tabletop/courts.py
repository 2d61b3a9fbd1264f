"""Double-headed court figures: a half figure with robe, arms and attribute, met by itself turned upside down."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.cards import Card, Rank, Suit
from vision.tabletop.decorate import BRAIDS, CLOTHS, braid, cloth
from vision.tabletop.heads import HEADS, Inks, Palette
from vision.tabletop.pen import Canvas, Color, Path, Points, cubic, ellipse, path, poly, rect, star, transform, affine
from vision.tabletop.pips import PipStyle, draw_pip


@dataclass(frozen=True, slots=True)
class CourtStyle:
    """How a deck draws its courts. Lengths in millimetres.

    frame: half width and half height. split: slope of the line where the halves meet, 0 for level. line: outline
    width. ruled: whether a frame line is drawn (1), doubled (2) or left out (0). pip: height of the sign beside the
    head. seed: chooses robes, heads and attributes of all twelve figures.
    """

    palette: Palette = field(default_factory=Palette)
    frame: tuple[float, float] = (19.6, 36.6)
    split: float = 0.0
    line: float = 0.26
    ruled: int = 1
    frame_color: Color = (40, 82, 164)
    pip: float = 9.5
    seed: int = 1


def _curve(*p: tuple[float, float]) -> Points:
    a = np.array(p, float)
    return np.concatenate([a[:1], cubic(a[0], a[1], a[2], a[3], 24)])


def _flip(line: Points) -> Points:
    return line * (-1, 1)


def _robe(c: Canvas, ink: Inks, rank: Rank, width: float) -> None:
    p, w = ink.palette, ink.line
    colors: list[Color] = [p.red, p.blue, p.yellow, p.dark]
    order = ink.rng.permutation(3)
    mantle, tunic, third = (colors[i] for i in order)
    accent = p.yellow if p.yellow not in (mantle,) else p.red
    outer = path(
        f"M -6 -18 C -11 -17.4 -16 -14 {-width} -7 L {-width} 15 L {width} 15 L {width} -7 C 16 -14 11 -17.4 6 -18 Z"
    )
    kinds = [k for k in CLOTHS if k not in ("checks",)]
    c.clipped(outer, cloth(str(ink.rng.choice(kinds)), mantle, ink.color("dark", "white") if mantle == p.yellow else accent, ink.rng.uniform(2.4, 3.6), float(ink.rng.choice([0, 45, 90])), 30))
    c.stroke(outer, w, p.line)
    bulge = ink.rng.uniform(8, 11.5)
    front = path(f"M -7.6 -17.5 C {-bulge - 1} -10 {-bulge} 0 {-bulge + 1} 15 L {bulge - 1} 15 C {bulge} 0 {bulge + 1} -10 7.6 -17.5 Z")
    figure = p.yellow if tunic != p.yellow else ink.color("red", "dark")
    c.clipped(front, cloth(str(ink.rng.choice(CLOTHS)), tunic, figure, ink.rng.uniform(2.2, 3.4), float(ink.rng.choice([0, 45])), 30))
    c.stroke(front, w, p.line)
    motif, second = ink.rng.choice(BRAIDS, 2)
    ground = p.white if ink.rng.random() < 0.5 else p.yellow
    mark = ink.color("red", "blue", "dark")
    lapel = _curve((-6.2, -18), (-bulge - 1.2, -10), (-bulge, 0), (-bulge + 1, 15))
    for line in (lapel, _flip(lapel)):
        braid(c, line, 2.7, str(motif), ground, mark, p.line, w)
    shoulder = _curve((-6.5, -17.6), (-11, -17), (-15.5, -13.6), (-width - 0.5, -6))
    if ink.rng.random() < 0.7:
        for line in (shoulder, _flip(shoulder)):
            braid(c, line, 2.2, str(second), p.yellow, ink.color("red", "blue", "dark"), p.line, w)
    style = ink.pick("placket", "sash", "open", "placket")
    if style == "placket":
        braid(c, np.array([[0, -17.0], [0, 15]]), 3.4, str(ink.rng.choice(BRAIDS)), third, p.white if third != p.yellow else p.dark, p.line, w)
    elif style == "sash":
        way = float(ink.rng.choice([-1, 1]))
        braid(c, np.array([[-8.0 * way, -15.0], [9.0 * way, 14.0]]), 4.0, str(ink.rng.choice(BRAIDS)), third, p.white if third != p.yellow else p.dark, p.line, w)
    else:
        for y in (-11.0, -7.0, -3.0, 1.0, 5.0):
            c.piece(ellipse(0, y, 0.75, steps=18), ground, p.line, w)


def _collar(c: Canvas, ink: Inks, rank: Rank) -> None:
    p, w = ink.palette, ink.line
    if rank is Rank.KING:
        shape = path("M -9.4 -17.6 C -7.5 -10.5 7.5 -10.5 9.4 -17.6 L 5 -20.4 C 3 -16.4 -3 -16.4 -5 -20.4 Z")
        c.piece(shape, p.white, p.line, w)
        for x, y in ((-7, -16.4), (-4.6, -14.4), (-1.6, -13.6), (1.6, -13.6), (4.6, -14.4), (7, -16.4)):
            c.fill(path(f"M {x} {y - 0.9} L {x + 0.45} {y + 0.7} L {x} {y + 0.35} L {x - 0.45} {y + 0.7} Z"), p.line)
    elif rank is Rank.QUEEN:
        c.piece(path("M -6.6 -18.4 C -5 -11.8 5 -11.8 6.6 -18.4 L 3 -19.6 L -3 -19.6 Z"), p.skin, p.line, w)
        t = np.linspace(0.12, 0.88, 9)
        u = 1 - t
        xs = u**3 * -6.6 + 3 * u**2 * t * -5 + 3 * u * t**2 * 5 + t**3 * 6.6
        ys = (u**3 + t**3) * -18.4 + (3 * u**2 * t + 3 * u * t**2) * -11.8
        for x, y in zip(xs, ys, strict=True):
            c.piece(ellipse(float(x), float(y), 0.95, steps=18), p.white, p.line, w * 0.8)
    else:
        kind = ink.pick("points", "ruff")
        if kind == "points":
            for side in (path("M 0 -16 L -7.6 -15 L -5.4 -20 L -2 -19.4 Z"), path("M 0 -16 L 7.6 -15 L 5.4 -20 L 2 -19.4 Z")):
                c.piece(side, ink.palette.white, p.line, w)
        else:
            for x in np.linspace(-5.6, 5.6, 8):
                c.piece(ellipse(float(x), -17.2 + 1.0 * (1 - (x / 5.6) ** 2), 1.1, 1.7, steps=20), p.white, p.line, w)


def _arm(c: Canvas, ink: Inks, sleeve: Color, cuff: Color, grip: tuple[float, float], elbow: tuple[float, float]) -> None:
    """A forearm from the elbow to a fist at `grip`."""
    p, w = ink.palette, ink.line
    angle = math.degrees(math.atan2(grip[1] - elbow[1], grip[0] - elbow[0]))
    reach = math.hypot(grip[0] - elbow[0], grip[1] - elbow[1])
    f = c.moved(elbow[0], elbow[1], 1.0, angle)
    f.piece(path(f"M -4 -4.6 L {reach - 3.2} -2.5 L {reach - 3.2} 2.5 L -4 4.6 C -6 2 -6 -2 -4 -4.6 Z"), sleeve, p.line, w)
    for x in (0.28, 0.55):
        f.stroke(path(f"M {reach * x - 1} {-3.6 + 1.4 * x} Q {reach * x + 0.8} 0 {reach * x - 1} {3.6 - 1.4 * x}"), w * 0.8, p.line, closed=False)
    f.piece(path(f"M {reach - 4.2} -3 L {reach - 1.6} -2.7 L {reach - 1.6} 2.7 L {reach - 4.2} 3 Z"), cuff, p.line, w)


def _fist(c: Canvas, ink: Inks, grip: tuple[float, float]) -> None:
    p, w = ink.palette, ink.line
    h = c.moved(*grip)
    h.piece(rect(-2.3, -2.2, 2.3, 2.2, 1.6), p.skin, p.line, w)
    for y in (-0.8, 0.3, 1.3):
        h.stroke(path(f"M -2 {y} L 1 {y}"), w * 0.75, p.line, closed=False)


def _sword(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    c.piece(path("M -.85 -4 L -.85 -26 L 0 -29 L .85 -26 L .85 -4 Z"), p.white, p.line, w)
    c.stroke(path("M 0 -4 L 0 -26"), w * 0.7, p.blue, closed=False)
    c.piece(rect(-3.8, -4.4, 3.8, -2.9, 0.6), p.yellow, p.line, w)
    c.piece(rect(-0.8, -3, 0.8, 3.6), p.red, p.line, w)
    c.piece(ellipse(0, 4.4, 1.3), p.yellow, p.line, w)


def _sceptre(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    c.piece(rect(-0.6, -19, 0.6, 9), p.yellow, p.line, w)
    c.piece(ellipse(0, -21, 2.2), ink.color("red", "blue"), p.line, w)
    c.piece(rect(-2.4, -21.5, 2.4, -20.5), p.yellow, p.line, w * 0.8)
    c.piece(star(0, -25, 2.2, 0.7, 4), p.yellow, p.line, w)


def _orb(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    c.piece(ellipse(0, -5, 3.6), ink.color("yellow", "blue"), p.line, w)
    c.piece(rect(-3.6, -5.6, 3.6, -4.4), p.red, p.line, w * 0.8)
    c.piece(path("M -.6 -8.6 L -.6 -10.4 L -2 -10.4 L -2 -11.6 L -.6 -11.6 L -.6 -13.4 L .6 -13.4 L .6 -11.6 L 2 -11.6 L 2 -10.4 L .6 -10.4 L .6 -8.6 Z"), p.yellow, p.line, w)


def _flower(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    green = (46, 128, 72) if p.red[0] > p.red[1] + 60 else p.blue
    c.stroke(path("M 0 5 C .6 0 -.8 -5 0 -10"), w * 3, p.line, closed=False)
    c.stroke(path("M 0 5 C .6 0 -.8 -5 0 -10"), w * 1.4, green, closed=False)
    for side, y in ((-1, -4.0), (1, -6.4)):
        c.moved(0, y, mirror=side < 0).piece(path("M 0 0 C 1 -2.4 3 -2.6 4 -2.2 C 3.6 -.6 2 .6 0 0 Z"), green, p.line, w * 0.8)
    petal, heart = ink.color("red", "white", "yellow"), p.yellow
    kind = ink.pick("daisy", "tulip", "rose")
    if kind == "tulip":
        c.piece(path("M -2.4 -14.6 L -1.2 -12.8 L 0 -15.2 L 1.2 -12.8 L 2.4 -14.6 C 2.8 -11.6 1.8 -9.8 0 -9.6 C -1.8 -9.8 -2.8 -11.6 -2.4 -14.6 Z"), petal, p.line, w)
        return
    count = 6 if kind == "daisy" else 5
    for i in range(count):
        a = i * 2 * math.pi / count
        c.piece(ellipse(2.1 * math.cos(a), -12 + 2.1 * math.sin(a), 1.45 if kind == "daisy" else 1.8, steps=20), petal, p.line, w)
    c.piece(ellipse(0, -12, 1.2, steps=20), heart if petal != heart else p.red, p.line, w)


def _fan(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    blade, rib = ink.color("red", "blue", "yellow"), p.white
    for i in range(7):
        c.moved(angle=(i - 3) * 15).piece(path("M 0 0 L -1.2 -9 Q 0 -10.4 1.2 -9 Z"), blade if i % 2 else rib, p.line, w)


def _halberd(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    c.piece(rect(-0.6, -23, 0.6, 12), p.yellow, p.line, w)
    c.piece(path("M -.6 -16 C 2 -15.6 4.6 -14 5.4 -12.6 C 5.8 -16 5.8 -18.6 5.4 -21.4 C 4.6 -20 2 -18.8 -.6 -18.6 Z"), p.white, p.line, w)
    c.piece(path("M -.6 -16.2 L -3.6 -17.3 L -.6 -18.4 Z"), p.white, p.line, w)
    c.piece(path("M -.9 -22.6 L 0 -28 L .9 -22.6 Z"), p.white, p.line, w)


def _staff(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    c.piece(rect(-0.7, -24, 0.7, 12), ink.color("yellow", "red"), p.line, w)
    for y in (-20.0, -14.0, -8.0, 8.0):
        c.piece(rect(-1.1, y, 1.1, y + 1.4), p.white, p.line, w * 0.8)
    c.piece(ellipse(0, -25.2, 1.7), p.yellow, p.line, w)


def _leaf(c: Canvas, ink: Inks) -> None:
    p, w = ink.palette, ink.line
    c.piece(path("M 0 4 C -5 -1 -5 -8 0 -14 C 5 -8 5 -1 0 4 Z"), ink.color("yellow", "blue", "red"), p.line, w)
    c.stroke(path("M 0 5 L 0 -12"), w, p.line, closed=False)
    for y in (-8.0, -5.0, -2.0):
        c.stroke(path(f"M -2.6 {y - 1.6} L 0 {y} L 2.6 {y - 1.6}"), w * 0.7, p.line, closed=False)


_ATTRIBUTES: dict[Rank, tuple[Callable[[Canvas, Inks], None], ...]] = {
    Rank.JACK: (_halberd, _staff, _leaf),
    Rank.QUEEN: (_flower, _flower, _flower, _fan),
    Rank.KING: (_sword, _sword, _sceptre, _orb),
}


def _half(c: Canvas, ink: Inks, rank: Rank, width: float) -> None:
    """The upper half figure; its robe goes on below the middle so that any split line cuts through cloth."""
    rng = ink.rng
    lean = float(rng.uniform(0.6, 2.2))
    _robe(c, ink, rank, width)
    p = ink.palette
    c.piece(rect(lean * 0.5 - 2.5, -23, lean * 0.5 + 2.5, -16.4), p.skin, p.line, ink.line)
    _collar(c, ink, rank)
    turn = float(rng.uniform(0.5, 1.2) * rng.choice([-1, 1]))
    scale = 1.0 if rank is not Rank.QUEEN else 0.97
    HEADS[rank](c.moved(lean, -24.6, scale, float(rng.uniform(-4, 4))), ink, turn)
    sleeve = ink.color("red", "blue", "yellow")
    cuff = p.white if rng.random() < 0.6 else p.yellow
    attribute = _ATTRIBUTES[rank][int(rng.integers(len(_ATTRIBUTES[rank])))]
    grip = (float(rng.uniform(11.5, 13.5)), float(rng.uniform(-8.5, -6)))
    _arm(c, ink, sleeve, cuff, grip, (width - 3.5, 5.5))
    attribute(c.moved(grip[0], grip[1], 1.0, float(rng.uniform(0, 9))), ink)
    _fist(c, ink, grip)
    if rng.random() < 0.5:
        other = (float(rng.uniform(-8, -5)), float(rng.uniform(-6, -3)))
        _arm(c, ink, sleeve, cuff, other, (-width + 4.5, 4.5))
        _fist(c, ink, other)


def draw_court(canvas: Canvas, card: Card, style: CourtStyle, pips: PipStyle, pip_color: Color, paper: Color) -> None:
    """Draw a jack, queen or king with its frame and signs, centred on the card; the index is not drawn."""
    rank, suit = card.rank, card.suit
    if rank is None or suit is None or rank not in HEADS:
        raise ValueError(f"{card} is not a court card")
    rng = np.random.default_rng([style.seed, int(rank), "CDHS".index(suit.value)])
    ink = Inks(style.palette, style.line, rng)
    fx, fy = style.frame
    frame = rect(-fx, -fy, fx, fy)
    mirror = suit in (Suit.HEARTS, Suit.CLUBS) and rng.random() < 0.3

    def figure(c: Canvas) -> None:
        _half(c.moved(mirror=False), ink, rank, fx)
        side = -1.0 if not mirror else -1.0
        draw_pip(c, suit, pips, (side * (fx - style.pip * 0.62), -fy + style.pip * 0.68), style.pip, pip_color)

    canvas.clipped(frame, figure)
    _turn_over(canvas, style.split)
    slope = style.split
    ends = np.array([[-fx, -fx * slope], [fx, fx * slope]])
    motif = str(rng.choice(BRAIDS))
    belt = [style.palette.yellow, style.palette.white, style.palette.red][int(rng.integers(3))]
    mark = style.palette.blue if belt != style.palette.white else style.palette.red

    def sash(c: Canvas) -> None:
        braid(c, ends, 3.2, motif, belt, mark, style.palette.line, style.line)

    canvas.clipped(frame, sash)
    if style.ruled:
        canvas.stroke(frame, 0.3, style.frame_color)
    if style.ruled > 1:
        canvas.stroke(rect(-fx - 0.9, -fy - 0.9, fx + 0.9, fy + 0.9), 0.2, style.frame_color)


def _turn_over(canvas: Canvas, slope: float) -> None:
    """Replace what is below the line y = slope · x by the upper part turned half a turn about the middle."""
    image = canvas.image
    turned = cv2.flip(image, -1)
    mask = np.zeros(image.shape[:2], np.uint8)
    far = 100.0
    below = poly((-far, -far * slope), (far, far * slope), (far, far * 3), (-far, far * 3))
    pixels = np.rint(transform(below, canvas.matrix)[0]).astype(np.int32)
    cv2.fillPoly(mask, [pixels], 255)
    cv2.copyTo(turned, mask, image)
