"""Court figures: a half figure with robe, arms and attribute, met by itself turned upside down."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.cards import Card, Rank, Suit
from vision.tabletop.attributes import ATTRIBUTES, arm, fist
from vision.tabletop.decorate import BRAIDS, CLOTHS, braid, cloth
from vision.tabletop.heads import HEADS
from vision.tabletop.palettes import Inks, Palette
from vision.tabletop.pen import Canvas, Color, Points, cubic, ellipse, path, poly, rect, transform
from vision.tabletop.pips import PipStyle, draw_pip


@dataclass(frozen=True, slots=True)
class CourtStyle:
    """How a deck draws its courts. Lengths in millimetres.

    kind: "double" for two halves, "single" for one upright figure, "emblem" for a head and the sign alone.
    frame: half width and half height. ground: colour behind the figure, None for bare paper. split: slope of
    the line where the halves meet, 0 for level; belt: whether a braid covers it. line: outline width. ruled:
    whether a frame line is drawn (1), doubled (2) or left out (0). pip: height of the sign beside the head, 0
    for none. head: its scale. shoulders: height of the robe's outer edge at the frame, from the middle. seed:
    chooses robes, heads and attributes of all twelve figures.
    """

    palette: Palette = field(default_factory=Palette)
    kind: str = "double"
    frame: tuple[float, float] = (20.2, 36.8)
    ground: Color | None = None
    split: float = 0.0
    belt: bool = True
    line: float = 0.26
    ruled: int = 1
    frame_color: Color = (40, 82, 164)
    pip: float = 9.5
    head: float = 1.04
    shoulders: float = 10.5
    seed: int = 1

    @classmethod
    def random(
        cls, rng: np.random.Generator, palette: Palette, paper: Color, half_width: float, dark: bool
    ) -> CourtStyle:
        """A style for training; half_width is the room beside the index."""
        u = rng.uniform
        lines = (palette.line, palette.blue, palette.red)
        tint = tuple(int(0.86 * v + 0.14 * t) for v, t in zip(paper, palette.yellow, strict=True))
        return cls(
            palette=palette,
            kind=str(rng.choice(["double", "single", "emblem"], p=[0.88, 0.07, 0.05])),
            frame=(half_width, u(34.5, 38.8)),
            ground=(tint[0], tint[1], tint[2]) if not dark and rng.random() < 0.12 else None,
            split=float(rng.choice([0.0, u(-0.55, 0.55)], p=[0.6, 0.4])),
            belt=bool(rng.random() < 0.7),
            line=u(0.18, 0.36),
            ruled=int(rng.choice([0, 1, 2], p=[0.25, 0.55, 0.2])),
            frame_color=lines[int(rng.choice(3, p=[0.45, 0.4, 0.15]))],
            pip=float(rng.choice([0.0, u(6.5, 11.0)], p=[0.08, 0.92])),
            head=u(0.88, 1.14),
            shoulders=u(4.0, 13.0),
            seed=int(rng.integers(1 << 31)),
        )


def _curve(*p: tuple[float, float]) -> Points:
    a = np.array(p, float)
    return np.concatenate([a[:1], cubic(a[0], a[1], a[2], a[3], 24)])


def _flip(line: Points) -> Points:
    return line * (-1, 1)


def _against(ink: Inks, color: Color, *names: str) -> Color:
    """One of the named colours that is not `color`."""
    fit: list[Color] = [getattr(ink.palette, n) for n in names if getattr(ink.palette, n) != color]
    return fit[int(ink.rng.integers(len(fit)))]


_LOW = 40.0
"""Robes go on below the middle so far that any split line, or a single figure's foot, cuts through cloth."""


def _robe(c: Canvas, ink: Inks, width: float, shoulders: float, reach: float) -> None:
    p, w, rng = ink.palette, ink.line, ink.rng
    mantle, tunic, third = ((p.red, p.blue, p.yellow)[int(i)] for i in rng.permutation(3))
    wide = width + 1
    rise = -shoulders
    outer = path(
        f"M -6 -18 C -10 -17.6 {-width * 0.8} {rise - 5.5} {-wide} {rise} L {-wide} {_LOW} L {wide} {_LOW} "
        f"L {wide} {rise} C {width * 0.8} {rise - 5.5} 10 -17.6 6 -18 Z"
    )
    weave = str(rng.choice([k for k in CLOTHS if k != "checks"]))
    figure = _against(ink, mantle, "yellow", "white", "dark")
    c.clipped(
        outer, cloth(weave, mantle, figure, rng.uniform(2.4, 3.6), float(rng.choice([0, 45, 90])), reach)
    )
    c.stroke(outer, w, p.line)
    if rng.random() < 0.6:
        # Folds of the sleeves, from the shoulder down.
        for x in (0.62, 0.8):
            fold = _curve(
                (-width * x, rise - 2), (-width * x - 2, rise + 5), (-width * x, 4), (-width * x - 1.5, 12)
            )
            for line in (fold, _flip(fold)):
                c.stroke((line,), w * 0.9, p.line, closed=False)
    bulge = rng.uniform(8, 11.5)
    front = path(
        f"M -7.6 -17.5 C {-bulge - 1} -10 {-bulge} 0 {-bulge + 1} {_LOW} L {bulge - 1} {_LOW} "
        f"C {bulge} 0 {bulge + 1} -10 7.6 -17.5 Z"
    )
    figure = _against(ink, tunic, "yellow", "red", "dark")
    weave = str(rng.choice(CLOTHS))
    c.clipped(front, cloth(weave, tunic, figure, rng.uniform(2.2, 3.4), float(rng.choice([0, 45])), reach))
    c.stroke(front, w, p.line)
    ground = ink.color("white", "yellow")
    mark = ink.color("red", "blue", "dark")
    lapel = _curve((-6.2, -18), (-bulge - 1.2, -10), (-bulge, 0), (-bulge + 1, _LOW))
    motif = str(rng.choice(BRAIDS))
    for line in (lapel, _flip(lapel)):
        braid(c, line, 2.7, motif, ground, mark, p.line, w)
    if rng.random() < 0.7:
        hem = _curve((-6.5, -17.6), (-10, -17.2), (-width * 0.8, rise - 5), (-wide - 0.5, rise + 0.4))
        motif = str(rng.choice(BRAIDS))
        trim = ink.color("red", "blue", "dark")
        for line in (hem, _flip(hem)):
            braid(c, line, 2.3, motif, p.yellow, trim, p.line, w)
    kind = ink.pick("placket", "placket", "sash", "open")
    contrast = _against(ink, third, "white", "dark", "yellow")
    motif = str(rng.choice([m for m in BRAIDS if m != "plain"]))
    if kind == "placket":
        braid(c, np.array([[0, -17.0], [0, _LOW]]), 3.4, motif, third, contrast, p.line, w)
    elif kind == "sash":
        way = float(rng.choice([-1, 1]))
        braid(c, np.array([[-8.0 * way, -15.0], [9.0 * way, 14.0]]), 4.0, motif, third, contrast, p.line, w)
    else:
        for y in np.arange(-11.0, 12.0, 4.0):
            c.piece(ellipse(0, float(y), 0.75, steps=18), ground, p.line, w)


def _collar(c: Canvas, ink: Inks, rank: Rank) -> None:
    p, w = ink.palette, ink.line
    if rank is Rank.KING:
        fur = path("M -9.4 -17.6 C -7.5 -10.5 7.5 -10.5 9.4 -17.6 L 5 -20.4 C 3 -16.4 -3 -16.4 -5 -20.4 Z")
        c.piece(fur, p.white, p.line, w)
        for x, y in ((-7, -16.4), (-4.6, -14.4), (-1.6, -13.6), (1.6, -13.6), (4.6, -14.4), (7, -16.4)):
            c.fill(poly((x, y - 0.9), (x + 0.45, y + 0.7), (x, y + 0.35), (x - 0.45, y + 0.7)), p.line)
    elif rank is Rank.QUEEN:
        c.piece(path("M -6.6 -18.4 C -5 -11.8 5 -11.8 6.6 -18.4 L 3 -19.6 L -3 -19.6 Z"), p.skin, p.line, w)
        neckline = _curve((-6.6, -18.4), (-5, -11.8), (5, -11.8), (6.6, -18.4))
        if ink.rng.random() < 0.6:
            for x, y in neckline[3:-2:2]:
                c.piece(ellipse(float(x), float(y), 0.95, steps=18), p.white, p.line, w * 0.8)
        else:
            braid(c, neckline, 2.0, ink.pick("dots", "lozenges", "chain"), p.yellow, p.red, p.line, w)
            c.piece(poly((0, -15.6), (0.9, -14.4), (0, -13.0), (-0.9, -14.4)), p.red, p.line, w * 0.8)
    elif ink.rng.random() < 0.5:
        for side in (1, -1):
            flap = poly((0, -16), (side * -7.6, -15), (side * -5.4, -20), (side * -2, -19.4))
            c.piece(flap, p.white, p.line, w)
    else:
        for x in np.linspace(-5.6, 5.6, 8):
            y = -17.2 + 1.0 * (1 - (x / 5.6) ** 2)
            c.piece(ellipse(float(x), float(y), 1.1, 1.7, steps=20), p.white, p.line, w)


def _half(c: Canvas, ink: Inks, rank: Rank, style: CourtStyle, width: float) -> None:
    """The upper half figure, centred on the middle of the card, its attribute on the right."""
    rng, p = ink.rng, ink.palette
    lean = float(rng.uniform(0.4, 2.0))
    reach = 26.0 if style.kind == "double" else 45.0
    _robe(c, ink, width, style.shoulders + float(rng.uniform(-1.5, 1.5)), reach)
    c.piece(rect(lean * 0.5 - 2.5, -23, lean * 0.5 + 2.5, -16.4), p.skin, p.line, ink.line)
    _collar(c, ink, rank)
    turn = float(rng.uniform(0.5, 1.2) * rng.choice([-1, 1]))
    HEADS[rank](c.moved(lean, -24.2, style.head, float(rng.uniform(-4, 4))), ink, turn)
    sleeve = ink.color("red", "blue", "yellow")
    cuff = ink.color("white", "yellow")
    attribute = ATTRIBUTES[rank][int(rng.integers(len(ATTRIBUTES[rank])))]
    grip = (min(float(rng.uniform(11.5, 13.5)), width - 5), float(rng.uniform(-8.5, -6)))
    arm(c, ink, sleeve, cuff, grip, (width - 3.5, 5.5))
    attribute(c.moved(grip[0], grip[1], 1.0, float(rng.uniform(0, 9))), ink)
    fist(c, ink, grip)
    if rng.random() < 0.5:
        other = (float(rng.uniform(-8, -5)), float(rng.uniform(-6, -3)))
        arm(c, ink, sleeve, cuff, other, (-width + 4.5, 4.5))
        fist(c, ink, other)


def draw_court(canvas: Canvas, card: Card, style: CourtStyle, pips: PipStyle, pip_color: Color) -> None:
    """Draw a jack, queen or king with frame and signs, centred on the card; the index is not drawn.

    Raises ValueError for any other card.
    """
    rank, suit = card.rank, card.suit
    if rank is None or suit is None or rank not in HEADS:
        raise ValueError(f"{card} is not a court card")
    rng = np.random.default_rng([style.seed, int(rank), "CDHS".index(suit.value)])
    ink = Inks(style.palette, style.line, rng)
    fx, fy = style.frame
    frame = rect(-fx, -fy, fx, fy)
    # The lower half is copied from the upper one, so nothing need be drawn far below the split.
    low = fx * abs(style.split) + 3.0 if style.kind == "double" else fy
    if style.kind == "emblem":
        _emblem(canvas, ink, rank, suit, style, pips, pip_color)
    else:
        canvas.clipped(rect(-fx, -fy, fx, low), lambda c: _figure(c, ink, rank, suit, style, pips, pip_color))
    if style.kind == "double":
        _turn_over(canvas, style.split, low)
        if style.belt:
            canvas.clipped(rect(-fx, -low, fx, low), lambda c: _belt(c, ink, style))
    if style.ruled and style.kind != "emblem":
        canvas.stroke(frame, 0.3, style.frame_color)
        if style.ruled > 1:
            canvas.stroke(rect(-fx - 0.9, -fy - 0.9, fx + 0.9, fy + 0.9), 0.2, style.frame_color)


def _figure(
    c: Canvas, ink: Inks, rank: Rank, suit: Suit, style: CourtStyle, pips: PipStyle, pip_color: Color
) -> None:
    width, height = style.frame
    if style.ground is not None:
        c.fill(rect(-width, -height, width, height), style.ground)
    mirror = bool(ink.rng.random() < 0.25)
    if style.kind == "single":
        _half(c.moved(0, 10, 1.25, mirror=mirror), ink, rank, style, width / 1.25)
    else:
        _half(c.moved(mirror=mirror), ink, rank, style, width)
    if style.pip:
        side = 1.0 if mirror else -1.0
        at = (side * (width - style.pip * 0.62), -height + style.pip * 0.68)
        draw_pip(c, suit, pips, at, style.pip, pip_color)
        if style.kind == "single":
            draw_pip(c, suit, pips, (-at[0], -at[1]), style.pip, pip_color, down=True)


def _belt(c: Canvas, ink: Inks, style: CourtStyle) -> None:
    reach = style.frame[0]
    ground = ink.color("yellow", "white", "red", "blue")
    motif = ink.pick("dots", "lozenges", "zigzag", "chain", "waves")
    line = np.array([[-reach, -reach * style.split], [reach, reach * style.split]])
    mark = _against(ink, ground, "red", "blue", "yellow", "white")
    braid(c, line, 3.2, motif, ground, mark, ink.palette.line, style.line)


def _emblem(
    c: Canvas, ink: Inks, rank: Rank, suit: Suit, style: CourtStyle, pips: PipStyle, pip_color: Color
) -> None:
    """Only a head above a large sign, both halves or one of them, as on plain modern decks."""
    turn = float(ink.rng.choice([-1.0, 1.0]))
    if style.seed % 2:
        HEADS[rank](c.moved(0, -2, 1.7), ink, turn)
        return
    for angle in (0.0, 180.0):
        half = c.moved(angle=angle)
        again = Inks(ink.palette, ink.line, np.random.default_rng(style.seed + int(rank)))
        HEADS[rank](half.moved(0, -19, 1.25), again, turn)
    draw_pip(c, suit, pips, (0, 0), 14, pip_color)


def _turn_over(canvas: Canvas, slope: float, low: float) -> None:
    """Replace what is below the line y = slope · x by the upper part turned half a turn about the middle.

    low: the line stays within ±low millimetres of the middle.
    """
    image = canvas.image
    height = image.shape[0]
    start = max(0, int(canvas.matrix[1, 2] - low * canvas.matrix[1, 1]))
    target = image[start:]
    turned = cv2.flip(image[: height - start], -1)
    mask = np.zeros(target.shape[:2], np.uint8)
    far = 100.0
    below = poly((-far, -far * slope), (far, far * slope), (far, far * 3), (-far, far * 3))
    pixels = transform(below, canvas.matrix)[0] - (0, start)
    cv2.fillPoly(mask, [np.rint(pixels).astype(np.int32)], 255)
    cv2.copyTo(turned, mask, target)
