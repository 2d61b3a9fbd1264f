"""Pictures the app draws itself: cards, felt, wood, soft shadows. Arrays of RGBA bytes, top row first.

Shapes come from signed distances (negative inside), so that their edges are smooth at any size.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ui.theme import RGBA, Palette

Pixels: TypeAlias = NDArray[np.uint8]
Plane: TypeAlias = NDArray[np.float64]

CARD_SIZE = (252, 352)
"""Width and height of a card picture in pixels: 63 × 88 mm at 4 pixels a millimetre."""
CORNER = 18.0
SHADOW_MARGIN = 0.16
"""How far a card's shadow picture reaches beyond the card, as a part of its width."""


def card_face(palette: Palette) -> Pixels:
    """An empty card: ivory, a little lighter at the top, with a fine edge."""
    width, height = CARD_SIZE
    picture = _blank(width, height, palette.card_edge)
    distance = _rounded_box(width, height, CORNER)
    shade = np.linspace(1.0, 0.965, height)[:, None, None]
    ground = np.broadcast_to(np.asarray(palette.card[:3]) * shade, (height, width, 3))
    _lay(picture, ground, _cover(distance))
    _lay(picture, palette.card_edge, _cover(np.abs(distance + 2.0) - 1.6))
    return _bytes(picture)


def card_wild(palette: Palette) -> Pixels:
    """A card laid as a wild: the empty card in a golden frame."""
    width, height = CARD_SIZE
    picture = card_face(palette).astype(np.float64) / 255
    distance = _rounded_box(width, height, CORNER)
    _lay(picture, palette.wild, _cover(np.abs(distance + 9.0) - 9.0))
    _lay(picture, palette.card_edge, 0.9 * _cover(np.abs(distance + 1.0) - 1.0))
    return _bytes(picture)


def card_back(palette: Palette) -> Pixels:
    """A card's back: a brass lattice on burgundy in an ivory border, an open medallion in the middle."""
    width, height = CARD_SIZE
    picture = _blank(width, height, palette.card_edge)
    distance = _rounded_box(width, height, CORNER)
    _lay(picture, palette.card, _cover(distance))
    _lay(picture, palette.card_edge, _cover(np.abs(distance + 2.0) - 1.6))
    inner = distance + 15.0
    _lay(picture, palette.back, _cover(inner))
    x, y = _grid(width, height)
    pitch = 30.0
    along, across = (x / 1.0 + y / 1.4), (x / 1.0 - y / 1.4)
    lattice = np.minimum(_to_lines(along, pitch), _to_lines(across, pitch)) - 1.1
    knots = np.hypot(_to_lines(along, pitch), _to_lines(across, pitch)) - 4.4
    hearts = np.hypot(_to_lines(along + pitch / 2, pitch), _to_lines(across + pitch / 2, pitch)) - 3.0
    pattern = np.maximum(np.minimum(np.minimum(lattice, knots), hearts), inner + 9.0)
    _lay(picture, palette.back_line, 0.62 * _cover(pattern))
    _lay(picture, palette.back_line, _cover(np.abs(inner + 6.0) - 1.4))
    ring = np.hypot(x, y) - 68.0
    _lay(picture, palette.back, _cover(ring))
    _lay(picture, palette.back_line, _cover(np.abs(ring) - 2.6))
    _lay(picture, palette.back_line, 0.8 * _cover(np.abs(ring + 8.0) - 0.9))
    return _bytes(picture)


def card_place(palette: Palette) -> Pixels:
    """The place of a card that is not there: a dashed line on the felt."""
    width, height = CARD_SIZE
    picture = _blank(width, height)
    distance = _rounded_box(width, height, CORNER)
    x, y = _grid(width, height)
    dash = np.sin(np.where(np.abs(x) > width / 2 - 14, y, x) * np.pi / 13.0) > -0.25
    _lay(picture, palette.on_felt, 0.07 * _cover(distance + 2))
    _lay(picture, palette.on_felt, 0.55 * dash * _cover(np.abs(distance + 6.0) - 2.2))
    return _bytes(picture)


def card_shadow() -> Pixels:
    """A soft shadow in white, to be tinted: the card grown by `SHADOW_MARGIN` on each side."""
    width, height = CARD_SIZE
    margin = round(width * SHADOW_MARGIN)
    distance = _rounded_box(width + 2 * margin, height + 2 * margin, CORNER, inset=margin)
    picture = _blank(width + 2 * margin, height + 2 * margin)
    _lay(picture, (1.0, 1.0, 1.0, 1.0), np.clip(0.5 - distance / margin, 0.0, 1.0) ** 2)
    return _bytes(picture)


def glow(size: int = 128) -> Pixels:
    """A round light in white, full in the middle and gone at the rim."""
    x, y = _grid(size, size)
    picture = _blank(size, size)
    light = np.clip(1.0 - np.hypot(x, y) / (size / 2), 0.0, 1.0)
    _lay(picture, (1.0, 1.0, 1.0, 1.0), light * light * (3 - 2 * light))
    return _bytes(picture)


def fade(size: int = 32) -> Pixels:
    """White, full at the lower edge and gone at the upper one."""
    picture = _blank(4, size)
    _lay(picture, (1.0, 1.0, 1.0, 1.0), np.repeat(np.linspace(0.0, 1.0, size)[:, None], 4, axis=1))
    return _bytes(picture)


def felt_grain(size: int = 256, seed: int = 7) -> Pixels:
    """Fibres of felt as white and black specks of little opacity; the picture can be tiled."""
    noise = np.random.default_rng(seed).normal(size=(size, size))
    fibres = (noise + np.roll(noise, 1, 0) + np.roll(noise, 1, 1)) / 1.7
    picture = _blank(size, size)
    picture[..., :3] = (fibres > 0)[..., None]
    picture[..., 3] = np.clip(np.abs(fibres) * 0.035, 0.0, 0.12)
    return _bytes(picture)


def wood_grain(palette: Palette, size: int = 512, seed: int = 3) -> Pixels:
    """Walnut with its grain lengthways; the picture can be tiled."""
    generator = np.random.default_rng(seed)
    rows = np.zeros(size)
    for octave in (2, 5, 11, 29, 67):
        phase = generator.uniform(0, 2 * np.pi)
        rows += np.sin(np.arange(size) / size * 2 * np.pi * octave + phase) / octave**0.45
    rows = (rows - rows.min()) / np.ptp(rows)
    columns = np.arange(size) / size * 2 * np.pi
    bend = np.round(5 * np.sin(columns) + 3 * np.sin(2 * columns + 1)).astype(int)
    index = (np.arange(size)[:, None] + bend[None, :]) % size
    grain = rows[index] + generator.normal(scale=0.05, size=(size, size))
    mix = np.clip(grain, 0.0, 1.0)[..., None]
    picture = np.ones((size, size, 4))
    picture[..., :3] = np.asarray(palette.rail[:3]) * (1 - mix) + np.asarray(palette.rail_light[:3]) * mix
    return _bytes(picture)


def turned(picture: Pixels) -> Pixels:
    """The picture turned by a quarter."""
    return np.ascontiguousarray(np.rot90(picture))


def _blank(width: int, height: int, rim: RGBA = (1.0, 1.0, 1.0, 1.0)) -> Plane:
    """Nothing yet. What stays transparent has the colour of the rim, which scaling mixes into the edge."""
    picture = np.zeros((height, width, 4))
    picture[..., :3] = rim[:3]
    return picture


def _grid(width: int, height: int) -> tuple[Plane, Plane]:
    """x and y of the pixel centres, from the middle."""
    x = np.arange(width) - (width - 1) / 2
    y = np.arange(height) - (height - 1) / 2
    return np.broadcast_to(x, (height, width)), np.broadcast_to(y[:, None], (height, width))


def _rounded_box(width: int, height: int, radius: float, inset: float = 0.0) -> Plane:
    """Signed distance to a rounded box that fills the picture but for an inset."""
    x, y = _grid(width, height)
    dx = np.abs(x) - (width / 2 - inset - radius)
    dy = np.abs(y) - (height / 2 - inset - radius)
    outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
    return np.asarray(outside + np.minimum(np.maximum(dx, dy), 0) - radius)


def _to_lines(value: Plane, pitch: float) -> Plane:
    """Distance to the nearest of lines at every multiple of the pitch."""
    return np.asarray(np.abs((value + pitch / 2) % pitch - pitch / 2))


def _cover(distance: Plane) -> Plane:
    """How much of each pixel lies inside, 0…1."""
    return np.asarray(np.clip(0.5 - distance, 0.0, 1.0))


def _lay(picture: Plane, colour: RGBA | Plane, cover: Plane) -> None:
    """Paint a colour over the picture (straight alpha), where `cover` says."""
    alpha = cover * (colour[3] if isinstance(colour, tuple) else 1.0)
    ground = picture[..., 3]
    total = alpha + ground * (1 - alpha)
    ink = np.asarray(colour[:3]) if isinstance(colour, tuple) else colour
    mixed = ink * alpha[..., None] + picture[..., :3] * (ground * (1 - alpha))[..., None]
    picture[..., :3] = np.divide(
        mixed, total[..., None], out=picture[..., :3].copy(), where=total[..., None] > 0
    )
    picture[..., 3] = total


def _bytes(picture: Plane) -> Pixels:
    return np.ascontiguousarray(np.round(np.clip(picture, 0, 1) * 255).astype(np.uint8))
