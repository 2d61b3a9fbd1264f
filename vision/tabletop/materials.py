"""What lies under and beside the cards: table tops, clutter, hands; drawn, or from a folder of art."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image
from vision.tabletop.traps import trap

Random = np.random.Generator

HELD_OUT_ONE_IN = 8
"""Every eighth texture, object and hand is kept for test films, told by the checksum of its name."""


MOST_TRAPS = 200
"""No more than this many traps are drawn: drawing one costs as much as the scene it lies in."""


def is_held_out(name: str) -> bool:
    """Whether a file of art is kept out of training."""
    return zlib.crc32(name.encode()) % HELD_OUT_ONE_IN == 0


@dataclass(slots=True)
class Materials:
    """Table tops (BGR), clutter and hands (RGBA) to choose from; empty lists mean drawn ones only.

    `art_only`: where there are pictures of a kind, nothing drawn is mixed in.
    `back_like`: among the drawn things are such as look like the back of a card.
    """

    textures: list[Path] = field(default_factory=list)
    objects: list[Path] = field(default_factory=list)
    hands: list[Path] = field(default_factory=list)
    art_only: bool = False
    back_like: bool = True
    _traps: list[tuple[Image, float]] = field(default_factory=list)

    @classmethod
    def from_folder(cls, folder: Path, held_out: bool) -> Materials:
        """Art from `folder`/textures, objects, hands: either the part for training or the held-out part."""

        def files(kind: str) -> list[Path]:
            found = sorted((folder / kind).rglob("*.webp")) + sorted((folder / kind).rglob("*.png"))
            return [path for path in found if is_held_out(path.name) == held_out]

        return cls(files("textures"), files("objects"), files("hands"))

    def table_top(self, rng: Random) -> Image:
        """A texture of about 512 px (BGR)."""
        if self.textures and (rng.random() < 0.6 or self.art_only):
            texture = _load(self.textures[int(rng.integers(len(self.textures)))])[:, :, :3]
            if rng.random() < 0.4:
                texture = _tinted(rng, texture)
            return texture
        kinds = (plain, felt, wood, checked_cloth, printed_cloth, speckled)
        return kinds[int(rng.integers(len(kinds)))](rng)

    def clutter(self, rng: Random) -> tuple[Image, float]:
        """A thing lying about and its width in millimetres."""
        if self.objects and (rng.random() < 0.6 or self.art_only):
            thing = _load(self.objects[int(rng.integers(len(self.objects)))])
            return cv2.cvtColor(thing, cv2.COLOR_BGRA2RGBA).astype(np.uint8), float(rng.uniform(15, 160))
        return self.trap(rng)

    def trap(self, rng: Random) -> tuple[Image, float]:
        """A thing of a card's shape that is none (RGBA), and its width in millimetres."""
        if len(self._traps) < MOST_TRAPS and (not self._traps or rng.random() < 0.5):
            self._traps.append(trap(rng, self.table_top, self.back_like))
        return self._traps[int(rng.integers(len(self._traps)))]

    def hand(self, rng: Random) -> Image:
        """A hand seen from above (RGBA), fingers up, in some skin colour."""
        if self.hands and (rng.random() < 0.7 or self.art_only):
            picture = _load(self.hands[int(rng.integers(len(self.hands)))])
            return _recoloured(rng, cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA).astype(np.uint8))
        return drawn_hand(rng)


@lru_cache(maxsize=600)
def _load(path: Path) -> Image:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise ValueError(f"{path}: cannot be read as a picture")
    if picture.ndim == 2:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    return np.asarray(picture, np.uint8)


def _tinted(rng: Random, texture: Image) -> Image:
    grey = texture.mean(axis=2, keepdims=True)
    colour = rng.uniform(40, 255, 3) / 160
    return np.clip(grey * colour, 0, 255).astype(np.uint8)


def smooth_noise(rng: Random, size: int, cells: int) -> NDArray[np.float32]:
    """Noise (size, size) with features of size/cells pixels, mean 0, deviation about 1."""
    small = rng.normal(0, 1, (cells + 2, cells + 2)).astype(np.float32)
    return np.asarray(cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC), np.float32)


def _colour(rng: Random) -> NDArray[np.float64]:
    """A colour (BGR) as tables, cloths and mats have: any hue, from pale to dark."""
    hue, saturation = rng.uniform(0, 180), 255 * rng.beta(1.2, 1.6)
    value = rng.uniform(25, 250)
    pixel = np.array([[[hue, saturation, value]]]).astype(np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0], float)


def _finish(texture: NDArray[np.floating]) -> Image:
    return np.clip(texture, 0, 255).astype(np.uint8)


def plain(rng: Random) -> Image:
    """A painted or melamine top, almost without grain."""
    grain = smooth_noise(rng, 256, 4) * rng.uniform(0, 6)
    return _finish(_colour(rng) + grain[:, :, None] + rng.normal(0, rng.uniform(0, 3), (256, 256, 1)))


def felt(rng: Random) -> Image:
    """Felt, woven cloth or carpet: fine fibres."""
    coarse = float(rng.uniform(0.6, 2.5))
    fibres = cv2.GaussianBlur(rng.normal(0, 1, (384, 384)).astype(np.float32), (0, 0), coarse)
    fibres = fibres / fibres.std()
    clouds = smooth_noise(rng, 384, 6)
    depth = rng.uniform(4, 28)
    return _finish(_colour(rng) + fibres[:, :, None] * depth + clouds[:, :, None] * rng.uniform(0, 6))


def wood(rng: Random) -> Image:
    """Planks with wavy grain."""
    size = 512
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    warp = smooth_noise(rng, size, 5) * rng.uniform(4, 22)
    period = rng.uniform(6, 30)
    stretched = cv2.resize(rng.normal(0, 1, (size, 12)).astype(np.float32), (size, size))
    rings = np.sin((y + warp + 0.05 * x) * 2 * math.pi / period) + stretched * rng.uniform(0.2, 0.9)
    base = np.array([rng.uniform(20, 120), rng.uniform(50, 160), rng.uniform(80, 220)])
    texture = base + rings[:, :, None] * np.array([0.7, 0.9, 1.0]) * rng.uniform(4, 20)
    planks = int(rng.integers(1, 6))
    if planks > 1:
        tones = np.repeat(rng.normal(0, 8, planks), size // planks + 1)[:size]
        texture += tones[:, None, None]
        for edge in range(1, planks):
            texture[edge * size // planks : edge * size // planks + 2] *= 0.6
    return _finish(texture)


def checked_cloth(rng: Random) -> Image:
    """Gingham, stripes or tartan."""
    size, period = 384, int(rng.choice([24, 32, 48, 64, 96]))
    background, stripe = _colour(rng), _colour(rng)
    line = ((np.arange(size) // (period // 2)) % 2).astype(np.float32)
    both = rng.random() < 0.7
    share = (line[:, None] + (line[None, :] if both else 0)) / (2 if both else 1)
    weave = rng.normal(0, 4, (size, size, 1))
    return _finish(
        background + (stripe - background) * np.broadcast_to(share, (size, size))[:, :, None] + weave
    )


def printed_cloth(rng: Random) -> Image:
    """Oilcloth: a printed motif repeated."""
    size, step = 480, int(rng.choice([40, 60, 80, 120]))
    cloth = np.tile(_colour(rng), (size, size, 1)).astype(np.uint8)
    motifs = int(rng.integers(1, 4))
    colours = [tuple(float(v) for v in _colour(rng)) for _ in range(motifs)]
    sides = rng.integers(2, 9, motifs)
    radii = rng.uniform(0.12, 0.5, motifs) * step
    for row in range(-1, size // step + 1):
        for column in range(-1, size // step + 1):
            kind = (row + column) % motifs
            centre = ((column + 0.5 * (row % 2)) * step, row * step)
            if sides[kind] <= 2:
                point = (round(centre[0]), round(centre[1]))
                cv2.circle(cloth, point, max(2, round(radii[kind])), colours[kind], -1, cv2.LINE_AA)
            else:
                turns = np.arange(sides[kind] * 2) * math.pi / sides[kind]
                reach = np.where(np.arange(len(turns)) % 2, radii[kind] * 0.5, radii[kind])
                star = centre + np.stack([np.cos(turns), np.sin(turns)], 1) * reach[:, None]
                cv2.fillPoly(cloth, [star.astype(np.int32)], colours[kind], cv2.LINE_AA)
    return cloth


def speckled(rng: Random) -> Image:
    """Granite, terrazzo or laminate."""
    size = 512
    texture = np.tile(_colour(rng), (size, size, 1))
    for cells in (40, 90, 200):
        blot = smooth_noise(rng, size, cells) > rng.uniform(0.6, 1.6)
        texture[blot] = _colour(rng)
    return _finish(texture + rng.normal(0, 5, (size, size, 1)))


SKIN_TONES = ((141, 85, 36), (198, 134, 66), (224, 172, 105), (241, 194, 125), (255, 219, 172), (92, 56, 30))
"""RGB."""


def _skin(rng: Random) -> NDArray[np.float64]:
    return np.array(SKIN_TONES[int(rng.integers(len(SKIN_TONES)))]) * rng.uniform(0.8, 1.1)


def _recoloured(rng: Random, picture: Image) -> Image:
    """The same hand in another skin colour, and mirrored half of the time."""
    grey = picture[:, :, :3].mean(axis=2, keepdims=True)
    opaque = picture[:, :, 3] > 128
    level = float(grey[opaque].mean()) if opaque.any() else 128.0
    shaded = 1 + (grey / max(level, 1.0) - 1) * 0.8
    colours = np.clip(shaded * _skin(rng), 0, 255).astype(np.uint8)
    hand = np.dstack([colours, picture[:, :, 3]])
    return np.ascontiguousarray(hand[:, ::-1] if rng.random() < 0.5 else hand)


def drawn_hand(rng: Random) -> Image:
    """A plain hand: palm, four fingers, thumb, wrist and a sleeve, fingers towards the top."""
    scale = 4
    mask = np.zeros((300 * scale, 220 * scale), np.uint8)

    def limb(start: tuple[float, float], end: tuple[float, float], width: float) -> None:
        a = (round(start[0] * scale), round(start[1] * scale))
        b = (round(end[0] * scale), round(end[1] * scale))
        cv2.line(mask, a, b, 255, round(width * scale), cv2.LINE_AA)

    spread = rng.uniform(0.4, 1.3)
    curl = rng.uniform(0.55, 1.0)
    for i, length in enumerate((62, 78, 72, 54)):
        base = (70 + i * 26, 130 + 6 * abs(i - 1.5))
        limb(base, (base[0] + (i - 1.5) * 12 * spread, base[1] - length * curl), 21 - 1.5 * (i == 3))
    limb((66, 185), (66 - 30 * spread, 150), 24)
    cv2.ellipse(mask, (110 * scale, 175 * scale), (52 * scale, 56 * scale), 0, 0, 360, 255, -1)
    limb((110, 190), (110, 300), 66)
    small = cv2.resize(mask, (220, 300), interpolation=cv2.INTER_AREA)
    depth = cv2.distanceTransform((small > 128).astype(np.uint8), cv2.DIST_L2, 3)
    shade = 0.72 + 0.28 * np.clip(depth / 12, 0, 1)
    colours = shade[:, :, None] * _skin(rng)
    sleeve = rng.integers(225, 300)
    fabric = _colour(rng)[::-1]
    colours[sleeve:] = fabric * shade[sleeve:, :, None]
    hand = np.dstack([np.clip(colours, 0, 255).astype(np.uint8), small])
    return np.ascontiguousarray(hand[:, ::-1] if rng.random() < 0.5 else hand)
