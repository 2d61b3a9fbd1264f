"""The four suit signs as outlines, in variants, and where they stand on a number card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.cards import Suit
from vision.tabletop.pen import Canvas, Color, Path, ellipse, path, poly


@dataclass(frozen=True, slots=True)
class PipStyle:
    """Shape of the suit signs; every sign is one unit high and centred on the origin.

    heart: width of heart and spade. cleft: depth of the heart's notch. waist: how far the heart's sides
    bulge. diamond: width; hollow: how far its sides curve inward. lobe: radius of the club's leaves, spread:
    how far the side leaves stand apart. foot: width of the stem's base; flare: 0 for straight stems, 1 for
    curved ones.
    """

    heart: float = 0.92
    cleft: float = 0.17
    waist: float = 0.24
    diamond: float = 0.78
    hollow: float = 0.07
    lobe: float = 0.232
    spread: float = 0.26
    foot: float = 0.36
    flare: float = 1.0

    @classmethod
    def random(cls, rng: np.random.Generator) -> PipStyle:
        """A style within the range of shapes seen on printed decks."""
        u = rng.uniform
        return cls(
            heart=u(0.8, 1.02),
            cleft=u(0.1, 0.24),
            waist=u(0.12, 0.34),
            diamond=u(0.66, 0.95),
            hollow=float(rng.choice([0.0, u(0.0, 0.14)])),
            lobe=u(0.21, 0.255),
            spread=u(0.235, 0.29),
            foot=u(0.24, 0.5),
            flare=u(0.2, 1.2),
        )


def _mirrored(half: str) -> Path:
    """A contour from its right half, given from the top of the axis to its bottom."""
    right = path(half)[0]
    return (np.concatenate([right, right[::-1] * (-1, 1)]),)


@lru_cache(maxsize=256)
def pip_parts(suit: Suit, style: PipStyle) -> tuple[Path, ...]:
    """Outlines whose union is the sign: unit height, centre at the origin, y down."""
    if suit is Suit.DIAMONDS:
        w, k = style.diamond / 2, style.hollow
        if k < 0.01:
            return (poly((0, -0.5), (w, 0), (0, 0.5), (-w, 0)),)
        q = 0.5 - k
        return (
            path(
                f"M 0 -.5 Q {w * q} {-0.5 * q} {w} 0 Q {w * q} {0.5 * q} 0 .5 "
                f"Q {-w * q} {0.5 * q} {-w} 0 Q {-w * q} {-0.5 * q} 0 -.5 Z"
            ),
        )
    w = style.heart / 2
    if suit is Suit.HEARTS:
        return (
            _mirrored(
                f"M 0 {-0.5 + style.cleft} C {0.08 * w} "
                f"{-0.5 + style.cleft * 0.4} {0.28 * w} -.5 {0.52 * w} -.5 "
                f"C {0.84 * w} -.5 {w} {-0.5 + 0.14} {w} {-0.5 + 0.29} C {w} {0.08 * style.waist / 0.24} "
                f"{0.2 + 0.2 * (style.waist - 0.24)} {0.5 - style.waist} 0 .5"
            ),
        )
    stem = _stem(style, 0.05 if suit is Suit.SPADES else 0.0)
    if suit is Suit.SPADES:
        blade = _mirrored(
            f"M 0 -.5 C {0.2 * w} {-0.5 + style.waist * 0.95} {w} {-0.07 * style.waist / 0.24} {w} .14 "
            f"C {w} .27 {0.8 * w} .345 {0.56 * w} .345 C {0.3 * w} .345 {0.12 * w} .26 0 .18"
        )
        return (blade, stem)
    r, d = style.lobe, style.spread
    return (
        ellipse(0, -0.5 + r, r),
        ellipse(-d, 0.1, r),
        ellipse(d, 0.1, r),
        poly((0, -0.3), (0.16, 0.05), (0, 0.2), (-0.16, 0.05)),
        stem,
    )


def _stem(style: PipStyle, top: float) -> Path:
    f, bend = style.foot / 2, style.flare
    thin = 0.025 + 0.02 * (1 - min(bend, 1.0))
    inner = thin + (f - thin) * (1 - bend) * 0.5
    return _mirrored(f"M 0 {top} L {thin} {top} C {thin} .28 {inner} .44 {f} .5 L 0 .5")


def draw_pip(
    canvas: Canvas,
    suit: Suit,
    style: PipStyle,
    at: tuple[float, float],
    height: float,
    color: Color,
    down: bool = False,
) -> None:
    """Draw one sign centred on `at`, `height` millimetres high, upside down where `down`."""
    place = canvas.moved(at[0], at[1], height, 180.0 if down else 0.0)
    for part in pip_parts(suit, style):
        place.fill(part, color)


def positions(rank: int) -> list[tuple[float, float]]:
    """Places of the signs on a 2 to 10: x in columns −1, 0, 1; y from −1 (top row) to 1 (bottom row).

    Signs with y > 0 stand upside down.
    """
    sides = {4: (-1, 1), 5: (-1, 1), 6: (-1, 0, 1), 7: (-1, 0, 1), 8: (-1, 0, 1)}
    middle = {2: (-1, 1), 3: (-1, 0, 1), 5: (0,), 7: (-0.5,), 8: (-0.5, 0.5), 9: (0,), 10: (-2 / 3, 2 / 3)}
    if not 2 <= rank <= 10:
        raise ValueError(f"no number card has rank {rank}")
    rows: tuple[float, ...] = sides.get(rank, (-1, -1 / 3, 1 / 3, 1) if rank >= 9 else ())
    return [(x, y) for x in (-1.0, 1.0) for y in rows] + [(0.0, y) for y in middle.get(rank, ())]
